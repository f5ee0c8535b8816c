//! The limbs of an actor in a costume of any kind, such as [`CostLimbs`] and [`AkosLimbs`], and the questions that
//! all answer.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::akos::AkosLimbs;
use super::cost::CostLimbs;
use super::nes::NesLimbs;
use super::v0::V0Limbs;
use crate::costume::Costume;

/// The limbs of an actor, and the effects of their programs on it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "one to an actor; a box would be a detour at every tick")]
pub enum Limbs {
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
    pub(super) fn mark(&self) -> u64 {
        match self {
            Self::Cost(limbs) => limbs.mark(),
            Self::Akos(limbs) => limbs.mark(),
            Self::V0(limbs) => limbs.mark(),
            Self::Nes(limbs) => limbs.mark(),
        }
    }

    /// The limbs of a COST costume.
    #[must_use]
    pub fn as_cost(&self) -> Option<&CostLimbs> {
        match self {
            Self::Cost(limbs) => Some(limbs),
            _ => None,
        }
    }

    /// The limbs of a costume of v0.
    #[must_use]
    pub fn as_v0(&self) -> Option<&V0Limbs> {
        match self {
            Self::V0(limbs) => Some(limbs),
            _ => None,
        }
    }

    /// The limbs of an AKOS costume.
    #[must_use]
    pub fn as_akos(&self) -> Option<&AkosLimbs> {
        match self {
            Self::Akos(limbs) => Some(limbs),
            _ => None,
        }
    }

    /// Offset in the costume's commands of the command that a limb shows now; `None` while the limb is empty.
    #[must_use]
    pub fn position(&self, limb: u8) -> Option<u16> {
        match self {
            Self::Cost(limbs) => limbs.limb(limb).map(|limb| limb.position),
            Self::Akos(limbs) => limbs.limb(limb).map(|limb| limb.position),
            Self::V0(limbs) => {
                limbs.limb(limb).filter(|limb| limb.playing.is_some()).map(|limb| limb.position)
            }
            Self::Nes(limbs) => limbs.record().filter(|_| limb == 0).map(|_| limbs.position().into()),
        }
    }

    /// Whether a limb is not drawn, though it may continue to play: stopped (COST) or hidden (AKOS).
    #[must_use]
    pub fn is_hidden(&self, limb: u8) -> bool {
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
