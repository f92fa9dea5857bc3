/** A diagram on the page: a board on which the reader may move, and what is said about it. */
import { Board } from '../board/board.js';
import { choicesAmong } from '../board/moves.js';
import { Component, html } from '../html.js';
import { localized, t } from '../i18n/index.js';
import { rulesOf } from '../rules/index.js';
import { resultSentence } from '../room/result.js';
import { setUp, tried } from './diagram.js';

/** @import { CatalogueEntry } from '../protocol.js' */
/** @import { Position } from '../rules/position.js' */
/** @import { Diagram } from './index.js' */

/**
 * @typedef {object} FigureProps
 * @property {CatalogueEntry} entry
 * @property {string} name the diagram's, among those of its page
 * @property {Diagram} diagram
 * @property {string} caption
 * @property {string} [done] said once the wanted move was played
 */

/** Positions with a few men have not come about by playing: nobody has captured those who are missing. */
const nothingBeside = () => null;

/** @extends {Component<FigureProps, { position: Position | null, ply: number, done: boolean }>} */
export class DiagramFigure extends Component {
  setting = setUp(this.props.entry, this.props.diagram);
  /** @type {{ position: Position | null, ply: number, done: boolean }} */
  state = { position: this.setting?.position ?? null, ply: 0, done: false };

  again = () => this.setState({ position: this.setting?.position ?? null, ply: 0, done: false });

  /** @param {string} move */
  play = (move) => {
    const { diagram } = this.props;
    const { position, ply, done } = this.state;
    if (this.setting === null || position === null) return;
    this.setState({
      position: tried(this.setting.entry, diagram, position, move),
      ply: ply + 1,
      done: done || move === diagram.wanted,
    });
  };

  render() {
    const { entry, diagram, name, caption } = this.props;
    const { position, ply } = this.state;
    if (this.setting === null || position === null) return null;
    const shown = this.setting.entry;
    const moves = rulesOf(shown)?.legalMoves(position) ?? [];
    return html`
      <figure class="diagram" data-diagram=${name} data-size=${shown.board.files > 10 ? 'large' : 'small'}>
        <${Board}
          entry=${shown}
          bottom="first"
          label=${t('diagram.label', { game: localized(entry.name) })}
          board=${position.board}
          lastMove=${position.lastMove}
          ply=${ply}
          choices=${choicesAmong(moves)}
          toMove=${position.ending === null ? position.toMove : null}
          quiet=${true}
          beside=${diagram.start || diagram.captured ? undefined : nothingBeside}
          onPlay=${this.play}
        />
        <figcaption>
          <p>${caption}</p>
          <p class="said" role="status">${this.said(position, diagram)}</p>
          <p class="actions">
            <button type="button" class="quiet" disabled=${ply === 0} onClick=${this.again}>${t('diagram.again')}</button>
          </p>
        </figcaption>
      </figure>
    `;
  }

  /**
   * @param {Position} position
   * @param {Diagram} diagram
   */
  said({ ending, toMove, passedOver }, { both }) {
    const { entry, done } = this.props;
    const colour = (/** @type {import('../protocol.js').Side} */ side) => localized(entry.colours[side]);
    if (this.state.done) return done;
    if (ending !== null) {
      const result = resultSentence(ending, entry, null);
      return t('diagram.over', { result });
    }
    if (!both) return null;
    const passed = passedOver ? `${t('status.passedOver', { colour: colour(passedOver) })} ` : '';
    return passed + t('diagram.toMove', { colour: colour(toMove) });
  }
}
