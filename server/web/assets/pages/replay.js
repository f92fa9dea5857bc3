/** A finished game: its board at any ply, its moves, and all of it to take away. */
import { Board } from '../board/board.js';
import { NO_CHOICES } from '../board/moves.js';
import { copyText, download } from '../clipboard.js';
import { Component, html } from '../html.js';
import { currentLanguage, localized, t } from '../i18n/index.js';
import { fetchCatalogue, fetchGame } from '../net/api.js';
import { otherSide } from '../protocol.js';
import { Controls } from '../replay/controls.js';
import { MoveList } from '../replay/move-list.js';
import { headersOf, moversOf, plyNamed, recordText, rowsOf } from '../replay/record.js';
import { resultWords, scoreWords } from '../room/result.js';
import { positionsOf, rulesOf } from '../rules/index.js';
import { Loaded } from './loaded.js';

/** @import { ArchivedGame, CatalogueEntry, Side } from '../protocol.js' */
/** @import { ReplayGame } from '../replay/record.js' */
/** @import { TextKey } from '../i18n/index.js' */
/** @import { Position } from '../rules/position.js' */

const SAID_FOR_MS = 2_500;

/** @extends {Component<{ id: string }>} */
export class ReplayPage extends Component {
  render() {
    const { id } = this.props;
    return html`
      <${Loaded}
        load=${() => Promise.all([fetchCatalogue(), fetchGame(id)])}
        show=${(/** @type {[CatalogueEntry[], ArchivedGame]} */ [games, game]) => {
          const entry = games.find((one) => one.id === game.game);
          return entry
            ? html`<${Replay} entry=${entry} game=${game} />`
            : html`
                <section class="message">
                  <h1 class="visually-hidden">Sauterelle</h1>
                  <p>${t('error.unknown_game')}</p>
                </section>
              `;
        }}
      />
    `;
  }
}

/**
 * @typedef {object} ReplayState
 * @property {number} ply
 * @property {Side} bottom
 * @property {TextKey | null} said what has just been done
 */

