//! How much of what could be tried a run of the tests tries: every so many, or with `JATPG_SOAK` in the environment all.

pub(crate) fn is_on() -> bool {
    std::env::var_os("JATPG_SOAK").is_some()
}

/// The step through a list of which a plain run takes one in so many.
pub(crate) fn one_in(plain: usize) -> usize {
    if is_on() { 1 } else { plain }
}
