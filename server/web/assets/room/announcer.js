/**
 * The one live region of a room: what is new since it last spoke, for those who hear the page.
 */
import { explanation } from '../board/explain.js';
import { Component, html } from '../html.js';
import { keyFor, localized, t } from '../i18n/index.js';
import { lowBelow, timeInWords, untilLow } from './clocks.js';
import { levelAt } from './computer.js';
import { offerWords } from './dealings-panel.js';
import { newsWords } from './news.js';
import { calledAs } from './people.js';
import { resultSentence } from './result.js';
import { headline, isSending, passedOverWords } from './status.js';
import { isMuted, speaker } from './talk.js';

/** @import { CatalogueEntry, Seat, Snapshot } from '../protocol.js' */
/** @import { News } from './state.js' */
/** @import { RoomView } from './view.js' */

/** Lines of talk that are older when they are heard, as the watchers' after a game, are left to be read. */
const JUST_SAID_MS = 30_000;

/** Timers of browsers reach no further than some weeks. */
const LONGEST_SLEEP_MS = 2 ** 31 - 2;

/** So many of the last announcements stay, for readers that are slow. */
const LINES_KEPT = 5;

/**
 * What there may be to say about.
 *
 * @typedef {object} Scene
 * @property {Snapshot} room
 * @property {RoomView} view
 * @property {News | null} news
 * @property {string | null} refusal
 */

/**
 * @param {Scene} before
 * @param {Scene} now
 * @param {{ entry: CatalogueEntry, catalogue: CatalogueEntry[], muted: boolean, time: number }} about `time` is the
 *   server's
 * @returns {string[]} sentences on what is new
 */
export function sentencesBetween(before, now, { entry, catalogue, muted, time }) {
  const { room, view, news, refusal } = now;
  const was = before.room;
  const newGame = room.game !== null && room.game.number !== was.game?.number;
  const moved = view.lastMove !== null && (view.ply > before.view.ply || newGame);
  const turned = view.toMove !== before.view.toMove || moved;
  const { lastMove, result, board } = view;
  return [
    refusal !== null && refusal !== before.refusal && t(keyFor('error', refusal)),
    newGame && started(view, entry),
    news !== null && news.seq !== before.news?.seq && newsWords(news, room),
    moved && lastMove && t('board.moved', { colour: localized(entry.colours[lastMove.side]), move: lastMove.move }),
    moved && board && explanation(entry, board, lastMove),
    turned && view.passedOver && passedOverWords(view, entry),
    result && result.number !== before.view.result?.number && resultSentence(result, entry, view.mySide),
    // Of the computer's turn its move will tell.
    turned && view.phase === 'running' && !isSending(view) && !view.thinking && headline(view, entry),
    room.offer && room.offer.seq !== was.offer?.seq && offerWords(room, catalogue),
    room.claim && !was.claim && claimed(room),
    ...comings(was, room),
    ...(muted ? [] : said(was, room, time)),
    room.closed && !was.closed && t('error.room_closed'),
  ].filter((sentence) => typeof sentence === 'string');
}

/**
 * @param {RoomView} view
 * @param {CatalogueEntry} entry
 */
function started({ mySide, oneDevice }, entry) {
  if (mySide === null || oneDevice) return t('announce.started');
  return t('announce.startedFor', { colour: localized(entry.colours[mySide]) });
}

/** @param {Snapshot} room */
function claimed(room) {
  const { claim } = room;
  return claim && t('announce.claimed', { player: calledAs(room, claim.seat) });
}

/**
 * @param {Snapshot} was
 * @param {Snapshot} room
 */
function comings(was, room) {
  if (room.setup.table === 'one_device') return [];
  const seats = /** @type {Seat[]} */ (['host', 'guest']).filter(
    (seat) => seat !== room.you && was.seats[seat].taken && levelAt(room, seat) === null,
  );
  return seats.flatMap((seat) => {
    const { here } = room.presence[seat];
    if (here === was.presence[seat].here) return [];
    return t(here ? 'announce.here' : 'announce.gone', { player: calledAs(room, seat) });
  });
}

/**
 * @param {Snapshot} was
 * @param {Snapshot} room
 * @param {number} now
 */
function said(was, room, now) {
  const heard = new Set(was.chat?.map(({ channel, n }) => `${channel} ${n}`));
  const lines = (room.chat ?? []).filter(
    ({ channel, n, from, time }) => !heard.has(`${channel} ${n}`) && from !== room.you && time > now - JUST_SAID_MS,
  );
  return lines.map((line) => t('announce.said', { speaker: speaker(line, room), text: line.text }));
}

/**
 * @typedef {Scene & { entry: CatalogueEntry, catalogue: CatalogueEntry[], now: () => number }} AnnouncerProps
 */

/** @extends {Component<AnnouncerProps>} */
export class Announcer extends Component {
  /** @type {Scene | null} */
  before = null;
  /** @type {{ key: number, text: string }[]} what was said last; a reader is told of what is added */
  lines = [];
  said = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

  componentDidMount() {
    this.watchClock();
  }

  componentDidUpdate() {
    this.watchClock();
  }

  componentWillUnmount() {
    clearTimeout(this.timer);
  }

  /** Once this person's time gets low, that is said, too. */
  watchClock() {
    clearTimeout(this.timer);
    const { room, view, now } = this.props;
    const control = room.setup.clock;
    const sleep = untilLow(room.clocks, control, view.mySide, now());
    if (control === null || sleep === null || sleep > LONGEST_SLEEP_MS) return;
    this.timer = setTimeout(() => {
      this.say([t('announce.low', { time: timeInWords(lowBelow(control)) })]);
      this.forceUpdate();
    }, sleep + 1);
  }

  render() {
    const { room, view, news, refusal, entry, catalogue, now } = this.props;
    const scene = { room, view, news, refusal };
    if (this.before === null) {
      this.say([view.result ? resultSentence(view.result, entry, view.mySide) : headline(view, entry)]);
    } else {
      this.say(sentencesBetween(this.before, scene, { entry, catalogue, muted: isMuted(room), time: now() }));
    }
    this.before = scene;
    return html`
      <div class="visually-hidden" data-announcer aria-live="polite" aria-atomic="false">
        ${this.lines.map(({ key, text }) => html`<p key=${key}>${text}</p>`)}
      </div>
    `;
  }

  /** @param {string[]} sentences */
  say(sentences) {
    if (sentences.length === 0) return;
    this.said += 1;
    this.lines = [...this.lines, { key: this.said, text: sentences.join(' ') }].slice(-LINES_KEPT);
  }
}
