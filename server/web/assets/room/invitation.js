/** Filling the free seat: the link for whoever made the room, and the button for whoever opened it. */
import { html } from '../html.js';
import { localized, t } from '../i18n/index.js';
import { clockChoiceWords } from './clocks.js';
import { LinkBox } from './link-box.js';

/** @import { CatalogueEntry, Snapshot } from '../protocol.js' */

/** @param {{ link: string, room: Snapshot, entry: CatalogueEntry }} props */
export function Invitation({ link, room, entry }) {
  const { sides, open } = room.setup;
  const game = localized(entry.name);
  return html`
    <section class="invitation">
      <p>${t('invite.text')}</p>
      <${LinkBox} link=${link} label=${t('invite.link')} shared=${t('invite.shared', { game })} />
      <p class="details">
        ${sides === 'lot' && html`<span>${t('invite.sidesByLot')}</span>`}
        ${open && html`<span>${t('invite.open')}</span>`}
      </p>
    </section>
  `;
}

/** @param {{ entry: CatalogueEntry, room: Snapshot, joining: boolean, onJoin: () => void }} props */
export function JoinOffer({ entry, room, joining, onJoin }) {
  const { sides, clock } = room.setup;
  const mine = sides === 'first' ? 'second' : 'first';
  return html`
    <section class="invitation">
      <h2>${t('join.heading')}</h2>
      <p>
        ${room.names.host !== null
          ? t('join.invitedBy', { name: room.names.host, game: localized(entry.name) })
          : t('join.text', { game: localized(entry.name) })}
      </p>
      <p class="details">
        <span>${sides === 'lot' ? t('invite.sidesByLot') : t('join.side', { colour: localized(entry.colours[mine]) })}</span>
        <span>${clockChoiceWords(clock)}</span>
      </p>
      <p class="actions">
        <button type="button" class="primary" data-action="join" disabled=${joining} onClick=${onJoin}>
          ${t(joining ? 'join.joining' : 'join.button')}
        </button>
        <a class="button quiet" href="/rules/${entry.id}">${t('join.rules')}</a>
      </p>
    </section>
  `;
}
