//! What the page says of itself before it has begun: to whoever shows a preview of a link, and to search engines.
//!
//! The document is the same for all addresses but for its head. [`About`] is what an address is about, made by
//! [`Asked`] from what the store knows; [`document`] writes it into the document.

mod about;
mod facts;
mod language;
mod modules;

pub(crate) use about::{About, Asked};
pub(crate) use facts::{Facts, FactsBook};
pub(crate) use language::Language;

use std::fmt::Write;

use crate::public_url::PublicUrl;

/// What the document begins with, and what is put in its place.
const LANGUAGE: &str = "<html lang=\"en\">";
const TITLE: &str = "<title>Sauterelle</title>";
const SCRIPT: &str = "<script type=\"module\"";

/// The document with a head that says what it is about. `path` is its address without what stands behind a `?`, and
/// `modules` are the modules that it needs at once.
pub(crate) fn document(
    html: &str,
    about: &About,
    path: &str,
    language: Language,
    public_url: Option<&PublicUrl>,
    modules: &[String],
) -> String {
    let head = head(about, path, language, public_url);
    let hints: String =
        modules.iter().map(|module| format!("<link rel=\"modulepreload\" href=\"/{module}\" />\n    ")).collect();
    html.replacen(LANGUAGE, &format!("<html lang=\"{}\">", language.tag()), 1).replacen(TITLE, &head, 1).replacen(
        SCRIPT,
        &format!("{hints}{SCRIPT}"),
        1,
    )
}

/// The elements that say it. Only who knows the server's public address can give absolute ones: what a request calls
/// the server, anyone can make up.
fn head(about: &About, path: &str, language: Language, public_url: Option<&PublicUrl>) -> String {
    let mut head = match about.title.as_str() {
        "Sauterelle" => TITLE.to_owned(),
        title => format!("<title>{} · Sauterelle</title>", escaped(title)),
    };
    let mut element = |kind: &str, name: &str, content: &str| {
        let attribute = if kind == "og" { "property" } else { "name" };
        let _ = write!(head, "\n    <meta {attribute}=\"{name}\" content=\"{}\" />", escaped(content));
    };
    element("", "description", &about.description);
    if !about.indexed {
        element("", "robots", "noindex");
    }
    element("og", "og:type", "website");
    element("og", "og:site_name", "Sauterelle");
    element("og", "og:title", &about.title);
    element("og", "og:description", &about.description);
    element("og", "og:locale", language.locale());
    for other in Language::ALL.into_iter().filter(|other| *other != language) {
        element("og", "og:locale:alternate", other.locale());
    }
    let Some(public_url) = public_url else {
        element("", "twitter:card", "summary");
        return head;
    };
    let address = format!("{public_url}{path}");
    let image = format!("{public_url}{}", about.picture.path(language));
    element("og", "og:url", &address);
    element("og", "og:image", &image);
    element("og", "og:image:type", "image/png");
    element("og", "og:image:width", "1200");
    element("og", "og:image:height", "630");
    element("og", "og:image:alt", &about.title);
    element("", "twitter:card", "summary_large_image");
    element("", "twitter:image", &image);
    let address = escaped(&address);
    let _ = write!(head, "\n    <link rel=\"canonical\" href=\"{address}\" />");
    for other in Language::ALL {
        let tag = other.tag();
        let _ = write!(head, "\n    <link rel=\"alternate\" hreflang=\"{tag}\" href=\"{address}?lang={tag}\" />");
    }
    let _ = write!(head, "\n    <link rel=\"alternate\" hreflang=\"x-default\" href=\"{address}\" />");
    head
}

/// A text as it can stand between tags and in attributes.
fn escaped(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut escaped, letter| {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            letter => escaped.push(letter),
        }
        escaped
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Subject;
    use crate::web::Files;

    fn about(description: &str) -> About {
        About {
            title: "Nerma: <b>".to_owned(),
            description: description.to_owned(),
            picture: Subject::Waiting("nerma"),
            indexed: false,
        }
    }

    #[test]
    fn the_document_takes_the_head() {
        let html = Files::text("index.html");
        let document = document(&html, &about("Come."), "/r/abc", Language::French, None, &["assets/a.js".to_owned()]);
        assert!(document.contains("href=\"/assets/a.js\" />\n    <script type=\"module\""), "{document}");
        assert!(document.contains("<html lang=\"fr\">"), "{document}");
        assert!(document.contains("<title>Nerma: &lt;b&gt; · Sauterelle</title>"), "{document}");
        assert_eq!(document.matches("<title>").count(), 1);
        assert!(!document.contains("og:image") && !document.contains("canonical"), "{document}");
    }

    #[test]
    fn nothing_that_people_write_becomes_markup() {
        let mischief = "\"><script>alert('x')</script>&amp;";
        let head = head(&about(mischief), "/r/abc", Language::English, None);
        assert!(!head.contains("<script") && !head.contains("'x'"), "{head}");
        assert!(head.contains("&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;"), "{head}");
    }

    #[test]
    fn addresses_are_absolute_where_the_public_one_is_known() {
        let url = "https://example.org".parse().unwrap();
        let head = head(&about("Come."), "/r/abc", Language::French, Some(&url));
        for part in [
            "<meta property=\"og:url\" content=\"https://example.org/r/abc\" />",
            "<meta property=\"og:image\" content=\"https://example.org/preview/fr/nerma-waiting.png\" />",
            "<link rel=\"canonical\" href=\"https://example.org/r/abc\" />",
            "<link rel=\"alternate\" hreflang=\"fr\" href=\"https://example.org/r/abc?lang=fr\" />",
            "<link rel=\"alternate\" hreflang=\"x-default\" href=\"https://example.org/r/abc\" />",
            "<meta name=\"twitter:card\" content=\"summary_large_image\" />",
            "<meta name=\"robots\" content=\"noindex\" />",
        ] {
            assert!(head.contains(part), "{part} is missing in {head}");
        }
    }
}
