//! Test cubes of one method: the skeletons in which whole drivers are looked at.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use crate::driver::cube::Cube;
use crate::driver::skeleton::Skeleton;
use crate::driver::{Driver, Generator};
use crate::engine::subject::Runner;
use crate::frames::Bounds;
use crate::sema::program::{MethodId, Program, Role};
use crate::sema::typed_tree::{Body, ExprKind, StmtKind};
use crate::syntax::reader::Reader;

/// Candidates of the generator that are looked through for skeletons of one method.
const CANDIDATES: u64 = 160;
/// Where the frames of a method's skeletons have so many nodes together, those behind them are left: they are sorted by size, each is built
/// before that is known, and in large ones nothing is decided: on 160 files of libraries, with three times as many, the pass `global` took 18 %
/// of all time and killed nothing.
pub const MOST_NODES: usize = 10_000;

/// The smallest of a method's skeletons, and some of each size: at most about so many.
pub fn of_method(
    runner: &mut Runner<'_>,
    generator: &Generator<'_>,
    method: MethodId,
    most: usize,
) -> Vec<Cube> {
    let mut known = BTreeSet::new();
    let mut cubes: Vec<Cube> = Vec::new();
    for driver in (0..CANDIDATES).filter_map(|n| generator.candidate(method, n)) {
        if let Ok(cube) = runner.cube(driver)
            && known.insert(cube.skeleton_of_any_text())
        {
            cubes.push(cube);
        }
    }
    cubes.sort_by_key(|cube| (cube.driver().parts().count(), cube.inputs().len()));
    let every = cubes.len().div_ceil(most).max(1);
    let chosen = cubes.into_iter().enumerate().filter(|(i, _)| *i < most / 2 || i % every == 0);
    chosen.map(|(_, cube)| cube).collect()
}

/// Drivers as a user writes them: a statement a line, the call under test last, and an empty line in front of the next driver; what begins with
/// `//` is for readers.
///
/// # Errors
///
/// What is wrong with one.
pub fn read(program: &Program, text: &str) -> Result<Vec<Driver>, String> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.starts_with("//")).collect();
    let drivers = lines.split(|line| line.is_empty()).filter(|statements| !statements.is_empty());
    drivers.map(|statements| driver(program, statements)).collect()
}

fn driver(program: &Program, statements: &[&str]) -> Result<Driver, String> {
    let wrong = |why: &str| format!("`{}`: {why}", statements.join(" "));
    let any = program.given_classes().find_map(|class| program.classes[class].methods.first());
    let (Some(&method), Some((act, arrange))) = (any, statements.split_last()) else {
        return Err(wrong("there is no method that it could call"));
    };
    let arrange = arrange.iter().map(|&statement| statement.to_owned()).collect();
    let driver = Driver { method, arrange, act: (*act).to_owned(), then: Vec::new() };
    let (_, body) = driver.attribute(program, &mut Reader::default()).map_err(|why| wrong(&why))?;
    let method = called(&body).ok_or_else(|| wrong("its last statement is no call"))?;
    if program.role(program.methods[method].class) != Role::Given {
        return Err(wrong("its last statement calls no method of the file"));
    }
    Ok(Driver { method, ..driver })
}

/// What the last statement calls.
fn called(body: &Body) -> Option<MethodId> {
    let StmtKind::Block(statements) = &body.stmts[body.root].kind else { return None };
    let mut value = match &body.stmts[*statements.last()?].kind {
        StmtKind::Expr(value) => *value,
        StmtKind::Locals(declared) => declared.first()?.1?,
        _ => return None,
    };
    while let ExprKind::Convert { operand, .. } = body.exprs[value].kind {
        value = operand;
    }
    match &body.exprs[value].kind {
        ExprKind::Call(call) => Some(call.method),
        ExprKind::New { constructor, .. } => Some(*constructor),
        _ => None,
    }
}

/// The cubes of the drivers that call a method.
pub fn of_drivers(runner: &mut Runner<'_>, drivers: &[Driver], method: MethodId) -> Vec<Cube> {
    let own = drivers.iter().filter(|driver| driver.method == method);
    own.filter_map(|driver| runner.cube(driver.clone()).ok()).collect()
}

/// A cube, and the methods whose code stands in its driver's frames.
pub struct Reaching {
    pub cube: Cube,
    pub methods: BTreeSet<MethodId>,
}

/// Those of a method, and how many nodes their frames have together.
pub struct OfMethod {
    pub cubes: Vec<Reaching>,
    pub nodes: usize,
}

/// The test cubes of methods, made once for all that look at them: a method that many others are reached by is asked for by each.
pub struct Cubes<'p> {
    program: &'p Program,
    bounds: Bounds,
    made: Mutex<Made>,
}

#[derive(Default)]
struct Made {
    /// By method, and how many at most.
    cubes: BTreeMap<(MethodId, usize), Arc<OfMethod>>,
    /// The nodes of the graphs that were built, since this was asked last.
    nodes: usize,
}

impl<'p> Cubes<'p> {
    /// `bounds`: of the frames in which methods are looked for.
    pub fn within(program: &'p Program, bounds: Bounds) -> Self {
        Self { program, bounds, made: Mutex::default() }
    }

    /// As [`of_method`], without those that are too large for the bounds.
    pub fn of_method(
        &self,
        runner: &mut Runner<'_>,
        generator: &Generator<'_>,
        method: MethodId,
        most: usize,
    ) -> Arc<OfMethod> {
        let known = || self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cubes) = known().cubes.get(&(method, most)) {
            return cubes.clone();
        }
        // Two threads may make the same; each makes what the other does, and one is counted.
        let made = self.reaching(of_method(runner, generator, method, most));
        let mut known = known();
        if let Some(cubes) = known.cubes.get(&(method, most)) {
            return cubes.clone();
        }
        known.nodes += made.nodes;
        known.cubes.entry((method, most)).or_insert(made.into()).clone()
    }

    /// The nodes of graphs that were built since this was asked last.
    pub fn take_nodes(&self) -> usize {
        std::mem::take(&mut self.made.lock().unwrap_or_else(PoisonError::into_inner).nodes)
    }

    fn reaching(&self, all: Vec<Cube>) -> OfMethod {
        let (mut cubes, mut nodes) = (Vec::new(), 0);
        for cube in all {
            if nodes > MOST_NODES {
                break;
            }
            let mut skeleton = Skeleton::new(self.program, cube);
            let Ok(frames) = skeleton.frames(None, self.bounds) else {
                nodes += self.bounds.nodes;
                continue;
            };
            nodes += frames.graph.nodes.len();
            let of_frame = |frame| skeleton.terms.frame_info(frame).map(|info| info.method);
            let methods = frames.graph.nodes.iter().filter_map(|node| of_frame(node.key.frame)).collect();
            cubes.push(Reaching { cube: skeleton.cube().clone(), methods });
        }
        OfMethod { cubes, nodes }
    }
}
