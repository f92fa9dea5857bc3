//! Statistics.

use axum::http::StatusCode;
use protocol::http::{AllStats, DetailedStats};
use serde_json::{Value, json};

use super::Endpoint;
use super::operation::{Answer, Operation, Tag};
use super::rooms::of_the_store;
use crate::http::error::ApiError;
use crate::http::stats::{self, SHORT_AGE, StatsQuery};

const COUNTED: &str = "Games that were aborted or abandoned do not count. A game is counted within a second of its end. \
     Percentages and averages are cut to two decimals, not rounded.";

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![Endpoint::get("/stats", all(), stats::all), Endpoint::get("/stats/{game}", one(), stats::one)]
}

fn results() -> Value {
    json!({
        "game": "halma", "games": 8643,
        "first": {"name": {"en": "white", "fr": "blancs"}, "wins": 3514, "percent": 40.65},
        "second": {"name": {"en": "black", "fr": "noirs"}, "wins": 4224, "percent": 48.87},
        "draws": {"games": 905, "percent": 10.47},
    })
}

fn all() -> Operation {
    let example = json!({"games": [results()]});
    Operation::new(Tag::Statistics, "getAllStatistics", "How the finished games of every kind came out")
        .described(COUNTED)
        .query::<StatsQuery>()
        .answers_tagged(Answer::json::<AllStats>(StatusCode::OK, "The statistics.", &example), SHORT_AGE)
        .refuses(of_a_filter())
        .refuses(of_the_store())
}

fn one() -> Operation {
    let mut example = results();
    example["length"] =
        json!({"average_plies": 118.42, "shortest_plies": 2, "longest_plies": 411, "mean_duration": 1_502_113});
    example["reasons"] = json!([
        {"reason": "camp_filled", "games": 7738, "first": 3514, "second": 4224, "draws": 0},
        {"reason": "repetition", "games": 905, "first": 0, "second": 0, "draws": 905},
    ]);
    example["first_moves"] = json!([{"move": "l2-l3", "games": 8643, "first": 3514, "second": 4224, "draws": 905}]);
    example["days"] = json!([{"day": "2026-11-29", "games": 8000}, {"day": "2026-11-30", "games": 643}]);
    example["pairs"] = json!({"pairs": 1200, "same_player": 520, "same_side": 610, "neither": 70});
    let ids: Vec<_> = rules::games().iter().map(|game| game.id()).collect();
    Operation::new(Tag::Statistics, "getStatistics", "All that is counted of the finished games of one kind")
        .described(COUNTED)
        .path_parameter("game", "The game's id in the catalogue.", &json!({"type": "string", "enum": ids}))
        .query::<StatsQuery>()
        .answers_tagged(Answer::json::<DetailedStats>(StatusCode::OK, "The statistics.", &example), SHORT_AGE)
        .refuses(of_a_filter())
        .refuses([ApiError::UnknownGame("chess".to_owned()), ApiError::NotFound])
        .refuses(of_the_store())
}

fn of_a_filter() -> [ApiError; 1] {
    [ApiError::BadQuery("a `level` is the computer's; add `opponent=computer`".to_owned())]
}
