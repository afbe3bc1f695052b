//! The search as it happened, for `jatpg explain` (Fig. 3.10): a tree of subtasks with what became of each solution.

/// What happened inside a subtask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Subtask(Vec<Event>, String),
    Solution(String),
    Conflict(String),
    Assist(String),
    NoSolution,
    /// The original does not end within the frames, whatever the inputs.
    NoRun,
    Undecided,
    Limit,
    AtOutput,
    NoPath,
    Test {
        kills: bool,
    },
}

/// Told only when somebody listens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    is_told: bool,
    open: Vec<(String, Vec<Event>)>,
    pub events: Vec<Event>,
}

impl Story {
    pub fn told() -> Self {
        Self { is_told: true, ..Self::default() }
    }

    pub const fn is_told(&self) -> bool {
        self.is_told
    }

    pub fn open(&mut self, name: &str) {
        if self.is_told {
            self.open.push((name.to_owned(), Vec::new()));
        }
    }

    pub fn add(&mut self, event: Event) {
        if self.is_told {
            match self.open.last_mut() {
                Some((_, events)) => events.push(event),
                None => self.events.push(event),
            }
        }
    }

    pub fn close(&mut self) {
        if let Some((name, events)) = self.open.pop() {
            self.add(Event::Subtask(events, name));
        }
    }

    /// As lines, each level indented.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        write(&self.events, 0, &mut lines);
        lines
    }
}

fn write(events: &[Event], depth: usize, lines: &mut Vec<String>) {
    let indent = "  ".repeat(depth);
    for event in events {
        let text = match event {
            Event::Subtask(inner, name) => {
                lines.push(format!("{indent}{name}"));
                write(inner, depth + 1, lines);
                continue;
            }
            Event::Solution(values) => format!("take {values}"),
            Event::Conflict(why) => format!("conflict {why}"),
            Event::Assist(what) => format!("assist adds {what}"),
            Event::NoSolution => "no solution".to_owned(),
            Event::NoRun => "no run of the original ends within these frames".to_owned(),
            Event::Undecided => "the solver does not decide".to_owned(),
            Event::Limit => "backtrack limit".to_owned(),
            Event::AtOutput => "the effect is at an output".to_owned(),
            Event::NoPath => "no output can differ any more".to_owned(),
            Event::Test { kills: true } => "the test kills".to_owned(),
            Event::Test { kills: false } => "the test does not kill".to_owned(),
        };
        lines.push(format!("{indent}{text}"));
    }
}
