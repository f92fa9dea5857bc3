/** One side of the table: who sits there, whether it is their turn, and what matters about their men. */
import { Man } from '../board/men.js';
import { html } from '../html.js';
import { localized, t } from '../i18n/index.js';
import { movesToEvacuate } from './view.js';

/** @import { BoardState, CatalogueEntry, Side } from '../protocol.js' */
/** @import { RoomView } from './view.js' */

/** @param {{ view: RoomView, entry: CatalogueEntry, board: BoardState, side: Side }} props */
export function PlayerStrip({ view, entry, board, side }) {
  const toMove = view.toMove === side;
  const captured = board.captured[side];
  const evacuate = view.phase === 'running' ? movesToEvacuate(entry, board, side) : null;
  return html`
    <div class=${toMove ? 'player to-move' : 'player'} data-side=${side}>
      <svg class="emblem" viewBox="-.5 -.5 1 1" aria-hidden="true"><${Man} entry=${entry} side=${side} /></svg>
      <span class="colour">${localized(entry.colours[side])}</span>
      <span class="who">${who(view, side)}</span>
      ${captured > 0 && html`<${Captured} entry=${entry} side=${side} count=${captured} />`}
      ${evacuate !== null && html`<span class="fact">${t('player.evacuate', { count: evacuate })}</span>`}
      ${toMove && html`<span class="turn">${t('player.toMove')}</span>`}
    </div>
  `;
}

/**
 * The men that a side has lost, lying beside the board.
 *
 * @param {{ entry: CatalogueEntry, side: Side, count: number }} props
 */
function Captured({ entry, side, count }) {
  const width = 1 + (count - 1) * 0.45;
  const places = Array.from({ length: count }, (_, index) => 0.5 + index * 0.45);
  return html`
    <svg
      class="captured"
      role="img"
      aria-label=${t('player.captured', { count })}
      viewBox="0 -.5 ${width} 1"
    >
      ${places.map((x) => html`<g transform="translate(${x} 0)"><${Man} entry=${entry} side=${side} /></g>`)}
    </svg>
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
