//! The limbs of an actor in a costume of either kind: [`CostLimbs`], [`AkosLimbs`], and what both can be asked.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::akos::AkosLimbs;
use super::cost::CostLimbs;
use super::nes::NesLimbs;
use super::v0::V0Limbs;
use crate::costume::Costume;

/// The limbs of an actor, and what their programs have done to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "one to an actor; a box would be a detour at every tick")]
pub enum Limbs {
    /// Of a COST costume.
    Cost(CostLimbs),
    /// Of an AKOS costume; apart, so that the many actors with COST limbs stay small.
    Akos(Box<AkosLimbs>),
    /// Of a costume of v0.
    V0(V0Limbs),
    /// That of a costume of the NES.
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

    /// A number that equal limbs have in common, and others hardly ever.
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

    /// The command that a limb shows now, as an offset in the costume's commands; `None` while it is empty.
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

    /// Whether a limb is not drawn, though it may go on playing: stopped (COST) or hidden (AKOS).
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
