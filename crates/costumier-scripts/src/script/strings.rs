//! The texts of scripts in a form for people (`docs/format/scripts.md §A.5`).
//!
//! **Note:** the real glyphs are in the game's charset. The text here has the characters of the game's code page,
//! and a byte without a meaning stays visible as an escape instead of being dropped.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use std::fmt::Write as _;

use super::Profile;

/// Largest number of characters of the tag before a text (v7, v8).
const LONGEST_TAG: usize = 12;

/// The character set of texts: the characters of the upper half of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Texts {
    /// Code page 850: Western games up to v7.
    Cp850,
    /// Windows-1252: v8, Humongous (UNVERIFIED there).
    Windows1252,
    /// Seven bits; bit 7 means that a space follows (v1, v2).
    SevenBits,
}

const CP850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
    └┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";
const WINDOWS_1252: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

impl Texts {
    /// Returns the character set of a profile.
    #[must_use]
    pub fn of(profile: Profile) -> Self {
        match profile {
            Profile::V0 | Profile::V1 | Profile::V2 | Profile::V2Nes => Self::SevenBits,
            Profile::V8 => Self::Windows1252,
            _ if profile.is_humongous() => Self::Windows1252,
            _ => Self::Cp850,
        }
    }

    fn push(self, byte: u8, out: &mut String) {
        match (self, byte) {
            (_, b' '..=b'~') => out.push(char::from(byte)),
            (Self::Cp850, 0x80..) => {
                out.extend(CP850.chars().nth(usize::from(byte & 0x7F)));
            }
            (Self::Windows1252, 0x80..=0x9F) => match WINDOWS_1252.chars().nth(usize::from(byte & 0x7F)) {
                Some(letter) if !letter.is_control() => out.push(letter),
                _ => escape(byte, out),
            },
            (Self::Windows1252, 0xA0..) => out.push(char::from(byte)),
            (Self::SevenBits, 0x80..) => {
                self.push(byte & 0x7F, out);
                out.push(' ');
            }
            _ => escape(byte, out),
        }
    }
}

fn escape(byte: u8, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(out, "\\x{byte:02x}");
}

/// Returns a text for display: `\n` new line, `\w` wait, `{var 3}`, `{chore 9}` and so on for escapes. Fillers
/// (`@`) are left out.
#[must_use]
pub fn text_of(profile: Profile, bytes: &[u8]) -> String {
    shown(profile, bytes, false)
}

/// Returns a name: a text without its tag, escapes, fillers and blanks at its ends; `None` if nothing is left.
#[must_use]
pub fn name_in(profile: Profile, bytes: &[u8]) -> Option<String> {
    let text = shown(profile, bytes, true);
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

fn shown(profile: Profile, bytes: &[u8], is_name: bool) -> String {
    let texts = Texts::of(profile);
    let old = texts == Texts::SevenBits;
    let mut out = String::with_capacity(bytes.len());
    let mut rest = bytes.iter().copied();
    while let Some(byte) = rest.next() {
        match byte {
            0xFF if !profile.has_plain_texts() => {
                let Some(code) = rest.next() else { break };
                let wide = profile == Profile::V8;
                if profile.is_indy3() && code == 0x2E {
                    out.push('ß');
                    continue;
                }
                let has_operand = wide || !matches!(code, 1 | 2 | 3 | 8);
                let operand = has_operand.then(|| {
                    let mut bytes = [0; 4];
                    let count = if wide { 4 } else { 2 };
                    for place in bytes.iter_mut().take(count) {
                        *place = rest.next().unwrap_or_default();
                    }
                    u32::from_le_bytes(bytes)
                });
                if !is_name {
                    marker(code, operand.unwrap_or_default(), &mut out);
                } else if code == 1 {
                    out.push(' ');
                }
            }
            b'@' if !profile.has_plain_texts() => {}
            // Codes, too, can have a space behind them. v0 has only the new line.
            _ if old && !is_name && is_old_code(profile, byte & 0x7F) => {
                let code = byte & 0x7F;
                let operand = if (4..8).contains(&code) { rest.next().map_or(0, u32::from) } else { 0 };
                marker(if code == b'/' { 1 } else { code }, operand, &mut out);
                out.extend((byte != code).then_some(' '));
            }
            byte => texts.push(byte, &mut out),
        }
    }
    out
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
            assert_eq!(text_of(profile, b"Yo\xF5\x86\x41b\x81c\x01"), "You {name 65} b\\n c\\n", "{profile}");
        }
        assert_eq!(text_of(Profile::V0, b"Yo\xF5\x04b/c\xAFd"), "You \\x04b\\nc\\n d");
        assert_eq!(text_of(Profile::V2, b"a/b"), "a/b");
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
                assert_eq!(name_in(profile, text.as_bytes()).as_deref(), name, "{profile} {text}");
            }
        }
        assert_eq!(name_in(Profile::V6, b"/A/B").as_deref(), Some("/A/B"));
    }
}
