/** Whose games are counted: those between people, or those against the computer, at all levels or at one. */
import { isLevel, LEVELS } from '../home/level-choice.js';
import { html } from '../html.js';
import { t } from '../i18n/index.js';

/** @typedef {'people' | 'computer' | number} Opponent a number is one level of the computer */

/**
 * @param {string} search the part of an address that begins with a question mark
 * @returns {Opponent}
 */
export function opponentIn(search) {
  const query = new URLSearchParams(search);
  if (query.get('opponent') !== 'computer') return 'people';
  const level = Number(query.get('level'));
  return isLevel(level) ? level : 'computer';
}

/**
 * @param {Opponent} opponent
 * @returns {string} what an address goes on with, of the page as of the server's statistics
 */
export function queryFor(opponent) {
  if (opponent === 'people') return '';
  return opponent === 'computer' ? '?opponent=computer' : `?opponent=computer&level=${opponent}`;
}

/** @param {{ opponent: Opponent }} props */
export function Opponents({ opponent }) {
  /** @type {(to: Opponent, current: boolean, name: string) => any} */
  const link = (to, current, name) => html`
    <a key=${to} href=${location.pathname + queryFor(to)} aria-current=${current ? 'true' : null}>${name}</a>
  `;
  const people = opponent === 'people';
  return html`
    <nav class="siblings opponents" aria-label=${t('stats.opponents')}>
      ${link('people', people, t('stats.people'))} ${link('computer', !people, t('stats.computer'))}
    </nav>
    ${!people && html`
      <nav class="siblings opponents" aria-label=${t('stats.levels')}>
        ${link('computer', opponent === 'computer', t('stats.allLevels'))}
        ${LEVELS.map(({ level }) => link(level, opponent === level, t('stats.level', { level })))}
      </nav>
    `}
  `;
}
