//! Why a mutant is equivalent, for a person and for another solver (DESIGN §7): the region, the facts at its head, and
//! the questions whose answers are the proof.

use std::fmt::Write as _;

use serde::Serialize;

use crate::cfg::graph::{EdgeId, NodeId, NodeKey, Place};
use crate::mutate::mutant::Mutant;
use crate::report::equivalence::depth_name;
use crate::report::json::{VERSION, VerdictKind};
use crate::report::search::SearchReport;
use crate::roa::callers::{Callers, InCaller};
use crate::roa::check::Obligation;
use crate::roa::local::Checker;
use crate::roa::mroa::Depth;
use crate::roa::proof::{Attempt, AttemptResult, Checked, Proof, ProofKind};
use crate::sema::program::{MethodId, MethodSource, Program};
use crate::symbolic::encode::SizeLimits;
use crate::symbolic::question::{Question, script};
use crate::symbolic::solver::SolverError;
use crate::syntax::source::SourceFile;
use crate::syntax::tree::{Code, StmtId};
use crate::term::TermId;

/// Longer formulas are cut in text; SMT-LIB has them whole.
const LONGEST_FORMULA: usize = 160;

/// `explain --json`.
#[derive(Clone, Debug, Serialize)]
pub struct ExplanationReport {
    pub version: u32,
    pub id: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub original: String,
    pub replacement: String,
    /// What the local check says.
    pub verdict: VerdictKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub attempts: Vec<AttemptReport>,
    pub searches: Vec<SearchReport>,
}

/// One region that was looked at.
#[derive(Clone, Debug, Serialize)]
pub struct AttemptReport {
    pub depth: String,
    pub statements: usize,
    pub found: String,
}

pub struct Explanation<'e, 'p> {
    pub program: &'p Program,
    pub mutant: &'e Mutant,
    pub checked: &'e Checked,
    /// Of the method, which is the mutant's or one that calls it.
    pub checker: &'e mut Checker<'p>,
    /// Of a private method.
    pub callers: Option<&'e mut Callers<'p>>,
}

