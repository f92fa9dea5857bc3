/**
 * What this page knows of a room, as a pure fold of what the server says: `reduce(state, message)` gives the next
 * state and touches nothing else.
 */

/** @import { GameState, LegalMoves, RoomEvent, ServerMessage, Snapshot } from '../protocol.js' */

/**
 * A move that was sent and not yet answered. It is shown as if it were played.
 * @typedef {{ id: string, position: number, move: string }} SentMove
 */

/**
 * @typedef {object} RoomState
 * @property {Snapshot | null} room the room as it stands; nothing before the first snapshot
 * @property {LegalMoves | null} legal the legal moves in the position on the board, if the server told us
 * @property {SentMove | null} sent
 * @property {boolean} behind whether events were missed or not understood, so that only a snapshot can help
 */

/** @type {RoomState} */
export const NOTHING_KNOWN = { room: null, legal: null, sent: null, behind: false };

/**
 * @param {RoomState} state
 * @param {ServerMessage} message
 * @returns {RoomState}
 */
export function reduce(state, message) {
  switch (message.type) {
    case 'snapshot':
      return settle({ room: message, legal: state.legal, sent: state.sent, behind: false });
    case 'event':
      return onEvent(state, message);
    case 'legal_moves':
      return settle({ ...state, legal: message });
    case 'ok':
    case 'error':
      return message.id !== undefined && message.id === state.sent?.id ? { ...state, sent: null } : state;
    default:
      return state;
  }
}

/**
 * Notes a move that is on its way to the server.
 *
 * @param {RoomState} state
 * @param {SentMove} sent
 * @returns {RoomState}
 */
export function moveSent(state, sent) {
  return { ...state, sent };
}

/**
 * @param {RoomState} state
 * @param {RoomEvent} message
 * @returns {RoomState}
 */
function onEvent(state, message) {
  const { room } = state;
  if (room === null || state.behind || message.seq <= room.seq) return state;
  if (message.seq > room.seq + 1) return { ...state, behind: true };
  const changed = applyEvent(room, message);
  if (changed === null) return { ...state, behind: true };
  const { seq, time, to_move, passed_over } = message;
  return settle({ ...state, room: { ...changed, seq, time, to_move, passed_over } });
}

/**
 * @param {Snapshot} room
 * @param {RoomEvent} message
 * @returns {Snapshot | null} nothing if the event is of a kind that this page does not know
 */
function applyEvent(room, { event, seq, time }) {
  const { game } = room;
  switch (event.kind) {
    case 'opened':
      return room;
    case 'seated':
      return { ...room, seats: { ...room.seats, [event.seat]: { taken: true } } };
    case 'started': {
      const { kind, ...started } = event;
      const fresh = { moves: [], passed_over_at: [], last_move: null, result: null };
      return { ...room, game: { ...started, ...fresh, started: time, position: seq } };
    }
    case 'moved':
      return game && { ...room, game: applyMove(game, event, seq) };
    case 'ended': {
      const { kind, ...result } = event;
      return game && { ...room, game: { ...game, result } };
    }
    default:
      return null;
  }
}

/**
 * @param {GameState} game
 * @param {import('../protocol.js').Moved} event
 * @param {number} seq
 * @returns {GameState}
 */
function applyMove(game, { kind, ply, board, ...last_move }, seq) {
  const again = game.last_move?.side === last_move.side;
  return {
    ...game,
    board,
    last_move,
    position: seq,
    moves: [...game.moves, last_move.move],
    passed_over_at: again ? [...game.passed_over_at, ply] : game.passed_over_at,
  };
}

/**
 * Drops what belongs to a position that is no longer on the board.
 *
 * @param {RoomState} state
 * @returns {RoomState}
 */
function settle(state) {
  const game = state.room?.game;
  const position = game && !game.result ? game.position : null;
  const legal = state.legal?.position === position ? state.legal : null;
  const sent = state.sent?.position === position ? state.sent : null;
  return { ...state, legal, sent };
}
