/** A game that somebody has as a text, to be replayed. */
import { Component, html } from '../html.js';
import { keyFor, t } from '../i18n/index.js';
import { ApiError, readGameText } from '../net/api.js';

/** @import { EventOn } from '../html.js' */
/** @import { ReadGame, RecordProblem } from '../protocol.js' */

/**
 * @typedef {object} PasteState
 * @property {boolean} asking
 * @property {string | null} error what went wrong, in words
 */

/**
 * @typedef {object} PasteProps
 * @property {string} text what was pasted before
 * @property {(text: string, game: ReadGame) => void} onRead
 */

/** @extends {Component<PasteProps, PasteState>} */
export class Paste extends Component {
  /** @type {PasteState} */
  state = { asking: false, error: null };

  /** @param {SubmitEvent} event */
  onSubmit = async (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const field = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem('text'));
    this.setState({ asking: true, error: null });
    try {
      this.props.onRead(field.value, await readGameText(field.value));
    } catch (error) {
      const problem = error instanceof ApiError ? error.record : undefined;
      if (problem) selectLine(field, problem.line);
      this.setState({ asking: false, error: wordsFor(error) });
    }
  };

  render() {
    const { asking, error } = this.state;
    return html`
      <form class="paste" onSubmit=${this.onSubmit}>
        <label for="game-text">${t('games.text')}</label>
        <p id="game-text-hint" class="note">${t('games.pasteHint')}</p>
        <textarea
          id="game-text"
          name="text"
          rows="12"
          required
          spellcheck=${false}
          autocapitalize="off"
          aria-describedby="game-text-hint game-text-error"
          aria-invalid=${error !== null}
          placeholder=${'Game: halma\n\n1. l2-l3    a13-c11\n2. o4-n5'}
          defaultValue=${this.props.text}
        ></textarea>
        <p id="game-text-error" role="alert">${error}</p>
        <p><button class="primary" type="submit" disabled=${asking}>${t('games.read')}</button></p>
      </form>
    `;
  }
}

/** @param {unknown} error */
function wordsFor(error) {
  if (!(error instanceof ApiError)) return t('error.unreachable');
  const { record } = error;
  if (record === undefined) return t(keyFor('error', error.code));
  return t(keyFor('record', record.what), { line: record.line, text: record.text });
}

/**
 * Shows where it is wrong.
 *
 * @param {HTMLTextAreaElement} field
 * @param {RecordProblem['line']} line
 */
function selectLine(field, line) {
  const lines = field.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  field.focus();
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}
