/** The rooms this person sits in, as this browser remembers them, and whose turn it is. */
import { Component, html } from '../html.js';
import { localized, t } from '../i18n/index.js';
import { momentWords } from '../room/people.js';
import { inOrder } from '../room-notes.js';

/** @import { CatalogueEntry } from '../protocol.js' */
/** @import { TextKey } from '../i18n/index.js' */
/** @import { RoomNote, Turn } from '../room-notes.js' */

/** So many are shown at first. */
const AT_FIRST = 6;

/** @type {Record<Turn, TextKey>} */
const TURNS = {
  mine: 'mine.turn.mine',
  theirs: 'mine.turn.theirs',
  waiting: 'mine.turn.waiting',
  over: 'mine.turn.over',
  closed: 'mine.turn.closed',
};

/**
 * @typedef {object} MyRoomsProps
 * @property {RoomNote[]} notes
 * @property {CatalogueEntry[]} catalogue
 * @property {(room: string) => void} onDrop
 */

/** @extends {Component<MyRoomsProps, { all: boolean }>} */
export class MyRooms extends Component {
  state = { all: false };

  render() {
    const notes = inOrder(this.props.notes);
    if (notes.length === 0) return null;
    const shown = this.state.all ? notes : notes.slice(0, AT_FIRST);
    const left = notes.length - shown.length;
    return html`
      <section class="my-rooms" aria-labelledby="my-rooms-heading">
        <h2 id="my-rooms-heading">${t('mine.heading')}</h2>
        <ul class="rooms">
          ${shown.map((note) => this.row(note))}
        </ul>
        ${left > 0 && html`
          <button type="button" class="quiet" onClick=${() => this.setState({ all: true })}>
            ${t('mine.all', { count: left })}
          </button>
        `}
      </section>
    `;
  }

  /** @param {RoomNote} note */
  row(note) {
    const { catalogue, onDrop } = this.props;
    const entry = catalogue.find(({ id }) => id === note.game);
    const game = entry ? localized(entry.name) : note.game;
    const { room, turn, opponent, computer, offered } = note;
    return html`
      <li key=${room} data-turn=${turn}>
        <a class="what" href="/r/${room}">
          <span class="name">${game}</span>
          <span class="turn">${t(turnKey(note))}</span>
          <span class="facts">
            ${opponent && html`<span><bdi>${t('mine.with', { player: opponent })}</bdi></span>`}
            ${computer && html`<span>${t('mine.computer', { level: computer })}</span>`}
            ${offered && html`<span>${t('mine.offered')}</span>`}
            <span>${when(note)}</span>
          </span>
        </a>
        <button type="button" class="drop" aria-label=${t('mine.drop', { game })} title=${t('mine.drop', { game })} onClick=${() => onDrop(room)}>
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" /></svg>
        </button>
      </li>
    `;
  }
}

/**
 * @param {RoomNote} note
 * @returns {TextKey}
 */
function turnKey({ turn, oneDevice, computer }) {
  if (turn === 'mine' && oneDevice) return 'mine.turn.oneDevice';
  return turn === 'theirs' && computer ? 'mine.turn.computer' : TURNS[turn];
}

/** @param {RoomNote} note */
function when({ deadline, turn, time }) {
  const now = Date.now();
  if (deadline !== null && (turn === 'mine' || turn === 'theirs')) {
    return t('mine.until', { moment: momentWords(deadline, now) });
  }
  return t('mine.last', { moment: momentWords(time, now) });
}
