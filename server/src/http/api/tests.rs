use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::*;

fn described() -> Value {
    let all: Vec<_> = endpoints().into_iter().chain([rooms::socket()]).collect();
    document::document(&all)
}

/// The paths that a router has, as it tells them to whoever debugs it. It has no other way to tell.
fn paths_of(router: &Router<App>) -> BTreeSet<String> {
    let told = format!("{router:?}");
    // A router names its fallback, too.
    let paths = told.split('"').filter(|text| text.starts_with('/') && *text != "/" && !text.contains("fallback"));
    paths.map(str::to_owned).collect()
}

#[test]
fn every_path_of_the_router_is_in_the_document() {
    let described = described();
    let described: BTreeSet<_> = described["paths"]
        .as_object()
        .unwrap()
        .keys()
        .map(|path| path.strip_prefix("/api").unwrap().to_owned())
        .collect();
    let probe = Router::new().route("/not/in/the/document", routing::get(openapi));
    assert_eq!(paths_of(&probe), BTreeSet::from(["/not/in/the/document".to_owned()]), "routers tell of their paths");
    assert_eq!(paths_of(&super::super::api()), described);
}

#[test]
fn operations_have_names_of_their_own_and_say_what_they_answer() {
    let mut names = BTreeMap::new();
    for Endpoint { path, operation, .. } in endpoints() {
        let operation = operation.to_value();
        let before = names.insert(operation["operationId"].to_string(), path);
        assert_eq!(before, None, "{path}");
        let answers = operation["responses"].as_object().unwrap();
        assert!(answers.keys().any(|status| status.starts_with('2')), "{path}: {answers:?}");
        assert!(!operation["summary"].as_str().unwrap().is_empty(), "{path}");
        let braces = path.matches('{').count();
        let in_path =
            operation["parameters"].as_array().into_iter().flatten().filter(|one| one["in"] == "path").count();
        assert_eq!(in_path, braces, "{path}");
    }
}

#[test]
fn parameters_have_the_bounds_that_are_held_against_them() {
    let described = described();
    let parameter = |path: &str, name: &str| {
        let parameters = described["paths"][path]["get"]["parameters"].as_array().unwrap();
        parameters.iter().find(|parameter| parameter["name"] == name).cloned()
    };
    let limit = parameter("/api/games", "limit").unwrap();
    assert_eq!((&limit["schema"]["minimum"], &limit["schema"]["maximum"]), (&1.into(), &200.into()), "{limit}");
    assert_eq!(parameter("/api/games/export", "limit"), None);
    let reason = parameter("/api/games", "reason").unwrap();
    assert_eq!(reason["schema"]["$ref"], "#/components/schemas/Reason", "{reason}");
    assert_eq!(parameter("/api/stats/{game}", "game").unwrap()["schema"]["enum"][0], "halma");
}

#[test]
fn refusals_are_those_that_are_answered() {
    let described = described();
    let refused = &described["paths"]["/api/rooms"]["post"]["responses"];
    let too_many = &refused["429"];
    assert_eq!(too_many["headers"]["Retry-After"]["required"], true, "{too_many}");
    let example = &too_many["content"]["application/json"]["examples"]["too_many_rooms"]["value"];
    assert_eq!(
        example,
        &serde_json::to_value(ApiError::TooManyRooms(crate::limits::TooMuch { retry_after: 30 }).answer().body)
            .unwrap()
    );
    let codes = &refused["400"]["content"]["application/json"]["schema"]["allOf"][1]["properties"]["code"]["enum"];
    assert_eq!(codes, &serde_json::json!(["bad_json", "bad_message", "bad_text", "unsupported_protocol"]));
}
