//! The palette that is written into files.
//!
//! Colours are exact, and several entries may have the same one. One entry is transparent, or has the background colour
//! of the options: entry 0 in most costumes. Shadows are half black; on a background colour, they are that colour at
//! half its brightness.

use costumier::format::screen::{Pattern, Patterned, RowLine};

use crate::colour::Rgb;
use crate::image::{Rect, cut};
use crate::options::Background;
use crate::scaler::{Pixels, Scaler};

/// The colours of a palette by index, with their opacity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenPalette {
    /// The colour of each index. No other entry has the transparent one's colour, unless the options choose it.
    pub colours: Vec<Rgb>,
    /// The opacity of the first indices, 0 … 255; the others are opaque.
    pub alpha: Vec<u8>,
    /// The index of transparent pixels.
    pub nothing: u8,
    /// The pattern of dots for pixel values, if pictures are shown in a screen's pattern.
    pub pattern: Option<Pattern>,
    /// How pictures are enlarged.
    pub scaler: Scaler,
}

/// The colour of the transparent entry in programs that ignore transparency.
const TRANSPARENT: Rgb = [255, 0, 255];

/// The opacity of a shadow.
const SHADOW: u8 = 128;

impl WrittenPalette {
    /// Makes the palette for these exact colours. `shadows` says which are shadows, `nothing` which one is
    /// transparent.
    #[must_use]
    pub fn new(exact: &[Rgb], shadows: &[bool], nothing: u8, background: Background) -> Self {
        let mut colours = exact.to_vec();
        let mut alpha = vec![255; colours.len()];
        // With a room as background, single pictures are transparent.
        let is_clear = !matches!(background, Background::Colour(_));
        let shaded = match background {
            Background::Transparent | Background::Room => [0; 3],
            Background::Colour(rgb) => rgb.map(|channel| channel / 2),
        };
        for ((colour, alpha), _) in colours.iter_mut().zip(&mut alpha).zip(shadows).filter(|(_, is)| **is) {
            *colour = shaded;
            if is_clear {
                *alpha = SHADOW;
            }
        }
        if let Some(alpha) = alpha.get_mut(usize::from(nothing)).filter(|_| is_clear) {
            *alpha = 0;
        }
        let opaque_from = alpha.iter().rposition(|alpha| *alpha != 255).map_or(0, |last| last + 1);
        alpha.truncate(opaque_from);
        let hole = match background {
            Background::Colour(rgb) => rgb,
            Background::Transparent | Background::Room => stand_in(&colours, usize::from(nothing)),
        };
        if let Some(entry) = colours.get_mut(usize::from(nothing)) {
            *entry = hole;
        }
        Self { colours, alpha, nothing, ..Self::default() }
    }

    /// Returns the palette for pictures shown in a screen's pattern (`docs/format/unjudged.md §2`,
    /// `docs/format/drawing.md §8`): the screen's colours, the transparent entry, and the dots of each pixel
    /// value. `room_colours` has the room colour of each value.
    #[must_use]
    pub fn on_screen(&self, pattern: &Pattern, room_colours: &[u8]) -> Self {
        let index = |dot: u8| if dot < self.nothing { dot } else { dot + 1 };
        let dots = u8::try_from(pattern.colours().len()).unwrap_or(u8::MAX);
        let mut colours = vec![[0; 3]; usize::from(self.nothing.max(dots)) + 1];
        for (dot, colour) in (0..dots).zip(pattern.colours()) {
            if let Some(entry) = colours.get_mut(usize::from(index(dot))) {
                *entry = *colour;
            }
        }
        let own = self.colours.get(usize::from(self.nothing)).copied().unwrap_or_default();
        if let Some(entry) = colours.get_mut(usize::from(self.nothing)) {
            *entry = own;
        }
        let mut alpha = vec![255; usize::from(self.nothing)];
        alpha.push(self.alpha(self.nothing));
        let across = if pattern.across() == 2 { 2 } else { 1 };
        let of = |value: u8, line: RowLine, column: usize| match room_colours.get(usize::from(value)) {
            Some(_) if value == self.nothing => [value; 2],
            // Half of a shadow's dots are black, and half are transparent.
            Some(_) if self.alpha(value) == SHADOW => [0, 1].map(|dot| {
                let odd = (line.row + across * column + dot) % 2 == 1;
                if odd { self.nothing } else { index(0) }
            }),
            Some(colour) => {
                let place = |at: usize| i32::try_from(at).unwrap_or(0);
                pattern.dots(*colour, (place(column), place(line.row)), line.line).map(index)
            }
            None => [self.nothing; 2],
        };
        let values = u16::try_from(room_colours.len()).unwrap_or(u16::MAX);
        let pattern = Pattern::from_fn(across, pattern.lines(), &colours, values, of);
        Self { colours, alpha, nothing: self.nothing, pattern: Some(pattern), ..Self::default() }
    }

