/** Going on on another device: the link that carries the seat's token. */
import { Component, html } from '../html.js';
import { t } from '../i18n/index.js';
import { bringIntoView } from '../qr-code.js';
import { seatLink } from '../seat-link.js';
import { tokenFor } from '../tokens.js';
import { LinkBox } from './link-box.js';

/** @extends {Component<{ room: string }, { open: boolean }>} */
export class OtherDevice extends Component {
  state = { open: false };

  toggle = () => this.setState({ open: !this.state.open });

  render() {
    const { open } = this.state;
    const token = open ? tokenFor(this.props.room) : null;
    return html`
      <button type="button" class="quiet" data-action="other-device" aria-expanded=${open} onClick=${this.toggle}>
        ${t('device.button')}
      </button>
      ${token !== null && html`
        <div class="card other-device" ref=${bringIntoView}>
          <p>${t('device.text')}</p>
          <${LinkBox}
            link=${seatLink(location.origin, this.props.room, token)}
            label=${t('device.link')}
            shared=${t('device.shared')}
          />
          <p class="details">${t('device.warning')}</p>
        </div>
      `}
    `;
  }
}
