//! JSON made at random: what a schema asks for, what nearly fits it, and anything at all.

use proptest::strategy::{Strategy, ValueTree};
use proptest::string::string_regex;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use serde_json::{Map, Value, json};

/// How deep values go at most.
const DEEPEST: u32 = 12;

/// Letters that programs stumble over.
const LETTERS: [char; 16] =
    ['a', 'Z', '0', '-', '_', '.', ':', ' ', '"', '\\', '\n', '\0', 'é', '李', '\u{202e}', '\u{1f99f}'];

/// Numbers at which types end.
const NUMBERS: [i64; 12] = [
    i64::MIN,
    -1,
    0,
    1,
    2,
    127,
    65_536,
    i32::MAX as i64,
    u32::MAX as i64,
    u32::MAX as i64 + 1,
    9_007_199_254_740_993,
    i64::MAX,
];

/// Makes values by a seed.
#[derive(Debug)]
pub struct Maker {
    /// What references point into.
    root: Value,
    /// Where the choices come from.
    pub random: StdRng,
}

impl Maker {
    /// Makes values for the schemas of a document.
    #[must_use]
    pub fn new(root: Value, random: StdRng) -> Self {
        Self { root, random }
    }

    /// A value as a schema asks for it. What a schema forbids by `if` or `not` is not heeded.
    ///
    /// # Panics
    /// If a reference points nowhere.
    pub fn value(&mut self, schema: &Value) -> Value {
        self.made(schema, 0)
    }

    fn made(&mut self, schema: &Value, depth: u32) -> Value {
        if depth > DEEPEST {
            return Value::Null;
        }
        let field = |name: &str| schema.get(name);
        if let Some(target) = field("$ref").and_then(Value::as_str) {
            let pointed = self.root.pointer(target.trim_start_matches('#')).cloned();
            let value = self.made(&pointed.unwrap_or_else(|| panic!("{target} points nowhere")), depth + 1);
            return if field("properties").is_some() { merged(value, self.object(schema, depth)) } else { value };
        }
        if let Some(value) = field("const") {
            return value.clone();
        }
        if let Some(values) = field("enum").and_then(Value::as_array) {
            return values.choose(&mut self.random).cloned().unwrap_or_default();
        }
        if let Some(parts) = field("allOf").and_then(Value::as_array) {
            let parts = parts.iter().filter(|part| part.get("if").is_none());
            return parts.map(|part| self.made(part, depth + 1)).reduce(merged).unwrap_or_default();
        }
        if let Some(ways) = ["oneOf", "anyOf"].iter().find_map(|key| field(key)).and_then(Value::as_array) {
            let way = ways.choose(&mut self.random).cloned().unwrap_or_default();
            let mut value = self.made(&way, depth + 1);
            if field("properties").is_some() {
                value = merged(self.object(schema, depth), value);
            }
            return value;
        }
        let kind = match field("type") {
            Some(Value::Array(kinds)) => kinds.choose(&mut self.random).and_then(Value::as_str),
            Some(kind) => kind.as_str(),
            None if field("properties").is_some() => Some("object"),
            None => None,
        };
        match kind {
            Some("object") => self.object(schema, depth),
            Some("array") => self.array(schema, depth),
            Some("string") => Value::String(self.text(schema)),
            Some("integer") => self.integer(schema),
            Some("number") => json!(self.random.random_range(-1e6..1e6_f64)),
            Some("boolean") => json!(self.random.random_bool(0.5)),
            Some("null") => Value::Null,
            _ => self.anything(),
        }
    }

