/** Something that is done in two steps, so that a slip of the finger costs nothing. */
import { Component, html } from '../html.js';

/**
 * @typedef {object} TwoStepsProps
 * @property {string} name tells these buttons from others
 * @property {string} label what the first button says
 * @property {string} question
 * @property {string} yes
 * @property {string} no
 * @property {boolean} [disabled]
 * @property {() => void} onYes
 */

/** @extends {Component<TwoStepsProps, { asking: boolean }>} */
export class TwoSteps extends Component {
  state = { asking: false };

  ask = () => this.setState({ asking: true });

  goOn = () => this.setState({ asking: false });

  yes = () => {
    this.goOn();
    this.props.onYes();
  };

  render() {
    const { name, label, question, yes, no, disabled = false } = this.props;
    if (!this.state.asking) {
      return html`
        <button type="button" class="quiet" data-action=${name} disabled=${disabled} onClick=${this.ask}>${label}</button>
      `;
    }
    return html`
      <div class="question" role="group" aria-labelledby="${name}-question">
        <p id="${name}-question">${question}</p>
        <p class="actions">
          <button type="button" class="danger" data-action="confirm-${name}" onClick=${this.yes}>${yes}</button>
          <button type="button" onClick=${this.goOn}>${no}</button>
        </p>
      </div>
    `;
  }
}
