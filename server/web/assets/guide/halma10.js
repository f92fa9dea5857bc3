/** The rules page of Halma on 10 by 10 squares. */
import { smallHalma } from './small-halma.js';

export const GUIDE = smallHalma({
  side: 10,
  men: 15,
  rows: '5, 4, 3, 2, 1',
  limit: 50,
  corner: 'j10',
  home: ['a6', 'a7', 'b7', 'a8', 'b8', 'c8', 'a9', 'b9', 'c9', 'd9', 'a10', 'b10', 'c10', 'd10'],
  before: 'e8',
  hole: 'e10',
  others: ['e9', 'g1', 'h1', 'i2', 'j4', 'h3'],
});
