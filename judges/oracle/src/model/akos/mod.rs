//! AKOS actors of the model: limbs, and their pictures.

mod draw;
pub(super) mod limbs;

use costumier::format::akos::Codec;
use costumier::game::Plane;
use costumier::scene::SceneActor;

use self::draw::Paint;
pub(super) use self::draw::Surface;
pub(super) use self::limbs::{AkosActor, Waiting};
use super::mutation::Mutation;
use crate::case::place_of;
use crate::design::{Code, Design, PictureCode};
use crate::random::akos::PLANE_OF_BOX;

/// The facts about an actor that the scene decides.
pub(super) struct Outside<'a> {
    pub(super) actor: &'a SceneActor,
    pub(super) scale: [i32; 2],
    /// The plane that the scene chooses for it.
    pub(super) plane: Vec<&'a Plane>,
    /// The plane of the walk box that it stands in, if it stands in one.
    pub(super) box_plane: Vec<&'a Plane>,
    /// All planes of the room.
    pub(super) planes: &'a [Plane],
    pub(super) shadows: &'a [[u8; 256]; 8],
    /// The last colour that can be overridden.
    pub(super) last_override: u8,
}

impl AkosActor<'_> {
    /// Whether it is drawn mirrored.
    fn flipped(&self) -> bool {
        let west = self.facing.angle() == 270;
        let own = self.design.never_mirror && !self.broken.is(Mutation::WestAlwaysMirrored);
        (west && !own) != (self.flip && !self.broken.is(Mutation::FlipIgnored))
    }

    /// Draws what its limbs show.
    pub(super) fn draw(&self, surface: &mut Surface, outside: Outside<'_>) {
        if self.gone {
            return;
        }
        let actor = outside.actor;
        let (x, y) = place_of(actor);
        let lowers = self.broken.is(Mutation::ElevationLowers);
        let elevation = if lowers { -actor.elevation } else { actor.elevation };
        let plane = match self.plane {
            None => outside.plane,
            Some(PLANE_OF_BOX) if !self.broken.is(Mutation::PlaneOfBoxIsLast) => outside.box_plane,
            Some(number) => {
                let last = usize::from(number).min(outside.planes.len());
                last.checked_sub(1).map(|at| &outside.planes[at]).into_iter().collect()
            }
        };
        let paint = Paint {
            anchor: (x - surface.left(), y - elevation),
            flipped: self.flipped(),
            scale: outside.scale,
            plane,
            colours: self.colours(actor, outside.last_override),
            shadow_mode: actor.shadow_mode,
            shadows: outside.shadows,
            broken: self.broken,
        };
        let (mut x, mut y) = (0, 0);
        for (limb, state) in self.limbs.iter().enumerate() {
            if state.mode == 0 || self.hidden[limb] {
                continue;
            }
            match &self.design.code[state.at] {
                Code::Picture(PictureCode { index, .. }) => {
                    let cel = &self.design.pictures[usize::from(*index)];
                    let place = (x + i32::from(cel.x), y + i32::from(cel.y));
                    surface.draw(self.design, cel, place, &paint);
                    self.moved(&mut x, &mut y, (cel.move_x, cel.move_y));
                }
                Code::Draw { moves, parts, .. } => {
                    self.draw_many((&mut x, &mut y), *moves, parts, surface, &paint);
                }
                _ => {}
            }
        }
    }

    fn draw_many(
        &self,
        (x, y): (&mut i32, &mut i32),
        moves: Option<(i16, i16)>,
        parts: &[(i16, i16, PictureCode)],
        surface: &mut Surface,
        paint: &Paint<'_>,
    ) {
        let parts_in_order: Vec<_> = match self.broken.is(Mutation::PartsBackwards) {
            true => parts.iter().rev().collect(),
            false => parts.iter().collect(),
        };
        for (dx, dy, PictureCode { index, .. }) in parts_in_order {
            let cel = &self.design.pictures[usize::from(*index)];
            let mut place = (*x + i32::from(*dx), *y + i32::from(*dy));
            if self.broken.is(Mutation::PartsAdd) {
                place = (place.0 + i32::from(cel.x), place.1 + i32::from(cel.y));
            }
            surface.draw(self.design, cel, place, paint);
            if self.broken.is(Mutation::PartsMove) {
                self.moved(x, y, (cel.move_x, cel.move_y));
            }
        }
        // A command without pictures moves nothing.
        if let Some(by) = moves.filter(|_| !parts.is_empty() || self.broken.is(Mutation::NoPartsMove)) {
            self.moved(x, y, by);
        }
    }

    fn moved(&self, x: &mut i32, y: &mut i32, (by_x, by_y): (i16, i16)) {
        if self.broken.is(Mutation::NoRunningOffset) {
            return;
        }
        *x += i32::from(by_x);
        let up = i32::from(by_y);
        *y += if self.broken.is(Mutation::MoveYAdds) { up } else { -up };
    }

    /// Room colour of each pixel value.
    fn colours(&self, actor: &SceneActor, last_override: u8) -> Vec<u8> {
        let Design { codec, palette, .. } = self.design;
        let of = |value: u8| {
            let own = palette.get(usize::from(value)).copied().unwrap_or(value);
            match actor.palette.get(&value).filter(|_| value <= last_override) {
                Some(255) if !self.broken.is(Mutation::Override255) => own,
                Some(other) if !self.broken.is(Mutation::NoOverrides) => *other,
                _ => own,
            }
        };
        let maps = match codec {
            Codec::Rle => true,
            Codec::Bomp => actor.palette.get(&0).is_some_and(|colour| *colour != 255),
            _ => false,
        };
        (0..=255).map(|value| if maps { of(value) } else { value }).collect()
    }
}
