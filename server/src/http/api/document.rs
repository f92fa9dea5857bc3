//! The document that describes the API, in the words of OpenAPI 3.1.

use protocol::schema::schema;
use serde_json::{Map, Value, json};

use super::Endpoint;
use super::operation::Tag;

/// What the document says of the API as a whole.
const INTRODUCTION: &str = "\
Everything that programs ask of a Sauterelle server over HTTP. Games are played over a WebSocket at `/api/socket`, \
whose messages `/api/protocol.json` describes as a JSON Schema; the guide for client authors, `/api/guide.md`, tells how \
both go together.

All addresses answer any origin (CORS). There are no accounts and no cookies. `HEAD` is answered wherever `GET` is. \
Every refusal has an `ErrorBody` with a stable `code`; where waiting helps it says for how long, in `retry_after` and in \
the header `Retry-After`. Only a method that an address does not have gets a bare 405, and what is not HTTP at all a \
bare 400. Fields and codes may be added at any time: pass over what you do not know.

Left out are what the web page consists of (`/`, `/assets/…`, `/preview/…` and its other pages), `/healthz` and what \
else is there for those who run the server.";

/// The document that describes these endpoints.
pub(super) fn document(endpoints: &[Endpoint]) -> Value {
    let mut paths = Map::new();
    let mut definitions = protocol_definitions();
    for Endpoint { path, verb, operation, .. } in endpoints {
        let item = paths.entry(format!("/api{path}")).or_insert_with(|| json!({}));
        item[verb.key()] = operation.to_value();
        for (name, definition) in operation.definitions() {
            // What the protocol has, it has defined already.
            definitions.entry(name.clone()).or_insert_with(|| definition.clone());
        }
    }
    let definitions = needed(&paths, definitions);
    let tags = Tag::ALL.map(|tag| json!({"name": tag.name(), "description": tag.description()}));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Sauterelle",
            "version": protocol::SEMANTIC_VERSION,
            "summary": "An online server for Halma, Nerma, Jarmo and The Man in the Moon.",
            "description": INTRODUCTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
        "servers": [{"url": "/", "description": "The server that this document comes from."}],
        "tags": tags,
        "paths": paths,
        "components": {"schemas": definitions},
    })
}

/// The definitions of the protocol's schema, as parts of this document.
fn protocol_definitions() -> Map<String, Value> {
    let mut schema = schema();
    let mut definitions = schema.get_mut("$defs").map(Value::take).unwrap_or_default();
    move_references(&mut definitions);
    match definitions {
        Value::Object(definitions) => definitions,
        _ => Map::new(),
    }
}

/// Those of the definitions that something refers to, be it by way of others.
fn needed(paths: &Map<String, Value>, mut definitions: Map<String, Value>) -> Map<String, Value> {
    let mut needed = Map::new();
    let mut names = Vec::new();
    paths.values().for_each(|item| referred_to(item, &mut names));
    while let Some(name) = names.pop() {
        if let Some(definition) = definitions.remove(&name) {
            referred_to(&definition, &mut names);
            needed.insert(name, definition);
        }
    }
    needed
}

/// The names of the definitions that something refers to.
fn referred_to(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            let name = object.get("$ref").and_then(Value::as_str).and_then(|target| target.rsplit('/').next());
            names.extend(name.map(str::to_owned));
            object.values().for_each(|value| referred_to(value, names));
        }
        Value::Array(items) => items.iter().for_each(|value| referred_to(value, names)),
        _ => {}
    }
}

/// Has all references point to where this document has the definitions.
fn move_references(value: &mut Value) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                match value {
                    Value::String(target) if key == "$ref" => {
                        *target = target.replace("#/$defs/", "#/components/schemas/");
                    }
                    value => move_references(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(move_references),
        _ => {}
    }
}
