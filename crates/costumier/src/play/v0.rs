//! The eight limbs of an actor of v0: commands, sequences of pictures, and repetitions
//! (`docs/format/old-rooms.md §6.4`).
//!
//! **Note:** limbs step *before* they are drawn, so the first picture of a sequence is visible only when the
//! sequence repeats. A limb that no command has set also steps, through the bytes at the start of the lists. The
//! mouth's command is given in every loop, so a script's command is rarely the last one.

use crate::Facing;
use crate::model::{PictureKey, Placed};
use crate::v0::{LIMBS, V0};

use super::state_hash::mix;

/// The number for no sequence, and for no command.
const NONE: u8 = 0xFF;

/// Repetitions without end.
pub(super) const FOREVER: i8 = -1;

/// The first commands of an open and of a shut mouth.
const MOUTHS: [u16; 2] = [0x0C, 0x10];

/// The first command of standing.
pub(super) const STAND: u16 = 4;

/// Commands below this one also change the actor's facing.
pub(super) const FACING: u16 = 8;

/// Columns from a flipped limb's anchor to the column about which it is mirrored: the first cell of a flipped
/// picture ends 24 columns right of the anchor (`docs/format/old-rooms.md §6.5`).
const MIRROR: i32 = 23;

/// The mouth of each actor, from actor 1 on. Bit 7: it never gets a command. Bit 6: talking does not open it.
const TALK: [u8; 24] = [
    0x06, 0x06, 0x06, 0x06, 0x06, 0x06, 0x00, 0x46, 0x06, 0x06, 0x06, 0x06, 0xFF, 0xFF, 0x06, 0xC0, 0x06,
    0x06, 0x00, 0xC0, 0xC0, 0x00, 0x06, 0x06,
];

/// The state of one limb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct V0Limb {
    /// The sequence that a command wants; `None` after it has ended, and before the first.
    pub(crate) wanted: Option<u8>,
    /// The sequence that is playing.
    pub(crate) playing: Option<u8>,
    /// Start of that sequence in the lists.
    pub(crate) start: u8,
    /// Index of the shown picture in the sequence.
    pub(crate) position: u16,
    /// Number of repetitions left; negative means without end.
    pub(crate) repeats: i8,
    /// Number of repetitions of the wanted sequence; negative means without end.
    pub(crate) wanted_repeats: i8,
    /// Whether the limb is drawn mirrored.
    pub(crate) flipped: bool,
}

impl V0Limb {
    const EMPTY: Self = Self {
        wanted: None,
        playing: None,
        start: 0,
        position: u16::MAX,
        repeats: 0,
        wanted_repeats: 0,
        flipped: false,
    };

    /// Position in the lists of the shown picture.
    fn place(&self) -> u16 {
        self.position.saturating_add(self.start.into())
    }
}

/// The state of an actor's mouth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum V0Mouth {
    /// The mouth is shut.
    #[default]
    Shut,
    /// The mouth is open until it is shut.
    Open,
    /// The mouth opens and shuts in turn; true if it is open now.
    Talking(bool),
}

/// All limbs of one actor.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct V0Limbs {
    limbs: [V0Limb; LIMBS],
    command: u8,
    mouth: V0Mouth,
}

impl Default for V0Limbs {
    fn default() -> Self {
        Self { limbs: [V0Limb::EMPTY; LIMBS], command: NONE, mouth: V0Mouth::Shut }
    }
}

impl V0Limbs {
    /// A hash: equal limbs have equal values, and different limbs hardly ever do.
    pub(super) fn state_hash(&self) -> u64 {
        self.limbs.iter().map(|limb| u64::from(limb.position)).fold(0, mix)
    }

    /// The state of a limb; `None` beyond the last.
    #[must_use]
    pub(crate) fn limb(&self, limb: u8) -> Option<&V0Limb> {
        self.limbs.get(usize::from(limb))
    }

    pub(super) fn set_mouth(&mut self, mouth: V0Mouth) {
        self.mouth = mouth;
    }

