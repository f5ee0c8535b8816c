//! A guess at the encoding of a game's texts, which no file states: letters of one script stand together in words,
//! and signs stand between words.
//!
//! **Note:** a few texts of any length can look like another language, so the usual encoding counts unless another
//! one is clearly better.

use super::strings::operand_bytes;
use super::{Encoding, Profile};

/// Largest number of bytes of texts that are examined.
const MOST_BYTES: usize = 48 << 10;

/// Points by which an encoding has to be better than the usual one.
const MARGIN: i32 = 40;

/// Points of a letter in an unlikely place: a capital inside a word, a letter next to those of another script.
const UNLIKELY: i32 = -40;

/// The encoding that these texts look like; `None` for the usual one of the profile.
pub(crate) fn guess<'a>(profile: Profile, texts: impl Iterator<Item = &'a [u8]>) -> Option<Encoding> {
    let usual = Encoding::of(profile);
    if usual == Encoding::SevenBits {
        return None;
    }
    let mut room = MOST_BYTES;
    let foreign = |text: &&[u8]| text.iter().any(|byte| matches!(byte, 0x80..=0xFE));
    let texts: Vec<&[u8]> = texts
        .filter(foreign)
        .take_while(|text| {
            let fits = room >= text.len();
            room = room.saturating_sub(text.len());
            fits
        })
        .collect();
    if texts.is_empty() {
        return None;
    }
    let points = |encoding: Encoding| -> i32 {
        let points = texts.iter().map(|text| points_of(encoding, &characters(profile, encoding, text)));
        points.fold(0, i32::saturating_add)
    };
    let others = Encoding::ALL.iter().copied().filter(|it| *it != usual);
    // Of equal ones, the first counts.
    let best =
        others.map(|encoding| (points(encoding), encoding)).reduce(|a, b| if b.0 > a.0 { b } else { a });
    let (best_points, best) = best?;
    (best_points > 0 && best_points.saturating_sub(points(usual)) >= MARGIN).then_some(best)
}

/// The script of a letter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Letters {
    Latin,
    Cyrillic,
    Hebrew,
    Kana,
    Han,
    Hangul,
}

fn letters_of(letter: char) -> Option<Letters> {
    Some(match letter {
        '\u{400}'..='\u{52F}' => Letters::Cyrillic,
        '\u{5D0}'..='\u{5EA}' => Letters::Hebrew,
        '\u{3041}'..='\u{30FF}' => Letters::Kana,
        '\u{3400}'..='\u{9FFF}' => Letters::Han,
        '\u{AC00}'..='\u{D7A3}' => Letters::Hangul,
        'A'..='Z' | 'a'..='z' | '\u{C0}'..='\u{24F}' if letter.is_alphabetic() => Letters::Latin,
        _ => return None,
    })
}

/// A character of a text, and its first byte.
type Character = (char, u8);

/// The character of bytes that mean none.
const UNREAD: char = '\u{FFFD}';

/// The characters of a text. Codes and fillers separate words.
fn characters(profile: Profile, encoding: Encoding, bytes: &[u8]) -> Vec<Character> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut letter = String::new();
    let mut rest = bytes;
    while let Some(first) = rest.first().copied() {
        let mut len = 1;
        if first == 0xFF && !profile.has_plain_texts() {
            len = rest.get(1).map_or(1, |code| operand_bytes(profile, *code).saturating_add(2));
            out.push((' ', 0));
        } else if let Some((found, bytes)) = encoding.character(rest, &mut letter) {
            len = bytes;
            out.extend(found.chars().next().map(|found| (if found == '@' { ' ' } else { found }, first)));
        } else {
            out.push((if first < b' ' { ' ' } else { UNREAD }, first));
        }
        rest = rest.get(len..).unwrap_or_default();
    }
    out
}

