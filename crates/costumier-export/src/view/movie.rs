//! A scene as an animated picture: all of its actors, with the colours and sizes that the scene sets, without limbs
//! that a viewer hides.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use costumier::scene::{LiveScene, View, ViewChoice};
use costumier::{Bounds, Clip, Error, ErrorKind, Result};

use crate::colour::WrittenPalette;
use crate::film::FrameBuffer;
use crate::formats::png::PngWriter;
use crate::formats::{Buffers, MovieOptions, apng, gif, webp};
use crate::image::{Image, ImageError};
use crate::options::{Effort, Format};
use crate::paths;

/// Largest number of pixels of all frames together.
const MOST_PIXELS: u64 = 1 << 26;

/// Largest number of colours of a movie.
const COLOURS: usize = 256;

/// The colour of transparent pixels in programs that ignore transparency.
const TRANSPARENT: [u8; 3] = [255, 0, 255];

/// The frames of a scene, from its present moment until it repeats.
#[derive(Clone, Debug)]
pub struct Movie {
    reel: FrameBuffer,
    palette: WrittenPalette,
    /// Whether an actor jumps where the movie starts again, because all actors together repeat too late.
    pub is_cut: bool,
}

/// The length of a movie.
struct Length {
    /// Ticks until it ends or starts again.
    ticks: u32,
    /// The tick that follows the last one; `None` if the last one stays.
    loops_to: Option<u32>,
    is_cut: bool,
}

/// Films a scene from the present moment. The scene is played to the end of the movie; pass a clone to keep it.
///
/// The movie lasts until all actors repeat together, at most `longest` ticks. If they do not, it lasts until the
/// actor `lead` repeats. Without a room, the picture is as large as the area drawn; otherwise it is the scene's view.
/// Ticks before the loop are left out if the loop ends with the same pictures.
///
/// # Errors
/// As [`LiveScene::render`]; [`ErrorKind::Limit`] for too many pixels or more than 256 colours.
pub fn movie(live: &mut LiveScene, lead: usize, longest: u32) -> Result<Movie> {
    let length = length(live, lead, longest.max(1));
    if !live.scene().background {
        let view = all_drawn(live.clone(), length.ticks)?;
        live.change(|scene| scene.view = ViewChoice::Part(view))?;
    }
    let begun = live.clone();
    let mut shot = AnimationFrames::of(live, &length)?;
    let lead_in = usize::try_from(length.loops_to.unwrap_or(0)).unwrap_or(0);
    if lead_in > 0 && shot.shown.ends_with(shot.shown.get(..lead_in).unwrap_or_default()) {
        *live = begun;
        let ticks = length.ticks - length.loops_to.unwrap_or(0);
        shot = AnimationFrames::of(live, &Length { ticks, loops_to: Some(0), ..length })?;
    }
    let AnimationFrames { mut reel, colours, transparent, frame, .. } = shot;
    reel.add(&frame.pixels, frame.ticks);
    reel.loop_to(length.loops_to.and(Some(shot.loop_frame)));
    if transparent {
        reel.trim();
    }
    let palette = WrittenPalette {
        colours,
        alpha: if transparent { vec![0] } else { Vec::new() },
        nothing: 0,
        ..WrittenPalette::default()
    };
    Ok(Movie { reel, palette, is_cut: length.is_cut })
}

/// Returns how long a scene is played until all of its actors repeat.
fn length(live: &LiveScene, lead: usize, longest: u32) -> Length {
    let limits = live.game().limits();
    // For each actor, the tick from which it repeats, and its period; 1 for actors that end.
    let of = |actor: usize| {
        let clip = Clip::from_actor(live.actor(actor)?.clone(), limits);
        let ticks = clip.ticks();
        let start: u32 = match clip.loops_to {
            Some(frame) => clip.frames.iter().take(frame).map(|frame| frame.ticks).sum(),
            None => ticks.saturating_sub(1),
        };
        Some((start, ticks.saturating_sub(start).max(1), clip.loops_to.is_some() || clip.cut_off))
    };
    let all: Vec<(u32, u32, bool)> = (0..live.scene().actors.len()).filter_map(of).collect();
    let start = all.iter().map(|(start, ..)| *start).max().unwrap_or(0).min(longest - 1);
    let together = all.iter().try_fold(1_u32, |all, (_, period, _)| {
        let lcm = u64::from(all) / u64::from(gcd(all, *period)) * u64::from(*period);
        u32::try_from(lcm).ok().filter(|lcm| *lcm <= longest - start)
    });
    let own = all.get(lead).map_or(1, |(_, period, _)| *period);
    let period = together.unwrap_or_else(|| own.min(longest - start));
    let is_endless = all.iter().any(|(.., endless)| *endless);
    Length { ticks: start + period, loops_to: is_endless.then_some(start), is_cut: together.is_none() }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}

/// Returns the part of the room in which something is drawn during these ticks.
fn all_drawn(mut live: LiveScene, ticks: u32) -> Result<View> {
    let mut all = Bounds::default();
    for _ in 0..ticks {
        for actor in 0..live.scene().actors.len() {
            for shown in live.placed(actor)? {
                all = all.union(shown.area);
            }
        }
        live.tick();
    }
    Ok(View { x: all.left, y: all.top, width: all.width().max(1), height: all.height().max(1) })
}

/// Frames that are being made.
#[derive(Default)]
struct AnimationFrames {
    reel: FrameBuffer,
    colours: Vec<[u8; 3]>,
    known: BTreeMap<[u8; 4], u8>,
    transparent: bool,
    /// The current frame.
    frame: Frame,
    /// The frame that follows the last one.
    loop_frame: usize,
    /// For each tick, a number that stands for its pixels.
    shown: Vec<u64>,
    rgba: Vec<u8>,
}

