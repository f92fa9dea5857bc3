//! The pictures that go with links, drawn here: a board in the look that the page gives it, with a few words.
//!
//! Messengers ask for them when somebody sends a link, and show them small. [`Gallery`] draws each once and keeps it;
//! drawing is done one picture at a time, on a thread where it holds nobody up.

mod board;
mod frame;
mod gallery;
mod men;
mod palette;
mod poster;

use std::sync::{Arc, LazyLock};

use protocol::http::ArchivedGame;
use protocol::{GameId, Outcome};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use rules::{Catalogue, MoveInput, SetUp, Side};
use sha2::{Digest, Sha256};

pub(crate) use gallery::{Gallery, NoPicture};

use crate::page::Language;

/// The font of the pictures: that of the page's headings.
static FONT_FILE: &[u8] = include_bytes!("../../fonts/sauterelle-display/sauterelle-display.ttf");

/// What the font calls itself.
const FONT: &str = "Sauterelle Display";

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Subject {
    /// The games.
    Home,
    /// A game's board as it is set up.
    Game(&'static str),
    /// The same, where somebody waits for an opponent.
    Waiting(&'static str),
    /// The end of a finished game.
    Finished(GameId),
}

impl Subject {
    /// The path of its picture.
    pub(crate) fn path(self, language: Language) -> String {
        let language = language.tag();
        match self {
            Self::Home => format!("/preview/{language}/sauterelle.png"),
            Self::Game(game) => format!("/preview/{language}/{game}.png"),
            Self::Waiting(game) => format!("/preview/{language}/{game}-waiting.png"),
            Self::Finished(id) => format!("/preview/{language}/games/{id}.png"),
        }
    }

    /// What the name of a picture's file stands for.
    pub(crate) fn of_file(file: &str) -> Option<Self> {
        let name = file.strip_suffix(".png")?;
        if name == "sauterelle" {
            return Some(Self::Home);
        }
        match name.strip_suffix("-waiting") {
            Some(game) => rules::game(game).map(|game| Self::Waiting(game.id())),
            None => rules::game(name).map(|game| Self::Game(game.id())),
        }
    }

    /// All that there are but finished games.
    #[cfg(test)]
    fn fixed() -> Vec<Self> {
        let of_game = |game: &&'static dyn rules::Game| [Self::Game(game.id()), Self::Waiting(game.id())];
        std::iter::once(Self::Home).chain(rules::games().iter().flat_map(of_game)).collect()
    }

    /// What there is to draw; `None` for a finished game, which has to be read first.
    fn scene(self, language: Language) -> Option<Scene> {
        let words = |en: &str, fr: &str| match language {
            Language::English => en.to_owned(),
            Language::French => fr.to_owned(),
        };
        let of_game = |id: &str, words: String| {
            let game = rules::game(id)?;
            Some(Scene::of_position(game.catalogue(), game.start().set_up(), language, words))
        };
        match self {
            Self::Home => Some(Scene::Home {
                title: "Sauterelle".to_owned(),
                words: words(
                    "Old board games for two, one link away",
                    "De vieux jeux de pions à deux, à un lien d’ici",
                ),
            }),
            Self::Game(game) => of_game(game, words("An old board game for two", "Un vieux jeu de pions à deux")),
            Self::Waiting(game) => of_game(game, words("An opponent is waiting", "Un adversaire attend")),
            Self::Finished(_) => None,
        }
    }
}

/// What is drawn.
#[derive(Debug)]
enum Scene {
    /// The boards of several games.
    Home { title: String, words: String },
    /// A board.
    Board { game: &'static Catalogue, position: SetUp, title: String, words: String },
}

impl Scene {
    fn of_position(game: &'static Catalogue, position: SetUp, language: Language, words: String) -> Self {
        let title = language.of(game.name).replace('\'', "’");
        Self::Board { game, position, title, words }
    }

    /// The end of a finished game. `None` if this server does not know the rules it was played by.
    fn of_end(finished: &ArchivedGame, language: Language) -> Option<Self> {
        let game = rules::game(&finished.game).filter(|game| game.rules_version() == finished.rules_version)?;
        let mut position = game.start();
        for text in &finished.moves {
            position.play(&text.parse::<MoveInput>().ok()?).ok()?;
        }
        let words = result(game.catalogue(), finished.outcome, language);
        Some(Self::of_position(game.catalogue(), position.set_up(), language, words))
    }

    /// The picture as PNG. `None` only if it could not be drawn, which tests rule out.
    fn draw(&self) -> Option<Picture> {
        let options = options();
        let tree = Tree::from_str(&poster::poster(self, &options), &options).ok()?;
        let (width, height) = poster::SIZE;
        let mut pixels = Pixmap::new(width, height)?;
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        let png = pixels.encode_png().ok()?;
        let digits: String = Sha256::digest(&png).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        Some(Picture { tag: format!("\"{digits}\""), png: png.into() })
    }
}

/// How a game came out, in a few words.
pub(crate) fn result(game: &Catalogue, outcome: Outcome, language: Language) -> String {
    let won = |side: Side| {
        let colour = language.of(game.colours[side.index()]);
        match language {
            Language::English => {
                let mut letters = colour.chars();
                let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
                format!("{first}{} won", letters.as_str())
            }
            Language::French => format!("Les {colour} ont gagné"),
        }
    };
    match (outcome, language) {
        (Outcome::First, _) => won(Side::First),
        (Outcome::Second, _) => won(Side::Second),
        (Outcome::Draw, Language::English) => "A draw".to_owned(),
        (Outcome::Draw, Language::French) => "Partie nulle".to_owned(),
        (_, Language::English) => "Without a result".to_owned(),
        (_, Language::French) => "Sans résultat".to_owned(),
    }
}

/// A picture that was drawn.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    /// Its entity tag: others have another.
    pub(crate) tag: String,
    /// The file.
    pub(crate) png: Arc<[u8]>,
}

/// How SVG is read: with our own font and no other.
fn options() -> Options<'static> {
    static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(FONT_FILE.to_vec());
        Arc::new(fonts)
    });
    Options { fontdb: Arc::clone(&FONTS), font_family: FONT.to_owned(), ..Options::default() }
}

/// A number in an SVG; more digits would show nowhere.
fn number(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_is_found_by_its_path() {
        for subject in Subject::fixed() {
            let path = subject.path(Language::French);
            assert_eq!(Subject::of_file(path.rsplit('/').next().unwrap()), Some(subject), "{path}");
        }
        for file in ["", ".png", "nerma", "chess.png", "nerma-waiting-waiting.png", "-waiting.png", "nerma.svg"] {
            assert_eq!(Subject::of_file(file), None, "{file}");
        }
    }

    #[test]
    fn pictures_are_png_files_of_the_right_size_and_differ() {
        let mut tags = std::collections::HashSet::new();
        for subject in [Subject::Home, Subject::Game("moon"), Subject::Waiting("moon"), Subject::Waiting("nerma")] {
            let picture = subject.scene(Language::English).unwrap().draw().unwrap();
            assert_eq!(picture.png[..8], *b"\x89PNG\r\n\x1a\n");
            assert_eq!(picture.png[16..24], [0, 0, 4, 176, 0, 0, 2, 118], "1200 by 630");
            assert!(tags.insert(picture.tag), "{subject:?} looks like another");
            if let Ok(folder) = std::env::var("SAUTERELLE_PICTURES") {
                let name = subject.path(Language::English).replace('/', "_");
                std::fs::write(format!("{folder}/{name}"), &picture.png).unwrap();
            }
        }
    }
}
