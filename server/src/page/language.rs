//! Which language a reader is answered in.

use axum::http::{HeaderMap, header};
use rules::Localized;

/// The languages of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Language {
    /// English, also for readers of any other language.
    English,
    /// French.
    French,
}

impl Language {
    /// All of them.
    pub(crate) const ALL: [Self; 2] = [Self::English, Self::French];

    /// Its tag, as `lang` attributes have it.
    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
        }
    }

    /// Its tag as link previews want it, with a place.
    pub(crate) const fn locale(self) -> &'static str {
        match self {
            Self::English => "en_GB",
            Self::French => "fr_FR",
        }
    }

    /// A text of the catalogue in it.
    pub(crate) const fn of(self, text: Localized) -> &'static str {
        match self {
            Self::English => text.en,
            Self::French => text.fr,
        }
    }

    /// The language of a tag such as `fr-CA`.
    pub(crate) fn of_tag(tag: &str) -> Option<Self> {
        let base = tag.split(['-', '_']).next()?.trim();
        Self::ALL.into_iter().find(|language| base.eq_ignore_ascii_case(language.tag()))
    }

    /// The language that an address asks for (`?lang=fr`), or else the dearest of those that the browser names.
    pub(crate) fn wanted(query: Option<&str>, headers: &HeaderMap) -> Self {
        let asked = query.and_then(|query| query.split('&').find_map(|pair| pair.strip_prefix("lang=")));
        asked
            .and_then(Self::of_tag)
            .or_else(|| headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok().and_then(Self::dearest))
            .unwrap_or(Self::English)
    }

    /// The dearest language that there is in the value of an `Accept-Language` header.
    fn dearest(accepted: &str) -> Option<Self> {
        let mut best: Option<(f32, Self)> = None;
        for choice in accepted.split(',') {
            let (tag, weight) = choice.split_once(';').unwrap_or((choice, ""));
            let weight = weight.trim().strip_prefix("q=").map_or(Some(1.0), |weight| weight.parse().ok());
            let (Some(language), Some(weight)) = (Self::of_tag(tag), weight) else { continue };
            if weight > best.map_or(0.0, |(weight, _)| weight) {
                best = Some((weight, language));
            }
        }
        best.map(|(_, language)| language)
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn wanted(query: Option<&str>, accepted: &'static str) -> Language {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static(accepted));
        Language::wanted(query, &headers)
    }

    #[test]
    fn the_dearest_language_is_spoken() {
        for (accepted, language) in [
            ("fr", Language::French),
            ("fr-CA,en;q=0.8", Language::French),
            ("en-GB,en;q=0.9,fr;q=0.8", Language::English),
            ("de,fr;q=0.3,en;q=0.2", Language::French),
            ("en;q=0.5, fr;q=0.9", Language::French),
            ("fr;q=0", Language::English),
            ("de", Language::English),
            (";;;,q=,fr;q=x", Language::English),
            ("", Language::English),
        ] {
            assert_eq!(wanted(None, accepted), language, "{accepted:?}");
        }
    }

    #[test]
    fn the_address_counts_for_more() {
        assert_eq!(wanted(Some("lang=fr"), "en"), Language::French);
        assert_eq!(wanted(Some("ply=3&lang=en"), "fr"), Language::English);
        assert_eq!(wanted(Some("lang=de"), "fr"), Language::French);
    }
}