impl<'p> Explanation<'_, 'p> {
    pub fn text(&mut self) -> Result<String, SolverError> {
        let mut text = self.headline();
        match &self.checked.proof {
            Some(proof) => self.proof(&mut text, proof)?,
            None => {
                self.bound(&mut text);
                self.attempts(&mut text);
            }
        }
        Ok(text)
    }

    /// The same about a method that calls the mutant's.
    fn about_root<R>(
        &mut self,
        root: MethodId,
        tell: impl FnOnce(&mut Explanation<'_, 'p>) -> R,
    ) -> Option<R> {
        let &mut Self { program, mutant, checked, ref mut callers, .. } = self;
        let checker = callers.as_mut()?.checker(root)?;
        Some(tell(&mut Explanation { program, mutant, checked, checker, callers: None }))
    }

    /// The same for other tools; the searches are to be filled in.
    pub fn report(&self) -> ExplanationReport {
        let at = self.source().position(self.mutant.span.start);
        let proof = self.checked.proof.as_ref();
        let bounded = &self.checked.bounded;
        let attempts = self.checked.attempts.iter().map(|attempt| AttemptReport {
            depth: depth_name(attempt.depth),
            statements: attempt.statements,
            found: self.found(&attempt.result),
        });
        ExplanationReport {
            version: VERSION,
            id: self.mutant.id.clone(),
            file: self.source().path.display().to_string(),
            line: at.line,
            column: at.column,
            original: self.mutant.original.clone(),
            replacement: self.mutant.replacement.clone(),
            verdict: match (proof, &bounded.proof) {
                (Some(_), _) => VerdictKind::Equivalent,
                (None, Some(_)) => VerdictKind::EquivalentUpTo,
                (None, None) => VerdictKind::Undecided,
            },
            proof: proof.map(|proof| proof.kind),
            depth: proof.map(|proof| depth_name(proof.depth)),
            bound: bounded.proof.as_ref().map(|proof| proof.bound),
            reason: bounded.reason.as_ref().map(ToString::to_string),
            attempts: attempts.collect(),
            searches: Vec::new(),
        }
    }

    fn source(&self) -> &SourceFile {
        &self.program.unit_of(self.program.methods[self.mutant.method].class).tree.source
    }

    fn code(&self) -> Option<&Code> {
        match &self.program.methods[self.checker.graph.method].source {
            MethodSource::Code(code) => Some(code),
            _ => None,
        }
    }

    pub fn headline(&self) -> String {
        let at = self.source().position(self.mutant.span.start);
        let verdict = match &self.checked.proof {
            Some(proof) if proof.kind == ProofKind::Unreachable => {
                "equivalent for all inputs: no run comes there"
            }
            Some(proof) if proof.kind == ProofKind::CompleteUnrolling => {
                "equivalent for all inputs: in all iterations that there can be"
            }
            Some(proof) if proof.kind == ProofKind::InCallers => {
                "equivalent for all inputs of all that can call it"
            }
            Some(_) => "equivalent for all inputs",
            None if self.checked.bounded.proof.is_some() => {
                "equivalent up to a bound, and not proven for all inputs"
            }
            None => "not proven equivalent by a local check",
        };
        format!(
            "{}\n{}:{}:{}: {} → {}\n\n{verdict}\n",
            self.mutant.id,
            self.source().path.display(),
            at.line,
            at.column,
            self.mutant.original,
            if self.mutant.replacement.is_empty() { "(deleted)" } else { &self.mutant.replacement },
        )
    }

    // Writing to a string cannot fail.
    fn proof(&mut self, text: &mut String, proof: &Proof) -> Result<(), SolverError> {
        if let Some(attempt) = self.checked.attempts.iter().find(|a| a.depth == proof.depth) {
            let region = match proof.depth {
                Depth::Node => "the changed statement alone".to_owned(),
                Depth::Expanded(0) => "the minimal region of analysis (mROA)".to_owned(),
                Depth::Expanded(depth) => format!("mROA, expanded {depth} times"),
                Depth::Global => "the whole method".to_owned(),
                Depth::Callers => "what calls the method".to_owned(),
            };
            _ = writeln!(text, "\nRegion: {region}, {} statements", attempt.statements);
            if proof.depth != Depth::Callers {
                self.lines(text, attempt);
            }
        }
        if proof.closed_world {
            _ = writeln!(
                text,
                "\nIt rests on the classes that the program has: others may override its methods."
            );
        }
        if proof.kind == ProofKind::Unreachable {
            _ = writeln!(text, "\nThe facts before it leave no way there (`--smtlib` prints the steps).");
            return Ok(());
        }
        let Some(parts) = &proof.callers else { return self.questions(text, proof) };
        if parts.is_empty() {
            _ = writeln!(text, "\nNothing calls it.");
        }
        for InCaller { root, proof, statements } in parts {
            let around = match proof.depth {
                Depth::Node => "the statement with its call".to_owned(),
                Depth::Global | Depth::Callers => "from every state".to_owned(),
                Depth::Expanded(_) => {
                    format!(
                        "{statements} statement{} around its call",
                        if *statements == 1 { "" } else { "s" }
                    )
                }
            };
            _ = writeln!(text, "\nIn {}, {around}:", self.program.method_name(*root));
            self.about_root(*root, |own| own.questions(text, proof)).transpose()?;
        }
        Ok(())
    }

    /// The facts and the questions of a proof.
    fn questions(&mut self, text: &mut String, proof: &Proof) -> Result<(), SolverError> {
        let needed = self.checker.needed_facts(proof)?;
        _ = writeln!(text, "\nFacts at its head that the proof needs, true whatever the inputs:");
        if needed.is_empty() {
            _ = writeln!(text, "    none");
        }
        for &fact in &needed {
            _ = writeln!(text, "    {}", self.formula(fact));
        }
        _ = writeln!(text, "\nQuestions, each in every state that these facts allow:");
        if proof.obligations.is_empty() {
            _ = writeln!(text, "    none: both versions give the same terms");
        }
        for obligation in &proof.obligations {
            let about = self.about(obligation);
            _ = writeln!(text, "    {about}\n        {}", self.formula(obligation.holds));
        }
        Ok(())
    }

    /// What is proven up to a bound.
    fn bound(&self, text: &mut String) {
        let bounded = &self.checked.bounded;
        if let Some(proof) = &bounded.proof {
            let times = if proof.bound == 1 { "once".to_owned() } else { format!("{} times", proof.bound) };
            if let Some(roots) = &proof.callers {
                let names: Vec<String> = roots.iter().map(|&m| self.program.method_name(m)).collect();
                _ = writeln!(text, "\nLooked at in all that can call it: {}", names.join(", "));
            }
            let calls = if proof.bounds_recursion { ", and no method calls itself more deeply" } else { "" };
            _ = writeln!(
                text,
                "\nWherever each loop of the original goes round at most {times}{calls}, the mutant does the same."
            );
        }
        if let Some(reason) = &bounded.reason {
            _ = writeln!(text, "\nBeyond that: {reason}.");
        }
    }

    /// The source lines of the region's statements.
    fn lines(&self, text: &mut String, attempt: &Attempt) {
        let Some(code) = self.code() else { return };
        let graph = &self.checker.graph;
        let statements = attempt.region.nodes().iter().filter_map(|&n| graph.nodes[n].statement);
        let mut lines: Vec<u32> =
            statements.map(|s| self.source().position(code.stmts[s].span.start).line).collect();
        lines.sort_unstable();
        lines.dedup();
        let source = self.source();
        for line in lines {
            let content = source.text.lines().nth(line as usize - 1).unwrap_or_default();
            _ = writeln!(text, "    {line:>5} | {}", content.trim_end());
        }
    }

    fn formula(&self, term: TermId) -> String {
        let shown = self.checker.terms.show(term);
        let shown =
            shown.strip_prefix('(').and_then(|s| s.strip_suffix(')')).map_or(shown.clone(), str::to_owned);
        match shown.char_indices().nth(LONGEST_FORMULA) {
            Some((at, _)) => format!("{}…", &shown[..at]),
            None => shown,
        }
    }

    fn about(&self, obligation: &Obligation) -> String {
        let place = self.place(obligation.exit);
        match obligation.variable {
            None => format!("both versions go on {place}, or neither does:"),
            Some(var) => {
                format!("{} is the same in both {place}:", self.checker.terms.info(var).name)
            }
        }
    }

    fn place(&self, key: NodeKey) -> String {
        let line = |statement: StmtId| {
            let span = self.code().map(|code| code.stmts[statement].span);
            span.map_or_else(String::new, |s| format!("at line {}", self.source().position(s.start).line))
        };
        match key.place {
            Place::Entry => "at the entry".to_owned(),
            Place::Return => "at the return".to_owned(),
            Place::Throw => "where an exception leaves the method".to_owned(),
            Place::Cut => "behind the last iteration".to_owned(),
            Place::Statement(statement) => line(statement),
            _ => {
                let graph = &self.checker.graph;
                let node = graph.nodes.iter().find(|node| node.key == key).and_then(|node| node.statement);
                node.map_or_else(|| "where an exception is raised".to_owned(), line)
            }
        }
    }

    fn attempts(&self, text: &mut String) {
        _ = writeln!(text, "\nWhat was looked at:");
        for attempt in &self.checked.attempts {
            let found = self.found(&attempt.result);
            let (depth, statements) = (depth_name(attempt.depth), attempt.statements);
            _ = writeln!(text, "    depth {depth:>6}, {statements:>3} statements: {found}");
        }
    }

    fn found(&self, result: &AttemptResult) -> String {
        match result {
            AttemptResult::Proven => "equivalent".to_owned(),
            AttemptResult::Differs { exit, variable: None } => {
                format!("the versions part: one goes on {}, the other does not", self.place(*exit))
            }
            AttemptResult::Differs { exit, variable: Some(var) } => {
                format!("{} may differ {}", self.checker.terms.info(*var).name, self.place(*exit))
            }
            AttemptResult::Undecided(why) => format!("undecided: {why}"),
            AttemptResult::None(why) => format!("no summary: {why}"),
        }
    }

    /// All questions of the proof, those that prove the facts first; a solver says `unsat` to each.
    pub fn smtlib(&mut self) -> String {
        let mut text = format!("; {}\n(set-logic QF_BVFP)\n", self.mutant.id);
        let Some(proof) = self.checked.proof.clone() else {
            return format!("; {}: there is no proof\n", self.mutant.id);
        };
        self.steps_of_facts(&mut text, std::slice::from_ref(&proof));
        self.obligations(&mut text, &proof);
        let parts = proof.callers.unwrap_or_default();
        for of_root in parts.chunk_by(|a, b| a.root == b.root) {
            let [InCaller { root, .. }, ..] = of_root else { continue };
            _ = writeln!(text, "; in {}", self.program.method_name(*root));
            let proofs: Vec<Proof> = of_root.iter().map(|part| part.proof.clone()).collect();
            self.about_root(*root, |own| {
                own.steps_of_facts(&mut text, &proofs);
                proofs.iter().for_each(|proof| own.obligations(&mut text, proof));
            });
        }
        text
    }

    /// The proof of the facts, where one of the proofs rests on them.
    fn steps_of_facts(&mut self, text: &mut String, proofs: &[Proof]) {
        let rests = |proof: &Proof| proof.kind == ProofKind::Unreachable || !proof.assumptions.is_empty();
        if !proofs.iter().any(rests) {
            return;
        }
        for step in self.checker.steps_of_facts() {
            let comment = format!(
                "from {} to {}: {}",
                self.node_of(step.edge, true),
                self.node_of(step.edge, false),
                self.formula(step.conclusion)
            );
            self.question(text, comment, step.assumptions, step.conclusion);
        }
    }

    fn obligations(&mut self, text: &mut String, proof: &Proof) {
        for obligation in &proof.obligations {
            let comment = self.about(obligation);
            self.question(text, comment, proof.assumptions.clone(), obligation.holds);
        }
    }

    fn node_of(&self, edge: EdgeId, source: bool) -> NodeId {
        let edge = &self.checker.graph.edges[edge];
        if source { edge.from } else { edge.to }
    }

    fn question(&mut self, text: &mut String, comment: String, assumptions: Vec<TermId>, goal: TermId) {
        let question = Question { assumptions, goal };
        match script(&mut self.checker.terms, &question, &SizeLimits::default()) {
            Ok(script) => text.push_str(&script.to_scope(&[comment])),
            Err(why) => _ = writeln!(text, "; {comment}\n; {why}"),
        }
    }
}
