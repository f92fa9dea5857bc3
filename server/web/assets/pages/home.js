/** The start: a person's rooms, making a new one, and the rooms in which others wait. */
import { Lobby } from '../home/lobby.js';
import { lookIn } from '../home/looking-in.js';
import { MyRooms } from '../home/my-rooms.js';
import { SetupForm } from '../home/setup-form.js';
import { Component, html } from '../html.js';
import { keyFor, t } from '../i18n/index.js';
import { ApiError, createRoom, fetchCatalogue, fetchComputerLevels, fetchLobby } from '../net/api.js';
import { wantSeat } from '../room/arrival.js';
import { dropNote, keptNotes } from '../room-notes.js';

/** @import { CatalogueEntry, LobbyEntry, RoomSetup } from '../protocol.js' */
/** @import { RoomNote } from '../room-notes.js' */

const LOBBY_EVERY_MS = 5_000;
/** After a failure the list is asked for less often. */
const LOBBY_AFTER_FAILURE_MS = 20_000;
const LOOK_IN_EVERY_MS = 60_000;

/**
 * @typedef {object} HomeState
 * @property {CatalogueEntry[] | null} catalogue
 * @property {boolean} computer whether the computer plays on this server
 * @property {boolean} creating
 * @property {boolean} busy whether the room that is being made waits for the computer
 * @property {string | null} error
 * @property {LobbyEntry[] | null} lobby
 * @property {boolean} lobbyFailed
 * @property {boolean} lobbyOff whether this server keeps no such list
 * @property {RoomNote[]} notes
 */

/** @extends {Component<{ onRoom: (room: string) => void }, HomeState>} */
export class HomePage extends Component {
  /** @type {HomeState} */
  state = {
    catalogue: null,
    computer: false,
    creating: false,
    busy: false,
    error: null,
    lobby: null,
    lobbyFailed: false,
    lobbyOff: false,
    notes: keptNotes(),
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  lobbyTimer = undefined;
  /** Whether an answer is awaited. */
  asking = false;
  lookedIn = -Infinity;
  gone = false;

  componentDidMount() {
    this.load();
    this.awake();
    document.addEventListener('visibilitychange', this.awake);
    addEventListener('storage', this.readNotes);
  }

  componentWillUnmount() {
    this.gone = true;
    clearTimeout(this.lobbyTimer);
    document.removeEventListener('visibilitychange', this.awake);
    removeEventListener('storage', this.readNotes);
  }

  load = () => {
    this.setState({ error: null });
    Promise.all([fetchCatalogue(), fetchComputerLevels()]).then(
      ([catalogue, levels]) => this.setState({ catalogue, computer: levels.length > 0 }),
      this.fail,
    );
  };

  /** @param {unknown} error */
  fail = (error) => {
    if (!(error instanceof ApiError)) throw error;
    this.setState({
      creating: false,
      busy: false,
      error: error.code,
      ...(error.code === 'lobby_off' && { lobbyOff: true }),
      ...(error.code === 'computer_off' && { computer: false }),
    });
  };

  /** The page is looked at, or no longer. */
  awake = () => {
    clearTimeout(this.lobbyTimer);
    if (document.visibilityState !== 'visible') return;
    this.askForLobby();
    this.readNotes();
  };

  askForLobby = () => {
    clearTimeout(this.lobbyTimer);
    if (this.asking || this.state.lobbyOff) return;
    this.asking = true;
    fetchLobby().then(
      (lobby) => this.afterLobby({ lobby, lobbyFailed: false }),
      (error) => this.afterLobby({ lobbyFailed: true, lobbyOff: error instanceof ApiError && error.code === 'lobby_off' }),
    );
  };

  /** @param {Partial<HomeState>} change */
  afterLobby(change) {
    this.asking = false;
    if (this.gone) return;
    this.setState(change);
    if (document.visibilityState !== 'visible') return;
    clearTimeout(this.lobbyTimer);
    this.lobbyTimer = setTimeout(this.askForLobby, change.lobbyFailed ? LOBBY_AFTER_FAILURE_MS : LOBBY_EVERY_MS);
    this.lookIn();
  }

  readNotes = () => {
    if (this.gone) return;
    this.setState({ notes: keptNotes() });
    this.lookIn();
  };

  lookIn() {
    const now = Date.now();
    if (now - this.lookedIn < LOOK_IN_EVERY_MS) return;
    this.lookedIn = now;
    lookIn(keptNotes(), this.readNotes);
  }

  /**
   * @param {RoomSetup} setup
   * @param {string | null} name
   */
  create = (setup, name) => {
    this.setState({ creating: true, error: null });
    const onDelay = (/** @type {ApiError} */ { code }) => this.setState({ busy: code === 'computer_busy' });
    createRoom(setup, name, onDelay).then((room) => {
      // Whoever has gone elsewhere while it took its time finds the room again in the list.
      if (!this.gone) this.props.onRoom(room);
    }, this.fail);
  };

  /** @param {string} room */
  join = (room) => {
    wantSeat(room);
    this.props.onRoom(room);
  };

  /** @param {string} room */
  drop = (room) => {
    dropNote(room);
    this.readNotes();
  };

  render() {
    document.title = 'Sauterelle';
    const { busy, catalogue, error } = this.state;
    return html`
      <div class="home">
        <h1>Sauterelle</h1>
        <p class="tagline">${t('app.tagline')}</p>
        ${error !== null && html`<p class="notice" role="alert">${t(keyFor('error', error))}</p>`}
        ${busy && html`<p class="notice" role="status">${t('home.computerBusy')}</p>`}
        ${catalogue !== null && this.content(catalogue)}
        ${catalogue === null && error === null && html`<p class="loading">${t('app.loading')}</p>`}
        ${catalogue === null &&
        error !== null &&
        html`<button type="button" onClick=${this.load}>${t('app.tryAgain')}</button>`}
      </div>
    `;
  }

  /** @param {CatalogueEntry[]} catalogue */
  content(catalogue) {
    const { computer, creating, lobby, lobbyFailed, lobbyOff, notes } = this.state;
    const mine = new Set(notes.map(({ room }) => room));
    const waiting = lobby?.filter(({ room }) => !mine.has(room)).length ?? 0;
    return html`
      <div class="home-columns">
        ${waiting > 0 && html`
          <p class="lobby-hint"><a href="#lobby">${t('lobby.waiting', { count: waiting })}</a></p>
        `}
        <${MyRooms} notes=${notes} catalogue=${catalogue} onDrop=${this.drop} />
        <${SetupForm}
          catalogue=${catalogue}
          lobby=${!lobbyOff}
          computer=${computer}
          creating=${creating}
          onCreate=${this.create}
        />
        ${!lobbyOff && html`
          <${Lobby}
            rooms=${lobby}
            failed=${lobbyFailed}
            catalogue=${catalogue}
            mine=${mine}
            onJoin=${this.join}
          />
        `}
      </div>
    `;
  }
}
