//! Clocks, flags, and players who stay away.

use super::scene::Scene;
use super::time::Time;
use super::window::Window;

const FIRST_CLOCK: &str = ".player[data-side='first'] .clock";
const SECOND_CLOCK: &str = ".player[data-side='second'] .clock";

fn running(clock: &str) -> String {
    format!("{clock}[data-running='true']")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls() {
    let (setup, time) = Time::standing_still();
    let half_a_minute = async |host: &Window| {
        host.click("input[name='clock'][value='custom']").await;
        host.write("input[name='minutes']", "0.5").await;
        host.write("input[name='increment']", "5").await;
        host.picture("home-clock").await;
    };
    let scene = Scene::with(setup, half_a_minute).await;
    let Scene { host, guest, .. } = &scene;

    // Both are there, so the first side's time runs, on both pages; the other side's stands.
    for window in [host, guest] {
        window.sees(&running(FIRST_CLOCK)).await;
        window.reads(SECOND_CLOCK, "0:30").await;
    }

    // What a turn took is taken off, and the increment added.
    time.pass(20_000).await;
    host.play("l2", "l3").await;
    for window in [host, guest] {
        window.reads(FIRST_CLOCK, "0:15").await;
        window.sees(&running(SECOND_CLOCK)).await;
    }
    time.pass(29_000).await;
    guest.play("a13", "c11").await;
    host.reads(SECOND_CLOCK, "6.0").await;
    guest.reads(SECOND_CLOCK, "6,0").await;
    host.sees(&running(FIRST_CLOCK)).await;
    scene.picture("clocks").await;

    // Nobody moves any more, and the flag falls by itself.
    time.pass(15_000).await;
    host.reads(".result h2", "You lose").await;
    host.reads(".result p", "White ran out of time.").await;
    guest.reads(".result h2", "Vous gagnez").await;
    guest.reads(".result p", "Les blancs n’ont plus de temps.").await;
    for window in [host, guest] {
        window.sees(&format!("{FIRST_CLOCK}[data-out='true']")).await;
        window.misses(".clock[data-running='true']").await;
        window.misses(".cell.pressable").await;
    }
    host.reads(FIRST_CLOCK, "0.0").await;
    host.reads(SECOND_CLOCK, "6.0").await;
    scene.picture("flag").await;
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_game_of_a_player_who_stays_away_can_be_claimed() {
    let (setup, time) = Time::standing_still();
    let scene = Scene::with(setup, async |host: &Window| host.click("input[name='clock'][value='r3-2']").await).await;
    let Scene { host, guest, address, .. } = &scene;
    scene.play_a_move_each().await;
    host.play("l3", "l4").await;
    scene.both_show(3).await;
    host.misses(".absence").await;

    // The guest goes to another page. After a minute the host may claim; that gives the guest half a minute.
    guest.go(*address, "/rules").await;
    host.says(".absence", "you may claim the game.").await;
    host.picture("absence").await;
    host.misses("[data-action='claim']").await;
    time.pass(60_000).await;
    host.click("[data-action='claim']").await;
    host.says(".claim", "If your opponent is not back within").await;
    host.picture("claim").await;

    // The guest goes back in time, and everything goes on.
    guest.go_back().await;
    host.reads(".news", "The absent player is back. The game goes on.").await;
    host.misses(".claim").await;
    host.misses(".absence").await;
    guest.play("c11", "c10").await;
    scene.both_show(4).await;
    host.play("l4", "l5").await;
    scene.both_show(5).await;

    // The guest goes away for good.
    guest.go(*address, "/").await;
    host.sees(".absence").await;
    time.pass(60_000).await;
    host.click("[data-action='claim']").await;
    host.sees(".claim").await;
    time.pass(30_000).await;
    host.reads(".result h2", "You win").await;
    host.reads(".result p", "Black left the game.").await;
    host.picture("claimed").await;
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_move_has_its_own_time() {
    let (setup, time) = Time::standing_still();
    let two_minutes = async |host: &Window| {
        host.click("input[name='clock'][value='custom']").await;
        host.choose("select[name='kind']", "For each move").await;
        host.write("input[name='amount']", "2").await;
        host.choose("select[name='unit']", "minutes").await;
    };
    let scene = Scene::with(setup, two_minutes).await;
    let Scene { host, guest, .. } = &scene;
    for window in [host, guest] {
        window.reads(FIRST_CLOCK, "2:00").await;
        window.reads(SECOND_CLOCK, "2:00").await;
        window.sees(&running(FIRST_CLOCK)).await;
    }
    host.says(".panel", "2 minutes per move").await;

    // What a move took is nobody's loss: the next one has all the time again.
    time.pass(90_000).await;
    host.play("l2", "l3").await;
    for window in [host, guest] {
        window.reads(FIRST_CLOCK, "2:00").await;
        window.reads(SECOND_CLOCK, "2:00").await;
        window.sees(&running(SECOND_CLOCK)).await;
    }
    time.pass(100_000).await;
    guest.play("a13", "c11").await;
    for window in [host, guest] {
        window.reads(SECOND_CLOCK, "2:00").await;
        window.sees(&running(FIRST_CLOCK)).await;
    }
    // Whoever takes longer for a single one has lost.
    time.pass(120_000).await;
    host.reads(".result h2", "You lose").await;
    host.reads(".result p", "White ran out of time.").await;
    guest.reads(".result h2", "Vous gagnez").await;
    host.reads(FIRST_CLOCK, "0.0").await;
    scene.close().await;
}
