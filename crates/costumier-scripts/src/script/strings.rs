//! The texts of scripts in a form for people (`docs/format/scripts.md §A.5`).
//!
//! **Note:** the real glyphs are in the game's charset. The text here has the characters of the game's code page,
//! and a byte without a meaning stays visible as an escape instead of being dropped.

use std::fmt::Write as _;

use super::{Encoding, Profile};

/// Largest number of characters of the tag before a text (v7, v8).
const LONGEST_TAG: usize = 12;

/// Returns a text for display: `\n` new line, `\w` wait, `{var 3}`, `{chore 9}` and so on for escapes. Fillers
/// (`@`) are left out.
#[must_use]
pub fn text_of(profile: Profile, encoding: Encoding, bytes: &[u8]) -> String {
    shown(profile, encoding, bytes, false)
}

/// Returns a name: a text without its tag, escapes, fillers and blanks at its ends; `None` if nothing is left.
#[must_use]
pub fn name_in(profile: Profile, encoding: Encoding, bytes: &[u8]) -> Option<String> {
    let text = shown(profile, encoding, bytes, true);
    let text = match profile {
        Profile::V7 | Profile::V8 => without_tag(&text),
        _ => &text,
    };
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Returns a text without the tag before it. Of a tag, the interpreter takes at most twelve characters and passes over
/// one more, whatever that is.
fn without_tag(text: &str) -> &str {
    let Some(rest) = text.strip_prefix('/') else { return text };
    let end =
        rest.char_indices().enumerate().find(|(count, (_, letter))| *count == LONGEST_TAG || *letter == '/');
    end.map_or("", |(_, (at, letter))| rest.get(at.saturating_add(letter.len_utf8())..).unwrap_or_default())
}

fn shown(profile: Profile, encoding: Encoding, bytes: &[u8], is_name: bool) -> String {
    let old = Encoding::of(profile) == Encoding::SevenBits;
    let mut out = String::with_capacity(bytes.len());
    let mut letter = String::new();
    let mut rest = bytes.iter();
    loop {
        let here = rest.as_slice();
        let Some(byte) = rest.next().copied() else { break };
        match byte {
            0xFF if !profile.has_plain_texts() => {
                let Some(code) = rest.next().copied() else { break };
                if profile.is_indy3() && code == 0x2E {
                    out.push('ß');
                    continue;
                }
                let mut operand = [0; 4];
                for place in operand.iter_mut().take(operand_bytes(profile, code)) {
                    *place = rest.next().copied().unwrap_or_default();
                }
                if !is_name {
                    marker(code, u32::from_le_bytes(operand), &mut out);
                } else if code == 1 {
                    out.push(' ');
                }
            }
            b'@' if !profile.has_plain_texts() => {}
            // Codes, too, can have a space behind them. v0 has only the new line.
            _ if old && !is_name && is_old_code(profile, byte & 0x7F) => {
                let code = byte & 0x7F;
                let operand =
                    if (4..8).contains(&code) { rest.next().map_or(0, |byte| u32::from(*byte)) } else { 0 };
                marker(if code == b'/' { 1 } else { code }, operand, &mut out);
                out.extend((byte != code).then_some(' '));
            }
            _ if old => {
                match encoding.character(&[byte & 0x7F], &mut letter) {
                    Some((letter, _)) => out.push_str(letter),
                    None => escape(byte & 0x7F, &mut out),
                }
                out.extend((byte >= 0x80).then_some(' '));
            }
            // The second byte of a character can be that of a filler.
            _ => match encoding.character(here, &mut letter) {
                Some((letter, len)) => {
                    out.push_str(letter);
                    rest = here.get(len..).unwrap_or_default().iter();
                }
                None => escape(byte, &mut out),
            },
        }
    }
    out
}

fn escape(byte: u8, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(out, "\\x{byte:02x}");
}

/// Number of bytes behind the code of an escape.
pub(super) fn operand_bytes(profile: Profile, code: u8) -> usize {
    match code {
        _ if profile == Profile::V8 => 4,
        1 | 2 | 3 | 8 => 0,
        _ => 2,
    }
}

fn is_old_code(profile: Profile, code: u8) -> bool {
    if profile == Profile::V0 { code == b'/' } else { (1..8).contains(&code) }
}

fn marker(code: u8, operand: u32, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = match code {
        1 => write!(out, "\\n"),
        2 => write!(out, "{{keep}}"),
        3 => write!(out, "{{wait}}"),
        4 => write!(out, "{{number {operand}}}"),
        5 => write!(out, "{{verb {operand}}}"),
        6 => write!(out, "{{name {operand}}}"),
        7 => write!(out, "{{string {operand}}}"),
        9 => write!(out, "{{chore {operand}}}"),
        10 => write!(out, "{{speech {operand}}}"),
        12 => write!(out, "{{colour {operand}}}"),
        14 => write!(out, "{{charset {operand}}}"),
        code => write!(out, "{{{code} {operand}}}"),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "You ", the name of an object (6) and a space, then a new line and a space; in v0 a stroke is the new line.
    #[test]
    fn codes_of_old_texts_can_have_a_space_behind_them() {
        for profile in [Profile::V1, Profile::V2, Profile::V2Nes] {
            assert_eq!(
                text_of(profile, Encoding::SevenBits, b"Yo\xF5\x86\x41b\x81c\x01"),
                "You {name 65} b\\n c\\n",
                "{profile}"
            );
        }
        assert_eq!(text_of(Profile::V0, Encoding::SevenBits, b"Yo\xF5\x04b/c\xAFd"), "You \\x04b\\nc\\n d");
        assert_eq!(text_of(Profile::V2, Encoding::SevenBits, b"a/b"), "a/b");
    }

    #[test]
    fn a_tag_has_twelve_characters_and_one_behind_them() {
        for profile in [Profile::V7, Profile::V8] {
            for (text, name) in [
                ("/NAME001/Guybrush", Some("Guybrush")),
                ("/123456789012/Guybrush", Some("Guybrush")),
                ("/1234567890123/Guybrush", Some("/Guybrush")),
                ("//Guybrush", Some("Guybrush")),
                ("Guy/brush", Some("Guy/brush")),
                ("/NAME001/", None),
                ("/NAME", None),
            ] {
                assert_eq!(
                    name_in(profile, Encoding::of(profile), text.as_bytes()).as_deref(),
                    name,
                    "{profile} {text}"
                );
            }
        }
        assert_eq!(name_in(Profile::V6, Encoding::Cp850, b"/A/B").as_deref(), Some("/A/B"));
    }

    #[test]
    fn texts_are_read_in_every_encoding() {
        let known: [(Encoding, &[u8], &str); 12] = [
            (Encoding::Cp850, b"M\x82nu\x8at", "Ménuèt"),
            (Encoding::Windows1252, b"M\xe9nu\xe8t", "Ménuèt"),
            (Encoding::Cp852, b"\xbd\xa2\x88wi\xa5", "Żółwią"),
            (Encoding::Windows1250, b"\xaf\xf3\xb3wi\xb9", "Żółwią"),
            (Encoding::Cp866, b"\x8c\xa8\xad\xe3\xed\xe2", "Минуэт"),
            (Encoding::Windows1251, b"\xcc\xe8\xed\xf3\xfd\xf2", "Минуэт"),
            (Encoding::Cp862, b"\x8e\x89\x90\x85\x80\x88", "מינואט"),
            (Encoding::Windows1255, b"\xee\xe9\xf0\xe5\xe0\xe8", "מינואט"),
            // The second byte of the last letter is a filler's.
            (Encoding::ShiftJis, b"\x83\x81\x83\x6b\x83\x47\x83\x40", "メヌエァ"),
            (Encoding::Gbk, b"\xd0\xa1\xb2\xbd\x81\x40", "小步丂"),
            (Encoding::EucKr, b"\xb9\xcc\xb4\xba\xbf\xa1\xc6\xae", "미뉴에트"),
            (Encoding::Big5, b"\xa4\x70\xa8\x42\xa4\x40", "小步一"),
        ];
        for (encoding, bytes, text) in known {
            assert_eq!(text_of(Profile::V6, encoding, bytes), text, "{encoding}");
            assert_eq!(name_in(Profile::V6, encoding, bytes).as_deref(), Some(text), "{encoding}");
            // Escapes and fillers keep their meaning between letters, and a cut letter is shown as bytes.
            let around = [b"@".as_slice(), bytes, b"\xff\x01", bytes, b"@\x81"].concat();
            let shown = text_of(Profile::V6, encoding, &around);
            assert!(shown.starts_with(&format!("{text}\\n{text}")), "{encoding}: {shown}");
        }
        assert_eq!(text_of(Profile::V6, Encoding::ShiftJis, b"\x83"), "\\x83");
        // Texts of v1 and v2 have seven bits in any case.
        assert_eq!(text_of(Profile::V2, Encoding::Cp866, b"a\xe2b"), "ab b");
    }
}
