/**
 * What this page knows of a room, as a pure fold of what the server says: `reduce(state, message)` gives the next
 * state and touches nothing else.
 */

/** @import { ChatLine, Ended, FinishedGame, GameState, LegalMoves, OfferKind, RoomEvent } from '../protocol.js' */
/** @import { Seat, ServerMessage, Snapshot } from '../protocol.js' */

/**
 * A move that was sent and not yet answered. It is shown as if it were played.
 * @typedef {{ id: string, position: number, move: string }} SentMove
 */

/**
 * The last thing that happened around the game rather than on the board, so that people are told of it.
 * @typedef {{ seq: number, kind: 'declined' | 'withdrawn' | 'taken_back' | 'claim_cancelled', seat: Seat | null,
 *   what: OfferKind | null }} News
 */

/**
 * @typedef {object} RoomState
 * @property {Snapshot | null} room the room as it stands; nothing before the first snapshot
 * @property {LegalMoves | null} legal the legal moves in the position on the board, if the server told us
 * @property {SentMove | null} sent
 * @property {News | null} news until the next thing happens
 * @property {boolean} behind whether events were missed or not understood, so that only a snapshot can help
 */

/** @type {RoomState} */
export const NOTHING_KNOWN = { room: null, legal: null, sent: null, news: null, behind: false };

/** So many of a room's finished games are kept; the score counts all of them. */
const GAMES_LISTED = 100;
/** So many lines of each channel a snapshot tells, if so many were said. */
const LINES_TOLD = 50;
/** So many lines of talk are kept. */
const LINES_KEPT = 300;

/**
 * @param {RoomState} state
 * @param {ServerMessage} message
 * @returns {RoomState}
 */
export function reduce(state, message) {
  switch (message.type) {
    case 'snapshot':
      return settle({
        room: { ...message, chat: message.chat && joinTalk(remembered(state.room?.chat ?? [], message), message.chat) },
        legal: state.legal,
        sent: state.sent,
        news: state.room?.seq === message.seq ? state.news : null,
        behind: false,
      });
    case 'event':
      return onEvent(state, message);
    case 'legal_moves':
      return settle({ ...state, legal: message });
    case 'presence': {
      const { type, ...presence } = message;
      return state.room ? { ...state, room: { ...state.room, presence } } : state;
    }
    case 'names': {
      const { type, ...names } = message;
      return state.room ? { ...state, room: { ...state.room, names } } : state;
    }
    case 'chat': {
      const { type, ...line } = message;
      if (!state.room) return state;
      return { ...state, room: { ...state.room, chat: joinTalk(state.room.chat ?? [], [line]) } };
    }
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
  const { seq, time, to_move, passed_over, offer, claim, clocks } = message;
  const news = newsOf(room, message);
  return settle({ ...state, news, room: { ...changed, seq, time, to_move, passed_over, offer, claim, clocks } });
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
    case 'arrived':
    case 'offered':
    case 'declined':
    case 'withdrawn':
    case 'claimed':
    case 'claim_cancelled':
      // All there is to them stands in the envelope.
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
    case 'taken_back':
      return game && { ...room, game: takeBack(game, event, seq) };
    case 'ended': {
      if (game === null) return null;
      const { kind, ...result } = event;
      const games = [...room.series.games, finished(game, result, time)].slice(-GAMES_LISTED);
      return { ...room, game: { ...game, result }, series: { score: result.series, games } };
    }
    case 'closed':
      return { ...room, closed: true };
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
 * @param {GameState} game
 * @param {import('../protocol.js').TakenBack} event
 * @param {number} seq
 * @returns {GameState}
 */
function takeBack(game, { ply, board, last_move }, seq) {
  return {
    ...game,
    board,
    last_move,
    position: seq,
    moves: game.moves.slice(0, ply),
    passed_over_at: game.passed_over_at.filter((at) => at <= ply),
  };
}

/**
 * @param {GameState} game
 * @param {Ended} result
 * @param {number} ended
 * @returns {FinishedGame}
 */
function finished({ game, sides }, { number, id, outcome, reason }, ended) {
  return { number, id, game, sides, outcome, reason, ended };
}

/**
 * @param {Snapshot} room the room before the event
 * @param {RoomEvent} message
 * @returns {News | null}
 */
function newsOf({ offer }, { event, seq }) {
  switch (event.kind) {
    case 'declined':
    case 'withdrawn':
      return { seq, kind: event.kind, seat: event.seat, what: offer?.seq === event.offer ? offer.what : null };
    case 'taken_back':
      return { seq, kind: 'taken_back', seat: event.seat, what: 'take_back' };
    case 'claim_cancelled':
      return { seq, kind: 'claim_cancelled', seat: null, what: null };
    default:
      return null;
  }
}

/**
 * The lines that were heard and may still be shown. What a snapshot should tell and does not, whoever runs the server has
 * deleted; it tells no more than the last lines of a channel, and none of one that may not be heard at the moment.
 *
 * @param {ChatLine[]} heard
 * @param {Snapshot} snapshot
 * @returns {ChatLine[]}
 */
function remembered(heard, { chat, you, game }) {
  const playing = you !== null && game !== null && !game.result;
  return heard.filter(({ channel, n }) => {
    if (channel === 'watchers' ? playing : you === null) return true;
    const told = (chat ?? []).filter((line) => line.channel === channel);
    return told.length >= LINES_TOLD && told.every((line) => n < line.n);
  });
}

/**
 * Lines that were heard and lines that a snapshot tells, each once. Lines of a channel that may not be heard at the
 * moment stay, as they were heard.
 *
 * @param {ChatLine[]} heard
 * @param {ChatLine[]} told
 * @returns {ChatLine[]} in the order in which they were said
 */
function joinTalk(heard, told) {
  // Each channel counts its own lines.
  const lines = new Map([...heard, ...told].map((line) => [`${line.channel} ${line.n}`, line]));
  return [...lines.values()].sort((a, b) => a.time - b.time || a.n - b.n).slice(-LINES_KEPT);
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
