//! What the document says of one operation: what it takes, and all that it may answer.

use axum::http::StatusCode;
use protocol::schema::left_out_rather_than_null;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use crate::connections::one_too_many;
use crate::http::error::{ApiError, Refusal};
use crate::limits::{Full, TooMuch};

/// Where the definitions of the document are.
const DEFINITIONS: &str = "#/components/schemas";

/// What answers say that are not to be kept: all that do not say otherwise.
const NOT_KEPT: &str = "no-store";

/// What an operation is about; the page that shows the document has a chapter for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    Rooms,
    Games,
    Statistics,
    Server,
}

impl Tag {
    pub(super) const ALL: [Self; 4] = [Self::Rooms, Self::Games, Self::Statistics, Self::Server];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Rooms => "rooms",
            Self::Games => "games",
            Self::Statistics => "statistics",
            Self::Server => "server",
        }
    }

    pub(super) const fn description(self) -> &'static str {
        match self {
            Self::Rooms => "Making rooms, finding them, and the socket on which games are played.",
            Self::Games => "Finished games: one, a page of them, or all, as JSON or as a text.",
            Self::Statistics => "How finished games came out.",
            Self::Server => "The games there are, and what describes this API.",
        }
    }
}

/// What can be asked at one address with one method.
#[derive(Debug)]
pub(super) struct Operation {
    id: &'static str,
    tag: Tag,
    summary: &'static str,
    description: &'static str,
    parameters: Vec<Value>,
    body: Option<Value>,
    answers: Vec<Answer>,
    refusals: Vec<Refusal>,
    /// The types that the document has to define besides those of the protocol.
    definitions: Map<String, Value>,
}

/// A good answer.
#[derive(Debug)]
pub(super) struct Answer {
    status: StatusCode,
    description: &'static str,
    /// The kind of the content, and what the document says of it; nothing if there is none.
    content: Option<(&'static str, Value)>,
    headers: Map<String, Value>,
}

impl Answer {
    /// An answer without content.
    pub(super) fn empty(status: StatusCode, description: &'static str) -> Self {
        Self { status, description, content: None, headers: Map::new() }
    }

    /// JSON of a type of the protocol, and an example of it.
    pub(super) fn json<T: JsonSchema>(status: StatusCode, description: &'static str, example: &Value) -> Self {
        let content = json!({"schema": reference::<T>(), "example": example});
        Self { content: Some(("application/json", content)), ..Self::empty(status, description) }
    }

    /// A document, which says itself what it is.
    pub(super) fn document(kind: &'static str, description: &'static str) -> Self {
        let content = json!({"schema": {"type": "object"}});
        Self { content: Some((kind, content)), ..Self::empty(StatusCode::OK, description) }
    }

    /// A text, and an example of it.
    pub(super) fn text(kind: &'static str, description: &'static str, example: &str) -> Self {
        let content = json!({"schema": {"type": "string"}, "example": example});
        Self { content: Some((kind, content)), ..Self::empty(StatusCode::OK, description) }
    }

    /// A text of lines, each of which is JSON of a type of the protocol. JSON Schema has no words for that, so the
    /// document names the type in a field of its own.
    pub(super) fn lines<T: JsonSchema>(kind: &'static str, description: &'static str, example: &Value) -> Self {
        let content = json!({
            "schema": {"type": "string", "x-line-schema": reference::<T>()},
            "example": format!("{example}\n"),
        });
        Self { content: Some((kind, content)), ..Self::empty(StatusCode::OK, description) }
    }

    /// Says that the answer always has a header.
    pub(super) fn with_header(mut self, name: &'static str, description: &str, schema: &Value) -> Self {
        let header = json!({"description": description, "required": true, "schema": schema});
        self.headers.insert(name.to_owned(), header);
        self
    }

