//! A network that breaks while a man is in the hand.

use tests::client::{Client, go_on};
use tests::in_process::Setup;
use tests::proxy::Proxy;

use super::hand::{Hand, Point};
use super::scene::{Cast, HALMA, Scene, after_moves};
use super::window::{AT_A_LAPTOP, Window};
use super::{NO_CONNECTION, network_is_gone};

/// The scene, and the network by which the guest reaches the server. It is the guest's turn.
async fn begin(hand: Hand) -> (Scene, Proxy) {
    let mut network = None;
    let guest = if hand == Hand::Mouse { AT_A_LAPTOP } else { HALMA.guest };
    let cast = Cast { guest, ..HALMA };
    let way = |address| network.insert(Proxy::start(address)).addr();
    let scene = Scene::across(cast, Setup::without_bounds(), way, async |_| {}).await;
    scene.host.play("l2", "l3").await;
    scene.both_show(1).await;
    scene.guest.sees(".cell.pressable[data-square='a13']").await;
    (scene, network.expect("the guest went that way"))
}

async fn take(hand: Hand, window: &Window, from: Point, to: Point) {
    match hand {
        Hand::Mouse => {
            window.mouse_down(from).await;
            window.mouse_to(to).await;
        }
        _ => {
            window.finger_down(from).await;
            window.finger_to(to).await;
        }
    }
    window.sees(".board .carried").await;
}

async fn drop(hand: Hand, window: &Window, to: Point) {
    match hand {
        Hand::Mouse => {
            window.mouse_to(to).await;
            window.mouse_up(to).await;
        }
        _ => {
            window.finger_to(to).await;
            window.finger_up().await;
        }
    }
    window.misses(".board .carried").await;
}

async fn ends(scene: Scene) {
    assert_eq!(scene.guest.errors(network_is_gone).await, Vec::<String>::new());
    scene.close().await;
}

/// The man stays in the hand, and the move arrives once when the network is back.
async fn is_played_once(hand: Hand) {
    let (scene, network) = begin(hand).await;
    let Scene { host, guest, address, room, .. } = &scene;
    let [from, far, to] = [
        guest.place(".cell[data-square='a13']").await,
        guest.place(".cell[data-square='f8']").await,
        guest.place(".cell[data-square='c11']").await,
    ];
    take(hand, guest, from, far).await;
    network.cut();
    guest.sees(NO_CONNECTION).await;
    guest.sees(".board .carried").await;
    drop(hand, guest, to).await;
    guest.reads(".headline", if hand == Hand::Mouse { "Sending your move …" } else { "Envoi de votre coup…" }).await;
    guest.sees(".last-move[data-move='a13-c11']").await;
    let one = after_moves(*address, *room, 1).await;
    host.shows(&one).await;
    network.restore();
    let two = scene.both_show(2).await;
    assert_eq!(two.game.map(|game| game.moves), Some(vec!["l2-l3".to_owned(), "a13-c11".to_owned()]));
    // What would come a second time would have come before the next move.
    host.play("l3", "l4").await;
    let three = scene.both_show(3).await;
    assert_eq!(three.game.map(|game| game.moves.len()), Some(3));
    guest.misses(".refusal").await;
    ends(scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_man_dragged_by_mouse_while_the_network_breaks_is_played_once() {
    is_played_once(Hand::Mouse).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_man_dragged_by_finger_while_the_network_breaks_is_played_once() {
    is_played_once(Hand::Finger).await;
}

/// The guest's other device, which has a way of its own to the server.
async fn other_device(scene: &Scene) -> Client {
    let token = format!("return localStorage.getItem('sauterelle.seat.{}')", scene.room);
    let token: String = scene.guest.run(&token).await;
    Client::joined(scene.address, go_on(scene.room, token.parse().expect("a token"))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_man_in_the_hand_goes_back_when_another_was_moved_meanwhile() {
    let (scene, network) = begin(Hand::Mouse).await;
    let Scene { guest, .. } = &scene;
    let mut device = other_device(&scene).await;
    let [from, far, to] = [
        guest.place(".cell[data-square='a13']").await,
        guest.place(".cell[data-square='f8']").await,
        guest.place(".cell[data-square='c11']").await,
    ];
    take(Hand::Mouse, guest, from, far).await;
    network.cut();
    guest.sees(NO_CONNECTION).await;
    device.play("c13-c12").await.expect("it is the guest's turn");
    network.restore();
    guest.sees(".last-move[data-move='c13-c12']").await;
    guest.reads(".headline", "White to move").await;
    drop(Hand::Mouse, guest, to).await;
    guest.tells("Black: c13-c12.").await;
    let two = scene.both_show(2).await;
    assert_eq!(two.game.map(|game| game.moves), Some(vec!["l2-l3".to_owned(), "c13-c12".to_owned()]));
    ends(scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_is_refused_is_taken_back_with_a_word_of_explanation() {
    let (scene, network) = begin(Hand::Mouse).await;
    let Scene { host, guest, .. } = &scene;
    let mut device = other_device(&scene).await;
    let [from, far, to] = [
        guest.place(".cell[data-square='a13']").await,
        guest.place(".cell[data-square='f8']").await,
        guest.place(".cell[data-square='c11']").await,
    ];
    take(Hand::Mouse, guest, from, far).await;
    network.cut();
    guest.sees(NO_CONNECTION).await;
    drop(Hand::Mouse, guest, to).await;
    guest.sees(".last-move[data-move='a13-c11']").await;
    device.play("c13-c12").await.expect("it is the guest's turn");
    network.restore();
    guest.says(".refusal", "The board had changed meanwhile. Your move was not played.").await;
    guest.tells("The board had changed meanwhile. Your move was not played.").await;
    let two = scene.both_show(2).await;
    assert_eq!(two.game.map(|game| game.moves), Some(vec!["l2-l3".to_owned(), "c13-c12".to_owned()]));
    // The game goes on, and the word is gone with the next move.
    host.play("l3", "l4").await;
    scene.both_show(3).await;
    guest.play("a13", "c11").await;
    scene.both_show(4).await;
    guest.misses(".refusal").await;
    ends(scene).await;
}
