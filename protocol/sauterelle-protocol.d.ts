// The messages and bodies of the Sauterelle protocol, version 1, for clients in TypeScript, or in JavaScript with
// types in JSDoc. README.md beside this file tells what they mean together.
//
// What goes over the socket is a ClientMessage or a ServerMessage, told apart by its `type`; what happened in an event
// is told by its `kind`. A newer server may send types, kinds, codes and reasons that are not listed here.
//
// Made from schema.json by `npm run types` in server/web; do not edit.

/**
 * Breaks the game off before both sides have moved: it counts for nobody. Later than that it is refused, so that an
 * `abort` that crosses the first move is never taken for a resignation.
 */
export interface Abort {
  /** The number of the game that is broken off. */
  game: number;
  /** What the answer names. */
  id?: CommandId | null;
}

/** `GET /api/stats`: the statistics of every game. See `GameStats` for which games count. */
export interface AllStats {
  /** One entry per game of the catalogue, in its order. */
  games: GameStats[];
}

/** Accepts or declines what the other player has offered. */
export interface Answer {
  /** The number of the event that made the offer. */
  offer: number;
  /** Whether it is accepted. */
  accept: boolean;
  /** What the answer names. */
  id?: CommandId | null;
}

/** `GET /api/games/{id}`: a finished game. */
export interface ArchivedGame {
  /** Its id in the archive. */
  id: GameId;
  /** The game's id in the catalogue. */
  game: string;
  /** The version of the rules it was played by. */
  rules_version: number;
  /** How it came out. */
  outcome: Outcome;
  /** Why it ended. */
  reason: Reason;
  /** All moves, each by the two ends of a chain. */
  moves: string[];
  /** The plies (from 1) whose side also played the ply before, because the other side was passed over. */
  passed_over_at: number[];
  /** When it started. */
  started: Timestamp;
  /** When it ended. */
  ended: Timestamp;
  /** The computer's part in it; `null` if two people played. */
  computer: ComputerPlayed | null;
  /** How much time the players had; `null` if as much as they liked. */
  clock: TimeControl | null;
  /** Each side's points or men, where the game counts them. */
  score?: PerSide<number>;
}

/** A player is there. */
export interface Arrived {
  /** The player's seat. */
  seat: Seat;
}

/** What stands on the board, and what else matters in the position. */
export interface Board {
  /** The first side's men. */
  first: Square[];
  /** The second side's men. */
  second: Square[];
  /** How many moves each side has made, where the game's rules count them (Halma family). */
  moves_made: PerSide<number>;
  /** How many of each side's men have been captured and lie beside the board. */
  captured: PerSide<number>;
  /** The marked archers (Jarmo). */
  marked?: Square[];
  /** Moves in a row without a capture, where the game counts them (the Man in the Moon, once all men stand). */
  quiet_moves?: number;
}

/** What a board looks like. */
export interface BoardGeometry {
  /** How many files it has: `a` and so on, from the left. */
  files: number;
  /** How many ranks it has: 1 and so on, from the bottom, as the first player sees it. */
  ranks: number;
  /** What a place on it looks like. */
  look: Look;
  /** Whether the squares have two colours in turn. */
  chequered: boolean;
  /** Every square or point that exists. */
  squares: Square[];
  /** The lines along which men move, where they are drawn; each once. */
  lines: [Square, Square][];
  /** Where each side's men start. */
  camps: PerSide<Square[]>;
  /** Where each side's men want to go. */
  goals: PerSide<Square[]>;
  /** The squares on which no man may be placed. */
  closed: Square[];
}

/** `GET /api/catalogue`: all that a client needs to name and draw the games. */
export interface Catalogue {
  /** The protocol's version. */
  protocol: number;
  /** The games, in the order in which they are offered. */
  games: CatalogueEntry[];
  /** The levels at which the computer plays on this server, weakest first; none if it does not play here. */
  computer: ComputerLevel[];
}

/** One game of the catalogue. */
export interface CatalogueEntry {
  /** Its id. */
  id: string;
  /** The version of its rules that new games are played by. */
  rules_version: number;
  /** Its name. */
  name: Localized;
  /** The two sides' colours. */
  colours: PerSide<Localized>;
  /** How many men each side has. */
  men: number;
  /** Whether the men are placed one by one before they move. */
  placing: boolean;
  /** Whether captured men can be brought back. */
  bringing_back: boolean;
  /** Whether who is first is usually drawn by lot. */
  lot_by_default: boolean;
  /** The board. */
  board: BoardGeometry;
  /** After how many own moves a side's camp must be empty, where the game has that rule. */
  evacuation?: number;
  /** After how many moves in a row without a capture the game ends, where it has that rule. */
  quiet_limit?: number;
}

/** Who hears what is said. */
export type Channel =
  /** The two players, and nobody else. */
  | 'players'
  /** Those who watch. The players hear it, and may join in, while no game is running. */
  | 'watchers';

/** Says something. Unlike a command it is not known again: what is sent twice is said twice. */
export interface Chat {
  /** Who is to hear it. */
  channel: Channel;
  /** What is said. */
  text: ChatText;
  /** What the answer names. */
  id?: CommandId | null;
}