    fn to_value(&self) -> Value {
        let mut answer = json!({"description": self.description});
        if let Some((kind, content)) = &self.content {
            answer["content"] = json!({*kind: content});
        }
        if !self.headers.is_empty() {
            answer["headers"] = Value::Object(self.headers.clone());
        }
        answer
    }
}

impl Operation {
    /// An operation of this name, with a line on what it does.
    pub(super) fn new(tag: Tag, id: &'static str, summary: &'static str) -> Self {
        Self {
            id,
            tag,
            summary,
            description: "",
            parameters: Vec::new(),
            body: None,
            answers: Vec::new(),
            refusals: Vec::new(),
            definitions: Map::new(),
        }
    }

    /// More on what it does.
    pub(super) fn described(self, description: &'static str) -> Self {
        Self { description, ..self }
    }

    /// What stands in the path for a name in braces.
    pub(super) fn path_parameter(mut self, name: &'static str, description: &str, schema: &Value) -> Self {
        self.parameters
            .push(json!({"name": name, "in": "path", "required": true, "description": description, "schema": schema}));
        self
    }

    /// What may stand behind the `?`: the fields of a type, of which none has to be there.
    pub(super) fn query<T: JsonSchema>(mut self) -> Self {
        let settings = SchemaSettings::draft2020_12().with(|settings| settings.definitions_path = DEFINITIONS.into());
        let mut generator = settings.with_transform(RecursiveTransform(left_out_rather_than_null)).into_generator();
        let mut schema = generator.root_schema_for::<T>();
        self.definitions.extend(generator.take_definitions(true));
        let properties = schema.get_mut("properties").and_then(Value::as_object_mut).map(std::mem::take);
        for (name, mut property) in properties.unwrap_or_default() {
            let description = property.as_object_mut().and_then(|property| property.remove("description"));
            self.parameters.push(json!({
                "name": name, "in": "query", "required": false,
                "description": description.unwrap_or_default(), "schema": property,
            }));
        }
        self
    }

    /// Takes back that a parameter may be there.
    pub(super) fn without(mut self, name: &str) -> Self {
        self.parameters.retain(|parameter| parameter["name"] != name);
        self
    }

    /// A header that may be sent along.
    fn header_parameter(mut self, name: &'static str, description: &str) -> Self {
        let schema = json!({"type": "string"});
        self.parameters.push(
            json!({"name": name, "in": "header", "required": false, "description": description, "schema": schema}),
        );
        self
    }

    /// The body that it takes: of this kind, with this schema, and an example.
    pub(super) fn takes(self, kind: &'static str, schema: &Value, example: &Value) -> Self {
        let body = json!({"required": true, "content": {kind: {"schema": schema, "example": example}}});
        Self { body: Some(body), ..self }
    }

    /// A good answer that it gives.
    pub(super) fn answers(self, answer: Answer) -> Self {
        self.answers_with(answer.with_header(
            "Cache-Control",
            "That it is not to be kept.",
            &json!({"const": NOT_KEPT}),
        ))
    }

    fn answers_with(mut self, answer: Answer) -> Self {
        self.answers.push(answer);
        self
    }

    /// A good answer that it gives with a tag, so that whoever has it already is told so.
    pub(super) fn answers_tagged(self, answer: Answer, caching: &'static str) -> Self {
        let with_headers =
            |answer: Answer| {
                answer
                    .with_header("ETag", "What to send back as `If-None-Match`.", &json!({"type": "string"}))
                    .with_header("Cache-Control", "For how long it may be kept.", &json!({"const": caching}))
            };
        let unchanged = Answer::empty(StatusCode::NOT_MODIFIED, "Nothing has changed since the answer with this tag.");
        self.header_parameter("If-None-Match", "The `ETag` of an answer that is here already.")
            .answers_with(with_headers(answer))
            .answers_with(with_headers(unchanged))
    }

    /// Reasons for which it may be refused.
    pub(super) fn refuses(mut self, refusals: impl IntoIterator<Item = ApiError>) -> Self {
        self.refusals.extend(refusals.into_iter().map(|refusal| refusal.answer()));
        self
    }

