//! The table of mutation operators. To add one, add a row: lists, groups, ids and help follow from it.
//!
//! The order of the rows is the order in which mutants are made; where two are the same tree, the earlier row
//! names it.

use super::candidate::Candidate;
use super::context::Context;
use super::operators::{
    absolute, arithmetic, assignment, conditional, deletion, logical, mothra, relational, shift, statement,
    symbmc,
};

/// One mutation operator.
#[derive(Debug)]
pub struct Operator {
    pub name: &'static str,
    pub description: &'static str,
    pub groups: &'static [&'static str],
    /// Proposes the operator's mutants of one method, in order.
    pub find: fn(&Context, &mut Vec<Candidate>),
}

/// Names of groups; the first is the default.
pub const GROUPS: [&str; 6] = ["mujava", "deletion", "mujava-2004", "selective", MOTHRA_GROUP, "symbmc"];

/// Of it, methods have mutants in the square of their length.
pub const MOTHRA_GROUP: &str = "mothra";

const MUJAVA: &[&str] = &["mujava", "mujava-2004"];
const DELETION: &[&str] = &["mujava", "deletion"];
const SELECTIVE: &[&str] = &["selective"];
const MOTHRA: &[&str] = &[MOTHRA_GROUP];
const SYMBMC: &[&str] = &["symbmc"];
const MOTHRA_AND_SYMBMC: &[&str] = &[MOTHRA_GROUP, "symbmc"];
const MUJAVA_AND_SELECTIVE: &[&str] = &["mujava", "mujava-2004", "selective"];

#[rustfmt::skip]
pub static OPERATORS: [Operator; 45] = [
    row("AORB", "binary arithmetic operators by each other", MUJAVA_AND_SELECTIVE, arithmetic::aorb),
    row("AORS", "++ and -- by each other", MUJAVA, arithmetic::aors),
    row("AODU", "deletes unary + and -", MUJAVA, arithmetic::aodu),
    row("AODS", "deletes ++ and --", MUJAVA, arithmetic::aods),
    row("AOIU", "inserts unary -", MUJAVA, arithmetic::aoiu),
    row("AOIS", "inserts ++ and --", MUJAVA, arithmetic::aois),
    row("ROR", "relational operators by each other, true and false", MUJAVA_AND_SELECTIVE, relational::ror),
    row("COR", "&&, || and ^ by each other", MUJAVA_AND_SELECTIVE, conditional::cor),
    row("COD", "deletes !", MUJAVA, conditional::cod),
    row("COI", "inserts !", MUJAVA, conditional::coi),
    row("SOR", "shift operators by each other", MUJAVA, shift::sor),
    row("LOR", "bitwise operators by each other", MUJAVA, logical::lor),
    row("LOI", "inserts ~", MUJAVA, logical::loi),
    row("LOD", "deletes ~", MUJAVA, logical::lod),
    row("ASRS", "compound assignment operators by each other", MUJAVA, assignment::asrs),
    row("SDL", "deletes statements, conditions, updates and switch groups", DELETION, statement::sdl),
    row("VDL", "deletes variables from expressions", DELETION, deletion::vdl),
    row("ODL", "deletes operators with an operand", DELETION, deletion::odl),
    row("CDL", "deletes constants from expressions", DELETION, deletion::cdl),
    row("ABS", "absolute values of arithmetic expressions", SELECTIVE, absolute::abs),
    row("UOI", "inserts unary operators: AOIU, AOIS, LOI and COI together", SELECTIVE, arithmetic::uoi),
    row("AAR", "elements of arrays by each other", MOTHRA, mothra::symbols::aar),
    row("MABS", "absolute values of arithmetic expressions, their negatives, and a trap at zero", MOTHRA, mothra::expressions::abs),
    row("ACR", "constants by elements of arrays", MOTHRA, mothra::symbols::acr),
    row("AOR", "arithmetic operators by each other and by either operand", MOTHRA, mothra::expressions::aor),
    row("ASR", "scalars by elements of arrays", MOTHRA, mothra::symbols::asr),
    row("CAR", "elements of arrays by constants", MOTHRA, mothra::symbols::car),
    row("CNR", "arrays by others of their type, at the same index", MOTHRA, mothra::symbols::cnr),
    row("CRP", "constants by the values beside them", MOTHRA, mothra::symbols::crp),
    row("CSR", "scalars by constants", MOTHRA, mothra::symbols::csr),
    row("DER", "ends of counted loops: the last statement behind them, one round without a question", MOTHRA, mothra::loops::der),
    row("GLR", "labels of break and continue by others around them", MOTHRA, mothra::statements::glr),
    row("LCR", "logical connectors by each other, by either operand, by true and false", MOTHRA, mothra::expressions::lcr),
    row("MROR", "relational operators by each other", MOTHRA_AND_SYMBMC, mothra::expressions::ror),
    row("RSR", "statements by return", MOTHRA, mothra::statements::rsr),
    row("SAN", "a trap in front of each statement", MOTHRA, mothra::statements::san),
    row("SAR", "elements of arrays by scalars", MOTHRA, mothra::symbols::sar),
    row("SCR", "constants by scalars", MOTHRA, mothra::symbols::scr),
    row("MSDL", "deletes single statements", MOTHRA, mothra::statements::sdl),
    row("SRC", "constants by other constants of the method", MOTHRA, mothra::symbols::src),
    row("SVR", "scalars by each other", MOTHRA, mothra::symbols::svr),
    row("MUOI", "inserts - and !", MOTHRA, mothra::expressions::uoi),
    row("IAOR", "arithmetic operators on integers by each other", SYMBMC, symbmc::iaor),
    row("BOR", "bitwise operators and shifts by each other", SYMBMC, symbmc::bor),
    row("IVI", "integers that are loaded by one more, one less, and zero", SYMBMC, symbmc::ivi),
];

