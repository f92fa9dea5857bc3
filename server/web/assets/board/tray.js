/** The men that a side has lost, lying beside the board. Where one may come back, they can be chosen. */
import { html } from '../html.js';
import { localized, t } from '../i18n/index.js';
import { Man } from './man.js';

/** @import { BoardState, CatalogueEntry, Side } from '../protocol.js' */

/** How far one man lies from the next. */
const SPACING = 0.45;

/**
 * @param {CatalogueEntry} entry
 * @param {BoardState} board
 * @param {Side} side
 * @returns {number} how many men of that side lie beside the board
 */
export function capturedMen(entry, board, side) {
  // Where men are placed first they are all on the board once they move, so that those who are missing were captured.
  if (entry.placing && board.quiet_moves !== undefined) return entry.men - board[side].length;
  return board.captured[side];
}

/**
 * @param {object} props
 * @param {CatalogueEntry} props.entry
 * @param {Side} props.side
 * @param {number} props.count
 * @param {boolean} props.choosable whether one of them may come back now
 * @param {boolean} props.chosen
 * @param {() => void} props.onPress
 */
export function Tray({ entry, side, count, choosable, chosen, onPress }) {
  if (count === 0) return null;
  const width = 1 + (count - 1) * SPACING;
  const label = t('player.captured', { count });
  const men = Array.from({ length: count }, (_, index) => html`
    <g key=${index} transform="translate(${0.5 + index * SPACING} 0)"><${Man} entry=${entry} side=${side} /></g>
  `);
  const picture = html`<svg class="captured" aria-hidden="true" viewBox="0 -.5 ${width} 1">${men}</svg>`;
  const colour = localized(entry.colours[side]);
  if (!choosable) return html`<span class="tray" role="img" aria-label=${label} data-tray=${side}>${picture}</span>`;
  return html`
    <button type="button" class="tray" data-tray=${side} aria-pressed=${chosen} title=${t('board.bringBack')} onClick=${onPress}>
      ${picture}
      <span class="visually-hidden">${t('board.bringBackLabel', { colour, count })}</span>
    </button>
  `;
}
