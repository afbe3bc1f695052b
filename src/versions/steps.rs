//! Several edits of one method, an edit at a time: old = v1 = … = new, each step a proof of its own.
//!
//! The versions between are texts: the new file with the old method in the place of its own, then with one edit more of
//! those that lead from the old method to the new one. Each has to be a program; an edit without which the next is none (a
//! variable that has another name) is taken with it. Where the old method is no code of the new file, the edits are made in
//! the old file. Every step is compared as two files are, so what the steps prove holds of the two files: the same
//! outcome for all inputs is the same outcome step by step.

use std::ops::Range;
use std::path::PathBuf;

use crate::sema::load::LoadOptions;
use crate::sema::program::{MethodId, Program, Role};
use crate::symbolic::solver::SolverError;
use crate::syntax::lexer::Lexer;
use crate::syntax::source::SourceFile;
use crate::syntax::tree::{Code, Root, StmtId, StmtKind};
use crate::versions::decide;
use crate::versions::merge::merge;

/// Methods with more edits are not looked at; longer lists of statements are compared from both ends only.
const MOST_EDITS: usize = 12;
const LONGEST_LIST: usize = 200;

/// A method of a file.
pub struct MethodOfFile<'p> {
    pub program: &'p Program,
    pub method: MethodId,
}

/// What the steps have shown.
pub struct Chain {
    pub steps: usize,
    pub closed_world: bool,
}

/// A proof by steps; `None` where they show none, or where there is one edit alone.
pub fn prove(
    old: &MethodOfFile<'_>,
    new: &MethodOfFile<'_>,
    source_path: Option<&PathBuf>,
    max_depth: u32,
) -> Result<Option<Chain>, SolverError> {
    let Some(edits) = Edits::between(old, new) else { return Ok(None) };
    for in_new in [true, false] {
        if let Some(chain) = edits.chain(old, new, in_new, source_path, max_depth)? {
            return Ok(Some(chain));
        }
    }
    Ok(None)
}

/// The old method's text, and what of it is to be replaced.
struct Edits<'p> {
    old_file: &'p str,
    new_file: &'p str,
    old_span: Range<usize>,
    new_span: Range<usize>,
    old_text: String,
    /// Within the old text, in its order.
    edits: Vec<(Range<usize>, String)>,
}

impl<'p> Edits<'p> {
    fn between(old: &MethodOfFile<'p>, new: &MethodOfFile<'p>) -> Option<Self> {
        let (old_file, old_span, old_code) = old.text()?;
        let (new_file, new_span, new_code) = new.text()?;
        let (Root::Block(old_root), Root::Block(new_root)) = (&old_code.root, &new_code.root) else {
            return None;
        };
        let mut walk = Walk { old: (old_file, old_code), new: (new_file, new_code), found: Vec::new() };
        walk.pair(*old_root, *new_root);
        let edits: Vec<(Range<usize>, String)> = walk
            .found
            .into_iter()
            .map(|(o, n)| (o.start - old_span.start..o.end - old_span.start, new_file[n].to_owned()))
            .collect();
        let old_text = old_file.get(old_span.clone())?.to_owned();
        (2..=MOST_EDITS).contains(&edits.len()).then_some(Self {
            old_file,
            new_file,
            old_span,
            new_span,
            old_text,
            edits,
        })
    }

    /// The file with so many of the edits made.
    fn file(&self, in_new: bool, made: usize) -> String {
        let mut method = self.old_text.clone();
        for (range, text) in self.edits[..made].iter().rev() {
            method.replace_range(range.clone(), text);
        }
        let (file, span) =
            if in_new { (self.new_file, &self.new_span) } else { (self.old_file, &self.old_span) };
        format!("{}{method}{}", &file[..span.start], &file[span.end..])
    }

