//! The document that describes the server's API, and answers held against it.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use jsonschema::Validator;
use serde_json::{Map, Value, json};

use crate::http::{Api, Reply};

/// The document.
#[derive(Debug)]
pub struct Document {
    whole: Value,
    /// By the text of their schemas: they take long to make.
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

/// One operation of it.
#[derive(Clone, Debug)]
pub struct Operation {
    /// What it is called.
    pub id: String,
    /// The method, in capitals.
    pub method: String,
    /// The path, with names in braces.
    pub path: String,
    /// What may be in the path, the query and the headers.
    pub parameters: Vec<Parameter>,
    /// The kind and the schema of the body, if there is one.
    pub body: Option<(String, Value)>,
    /// What it may answer, by status.
    answers: Map<String, Value>,
}

/// One parameter of an operation.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// What it is called.
    pub name: String,
    /// `path`, `query` or `header`.
    pub place: String,
    /// What it may be.
    pub schema: Value,
}

impl Document {
    /// Fetches it.
    ///
    /// # Panics
    /// If it is not there.
    pub async fn fetch(api: &Api) -> Self {
        let reply = api.get("/api/openapi.json").await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        Self { whole: reply.json(), validators: Mutex::default() }
    }

    /// All of it.
    #[must_use]
    pub fn whole(&self) -> &Value {
        &self.whole
    }

    /// All operations.
    ///
    /// # Panics
    /// If one is not described as it has to be.
    #[must_use]
    pub fn operations(&self) -> Vec<Operation> {
        let paths = self.whole["paths"].as_object().expect("paths");
        let all = paths.iter().flat_map(|(path, item)| {
            let item = item.as_object().expect("a path's operations");
            item.iter().map(|(method, operation)| Operation::read(path, method, operation))
        });
        all.collect()
    }

    /// The operation of this name.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn operation(&self, id: &str) -> Operation {
        let found = self.operations().into_iter().find(|operation| operation.id == id);
        found.unwrap_or_else(|| panic!("no operation {id}"))
    }

    /// What is wrong with a value by one of the document's schemas.
    ///
    /// # Panics
    /// If the schema is none.
    #[must_use]
    pub fn problems(&self, schema: &Value, value: &Value) -> Vec<String> {
        self.validator(schema).iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect()
    }

    fn validator(&self, schema: &Value) -> Arc<Validator> {
        let mut validators = self.validators.lock().expect("no holder panics");
        let made = validators.entry(schema.to_string()).or_insert_with(|| Arc::new(self.new_validator(schema)));
        Arc::clone(made)
    }

    fn new_validator(&self, schema: &Value) -> Validator {
        // References point into the document, so the schema is looked at as a part of it.
        let root = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "allOf": [schema],
            "components": self.whole["components"],
        });
        jsonschema::validator_for(&root).unwrap_or_else(|error| panic!("{error}: {schema}"))
    }

    /// Says what of an answer the document does not describe; nothing, if it is all as described.
    ///
    /// # Panics
    /// If the document itself is wrong.
    #[must_use]
    pub fn undescribed(&self, operation: &Operation, reply: &Reply) -> Option<String> {
        let Reply { status, headers, text } = reply;
        let Some(answer) = operation.answers.get(&status.to_string()) else {
            return Some(format!("status {status} is not described: {text:.300}"));
        };
        for (name, header) in answer["headers"].as_object().into_iter().flatten() {
            let sent = headers.get(name.as_str()).and_then(|value| value.to_str().ok());
            match sent {
                None if header["required"] == true => return Some(format!("{status} has no header {name}")),
                None => {}
                Some(sent) => {
                    let number = sent.parse::<i64>().map(Value::from);
                    let as_number = number.is_ok_and(|number| self.problems(&header["schema"], &number).is_empty());
                    if !as_number && !self.problems(&header["schema"], &sent.into()).is_empty() {
                        return Some(format!("{status} has the header {name}: {sent}"));
                    }
                }
            }
        }
        let Some(content) = answer["content"].as_object() else {
            return (!text.is_empty()).then(|| format!("{status} has content: {text:.300}"));
        };
        let kind = headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let Some(content) = content.get(kind) else {
            return Some(format!("{status} of the kind {kind:?} is not described: {text:.300}"));
        };
        let schema = &content["schema"];
        let problems = if kind.ends_with("json") && !kind.ends_with("ndjson") {
            match serde_json::from_str(text) {
                Ok(value) => self.problems(schema, &value),
                Err(error) => vec![error.to_string()],
            }
        } else {
            let lines = schema.get("x-line-schema").map(|schema| {
                let validator = self.validator(schema);
                let each = text.lines().filter_map(|line| match serde_json::from_str(line) {
                    Ok(value) => validator.iter_errors(&value).next().map(|error| error.to_string()),
                    Err(error) => Some(error.to_string()),
                });
                each.collect()
            });
            lines.unwrap_or_default()
        };
        (!problems.is_empty()).then(|| format!("{status}: {problems:?}: {text:.300}"))
    }

    /// All examples of the document, each with where it stands and the schema that it is an example of.
    #[must_use]
    pub fn examples(&self) -> Vec<(String, Value, Value)> {
        let mut found = Vec::new();
        for operation in self.operations() {
            let item = &self.whole["paths"][&operation.path][operation.method.to_lowercase()];
            let mut contents = vec![("request".to_owned(), &item["requestBody"]["content"])];
            contents.extend(operation.answers.iter().map(|(status, answer)| (status.clone(), &answer["content"])));
            for (place, content) in contents {
                for content in content.as_object().into_iter().flat_map(|kinds| kinds.values()) {
                    let place = format!("{} {place}", operation.id);
                    let alone = content.get("example").cloned();
                    let named = content["examples"].as_object().into_iter().flat_map(|examples| examples.values());
                    let all = alone.into_iter().chain(named.map(|example| example["value"].clone()));
                    found.extend(all.map(|example| (place.clone(), content["schema"].clone(), example)));
                }
            }
        }
        found
    }
}

impl Operation {
    fn read(path: &str, method: &str, operation: &Value) -> Self {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let parameters = operation["parameters"].as_array().into_iter().flatten().map(|parameter| Parameter {
            name: text(&parameter["name"]),
            place: text(&parameter["in"]),
            schema: parameter["schema"].clone(),
        });
        let body = operation["requestBody"]["content"].as_object().and_then(|content| content.iter().next());
        Self {
            id: text(&operation["operationId"]),
            method: method.to_uppercase(),
            path: path.to_owned(),
            parameters: parameters.collect(),
            body: body.map(|(kind, content)| (kind.clone(), content["schema"].clone())),
            answers: operation["responses"].as_object().expect("answers").clone(),
        }
    }

    /// The statuses that it may answer.
    pub fn statuses(&self) -> impl Iterator<Item = &str> {
        self.answers.keys().map(String::as_str)
    }

    /// Whether an answer with this status has but codes that any request can be refused with.
    #[must_use]
    pub fn is_refused_anywhere(&self, status: &str) -> bool {
        const CODES: [&str; 4] = ["address_blocked", "request_timeout", "too_many_connections", "server_full"];
        let examples = self.answers[status]["content"]["application/json"]["examples"].as_object();
        examples.is_some_and(|examples| examples.keys().all(|code| CODES.contains(&code.as_str())))
    }

    /// The address with these values in the place of the names in braces.
    #[must_use]
    pub fn address(&self, values: &BTreeMap<String, String>) -> String {
        values.iter().fold(self.path.clone(), |path, (name, value)| path.replace(&format!("{{{name}}}"), value))
    }
}
