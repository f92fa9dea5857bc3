/** What stands beside the board: how the game stands, what one may do, and the talk. */
import { html } from '../html.js';
import { keyFor, localized, t } from '../i18n/index.js';
import { settleBrought, wasBrought } from '../seat-link.js';
import { ConnectionLine } from './connection-line.js';
import { dealingsOf } from './dealings.js';
import { DealingsPanel } from './dealings-panel.js';
import { Invitation, JoinOffer } from './invitation.js';
import { NameForm } from './name-form.js';
import { newsWords } from './news.js';
import { NotificationSwitch } from './notification-switch.js';
import { OtherDevice } from './other-device.js';
import { OtherLevels } from './other-levels.js';
import { Rematch } from './rematch.js';
import { Result } from './result.js';
import { Series } from './series.js';
import { Aim, Status } from './status.js';
import { Talk } from './talk.js';

/** @import { CatalogueEntry, Snapshot } from '../protocol.js' */
/** @import { Drawn } from '../html.js' */
/** @import { RoomSession } from './session.js' */
/** @import { RoomView } from './view.js' */

/**
 * @typedef {object} PanelProps
 * @property {Snapshot} room
 * @property {RoomView} view
 * @property {CatalogueEntry} entry
 * @property {CatalogueEntry[]} catalogue
 * @property {RoomSession} session
 * @property {Drawn} lookingBack what is said while an earlier position is on the board
 * @property {Drawn} record the moves of the game
 */

/** @param {PanelProps} props */
export function Panel({ room, view, entry, catalogue, session, lookingBack, record }) {
  const dealings = dealingsOf(room);
  const { news } = session.state;
  // Before a person has joined, the invitation tells of it.
  const clock = view.phase === 'over' || (view.seatFree && !view.seated) ? null : room.setup.clock;
  const told = news && newsWords(news, room);
  const offers = html`
    <${DealingsPanel} dealings=${dealings} room=${room} view=${view} catalogue=${catalogue} session=${session} />
  `;
  // What there is to do after a game stands where it is said how that ended.
  const next = view.seated && !room.closed && html`
    ${offers}
    ${dealings.mayRematch && html`
      <${Rematch}
        key=${room.game?.number}
        catalogue=${catalogue}
        game=${entry.id}
        side=${view.mySide}
        atOnce=${dealings.atOnce}
        agrees=${dealings.agrees}
        session=${session}
      />
    `}
    ${view.level !== null && html`<${OtherLevels} room=${room} level=${view.level} />`}
  `;
  return html`
    <aside class="panel">
      <h1>${localized(entry.name)}</h1>
      ${room.closed && html`<p class="notice">${t('error.room_closed')}</p>`}
      <${Status} view=${view} entry=${entry} clock=${clock} />
      ${view.level !== null && view.phase === 'running' && !room.presence.guest.here && html`
        <p class="details">${t('computer.off')}</p>
      `}
      ${view.seated && waitsForBoth(room, view) && html`<p class="details">${t('clock.notYet')}</p>`}
      <${Refusal} session=${session} />
      <${BroughtSeat} room=${room.room} session=${session} />
      ${lookingBack}
      ${view.result && html`
        <${Result} result=${view.result} entry=${entry} mySide=${view.mySide} next=${next} />
      `}
      ${told && html`<p class="news">${told}</p>`}
      <${Seats} room=${room} view=${view} entry=${entry} session=${session} />
      <${Aim} view=${view} entry=${entry} />
      ${room.presence.watchers > 0 && html`
        <p class="details">
          <span class="watchers">${t('presence.watchers', { count: room.presence.watchers })}</span>
        </p>
      `}
      ${!view.result && offers}
      <${Series} room=${room} catalogue=${catalogue} />
      <${Talk} room=${room} session=${session} />
      ${record}
      <div class="actions room-foot">
        <a class="quiet" href="/rules/${entry.id}" target="_blank">${t('rules.of', { game: localized(entry.name) })}</a>
        ${!room.closed && !view.oneDevice && html`<${NameForm} onName=${(/** @type {string | null} */ name) => session.call(name)} />`}
        ${mayHaveToWait(room, view) && html`<${NotificationSwitch} />`}
        ${view.seated && !room.closed && html`<${OtherDevice} room=${room.room} />`}
      </div>
      <${ConnectionLine} status=${session.status} lag=${session.lag} />
    </aside>
  `;
}

/**
 * @param {Snapshot} room
 * @param {RoomView} view
 */
function waitsForBoth({ clocks }, { phase, oneDevice }) {
  return clocks !== null && clocks.running === null && phase === 'running' && !oneDevice;
}

/**
 * Whether it may be long until it is this person's turn. The computer is quick.
 *
 * @param {Snapshot} room
 * @param {RoomView} view
 */
function mayHaveToWait({ closed }, { seated, oneDevice, level }) {
  return seated && !closed && !oneDevice && level === null;
}

/** @param {{ session: RoomSession }} props */
function Refusal({ session }) {
  const { refusal } = session;
  if (refusal === null) return null;
  return html`
    <p class="notice refusal">
      ${t(keyFor('error', refusal))}
      <button type="button" class="close" onClick=${() => session.dismissRefusal()}>${t('refusal.dismiss')}</button>
    </p>
  `;
}

/**
 * What there is to do about a free seat.
 *
 * @param {{ room: Snapshot, view: RoomView, entry: CatalogueEntry, session: RoomSession }} props
 */
function Seats({ room, view, entry, session }) {
  if (!view.seatFree) return null;
  if (view.seated) {
    return html`<${Invitation} link=${`${location.origin}/r/${room.room}`} room=${room} entry=${entry} />`;
  }
  return html`<${JoinOffer} entry=${entry} room=${room} joining=${session.sitting} onJoin=${() => session.sit()} />`;
}

/**
 * A link brought another seat of this room than the one that is here: which shall it be?
 *
 * @param {{ room: string, session: RoomSession }} props
 */
function BroughtSeat({ room, session }) {
  if (!wasBrought(room)) return null;
  const settle = (/** @type {boolean} */ take) => {
    settleBrought(room, take);
    session.sitAgain();
  };
  return html`
    <section class="card brought">
      <p>${t('device.brought')}</p>
      <p class="actions">
        <button type="button" class="primary" onClick=${() => settle(false)}>${t('device.keep')}</button>
        <button type="button" onClick=${() => settle(true)}>${t('device.take')}</button>
      </p>
    </section>
  `;
}
