//! Questions as SMT-LIB 2: what a certificate holds, for any solver to confirm.

use std::fmt::Write as _;

use crate::symbolic::encode::Script;

impl Script {
    /// One of several questions in a script that has named its logic.
    pub fn to_scope(&self, comments: &[String]) -> String {
        let mut text = "(push 1)\n".to_owned();
        self.write_question(&mut text, comments);
        text.push_str("(pop 1)\n");
        text
    }

    fn write_question(&self, text: &mut String, comments: &[String]) {
        for line in comments.iter().flat_map(|comment| comment.lines()) {
            _ = writeln!(text, "; {line}");
        }
        self.write_constants(text);
        for definition in &self.definitions {
            let (name, sort) = (&definition.name, definition.shape.smtlib());
            _ = writeln!(text, "(define-fun {name} () {sort} {})", definition.text);
        }
        for assertion in &self.assertions {
            _ = writeln!(text, "(assert {assertion})");
        }
        text.push_str("(check-sat)\n");
    }

    /// The same as one assertion: Z3 keeps each name that was once defined, and puts it into every model.
    pub fn to_one_assertion(&self) -> String {
        let mut text = String::new();
        self.write_constants(&mut text);
        text.push_str("(assert ");
        let mut levels: Vec<Vec<usize>> = Vec::new();
        for (i, definition) in self.definitions.iter().enumerate() {
            let level = definition.level as usize;
            if levels.len() <= level {
                levels.resize(level + 1, Vec::new());
            }
            levels[level].push(i);
        }
        levels.retain(|level| !level.is_empty());
        for level in &levels {
            text.push_str("(let (");
            for definition in level.iter().map(|&i| &self.definitions[i]) {
                _ = write!(text, "({} {})", definition.name, definition.text);
            }
            text.push_str(")\n");
        }
        text.push_str("(and true");
        for assertion in &self.assertions {
            _ = write!(text, "\n{assertion}");
        }
        text.push(')');
        text.extend(levels.iter().map(|_| ')'));
        text.push_str(")\n");
        text
    }

    fn write_constants(&self, text: &mut String) {
        for (name, shape) in &self.constants {
            _ = writeln!(text, "(declare-const {name} {})", shape.smtlib());
        }
    }
}
