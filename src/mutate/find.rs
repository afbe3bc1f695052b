//! Finds mutants by any ending of their id that is unique (DESIGN §12).

use super::mutant::Mutant;

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum FindError {
    #[error("no mutant's id ends in `{ending}`")]
    None { ending: String },
    #[error("{count} mutants' ids end in `{ending}`, among them {}", examples.join(" and "))]
    Ambiguous { ending: String, count: usize, examples: Vec<String> },
}

/// The one mutant of which an id or alias ends in `ending`. A whole id is found also where others end in it.
pub fn find_mutant<'a>(mutants: &'a [Mutant], ending: &str) -> Result<&'a Mutant, FindError> {
    let with = |fits: &dyn Fn(&str) -> bool| -> Vec<&'a Mutant> {
        mutants.iter().filter(|mutant| mutant.names().any(fits)).collect()
    };
    let mut found = with(&|name| name == ending);
    if found.is_empty() && !ending.is_empty() {
        found = with(&|name| name.ends_with(ending));
    }
    match found[..] {
        [] => Err(FindError::None { ending: ending.to_owned() }),
        [only] => Ok(only),
        [first, second, ..] => Err(FindError::Ambiguous {
            ending: ending.to_owned(),
            count: found.len(),
            examples: vec![first.id.clone(), second.id.clone()],
        }),
    }
}
