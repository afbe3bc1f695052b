//! Tables that line up.

/// How a column is set.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
}

/// A table with a head; columns are as wide as their widest cell.
pub struct Table {
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
    wrapped: Option<Wrapped>,
}

/// A column of text that goes on in the lines below where the table would be wider than `widest`.
#[derive(Clone, Copy)]
struct Wrapped {
    column: usize,
    widest: usize,
}

/// Even where the other columns take all the room, a wrapped one is not narrower.
const NARROWEST: usize = 20;

impl Table {
    pub fn new<const N: usize>(columns: [(&str, Align); N]) -> Self {
        Self::of_columns(columns.into_iter().map(|(name, align)| (name.to_owned(), align)).collect())
    }

    /// As many columns as the data asks for.
    pub const fn of_columns(columns: Vec<(String, Align)>) -> Self {
        Self { columns, rows: Vec::new(), wrapped: None }
    }

    /// Keeps the lines to `widest` by breaking the text of one column, all of which is shown.
    #[must_use]
    pub const fn wrapping(mut self, column: usize, widest: usize) -> Self {
        self.wrapped = Some(Wrapped { column, widest });
        self
    }

    /// A row; missing cells are empty.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The lines of the rows, without the head.
    pub fn rows(&self) -> impl Iterator<Item = String> {
        let widths = self.widths();
        self.rows.iter().flat_map(move |row| self.lines(row, &widths))
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

impl Table {
    fn widths(&self) -> Vec<usize> {
        let width = |i: usize| {
            let head = self.columns[i].0.chars().count();
            self.rows.iter().filter_map(|row| row.get(i)).map(|c| c.chars().count()).fold(head, usize::max)
        };
        let mut widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        if let Some(Wrapped { column, widest }) = self.wrapped {
            let others = widths.iter().sum::<usize>() - widths[column] + 2 * (widths.len() - 1);
            widths[column] = widths[column].min(widest.saturating_sub(others).max(NARROWEST));
        }
        widths
    }

    fn line(&self, cells: &[&str], widths: &[usize]) -> String {
        let mut line = String::new();
        for (i, &width) in widths.iter().enumerate() {
            let cell = cells.get(i).copied().unwrap_or_default();
            let pad = " ".repeat(width.saturating_sub(cell.chars().count()));
            line.push_str(if i > 0 { "  " } else { "" });
            match self.columns[i].1 {
                Align::Left => line.extend([cell, &pad]),
                Align::Right => line.extend([&pad, cell]),
            }
        }
        line.trim_end().to_owned()
    }

    /// A row as its lines: more than one where a cell is wrapped.
    fn lines(&self, row: &[String], widths: &[usize]) -> Vec<String> {
        let mut cells: Vec<&str> = row.iter().map(String::as_str).collect();
        let Some((column, cell)) = self.wrapped.and_then(|w| Some((w.column, *cells.get(w.column)?))) else {
            return vec![self.line(&cells, widths)];
        };
        let parts = wrapped(cell, widths[column]);
        let mut lines = Vec::new();
        for part in &parts {
            cells[column] = part;
            lines.push(self.line(&cells, widths));
            cells.fill("");
        }
        lines
    }
}

/// Text in lines of so many characters, broken between words; a word that is longer has a line of its own.
pub fn wrapped(text: &str, widest: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let line = &mut lines[last];
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > widest {
            lines.push(word.to_owned());
        } else {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let widths = self.widths();
        let head: Vec<&str> = self.columns.iter().map(|(name, _)| name.as_str()).collect();
        writeln!(f, "{}", self.line(&head, &widths))?;
        let rule: Vec<String> = widths.iter().map(|&w| "-".repeat(w)).collect();
        writeln!(f, "{}", rule.join("  "))?;
        self.rows.iter().flat_map(|row| self.lines(row, &widths)).try_for_each(|line| writeln!(f, "{line}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_under_each_other_and_no_line_ends_in_blanks() {
        let mut table = Table::new([("pass", Align::Left), ("tests", Align::Right)]);
        table.row(vec!["random".into(), "7".into()]);
        table.row(vec!["compaction".into(), "1234".into()]);
        assert_eq!(
            table.to_string(),
            "pass        tests\n----------  -----\nrandom          7\ncompaction   1234\n"
        );
    }

    #[test]
    fn a_wrapped_column_keeps_all_its_words_under_each_other_in_a_table_of_that_width() {
        let mut table = Table::new([("id", Align::Left), ("verdict", Align::Left), ("size", Align::Right)])
            .wrapping(1, 36);
        table.row(vec!["A_1".into(), "undecided: more than the solver can do".into(), "7".into()]);
        table.row(vec!["A_2".into(), "equivalent".into()]);
        assert_eq!(
            table.to_string(),
            "id   verdict                    size\n\
             ---  -------------------------  ----\n\
             A_1  undecided: more than the      7\n     solver can do\n\
             A_2  equivalent\n"
        );
    }
}
