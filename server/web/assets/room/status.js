/** How the game stands, in words; what it is about; and how one moves, for whoever moves for the first time. */
import { html } from '../html.js';
import { keyFor, localized, t } from '../i18n/index.js';
import { clockChoiceWords } from './clocks.js';
import { isBeginning, isFirstTurn } from './view.js';

/** @import { CatalogueEntry, TimeControl } from '../protocol.js' */
/** @import { RoomView } from './view.js' */

/** @typedef {{ view: RoomView, entry: CatalogueEntry, clock: TimeControl | null }} Props */

/** @param {Props} props */
export function Status({ view, entry, clock }) {
  const { mySide, oneDevice, passedOver, phase, board } = view;
  // The result, and the offer of a free seat, speak for themselves.
  if (phase === 'over' || (phase === 'waiting' && !view.seated)) return null;
  const quiet = board?.quiet_moves;
  const limit = entry.quiet_limit;
  return html`
    <div class="status">
      <p class=${isSending(view) || view.thinking ? 'headline sending' : 'headline'}>${headline(view, entry)}</p>
      ${passedOver && html`<p>${passedOverWords(view, entry)}</p>`}
      <p class="details">
        ${!view.seated && !view.seatFree && html`<span>${t('status.watching')}</span>`}
        ${mySide && !oneDevice && html`<span>${t('status.youPlay', { colour: localized(entry.colours[mySide]) })}</span>`}
        ${phase === 'running' && html`<span>${t('status.moveNumber', { count: view.ply + 1 })}</span>`}
        ${quiet !== undefined &&
        limit !== undefined &&
        html`<span>${t('status.quiet', { count: quiet, limit })}</span>`}
        ${clock && html`<span>${clockChoiceWords(clock)}</span>`}
      </p>
      ${isFirstTurn(view) && html`<p class="hint">${t(entry.placing ? 'hint.place' : 'hint.move')}</p>`}
    </div>
  `;
}

/**
 * What one has to achieve, as long as people may wonder.
 *
 * @param {{ view: RoomView, entry: CatalogueEntry }} props
 */
export function Aim({ view, entry }) {
  return isBeginning(view) && html`<p class="aim">${t(keyFor('aim', entry.id))}</p>`;
}

/**
 * @param {RoomView} view
 * @param {CatalogueEntry} entry
 * @returns {string}
 */
export function headline(view, entry) {
  const { toMove, myTurn, oneDevice, thinking } = view;
  if (isSending(view)) return t('status.sending');
  if (toMove === null) return t('status.waiting');
  if (thinking) return t('computer.thinks');
  if (myTurn && !oneDevice) return t('status.yourTurn');
  return t('status.sideToMove', { colour: localized(entry.colours[toMove]) });
}

/**
 * Whether a move of this person is on its way, so that only the server knows whose turn it is.
 *
 * @param {RoomView} view
 */
export function isSending({ phase, toMove }) {
  return phase === 'running' && toMove === null;
}

/**
 * @param {RoomView} view
 * @param {CatalogueEntry} entry
 */
export function passedOverWords({ passedOver }, entry) {
  return passedOver && t('status.passedOver', { colour: localized(entry.colours[passedOver]) });
}
