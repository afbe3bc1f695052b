//! Identity hash codes (`Object.hashCode`, of classes and enum constants too): Java leaves them open, and with them the order of
//! a `HashMap` of such keys. A run that asks for one is made in several **settings**, which give the objects other codes; what
//! is the same in all of them is taken to hold on every JVM, and what is not ends the run by name. No proof rests on it
//! ([`Run::asked`](crate::exec::vm::Run)). Bits that chance gives are like codes.
//! The same holds of the time: each setting has its own, and it passes by its own steps from one question to the next, not at all
//! in the first, as in a test that is over within a millisecond; and there are some more
//! settings for it. And it holds of what a run is told of the machine, by which there are some more, too ([`hosts`](super::hosts)).
//! And it holds of the last digits of what the functions of `Math` give, which Java leaves open: there are settings in which all are
//! greater than those of `StrictMath`, or less, and some in which they are now this and now that, by the value.
//! And it holds of the order in which reflection lists methods and constructors, which Java leaves open, too: there are settings in
//! which each of a list comes first, and each comes last.
//! Where the initialiser of a class asks, the run begins in each setting with what that makes of the classes.
//!
//! A code comes from the object's rank among those that were asked for one. The first setting gives the ranks, so that no two
//! objects fall together in a table; the second turns their order round in every table, so that a result that depends on which
//! of two comes first shows; the third gives numbers over the whole range, as HotSpot does.
//!
//! A few settings agree by chance on much that depends on the codes, as on whether one is odd, and a search that tries hundreds of
//! arguments comes upon it. So there are more for what asks for a code: [`SCATTERED`] in which the codes of each object are
//! spread evenly, one with the greatest codes, and one in which all objects have the same.

use rustc_hash::FxHashMap;

use crate::exec::hosts::{COUNTRIES, Country, Host};
use crate::exec::native::Flags;
use crate::exec::slot::Reference;

/// Which codes objects get, what time it is, and on what machine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Setting {
    #[default]
    Ranks,
    Reversed,
    Spread,
    /// Codes over the whole range that HotSpot gives, others in each; all else as in the first.
    Scattered(usize),
    /// Codes from the greatest downwards; all else as in the first.
    Greatest,
    /// The same code for all objects, which Java allows; all else as in the first.
    Same,
    /// Codes as in the first, at another time.
    Moment(usize),
    /// All as in the first, on another host.
    Host(usize),
    /// All as in the first, in another country.
    Country(usize),
    /// All as in the first, but that members are listed from another one on.
    Order(usize),
    /// All as in the first, but that the functions of `Math` have other last digits.
    Maths(usize),
}

/// The first settings have hosts of their own.
const HOSTS_OF_FIRST: usize = 3;

/// And countries.
const COUNTRIES_OF_FIRST: usize = 3;

/// Settings for the order of members: the lists of more than one member more end the run.
const ORDERS: usize = 15;

/// Settings for the last digits of `Math`: of three digits that a value may have, each is there in four of them, and of five in two or three.
const MATHS: usize = 12;

/// How many settings scatter codes: in each half of them an object's codes have all remainders of every division by a number up to
/// half of this, and the halves are those of the range.
const SCATTERED: usize = 32;
/// What all numbers up to the half of [`SCATTERED`] divide: what is added of it changes no remainder.
const PERIOD: u64 = 720_720;
/// So many periods have room in each half of the range, wherever a window begins.
const PERIODS: u64 = (1 << 30) / PERIOD;

/// One of the middle, as good as any.
const SAME: i32 = 0x2f5a_91c7;

