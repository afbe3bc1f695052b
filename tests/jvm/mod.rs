//! `jatpg::jvm` against the real JVM. How many calls each comparison makes is multiplied by
//! `JATPG_JVM_SCALE` (1).

mod arguments;
mod characters;
mod format;
mod judge;
mod literals;
mod math;
mod operators;
mod text;

/// The number of calls, scaled by the environment.
fn scaled(calls: usize) -> usize {
    let scale = std::env::var("JATPG_JVM_SCALE").ok().and_then(|scale| scale.parse().ok()).unwrap_or(1);
    calls * scale
}