    /// Resets the limbs to their state when the actor appears. Only whether they are flipped is kept.
    pub(crate) fn reset(&mut self) {
        let flipped = self.limbs.map(|limb| limb.flipped);
        *self = Self::default();
        self.limbs.iter_mut().zip(flipped).for_each(|(limb, flipped)| limb.flipped = flipped);
    }

    /// Gives a command. Its sequences get this number of repetitions.
    pub(super) fn give(&mut self, costume: &V0, command: u16, repeats: i8) {
        let Some(number) = u8::try_from(command).ok().filter(|number| *number != NONE) else { return };
        if number == self.command {
            return;
        }
        self.command = number;
        let Some(orders) = costume.command(command) else { return };
        for (limb, order) in self.limbs.iter_mut().zip(orders) {
            let Some(order) = order else { continue };
            limb.wanted = Some(order.sequence);
            if limb.flipped != order.flipped {
                limb.playing = None;
            }
            limb.flipped = order.flipped;
            limb.wanted_repeats = repeats;
        }
    }

    /// Whether talking opens the mouth of this actor.
    pub(super) fn can_talk(actor: u16) -> bool {
        talk(actor) & 0x40 == 0
    }

    /// Begins a loop: gives the mouth's command and starts the wanted sequences. A second call in a loop has no
    /// effect.
    pub(super) fn prepare(&mut self, costume: &V0, actor: u16, facing: Facing) {
        if talk(actor) & 0x80 == 0 {
            let open = matches!(self.mouth, V0Mouth::Open | V0Mouth::Talking(true));
            let [opened, shut] = MOUTHS;
            let first = if open { opened } else { shut };
            let command = first.saturating_add(facing.direction().number().into());
            self.give(costume, command, FOREVER);
        }
        for (number, limb) in (0u8..).zip(&mut self.limbs) {
            if let Some(wanted) = limb.wanted.filter(|_| limb.wanted != limb.playing) {
                limb.playing = Some(wanted);
                limb.repeats = limb.wanted_repeats;
                limb.start = costume.sequence_start(number, wanted).unwrap_or(0);
                limb.position = 0;
            }
        }
    }

    /// Steps each limb, which happens before drawing.
    pub(super) fn step(&mut self, costume: &V0, actor: u16, facing: Facing) {
        self.prepare(costume, actor, facing);
        if let V0Mouth::Talking(open) = &mut self.mouth {
            *open = !*open;
        }
        for limb in &mut self.limbs {
            limb.position = limb.position.wrapping_add(1);
            let shown = costume.list_byte(limb.place());
            if shown.is_some_and(|picture| picture != NONE) {
                continue;
            }
            if limb.repeats == 0 {
                limb.position = limb.position.wrapping_sub(1);
                self.command = NONE;
                (limb.wanted, limb.playing) = (None, None);
            } else {
                if limb.repeats != FOREVER {
                    limb.repeats = limb.repeats.wrapping_sub(1);
                }
                limb.position = 0;
            }
        }
    }

    /// Appends the pictures that the limbs show now, in drawing order.
    #[allow(clippy::arithmetic_side_effects, reason = "eight limbs of 16 bits each")]
    pub(super) fn pose(&self, costume: &V0, out: &mut Vec<Placed>) {
        let (mut x, mut y) = costume.dialect().origin;
        for (number, limb) in (0u8..).zip(&self.limbs) {
            let Some(picture) = costume.list_byte(limb.place()) else { continue };
            let Some(info) = costume.picture_info(picture.into()) else { continue };
            let (at_x, at_y) = (x + i32::from(info.x), y + i32::from(info.y));
            let at_x = if limb.flipped { at_x - MIRROR } else { at_x };
            let key = PictureKey { limb: 0, index: picture.into() };
            out.push(Placed {
                limb: number,
                picture: key,
                x: at_x,
                y: at_y,
                shaded: false,
                mirrored: limb.flipped,
            });
            x += i32::from(info.move_x);
            y -= i32::from(info.move_y);
        }
    }
}

/// The mouth of an actor. Unknown actors talk like most.
fn talk(actor: u16) -> u8 {
    let place = usize::from(actor).checked_sub(1);
    place.and_then(|place| TALK.get(place)).copied().unwrap_or(0x06)
}
