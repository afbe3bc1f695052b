//! What passes may spend, as reports show it (`options.limits`).

use serde_json::{Value, json};

use crate::atg::system::Settings;
use crate::dalg::switches::Limits;
use crate::engine::{dse, global, semu};

pub(super) fn of_formulas(settings: &Settings) -> Value {
    json!({ "chunk": settings.formulas.chunk })
}

pub(super) fn of_paths(settings: &Settings) -> Value {
    let paths = settings.paths;
    json!({ "effort": paths.effort, "bound": paths.bound, "drivers": paths.skeletons })
}

pub(super) fn of_semu(settings: &Settings) -> Value {
    let semu::Parameters { window, proportion, depth, tests, effort, .. } = settings.semu;
    let dse::Settings { bound, skeletons, .. } = settings.paths;
    json!({
        "effort": effort,
        "bound": bound,
        "drivers": skeletons,
        "cw": window,
        "pp": proportion,
        "mpd": depth,
        "ntpm": tests,
    })
}

/// Of a pass of whole drivers. `null`: none.
pub(super) fn of_global(limits: global::Limits) -> Value {
    let global::Limits {
        effort,
        all_effort,
        mutant_effort,
        nodes,
        terms,
        paths,
        resources,
        all_resources,
        ..
    } = limits;
    let all_resources = (all_resources != u64::MAX).then_some(all_resources);
    json!({
        "effort": effort,
        "all_effort": all_effort,
        "mutant_effort": mutant_effort,
        "nodes": nodes,
        "terms": terms,
        "paths": paths,
        "resources": resources,
        "all_resources": all_resources,
    })
}

/// The limits of a pass as it has them. That it gives up no method, however much is in vain, is `null`.
pub(super) fn of_search(limits: Limits) -> Value {
    let Limits {
        backtracks,
        more_backtracks: _,
        k_ec,
        k_def,
        k_pca,
        frames,
        copies,
        effort,
        method_effort,
        patience,
        more_patience,
        few,
        tests,
        past_bounds,
    } = limits;
    let patience = (patience != u64::MAX).then_some(patience);
    json!({
        "backtracks": backtracks,
        "k_ec": k_ec,
        "k_def": k_def,
        "k_pca": k_pca,
        "frames": frames,
        "copies": copies,
        "effort": effort,
        "method_effort": method_effort,
        "patience": patience,
        "more_patience": more_patience,
        "few": few,
        "tests": tests,
        "past_bounds": past_bounds,
    })
}
