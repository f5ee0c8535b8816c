//! What a layer shows, tick by tick, becomes what a limb plays: steps that repeat, or are played once.

use costumier::Dialect;
use costumier::format::cost::CostCommand;

use crate::folder::STEPS;
use crate::folder::model::Action;

/// Why a limb cannot play what a layer shows. For people, as the end of a sentence that begins with the layer.
pub(super) type Refusal = String;

/// What a limb plays. If it begins with other pictures than it repeats, which a limb cannot, it plays so many ticks and
/// then stays.
pub(super) type Played = (Action, Option<usize>);

/// Returns what a limb of a generation plays: `shown` is the picture of each tick, `loops_to` the tick that follows the
/// last one.
pub(super) fn action(
    shown: &[Option<u8>],
    loops_to: Option<usize>,
    dialect: &Dialect,
) -> Result<Played, Refusal> {
    if shown.iter().all(Option::is_none) {
        return Ok((Action::Off, None));
    }
    let Some(first) = loops_to.filter(|first| *first < shown.len()) else { return once(shown, dialect) };
    let length = shown.len() - first;
    let at = |tick: usize| shown.get(if tick < shown.len() { tick } else { first + (tick - first) % length });
    let repeats = |period: &usize| (0..shown.len()).all(|tick| at(tick) == at(tick + period));
    let periods = (1..=length).filter(|period| length.is_multiple_of(*period));
    match periods.into_iter().find(repeats) {
        Some(1) => once(shown.get(..1).unwrap_or_default(), dialect),
        Some(period) => play(shown.get(..period).unwrap_or_default(), false, dialect),
        // The limb ends on one picture.
        None if (first..shown.len()).all(|tick| at(tick) == at(first)) => once(shown, dialect),
        None => {
            // As many whole rounds as there are steps for.
            let rounds = STEPS.saturating_sub(first) / length;
            let ticks = if rounds > 0 { first + rounds * length } else { shown.len() };
            let unrolled: Vec<Option<u8>> = (0..ticks).map(|tick| at(tick).copied().flatten()).collect();
            once(&unrolled, dialect).map(|(action, _)| (action, Some(ticks)))
        }
    }
}

/// Plays pictures once. The last one stays.
fn once(shown: &[Option<u8>], dialect: &Dialect) -> Result<Played, Refusal> {
    let last = shown.last();
    let stays = shown.iter().rev().take_while(|picture| Some(*picture) == last).count();
    play(shown.get(..shown.len() - stays + 1).unwrap_or(shown), true, dialect)
}

fn play(shown: &[Option<u8>], once: bool, dialect: &Dialect) -> Result<Played, Refusal> {
    if shown.len() > STEPS {
        return Err(format!(
            "changes over {} ticks, and a limb has at most {STEPS} steps; shorten it",
            shown.len()
        ));
    }
    let hide = CostCommand::Hide.byte(dialect.sounds).unwrap_or(0x7B);
    let commands = shown.iter().map(|picture| picture.unwrap_or(hide)).collect();
    Ok((Action::Play { commands, once }, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plays(commands: &[u8], once: bool) -> Result<Played, Refusal> {
        Ok((Action::Play { commands: commands.to_vec(), once }, None))
    }

    #[test]
    fn loops_are_as_short_as_they_can_be() {
        let shown = |text: &str| -> Vec<Option<u8>> {
            text.bytes().map(|byte| byte.is_ascii_digit().then(|| byte - b'0')).collect()
        };
        for (text, loops_to, expected) in [
            ("0123", Some(0), plays(&[0, 1, 2, 3], false)),
            ("010101", Some(0), plays(&[0, 1], false)),
            ("01-01-", Some(0), plays(&[0, 1, 0x7B], false)),
            ("0000", Some(0), plays(&[0], true)),
            ("0122", None, plays(&[0, 1, 2], true)),
            ("0122", Some(2), plays(&[0, 1, 2], true)),
            ("01201", Some(2), plays(&[0, 1, 2], false)),
            ("0", None, plays(&[0], true)),
            ("---", None, Ok((Action::Off, None))),
        ] {
            assert_eq!(action(&shown(text), loops_to, &Dialect::V5), expected, "{text} {loops_to:?}");
        }
        let (unrolled, ticks) = action(&shown("0123"), Some(2), &Dialect::V5).unwrap();
        assert_eq!(ticks, Some(128));
        assert!(matches!(unrolled, Action::Play { commands, once: true }
            if commands.len() == 128 && commands.starts_with(&[0, 1, 2, 3, 2, 3]) && commands.ends_with(&[2, 3])));
        let long: Vec<Option<u8>> = (0..129).map(|n| Some(n % 100)).collect();
        assert!(action(&long, Some(0), &Dialect::V5).unwrap_err().contains("129 ticks"));
        assert!(action(&long[..128], Some(0), &Dialect::V5).is_ok());
    }
}
