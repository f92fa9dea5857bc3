/** A room: the board and everything around it. */
import { Board } from '../board/board.js';
import { NO_CHOICES } from '../board/moves.js';
import { boardBeforeStart } from '../board/picture.js';
import { Component, html } from '../html.js';
import { keyFor, localized, t } from '../i18n/index.js';
import { ApiError, fetchCatalogue } from '../net/api.js';
import { History } from '../replay/history.js';
import { ConnectionLine } from '../room/connection-line.js';
import { Invitation, JoinOffer } from '../room/invitation.js';
import { PlayerStrip } from '../room/player-strip.js';
import { GameRecord, LookingBack } from '../room/record.js';
import { Resignation } from '../room/resignation.js';
import { Result } from '../room/result.js';
import { RoomSession } from '../room/session.js';
import { Announcement, Status } from '../room/status.js';
import { viewOf } from '../room/view.js';

/** @import { CatalogueEntry, Side } from '../protocol.js' */
/** @import { RoomView } from '../room/view.js' */

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
  session = new RoomSession(this.props.room, () => this.forceUpdate());

  componentDidMount() {
    this.load();
    addEventListener('online', this.wake);
    addEventListener('pageshow', this.wake);
    document.addEventListener('visibilitychange', this.wake);
  }

  componentWillUnmount() {
    removeEventListener('online', this.wake);
    removeEventListener('pageshow', this.wake);
    document.removeEventListener('visibilitychange', this.wake);
    this.session.close();
  }

  wake = () => {
    if (document.visibilityState === 'visible') this.session.wake();
  };

  load = () => {
    this.setState({ error: null });
    fetchCatalogue().then(
      (catalogue) => this.setState({ catalogue }),
      (error) => this.setState({ error: error instanceof ApiError ? error.code : 'other' }),
    );
  };

  render() {
    const { hopeless, state } = this.session;
    const game = state.room?.game?.game ?? state.room?.setup.game;
    const entry = this.state.catalogue?.find(({ id }) => id === game);
    const view = viewOf(state, entry);
    document.title = titleFor(view, entry);
    if (hopeless !== null) return this.failure(hopeless);
    if (this.state.error !== null) return this.failure(this.state.error);
    if (view === null || this.state.catalogue === null) return this.loading();
    return entry ? this.room(view, entry) : this.failure('unknown_game');
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
   * @param {RoomView} view
   * @param {CatalogueEntry} entry
   */
  room(view, entry) {
    const { session } = this;
    const bottom = view.mySide ?? 'first';
    const present = { board: view.board ?? boardBeforeStart(entry), lastMove: view.lastMove, ply: view.ply };
    const past = this.past(entry);
    const { board, lastMove, ply } = past ?? present;
    const strip = (/** @type {Side} */ side, /** @type {any} */ tray) => html`
      <${PlayerStrip} view=${view} entry=${entry} board=${board} side=${side} tray=${tray} />
    `;
    return html`
      <div class="room">
        <section class="table">
          <${Board}
            entry=${entry}
            bottom=${bottom}
            board=${board}
            lastMove=${lastMove}
            ply=${ply}
            choices=${past ? NO_CHOICES : view.choices}
            toMove=${view.myTurn ? view.mySide : null}
            beside=${strip}
            onPlay=${(/** @type {string} */ move) => session.play(move)}
          />
        </section>
        <aside class="panel">
          <h1>${localized(entry.name)}</h1>
          <${Status} view=${view} entry=${entry} />
          ${this.refusal()}
          ${past && html`<${LookingBack} ply=${past.ply} onReturn=${() => this.look(null)} />`}
          ${view.result && html`<${Result} result=${view.result} entry=${entry} mySide=${view.mySide} />`}
          ${this.seats(view, entry)}
          ${view.phase === 'running' &&
          view.seated &&
          html`<${Resignation} aborts=${view.aborts} onResign=${() => session.resign()} />`}
          ${this.record(entry)}
          <${ConnectionLine} status=${session.status} />
          <${Announcement} view=${view} entry=${entry} refusal=${session.refusal} />
        </aside>
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

  /**
   * What there is to do about a free seat.
   *
   * @param {RoomView} view
   * @param {CatalogueEntry} entry
   */
  seats(view, entry) {
    const { session } = this;
    if (!view.seatFree) return null;
    if (view.seated) {
      const byLot = session.state.room?.setup.sides === 'lot';
      return html`<${Invitation} link=${`${location.origin}/r/${this.props.room}`} byLot=${byLot} />`;
    }
    return html`<${JoinOffer} entry=${entry} joining=${session.sitting} onJoin=${() => session.sit()} />`;
  }

  refusal() {
    const { refusal } = this.session;
    if (refusal === null) return null;
    return html`
      <p class="notice">
        ${t(keyFor('error', refusal))}
        <button type="button" class="close" onClick=${() => this.session.dismissRefusal()}>
          ${t('refusal.dismiss')}
        </button>
      </p>
    `;
  }
}

/**
 * @param {RoomView | null} view
 * @param {CatalogueEntry | undefined} entry
 */
function titleFor(view, entry) {
  const parts = [view?.myTurn && t('title.yourTurn'), entry && localized(entry.name), 'Sauterelle'];
  return parts.filter(Boolean).join(' · ');
}
