//! How a range of days is put together from whole months and single days.

use std::ops::RangeInclusive;

use protocol::Day;

/// A range of days in parts: whole months, and the days before and after them. An empty part ends before it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spans {
    /// The first days of the whole months.
    pub months: RangeInclusive<u32>,
    /// The days before the first whole month; all days, if there is no whole month.
    pub before: RangeInclusive<u32>,
    /// The days after the last whole month.
    pub after: RangeInclusive<u32>,
}

impl Spans {
    /// Puts the days from one to another together.
    #[must_use]
    pub fn of(from: Day, to: Day) -> Self {
        const NONE: RangeInclusive<u32> = RangeInclusive::new(1, 0);
        // The first day of the first month that begins in the range, and the last day of the last one that ends in it.
        let begin = if from == from.first_of_month() { from } else { from.last_of_month().next() };
        let end =
            if to == to.last_of_month() { Some(to) } else { to.first_of_month().number().checked_sub(1).and_then(day) };
        match end {
            Some(end) if begin < end => Self {
                months: begin.number()..=end.number(),
                before: from.number()..=begin.number().saturating_sub(1),
                after: end.number() + 1..=to.number(),
            }
            .normal(),
            _ => Self { months: NONE, before: from.number()..=to.number(), after: NONE },
        }
    }

    /// The same; 1970 has no day before its first, so a range that would end there is empty.
    fn normal(mut self) -> Self {
        if *self.months.start() == 0 {
            self.before = RangeInclusive::new(1, 0);
        }
        self
    }
}

fn day(number: u32) -> Option<Day> {
    Day::from_number(number).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> u32 {
        text.parse::<Day>().unwrap().number()
    }

    #[test]
    fn each_day_of_a_range_is_in_one_part() {
        let days: Vec<_> = (0..200).chain(20_000..20_100).map(|number| Day::from_number(number).unwrap()).collect();
        for &from in &days {
            for &to in &days {
                let spans = Spans::of(from, to);
                let range = days.iter().copied().filter(|day| (from..=to).contains(day));
                let is_counted = |day: Day| {
                    let month = spans.months.contains(&day.first_of_month().number());
                    let parts = [month, spans.before.contains(&day.number()), spans.after.contains(&day.number())];
                    parts.iter().filter(|part| **part).count()
                };
                assert!({ range }.all(|day| is_counted(day) == 1), "{from} to {to}: {spans:?}");
                for outside in days.iter().filter(|day| **day < from || to < **day) {
                    assert_eq!(is_counted(*outside), 0, "{outside} in {from} to {to}: {spans:?}");
                }
            }
        }
    }

    #[test]
    fn all_of_time_is_whole_months() {
        let spans = Spans::of(Day::FIRST, Day::LAST);
        assert!(spans.before.is_empty() && spans.after.is_empty());
        let spans = Spans::of("2026-01-31".parse().unwrap(), "2026-03-30".parse().unwrap());
        assert_eq!(spans.before, number("2026-01-31")..=number("2026-01-31"));
        assert_eq!(spans.months, number("2026-02-01")..=number("2026-02-28"));
        assert_eq!(spans.after, number("2026-03-01")..=number("2026-03-30"));
    }
}