    /// The types that the document has to define for it besides those of the protocol.
    pub(super) fn definitions(&self) -> &Map<String, Value> {
        &self.definitions
    }

    /// What the document says of it.
    pub(super) fn to_value(&self) -> Value {
        let mut operation = json!({"operationId": self.id, "tags": [self.tag.name()], "summary": self.summary});
        if !self.description.is_empty() {
            operation["description"] = self.description.into();
        }
        if !self.parameters.is_empty() {
            operation["parameters"] = self.parameters.clone().into();
        }
        if let Some(body) = &self.body {
            operation["requestBody"] = body.clone();
        }
        let mut answers: Map<String, Value> =
            self.answers.iter().map(|answer| (answer.status.as_u16().to_string(), answer.to_value())).collect();
        let refusals: Vec<_> = self.refusals.iter().cloned().chain(everywhere()).collect();
        let mut statuses: Vec<_> = refusals.iter().map(|refusal| refusal.status).collect();
        statuses.sort_unstable();
        statuses.dedup();
        for status in statuses {
            answers.insert(status.as_u16().to_string(), refusals_with(&refusals, status));
        }
        operation["responses"] = answers.into();
        operation
    }
}

/// The refusals that any request can meet with, whatever it asks for.
fn everywhere() -> Vec<Refusal> {
    let blocked = ApiError::AddressBlocked(TooMuch { retry_after: 3_600 });
    vec![
        blocked.answer(),
        ApiError::TooSlow.answer(),
        Refusal { status: StatusCode::TOO_MANY_REQUESTS, body: one_too_many(Full::Origin) },
        Refusal { status: StatusCode::SERVICE_UNAVAILABLE, body: one_too_many(Full::All) },
    ]
}

/// What the document says of the refusals with one status: which codes they have, and an example for each.
fn refusals_with(refusals: &[Refusal], status: StatusCode) -> Value {
    let refusals: Vec<_> = refusals.iter().filter(|refusal| refusal.status == status).collect();
    let mut examples: Map<String, Value> = Map::new();
    for Refusal { body, .. } in &refusals {
        if let Some(code) = json!(body.code).as_str() {
            examples.entry(code).or_insert_with(|| json!({"value": body}));
        }
    }
    // The order of a map's keys depends on what else is built along.
    let mut codes: Vec<_> = examples.keys().cloned().collect();
    codes.sort_unstable();
    let described: Vec<_> = codes.iter().map(|code| format!("`{code}`")).collect();
    let schema = json!({"allOf": [
        {"$ref": format!("{DEFINITIONS}/ErrorBody")},
        {"properties": {"code": {"enum": codes}}},
    ]});
    let mut headers = json!({"Cache-Control": {
        "description": "That it is not to be kept: what is refused now may not be later.",
        "required": true,
        "schema": {"const": NOT_KEPT},
    }});
    let waits = refusals.iter().filter(|refusal| refusal.body.retry_after.is_some()).count();
    if waits > 0 {
        headers["Retry-After"] = json!({
            "description": "After how many seconds trying again makes sense.",
            "required": waits == refusals.len(),
            "schema": {"type": "integer", "minimum": 0},
        });
    }
    json!({
        "description": described.join(", "),
        "headers": headers,
        "content": {"application/json": {"schema": schema, "examples": examples}},
    })
}

/// The reference to the definition of a type of the protocol.
pub(super) fn reference<T: JsonSchema>() -> Value {
    json!({"$ref": format!("{DEFINITIONS}/{}", T::schema_name())})
}

/// The ids of the games there are, as a schema.
pub(in crate::http) fn game_ids(_: &mut schemars::SchemaGenerator) -> Schema {
    let ids: Vec<_> = rules::games().iter().map(|game| game.id()).collect();
    schemars::json_schema!({"type": "string", "enum": ids, "description": "The game's id in the catalogue."})
}
