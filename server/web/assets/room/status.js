/** How the game stands, in words: to be read, and to be said by a screen reader when it changes. */
import { explanation } from '../board/explain.js';
import { html } from '../html.js';
import { keyFor, localized, t } from '../i18n/index.js';
import { resultSentence } from './result.js';

/** @import { CatalogueEntry } from '../protocol.js' */
/** @import { RoomView } from './view.js' */

/** @typedef {{ view: RoomView, entry: CatalogueEntry }} Props */

/** @param {Props} props */
export function Status({ view, entry }) {
  const { mySide, passedOver, phase, board } = view;
  // The result, and the offer of a free seat, speak for themselves.
  if (phase === 'over' || (phase === 'waiting' && !view.seated)) return null;
  const quiet = board?.quiet_moves;
  const limit = entry.quiet_limit;
  return html`
    <div class="status">
      <p class=${isSending(view) ? 'headline sending' : 'headline'}>${headline(view, entry)}</p>
      ${passedOver && html`<p>${passedOverWords(view, entry)}</p>`}
      <p class="details">
        ${!view.seated && !view.seatFree && html`<span>${t('status.watching')}</span>`}
        ${mySide && html`<span>${t('status.youPlay', { colour: localized(entry.colours[mySide]) })}</span>`}
        ${phase === 'running' && html`<span>${t('status.moveNumber', { count: view.ply + 1 })}</span>`}
        ${quiet !== undefined &&
        limit !== undefined &&
        html`<span>${t('status.quiet', { count: quiet, limit })}</span>`}
      </p>
    </div>
  `;
}

/**
 * The one live region of the page.
 *
 * @param {Props & { refusal: string | null }} props
 */
export function Announcement({ view, entry, refusal }) {
  const { lastMove, passedOver, result, mySide } = view;
  const sentences = [
    refusal && t(keyFor('error', refusal)),
    lastMove && t('board.moved', { colour: localized(entry.colours[lastMove.side]), move: lastMove.move }),
    view.board && explanation(entry, view.board, lastMove),
    passedOver && passedOverWords(view, entry),
    result && resultSentence(result, entry, mySide),
    !result && !isSending(view) && headline(view, entry),
  ];
  return html`<p class="visually-hidden" role="status" aria-live="polite">${sentences.filter(Boolean).join(' ')}</p>`;
}

/**
 * @param {RoomView} view
 * @param {CatalogueEntry} entry
 * @returns {string}
 */
function headline(view, entry) {
  const { toMove, myTurn } = view;
  if (isSending(view)) return t('status.sending');
  if (toMove === null) return t('status.waiting');
  if (myTurn) return t('status.yourTurn');
  return t('status.sideToMove', { colour: localized(entry.colours[toMove]) });
}

/**
 * Whether a move of this person is on its way, so that only the server knows whose turn it is.
 *
 * @param {RoomView} view
 */
function isSending({ phase, toMove }) {
  return phase === 'running' && toMove === null;
}

/**
 * @param {RoomView} view
 * @param {CatalogueEntry} entry
 */
function passedOverWords({ passedOver }, entry) {
  return passedOver && t('status.passedOver', { colour: localized(entry.colours[passedOver]) });
}