    fn chain(
        &self,
        old: &MethodOfFile<'_>,
        new: &MethodOfFile<'_>,
        in_new: bool,
        source_path: Option<&PathBuf>,
        max_depth: u32,
    ) -> Result<Option<Chain>, SolverError> {
        let name = decide::name_in_package(old.program, old.method);
        let load = |made: usize| loaded(&self.file(in_new, made), source_path, old.program);
        let mut chain = Chain { steps: 0, closed_world: false };
        let mut last: Option<Program> = None;
        // In the new file the first version has no edit, in the old one the last has all.
        let (first, end) = if in_new { (0, self.edits.len() - 1) } else { (1, self.edits.len()) };
        for made in first..=end {
            let Some(program) = load(made) else { continue };
            let before = last.as_ref().unwrap_or(old.program);
            let Some(closed) = step(before, &program, &name, source_path, max_depth)? else {
                return Ok(None);
            };
            chain.steps += 1;
            chain.closed_world |= closed;
            last = Some(program);
        }
        let Some(before) = last else { return Ok(None) };
        let Some(closed) = step(&before, new.program, &name, source_path, max_depth)? else {
            return Ok(None);
        };
        chain.steps += 1;
        chain.closed_world |= closed;
        Ok(Some(chain))
    }
}

/// A file between the two, in the world of the old one.
fn loaded(text: &str, source_path: Option<&PathBuf>, old: &Program) -> Option<Program> {
    let source = SourceFile::new(PathBuf::from("Between.java"), text.to_owned());
    let options = LoadOptions {
        source_path: source_path.cloned(),
        class_files: old.class_files.clone(),
        ..LoadOptions::default()
    };
    let program = Program::load(vec![source], &options).ok()?;
    program.check().is_empty().then_some(program)
}

/// Whether two versions are proven the same; then, whether that rests on which classes there are.
fn step(
    old: &Program,
    new: &Program,
    name: &str,
    source_path: Option<&PathBuf>,
    max_depth: u32,
) -> Result<Option<bool>, SolverError> {
    let Ok(merged) = merge(old, new, source_path) else { return Ok(None) };
    let simple = |name: &str| name.split_once('.').map_or(name.to_owned(), |(_, rest)| rest.to_owned());
    let is_meant = |m: &MethodId| {
        let own = decide::name_in_package(&merged.program, *m);
        merged.is_old(*m) && (own == name || simple(&own) == simple(name))
    };
    let found: Vec<MethodId> = merged.program.methods.ids().filter(is_meant).collect();
    let exact = found.iter().copied().find(|&m| decide::name_in_package(&merged.program, m) == name);
    match (exact, &found[..]) {
        (Some(method), _) | (None, &[method]) => decide::proven(merged, method, max_depth),
        _ => Ok(None),
    }
}

impl<'p> MethodOfFile<'p> {
    fn text(&self) -> Option<(&'p str, Range<usize>, &'p Code)> {
        let unit = self.program.units.iter().find(|unit| unit.role == Role::Given)?;
        let decl = self.program.method_decl(self.method)?;
        let text: &str = &unit.tree.source.text;
        let span = decl.span.start as usize..decl.span.end as usize;
        Some((text, span, decl.body.as_deref()?))
    }
}

type Side<'p> = (&'p str, &'p Code);

struct Walk<'p> {
    old: Side<'p>,
    new: Side<'p>,
    found: Vec<(Range<usize>, Range<usize>)>,
}

fn range((_, code): Side<'_>, stmt: StmtId) -> Range<usize> {
    let span = code.stmts[stmt].span;
    span.start as usize..span.end as usize
}

fn tokens((text, _): Side<'_>, range: Range<usize>) -> Vec<&str> {
    let text = text.get(range).unwrap_or_default();
    Lexer::new(text).map_while(Result::ok).map(|t| t.text).collect()
}

