/** Whether this person is told by a notification when it is their turn. */
import { Component, html } from '../html.js';
import { t } from '../i18n/index.js';
import { notifications, switchNotifications } from './attention.js';

export class NotificationSwitch extends Component {
  toggle = async () => {
    await switchNotifications(notifications() === 'off');
    this.forceUpdate();
  };

  render() {
    const now = notifications();
    if (now === 'impossible') return null;
    return html`
      <button type="button" class="quiet" data-action="notify" aria-pressed=${now === 'on'} onClick=${this.toggle}>
        ${t(now === 'on' ? 'notify.off' : 'notify.on')}
      </button>
    `;
  }
}
