//! Variables that no source declares, as a person calls them: what an expression left behind, the cells of arrays, the
//! text of a builder.

/// A variable's name in words, where it is one that the analysis has made.
pub(super) fn in_words(name: &str) -> String {
    let of = |head: &str| name.strip_prefix(head).and_then(|rest| rest.strip_suffix(')'));
    if is_temporary(name) {
        return "the value of an inner expression".to_owned();
    }
    if let Some(class) = of("initialized(") {
        return format!("whether {class} is initialised");
    }
    if let Some(class) = of("failed(") {
        return format!("whether the initialiser of {class} has thrown");
    }
    match name {
        "class" => "the class of an object".to_owned(),
        "AbstractStringBuilder.value" => "the text of a builder".to_owned(),
        _ if name.ends_with("[]") => format!("what {name} arrays hold"),
        _ => name.to_owned(),
    }
}

/// `t28_0`, of an expression; `t_7`, of a statement.
fn is_temporary(name: &str) -> bool {
    let parts = name.strip_prefix('t').and_then(|rest| rest.split_once('_'));
    let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    parts.is_some_and(|(expression, count)| is_number(expression) && !count.is_empty() && is_number(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_source_names_keeps_its_name() {
        for name in ["i", "t", "t_x", "Node.next", "total_1"] {
            assert_eq!(in_words(name), name);
        }
        assert_eq!(in_words("t28_0"), "the value of an inner expression");
        assert_eq!(in_words("char[]"), "what char[] arrays hold");
    }
}
