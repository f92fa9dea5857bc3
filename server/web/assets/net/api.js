/**
 * What is asked for over HTTP: the catalogue of games, a new room, open rooms,
 * statistics, and finished games.
 */
import { PROTOCOL } from '../protocol.js';
import { randomHex } from '../random.js';
import { forget, recall, remember } from '../storage.js';
import { keepToken, newToken } from '../tokens.js';
import { reconnectDelay } from './backoff.js';

/** @import { ArchivedGame, CatalogueEntry, GameStats, LobbyEntry, RoomGames, RoomSetup } from '../protocol.js' */

const TIMEOUT_MS = 10_000;
const ATTEMPTS = 6;
const REQUEST_ID_BYTES = 12;
/** Where a room that is being made is kept until its answer is here. */
const UNFINISHED = 'unfinished-room';

/** An answer that refuses, or (`unreachable`) no answer at all. */
export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {number} [retryAfter] seconds
   */
  constructor(code, message, retryAfter) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }

  /** Whether the very same request may do better soon. */
  get passing() {
    return ['unreachable', 'busy', 'store_unavailable', 'restarting', 'computer_busy'].includes(this.code);
  }
}

/** @type {Promise<{ games: CatalogueEntry[], computer: number[] }> | null} */
let catalogue = null;

function wholeCatalogue() {
  catalogue ??= persist(() => request('/api/catalogue'));
  catalogue.catch(() => {
    catalogue = null;
  });
  return catalogue;
}

/** @returns {Promise<CatalogueEntry[]>} the games there are; fetched once */
export async function fetchCatalogue() {
  return (await wholeCatalogue()).games;
}

/** @returns {Promise<number[]>} the levels at which the computer plays here, if it does; fetched with the catalogue */
export async function fetchComputerLevels() {
  return (await wholeCatalogue()).computer;
}

/**
 * @param {string | null} game all games if it is left open
 * @param {string} [which] a query that says whose games count; those between people if it is left out
 * @returns {Promise<GameStats[]>}
 */
export async function fetchStats(game, which = '') {
  if (game !== null) return [await persist(() => request(`/api/stats/${encodeURIComponent(game)}${which}`))];
  return (await persist(() => request(`/api/stats${which}`))).games;
}

/**
 * @param {string} id
 * @returns {Promise<ArchivedGame>}
 */
export function fetchGame(id) {
  return persist(() => request(`/api/games/${encodeURIComponent(id)}`));
}

/**
 * The rooms in which somebody waits for anyone. It is asked once: whoever shows the list asks again before long.
 *
 * @returns {Promise<LobbyEntry[]>}
 */
export async function fetchLobby() {
  return (await request('/api/rooms')).rooms;
}

/**
 * The finished games of a room, also of one that is closed.
 *
 * @param {string} room
 * @returns {Promise<RoomGames>}
 */
export function fetchRoomGames(room) {
  return persist(() => request(`/api/rooms/${encodeURIComponent(room)}/games`));
}

/**
 * Makes a room and keeps the token of the host's seat. Asked again for the same after a lost answer, even from a
 * reopened tab, it repeats the request it made, which leads to the same room.
 *
 * @param {RoomSetup} setup
 * @param {string | null} name what the host is called
 * @param {(error: ApiError) => void} [onDelay] told why it takes longer, each time it has to be tried again
 * @returns {Promise<string>} the room
 */
export async function createRoom(setup, name, onDelay) {
  const body = unfinished(setup) ?? {
    protocol: PROTOCOL,
    id: randomHex(REQUEST_ID_BYTES),
    token: newToken(),
    ...setup,
    ...(name !== null && { name }),
  };
  remember(UNFINISHED, JSON.stringify(body));
  try {
    const { room } = await persist(() => request('/api/rooms', body), onDelay);
    keepToken(room, body.token);
    forget(UNFINISHED);
    return room;
  } catch (error) {
    if (!(error instanceof ApiError && error.passing)) forget(UNFINISHED);
    throw error;
  }
}

/** @param {RoomSetup} setup */
function unfinished({ game, sides, clock, open, table, computer }) {
  const body = JSON.parse(recall(UNFINISHED) ?? 'null');
  const same =
    body?.protocol === PROTOCOL &&
    body.game === game &&
    body.sides === sides &&
    JSON.stringify(body.clock) === JSON.stringify(clock) &&
    body.open === open &&
    body.table === table &&
    body.computer === computer;
  return same ? body : null;
}

/**
 * @param {string} path
 * @param {object} [body] makes it a POST
 */
async function request(path, body) {
  const options = body && {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
  let answer;
  let content;
  try {
    answer = await fetch(path, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) });
    content = await answer.json();
  } catch {
    throw new ApiError('unreachable', 'no answer');
  }
  if (!answer.ok) throw new ApiError(content.code, content.message, content.retry_after);
  return content;
}

/**
 * Tries until it works, or is refused for a reason that will not pass, or has failed too often.
 *
 * @template T
 * @param {() => Promise<T>} attempt
 * @param {(error: ApiError) => void} [onDelay] told why, each time it has to be tried again
 * @returns {Promise<T>}
 */
async function persist(attempt, onDelay) {
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError) || !error.passing || failures + 1 >= ATTEMPTS) throw error;
      onDelay?.(error);
      const delay = Math.max((error.retryAfter ?? 0) * 1000, reconnectDelay(failures, Math.random));
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}
