/**
 * The words of the protocol. Their types are those of the protocol itself, which are made from the server's; the page
 * calls a few of them by names of its own.
 *
 * @typedef {import('sauterelle-protocol').Side} Side
 * @typedef {import('sauterelle-protocol').Seat} Seat
 * @typedef {import('sauterelle-protocol').SidesChoice} SidesChoice
 * @typedef {import('sauterelle-protocol').Outcome} Outcome
 * @typedef {import('sauterelle-protocol').Reason} Reason
 * @typedef {import('sauterelle-protocol').ErrorCode} ErrorCode
 * @typedef {import('sauterelle-protocol').OfferKind} OfferKind
 * @typedef {import('sauterelle-protocol').Channel} Channel
 * @typedef {import('sauterelle-protocol').Table} Table
 * @typedef {import('sauterelle-protocol').Square} Square
 * @typedef {import('sauterelle-protocol').Localized} Localized
 * @typedef {import('sauterelle-protocol').CatalogueEntry} CatalogueEntry
 * @typedef {import('sauterelle-protocol').Catalogue} Catalogue
 * @typedef {import('sauterelle-protocol').GameStats} GameStats
 * @typedef {import('sauterelle-protocol').AllStats} AllStats
 * @typedef {import('sauterelle-protocol').DetailedStats} DetailedStats
 * @typedef {import('sauterelle-protocol').DayStats} DayStats
 * @typedef {import('sauterelle-protocol').GameEntry} GameEntry
 * @typedef {import('sauterelle-protocol').GamePage} GamePage
 * @typedef {import('sauterelle-protocol').ReadGame} ReadGame
 * @typedef {import('sauterelle-protocol').RecordProblem} RecordProblem
 * @typedef {import('sauterelle-protocol').SideStats} SideStats
 * @typedef {import('sauterelle-protocol').ArchivedGame} ArchivedGame
 * @typedef {import('sauterelle-protocol').Ended} Ended
 * @typedef {import('sauterelle-protocol').LastMove} LastMove
 * @typedef {import('sauterelle-protocol').TimeControl} TimeControl
 * @typedef {import('sauterelle-protocol').Clocks} Clocks
 * @typedef {import('sauterelle-protocol').RoomSetup} RoomSetup
 * @typedef {import('sauterelle-protocol').CreateRoom} CreateRoom
 * @typedef {import('sauterelle-protocol').RoomCreated} RoomCreated
 * @typedef {import('sauterelle-protocol').OpenOffer} OpenOffer
 * @typedef {import('sauterelle-protocol').OpenClaim} OpenClaim
 * @typedef {import('sauterelle-protocol').SeatPresence} SeatPresence
 * @typedef {import('sauterelle-protocol').Presence} Presence
 * @typedef {import('sauterelle-protocol').Names} Names
 * @typedef {import('sauterelle-protocol').ChatLine} ChatLine
 * @typedef {import('sauterelle-protocol').SeriesScore} SeriesScore
 * @typedef {import('sauterelle-protocol').FinishedGame} FinishedGame
 * @typedef {import('sauterelle-protocol').Series} Series
 * @typedef {import('sauterelle-protocol').Lobby} Lobby
 * @typedef {import('sauterelle-protocol').LobbyEntry} LobbyEntry
 * @typedef {import('sauterelle-protocol').RoomGames} RoomGames
 * @typedef {import('sauterelle-protocol').ErrorBody} ErrorBody
 * @typedef {import('sauterelle-protocol').ServerMessage} ServerMessage
 * @typedef {import('sauterelle-protocol').ClientMessage} ClientMessage
 *
 * @typedef {import('sauterelle-protocol').BoardGeometry} Geometry
 * @typedef {import('sauterelle-protocol').Board} BoardState
 * @typedef {import('sauterelle-protocol').GameSnapshot} GameState
 *
 * @typedef {Extract<ServerMessage, { type: 'snapshot' }>} Snapshot
 * @typedef {Extract<ServerMessage, { type: 'event' }>} RoomEvent
 * @typedef {RoomEvent['event']} EventBody
 * @typedef {Extract<ServerMessage, { type: 'legal_moves' }>} LegalMoves
 * @typedef {Extract<ServerMessage, { type: 'ok' }>} Ok
 * @typedef {Extract<ServerMessage, { type: 'error' }>} Refusal
 * @typedef {Extract<EventBody, { kind: 'moved' }>} Moved
 * @typedef {Extract<EventBody, { kind: 'taken_back' }>} TakenBack
 *
 * @typedef {Extract<ClientMessage, { type: 'join' }>} Join
 * @typedef {Exclude<ClientMessage, { type: 'join' | 'legal_moves' | 'ping' }>} Command what a person does in a room
 */

/** The version of the protocol that this page speaks. */
export const PROTOCOL = 1;

/** Both sides, in the order in which they move. */
export const SIDES = /** @type {const} */ (['first', 'second']);

/**
 * @param {Side} side
 * @returns {Side}
 */
export function otherSide(side) {
  return side === 'first' ? 'second' : 'first';
}

/**
 * @param {Seat} seat
 * @returns {Seat}
 */
export function otherSeat(seat) {
  return seat === 'host' ? 'guest' : 'host';
}
