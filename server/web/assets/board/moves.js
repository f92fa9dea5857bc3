/**
 * The texts of moves, read just far enough to draw and choose them: `a1-b2` moves a man, `c4` places one, and
 * `a5*c1` brings one back to c1 for the mark of the one on a5. Whether a move is legal, the server says.
 */

/** @import { BoardState, LastMove, Side, Square } from '../protocol.js' */

/**
 * @typedef {object} Choices
 * @property {Map<Square, Map<Square, string>>} men for each man that has moves: the move to each of its targets
 * @property {Map<Square, string>} placings the move for each square on which a man may be placed
 */

/**
 * @param {string} text
 * @returns {{ from: Square | null, to: Square, back: boolean }} `back` if a man is brought back
 */
export function parseMove(text) {
  const squares = text.split(/[-*]/);
  const to = squares[squares.length - 1];
  return { from: squares.length > 1 ? squares[0] : null, to, back: text.includes('*') };
}

/**
 * @param {string[]} texts legal moves
 * @returns {Choices}
 */
export function choicesAmong(texts) {
  /** @type {Choices} */
  const choices = { men: new Map(), placings: new Map() };
  for (const text of texts) {
    const { from, to } = parseMove(text);
    if (from === null) {
      choices.placings.set(to, text);
    } else {
      const targets = choices.men.get(from) ?? new Map();
      choices.men.set(from, targets.set(to, text));
    }
  }
  return choices;
}

/**
 * @param {Choices} choices
 * @param {Square | null} chosen the man that is chosen
 * @returns {Map<Square, string>} the squares that can be pressed to play, each with its move
 */
export function targetsOf(choices, chosen) {
  return (chosen !== null && choices.men.get(chosen)) || choices.placings;
}

/**
 * What pressing a square means: a target is played, a man that can move is chosen, and anything else, also the
 * chosen man itself, lets go of the choice.
 *
 * @param {Choices} choices
 * @param {Square | null} chosen
 * @param {Square} square
 * @returns {{ chosen: Square | null, play: string | null }}
 */
export function press(choices, chosen, square) {
  const play = targetsOf(choices, chosen).get(square) ?? null;
  if (play !== null) return { chosen: null, play };
  return { chosen: square !== chosen && choices.men.has(square) ? square : null, play: null };
}

/**
 * The board as it will look after a move, as far as that can be told without the rules: men caught between others
 * stay until the server's answer takes them.
 *
 * @param {BoardState} board
 * @param {Side} side
 * @param {string} text
 * @returns {{ board: BoardState, lastMove: LastMove }}
 */
export function preview(board, side, text) {
  const { from, to, back } = parseMove(text);
  const moves = from !== null && !back;
  const others = side === 'first' ? 'second' : 'first';
  const marked = board.marked ?? [];
  return {
    board: {
      ...board,
      [side]: [...board[side].filter((square) => !moves || square !== from), to],
      [others]: board[others].filter((square) => square !== to),
      marked: marked.filter((square) => square !== from && square !== to).concat(
        moves && marked.includes(from) ? to : [],
      ),
    },
    lastMove: { side, move: text, path: moves ? [from, to] : [to] },
  };
}
