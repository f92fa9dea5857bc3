//! Days of the calendar.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use time::{Date, Month};

use crate::names::Timestamp;

/// The Julian day of 1970-01-01.
const EPOCH: i32 = 2_440_588;

const MS_PER_DAY: u64 = 86_400_000;

/// A day in UTC, from 1970-01-01 to 9999-12-31, written like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(u32);

/// A text or number that is no day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotADay;

impl fmt::Display for NotADay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a day is written as 2026-11-30, and none before 1970 is known")
    }
}

impl std::error::Error for NotADay {}

impl Day {
    /// The first one.
    pub const FIRST: Self = Self(0);

    /// The last one.
    pub const LAST: Self = Self(2_932_896);

    /// The day so many days after 1970-01-01.
    ///
    /// # Errors
    /// If that is after the last one.
    pub const fn from_number(number: u32) -> Result<Self, NotADay> {
        if number <= Self::LAST.0 { Ok(Self(number)) } else { Err(NotADay) }
    }

    /// How many days it is after 1970-01-01.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The day of a time; the last one for all later times.
    #[must_use]
    pub fn of(time: Timestamp) -> Self {
        Self(u32::try_from(time.0 / MS_PER_DAY).unwrap_or(u32::MAX)).min(Self::LAST)
    }

    /// Its beginning.
    #[must_use]
    pub fn start(self) -> Timestamp {
        Timestamp(u64::from(self.0) * MS_PER_DAY)
    }

    /// The day after; the last one stays.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1).min(Self::LAST)
    }

    /// The first day of its month.
    #[must_use]
    pub fn first_of_month(self) -> Self {
        Self::from(self.date().replace_day(1).unwrap_or(Date::MIN))
    }

    /// The last day of its month.
    #[must_use]
    pub fn last_of_month(self) -> Self {
        let date = self.date();
        Self::from(date.replace_day(date.month().length(date.year())).unwrap_or(Date::MAX))
    }

    fn date(self) -> Date {
        let date = i32::try_from(self.0).ok().and_then(|days| Date::from_julian_day(EPOCH + days).ok());
        // No day is later than this one.
        date.unwrap_or(Date::MAX)
    }
}

impl From<Date> for Day {
    /// The day of the calendar, or the nearest one that is known.
    fn from(date: Date) -> Self {
        Self(u32::try_from(date.to_julian_day() - EPOCH).unwrap_or_default()).min(Self::LAST)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let date = self.date();
        write!(f, "{:04}-{:02}-{:02}", date.year(), u8::from(date.month()), date.day())
    }
}

impl FromStr for Day {
    type Err = NotADay;

    fn from_str(text: &str) -> Result<Self, NotADay> {
        let parts: Vec<_> = text.split('-').collect();
        let [year, month, day] = parts[..] else { return Err(NotADay) };
        let digits = text.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit());
        if !digits || [year, month, day].map(str::len) != [4, 2, 2] {
            return Err(NotADay);
        }
        let number = |digits: &str| digits.parse::<u8>().map_err(|_| NotADay);
        let month = Month::try_from(number(month)?).map_err(|_| NotADay)?;
        let date = Date::from_calendar_date(year.parse().map_err(|_| NotADay)?, month, number(day)?);
        let date = date.map_err(|_| NotADay)?;
        if date.year() < 1970 { Err(NotADay) } else { Ok(Self::from(date)) }
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for Day {
    fn schema_name() -> Cow<'static, str> {
        "Day".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "format": "date", "description": "A day in UTC, such as 2026-11-30."})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_has_a_text_of_its_own() {
        let all = (0..=60_000).chain(2_900_000..=Day::LAST.number());
        for day in all.map(|number| Day::from_number(number).unwrap()) {
            let text = day.to_string();
            assert_eq!(text.parse(), Ok(day), "{text}");
            assert!(day.first_of_month() <= day && day <= day.last_of_month());
            assert!(text.len() == 10 && day.first_of_month().to_string().ends_with("-01"), "{text}");
            assert!(
                day.last_of_month() == Day::LAST
                    || day.last_of_month().next() == day.last_of_month().next().first_of_month()
            );
        }
        assert_eq!(Day::of(Timestamp(1_796_022_022_000)).to_string(), "2026-11-30");
        assert_eq!(Day::LAST.to_string(), "9999-12-31");
        assert_eq!(Day::of(Timestamp(u64::MAX)), Day::LAST);
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for text in
            ["", "2026", "2026-11-31", "1969-12-31", "2026-1-1", "26-11-30", "+026-11-30", "2026-11-30T00", "x-y-z"]
        {
            assert_eq!(text.parse::<Day>(), Err(NotADay), "{text}");
        }
        assert_eq!(Day::from_number(Day::LAST.number() + 1), Err(NotADay));
    }
}
