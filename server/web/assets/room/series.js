/** The games of a room that are over, and who has won how many. */
import { html } from '../html.js';
import { localized, t } from '../i18n/index.js';
import { otherSeat } from '../protocol.js';
import { calledAs } from './people.js';

/** @import { CatalogueEntry, FinishedGame, Seat, SeriesScore, Snapshot } from '../protocol.js' */

/** @param {{ room: Snapshot, catalogue: CatalogueEntry[] }} props */
export function Series({ room, catalogue }) {
  const { score, games } = room.series;
  if (games.length === 0) return null;
  return html`
    <section class="series">
      <h2>${t('series.heading')}</h2>
      ${room.setup.table === 'two' && html`<p class="score">${scoreLine(room, score)}</p>`}
      <details>
        <summary>${t('series.games', { count: games.length })}</summary>
        <${FinishedGames} games=${games} catalogue=${catalogue} seat=${room.setup.table === 'two' ? room.you : null} />
      </details>
    </section>
  `;
}

/**
 * @param {Snapshot} room
 * @param {SeriesScore} score
 * @returns {string}
 */
export function scoreLine(room, score) {
  const near = room.you ?? 'host';
  const far = otherSeat(near);
  return [
    t('series.wins', { player: calledAs(room, near), count: score[near] }),
    t('series.wins', { player: calledAs(room, far), count: score[far] }),
    t('series.draws', { count: score.draws }),
  ].join(' · ');
}

/**
 * @param {{ games: FinishedGame[], catalogue: CatalogueEntry[], seat: Seat | null }} props `seat` is this person's
 */
export function FinishedGames({ games, catalogue, seat }) {
  return html`
    <ol class="finished">
      ${games.map((game) => {
        const entry = catalogue.find(({ id }) => id === game.game);
        return html`
          <li key=${game.number} value=${game.number}>
            <a href="/games/${game.id}">${entry ? localized(entry.name) : game.game}</a>
            <span>${outcomeWords(game, entry, seat)}</span>
          </li>
        `;
      })}
    </ol>
  `;
}

/**
 * @param {FinishedGame} game
 * @param {CatalogueEntry | undefined} entry
 * @param {Seat | null} seat
 * @returns {string}
 */
function outcomeWords({ outcome, sides }, entry, seat) {
  if (outcome === 'draw') return t('result.draw');
  if (outcome === 'none' || !entry) return t('result.none');
  if (seat !== null && sides) return t(sides[outcome] === seat ? 'result.youWin' : 'result.youLose');
  return t('result.sideWins', { colour: localized(entry.colours[outcome]) });
}
