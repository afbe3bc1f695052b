//! Tests of the methods of which no formula says all: those that objects, arrays or texts are handed to, or that give them back.
//!
//! Some drivers of such a method have formulas of their own (`driver/skeleton.rs`): the literals are the inputs, and how long an array is, what it holds beside
//! literals and how an object was made stays as it is. A model is run as everywhere; that there is none says nothing of other drivers, so
//! nothing is proven here. The drivers, from small to large, are the outer loop of Procedure 1 or 2, and the bounds grow within.

use super::{Bmc, CUT_BOUNDS};
use crate::engine::EngineError;
use crate::engine::explorer::skeletons::Cubes;
use crate::engine::global::{EFFORT_OF_NODE, Stop};
use crate::engine::session::Session;
use crate::engine::subject::GoalIndex;
use crate::engine::whole::{Asked, Whole};
use crate::frames::Bounds;
use crate::sema::program::MethodId;

/// The most drivers of a method, as the global engine has.
const MOST: usize = 14;

impl Bmc<'_> {
    /// Looks for tests of these goals in drivers that call the method.
    pub(super) fn search_skeletons(
        &self,
        session: &mut Session<'_>,
        entry: MethodId,
        goals: &[GoalIndex],
    ) -> Result<(), EngineError> {
        let subject = session.subject();
        let bounds = Bounds { nodes: crate::engine::whole::NODES, ..Bounds::of_iterations(CUT_BOUNDS[0]) };
        let cubes = Cubes::within(subject.program(), bounds);
        let known = cubes.of_method(&mut subject.runner(), &self.generator, entry, MOST);
        session.effort.spend_terms(cubes.take_nodes() as u64 * EFFORT_OF_NODE);
        for reaching in &known.cubes {
            for bound in CUT_BOUNDS {
                let is_here = |goal: &GoalIndex| reaching.methods.contains(&subject.mutant(*goal).method);
                let live: Vec<GoalIndex> =
                    goals.iter().copied().filter(|goal| session.is_open(*goal) && is_here(goal)).collect();
                if live.is_empty() || session.effort.left() == 0 {
                    break;
                }
                let Ok(mut whole) = Whole::in_skeleton(subject, &reaching.cube, bound) else { break };
                session.effort.spend_terms(whole.skeleton.terms.asked());
                if whole.may_end() {
                    self.search_within(session, &mut whole, &live)?;
                }
                if !whole.is_cut() {
                    break;
                }
            }
        }
        Ok(())
    }

    /// In the frames of one driver.
    fn search_within(
        &self,
        session: &mut Session<'_>,
        whole: &mut Whole<'_>,
        live: &[GoalIndex],
    ) -> Result<(), EngineError> {
        let mut none: Vec<GoalIndex> =
            self.refuted(session, whole, live, Asked::Within)?.into_iter().collect();
        // Only behind the largest frames is a run that leaves them worth a try as one without end.
        let is_last = !whole.is_cut() || whole.bound() == CUT_BOUNDS[CUT_BOUNDS.len() - 1];
        if is_last && !none.is_empty() {
            none = self.refuted(session, whole, &none, Asked::Leaves)?.into_iter().collect();
        }
        for goal in none {
            let stop = if whole.is_cut() { Stop::Bound(whole.bound()) } else { Stop::NoDifference };
            session.notes.solver_stopped(goal, stop);
        }
        Ok(())
    }
}
