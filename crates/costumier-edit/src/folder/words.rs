//! Commands as words: the name of a picture, or what the command does with an `@` in front.
//!
//! ```text
//! walk-east-1     the limb's picture of that name      @hide      nothing is drawn for a tick
//! @count          the animation counter, in no time    @sound     sound 0, in no time; @sound-3
//! @stop @start    the limb is no longer, again drawn   @0x83      a byte that none of these words gives
//! ```

use costumier::raw::cost::CostCommand;
use costumier::raw::dialect::SoundCodes;

use super::model::Entry;

/// The word of a command byte.
#[must_use]
pub(super) fn word(byte: u8, entries: &[Entry], sounds: SoundCodes) -> String {
    let plain = match CostCommand::from_byte(byte, sounds) {
        CostCommand::Picture(index) => entries.get(usize::from(index)).map(|entry| entry.name.clone()),
        CostCommand::Hide => Some("@hide".to_owned()),
        CostCommand::Count => Some("@count".to_owned()),
        CostCommand::Stop => Some("@stop".to_owned()),
        CostCommand::Start => Some("@start".to_owned()),
        CostCommand::Sound(0) => Some("@sound".to_owned()),
        CostCommand::Sound(number) => Some(format!("@sound-{number}")),
    };
    plain.filter(|word| read(word, entries, sounds) == Some(byte)).unwrap_or_else(|| format!("@{byte:#04x}"))
}

/// The byte of a word; `None` where it is none.
#[must_use]
pub(super) fn read(word: &str, entries: &[Entry], sounds: SoundCodes) -> Option<u8> {
    let Some(special) = word.strip_prefix('@') else {
        let index = entries.iter().position(|entry| entry.name == word)?;
        return u8::try_from(index).ok().filter(|index| *index < 0x80);
    };
    let sound = |number: u8| CostCommand::Sound(number).byte(sounds);
    match special {
        "hide" => CostCommand::Hide.byte(sounds),
        "count" => CostCommand::Count.byte(sounds),
        "stop" => CostCommand::Stop.byte(sounds),
        "start" => CostCommand::Start.byte(sounds),
        "sound" => sound(0),
        other => match (other.strip_prefix("sound-"), other.strip_prefix("0x")) {
            (Some(number), _) => number.parse().ok().and_then(sound),
            (_, Some(hex)) => u8::from_str_radix(hex, 16).ok(),
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::EntryKind;
    use super::*;

    #[test]
    fn every_byte_has_a_word_that_gives_it_back() {
        let entries: Vec<Entry> =
            (0..100).map(|n| Entry { name: format!("p{n}"), picture: EntryKind::Empty }).collect();
        for sounds in
            [SoundCodes::Footstep, SoundCodes::FootstepBit, SoundCodes::List, SoundCodes::ListReversed]
        {
            for byte in 0..=u8::MAX {
                let word = word(byte, &entries, sounds);
                assert_eq!(read(&word, &entries, sounds), Some(byte), "{word}");
            }
            assert_eq!(word(3, &entries, sounds), "p3");
            assert_eq!(word(0x83, &entries, sounds), "@0x83");
            assert_eq!(word(101, &entries, sounds), "@0x65");
            assert_eq!(word(0x7B, &entries, sounds), "@hide");
        }
        assert_eq!(read("p200", &entries, SoundCodes::List), None);
        assert_eq!(read("@sound-8", &entries, SoundCodes::List), None);
    }
}
