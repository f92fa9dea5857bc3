//! The page for those who write programs: what the server tells of itself, to be read.

use tests::http::Api;
use tests::in_process::TestServer;
use tests::openapi::Document;

use super::accessibility::broken_rules;
use super::driver::Driver;
use super::window::{AT_A_LAPTOP, WITH_A_SMALL_PHONE, Window};

#[tokio::test(flavor = "multi_thread")]
async fn all_that_can_be_asked_is_shown() {
    let server = TestServer::start().await;
    let document = Document::fetch(&Api::new(server.address())).await;
    let driver = Driver::start().await;
    let mut broken = String::new();
    for person in [AT_A_LAPTOP, WITH_A_SMALL_PHONE] {
        let window = Window::open(&driver, person).await;
        // It is found from the statistics.
        window.go(server.address(), "/stats").await;
        window.click("main a[href='/developers']").await;
        window.sees(".developers .operation").await;
        for operation in document.operations() {
            let shown = format!("[data-operation='{}']", operation.id);
            let title = format!("{} {}", operation.method, operation.path);
            window.reads(&format!("{shown} h3"), &title).await;
            for status in operation.statuses() {
                assert_eq!(window.count(&format!("{shown} [data-status='{status}']")).await, 1, "{title} {status}");
            }
            for parameter in &operation.parameters {
                let names = format!(
                    "return Array.from(document.querySelectorAll(\"{shown} .fields dt > code\"), (code) => code.textContent)"
                );
                let names: Vec<String> = window.run(&names).await;
                assert!(names.contains(&parameter.name), "{title} {} {names:?}", parameter.name);
            }
        }
        let nowhere = "return Array.from(document.querySelectorAll('.developers a[href^=\"#\"]'), (link) => link.hash) \
            .filter((hash) => document.getElementById(hash.slice(1)) === null)";
        assert_eq!(window.run::<Vec<String>>(nowhere).await, [] as [&str; 0], "links lead to what is on the page");
        for document in ["guide.md", "openapi.json", "protocol.json"] {
            assert_eq!(window.count(&format!(".developers a[href='/api/{document}']")).await, 1, "{document}");
        }
        let wide = "return document.documentElement.scrollWidth > document.documentElement.clientWidth";
        assert!(!window.run::<bool>(wide).await, "nothing is wider than the window of {person:?}");
        broken += &broken_rules(&window, &format!("the page for programs for {person:?}")).await;
        window.click("[data-operation='createRoom'] details summary").await;
        window.sees("[data-operation='createRoom'] pre").await;
        window.close_without_errors().await;
    }
    server.stop().await;
    assert!(broken.is_empty(), "{broken}");
}
