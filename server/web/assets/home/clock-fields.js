/** Choosing the clocks: some that are usual, and one that a person puts together. */
import { html } from '../html.js';
import { t } from '../i18n/index.js';
import { clockChoiceWords } from '../room/clocks.js';
import { CLOCKS } from './clock-choice.js';

/** @import { TimeControl } from '../protocol.js' */
/** @import { TextKey } from '../i18n/index.js' */
/** @import { CustomClock } from './clock-choice.js' */

/**
 * @typedef {object} ClockFieldsProps
 * @property {string} clock one of the clocks to choose from, or `custom`
 * @property {CustomClock} custom
 * @property {boolean} wrong whether what was put together is no clock
 * @property {(change: { clock?: string, custom?: CustomClock }) => void} onChange
 */

/** @param {ClockFieldsProps} props */
export function ClockFields({ clock, custom, wrong, onChange }) {
  return html`
    <fieldset class="clocks">
      <legend>${t('home.clock')}</legend>
      ${[...Object.entries(CLOCKS).map(nameOf), { key: 'custom', name: t('home.clockCustom') }].map(
        ({ key, name }) => html`
          <label key=${key} class="chip">
            <input
              type="radio"
              name="clock"
              value=${key}
              checked=${key === clock}
              onChange=${() => onChange({ clock: key })}
            />
            <span>${name}</span>
          </label>
        `,
      )}
    </fieldset>
    ${clock === 'custom' && html`<${CustomFields} custom=${custom} wrong=${wrong} onChange=${onChange} />`}
  `;
}

/** @param {[string, TimeControl | null]} choice */
function nameOf([key, clock]) {
  return { key, name: clockChoiceWords(clock) };
}

/** @param {Pick<ClockFieldsProps, 'custom' | 'wrong' | 'onChange'>} props */
function CustomFields({ custom, wrong, onChange }) {
  const change = (/** @type {keyof CustomClock} */ field) => (/** @type {Event} */ event) => {
    const { value } = /** @type {HTMLInputElement} */ (event.currentTarget);
    onChange({ custom: { ...custom, [field]: value } });
  };
  const number = (/** @type {'minutes' | 'increment' | 'amount'} */ field, /** @type {TextKey} */ label) => html`
    <label>
      ${t(label)}
      <input
        type="text"
        inputmode="decimal"
        name=${field}
        value=${custom[field]}
        aria-invalid=${wrong}
        aria-describedby="clock-bounds"
        onInput=${change(field)}
      />
    </label>
  `;
  return html`
    <div class="custom-clock">
      <label>
        ${t('home.clockKind')}
        <select name="kind" value=${custom.kind} onChange=${change('kind')}>
          <option value="real_time">${t('home.clockRealTime')}</option>
          <option value="per_move">${t('home.clockPerMove')}</option>
        </select>
      </label>
      ${custom.kind === 'real_time'
        ? html`${number('minutes', 'home.minutes')} ${number('increment', 'home.increment')}`
        : html`
            ${number('amount', 'home.perMove')}
            <label>
              ${t('home.unit')}
              <select name="unit" value=${custom.unit} onChange=${change('unit')}>
                <option value="minutes">${t('home.unitMinutes')}</option>
                <option value="hours">${t('home.unitHours')}</option>
                <option value="days">${t('home.unitDays')}</option>
              </select>
            </label>
          `}
      <p id="clock-bounds" class=${wrong ? 'wrong' : 'facts'}>${t('home.clockWrong')}</p>
    </div>
  `;
}
