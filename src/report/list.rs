//! `jatpg mutants`: the list of mutants as text, as unified diffs, and as records for the JSON (DESIGN §12).

use std::fmt::Write as _;
use std::ops::Range;

use similar::{ChangeTag, TextDiff};

use crate::mutate::mutant::Mutant;
use crate::report::count::count;
use crate::report::json::{MutantReport, SpanReport};
use crate::sema::program::Program;
use crate::syntax::source::SourceFile;
use crate::syntax::tree::Span;

/// The file that a mutant changes.
pub fn source_of<'a>(program: &'a Program, mutant: &Mutant) -> &'a SourceFile {
    let unit = program.classes[program.methods[mutant.method].class].unit;
    &program.units[unit].tree.source
}

/// The mutant's record, without a verdict.
pub fn record(program: &Program, mutant: &Mutant) -> MutantReport {
    let source = source_of(program, mutant);
    MutantReport {
        id: mutant.id.clone(),
        aliases: mutant.aliases.clone(),
        operator: mutant.operator.to_owned(),
        method: program.method_name(mutant.method),
        span: SpanReport { start: source.position(mutant.span.start), end: source.position(mutant.span.end) },
        original: mutant.original.clone(),
        replacement: mutant.replacement.clone(),
        file: source.path.display().to_string(),
        same_as: None,
        verdict: None,
    }
}

/// The longest text of a change that a line of the table shows.
const SHOWN: usize = 60;

/// An aligned table, one line a mutant, and the counts below it.
pub fn table(program: &Program, mutants: &[Mutant]) -> String {
    let rows: Vec<_> = mutants.iter().map(|mutant| row(program, mutant)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let (id_width, place_width) = (width(0), width(1));
    let mut text = String::new();
    for [id, place, change] in &rows {
        let _ = writeln!(text, "{id:id_width$}  {place:place_width$}  {change}");
    }
    let aliases: usize = mutants.iter().map(|mutant| mutant.aliases.len()).sum();
    let _ = writeln!(text, "{} ({} with aliases)", count(mutants.len(), "mutant"), mutants.len() + aliases);
    if aliases > 0 {
        let _ = writeln!(text, "{ABOUT_ALIASES}");
    }
    text
}

const ABOUT_ALIASES: &str = "What stands behind \"also\" are aliases: ids that other operators give to the same change.\n\
                             Every command takes them; reports call a mutant by the id at the beginning of its line.";

fn row(program: &Program, mutant: &Mutant) -> [String; 3] {
    let source = source_of(program, mutant);
    let start = source.position(mutant.span.start);
    let mut change = format!("{} → {}", shown(&mutant.original), shown(&mutant.replacement));
    change.extend(aliases(mutant).map(|aliases| format!("  {aliases}")));
    if let Some(what) = &mutant.unsupported {
        let _ = write!(change, "  (unsupported: {what})");
    }
    let place = format!("{}:{}:{}", source.path.display(), start.line, start.column);
    [mutant.id.clone(), place, change]
}

/// `(also VDL_1)`, where other operators make the same change: within one method the short names say enough.
pub fn aliases(mutant: &Mutant) -> Option<String> {
    let short = |name: &String| name.rsplit('/').next().unwrap_or_default().to_owned();
    let names: Vec<_> = mutant.aliases.iter().map(short).collect();
    (!names.is_empty()).then(|| format!("(also {})", names.join(", ")))
}

/// A text on one line, shortened, for people.
pub fn shown(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() {
        return "(nothing)".to_owned();
    }
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// Lines around a change.
const CONTEXT: usize = 3;

/// The mutant as a unified diff of its file.
pub fn diff(program: &Program, mutant: &Mutant) -> String {
    let source = source_of(program, mutant);
    let path = source.path.display();
    let window = window(source, mutant.span);
    let first_line = source.position(window.start as u32).line as usize;
    let old = &source.text[window.clone()];
    let new = [
        &source.text[window.start..mutant.span.start as usize],
        &mutant.replacement,
        &source.text[mutant.span.end as usize..window.end],
    ]
    .concat();
    let lines = TextDiff::from_lines(old, &*new);
    let mut text = format!("--- {path}\n+++ {path}\t{}\n", mutant.id);
    for group in lines.grouped_ops(CONTEXT) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        let old_lines = first.old_range().start..last.old_range().end;
        let new_lines = first.new_range().start..last.new_range().end;
        let _ = writeln!(
            text,
            "@@ -{} +{} @@",
            hunk_range(first_line, old_lines),
            hunk_range(first_line, new_lines)
        );
        for change in group.iter().flat_map(|op| lines.iter_changes(op)) {
            let sign = match change.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            };
            let line = change.value();
            let _ = write!(text, "{sign}{line}");
            if !line.ends_with(['\n', '\r']) {
                text.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
    text
}

/// The lines of a span with some around it, as a range of bytes: what lies farther away is the same.
fn window(source: &SourceFile, span: Span) -> Range<usize> {
    let text = &source.text;
    let mut start = span.start as usize;
    for _ in 0..=CONTEXT {
        start = text[..start].rfind('\n').unwrap_or(0);
    }
    let mut end = span.end as usize;
    for _ in 0..=CONTEXT {
        end = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
    }
    let start = if start == 0 && !text.starts_with('\n') { 0 } else { start + 1 };
    start..end
}

/// `line,count` as a hunk's header has it.
fn hunk_range(first_line: usize, lines: Range<usize>) -> String {
    // An empty range names the line before it.
    let start = first_line + lines.start - usize::from(lines.is_empty());
    format!("{start},{}", lines.len())
}