/** Something that was said. */
export interface ChatLine {
  /** Its number in its channel of the room, from 1. The same line may be sent twice; it then has the same number. */
  n: number;
  /** Who hears it. */
  channel: Channel;
  /** Who said it. */
  from: Speaker;
  /** What was said. */
  text: ChatText;
  /** When. */
  time: Timestamp;
  /** What the speaker was called then. */
  name?: DisplayName;
}

/** Something that somebody says: at most 300 characters and 1000 bytes of any script, no control characters. */
export type ChatText = string;

/**
 * Claims the game because the other player has been away for `Claim::AWAY` milliseconds; only where the clock is a
 * real-time one. The other player then has `Claim::NOTICE` milliseconds to show up.
 */
export interface Claim {
  /** The number of the game that is claimed. */
  game: number;
  /** What the answer names. */
  id?: CommandId | null;
}

/** A player claimed that the other has gone away. */
export interface Claimed {
  /** Who claims. */
  seat: Seat;
  /** When the game ends if the other player does not show up. */
  until: Timestamp;
}

/**
 * A message of a client: one text frame, a JSON object whose `type` names it.
 *
 * Each may carry an `id` of the client's making, and each gets exactly one answer, `ok` or `error`, that names it.
 */
export type ClientMessage =
  /** Opens a room on this socket, or takes its free seat. */
  | ({ type: 'join' } & Join)
  /** Plays a move. */
  | ({ type: 'move' } & Move)
  /** Asks for the legal moves of the side to move. */
  | ({ type: 'legal_moves' } & LegalMoves)
  /** Gives the game up. */
  | ({ type: 'resign' } & Resign)
  /** Breaks the game off before both sides have moved. */
  | ({ type: 'abort' } & Abort)
  /** Offers a draw, to take moves back, or another game. */
  | ({ type: 'offer' } & Offer)
  /** Accepts or declines an offer. */
  | ({ type: 'answer' } & Answer)
  /** Takes an offer back. */
  | ({ type: 'withdraw' } & Withdraw)
  /** Claims the game because the other player has gone away. */
  | ({ type: 'claim' } & Claim)
  /** Says something. */
  | ({ type: 'chat' } & Chat)
  /** Changes what this client's person is called. */
  | ({ type: 'name' } & SetName)
  /** Asks whether the server is there. */
  | ({ type: 'ping' } & Ping);

/**
 * What both clocks show at one point in time.
 *
 * At a later time `t` the running side has `t - at` milliseconds less. The other side's clock stands still.
 */
export interface Clocks {
  /** What the first side has left, in milliseconds. */
  first: number;
  /** What the second side has left, in milliseconds. */
  second: number;
  /** The side whose time runs; `null` if neither does: before both are there, and after the end. */
  running: Side | null;
  /** The server's time at which the clocks show this. */
  at: Timestamp;
  /**
   * When the running side's time is up if it does not move; `null` if neither runs. It can only become later: if
   * no server was alive for a while, that time is given back.
   */
  deadline: Timestamp | null;
}

/** Why a room was closed. */
export type CloseReason =
  /** Nobody touched it for very long. */
  | 'unused'
  /** Whoever runs the server closed it. */
  | 'operator';

/** The room was closed. */
export interface Closed {
  /** Why. */
  reason: CloseReason;
}

/** What a client calls one of its messages; never used for two different ones. */
export type CommandId = string;

/** How well the computer plays: from 1, which anyone can beat, to 5, the best it can do. */
export type ComputerLevel = number;

/** The computer's part in a finished game. */
export interface ComputerPlayed {
  /** At which level it played. */
  level: ComputerLevel;
  /** Which side it played. */
  side: Side;
}

/**
 * `POST /api/rooms`: makes a room and seats its host.
 *
 * Sent again with the same token and id it answers with the same room, so that a lost answer loses nothing.
 */
export interface CreateRoom {
  /** The protocol's version that the client speaks: `crate::VERSION`. */
  protocol: number;
  /** What the client calls this request. */
  id: CommandId;
  /** The token that holds the host's seat. */
  token: SeatToken;
  /** The game's id in the catalogue. */
  game: string;
  /** How much time the players have; as much as they like if left out. */
  clock?: TimeControl | null;
  /**
   * The level at which the computer is to play from the guest's seat. The game then starts at once. Not together with
   * `open` or one device.
   */
  computer?: ComputerLevel | null;
  /** What the host is called. */
  name?: DisplayName | null;
  /**
   * Whether anyone may find the room in the list of open rooms and take its free seat. Otherwise only whoever knows
   * its link can.
   */
  open?: boolean;
  /** Which side the host plays; drawn by lot if left out. */
  sides?: SidesChoice;
  /** Where the players sit. At one device the token holds both seats, and the game starts at once. */
  table?: Table;
}

/** A day in UTC, such as 2026-11-30. */
export type Day = string;

/** Games that ended on one day. */
export interface DayStats {
  /** The day, in UTC. */
  day: Day;
  /** How many. */
  games: number;
}

/** An offer was declined. */
export interface Declined {
  /** Who declined it. */
  seat: Seat;
  /** The number of the event that made the offer. */
  offer: number;
}

/**
 * `GET /api/stats/{game}`: all that is counted of the finished games of one kind. See `GameStats` for which games
 * count.
 */
