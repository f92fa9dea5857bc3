/** Making a room: which game, against whom, who begins, and how much time there is. */
import { BoardPicture, boardBeforeStart } from '../board/picture.js';
import { displayName, keepDisplayName } from '../display-name.js';
import { Component, html } from '../html.js';
import { keyFor, localized, t } from '../i18n/index.js';
import { cleanName } from '../room/texts.js';
import { CLOCKS, CUSTOM_AT_FIRST, customClock } from './clock-choice.js';
import { ClockFields } from './clock-fields.js';
import { keepLevel, lastLevel } from './level-choice.js';
import { LevelFields } from './level-fields.js';

/** @import { CatalogueEntry, RoomSetup, SidesChoice, TimeControl } from '../protocol.js' */
/** @import { EventOn } from '../html.js' */
/** @import { TextKey } from '../i18n/index.js' */
/** @import { CustomClock } from './clock-choice.js' */

/** @typedef {'link' | 'open' | 'device' | 'computer'} Opponent */

/** @type {Record<Opponent, [TextKey, TextKey]>} */
const OPPONENTS = {
  link: ['home.byLink', 'home.byLinkHint'],
  open: ['home.open', 'home.openHint'],
  device: ['home.oneDevice', 'home.oneDeviceHint'],
  computer: ['home.computer', 'home.computerHint'],
};

/** @type {{ begin: TextKey, how: TextKey }} */
const MAKE_A_ROOM = { begin: 'home.create', how: 'home.how' };

/**
 * What the button says, and what is said of what comes then.
 *
 * @type {Record<Opponent, { begin: TextKey, how: TextKey }>}
 */
const WORDS = {
  link: MAKE_A_ROOM,
  open: MAKE_A_ROOM,
  device: { begin: 'home.begin', how: 'home.howOneDevice' },
  computer: { begin: 'home.playComputer', how: 'home.howComputer' },
};

/**
 * @param {Opponent} opponent
 * @returns {boolean} whether there is somebody who would like to know how this person is called
 */
function asksForName(opponent) {
  return opponent === 'link' || opponent === 'open';
}

/**
 * @typedef {object} SetupFormProps
 * @property {CatalogueEntry[]} catalogue
 * @property {boolean} lobby whether rooms may be open to anyone
 * @property {boolean} computer whether the computer plays here
 * @property {boolean} creating
 * @property {(setup: RoomSetup, name: string | null) => void} onCreate
 */

/**
 * @typedef {object} SetupFormState
 * @property {string | null} game the id of the chosen game, which the address may name; the first one unless there is one
 * @property {Opponent} opponent the address may name the computer
 * @property {number} level how well the computer is to play
 * @property {SidesChoice | null} sides what the game usually does unless somebody chooses
 * @property {string} clock one of the clocks to choose from, or `custom`
 * @property {CustomClock} custom
 * @property {string} name
 */

/** @extends {Component<SetupFormProps, SetupFormState>} */
export class SetupForm extends Component {
  /** @type {SetupFormState} */
  state = {
    game: new URLSearchParams(location.search).get('game'),
    opponent: new URLSearchParams(location.search).get('opponent') === 'computer' ? 'computer' : 'link',
    level: lastLevel(),
    sides: null,
    clock: 'none',
    custom: CUSTOM_AT_FIRST,
    name: displayName() ?? '',
  };

  entry() {
    const { catalogue } = this.props;
    const entry = catalogue.find(({ id }) => id === this.state.game) ?? catalogue[0];
    if (entry === undefined) throw new Error('a catalogue holds at least one game');
    return entry;
  }

  /** @returns {Opponent} */
  opponent() {
    const { opponent } = this.state;
    return this.offered().includes(opponent) ? opponent : 'link';
  }

  /** @returns {Opponent[]} against whom one can play on this server */
  offered() {
    const { lobby, computer } = this.props;
    /** @type {Opponent[]} */
    const all = ['link', 'computer', 'open', 'device'];
    return all.filter((opponent) => (opponent !== 'open' || lobby) && (opponent !== 'computer' || computer));
  }

  /** @returns {SidesChoice} */
  sides() {
    const { sides } = this.state;
    const opponent = this.opponent();
    if (opponent === 'device') return 'first';
    return sides ?? (this.entry().lot_by_default ? 'lot' : 'first');
  }

  /** @returns {TimeControl | null | undefined} nothing certain if what was put together is no clock */
  clock() {
    const { clock, custom } = this.state;
    return clock === 'custom' ? (customClock(custom) ?? undefined) : CLOCKS[clock];
  }

  /** @returns {string | null | undefined} nothing certain if the name cannot be taken */
  name() {
    const { name } = this.state;
    const opponent = this.opponent();
    if (name.trim() === '' || opponent === 'device') return null;
    // Where no name is asked for, one that cannot be taken is no reason not to begin.
    return cleanName(name) ?? (opponent === 'computer' ? null : undefined);
  }

