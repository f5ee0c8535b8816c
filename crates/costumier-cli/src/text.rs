//! Small formats for output: numbers with nouns, sizes, paths, and JSON.

use std::io::{self, Write};
use std::path::Path;

/// Prints a value as indented JSON with a line break at the end.
pub(crate) fn json(out: &mut dyn Write, value: &impl serde::Serialize) -> io::Result<()> {
    // It becomes an I/O error, so that a closed pipe is recognised.
    serde_json::to_writer_pretty(&mut *out, value).map_err(io::Error::from)?;
    writeln!(out)
}

/// Formats a number with its noun: `1 room`, `2 rooms`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Formats a number of bytes: `53.1 MB`.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => count(usize::try_from(bytes).unwrap_or(0), "byte"),
        1_000..1_000_000 => format!("{} kB", (bytes + 500) / 1_000),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10),
    }
}

/// Formats a number with commas between thousands: `9,080,329`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Formats a path as people write it. Windows puts `\\?\` before the real path of a file.
pub(crate) fn path(path: &Path) -> String {
    let text = path.display().to_string();
    match (text.strip_prefix(r"\\?\UNC\"), text.strip_prefix(r"\\?\")) {
        (Some(shared), _) => format!(r"\\{shared}"),
        (None, Some(plain)) => plain.to_owned(),
        (None, None) => text,
    }
}

/// Formats a path as a shell takes it: in quotation marks if it has more than letters, digits and a few signs.
pub(crate) fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "-_.,:+@".contains(c) || std::path::is_separator(c);
    if text.chars().all(is_plain) {
        text
    } else if cfg!(windows) {
        format!("\"{text}\"")
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_as_people_write_them() {
        for (real, text) in [
            (r"\\?\C:\Games\monkey2", r"C:\Games\monkey2"),
            (r"\\?\UNC\server\games", r"\\server\games"),
            (r"\\server\games", r"\\server\games"),
            ("/home/games", "/home/games"),
        ] {
            assert_eq!(path(Path::new(real)), text);
        }
    }

    #[test]
    fn paths_with_blanks_are_quoted_for_the_shell() {
        let quote = if cfg!(windows) { '"' } else { '\'' };
        assert_eq!(quoted(Path::new("My games")), format!("{quote}My games{quote}"));
        assert_eq!(quoted(Path::new("games")), "games");
    }

    #[test]
    fn thousands_stand_apart() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn sizes_are_short() {
        let sizes = [1, 999, 1_000, 999_499, 12_345_678].map(size);
        assert_eq!(sizes, ["1 byte", "999 bytes", "1 kB", "999 kB", "12.3 MB"]);
    }

    #[test]
    fn one_is_singular() {
        assert_eq!([count(0, "room"), count(1, "room"), count(2, "room")], ["0 rooms", "1 room", "2 rooms"]);
    }
}
