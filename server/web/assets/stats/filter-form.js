/** Choosing which games are counted: whose, with clocks or not, and from when to when. */
import { LEVELS } from '../home/level-choice.js';
import { html } from '../html.js';
import { t } from '../i18n/index.js';
import { go } from '../router.js';
import { FIRST_DAY, queryOf } from './filter.js';

/** @import { EventOn } from '../html.js' */
/** @import { Opponent, StatsFilter } from './filter.js' */

/** @param {{ filter: StatsFilter }} props */
export function FilterForm({ filter }) {
  const { opponent } = filter;
  const people = opponent === 'people';
  /** @type {(to: Opponent, current: boolean, name: string) => any} */
  const link = (to, current, name) => html`
    <a key=${to} href=${location.pathname + queryOf({ ...filter, opponent: to })} aria-current=${current ? 'true' : null}>
      ${name}
    </a>
  `;
  /** @param {Partial<StatsFilter>} change */
  const choose = (change) => go(location.pathname + queryOf({ ...filter, ...change }));
  const day = (/** @type {'from' | 'to'} */ which) => html`
    <label>
      <span>${t(which === 'from' ? 'stats.from' : 'stats.to')}</span>
      <input
        type="date"
        name=${which}
        value=${filter[which] ?? ''}
        min=${(which === 'to' && filter.from) || FIRST_DAY}
        max=${which === 'from' ? filter.to : null}
        onChange=${(/** @type {EventOn} */ { currentTarget }) => currentTarget.validity.valid && choose({ [which]: currentTarget.value || null })}
      />
    </label>
  `;
  return html`
    <nav class="siblings opponents" aria-label=${t('stats.opponents')}>
      ${link('people', people, t('stats.people'))} ${link('computer', !people, t('stats.computer'))}
    </nav>
    ${!people &&
    html`
      <nav class="siblings opponents" aria-label=${t('stats.levels')}>
        ${link('computer', opponent === 'computer', t('stats.allLevels'))}
        ${LEVELS.map(({ level }) => link(level, opponent === level, t('stats.level', { level })))}
      </nav>
    `}
    <form class="narrow-down" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <label>
        <span>${t('stats.clocks')}</span>
        <select
          name="clocked"
          value=${String(filter.clocked)}
          onChange=${(/** @type {EventOn<HTMLSelectElement>} */ { currentTarget: { value } }) =>
            choose({ clocked: value === 'null' ? null : value === 'true' })}
        >
          <option value="null">${t('stats.clocksAny')}</option>
          <option value="true">${t('stats.clocksWith')}</option>
          <option value="false">${t('stats.clocksWithout')}</option>
        </select>
      </label>
      ${day('from')} ${day('to')}
      ${queryOf({ ...filter, opponent: 'people' }) !== '' &&
      html`<a class="button quiet" href=${location.pathname + queryOf({ opponent, clocked: null, from: null, to: null })}>${t('stats.allTime')}</a>`}
    </form>
  `;
}