const fn row(
    name: &'static str,
    description: &'static str,
    groups: &'static [&'static str],
    find: fn(&Context, &mut Vec<Candidate>),
) -> Operator {
    Operator { name, description, groups, find }
}

/// The operators that a user chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperatorSet {
    chosen: [bool; OPERATORS.len()],
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum OperatorSetError {
    #[error(
        "no mutation operator or group is called `{name}`; operators: {}; groups: {}",
        operator_names(),
        GROUPS.join(", ")
    )]
    Unknown { name: String },
    #[error("the list of mutation operators `{list}` chooses none")]
    Empty { list: String },
}

/// All operators, with commas between them.
pub fn operator_names() -> String {
    let names: Vec<_> = OPERATORS.iter().map(|operator| operator.name).collect();
    names.join(", ")
}

impl OperatorSet {
    /// Reads a list such as `mujava,-AOIS,+ABS`: names of operators and groups, each added, or taken away
    /// behind a `-`. A list that begins with a sign changes the default.
    pub fn parse(list: &str) -> Result<Self, OperatorSetError> {
        let mut set = if list.trim_start().starts_with(['+', '-']) {
            Self::default()
        } else {
            Self { chosen: [false; OPERATORS.len()] }
        };
        for item in list.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let (name, add) = match item.strip_prefix('-') {
                Some(name) => (name, false),
                None => (item.strip_prefix('+').unwrap_or(item), true),
            };
            set.change(name.trim(), add)?;
        }
        if set.operators().next().is_none() {
            return Err(OperatorSetError::Empty { list: list.to_owned() });
        }
        Ok(set)
    }

    /// The operators among whose mutants one of this id is sought: all, but those of Mothra only where it names one of them.
    pub fn for_id(id: &str) -> Self {
        let is_mothra = |operator: &Operator| operator.groups.contains(&MOTHRA_GROUP);
        let names = |operator: &Operator| id.contains(&format!("{}_", operator.name));
        let with_mothra = OPERATORS.iter().any(|operator| is_mothra(operator) && names(operator));
        Self { chosen: std::array::from_fn(|n| with_mothra || !is_mothra(&OPERATORS[n])) }
    }

    fn change(&mut self, name: &str, add: bool) -> Result<(), OperatorSetError> {
        let mut known = false;
        for (chosen, operator) in self.chosen.iter_mut().zip(&OPERATORS) {
            let is_meant = operator.name.eq_ignore_ascii_case(name)
                || operator.groups.iter().any(|group| group.eq_ignore_ascii_case(name));
            if is_meant {
                *chosen = add;
                known = true;
            }
        }
        if known { Ok(()) } else { Err(OperatorSetError::Unknown { name: name.to_owned() }) }
    }

    /// The chosen operators in the order of the table.
    pub fn operators(&self) -> impl Iterator<Item = &'static Operator> {
        OPERATORS.iter().zip(self.chosen).filter(|(_, chosen)| *chosen).map(|(operator, _)| operator)
    }
}

impl Default for OperatorSet {
    fn default() -> Self {
        Self { chosen: std::array::from_fn(|n| OPERATORS[n].groups.contains(&GROUPS[0])) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &str) -> Vec<&'static str> {
        OperatorSet::parse(list).unwrap().operators().map(|operator| operator.name).collect()
    }

    #[test]
    fn groups_and_names_join_and_leave_in_the_order_given() {
        assert_eq!(names("selective"), ["AORB", "ROR", "COR", "ABS", "UOI"]);
        assert_eq!(names("deletion"), ["SDL", "VDL", "ODL", "CDL"]);
        assert_eq!(names("deletion,-VDL,+ABS"), ["SDL", "ODL", "CDL", "ABS"]);
        assert_eq!(names("mujava").len(), 19);
        assert_eq!(names("mujava-2004").len(), 15);
        assert_eq!(names("-deletion"), names("mujava-2004"));
        assert_eq!(names("ror, ABS"), ["ROR", "ABS"]);
        assert_eq!(names("mothra").len(), 21);
        assert_eq!(names("symbmc"), ["MROR", "IAOR", "BOR", "IVI"]);
    }

    #[test]
    fn unknown_names_and_empty_choices_are_errors() {
        assert!(
            matches!(OperatorSet::parse("ROR,XYZ"), Err(OperatorSetError::Unknown { name }) if name == "XYZ")
        );
        assert!(matches!(OperatorSet::parse("ROR,-ROR"), Err(OperatorSetError::Empty { .. })));
    }
}
