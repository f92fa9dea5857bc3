/** What this person is called, to be changed while in a room. */
import { displayName, keepDisplayName } from '../display-name.js';
import { Component, createRef, html } from '../html.js';
import { t } from '../i18n/index.js';
import { cleanName } from './texts.js';

/** @import { Ref } from '../html.js' */

/** @extends {Component<{ onName: (name: string | null) => void }, { open: boolean, refused: boolean }>} */
export class NameForm extends Component {
  state = { open: false, refused: false };
  /** @type {Ref<HTMLInputElement>} */
  input = createRef();
  /** @type {Ref<HTMLButtonElement>} */
  button = createRef();

  open = () => this.setState({ open: true, refused: false }, () => this.input.current?.focus());

  /** @param {SubmitEvent} event */
  onSubmit = (event) => {
    event.preventDefault();
    const text = this.input.current?.value ?? '';
    const name = cleanName(text);
    if (name === null && text.trim() !== '') {
      this.setState({ refused: true });
      return;
    }
    keepDisplayName(name);
    this.setState({ open: false }, () => this.button.current?.focus());
    this.props.onName(name);
  };

  render() {
    const { open, refused } = this.state;
    const name = displayName();
    if (!open) {
      return html`
        <button ref=${this.button} type="button" class="quiet" data-action="name" onClick=${this.open}>
          ${name === null ? t('name.give') : t('name.change', { name })}
        </button>
      `;
    }
    return html`
      <form class="name-form" onSubmit=${this.onSubmit}>
        <label>
          ${t('name.label')}
          <input ref=${this.input} type="text" name="name" maxlength="32" autocomplete="nickname" value=${name ?? ''} aria-invalid=${refused} />
        </label>
        <button type="submit">${t('name.keep')}</button>
        ${refused && html`<p class="details" role="alert">${t('error.bad_text')}</p>`}
      </form>
    `;
  }
}
