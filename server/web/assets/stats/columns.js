/** Games per day as columns of a picture: days, weeks or months, so that there are not too many. Nothing here is drawn. */

/** @import { DayStats } from '../protocol.js' */

/** The most columns that can still be told apart. */
const MOST = 62;

const DAY_MS = 86_400_000;

/** @typedef {{ from: string, to: string, games: number }} Column from its first day to its last */

/**
 * @param {DayStats[]} days those on which games ended, in order
 * @returns {{ unit: 'day' | 'week' | 'month', columns: Column[] }} all spans from the first to the last, also empty ones
 */
export function columnsOf(days) {
  const [first, last] = [days[0], days[days.length - 1]];
  if (first === undefined || last === undefined) return { unit: 'day', columns: [] };
  const span = (dateOf(last.day) - dateOf(first.day)) / DAY_MS + 1;
  const unit = span <= MOST ? 'day' : span <= MOST * 7 ? 'week' : 'month';
  /** @type {Column[]} */
  const columns = [];
  for (let from = beginOf(dateOf(first.day), unit); from <= dateOf(last.day); from = nextOf(from, unit)) {
    columns.push({ from: nameOf(from), to: nameOf(nextOf(from, unit) - DAY_MS), games: 0 });
  }
  let place = 0;
  for (const { day, games } of days) {
    while (day > (columns[place]?.to ?? day)) place += 1;
    const column = columns[place];
    if (column !== undefined) column.games += games;
  }
  return { unit, columns };
}

/** @param {string} day */
function dateOf(day) {
  return Date.parse(day);
}

/** @param {number} date */
function nameOf(date) {
  return new Date(date).toISOString().slice(0, 10);
}

/**
 * @param {number} date
 * @param {'day' | 'week' | 'month'} unit
 */
function beginOf(date, unit) {
  if (unit === 'month') return new Date(date).setUTCDate(1);
  // Weeks begin on Mondays.
  return unit === 'week' ? date - ((new Date(date).getUTCDay() + 6) % 7) * DAY_MS : date;
}

/**
 * @param {number} from
 * @param {'day' | 'week' | 'month'} unit
 */
function nextOf(from, unit) {
  if (unit === 'day') return from + DAY_MS;
  if (unit === 'week') return from + 7 * DAY_MS;
  return new Date(from).setUTCMonth(new Date(from).getUTCMonth() + 1);
}
