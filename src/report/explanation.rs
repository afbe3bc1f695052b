//! Why a mutant is equivalent, for a person and for another solver (DESIGN §7): the region, the facts at its head, and
//! the questions whose answers are the proof.

use std::fmt::Write as _;

use serde::Serialize;

use crate::cfg::graph::{EdgeId, NodeId, NodeKey, Place};
use crate::engine::cbt::necessity;
use crate::mutate::mutant::Mutant;
use crate::report::change::shortened;
use crate::report::count::count;
use crate::report::decided::{Decided, DecidedReport};
use crate::report::equivalence::depth_name;
use crate::report::graphs::DrawnVersion;
use crate::report::json::{VERSION, VerdictKind};
use crate::report::known::Known;
use crate::report::list;
use crate::report::names::in_words;
use crate::report::search::SearchReport;
use crate::roa::callers::{Callers, InCaller};
use crate::roa::check::Obligation;
use crate::roa::mroa::Depth;
use crate::roa::proof::{Attempt, AttemptResult, BoundOn, Checked, Proof, ProofKind};
use crate::roa::workbench::Workbench;
use crate::sema::program::{MethodId, MethodSource, Program};
use crate::symbolic::encode::SizeLimits;
use crate::symbolic::equalities;
use crate::symbolic::question::{Question, script};
use crate::symbolic::solver::SolverError;
use crate::syntax::source::SourceFile;
use crate::syntax::tree::{Code, StmtId};
use crate::term::TermId;
use crate::term::variable::{VarId, Variable};

/// Longer formulas are cut in text; SMT-LIB has them whole.
const LONGEST_FORMULA: usize = 160;
/// As much is shown of an expression that has no name.
const LONGEST_NAME: usize = 40;

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
    /// That of `generate`.
    pub verdict: VerdictKind,
    pub decided: DecidedReport,
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
    pub bench: &'e mut Workbench<'p>,
    /// Of a private method.
    pub callers: Option<&'e mut Callers<'p>>,
}

