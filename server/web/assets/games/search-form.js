/** The form with which finished games are looked for. */
import { LEVELS } from '../home/level-choice.js';
import { html } from '../html.js';
import { keyFor, localized, t } from '../i18n/index.js';
import { go } from '../router.js';
import { FIRST_DAY } from '../stats/filter.js';
import { queryOfSearch, searchIn } from './search.js';

/** @import { CatalogueEntry, Reason } from '../protocol.js' */
/** @import { GameSearch } from './search.js' */

/** @type {Reason[]} */
const REASONS = [
  'camp_filled', 'camp_not_evacuated', 'repetition', 'all_home', 'no_moves', 'man_in_the_moon', 'no_capture',
  'resignation', 'agreement', 'time', 'left', 'aborted', 'abandoned',
];

/** @param {SubmitEvent} event */
function onSubmit(event) {
  event.preventDefault();
  const fields = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
  const query = new URLSearchParams();
  for (const [name, value] of fields) if (typeof value === 'string' && value !== '') query.set(name, value);
  // The opponent and the level are one choice for people, and two words for the server.
  const level = /^level(\d)$/.exec(query.get('opponent') ?? '')?.[1];
  if (level !== undefined) {
    query.set('opponent', 'computer');
    query.set('level', level);
  }
  go(`/games${queryOfSearch(searchIn(`?${query}`))}`);
}

/** @param {{ games: CatalogueEntry[], search: GameSearch }} props */
export function SearchForm({ games, search }) {
  const entry = games.find(({ id }) => id === search.game);
  const opponent = typeof search.opponent === 'number' ? `level${search.opponent}` : (search.opponent ?? '');
  /** @type {(name: string, label: string, chosen: string, options: [string, string][]) => any} */
  const choice = (name, label, chosen, options) => html`
    <label>
      <span>${label}</span>
      <select name=${name}>
        ${options.map(([value, text]) => html`<option key=${value} value=${value} selected=${value === chosen}>${text}</option>`)}
      </select>
    </label>
  `;
  const number = (/** @type {string} */ name, /** @type {string} */ label, /** @type {number | null} */ value) => html`
    <label><span>${label}</span><input type="number" name=${name} min="0" max="9999" value=${value ?? ''} /></label>
  `;
  const day = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string | null} */ value) => html`
    <label><span>${label}</span><input type="date" name=${name} min=${FIRST_DAY} value=${value ?? ''} /></label>
  `;
  return html`
    <form class="narrow-down" aria-label=${t('games.filter')} onSubmit=${onSubmit}>
      ${choice('game', t('games.game'), search.game ?? '', [
        ['', t('games.anyGame')],
        ...games.map(({ id, name }) => /** @type {[string, string]} */ ([id, localized(name)])),
      ])}
      ${choice('outcome', t('games.outcome'), search.outcome ?? '', [
        ['', t('games.any')],
        ['first', entry ? localized(entry.colours.first) : t('games.firstSide')],
        ['second', entry ? localized(entry.colours.second) : t('games.secondSide')],
        ['draw', t('games.draw')],
        ['none', t('games.noResult')],
      ])}
      ${choice('reason', t('games.ending'), search.reason ?? '', [
        ['', t('games.any')],
        ...REASONS.map((reason) => /** @type {[string, string]} */ ([reason, t(keyFor('ending', reason))])),
      ])}
      ${choice('opponent', t('games.opponent'), opponent, [
        ['', t('games.anybody')],
        ['people', t('stats.people')],
        ['computer', t('stats.computer')],
        ...LEVELS.map(({ level }) => /** @type {[string, string]} */ ([`level${level}`, t('computer.called', { level })])),
      ])}
      ${choice('clocked', t('stats.clocks'), search.clocked === null ? '' : String(search.clocked), [
        ['', t('stats.clocksAny')],
        ['true', t('stats.clocksWith')],
        ['false', t('stats.clocksWithout')],
      ])}
      ${number('min_plies', t('games.minPlies'), search.minPlies)} ${number('max_plies', t('games.maxPlies'), search.maxPlies)}
      ${day('from', t('stats.from'), search.from)} ${day('to', t('stats.to'), search.to)}
      <label class="wide">
        <span>${t('games.moves')}</span>
        <input type="text" name="moves" maxlength="60" autocapitalize="off" spellcheck=${false}
          placeholder=${t('games.movesHint')} value=${search.moves?.replaceAll(',', ' ') ?? ''} />
      </label>
      <button class="primary" type="submit">${t('games.search')}</button>
    </form>
  `;
}
