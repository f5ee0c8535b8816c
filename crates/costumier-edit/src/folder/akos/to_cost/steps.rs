//! Converts what an AKOS limb plays into the steps of a COST limb, by playing it once round.

use costumier::format::akos::program::{AkosCommand, Code, Component, short_length};
use costumier::format::akos::{Akos, AkosEntry, Mode};
use costumier_build::costume::{LimbAction, LimbStep, MAX_STEPS};

/// What a limb shows while it rests.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum StepPicture {
    /// A picture at its own position.
    Picture(u16),
    /// Pictures at positions in the command, and the distance that later limbs are moved.
    Drawn {
        /// The pictures and their positions, in the order of drawing.
        parts: Vec<(u16, (i16, i16))>,
        /// The distance to the right and upwards.
        moves: (i16, i16),
    },
}

/// A function that returns the index in a limb's table of what is shown.
type Number<'a> = &'a mut dyn FnMut(StepPicture) -> Result<u8, String>;

/// Returns the action of a limb.
///
/// # Errors
/// Why COST cannot hold it, as the end of a sentence about the limb.
pub(super) fn action(akos: &Akos, entry: AkosEntry, number: Number<'_>) -> Result<LimbAction, String> {
    let player = Player { akos, number };
    match entry.mode {
        Mode::Kill | Mode::Empty => Ok(LimbAction::Off),
        Mode::Hide => Ok(LimbAction::Stop),
        Mode::Show => Ok(LimbAction::Start),
        Mode::Still => player.still(entry),
        Mode::Loop | Mode::Once => player.window(entry),
        Mode::Run => player.program(entry),
        Mode::Delta => Err("runs in mode delta, which COST does not have".to_owned()),
        Mode::Other(mode) => Err(format!("runs in mode {mode}, which COST does not have")),
    }
}

struct Player<'a, 'n> {
    akos: &'a Akos,
    number: Number<'n>,
}

impl Player<'_, '_> {
    /// Converts one step that is shown for ever.
    fn still(mut self, entry: AkosEntry) -> Result<LimbAction, String> {
        let at = usize::from(entry.start);
        match self.step(at)? {
            (step, _) if rests(step) => Ok(LimbAction::Loop(vec![step])),
            _ => Err(format!("stays at {at:#06x}, where the program has no picture")),
        }
    }

    /// Converts a sequence of codes without operands.
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
                    "has a command with operands at {at:#06x}, which a window would show as pictures"
                ));
            }
            steps.push(step);
            counted(&steps)?;
            if at >= end {
                break;
            }
            at += short;
            if at > end && once {
                return Err(format!("ends inside the code before {at:#06x}, so it never rests"));
            }
            if at > end {
                break;
            }
        }
        Ok(if once { LimbAction::Once(steps) } else { LimbAction::Loop(steps) })
    }

    /// Converts a program, by playing it until it rests at an earlier place.
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
                    return Err(format!(
                        "jumps from {at:#06x} to {target:#06x}, where the program has no picture"
                    ));
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
                    return Err("never rests".to_owned());
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

    /// Returns the step at a place, and its length in bytes.
    fn step(&mut self, at: usize) -> Result<(LimbStep, usize), String> {
        let first_sound = self.akos.dialect().akos.first_sound;
        let code = Code::read(self.akos.sequence(), at, &self.akos.dialect().akos);
        let Code::Command { command, length } = code else {
            return Err(format!("has an unknown code at {at:#06x}"));
        };
        let step = match command {
            AkosCommand::Picture { index } => LimbStep::Picture((self.number)(StepPicture::Picture(index))?),
            AkosCommand::Draw(draw) if draw.conditions.is_none() => {
                let part = |part: Component| (part.picture, (part.x, part.y));
                let parts = draw.components().map(part).collect();
                let moves = draw.moves.unwrap_or_default();
                LimbStep::Picture((self.number)(StepPicture::Drawn { parts, moves })?)
            }
            AkosCommand::Draw(_) => {
                return Err(format!("draws by conditions at {at:#06x}, which COST cannot do"));
            }
            AkosCommand::Empty | AkosCommand::End => LimbStep::Hide,
            AkosCommand::Increment => LimbStep::Count,
            AkosCommand::FirstSound => LimbStep::Sound(0),
            AkosCommand::Sound { sound } if sound >= first_sound => LimbStep::Sound(sound - first_sound),
            _ => {
                return Err(format!(
                    "has the command \"{}\" at {at:#06x}, which COST does not have",
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
        return Err(format!("plays more than {MAX_STEPS} steps, the most that a window of COST can hold"));
    }
    Ok(())
}

/// Returns an action for steps that repeat from `first` on.
fn round(steps: Vec<LimbStep>, first: usize) -> Result<LimbAction, String> {
    match steps.get(first..) {
        _ if first == 0 => Ok(LimbAction::Loop(steps)),
        Some([_]) => Ok(LimbAction::Once(steps)),
        _ => Err(format!(
            "plays {first} steps once and loops over the other {}; COST can do only one of these",
            steps.len() - first
        )),
    }
}
