//! A table in plain text: columns as wide as their longest cell, numbers aligned right.

use std::borrow::Cow;
use std::io::{self, Write};

use costumier::format::escape;

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// Writes a header and rows, without blanks at the ends of lines.
pub(crate) fn write(out: &mut dyn Write, columns: &[(&str, Align)], rows: &[Vec<String>]) -> io::Result<()> {
    // Names of files and tags stand in cells.
    let rows: Vec<Vec<Cow<'_, str>>> =
        rows.iter().map(|row| row.iter().map(|cell| escape::line(cell)).collect()).collect();
    let mut widths: Vec<usize> = columns.iter().map(|(title, _)| title.chars().count()).collect();
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut line = String::new();
    let header: Vec<Cow<'_, str>> = columns.iter().map(|(title, _)| Cow::Borrowed(*title)).collect();
    for row in std::iter::once(&header).chain(&rows) {
        line.clear();
        for ((cell, width), (_, align)) in row.iter().zip(&widths).zip(columns) {
            if !line.is_empty() {
                line.push_str("  ");
            }
            let pad = " ".repeat(width - cell.chars().count());
            match align {
                Align::Left => line.extend([&**cell, &pad]),
                Align::Right => line.extend([pad.as_str(), cell]),
            }
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut out = Vec::new();
        let rows = [("1", "dock", "ok"), ("12", "é", "")].map(|(a, b, c)| vec![a.into(), b.into(), c.into()]);
        let columns = [("id", Align::Right), ("room", Align::Left), ("status", Align::Left)];
        write(&mut out, &columns, &rows).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "id  room  status\n 1  dock  ok\n12  é\n");
    }
}
