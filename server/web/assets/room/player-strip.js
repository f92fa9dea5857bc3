/** One side of the table: who sits there, whether it is their turn, and what matters about their men. */
import { Man } from '../board/men.js';
import { html } from '../html.js';
import { localized, t } from '../i18n/index.js';
import { movesToEvacuate } from './view.js';

/** @import { BoardState, CatalogueEntry, Side } from '../protocol.js' */
/** @import { RoomView } from './view.js' */

/**
 * @param {{ view: RoomView, entry: CatalogueEntry, board: BoardState, side: Side, tray: any }} props `tray` holds the
 *   men that the side has lost
 */
export function PlayerStrip({ view, entry, board, side, tray }) {
  const toMove = view.toMove === side;
  const evacuate = view.phase === 'running' ? movesToEvacuate(entry, board, side) : null;
  return html`
    <div class=${toMove ? 'player to-move' : 'player'} data-side=${side}>
      <svg class="emblem" viewBox="-.5 -.5 1 1" aria-hidden="true"><${Man} entry=${entry} side=${side} /></svg>
      <span class="colour">${localized(entry.colours[side])}</span>
      <span class="who">${who(view, side)}</span>
      ${tray}
      ${evacuate !== null && html`<span class="fact">${t('player.evacuate', { count: evacuate })}</span>`}
      ${toMove && html`<span class="turn">${t('player.toMove')}</span>`}
    </div>
  `;
}

/**
 * @param {RoomView} view
 * @param {Side} side
 * @returns {string | null} nothing where there is nothing to say, as to one who watches
 */
function who({ mySide, phase, seated }, side) {
  if (!seated) return null;
  if (side === mySide) return t('player.you');
  if (phase === 'waiting') return mySide === null ? null : t('player.nobody');
  return t('player.opponent');
}