  /** @param {SubmitEvent} event */
  onSubmit = (event) => {
    event.preventDefault();
    const opponent = this.opponent();
    const [clock, name] = [this.clock(), this.name()];
    if (clock === undefined || name === undefined) return;
    if (asksForName(opponent)) keepDisplayName(name);
    if (opponent === 'computer') keepLevel(this.state.level);
    this.props.onCreate(
      {
        game: this.entry().id,
        sides: this.sides(),
        clock,
        open: opponent === 'open',
        table: opponent === 'device' ? 'one_device' : 'two',
        computer: opponent === 'computer' ? this.state.level : null,
      },
      name,
    );
  };

  render() {
    const { creating } = this.props;
    const opponent = this.opponent();
    const entry = this.entry();
    const { begin, how } = WORDS[opponent];
    const device = opponent === 'device';
    return html`
      <form class="setup" onSubmit=${this.onSubmit}>
        <div class="which">${this.games(entry)}</div>
        <div class="how-to-play">
          ${this.opponents()}
          ${opponent === 'computer' && html`
            <${LevelFields} level=${this.state.level} onChange=${(/** @type {number} */ level) => this.setState({ level })} />
          `}
          ${!device && this.sidesOf(entry)}
          <${ClockFields}
            clock=${this.state.clock}
            custom=${this.state.custom}
            wrong=${this.clock() === undefined}
            onChange=${(/** @type {Partial<Pick<SetupFormState, 'clock' | 'custom'>>} */ change) => this.setState(change)}
          />
          ${asksForName(opponent) && this.nameField()}
          <button
            class="primary"
            type="submit"
            disabled=${creating || this.clock() === undefined || this.name() === undefined}
          >
            ${t(creating ? 'home.creating' : begin)}
          </button>
          <p class="how">${t(how)}</p>
        </div>
      </form>
    `;
  }

  /** @param {CatalogueEntry} chosen */
  games(chosen) {
    return html`
      <fieldset class="games">
        <legend>${t('home.game')}</legend>
        ${this.props.catalogue.map(
          (game) => html`
            <label key=${game.id} class="game">
              <input
                type="radio"
                name="game"
                value=${game.id}
                checked=${game === chosen}
                onChange=${() => this.setState({ game: game.id, sides: null })}
              />
              <span class="picture" aria-hidden="true">
                <${BoardPicture} entry=${game} board=${boardBeforeStart(game)} />
              </span>
              <span class="name">${localized(game.name)}</span>
              <span class="facts">${t('home.board', { files: game.board.files, ranks: game.board.ranks })}</span>
              <span class="facts">${t('home.men', { count: game.men })}</span>
            </label>
          `,
        )}
      </fieldset>
      <p class="summary">
        ${t(keyFor('summary', chosen.id))} <a href="/rules/${chosen.id}">${t('rules.of', { game: localized(chosen.name) })}</a>
      </p>
    `;
  }

  opponents() {
    const chosen = this.opponent();
    return html`
      <fieldset class="opponents">
        <legend>${t('home.who')}</legend>
        ${this.offered().map((opponent) => {
          const [name, hint] = OPPONENTS[opponent];
          return html`
            <label key=${opponent} class="choice">
              <input
                type="radio"
                name="opponent"
                value=${opponent}
                checked=${opponent === chosen}
                onChange=${() => this.setState({ opponent })}
              />
              <span class="name">${t(name)}</span>
              <span class="facts">${t(hint)}</span>
            </label>
          `;
        })}
      </fieldset>
    `;
  }

  /** @param {CatalogueEntry} entry */
  sidesOf(entry) {
    /** @type {[SidesChoice, string, TextKey | null][]} */
    const choices = [
      ['first', localized(entry.colours.first), 'home.movesFirst'],
      ['second', localized(entry.colours.second), 'home.movesSecond'],
      ['lot', t('home.lot'), null],
    ];
    const chosen = this.sides();
    return html`
      <fieldset class="sides">
        <legend>${t('home.sides')}</legend>
        ${choices.map(
          ([sides, name, remark]) => html`
            <label key=${sides} class="choice">
              <input
                type="radio"
                name="sides"
                value=${sides}
                checked=${sides === chosen}
                onChange=${() => this.setState({ sides })}
              />
              <span class="name">${name}</span>
              ${remark && html`<span class="facts">${t(remark)}</span>`}
            </label>
          `,
        )}
      </fieldset>
    `;
  }

  nameField() {
    const wrong = this.name() === undefined;
    return html`
      <p class="name-field">
        <label>
          ${t('home.name')}
          <input
            type="text"
            name="name"
            maxlength="32"
            autocomplete="nickname"
            value=${this.state.name}
            aria-invalid=${wrong}
            onInput=${(/** @type {EventOn} */ event) => this.setState({ name: event.currentTarget.value })}
          />
        </label>
        ${wrong && html`<span class="wrong" role="alert">${t('home.nameWrong')}</span>`}
      </p>
    `;
  }
}
