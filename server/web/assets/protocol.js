/**
 * The messages of the protocol, as the page uses them. The guide of the protocol tells them in full.
 *
 * @typedef {'first' | 'second'} Side
 * @typedef {'host' | 'guest'} Seat
 * @typedef {'first' | 'second' | 'lot'} SidesChoice
 * @typedef {'first' | 'second' | 'draw' | 'none'} Outcome
 * @typedef {'draw' | 'take_back' | 'rematch'} OfferKind
 * @typedef {'players' | 'watchers'} Channel
 * @typedef {'two' | 'one_device'} Table
 * @typedef {string} Square file letter and rank number, such as `c4`
 * @typedef {{ en: string, fr: string }} Localized
 *
 * @typedef {object} Geometry
 * @property {number} files
 * @property {number} ranks
 * @property {'squares' | 'points'} look
 * @property {boolean} chequered
 * @property {Square[]} squares
 * @property {[Square, Square][]} lines
 * @property {Record<Side, Square[]>} camps
 * @property {Record<Side, Square[]>} goals
 * @property {Square[]} closed
 *
 * @typedef {object} CatalogueEntry
 * @property {string} id
 * @property {number} rules_version
 * @property {Localized} name
 * @property {Record<Side, Localized>} colours
 * @property {number} men
 * @property {boolean} placing
 * @property {boolean} bringing_back
 * @property {boolean} lot_by_default
 * @property {number} [evacuation]
 * @property {number} [quiet_limit]
 * @property {Geometry} board
 *
 * @typedef {{ name: Localized, wins: number, percent: number }} SideStats
 * @typedef {{ game: string, games: number, first: SideStats, second: SideStats,
 *   draws: { games: number, percent: number } }} GameStats
 *
 * @typedef {object} ArchivedGame
 * @property {string} id
 * @property {string} game
 * @property {number} rules_version
 * @property {Outcome} outcome
 * @property {string} reason
 * @property {Record<Side, number>} [score]
 * @property {string[]} moves
 * @property {number[]} passed_over_at
 * @property {number} started
 * @property {number} ended
 * @property {{ level: number, side: Side } | null} computer
 *
 * @typedef {object} BoardState
 * @property {Square[]} first
 * @property {Square[]} second
 * @property {Record<Side, number>} moves_made
 * @property {Square[]} [marked]
 * @property {Record<Side, number>} captured
 * @property {number} [quiet_moves]
 *
 * @typedef {object} LastMove
 * @property {Side} side
 * @property {string} move
 * @property {Square[]} path
 * @property {Square[]} [taken]
 *
 * @typedef {{ kind: 'real_time', base: number, increment: number } | { kind: 'per_move', time: number }} TimeControl
 * @typedef {{ first: number, second: number, running: Side | null, at: number, deadline: number | null }} Clocks
 *
 * @typedef {object} RoomSetup
 * @property {string} game
 * @property {SidesChoice} sides
 * @property {TimeControl | null} clock
 * @property {boolean} open
 * @property {Table} table
 * @property {number | null} computer the level at which the computer plays from the guest's seat, if it does
 *
 * @typedef {{ seq: number, seat: Seat, what: OfferKind, next?: string }} OpenOffer
 * @typedef {{ seat: Seat, until: number }} OpenClaim
 * @typedef {{ here: boolean, since: number | null }} SeatPresence
 * @typedef {{ host: SeatPresence, guest: SeatPresence, watchers: number }} Presence
 * @typedef {Record<Seat, string | null>} Names
 * @typedef {{ n: number, channel: Channel, from: Seat | 'watcher', name?: string, text: string,
 *   time: number }} ChatLine
 *
 * @typedef {{ host: number, guest: number, draws: number }} SeriesScore
 * @typedef {{ number: number, id: string, game: string, sides?: Record<Side, Seat>, outcome: Outcome, reason: string,
 *   ended: number }} FinishedGame
 * @typedef {{ score: SeriesScore, games: FinishedGame[] }} Series
 *
 * @typedef {{ room: string, game: string, sides: SidesChoice, clock: TimeControl | null, name?: string,
 *   host_here: boolean, created: number }} LobbyEntry
 * @typedef {{ room: string, closed: boolean, games: FinishedGame[] }} RoomGames
 *
 * @typedef {object} Ended
 * @property {number} number
 * @property {Outcome} outcome
 * @property {string} reason
 * @property {Record<Side, number>} [score]
 * @property {string} id
 *
 * @typedef {object} GameState
 * @property {number} number
 * @property {string} game
 * @property {number} rules_version
 * @property {Record<Side, Seat>} sides
 * @property {number} started
 * @property {number} position
 * @property {BoardState} board
 * @property {string[]} moves
 * @property {number[]} passed_over_at
 * @property {LastMove | null} last_move
 * @property {Ended | null} result
 *
 * @typedef {object} Snapshot
 * @property {'snapshot'} type
 * @property {number} protocol
 * @property {string} room
 * @property {number} seq
 * @property {number} time
 * @property {Seat | null} you
 * @property {RoomSetup} setup
 * @property {Record<Seat, { taken: boolean }>} seats
 * @property {GameState | null} game
 * @property {Side | null} to_move
 * @property {Side | null} passed_over
 * @property {OpenOffer | null} offer
 * @property {OpenClaim | null} claim
 * @property {Clocks | null} clocks
 * @property {Series} series
 * @property {boolean} closed
 * @property {Names} names
 * @property {Presence} presence
 * @property {ChatLine[] | null} chat nothing where there is no chat
 *
 * @typedef {{ kind: 'opened' }} Opened
 * @typedef {{ kind: 'seated', seat: Seat }} Seated
 * @typedef {{ kind: 'started', number: number, game: string, rules_version: number,
 *   sides: Record<Side, Seat>, board: BoardState }} Started
 * @typedef {LastMove & { kind: 'moved', ply: number, board: BoardState }} Moved
 * @typedef {Ended & { kind: 'ended', series: SeriesScore }} EndedEvent
 * @typedef {{ kind: 'arrived', seat: Seat }} Arrived
 * @typedef {{ kind: 'offered', seat: Seat, what: OfferKind, next?: string }} Offered
 * @typedef {{ kind: 'declined', seat: Seat, offer: number }} Declined
 * @typedef {{ kind: 'withdrawn', seat: Seat, offer: number }} Withdrawn
 * @typedef {{ kind: 'taken_back', seat: Seat, ply: number, board: BoardState,
 *   last_move: LastMove | null }} TakenBack
 * @typedef {{ kind: 'claimed', seat: Seat, until: number }} Claimed
 * @typedef {{ kind: 'claim_cancelled' }} ClaimCancelled
 * @typedef {{ kind: 'closed', reason: 'unused' | 'operator' }} Closed
 *
 * @typedef {object} RoomEvent
 * @property {'event'} type
 * @property {number} seq
 * @property {number} time
 * @property {Opened | Seated | Started | Moved | EndedEvent | Arrived | Offered | Declined | Withdrawn | TakenBack
 *   | Claimed | ClaimCancelled | Closed} event
 * @property {Side | null} to_move
 * @property {Side | null} passed_over
 * @property {OpenOffer | null} offer
 * @property {OpenClaim | null} claim
 * @property {Clocks | null} clocks
 *
 * @typedef {Presence & { type: 'presence' }} PresenceMessage
 * @typedef {Names & { type: 'names' }} NamesMessage
 * @typedef {ChatLine & { type: 'chat' }} ChatMessage
 * @typedef {{ type: 'legal_moves', position: number, side: Side, moves: string[] }} LegalMoves
 * @typedef {{ type: 'ok', id?: string, seq: number, time: number }} Ok
 * @typedef {{ type: 'error', id?: string, code: string, message: string, seq: number | null,
 *   retry_after?: number }} Refusal
 * @typedef {{ type: 'restart', message: string, retry_after: number }} Restart
 * @typedef {Snapshot | RoomEvent | LegalMoves | Ok | Refusal | Restart | PresenceMessage | NamesMessage
 *   | ChatMessage} ServerMessage
 *
 * @typedef {{ type: 'join', protocol: number, room: string, token?: string, sit?: true, name?: string }} Join
 * @typedef {{ type: 'move', position: number, move: string }} Move
 * @typedef {{ type: 'resign' | 'abort' | 'claim', game: number }} Resign
 * @typedef {{ type: 'offer', game: number, what: OfferKind, next?: string }} Offer
 * @typedef {{ type: 'answer', offer: number, accept: boolean }} Answer
 * @typedef {{ type: 'withdraw', offer: number }} Withdraw
 * @typedef {{ type: 'chat', channel: Channel, text: string }} Chat
 * @typedef {{ type: 'name', name: string | null }} Name
 * @typedef {Move | Resign | Offer | Answer | Withdraw | Chat | Name} Command
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
