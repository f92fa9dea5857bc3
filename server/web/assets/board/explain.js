/** What a move has done, in words, where that is not plain to see. */
import { localized, t } from '../i18n/index.js';
import { parseMove } from './moves.js';

/** @import { BoardState, CatalogueEntry, LastMove } from '../protocol.js' */

/**
 * @param {CatalogueEntry} entry
 * @param {BoardState} board as it is after the move
 * @param {LastMove | null} lastMove
 * @returns {string | null} nothing where there is nothing to explain
 */
export function explanation(entry, board, lastMove) {
  if (lastMove === null) return null;
  const { side, move, path, taken = [] } = lastMove;
  const { from, to, back } = parseMove(move);
  const colour = localized(entry.colours[side]);
  if (back && from !== null) return t('explain.back', { payer: from, square: to });
  if (entry.placing && path.length === 1 && from === null) {
    return t('explain.placed', { colour, placed: board[side].length, men: entry.men });
  }
  if (taken.length === 0) return null;
  if (!entry.bringing_back) return t('explain.framed', { colour, count: taken.length, squares: taken.join(', ') });
  const home = entry.board.goals[side].includes(to);
  return t(home ? 'explain.capturedHome' : 'explain.captured', { colour, square: to });
}
