/**
 * Where things are on a board, from the catalogue's description of it. Lengths are in squares: the square (or the
 * neighbourhood of a point) is 1 wide, and the top left corner of the board is at 0, 0.
 */

/** @import { Geometry, Side, Square } from '../protocol.js' */

/**
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {Side} bottom the side that sits at the lower edge
 * @property {0 | 45} turn degrees by which the whole board is turned clockwise; its own lengths do not change by that
 * @property {(square: Square) => { x: number, y: number }} centre
 * @property {Square[][]} rows the squares as they are seen, from the top, each row from the left
 * @property {{ text: string, x: number }[]} files the letters along the edge
 * @property {{ text: string, y: number }[]} ranks the numbers along the edge
 */

/**
 * @param {Square} square
 * @returns {{ file: number, rank: number }} both from 0
 */
export function parseSquare(square) {
  return { file: square.charCodeAt(0) - 97, rank: Number(square.slice(1)) - 1 };
}

/**
 * @param {number} file from 0
 * @param {number} rank from 0
 * @returns {Square}
 */
export function squareName(file, rank) {
  return `${String.fromCharCode(97 + file)}${rank + 1}`;
}

/**
 * @param {Geometry} geometry
 * @param {Side} bottom
 * @param {0 | 45} [turn]
 * @returns {Layout}
 */
export function layOut(geometry, bottom, turn = 0) {
  const { files: width, ranks: height } = geometry;
  const turned = bottom === 'second';
  const column = (/** @type {number} */ file) => (turned ? width - 1 - file : file);
  const row = (/** @type {number} */ rank) => (turned ? rank : height - 1 - rank);
  const exists = new Set(geometry.squares);
  const range = (/** @type {number} */ length) => Array.from({ length }, (_, index) => index);
  return {
    width,
    height,
    bottom,
    turn,
    centre(square) {
      const { file, rank } = parseSquare(square);
      return { x: column(file) + 0.5, y: row(rank) + 0.5 };
    },
    // Turning a row or column is its own inverse, so the same functions lead from the place to the square.
    rows: range(height).map((y) =>
      range(width)
        .map((x) => squareName(column(x), row(y)))
        .filter((square) => exists.has(square)),
    ),
    files: range(width).map((file) => ({ text: squareName(file, 0).charAt(0), x: column(file) + 0.5 })),
    ranks: range(height).map((rank) => ({ text: String(rank + 1), y: row(rank) + 0.5 })),
  };
}

/** A finger that comes down so close beside the board, in squares, meant the square at its edge. */
const EDGE = 0.6;

/**
 * @param {Layout} layout
 * @param {{ x: number, y: number }} point
 * @returns {Square | null} the square there; nothing beside the board
 */
export function squareAt(layout, { x, y }) {
  const onto = (/** @type {number} */ place, /** @type {number} */ length) =>
    place < -EDGE || place > length + EDGE ? NaN : Math.min(Math.max(place, 0), length - 0.001);
  const row = layout.rows[Math.floor(onto(y, layout.height))];
  const across = onto(x, layout.width);
  return row?.find((square) => Math.abs(layout.centre(square).x - across) <= 0.5) ?? null;
}

/**
 * @param {Square} a
 * @param {Square} b
 * @returns {number} how many files or ranks lie between them, whichever are more
 */
export function distance(a, b) {
  const [from, to] = [parseSquare(a), parseSquare(b)];
  return Math.max(Math.abs(from.file - to.file), Math.abs(from.rank - to.rank));
}

/**
 * Whether both camps lie in corners, so that the board can stand on one of them.
 *
 * @param {Geometry} geometry
 */
export function hasCornerCamps({ camps, files, ranks }) {
  const corner = squareName(files - 1, 0);
  const opposite = squareName(0, ranks - 1);
  return camps.first.includes(corner) && camps.second.includes(opposite) && !camps.first.includes(squareName(0, 0));
}

/**
 * Where an element stands that is drawn around 0, 0: on its square, and upright on a board that is turned.
 *
 * @param {Layout} layout
 * @param {{ x: number, y: number }} point
 * @returns {string} for the attribute `transform`
 */
export function standing({ turn }, { x, y }) {
  return turn === 0 ? `translate(${x} ${y})` : `translate(${x} ${y}) rotate(${-turn})`;
}

/**
 * The square that an arrow key leads to: the next one that exists in that direction, or the same one at the edge.
 *
 * @param {Layout} layout
 * @param {Square} square
 * @param {string} key
 * @returns {Square | null} nothing if the key does not move about, or the square is not on this board
 */
export function squareTowards(layout, square, key) {
  const rows = layout.rows;
  const y = rows.findIndex((one) => one.includes(square));
  const row = rows[y];
  if (row === undefined) return null;
  const x = row.indexOf(square);
  const nearest = (/** @type {Square[] | undefined} */ other) => other?.[Math.min(x, other.length - 1)] ?? square;
  switch (key) {
    case 'ArrowLeft':
      return row[x - 1] ?? square;
    case 'ArrowRight':
      return row[x + 1] ?? square;
    case 'ArrowUp':
      return nearest(rows[y - 1]);
    case 'ArrowDown':
      return nearest(rows[y + 1]);
    case 'Home':
      return row[0] ?? square;
    case 'End':
      return row.at(-1) ?? square;
    default:
      return null;
  }
}

/**
 * The line around a region, as the data of an SVG path: every edge that has the region on one side only.
 *
 * @param {Layout} layout
 * @param {Square[]} squares
 * @returns {string}
 */
export function outline(layout, squares) {
  const corner = (/** @type {Square} */ square) => {
    const { x, y } = layout.centre(square);
    return { x: x - 0.5, y: y - 0.5 };
  };
  const inside = new Set(squares.map(corner).map(({ x, y }) => `${x},${y}`));
  const has = (/** @type {number} */ x, /** @type {number} */ y) => inside.has(`${x},${y}`);
  return squares
    .map(corner)
    .flatMap(({ x, y }) => [
      has(x, y - 1) ? '' : `M${x},${y}h1`,
      has(x, y + 1) ? '' : `M${x},${y + 1}h1`,
      has(x - 1, y) ? '' : `M${x},${y}v1`,
      has(x + 1, y) ? '' : `M${x + 1},${y}v1`,
    ])
    .join('');
}
