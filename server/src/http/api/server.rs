//! The games there are, and what describes the API.

use axum::http::StatusCode;
use protocol::ComputerLevel;
use protocol::http::Catalogue;
use serde_json::json;

use super::operation::{Answer, Operation, Tag};
use super::{CACHING, Endpoint, GUIDE_KIND, SCHEMA_KIND, guide, openapi, protocol_schema};
use crate::http::catalogue;

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::get("/catalogue", games(), catalogue),
        Endpoint::get("/openapi.json", this_document(), openapi),
        Endpoint::get("/protocol.json", schema(), protocol_schema),
        Endpoint::get("/guide.md", the_guide(), guide),
    ]
}

fn games() -> Operation {
    let mut example = Catalogue::of_all_games(ComputerLevel::all().collect());
    // One is enough, the one with the fewest squares.
    example.games.sort_by_key(|game| game.board.squares.len());
    example.games.truncate(1);
    Operation::new(Tag::Server, "getCatalogue", "All that is needed to name and draw the games")
        .described("And the levels at which the computer plays on this server; none if it does not play here.")
        .answers(Answer::json::<Catalogue>(StatusCode::OK, "The catalogue.", &json!(example)))
}

fn this_document() -> Operation {
    Operation::new(Tag::Server, "getOpenApi", "This document")
        .answers_tagged(Answer::document("application/json", "An OpenAPI document of version 3.1."), CACHING)
}

fn schema() -> Operation {
    Operation::new(Tag::Server, "getProtocolSchema", "The JSON Schema of all messages and bodies")
        .described(
            "Draft 2020-12, with a definition under `$defs` for each. The document itself accepts any frame of the socket.",
        )
        .answers_tagged(Answer::document(SCHEMA_KIND, "The schema."), CACHING)
}

fn the_guide() -> Operation {
    let answer = Answer::text(GUIDE_KIND, "The guide, in Markdown.", "# Writing a client\n");
    Operation::new(Tag::Server, "getGuide", "The guide for whoever writes a client")
        .described("How everything that this document and the schema describe goes together.")
        .answers_tagged(answer, CACHING)
}
