//! The origin of a pixel of a scene: which pictures painted it, with which of their values, and how the value
//! changed.
//!
//! Each picture is drawn separately while one pixel is watched. To find a picture's value there, the painter draws
//! the picture once more, in colours that keep values, on a copy of the stage with the same planes.

use super::placement::ActorPlacement;
use super::rendered::Rendered;
use crate::codec::{ColourTable, Decoder, Packed};
use crate::costume::Costume;
use crate::draw::{Colours, DrawOptions, Painter, Stage};
use crate::game::{PaletteSource, Rgb};
use crate::model::{PictureKey, Placed};
use crate::play::Actor;
use crate::screen::Pattern;
use crate::screen::high;

/// The origin of a pixel.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// The pixel's position in the room.
    pub at: (i32, i32),
    /// The value of the room's picture there; `None` if there is none.
    pub background: Option<u8>,
    /// The pictures that paint the pixel, in drawing order; the last one is visible.
    pub touches: Vec<Touch>,
    /// The room colour that the pixel finally has; `None` if nothing is drawn.
    pub shown: Option<u8>,
    /// The visible colour: of [`pixel`](Self::pixel) if there is one, else of the room's palette.
    pub rgb: Rgb,
    /// The pixel on a screen with 16 bits a pixel: the room's colour, or one of a costume's own
    /// ([`high`](crate::screen::high)).
    pub pixel: Option<u16>,
    /// The colours that the screen mixes for it, if the game [is dithered](crate::game::Game::is_dithered).
    pub mixed: Option<Mixed>,
    /// The room whose palette decides the colour, and the block that holds the palette; `None` for shades of grey,
    /// and if there is a [`pixel`](Self::pixel).
    pub palette: Option<(u32, PaletteSource)>,
}

/// A room colour on a screen that shows patterns of dots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mixed {
    /// The two colours of the screen that are mixed for the room colour in this line, those of two adjacent dots,
    /// the lower number first.
    pub from: [u8; 2],
    /// The number of the colour in this pixel.
    pub here: u8,
    /// The red, green and blue of that colour.
    pub rgb: Rgb,
}

/// A picture that paints a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Touch {
    /// The actor, counted from 0 in the scene's order. Its costume is `scene.actors[actor].costume`.
    pub actor: usize,
    /// The limb that shows the picture.
    pub limb: u8,
    /// The key of the picture.
    pub picture: PictureKey,
    /// Column and row in the picture, as it is stored; `None` if that cannot be determined.
    pub pixel: Option<(u16, u16)>,
    /// The pixel value of the picture there.
    pub value: u8,
    /// The room colour before.
    pub beneath: u8,
    /// The room colour afterwards.
    pub drawn: u8,
    /// The change on a screen with 16 bits a pixel.
    pub high: Option<HighTouch>,
}

/// The change that a picture makes to a pixel of 16 bits ([`high`](crate::format::screen::high)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HighTouch {
    /// The pixel that was there before.
    pub beneath: u16,
    /// The pixel that is there afterwards.
    pub drawn: u16,
}

/// The pixel of a picture that was painted last at a place of the stage: of the pixels that go there, the last one
/// with this value. Mirrored pictures may be decoded from the other side.
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
    /// The pixel's position: in the finished picture until `begin`, then on the stage.
    at: (u32, u32),
    background: Option<u8>,
    shown: Option<u8>,
    rgb: Rgb,
    pixel: Option<u16>,
    mixed_from: Option<[u8; 2]>,
    /// The pixel's line in its row.
    line: u32,
    touches: Vec<Touch>,
    /// A stage without actors, on which single pictures are drawn.
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

    /// The pixel of 16 bits, on a stage that has them.
    fn high_pixel(&self, stage: &Stage) -> Option<u16> {
        self.index(stage).and_then(|at| stage.high()?.get(at)).copied()
    }

    /// The value of the pixel; `None` if it is transparent.
    fn value_on(&self, stage: &Stage) -> Option<u8> {
        self.pixel(stage).filter(|value| Some(*value) != stage.transparent())
    }

    /// Begins to watch a stage without actors. Its pixels will be shown in this pattern; `top` is the room row of
    /// its first row.
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

    /// Ends watching after all actors are drawn. The stage will be shown in this pattern, if any, with its corner
    /// at `origin` of the room.
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
            // If a pixel is one dot, two pixels make a pattern.
            let mut from = if pattern.across() == 2 { dots(x) } else { [dots(x & !1)[0], dots(x | 1)[0]] };
            from.sort_unstable();
            from
        });
    }

    /// The watched pixel's position in the room.
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
        standing: &ActorPlacement<'_>,
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

    /// The value that a picture has at the pixel; `None` if it does not change the pixel.
    fn value(
        &mut self,
        painter: &mut Painter,
        costume: &Costume,
        one: &[Placed],
        look: &DrawOptions<'_>,
    ) -> Option<u8> {
        let plain = DrawOptions { colours: &Colours::IDENTITY, ..*look };
        let at = self.index(&self.trial)?;
        let mut draw_over = |beneath: u8| {
            *self.trial.pixels_mut().get_mut(at)? = beneath;
            // A broken picture leaves a gap, as above.
            let _ = painter.draw_all(&mut self.trial, one, &plain, |key| costume.packed(key));
            self.trial.pixels().get(at).copied()
        };
        // A painted value does not depend on the pixel before.
        let (first, second) = (draw_over(0)?, draw_over(1)?);
        (first == second).then_some(first)
    }

    /// The result for the finished picture; `None` if the pixel lies outside it.
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
