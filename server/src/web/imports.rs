//! Which modules a module needs, so that a browser can be told of all at once.

use std::collections::BTreeSet;

use super::{Files, without_comments};

/// These modules and all that they import, and so on, those first that are needed first. What is imported only when it
/// is needed is left out, and so is what there is not.
pub(crate) fn with_imports(roots: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut known = BTreeSet::new();
    let mut found: Vec<String> = roots.into_iter().filter(|root| known.insert(root.clone())).collect();
    let mut next = 0;
    while let Some(path) = found.get(next) {
        let imports = imports(path, &Files::text(path));
        found.extend(imports.into_iter().filter(|import| known.insert(import.clone())));
        next += 1;
    }
    found.retain(|path| Files::get(path).is_some());
    found
}

/// What a module imports.
fn imports(path: &str, source: &str) -> Vec<String> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let lean = without_comments(source);
    // Texts may speak of where something comes from, but not of modules.
    let named = lean.split("from '").skip(1).filter_map(|rest| rest.split_once('\'').map(|(name, _)| name));
    named.filter(|name| name.starts_with('.') && name.ends_with(".js")).map(|name| joined(folder, name)).collect()
}

/// The path of what `name` is, seen from a folder.
fn joined(folder: &str, name: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').collect();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_followed() {
        let source = "/** @import { A } from '../a.js' */\nimport b, { c } from './b.js';\nimport {\n  d,\n} from '../d/e.js';\n\
             export { f } from './f.js';\nconst g = () => import('./g.js');\nconst h = 'from here';\n";
        assert_eq!(imports("assets/room/x.js", source), ["assets/room/b.js", "assets/d/e.js", "assets/room/f.js"]);
        let all = with_imports(["assets/app.js".to_owned()]);
        assert_eq!(all.first().map(String::as_str), Some("assets/app.js"));
        assert!(all.iter().any(|path| path.starts_with("assets/vendor/preact/")), "{all:?}");
        assert!(!all.iter().any(|path| path.contains("pages/room.js") || path.contains("board/")), "{all:?}");
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    }

    #[test]
    fn what_there_is_not_is_left_out() {
        assert_eq!(with_imports(["assets/nothing.js".to_owned()]), Vec::<String>::new());
    }
}
