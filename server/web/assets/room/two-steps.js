/** Something that is done in two steps, so that a slip of the finger costs nothing. */
import { Component, createRef, html } from '../html.js';

/** @import { Ref } from '../html.js' */

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
  /** The button that leads on from here: the first one, or the one that leaves everything as it is. */
  button = /** @type {Ref<HTMLButtonElement>} */ (createRef());

  /**
   * The keyboard stays where it was, and Enter pressed twice does nothing that it should not.
   *
   * @param {TwoStepsProps} _
   * @param {{ asking: boolean }} before
   */
  componentDidUpdate(_, before) {
    if (before.asking !== this.state.asking) this.button.current?.focus();
  }

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
        <button
          key="ask"
          ref=${this.button}
          type="button"
          class="quiet"
          data-action=${name}
          disabled=${disabled}
          onClick=${this.ask}
        >
          ${label}
        </button>
      `;
    }
    return html`
      <div key="question" class="question" role="group" aria-labelledby="${name}-question">
        <p id="${name}-question">${question}</p>
        <p class="actions">
          <button type="button" class="danger" data-action="confirm-${name}" onClick=${this.yes}>${yes}</button>
          <button ref=${this.button} type="button" onClick=${this.goOn}>${no}</button>
        </p>
      </div>
    `;
  }
}
