//! Output for people and for programs: numbers with their nouns, and JSON.

use std::io::{self, Write};

/// Prints a value as JSON, indented, with a last line break.
pub(crate) fn json(out: &mut dyn Write, value: &impl serde::Serialize) -> io::Result<()> {
    // As an I/O error, so that a closed pipe is known for what it is.
    serde_json::to_writer_pretty(&mut *out, value).map_err(io::Error::from)?;
    writeln!(out)
}

/// `1 room`, `2 rooms`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// A number with its thousands apart: `9,080,329`.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn one_is_singular() {
        assert_eq!([count(0, "room"), count(1, "room"), count(2, "room")], ["0 rooms", "1 room", "2 rooms"]);
    }
}
