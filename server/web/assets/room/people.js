/** Who sits at the board, and whether they are there. */
import { html } from '../html.js';
import { locale, t } from '../i18n/index.js';
import { levelAt } from './computer.js';
import { seatAt } from './dealings.js';

/** @import { Seat, SeatPresence, Side, Snapshot } from '../protocol.js' */

/**
 * @typedef {object} Person
 * @property {Seat} seat
 * @property {boolean} me
 * @property {boolean} taken whether anybody sits there
 * @property {string | null} name
 * @property {number | null} level at which the computer plays, if it is the computer
 * @property {SeatPresence} presence
 */

/**
 * @param {Snapshot} room
 * @param {Side} side
 * @returns {Person | null} nothing before the lot is drawn, and where one person holds both seats
 */
export function personAt(room, side) {
  const seat = seatAt(room, side);
  return seat === null || room.setup.table === 'one_device' ? null : personIn(room, seat);
}

/**
 * @param {Snapshot} room
 * @param {Seat} seat
 * @returns {Person}
 */
export function personIn(room, seat) {
  const { you, seats, names, presence } = room;
  const level = levelAt(room, seat);
  return { seat, me: seat === you, taken: seats[seat].taken, name: names[seat], level, presence: presence[seat] };
}

/**
 * @param {Snapshot} room
 * @param {Seat} seat
 * @returns {string} how to speak of whoever sits there
 */
export function calledAs(room, seat) {
  const { me, name, level } = personIn(room, seat);
  if (level !== null) return t('computer.inSentence');
  if (me) return t('player.you');
  if (name !== null) return name;
  return t(room.you !== null ? 'player.yourOpponent' : seat === 'host' ? 'player.host' : 'player.guest');
}

/**
 * Whether a player is there: a dot, and words once the player is gone.
 *
 * @param {{ person: Person, now: () => number }} props
 */
export function Presence({ person, now }) {
  const { here, since } = person.presence;
  const moment = since === null ? null : momentWords(since, now());
  const gone = moment === null ? t('presence.notYet') : t('presence.gone', { since: moment });
  const words = here ? t('presence.here') : gone;
  return html`
    <span class="presence" data-here=${String(here)} title=${words}>
      <span class="visually-hidden">${words}</span>
      ${!here && html`
        <span class="gone" aria-hidden="true">
          <span class="long">${words}</span>
          <span class="short">${moment}</span>
        </span>
      `}
    </span>
  `;
}

/**
 * A moment of today by its time, another by its day.
 *
 * @param {number} moment
 * @param {number} now
 */
export function momentWords(moment, now) {
  const date = new Date(moment);
  const today = new Date(now).toDateString() === date.toDateString();
  /** @type {Intl.DateTimeFormatOptions} */
  const options = today ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short' };
  return new Intl.DateTimeFormat(locale(), options).format(date);
}
