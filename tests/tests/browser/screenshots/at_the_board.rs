//! Games that are being played.

use protocol::{Seat, TimeControl};

use super::super::window::Window;
use super::studio::{
    LAPTOP, LAPTOP_AT_200_PERCENT, LAPTOP_DARK, LAPTOP_DARK_FR, LAPTOP_FR, PHONE, PHONE_DARK, PHONE_DARK_FR, PHONE_FR,
    PHONE_ON_ITS_SIDE, SMALL_PHONE_FR, Studio, TEN_MINUTES, WALL, seat_at,
};

/// The last thing that is there when a room shows a game.
const IN_PLAY: &str = ".room .board .man";

/// Halma with clocks, on all kinds of screens; as a diamond; with a man that was chosen.
pub(super) async fn halma(studio: &mut Studio) {
    if !studio.wants("halma") {
        return;
    }
    let table = studio.in_the_middle("halma", 1, 90, Some(TEN_MINUTES)).await;
    let seat = seat_at(&table, Seat::Host);
    let watched = format!("/r/{}", table.room);
    studio.pass(74_000).await;
    studio.stay(table.guest);
    let screens =
        [PHONE, PHONE_DARK_FR, SMALL_PHONE_FR, PHONE_ON_ITS_SIDE, LAPTOP, LAPTOP_DARK_FR, LAPTOP_AT_200_PERCENT, WALL];
    studio.take("halma", &screens, &seat, IN_PLAY, as_it_is).await;
    studio.take("halma-chosen", &[PHONE, LAPTOP], &seat, IN_PLAY, choose_a_man).await;
    let diamond = async |window: &Window| {
        let settings = "localStorage.setItem('sauterelle.settings', JSON.stringify({ diamond: true, chequered: true })); \
             dispatchEvent(new StorageEvent('storage')); return null";
        window.run::<()>(settings).await;
        window.sees(".board g[transform^='rotate(45']").await;
    };
    studio.take("halma-diamond", &[PHONE, LAPTOP], &seat, IN_PLAY, diamond).await;
    let large = async |window: &Window| {
        window.run::<()>("document.documentElement.style.fontSize = '200%'; return null").await;
    };
    studio.take("halma-large-text", &[PHONE], &seat, IN_PLAY, large).await;
    studio.take("halma-watched", &[LAPTOP], &watched, IN_PLAY, as_it_is).await;
    let fresh = studio.table("halma", None).await;
    studio.take("halma-begins", &[PHONE_FR, LAPTOP], &seat_at(&fresh, Seat::Host), IN_PLAY, as_it_is).await;
}

/// Nerma with days for each move.
pub(super) async fn nerma(studio: &mut Studio) {
    if !studio.wants("nerma") {
        return;
    }
    let days = TimeControl::PerMove { time: 3 * 24 * 60 * 60 * 1000 };
    let table = studio.in_the_middle("nerma", 3, 73, Some(days)).await;
    studio.pass(3 * 60 * 60 * 1000).await;
    let screens = [PHONE, PHONE_DARK_FR, SMALL_PHONE_FR, LAPTOP, LAPTOP_DARK_FR, WALL];
    let seat = seat_at(&table, Seat::Guest);
    studio.stay(table.host);
    studio.take("nerma", &screens, &seat, IN_PLAY, as_it_is).await;
}

/// Jarmo with archers that are captured and marked.
pub(super) async fn jarmo(studio: &mut Studio) {
    if !studio.wants("jarmo") {
        return;
    }
    let table = studio.in_the_middle("jarmo", 6, 26, None).await;
    let seat = seat_at(&table, Seat::Host);
    studio.stay(table.guest);
    studio.take("jarmo", &[PHONE, PHONE_DARK_FR, LAPTOP, LAPTOP_DARK, WALL], &seat, IN_PLAY, as_it_is).await;
    studio.take("jarmo-chosen", &[PHONE_FR, LAPTOP], &seat, IN_PLAY, choose_a_man).await;
}

/// The Man in the Moon while men are placed, and later.
pub(super) async fn moon(studio: &mut Studio) {
    if !studio.wants("moon") {
        return;
    }
    let placing = studio.in_the_middle("moon", 2, 9, None).await;
    studio.take("moon-placing", &[PHONE_FR, LAPTOP], &seat_at(&placing, Seat::Guest), IN_PLAY, as_it_is).await;
    let table = studio.in_the_middle("moon", 2, 43, Some(TEN_MINUTES)).await;
    let seat = seat_at(&table, Seat::Guest);
    studio.stay(table.host);
    studio.take("moon", &[PHONE, PHONE_DARK_FR, LAPTOP, LAPTOP_DARK_FR], &seat, IN_PLAY, as_it_is).await;
}

/// The small Halmas.
pub(super) async fn small_boards(studio: &mut Studio) {
    for (game, record, plies) in [("halma8", 1, 40), ("halma10", 2, 60)] {
        let subject = format!("small-{game}");
        if studio.wants(&subject) {
            let table = studio.in_the_middle(game, record, plies, None).await;
            let seat = seat_at(&table, Seat::Host);
            studio.stay(table.guest);
            studio.take(&subject, &[PHONE_DARK, LAPTOP_FR], &seat, IN_PLAY, as_it_is).await;
        }
    }
}

async fn as_it_is(_: &Window) {}

/// Points at the target that is farthest from the chosen man, as with a mouse.
const POINT_AT_THE_FARTHEST: &str = "
    const centre = (element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return { clientX: left + width / 2, clientY: top + height / 2 };
    };
    const from = centre(document.querySelector('.choice .chosen'));
    const far = ({ clientX, clientY }) => Math.hypot(clientX - from.clientX, clientY - from.clientY);
    const targets = Array.from(document.querySelectorAll('.choice .target'), centre);
    const farthest = targets.reduce((best, target) => (far(target) > far(best) ? target : best));
    const event = new PointerEvent('pointermove', { ...farthest, bubbles: true, pointerType: 'mouse' });
    document.querySelector('.board-area').dispatchEvent(event);
    return null";

/// Chooses the man with the most targets, and points at the farthest of them.
async fn choose_a_man(window: &Window) {
    window.sees(".cell.pressable").await;
    let squares: Vec<String> = window
        .run("return Array.from(document.querySelectorAll('.cell.pressable'), (cell) => cell.dataset.square)")
        .await;
    let mut best = (0, String::new());
    for square in squares {
        window.click(&format!(".cell[data-square='{square}']")).await;
        let targets = window.count(".choice :is(.target, .capture)").await;
        best = best.max((targets, square));
    }
    window.click(&format!(".cell[data-square='{}']", best.1)).await;
    window.sees(".choice :is(.target, .capture)").await;
    window.run::<()>(POINT_AT_THE_FARTHEST).await;
    window.sees(".way-ahead").await;
}
