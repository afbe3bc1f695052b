//! `java.text.DecimalFormatSymbols` and `DateFormatSymbols` of the library's locales: the JDK's own come from
//! its tables of locales. The names of days and months are those of JDK 17 and 25.

use super::arguments::{Outcome, depends, object};
use super::jdk::{initialize_class, locale_name};
use crate::exec::heap::Identity;
use crate::exec::hosts::{ARABIC, TURKISH, written_in};
use crate::exec::native::{Abrupt, Native, NativeContext};
use crate::exec::natives::arguments::impure;
use crate::exec::slot::{Reference, RuntimeType, Slot};
use crate::sema::types::{ArrayTy, ElementTy, Ty};

pub(super) const NATIVES: &[Native] = &[
    impure("java.text.DecimalFormatSymbols.getInstance(Locale)", |context, a| {
        object(context, a[0])?;
        let compiled = context.compiled.ok_or_else(depends)?;
        let class = compiled.class(context.layouts, "java/text/DecimalFormatSymbols").ok_or_else(depends)?;
        initialize_class(context, class)?;
        let symbols = context.allocate(class)?;
        fill(context, symbols, a[0])?;
        Ok(symbols.into())
    }),
    impure("java.text.DecimalFormatSymbols.initialize(Locale)", |context, a| {
        object(context, a[1])?;
        fill(context, a[0].reference(), a[1])?;
        Ok(Slot::ZERO)
    }),
    impure("java.text.DecimalFormatSymbols.initializeCurrency(Locale)", unsupported_currency),
    impure("java.text.DateFormatSymbols.getInstanceRef(Locale)", date_symbols),
    impure("java.text.DateFormatSymbols.getProviderInstance(Locale)", date_symbols),
    impure("java.text.DateFormatSymbols.initializeData(Locale)", |context, a| {
        object(context, a[1])?;
        fill_dates(context, a[0].reference(), a[1])?;
        Ok(Slot::ZERO)
    }),
];

fn unsupported_currency(_: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    Err(depends())
}

const CHARACTERS: [(&str, char); 11] = [
    ("zeroDigit", '0'),
    ("groupingSeparator", ','),
    ("decimalSeparator", '.'),
    ("perMill", '\u{2030}'),
    ("percent", '%'),
    ("digit", '#'),
    ("patternSeparator", ';'),
    ("minusSign", '-'),
    ("monetarySeparator", '.'),
    ("exponential", 'E'),
    ("monetaryGroupingSeparator", ','),
];

const TEXTS: [(&str, &str); 6] = [
    ("infinity", "\u{221e}"),
    ("NaN", "NaN"),
    ("exponentialSeparator", "E"),
    ("perMillText", "\u{2030}"),
    ("percentText", "%"),
    ("minusSignText", "-"),
];

/// As the locale writes what others write so: a part of a number.
fn as_in(locale: &str, unit: char) -> char {
    match (locale, unit) {
        (ARABIC, ';') => '\u{61b}',
        (ARABIC, '%') => '\u{66a}',
        (ARABIC, '\u{2030}') => '\u{609}',
        _ => written_in(locale, unit),
    }
}

fn fill(context: &mut NativeContext<'_>, symbols: Reference, locale: Slot) -> Result<(), Abrupt> {
    let name_of_locale = locale_name(context, locale)?;
    let character = |&(name, unit): &(&'static str, char)| {
        (name, Slot::from(i32::from(as_in(&name_of_locale, unit) as u16)))
    };
    let mut values: Vec<(&str, Slot)> = CHARACTERS.iter().map(character).collect();
    for (name, text) in TEXTS {
        let mut text: String = match (name, &*name_of_locale) {
            ("NaN", ARABIC) => "\u{644}\u{64a}\u{633}\u{a0}\u{631}\u{642}\u{645}".to_owned(),
            _ => text.chars().map(|c| as_in(&name_of_locale, c)).collect(),
        };
        // A mark that it is read from the right.
        if name_of_locale == ARABIC && matches!(name, "percentText" | "minusSignText") {
            text.insert(if name == "percentText" { text.len() } else { 0 }, '\u{61c}');
        }
        values.push((name, context.new_string(text.as_str(), Identity::Unknown)?));
    }
    values.push(("locale", locale));
    set_fields(context, symbols, values)
}

fn set_fields(
    context: &mut NativeContext<'_>,
    symbols: Reference,
    values: Vec<(&str, Slot)>,
) -> Result<(), Abrupt> {
    let class = context.type_of(symbols).as_class().ok_or_else(depends)?;
    let compiled = context.compiled.ok_or_else(depends)?;
    for (name, value) in values {
        let slot = compiled.slot_of(context.layouts, class, name).ok_or_else(depends)?;
        context.array_mut(symbols)?[slot] = value;
    }
    Ok(())
}

