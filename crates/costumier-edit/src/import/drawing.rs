//! A drawing: animations of layers, frame by frame, in colours of its own.

use std::collections::BTreeMap;
use std::rc::Rc;

use costumier::Facing;

use super::tag_name::ChoreWord;
use crate::pictures::Rgb;
use crate::pictures::png::{DecodedImage, Pixels};
use crate::pictures::recover::partly_there;
use crate::pictures::rows::{cut, painted_rect};

/// The largest number of colours that a drawing may have before they are reduced.
const MOST_COLOURS: usize = 0xFFFF;

/// The value of transparent pixels.
pub(super) const NOTHING: u16 = u16::MAX;

/// The colour that is transparent by convention.
const MAGENTA: Rgb = [255, 0, 255];

/// A drawing: layers, and animations that are named by a chore and a facing.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// The names of the layers, the lowest first.
    pub(super) layers: Vec<String>,
    pub(super) animations: Vec<Animation>,
    /// The colours of the drawing.
    pub(super) colours: Vec<Rgb>,
    /// Whether pixels are entries of one palette, whose order counts. Entry 0 is transparent.
    pub(super) has_palette: bool,
    pub(super) notes: Vec<String>,
    /// What is likely a mistake.
    pub(super) warnings: Vec<String>,
}

/// An animation: a chore in one or several facings.
#[derive(Clone, Debug)]
pub(super) struct Animation {
    /// The name for messages.
    pub(super) name: String,
    pub(super) chore: ChoreWord,
    /// The facing; `None` for all facings.
    pub(super) facing: Option<Facing>,
    pub(super) frames: Vec<Frame>,
    /// The frame that follows the last one; `None` if the last one stays.
    pub(super) loops_to: Option<usize>,
}

/// What is visible for some ticks.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) ticks: u32,
    /// The name of its file without the ending, if it has a file of its own.
    pub(super) file: Option<String>,
    /// What each layer shows.
    pub(super) cels: Vec<Option<Rc<Cel>>>,
}

/// A picture at a place: colours of the drawing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cel {
    /// The left column and the top row, from the feet.
    pub(super) at: (i32, i32),
    pub(super) width: usize,
    /// Rows of `width` pixels: numbers of colours, or [`NOTHING`].
    pub(super) pixels: Vec<u16>,
}

impl Cel {
    pub(super) fn height(&self) -> usize {
        self.pixels.len() / self.width.max(1)
    }

    /// Returns the picture mirrored about the feet.
    pub(super) fn mirrored(&self) -> Self {
        let right = self.at.0.saturating_add(i32::try_from(self.width).unwrap_or(i32::MAX));
        let rows = self.pixels.chunks(self.width.max(1));
        let pixels = rows.flat_map(|row| row.iter().rev().copied()).collect();
        Self { at: (1i32.saturating_sub(right), self.at.1), width: self.width, pixels }
    }

    /// Cuts transparent margins off. `None` if nothing is visible.
    pub(super) fn trimmed(&self) -> Option<Self> {
        let rect = painted_rect(&self.pixels, self.width, |pixel| *pixel != NOTHING)?;
        let [left, top] = [rect[0], rect[1]].map(|by| i32::try_from(by).unwrap_or(i32::MAX));
        Some(Self {
            at: (self.at.0.saturating_add(left), self.at.1.saturating_add(top)),
            width: rect[2],
            pixels: cut(&self.pixels, self.width, rect),
        })
    }
}

/// The colours of a drawing while it is read.
#[derive(Default)]
pub(super) struct Paints {
    pub(super) colours: Vec<Rgb>,
    numbers: BTreeMap<Rgb, u16>,
    /// The palette whose order is kept, if there is one.
    pub(super) is_palette: bool,
    /// The number of pixels that are partly transparent, and where the first one is.
    partly: Option<(usize, String)>,
}

impl Paints {
    /// Begins with a palette whose order is kept. Pixels of indexed pictures are its entries.
    pub(super) fn of_palette(palette: &[[u8; 4]], transparent: u8) -> Self {
        // Costumes have nothing in entry 0. A palette that differs is a list of colours only.
        if transparent != 0 {
            return Self::default();
        }
        let colours = palette.iter().map(|[r, g, b, _]| [*r, *g, *b]).collect();
        Self { colours, is_palette: true, ..Self::default() }
    }