/// Moments in milliseconds since 1970: of each month and each day of the week, of a leap day, a year's first moment and its last,
/// morning, noon and evening. What depends on a part of a date shows in one of them.
const MOMENTS: [i64; 12] = [
    // 2026-01-01 00:00, a Thursday
    1_767_225_600_000,
    // 2028-02-29 02:29, a Tuesday
    1_835_404_150_010,
    // 2029-03-31 04:15, a Saturday
    1_869_624_959_250,
    // 2030-04-15 06:30, a Monday
    1_902_465_030_500,
    // 2031-05-05 08:05, a Monday
    1_935_734_705_005,
    // 2032-06-30 10:10, a Wednesday
    1_972_203_000_999,
    // 2034-07-04 12:00, a Tuesday
    2_035_627_200_000,
    // 2036-08-31 14:59, a Sunday
    2_103_807_541_064,
    // 2037-09-11 16:46, a Friday
    2_136_300_400_700,
    // 2039-10-10 18:20, a Monday
    2_201_883_620_202,
    // 2040-11-15 20:45, a Thursday
    2_236_625_145_128,
    // 2047-12-31 23:59, a Tuesday
    2_461_449_599_999,
];

impl Setting {
    /// What is not the same everywhere is seen in this one, but for little.
    pub(super) const SECOND: Self = Self::Reversed;

    /// In so many others a trial is made: what shows in them seldom fails to show in the rest.
    pub(super) const OF_TRIALS: usize = 2;

    /// Those in which a run is repeated that has asked for this.
    pub(super) fn others(asked: Flags) -> impl Iterator<Item = Setting> {
        let scattered = if asked.code { SCATTERED } else { 0 };
        let extremes = [Setting::Greatest, Setting::Same].into_iter().filter(move |_| asked.code);
        let moments = if asked.time { MOMENTS.len() } else { 0 };
        let hosts = if asked.host { HOSTS_OF_FIRST..Host::COUNT } else { 0..0 };
        let countries = if asked.country { COUNTRIES_OF_FIRST..COUNTRIES.len() } else { 0..0 };
        let orders = if asked.order { ORDERS } else { 0 };
        let maths = if asked.maths { MATHS } else { 0 };
        [Setting::SECOND, Setting::Spread]
            .into_iter()
            .chain((0..scattered).map(Setting::Scattered))
            .chain(extremes)
            .chain((0..moments).map(Setting::Moment))
            .chain(hosts.map(Setting::Host))
            .chain(countries.map(Setting::Country))
            .chain((0..orders).map(Setting::Order))
            .chain((0..maths).map(Setting::Maths))
    }

    /// Lists members in its order; whether there are so few that all settings together show what depends on it.
    pub(super) fn order<T>(self, members: &mut [T]) -> bool {
        match self {
            Setting::Reversed => members.reverse(),
            Setting::Spread => members.rotate_left(members.len() / 2),
            Setting::Order(number) => members.rotate_left((number + 1) % members.len().max(1)),
            _ => {}
        }
        members.len() <= ORDERS + 1
    }

    /// The value of a function of `Math` for which `StrictMath` gives this one, from which it may differ by `most` units in the last
    /// place: always the same for the same value.
    pub(super) fn open_value(self, value: f64, most: u32) -> f64 {
        let digits = 2 * u64::from(most) + 1;
        let units = match self {
            Setting::Reversed => i64::from(most),
            Setting::Spread => -i64::from(most),
            Setting::Maths(number) => {
                (((mix(value.to_bits()) >> 8) + number as u64) % digits) as i64 - i64::from(most)
            }
            _ => 0,
        };
        match value.is_normal() {
            true => f64::from_bits(value.to_bits().wrapping_add_signed(units)),
            false => value,
        }
    }

    /// The machine on which a run is told that it runs.
    pub(super) const fn host(self) -> Host {
        Host(match self {
            Setting::Reversed => 1,
            Setting::Spread => 2,
            Setting::Host(number) => number,
            _ => 0,
        })
    }

    /// The country in which Java was started.
    pub(super) const fn country(self) -> Country {
        COUNTRIES[match self {
            Setting::Reversed => 1,
            Setting::Spread => 2,
            Setting::Country(number) => number,
            _ => 0,
        }]
    }

