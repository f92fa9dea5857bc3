/** Boards to look at only. */
import { html } from '../html.js';
import { SIDES } from '../protocol.js';
import { attributesOf, isChequered, viewBoxOf } from './canvas.js';
import { Field } from './field.js';
import { layOut, standing } from './geometry.js';
import { Man } from './man.js';

/** @import { BoardState, CatalogueEntry } from '../protocol.js' */

/**
 * A small board, such as stands beside a game's name.
 *
 * @param {{ entry: CatalogueEntry, board: BoardState }} props
 */
export function BoardPicture({ entry, board }) {
  const layout = layOut(entry.board, 'first');
  const look = attributesOf(entry, layout);
  return html`
    <svg class="board" ...${look} viewBox=${viewBoxOf(layout, 0)}>
      <g class="contents" ...${look}>
        <${Field} entry=${entry} layout=${layout} chequered=${isChequered(entry)} />
        ${SIDES.flatMap((side) =>
          board[side].map(
            (square) => html`
              <g key=${square} transform=${standing(layout, layout.centre(square))}>
                <${Man} entry=${entry} side=${side} marked=${board.marked?.includes(square)} />
              </g>
            `,
          ),
        )}
      </g>
    </svg>
  `;
}

/**
 * The board before the first move, as far as its camps tell: games that begin with placing begin empty.
 *
 * @param {CatalogueEntry} entry
 * @returns {BoardState}
 */
export function boardBeforeStart(entry) {
  const none = { first: 0, second: 0 };
  const { first, second } = entry.board.camps;
  return { first, second, moves_made: none, captured: none };
}
