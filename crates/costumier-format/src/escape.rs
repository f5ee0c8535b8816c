//! Texts of files as terminals can show them: names of files, members, tags, layers and colours may hold any character.
//!
//! A terminal obeys control characters: they set its title, clear it or colour it. A line break makes a line that looks
//! like the program's own, and other characters turn the direction of writing or cannot be seen.

use std::borrow::Cow;

/// Returns a text in one line, without characters that a terminal obeys or does not show: they are escaped as in Rust
/// (`\u{1b}`, `\n`). Everything else stays as it is.
#[must_use]
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, |_| false)
}

/// Returns a text like [`line()`], and keeps line breaks.
#[must_use]
pub fn text(text: &str) -> Cow<'_, str> {
    escaped(text, |at| text.as_bytes().get(at) == Some(&b'\n'))
}

/// Returns a message like [`line()`], and keeps line breaks before blank and indented lines. So no name in it can begin
/// a line that looks like another message.
#[must_use]
pub fn message(text: &str) -> Cow<'_, str> {
    escaped(text, |at| text.get(at..).is_some_and(|rest| rest.starts_with("\n  ")))
}

/// Whether a terminal shows the character as itself.
#[must_use]
pub fn is_shown(character: char) -> bool {
    match character {
        ' '..='~' => true,
        '\u{2028}' | '\u{2029}' => false,
        _ if character.is_whitespace() => !character.is_control(),
        // Rust escapes what cannot be printed. Behind a letter, it leaves accents as they are.
        _ => {
            let mut pair = String::from("a");
            pair.push(character);
            pair.escape_debug().nth(1) == Some(character)
        }
    }
}

fn escaped(text: &str, stays: impl Fn(usize) -> bool) -> Cow<'_, str> {
    let is_plain = |(at, character): (usize, char)| is_shown(character) || stays(at);
    if text.char_indices().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        if is_plain((at, character)) {
            out.push(character);
        } else {
            out.extend(character.escape_debug());
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_languages_stay_as_they_are() {
        for name in
            ["monkey2.000", "Bar \"Émile\" ('50 %') \\ x", "e\u{301}te", "猿の島\u{3000}1", "Остров", "🐒"]
        {
            assert_eq!(line(name), name);
        }
        assert!(matches!(line("plain"), Cow::Borrowed(_)));
    }

    #[test]
    fn what_a_terminal_obeys_or_hides_is_escaped() {
        for (name, shown) in [
            ("\x1b[2J", r"\u{1b}[2J"),
            ("\x1b]0;title\x07", r"\u{1b}]0;title\u{7}"),
            ("a\nerror: b\r", r"a\nerror: b\r"),
            ("\u{9b}2J\u{7f}\t\0", r"\u{9b}2J\u{7f}\t\0"),
            ("\u{202e}exe.gpj\u{2066}", r"\u{202e}exe.gpj\u{2066}"),
            ("a\u{200b}b\u{feff}\u{ad}", r"a\u{200b}b\u{feff}\u{ad}"),
            ("a\u{2028}b\u{2029}\u{85}", r"a\u{2028}b\u{2029}\u{85}"),
            ("\u{e0041}\u{e000}", r"\u{e0041}\u{e000}"),
        ] {
            assert_eq!(line(name), shown);
            assert!(line(name).chars().all(is_shown));
        }
    }

    #[test]
    fn only_indented_lines_of_a_message_stay_lines() {
        assert_eq!(text("a\nb\x1b\n"), "a\nb\\u{1b}\n");
        assert_eq!(message("two games:\n  a\n  b"), "two games:\n  a\n  b");
        assert_eq!(message("a\nerror: b"), r"a\nerror: b");
        assert_eq!(message("a\r\n  b"), "a\\r\n  b");
    }
}