export interface DetailedStats {
  /** The game's id in the catalogue. */
  game: string;
  /** How many finished. */
  games: number;
  /** What the first side won. */
  first: SideStats;
  /** What the second side won. */
  second: SideStats;
  /** What nobody won. */
  draws: DrawStats;
  /** How long they were; `null` if there are none. */
  length: LengthStats | null;
  /** Why they ended: one entry for each reason that occurs, the most frequent first. */
  reasons: ReasonStats[];
  /** What they began with: one entry for each first move that occurs, the most frequent first. */
  first_moves: FirstMoveStats[];
  /** The days on which any ended, in their order. */
  days: DayStats[];
  /** Games and their rematches. */
  pairs: PairStats;
}

/** What somebody wants to be called: at most 32 characters and 100 bytes of any script, no control characters. */
export type DisplayName = string;

/** What nobody won. */
export interface DrawStats {
  /** How many games were drawn. */
  games: number;
  /** The same as a share of all games, cut to two decimals. */
  percent: number;
}

/** How a game ended. */
export interface Ended {
  /** The number of the game that ended. */
  number: number;
  /** How it came out. */
  outcome: Outcome;
  /** Why it ended. */
  reason: Reason;
  /** Where the archive keeps it: `GET /api/games/<id>`. */
  id: GameId;
  /** The score of all the room's games, with this one. */
  series: SeriesScore;
  /** Each side's points or men, where the game counts them. */
  score?: PerSide<number>;
}

/** The body of every HTTP answer that refuses something. */
export interface ErrorBody {
  /** What is wrong, for programs. */
  code: ErrorCode;
  /** What is wrong, for people. */
  message: string;
  /** Where a game's plain-text form is wrong; with `ErrorCode::BadRecord` only, and always there. */
  record?: RecordProblem;
  /** After how many seconds trying again makes sense. */
  retry_after?: number;
}

/**
 * Why something was refused. Codes are stable; the words beside them may change. The guide says for each what a
 * client should do.
 */
export type ErrorCode =
  /** The frame or body is not one JSON object, or the frame is not text. */
  | 'bad_json'
  /** The message's `type` is not known. */
  | 'unknown_type'
  /** A field is missing, or has a value it cannot have. */
  | 'bad_message'
  /** The frame or body is longer than the server takes. */
  | 'frame_too_large'
  /** The text is not a game that was written down, or not a possible one; `record` says where. */
  | 'bad_record'
  /** A name, or what was said, is empty, too long, or holds characters that are not taken. */
  | 'bad_text'
  /** The server does not speak this version of the protocol. */
  | 'unsupported_protocol'
  /** The first message on a socket must be `join`. */
  | 'not_joined'
  /** This socket is for another room. */
  | 'wrong_room'
  /** There is no such room. */
  | 'unknown_room'
  /** The room is closed: its games can still be looked at, but nobody plays there any more. */
  | 'room_closed'
  /** So many games were played in the room that it takes no further one. */
  | 'room_full'
  /** There is no such game in the catalogue. */
  | 'unknown_game'
  /** There is nothing at this address. */
  | 'not_found'
  /** The token holds no seat of this room. */
  | 'unknown_token'
  /** Both seats are taken by others. */
  | 'seats_taken'
  /** Only a player may do this, and this socket watches. */
  | 'not_seated'
  /** No game has started yet. */
  | 'not_started'
  /** The game is over. */
  | 'game_over'
  /** A game is running, and this can only be done when it is over. */
  | 'game_running'
  /** The message is meant for another game of this room. */
  | 'wrong_game'
  /** The message is meant for a position that is no longer, or not yet, on the board. */
  | 'stale_position'
  /** It is the other side's turn. */
  | 'not_your_turn'
  /** The text is not a move. */
  | 'bad_move'
  /** The rules do not allow the move. */
  | 'illegal_move'
  /** Both sides have moved, so the game cannot be aborted any more. */
  | 'too_late'
  /** The same was offered and turned down, or taken back, not long ago. */
  | 'too_soon'
  /** This offer is not, or no longer, open. */
  | 'no_such_offer'
  /** An offer can only be accepted or declined by the other player, and only be withdrawn by its maker. */
  | 'not_your_offer'
  /** Another offer is open, and has to be answered or withdrawn first. */
  | 'offer_open'
  /** This player has made no move that could be taken back. */
  | 'nothing_to_take_back'
  /** The game cannot be claimed, or not now. */
  | 'not_claimable'
  /** This channel is not for whoever wants to speak there, or not now. */
  | 'wrong_channel'
  /** This server has no chat. */
  | 'chat_off'
  /** This server has no names. */
  | 'names_off'
  /** This server has no list of open rooms. */
  | 'lobby_off'
  /** The computer does not play on this server. */
  | 'computer_off'
  /** The computer has too many games to think about already; wait `retry_after` seconds and send the same again. */
  | 'computer_busy'
  /** The id was used before: of a request for another room, or of another command. */
  | 'id_reused'
  /** Too many messages; wait `retry_after` seconds. */
  | 'too_many_messages'
  /** Too many rooms from this address; wait `retry_after` seconds. */
  | 'too_many_rooms'
  /** Too many sockets from this address; close one, or wait `retry_after` seconds. */
  | 'too_many_sockets'
  /** Too many joins from this address; wait `retry_after` seconds and send the same again. */
  | 'too_many_joins'
  /** Too many connections from this address; close one, or wait `retry_after` seconds. */
  | 'too_many_connections'
  /** The server has as many connections or sockets as it takes; wait `retry_after` seconds. */
  | 'server_full'
  /** Whoever runs the server has blocked this address, for `retry_after` seconds more. */
  | 'address_blocked'
  /** The request took too long to arrive; send the same again. */
  | 'request_timeout'
  /** The room has too much to do; wait `retry_after` seconds and send the same again. */
  | 'busy'
  /** The command could not be stored in time; wait `retry_after` seconds and send the same again. */
  | 'store_unavailable'
  /** The server is about to restart; wait `retry_after` seconds and send the same again. */
  | 'restarting'
  /** The server made a mistake. Nothing was changed. */
  | 'internal';

