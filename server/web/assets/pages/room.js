/** A room: the board and everything around it. */
import { Board } from '../board/board.js';
import { NO_CHOICES } from '../board/moves.js';
import { boardBeforeStart } from '../board/picture.js';
import { Component, html } from '../html.js';
import { keyFor, localized, t } from '../i18n/index.js';
import { ApiError, fetchCatalogue } from '../net/api.js';
import { History } from '../replay/history.js';
import { keepNote, noteOf } from '../room-notes.js';
import { Announcer } from '../room/announcer.js';
import { wantsSeat } from '../room/arrival.js';
import { Attention, momentOf } from '../room/attention.js';
import { ClosedRoom } from '../room/closed-room.js';
import { ConnectionLine } from '../room/connection-line.js';
import { Panel } from '../room/panel.js';
import { PlayerStrip } from '../room/player-strip.js';
import { GameRecord, LookingBack } from '../room/record.js';
import { RoomSession } from '../room/session.js';
import { viewOf } from '../room/view.js';

/** @import { CatalogueEntry, Side, Snapshot } from '../protocol.js' */
/** @import { Drawn } from '../html.js' */
/** @import { TextKey } from '../i18n/index.js' */
/** @import { RoomView } from '../room/view.js' */

/** @type {Record<'turn' | 'end' | 'offer' | 'start', TextKey>} */
const CALLS = { turn: 'notify.turn', end: 'notify.end', offer: 'notify.offer', start: 'notify.start' };

/**
 * @typedef {object} RoomPageState
 * @property {CatalogueEntry[] | null} catalogue
 * @property {string | null} error
 * @property {number | null} lookingAt the ply of the game that is looked back at
 */

/** @extends {Component<{ room: string }, RoomPageState>} */
export class RoomPage extends Component {
  /** @type {RoomPageState} */
  state = { catalogue: null, error: null, lookingAt: null };
  history = new History();
  attention = new Attention();
  /** @type {Snapshot | null} what the note of this room was last made from */
  noted = null;
  /** @type {number | undefined} the game that was last shown */
  gameShown = undefined;
  session = new RoomSession(this.props.room, () => this.forceUpdate());

  componentDidMount() {
    if (wantsSeat(this.props.room)) this.session.sit();
    this.load();
    addEventListener('online', this.wake);
    addEventListener('pageshow', this.wake);
    addEventListener('pagehide', this.leave);
    document.addEventListener('visibilitychange', this.wake);
  }

  componentWillUnmount() {
    removeEventListener('online', this.wake);
    removeEventListener('pageshow', this.wake);
    removeEventListener('pagehide', this.leave);
    document.removeEventListener('visibilitychange', this.wake);
    this.session.close();
    this.attention.stop();
  }

  wake = () => {
    if (document.visibilityState !== 'visible') return;
    this.session.wake();
    this.attention.calm();
  };

  leave = () => this.session.leave();

  componentDidUpdate() {
    const { room } = this.session.state;
    this.callAttention();
    if (room !== null && room !== this.noted && room.you !== null) keepNote(noteOf(room, room.you));
    this.noted = room;
    const number = room?.game?.number;
    // Looking back ends with the game that was looked back at.
    if (number !== this.gameShown && this.state.lookingAt !== null) this.look(null);
    this.gameShown = number;
  }

  /** Title, picture and bell of the tab. */
  callAttention() {
    const { state } = this.session;
    const entry = this.entry();
    const view = viewOf(state, entry);
    // Before the room is known there is nothing that could be new.
    if (view === null) return;
    this.attention.update(momentOf(view, state.room), {
      title: titleFor(view, entry),
      body: (call) => t(CALLS[call]),
      tag: this.props.room,
    });
  }

  entry() {
    const { room } = this.session.state;
    const game = room?.game?.game ?? room?.setup.game;
    return this.state.catalogue?.find(({ id }) => id === game);
  }

  load = () => {
    this.setState({ error: null });
    fetchCatalogue().then(
      (catalogue) => this.setState({ catalogue }),
      (error) => this.setState({ error: error instanceof ApiError ? error.code : 'other' }),
    );
  };

