/** Which finished games are looked for, as the address says it. Nothing here is drawn. */
import { clockedOf, dayOf, opponentOf } from '../stats/filter.js';

/** @import { Opponent, StatsFilter } from '../stats/filter.js' */

/**
 * @typedef {object} GameSearch
 * @property {string | null} game
 * @property {string | null} outcome
 * @property {string | null} reason
 * @property {Opponent | null} opponent
 * @property {boolean | null} clocked
 * @property {number | null} minPlies
 * @property {number | null} maxPlies
 * @property {string | null} from
 * @property {string | null} to
 * @property {string | null} moves
 */

/**
 * @param {string} search the part of an address that begins with a question mark
 * @returns {GameSearch}
 */
export function searchIn(search) {
  const query = new URLSearchParams(search);
  const number = (/** @type {string} */ name) => (/^\d{1,5}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : null);
  return {
    game: query.get('game') || null,
    outcome: query.get('outcome') || null,
    reason: query.get('reason') || null,
    opponent: opponentOf(query),
    clocked: clockedOf(query),
    minPlies: number('min_plies'),
    maxPlies: number('max_plies'),
    from: dayOf(query, 'from'),
    to: dayOf(query, 'to'),
    moves: query.get('moves')?.split(/[\s,]+/).filter(Boolean).join(',') || null,
  };
}

/**
 * @param {GameSearch} search
 * @returns {string} what an address goes on with, of the page as of the server's archive
 */
export function queryOfSearch(search) {
  const query = new URLSearchParams();
  const set = (/** @type {string} */ name, /** @type {string | number | boolean | null} */ value) =>
    value !== null && query.set(name, String(value));
  set('game', search.game);
  set('outcome', search.outcome);
  set('reason', search.reason);
  if (search.opponent !== null) set('opponent', search.opponent === 'people' ? 'people' : 'computer');
  if (typeof search.opponent === 'number') set('level', search.opponent);
  set('clocked', search.clocked);
  set('min_plies', search.minPlies);
  set('max_plies', search.maxPlies);
  set('from', search.from);
  set('to', search.to);
  set('moves', search.moves);
  return query.size === 0 ? '' : `?${query}`;
}

/**
 * @param {string} game
 * @param {StatsFilter} filter
 * @param {{ reason?: string, moves?: string }} [which] of these, those that ended so or began so
 * @returns {string} where the games are listed that the statistics count
 */
export function gamesCounted(game, filter, { reason, moves } = {}) {
  const search = { ...searchIn(''), ...filter, game, reason: reason ?? null, moves: moves ?? null };
  return `/games${queryOfSearch(search)}`;
}
