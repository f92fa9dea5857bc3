/** What several figures are shown with: shares as lengths, and durations in words. */
import { html } from '../html.js';
import { currentLanguage, localized, share, t } from '../i18n/index.js';

/** @import { CatalogueEntry } from '../protocol.js' */

/**
 * @param {number} number
 * @returns {string} as the language writes it
 */
export function count(number) {
  return new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 2 }).format(number);
}

/**
 * A share of a whole, cut to two decimals as the server cuts them.
 *
 * @param {number} part
 * @param {number} whole
 */
export function percentOf(part, whole) {
  return whole === 0 ? 0 : Math.floor((part * 10_000) / whole) / 100;
}

/**
 * The results of some games as lengths, first, draws, second, so that the two sides pull at the middle.
 *
 * @param {{ entry: CatalogueEntry, games: number, first: number, second: number, draws: number }} props
 */
export function ResultBar({ entry, games, first, second, draws }) {
  const [firstShare, drawShare, secondShare] = [first, draws, second].map((part) => percentOf(part, games));
  const [left = 0, middle = 0] = [firstShare, drawShare];
  const label = t('stats.picture', {
    first: localized(entry.colours.first),
    firstShare: share(left),
    drawShare: share(middle),
    second: localized(entry.colours.second),
    secondShare: share(secondShare ?? 0),
  });
  return html`
    <svg class="bar" role="img" aria-label=${label} viewBox="0 0 100 9" preserveAspectRatio="none">
      <g data-side="first" data-colour=${entry.colours.first.en}><rect class="part" width=${left} height="9" /></g>
      <rect class="part draws" x=${left} width=${middle} height="9" />
      <g data-side="second" data-colour=${entry.colours.second.en}>
        <rect class="part" x=${left + middle} width=${Math.max(0, 100 - left - middle)} height="9" />
      </g>
      <path class="half" d="M50,0v9" />
    </svg>
  `;
}

/**
 * @param {number} milliseconds
 * @returns {string} the two largest units
 */
export function duration(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  const [minutes, hours, days] = [Math.floor(seconds / 60), Math.floor(seconds / 3600), Math.floor(seconds / 86_400)];
  if (days > 0) return t('stats.daysHours', { days, hours: hours % 24 });
  if (hours > 0) return t('stats.hoursMinutes', { hours, minutes: minutes % 60 });
  return t('stats.minutesSeconds', { minutes, seconds: seconds % 60 });
}

/**
 * @param {string} day such as 2026-11-30
 * @returns {string} as the language writes it
 */
export function dayWords(day) {
  const format = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(Date.parse(day));
}
