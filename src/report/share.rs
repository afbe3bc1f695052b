//! Shares as text: a mutation score, a coverage. There is one way everywhere, so that a table and a missed gate say the same.

/// Digits behind the point, unless more are needed; beyond the most a number tells no more.
const DIGITS: usize = 3;
const MOST_DIGITS: usize = 17;

/// 0.9333 as `0.933`. What is not whole has as many digits as show it: 0.9996 is no `1.000`.
pub fn text(share: f64) -> String {
    if share < 1.0 { below(share, 1.0) } else { format!("{share:.DIGITS$}") }
}

/// A share that is below what is wanted: as [`text`], with as many digits as show that.
pub fn below(share: f64, wanted: f64) -> String {
    let rounded = |digits: usize| format!("{share:.digits$}");
    let tells = |text: &String| text.parse::<f64>().is_ok_and(|rounded| rounded < wanted);
    (DIGITS..MOST_DIGITS).map(rounded).find(tells).unwrap_or_else(|| share.to_string())
}

#[cfg(test)]
mod tests {
    use super::{below, text};

    #[test]
    fn a_share_is_rounded_and_never_up_to_a_whole_or_to_what_it_misses() {
        let shares = [0.0, 21.0 / 22.0, 0.9994, 2_499.0 / 2_500.0, 0.99996, 1.0];
        assert_eq!(shares.map(text), ["0.000", "0.955", "0.999", "0.9996", "0.99996", "1.000"]);
        assert_eq!(below(21.0 / 22.0, 0.96), "0.955");
        assert_eq!(below(21.0 / 22.0, 0.955), "0.9545");
        assert_eq!(below(2_499.0 / 2_500.0, 1.0), "0.9996");
    }
}
