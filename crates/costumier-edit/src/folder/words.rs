//! Commands as words: the name of a picture, or the name of a command with `@` in front.
//!
//! ```text
//! walk-east-1     the limb's picture of that name      @hide      nothing is drawn for a tick
//! @count          the animation counter, in no time    @sound     sound 0, in no time; @sound-3
//! @stop @start    the limb is no longer, again drawn   @0x83      a byte that none of these words gives
//! walk-east-1 x18 the same word 18 times
//! ```

use std::cell::Cell;

use costumier::Dialect;
use costumier::format::cost::CostCommand;
use costumier_export::suggestion;

use super::picture::Entry;

/// Why a word is no command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoCommand {
    /// No picture or command has this name.
    Unknown,
    /// The picture of this index has the name, and no command can show that index.
    Unnameable(usize),
    /// The generation has no sound of this number.
    NoSound,
}

/// Whether a command can show the picture of this index. Some numbers mean counts, sounds and other commands, and
/// some are not drawn by the interpreter.
pub(super) fn is_nameable(index: usize, dialect: &Dialect) -> bool {
    let byte = u8::try_from(index).ok().filter(|byte| *byte < 0x80 && *byte < dialect.undrawn_from);
    byte.is_some_and(|byte| CostCommand::from_byte(byte, dialect.sounds) == CostCommand::Picture(byte))
}

/// Returns the word of a command byte.
#[must_use]
pub(super) fn word(byte: u8, entries: &[Entry], dialect: &Dialect) -> String {
    let sounds = dialect.sounds;
    let plain = match CostCommand::from_byte(byte, sounds) {
        CostCommand::Picture(index) => entries.get(usize::from(index)).map(|entry| entry.name.clone()),
        CostCommand::Sound(number @ 1..) => Some(format!("@sound-{number}")),
        other => Some(format!("@{}", other.name())),
    };
    plain
        .filter(|word| read(word, &index_in(entries), dialect) == Ok(byte))
        .unwrap_or_else(|| format!("@{byte:#04x}"))
}

/// Returns the index of the first entry of a name.
pub(super) fn index_in(entries: &[Entry]) -> impl Fn(&str) -> Option<usize> + '_ {
    |name| entries.iter().position(|entry| entry.name == name)
}

/// Returns the byte of a word. `index_of` returns the index of the picture of a name.
///
/// # Errors
/// Why the word is no command.
pub(super) fn read(
    word: &str,
    index_of: &dyn Fn(&str) -> Option<usize>,
    dialect: &Dialect,
) -> Result<u8, NoCommand> {
    let sounds = dialect.sounds;
    let Some(special) = word.strip_prefix('@') else {
        let index = index_of(word).ok_or(NoCommand::Unknown)?;
        let byte = u8::try_from(index).ok().filter(|_| is_nameable(index, dialect));
        return byte.ok_or(NoCommand::Unnameable(index));
    };
    if let Some(number) = special.strip_prefix("sound-").and_then(|number| number.parse().ok()) {
        return CostCommand::Sound(number).byte(sounds).ok_or(NoCommand::NoSound);
    }
    let commands = [CostCommand::Hide, CostCommand::Count, CostCommand::Stop, CostCommand::Start];
    let mut commands = commands.into_iter().chain([CostCommand::Sound(0)]);
    let byte = match commands.find(|command| command.name() == special) {
        Some(command) => command.byte(sounds),
        None => special.strip_prefix("0x").and_then(|hex| u8::from_str_radix(hex, 16).ok()),
    };
    byte.ok_or(NoCommand::Unknown)
}

/// Smallest number of equal words that are written as one word with a count.
const RUN: usize = 3;

/// Largest count of a word.
const MOST: usize = 9999;

/// Returns a word and how often it is repeated. A picture called `a x3` has that name and no count.
pub(super) fn repeated(word: &str, is_name: impl Fn(&str) -> bool) -> (&str, usize) {
    let counted = word.rsplit_once(" x").filter(|_| !is_name(word)).and_then(|(plain, count)| {
        let is_number = count.bytes().all(|digit| digit.is_ascii_digit());
        let count = count.parse().ok().filter(|count| is_number && (1..=MOST).contains(count))?;
        Some((plain.trim_end(), count))
    });
    counted.unwrap_or((word, 1))
}

