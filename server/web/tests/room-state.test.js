import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveSent, NOTHING_KNOWN, reduce } from '../assets/room/state.js';
import { EMPTY_BOARD, movedEvent, roomEvent, STARTING, waitingRoom } from './support.js';

/** @import { ServerMessage } from '../assets/protocol.js' */
/** @import { RoomState } from '../assets/room/state.js' */

/**
 * @param {ServerMessage[]} messages
 * @param {RoomState} [from]
 */
const fold = (messages, from = NOTHING_KNOWN) => messages.reduce(reduce, from);

const started = fold([waitingRoom(), ...STARTING]);
/** @type {ServerMessage} */
const legal = { type: 'legal_moves', position: 3, side: 'first', moves: ['l2-l3', 'l2-l4'] };

/** @param {RoomState} state */
function game(state) {
  assert.ok(state.room?.game);
  return state.room.game;
}

test('a guest sits down and the game starts', () => {
  assert.equal(started.room?.seats.guest.taken, true);
  assert.equal(started.room?.to_move, 'first');
  assert.equal(started.room?.seq, 3);
  assert.equal(game(started).position, 3);
  assert.equal(game(started).started, 2003);
  assert.deepEqual(game(started).board, EMPTY_BOARD);
  assert.equal(game(started).result, null);
});

test('moves change the board and the position, and are listed', () => {
  const state = fold(
    [
      movedEvent(4, 1, 'first', ['l2', 'l3'], { to_move: 'second' }),
      movedEvent(5, 2, 'second', ['a12', 'a11'], { to_move: 'first' }),
    ],
    started,
  );
  assert.deepEqual(game(state).moves, ['l2-l3', 'a12-a11']);
  assert.deepEqual(game(state).last_move, { side: 'second', move: 'a12-a11', path: ['a12', 'a11'] });
  assert.equal(game(state).position, 5);
  assert.deepEqual(game(state).passed_over_at, []);
});

test('a second move of the same side in a row is noted, as the other side was passed over', () => {
  const state = fold(
    [
      movedEvent(4, 1, 'first', ['l2', 'l3'], { to_move: 'first', passed_over: 'second' }),
      movedEvent(5, 2, 'first', ['l3', 'l4'], { to_move: 'second' }),
    ],
    started,
  );
  assert.deepEqual(game(state).passed_over_at, [2]);
  assert.equal(state.room?.passed_over, null);
});

test('the end leaves the board as it is', () => {
  const ended = { kind: 'ended', number: 1, outcome: 'second', reason: 'resignation', id: 'abcdefghjkmn' };
  const state = fold([legal, roomEvent(4, ended)], started);
  const { kind, ...result } = ended;
  assert.deepEqual(game(state).result, result);
  assert.equal(game(state).position, 3);
  assert.equal(state.room?.to_move, null);
  assert.equal(state.legal, null);
});

test('an event that was seen before changes nothing', () => {
  assert.equal(fold([STARTING[1]], started), started);
});

test('a gap needs a snapshot, and nothing is believed until it is there', () => {
  const behind = fold([movedEvent(5, 2, 'second', ['a12', 'a11'])], started);
  assert.equal(behind.behind, true);
  assert.equal(behind.room, started.room);
  assert.equal(fold([movedEvent(4, 1, 'first', ['l2', 'l3'])], behind), behind);
  const healed = fold([waitingRoom({ seq: 9 })], behind);
  assert.equal(healed.behind, false);
  assert.equal(healed.room?.seq, 9);
});

test('an event of an unknown kind needs a snapshot', () => {
  assert.equal(fold([roomEvent(4, { kind: 'invented_later' })], started).behind, true);
});

test('nothing happens before the first snapshot', () => {
  assert.equal(fold(STARTING), NOTHING_KNOWN);
});

test('legal moves belong to their position', () => {
  const known = fold([legal], started);
  assert.deepEqual(known.legal, legal);
  assert.equal(fold([{ ...legal, position: 2 }], started).legal, null);
  assert.equal(fold([movedEvent(4, 1, 'first', ['l2', 'l3'])], known).legal, null);
  // The same position again, after an interruption: they still hold.
  assert.deepEqual(fold([/** @type {ServerMessage} */ (started.room)], known).legal, legal);
});

test('a sent move is forgotten once it was answered', () => {
  const sent = moveSent(started, { id: 'm', position: 3, move: 'l2-l3' });
  assert.equal(fold([{ type: 'ok', id: 'other', seq: 3, time: 0 }], sent), sent);
  assert.equal(fold([{ type: 'ok', id: 'm', seq: 4, time: 0 }], sent).sent, null);
  const refused = fold([{ type: 'error', id: 'm', code: 'illegal_move', message: '', seq: 3 }], sent);
  assert.equal(refused.sent, null);
  assert.deepEqual(game(refused).board, EMPTY_BOARD);
});

test('a sent move outlives an interruption if its position is still on the board', () => {
  const sent = moveSent(started, { id: 'm', position: 3, move: 'l2-l3' });
  assert.ok(started.room);
  assert.deepEqual(fold([started.room], sent).sent, sent.sent);
  const moved = { ...started.room, seq: 4, game: { ...game(started), position: 4 } };
  assert.equal(fold([moved], sent).sent, null);
});
