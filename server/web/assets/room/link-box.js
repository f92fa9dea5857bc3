/** A link to hand to somebody: to copy, to share by what the device has for that, and as a QR code. */
import { copyText } from '../clipboard.js';
import { Component, createRef, html } from '../html.js';
import { t } from '../i18n/index.js';
import { QrCode } from '../qr-code.js';

/** @import { Ref } from '../html.js' */
/** @import { TextKey } from '../i18n/index.js' */

const SAID_FOR_MS = 2_500;

/**
 * @typedef {object} LinkBoxProps
 * @property {string} link
 * @property {string} label what the link is
 * @property {string} shared what is said along with it when it is shared
 */

/** @extends {Component<LinkBoxProps, { label: TextKey, qr: boolean }>} */
export class LinkBox extends Component {
  /** @type {{ label: TextKey, qr: boolean }} */
  state = { label: 'invite.copy', qr: false };
  /** @type {Ref<HTMLInputElement>} */
  input = createRef();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

  componentWillUnmount() {
    clearTimeout(this.timer);
  }

  copy = async () => {
    const copied = await copyText(this.props.link);
    // Where nothing works the link is at least selected, ready for the person's own copying.
    this.input.current?.select();
    this.setState({ label: copied ? 'invite.copied' : 'invite.copyByHand' });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.setState({ label: 'invite.copy' }), SAID_FOR_MS);
  };

  share = () => {
    // Whoever changes their mind in the device's own dialogue needs no word about it.
    navigator.share({ title: 'Sauterelle', text: this.props.shared, url: this.props.link }).catch(() => {});
  };

  toggleQr = () => this.setState({ qr: !this.state.qr });

  render() {
    const { link, label } = this.props;
    return html`
      <p class="link">
        <input
          ref=${this.input}
          type="text"
          readonly
          value=${link}
          aria-label=${label}
          onFocus=${() => this.input.current?.select()}
        />
        <button type="button" class="primary" data-action="copy" aria-live="polite" onClick=${this.copy}>
          ${t(this.state.label)}
        </button>
      </p>
      <p class="actions">
        ${'share' in navigator && html`
          <button type="button" data-action="share" onClick=${this.share}>${t('invite.share')}</button>
        `}
        <button type="button" data-action="qr" aria-expanded=${this.state.qr} onClick=${this.toggleQr}>
          ${t(this.state.qr ? 'qr.hide' : 'qr.show')}
        </button>
      </p>
      ${this.state.qr && html`<${QrCode} text=${link} />`}
    `;
  }
}