    /// Appends the pixels inside `rect` as they are written: each as a square of `scale` × `scale`, or as dots of a
    /// screen with the same size together.
    pub fn cut(&self, pixels: &[u8], width: u32, rect: Rect, scale: u32, out: &mut Vec<u8>) {
        let Some(pattern) = &self.pattern else {
            if self.scaler == Scaler::Squares || scale == 1 {
                return cut(pixels, width, rect, scale, out);
            }
            let (width, values) = (width as usize, pixels.to_vec());
            let large = Pixels { width, values, nothing: self.nothing };
            let large = large.enlarged(self.scaler, scale, &self.colours);
            let width = u32::try_from(large.width).unwrap_or(u32::MAX);
            return cut(&large.values, width, rect.enlarged(scale), 1, out);
        };
        let mut part = Vec::new();
        cut(pixels, width, rect, 1, &mut part);
        let mut dots = Vec::new();
        let at = |side: u32| i32::try_from(side).unwrap_or(i32::MAX);
        let picture = Patterned {
            pixels: &part,
            width: rect.width() as usize,
            transparent: None,
            at: (at(rect.left), at(rect.top)),
        };
        pattern.show(&picture, &mut dots);
        let width = rect.width() * pattern.across();
        let whole =
            Rect { left: 0, top: 0, right: width, bottom: pattern.lines_of(at(rect.top), rect.height()) };
        cut(&dots, width, whole, (scale / pattern.across()).max(1), out);
    }

    /// Returns the opacity of an index.
    #[must_use]
    pub fn alpha(&self, index: u8) -> u8 {
        self.alpha.get(usize::from(index)).copied().unwrap_or(255)
    }

    /// Whether pixels that are not drawn are transparent.
    #[must_use]
    pub fn is_transparent(&self) -> bool {
        self.alpha(self.nothing) == 0
    }

    /// Returns the transparent index, if there is one.
    #[must_use]
    pub fn transparent(&self) -> Option<u8> {
        self.is_transparent().then_some(self.nothing)
    }

    /// Whether some index is neither transparent nor opaque.
    #[must_use]
    pub fn has_shadows(&self) -> bool {
        self.alpha.contains(&SHADOW)
    }

    /// Returns an index as red, green, blue and alpha.
    #[must_use]
    pub fn rgba(&self, index: u8) -> [u8; 4] {
        let [r, g, b] = self.colours.get(usize::from(index)).copied().unwrap_or_default();
        [r, g, b, self.alpha(index)]
    }
}

/// Returns a colour for the transparent entry that no other entry has: magenta, or the next free one.
fn stand_in(colours: &[Rgb], nothing: usize) -> Rgb {
    let is_taken = |rgb: &Rgb| colours.iter().enumerate().any(|(k, other)| k != nothing && other == rgb);
    let near = (0..=u8::MAX).map(|green| [255, green, 255]);
    near.into_iter().find(|rgb| !is_taken(rgb)).unwrap_or(TRANSPARENT)
}

#[cfg(test)]
mod tests {
    use costumier::format::screen::Shades;
    use costumier::screen::Screen;

    use super::*;