/// Joins equal words that follow each other: `a x18`.
pub(super) fn joined(words: &[String], is_name: impl Fn(&str) -> bool) -> Vec<String> {
    let mut out = Vec::new();
    for run in words.chunk_by(|a, b| a == b) {
        for part in run.chunks(MOST) {
            let Some(word) = part.first() else { continue };
            let counted = format!("{word} x{}", part.len());
            match part.len() >= RUN && !is_name(&counted) {
                true => out.push(counted),
                false => out.extend(part.iter().cloned()),
            }
        }
    }
    out
}

/// Returns a suggestion for a misspelt word as the end of a sentence; empty if no name is similar.
pub(super) fn meant<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> String {
    suggestion::nearest(word, names).map(|name| format!("; did you mean {name:?}?")).unwrap_or_default()
}

/// Largest number of suggestions for a text. Only the first problems are printed.
pub(super) const SUGGESTIONS: usize = 20;

/// Suggestions for the first misspelt words of a text.
pub(super) struct Suggestions(Cell<usize>);

impl Default for Suggestions {
    fn default() -> Self {
        Self(Cell::new(SUGGESTIONS))
    }
}

impl Suggestions {
    /// As [`meant`]; empty for later words.
    pub(super) fn meant<'a>(&self, word: &str, names: impl Iterator<Item = &'a str>) -> String {
        let left = self.0.get().checked_sub(1);
        left.map(|left| self.0.set(left)).map(|()| meant(word, names)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::picture::EntryKind;
    use super::*;

    #[test]
    fn every_byte_has_a_word_that_gives_it_back() {
        let entries: Vec<Entry> =
            (0..130).map(|n| Entry { name: format!("p{n}"), picture: EntryKind::Empty }).collect();
        for dialect in Dialect::CLASSIC {
            for byte in 0..=u8::MAX {
                let word = word(byte, &entries, &dialect);
                assert_eq!(read(&word, &index_in(&entries), &dialect), Ok(byte), "{word}");
            }
            assert_eq!(word(3, &entries, &dialect), "p3");
            assert_eq!(word(0x83, &entries, &dialect), "@0x83");
            assert_eq!(word(101, &entries[..100], &dialect), "@0x65");
            assert_eq!(word(0x7B, &entries, &dialect), "@hide");
        }
        assert_eq!(read("p200", &index_in(&entries), &Dialect::V6), Err(NoCommand::Unknown));
        assert_eq!(read("@sound-8", &index_in(&entries), &Dialect::V6), Err(NoCommand::NoSound));
        assert_eq!(read("@sound-1", &index_in(&entries), &Dialect::V5), Err(NoCommand::NoSound));
    }

    #[test]
    fn equal_words_are_joined_and_split_again() {
        let words = |text: &str| text.split(',').map(str::to_owned).collect::<Vec<_>>();
        let no_name = |_: &str| false;
        assert_eq!(joined(&words("a,a,a,b,b,a"), no_name), words("a x3,b,b,a"));
        assert_eq!(joined(&words("a,a,a"), |name| name == "a x3"), words("a,a,a"));
        assert_eq!(joined(&vec!["a".to_owned(); 10_000], no_name), words("a x9999,a"));
        for (word, expected) in [
            ("a x18", ("a", 18)),
            ("@hide x2", ("@hide", 2)),
            ("a  x2", ("a", 2)),
            ("a x0", ("a x0", 1)),
            ("a x10000", ("a x10000", 1)),
            ("a x+3", ("a x+3", 1)),
            ("a x", ("a x", 1)),
            ("box 3", ("box 3", 1)),
        ] {
            assert_eq!(repeated(word, no_name), expected, "{word}");
        }
        assert_eq!(repeated("a x18", |name| name == "a x18"), ("a x18", 1));
    }

    #[test]
    fn numbers_of_other_commands_name_no_picture() {
        let nameable =
            |dialect: &Dialect| (0..300).filter(|index| is_nameable(*index, dialect)).collect::<Vec<_>>();
        let ranges = |parts: &[std::ops::Range<usize>]| parts.iter().cloned().flatten().collect::<Vec<_>>();
        assert_eq!(nameable(&Dialect::V5), ranges(&[0..0x78, 0x7D..0x80]));
        assert_eq!(nameable(&Dialect::V2), ranges(&[0..0x78, 0x7D..0x80]));
        assert_eq!(nameable(&Dialect::V3_256), ranges(std::slice::from_ref(&(0..0x78))));
        assert_eq!(nameable(&Dialect::V6), ranges(&[0..0x71, 0x7D..0x80]));
        assert_eq!(nameable(&Dialect::HE60), ranges(&[0..0x71, 0x7D..0x80]));
    }
}
