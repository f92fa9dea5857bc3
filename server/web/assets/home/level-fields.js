/** Choosing how well the computer is to play. */
import { html } from '../html.js';
import { t } from '../i18n/index.js';
import { LEVELS } from './level-choice.js';

/** @param {{ level: number, onChange: (level: number) => void }} props */
export function LevelFields({ level, onChange }) {
  const chosen = LEVELS.find((one) => one.level === level);
  return html`
    <fieldset class="levels">
      <legend>${t('home.level')}</legend>
      ${LEVELS.map(
        ({ level: one, word }) => html`
          <label key=${one} class="chip">
            <input
              type="radio"
              name="level"
              value=${one}
              checked=${one === level}
              aria-describedby=${one === level ? 'level-hint' : null}
              onChange=${() => onChange(one)}
            />
            <span>${one} · ${t(word)}</span>
          </label>
        `,
      )}
      ${chosen && html`<p id="level-hint" class="facts">${t(chosen.hint)}</p>`}
    </fieldset>
  `;
}