/** One thing that happened in the room, seen by everyone in it. Events are numbered without gaps. */
export interface Event {
  /** Its number. */
  seq: number;
  /** When the command that caused it arrived at the server. */
  time: Timestamp;
  /** What happened. */
  event: EventBody;
  /** The side to move after it; `null` if no game is running. */
  to_move: Side | null;
  /** The side that would have been to move, had it a legal move; `null` if nobody was passed over. */
  passed_over: Side | null;
  /** What is offered and not answered yet after it; `null` if nothing is. */
  offer: OpenOffer | null;
  /** Whether one player claims after it that the other has gone away; `null` if not. */
  claim: OpenClaim | null;
  /** What the clocks of the game show after it; `null` without clocks, or before the first game. */
  clocks: Clocks | null;
}

/**
 * What happened. A client that meets a `kind` it does not know takes the envelope's `seq` and asks for a snapshot
 * by a `join`.
 */
export type EventBody =
  /** The room was made. It is always event 1, so that snapshots hold it and no socket is sent it. */
  | { kind: 'opened' }
  /** Somebody took a seat. */
  | ({ kind: 'seated' } & Seated)
  /** A game started. */
  | ({ kind: 'started' } & Started)
  /** A player is there, so that the clocks may begin to run. Only in games with clocks, and once for each player. */
  | ({ kind: 'arrived' } & Arrived)
  /** A move was played. */
  | ({ kind: 'moved' } & Moved)
  /** A player offered something. */
  | ({ kind: 'offered' } & Offered)
  /** An offer was declined. */
  | ({ kind: 'declined' } & Declined)
  /** An offer was taken back. */
  | ({ kind: 'withdrawn' } & Withdrawn)
  /** Moves were taken back. */
  | ({ kind: 'taken_back' } & TakenBack)
  /** A player claimed that the other has gone away. */
  | ({ kind: 'claimed' } & Claimed)
  /** The player of whom this was claimed showed up. */
  | { kind: 'claim_cancelled' }
  /** The game ended. */
  | ({ kind: 'ended' } & Ended)
  /** The room was closed: nothing will happen in it any more. */
  | ({ kind: 'closed' } & Closed);

/** A game of a room that is over. */
export interface FinishedGame {
  /** Its number in the room, from 1. */
  number: number;
  /** Where the archive keeps it: `GET /api/games/<id>`. */
  id: GameId;
  /** The game's id in the catalogue. */
  game: string;
  /** How it came out. */
  outcome: Outcome;
  /** Why it ended. */
  reason: Reason;
  /** When it ended. */
  ended: Timestamp;
  /** Which seat played which side; left out where this is no longer known, once the room's log is gone. */
  sides?: PerSide<Seat>;
}

/** Games that began with one move. */
export interface FirstMoveStats {
  /** The move, by its two ends. */
  move: string;
  /** How many. */
  games: number;
  /** How many of them the first side won. */
  first: number;
  /** How many of them the second side won. */
  second: number;
  /** How many of them nobody won. */
  draws: number;
}

/** A finished game in a list: what is told of it without its moves. */
export interface GameEntry {
  /** Its id in the archive. */
  id: GameId;
  /** The game's id in the catalogue. */
  game: string;
  /** How it came out. */
  outcome: Outcome;
  /** Why it ended. */
  reason: Reason;
  /** How many moves both sides made together. */
  plies: number;
  /** Its first moves, up to four. */
  opening: string[];
  /** Whether the players had clocks. */
  clocked: boolean;
  /** The level at which the computer played; `null` if two people played. */
  computer: ComputerLevel | null;
  /** When it started. */
  started: Timestamp;
  /** When it ended. */
  ended: Timestamp;
}

/** A finished game's id in the archive. */
export type GameId = string;

/**
 * `GET /api/games`: a page of the archive, newest first.
 *
 * Which games are listed can be narrowed by `game`, `outcome`, `reason`, `opponent` (`people` or `computer`, with
 * `level`), `clocked`, `min_plies`, `max_plies`, `from` and `to` (days) and `moves` (up to four first moves, with
 * commas between them). `limit` is how many are wanted, and `after` the `next` of the page before.
 */
export interface GamePage {
  /**
   * The games. A page may hold fewer than were asked for, or none, and not be the last: where few games fit, the server
   * looks at a part of the archive only.
   */
  games: GameEntry[];
  /** What to ask for the following page with, as `after`; `null` on the last one. */
  next: string | null;
}