/// The statements inside one, where it has some of its own; not those of the head of a `for`.
fn inner(kind: &StmtKind) -> Option<Vec<StmtId>> {
    Some(match kind {
        StmtKind::If { then, otherwise, .. } => std::iter::once(*then).chain(*otherwise).collect(),
        StmtKind::While { body, .. }
        | StmtKind::Do { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::ForEach { body, .. }
        | StmtKind::Labeled { body, .. } => vec![*body],
        _ => return None,
    })
}

impl Walk<'_> {
    fn is_equal(&self, old: StmtId, new: StmtId) -> bool {
        tokens(self.old, range(self.old, old)) == tokens(self.new, range(self.new, new))
    }

    fn pair(&mut self, old: StmtId, new: StmtId) {
        if self.is_equal(old, new) {
            return;
        }
        let (o, n) = (&self.old.1.stmts[old].kind, &self.new.1.stmts[new].kind);
        if let (StmtKind::Block(a), StmtKind::Block(b)) = (o, n) {
            return self.lists((old, a), (new, b));
        }
        let (whole_old, whole_new) = (range(self.old, old), range(self.new, new));
        let is_alike = std::mem::discriminant(o) == std::mem::discriminant(n);
        match (inner(o), inner(n)) {
            (Some(a), Some(b)) if is_alike && a.len() == b.len() => {
                let (mut from_old, mut from_new) = (whole_old.start, whole_new.start);
                for (a, b) in a.into_iter().zip(b) {
                    let (inside_old, inside_new) = (range(self.old, a), range(self.new, b));
                    self.text(from_old..inside_old.start, from_new..inside_new.start);
                    self.pair(a, b);
                    (from_old, from_new) = (inside_old.end, inside_new.end);
                }
                self.text(from_old..whole_old.end, from_new..whole_new.end);
            }
            _ => self.found.push((whole_old, whole_new)),
        }
    }

    fn text(&mut self, old: Range<usize>, new: Range<usize>) {
        if tokens(self.old, old.clone()) != tokens(self.new, new.clone()) {
            self.found.push((old, new));
        }
    }

    /// Equal statements in order, as many as can be; those between are replaced together, or one by one.
    fn lists(&mut self, (old_block, old): (StmtId, &[StmtId]), (new_block, new): (StmtId, &[StmtId])) {
        let mut pairs =
            if old.len().max(new.len()) <= LONGEST_LIST { self.common(old, new) } else { Vec::new() };
        pairs.push((old.len(), new.len()));
        let (mut o, mut n) = (0, 0);
        for (next_old, next_new) in pairs {
            let (a, b) = (&old[o..next_old], &new[n..next_new]);
            if a.len() == b.len() {
                a.iter().zip(b).for_each(|(&a, &b)| self.pair(a, b));
            } else {
                let place = |side: Side<'_>, block: StmtId, list: &[StmtId], from: usize, to: usize| {
                    // Behind the statement before, or behind the brace.
                    let start = match from.checked_sub(1) {
                        Some(before) => range(side, list[before]).end,
                        None => range(side, block).start + 1,
                    };
                    let end = if to > from { range(side, list[to - 1]).end } else { start };
                    start..end
                };
                let replaced = place(self.old, old_block, old, o, next_old);
                let by = place(self.new, new_block, new, n, next_new);
                self.found.push((replaced, by));
            }
            (o, n) = (next_old + 1, next_new + 1);
        }
    }

    /// The positions of a longest common subsequence.
    fn common(&self, old: &[StmtId], new: &[StmtId]) -> Vec<(usize, usize)> {
        let mut longest = vec![vec![0u32; new.len() + 1]; old.len() + 1];
        for i in (0..old.len()).rev() {
            for j in (0..new.len()).rev() {
                longest[i][j] = match self.is_equal(old[i], new[j]) {
                    true => longest[i + 1][j + 1] + 1,
                    false => longest[i + 1][j].max(longest[i][j + 1]),
                };
            }
        }
        let (mut i, mut j) = (0, 0);
        let mut pairs = Vec::new();
        while i < old.len() && j < new.len() {
            if self.is_equal(old[i], new[j]) {
                pairs.push((i, j));
                (i, j) = (i + 1, j + 1);
            } else if longest[i + 1][j] >= longest[i][j + 1] {
                i += 1;
            } else {
                j += 1;
            }
        }
        pairs
    }
}
