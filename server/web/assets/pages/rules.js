/** The rules of the games: a list of them, or the page of one. */
import { BoardPicture, boardBeforeStart } from '../board/picture.js';
import { DiagramFigure } from '../guide/figure.js';
import { GUIDES } from '../guide/index.js';
import { Component, html } from '../html.js';
import { currentLanguage, keyFor, localized, t, typeset } from '../i18n/index.js';
import { fetchCatalogue } from '../net/api.js';
import { Loaded } from './loaded.js';
import { Siblings } from './siblings.js';

/** @import { CatalogueEntry } from '../protocol.js' */
/** @import { Guide, Section } from '../guide/index.js' */

/** @extends {Component<{ game: string | null }>} */
export class RulesPage extends Component {
  render() {
    const { game } = this.props;
    if (game === null) {
      return html`<${Loaded} key="" load=${fetchCatalogue} show=${overview} />`;
    }
    return html`
      <${Loaded}
        key=${game}
        load=${() => Promise.all([fetchCatalogue(), GUIDES[game]?.()])}
        show=${(/** @type {[CatalogueEntry[], { GUIDE: Guide } | undefined]} */ [games, module]) =>
          guide(game, games, module?.GUIDE)}
      />
    `;
  }
}

/** @param {CatalogueEntry[]} games */
function overview(games) {
  document.title = `${t('rules.heading')} · Sauterelle`;
  return html`
    <div class="reading">
      <h1>${t('rules.heading')}</h1>
      <p class="lead">${t('rules.intro')}</p>
      <ul class="cards">
        ${games.map(
          (entry) => html`
            <li key=${entry.id}>
              <a href="/rules/${entry.id}">
                <span class="picture" aria-hidden="true">
                  <${BoardPicture} entry=${entry} board=${boardBeforeStart(entry)} />
                </span>
                <span class="name">${localized(entry.name)}</span>
                <span class="facts">${t(keyFor('summary', entry.id))}</span>
              </a>
            </li>
          `,
        )}
      </ul>
      <p class="actions closing"><a class="button" href="/developers">${t('developers.heading')}</a></p>
    </div>
  `;
}

/**
 * @param {string} game
 * @param {CatalogueEntry[]} games
 * @param {Guide | undefined} found
 */
function guide(game, games, found) {
  const entry = games.find(({ id }) => id === game);
  if (entry === undefined || found === undefined) {
    document.title = 'Sauterelle';
    return html`
      <section class="message">
        <h1 class="visually-hidden">Sauterelle</h1>
        <p>${t('rules.missing')}</p>
        <p><a class="button" href="/rules">${t('rules.heading')}</a></p>
      </section>
    `;
  }
  const name = localized(entry.name);
  document.title = `${t('rules.of', { game: name })} · Sauterelle`;
  const sections = found.texts[currentLanguage()];
  return html`
    <article class="reading guide">
      <${Siblings} games=${games} game=${game} section="/rules" />
      <h1>${name}</h1>
      <p class="lead">${t(keyFor('summary', game))}</p>
      <nav class="contents" aria-label=${t('rules.contents')}>
        <ul>
          ${sections.map(({ id, heading }) => html`<li key=${id}><a href="#${id}">${typeset(heading)}</a></li>`)}
        </ul>
      </nav>
      ${sections.map(
        (section) => html`<${SectionOf} key=${section.id} section=${section} entry=${entry} guide=${found} />`,
      )}
      <p class="actions closing">
        <a class="button primary" href="/?game=${game}">${t('rules.play', { game: name })}</a>
        <a class="button" href="/stats/${game}">${t('rules.statistics')}</a>
      </p>
    </article>
  `;
}

/** @param {{ section: Section, entry: CatalogueEntry, guide: Guide }} props */
function SectionOf({ section: { id, heading, blocks }, entry, guide: { diagrams } }) {
  return html`
    <section class="chapter" data-section=${id}>
      <h2 id=${id}>${typeset(heading)}</h2>
      ${blocks.map((block) => {
        if (typeof block === 'string') return html`<p>${inline(block)}</p>`;
        if ('list' in block) return html`<ul>${block.list.map((item) => html`<li>${inline(item)}</li>`)}</ul>`;
        const { diagram, caption, done } = block;
        return html`
          <${DiagramFigure}
            key=${diagram}
            entry=${entry}
            name=${diagram}
            diagram=${diagrams[diagram]}
            caption=${typeset(caption)}
            done=${done && typeset(done)}
          />
        `;
      })}
    </section>
  `;
}

/**
 * A text in which notation stands between backquotes.
 *
 * @param {string} text
 */
function inline(text) {
  return typeset(text)
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