    fn object(&mut self, schema: &Value, depth: u32) -> Value {
        let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        let mut object = Map::new();
        for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            let narrows = property.get("const").is_some() || property.get("enum").is_some();
            if required.contains(&json!(name)) || narrows || self.random.random_bool(0.5) {
                object.insert(name.clone(), self.made(property, depth + 1));
            }
        }
        Value::Object(object)
    }

    fn array(&mut self, schema: &Value, depth: u32) -> Value {
        if let Some(items) = schema.get("prefixItems").and_then(Value::as_array) {
            return items.iter().map(|item| self.made(item, depth + 1)).collect();
        }
        let bound = |name: &str, otherwise| schema.get(name).and_then(Value::as_u64).unwrap_or(otherwise);
        let least = bound("minItems", 0);
        let many = self.random.random_range(least..=bound("maxItems", least + 3));
        let item = schema.get("items").cloned().unwrap_or_default();
        (0..many).map(|_| self.made(&item, depth + 1)).collect()
    }

    fn text(&mut self, schema: &Value) -> String {
        if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
            return self.matching(pattern);
        }
        if schema.get("format").is_some_and(|format| format == "date") {
            let mut up_to = |most: u32| self.random.random_range(1..=most);
            return format!("20{:02}-{:02}-{:02}", up_to(99), up_to(12), up_to(28));
        }
        let bound = |name: &str| schema.get(name).and_then(Value::as_u64);
        let least = bound("minLength").unwrap_or(0);
        let length = self.random.random_range(least..=bound("maxLength").unwrap_or(least + 20).min(least + 20));
        (0..length).map(|_| self.letter()).collect()
    }

    fn letter(&mut self) -> char {
        LETTERS.choose(&mut self.random).copied().unwrap_or('a')
    }

    /// A text that a regular expression matches.
    ///
    /// # Panics
    /// If it is none that is known here.
    pub fn matching(&mut self, pattern: &str) -> String {
        let inner = pattern.trim_start_matches('^').trim_end_matches('$');
        let strategy = string_regex(inner).unwrap_or_else(|error| panic!("{pattern}: {error}"));
        let seed: [u8; 32] = self.random.random();
        let random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
        let mut runner = TestRunner::new_with_rng(Config::default(), random);
        strategy.new_tree(&mut runner).unwrap_or_else(|error| panic!("{pattern}: {error}")).current()
    }

    fn integer(&mut self, schema: &Value) -> Value {
        let bound = |name: &str| schema.get(name).and_then(Value::as_i64);
        let least = bound("minimum").unwrap_or(i64::from(i32::MIN));
        let most = bound("maximum").unwrap_or_else(|| least.saturating_add(1_000_000));
        let edges: Vec<_> = NUMBERS.into_iter().chain([least, most]).filter(|n| (least..=most).contains(n)).collect();
        match edges.choose(&mut self.random) {
            Some(edge) if self.random.random_bool(0.4) => json!(edge),
            _ => json!(self.random.random_range(least..=most)),
        }
    }

    /// Any JSON whatever.
    pub fn anything(&mut self) -> Value {
        self.any(0)
    }

    fn any(&mut self, depth: u32) -> Value {
        match self.random.random_range(0..if depth > 4 { 5 } else { 8 }) {
            0 => Value::Null,
            1 => json!(self.random.random_bool(0.5)),
            2 => json!(NUMBERS.choose(&mut self.random)),
            3 => json!(self.random.random::<f64>() * 1e300),
            4 => Value::String(self.text(&Value::Null)),
            5 => (0..self.random.random_range(0..4)).map(|_| self.any(depth + 1)).collect(),
            _ => {
                let many = self.random.random_range(0..4);
                let fields = (0..many).map(|_| (self.text(&Value::Null), self.any(depth + 1)));
                Value::Object(fields.collect())
            }
        }
    }

    /// The same, but for something in it that was changed, left out or added.
    pub fn spoilt(&mut self, value: &Value) -> Value {
        match value {
            Value::Object(object) if !object.is_empty() && self.random.random_bool(0.9) => {
                let mut object = object.clone();
                let names: Vec<_> = object.keys().cloned().collect();
                let name = names.choose(&mut self.random).cloned().unwrap_or_default();
                match self.random.random_range(0..5) {
                    0 => _ = object.remove(&name),
                    1 => _ = object.insert(self.text(&Value::Null), self.any(2)),
                    2 => _ = object.insert(name, self.any(2)),
                    _ => {
                        let spoilt = self.spoilt(&object[&name]);
                        object.insert(name, spoilt);
                    }
                }
                Value::Object(object)
            }
            Value::Array(items) if !items.is_empty() && self.random.random_bool(0.9) => {
                let mut items = items.clone();
                let place = self.random.random_range(0..items.len());
                items[place] = self.spoilt(&items[place]);
                Value::Array(items)
            }
            Value::String(text) => Value::String(self.spoilt_text(text)),
            Value::Number(number) => match self.random.random_range(0..3) {
                0 => json!(NUMBERS.choose(&mut self.random)),
                1 => json!(number.as_f64().unwrap_or_default() + 0.5),
                _ => json!(number.to_string()),
            },
            _ => self.anything(),
        }
    }

    /// The same text but for some letters.
    pub fn spoilt_text(&mut self, text: &str) -> String {
        let mut letters: Vec<char> = text.chars().collect();
        for _ in 0..self.random.random_range(1..4) {
            let place = self.random.random_range(0..=letters.len());
            match self.random.random_range(0..4) {
                0 => letters.insert(place, self.letter()),
                1 => letters.truncate(place),
                2 if place < letters.len() => letters[place] = self.letter(),
                2 => letters.push(self.letter()),
                _ => {
                    let again: Vec<_> = letters.iter().copied().take(100).collect();
                    letters.extend(again);
                }
            }
        }
        letters.into_iter().collect()
    }

    /// The same bytes but for some.
    pub fn spoilt_bytes(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..self.random.random_range(1..5) {
            let place = self.random.random_range(0..=bytes.len());
            match self.random.random_range(0..4) {
                0 => bytes.insert(place, self.random.random()),
                1 => bytes.truncate(place),
                2 if place < bytes.len() => bytes[place] ^= 1 << self.random.random_range(0..8),
                2 => bytes.push(self.random.random()),
                _ => {
                    let rest = bytes.split_off(place);
                    bytes.extend(rest.iter().rev());
                }
            }
        }
        bytes
    }

    /// Some bytes.
    pub fn bytes(&mut self, most: usize) -> Vec<u8> {
        let many = self.random.random_range(0..=most);
        (0..many).map(|_| self.random.random()).collect()
    }
}

/// Two objects in one, the second one's fields before the first one's; or the second value, if they are none.
fn merged(one: Value, other: Value) -> Value {
    match (one, other) {
        (Value::Object(mut one), Value::Object(other)) => {
            one.extend(other);
            Value::Object(one)
        }
        (_, other) => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::{generator, seed};

    #[test]
    fn what_is_made_fits() {
        let root = protocol::schema::schema();
        let mut maker = Maker::new(root.clone(), generator(seed("what_is_made_fits"), 0));
        for name in ["ClientMessage", "CreateRoom", "DetailedStats", "ErrorBody"] {
            let schema = json!({"$ref": format!("#/$defs/{name}"), "$defs": root["$defs"]});
            let validator = jsonschema::validator_for(&schema).expect("a schema");
            for _ in 0..200 {
                let value = maker.value(&schema);
                let problems: Vec<_> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
                assert_eq!(problems, [] as [&str; 0], "{name}: {value}");
            }
        }
    }
}
