/** What the players may do beside moving: offers and their answers, giving up, and claiming. */
import { html } from '../html.js';
import { localized, t } from '../i18n/index.js';
import { Countdown } from './clock-face.js';
import { calledAs } from './people.js';
import { Resignation } from './resignation.js';
import { TwoSteps } from './two-steps.js';

/** @import { CatalogueEntry, OfferKind, Snapshot } from '../protocol.js' */
/** @import { TextKey } from '../i18n/index.js' */
/** @import { Dealings } from './dealings.js' */
/** @import { RoomSession } from './session.js' */
/** @import { RoomView } from './view.js' */

/**
 * @typedef {object} DealingsProps
 * @property {Dealings} dealings
 * @property {Snapshot} room
 * @property {RoomView} view
 * @property {CatalogueEntry[]} catalogue
 * @property {RoomSession} session
 */

/** @param {DealingsProps} props */
export function DealingsPanel({ dealings, room, view, catalogue, session }) {
  return html`
    ${dealings.offer && html`<${OpenOffer} room=${room} dealings=${dealings} catalogue=${catalogue} session=${session} />`}
    ${room.claim && html`<${OpenClaim} room=${room} dealings=${dealings} session=${session} />`}
    ${view.phase === 'running' && dealings.claimableAt !== null && html`
      <${Absence} at=${dealings.claimableAt} room=${room} session=${session} />
    `}
    ${view.phase === 'running' && view.seated && html`
      <${GameActions} dealings=${dealings} view=${view} session=${session} />
    `}
  `;
}

/** @type {Record<OfferKind, { mine: TextKey, theirs: TextKey, seen: TextKey }>} */
const OFFERED = {
  draw: { mine: 'offer.draw.mine', theirs: 'offer.draw.theirs', seen: 'offer.draw.seen' },
  take_back: { mine: 'offer.takeBack.mine', theirs: 'offer.takeBack.theirs', seen: 'offer.takeBack.seen' },
  rematch: { mine: 'offer.rematch.mine', theirs: 'offer.rematch.theirs', seen: 'offer.rematch.seen' },
};

/**
 * The open offer in words.
 *
 * @param {Snapshot} room
 * @param {CatalogueEntry[]} catalogue
 * @returns {string | null}
 */
export function offerWords(room, catalogue) {
  const { offer, you } = room;
  if (offer === null) return null;
  const whose = offer.seat === you ? 'mine' : you !== null ? 'theirs' : 'seen';
  const next = catalogue.find(({ id }) => id === offer.next);
  const game = next ? localized(next.name) : '';
  return t(OFFERED[offer.what][whose], { player: calledAs(room, offer.seat), game });
}

/** @param {{ room: Snapshot, dealings: Dealings, catalogue: CatalogueEntry[], session: RoomSession }} props */
function OpenOffer({ room, dealings, catalogue, session }) {
  const { offer } = dealings;
  if (offer === null) return null;
  const busy = session.isPending('answer') || session.isPending('withdraw');
  return html`
    <section class="card offer" data-what=${offer.what}>
      <p>${offerWords(room, catalogue)}</p>
      ${offer.mine && html`
        <p class="actions">
          <button type="button" class="quiet" data-action="withdraw" disabled=${busy} onClick=${() => session.withdraw()}>
            ${t('offer.withdraw')}
          </button>
        </p>
      `}
      ${!offer.mine && room.you !== null && html`
        <p class="actions">
          <button type="button" class="primary" data-action="accept" disabled=${busy} onClick=${() => session.answer(true)}>
            ${t('offer.accept')}
          </button>
          <button type="button" data-action="decline" disabled=${busy} onClick=${() => session.answer(false)}>
            ${t('offer.decline')}
          </button>
        </p>
      `}
    </section>
  `;
}

/** @param {{ room: Snapshot, dealings: Dealings, session: RoomSession }} props */
function OpenClaim({ room, dealings, session }) {
  const { claim } = dealings;
  if (claim === null) return null;
  const player = calledAs(room, claim.seat === 'host' ? 'guest' : 'host');
  const say = (/** @type {number} */ count) =>
    t(claim.mine ? 'claim.mine' : room.you !== null ? 'claim.theirs' : 'claim.seen', { player, count });
  return html`
    <section class="card claim">
      <p><${Countdown} until=${claim.until} now=${() => session.time.now()} say=${say} /></p>
    </section>
  `;
}

/**
 * The other player is away: when one may claim, and then the button for it.
 *
 * @param {{ at: number, room: Snapshot, session: RoomSession }} props
 */
function Absence({ at, room, session }) {
  const player = calledAs(room, room.you === 'host' ? 'guest' : 'host');
  const say = (/** @type {number} */ count) =>
    count > 0
      ? html`<p>${t('claim.soon', { player, count })}</p>`
      : html`
          <p>${t('claim.now', { player })}</p>
          <p class="actions">
            <button type="button" class="primary" data-action="claim" disabled=${session.isPending('claim')} onClick=${() => session.claim()}>
              ${t('claim.button')}
            </button>
          </p>
        `;
  return html`
    <section class="card absence">
      <${Countdown} until=${at} now=${() => session.time.now()} say=${say} />
    </section>
  `;
}

/** @param {{ dealings: Dealings, view: RoomView, session: RoomSession }} props */
function GameActions({ dealings, view, session }) {
  const busy = session.isPending('offer');
  const { agrees, atOnce, mayOfferDraw, mayTakeBack } = dealings;
  return html`
    <div class="actions game-actions" role="group" aria-label=${t('actions.label')}>
      <button
        type="button"
        class="quiet"
        data-action="take-back"
        disabled=${busy || !mayTakeBack}
        onClick=${() => session.offer('take_back')}
      >
        ${t(atOnce || agrees ? 'actions.takeBack' : 'actions.askTakeBack')}
      </button>
      ${atOnce
        ? html`
            <${TwoSteps}
              key="draw"
              name="draw"
              label=${t('actions.draw')}
              question=${t('actions.reallyDraw')}
              yes=${t('actions.yesDraw')}
              no=${t('resign.no')}
              disabled=${busy || !mayOfferDraw}
              onYes=${() => session.offer('draw')}
            />
          `
        : html`
            <button
              type="button"
              class="quiet"
              data-action="draw"
              disabled=${busy || !mayOfferDraw}
              onClick=${() => session.offer('draw')}
            >
              ${t('actions.offerDraw')}
            </button>
          `}
      <${Resignation} aborts=${view.aborts} onAbort=${() => session.abort()} onResign=${() => session.resign()} />
    </div>
  `;
}
