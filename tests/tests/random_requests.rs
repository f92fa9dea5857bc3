//! Requests made at random from the document that describes the API, good ones and bad ones: the server answers each of
//! them as described, and never with a fault of its own.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::collections::{BTreeMap, BTreeSet};

use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};
use tests::http::Api;
use tests::in_process::TestServer;
use tests::made::Maker;
use tests::openapi::{Document, Operation, Parameter};
use tests::seed::{generator, seed};
use tests::table::Table;
use tests::view::RoomView;

/// How often each operation is asked for.
const ROUNDS: u32 = 60;

/// A request, before it is sent.
#[derive(Debug)]
struct Request {
    address: String,
    headers: Vec<(String, String)>,
    body: Option<(String, Vec<u8>)>,
}

/// Makes requests for an operation.
struct Requests<'a> {
    document: &'a Document,
    maker: Maker,
    /// What there is on the server, by the name of the parameter that asks for it.
    there: &'a BTreeMap<&'static str, String>,
}

impl Requests<'_> {
    /// A request; a good one, as far as the document tells, or one that is bad somewhere.
    fn make(&mut self, operation: &Operation, good: bool) -> Request {
        // In a bad request one place or more is bad; which, is drawn.
        let bad = |maker: &mut Maker| !good && maker.random.random_bool(0.6);
        let mut values = BTreeMap::new();
        let mut query = Vec::new();
        let mut headers = Vec::new();
        for parameter in &operation.parameters {
            let is_bad = bad(&mut self.maker);
            match parameter.place.as_str() {
                "path" => _ = values.insert(parameter.name.clone(), self.in_address(parameter, is_bad)),
                "query" if self.maker.random.random_bool(0.4) => {
                    query.push(format!("{}={}", parameter.name, self.in_address(parameter, is_bad)));
                }
                "header" if self.maker.random.random_bool(0.5) => {
                    let tags = ["*", "W/\"0\"", "\"", "W/\"é\"", "", ",,,"];
                    headers.push((parameter.name.clone(), tags.choose(&mut self.maker.random).unwrap().to_string()));
                }
                _ => {}
            }
        }
        if bad(&mut self.maker) {
            let unknown = self.maker.spoilt_text("unknown=1");
            query.extend([encoded(unknown.as_bytes()), encoded(&self.maker.bytes(20))]);
            query.extend(query.first().cloned());
        }
        let mut address = operation.address(&values);
        if !query.is_empty() {
            address += &format!("?{}", query.join("&"));
        }
        let body = operation.body.clone().map(|(kind, schema)| {
            let is_bad = bad(&mut self.maker);
            self.body(kind, &schema, is_bad)
        });
        Request { address, headers, body }
    }

    /// What stands in the address for a parameter.
    fn in_address(&mut self, parameter: &Parameter, is_bad: bool) -> String {
        let there = self.there.get(parameter.name.as_str()).filter(|_| self.maker.random.random_bool(0.7));
        let value = match there {
            Some(value) => value.clone(),
            None => match self.maker.value(&parameter.schema) {
                Value::String(text) => text,
                other => other.to_string(),
            },
        };
        let bytes = match self.maker.random.random_range(0..3) {
            _ if !is_bad => value.into_bytes(),
            0 => self.maker.spoilt_bytes(value.as_bytes()),
            1 => self.maker.spoilt_text(&value).into_bytes(),
            _ => self.maker.anything().to_string().into_bytes(),
        };
        // Without anything in its place it would be another address.
        if bytes.is_empty() && parameter.place == "path" { "x".to_owned() } else { encoded(&bytes) }
    }

    fn body(&mut self, kind: String, schema: &Value, is_bad: bool) -> (String, Vec<u8>) {
        if kind == "text/plain" {
            let text = "Game: halma\nResult: first\n\n1. l2-l3 a13-c11\n2. l3-l4\n";
            let lines: Vec<_> = text.lines().collect();
            return match self.maker.random.random_range(0..4) {
                _ if !is_bad => (kind, text.into()),
                0 => (kind, self.maker.bytes(400)),
                1 => (kind, self.maker.spoilt_bytes(text.as_bytes())),
                2 => (kind, self.maker.spoilt_text(text).into_bytes()),
                _ => {
                    let some = (0..20).filter_map(|_| lines.choose(&mut self.maker.random).copied());
                    (kind, some.collect::<Vec<_>>().join("\n").into_bytes())
                }
            };
        }
        // What is made does not heed what goes with what.
        let made =
            (0..50).map(|_| self.maker.value(schema)).find(|made| self.document.problems(schema, made).is_empty());
        let value = made.unwrap_or_else(|| panic!("nothing that is made fits {schema}"));
        let text = value.to_string();
        match self.maker.random.random_range(0..6) {
            _ if !is_bad => (kind, text.into_bytes()),
            0 => (kind, self.maker.bytes(400)),
            1 => (kind, self.maker.spoilt_bytes(text.as_bytes())),
            2 => (kind, "[".repeat(self.maker.random.random_range(1..4000)).into_bytes()),
            3 => (self.maker.matching("[a-z]{1,9}/[a-z]{1,9}"), self.maker.anything().to_string().into_bytes()),
            _ => (kind, self.maker.spoilt(&value).to_string().into_bytes()),
        }
    }
}