/** A game of a room. */
export interface GameSnapshot {
  /** The game's number in this room, from 1. */
  number: number;
  /** The game's id in the catalogue. */
  game: string;
  /** The version of the rules it is played by. */
  rules_version: number;
  /** Which seat plays which side. */
  sides: PerSide<Seat>;
  /** When it started. */
  started: Timestamp;
  /** The `seq` of the event that made the position on the board. A move names it. */
  position: number;
  /** What stands on the board. */
  board: Board;
  /** All moves so far, each by the two ends of a chain. */
  moves: string[];
  /** The plies (from 1) whose side also played the ply before, because the other side was passed over. */
  passed_over_at: number[];
  /** The last move, with its way. */
  last_move: LastMove | null;
  /** How it ended; `null` while it runs. */
  result: Ended | null;
}

/**
 * How the finished games of one kind came out. Games that do not count are left out.
 *
 * These are games between people. With `?opponent=computer` they are those against the computer, and with `&level=3`
 * those against it at one level. `&from=` and `&to=` name the first and the last day, and `&clocked=` whether there
 * were clocks.
 */
export interface GameStats {
  /** The game's id in the catalogue. */
  game: string;
  /** How many finished. */
  games: number;
  /** What the first side won. */
  first: SideStats;
  /** What the second side won. */
  second: SideStats;
  /** What nobody won. */
  draws: DrawStats;
}

/** The first message on a socket. Sent again on the same socket it names the same room, and may take its free seat. */
export interface Join {
  /** The protocol's version that the client speaks: `crate::VERSION`. */
  protocol: number;
  /** The room. */
  room: RoomId;
  /** What the answer names. */
  id?: CommandId | null;
  /** What this client's person is called. A player who was given a name keeps it if this is left out. */
  name?: DisplayName | null;
  /** Whether to take a free seat if the token holds none yet. Without it a token that holds no seat is refused. */
  sit?: boolean;
  /** The token that holds a seat, or is to hold one. Without it the client watches. */
  token?: SeatToken | null;
}

/** The last move, with its way. */
export interface LastMove {
  /** Who made it. */
  side: Side;
  /** The move, by its two ends. */
  move: string;
  /**
   * Every square the man stood on, from the first to the last; only the last where a man was placed or brought
   * back.
   */
  path: Square[];
  /** The squares on which men were captured. */
  taken?: Square[];
}

/**
 * The legal moves of the side to move. Sent to the players of that side after each event and snapshot that makes a
 * position, and to a player who asks.
 */
export interface LegalMoveList {
  /** The position they are for; what a move names. */
  position: number;
  /** The side to move. */
  side: Side;
  /** The moves, each by its two ends, in bytewise order. */
  moves: string[];
}

/** Asks for the legal moves of the side to move. The server sends `legal_moves`, then `ok`. */
export interface LegalMoves {
  /** What the answer names. */
  id?: CommandId | null;
}

/** How long games were. */
export interface LengthStats {
  /** The average number of moves of both sides together, cut to two decimals. */
  average_plies: number;
  /** The number of moves of the shortest game. */
  shortest_plies: number;
  /** The number of moves of the longest game. */
  longest_plies: number;
  /** The mean time from start to end, in milliseconds. */
  mean_duration: number;
}

/** `GET /api/rooms`: the rooms in which somebody waits for anyone who wants to play. */
export interface Lobby {
  /** The rooms, newest first. There is a bound to how many are listed. */
  rooms: LobbyEntry[];
}

/** A room that is open to anyone and has a free seat. */
export interface LobbyEntry {
  /** The room. */
  room: RoomId;
  /** The game's id in the catalogue. */
  game: string;
  /** Which side the host plays. */
  sides: SidesChoice;
  /** How much time the players have; `null` for as much as they like. */
  clock: TimeControl | null;
  /** Whether the host is there now, as far as this server knows. */
  host_here: boolean;
  /** When the room was made. */
  created: Timestamp;
  /** What the host is called. */
  name?: DisplayName;
}

/** A text in the languages of the project. */
export interface Localized {
  /** English. */
  en: string;
  /** French. */
  fr: string;
}

/** What a place on a board looks like. */
export type Look =
  /** Squares side by side; men stand in them. */
  | 'squares'
  /** Points joined by lines; men stand on them. */
  | 'points';

/** Plays a move in the position that the client sees. */
export interface Move {
  /** The `seq` of the event that made the position for which the move is meant. */
  position: number;
  /** The move: `a1-b2`, `a1-c3-e3` (every square of a chain of hops), `c4` (placing), `a5*c1` (bringing back). */
  move: string;
  /** What the answer names. Without one, a move cannot be sent again safely. */
  id?: CommandId | null;
}

/** A move was played. */
export interface Moved {
  /** Its number in the game, from 1. */
  ply: number;
  /** Who made it. */
  side: Side;
  /** The move, by its two ends. */
  move: string;
  /**
   * Every square the man stood on, from the first to the last; only the last where a man was placed or brought
   * back.
   */
  path: Square[];
  /** What stands on the board after it. */
  board: Board;
  /** The squares on which men were captured. */
  taken?: Square[];
}

/** What the players want to be called. */
export interface Names {
  /** The host. */
  host: DisplayName | null;
  /** The guest. */
  guest: DisplayName | null;
}

