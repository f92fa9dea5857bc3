//! Finished games.

use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use protocol::GameId;
use protocol::http::{ArchivedGame, GamePage, ReadGame};
use serde_json::{Value, json};

use super::Endpoint;
use super::operation::{Answer, Operation, Tag, reference};
use super::rooms::of_the_store;
use crate::http::archive;
use crate::http::error::ApiError;
use crate::record;

/// A short game as people keep it.
const TEXT: &str = "\
Game: halma
Rules: 1
Result: second
Reason: resignation
Started: 2026-11-30 06:40:22 UTC
Ended: 2026-11-30 06:52:05 UTC
Id: 0q9xjd2tzb4c

1. l2-l3    a13-c11
2. o4-n5
";

pub(super) fn endpoints() -> Vec<Endpoint> {
    let read_text = Endpoint::post("/games/text", read_text(), archive::read_text);
    let longer = DefaultBodyLimit::max(archive::MAX_TEXT_BYTES);
    vec![
        Endpoint::get("/games", search(), archive::games),
        Endpoint::get("/games/export", export(), archive::export),
        Endpoint { handler: read_text.handler.layer(longer), ..read_text },
        Endpoint::get("/games/{id}", game(), archive::game),
        Endpoint::get("/games/{id}/text", text(), archive::text),
    ]
}

fn archived() -> Value {
    json!({
        "id": "0q9xjd2tzb4c", "game": "halma", "rules_version": 1, "outcome": "second", "reason": "resignation",
        "moves": ["l2-l3", "a13-c11"], "passed_over_at": [],
        "started": 1_700_000_000_000_u64, "ended": 1_700_000_120_000_u64,
        "computer": {"level": 3, "side": "first"},
        "clock": {"kind": "real_time", "base": 300_000, "increment": 2_000},
    })
}

fn search() -> Operation {
    let example = json!({
        "games": [{
            "id": "0q9xjd2tzb4c", "game": "halma", "outcome": "second", "reason": "resignation", "plies": 2,
            "opening": ["l2-l3", "a13-c11"], "clocked": true, "computer": 3,
            "started": 1_700_000_000_000_u64, "ended": 1_700_000_120_000_u64,
        }],
        "next": "1700000120000-0q9xjd2tzb4c",
    });
    Operation::new(Tag::Games, "listGames", "A page of the finished games")
        .described(
            "The ones that ended last come first. For the next page, ask for the same with `after` and what stands in \
             `next`. A page can hold fewer games than asked for, or none, and not be the last: where hardly any game \
             fits, a part of the archive is looked through for each answer.",
        )
        .query::<archive::GamesQuery>()
        .answers(Answer::json::<GamePage>(StatusCode::OK, "The page.", &example))
        .refuses(of_a_search())
}

fn export() -> Operation {
    let kind = "application/x-ndjson";
    let answer = Answer::lines::<ArchivedGame>(kind, "The games, each as JSON on a line of its own.", &archived());
    let name = json!({"type": "string"});
    Operation::new(Tag::Games, "exportGames", "All games that a search finds, whole")
        .described(
            "Takes the same as the search but `limit`. The answer comes as it is read; if anything goes wrong on the way \
             it breaks off without its proper end.",
        )
        .query::<archive::GamesQuery>()
        .without("limit")
        .answers(answer.with_header("Content-Disposition", "What a browser calls the file.", &name))
        .refuses(of_a_search())
}

fn of_a_search() -> impl Iterator<Item = ApiError> {
    let unfit = "`from`, 2026-12-01, is after `to`, 2026-11-30".to_owned();
    [ApiError::BadQuery(unfit), ApiError::UnknownGame("chess".to_owned())].into_iter().chain(of_the_store())
}

fn game() -> Operation {
    Operation::new(Tag::Games, "getGame", "A finished game")
        .described("It does not tell the room in which it was played.")
        .path_parameter("id", "The game's id in the archive.", &reference::<GameId>())
        .answers(Answer::json::<ArchivedGame>(StatusCode::OK, "The game.", &archived()))
        .refuses([ApiError::NotFound])
        .refuses(of_the_store())
}

fn text() -> Operation {
    Operation::new(Tag::Games, "getGameText", "A finished game as people read and keep it")
        .described("Headers, an empty line, and rows with a move of either side.")
        .path_parameter("id", "The game's id in the archive.", &reference::<GameId>())
        .answers(Answer::text("text/plain; charset=utf-8", "The game.", TEXT))
        .refuses([ApiError::NotFound])
        .refuses(of_the_store())
}

fn read_text() -> Operation {
    let example = json!({
        "game": "halma", "rules_version": 1, "moves": ["l2-l3", "a13-c11", "o4-n5"], "passed_over_at": [],
        "outcome": "second", "reason": "resignation",
        "started": 1_796_020_822_000_u64, "ended": 1_796_021_525_000_u64,
    });
    let wrong = record::read("Game: halma\n\n1. l2-l3 a13-c11\n2. o4-n9\n").err().map(ApiError::BadRecord);
    Operation::new(Tag::Games, "readGameText", "Reads a game from its text, and judges its moves by the rules")
        .described(
            "Only the header `Game` has to be there. What the text does not say is `null` in the answer. Nothing is kept.",
        )
        .takes("text/plain", &json!({"type": "string", "maxLength": archive::MAX_TEXT_BYTES}), &TEXT.into())
        .answers(Answer::json::<ReadGame>(StatusCode::OK, "The game.", &example))
        .refuses(wrong)
        .refuses([ApiError::BrokenBody, ApiError::BodyTooLarge(archive::MAX_TEXT_BYTES), ApiError::Internal])
}
