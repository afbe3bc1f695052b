//! Static initialisers that run the code of class files, run once to see whether they end
//! ([`sema::tried`](crate::sema::tried)).

use std::sync::Arc;

use crate::exec::image::Trouble;
use crate::exec::linked::ProgramCode;
use crate::sema::program::{ClassId, FieldId, Program};

/// How many fields of one class are left out one by one, a run for each; few classes have more of the machine's time, threads and
/// files than that. Behind it all that the class took up is left out.
const MAX_ROUNDS: usize = 8;

/// The program with the initial values that runs can give it. Its given code has been checked.
pub fn settled(mut program: Program) -> Program {
    let untried = program.untried_initializers();
    if untried.is_empty() {
        return program;
    }
    program.try_initializers(&untried);
    for round in 0.. {
        let shared = Arc::new(program);
        let stopped = stopped(&shared, &untried);
        // The code that was built of it is gone.
        let Ok(owned) = Arc::try_unwrap(shared) else { unreachable!("only one owner is left") };
        program = owned;
        if stopped.is_empty() {
            break;
        }
        // Each round takes a field or a class from what is tried, so there is a last one.
        for Stopped { class, before, what } in stopped {
            program.leave_out_again(class, before.filter(|_| round < MAX_ROUNDS), what);
        }
    }
    program
}

struct Stopped {
    class: ClassId,
    before: Option<FieldId>,
    what: String,
}

/// Those whose initialisers cannot be followed, and why. One that throws does so in every test: no value is missing.
fn stopped(program: &Arc<Program>, classes: &[ClassId]) -> Vec<Stopped> {
    let code = ProgramCode::build(program, &[]);
    let image = code.image();
    let stops = |&class: &ClassId| match &image.trouble[class] {
        Some(Trouble::Unknown(what)) => {
            let before = image.stopped_before.get(&class).copied();
            Some(Stopped { class, before, what: what.clone() })
        }
        Some(Trouble::Throws | Trouble::Limit(_)) | None => None,
    };
    classes.iter().filter(|&&class| program.takes_up_initializers(class)).filter_map(stops).collect()
}
