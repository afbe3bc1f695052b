//! `java.text.DecimalFormatSymbols` of the locales that format as the root does: the JDK's own come from its tables of locales.

use super::arguments::{Outcome, object};
use super::jdk::initialize_class;
use crate::exec::heap::Identity;
use crate::exec::native::{Abrupt, DEPENDS, Native, NativeContext};
use crate::exec::natives::arguments::impure;
use crate::exec::slot::{Reference, Slot};

pub(super) const NATIVES: &[Native] = &[
    impure("java.text.DecimalFormatSymbols.getInstance(Locale)", |context, a| {
        object(context, a[0])?;
        let unsupported = || Abrupt::unsupported(DEPENDS);
        let compiled = context.compiled.ok_or_else(unsupported)?;
        let class =
            compiled.class(context.layouts, "java/text/DecimalFormatSymbols").ok_or_else(unsupported)?;
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
];

fn unsupported_currency(_: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    Err(Abrupt::unsupported(DEPENDS))
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
    let unsupported = || Abrupt::unsupported(DEPENDS);
    let class = context.type_of(symbols).as_class().ok_or_else(unsupported)?;
    let compiled = context.compiled.ok_or_else(unsupported)?;
    for (name, value) in values {
        let slot = compiled.slot_of(context.layouts, class, name).ok_or_else(unsupported)?;
        context.array_mut(symbols)?[slot] = value;
    }
    Ok(())
}
