//! Short films of costumes for lists and previews: whole frames as RGBA.

use costumier::{Action, Clip, Costume, Facing, Limits, PictureInfo, PictureKey, Role};

use super::Viewer;
use crate::colour::Palette;
use crate::open_costume::{OpenCostume, open};
use crate::pixels::PixelReader;

/// Options of a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilmOptions {
    /// The room whose colours it has; `None` takes the colours of an export.
    pub room: Option<u32>,
    /// Largest number of frames. Later ones are left out, and the last one then leads to the first.
    pub frames: usize,
    /// Largest number of ticks that are played.
    pub ticks: usize,
}

impl Default for FilmOptions {
    fn default() -> Self {
        Self { room: None, frames: 24, ticks: 240 }
    }
}

/// A film: frames on one canvas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Film {
    /// Width of the canvas in pixels.
    pub width: u32,
    /// Height of the canvas in pixels.
    pub height: u32,
    /// Position of the actor's feet on the canvas.
    pub feet: (i32, i32),
    /// What is shown, in words: `stand, south`; `None` if nothing is visible.
    pub what: Option<String>,
    /// The chore and the facing; `None` for a single picture.
    pub action: Option<Action>,
    /// The frame that follows the last one; `None` if the last one stays.
    pub loops_to: Option<usize>,
    /// The frames in order.
    pub frames: Vec<FilmFrame>,
}

/// A frame of a film.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilmFrame {
    /// The duration in ticks.
    pub ticks: u32,
    /// Red, green, blue and opacity, row by row.
    pub rgba: Vec<u8>,
}

/// The actions that a list shows for a costume, the best first.
const BEST: [(Role, Facing); 7] = [
    (Role::Stand, Facing::SOUTH),
    (Role::Init, Facing::SOUTH),
    (Role::Walk, Facing::SOUTH),
    (Role::Stand, Facing::EAST),
    (Role::Stand, Facing::WEST),
    (Role::Walk, Facing::EAST),
    (Role::Walk, Facing::WEST),
];

/// Largest number of actions tried before a list shows a single picture.
const MOST_TRIES: usize = 24;

impl Viewer {
    /// Returns a film of an animation.
    ///
    /// # Errors
    /// If the animation is too large to be drawn.
    pub fn film(
        &mut self,
        opened: &OpenCostume,
        action: &Action,
        options: &FilmOptions,
    ) -> costumier::Result<Film> {
        let palette = self.palette(opened, options.room);
        let colours = Rgba::of(&palette);
        self.shoot(opened, action, &colours, options)
    }

    /// Returns a costume for a list: standing to the south, or the nearest to that which shows something. A costume
    /// that cannot be opened or drawn has no frames.
    pub fn thumbnail(&mut self, id: u32, options: &FilmOptions) -> Film {
        let Ok(opened) = open(&self.context.game, id) else { return Film::default() };
        let colours = Rgba::of(&self.palette(&opened, options.room));
        let actions = opened.costume.actions();
        let rank = |action: &Action| {
            let place =
                |(role, facing): &(Role, Facing)| action.role == Some(*role) && action.facing == *facing;
            BEST.iter().position(place).unwrap_or(BEST.len())
        };
        let mut order: Vec<&Action> = actions.iter().collect();
        order.sort_by_key(|action| rank(action));
        for action in order.into_iter().take(MOST_TRIES) {
            match self.shoot(&opened, action, &colours, options) {
                Ok(film) if film.what.is_some() => return film,
                _ => {}
            }
        }
        let limits = self.context.game.limits();
        let mut keys = opened.costume.picture_keys().into_iter();
        let first = keys.find_map(|key| still(&opened, key, &colours, limits));
        first.unwrap_or_default()
    }

