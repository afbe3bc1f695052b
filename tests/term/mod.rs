//! Terms against `jvm`: what the constructors simplify, and what the evaluator computes.

use jatpg::term::evaluate::Program;
use proptest::prelude::*;

use crate::support::terms::{Builder, Column, Inputs};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn a_simplified_term_has_the_value_that_its_parts_give(
        seed in any::<u64>(),
        codes in prop::collection::vec(any::<u32>(), 1..60),
    ) {
        let mut builder = Builder::new(Inputs::All, seed, 12);
        for code in codes {
            builder.step(code);
        }
        let nodes: Vec<_> =
            builder.nodes.iter().filter(|node| matches!(node.column, Column::Bits(_))).collect();
        let roots: Vec<_> = nodes.iter().map(|node| node.term).collect();
        let program = Program::new(&builder.terms, &roots);
        for (i, assignment) in builder.assignments.iter().enumerate() {
            let mut source = assignment;
            let values = program.run(&builder.terms, 1, &mut source);
            prop_assert!(values.is_well_formed(0));
            for node in &nodes {
                let value = values.get(node.term, 0);
                prop_assert_eq!(
                    value, node.bits()[i],
                    "{} under {:?}", builder.terms.show(node.term), assignment.variables
                );
            }
        }
    }
}
