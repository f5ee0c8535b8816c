//! Character sets of texts: which character the bytes of the upper half mean (`docs/format/scripts.md §A.5`).
//!
//! **Note:** builds for WebAssembly have code page 850, Windows-1252 and the rule of seven bits only: the tables of
//! the others would weigh more than the rest of a first visit.

use std::fmt;
use std::str::FromStr;

use super::Profile;

/// The character set of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// Code page 850: Western games up to v7.
    Cp850,
    /// Windows-1252: v8, Humongous (UNVERIFIED there).
    Windows1252,
    /// Seven bits; bit 7 means that a space follows (v1, v2).
    SevenBits,
    /// Code page 852: Polish, Czech, Hungarian.
    Cp852,
    /// Code page 862: Hebrew.
    Cp862,
    /// Code page 866: Russian.
    Cp866,
    /// Windows-1250: Polish, Czech, Hungarian.
    Windows1250,
    /// Windows-1251, for Russian texts.
    Windows1251,
    /// Windows-1255, for Hebrew texts.
    Windows1255,
    /// Shift-JIS, code page 932: Japanese.
    ShiftJis,
    /// GBK, code page 936: Chinese, simplified.
    Gbk,
    /// EUC-KR with its extension, code page 949: Korean.
    EucKr,
    /// Big5, code page 950: Chinese, traditional.
    Big5,
}

const CP850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴\
    ┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";
const WINDOWS_1252: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";
#[cfg(not(target_family = "wasm"))]
const CP852: &str = "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴\
    ┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{ad}˝˛ˇ˘§÷¸°¨˙űŘř■\u{a0}";
#[cfg(not(target_family = "wasm"))]
const CP862: &str = "אבגדהוזחטיךכלםמןנסעףפץצקרשת¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴\
    ┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

impl Encoding {
    /// The character sets that a text can be read with, those of whole profiles first. Texts of v1 and v2 have seven
    /// bits, and no other set.
    pub const ALL: &[Self] = &[
        Self::Cp850,
        Self::Windows1252,
        #[cfg(not(target_family = "wasm"))]
        Self::Cp852,
        #[cfg(not(target_family = "wasm"))]
        Self::Windows1250,
        #[cfg(not(target_family = "wasm"))]
        Self::Cp866,
        #[cfg(not(target_family = "wasm"))]
        Self::Windows1251,
        #[cfg(not(target_family = "wasm"))]
        Self::Cp862,
        #[cfg(not(target_family = "wasm"))]
        Self::Windows1255,
        #[cfg(not(target_family = "wasm"))]
        Self::ShiftJis,
        #[cfg(not(target_family = "wasm"))]
        Self::Gbk,
        #[cfg(not(target_family = "wasm"))]
        Self::EucKr,
        #[cfg(not(target_family = "wasm"))]
        Self::Big5,
    ];

    /// Returns the character set of most games of a profile.
    #[must_use]
    pub fn of(profile: Profile) -> Self {
        match profile {
            Profile::V0 | Profile::V1 | Profile::V2 | Profile::V2Nes => Self::SevenBits,
            Profile::V8 => Self::Windows1252,
            _ if profile.is_humongous() => Self::Windows1252,
            _ => Self::Cp850,
        }
    }

