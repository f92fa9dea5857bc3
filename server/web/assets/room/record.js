/** The moves of the game at the table, to be looked at while it goes on. */
import { Component, html } from '../html.js';
import { t } from '../i18n/index.js';
import { Controls } from '../replay/controls.js';
import { MoveList } from '../replay/move-list.js';
import { moversOf } from '../replay/record.js';

/** @import { CatalogueEntry, GameState } from '../protocol.js' */
/** @import { EventOn } from '../html.js' */

/** Where there is room for it, the list is open from the beginning. */
const ROOMY = '(min-width: 56rem)';

/**
 * @typedef {object} RecordProps
 * @property {CatalogueEntry} entry
 * @property {GameState} game
 * @property {number | null} lookingAt the ply that is shown instead of the present one
 * @property {(ply: number | null) => void} onLook
 */

/** @extends {Component<RecordProps, { open: boolean }>} */
export class GameRecord extends Component {
  state = { open: matchMedia(ROOMY).matches };

  render() {
    const { entry, game, lookingAt, onLook } = this.props;
    const plies = game.moves.length;
    if (plies === 0) return null;
    const go = (/** @type {number} */ ply) => onLook(ply === plies ? null : ply);
    const ply = lookingAt ?? plies;
    return html`
      <details
        class="record"
        open=${this.state.open}
        onToggle=${(/** @type {EventOn<HTMLDetailsElement>} */ event) => this.setState({ open: event.currentTarget.open })}
      >
        <summary>${t('replay.moves')}</summary>
        ${this.state.open &&
        html`
          <${MoveList}
            entry=${entry}
            moves=${game.moves}
            movers=${moversOf(plies, game.passed_over_at)}
            ply=${ply}
            onGo=${go}
          />
          <${Controls} ply=${ply} plies=${plies} onGo=${go} />
        `}
      </details>
    `;
  }
}

/**
 * Says that the board shows the past, and leads back.
 *
 * @param {{ ply: number, onReturn: () => void }} props
 */
export function LookingBack({ ply, onReturn }) {
  return html`
    <p class="notice" role="status">
      ${t('replay.lookingBack', { ply })}
      <button type="button" class="close" data-action="present" onClick=${onReturn}>${t('replay.present')}</button>
    </p>
  `;
}
