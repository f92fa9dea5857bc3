//! Pictures of all pages and games, for whoever wants to look at them: `bash tests/screenshots FOLDER`.

mod around_the_board;
mod at_the_board;
mod studio;
mod to_read;

use studio::Studio;

/// Not a test: it takes the pictures whose names begin as `SCREENSHOTS_ONLY` says, or all of them, into the folder that
/// `SCREENSHOTS` names.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes pictures to look at; bash tests/screenshots runs it"]
async fn screenshots() {
    let mut studio = Studio::open().await;
    to_read::start(&mut studio).await;
    to_read::rules(&mut studio).await;
    around_the_board::invitations(&mut studio).await;
    at_the_board::halma(&mut studio).await;
    at_the_board::nerma(&mut studio).await;
    at_the_board::jarmo(&mut studio).await;
    at_the_board::moon(&mut studio).await;
    at_the_board::small_boards(&mut studio).await;
    around_the_board::dealings(&mut studio).await;
    around_the_board::ends(&mut studio).await;
    to_read::statistics(&mut studio).await;
    assert!(studio.close().await > 0, "there is a picture whose name begins as was asked");
}
