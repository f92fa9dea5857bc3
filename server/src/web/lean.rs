//! Modules and style sheets without their comments, which were a quarter of what a page costs.

/// A module or a style sheet without the comments that have lines to themselves. These lines stay, empty, so that a
/// browser that names a line names that of the file.
///
/// This reads lines and not the language: in the page's own files, a line that begins like a comment is one. Works of
/// others, whose licences stand in their comments, are not for this.
pub(crate) fn without_comments(source: &str) -> String {
    let mut lean = String::with_capacity(source.len());
    let mut within = false;
    for line in source.lines() {
        let text = line.trim();
        let block = within || text.starts_with("/*");
        let kept = match text.find("*/") {
            // Behind the end of a comment there may be more, such as what a type was given to.
            Some(end) if block => {
                let began_here = !within;
                within = false;
                if end + 2 == text.len() {
                    ""
                } else if began_here {
                    line
                } else {
                    &text[end + 2..]
                }
            }
            _ if block => {
                within = true;
                ""
            }
            _ if text.starts_with("//") => "",
            _ => line,
        };
        lean.push_str(kept);
        lean.push('\n');
    }
    lean
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::Files;

    #[test]
    fn comments_on_lines_of_their_own_go() {
        let source = "/** What it is. */\nimport a from './a.js';\n\n/**\n * @param {number} x\n * // even so\n */\n\
             f(x) {\n  // why\n  const y = /** @type {Y} */ (x); // here\n  /** @type {Z} */ (y);\n}\n";
        let lean = without_comments(source);
        assert_eq!(
            lean,
            "\nimport a from './a.js';\n\n\n\n\n\nf(x) {\n\n  const y = /** @type {Y} */ (x); // here\n  \
             /** @type {Z} */ (y);\n}\n"
        );
        assert_eq!(without_comments("/* a\n b */ c {}\n"), "\n c {}\n");
        assert_eq!(without_comments("/* a\n"), "\n");
    }

    /// Where in a module the text of a template stands, by a look at each letter: `true` for each line that begins in one.
    fn begins_in_template_text(source: &str) -> Vec<bool> {
        #[derive(Clone, Copy, PartialEq)]
        enum Within {
            Code(u32),
            Template,
            Quotes(char),
            Pattern { class: bool },
            Line,
            Block,
        }
        let letters: Vec<char> = source.chars().collect();
        let (mut stack, mut lines) = (vec![Within::Code(0)], vec![false]);
        let mut before = '\n';
        let mut at = 0;
        while at < letters.len() {
            let (letter, next) = (letters[at], letters.get(at + 1).copied().unwrap_or('\n'));
            let top = stack.last_mut().expect("code never ends");
            let mut taken = 1;
            match *top {
                Within::Code(depth) => match (letter, next) {
                    ('/', '/') => stack.push(Within::Line),
                    ('/', '*') => stack.push(Within::Block),
                    ('/', _) if "\n(,=:[!&|?{};>".contains(before) => stack.push(Within::Pattern { class: false }),
                    ('\'' | '"', _) => stack.push(Within::Quotes(letter)),
                    ('`', _) => stack.push(Within::Template),
                    ('{', _) => *top = Within::Code(depth + 1),
                    ('}', _) if depth == 0 => _ = stack.pop(),
                    ('}', _) => *top = Within::Code(depth - 1),
                    _ => {}
                },
                Within::Template => match (letter, next) {
                    ('\\', _) => taken = 2,
                    ('`', _) => _ = stack.pop(),
                    ('$', '{') => {
                        taken = 2;
                        stack.push(Within::Code(0));
                    }
                    _ => {}
                },
                Within::Quotes(end) => match letter {
                    '\\' => taken = 2,
                    _ if letter == end => _ = stack.pop(),
                    _ => {}
                },
                Within::Pattern { class } => match letter {
                    '\\' => taken = 2,
                    '[' => *top = Within::Pattern { class: true },
                    ']' => *top = Within::Pattern { class: false },
                    '/' if !class => _ = stack.pop(),
                    _ => {}
                },
                Within::Line if letter == '\n' => _ = stack.pop(),
                Within::Block if (letter, next) == ('*', '/') => {
                    taken = 2;
                    stack.pop();
                }
                Within::Line | Within::Block => {}
            }
            if !letter.is_whitespace() && !matches!(stack.last(), Some(Within::Line | Within::Block)) {
                before = letter;
            }
            at += taken;
            if letter == '\n' {
                lines.push(stack.last() == Some(&Within::Template));
            }
        }
        assert!(stack.len() == 1, "a module ends in the middle of something");
        lines
    }

    #[test]
    fn nothing_but_comments_goes() {
        let mut gone = 0;
        for path in Files::iter().filter(|path| path.ends_with(".js") && !path.contains("/vendor/")) {
            let source = Files::text(&path);
            let lean = without_comments(&source);
            assert_eq!(lean.lines().count(), source.lines().count(), "{path}");
            let in_text = begins_in_template_text(&source);
            for (number, ((was, is), in_text)) in source.lines().zip(lean.lines()).zip(in_text).enumerate() {
                assert!(was == is || !in_text, "{path}:{}: a text begins like a comment: {was}", number + 1);
                gone += usize::from(was != is);
            }
        }
        assert!(gone > 1000, "{gone}");
    }
}
