/** How a game ended, and what to do next. */
import { html } from '../html.js';
import { keyFor, localized, t } from '../i18n/index.js';
import { otherSide } from '../protocol.js';

/** @import { CatalogueEntry, Ended, Side } from '../protocol.js' */
/** @import { Drawn } from '../html.js' */
/** @import { Ending } from '../rules/position.js' */

/**
 * @param {{ result: Ended, entry: CatalogueEntry, mySide: Side | null, next: Drawn }} props `next` is what this person may do
 *   to play on in the same room, if anything
 */
export function Result({ result, entry, mySide, next }) {
  const { verdict, reason } = resultWords(result, entry, mySide);
  const score = scoreWords(result.score, entry);
  return html`
    <section class="result" data-outcome=${result.outcome}>
      <h2>${verdict}</h2>
      <p>${reason}</p>
      ${score && html`<p>${score}</p>`}
      ${next}
      <p class="actions">
        <a class=${next ? 'button' : 'button primary'} href="/">${t('result.newGame')}</a>
        <a class="button" href="/games/${result.id}">${t('result.replay')}</a>
      </p>
    </section>
  `;
}

/**
 * @param {Ending} ending
 * @param {CatalogueEntry} entry
 * @param {Side | null} mySide
 */
export function resultSentence(ending, entry, mySide) {
  const { verdict, reason } = resultWords(ending, entry, mySide);
  return `${verdict}. ${reason}`;
}

/**
 * @param {Ended['score']} score
 * @param {CatalogueEntry} entry
 * @returns {string | null} nothing in a game without points
 */
export function scoreWords(score, entry) {
  if (!score) return null;
  return t('result.score', {
    first: localized(entry.colours.first),
    firstScore: score.first,
    second: localized(entry.colours.second),
    secondScore: score.second,
  });
}

/**
 * @param {Ending} ending
 * @param {CatalogueEntry} entry
 * @param {Side | null} mySide
 * @returns {{ verdict: string, reason: string }}
 */
export function resultWords({ outcome, reason }, entry, mySide) {
  const key = keyFor('reason', reason);
  if (outcome === 'draw') return { verdict: t('result.draw'), reason: t(key) };
  if (outcome === 'none') return { verdict: t('result.none'), reason: t(key) };
  const winner = localized(entry.colours[outcome]);
  const loser = localized(entry.colours[otherSide(outcome)]);
  const wins = t('result.sideWins', { colour: winner });
  const verdict = mySide === null ? wins : t(mySide === outcome ? 'result.youWin' : 'result.youLose');
  return { verdict, reason: t(key, { winner, loser }) };
}
