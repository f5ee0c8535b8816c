//! The limbs of an actor in a costume of any kind, such as [`CostLimbs`] and [`AkosLimbs`], and the questions that
//! all answer.

use super::akos::AkosLimbs;
use super::cost::CostLimbs;
use super::nes::NesLimbs;
use super::v0::V0Limbs;
use crate::akos::Mode;
use crate::costume::Costume;

/// What a limb plays now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlayingLimb {
    /// The chore that set it (AKOS).
    pub chore: Option<u16>,
    /// How it plays its window: COST, v0 and the NES know [`Mode::Loop`] and [`Mode::Once`].
    pub mode: Mode,
    /// First command of its window, as an offset in the costume's commands; in v0 its sequence.
    pub start: u16,
    /// The command that it shows.
    pub position: u16,
    /// Last command of its window.
    pub end: u16,
    /// Whether it is not drawn, though it may go on playing: stopped (COST) or hidden (AKOS).
    pub is_hidden: bool,
    /// Whether its program went wrong and has been stopped (AKOS).
    pub is_faulty: bool,
}

/// The limbs of an actor, and the effects of their programs on it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(clippy::large_enum_variant, reason = "one to an actor; a box would be a detour at every tick")]
pub(crate) enum Limbs {
    /// Limbs of a COST costume.
    Cost(CostLimbs),
    /// Limbs of an AKOS costume, boxed so that the many actors with COST limbs stay small.
    Akos(Box<AkosLimbs>),
    /// Limbs of a v0 costume.
    V0(V0Limbs),
    /// The limb of a NES costume.
    Nes(NesLimbs),
}

impl Limbs {
    /// Empty limbs for a costume.
    pub(super) fn of(costume: &Costume) -> Self {
        match costume {
            Costume::Cost(_) => Self::Cost(CostLimbs::default()),
            Costume::Akos(_) => Self::Akos(Box::default()),
            Costume::V0(_) => Self::V0(V0Limbs::default()),
            Costume::Nes(_) => Self::Nes(NesLimbs::default()),
        }
    }

    /// A hash: equal limbs have equal values, and different limbs hardly ever do.
    pub(super) fn state_hash(&self) -> u64 {
        match self {
            Self::Cost(limbs) => limbs.state_hash(),
            Self::Akos(limbs) => limbs.state_hash(),
            Self::V0(limbs) => limbs.state_hash(),
            Self::Nes(limbs) => limbs.state_hash(),
        }
    }

    /// The limbs of an AKOS costume.
    pub(crate) fn as_akos(&self) -> Option<&AkosLimbs> {
        match self {
            Self::Akos(limbs) => Some(limbs),
            _ => None,
        }
    }

    /// What a limb plays; `None` while it is empty.
    pub(super) fn limb(&self, limb: u8) -> Option<PlayingLimb> {
        let is_hidden = self.is_hidden(limb);
        let playing = |chore, mode, (start, position, end), is_faulty| PlayingLimb {
            chore,
            mode,
            start,
            position,
            end,
            is_hidden,
            is_faulty,
        };
        match self {
            Self::Cost(limbs) => limbs.limb(limb).map(|it| {
                let mode = if it.play_once { Mode::Once } else { Mode::Loop };
                playing(None, mode, (it.start, it.position, it.end), false)
            }),
            Self::Akos(limbs) => limbs
                .limb(limb)
                .map(|it| playing(it.chore, it.mode, (it.start, it.position, it.end), limbs.is_faulty(limb))),
            Self::V0(limbs) => limbs.limb(limb).filter(|it| it.playing.is_some()).map(|it| {
                let mode = if it.repeats == 0 { Mode::Once } else { Mode::Loop };
                playing(None, mode, (it.start.into(), it.position, it.start.into()), false)
            }),
            Self::Nes(limbs) => limbs
                .record()
                .filter(|_| limb == 0)
                .map(|_| playing(None, Mode::Loop, (0, limbs.position().into(), 0), false)),
        }
    }

    /// The record that last set a limb, also while the limb is empty; `None` where limbs are not set by records.
    pub(super) fn record_of(&self, limb: u8) -> Option<u16> {
        match self {
            Self::Cost(limbs) => limbs.record_of(limb),
            Self::Nes(limbs) => limbs.record().filter(|_| limb == 0),
            Self::Akos(_) | Self::V0(_) => None,
        }
    }

    pub(super) fn is_hidden(&self, limb: u8) -> bool {
        match self {
            Self::Cost(limbs) => limbs.is_stopped(limb),
            Self::Akos(limbs) => limbs.is_hidden(limb),
            Self::V0(_) | Self::Nes(_) => false,
        }
    }

    pub(super) fn reset(&mut self) {
        match self {
            Self::Cost(limbs) => limbs.reset(),
            Self::Akos(limbs) => limbs.reset(),
            Self::V0(limbs) => limbs.reset(),
            Self::Nes(limbs) => limbs.reset(),
        }
    }
}
