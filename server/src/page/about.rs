//! What an address of the page is about, in words.

use protocol::{GameId, Outcome, RoomId};
use rules::Catalogue;

use super::Language;
use super::facts::{Facts, Standing};
use crate::picture::{self, Subject};

/// What a page is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct About {
    /// Its title, without the site's name.
    pub(crate) title: String,
    /// What there is, in a sentence or two.
    pub(crate) description: String,
    /// The picture that goes with it.
    pub(crate) picture: Subject,
    /// Whether search engines may know it. The address of a room is the way into it.
    pub(crate) indexed: bool,
}

/// What an address asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Asked {
    /// The start page.
    Home,
    /// A room.
    Room(RoomId),
    /// A finished game.
    Finished(GameId),
    /// The list of finished games.
    Archive,
    /// The rules of a game, or of all.
    Rules(Option<&'static Catalogue>),
    /// The statistics of a game, or of all.
    Stats(Option<&'static Catalogue>),
    /// What programs can ask of the server.
    Developers,
    /// Something that there is not; the page says so.
    Nothing,
}

impl Asked {
    /// What a path asks for.
    pub(crate) fn of_path(path: &str) -> Self {
        let game = |id: &str| rules::game(id).map(|game| game.catalogue());
        let mut parts = path.strip_suffix('/').unwrap_or(path).split('/').skip(1);
        match (parts.next(), parts.next(), parts.next()) {
            (None, ..) => Self::Home,
            (Some("r"), Some(room), None) => room.parse().map_or(Self::Nothing, Self::Room),
            (Some("games"), Some(id), None) => id.parse().map_or(Self::Nothing, Self::Finished),
            (Some("games"), None, _) => Self::Archive,
            (Some("rules"), None, _) => Self::Rules(None),
            (Some("rules"), Some(id), None) => game(id).map_or(Self::Nothing, |game| Self::Rules(Some(game))),
            (Some("developers"), None, _) => Self::Developers,
            (Some("stats"), None, _) => Self::Stats(None),
            (Some("stats"), Some(id), None) => game(id).map_or(Self::Nothing, |game| Self::Stats(Some(game))),
            _ => Self::Nothing,
        }
    }

    /// What it is about. `facts` are what the store knows of it, if it is there and answers.
    pub(crate) fn about(self, facts: Option<&Facts>, language: Language) -> About {
        let say = |en: &str, fr: &str| match language {
            Language::English => en.to_owned(),
            Language::French => fr.to_owned(),
        };
        let name = |game: &Catalogue| language.of(game.name);
        let tagline = say("Old board games for two, one link away", "De vieux jeux de pions à deux, à un lien d’ici");
        let anything = |indexed| About {
            title: "Sauterelle".to_owned(),
            description: tagline.clone(),
            picture: Subject::Home,
            indexed,
        };
        match (self, facts) {
            (Self::Home, _) => About {
                description: say(
                    "Play Halma, Nerma, Jarmo and The Man in the Moon: make a room and send its link. No account, \
                     nothing to install.",
                    "Jouez au Halma, au Nerma, au Jarmo et à l’Homme dans la Lune : ouvrez une salle et envoyez son \
                     lien. Sans compte, sans rien installer.",
                ),
                title: tagline.clone(),
                ..anything(true)
            },
            (Self::Room(_), Some(Facts::Room { game, standing, host })) => {
                of_room(game, *standing, host.as_deref(), language)
            }
            (Self::Finished(id), Some(Facts::Finished { game, outcome, computer })) => {
                of_finished(id, game, *outcome, *computer, language)
            }
            (Self::Rules(Some(game)), _) => About {
                title: say(&format!("Rules of {}", name(game)), &format!("Règles : {}", name(game))),
                description: say(
                    &format!("How {} is played, with boards to try it on and a word on its history.", name(game)),
                    &format!("Comment jouer : {}, avec des plateaux pour essayer et un mot d’histoire.", name(game)),
                ),
                picture: Subject::Game(game.id),
                indexed: true,
            },
            (Self::Rules(None), _) => About {
                title: say("Rules of the games", "Les règles des jeux"),
                description: say(
                    "The rules of Halma, Nerma, Jarmo and The Man in the Moon, with boards to try them on.",
                    "Les règles du Halma, du Nerma, du Jarmo et de l’Homme dans la Lune, avec des plateaux pour essayer.",
                ),
                ..anything(true)
            },
            (Self::Archive, _) => About {
                title: say("Finished games", "Parties finies"),
                description: say(
                    "Every game that ended here, to be found and replayed move by move.",
                    "Toutes les parties finies ici, à retrouver et à revoir coup par coup.",
                ),
                ..anything(true)
            },
            (Self::Developers, _) => About {
                title: say("For programs", "Pour les programmes"),
                description: say(
                    "What programs can ask of this server, for whoever writes a client or a bot.",
                    "Ce que des programmes peuvent demander à ce serveur, pour qui écrit un client ou un robot.",
                ),
                ..anything(true)
            },
            (Self::Stats(Some(game)), _) => About {
                title: say(&format!("Statistics: {}", name(game)), &format!("Statistiques : {}", name(game))),
                description: say(
                    &format!("Who wins at {}: the finished games, counted.", name(game)),
                    &format!("Qui gagne ? Les parties finies de {}, comptées.", name(game)),
                ),
                picture: Subject::Game(game.id),
                indexed: true,
            },
            (Self::Stats(None), _) => About {
                title: say("Statistics", "Statistiques"),
                description: say(
                    "Who wins at which game: the finished games, counted.",
                    "Qui gagne à quel jeu ? Les parties finies, comptées.",
                ),
                ..anything(true)
            },
            _ => anything(false),
        }
    }
}

fn of_room(game: &'static Catalogue, standing: Standing, host: Option<&str>, language: Language) -> About {
    let name = language.of(game.name);
    let (title, description) = match (standing, language) {
        (Standing::Waiting, Language::English) => (
            format!("{name}: an opponent is waiting"),
            format!(
                "{} you to a game of {name}. Open the link and play: no account, nothing to install.",
                host.map_or_else(|| "Somebody invites".to_owned(), |host| format!("{host} invites"))
            ),
        ),
        (Standing::Waiting, Language::French) => (
            format!("{name} : un adversaire attend"),
            format!(
                "{} vous invite à jouer : {name}. Ouvrez le lien et jouez, sans compte, sans rien installer.",
                host.unwrap_or("On")
            ),
        ),
        (Standing::Running, Language::English) => {
            (format!("{name}: a game is under way"), "Open the link to watch it live.".to_owned())
        }
        (Standing::Running, Language::French) => {
            (format!("{name} : une partie est en cours"), "Ouvrez le lien pour la suivre en direct.".to_owned())
        }
        (Standing::Over, Language::English) => {
            (format!("{name}: the game is over"), "Open the link to see how it came out.".to_owned())
        }
        (Standing::Over, Language::French) => (
            format!("{name} : la partie est finie"),
            "Ouvrez le lien pour voir comment elle s’est terminée.".to_owned(),
        ),
        (Standing::Computer, Language::English) => {
            (format!("{name} against the computer"), "Open the link to watch the game.".to_owned())
        }
        (Standing::Computer, Language::French) => {
            (format!("{name} contre l’ordinateur"), "Ouvrez le lien pour suivre la partie.".to_owned())
        }
    };
    let picture = if standing == Standing::Waiting { Subject::Waiting(game.id) } else { Subject::Game(game.id) };
    About { title, description, picture, indexed: false }
}

fn of_finished(id: GameId, game: &Catalogue, outcome: Outcome, computer: bool, language: Language) -> About {
    let name = language.of(game.name);
    let result = picture::result(game, outcome, language);
    let (title, replay) = match (computer, language) {
        (false, Language::English) => (format!("A game of {name}"), "Replay it move by move."),
        (true, Language::English) => (format!("A game of {name} against the computer"), "Replay it move by move."),
        (false, Language::French) => (format!("Une partie : {name}"), "Revoyez-la coup par coup."),
        (true, Language::French) => (format!("Une partie contre l’ordinateur : {name}"), "Revoyez-la coup par coup."),
    };
    About { title, description: format!("{result}. {replay}"), picture: Subject::Finished(id), indexed: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(standing: Standing, host: Option<&str>, language: Language) -> About {
        let game = rules::game("nerma").unwrap().catalogue();
        let facts = Facts::Room { game, standing, host: host.map(str::to_owned) };
        Asked::of_path("/r/0123456789ab").about(Some(&facts), language)
    }

    #[test]
    fn a_free_seat_is_an_invitation() {
        let about = room(Standing::Waiting, Some("Léa"), Language::English);
        assert_eq!(about.title, "Nerma: an opponent is waiting");
        assert!(about.description.starts_with("Léa invites you to a game of Nerma."), "{about:?}");
        assert_eq!((about.picture, about.indexed), (Subject::Waiting("nerma"), false));
        let about = room(Standing::Waiting, None, Language::French);
        assert_eq!(about.title, "Nerma : un adversaire attend");
        assert!(about.description.starts_with("On vous invite"), "{about:?}");
    }

    #[test]
    fn a_taken_seat_is_none() {
        for standing in [Standing::Running, Standing::Over, Standing::Computer] {
            let about = room(standing, Some("Léa"), Language::English);
            assert_eq!(about.picture, Subject::Game("nerma"), "{about:?}");
            assert!(!about.title.contains("waiting") && !about.description.contains("Léa"), "{about:?}");
        }
    }

    #[test]
    fn what_there_is_not_looks_like_what_is_not_known() {
        let nowhere = Asked::of_path("/r/0123456789ab").about(None, Language::English);
        assert_eq!(nowhere, Asked::of_path("/r/nonsense").about(None, Language::English));
        assert_eq!(nowhere, Asked::of_path("/games/0123456789ab").about(None, Language::English));
        assert_eq!(nowhere.title, "Sauterelle");
    }

    #[test]
    fn every_page_has_a_title_of_its_own() {
        let mut titles = std::collections::HashSet::new();
        let mut paths = vec![
            "/".to_owned(),
            "/rules".to_owned(),
            "/stats".to_owned(),
            "/games".to_owned(),
            "/developers".to_owned(),
        ];
        paths
            .extend(rules::games().iter().flat_map(|game| ["rules", "stats"].map(|at| format!("/{at}/{}", game.id()))));
        for path in paths {
            for language in Language::ALL {
                let about = Asked::of_path(&path).about(None, language);
                assert!(about.indexed && !about.description.is_empty(), "{path}: {about:?}");
                assert!(titles.insert(about.title.clone()), "{path}: {about:?}");
            }
        }
    }
}
