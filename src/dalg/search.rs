//! The decision tree (§3.5, Fig. 3.8): excite the mutation effect, propagate it to an output, justify what was
//! assumed; each subtask by the question of its own region, solution after solution up to the backtrack limit.
//!
//! A test that comes out is run: nothing is believed without it. What a search proves that finds none is for
//! [`super::refutation`] to say.

use std::collections::{BTreeSet, VecDeque};

use smallvec::SmallVec;

use crate::budget::Budget;
use crate::dalg::assist::{Added, Blame};
use crate::dalg::d_frontier::Site;
use crate::dalg::effects::Effects;
use crate::dalg::implication::Implication;
use crate::dalg::justification::Unjustified;
use crate::dalg::network::{DefId, Mark, Network, RuleId, StatusId};
use crate::dalg::possible_values::Histories;
use crate::dalg::question::{Builder, Opened, StatusSymbols};
use crate::dalg::state::{Cell, Conflict, Exs, State};
use crate::dalg::story::{Event, Story};
use crate::dalg::switches::{Limits, Switch, Switches};
use crate::dalg::value::{Value, constant, is_expressible};
use crate::index::IndexVec;
use crate::symbolic::question::{Answer, Asker};
use crate::symbolic::solver::SolverError;
use crate::term::sort::Sort;
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// Every subtask was refuted, without a limit: no test within the frames.
    Refuted,
    /// The backtrack limit of some subtask.
    Backtracks,
    /// The solver's limit.
    Solver,
    /// The tests that may be run in vain.
    Tests,
    /// The effort of the mutant.
    Effort,
    /// A test kills the mutant.
    Killed,
}

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    pub subtasks: u64,
    pub solutions: u64,
    pub backtracks: u64,
    pub conditions: u64,
    /// Places of the largest question, and of the largest that assist has not grown.
    pub largest: usize,
    pub largest_unassisted: usize,
    /// Places of both versions of the unit in which the largest was asked: what a global question is about.
    pub whole: usize,
    pub tests: u32,
}

impl Stats {
    pub fn add(&mut self, other: &Self) {
        self.subtasks += other.subtasks;
        self.solutions += other.solutions;
        self.backtracks += other.backtracks;
        self.conditions += other.conditions;
        if other.largest >= self.largest {
            (self.largest, self.whole) = (other.largest, other.whole);
        }
        self.largest_unassisted = self.largest_unassisted.max(other.largest_unassisted);
        self.tests += other.tests;
    }
}

/// Runs a test: the values of the unit's inputs. Whether it kills the mutant.
pub type RunTest<'a> = dyn FnMut(&[(VarId, Value)]) -> bool + 'a;

/// One search, for one copy of the mutated region.
pub struct Search<'a> {
    pub network: &'a Network,
    pub terms: &'a mut Terms,
    pub asker: &'a mut Asker,
    pub state: &'a mut State,
    pub symbols: &'a mut StatusSymbols,
    pub effects: &'a Effects,
    /// Possible concrete values, if they are looked at.
    pub possible: Option<&'a IndexVec<DefId, Option<Vec<u64>>>>,
    /// How they come about, if that is looked at.
    pub histories: Option<&'a Histories>,
    /// What holds when the original enters the mutated region.
    pub facts: Vec<TermId>,
    /// The region is larger than the minimal one.
    pub is_expanded: bool,
    /// What assist added to the excitations of this region, for its other mutants.
    pub template: Opened,
    /// What is the original's.
    pub mark: Mark,
    pub inputs: &'a [DefId],
    /// Places of both versions of the unit.
    pub whole: usize,
    pub switches: Switches,
    pub limits: Limits,
    pub budget: &'a mut Budget,
    pub stats: Stats,
    pub story: Story,
    pub run_test: &'a mut RunTest<'a>,
    /// A way was given up without being refuted.
    pub abandons: bool,
    choices: u32,
    applied: u64,
    /// Where the effect was propagated on the way here: each place once.
    pub(super) passed: BTreeSet<Site>,
    /// The inputs that were run, in vain if the search goes on.
    tested: BTreeSet<Vec<(VarId, Value)>>,
    /// What was justified on the way here.
    pub(super) justified: BTreeSet<RuleId>,
    /// What the questions below had opened when they were refuted.
    lesson: Opened,
    /// Why no output can differ any more.
    pub(super) blocked: Option<Blocked>,
    /// That an output differs.
    observed: Option<TermId>,
    error: Option<SolverError>,
}

