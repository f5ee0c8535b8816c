//! What a scene shows: the pixels of each actor, and those of them that are visible.

use std::collections::{BTreeMap, BTreeSet};

use costumier::Picture;
use costumier::format::codec::{ColourTable, Decoder};
use costumier::scene::{LiveScene, Peek};
use costumier_export::recognise::Candidate;

use crate::failure::{Failure, Outcome};

/// A pixel of the screen.
pub(super) type Pixel = (i32, i32);

/// An actor as the scene has it.
#[derive(Debug)]
pub(super) struct ShownActor {
    pub(super) costume: u32,
    /// The pixel values that its pictures have, wherever they lie, also outside of the screen.
    pub(super) values: BTreeMap<Pixel, u8>,
    /// The pixels without which the screen would look different.
    pub(super) visible: BTreeSet<Pixel>,
}

/// How well a candidate agrees with an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Agreement {
    /// It is another costume, another picture or another place.
    None,
    /// It has the costume, and pictures that the actor shows, but not all of them.
    Part,
    /// It has the costume and the values of all pixels, or of all visible ones if the answer says so of them.
    Whole,
}

impl ShownActor {
    /// Returns the actors of a scene on a screen whose upper left pixel is this one of the room.
    pub(super) fn all(live: &mut LiveScene, corner: Pixel) -> Outcome<Vec<Self>> {
        let failed = |why| Failure::because("Costumier plays a scene", why);
        let whole = colours(live)?;
        let count = live.scene().actors.len();
        let mut all = Vec::new();
        for number in 0..count {
            let mut values = BTreeMap::new();
            let costume = live.actor(number).map(|actor| actor.costume().clone());
            let spreads = live.spreads(number, 0).map_err(failed)?;
            for spread in spreads {
                let Some(picture) = costume.as_ref().and_then(|it| it.picture(spread.picture).ok()) else {
                    continue;
                };
                let (rows, nothing) = decode(&picture);
                for (row, y) in &spread.rows {
                    for (column, x) in &spread.columns {
                        let at =
                            usize::try_from(row * i32::from(spread.size.0) + column).unwrap_or(usize::MAX);
                        if let Some(value) = rows.get(at).filter(|value| **value != nothing) {
                            values.insert((x - corner.0, y - corner.1), *value);
                        }
                    }
                }
            }
            let mut hidden = Peek::default();
            hidden.hidden = u16::MAX;
            live.peek(number, hidden).map_err(failed)?;
            let (without, width) = colours(live)?;
            live.peek(number, Peek::default()).map_err(failed)?;
            let pairs = whole.0.iter().zip(&without).enumerate();
            let place = |at: usize| (side(at % width), side(at / width));
            let visible = pairs.filter(|(_, (a, b))| a != b).map(|(at, _)| place(at)).collect();
            let costume = live.scene().actors.get(number).map_or(0, |actor| actor.costume);
            all.push(Self { costume, values, visible });
        }
        Ok(all)
    }

    /// Whether at least 60 of 100 of its pixels are visible, and at least 64.
    pub(super) fn is_seen(&self) -> bool {
        let seen = self.visible.iter().filter(|at| self.values.contains_key(at)).count();
        seen >= 64 && seen * 100 >= self.values.len() * 60
    }

    /// The number of its visible pixels that a candidate draws.
    pub(super) fn overlap(&self, it: &Candidate) -> usize {
        self.visible.iter().filter(|at| it.value_at(**at).is_some()).count()
    }

    /// Compares with a candidate. `where_visible` is whether pixels that are not visible are left out.
    pub(super) fn agreement(&self, it: &Candidate, where_visible: bool) -> Agreement {
        if it.id != self.costume {
            return Agreement::None;
        }
        let draws_all = self.values.iter().all(|(at, value)| {
            it.value_at(*at) == Some(*value) || where_visible && !self.visible.contains(at)
        });
        let [drawn, ..] = it.pixels();
        let drawn = usize::try_from(drawn).unwrap_or(usize::MAX);
        let equal = self.values.iter().filter(|(at, value)| it.value_at(**at) == Some(**value)).count();
        match (draws_all, equal == drawn) {
            (true, true) => Agreement::Whole,
            (true, false) if where_visible => Agreement::Whole,
            (false, true) => Agreement::Part,
            _ => Agreement::None,
        }
    }
}

fn side(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}

/// The colours of the scene, and the number of its columns.
fn colours(live: &mut LiveScene) -> Outcome<(Vec<[u8; 4]>, usize)> {
    let rendered = live.render().map_err(|why| Failure::because("Costumier does not draw a scene", why))?;
    let mut bytes = Vec::new();
    rendered.rgba(&mut bytes);
    Ok((bytes.as_chunks().0.to_vec(), usize::try_from(rendered.width).unwrap_or(1).max(1)))
}

/// The values of a picture, row by row, and the one that means "nothing here".
fn decode(picture: &Picture<'_>) -> (Vec<u8>, u8) {
    let mut values = Vec::new();
    if picture.packed.encoded.has_room_colours() {
        let nothing = picture.packed.decode_room_rows(false, &mut values);
        return (values, nothing);
    }
    Decoder::new().picture(&picture.packed, &ColourTable::IDENTITY, &mut values);
    (values, 0)
}
