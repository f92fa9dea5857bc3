/**
 * What goes on between the two players beside their moves: offers and their answers, and claims. Worked out from
 * what is known of the room, without drawing anything.
 */
import { otherSeat } from '../protocol.js';
import { levelOf } from './computer.js';

/** @import { GameState, OfferKind, Seat, Side, Snapshot } from '../protocol.js' */

/** A player must have been away for so long before the other may claim. */
export const AWAY_MS = 60_000;
/** So many games may be played in one room. */
const MOST_GAMES = 1_000;

/**
 * @typedef {object} Dealings
 * @property {{ what: OfferKind, next: string | null, mine: boolean, seat: Seat } | null} offer what is offered
 * @property {boolean} mayOfferDraw
 * @property {boolean} mayTakeBack whether one may ask to take back
 * @property {boolean} mayRematch
 * @property {{ mine: boolean, seat: Seat, until: number } | null} claim
 * @property {number | null} claimableAt when one may claim, if the other stays away (the server's time)
 * @property {boolean} agrees whether the other player is the computer, which agrees to everything but a draw at once
 * @property {boolean} atOnce whether all this needs nobody's consent, as one person holds both seats
 */

/**
 * @param {Snapshot} room
 * @returns {Dealings}
 */
export function dealingsOf(room) {
  const { you, game, offer, claim, closed } = room;
  const atOnce = room.setup.table === 'one_device';
  const agrees = levelOf(room) !== null;
  const open = offer && { what: offer.what, next: offer.next ?? null, mine: offer.seat === you, seat: offer.seat };
  const running = game !== null && game.result === null;
  const free = you !== null && offer === null && !closed;
  const over = game !== null && game.result !== null;
  return {
    offer: open,
    mayOfferDraw: free && running,
    mayTakeBack: free && running && (atOnce ? game.moves.length > 0 : hasMoved(game, sideOfSeat(game, you))),
    mayRematch: free && over && game.number < MOST_GAMES,
    claim: claim && { ...claim, mine: claim.seat === you },
    claimableAt: running && !atOnce && !agrees ? claimableAt(room) : null,
    agrees,
    atOnce,
  };
}

/**
 * @param {Snapshot} room
 * @returns {number | null}
 */
function claimableAt({ you, setup, claim, presence }) {
  if (you === null || claim !== null || setup.clock?.kind !== 'real_time') return null;
  const { here, since } = presence[otherSeat(you)];
  return here || since === null ? null : since + AWAY_MS;
}

/**
 * @param {GameState} game
 * @param {Seat} seat
 * @returns {Side}
 */
export function sideOfSeat({ sides }, seat) {
  return sides.first === seat ? 'first' : 'second';
}

/**
 * @param {GameState} game
 * @param {Side} side
 */
function hasMoved({ moves, passed_over_at }, side) {
  // The first side begins; from then on each move that is not listed there is one by the other side.
  return side === 'first' ? moves.length > 0 : moves.length - passed_over_at.length >= 2;
}

/**
 * The seat at a side of the board.
 *
 * @param {Snapshot} room
 * @param {Side} side
 * @returns {Seat | null} nothing as long as the lot has not been drawn
 */
export function seatAt({ game, setup }, side) {
  if (game !== null) return game.sides[side];
  if (setup.sides === 'lot') return null;
  return setup.sides === side ? 'host' : 'guest';
}
