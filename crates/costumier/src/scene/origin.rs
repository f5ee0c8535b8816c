//! Where a pixel of a scene comes from: which pictures painted it, with which of their values, and what
//! became of that.
//!
//! Each picture is drawn by itself while one pixel is watched. Which value it has there, the painter tells:
//! it draws the picture once more, in colours that leave values as they are, on a copy of the stage with the
//! same planes.

use super::rendered::Rendered;
use super::standing::Standing;
use crate::codec::{ColourTable, Decoder, Packed};
use crate::costume::Costume;
use crate::draw::{Colours, Look, Painter, Stage};
use crate::game::{PaletteSource, Rgb};
use crate::model::{PictureKey, Placed};
use crate::play::Actor;
use crate::screen::Pattern;
use crate::screen::high;

/// Where a pixel comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// Its place in the room.
    pub at: (i32, i32),
    /// What the room's picture has there; `None` where there is nothing.
    pub background: Option<u8>,
    /// The pictures that paint it, in the order in which they do: the last is seen.
    pub touches: Vec<Touch>,
    /// The room colour that it ends as; `None` where nothing is drawn.
    pub shown: Option<u8>,
    /// That colour, as the room's palette has it; of [`pixel`](Self::pixel), where there is one.
    pub rgb: Rgb,
    /// What is there on a screen whose pixels have 16 bits: the room's colour, or one of a costume's own
    /// ([`high`](crate::screen::high)).
    pub pixel: Option<u16>,
    /// What the screen makes of it, where the game [is dithered](crate::game::Game::is_dithered).
    pub mixed: Option<Mixed>,
    /// The room whose palette decides it, and the block that holds it; `None` for shades of grey, and where
    /// there is a [`pixel`](Self::pixel).
    pub palette: Option<(u32, PaletteSource)>,
}

/// A room colour on a screen that shows patterns of dots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mixed {
    /// The two colours of the screen that the room colour is mixed from in this line: those of two dots side
    /// by side, the lower one first.
    pub from: [u8; 2],
    /// The one that stands in this pixel.
    pub here: u8,
    /// That colour.
    pub rgb: Rgb,
}

/// A picture that paints a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Touch {
    /// The actor, counted from 0 in the scene's order: whose costume is `scene.actors[actor].costume`.
    pub actor: usize,
    /// The limb that shows the picture.
    pub limb: u8,
    /// The picture.
    pub picture: PictureKey,
    /// The pixel of the picture, as it is stored: column and row. `None` where that cannot be told.
    pub pixel: Option<(u16, u16)>,
    /// The pixel value that it has there.
    pub value: u8,
    /// What was there before.
    pub beneath: u8,
    /// The room colour that is there afterwards.
    pub drawn: u8,
    /// The same on a screen whose pixels have 16 bits.
    pub high: Option<HighTouch>,
}

/// What a picture does to a pixel of 16 bits ([`high`](crate::format::screen::high)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HighTouch {
    /// The pixel that was there before.
    pub beneath: u16,
    /// The pixel that is there afterwards.
    pub drawn: u16,
}

/// The pixel of a picture that was painted last at a place of the stage: of those that land there the last
/// one that has this value. Mirrored pictures may be decoded from the other side.
fn source(
    painter: &Painter,
    costume: &Costume,
    key: PictureKey,
    at: (u32, u32),
    value: u8,
) -> Option<(u16, u16)> {
    let picture = costume.packed(key).ok()?;
    let mut rows = Vec::new();
    Decoder::new().picture(&picture, &ColourTable::IDENTITY, &mut rows);
    let (width, height) = (usize::from(picture.width), usize::from(picture.height));
    let pixel = |column: u32, row: u32| {
        let (x, y) = (u16::try_from(column).ok()?, u16::try_from(row).ok()?);
        let inside = usize::from(x) < width && usize::from(y) < height;
        let found = rows.get(usize::from(y).checked_mul(width)?.checked_add(x.into())?)?;
        (inside && *found == value).then_some((x, y))
    };
    let row = painter.rows_at(at.1)?;
    let mut columns = painter.columns_at(at.0);
    let last = u32::from(picture.width).checked_sub(1)?;
    let as_stored = columns.clone().find_map(|column| pixel(column, row));
    as_stored.or_else(|| columns.find_map(|column| pixel(last.checked_sub(column)?, row)))
}

/// Watches one pixel of the stage.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// In pixels of the finished picture at first, on the stage as soon as that is set.
    at: (u32, u32),
    background: Option<u8>,
    shown: Option<u8>,
    rgb: Rgb,
    pixel: Option<u16>,
    mixed_from: Option<[u8; 2]>,
    /// Which line of its row it is in.
    line: u32,
    touches: Vec<Touch>,
    /// The stage without actors, to try pictures on.
    trial: Stage,
    pub(super) palette: Option<(u32, PaletteSource)>,
}

impl Watch {
    /// Watches this pixel of the finished picture.
    pub(super) fn of(at: (u32, u32)) -> Self {
        Self { at, ..Self::default() }
    }

    /// The index of the pixel among those of a stage; `None` for one outside it.
    fn index(&self, stage: &Stage) -> Option<usize> {
        let (x, y) = self.at;
        let place = u64::from(y) * u64::from(stage.width()) + u64::from(x);
        usize::try_from(place).ok().filter(|_| x < stage.width())
    }

    fn pixel(&self, stage: &Stage) -> Option<u8> {
        self.index(stage).and_then(|at| stage.pixels().get(at)).copied()
    }

