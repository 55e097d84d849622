//! Rows in columns.

use super::out::safe;

/// Puts rows into columns with two blanks between them; the last column is as wide as it likes. Cells may hold text of
/// others: nothing in them steers a terminal.
pub fn columns(rows: &[Vec<String>]) -> Vec<String> {
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| row.iter().map(|cell| safe(cell)).collect())
        .collect();
    let count = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or_default()
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut lines = Vec::with_capacity(rows.len());
    for row in &rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', width - cell.chars().count() + 2));
        }
        lines.push(line.trim_end().to_owned());
    }
    lines
}
