//! The protocol as a JSON Schema (draft 2020-12), made from the types.

use schemars::generate::{Contract, SchemaSettings};
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::http::{
    AllStats, ArchivedGame, Catalogue, CreateRoom, DetailedStats, GamePage, Lobby, ReadGame, RoomCreated, RoomGames,
};
use crate::{ClientMessage, ErrorBody, SEMANTIC_VERSION, ServerMessage, VERSION};

/// The whole protocol as one JSON Schema document. Every message and body has a definition under `$defs`; the
/// document itself accepts any frame of the socket.
///
/// What clients send is described as the server takes it: a field that may be left out is not required. What the
/// server sends is described as it is sent: a field that is always there is required, also where it may be `null`, and
/// one that may be left out is never `null`.
#[must_use]
pub fn schema() -> Value {
    let (frame_taken, mut definitions) = taken();
    let (frame_sent, sent) = sent();
    // Small words, as ids and sides, are in both, and the same in both.
    definitions.extend(sent);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("Sauterelle protocol, version {VERSION}"),
        "x-protocol-version": SEMANTIC_VERSION,
        "anyOf": [frame_taken, frame_sent],
        "$defs": definitions,
    })
}

/// What a client may send: the reference to its frames, and the definitions of all.
fn taken() -> (Schema, Map<String, Value>) {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let frame = generator.subschema_for::<ClientMessage>();
    add::<CreateRoom>(&mut generator);
    (frame, generator.take_definitions(true))
}

/// What the server may send: the reference to its frames, and the definitions of all.
fn sent() -> (Schema, Map<String, Value>) {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.contract = Contract::Serialize);
    let mut generator = settings.with_transform(RecursiveTransform(left_out_rather_than_null)).into_generator();
    let frame = generator.subschema_for::<ServerMessage>();
    add::<RoomCreated>(&mut generator);
    add::<Catalogue>(&mut generator);
    add::<DetailedStats>(&mut generator);
    add::<AllStats>(&mut generator);
    add::<ArchivedGame>(&mut generator);
    add::<GamePage>(&mut generator);
    add::<ReadGame>(&mut generator);
    add::<Lobby>(&mut generator);
    add::<RoomGames>(&mut generator);
    add::<ErrorBody>(&mut generator);
    (frame, generator.take_definitions(true))
}

/// Adds a type and all it needs to the definitions.
fn add<T: JsonSchema>(generator: &mut SchemaGenerator) {
    generator.subschema_for::<T>();
}

/// Takes `null` out of what an object's optional fields may hold: a transform for the schemas of what is left out rather
/// than `null`, as what the server sends, or what stands in the address of a request.
pub fn left_out_rather_than_null(schema: &mut Schema) {
    let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for (_, property) in properties.iter_mut().filter(|(name, _)| !required.contains(&json!(name))) {
        let Some(property) = property.as_object_mut() else { continue };
        let alternatives = property.get("anyOf").and_then(Value::as_array).map(Vec::as_slice);
        if let Some([some, null]) = alternatives
            && *null == json!({"type": "null"})
        {
            let some = some.as_object().cloned().unwrap_or_default();
            property.remove("anyOf");
            property.extend(some);
        }
        if let Some([some, null]) = property.get("type").and_then(Value::as_array).map(Vec::as_slice)
            && null == "null"
        {
            let some = some.clone();
            property.insert("type".to_owned(), some);
        }
    }
}

/// The document as it is committed: indented, with a last line break.
#[must_use]
pub fn schema_text() -> String {
    // A `Value` made of maps with text keys can always be written.
    let mut text = serde_json::to_string_pretty(&schema()).unwrap_or_default();
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_has_three_numbers_of_which_the_first_is_told_in_messages() {
        let numbers: Vec<u32> = SEMANTIC_VERSION.split('.').map(|number| number.parse().unwrap()).collect();
        assert_eq!((numbers.len(), numbers[0]), (3, VERSION));
        assert!(crate::GUIDE.contains(&format!("This is version **{SEMANTIC_VERSION}** of the protocol")));
    }

    #[test]
    fn what_goes_both_ways_is_described_alike() {
        let (_, taken) = taken();
        let (_, sent) = sent();
        let shared: Vec<_> = taken.keys().filter(|name| sent.contains_key(*name)).collect();
        assert!(shared.iter().any(|name| *name == "TimeControl"), "nothing is shared but {shared:?}");
        for name in shared {
            assert_eq!(taken[name], sent[name], "{name}: give the two directions types of their own");
        }
    }

    #[test]
    fn a_field_that_the_server_may_leave_out_is_never_null() {
        let (_, sent) = sent();
        let optional = &sent["Refused"]["properties"]["retry_after"];
        assert_eq!(optional["type"], json!("integer"));
        assert_eq!(sent["Ended"]["properties"]["score"]["$ref"], json!("#/$defs/PerSide_uint32"));
        let always_there = &sent["Refused"]["properties"]["seq"];
        assert_eq!(always_there["type"], json!(["integer", "null"]));
    }
}
