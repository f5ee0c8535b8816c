//! The map of costumes of v0 (`docs/format/old-rooms.md §6.3`).

use super::{Claims, Meaning, Thing};
use crate::v0::{BASE, LIMBS, V0};

const WORDS: [&str; 6] = ["width in cells", "height", "x in cells", "y", "move x in cells", "move y"];

pub(super) fn claim(costume: &V0, claims: &mut Claims) {
    let header = [
        (1, Meaning::Header("distance of the offsets' high bytes")),
        (2, Meaning::Header("offset of the limbs")),
        (2, Meaning::Offset(Thing::Commands)),
    ];
    let pointers = claims.fields(0, &header);
    let keys = || costume.picture_keys();
    for (at, key) in (pointers..).zip(keys()) {
        claims.take(at, 1, Meaning::Picture(key, "place of its offset"));
    }
    for (at, key) in (pointers..).zip(keys()) {
        let Some(pointer) = costume.payload().get(at).copied().map(usize::from) else { continue };
        let high = usize::from(costume.high_bytes());
        for distance in [2, high] {
            let place = pointer.saturating_add(distance).saturating_add(BASE);
            claims.take(place, 1, Meaning::Offset(Thing::Picture(key)));
        }
    }
    let limbs = 0..u8::try_from(LIMBS).unwrap_or(0);
    for limb in limbs.clone() {
        let at = costume.lists_at().saturating_add(limb.into());
        claims.take(at, 1, Meaning::Offset(Thing::Limb(limb)));
    }
    for limb in limbs.clone() {
        let Some(list) = costume.list_byte(limb.into()) else { continue };
        for sequence in costume.sequences_of(limb) {
            let at = usize::from(list).saturating_add(sequence.into());
            let meaning = Meaning::Sequence { limb, sequence, field: "start" };
            claims.take(costume.lists_at().saturating_add(at), 1, meaning);
        }
    }
    for limb in limbs {
        for sequence in costume.sequences_of(limb) {
            let (Some(start), Some(pictures)) =
                (costume.sequence_start(limb, sequence), costume.sequence(limb, sequence))
            else {
                continue;
            };
            let at = costume.lists_at().saturating_add(start.into());
            claims.take(at, pictures.len(), Meaning::Sequence { limb, sequence, field: "pictures" });
            let end = Meaning::Sequence { limb, sequence, field: "end" };
            claims.take(at.saturating_add(pictures.len()), 1, end);
        }
    }
    for record in 0..costume.commands() {
        let at = usize::from(record).saturating_mul(LIMBS).saturating_add(costume.commands_at());
        let orders = costume.command(record).unwrap_or_default();
        let fields: Vec<_> = (0u8..)
            .zip(orders)
            .map(|(limb, order)| {
                let field = if order.is_some() { "sequence, flipped or not" } else { "left alone" };
                (1, Meaning::Record { record, limb: Some(limb), field })
            })
            .collect();
        claims.fields(at, &fields);
    }
    for key in keys() {
        let Some(info) = costume.picture_info(key.index) else { continue };
        let fields: Vec<_> = WORDS.iter().map(|field| (1, Meaning::Picture(key, field))).collect();
        claims.fields(info.offset, &fields);
    }
    for key in keys() {
        let Ok(picture) = costume.picture(key) else { continue };
        claims.take(picture.encoded_at, picture.encoded().len(), Meaning::Pixels(key));
    }
}
