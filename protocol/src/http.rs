//! What goes over HTTP: the bodies of requests and answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::client::{FrameError, Outline, read_object};
use crate::ids::{CommandId, GameId, RoomId, SeatToken};
use crate::names::{Outcome, PerSide, Reason, Seat, SidesChoice, SquareName, Timestamp, square_names};

/// `POST /api/rooms`: makes a room and seats its host.
///
/// Sent again with the same token and id it answers with the same room, so that a lost answer loses nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CreateRoom {
    /// The protocol's version that the client speaks: [`crate::VERSION`].
    pub protocol: u32,
    /// What the client calls this request.
    pub id: CommandId,
    /// The token that holds the host's seat.
    pub token: SeatToken,
    /// The game's id in the catalogue.
    pub game: String,
    /// Which side the host plays; drawn by lot if left out.
    #[serde(default)]
    pub sides: SidesChoice,
}

impl CreateRoom {
    /// Reads the body of a request.
    ///
    /// # Errors
    /// [`ErrorCode::BadJson`](crate::ErrorCode::BadJson) if it is not a JSON object,
    /// [`ErrorCode::UnsupportedProtocol`](crate::ErrorCode::UnsupportedProtocol) if it is of another version of the
    /// protocol, and [`ErrorCode::BadMessage`](crate::ErrorCode::BadMessage) if a field is missing or wrong.
    pub fn parse(body: &[u8]) -> Result<Self, FrameError> {
        match read_object::<Self>(body) {
            Ok(request) if request.protocol != crate::VERSION => Err(FrameError::unsupported(None, request.protocol)),
            Ok(request) => Ok(request),
            Err(error) => Err(Outline::of(body, &error)?.versioned()),
        }
    }
}

/// The answer to [`CreateRoom`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoomCreated {
    /// The room.
    pub room: RoomId,
    /// The page that shows it, from the server's root: the link to send to the other player.
    pub path: String,
    /// The seat that the token holds.
    pub seat: Seat,
}

/// A text in the languages of the project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Localized {
    /// English.
    pub en: String,
    /// French.
    pub fr: String,
}

impl From<rules::Localized> for Localized {
    fn from(text: rules::Localized) -> Self {
        Self { en: text.en.to_owned(), fr: text.fr.to_owned() }
    }
}

/// `GET /api/stats`: the statistics of every game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AllStats {
    /// One entry per game of the catalogue, in its order.
    pub games: Vec<GameStats>,
}

/// `GET /api/stats/{game}`: how the finished games of one kind came out. Games that do not count are left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameStats {
    /// The game's id in the catalogue.
    pub game: String,
    /// How many finished.
    pub games: u64,
    /// What the first side won.
    pub first: SideStats,
    /// What the second side won.
    pub second: SideStats,
    /// What nobody won.
    pub draws: DrawStats,
}

/// What one side won.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SideStats {
    /// The side's colour.
    pub name: Localized,
    /// How many games it won.
    pub wins: u64,
    /// The same as a share of all games, cut to two decimals.
    pub percent: f64,
}

/// What nobody won.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DrawStats {
    /// How many games were drawn.
    pub games: u64,
    /// The same as a share of all games, cut to two decimals.
    pub percent: f64,
}

/// `GET /api/games/{id}`: a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ArchivedGame {
    /// Its id in the archive.
    pub id: GameId,
    /// The game's id in the catalogue.
    pub game: String,
    /// The version of the rules it was played by.
    pub rules_version: u32,
    /// How it came out.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: Reason,
    /// Each side's points or men, where the game counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<PerSide<u32>>,
    /// All moves, each by the two ends of a chain.
    pub moves: Vec<String>,
    /// The plies (from 1) whose side also played the ply before, because the other side was passed over.
    pub passed_over_at: Vec<u32>,
    /// When it started.
    pub started: Timestamp,
    /// When it ended.
    pub ended: Timestamp,
}

/// `GET /api/catalogue`: all that a client needs to name and draw the games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Catalogue {
    /// The protocol's version.
    pub protocol: u32,
    /// The games, in the order in which they are offered.
    pub games: Vec<CatalogueEntry>,
}

/// One game of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CatalogueEntry {
    /// Its id.
    pub id: String,
    /// The version of its rules that new games are played by.
    pub rules_version: u32,
    /// Its name.
    pub name: Localized,
    /// The two sides' colours.
    pub colours: PerSide<Localized>,
    /// How many men each side has.
    pub men: u32,
    /// Whether the men are placed one by one before they move.
    pub placing: bool,
    /// Whether captured men can be brought back.
    pub bringing_back: bool,
    /// Whether who is first is usually drawn by lot.
    pub lot_by_default: bool,
    /// After how many own moves a side's camp must be empty, where the game has that rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evacuation: Option<u32>,
    /// After how many moves in a row without a capture the game ends, where it has that rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiet_limit: Option<u32>,
    /// The board.
    pub board: BoardGeometry,
}

/// What a board looks like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardGeometry {
    /// How many files it has: `a` and so on, from the left.
    pub files: u32,
    /// How many ranks it has: 1 and so on, from the bottom, as the first player sees it.
    pub ranks: u32,
    /// What a place on it looks like.
    pub look: Look,
    /// Whether the squares have two colours in turn.
    pub chequered: bool,
    /// Every square or point that exists.
    pub squares: Vec<SquareName>,
    /// The lines along which men move, where they are drawn; each once.
    pub lines: Vec<[SquareName; 2]>,
    /// Where each side's men start.
    pub camps: PerSide<Vec<SquareName>>,
    /// Where each side's men want to go.
    pub goals: PerSide<Vec<SquareName>>,
    /// The squares on which no man may be placed.
    pub closed: Vec<SquareName>,
}

impl Catalogue {
    /// All games that the rules know.
    #[must_use]
    pub fn of_all_games() -> Self {
        let games = rules::games().iter().map(|game| game.catalogue().into()).collect();
        Self { protocol: crate::VERSION, games }
    }
}

impl From<&rules::Catalogue> for CatalogueEntry {
    fn from(entry: &rules::Catalogue) -> Self {
        Self {
            id: entry.id.to_owned(),
            rules_version: entry.rules_version,
            name: entry.name.into(),
            colours: entry.colours.map(Localized::from).into(),
            men: entry.men,
            placing: entry.placing,
            bringing_back: entry.bringing_back,
            lot_by_default: entry.lot_by_default,
            evacuation: entry.evacuation,
            quiet_limit: entry.quiet_limit,
            board: (&entry.board).into(),
        }
    }
}

impl From<&rules::Board> for BoardGeometry {
    fn from(board: &rules::Board) -> Self {
        Self {
            files: board.files.into(),
            ranks: board.ranks.into(),
            look: board.look.into(),
            chequered: board.chequered,
            squares: square_names(board.squares),
            lines: board.lines.iter().map(|(one, other)| [(*one).into(), (*other).into()]).collect(),
            camps: board.camps.map(square_names).into(),
            goals: board.goals.map(square_names).into(),
            closed: square_names(board.closed),
        }
    }
}

impl From<rules::Look> for Look {
    fn from(look: rules::Look) -> Self {
        match look {
            rules::Look::Squares => Self::Squares,
            rules::Look::Points => Self::Points,
        }
    }
}

/// What a place on a board looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// Squares side by side; men stand in them.
    Squares,
    /// Points joined by lines; men stand on them.
    Points,
}
