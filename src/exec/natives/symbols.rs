//! `java.text.DecimalFormatSymbols` and `DateFormatSymbols` of the locales that format as the root does: the JDK's own come from
//! its tables of locales. The names of days and months are those of JDK 17 and 25.

use super::arguments::{Outcome, depends, object};
use super::jdk::{initialize_class, locale_name};
use crate::exec::heap::Identity;
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

/// The library knows no other locales.
fn fill(context: &mut NativeContext<'_>, symbols: Reference, locale: Slot) -> Result<(), Abrupt> {
    let mut values: Vec<(&str, Slot)> =
        CHARACTERS.iter().map(|&(name, unit)| (name, Slot::from(i32::from(unit as u16)))).collect();
    for (name, text) in TEXTS {
        values.push((name, context.new_string(text, Identity::Unknown)?));
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
    let short = |name: &&'static str| name.get(..SHORT).unwrap_or("");
    let (months, days) = (MONTHS.iter().map(short).collect(), DAYS.iter().map(short).collect());
    let (eras, long_months, long_days): (_, Vec<&str>, Vec<&str>) = match &*locale_name(context, locale)? {
        "" => (vec!["BCE", "CE"], Vec::clone(&months), Vec::clone(&days)),
        "en" | "en_US" => (vec!["BC", "AD"], MONTHS.to_vec(), DAYS.to_vec()),
        _ => return Err(depends()),
    };
    let lists = [
        ("eras", eras),
        ("months", long_months),
        ("shortMonths", months),
        ("weekdays", long_days),
        ("shortWeekdays", days),
        ("ampms", vec!["AM", "PM"]),
    ];
    let ty = Ty::Array(ArrayTy { element: ElementTy::Class(context.well_known().string), dims: 1 });
    let ty = RuntimeType::of(ty).ok_or_else(depends)?;
    let mut values = vec![("locale", locale)];
    for (name, texts) in lists {
        let array = context.new_array(ty, texts.len())?;
        for (at, text) in texts.into_iter().enumerate() {
            let text = context.new_string(text, Identity::Unknown)?;
            context.array_mut(array.reference())?[at] = text;
        }
        values.push((name, array));
    }
    values.push(("localPatternChars", context.new_string("GyMdkHmsSEDFwWahKzZ", Identity::Unknown)?));
    set_fields(context, symbols, values)
}
