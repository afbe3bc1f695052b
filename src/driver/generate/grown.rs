//! Drivers that are grown out of others: a test that kills, or that infects without showing, has brought its objects to where few
//! candidates come. What is added is one call: of another method on these objects, or of one that tells more of them.
//!
//! Rows of calls are searched so in Pacheco et al., *Feedback-directed random test generation*, from those that do not throw; here
//! from those that have decided something.

use std::sync::Arc;

use super::Generator;
use crate::driver::cube::Cube;
use crate::driver::form::Variables;
use crate::driver::lists::{self, List};
use crate::driver::recipes::{Arrangement, Variable};
use crate::driver::{Driver, without_readings};
use crate::sema::program::{ClassId, MethodId, Program, Role};
use crate::sema::typed_tree::Constant;
use crate::sema::types::Ty;

/// Tells the draws for grown drivers from those for candidates.
const GROWN: u64 = 1 << 60;
/// A longer arrangement is not read any more, and has seldom a reason for each of its calls.
const LONGEST: usize = 24;

/// A driver that others grow from.
#[derive(Clone)]
pub struct Seed {
    driver: Driver,
    /// Its variables, the result among them.
    variables: Arc<Variables>,
    /// The constants that it was given.
    values: Vec<Constant>,
    lists: Vec<List>,
}

impl Seed {
    pub fn new(program: &Program, cube: &Cube, variables: Arc<Variables>) -> Self {
        let values = cube.inputs().iter().map(|input| input.value.clone()).collect();
        let lists = lists::of_driver(program, cube);
        Self { driver: cube.driver().clone(), variables, values, lists }
    }
}

impl Generator<'_> {
    /// The `number`-th driver for a method that is grown out of one of these; `None` where the draw led to none.
    pub fn grown(&self, method: MethodId, seeds: &[Seed], number: u64) -> Option<Driver> {
        let mut values = self.values(method, GROWN | number, !number.is_multiple_of(4))?.recalling();
        // The later ones have come further.
        let at = values.below(seeds.len()).max(values.below(seeds.len()));
        let seed = seeds.get(at).filter(|seed| seed.driver.arrange.len() < LONGEST)?;
        seed.values.iter().for_each(|value| values.sees(value));
        let access = self.access(self.program.methods[method].class)?;
        let mut arrangement = self.arrangement(&access, method, values, None);
        arrangement.statements.clone_from(&seed.driver.arrange);
        arrangement.lists.clone_from(&seed.lists);
        let result = |name: &str| name == Driver::RESULT;
        for (_, (name, ty)) in seed.variables.iter().filter(|(_, (name, _))| !result(name)) {
            let variable = self.variable(&mut arrangement, name, *ty);
            arrangement.variables.push(variable);
        }
        let tells_more = seed.driver.method == method && arrangement.values.one_in(3);
        let act = if tells_more {
            seed.driver.act.clone()
        } else {
            let class = seed.variables.iter().find(|(_, (name, _))| result(name)).and_then(|v| v.1.1.class());
            self.keep_act(&mut arrangement, &seed.driver, class);
            let target = self.target_there(&mut arrangement, method)?;
            let arguments = arrangement.arguments(method, 0)?;
            self.act(&mut arrangement, method, &format!("{target}({arguments})"))
        };
        let then = self.following(&mut arrangement, method);
        self.set_remaining_statics(&mut arrangement, seed.driver.method);
        Some(Driver { method, arrange: arrangement.statements, act, then })
    }

    /// A variable of a driver that is there. Nobody knows what it was made of.
    fn variable(&self, arrangement: &mut Arrangement<'_, '_>, name: &str, ty: Ty) -> Variable {
        let program = self.program;
        let is_generic = |class: ClassId| !program.decl(class).type_parameters.is_empty();
        let own = ty.class().filter(|&class| !program.role(class).is_foreign());
        let name = name.to_owned();
        if let Some(class) = own.filter(|&class| is_generic(class))
            && let Some((written, arguments)) = arrangement.written_arguments(class, &name)
        {
            return Variable { name, ty, class: own, written: Some(written), arguments, maker: None };
        }
        let class = own.filter(|&class| !is_generic(class));
        // One that is written with type arguments is not given to others.
        let written = (class.is_none() && ty.class().is_some()).then(String::new);
        Variable { name, ty, class, written, arguments: Vec::new(), maker: None }
    }

    /// Makes the call under test a statement of the arrangement; an object of the program that it gives is a variable.
    fn keep_act(&self, arrangement: &mut Arrangement<'_, '_>, seed: &Driver, class: Option<ClassId>) {
        let declares = format!(" {} = ", Driver::RESULT);
        let Some((ty, call)) = seed.act.split_once(&declares) else {
            return arrangement.statements.push(seed.act.clone());
        };
        let is_ours = |class: &ClassId| matches!(self.program.role(*class), Role::Given | Role::SourcePath);
        match class.filter(is_ours) {
            Some(class) => {
                let name = arrangement.fresh_name(&super::variable_name(&self.program.classes[class].name));
                arrangement.statements.push(format!("{ty} {name} = {call}"));
                let variable = self.variable(arrangement, &name, Ty::Class(class));
                arrangement.variables.push(variable);
            }
            // Nothing reads what it gives any more.
            None => arrangement.statements.push(without_readings(call)),
        }
    }

    /// What stands before the argument list, the receiver being one of the objects that are there.
    fn target_there(&self, arrangement: &mut Arrangement<'_, '_>, method: MethodId) -> Option<String> {
        let m = &self.program.methods[method];
        if m.is_constructor() || m.is_static() {
            return self.target(arrangement, method);
        }
        let is_one = |v: &&Variable| v.class.is_some_and(|class| self.program.is_subclass(class, m.class));
        let there: Vec<&Variable> = arrangement.variables.iter().filter(is_one).collect();
        if there.is_empty() {
            return self.target(arrangement, method);
        }
        let receiver = there[arrangement.values.below(there.len())];
        Some(format!("{}.{}", receiver.name, m.name))
    }
}