const MONTHS: [&str; 13] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
    "",
];
const DAYS: [&str; 8] = ["", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
/// So long is the short name of a month or day.
const SHORT: usize = 3;

const TURKISH_MONTHS: [&str; 13] = [
    "Ocak",
    "\u{15e}ubat",
    "Mart",
    "Nisan",
    "May\u{131}s",
    "Haziran",
    "Temmuz",
    "A\u{11f}ustos",
    "Eyl\u{fc}l",
    "Ekim",
    "Kas\u{131}m",
    "Aral\u{131}k",
    "",
];
const TURKISH_DAYS: [&str; 8] =
    ["", "Pazar", "Pazartesi", "Sal\u{131}", "\u{c7}ar\u{15f}amba", "Per\u{15f}embe", "Cuma", "Cumartesi"];
const SHORT_TURKISH_DAYS: [&str; 8] = ["", "Paz", "Pzt", "Sal", "\u{c7}ar", "Per", "Cum", "Cmt"];

/// They have no short names.
const ARABIC_MONTHS: [&str; 13] = [
    "\u{64a}\u{646}\u{627}\u{64a}\u{631}",
    "\u{641}\u{628}\u{631}\u{627}\u{64a}\u{631}",
    "\u{645}\u{627}\u{631}\u{633}",
    "\u{623}\u{628}\u{631}\u{64a}\u{644}",
    "\u{645}\u{627}\u{64a}\u{648}",
    "\u{64a}\u{648}\u{646}\u{64a}\u{648}",
    "\u{64a}\u{648}\u{644}\u{64a}\u{648}",
    "\u{623}\u{63a}\u{633}\u{637}\u{633}",
    "\u{633}\u{628}\u{62a}\u{645}\u{628}\u{631}",
    "\u{623}\u{643}\u{62a}\u{648}\u{628}\u{631}",
    "\u{646}\u{648}\u{641}\u{645}\u{628}\u{631}",
    "\u{62f}\u{64a}\u{633}\u{645}\u{628}\u{631}",
    "",
];
const ARABIC_DAYS: [&str; 8] = [
    "",
    "\u{627}\u{644}\u{623}\u{62d}\u{62f}",
    "\u{627}\u{644}\u{627}\u{62b}\u{646}\u{64a}\u{646}",
    "\u{627}\u{644}\u{62b}\u{644}\u{627}\u{62b}\u{627}\u{621}",
    "\u{627}\u{644}\u{623}\u{631}\u{628}\u{639}\u{627}\u{621}",
    "\u{627}\u{644}\u{62e}\u{645}\u{64a}\u{633}",
    "\u{627}\u{644}\u{62c}\u{645}\u{639}\u{629}",
    "\u{627}\u{644}\u{633}\u{628}\u{62a}",
];

/// How a locale calls parts of dates.
struct Names {
    eras: [&'static str; 2],
    months: [&'static str; 13],
    short_months: [&'static str; 13],
    days: [&'static str; 8],
    short_days: [&'static str; 8],
    halves_of_days: [&'static str; 2],
}

fn names(locale: &str) -> Option<Names> {
    let short = |name: &'static str| name.char_indices().nth(SHORT).map_or(name, |(end, _)| &name[..end]);
    let english = Names {
        eras: ["BC", "AD"],
        months: MONTHS,
        short_months: MONTHS.map(short),
        days: DAYS,
        short_days: DAYS.map(short),
        halves_of_days: ["AM", "PM"],
    };
    match locale {
        "" => Some(Names {
            eras: ["BCE", "CE"],
            months: english.short_months,
            days: english.short_days,
            ..english
        }),
        "en" | "en_US" => Some(english),
        TURKISH => Some(Names {
            eras: ["M\u{d6}", "MS"],
            months: TURKISH_MONTHS,
            short_months: TURKISH_MONTHS.map(short),
            days: TURKISH_DAYS,
            short_days: SHORT_TURKISH_DAYS,
            halves_of_days: ["\u{d6}\u{d6}", "\u{d6}S"],
        }),
        ARABIC => Some(Names {
            eras: ["\u{642}.\u{645}", "\u{645}"],
            months: ARABIC_MONTHS,
            short_months: ARABIC_MONTHS,
            days: ARABIC_DAYS,
            short_days: ARABIC_DAYS,
            halves_of_days: ["\u{635}", "\u{645}"],
        }),
        _ => None,
    }
}

fn date_symbols(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    object(context, arguments[0])?;
    let compiled = context.compiled.ok_or_else(depends)?;
    let class = compiled.class(context.layouts, "java/text/DateFormatSymbols").ok_or_else(depends)?;
    initialize_class(context, class)?;
    let symbols = context.allocate(class)?;
    fill_dates(context, symbols, arguments[0])?;
    Ok(symbols.into())
}

fn fill_dates(context: &mut NativeContext<'_>, symbols: Reference, locale: Slot) -> Result<(), Abrupt> {
    let names = names(&locale_name(context, locale)?).ok_or_else(depends)?;
    let lists: [(&str, &[&str]); 6] = [
        ("eras", &names.eras),
        ("months", &names.months),
        ("shortMonths", &names.short_months),
        ("weekdays", &names.days),
        ("shortWeekdays", &names.short_days),
        ("ampms", &names.halves_of_days),
    ];
    let ty = Ty::Array(ArrayTy { element: ElementTy::Class(context.well_known().string), dims: 1 });
    let ty = RuntimeType::of(ty).ok_or_else(depends)?;
    let mut values = vec![("locale", locale)];
    for (name, texts) in lists {
        let array = context.new_array(ty, texts.len())?;
        for (at, text) in texts.iter().enumerate() {
            let text = context.new_string(*text, Identity::Unknown)?;
            context.array_mut(array.reference())?[at] = text;
        }
        values.push((name, array));
    }
    values.push(("localPatternChars", context.new_string("GyMdkHmsSEDFwWahKzZ", Identity::Unknown)?));
    set_fields(context, symbols, values)
}