    /// Returns its name, such as `cp866`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cp850 => "cp850",
            Self::Windows1252 => "windows-1252",
            Self::SevenBits => "7-bit",
            Self::Cp852 => "cp852",
            Self::Cp862 => "cp862",
            Self::Cp866 => "cp866",
            Self::Windows1250 => "windows-1250",
            Self::Windows1251 => "windows-1251",
            Self::Windows1255 => "windows-1255",
            Self::ShiftJis => "shift-jis",
            Self::Gbk => "gbk",
            Self::EucKr => "euc-kr",
            Self::Big5 => "big5",
        }
    }

    /// Returns the number of its code page, by which people also call it.
    fn code_page(self) -> Option<u16> {
        Some(match self {
            Self::Cp850 => 850,
            Self::Windows1252 => 1252,
            Self::SevenBits => return None,
            Self::Cp852 => 852,
            Self::Cp862 => 862,
            Self::Cp866 => 866,
            Self::Windows1250 => 1250,
            Self::Windows1251 => 1251,
            Self::Windows1255 => 1255,
            Self::ShiftJis => 932,
            Self::Gbk => 936,
            Self::EucKr => 949,
            Self::Big5 => 950,
        })
    }

    /// Returns the languages that games of it have.
    #[must_use]
    pub fn languages(self) -> &'static str {
        match self {
            Self::Cp850 | Self::Windows1252 | Self::SevenBits => "Western European",
            Self::Cp852 | Self::Windows1250 => "Central European",
            Self::Cp866 | Self::Windows1251 => "Russian",
            Self::Cp862 | Self::Windows1255 => "Hebrew",
            Self::ShiftJis => "Japanese",
            Self::Gbk => "simplified Chinese",
            Self::EucKr => "Korean",
            Self::Big5 => "traditional Chinese",
        }
    }

    /// Reads the character at the start of some bytes: the character, and its length in bytes. `None` if they mean
    /// none.
    pub(super) fn character<'a>(self, bytes: &[u8], out: &'a mut String) -> Option<(&'a str, usize)> {
        let first = *bytes.first()?;
        out.clear();
        match (self, first) {
            (_, b' '..=b'~') => out.push(char::from(first)),
            (_, 0..=0x7F) => {}
            (Self::Cp850, _) => out.extend(upper_half(CP850, first)),
            (Self::Windows1252, 0x80..=0x9F) => out.extend(upper_half(WINDOWS_1252, first)),
            (Self::Windows1252, _) => out.push(char::from(first)),
            (Self::SevenBits, _) => return None,
            _ => return self.of_other(bytes, out),
        }
        self.shown(out, 1)
    }

    /// Returns a whole name in this encoding. Bytes without a meaning become the characters of these numbers, so that
    /// different names of one-byte encodings stay different.
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> String {
        let (mut out, mut letter) = (String::with_capacity(bytes.len()), String::new());
        let mut rest = bytes;
        while let Some(first) = rest.first().copied() {
            let len = match self.character(rest, &mut letter) {
                Some((letter, len)) => {
                    out.push_str(letter);
                    len
                }
                None => {
                    out.push(char::from(first));
                    1
                }
            };
            rest = rest.get(len..).unwrap_or_default();
        }
        out
    }

    fn shown(self, out: &str, len: usize) -> Option<(&str, usize)> {
        (!out.is_empty() && !out.contains(char::is_control)).then_some((out, len))
    }

    #[cfg(target_family = "wasm")]
    fn of_other<'a>(self, _: &[u8], _: &'a mut String) -> Option<(&'a str, usize)> {
        None
    }

    #[cfg(not(target_family = "wasm"))]
    fn of_other<'a>(self, bytes: &[u8], out: &'a mut String) -> Option<(&'a str, usize)> {
        let first = *bytes.first()?;
        let known = match self {
            Self::Cp852 => {
                out.extend(upper_half(CP852, first));
                return self.shown(out, 1);
            }
            Self::Cp862 => {
                out.extend(upper_half(CP862, first));
                return self.shown(out, 1);
            }
            Self::Cp866 => encoding_rs::IBM866,
            Self::Windows1250 => encoding_rs::WINDOWS_1250,
            Self::Windows1251 => encoding_rs::WINDOWS_1251,
            Self::Windows1255 => encoding_rs::WINDOWS_1255,
            Self::ShiftJis => encoding_rs::SHIFT_JIS,
            Self::Gbk => encoding_rs::GBK,
            Self::EucKr => encoding_rs::EUC_KR,
            Self::Big5 => encoding_rs::BIG5,
            Self::Cp850 | Self::Windows1252 | Self::SevenBits => return None,
        };
        let is_wide = match self {
            Self::ShiftJis => matches!(first, 0x81..=0x9F | 0xE0..=0xFC),
            Self::Gbk | Self::EucKr | Self::Big5 => matches!(first, 0x81..=0xFE),
            _ => false,
        };
        let len = if is_wide { 2 } else { 1 };
        let text = known.decode_without_bom_handling_and_without_replacement(bytes.get(..len)?)?;
        out.push_str(&text);
        self.shown(out, len)
    }
}

fn upper_half(page: &str, byte: u8) -> Option<char> {
    page.chars().nth(usize::from(byte & 0x7F))
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Encoding {
    type Err = String;

    /// Reads the name of one of [`Encoding::ALL`], or the number of its code page: `cp866`, `866`, `windows-1251`,
    /// `cp1251`.
    fn from_str(text: &str) -> Result<Self, String> {
        let lower = text.to_ascii_lowercase();
        let number = lower.trim_start_matches(|letter: char| !letter.is_ascii_digit()).parse::<u16>().ok();
        let is_number = ["", "cp", "ibm", "ms", "dos-", "cp-", "windows-"]
            .iter()
            .any(|before| lower.strip_prefix(before).is_some_and(|it| it.parse::<u16>().is_ok()));
        let plain = |name: &str| name.replace(['-', '_'], "");
        let found = Self::ALL.iter().find(|it| {
            plain(it.name()) == plain(&lower) || is_number && number.is_some() && it.code_page() == number
        });
        found.copied().ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|it| it.name()).collect();
            format!("no encoding is called {text:?}; there are {}", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_have_names_and_the_numbers_of_their_code_pages() {
        for encoding in Encoding::ALL {
            assert_eq!(encoding.name().parse(), Ok(*encoding));
            let number = encoding.code_page().unwrap().to_string();
            for name in [number.clone(), format!("cp{number}"), format!("CP{number}")] {
                assert_eq!(name.parse(), Ok(*encoding), "{name}");
            }
        }
        assert_eq!("Shift_JIS".parse(), Ok(Encoding::ShiftJis));
        for wrong in ["", "utf-8", "851", "x866", "7-bit"] {
            assert!(wrong.parse::<Encoding>().unwrap_err().contains("cp866"), "{wrong}");
        }
    }
}
