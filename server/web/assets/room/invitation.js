/** Filling the free seat: the link for whoever made the room, and the button for whoever opened it. */
import { Component, createRef, html } from '../html.js';
import { localized, t } from '../i18n/index.js';

/** @import { CatalogueEntry } from '../protocol.js' */
/** @import { TextKey } from '../i18n/index.js' */

const SAID_FOR_MS = 2_500;

/** @extends {Component<{ link: string, byLot: boolean }, { label: TextKey }>} */
export class Invitation extends Component {
  /** @type {{ label: TextKey }} */
  state = { label: 'invite.copy' };
  input = createRef();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

  componentWillUnmount() {
    clearTimeout(this.timer);
  }

  copy = async () => {
    const label = (await this.copied()) ? 'invite.copied' : 'invite.copyByHand';
    this.setState({ label });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.setState({ label: 'invite.copy' }), SAID_FOR_MS);
  };

  /** @returns {Promise<boolean>} whether the link is on the clipboard; in any case it is selected */
  async copied() {
    this.input.current.select();
    try {
      await navigator.clipboard.writeText(this.props.link);
      return true;
    } catch {
      // Pages over plain http have no clipboard, and a person may forbid it; the old way works without asking.
      return document.execCommand('copy');
    }
  }

  render() {
    const { link, byLot } = this.props;
    return html`
      <section class="invitation">
        <p>${t('invite.text')}</p>
        <p class="link">
          <input
            ref=${this.input}
            type="text"
            readonly
            value=${link}
            aria-label=${t('invite.link')}
            onFocus=${() => this.input.current.select()}
          />
          <button type="button" class="primary" data-action="copy" onClick=${this.copy}>${t(this.state.label)}</button>
        </p>
        ${byLot && html`<p class="details">${t('invite.sidesByLot')}</p>`}
      </section>
    `;
  }
}

/** @param {{ entry: CatalogueEntry, joining: boolean, onJoin: () => void }} props */
export function JoinOffer({ entry, joining, onJoin }) {
  return html`
    <section class="invitation">
      <h2>${t('join.heading')}</h2>
      <p>${t('join.text', { game: localized(entry.name) })}</p>
      <p class="actions">
        <button type="button" class="primary" data-action="join" disabled=${joining} onClick=${onJoin}>
          ${t(joining ? 'join.joining' : 'join.button')}
        </button>
      </p>
    </section>
  `;
}
