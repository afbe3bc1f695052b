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
}

impl Table {
    pub fn new<const N: usize>(columns: [(&str, Align); N]) -> Self {
        Self::of_columns(columns.into_iter().map(|(name, align)| (name.to_owned(), align)).collect())
    }

    /// As many columns as the data asks for.
    pub const fn of_columns(columns: Vec<(String, Align)>) -> Self {
        Self { columns, rows: Vec::new() }
    }

    /// A row; missing cells are empty.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let width = |i: usize| {
            let head = self.columns[i].0.chars().count();
            self.rows.iter().filter_map(|row| row.get(i)).map(|c| c.chars().count()).fold(head, usize::max)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let line = |cells: &[String]| {
            let mut line = String::new();
            for (i, &width) in widths.iter().enumerate() {
                let cell = cells.get(i).map_or("", String::as_str);
                let pad = " ".repeat(width - cell.chars().count());
                line.push_str(if i > 0 { "  " } else { "" });
                match self.columns[i].1 {
                    Align::Left => line.extend([cell, &pad]),
                    Align::Right => line.extend([&pad, cell]),
                }
            }
            line.trim_end().to_owned()
        };
        let head: Vec<String> = self.columns.iter().map(|(name, _)| name.clone()).collect();
        writeln!(f, "{}", line(&head))?;
        let rule: Vec<String> = widths.iter().map(|&w| "-".repeat(w)).collect();
        writeln!(f, "{}", rule.join("  "))?;
        self.rows.iter().try_for_each(|row| writeln!(f, "{}", line(row)))
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
}
