/**
 * The page's languages: which one is spoken, and its texts. Those of a language are fetched when it is first spoken.
 *
 * A text that is missing is an error at once, never a silent blank; a test compares the languages key by key.
 */
import { recall, remember } from '../storage.js';

/** @import { Localized } from '../protocol.js' */
/** @import enBase from './en.js' */
/** @import enComputer from './en-computer.js' */
/** @import enStats from './en-stats.js' */
/** @import enDevelopers from './en-developers.js' */
/** @import enRoom from './en-room.js' */
/** @typedef {'en' | 'fr'} Language */
/** @typedef {keyof typeof enBase | keyof typeof enRoom | keyof typeof enComputer} TextKeyOfPlay */
/** @typedef {TextKeyOfPlay | keyof typeof enStats | keyof typeof enDevelopers} TextKey */
/** @typedef {Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>} Texts */

/** @type {Record<Language, () => Promise<{ default: Texts }[]>>} the files of each language, all named after it */
const FILES = {
  en: () =>
    Promise.all([
      import('./en.js'),
      import('./en-room.js'),
      import('./en-computer.js'),
      import('./en-stats.js'),
      import('./en-developers.js'),
    ]),
  fr: () =>
    Promise.all([
      import('./fr.js'),
      import('./fr-room.js'),
      import('./fr-computer.js'),
      import('./fr-stats.js'),
      import('./fr-developers.js'),
    ]),
};

/** @type {Record<Language, string>} what each language calls itself */
export const LANGUAGE_NAMES = { en: 'English', fr: 'Français' };

/** @type {Map<Language, Texts>} what was fetched */
const learned = new Map();

/** @type {Language[]} */
export const LANGUAGES = ['en', 'fr'];

/** @type {Language} */
let language = 'en';

/** @returns {Language} */
export function currentLanguage() {
  return language;
}

/**
 * The language to begin with: the one chosen here before, else the one that the address asks for, else the first of the
 * browser's that there is.
 *
 * @param {readonly string[]} wanted the browser's languages, the dearest first
 * @param {string | null} [asked] by the address
 * @returns {Language}
 */
export function initialLanguage(wanted, asked = null) {
  const bases = [recall('language') ?? '', asked ?? '', ...wanted].map((tag) => tag.split('-')[0] ?? '');
  return LANGUAGES.find((known) => known === bases.find((base) => base in FILES)) ?? 'en';
}

/**
 * Fetches the texts of a language, if they are not here.
 *
 * @param {Language} wanted
 * @returns {Promise<Texts>}
 */
export async function learn(wanted) {
  const known = learned.get(wanted);
  if (known !== undefined) return known;
  const files = await FILES[wanted]();
  /** @type {Texts} */
  const texts = Object.assign({}, ...files.map((file) => file.default));
  learned.set(wanted, texts);
  return texts;
}

/** @param {Language} chosen one that was learned */
export function speak(chosen) {
  language = chosen;
  document.documentElement.lang = chosen;
}

/** @param {Language} chosen one that was learned */
export function chooseLanguage(chosen) {
  remember('language', chosen);
  speak(chosen);
}

/**
 * A text in the language that is spoken. Numbers are written as that language writes them, and `count` picks the
 * form of a text that has several. `{Name}` is `{name}` at the beginning of a sentence.
 *
 * @param {TextKey} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = learned.get(language)?.[key];
  if (text === undefined) throw new Error(`no text ${key} in ${language}`);
  return typeset(fill(typeof text === 'string' ? text : pluralForm(text, Number(values.count)), values));
}

/**
 * A text as the language sets it: in French with spaces that do not break before some marks and inside quotes, and with
 * apostrophes that are no straight strokes.
 *
 * @param {string} text
 * @returns {string}
 */
export function typeset(text) {
  if (language !== 'fr') return text;
  return text.replace(/ (?=[?!;:»%])/g, '\u00a0').replace(/« /g, '«\u00a0').replaceAll("'", '’');
}

/**
 * A share as the language writes it, with two decimals.
 *
 * @param {number} percent
 * @returns {string}
 */
export function share(percent) {
  /** @type {Intl.NumberFormatOptions} */
  const format = { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat(language, format).format(percent / 100);
}

/** @returns {string} the language that is spoken, as it is spoken where this browser is at home: for times and dates */
export function locale() {
  return navigator.languages?.find((tag) => tag.split('-')[0] === language) ?? language;
}

/**
 * @param {string} prefix
 * @param {string} name
 * @returns {TextKey} the key of the text for this name, or of the one that stands for names this page does not know
 */
export function keyFor(prefix, name) {
  const key = `${prefix}.${name}`;
  return /** @type {TextKey} */ (key in (learned.get(language) ?? {}) ? key : `${prefix}.other`);
}

/**
 * @param {Localized} text
 * @returns {string}
 */
export function localized(text) {
  return typeset(text[language]);
}

/**
 * @param {Partial<Record<Intl.LDMLPluralRule, string>>} forms
 * @param {number} count
 */
function pluralForm(forms, count) {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other ?? '';
}

/**
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const plain = name[0].toLowerCase() + name.slice(1);
    const value = values[plain];
    if (value === undefined) throw new Error(`nothing to fill in for {${name}}`);
    if (typeof value === 'number') return new Intl.NumberFormat(language).format(value);
    return name === plain ? value : value.charAt(0).toLocaleUpperCase(language) + value.slice(1);
  });
}