    /// The time of the `asked`-th question, in nanoseconds since 1970. The settings agree in no part of a date and
    /// in no last digit.
    const fn time(self, asked: u32) -> i128 {
        let (first, step) = match self {
            // 2042-11-28, a Friday, 22:58:59.002 UTC; and 17 ms pass.
            Setting::Reversed => (2_300_828_339_002_654_322, 17_000_123),
            // 2033-08-18, a Thursday, 13:37:20.555 UTC; and an hour passes.
            Setting::Spread => (2_007_985_040_555_777_011, 3_600_000_000_000),
            // And no whole millisecond passes.
            Setting::Moment(number) => (MOMENTS[number] as i128 * 1_000_000 + number as i128, 1),
            // 2025-03-09, a Sunday, 04:05:06.789 UTC; and no time passes.
            _ => (1_741_493_106_789_123_457, 0),
        };
        first + step * asked as i128
    }

    /// From when on `System.nanoTime` counts, in nanoseconds since 1970: some JVMs count from what is still to come, and give
    /// numbers below zero.
    pub(super) const fn origin(self) -> i128 {
        match self {
            Setting::Reversed => 1 << 62,
            _ => 0,
        }
    }

    /// What chance makes of the setting: a number of its own, but for settings in which codes are as in the first.
    const fn chance(self) -> u64 {
        match self {
            Setting::Ranks
            | Setting::Moment(_)
            | Setting::Host(_)
            | Setting::Country(_)
            | Setting::Order(_)
            | Setting::Maths(_) => 0,
            Setting::Reversed => 1,
            Setting::Spread => 2,
            Setting::Greatest => 3,
            Setting::Same => 4,
            Setting::Scattered(number) => 5 + number as u64,
        }
    }

