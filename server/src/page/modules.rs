//! Which modules a page needs before it can show anything.
//!
//! A module names those it imports, so that a browser that follows them asks, waits and asks again, a dozen times for a
//! room. Told of all at once, it waits once.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::{Asked, Language};
use crate::web::{Files, with_imports};

impl Asked {
    /// The paths of the modules that the page of this address needs at once, in this language.
    pub(crate) fn modules(self, language: Language) -> Arc<[String]> {
        type Kept = HashMap<(Vec<String>, Language), Arc<[String]>>;
        static KEPT: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);
        // There are not many pages; a panic elsewhere leaves at worst one out. A development build finds out again
        // after its next start which modules there are.
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (self.own_modules(), language);
        if let Some(known) = kept.get(&key) {
            return Arc::clone(known);
        }
        let begins = format!("assets/i18n/{}", language.tag());
        let texts = Files::iter().filter(|path| {
            path.strip_prefix(&begins).is_some_and(|rest| rest.starts_with(['.', '-']) && rest.ends_with(".js"))
        });
        let roots = ["assets/app.js".to_owned()].into_iter().chain(texts.map(String::from));
        let modules: Arc<[String]> = with_imports(roots.chain(key.0.iter().cloned())).into();
        kept.insert(key, Arc::clone(&modules));
        modules
    }

    /// What `app.js` fetches when somebody comes to this address.
    fn own_modules(self) -> Vec<String> {
        let page = |name: &str| format!("assets/pages/{name}.js");
        match self {
            Self::Home => vec![page("home")],
            Self::Room(_) => vec![page("room")],
            Self::Finished(_) => vec![page("replay")],
            Self::Archive => vec![page("games")],
            Self::Developers => vec![page("developers")],
            Self::Rules(None) => vec![page("rules")],
            Self::Rules(Some(game)) => vec![page("rules"), format!("assets/guide/{}.js", game.id)],
            Self::Stats(_) => vec![page("stats")],
            Self::Nothing => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modules(path: &str, language: Language) -> Vec<String> {
        Asked::of_path(path).modules(language).to_vec()
    }

    #[test]
    fn each_page_names_its_own_modules_and_texts() {
        let room = modules("/r/0123456789ab", Language::French);
        for needed in ["app.js", "pages/room.js", "board/board.js", "i18n/fr.js", "i18n/fr-room.js"] {
            assert!(room.contains(&format!("assets/{needed}")), "{needed}: {room:?}");
        }
        assert!(!room.iter().any(|path| path.starts_with("assets/i18n/en")), "{room:?}");
        assert!(!room.iter().any(|path| path.contains("pages/home.js") || path.contains("guide/")), "{room:?}");
        let rules = modules("/rules/moon", Language::English);
        assert!(rules.contains(&"assets/guide/moon.js".to_owned()), "{rules:?}");
        assert!(rules.contains(&"assets/i18n/en-room.js".to_owned()), "{rules:?}");
        assert!(!rules.iter().any(|path| path.starts_with("assets/i18n/fr") || path.contains("guide/nerma")));
    }

    #[test]
    fn all_of_them_are_there() {
        for game in rules::games() {
            let path = format!("/rules/{}", game.id());
            assert!(modules(&path, Language::English).contains(&format!("assets/guide/{}.js", game.id())), "{path}");
        }
        for (path, page) in [
            ("/", "home"),
            ("/r/0123456789ab", "room"),
            ("/games/0123456789ab", "replay"),
            ("/games", "games"),
            ("/rules", "rules"),
            ("/stats/moon", "stats"),
            ("/developers", "developers"),
        ] {
            assert!(modules(path, Language::English).contains(&format!("assets/pages/{page}.js")), "{path}");
        }
        assert!(!modules("/r/what", Language::English).iter().any(|path| path.starts_with("assets/pages/room")));
    }
}