/// One subtask: the condition that its region has to keep, and where it has to be executed.
#[derive(Clone, Debug)]
pub struct Subtask {
    pub name: String,
    pub wanted: TermId,
    pub executed: Vec<StatusId>,
    /// Definitions and statuses that the region is made of.
    pub opened: Opened,
    /// It excites.
    pub is_excitation: bool,
}

/// No output can differ any more.
pub(super) struct Blocked {
    pub conflict: Conflict,
    /// Where the effect was hidden.
    pub hidden: Vec<Site>,
}

/// Sites that the effect is asked to pass, one at a time (§4.3.1.5): where it can pass one of them alone, that is what a
/// conflict calls for; where it can pass several, others are left, so that it is never more than a wish.
#[derive(Default)]
struct Passages {
    wished: VecDeque<Site>,
    known: BTreeSet<Site>,
}

/// What has to be true after a subtask's solution.
#[derive(Clone, Copy, Debug)]
pub(super) enum Then {
    Propagate,
    Justify(Versions),
}

/// Which versions are justified (§4.3.5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Versions {
    Original,
    Both,
}

#[expect(clippy::too_many_arguments, reason = "the parts of one search, each lent by another owner")]
impl<'a> Search<'a> {
    pub fn new(
        network: &'a Network,
        terms: &'a mut Terms,
        asker: &'a mut Asker,
        state: &'a mut State,
        symbols: &'a mut StatusSymbols,
        effects: &'a Effects,
        mark: Mark,
        inputs: &'a [DefId],
        switches: Switches,
        limits: Limits,
        budget: &'a mut Budget,
        run_test: &'a mut RunTest<'a>,
    ) -> Self {
        let applied = state.applied();
        Self {
            network,
            terms,
            asker,
            state,
            symbols,
            effects,
            possible: None,
            histories: None,
            facts: Vec::new(),
            is_expanded: false,
            template: Opened::default(),
            mark,
            inputs,
            whole: 0,
            switches,
            limits,
            budget,
            stats: Stats::default(),
            story: Story::default(),
            run_test,
            abandons: false,
            choices: 0,
            applied,
            passed: BTreeSet::new(),
            tested: BTreeSet::new(),
            justified: BTreeSet::new(),
            lesson: Opened::default(),
            blocked: None,
            observed: None,
            error: None,
        }
    }

    /// Tries the MEE subtasks one after the other.
    pub fn run(&mut self, excitations: &[Subtask]) -> Result<End, SolverError> {
        let mut end = End::Refuted;
        for subtask in excitations {
            let mut subtask = subtask.clone();
            if self.switches.has(Switch::Template) {
                subtask.opened.add(&self.template);
            }
            subtask.is_excitation = true;
            end = end.max(self.attempt(subtask, Then::Propagate));
            if let Some(error) = self.error.take() {
                return Err(error);
            }
            if end == End::Killed || self.is_over(end) {
                break;
            }
        }
        Ok(end)
    }

    pub(super) const fn is_over(&self, end: End) -> bool {
        matches!(end, End::Tests | End::Effort)
    }

    fn spend(&mut self) -> bool {
        let applied = self.state.applied();
        let spent = self.budget.spend((applied - self.applied) * 40);
        self.applied = applied;
        spent.is_ok()
    }