    fn shoot(
        &mut self,
        opened: &OpenCostume,
        action: &Action,
        colours: &Rgba,
        options: &FilmOptions,
    ) -> costumier::Result<Film> {
        let mut limits = self.context.game.limits().clone();
        limits.clip_ticks = options.ticks;
        let mut clip = Clip::record(&opened.costume, action.chore, action.facing, &limits);
        if clip.frames.len() > options.frames.max(1) {
            clip.frames.truncate(options.frames.max(1));
            clip.loops_to = Some(0);
        } else if clip.cut_off {
            clip.loops_to = Some(0);
        }
        // A broken picture leaves a gap.
        let _ = self.camera.film(&opened.costume, &clip, colours.nothing, &mut self.reel)?;
        self.reel.trim();
        let reel = &self.reel;
        let blank = reel.all_drawn().is_empty();
        let title = self.context.names.chore(opened.id, action.chore);
        let title = title.map_or_else(|| action.chore_name(), str::to_owned);
        let mut canvas = Vec::new();
        let frames = reel.ticks().iter().enumerate().filter(|_| !blank).map(|(number, ticks)| {
            reel.lay(number, &mut canvas);
            FilmFrame { ticks: *ticks, rgba: colours.apply(&canvas) }
        });
        Ok(Film {
            frames: frames.collect(),
            width: reel.width(),
            height: reel.height(),
            feet: reel.anchor(),
            what: (!blank).then(|| format!("{title}, {}", action.facing.name())),
            action: Some(*action),
            loops_to: reel.loops_to(),
        })
    }
}

/// A picture as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPicture {
    /// The size and place of the picture.
    pub info: PictureInfo,
    /// Pixel values as they are stored, row by row.
    pub pixels: Vec<u8>,
}

/// Reads a picture as it is stored.
///
/// # Errors
/// As [`Costume::picture`]; a picture larger than the limits allow.
pub fn stored(costume: &Costume, key: PictureKey, limits: &Limits) -> costumier::Result<StoredPicture> {
    let picture = costume.picture(key)?;
    let mut reader = PixelReader::new(limits);
    reader.read(&picture)?;
    Ok(StoredPicture { info: picture.info, pixels: reader.rows().to_vec() })
}

/// Returns a film of a single picture. `None` if it shows nothing.
fn still(opened: &OpenCostume, key: PictureKey, colours: &Rgba, limits: &Limits) -> Option<Film> {
    let found = stored(&opened.costume, key, limits).ok()?;
    if found.pixels.iter().all(|value| *value == colours.nothing) {
        return None;
    }
    let (width, height) = (u32::from(found.info.width), u32::from(found.info.height));
    let frame = FilmFrame { ticks: 1, rgba: colours.apply(&found.pixels) };
    Some(Film {
        width,
        height,
        feet: (i32::try_from(width).unwrap_or(0) / 2, i32::try_from(height).unwrap_or(0)),
        what: Some(format!("picture {}.{}", key.limb, key.index)),
        action: None,
        loops_to: None,
        frames: vec![frame],
    })
}

/// Converts a costume's pixel values to red, green, blue and opacity.
#[must_use]
pub fn rgba(palette: &Palette, pixels: &[u8]) -> Vec<u8> {
    Rgba::of(palette).apply(pixels)
}

/// A conversion of a costume's pixel values to RGBA.
#[derive(Clone, Debug)]
pub(super) struct Rgba {
    colours: [[u8; 4]; 256],
    pub(super) nothing: u8,
}

impl Rgba {
    pub(super) fn of(palette: &Palette) -> Self {
        let mut colours = [[0; 4]; 256];
        for (entry, colour) in colours.iter_mut().zip(&palette.colours) {
            *entry = match colour.exact {
                None => [0; 4],
                Some(_) if colour.shadow => [0, 0, 0, 128],
                Some([r, g, b]) => [r, g, b, u8::MAX],
            };
        }
        Self { colours, nothing: palette.transparent }
    }

    pub(super) fn apply(&self, pixels: &[u8]) -> Vec<u8> {
        pixels.iter().flat_map(|pixel| self.colours[usize::from(*pixel)]).collect()
    }
}