fn points_of(encoding: Encoding, text: &[Character]) -> i32 {
    let neighbour = |at: Option<usize>| at.and_then(|at| text.get(at)).map(|(letter, _)| *letter);
    let points = text.iter().enumerate().map(|(at, character)| {
        let (before, behind) = (neighbour(at.checked_sub(1)), neighbour(at.checked_add(1)));
        points_of_letter(encoding, before, *character, behind)
    });
    points.fold(0, i32::saturating_add)
}

fn points_of_letter(
    encoding: Encoding,
    before: Option<char>,
    (letter, first): Character,
    behind: Option<char>,
) -> i32 {
    let of = |neighbour: Option<char>| neighbour.and_then(letters_of);
    let (left, right) = (of(before), of(behind));
    if letter.is_ascii() {
        let rises = |before: char| !before.is_ascii() && before.is_lowercase() && letter.is_uppercase();
        return if before.is_some_and(rises) { UNLIKELY } else { 0 };
    }
    let Some(script) = letters_of(letter) else {
        let is_box = ('\u{2500}'..='\u{259F}').contains(&letter);
        return match (left, right) {
            _ if letter == UNREAD => 2 * UNLIKELY,
            // Signs of East Asian texts, which have no blanks.
            _ if matches!(letter, '\u{3000}'..='\u{303F}' | '！' | '，' | '．' | '：' | '；' | '？') => {
                0
            }
            (Some(_), Some(_)) => UNLIKELY,
            _ if is_box => UNLIKELY,
            _ => -5,
        };
    };
    let is_east_asian = matches!(script, Letters::Kana | Letters::Han | Letters::Hangul);
    let fits = |other: Option<Letters>| match other {
        None => true,
        Some(other) if other == script => true,
        // Kana, characters and syllables stand together.
        Some(other) => is_east_asian && matches!(other, Letters::Kana | Letters::Han | Letters::Hangul),
    };
    let rises = script != Letters::Hebrew
        && letter.is_uppercase()
        && before.is_some_and(|before| before.is_lowercase());
    if rises || !fits(left) || !fits(right) {
        return UNLIKELY;
    }
    match script {
        Letters::Latin => 10,
        // Words of capitals alone are rarer than Hebrew, whose bytes they share.
        Letters::Cyrillic if letter.is_uppercase() && before.is_some_and(char::is_uppercase) => 12,
        Letters::Cyrillic => 20,
        Letters::Hebrew => 21,
        Letters::Kana => 30,
        // The sets of characters have the common ones in front.
        Letters::Hangul if matches!(first, 0xB0..=0xC8) => 40,
        Letters::Han if encoding == Encoding::Gbk && matches!(first, 0xB0..=0xD7) => 30,
        Letters::Han if encoding == Encoding::Big5 && matches!(first, 0xA4..=0xC6) => 30,
        Letters::Han if encoding == Encoding::ShiftJis && matches!(first, 0x88..=0x97) => 30,
        Letters::Han | Letters::Hangul => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts of games' kinds, each in its encodings.
    const TEXTS: [(&str, &[Encoding]); 14] = [
        ("Look at the dragon, Minuet! It's 5 o'clock.", &[]),
        (
            "Ménuèt, où est la clé? «À côté du château», répond-elle.",
            &[Encoding::Cp850, Encoding::Windows1252],
        ),
        ("Schöne Grüße aus Köln! Über den Flüssen, äh, Straßen.", &[Encoding::Cp850, Encoding::Windows1252]),
        ("¿Dónde está el señor? ¡Aquí! MAÑANA POR LA MAÑANA.", &[Encoding::Cp850, Encoding::Windows1252]),
        ("Não é possível, irmão. Olá, coração!", &[Encoding::Cp850, Encoding::Windows1252]),
        ("Blåbærsyltetøy på brød. Är du där? Å nei!", &[Encoding::Cp850, Encoding::Windows1252]),
        ("Żółwią nóżką w źdźbło, ćmą i łoś. ŻÓŁW", &[Encoding::Cp852, Encoding::Windows1250]),
        ("Příliš žluťoučký kůň úpěl ďábelské ódy", &[Encoding::Cp852, Encoding::Windows1250]),
        ("Посмотри на дракона, Минуэт! ЭТО ОН. Ну и ну…", &[Encoding::Cp866, Encoding::Windows1251]),
        ("תראה את הדרקון, מינואט! שלום לכולם", &[Encoding::Cp862, Encoding::Windows1255]),
        ("ドラゴンを見てください、メヌエ！お化け屋敷です。", &[Encoding::ShiftJis]),
        ("看看那条龙，小步舞曲！我们走吧。", &[Encoding::Gbk]),
        ("용을 보세요, 미뉴에트! 우리는 갑니다.", &[Encoding::EucKr]),
        ("看看那條龍，小步舞曲！我們走吧。", &[Encoding::Big5]),
    ];

    /// The bytes of a text in an encoding; characters that it does not have become blanks.
    fn bytes(encoding: Encoding, text: &str) -> Vec<u8> {
        let table: Vec<(char, Vec<u8>)> = (0x80..=0xFE_u8)
            .flat_map(|first| {
                let pairs = (0x40..=0xFE_u8).map(move |second| vec![first, second]);
                std::iter::once(vec![first]).chain(pairs)
            })
            .filter_map(|bytes| {
                let mut letter = String::new();
                let (found, len) = encoding.character(&bytes, &mut letter)?;
                Some((found.chars().next()?, bytes.get(..len)?.to_vec()))
            })
            .collect();
        let of = |letter: char| match u8::try_from(letter) {
            Ok(byte @ ..0x80) => vec![byte],
            _ => table.iter().find(|(it, _)| *it == letter).map_or(vec![b' '], |(_, bytes)| bytes.clone()),
        };
        text.chars().flat_map(of).collect()
    }

    fn guessed(profile: Profile, texts: &[&[u8]]) -> Encoding {
        guess(profile, texts.iter().copied()).unwrap_or(Encoding::of(profile))
    }

    #[test]
    fn texts_of_every_language_are_told_apart() {
        for profile in [Profile::V5, Profile::V6, Profile::V7, Profile::V8, Profile::He99] {
            for (text, encodings) in TEXTS {
                for encoding in encodings {
                    let bytes = bytes(*encoding, text);
                    assert_eq!(guessed(profile, &[&bytes]), *encoding, "{profile}: {text}");
                    // English texts change nothing, nor do escapes of the engine where texts have them.
                    let greeting: &[u8] =
                        if profile.has_plain_texts() { b"Hello!" } else { b"Hello\xff\x04\x81\x82!" };
                    let texts = [greeting, &bytes, b"Use\xff\x01the rope"];
                    assert_eq!(guessed(profile, &texts), *encoding, "{profile}: {text}");
                }
                if encodings.is_empty() {
                    assert_eq!(guess(profile, std::iter::once(text.as_bytes())), None);
                }
            }
        }
        let russian = bytes(Encoding::Cp866, TEXTS[8].0);
        assert_eq!(guess(Profile::V2, std::iter::once(russian.as_slice())), None, "texts of seven bits");
    }

    #[test]
    fn a_single_name_is_enough_where_it_looks_like_nothing_else() {
        for (name, encoding) in [
            ("Минуэт", Encoding::Cp866),
            ("メヌエ", Encoding::ShiftJis),
            ("מינואט", Encoding::Cp862),
            ("Żółwią", Encoding::Cp852),
            ("Ménuèt", Encoding::Cp850),
            ("Muñoz", Encoding::Cp850),
            ("Frère", Encoding::Cp850),
            ("Jürgen", Encoding::Cp850),
        ] {
            assert_eq!(guessed(Profile::V5, &[&bytes(encoding, name)]), encoding, "{name}");
        }
    }
}
