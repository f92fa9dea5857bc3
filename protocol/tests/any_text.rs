//! Any bytes whatever are read as a message or refused in words, never worse. The fuzz targets in `protocol/fuzz` go
//! further.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use proptest::prelude::*;
use protocol::http::CreateRoom;
use protocol::{ClientFrame, ErrorCode, ServerMessage};

/// One message of each kind that a client can send.
const FROM_CLIENTS: [&str; 17] = [
    r#"{"type":"join","id":"j1","protocol":1,"room":"p8p7n59fx03v","token":"00112233445566778899aabbccddeeff","sit":true,"name":"Ada"}"#,
    r#"{"type":"join","protocol":2,"room":"p8p7n59fx03v"}"#,
    r#"{"type":"move","id":"m1","position":3,"move":"l2-l3"}"#,
    r#"{"type":"legal_moves","id":"l1"}"#,
    r#"{"type":"resign","id":"r1","game":1}"#,
    r#"{"type":"abort","id":"a1","game":1}"#,
    r#"{"type":"offer","id":"o1","game":1,"what":"draw"}"#,
    r#"{"type":"offer","id":"o2","game":1,"what":"take_back"}"#,
    r#"{"type":"offer","id":"o3","game":1,"what":"rematch","next":"moon"}"#,
    r#"{"type":"answer","id":"b1","offer":7,"accept":true}"#,
    r#"{"type":"withdraw","id":"w1","offer":7}"#,
    r#"{"type":"claim","id":"c1","game":1}"#,
    r#"{"type":"chat","id":"t1","channel":"players","text":"Bien joué !"}"#,
    r#"{"type":"chat","channel":"watchers","text":"李雷: 好"}"#,
    r#"{"type":"name","id":"n1","name":"Zoé"}"#,
    r#"{"type":"name","name":null}"#,
    r#"{"type":"ping"}"#,
];

/// Requests for rooms.
const CREATE: [&str; 4] = [
    r#"{"protocol":1,"id":"c1","token":"00112233445566778899aabbccddeeff","game":"jarmo","sides":"second","computer":5}"#,
    r#"{"protocol":1,"id":"c1","token":"00112233445566778899aabbccddeeff","game":"halma","sides":"first"}"#,
    r#"{"protocol":1,"id":"c1","token":"00112233445566778899aabbccddeeff","game":"moon","clock":{"kind":"real_time","base":300000,"increment":2000},"open":true,"name":"Zoé"}"#,
    r#"{"protocol":1,"id":"c1","token":"00112233445566778899aabbccddeeff","game":"moon","clock":{"kind":"per_move","time":86400000},"table":"one_device"}"#,
];

/// One message of each kind that the server can send, with one event of each kind.
const FROM_SERVER: [&str; 24] = [
    r#"{"type":"snapshot","protocol":1,"room":"p8p7n59fx03v","seq":1,"time":5,"you":null,"setup":{"game":"halma","sides":"lot","clock":{"kind":"real_time","base":60000,"increment":0},"open":false,"table":"two","computer":3},"seats":{"host":{"taken":true},"guest":{"taken":false}},"game":null,"to_move":null,"passed_over":null,"offer":{"seq":9,"seat":"host","what":"rematch","next":"moon"},"claim":{"seat":"guest","until":35},"clocks":{"first":1,"second":2,"running":"second","at":5,"deadline":7},"series":{"score":{"host":1,"guest":0,"draws":2},"games":[{"number":1,"id":"0q9xjd2tzb4c","game":"halma","sides":{"first":"host","second":"guest"},"outcome":"first","reason":"time","ended":4}]},"closed":false,"names":{"host":"Ada","guest":null},"presence":{"host":{"here":true,"since":3},"guest":{"here":false,"since":null},"watchers":2},"chat":[{"n":3,"channel":"watchers","from":"watcher","name":"Eve","text":"hello","time":4}]}"#,
    r#"{"type":"event","seq":1,"time":5,"event":{"kind":"opened"},"to_move":null,"passed_over":null,"offer":null,"claim":null,"clocks":null}"#,
    r#"{"type":"event","seq":2,"time":5,"event":{"kind":"seated","seat":"guest"},"to_move":null,"passed_over":null,"offer":null,"claim":null,"clocks":null}"#,
    r#"{"type":"event","seq":3,"time":5,"event":{"kind":"started","number":1,"game":"tiny","rules_version":1,"sides":{"first":"host","second":"guest"},"board":{"first":["b1"],"second":["a2"],"moves_made":{"first":0,"second":0},"captured":{"first":0,"second":0}}},"to_move":"first","passed_over":null,"offer":null,"claim":null,"clocks":null}"#,
    r#"{"type":"event","seq":4,"time":5,"event":{"kind":"arrived","seat":"guest"},"to_move":"first","passed_over":null,"offer":null,"claim":null,"clocks":{"first":1,"second":2,"running":null,"at":5,"deadline":null}}"#,
    r#"{"type":"event","seq":4,"time":5,"event":{"kind":"moved","ply":1,"side":"first","move":"b1-b2","path":["b1","b2"],"taken":["a1"],"board":{"first":["b2"],"second":["a2"],"moves_made":{"first":1,"second":0},"marked":["b2"],"captured":{"first":0,"second":1},"quiet_moves":3}},"to_move":"second","passed_over":"second","offer":null,"claim":null,"clocks":null}"#,
    r#"{"type":"event","seq":5,"time":5,"event":{"kind":"offered","seat":"guest","what":"take_back"},"to_move":"first","passed_over":null,"offer":{"seq":5,"seat":"guest","what":"take_back"},"claim":null,"clocks":null}"#,
    r#"{"type":"event","seq":6,"time":5,"event":{"kind":"declined","seat":"host","offer":5},"to_move":"first","passed_over":null,"offer":null,"claim":null,"clocks":null}"#,
    r#"{"type":"event","seq":6,"time":5,"event":{"kind":"withdrawn","seat":"guest","offer":5},"to_move":"first","passed_over":null,"offer":null,"claim":null,"clocks":null}"#,
    r#"{"type":"event","seq":6,"time":5,"event":{"kind":"taken_back","seat":"guest","ply":0,"board":{"first":["b1"],"second":["a2"],"moves_made":{"first":0,"second":0},"captured":{"first":0,"second":0}},"last_move":null},"to_move":"first","passed_over":null,"offer":null,"claim":null,"clocks":null}"#,
    r#"{"type":"event","seq":7,"time":5,"event":{"kind":"claimed","seat":"guest","until":35},"to_move":"first","passed_over":null,"offer":null,"claim":{"seat":"guest","until":35},"clocks":null}"#,
    r#"{"type":"event","seq":8,"time":5,"event":{"kind":"claim_cancelled"},"to_move":"first","passed_over":null,"offer":null,"claim":null,"clocks":null}"#,
    r#"{"type":"event","seq":9,"time":5,"event":{"kind":"ended","number":1,"outcome":"draw","reason":"all_home","score":{"first":3,"second":3},"id":"0q9xjd2tzb4c","series":{"host":0,"guest":0,"draws":1}},"to_move":null,"passed_over":null,"offer":null,"claim":null,"clocks":null}"#,
    r#"{"type":"event","seq":10,"time":5,"event":{"kind":"closed","reason":"unused"},"to_move":null,"passed_over":null,"offer":null,"claim":null,"clocks":null}"#,
    r#"{"type":"legal_moves","position":3,"side":"first","moves":["b1-b2","c4","a5*c1"]}"#,
    r#"{"type":"ok","id":"m1","seq":4,"time":5}"#,
    r#"{"type":"error","id":"m1","code":"busy","message":"wait","seq":4,"retry_after":1}"#,
    r#"{"type":"error","id":"c1","code":"not_claimable","message":"not yet","seq":4}"#,
    r#"{"type":"error","code":"bad_json","message":"no","seq":null}"#,
    r#"{"type":"presence","host":{"here":false,"since":3},"guest":{"here":true,"since":4},"watchers":0}"#,
    r#"{"type":"names","host":null,"guest":"李雷"}"#,
    r#"{"type":"chat","n":1,"channel":"players","from":"host","name":"Ada","text":"Salut !","time":5}"#,
    r#"{"type":"chat","n":2,"channel":"watchers","from":"watcher","text":"hm","time":5}"#,
    r#"{"type":"restart","message":"soon","retry_after":1}"#,
];