impl<'p> Explanation<'_, 'p> {
    /// The proof; where there is none, what was looked at.
    pub fn text(&mut self) -> Result<String, SolverError> {
        let mut text = String::new();
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
        let bench = callers.as_mut()?.bench(root)?;
        Some(tell(&mut Explanation { program, mutant, checked, bench, callers: None }))
    }

    /// The same for other tools.
    pub fn report(&self, decided: &Decided, known: Known, searches: Vec<SearchReport>) -> ExplanationReport {
        let at = self.source().position(self.mutant.span.start);
        let proof = self.checked.proof.as_ref();
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
            verdict: decided.verdict(),
            decided: decided.report(known),
            proof: proof.map(|proof| proof.kind),
            depth: proof.map(|proof| depth_name(proof.depth)),
            bound: match known {
                Known::EquivalentUpTo(bound) => Some(bound),
                _ => None,
            },
            reason: decided.reason().map(str::to_owned).or_else(|| self.reason(known)),
            attempts: attempts.collect(),
            searches,
        }
    }

    /// Why it is no better proven.
    fn reason(&self, known: Known) -> Option<String> {
        let of_check = self.checked.bounded.reason.clone();
        match known {
            Known::Killed | Known::Equivalent(_) => None,
            Known::EquivalentUpTo(_) => of_check,
            Known::Undecided(_) => of_check.or_else(|| Some(known.why())),
        }
    }

    fn source(&self) -> &SourceFile {
        &self.program.unit_of(self.program.methods[self.mutant.method].class).tree.source
    }

    fn code(&self) -> Option<&Code> {
        code_of(self.program, self.bench.graph.method)
    }

    /// What a test would have to bring about, for one that is still sought: by the table of necessity constraints.
    pub fn needed(&self) -> String {
        if self.mutant.label.is_some() {
            return String::new();
        }
        let line = self.source().position(self.mutant.span.start).line;
        match necessity::in_words(self.mutant) {
            Some(needed) => format!(
                "\nA test would have to reach line {line} when {needed}, and show what comes of it.\n"
            ),
            None => format!("\nA test would have to reach line {line}, and show what comes of the change.\n"),
        }
    }

    /// The mutant, where it stands, and what is known of it.
    pub fn heading(&self, known: &str) -> String {
        let at = self.source().position(self.mutant.span.start);
        let aliases = list::aliases(self.mutant).map(|aliases| format!(" {aliases}")).unwrap_or_default();
        if let Some(label) = &self.mutant.label {
            let at = self.source().position(label.span.start);
            let (id, file) = (&self.mutant.id, self.source().path.display());
            let place = format!("{file}:{}:{}", at.line, at.column);
            return format!(
                "{id}{aliases}\n{place}: a test comes here with {}\n\n{known}\n",
                label.predicate
            );
        }
        format!(
            "{}{aliases}\n{}:{}:{}: {} → {}\n\n{}\n",
            self.mutant.id,
            self.source().path.display(),
            at.line,
            at.column,
            self.mutant.original,
            if self.mutant.replacement.is_empty() { "(deleted)" } else { &self.mutant.replacement },
            known,
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
            _ = writeln!(text, "\nRegion: {region}, {}", count(attempt.statements, "statement"));
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
                    format!("{} around its call", count(*statements, "statement"))
                }
            };
            _ = writeln!(text, "\nIn {}, {around}:", self.program.method_name(*root));
            self.about_root(*root, |own| own.questions(text, proof)).transpose()?;
        }
        Ok(())
    }

    /// The facts and the questions of a proof.
    fn questions(&mut self, text: &mut String, proof: &Proof) -> Result<(), SolverError> {
        if proof.kind == ProofKind::IdleRounds {
            _ = writeln!(
                text,
                "\nWhere the original leaves the loop, the mutant goes on in rounds that change nothing but a counter, \
                 and leaves it in the end."
            );
            _ = writeln!(
                text,
                "Questions, each for all states there and all values that the counter passes:"
            );
        } else if proof.kind == ProofKind::SideBySide {
            _ = writeln!(
                text,
                "\nFrom loop to loop the versions' states differ, but not in what matters in the end."
            );
            _ = writeln!(text, "Questions, each for all states that differ only so:");
        } else {
            self.needed_facts(text, proof)?;
            _ = writeln!(text, "\nQuestions, each in every state that these facts allow:");
        }
        if proof.obligations.is_empty() {
            _ = writeln!(text, "    none: both versions give the same terms");
        }
        for obligation in &proof.obligations {
            let about = self.about(obligation, proof.kind);
            _ = writeln!(text, "    {about}\n        {}", self.formula(obligation.holds));
        }
        Ok(())
    }

    fn needed_facts(&mut self, text: &mut String, proof: &Proof) -> Result<(), SolverError> {
        let needed = self.bench.needed_facts(proof)?;
        _ = writeln!(text, "\nFacts at its head that the proof needs, true whatever the inputs:");
        if needed.is_empty() {
            _ = writeln!(text, "    none");
        }
        for &fact in &needed {
            _ = writeln!(text, "    {}", self.formula(fact));
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
            let BoundOn { loops, recursion, lengths } = proof.on;
            let conditions = [
                (loops, format!("each loop of the original goes round at most {times}")),
                (recursion, "no method calls itself more deeply".to_owned()),
                (lengths, format!("no array has more than {}", count(proof.bound as usize, "cell"))),
            ];
            let conditions: Vec<String> =
                conditions.into_iter().filter(|(is_bounded, _)| *is_bounded).map(|(_, text)| text).collect();
            _ = writeln!(text, "\nWherever {}, the mutant does the same.", conditions.join(", and "));
        }
        if let Some(reason) = &bounded.reason {
            let about = if bounded.proof.is_some() { "Beyond that" } else { "With loops and calls followed" };
            _ = writeln!(text, "\n{about}: {reason}.");
        }
    }

    /// The source lines of the region's statements.
    fn lines(&self, text: &mut String, attempt: &Attempt) {
        let Some(code) = self.code() else { return };
        let graph = &self.bench.graph;
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
        shortened(&self.in_source(|version| version.words(term)), LONGEST_FORMULA)
    }

    fn name(&self, var: VarId) -> String {
        let of_source = match self.bench.terms.info(var).variable {
            Variable::Temporary(..) => self.in_source(|version| version.name(var)),
            _ => None,
        };
        match of_source.filter(|text| text != "…") {
            Some(expression) => format!("the value of `{}`", shortened(&expression, LONGEST_NAME)),
            None => in_words(&self.bench.terms.info(var).name),
        }
    }

    /// In the words of the method's source.
    fn in_source<R>(&self, tell: impl FnOnce(&DrawnVersion<'_>) -> R) -> R {
        let types = self.program.type_numbers();
        let Workbench { terms, graph, .. } = &*self.bench;
        tell(&DrawnVersion { program: self.program, terms, graph, types, mutant: None })
    }

    fn about(&self, obligation: &Obligation, kind: ProofKind) -> String {
        let place = self.place(obligation.exit);
        match obligation.variable {
            // It need not be the same: the question says what it has to be.
            Some(var) if kind == ProofKind::SideBySide => format!("{} in both {place}:", self.name(var)),
            Some(var) if kind == ProofKind::IdleRounds => format!("{} {place}:", self.name(var)),
            None if kind == ProofKind::IdleRounds => format!("the mutant's way {place}:"),
            None => format!("both versions go on {place}, or neither does:"),
            Some(var) => {
                format!("{} is the same in both {place}:", self.name(var))
            }
        }
    }

    fn place(&self, key: NodeKey) -> String {
        // The frame is another method's where calls are followed.
        let callee = self.bench.terms.frame_info(key.frame).map(|frame| frame.method);
        let line = |statement: StmtId| {
            let method = callee.unwrap_or(self.bench.graph.method);
            let Some(statement) = code_of(self.program, method).and_then(|code| code.stmts.get(statement))
            else {
                return String::new();
            };
            let line = self.program.source_of(method).position(statement.span.start).line;
            match callee {
                Some(callee) => format!("at line {line}, in {}", self.program.method_name(callee)),
                None => format!("at line {line}"),
            }
        };
        match key.place {
            Place::Entry => "at the entry".to_owned(),
            Place::Return => "at the return".to_owned(),
            Place::Throw => "where an exception leaves the method".to_owned(),
            Place::Cut => "behind the last iteration".to_owned(),
            Place::Statement(statement) => line(statement),
            _ => {
                let graph = &self.bench.graph;
                let node = graph.nodes.iter().find(|node| node.key == key).and_then(|node| node.statement);
                node.map_or_else(|| "where an exception is raised".to_owned(), line)
            }
        }
    }

    fn attempts(&self, text: &mut String) {
        _ = writeln!(text, "\nWhat was looked at:");
        for attempt in &self.checked.attempts {
            let found = self.found(&attempt.result);
            let (depth, statements) = (depth_name(attempt.depth), count(attempt.statements, "statement"));
            _ = writeln!(text, "    depth {depth:>6}, {statements:>14}: {found}");
        }
    }

    fn found(&self, result: &AttemptResult) -> String {
        match result {
            AttemptResult::Proven => "equivalent".to_owned(),
            AttemptResult::Differs { exit, variable: None } => {
                format!("the versions part: one goes on {}, the other does not", self.place(*exit))
            }
            AttemptResult::Differs { exit, variable: Some(var) } => {
                format!("{} may differ {}", self.name(*var), self.place(*exit))
            }
            AttemptResult::Undecided(why) => format!("undecided: {why}"),
            AttemptResult::None(why) => format!("cannot be said as a whole: {why}"),
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
        let rests = |proof: &Proof| {
            matches!(proof.kind, ProofKind::Unreachable | ProofKind::SideBySide | ProofKind::IdleRounds)
                || !proof.assumptions.is_empty()
        };
        if !proofs.iter().any(rests) {
            return;
        }
        for step in self.bench.steps_of_facts() {
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
            let comment = self.about(obligation, proof.kind);
            self.question(text, comment, proof.assumptions.clone(), obligation.holds);
        }
    }

    fn node_of(&self, edge: EdgeId, source: bool) -> NodeId {
        let edge = &self.bench.graph.edges[edge];
        if source { edge.from } else { edge.to }
    }

    fn question(&mut self, text: &mut String, comment: String, mut assumptions: Vec<TermId>, goal: TermId) {
        // An object is its value.
        let held = equalities::objects_held(&mut self.bench.terms, &assumptions);
        assumptions.extend(held);
        let mut question = Question { assumptions, goal };
        let terms = &mut self.bench.terms;
        for (is_empty, is_the_empty_one) in equalities::empty_texts(terms, &question) {
            let is_longer = terms.not(is_empty);
            question.assumptions.push(terms.or(is_longer, is_the_empty_one));
        }
        let read = equalities::read_of_fixed(terms, &question);
        question.assumptions.extend(read);
        match script(&mut self.bench.terms, &question, &SizeLimits::default()) {
            Ok(script) => text.push_str(&script.to_scope(&[comment])),
            Err(why) => _ = writeln!(text, "; {comment}\n; {why}"),
        }
    }
}

fn code_of(program: &Program, method: MethodId) -> Option<&Code> {
    match &program.methods[method].source {
        MethodSource::Code(code) => Some(code),
        _ => None,
    }
}
