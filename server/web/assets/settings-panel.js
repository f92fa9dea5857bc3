/** Where a person sets what this browser shall do: the two buttons in the masthead, and what the second opens. */
import { Component, createRef, html } from './html.js';
import { t } from './i18n/index.js';
import { changeSettings, settings, THEMES } from './settings.js';

/** @import { Ref } from './html.js' */
/** @import { TextKey } from './i18n/index.js' */
/** @import { Settings } from './settings.js' */

/** @type {Record<Settings['theme'], TextKey>} */
const THEME_NAMES = { device: 'settings.theme.device', light: 'settings.theme.light', dark: 'settings.theme.dark' };

/** @type {['confirm' | 'chequered' | 'diamond', TextKey, TextKey][]} */
const SWITCHES = [
  ['confirm', 'settings.confirm', 'settings.confirmHint'],
  ['chequered', 'settings.chequered', 'settings.chequeredHint'],
  ['diamond', 'settings.diamond', 'settings.diamondHint'],
];

const SPEAKER = 'M3 9v6h4l5 4V5L7 9z';
const WAVES = 'M15 9a4 4 0 0 1 0 6M17.5 6.5a8 8 0 0 1 0 11';
const CROSS = 'M15.5 9.5l5 5m0-5l-5 5';
const SLIDERS = 'M4 7h9m4 0h3M4 12h3m4 0h9M4 17h8m4 0h4M15 5v4M9 10v4M14 15v4';

export class SettingsButtons extends Component {
  /** @type {Ref<HTMLDialogElement>} */
  dialog = createRef();

  open = () => this.dialog.current?.showModal();

  close = () => this.dialog.current?.close();

  /** @param {MouseEvent} event */
  onClick = (event) => {
    // A click beside the panel is one on the dialog itself.
    if (event.target === this.dialog.current) this.close();
  };

  render() {
    const now = settings();
    return html`
      <button
        type="button"
        class="icon-button"
        data-action="sounds"
        aria-pressed=${now.sounds}
        aria-label=${t('settings.sounds')}
        title=${t(now.sounds ? 'settings.soundsOn' : 'settings.soundsOff')}
        onClick=${() => changeSettings({ sounds: !now.sounds })}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path class="solid" d=${SPEAKER} />
          <path d=${now.sounds ? WAVES : CROSS} />
        </svg>
      </button>
      <button
        type="button"
        class="icon-button"
        data-action="settings"
        aria-haspopup="dialog"
        aria-label=${t('settings.open')}
        title=${t('settings.open')}
        onClick=${this.open}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${SLIDERS} /></svg>
      </button>
      <dialog ref=${this.dialog} class="settings" aria-labelledby="settings-heading" onClick=${this.onClick}>
        <div class="sheet">
          <h2 id="settings-heading">${t('settings.open')}</h2>
          <fieldset>
            <legend>${t('settings.theme')}</legend>
            <div class="themes">
              ${THEMES.map(
                (theme) => html`
                  <label key=${theme}>
                    <input
                      type="radio"
                      name="theme"
                      value=${theme}
                      checked=${now.theme === theme}
                      onChange=${() => changeSettings({ theme })}
                    />
                    ${t(THEME_NAMES[theme])}
                  </label>
                `,
              )}
            </div>
          </fieldset>
          ${SWITCHES.map(
            ([name, label, hint]) => html`
              <label key=${name} class="switch">
                <input
                  type="checkbox"
                  name=${name}
                  checked=${now[name]}
                  onChange=${() => changeSettings({ [name]: !settings()[name] })}
                />
                <span>${t(label)}<small>${t(hint)}</small></span>
              </label>
            `,
          )}
          <p class="actions"><button type="button" class="primary" onClick=${this.close}>${t('settings.done')}</button></p>
        </div>
      </dialog>
    `;
  }
}
