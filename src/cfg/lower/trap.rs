//! `jatpg.Trap`: a label's trap is an output that says whether it has sprung.
//!
//! In a run, the trap that springs ends it ([`crate::exec::state::Stop::Trap`]); here the run goes on, and the variable
//! stays set. Both tell the version from the original in the same states: those in which the original comes to the label with
//! its condition true. What happens behind is what the original does, and nothing but a trap writes the variable. So what is
//! said of outputs holds of it, with no exit of its own: no handler and no `finally` part is on its way.
//!
//! **Runs without an end** come to no exit where the variable could be looked at. So it counts at every node
//! (`analysis::relevance`): a region is left with it equal, or it proves nothing. Rules that follow rounds of a loop side by
//! side, and so speak of runs that end, are not asked about labels (`roa::lockstep`, `roa::idle`).

use crate::cfg::lower::{Builder, Origin, variables};
use crate::jvm::operator::BinaryOperator as Op;
use crate::jvm::value::PrimitiveType;
use crate::term::TermId;

impl Builder<'_> {
    /// A call of a method of `jatpg.Trap` by its key; `None`: it is none.
    pub(super) fn trap(&mut self, origin: Origin, key: &str, arguments: &[TermId]) -> Option<TermId> {
        let method = key.strip_prefix("jatpg.Trap.")?;
        let compared = match method {
            "on(boolean,boolean)" => Some((Op::Eq, PrimitiveType::Boolean)),
            "equal(int,int)" => Some((Op::Eq, PrimitiveType::Int)),
            "equal(long,long)" => Some((Op::Eq, PrimitiveType::Long)),
            "equal(float,float)" => Some((Op::Eq, PrimitiveType::Float)),
            "equal(double,double)" => Some((Op::Eq, PrimitiveType::Double)),
            "below(int,int)" => Some((Op::Lt, PrimitiveType::Int)),
            "above(int,int)" => Some((Op::Ge, PrimitiveType::Int)),
            _ => None,
        };
        match (method, arguments) {
            (_, &[value, other]) if let Some((op, ty)) = compared => {
                let holds = self.terms.binary(op, ty, value, other);
                self.spring(origin, holds);
                Some(value)
            }
            (_, &[value, condition]) if method.starts_with("seen(") => {
                self.spring(origin, condition);
                Some(value)
            }
            (_, &[_, value]) if method.starts_with("after(") => Some(value),
            ("when(boolean)", &[condition]) => {
                self.spring(origin, condition);
                Some(self.terms.null())
            }
            ("now()", []) => {
                let always = self.terms.boolean(true);
                self.spring(origin, always);
                Some(self.terms.null())
            }
            _ => None,
        }
    }

    /// The trap springs where the condition holds.
    fn spring(&mut self, origin: Origin, condition: TermId) {
        let var = variables::trap(self.terms);
        let before = self.terms.var(var);
        let after = self.terms.or(before, condition);
        self.assign_variable(origin, var, after);
    }
}