/** Offers something to the other player. If that one has offered the same, this accepts it. */
export interface Offer {
  /** The number of the game that it is about: the running one, or for a rematch the one that is over. */
  game: number;
  /** What is offered. */
  what: OfferKind;
  /** What the answer names. */
  id?: CommandId | null;
  /** For a rematch: the id of the game to be played; the same as the last one if left out. */
  next?: string | null;
}

/** What can be offered. */
export type OfferKind =
  /** That the running game ends as a draw. */
  | 'draw'
  /** That the offerer's last move, and what was played after it, is taken back. */
  | 'take_back'
  /** Another game, with the sides swapped, now that the last one is over. */
  | 'rematch';

/** A player offered something. */
export interface Offered {
  /** Who offered it. */
  seat: Seat;
  /** What is offered. */
  what: OfferKind;
  /** The game that would be played; for a rematch only. */
  next?: string;
}

/** A message was accepted. */
export interface Okay {
  /**
   * For a command: the number of the event that recorded it, the same again if it is sent again. Otherwise the
   * room's last event.
   */
  seq: number;
  /** The server's time. */
  time: Timestamp;
  /** The message's id, if it had one. */
  id?: CommandId;
}

/** A player's claim that the other one has gone away. Unless that one shows up, the game is won by it. */
export interface OpenClaim {
  /** Who claims. */
  seat: Seat;
  /** When the game ends if the other player does not show up. */
  until: Timestamp;
}

/** An offer that was made and is not answered yet. A room has one at most. */
export interface OpenOffer {
  /** The number of the event that made it: what `answer` and `withdraw` name. */
  seq: number;
  /** Who made it. */
  seat: Seat;
  /** What is offered. */
  what: OfferKind;
  /** The game that would be played; for a rematch only. */
  next?: string;
}

/** How a game came out. */
export type Outcome =
  /** The first side won. */
  | 'first'
  /** The second side won. */
  | 'second'
  /** Nobody won. */
  | 'draw'
  /** The game does not count: it was aborted or abandoned. */
  | 'none';

/**
 * Games and their rematches, in which the players change sides. A board that is fair has as many pairs that one player
 * won twice as pairs that one side won twice; the more it favours a side, the more of the latter.
 *
 * A pair is two games of a kind, one right after the other in the same room, that both count. It counts for the day of
 * its second game.
 */
export interface PairStats {
  /** How many there are. */
  pairs: number;
  /** In how many the same player won both games. */
  same_player: number;
  /** In how many the same side won both games. */
  same_side: number;
  /** In how many it was neither, as a game was drawn. */
  neither: number;
}

/** One thing for each seat. */
export interface PerSeat<T> {
  /** The host's. */
  host: T;
  /** The guest's. */
  guest: T;
}

/** One thing for each side. */
export interface PerSide<T> {
  /** The first side's. */
  first: T;
  /** The second side's. */
  second: T;
}

/** Asks whether the server is there; answered with `ok`. */
export interface Ping {
  /** What the answer names. */
  id?: CommandId | null;
}

/** Who is there. Sent to everyone whenever it changes; across several servers it may lag by some seconds. */
export interface Presence {
  /** Whoever holds the host's seat. */
  host: SeatPresence;
  /** Whoever holds the guest's seat. */
  guest: SeatPresence;
  /** How many watch: sockets without a seat. */
  watchers: number;
}

/**
 * `POST /api/games/text`: a game that was read from its plain-text form. It need not be in the archive, and need not
 * be over.
 */
export interface ReadGame {
  /** The game's id in the catalogue. */
  game: string;
  /** The version of the rules that its moves were judged by. */
  rules_version: number;
  /** All moves, each by the two ends of a chain. */
  moves: string[];
  /** The plies (from 1) whose side also played the ply before, because the other side was passed over. */
  passed_over_at: number[];
  /** How it came out; `null` if the text does not say so and the last move does not end it. */
  outcome: Outcome | null;
  /** Why it ended; `null` if that is not known. */
  reason: Reason | null;
  /** When it started, if the text says so. */
  started: Timestamp | null;
  /** When it ended, if the text says so. */
  ended: Timestamp | null;
}

/** Why a game ended. */
export type Reason =
  /** The winner's men fill the goal camp (Halma family). */
  | 'camp_filled'
  /** The loser had a man left in the own camp when it had to be empty (Nerma, small Halmas). */
  | 'camp_not_evacuated'
  /** A position stood on the board for the third time (Halma). */
  | 'repetition'
  /** One player's archers are all home (Jarmo). */
  | 'all_home'
  /** Neither side can move. */
  | 'no_moves'
  /** The loser has one man left, or none (the Man in the Moon). */
  | 'man_in_the_moon'
  /** Too many moves in a row without a capture (the Man in the Moon). */
  | 'no_capture'
  /** A player resigned. */
  | 'resignation'
  /** The players agreed on a draw. */
  | 'agreement'
  /** A player's time ran out. */
  | 'time'
  /** A player went away and the other claimed the game. */
  | 'left'
  /** The game was given up before both had moved. */
  | 'aborted'
  /** Nobody touched the game for very long. */
  | 'abandoned';

