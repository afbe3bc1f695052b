//! `jatpg compare --semu-grid`: SEMu with each of its parameters at two values.

use std::collections::BTreeSet;
use std::path::Path;

use super::{Tour, initial};
use crate::atg::engines::EngineName;
use crate::atg::system::{self, Settings};
use crate::cli::options::CompareArgs;
use crate::cli::progress::Watch;
use crate::cli::{CliError, Exit, print};
use crate::engine::EngineError;
use crate::engine::semu::Parameters;
use crate::engine::semu::parameters::{PreconditionLength, Selection};
use crate::engine::session::Spent;
use crate::engine::subject::Subject;
use crate::report::comparison::grid::{Axis, Configuration, Grid};
use crate::report::comparison::{stubborn, to_json};
use crate::report::json::{KillKind, Report, VerdictKind};

/// The values that the paper tries, its selected one second where it is not 0.
const AXES: [Axis; 7] = [
    ("PL", ["gmd2ms", "smd2ms"]),
    ("CW", ["0", "3"]),
    ("PP", ["0", "0.25"]),
    ("PSS", ["rnd", "mdo"]),
    ("MPD", ["0", "2"]),
    ("NSD", ["off", "on"]),
    ("NTPM", ["1", "5"]),
];

/// The parameters with these of the two values of each axis.
fn parameters(values: &[usize; 7], given: Parameters) -> Parameters {
    Parameters {
        precondition: [PreconditionLength::Global, PreconditionLength::Specific][values[0]],
        window: [0, 3][values[1]],
        proportion: [0.0, 0.25][values[2]],
        selection: [Selection::Rnd, Selection::Mdo][values[3]],
        depth: [0, 2][values[4]],
        no_difference: values[5] == 1,
        tests: [1, 5][values[6]],
        ..given
    }
}

/// What one configuration kills of one program: by the initial suite, and behind it.
struct Kills {
    initial: BTreeSet<String>,
    own: BTreeSet<String>,
}

pub(super) fn run(args: &CompareArgs) -> Result<Exit, CliError> {
    let settings = args.settings.of(EngineName::Semu)?;
    let mut tour = Tour::new(args)?;
    let all: Vec<[usize; 7]> =
        (0..1 << AXES.len()).map(|n: usize| std::array::from_fn(|at| n >> at & 1)).collect();
    let configuration =
        |values: &[usize; 7]| Configuration { values: values.to_vec(), ..Configuration::default() };
    let mut grid = Grid {
        axes: AXES.iter().map(|(name, values)| ((*name).to_owned(), values.map(str::to_owned))).collect(),
        configurations: all.iter().map(configuration).collect(),
        ..Grid::default()
    };
    for (number, path) in tour.programs.clone().into_iter().enumerate() {
        let Ok(subjects) = tour.subjects(&path) else { continue };
        let settings = match tour.args.settings.semu.initial.as_deref().map(|folder| initial(folder, &path)) {
            Some(Ok(report)) => Settings { initial: Some(report), ..settings.clone() },
            Some(Err(error)) => {
                tour.fails(&error);
                continue;
            }
            None => settings.clone(),
        };
        let Some(kills) = each(&mut tour, (number, &path), &subjects, &settings, (&all, &mut grid)) else {
            continue;
        };
        let stubborn: BTreeSet<&String> =
            kills.iter().flat_map(|kills| kills.own.difference(&kills.initial)).collect();
        grid.programs.push(path.display().to_string());
        grid.stubborn.push(stubborn.len());
        for (configuration, kills) in grid.configurations.iter_mut().zip(&kills) {
            configuration.killed.push(kills.own.iter().filter(|id| stubborn.contains(id)).count());
        }
    }
    print(&if args.json { to_json(&grid) } else { grid.render() })?;
    Ok(tour.exit)
}

/// All configurations on one program; `None`: one of them failed, which is said.
fn each(
    tour: &mut Tour<'_>,
    (number, path): (usize, &Path),
    subjects: &[Subject],
    settings: &Settings,
    (all, grid): (&[[usize; 7]], &mut Grid),
) -> Option<Vec<Kills>> {
    let goals = subjects.iter().flat_map(Subject::mutants).count();
    let mut kills = Vec::new();
    for (at, values) in all.iter().enumerate() {
        let own = Settings { semu: parameters(values, settings.semu), ..settings.clone() };
        let run = |watch: &Watch| {
            let parts = subjects
                .iter()
                .map(|subject| system::generate_counted(subject, EngineName::Semu, &own, watch));
            parts.collect::<Result<Vec<(Report, Spent)>, EngineError>>()
        };
        let name = format!("configuration {}", at + 1);
        let parts = tour.watched((number, path), goals, &name, run).ok()?;
        for (_, spent) in &parts {
            grid.configurations[at].generated += spent.valid;
            grid.configurations[at].effort += spent.effort;
        }
        let of = |is_initial: bool| {
            let mutants = parts.iter().flat_map(|(report, _)| &report.mutants);
            let is_killed = mutants.filter(|m| {
                m.verdict.as_ref().is_some_and(|verdict| {
                    verdict.verdict == VerdictKind::Killed
                        && verdict.kill.is_some_and(KillKind::counts)
                        && verdict.pass.as_deref().is_some_and(stubborn::is_initial) == is_initial
                })
            });
            is_killed.map(|m| format!("{}: {}", m.file, m.id)).collect()
        };
        kills.push(Kills { initial: of(true), own: of(false) });
    }
    Some(kills)
}
