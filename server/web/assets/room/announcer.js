/**
 * The one live region of a room: what is new since it last spoke, for those who hear the page.
 */
import { explanation } from '../board/explain.js';
import { Component, html } from '../html.js';
import { keyFor, localized, t } from '../i18n/index.js';
import { offerWords } from './dealings-panel.js';
import { newsWords } from './news.js';
import { calledAs } from './people.js';
import { resultSentence } from './result.js';
import { headline, isSending, passedOverWords } from './status.js';
import { isMuted, speaker } from './talk.js';

/** @import { CatalogueEntry, Seat, Snapshot } from '../protocol.js' */
/** @import { News } from './state.js' */
/** @import { RoomView } from './view.js' */

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
 * @param {{ entry: CatalogueEntry, catalogue: CatalogueEntry[], muted: boolean }} about
 * @returns {string[]} sentences on what is new
 */
export function sentencesBetween(before, now, { entry, catalogue, muted }) {
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
    turned && view.phase === 'running' && !isSending(view) && headline(view, entry),
    room.offer && room.offer.seq !== was.offer?.seq && offerWords(room, catalogue),
    room.claim && !was.claim && claimed(room),
    ...comings(was, room),
    ...(muted ? [] : said(was, room)),
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
  const seats = /** @type {Seat[]} */ (['host', 'guest']).filter((seat) => seat !== room.you && was.seats[seat].taken);
  return seats.flatMap((seat) => {
    const { here } = room.presence[seat];
    if (here === was.presence[seat].here) return [];
    return t(here ? 'announce.here' : 'announce.gone', { player: calledAs(room, seat) });
  });
}

/**
 * @param {Snapshot} was
 * @param {Snapshot} room
 */
function said(was, room) {
  const last = was.chat?.at(-1)?.n ?? 0;
  const lines = (room.chat ?? []).filter(({ n, from }) => n > last && (from === 'watcher' || from !== room.you));
  return lines.map((line) => t('announce.said', { speaker: speaker(line, room), text: line.text }));
}

/**
 * @typedef {Scene & { entry: CatalogueEntry, catalogue: CatalogueEntry[] }} AnnouncerProps
 */

/** @extends {Component<AnnouncerProps>} */
export class Announcer extends Component {
  /** @type {Scene | null} */
  before = null;
  text = '';

  render() {
    const { room, view, news, refusal, entry, catalogue } = this.props;
    const scene = { room, view, news, refusal };
    if (this.before === null) {
      this.text = view.result ? resultSentence(view.result, entry, view.mySide) : headline(view, entry);
    } else {
      const sentences = sentencesBetween(this.before, scene, { entry, catalogue, muted: isMuted(room) });
      // Where there is nothing new, the region keeps still.
      if (sentences.length > 0) this.text = sentences.join(' ');
    }
    this.before = scene;
    return html`<p class="visually-hidden" role="status" aria-live="polite">${this.text}</p>`;
  }
}