    /// Solves a subtask's question, implies what follows, and goes on; the next solution if that fails.
    #[expect(
        clippy::too_many_lines,
        reason = "the loop of one subtask, to be read in one piece with the text's"
    )]
    pub(super) fn attempt(&mut self, mut subtask: Subtask, then: Then) -> End {
        self.stats.subtasks += 1;
        let mut excluded: Vec<TermId> = Vec::new();
        let mut backtracks = 0;
        let mut end = End::Refuted;
        self.story.open(&subtask.name);
        // A template is what assist has opened for another mutant.
        let own = if subtask.is_excitation { 0 } else { subtask.opened.defs.len() };
        let start = self.state.position();
        self.lesson = Opened::default();
        let mut passages = Passages::default();
        loop {
            if !self.spend() {
                self.story.add(Event::Effort);
                end = End::Effort;
                break;
            }
            let observed = subtask.opened.observed.then(|| self.observed());
            let passage = passages.wished.front().map(|&site| self.passage(site));
            let mut builder =
                Builder::new(self.network, self.terms, self.state, self.symbols, &subtask.opened);
            builder.possible = self.possible;
            builder.histories = self.histories;
            builder.observed = observed;
            builder.passage = passage;
            builder.facts = if subtask.is_excitation { &self.facts } else { &[] };
            let asked = builder.build(subtask.wanted, &subtask.executed, &excluded);
            self.measure(&subtask, own, asked.places.len());
            self.story.region(asked.places.iter().copied());
            let answer = match self.ask(&asked, excluded.len()) {
                Ok(answer) => answer,
                Err(error) => {
                    self.error = Some(error);
                    end = End::Effort;
                    break;
                }
            };
            let assignment = match answer {
                Answer::Refuted { assignment, .. } => assignment,
                Answer::Valid { .. } | Answer::Undecided { .. } if passage.is_some() => {
                    // Questions with others are as hard.
                    match answer {
                        Answer::Undecided { .. } => passages.wished.clear(),
                        _ => _ = passages.wished.pop_front(),
                    }
                    continue;
                }
                Answer::Valid { .. } => {
                    self.story.add(Event::NoSolution);
                    self.lesson.add(&subtask.opened);
                    break;
                }
                Answer::Undecided { .. } => {
                    self.story.add(Event::Undecided);
                    end = end.max(End::Solver);
                    break;
                }
            };
            self.stats.solutions += 1;
            self.choices += 1;
            let choice = self.choices;
            let values: Vec<(DefId, Value)> = asked
                .defs
                .iter()
                .filter_map(|&(symbol, def)| {
                    let Sort::Value(sort) = self.terms.info(symbol).sort else { return None };
                    let bits = assignment.variable(self.terms, symbol);
                    is_expressible(self.terms, sort, bits).then_some((def, Value::Known(bits)))
                })
                .collect();
            let statuses: Vec<(StatusId, Exs)> = asked
                .statuses
                .iter()
                .map(|&(symbol, status)| {
                    let is_executed = assignment.variable(self.terms, symbol) & 1 == 1;
                    (status, if is_executed { Exs::Executed } else { Exs::NotExecuted })
                })
                .collect();
            let implied = self.choose(&subtask, &values, &statuses, choice);
            self.tell_solution(start);
            let mut hidden = None;
            let conflict = match implied {
                Ok(()) => {
                    let found = match then {
                        Then::Propagate => self.propagate(),
                        Then::Justify(versions) => self.justify(versions),
                    };
                    if found == End::Killed || self.is_over(found) {
                        end = found;
                        break;
                    }
                    end = end.max(found);
                    self.blocked.take().map(|blocked| {
                        hidden = Some(blocked.hidden);
                        blocked.conflict
                    })
                }
                Err(conflict) => Some(conflict),
            };
            let blame = conflict.map(|c| (Blame::of(self.network, self.state, &c, choice), c));
            if let Some((_, conflict)) = &blame {
                self.tell_conflict(conflict);
            }
            self.state.cut(start);
            let added = match &blame {
                Some((blame, _)) => {
                    blame.assist(self.terms, self.network, &mut subtask.opened, self.switches, &self.limits)
                }
                None => self.learn(&mut subtask.opened),
            };
            let observes = hidden.and_then(|hidden| self.observe(&mut subtask.opened, &mut passages, hidden));
            let is_passage = observes == Some(Added::Passage);
            let told = observes.filter(|_| added.is_none() || is_passage);
            let added: SmallVec<[Added; 2]> = added.into_iter().chain(told).collect();
            if !added.is_empty() {
                if subtask.is_excitation && blame.is_some() {
                    self.template = subtask.opened.within(self.mark);
                }
                let conditions = added.iter().filter(|added| matches!(added, Added::Condition(_)));
                self.stats.conditions += conditions.count() as u64;
                self.tell_assist(&added);
                continue;
            }
            let chosen = match &blame {
                // Whatever this subtask chooses, it fails.
                Some((blame, _)) if blame.chosen.is_empty() => {
                    self.lesson.add(&subtask.opened);
                    break;
                }
                Some((blame, _)) => Some(&blame.chosen),
                None => None,
            };
            // More is excluded than was tried.
            if chosen.is_none() && !(asked.is_told && values.len() == asked.defs.len()) {
                end = end.max(End::Backtracks);
            }
            excluded.push(self.excluded(&values, &statuses, chosen.map(Vec::as_slice)));
            backtracks += 1;
            self.stats.backtracks += 1;
            if backtracks > self.limits.backtracks {
                self.story.add(Event::Limit);
                end = end.max(End::Backtracks);
                break;
            }
        }
        if end != End::Killed {
            self.state.cut(start);
        }
        self.story.close(end);
        end
    }

    /// Observability (§4.3.1.5): what blocked the effect is asked about together with the output that is to differ, and with
    /// that it passes one of the sites that have hidden it.
    fn observe(&self, opened: &mut Opened, passages: &mut Passages, hidden: Vec<Site>) -> Option<Added> {
        if !self.switches.has(Switch::EcAssist) {
            return None;
        }
        let asks_for_output = !std::mem::replace(&mut opened.observed, true);
        let known = passages.known.len();
        for site in hidden {
            if passages.known.len() < self.limits.k_ec as usize && passages.known.insert(site) {
                passages.wished.push_back(site);
            }
        }
        let added = if passages.known.len() > known { Added::Passage } else { Added::Lesson };
        (asks_for_output || added == Added::Passage).then_some(added)
    }

    /// What refuted the subtasks that follow from a solution is asked together with it from now on.
    fn learn(&mut self, opened: &mut Opened) -> Option<Added> {
        let lesson = std::mem::take(&mut self.lesson);
        if !self.switches.has(Switch::EcAssist)
            || opened.conditions + lesson.conditions > self.limits.k_ec
            || opened.defs.len() + lesson.defs.len() > self.limits.k_def as usize
        {
            return None;
        }
        let size = |o: &Opened| (o.defs.len(), o.statuses.len(), o.implied.len(), o.observed);
        let before = size(opened);
        let conditions = opened.conditions;
        opened.add(&lesson);
        opened.conditions =
            if opened.statuses.len() > before.1 { conditions + lesson.conditions } else { conditions };
        (before != size(opened)).then_some(Added::Lesson)
    }

    /// That an output differs, over the symbols of definitions and statuses.
    fn observed(&mut self) -> TermId {
        if let Some(known) = self.observed {
            return known;
        }
        let term = self.effects.observed(self.terms, self.network, self.symbols);
        self.observed = Some(term);
        term
    }

    /// Notes the size of a question. Assist alone opens statuses, and more definitions than a subtask begins with; an
    /// expanded region makes larger ones, too.
    fn measure(&mut self, subtask: &Subtask, own: usize, places: usize) {
        if places >= self.stats.largest {
            (self.stats.largest, self.stats.whole) = (places, self.whole);
        }
        let is_grown = self.is_expanded || subtask.opened.observed || !subtask.opened.statuses.is_empty();
        if !is_grown && subtask.opened.defs.len() <= own {
            self.stats.largest_unassisted = self.stats.largest_unassisted.max(places);
        }
    }

    fn implication(&mut self) -> Implication<'_> {
        let indirect = self.switches.has(Switch::IndirectExs);
        let mut implication = Implication::new(self.network, self.terms, self.state, indirect);
        implication.histories = self.histories;
        implication
    }

    fn choose(
        &mut self,
        subtask: &Subtask,
        values: &[(DefId, Value)],
        statuses: &[(StatusId, Exs)],
        choice: u32,
    ) -> Result<(), Conflict> {
        let mut implication = self.implication();
        for &status in &subtask.executed {
            implication.choose_status(status, Exs::Executed, choice)?;
        }
        let mut chosen = values.iter().try_for_each(|&(def, v)| implication.choose_value(def, v, choice));
        chosen = chosen.and_then(|()| {
            statuses.iter().try_for_each(|&(s, exs)| implication.choose_status(s, exs, choice))
        });
        let implied = chosen.is_ok().then(|| implication.run());
        // A solution keeps to what is known. One that does not is no part of the conflict, so that too much is excluded.
        self.abandons |= implied.is_none();
        implied.unwrap_or(chosen)
    }

    /// That a solution, or the part of it that is to blame, is not taken again.
    fn excluded(
        &mut self,
        values: &[(DefId, Value)],
        statuses: &[(StatusId, Exs)],
        chosen: Option<&[Cell]>,
    ) -> TermId {
        let is_chosen = |cell: Cell| chosen.is_none_or(|chosen| chosen.contains(&cell));
        let mut all = self.terms.boolean(true);
        for &(def, value) in values {
            let (Value::Known(bits), true) = (value, is_chosen(Cell::Value(def))) else { continue };
            let symbol = self.network.defs[def].symbol;
            let Sort::Value(sort) = self.terms.info(symbol).sort else { continue };
            let (term, constant) = (self.terms.var(symbol), constant(self.terms, sort, bits));
            let same = self.terms.same_value(term, constant);
            all = self.terms.and(all, same);
        }
        for &(status, exs) in statuses {
            if is_chosen(Cell::Status(status)) {
                let term = self.symbols.term(self.terms, status);
                let same = if exs == Exs::Executed { term } else { self.terms.not(term) };
                all = self.terms.and(all, same);
            }
        }
        all
    }

    /// The original first, both only if the test does not kill (§4.3.5.3); or both at once.
    pub(super) fn justify_all(&mut self) -> End {
        let versions = if self.switches.has(Switch::MultiJust) { Versions::Original } else { Versions::Both };
        self.justify(versions)
    }

    /// Justifies the next element that is not; runs the test when none is left.
    fn justify(&mut self, versions: Versions) -> End {
        if !self.spend() {
            self.story.add(Event::Effort);
            return End::Effort;
        }
        let Some((rule, next)) = self.unjustified(versions) else {
            let found = self.test();
            if found != End::Killed && !self.is_over(found) && versions == Versions::Original {
                return self.justify(Versions::Both);
            }
            return found;
        };
        self.justified.insert(rule);
        let end = match next {
            Unjustified::Question(subtask) => self.attempt(subtask, Then::Justify(versions)),
            // What makes it might give it any value.
            Unjustified::Impossible => {
                self.abandons = true;
                End::Refuted
            }
            Unjustified::Ways(name, ways) => {
                self.story.open(&name);
                let end = self.ways(&ways, versions);
                self.story.close(end);
                end
            }
        };
        self.justified.remove(&rule);
        end
    }

    /// One alternative after the other.
    fn ways(&mut self, ways: &[Vec<StatusId>], versions: Versions) -> End {
        self.stats.subtasks += 1;
        let start = self.state.position();
        let mut end = End::Refuted;
        for (tried, way) in ways.iter().enumerate() {
            if tried as u32 > self.limits.backtracks {
                self.story.add(Event::Limit);
                return end.max(End::Backtracks);
            }
            self.choices += 1;
            let choice = self.choices;
            let mut implication = self.implication();
            let chosen =
                way.iter().try_for_each(|&status| implication.choose_status(status, Exs::Executed, choice));
            let implied = chosen.and_then(|()| implication.run());
            self.tell_solution(start);
            if let Err(conflict) = &implied {
                self.tell_conflict(conflict);
            }
            if implied.is_ok() {
                let found = self.justify(versions);
                if found == End::Killed || self.is_over(found) {
                    return found;
                }
                end = end.max(found);
            }
            self.stats.backtracks += 1;
            self.state.cut(start);
        }
        end
    }

    pub(super) fn test(&mut self) -> End {
        let values: Vec<(VarId, Value)> =
            self.inputs.iter().map(|&def| (self.network.defs[def].var, self.state.value(def))).collect();
        self.stats.tests += 1;
        // A run costs about as much as so many terms.
        let paid = self.budget.spend(5_000).is_ok();
        // A test that was run before did not kill.
        let kills = self.tested.insert(values.clone()) && (self.run_test)(&values);
        self.story.add(Event::Test { kills });
        match (kills, paid) {
            (true, _) => End::Killed,
            (_, false) => End::Effort,
            _ if self.stats.tests >= self.limits.tests => End::Tests,
            // What the model says is not what the run does: no proof of anything.
            _ => End::Backtracks,
        }
    }
}