  render() {
    const { hopeless, state } = this.session;
    const { catalogue, error } = this.state;
    const entry = this.entry();
    const view = viewOf(state, entry);
    if (view === null) document.title = 'Sauterelle';
    if (hopeless === 'room_closed' && catalogue !== null) {
      return html`<${ClosedRoom} room=${this.props.room} catalogue=${catalogue} />`;
    }
    if (hopeless !== null) return this.failure(hopeless);
    if (error !== null) return this.failure(error);
    if (view === null || state.room === null || catalogue === null) return this.loading();
    return entry ? this.room(state.room, view, entry, catalogue) : this.failure('unknown_game');
  }

  loading() {
    return html`
      <section class="message">
        <h1 class="visually-hidden">Sauterelle</h1>
        <p>${t('app.loading')}</p>
        <${ConnectionLine} status=${this.session.status} />
      </section>
    `;
  }

  /** @param {string} code */
  failure(code) {
    return html`
      <section class="message">
        <h1 class="visually-hidden">Sauterelle</h1>
        <p role="alert">${t(keyFor('error', code))}</p>
        <p>${code === 'unsupported_protocol'
          ? html`<button class="primary" type="button" onClick=${() => location.reload()}>${t('app.reload')}</button>`
          : this.state.error !== null
            ? html`<button class="primary" type="button" onClick=${this.load}>${t('app.tryAgain')}</button>`
            : html`<a class="button" href="/">${t('app.home')}</a>`}</p>
      </section>
    `;
  }

  /**
   * @param {Snapshot} room
   * @param {RoomView} view
   * @param {CatalogueEntry} entry
   * @param {CatalogueEntry[]} catalogue
   */
  room(room, view, entry, catalogue) {
    const { session } = this;
    const present = { board: view.board ?? boardBeforeStart(entry), lastMove: view.lastMove, ply: view.ply };
    const past = this.past(entry);
    const { board, lastMove, ply } = past ?? present;
    const now = () => session.time.now();
    const strip = (/** @type {Side} */ side, /** @type {Drawn} */ tray) => html`
      <${PlayerStrip} view=${view} room=${room} entry=${entry} board=${board} side=${side} tray=${tray} now=${now} />
    `;
    const table = html`
      <section key="table" class="table">
        <${Board}
          entry=${entry}
          bottom=${view.bottom}
          board=${board}
          lastMove=${lastMove}
          ply=${ply}
          choices=${past ? NO_CHOICES : view.choices}
          toMove=${view.myTurn ? view.mySide : null}
          beside=${strip}
          onPlay=${(/** @type {string} */ move) => session.play(move)}
        />
      </section>
    `;
    const panel = html`
      <${Panel}
        key="panel"
        room=${room}
        view=${view}
        entry=${entry}
        catalogue=${catalogue}
        session=${session}
        lookingBack=${past && html`<${LookingBack} ply=${past.ply} onReturn=${() => this.look(null)} />`}
        record=${this.record(entry)}
      />
    `;
    // Whoever is to send a link, or to join, shall not have to look for it below the board.
    return html`
      <div class="room">
        ${view.phase === 'waiting' ? [panel, table] : [table, panel]}
        <${Announcer}
          key="announcer"
          room=${room}
          view=${view}
          news=${session.state.news}
          refusal=${session.refusal}
          entry=${entry}
          catalogue=${catalogue}
          now=${now}
        />
      </div>
    `;
  }

  look = (/** @type {number | null} */ lookingAt) => this.setState({ lookingAt });

  /**
   * What was on the board at the ply that is looked back at.
   *
   * @param {CatalogueEntry} entry
   */
  past(entry) {
    const { lookingAt } = this.state;
    const moves = this.session.state.room?.game?.moves;
    // Another game may have begun, or moves been taken back.
    if (lookingAt === null || moves === undefined || lookingAt >= moves.length) return null;
    const position = this.history.of(entry, moves)?.[lookingAt];
    return position ? { board: position.board, lastMove: position.lastMove, ply: lookingAt } : null;
  }

  /** @param {CatalogueEntry} entry */
  record(entry) {
    const game = this.session.state.room?.game;
    if (!game || this.history.of(entry, game.moves) === null) return null;
    return html`<${GameRecord} entry=${entry} game=${game} lookingAt=${this.state.lookingAt} onLook=${this.look} />`;
  }
}

/**
 * @param {RoomView | null} view
 * @param {CatalogueEntry | undefined} entry
 */
function titleFor(view, entry) {
  const parts = [view?.myTurn && !view.oneDevice && t('title.yourTurn'), entry && localized(entry.name), 'Sauterelle'];
  return parts.filter(Boolean).join(' · ');
}
