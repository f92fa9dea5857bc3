//! What a browser has noted: errors and warnings on its console, and all that its pages asked for.

use serde_json::Value;

use super::window::Window;

/// What the performance log tells of one message between the browser and its driver.
fn event_of(entry: &str) -> Option<(String, Value)> {
    let entry: Value = serde_json::from_str(entry).ok()?;
    let message = entry.get("message")?;
    Some((message.get("method")?.as_str()?.to_owned(), message.get("params")?.clone()))
}

/// The address that an event asks for, if it is of a request or a socket.
fn asked_for((method, about): &(String, Value)) -> Option<&str> {
    match method.as_str() {
        "Network.requestWillBeSent" => about.get("request")?.get("url")?.as_str(),
        "Network.webSocketCreated" => about.get("url")?.as_str(),
        _ => None,
    }
}

/// The `address:port` that is asked over the network for an address; nothing for what a page makes itself.
fn server_of(address: &str) -> Option<&str> {
    let (scheme, rest) = address.split_once(':')?;
    if ["data", "blob", "about", "chrome"].contains(&scheme) {
        return None;
    }
    let rest = rest.trim_start_matches('/');
    Some(rest.split(['/', '?', '#']).next().unwrap_or(rest))
}

/// What the browser says when it cuts a socket short that the page was closing as it was left. Whether it does depends
/// on who is faster.
const LEFT: &str = "Page entered Back-Forward Cache";

impl Window {
    /// The errors and warnings that the browser noted since it was last asked, but for those that `expected` knows.
    pub(crate) async fn errors(&self, expected: impl Fn(&str) -> bool) -> Vec<String> {
        let log = self.driver.browser_log().await.expect("the browser keeps a log");
        log.into_iter()
            .filter(|entry| ["SEVERE", "WARNING"].contains(&entry.level.as_str()))
            .filter(|entry| !entry.message.contains(LEFT) && !expected(&entry.message))
            .map(|entry| entry.message)
            .collect()
    }

    /// All addresses that its pages asked for over the network since it was last asked, sockets among them.
    pub(crate) async fn requests(&self) -> Vec<String> {
        let log = self.driver.get_log("performance").await.expect("the browser keeps a log");
        let events = log.iter().filter_map(|entry| event_of(&entry.message));
        let asked = events.filter_map(|event| asked_for(&event).map(str::to_owned));
        asked.filter(|address| server_of(address).is_some()).collect()
    }

    /// Those of them that went to no server this person has gone to.
    pub(crate) async fn requests_elsewhere(&self) -> Vec<String> {
        let mut requests = self.requests().await;
        let servers = self.servers.lock().expect("nobody panics with it");
        requests.retain(|address| server_of(address).is_some_and(|server| !servers.contains(server)));
        requests
    }
}
