//! `jatpg equivalent`: each mutant's local check, or two versions of one method, or of all that changed.

use std::collections::BTreeMap;
use std::path::Path;

use indexmap::IndexMap;

use crate::cli::options::EquivalentArgs;
use crate::cli::{CliError, Exit, columns, load, names, print, tell};
use crate::report::{assemble, equivalence};
use crate::roa::local::Extent;
use crate::roa::study;
use crate::sema::program::{MethodId, Program};
use crate::symbolic::solver::SolverError;
use crate::syntax::with_stack;
use crate::versions::decide::{self, Changes, Comparison, TwoVersions};
use crate::versions::merge::merge;
use crate::versions::report;
use crate::versions::steps::{self, MethodOfFile};
use crate::versions::text::Texts;

pub(super) fn run(args: &EquivalentArgs) -> Result<Exit, CliError> {
    let mut wanted = args.program.method.clone();
    wanted.sort_unstable();
    wanted.dedup();
    if let [old, new] = &args.program.files[..] {
        let pair = Pair::load(args, old, new)?;
        match &wanted[..] {
            [method] => return pair.compare_one(method),
            [] if pair.has_common() => return pair.compare_all(),
            _ => tell(
                "note: the mutants of both files follow; to compare two versions of a method, name it with one -m METHOD",
            ),
        }
    }
    let (program, exit) = load::readable(&args.program)?;
    load::report_unsupported(&program, &args.program);
    let methods = names::methods(&program, &args.program.method)?;
    let operators = load::operators(&args.program.operators)?;
    let extent = if args.every_depth { Extent::EveryDepth } else { Extent::UntilProven };
    let options = study::Options { max_depth: args.depth, extent };
    let studies = study::run(&program, &methods, &operators, options)
        .map_err(|error| CliError::Failure(error.to_string()))?;
    let mut shown = IndexMap::new();
    shown.insert("operators".to_owned(), args.program.operators.clone().into());
    shown.extend(args.program.world.shown().map(|on| ("assertions".to_owned(), on.into())));
    shown.insert("depth".to_owned(), args.depth.into());
    shown.insert("every_depth".to_owned(), args.every_depth.into());
    let report = equivalence::report(&program, &studies, shown);
    print(&if args.json { assemble::to_json(&report) } else { equivalence::text(&report, columns()) })?;
    Ok(exit)
}

/// The seed of the inputs that are tried.
const SEED: u64 = 1;

/// Two versions of a file.
struct Pair<'a> {
    args: &'a EquivalentArgs,
    new_file: &'a Path,
    old: Program,
    new: Program,
}

impl<'a> Pair<'a> {
    fn load(args: &'a EquivalentArgs, old: &'a Path, new: &'a Path) -> Result<Self, CliError> {
        let source_path = args.program.source_path.as_ref();
        let assertions = args.program.world.assertions();
        let class_path = &args.program.class_path;
        let old_program = load::version(&[old.to_owned()], source_path, class_path, assertions)?;
        let new_program = load::version(&[new.to_owned()], source_path, class_path, assertions)?;
        Ok(Self { args, new_file: new, old: old_program, new: new_program })
    }

    fn compare_one(&self, wanted: &str) -> Result<Exit, CliError> {
        let methods = names::methods(&self.old, &[wanted.to_owned()])?;
        let [method] = methods[..] else {
            let names: Vec<String> = methods.iter().map(|&m| self.old.method_name(m)).collect();
            return Err(CliError::Arguments(format!("-m {wanted} may be {}", names.join(" or "))));
        };
        let comparison = self.compare(method)?.map_err(|found| {
            let found = if found.is_empty() { "none".to_owned() } else { found.join(", ") };
            let (name, file) = (self.old.method_name(method), self.new_file.display());
            CliError::Arguments(format!("-m {wanted}: {file} has no {name}; it has {found}"))
        })?;
        print(&if self.args.json { report::json(&comparison) } else { report::text(&comparison) })?;
        Ok(self.exit(&comparison))
    }

