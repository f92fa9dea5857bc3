import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { share, speak, t, typeset } from '../assets/i18n/index.js';
import { catalogue } from './catalogue.js';
import { TEXTS } from './languages.js';

const ASSETS = new URL('../assets/', import.meta.url);
const SCHEMA = new URL('../../../protocol/schema.json', import.meta.url);

/** @param {string | Partial<Record<string, string>>} text */
const forms = (text) => (typeof text === 'string' ? [text] : Object.values(text));

/** @param {string | Partial<Record<string, string>>} text */
const placeholders = (text) =>
  new Set(forms(text).flatMap((form) => form?.match(/\{\w+\}/g) ?? []).map((name) => name.toLowerCase()));

test('both languages have the same texts, with the same things to fill in', () => {
  assert.deepEqual(Object.keys(TEXTS.fr), Object.keys(TEXTS.en));
  for (const [key, text] of Object.entries(TEXTS.en)) {
    assert.deepEqual(placeholders(TEXTS.fr[key]), placeholders(text), key);
    assert.ok(forms(text).concat(forms(TEXTS.fr[key])).every(Boolean), `${key} is empty`);
  }
});

test('every text that a module asks for exists, and every text is asked for', () => {
  const sources = readdirSync(ASSETS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && !/^(vendor|i18n)/.test(name))
    .map((name) => readFileSync(new URL(name, ASSETS), 'utf8'))
    .join('\n');
  for (const [, key] of sources.matchAll(/\bt\(\s*'([\w.]+)'/g)) assert.ok(key in TEXTS.en, key);
  const computed = /^(error|reason|ending|record|connection|language|summary|aim)\./;
  for (const key of Object.keys(TEXTS.en)) {
    assert.ok(computed.test(key) || sources.includes(`'${key}'`), `${key} is never shown`);
  }
});

test('every game has its summary and its aim', () => {
  for (const { id } of catalogue()) assert.ok(`summary.${id}` in TEXTS.en && `aim.${id}` in TEXTS.en, id);
});

for (const [type, prefix] of [['ErrorCode', 'error'], ['Reason', 'reason'], ['Reason', 'ending'], ['RecordProblemKind', 'record']]) {
  test(`every ${type} of the protocol has its sentence`, () => {
    const definitions = JSON.parse(readFileSync(fileURLToPath(SCHEMA), 'utf8')).$defs;
    const { oneOf = [], enum: names = [] } = definitions[type];
    const all = [...names, ...oneOf.flatMap((/** @type {any} */ one) => one.enum ?? [one.const])];
    assert.ok(all.length >= 10);
    for (const name of all) assert.ok(`${prefix}.${name}` in TEXTS.en, name);
  });
}

test('texts are filled in, with the right form and a capital where a sentence begins', () => {
  assert.equal(t('home.men', { count: 1 }), '1 man each');
  assert.equal(t('home.men', { count: 1900 }), '1,900 men each');
  assert.equal(t('status.sideToMove', { colour: 'white' }), 'White to move');
  assert.throws(() => t('status.sideToMove'), /colour/i);
  assert.throws(() => t(/** @type {any} */ ('no.such.text')), /no\.such\.text/);
});

test('French marks stay with the word before them', () => {
  globalThis.document ??= /** @type {any} */ ({ documentElement: {} });
  assert.equal(typeset('Which ? « This »'), 'Which ? « This »');
  speak('fr');
  assert.equal(typeset('Quel jeu ? « Nerma » : oui'), 'Quel jeu\u00a0? «\u00a0Nerma\u00a0»\u00a0: oui');
  assert.equal(typeset("L'Homme"), 'L’Homme');
  speak('en');
});

test('shares have two decimals, as each language writes them', () => {
  globalThis.document ??= /** @type {any} */ ({ documentElement: {} });
  const cents = Array.from({ length: 10_001 }, (_, index) => index);
  for (const cent of cents) assert.equal(share(cent / 100), `${(cent / 100).toFixed(2)}%`);
  speak('fr');
  assert.equal(share(40.65).replace(/\s/, ' '), '40,65 %');
  speak('en');
});
