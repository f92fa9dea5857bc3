/** The rules page of Halma on 8 by 8 squares. */
import { smallHalma } from './small-halma.js';

export const GUIDE = smallHalma({
  side: 8,
  men: 10,
  rows: '4, 3, 2, 1',
  limit: 30,
  corner: 'h8',
  home: ['a5', 'a6', 'b6', 'a7', 'b7', 'c7', 'a8', 'b8', 'c8'],
  before: 'd6',
  hole: 'd8',
  others: ['d7', 'f1', 'g1', 'h2', 'g3'],
});
