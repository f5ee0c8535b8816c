//! What an AKOS limb plays, as the steps of a COST limb: played once round.

use costumier::build::costume::{LimbAction, LimbStep, MAX_STEPS};
use costumier::format::akos::program::{AkosCommand, Code, Component, short_length};
use costumier::format::akos::{Akos, AkosEntry, Mode};

/// What a limb shows while it rests.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shown {
    /// A picture at its own place.
    Picture(u16),
    /// Pictures at places that the command says, and what the limbs behind are moved by.
    Drawn {
        /// From the first painted to the last.
        parts: Vec<(u16, (i16, i16))>,
        /// To the right and upwards.
        moves: (i16, i16),
    },
}

/// The number that a limb's table gives to what is shown.
type Number<'a> = &'a mut dyn FnMut(Shown) -> Result<u8, String>;

/// What a limb does.
///
/// # Errors
/// Why COST cannot say it.
pub(super) fn action(akos: &Akos, entry: AkosEntry, number: Number<'_>) -> Result<LimbAction, String> {
    let player = Player { akos, number };
    match entry.mode {
        Mode::Kill | Mode::Empty => Ok(LimbAction::Off),
        Mode::Hide => Ok(LimbAction::Stop),
        Mode::Show => Ok(LimbAction::Start),
        Mode::Still => player.still(entry),
        Mode::Loop | Mode::Once => player.window(entry),
        Mode::Run => player.program(entry),
        Mode::Delta => Err("runs in mode delta, which COST has not".to_owned()),
        Mode::Other(mode) => Err(format!("runs in mode {mode}, which COST has not")),
    }
}

struct Player<'a, 'n> {
    akos: &'a Akos,
    number: Number<'n>,
}

impl Player<'_, '_> {
    /// One step that is shown for ever.
    fn still(mut self, entry: AkosEntry) -> Result<LimbAction, String> {
        let at = usize::from(entry.start);
        match self.step(at)? {
            (step, _) if rests(step) => Ok(LimbAction::Loop(vec![step])),
            _ => Err(format!("stays at {at:#06x}, where there is no picture")),
        }
    }

    /// Codes one after the other, which know no operands.
    fn window(mut self, entry: AkosEntry) -> Result<LimbAction, String> {
        let sequence = self.akos.sequence();
        let (mut at, end) = (usize::from(entry.start), usize::from(entry.start) + usize::from(entry.length));
        let once = entry.mode == Mode::Once;
        let mut steps = Vec::new();
        loop {
            let short = short_length(sequence, at);
            let (step, length) = self.step(at)?;
            if length != short && at != end {
                return Err(format!(
                    "the command at {at:#06x} has operands, which windows take for pictures"
                ));
            }
            steps.push(step);
            counted(&steps)?;
            if at >= end {
                break;
            }
            at += short;
            if at > end && once {
                return Err(format!("ends inside the code before {at:#06x}, and never comes to rest"));
            }
            if at > end {
                break;
            }
        }
        Ok(if once { LimbAction::Once(steps) } else { LimbAction::Loop(steps) })
    }

    /// A program, played until it rests where it rested before.
    fn program(mut self, entry: AkosEntry) -> Result<LimbAction, String> {
        let mut at = usize::from(entry.start);
        let mut steps = Vec::new();
        // Places where it rested, each with the number of steps before it.
        let mut rested: Vec<(usize, usize)> = Vec::new();
        let mut passed = 0;
        loop {
            if let Code::Command { command: AkosCommand::Goto { to }, length } = self.code(at) {
                if steps.is_empty() {
                    return Err("begins with a command, which COST would draw as a picture".to_owned());
                }
                let target = usize::from(to);
                if !self.code(target).command().is_some_and(AkosCommand::rests) {
                    return Err(format!("jumps from {at:#06x} to {target:#06x}, where there is no picture"));
                }
                debug_assert!(length > 0);
                at = target;
            }
            let (step, length) = self.step(at)?;
            if rests(step) {
                passed = 0;
                if let Some((_, first)) = rested.iter().find(|(place, _)| *place == at) {
                    return round(steps, *first);
                }
                rested.push((at, steps.len()));
            } else {
                passed += 1;
                if passed > MAX_STEPS {
                    return Err("never comes to rest".to_owned());
                }
            }
            steps.push(step);
            counted(&steps)?;
            at += length;
        }
    }

    fn code(&self, at: usize) -> Code<'_> {
        Code::read(self.akos.sequence(), at, &self.akos.dialect().akos)
    }

    /// The step at a place, and its length.
    fn step(&mut self, at: usize) -> Result<(LimbStep, usize), String> {
        let first_sound = self.akos.dialect().akos.first_sound;
        let code = Code::read(self.akos.sequence(), at, &self.akos.dialect().akos);
        let Code::Command { command, length } = code else {
            return Err(format!("plays what is no code at {at:#06x}"));
        };
        let step = match command {
            AkosCommand::Picture { index } => LimbStep::Picture((self.number)(Shown::Picture(index))?),
            AkosCommand::Draw(draw) if draw.conditions.is_none() => {
                let part = |part: Component| (part.picture, (part.x, part.y));
                let parts = draw.components().map(part).collect();
                let moves = draw.moves.unwrap_or_default();
                LimbStep::Picture((self.number)(Shown::Drawn { parts, moves })?)
            }
            AkosCommand::Draw(_) => {
                return Err(format!("draws by conditions at {at:#06x}, which COST has not"));
            }
            AkosCommand::Empty | AkosCommand::End => LimbStep::Hide,
            AkosCommand::Increment => LimbStep::Count,
            AkosCommand::FirstSound => LimbStep::Sound(0),
            AkosCommand::Sound { sound } if sound >= first_sound => LimbStep::Sound(sound - first_sound),
            _ => {
                return Err(format!(
                    "has the command \"{}\" at {at:#06x}, which COST has not",
                    command.name()
                ));
            }
        };
        Ok((step, length.max(1)))
    }
}

fn rests(step: LimbStep) -> bool {
    matches!(step, LimbStep::Picture(_) | LimbStep::Hide)
}

fn counted(steps: &[LimbStep]) -> Result<(), String> {
    if steps.len() > MAX_STEPS {
        return Err(format!("plays more than {MAX_STEPS} steps; a window of COST holds no more"));
    }
    Ok(())
}

/// Steps of which those from `first` on come again and again.
fn round(steps: Vec<LimbStep>, first: usize) -> Result<LimbAction, String> {
    match steps.get(first..) {
        _ if first == 0 => Ok(LimbAction::Loop(steps)),
        Some([_]) => Ok(LimbAction::Once(steps)),
        _ => Err(format!(
            "plays {first} steps once and the other {} over and over; COST can do one or the other",
            steps.len() - first
        )),
    }
}
