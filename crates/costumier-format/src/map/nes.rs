//! The map of costumes of the NES (`docs/format/old-rooms.md §7.4`).

use super::{Claims, Meaning};
use crate::nes::{Nes, RECORDS};

pub(super) fn claim(costume: &Nes, claims: &mut Claims) {
    for record in 0..RECORDS {
        let field = |field| Meaning::Record { record, limb: None, field };
        let at = usize::from(record).saturating_mul(2);
        claims.fields(at, &[(1, field("place of its frames")), (1, field("number of frames"))]);
    }
    for record in 0..RECORDS {
        let (Some(at), Some(frames)) = (costume.frames_at(record), costume.frames(record)) else { continue };
        claims.take(at.into(), frames.len(), Meaning::Record { record, limb: Some(0), field: "frames" });
    }
}