    #[test]
    fn shadows_are_half_black_or_darken_the_background() {
        let it = WrittenPalette::new(&[[9; 3]; 4], &[false, false, true, false], 0, Background::Transparent);
        assert_eq!(it.alpha, [0, 255, 128]);
        assert_eq!(it.rgba(2), [0, 0, 0, 128]);
        assert!(it.is_transparent() && it.has_shadows());
        let on_white =
            WrittenPalette::new(&[[9; 3]; 4], &[false, false, true, false], 0, Background::Colour([255; 3]));
        assert_eq!(on_white.rgba(2), [127, 127, 127, 255]);
        assert!(!on_white.is_transparent() && !on_white.has_shadows());
    }

    #[test]
    fn on_ega_each_pixel_is_a_chequered_square() {
        let exact = [[0; 3], [200, 0, 0], [1; 3]];
        let plain = WrittenPalette::new(&exact, &[false, false, true], 0, Background::Transparent);
        let mut pairs = [0; 256];
        pairs[77] = 0x4C;
        let ega = plain.on_screen(&Pattern::of_ega(&pairs), &[0, 77, 0]);
        assert_eq!(ega.colours[1..], Screen::Ega.colours());
        assert_eq!((ega.alpha.as_slice(), ega.nothing), (&[0][..], 0));
        let mut out = Vec::new();
        let whole = Rect { left: 0, top: 0, right: 2, bottom: 2 };
        ega.cut(&[1, 0, 2, 1], 2, whole, 2, &mut out);
        assert_eq!(out, [5, 13, 0, 0, 5, 13, 0, 0, 0, 1, 13, 5, 0, 1, 13, 5]);
        out.clear();
        // A frame that is cut elsewhere keeps the pattern of the whole.
        ega.cut(&[1, 0, 2, 1], 2, Rect { left: 1, top: 1, ..whole }, 4, &mut out);
        assert_eq!(out, [13, 13, 5, 5].repeat(4));
        // "Nothing" may stand between the colours, or behind them.
        let akos = WrittenPalette::new(&vec![[9; 3]; 256], &[], 255, Background::Transparent);
        let akos = akos.on_screen(&Pattern::of_ega(&[0xF0; 256]), &[0; 256]);
        let dots = |value| akos.pattern.as_ref().unwrap().dots(value, (0, 0), 0);
        assert_eq!((akos.colours.len(), dots(3), dots(255)), (256, [15, 0], [255; 2]));
        assert_eq!((akos.alpha(254), akos.alpha(255)), (255, 0));
    }

    #[test]
    fn on_cga_two_pixels_make_a_pattern_wherever_they_are_cut() {
        let plain = WrittenPalette::new(&[[0; 3], [9; 3]], &[false, false], 0, Background::Transparent);
        let cga = Pattern::of_screen(Screen::Cga, Shades::V2).unwrap();
        let cga = plain.on_screen(&cga, &[0, 1]);
        assert_eq!(cga.colours[1..], *Screen::Cga.dots());
        let mut out = Vec::new();
        // Colour 1 is 1, 0 on CGA; "nothing" is index 0.
        cga.cut(&[1, 1, 1, 0], 4, Rect { left: 0, top: 0, right: 4, bottom: 1 }, 1, &mut out);
        assert_eq!(out, [2, 1, 2, 0]);
        out.clear();
        cga.cut(&[1, 1, 1, 0], 4, Rect { left: 1, top: 0, right: 3, bottom: 1 }, 2, &mut out);
        assert_eq!(out, [1, 1, 2, 2].repeat(2));
    }

    #[test]
    fn all_colours_are_exact_and_the_transparent_one_is_like_no_other() {
        let exact = [[9; 3], [0; 3], TRANSPARENT, [0; 3], [0, 0, 1], TRANSPARENT];
        let it = WrittenPalette::new(&exact, &[], 0, Background::Transparent);
        assert_eq!(it.colours[1..], exact[1..]);
        assert_eq!(it.colours[0], [255, 1, 255]);
        let all: Vec<Rgb> = (0..=u8::MAX).map(|green| [255, green, 255]).collect();
        let it = WrittenPalette::new(&all, &[], 255, Background::Room);
        assert_eq!((&it.colours[..255], it.colours[255]), (&all[..255], [255; 3]));
        let it = WrittenPalette::new(&[[1; 3], [9; 3], [5; 3]], &[], 0, Background::Colour([9; 3]));
        assert_eq!(it.colours, [[9; 3], [9; 3], [5; 3]]);
    }
}
