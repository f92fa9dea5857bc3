import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveSent, NOTHING_KNOWN, reduce } from '../assets/room/state.js';
import { EMPTY_BOARD, movedEvent, roomEvent, STARTING, waitingRoom } from './support.js';

/** @import { Channel, ChatLine, Clocks, EventBody, FinishedGame, OpenClaim, OpenOffer, Seat } from '../assets/protocol.js' */
/** @import { ServerMessage, Side } from '../assets/protocol.js' */
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
  /** @type {EventBody} */
  const ended = { kind: 'ended', number: 1, outcome: 'second', reason: 'resignation', id: 'abcdefghjkmn', series: { host: 0, guest: 1, draws: 0 } };
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
  assert.equal(fold([roomEvent(4, /** @type {any} */ ({ kind: 'invented_later' }))], started).behind, true);
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

/** @type {OpenOffer} */
const draw = { seq: 4, seat: 'host', what: 'draw' };
const offered = roomEvent(4, { kind: 'offered', seat: 'host', what: 'draw' }, { to_move: 'first', offer: draw });

test('an offer is open until an event says that there is none', () => {
  const open = fold([offered], started);
  assert.deepEqual(open.room?.offer, draw);
  const declined = fold([roomEvent(5, { kind: 'declined', seat: 'guest', offer: 4 })], open);
  assert.equal(declined.room?.offer, null);
  assert.deepEqual(declined.news, { seq: 5, kind: 'declined', seat: 'guest', what: 'draw' });
  const moved = fold([movedEvent(6, 1, 'first', ['l2', 'l3'])], declined);
  assert.equal(moved.news, null);
});

test('a draw offer vanishes with its maker\'s next move, as the envelope says', () => {
  const state = fold([offered, movedEvent(5, 1, 'first', ['l2', 'l3'])], started);
  assert.equal(state.room?.offer, null);
  assert.equal(state.news, null);
});

test('what was withdrawn is told with what it was', () => {
  const state = fold([offered, roomEvent(5, { kind: 'withdrawn', seat: 'host', offer: 4 })], started);
  assert.deepEqual(state.news, { seq: 5, kind: 'withdrawn', seat: 'host', what: 'draw' });
});

test('what is taken back leaves a new position, and neither its moves nor what was known of them', () => {
  const state = fold(
    [
      movedEvent(4, 1, 'first', ['l2', 'l3'], { to_move: 'first', passed_over: 'second' }),
      movedEvent(5, 2, 'first', ['l3', 'l4'], { to_move: 'second' }),
      roomEvent(
        6,
        {
          kind: 'taken_back',
          seat: 'host',
          ply: 1,
          board: { ...EMPTY_BOARD, first: ['l3'] },
          last_move: { side: 'first', move: 'l2-l3', path: ['l2', 'l3'] },
        },
        { to_move: 'first', passed_over: 'second' },
      ),
    ],
    started,
  );
  assert.deepEqual(game(state).moves, ['l2-l3']);
  assert.deepEqual(game(state).passed_over_at, []);
  assert.equal(game(state).last_move?.move, 'l2-l3');
  assert.equal(game(state).position, 6);
  assert.equal(state.room?.to_move, 'first');
  assert.equal(state.news?.kind, 'taken_back');
});

test('a move that was sent before moves were taken back is not shown any longer', () => {
  const sent = moveSent(started, { id: 'm', position: 3, move: 'l2-l3' });
  /** @type {EventBody} */
  const back = { kind: 'taken_back', seat: 'guest', ply: 0, board: EMPTY_BOARD, last_move: null };
  assert.equal(fold([roomEvent(4, back, { to_move: 'first' })], sent).sent, null);
});

test('clocks and claims are as the last event says', () => {
  /** @type {Clocks} */
  const clocks = { first: 60_000, second: 58_000, running: 'second', at: 2_004, deadline: 60_004 };
  /** @type {OpenClaim} */
  const claim = { seat: 'host', until: 32_005 };
  const arrived = fold([roomEvent(4, { kind: 'arrived', seat: 'guest' }, { to_move: 'first', clocks })], started);
  assert.deepEqual(arrived.room?.clocks, clocks);
  const claimed = roomEvent(5, { kind: 'claimed', ...claim }, { to_move: 'first', clocks, claim });
  assert.deepEqual(fold([claimed], arrived).room?.claim, claim);
  const cancelled = fold([claimed, roomEvent(6, { kind: 'claim_cancelled' }, { clocks })], arrived);
  assert.equal(cancelled.room?.claim, null);
  assert.equal(cancelled.news?.kind, 'claim_cancelled');
});

