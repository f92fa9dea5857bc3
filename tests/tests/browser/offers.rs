//! What two players offer each other: a draw, a move taken back, another game; and a game that does not count.

use super::scene::Scene;

const OFFER: &str = ".offer";

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_is_offered_declined_and_agreed() {
    let scene = Scene::open().await;
    let Scene { host, guest, .. } = &scene;
    scene.play_a_move_each().await;

    // Declined. To ask once more takes a move.
    host.click("[data-action='draw']").await;
    host.reads(".offer p", "You have offered a draw.").await;
    guest.reads(".offer p", "Votre adversaire propose la nulle.").await;
    scene.picture("offer-draw").await;
    guest.click("[data-action='decline']").await;
    host.reads(".news", "Your opponent does not want a draw.").await;
    host.misses(OFFER).await;
    guest.misses(OFFER).await;
    host.click("[data-action='draw']").await;
    host.says(".refusal", "Make a move before you ask again.").await;
    host.picture("offer-too-soon").await;

    // An offer is withdrawn by the next move of whoever made it, and by no other.
    host.play("l3", "l4").await;
    scene.both_show(3).await;
    host.misses(".refusal").await;
    host.click("[data-action='draw']").await;
    guest.sees("[data-action='accept']").await;
    guest.play("c11", "c10").await;
    scene.both_show(4).await;
    host.sees("[data-action='withdraw']").await;
    guest.sees("[data-action='accept']").await;
    host.play("l4", "l5").await;
    scene.both_show(5).await;
    host.misses(OFFER).await;
    guest.misses(OFFER).await;

    // The guest offers, changes his mind, and offers again after a move; the host agrees.
    guest.click("[data-action='draw']").await;
    host.reads(".offer p", "Your opponent offers a draw.").await;
    guest.click("[data-action='withdraw']").await;
    host.reads(".news", "Your opponent has changed their mind.").await;
    guest.play("c10", "c9").await;
    scene.both_show(6).await;
    guest.click("[data-action='draw']").await;
    host.click("[data-action='accept']").await;
    host.reads(".result h2", "Draw").await;
    host.reads(".result p", "The players agreed on a draw.").await;
    guest.reads(".result h2", "Partie nulle").await;
    host.reads(".series .score", "You 0 · Your opponent 0 · 1 draw").await;
    scene.picture("drawn").await;
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_taken_back_if_the_other_agrees() {
    let scene = Scene::open().await;
    let Scene { host, guest, .. } = &scene;
    host.sees("[data-action='take-back']:disabled").await;
    scene.play_a_move_each().await;

    // The host asks after the guest's answer: that is taken back along with it.
    host.click("[data-action='take-back']").await;
    host.reads(".offer p", "You have asked to take your move back.").await;
    guest.reads(".offer p", "Votre adversaire demande à reprendre un coup.").await;
    scene.picture("offer-take-back").await;
    guest.click("[data-action='accept']").await;
    scene.both_show(0).await;
    host.reads(".news", "A move was taken back.").await;
    guest.reads(".news", "Un coup a été repris.").await;
    host.reads(".headline", "Your turn").await;
    guest.reads(".headline", "Aux blancs de jouer").await;
    scene.picture("taken-back").await;

    // Play goes on from there, and a player who declines keeps everything as it is.
    host.play("l2", "l3").await;
    scene.both_show(1).await;
    guest.play("c13", "c12").await;
    scene.both_show(2).await;
    guest.click("[data-action='take-back']").await;
    host.click("[data-action='decline']").await;
    guest.reads(".news", "Votre adversaire ne veut pas que le coup soit repris.").await;
    host.play("l3", "l4").await;
    scene.both_show(3).await;
    host.misses(OFFER).await;

    // Asked before the other has answered, it is that one move.
    host.click("[data-action='take-back']").await;
    guest.click("[data-action='accept']").await;
    scene.both_show(2).await;
    host.reads(".headline", "Your turn").await;
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_swaps_the_sides_and_the_series_is_counted() {
    let scene = Scene::open().await;
    let Scene { host, guest, .. } = &scene;
    assert_eq!(host.lower_side().await.as_deref(), Some("first"));
    scene.play_a_move_each().await;
    host.click("[data-action='resign']").await;
    host.click("[data-action='confirm-resign']").await;
    host.reads(".result h2", "You lose").await;
    guest.reads(".result h2", "Vous gagnez").await;
    host.reads(".series .score", "You 0 · Your opponent 1 · 0 draws").await;
    guest.reads(".series .score", "Vous 1 · Votre adversaire 0 · 0 nulle").await;

    // The same again, with sides swapped.
    host.reads(".rematch .details", "Sides are swapped: you will play black.").await;
    host.click("[data-action='rematch']").await;
    host.reads(".offer p", "You have offered to play on: Halma.").await;
    guest.reads(".offer p", "Votre adversaire veut continuer : Halma.").await;
    scene.picture("offer-rematch").await;
    guest.click("[data-action='accept']").await;
    guest.reads(".headline", "À vous de jouer").await;
    host.reads(".headline", "White to move").await;
    scene.both_show(0).await;
    assert_eq!(host.lower_side().await.as_deref(), Some("second"), "the host plays black now");
    assert_eq!(guest.lower_side().await.as_deref(), Some("first"), "the guest plays white now");
    guest.play("l2", "l3").await;
    host.play("a13", "c11").await;
    scene.both_show(2).await;
    scene.picture("rematch").await;
    guest.click("[data-action='resign']").await;
    guest.click("[data-action='confirm-resign']").await;
    host.reads(".result h2", "You win").await;
    host.reads(".series .score", "You 1 · Your opponent 1 · 0 draws").await;
    guest.reads(".series .score", "Vous 1 · Votre adversaire 1 · 0 nulle").await;

    // Another game with the same opponent, who declines the first offer.
    guest.click("[data-action='rematch']").await;
    host.click("[data-action='decline']").await;
    guest.reads(".news", "Votre adversaire ne veut pas continuer.").await;
    host.click("select[name='next'] option[value='jarmo']").await;
    host.reads("[data-action='rematch']", "Offer this game").await;
    host.click("[data-action='rematch']").await;
    guest.reads(".offer p", "Votre adversaire veut continuer : Jarmo.").await;
    guest.click("[data-action='accept']").await;
    host.reads(".panel h1", "Jarmo").await;
    guest.reads(".panel h1", "Jarmo").await;
    host.reads(".headline", "Your turn").await;
    scene.both_show(0).await;
    scene.picture("another-game").await;
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_has_hardly_begun_can_be_aborted() {
    let scene = Scene::open().await;
    let Scene { host, guest, .. } = &scene;
    host.play("l2", "l3").await;
    scene.both_show(1).await;
    guest.click("[data-action='abort']").await;
    guest.reads("#abort-question", "Vraiment annuler ? La partie ne comptera pas.").await;
    guest.click("[data-action='confirm-abort']").await;
    host.reads(".result h2", "No result").await;
    host.reads(".result p", "The game was given up before both sides had moved. It does not count.").await;
    guest.reads(".result h2", "Sans résultat").await;
    host.reads(".series .score", "You 0 · Your opponent 0 · 0 draws").await;
    scene.picture("aborted").await;
    scene.close().await;
}
