/** Which games are counted or listed, as the address says it. Nothing here is drawn. */
import { isLevel } from '../home/level-choice.js';

/** The first day that the server knows. */
export const FIRST_DAY = '1970-01-01';

/** @typedef {'people' | 'computer' | number} Opponent a number is one level of the computer */

/**
 * @typedef {object} StatsFilter
 * @property {Opponent} opponent
 * @property {boolean | null} clocked with clocks, without, or both
 * @property {string | null} from the first day, such as 2026-11-30
 * @property {string | null} to the last day
 */

/**
 * @param {string} search the part of an address that begins with a question mark
 * @returns {StatsFilter}
 */
export function filterIn(search) {
  const query = new URLSearchParams(search);
  return { opponent: opponentOf(query) ?? 'people', clocked: clockedOf(query), from: dayOf(query, 'from'), to: dayOf(query, 'to') };
}

/**
 * @param {StatsFilter} filter
 * @returns {string} what an address goes on with, of the page as of the server's statistics
 */
export function queryOf({ opponent, clocked, from, to }) {
  const query = new URLSearchParams();
  if (opponent !== 'people') query.set('opponent', 'computer');
  if (typeof opponent === 'number') query.set('level', String(opponent));
  if (clocked !== null) query.set('clocked', String(clocked));
  if (from !== null) query.set('from', from);
  if (to !== null) query.set('to', to);
  return query.size === 0 ? '' : `?${query}`;
}

/**
 * @param {URLSearchParams} query
 * @returns {Opponent | null}
 */
export function opponentOf(query) {
  if (query.get('opponent') === 'people') return 'people';
  if (query.get('opponent') !== 'computer') return null;
  const level = Number(query.get('level'));
  return isLevel(level) ? level : 'computer';
}

/** @param {URLSearchParams} query */
export function clockedOf(query) {
  const clocked = query.get('clocked');
  return clocked === 'true' ? true : clocked === 'false' ? false : null;
}

/**
 * @param {URLSearchParams} query
 * @param {string} name
 */
export function dayOf(query, name) {
  const day = query.get(name) ?? '';
  return /^\d{4}-\d\d-\d\d$/.test(day) && Date.parse(day) >= Date.parse(FIRST_DAY) ? day : null;
}
