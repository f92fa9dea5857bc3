//! The protocol as a JSON Schema (draft 2020-12), made from the types.

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Value, json};

use crate::http::{AllStats, ArchivedGame, Catalogue, CreateRoom, GameStats, Lobby, RoomCreated, RoomGames};
use crate::{ClientMessage, ErrorBody, ServerMessage, VERSION};

/// The whole protocol as one JSON Schema document. Every message and body has a definition under `$defs`; the
/// document itself accepts any frame of the socket.
#[must_use]
pub fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let frames = json!([frame::<ClientMessage>(&mut generator), frame::<ServerMessage>(&mut generator)]);
    frame::<CreateRoom>(&mut generator);
    frame::<RoomCreated>(&mut generator);
    frame::<Catalogue>(&mut generator);
    frame::<GameStats>(&mut generator);
    frame::<AllStats>(&mut generator);
    frame::<ArchivedGame>(&mut generator);
    frame::<Lobby>(&mut generator);
    frame::<RoomGames>(&mut generator);
    frame::<ErrorBody>(&mut generator);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("Sauterelle protocol, version {VERSION}"),
        "anyOf": frames,
        "$defs": generator.take_definitions(true),
    })
}

/// The document as it is committed: indented, with a last line break.
#[must_use]
pub fn schema_text() -> String {
    // A `Value` made of maps with text keys can always be written.
    let mut text = serde_json::to_string_pretty(&schema()).unwrap_or_default();
    text.push('\n');
    text
}

/// Adds a type and all it needs to the definitions, and gives back the reference to it.
fn frame<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}