    /// Returns the pixels of a picture as numbers of colours. `place` names the picture.
    ///
    /// # Errors
    /// If the drawing has too many colours.
    pub(super) fn pixels(&mut self, found: &DecodedImage, place: &str) -> Result<Vec<u16>, String> {
        if let Some((count, (x, y))) = partly_there(found) {
            self.partly.get_or_insert_with(|| (0, format!("{x},{y} of {place}"))).0 += count;
        }
        match &found.pixels {
            Pixels::Indexed { indices, palette } => {
                let numbers: Result<Vec<u16>, String> = palette
                    .iter()
                    .zip(0u16..)
                    .map(|(colour, index)| {
                        // Colours that no pixel has do not count.
                        let is_used = u8::try_from(index).is_ok_and(|index| indices.contains(&index));
                        match (is_used, self.is_palette) {
                            (false, _) => Ok(NOTHING),
                            (true, true) if is_visible(*colour) => Ok(index),
                            _ => self.number(*colour),
                        }
                    })
                    .collect();
                let numbers = numbers?;
                let number = |index: &u8| numbers.get(usize::from(*index)).copied().unwrap_or(NOTHING);
                Ok(indices.iter().map(number).collect())
            }
            Pixels::Colours(colours) => colours.iter().map(|colour| self.number(*colour)).collect(),
        }
    }

    /// Returns a warning if pixels are partly transparent, which costumes cannot be.
    pub(super) fn warning(&self) -> Option<String> {
        let (count, first) = self.partly.as_ref()?;
        let pixels = if *count == 1 { "1 pixel is".to_owned() } else { format!("{count} pixels are") };
        Some(format!(
            "{pixels} partly transparent: from half on they became opaque, the others were left out; the first is at \
             {first}"
        ))
    }

    fn number(&mut self, colour: [u8; 4]) -> Result<u16, String> {
        if !is_visible(colour) {
            return Ok(NOTHING);
        }
        let [r, g, b, _] = colour;
        if let Some(number) = self.numbers.get(&[r, g, b]) {
            return Ok(*number);
        }
        let number = u16::try_from(self.colours.len()).ok().filter(|_| self.colours.len() < MOST_COLOURS);
        let number = number.ok_or_else(|| {
            format!("has more than {MOST_COLOURS} colours; reduce them in an art program first")
        })?;
        self.colours.push([r, g, b]);
        self.numbers.insert([r, g, b], number);
        Ok(number)
    }
}

/// Returns the lowest row that is visible, from the picture's top.
pub(super) fn lowest(cel: &Cel) -> Option<i32> {
    let mut rows = cel.pixels.chunks(cel.width.max(1));
    let row = rows.rposition(|row| row.iter().any(|pixel| *pixel != NOTHING))?;
    i32::try_from(row).ok()
}

/// Returns a warning if the feet are outside of a canvas.
pub(super) fn feet_outside((x, y): (i32, i32), (width, height): (usize, usize)) -> Option<String> {
    let is_inside = |at: i32, length: usize| usize::try_from(at).is_ok_and(|at| at < length);
    (!is_inside(x, width) || !is_inside(y, height))
        .then(|| format!("the feet at {x},{y} are outside of the pictures of {width} × {height}"))
}

/// Moves cels of a canvas of this width so that they count from the feet; by default the lowest visible row, in the
/// middle of the canvas. Returns the feet.
pub(super) fn stand_on(animations: &mut [Animation], feet: Option<(i32, i32)>, width: usize) -> (i32, i32) {
    let cels = || animations.iter().flat_map(|it| &it.frames).flat_map(|it| it.cels.iter().flatten());
    let feet = feet.unwrap_or_else(|| {
        let row = cels().filter_map(|cel| Some(cel.at.1.saturating_add(lowest(cel)?))).max();
        (i32::try_from(width / 2).unwrap_or(0), row.unwrap_or(0))
    });
    // Each picture is moved once, so that frames go on sharing it.
    let mut moved: BTreeMap<*const Cel, Rc<Cel>> = BTreeMap::new();
    let frames = animations.iter_mut().flat_map(|it| &mut it.frames);
    for cel in frames.flat_map(|it| it.cels.iter_mut().flatten()) {
        let place = moved.entry(Rc::as_ptr(cel)).or_insert_with(|| {
            let at = (cel.at.0.saturating_sub(feet.0), cel.at.1.saturating_sub(feet.1));
            Rc::new(Cel { at, ..(**cel).clone() })
        });
        let place = Rc::clone(place);
        *cel = place;
    }
    feet
}

/// Whether a colour is seen: at least half opaque, and not the magenta that stands for nothing.
pub(super) fn is_visible([r, g, b, opacity]: [u8; 4]) -> bool {
    opacity >= 128 && [r, g, b] != MAGENTA
}
