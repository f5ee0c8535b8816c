//! Draws pixel by pixel: [`Placement`] says where pixels go, this file what they become
//! (`docs/format/drawing.md §6, §7`).

use costumier::format::cost::CostSource;
use costumier::game::Plane;
use costumier::scene::{SceneActor, ShadowPalette, View};
use costumier_build::room::RoomSource;
use costumier_reference::{Kind, Pixel, Placement, Table};

use super::mutation::{Broken, Mutation};

/// A picture with its place from the anchor, its pixels column by column.
#[derive(Debug)]
pub(super) struct Placed {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) at: (i32, i32),
    pub(super) columns: Vec<u8>,
}

/// How an actor is painted.
pub(super) struct Paint<'a> {
    pub(super) anchor: (i32, i32),
    pub(super) native: bool,
    pub(super) scale: [i32; 2],
    /// The planes of which any hides the actor. There is one at most, unless that rule is broken.
    pub(super) plane: Vec<&'a Plane>,
    /// Room colour of each costume colour.
    pub(super) colours: Vec<u8>,
    pub(super) all_shadow: bool,
    /// Where the generation has shadows.
    pub(super) shadow: Option<&'a [u8]>,
    /// Whether pictures are stored and drawn row by row (Amiga).
    pub(super) by_rows: bool,
    /// Whether the scale index of mirrored pictures goes up from column to column.
    pub(super) counts_up: bool,
    pub(super) broken: Broken,
}

/// The screen.
pub(super) struct Canvas {
    /// Where it begins in the room.
    left: i32,
    width: i32,
    height: i32,
    pixels: Vec<u8>,
}

impl Canvas {
    /// The part of a room that a view shows.
    pub(super) fn new(room: &RoomSource, view: View, lit: bool, base: u8) -> Self {
        let (left, width) = (view.x, i32::try_from(view.width).unwrap_or(0));
        let height = i32::from(room.height);
        let side = |side: i32| usize::try_from(side).unwrap_or(0);
        let mut pixels = vec![0; side(width) * side(height)];
        if lit {
            let rows = room.background.chunks_exact(usize::from(room.width));
            for (to, row) in pixels.chunks_exact_mut(side(width)).zip(rows) {
                let part = row[side(left)..side(left + width)].iter();
                to.iter_mut().zip(part).for_each(|(to, colour)| *to = colour.wrapping_add(base));
            }
        }
        Self { left, width, height, pixels }
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.pixels
    }

    pub(super) fn draw(&mut self, placed: &Placed, paint: &Paint<'_>) {
        let broken = paint.broken;
        let part_only = self.height < 200 && broken.is(Mutation::EdgesOfWholeScreens);
        let has_edges = !part_only && !broken.is(Mutation::EdgesCutOnly);
        let side = |side: usize| i32::try_from(side).unwrap_or(0);
        let placement = Placement {
            size: (side(placed.width), side(placed.height)),
            at: placed.at,
            anchor: paint.anchor,
            flipped: !paint.native,
            scale: paint.scale,
            table: if paint.counts_up { Table::ClassicUp } else { Table::Classic },
            kind: if paint.by_rows { Kind::Rows } else { Kind::Columns },
            screen: has_edges.then_some((self.width, self.height)),
            breaks: |rule| broken.breaks(rule),
        };
        placement.paint(|to| self.pixel(placed.columns[to.column * placed.height + to.row], paint, to));
    }

    fn pixel(&mut self, colour: u8, paint: &Paint<'_>, Pixel { x, y, again, .. }: Pixel) {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        if colour == 0 || !inside || paint.plane.iter().any(|plane| plane.hides(self.left + x, y)) {
            return;
        }
        let Ok(at) = usize::try_from(y * self.width + x) else { return };
        let shown = paint.colours[usize::from(colour)];
        let wanted = paint.all_shadow || (shown == 13 && !paint.broken.is(Mutation::NoShadowColour));
        let shadow = paint.shadow.filter(|_| wanted);
        if shadow.is_some() && again && paint.broken.is(Mutation::ShadowOnce) {
            return;
        }
        self.pixels[at] = shadow.map_or(shown, |table| table[usize::from(self.pixels[at])]);
    }
}

/// Room colour of each costume colour (`docs/format/drawing.md §7.1, §7.2`).
pub(super) fn colours(source: &CostSource, actor: &SceneActor, lights: u8, broken: Broken) -> Vec<u8> {
    let colours = source.palette.iter().enumerate().map(|(colour, own)| {
        if lights & 8 == 0 && !broken.is(Mutation::ActorsAlwaysLit) {
            return if colour == 12 { 0 } else { 8 };
        }
        let found = u8::try_from(colour).ok().and_then(|colour| actor.palette.get(&colour));
        match found {
            Some(255) if !broken.is(Mutation::Override255) => *own,
            Some(other) if !broken.is(Mutation::NoOverrides) => *other,
            _ => *own,
        }
    });
    colours.collect()
}

/// The shadow table of a room's colours as they are stored (`docs/format/drawing.md §7.3`).
pub(super) fn shadow_table(palette: &[[u8; 3]], shadow: Option<ShadowPalette>) -> Vec<u8> {
    let Some(shadow) = shadow else { return (0..=255).collect() };
    let mut table = Vec::with_capacity(256);
    for colour in palette {
        let darker: Vec<i32> = (0..3)
            .map(|part| (i32::from(colour[part] / 4) * i32::from(shadow.factors[part])) / 256)
            .collect();
        let mut best = (i32::MAX, 0);
        for candidate in shadow.first..=shadow.last {
            let other = palette[usize::from(candidate)];
            let far = (0..3).map(|part| (i32::from(other[part] / 4) - darker[part]).abs()).sum();
            if far < best.0 {
                best = (far, candidate);
            }
        }
        table.push(best.1);
    }
    table
}
