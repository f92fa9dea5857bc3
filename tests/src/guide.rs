//! The protocol's guide, as far as a program can read it: its JSON examples, its tables and its transcript.

use std::path::Path;

use serde_json::Value;

/// The guide's text.
#[derive(Debug)]
pub struct Guide {
    text: String,
}

/// A block of JSON.
#[derive(Debug)]
pub struct Example {
    /// The line of the guide on which it starts.
    pub line: usize,
    /// What it claims to be: the second word after the fence.
    pub kind: String,
    /// What it holds.
    pub json: Value,
}

/// A line of the transcript.
#[derive(Debug)]
pub struct Line {
    /// The line of the guide.
    pub line: usize,
    /// What happens.
    pub step: Step,
}

/// What happens in a line of the transcript.
#[derive(Debug)]
pub enum Step {
    /// `http> METHOD /path {json}`: a request.
    Request {
        /// `GET` or `POST`.
        method: String,
        /// Its path.
        path: String,
        /// Its body; empty if it has none.
        body: String,
    },
    /// `http< STATUS {json}`: the answer to the request before.
    Response {
        /// Its status.
        status: u16,
        /// Its body.
        body: Value,
    },
    /// `name> {json}`: a client sends a frame, on a new socket if it has none.
    Send {
        /// Who.
        who: String,
        /// What.
        frame: String,
    },
    /// `name< {json}`: a client receives a frame.
    Receive {
        /// Who.
        who: String,
        /// What.
        frame: Value,
    },
    /// `name| words`: a client's connection is gone.
    Gone {
        /// Whose.
        who: String,
    },
}

impl Guide {
    /// Reads the guide.
    ///
    /// # Panics
    /// If it is not there.
    #[must_use]
    pub fn read() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/README.md");
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self { text }
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The fenced blocks whose first word is `language`: the rest of the fence's line, and the numbered lines within.
    fn blocks(&self, language: &str) -> Vec<(String, Vec<(usize, &str)>)> {
        let mut blocks = Vec::new();
        let mut lines = (1..).zip(self.text.lines());
        while let Some((_, line)) = lines.next() {
            let Some(info) = line.strip_prefix("```") else { continue };
            let content: Vec<_> = lines.by_ref().take_while(|(_, line)| !line.starts_with("```")).collect();
            let (first, rest) = info.split_once(' ').unwrap_or((info, ""));
            if first == language {
                blocks.push((rest.trim().to_owned(), content));
            }
        }
        blocks
    }

    /// All JSON blocks.
    ///
    /// # Panics
    /// If one is empty or not JSON.
    #[must_use]
    pub fn examples(&self) -> Vec<Example> {
        let read = |(kind, lines): (String, Vec<(usize, &str)>)| {
            let line = lines.first().expect("a block has content").0;
            let text: String = lines.iter().map(|(_, line)| *line).collect();
            let json = serde_json::from_str(&text).unwrap_or_else(|error| panic!("line {line}: {error}"));
            Example { line, kind, json }
        };
        self.blocks("json").into_iter().map(read).collect()
    }

    /// The first cells, without their backquotes, of the rows of the table under a heading.
    ///
    /// # Panics
    /// If there is no such heading.
    #[must_use]
    pub fn first_column(&self, heading: &str) -> Vec<&str> {
        let mut lines = self.text.lines().skip_while(|line| line.trim_start_matches('#').trim() != heading);
        assert!(lines.next().is_some(), "no heading {heading:?}");
        lines
            .take_while(|line| !line.starts_with('#'))
            .filter_map(|line| line.strip_prefix("| `")?.split_once('`'))
            .map(|(cell, _)| cell)
            .collect()
    }

    /// The transcript.
    ///
    /// # Panics
    /// If there is none, or a line cannot be understood.
    #[must_use]
    pub fn transcript(&self) -> Vec<Line> {
        let blocks = self.blocks("transcript");
        let [(_, lines)] = blocks.as_slice() else { panic!("there is one transcript, not {}", blocks.len()) };
        let told = lines.iter().filter(|(_, text)| !text.is_empty() && !text.starts_with('#'));
        told.map(|&(line, text)| Line { line, step: step(text).unwrap_or_else(|| panic!("line {line}: {text}")) })
            .collect()
    }
}

fn step(text: &str) -> Option<Step> {
    let (who, rest) = text.split_at(text.find(['>', '<', '|'])?);
    let (sign, rest) = rest.split_at_checked(2)?;
    Some(match (who, sign) {
        ("http", "> ") => {
            let mut words = rest.splitn(3, ' ').map(str::to_owned);
            Step::Request { method: words.next()?, path: words.next()?, body: words.next().unwrap_or_default() }
        }
        ("http", "< ") => {
            let (status, body) = rest.split_once(' ')?;
            Step::Response { status: status.parse().ok()?, body: serde_json::from_str(body).ok()? }
        }
        (_, "> ") => Step::Send { who: who.to_owned(), frame: rest.to_owned() },
        (_, "< ") => Step::Receive { who: who.to_owned(), frame: serde_json::from_str(rest).ok()? },
        (_, "| ") => Step::Gone { who: who.to_owned() },
        _ => return None,
    })
}