/// A good text with some places changed, dropped, doubled or cut.
fn bent(texts: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let bend = (any::<prop::sample::Index>(), 0..5_u8, any::<u8>());
    (prop::sample::select(texts), prop::collection::vec(bend, 0..4)).prop_map(|(text, bends)| {
        let mut bytes = text.as_bytes().to_vec();
        for (place, how, byte) in bends {
            if bytes.is_empty() {
                break;
            }
            let place = place.index(bytes.len());
            match how {
                0 => bytes[place] = byte,
                1 => drop(bytes.remove(place)),
                2 => bytes.insert(place, bytes[place]),
                3 => bytes[place] = b"{}[]\",:0\\"[usize::from(byte) % 9],
                _ => bytes.truncate(place),
            }
        }
        bytes
    })
}

fn read_as_frame(text: &str) -> Result<(), TestCaseError> {
    match ClientFrame::parse(text) {
        Ok(message) => {
            let written = serde_json::to_string(&message).unwrap();
            prop_assert_eq!(ClientFrame::parse(&written), Ok(message));
        }
        Err(refusal) => prop_assert!(!refusal.message.is_empty()),
    }
    Ok(())
}

#[test]
fn the_good_texts_are_good() {
    for text in FROM_CLIENTS {
        let refused = ClientFrame::parse(text).err().map(|refusal| refusal.code);
        assert!(matches!(refused, None | Some(ErrorCode::UnsupportedProtocol)), "{text}: {refused:?}");
    }
    for text in CREATE {
        assert!(CreateRoom::parse(text.as_bytes()).is_ok(), "{text}");
    }
    for text in FROM_SERVER {
        let message: ServerMessage = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&message).unwrap(), text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text_is_a_message_or_refused(text in "\\PC*|[ -~]{0,80}|.{0,40}") {
        read_as_frame(&text)?;
    }

    #[test]
    fn bent_messages_of_clients_are_read_or_refused(bytes in bent(&FROM_CLIENTS)) {
        read_as_frame(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn bent_requests_are_read_or_refused(bytes in bent(&CREATE)) {
        match CreateRoom::parse(&bytes) {
            Ok(request) => prop_assert_eq!(CreateRoom::parse(&serde_json::to_vec(&request).unwrap()), Ok(request)),
            Err(refusal) => prop_assert!(!refusal.message.is_empty()),
        }
    }

    #[test]
    fn bent_messages_of_the_server_are_read_or_refused(bytes in bent(&FROM_SERVER)) {
        if let Ok(message) = serde_json::from_slice::<ServerMessage>(&bytes) {
            let written = serde_json::to_string(&message).unwrap();
            prop_assert_eq!(serde_json::from_str::<ServerMessage>(&written).ok(), Some(message));
        }
    }
}