/** Games that ended for one reason. */
export interface ReasonStats {
  /** The reason. */
  reason: Reason;
  /** How many. */
  games: number;
  /** How many of them the first side won. */
  first: number;
  /** How many of them the second side won. */
  second: number;
  /** How many of them nobody won. */
  draws: number;
}

/** Where the plain-text form of a game is wrong, and why. */
export interface RecordProblem {
  /** The line, from 1. */
  line: number;
  /** The word or value on that line that is wrong; empty if something is missing there. */
  text: string;
  /** What is wrong. */
  what: RecordProblemKind;
}

/** What can be wrong with the plain-text form of a game. */
export type RecordProblemKind =
  /** No game is named before the moves begin. */
  | 'no_game'
  /** There is no such game in the catalogue. */
  | 'unknown_game'
  /** The game was played by another version of the rules. */
  | 'other_rules'
  /** A header has a value that it cannot have, or is there twice. */
  | 'bad_header'
  /** A row has not the number that is its turn. */
  | 'wrong_row'
  /** The text is not a move. */
  | 'not_a_move'
  /** The rules do not allow the move. */
  | 'illegal_move'
  /** The move is in the column of the side that is not to move. */
  | 'wrong_side'
  /** There are more moves than any game has. */
  | 'too_long'
  /** The moves end the game otherwise than the headers say. */
  | 'other_end';

/** A message was refused. Nothing was changed. */
export interface Refused {
  /** What is wrong, for programs. */
  code: ErrorCode;
  /** What is wrong, for people. */
  message: string;
  /** The room's last event; `null` before a room was joined. */
  seq: number | null;
  /** The message's id, if it had one that could be read. */
  id?: CommandId;
  /** After how many seconds trying again makes sense. */
  retry_after?: number;
}

/** Gives the game up. Before both sides have moved this aborts the game: it counts for nobody. */
export interface Resign {
  /** The number of the game that is given up, so that a late message cannot end a later game. */
  game: number;
  /** What the answer names. */
  id?: CommandId | null;
}

/** The server is about to close this socket because it restarts. Connecting again is right. */
export interface Restart {
  /** The same, for people. */
  message: string;
  /** After how many seconds trying again makes sense. */
  retry_after: number;
}

/** The answer to `CreateRoom`. */
export interface RoomCreated {
  /** The room. */
  room: RoomId;
  /** The page that shows it, from the server's root: the link to send to the other player. */
  path: string;
  /** The seat that the token holds. */
  seat: Seat;
}

/** `GET /api/rooms/{room}/games`: the finished games of a room, also when the room itself is closed. */
export interface RoomGames {
  /** The room. */
  room: RoomId;
  /** Whether it is closed. */
  closed: boolean;
  /** Its finished games, oldest first; at most the last `Series::MAX_GAMES`. */
  games: FinishedGame[];
}

/** A room's id, as in its link /r/<room>. */
export type RoomId = string;

/** What was chosen when the room was made. */
export interface RoomSetup {
  /** The game's id in the catalogue. */
  game: string;
  /** Which side the host plays in the first game. */
  sides: SidesChoice;
  /** How much time the players have; `null` for as much as they like. */
  clock: TimeControl | null;
  /** Whether anyone may find the room in the list of open rooms while a seat is free. */
  open: boolean;
  /** Where the players sit. */
  table: Table;
  /** At which level the computer plays from the guest's seat; `null` if a person is to sit there. */
  computer: ComputerLevel | null;
}

/** A chair of a room. Seats stay with their people; sides may change from game to game. */
export type Seat =
  /** Whoever made the room. */
  | 'host'
  /** Whoever took the free seat. */
  | 'guest';

/** Whether a player is there: with at least one socket, on whichever server. */
export interface SeatPresence {
  /** Whether the player is there. */
  here: boolean;
  /** Since when the player is there, or is gone; `null` if this is not known: the player has not been seen yet. */
  since: Timestamp | null;
}

/** What is known of a seat. */
export interface SeatState {
  /** Whether somebody sits there, or the computer. */
  taken: boolean;
}

/** What holds a seat: 128 random bits made by the client, as 32 lower-case hexadecimal digits. */
export type SeatToken = string;

/** Somebody took a seat. */
export interface Seated {
  /** The seat. */
  seat: Seat;
}

/** The score of a room's games. */
export interface Series {
  /** Who has won how many of all of them. */
  score: SeriesScore;
  /** The games that are over, oldest first; at most the last `Self::MAX_GAMES`. */
  games: FinishedGame[];
}

/** Who has won how many games. Games that do not count are left out. */
export interface SeriesScore {
  /** What the host has won. */
  host: number;
  /** What the guest has won. */
  guest: number;
  /** What nobody has won. */
  draws: number;
}

/** A message of the server: one text frame, a JSON object whose `type` names it. */
export type ServerMessage =
  /** The whole room as it stands. */
  | ({ type: 'snapshot' } & Snapshot)
  /** One thing that happened. */
  | ({ type: 'event' } & Event)
  /** The legal moves of the side to move. */
  | ({ type: 'legal_moves' } & LegalMoveList)
  /** A message was accepted. */
  | ({ type: 'ok' } & Okay)
  /** A message was refused. */
  | ({ type: 'error' } & Refused)
  /** Who is there. */
  | ({ type: 'presence' } & Presence)
  /** What the players are called. */
  | ({ type: 'names' } & Names)
  /** Something that was said. */
  | ({ type: 'chat' } & ChatLine)
  /** The server is about to close this socket because it restarts. */
  | ({ type: 'restart' } & Restart);

