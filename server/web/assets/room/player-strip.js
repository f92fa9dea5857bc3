/** One side of the table: who sits there, whether it is their turn, and what matters about their men. */
import { Man } from '../board/man.js';
import { html } from '../html.js';
import { localized, t } from '../i18n/index.js';
import { ClockFace } from './clock-face.js';
import { computerCalled } from './computer.js';
import { personAt, Presence } from './people.js';
import { movesToEvacuate, standingOf } from './view.js';

/** @import { BoardState, CatalogueEntry, Side, Snapshot } from '../protocol.js' */
/** @import { Drawn } from '../html.js' */
/** @import { Person } from './people.js' */
/** @import { RoomView, Standing } from './view.js' */

/**
 * @typedef {object} PlayerStripProps
 * @property {RoomView} view
 * @property {Snapshot} room
 * @property {CatalogueEntry} entry
 * @property {BoardState} board
 * @property {Side} side
 * @property {Drawn} tray the men that the side has lost
 * @property {() => number} now the server's time
 */

/** @param {PlayerStripProps} props */
export function PlayerStrip({ view, room, entry, board, side, tray, now }) {
  const toMove = view.toMove === side;
  const person = personAt(room, side);
  const called = person && who(person, view);
  const { clocks } = room;
  const { clock } = room.setup;
  const evacuate = view.phase === 'running' ? movesToEvacuate(entry, board, side) : null;
  return html`
    <div class=${toMove ? 'player to-move' : 'player'} data-side=${side}>
      <svg class="emblem" viewBox="-.5 -.5 1 1" aria-hidden="true"><${Man} entry=${entry} side=${side} /></svg>
      <span class="colour">${localized(entry.colours[side])}</span>
      ${person && html`
        <span class="who">
          ${called && html`<bdi class=${person.level === null ? null : 'whole'}>${called}</bdi>`}
          ${hasPresence(person) && html`<${Presence} person=${person} now=${now} />`}
        </span>
      `}
      ${tray}
      ${view.phase !== 'waiting' && html`<${StandingFact} standing=${standingOf(entry, board, side)} />`}
      ${evacuate !== null && html`
        <${Fact} long=${t('player.evacuate', { count: evacuate })} short=${t('player.evacuateShort', { count: evacuate })} />
      `}
      ${toMove && view.thinking && html`<span class="turn thinking">${t('computer.thinking')}<${Dots} /></span>`}
      ${toMove && !view.thinking && html`
        <span class=${clocks ? 'turn visually-hidden' : 'turn'}>${t('player.toMove')}</span>
      `}
      ${clocks && clock && html`
        <${ClockFace} clocks=${clocks} control=${clock} side=${side} colour=${localized(entry.colours[side])} now=${now} />
      `}
    </div>
  `;
}

/**
 * @param {Person} person
 * @param {RoomView} view
 * @returns {string | null} nothing where there is nothing to say, as to one who watches people without names
 */
function who({ me, name, taken, level }, { seated, phase }) {
  if (level !== null) return computerCalled(level);
  if (!taken) return phase === 'waiting' ? t('player.nobody') : null;
  if (me) return name === null ? t('player.you') : t('player.youNamed', { name });
  return name ?? (seated ? t('player.opponent') : null);
}

/**
 * Whether there is something to say about this person's being there. The computer is, as a rule.
 *
 * @param {Person} person
 */
function hasPresence({ taken, me, level, presence }) {
  return taken && !me && !(level !== null && presence.here);
}

/** That something goes on. */
function Dots() {
  return html`<span class="dots" aria-hidden="true"><i>.</i><i>.</i><i>.</i></span>`;
}

/** @param {{ standing: Standing | null }} props */
function StandingFact({ standing }) {
  if (standing === null) return null;
  const { count } = standing;
  if (standing.kind === 'points') {
    return html`<${Fact} long=${t('player.points', { count })} short=${t('player.pointsShort', { count })} />`;
  }
  const { men } = standing;
  return html`
    <${Fact} long=${t('player.home', { count, men })} short=${html`<${Flag} />${t('player.homeShort', { count, men })}`} />
  `;
}

/** What stands for the place where one wants to get. */
function Flag() {
  return html`<svg class="flag" viewBox="0 0 10 12"><path d="M1.2,12V.8H9L7,3.4L9,6H1.2" /></svg>`;
}

/**
 * What matters about a side's men; in short where there is little room, though never for those who hear it.
 *
 * @param {{ long: string, short: Drawn }} props
 */
function Fact({ long, short }) {
  return html`
    <span class="fact" title=${long}>
      <span class="long" aria-hidden="true">${long}</span>
      <span class="short" aria-hidden="true">${short}</span>
      <span class="visually-hidden">${long}</span>
    </span>
  `;
}
