/** Giving up, in two steps, so that a slip of the finger costs no game. */
import { Component, html } from '../html.js';
import { t } from '../i18n/index.js';

/** @extends {Component<{ aborts: boolean, onResign: () => void }, { asking: boolean }>} */
export class Resignation extends Component {
  state = { asking: false };

  ask = () => this.setState({ asking: true });

  /**
   * A question that now means something else must be asked anew: an abort costs nothing, a resignation the game.
   *
   * @param {{ aborts: boolean }} before
   */
  componentDidUpdate(before) {
    if (before.aborts !== this.props.aborts) this.goOn();
  }

  goOn = () => this.setState({ asking: false });

  resign = () => {
    this.goOn();
    this.props.onResign();
  };

  render() {
    const { aborts } = this.props;
    if (!this.state.asking) {
      return html`
        <p class="actions">
          <button type="button" class="quiet" data-action="resign" onClick=${this.ask}>
            ${t(aborts ? 'resign.abort' : 'resign.resign')}
          </button>
        </p>
      `;
    }
    return html`
      <div class="question" role="group" aria-labelledby="resign-question">
        <p id="resign-question">${t(aborts ? 'resign.reallyAbort' : 'resign.really')}</p>
        <p class="actions">
          <button type="button" class="danger" data-action="confirm-resign" onClick=${this.resign}>
            ${t(aborts ? 'resign.yesAbort' : 'resign.yes')}
          </button>
          <button type="button" onClick=${this.goOn}>${t('resign.no')}</button>
        </p>
      </div>
    `;
  }
}