/** @extends {Component<{ entry: CatalogueEntry, game: ReplayGame, onBack?: () => void }, ReplayState>} */
export class Replay extends Component {
  /** @type {Position[] | null} nothing if the page does not know these rules */
  positions = positionsIn(this.props.entry, this.props.game);
  movers = moversOf(this.props.game.moves.length, this.props.game.passed_over_at);
  /** @type {ReplayState} */
  state = {
    ply: plyNamed(location.hash, this.props.game.moves.length) ?? this.props.game.moves.length,
    bottom: 'first',
    said: null,
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

  componentDidMount() {
    addEventListener('hashchange', this.onHash);
  }

  componentWillUnmount() {
    removeEventListener('hashchange', this.onHash);
    clearTimeout(this.timer);
  }

  onHash = () => {
    const ply = plyNamed(location.hash, this.props.game.moves.length);
    if (ply !== null) this.setState({ ply });
  };

  /** @param {number} ply */
  go = (ply) => {
    this.setState({ ply });
    // The address always names what is seen, without a step back for each.
    history.replaceState(history.state, '', `#${ply}`);
  };

  flip = () => this.setState(({ bottom }) => ({ bottom: otherSide(bottom) }));

  /** @param {TextKey} said */
  say(said) {
    clearTimeout(this.timer);
    this.setState({ said });
    this.timer = setTimeout(() => this.setState({ said: null }), SAID_FOR_MS);
  }

  /** @param {string} text */
  copy = async (text) => this.say((await copyText(text)) ? 'replay.copied' : 'replay.notCopied');

  text() {
    const { game } = this.props;
    return recordText(headersOf(game), game.moves, rowsOf(this.movers));
  }

  render() {
    const { entry, game, onBack } = this.props;
    const { ply, bottom, said } = this.state;
    const plies = game.moves.length;
    const position = this.positions?.[ply];
    const name = localized(entry.name);
    const title = t(game.id === null ? 'games.pasted' : 'replay.title', { game: name });
    document.title = `${title} · Sauterelle`;
    const json = () => `${JSON.stringify(game, null, 2)}\n`;
    const file = `sauterelle-${game.game}-${game.id ?? 'game'}`;
    const { verdict, reason } = verdictOn(game, entry);
    return html`
      <div class="room replay">
        <section class="table">
          ${position === undefined
            ? html`<p class="notice">${t('replay.unknownRules')}</p>`
            : html`
                <${Board}
                  entry=${entry}
                  bottom=${bottom}
                  board=${position.board}
                  lastMove=${position.lastMove}
                  ply=${ply}
                  choices=${NO_CHOICES}
                  onPlay=${() => {}}
                />
              `}
          <${Controls} ply=${ply} plies=${plies} onGo=${this.go} onFlip=${this.flip} />
        </section>
        <aside class="panel">
          <h1>${name}</h1>
          ${game.computer && html`<p class="opponent">${computerWords(game.computer, entry)}</p>`}
          ${game.started !== null && html`<p class="played">${new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'long' }).format(game.started)}</p>`}
          <section class="result" data-outcome=${game.outcome ?? 'none'}>
            <h2>${verdict}</h2>
            <p>${reason} ${scoreWords(game.score, entry)}</p>
          </section>
          <p class="at" role="status">${this.where(ply, plies)}</p>
          <${MoveList} entry=${entry} moves=${game.moves} movers=${this.movers} ply=${ply} onGo=${this.go} />
          <div class="actions takeaway">
            ${onBack && html`<button type="button" class="quiet" onClick=${onBack}>${t('games.back')}</button>`}
            ${game.id !== null &&
            html`
              <button type="button" class="quiet" onClick=${() => this.copy(`${location.origin}/games/${game.id}#${ply}`)}>
                ${t('replay.copyLink')}
              </button>
            `}
            <button type="button" class="quiet" onClick=${() => this.copy(this.text())}>${t('replay.copyText')}</button>
            <button type="button" class="quiet" onClick=${() => this.copy(json())}>${t('replay.copyJson')}</button>
            <button type="button" class="quiet" onClick=${() => download(`${file}.txt`, this.text(), 'text/plain')}>
              ${t('replay.downloadText')}
            </button>
            <button type="button" class="quiet" onClick=${() => download(`${file}.json`, json(), 'application/json')}>
              ${t('replay.downloadJson')}
            </button>
          </div>
          <p class="said" role="status">${said && t(said)}</p>
          <p class="actions closing">
            <a class="button primary" href="/?game=${game.game}${game.computer ? '&opponent=computer' : ''}">${t('rules.play', { game: name })}</a>
            <a class="button" href="/rules/${game.game}">${t('rules.of', { game: name })}</a>
          </p>
        </aside>
      </div>
    `;
  }

  /**
   * @param {number} ply
   * @param {number} plies
   */
  where(ply, plies) {
    const { entry, game } = this.props;
    const at = t('replay.at', { ply, plies });
    const [mover, move] = [this.movers[ply - 1], game.moves[ply - 1]];
    if (mover === undefined || move === undefined) return at;
    return `${at} · ${t('board.moved', { colour: localized(entry.colours[mover]), move })}`;
  }
}

/**
 * @param {NonNullable<ArchivedGame['computer']>} computer
 * @param {CatalogueEntry} entry
 * @returns {string} which side the computer played, and how well
 */
function computerWords({ level, side }, entry) {
  return t('replay.computer', { colour: localized(entry.colours[side]), level });
}

/**
 * @param {ReplayGame} game
 * @param {CatalogueEntry} entry
 */
function verdictOn({ outcome, reason }, entry) {
  if (outcome === null) return { verdict: t('games.unfinished'), reason: t('games.unfinishedHint') };
  // A text may tell who won, and not why.
  const result = resultWords({ outcome, reason: reason ?? 'agreement' }, entry, null);
  return reason === null ? { ...result, reason: '' } : result;
}

/**
 * @param {CatalogueEntry} entry
 * @param {ReplayGame} game
 * @returns {Position[] | null}
 */
function positionsIn(entry, game) {
  const rules = game.rules_version === entry.rules_version ? rulesOf(entry) : null;
  return rules && positionsOf(rules, game.moves);
}
