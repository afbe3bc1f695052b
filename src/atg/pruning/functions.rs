//! A stub of a functional interface that is asked for nothing but its answer is written as a lambda.

use super::{Current, Pruning};
use crate::driver::Driver;
use crate::report::junit::code::split_commas;
use crate::sema::functions::{FunctionKind, PARAMETERS};

impl Pruning<'_> {
    /// `Loader<Integer> loader = x -> 6;` in the place of `LoaderStub<Integer> loader = new LoaderStub<>(6);`, where no kill
    /// needs what the stub keeps.
    pub(super) fn write_functions(&mut self, current: &mut Current) {
        for at in 0..current.driver.arrange.len() {
            let statement = current.driver.arrange.get(at);
            if let Some(lambda) = statement.and_then(|statement| self.as_lambda(&current.driver, statement)) {
                let mut trial = current.driver.clone();
                trial.arrange[at] = lambda;
                self.try_driver(current, trial);
            }
        }
    }

    fn as_lambda(&self, driver: &Driver, statement: &str) -> Option<String> {
        let program = self.subject.program();
        let (declared, made) = statement.strip_suffix(");")?.split_once(" = new ")?;
        let (ty, name) = declared.rsplit_once(' ')?;
        let (_, arguments) = made.split_once('(')?;
        let class = ty.split('<').next()?;
        let package = program.package_name(program.methods[driver.method].class);
        let stub = program
            .stubs()
            .iter()
            .find(|stub| &*stub.package == package && &*program.classes[stub.class].name == class)?;
        let above = *program.classes[stub.class].interfaces.first()?;
        let (written, parameters) = program.functions().iter().find_map(|function| match &function.kind {
            FunctionKind::Constant { interface, written, parameters, .. }
                if *interface == above && &*function.package == package =>
            {
                Some((written, *parameters))
            }
            _ => None,
        })?;
        let arguments = split_commas(arguments);
        let (answer, others) = arguments.split_first()?;
        let answer = if answer.ends_with(") null") { "null" } else { answer };
        let head = match &PARAMETERS[..parameters] {
            [one] => (*one).to_owned(),
            all => format!("({})", all.join(", ")),
        };
        let is_alone = others.iter().all(|other| other.ends_with("null"));
        is_alone.then(|| format!("{written}{} {name} = {head} -> {answer};", &ty[class.len()..]))
    }
}