    /// The pixel of 16 bits, on a stage that has such.
    fn high_pixel(&self, stage: &Stage) -> Option<u16> {
        self.index(stage).and_then(|at| stage.high()?.get(at)).copied()
    }

    /// What the pixel shows; `None` where there is nothing.
    fn value_on(&self, stage: &Stage) -> Option<u8> {
        self.pixel(stage).filter(|value| Some(*value) != stage.transparent())
    }

    /// The stage is set, and nobody is on it yet. Its pixels will be shown in this pattern; its first row is
    /// this one of the room.
    pub(super) fn begin(&mut self, stage: &Stage, pattern: Option<&Pattern>, top: i32) {
        if let Some(pattern) = pattern {
            let (x, y) = self.at;
            let row = pattern.row_of(top, y);
            self.line = y.saturating_sub(pattern.lines_of(top, row));
            self.at = (x / pattern.across(), row);
        }
        self.background = self.value_on(stage);
        self.trial.clone_from(stage);
    }

    /// Everybody is drawn; it will be shown in this pattern, where there is one, with the stage's corner here.
    pub(super) fn end(
        &mut self,
        stage: &Stage,
        palette: &[Rgb; 256],
        pattern: Option<&Pattern>,
        origin: (i32, i32),
    ) {
        self.shown = self.value_on(stage);
        let Some(shown) = self.shown else { return };
        self.rgb = palette[usize::from(shown)];
        self.pixel = self.high_pixel(stage);
        self.rgb = self.pixel.map_or(self.rgb, high::rgb);
        self.mixed_from = pattern.map(|pattern| {
            let (x, y) = self.place(origin);
            let dots = |x| pattern.dots(shown, (x, y), usize::from(self.line > 0));
            // Where a pixel is one dot, two pixels make a pattern.
            let mut from = if pattern.across() == 2 { dots(x) } else { [dots(x & !1)[0], dots(x | 1)[0]] };
            from.sort_unstable();
            from
        });
    }

    /// The watched pixel's place in the room.
    fn place(&self, origin: (i32, i32)) -> (i32, i32) {
        let side = |origin: i32, by: u32| origin.saturating_add(i32::try_from(by).unwrap_or(i32::MAX));
        (side(origin.0, self.at.0), side(origin.1, self.at.1))
    }

    /// Draws an actor's pictures one by one.
    pub(super) fn draw(
        &mut self,
        painter: &mut Painter,
        stage: &mut Stage,
        number: usize,
        actor: &mut Actor,
        standing: &Standing<'_>,
    ) {
        actor.begin_loop();
        let mut pose = Vec::new();
        actor.pose(&mut pose);
        let (look, costume) = (standing.look(actor), actor.costume());
        pose.retain(|placed| {
            let is_drawn = |it: &Packed<'_>| {
                look.colours.high().is_none_or(|high| !high.leaves_out(&it.encoded, placed.shaded))
            };
            standing.peek.shows(placed) && costume.packed(placed.picture).is_ok_and(|it| is_drawn(&it))
        });
        for placed in &pose {
            let one = std::slice::from_ref(placed);
            let value = self.value(painter, costume, one, &look);
            let (beneath, high_beneath) = (self.pixel(stage), self.high_pixel(stage));
            // A broken picture leaves a gap.
            let _ = painter.draw_all(stage, one, &look, |key| costume.packed(key));
            let (drawn, high_drawn) = (self.pixel(stage), self.high_pixel(stage));
            if let (Some(value), Some(beneath), Some(drawn)) = (value, beneath, drawn) {
                let (limb, picture) = (placed.limb, placed.picture);
                let pixel = source(painter, costume, picture, self.at, value);
                let high = high_beneath.zip(high_drawn).map(|(beneath, drawn)| HighTouch { beneath, drawn });
                self.touches.push(Touch { actor: number, limb, picture, pixel, value, beneath, drawn, high });
            }
        }
    }

    /// The value that a picture has at the pixel; `None` where it leaves it alone.
    fn value(
        &mut self,
        painter: &mut Painter,
        costume: &Costume,
        one: &[Placed],
        look: &Look<'_>,
    ) -> Option<u8> {
        let plain = Look { colours: &Colours::IDENTITY, ..*look };
        let at = self.index(&self.trial)?;
        let mut draw_over = |beneath: u8| {
            *self.trial.pixels_mut().get_mut(at)? = beneath;
            // As above.
            let _ = painter.draw_all(&mut self.trial, one, &plain, |key| costume.packed(key));
            self.trial.pixels().get(at).copied()
        };
        // What is painted does not depend on what was there.
        let (first, second) = (draw_over(0)?, draw_over(1)?);
        (first == second).then_some(first)
    }

    /// What was seen, when the picture is finished; `None` where the pixel lies outside it.
    pub(super) fn origin(self, rendered: &Rendered<'_>, (x, y): (u32, u32)) -> Option<Origin> {
        let place = u64::from(y) * u64::from(rendered.width) + u64::from(x);
        let inside = x < rendered.width && y < rendered.height;
        let place = usize::try_from(place).ok().filter(|_| inside)?;
        let here = *rendered.pixels.get(place)?;
        let rgb = rendered.palette[usize::from(here)];
        Some(Origin {
            at: self.place(rendered.origin),
            shown: self.shown,
            rgb: self.rgb,
            pixel: self.pixel,
            mixed: self.mixed_from.map(|from| Mixed { from, here, rgb }),
            background: self.background,
            touches: self.touches,
            palette: self.palette.filter(|_| self.pixel.is_none()),
        })
    }
}
