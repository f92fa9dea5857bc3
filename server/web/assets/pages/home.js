/** The start: choose a game and a side, and make a room. */
import { BoardPicture, boardBeforeStart } from '../board/picture.js';
import { Component, html } from '../html.js';
import { keyFor, localized, t } from '../i18n/index.js';
import { ApiError, createRoom, fetchCatalogue } from '../net/api.js';

/** @import { CatalogueEntry, SidesChoice } from '../protocol.js' */

/**
 * @typedef {object} HomeState
 * @property {CatalogueEntry[] | null} catalogue
 * @property {string | null} game the id of the chosen game, which the address may name; the first one unless there is one
 * @property {SidesChoice | null} sides what the game usually does unless somebody chooses
 * @property {boolean} creating
 * @property {string | null} error
 */

/** @extends {Component<{ onRoom: (room: string) => void }, HomeState>} */
export class HomePage extends Component {
  /** @type {HomeState} */
  state = {
    catalogue: null,
    game: new URLSearchParams(location.search).get('game'),
    sides: null,
    creating: false,
    error: null,
  };

  componentDidMount() {
    this.load();
  }

  load = () => {
    this.setState({ error: null });
    fetchCatalogue().then((catalogue) => this.setState({ catalogue }), this.fail);
  };

  /** @param {unknown} error */
  fail = (error) => {
    if (!(error instanceof ApiError)) throw error;
    this.setState({ creating: false, error: error.code });
  };

  /**
   * @param {SubmitEvent} event
   * @param {string} game
   * @param {SidesChoice} sides
   */
  create(event, game, sides) {
    event.preventDefault();
    this.setState({ creating: true, error: null });
    createRoom(game, sides).then(this.props.onRoom, this.fail);
  }

  render() {
    document.title = 'Sauterelle';
    const { catalogue, error } = this.state;
    return html`
      <div class="home">
        <h1>Sauterelle</h1>
        <p class="tagline">${t('app.tagline')}</p>
        ${error !== null && html`<p class="notice" role="alert">${t(keyFor('error', error))}</p>`}
        ${catalogue !== null && this.form(catalogue)}
        ${catalogue === null && error === null && html`<p class="loading">${t('app.loading')}</p>`}
        ${catalogue === null &&
        error !== null &&
        html`<button type="button" onClick=${this.load}>${t('app.tryAgain')}</button>`}
      </div>
    `;
  }

  /** @param {CatalogueEntry[]} catalogue */
  form(catalogue) {
    const { creating } = this.state;
    const entry = catalogue.find(({ id }) => id === this.state.game) ?? catalogue[0];
    const sides = this.state.sides ?? (entry.lot_by_default ? 'lot' : 'first');
    return html`
      <form onSubmit=${(/** @type {SubmitEvent} */ event) => this.create(event, entry.id, sides)}>
        <fieldset class="games">
          <legend>${t('home.game')}</legend>
          ${catalogue.map(
            (game) => html`
              <label key=${game.id} class="game">
                <input
                  type="radio"
                  name="game"
                  value=${game.id}
                  checked=${game === entry}
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
        <fieldset class="sides">
          <legend>${t('home.sides')}</legend>
          ${this.side('first', sides, localized(entry.colours.first), t('home.movesFirst'))}
          ${this.side('second', sides, localized(entry.colours.second), t('home.movesSecond'))}
          ${this.side('lot', sides, t('home.lot'))}
        </fieldset>
        <button class="primary" type="submit" disabled=${creating}>
          ${creating ? t('home.creating') : t('home.create')}
        </button>
        <p class="how">${t('home.how')}</p>
      </form>
    `;
  }

  /**
   * @param {SidesChoice} side
   * @param {SidesChoice} chosen
   * @param {string} name
   * @param {string} [remark]
   */
  side(side, chosen, name, remark) {
    return html`
      <label class="choice-of-side">
        <input
          type="radio"
          name="sides"
          value=${side}
          checked=${side === chosen}
          onChange=${() => this.setState({ sides: side })}
        />
        <span class="name">${name}</span>
        ${remark && html`<span class="facts">${remark}</span>`}
      </label>
    `;
  }
}