/** Changes what this client's person is called. */
export interface SetName {
  /** What the answer names. */
  id?: CommandId | null;
  /** The name; `null` for none. */
  name?: DisplayName | null;
}

/** A side of a game: `first` moves first. Which colour that is, the catalogue says. */
export type Side =
  /** The side that moves first. */
  | 'first'
  /** The other side. */
  | 'second';

/** What one side won. */
export interface SideStats {
  /** The side's colour. */
  name: Localized;
  /** How many games it won. */
  wins: number;
  /** The same as a share of all games, cut to two decimals. */
  percent: number;
}

/** Which side the host plays in the room's first game. */
export type SidesChoice =
  /** The host plays first. */
  | 'first'
  /** The host plays second. */
  | 'second'
  /** The server draws by lot when the game starts. */
  | 'lot';

/**
 * The whole room as it stands after event `seq`. The next event is `seq` + 1.
 *
 * It is the first message after a `join`. It comes again, in the place of events, whenever the server could not
 * send every single event to this socket: it replaces all the client knew.
 */
export interface Snapshot {
  /** The protocol's version. */
  protocol: number;
  /** The room. */
  room: RoomId;
  /** The number of the last event that is in this snapshot. */
  seq: number;
  /** The server's time. */
  time: Timestamp;
  /** The seat of this socket's client; `null` for one who watches. */
  you: Seat | null;
  /** What was chosen when the room was made. */
  setup: RoomSetup;
  /** The two seats. */
  seats: PerSeat<SeatState>;
  /** The game that is played or was played last; `null` before the first one starts. */
  game: GameSnapshot | null;
  /** The side to move; `null` if no game is running. */
  to_move: Side | null;
  /** The side that would have been to move, had it a legal move; `null` if nobody was passed over. */
  passed_over: Side | null;
  /** What is offered and not answered yet; `null` if nothing is. */
  offer: OpenOffer | null;
  /** Whether one player claims that the other has gone away; `null` if not. */
  claim: OpenClaim | null;
  /** What the clocks of the game show; `null` without clocks, or before the first game. */
  clocks: Clocks | null;
  /** The games that are over, and their score. */
  series: Series;
  /** Whether the room was closed: nothing will happen in it any more. */
  closed: boolean;
  /** What the players are called. */
  names: Names;
  /** Who is there. */
  presence: Presence;
  /** What was said last, oldest first, in the channels that this socket may hear; `null` if this server has no chat. */
  chat: ChatLine[] | null;
}

/** Who said something. */
export type Speaker =
  /** Whoever holds the host's seat. */
  | 'host'
  /** Whoever holds the guest's seat. */
  | 'guest'
  /** Somebody who watches. */
  | 'watcher';

/** A square: file letter and rank number, `a1` at the bottom left. */
export type Square = string;

/** A game started. */
export interface Started {
  /** The game's number in this room, from 1. */
  number: number;
  /** The game's id in the catalogue. */
  game: string;
  /** The version of the rules it is played by. */
  rules_version: number;
  /** Which seat plays which side. */
  sides: PerSide<Seat>;
  /** What stands on the board. */
  board: Board;
}

/** Where the players of a room sit. */
export type Table =
  /** Each at a device of their own. */
  | 'two'
  /** Both at one device: one person's token holds both seats. */
  | 'one_device';

/** Moves were taken back. The number of this event names the position that is on the board again. */
export interface TakenBack {
  /** Who had asked for it, and is to move. */
  seat: Seat;
  /** How many moves are left. */
  ply: number;
  /** What stands on the board. */
  board: Board;
  /** The last move that is left, with its way. */
  last_move: LastMove | null;
}

/** Each side has an amount of time for the whole game, and gets some more with each of its moves. */
export interface TimeControlRealTime {
  kind: 'real_time';
  /** What each side starts with, at most three hours; if 0, a side starts with one increment. */
  base: number;
  /** What each move adds, at most three minutes. Not both are 0. */
  increment: number;
}

/** Each move has an amount of time of its own, for play by correspondence. */
export interface TimeControlPerMove {
  kind: 'per_move';
  /** From a minute to 14 days. */
  time: number;
}

/** How much time the players have. Chosen when the room is made, for all its games. All times are milliseconds. */
export type TimeControl =
  /** Each side has an amount of time for the whole game, and gets some more with each of its moves. */
  | TimeControlRealTime
  /** Each move has an amount of time of its own, for play by correspondence. */
  | TimeControlPerMove;

/** A point in time: milliseconds since 1970-01-01T00:00:00Z by the server's clock. */
export type Timestamp = number;

/** Takes an offer of one's own back. A move takes the mover's offer of a draw, or to take moves back, with it. */
export interface Withdraw {
  /** The number of the event that made the offer. */
  offer: number;
  /** What the answer names. */
  id?: CommandId | null;
}

/** An offer was taken back. */
export interface Withdrawn {
  /** Who had made it, and took it back. */
  seat: Seat;
  /** The number of the event that made the offer. */
  offer: number;
}