/// Bytes as they stand in an address.
fn encoded(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("%{byte:02X}")).collect()
}

#[tokio::test]
async fn every_answer_to_anything_is_as_described() {
    let seed = seed("every_answer_to_anything_is_as_described");
    let server = TestServer::start().await;
    let mut table = Table::open(server.address(), "halma").await;
    table.play_all(&["l2-l3", "a13-c11", "l3-l4"]).await;
    table.guest.resign().await.unwrap();
    table.host.until("the end", RoomView::is_over).await;
    let game = table.host.view().game().and_then(|game| game.result.clone()).unwrap().id;
    let there = BTreeMap::from([("room", table.room.to_string()), ("id", game.to_string())]);
    let api = Api::new(server.address());
    let document = Document::fetch(&api).await;

    let mut seen: BTreeMap<String, BTreeSet<u16>> = BTreeMap::new();
    for (part, operation) in (0..).zip(document.operations()) {
        let maker = Maker::new(document.whole().clone(), generator(seed, part));
        let mut requests = Requests { document: &document, maker, there: &there };
        for round in 0..ROUNDS {
            let request = requests.make(&operation, round % 3 == 0);
            let Request { address, headers, body } = &request;
            let body = body.as_ref().map(|(kind, body)| (kind.as_str(), body.clone()));
            let reply = api.send(&operation.method, address, headers, body).await;
            let reply = reply.unwrap_or_else(|error| panic!("{error}: {request:?}"));
            assert!(reply.status < 500, "{} {request:?}: {} {}", operation.id, reply.status, reply.text);
            let undescribed = document.undescribed(&operation, &reply);
            assert_eq!(undescribed, None, "{} {request:?}", operation.id);
            seen.entry(operation.id.clone()).or_default().insert(reply.status);
        }
    }
    // The requests were good enough to be answered, and bad enough to be refused.
    for operation in document.operations() {
        let seen = &seen[&operation.id];
        let good = seen.iter().any(|status| *status < 300);
        assert!(good || operation.id == "openSocket", "{}: {seen:?}", operation.id);
        let can_be_bad = operation.parameters.iter().any(|parameter| parameter.place != "header");
        let refused = seen.iter().any(|status| *status >= 400);
        assert_eq!(refused, can_be_bad || operation.body.is_some() || !good, "{}: {seen:?}", operation.id);
    }
    // And the server goes on.
    assert_eq!(api.get("/api/catalogue").await.status, 200);
    let another = Table::open(server.address(), "jarmo").await;
    assert!(another.host.view().game().is_some());
    server.stop().await;
}

#[test]
fn what_stands_in_an_address_comes_from_the_seed_alone() {
    let make = || {
        let mut maker = Maker::new(json!({}), generator(7, 0));
        (maker.bytes(30), maker.anything(), maker.matching("^[a-f]{4,9}$"))
    };
    assert_eq!(make(), make());
}