test('a game that ends joins the series, and a rematch starts anew with the sides it names', () => {
  const series = { host: 0, guest: 1, draws: 0 };
  /** @type {EventBody} */
  const ended = { kind: 'ended', number: 1, outcome: 'second', reason: 'time', id: 'abcdefghjkmn', series };
  const over = fold([roomEvent(4, ended)], started);
  assert.deepEqual(over.room?.series, {
    score: series,
    games: [
      {
        number: 1,
        id: 'abcdefghjkmn',
        game: 'halma',
        sides: { first: 'host', second: 'guest' },
        outcome: 'second',
        reason: 'time',
        ended: 2_004,
      },
    ],
  });
  /** @type {Record<Side, Seat>} */
  const sides = { first: 'guest', second: 'host' };
  /** @type {EventBody} */
  const again = { kind: 'started', number: 2, game: 'moon', rules_version: 1, sides, board: EMPTY_BOARD };
  const second = fold([roomEvent(5, again, { to_move: 'first' })], over);
  assert.equal(game(second).number, 2);
  assert.equal(game(second).result, null);
  assert.deepEqual(game(second).moves, []);
  assert.deepEqual(game(second).sides, sides);
  assert.equal(second.room?.series.games.length, 1);
});

test('no more games are listed than a snapshot would list', () => {
  const about = { game: 'halma', id: 'abcdefghjkmn', outcome: 'first', reason: 'time', ended: 0 };
  const games = /** @type {FinishedGame[]} */ (Array.from({ length: 100 }, (_, index) => ({ ...about, number: index + 1 })));
  const full = fold([waitingRoom({ series: { score: { host: 100, guest: 0, draws: 0 }, games } }), ...STARTING]);
  const series = { host: 101, guest: 0, draws: 0 };
  /** @type {EventBody} */
  const ended = { kind: 'ended', number: 101, outcome: 'first', reason: 'time', id: 'abcdefghjkmn', series };
  const state = fold([roomEvent(4, ended)], full);
  assert.equal(state.room?.series.games.length, 100);
  assert.deepEqual(state.room?.series.games.map(({ number }) => number).slice(-2), [100, 101]);
  assert.equal(state.room?.series.score.host, 101);
});

test('a closed room is closed', () => {
  assert.equal(fold([roomEvent(4, { kind: 'closed', reason: 'operator' })], started).room?.closed, true);
});

test('who is there, names and talk come without a number and change nothing else', () => {
  const presence = { host: { here: true, since: 1 }, guest: { here: false, since: 5 }, watchers: 3 };
  const names = { host: 'Ada', guest: null };
  const line = { n: 1, channel: 'players', from: 'guest', text: 'hello', time: 9 };
  const state = fold(
    /** @type {any} */ ([
      { type: 'presence', ...presence },
      { type: 'names', ...names },
      { type: 'chat', ...line },
    ]),
    started,
  );
  assert.deepEqual(state.room?.presence, presence);
  assert.deepEqual(state.room?.names, names);
  assert.deepEqual(state.room?.chat, [line]);
  assert.equal(state.room?.seq, 3);
  assert.equal(fold(/** @type {any} */ ([{ type: 'presence', ...presence }])), NOTHING_KNOWN);
});

test('talk is heard once, in order, and stays when a snapshot tells only the last of it', () => {
  const line = (/** @type {number} */ n) =>
    /** @type {ChatLine} */ ({ n, channel: 'players', from: 'guest', text: `line ${n}`, time: n });
  const heard = fold([waitingRoom({ chat: [line(1), line(2)] })]);
  const more = fold(/** @type {any} */ ([{ type: 'chat', ...line(4) }, { type: 'chat', ...line(4) }]), heard);
  const told = Array.from({ length: 50 }, (_, index) => line(index + 3));
  const after = fold([waitingRoom({ chat: told })], more);
  assert.deepEqual(after.room?.chat?.map(({ n }) => n), Array.from({ length: 52 }, (_, index) => index + 1));
  const watching = { ...line(1), channel: 'watchers', time: 3.5 };
  const both = fold(/** @type {any} */ ([{ type: 'chat', ...watching }]), after);
  assert.deepEqual(both.room?.chat?.map(({ channel, n }) => `${channel} ${n}`).slice(2, 5), [
    'players 3',
    'watchers 1',
    'players 4',
  ]);
  assert.equal(fold([waitingRoom({ chat: null })]).room?.chat, null);
});

test('talk that a snapshot should tell and does not was deleted', () => {
  const line = (/** @type {number} */ n, /** @type {Channel} */ channel) =>
    /** @type {ChatLine} */ ({ n, channel, from: 'guest', text: `line ${n}`, time: n });
  const numbers = (/** @type {RoomState} */ state) => state.room?.chat?.map(({ channel, n }) => `${channel} ${n}`);
  const chat = [line(1, 'players'), line(2, 'players'), line(3, 'watchers')];
  const heard = fold([waitingRoom({ chat })]);
  assert.deepEqual(numbers(fold([waitingRoom({ chat: [line(2, 'players')] })], heard)), ['players 2']);
  assert.deepEqual(numbers(fold([waitingRoom({ chat: [] })], heard)), []);
  const playing = /** @type {any} */ ({ position: 4, moves: [], result: null });
  const unheard = fold([waitingRoom({ chat: [], game: playing })], heard);
  assert.deepEqual(numbers(unheard), ['watchers 3'], 'nothing is told of the watchers while a game is running');
});
