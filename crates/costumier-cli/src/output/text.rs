//! Small formats for output: lines, numbers with nouns, sizes, paths, and JSON.

use std::fmt::{self, Write as _};
use std::io::{self, Write};
use std::path::Path;

use costumier::format::escape;

/// Prints a value as indented JSON with a line break at the end.
pub(crate) fn json(out: &mut dyn Write, value: &impl serde::Serialize) -> io::Result<()> {
    writeln!(out, "{}", json_text(value)?)
}

/// Returns a value as indented JSON. Characters that a terminal obeys or hides are escaped as JSON escapes them.
pub(crate) fn json_text(value: &impl serde::Serialize) -> serde_json::Result<String> {
    let mut text = serde_json::to_string_pretty(value)?;
    // Outside of texts, JSON has no such character but its own line breaks.
    let is_escaped = |character: char| !escape::is_shown(character) && character != '\n';
    if text.contains(is_escaped) {
        let mut escaped = String::with_capacity(text.len());
        for character in text.chars() {
            if is_escaped(character) {
                let mut units = [0; 2];
                for unit in character.encode_utf16(&mut units) {
                    let _ = write!(escaped, "\\u{unit:04x}");
                }
            } else {
                escaped.push(character);
            }
        }
        text = escaped;
    }
    Ok(text)
}

/// Prints one line. Names in it can begin no other line.
pub(crate) fn line(out: &mut (impl Write + ?Sized), text: fmt::Arguments<'_>) -> io::Result<()> {
    writeln!(out, "{}", escape::line(&text.to_string()))
}

/// Text for a terminal: characters that it obeys or hides are escaped. Line breaks stay.
pub(crate) struct Plain<W>(pub(crate) W);

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.0.write_all(escape::text(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Returns the words of the call behind the program's name.
pub(crate) fn call_words() -> Vec<String> {
    std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect()
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
    fn names_reach_no_terminal_as_they_are() {
        let mut out = Plain(Vec::new());
        let name = "\x1b[2J\nerror: \u{9b}\u{202e}";
        line(&mut out, format_args!("{name} 猿")).unwrap();
        out.write_all(b"a\nb\x07").unwrap();
        assert_eq!(String::from_utf8(out.0).unwrap(), "\\u{1b}[2J\\nerror: \\u{9b}\\u{202e} 猿\na\nb\\u{7}");
    }

    #[test]
    fn json_keeps_every_name_and_shows_only_plain_characters() {
        let names = ["\x1b]0;x\x07", "\u{9b}\u{7f}", "\u{202e}\u{e0041}", "a\nb\"\\ 猿"];
        let text = json_text(&names).unwrap();
        assert!(text.chars().all(|it| it == '\n' || escape::is_shown(it)), "{text}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&text).unwrap(), names);
    }

    #[test]
    fn one_is_singular() {
        assert_eq!([count(0, "room"), count(1, "room"), count(2, "room")], ["0 rooms", "1 room", "2 rooms"]);
    }
}