    /// `Err` names the methods that the new file has.
    fn compare(&self, method: MethodId) -> Result<Result<Comparison, Vec<String>>, CliError> {
        let name = self.old.method_name(method);
        let key = self.old_name(&self.old, method);
        if let (Some(old), Some(new)) = (Texts::of(&self.old), Texts::of(&self.new))
            && let Some(&other) = self.methods(&self.new).get(&key)
            && old.same(method, &new, other)
        {
            return Ok(Ok(Comparison::same_text(&self.old, method)));
        }
        let failure = |error: SolverError| CliError::Failure(error.to_string());
        let merged = match merge(&self.old, &self.new, self.args.program.source_path.as_ref()) {
            Err(why) => return Ok(Ok(Comparison::undecided(&self.old, method, why))),
            Ok(merged) => merged,
        };
        let own = method;
        let same = |&m: &MethodId| merged.program.method_name(m) == name && merged.is_old(m);
        let method = merged.program.methods.ids().find(same);
        let method = method.ok_or_else(|| CliError::Failure(format!("{name} is lost")))?;
        let compared =
            with_stack(|| decide::compare(merged, method, self.args.depth, SEED)).map_err(failure)?;
        let is_open = |comparison: &Comparison| {
            matches!(comparison.verdict, TwoVersions::EquivalentUpTo | TwoVersions::Undecided)
        };
        let (Ok(comparison), Some(&other)) = (&compared, self.methods(&self.new).get(&key)) else {
            return Ok(compared);
        };
        if !is_open(comparison) {
            return Ok(compared);
        }
        let old = MethodOfFile { program: &self.old, method: own };
        let new = MethodOfFile { program: &self.new, method: other };
        let source_path = self.args.program.source_path.as_ref();
        let chain = with_stack(|| steps::prove(&old, &new, source_path, self.args.depth)).map_err(failure)?;
        Ok(compared.map(|comparison| match chain {
            Some(chain) => comparison.in_steps(chain.steps, chain.closed_world),
            None => comparison,
        }))
    }

    /// By name.
    fn methods(&self, program: &Program) -> BTreeMap<String, MethodId> {
        // Only a name that nobody gave makes this fail, and all are meant.
        let all = names::methods(program, &[]).unwrap_or_default();
        let is_written = |m: &MethodId| program.method_decl(*m).is_some();
        all.into_iter().filter(is_written).map(|m| (self.old_name(program, m), m)).collect()
    }

    /// A method's name, without its package, with the class that the old file has in the place of the new one's, where each
    /// has one.
    fn old_name(&self, program: &Program, method: MethodId) -> String {
        let top = |program: &Program| {
            let mut tops = program.given_classes().filter(|&c| program.classes[c].outer.is_none());
            let first = tops.next().map(|c| program.classes[c].name.to_string());
            if tops.next().is_some() { None } else { first }
        };
        let name = decide::name_in_package(program, method);
        match (top(&self.old), top(program)) {
            (Some(old), Some(own)) => decide::renamed(&name, &own, &old),
            _ => name,
        }
    }

    fn has_common(&self) -> bool {
        let new = self.methods(&self.new);
        self.methods(&self.old).keys().any(|name| new.contains_key(name))
    }

    /// Every method that both have and that is not the same text, in the order of the old file.
    fn compare_all(&self) -> Result<Exit, CliError> {
        let (old, new) = (self.methods(&self.old), self.methods(&self.new));
        let texts = Texts::of(&self.old).zip(Texts::of(&self.new));
        let missing =
            |of: &BTreeMap<String, MethodId>, in_other: &BTreeMap<String, MethodId>| -> Vec<String> {
                of.keys().filter(|name| !in_other.contains_key(*name)).cloned().collect()
            };
        let (removed, added) = (missing(&old, &new), missing(&new, &old));
        let mut methods = Vec::new();
        let mut unchanged = 0;
        let mut exit = Exit::Done;
        for method in names::methods(&self.old, &[])? {
            let name = self.old_name(&self.old, method);
            let (true, Some(&other)) = (old.contains_key(&name), new.get(&name)) else { continue };
            if let Some((old, new)) = &texts
                && old.same(method, new, other)
            {
                unchanged += 1;
                continue;
            }
            let no_method =
                |_| Comparison::undecided(&self.old, method, "the new version is not found".to_owned());
            let comparison = self.compare(method)?.unwrap_or_else(no_method);
            exit = worse(exit, self.exit(&comparison));
            methods.push(comparison);
        }
        let changes = Changes::new(methods, unchanged, removed, added);
        print(&if self.args.json { report::json(&changes) } else { report::text_of_all(&changes) })?;
        Ok(exit)
    }

    fn exit(&self, comparison: &Comparison) -> Exit {
        match comparison.verdict {
            TwoVersions::Equivalent => Exit::Done,
            TwoVersions::EquivalentUpTo => match (self.args.up_to, comparison.bound) {
                (Some(wanted), Some(bound)) if bound >= wanted => Exit::Done,
                _ => Exit::Undecided,
            },
            TwoVersions::Different => Exit::Below,
            TwoVersions::Undecided => Exit::Undecided,
        }
    }
}

/// A difference is worse than a doubt.
const fn worse(a: Exit, b: Exit) -> Exit {
    match (a, b) {
        (Exit::Below, _) | (_, Exit::Below) => Exit::Below,
        (Exit::Undecided, _) | (_, Exit::Undecided) => Exit::Undecided,
        _ => Exit::Done,
    }
}
