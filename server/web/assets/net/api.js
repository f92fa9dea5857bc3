/**
 * What is asked for over HTTP: the catalogue of games, a new room, open rooms,
 * statistics, and finished games.
 */
import { PROTOCOL } from '../protocol.js';
import { randomHex } from '../random.js';
import { forget, recall, remember } from '../storage.js';
import { keepToken, newToken } from '../tokens.js';
import { reconnectDelay } from './backoff.js';

/** @import { AllStats, ArchivedGame, Catalogue, CatalogueEntry, CreateRoom, ErrorBody } from '../protocol.js' */
/** @import { DetailedStats, GamePage, GameStats, Lobby, LobbyEntry, ReadGame, RecordProblem } from '../protocol.js' */
/** @import { RoomCreated, RoomGames, RoomSetup } from '../protocol.js' */
/** @import { ApiDocument } from '../developers/document.js' */

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
   * @param {RecordProblem} [record] where a game's text is wrong
   */
  constructor(code, message, retryAfter, record) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
    this.record = record;
  }

  /** Whether the very same request may do better soon. */
  get passing() {
    return ['unreachable', 'busy', 'store_unavailable', 'restarting', 'computer_busy'].includes(this.code);
  }
}

/** @type {Promise<Catalogue> | null} */
let catalogue = null;

/** @returns {Promise<Catalogue>} */
function wholeCatalogue() {
  catalogue ??= persist(() => request('/api/catalogue')).then((answer) => /** @type {Catalogue} */ (answer));
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
 * @returns {Promise<(GameStats | DetailedStats)[]>} in full for a single game
 */
export async function fetchStats(game, which = '') {
  if (game === null) return /** @type {AllStats} */ (await persist(() => request(`/api/stats${which}`))).games;
  const one = await persist(() => request(`/api/stats/${encodeURIComponent(game)}${which}`));
  return [/** @type {DetailedStats} */ (one)];
}

/**
 * @param {string} id
 * @returns {Promise<ArchivedGame>}
 */
export async function fetchGame(id) {
  return /** @type {ArchivedGame} */ (await persist(() => request(`/api/games/${encodeURIComponent(id)}`)));
}

/**
 * A page of finished games, the latest first.
 *
 * @param {string} query which games
 * @param {string} [after] the `next` of the page before
 * @returns {Promise<GamePage>}
 */
export async function fetchGames(query, after) {
  const rest = after === undefined ? '' : `${query === '' ? '?' : '&'}after=${after}`;
  return /** @type {GamePage} */ (await persist(() => request(`/api/games${query}${rest}`)));
}

/**
 * Has a game read that somebody has as a text.
 *
 * @param {string} text
 * @returns {Promise<ReadGame>}
 */
export async function readGameText(text) {
  return /** @type {ReadGame} */ (await persist(() => request('/api/games/text', text)));
}

/**
 * The document that describes all that can be asked over HTTP, as OpenAPI has it.
 *
 * @returns {Promise<ApiDocument>}
 */
export async function fetchApiDocument() {
  return /** @type {ApiDocument} */ (await persist(() => request('/api/openapi.json')));
}

/**
 * The rooms in which somebody waits for anyone. It is asked once: whoever shows the list asks again before long.
 *
 * @returns {Promise<LobbyEntry[]>}
 */
export async function fetchLobby() {
  return /** @type {Lobby} */ (await request('/api/rooms')).rooms;
}

/**
 * The finished games of a room, also of one that is closed.
 *
 * @param {string} room
 * @returns {Promise<RoomGames>}
 */
export async function fetchRoomGames(room) {
  return /** @type {RoomGames} */ (await persist(() => request(`/api/rooms/${encodeURIComponent(room)}/games`)));
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
  /** @type {CreateRoom} */
  const body = unfinished(setup) ?? {
    protocol: PROTOCOL,
    id: randomHex(REQUEST_ID_BYTES),
    token: newToken(),
    ...setup,
    ...(name !== null && { name }),
  };
  remember(UNFINISHED, JSON.stringify(body));
  try {
    const { room } = /** @type {RoomCreated} */ (await persist(() => request('/api/rooms', body), onDelay));
    keepToken(room, body.token);
    forget(UNFINISHED);
    return room;
  } catch (error) {
    if (!(error instanceof ApiError && error.passing)) forget(UNFINISHED);
    throw error;
  }
}

/**
 * @param {RoomSetup} setup
 * @returns {CreateRoom | null}
 */
function unfinished({ game, sides, clock, open, table, computer }) {
  /** @type {CreateRoom | null} */
  const body = JSON.parse(recall(UNFINISHED) ?? 'null');
  const same =
    body !== null &&
    body.protocol === PROTOCOL &&
    body.game === game &&
    body.sides === sides &&
    JSON.stringify(body.clock) === JSON.stringify(clock) &&
    body.open === open &&
    body.table === table &&
    (body.computer ?? null) === computer;
  return same ? body : null;
}

/**
 * @param {string} path
 * @param {CreateRoom | string} [body] makes it a POST, of JSON or of a text
 * @returns {Promise<unknown>} the body of the answer
 */
async function request(path, body) {
  const text = typeof body === 'string';
  const options = body !== undefined && {
    method: 'POST',
    headers: { 'Content-Type': text ? 'text/plain' : 'application/json' },
    body: text ? body : JSON.stringify(body),
  };
  let answer;
  let content;
  try {
    answer = await fetch(path, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) });
    content = await answer.json();
  } catch {
    throw new ApiError('unreachable', 'no answer');
  }
  if (answer.ok) return content;
  // What stands between a browser and the server, such as a gateway, may refuse in words of its own.
  if (!isErrorBody(content)) throw new ApiError('unreachable', `status ${answer.status}`);
  throw new ApiError(content.code, content.message, content.retry_after, content.record);
}

/**
 * @param {unknown} content
 * @returns {content is ErrorBody}
 */
function isErrorBody(content) {
  return typeof content === 'object' && content !== null && 'code' in content && typeof content.code === 'string';
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