#[derive(Default)]
struct Frame {
    pixels: Vec<u8>,
    ticks: u32,
}

impl AnimationFrames {
    /// Draws the ticks of a movie, and plays the scene to its end.
    fn of(live: &mut LiveScene, length: &Length) -> Result<Self> {
        let mut shot = Self::default();
        for tick in 0..length.ticks {
            shot.add(live, tick, length)?;
            live.tick();
        }
        Ok(shot)
    }

    /// Adds the scene at a tick: to the frame before if it shows the same.
    fn add(&mut self, live: &mut LiveScene, tick: u32, length: &Length) -> Result<()> {
        let rendered = live.render()?;
        let size = (rendered.width, rendered.height);
        if tick == 0 {
            let pixels = u64::from(size.0) * u64::from(size.1) * u64::from(length.ticks);
            if pixels > MOST_PIXELS {
                return Err(limit(format!(
                    "the movie would have {} frames of {} × {} pixels; at most {MOST_PIXELS} pixels are drawn",
                    length.ticks, size.0, size.1
                )));
            }
            self.reel.begin(size, (0, 0), 0);
            self.transparent = rendered.transparent.is_some();
            if self.transparent {
                self.colours.push(TRANSPARENT);
                self.known.insert([0; 4], 0);
            }
        }
        let mut rgba = std::mem::take(&mut self.rgba);
        rendered.rgba(&mut rgba);
        let mut pixels = Vec::with_capacity(rgba.len() / 4);
        let mut last = None;
        for &colour in rgba.as_chunks::<4>().0 {
            let index = match last {
                Some((same, index)) if same == colour => index,
                _ => self.index(colour)?,
            };
            last = Some((colour, index));
            pixels.push(index);
        }
        self.rgba = rgba;
        let mut hasher = DefaultHasher::new();
        pixels.hash(&mut hasher);
        self.shown.push(hasher.finish());
        let begins = length.loops_to == Some(tick);
        if tick > 0 && (begins || pixels != self.frame.pixels) {
            self.reel.add(&self.frame.pixels, self.frame.ticks);
            self.frame.ticks = 0;
        }
        if begins {
            self.loop_frame = self.reel.len();
        }
        self.frame.pixels = pixels;
        self.frame.ticks += 1;
        Ok(())
    }

    fn index(&mut self, colour: [u8; 4]) -> Result<u8> {
        if let Some(index) = self.known.get(&colour) {
            return Ok(*index);
        }
        let index = u8::try_from(self.colours.len()).map_err(|_| {
            limit(format!("the movie has more than {COLOURS} colours, the most that these formats can hold"))
        })?;
        let [r, g, b, _] = colour;
        self.colours.push([r, g, b]);
        self.known.insert(colour, index);
        Ok(index)
    }
}

fn limit(why: String) -> Error {
    Error::new(ErrorKind::Limit(why), "animation")
}

impl Movie {
    /// Returns the movie as one file, or as a file for each frame ([`Format::Frames`]), with their names. Each pixel
    /// becomes a square of `scale` pixels.
    ///
    /// # Errors
    /// If the format cannot hold one animation, or the picture is too large for it.
    pub fn files(
        &self,
        format: Format,
        scale: u8,
        jiffies: u8,
    ) -> Result<Vec<(String, Vec<u8>)>, ImageError> {
        let scale = u32::from(scale.clamp(1, 8));
        let (width, height) = (self.reel.width(), self.reel.height());
        let enlarged = u64::from(width) * u64::from(height) * u64::from(scale * scale);
        if enlarged > MOST_PIXELS {
            return Err(ImageError::of(format!(
                "a frame of {width} × {height} pixels is too large when enlarged {scale} times; at most \
                 {MOST_PIXELS} pixels are written"
            )));
        }
        let options =
            MovieOptions { palette: &self.palette, scale, jiffies_per_tick: u32::from(jiffies.max(1)) };
        let (mut buffers, mut out) = (Buffers::default(), Vec::new());
        match format {
            Format::Gif => gif::write(&self.reel, &options, &mut buffers, &mut out)?,
            Format::Apng => apng::write(&self.reel, &options, Effort::Usual, &mut buffers, &mut out)?,
            Format::Webp => webp::write(&self.reel, &options, &mut buffers, &mut out)?,
            Format::Frames => return self.pngs(scale),
            _ => {
                return Err(ImageError::of(format!(
                    "{} files cannot hold one animation; choose another format",
                    format.name()
                )));
            }
        }
        Ok(vec![(format!("scene.{}", format.name()), out)])
    }

    fn pngs(&self, scale: u32) -> Result<Vec<(String, Vec<u8>)>, ImageError> {
        let mut png = PngWriter::new(Effort::Usual);
        let mut canvas = Vec::new();
        let write = |frame: usize| {
            self.reel.lay(frame, &mut canvas);
            let (mut pixels, mut file) = (Vec::new(), Vec::new());
            self.palette.cut(&canvas, self.reel.width(), self.reel.canvas(), scale, &mut pixels);
            let image = Image {
                width: self.reel.width() * scale,
                height: self.reel.height() * scale,
                pixels: &pixels,
                palette: &self.palette.colours,
                alpha: &self.palette.alpha,
            };
            png.write(&image, &mut file)?;
            Ok((format!("{}.png", paths::frame(frame)), file))
        };
        (0..self.reel.len()).map(write).collect()
    }
}