    /// Of the object of this rank, the first of which is 1.
    fn code(self, rank: u32) -> i32 {
        match self {
            Setting::Ranks
            | Setting::Moment(_)
            | Setting::Host(_)
            | Setting::Country(_)
            | Setting::Order(_)
            | Setting::Maths(_) => rank as i32,
            Setting::Reversed => 0xffff_i32.wrapping_sub(rank as i32) & i32::MAX,
            Setting::Spread => {
                let mixed = u64::from(rank).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                ((mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33) as i32
            }
            Setting::Scattered(number) => scattered(rank, number),
            Setting::Greatest => i32::MAX.wrapping_sub(rank as i32 - 1) & i32::MAX,
            Setting::Same => SAME,
        }
    }
}

/// An object's codes lie in a window of successive numbers, each in another period of the range, and in another order for each
/// object: the first half of the window lies in the first half of the range.
fn scattered(rank: u32, number: usize) -> i32 {
    let mixed = |number: usize| mix(u64::from(rank) << 32 | number as u64);
    let own = mixed(number);
    let place = (0..SCATTERED).filter(|&other| mixed(other) < own).count();
    let window = 1 + mixed(SCATTERED) % (PERIOD - 1);
    let first_period = if place < SCATTERED / 2 { 0 } else { PERIODS + 1 };
    let period = first_period + own % PERIODS;
    (period * PERIOD + window + place as u64) as i32
}

/// Whatever differs in two numbers changes about half of the bits: the finalizer of SplitMix64, which takes no two to the same.
const fn mix(number: u64) -> u64 {
    let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The objects of a run that were asked for an identity hash code, with their ranks.
#[derive(Clone, Debug, Default)]
pub(super) struct Hashes {
    setting: Setting,
    ranks: FxHashMap<Reference, u32>,
    /// So often the time was asked for.
    asked: u32,
    /// So often bits were drawn.
    drawn: u32,
}

impl Hashes {
    pub(super) fn of(setting: Setting) -> Self {
        Self { setting, ..Self::default() }
    }

    /// Goes on from what `before` has given, in another setting of the same.
    pub(super) fn go_on(&mut self, before: &Hashes, setting: Setting) {
        self.copy_from(before);
        self.setting = setting;
    }

    pub(super) const fn setting(&self) -> Setting {
        self.setting
    }

    /// The time now, in nanoseconds since 1970.
    pub(super) fn time(&mut self) -> i128 {
        self.asked += 1;
        self.setting.time(self.asked - 1)
    }

    /// The next bits by chance: those of two questions have nothing to do with each other, nor those of two settings.
    pub(super) fn drawn(&mut self) -> u64 {
        self.drawn += 1;
        mix(mix(u64::from(self.drawn)) ^ self.setting.chance())
    }

    pub(super) fn code(&mut self, object: Reference) -> i32 {
        let next = self.ranks.len() as u32 + 1;
        self.setting.code(*self.ranks.entry(object).or_insert(next))
    }

    /// Becomes a copy of `other`, in the memory that it has.
    pub(super) fn copy_from(&mut self, other: &Hashes) {
        (self.setting, self.asked, self.drawn) = (other.setting, other.asked, other.drawn);
        self.ranks.clone_from(&other.ranks);
    }

    /// How many cells a copy copies.
    pub(super) fn extent(&self) -> usize {
        self.ranks.len()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::f64;

    use super::*;

    const OBJECTS: std::ops::RangeInclusive<u32> = 1..=40;

    fn codes(rank: u32) -> [i32; SCATTERED] {
        std::array::from_fn(|number| Setting::Scattered(number).code(rank))
    }

    #[test]
    fn each_value_of_math_has_each_of_its_last_digits_in_some_setting() {
        for value in [1.5, -0.7, 1e300, 3e-200, f64::consts::LN_10] {
            for most in [1, 2] {
                let maths = |number| Setting::Maths(number).open_value(value, most).to_bits();
                let digits: BTreeSet<u64> = (0..MATHS).map(maths).collect();
                assert_eq!(digits.len() as u32, 2 * most + 1, "{value}");
                let furthest = digits.iter().map(|bits| bits.abs_diff(value.to_bits())).max();
                assert_eq!(furthest, Some(u64::from(most)), "{value}");
            }
        }
        assert_eq!(Setting::Reversed.open_value(0.0, 1), 0.0);
        assert_eq!(Setting::Reversed.open_value(f64::INFINITY, 1), f64::INFINITY);
    }

    #[test]
    fn scattered_codes_have_all_remainders_in_both_halves_of_the_range() {
        for rank in OBJECTS {
            let codes = codes(rank);
            assert!(codes.iter().all(|&code| code > 0), "{codes:?}");
            for divisor in 1..=SCATTERED as i32 / 2 {
                let halves: BTreeSet<_> = codes.iter().map(|code| (code % divisor, code >> 30)).collect();
                assert_eq!(halves.len() as i32, 2 * divisor, "of {rank} by {divisor}");
            }
        }
    }

    #[test]
    fn scattered_codes_of_two_objects_have_nothing_to_do_with_each_other() {
        for (first, second) in OBJECTS.flat_map(|first| (1..first).map(move |second| (first, second))) {
            let pairs = || codes(first).into_iter().zip(codes(second));
            let counts = [
                pairs().filter(|(a, b)| a < b).count(),
                pairs().filter(|(a, b)| (a ^ b) & 1 == 0).count(),
                pairs().filter(|(a, b)| (a ^ b) & 2 == 0).count(),
                pairs().filter(|(a, b)| (a ^ b) >> 30 == 0).count(),
                pairs().filter(|(a, b)| a.wrapping_mul(31).wrapping_add(*b) > 0).count(),
            ];
            assert!(
                counts.iter().all(|&count| 0 < count && count < SCATTERED),
                "{first}, {second}: {counts:?}"
            );
        }
    }

    #[test]
    fn the_first_settings_and_the_extremes_give_codes_that_hotspot_may_give() {
        let settings = [Setting::Ranks, Setting::Reversed, Setting::Spread, Setting::Greatest, Setting::Same];
        for setting in settings {
            let mut objects = OBJECTS;
            assert!(objects.all(|rank| setting.code(rank) > 0), "{setting:?}");
        }
        assert_eq!(Setting::Greatest.code(1), i32::MAX);
    }
}
