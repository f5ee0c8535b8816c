//! Pictures as text: each character cell shows two pixels, one above the other, as an upper half block with its own
//! foreground and background colour.

use std::fmt::Write as _;

use super::image::Image;

/// The colours that a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// No colours: brightness becomes characters.
    Plain,
    /// The fixed palette of 256 colours.
    Palette,
    /// Colours of 24 bits.
    True,
}

impl Depth {
    /// Reads the depth from the environment of the terminal.
    pub(crate) fn of_terminal() -> Self {
        let says = |name: &str, words: &[&str]| {
            std::env::var(name).is_ok_and(|value| words.iter().any(|word| value.contains(word)))
        };
        let names = ["direct", "kitty", "ghostty", "alacritty", "wezterm", "foot"];
        if cfg!(windows) || says("COLORTERM", &["truecolor", "24bit"]) || says("TERM", &names) {
            Self::True
        } else {
            Self::Palette
        }
    }
}

/// Characters from dark to bright, for terminals and files without colour.
const SHADES: &[u8] = b".:-=+*#%@";

/// Smallest alpha of a visible pixel.
const OPAQUE: u8 = 128;

type Colour = Option<[u8; 3]>;

/// Appends the picture, one line for two rows of pixels. `end` closes each line.
pub(crate) fn write(image: &Image, depth: Depth, end: &str, out: &mut String) {
    let mut pairs = image.pixels.chunks(image.width.max(1));
    while let Some(upper) = pairs.next() {
        let lower = pairs.next().unwrap_or_default();
        let cells = upper.iter().zip(lower.iter().map(Some).chain(std::iter::repeat(None)));
        let cells = cells.map(|(upper, lower)| (seen(*upper), lower.and_then(|pixel| seen(*pixel))));
        match depth {
            Depth::Plain => {
                let start = out.len();
                out.extend(cells.map(|(upper, lower)| shade(upper, lower)));
                out.truncate(start + out.get(start..).map_or(0, |line| line.trim_end().len()));
            }
            depth => coloured(cells, depth, out),
        }
        out.push_str(end);
    }
}

fn seen([r, g, b, a]: [u8; 4]) -> Colour {
    (a >= OPAQUE).then_some([r, g, b])
}

/// Appends cells with their colours. A colour is written only if it changes.
fn coloured(cells: impl Iterator<Item = (Colour, Colour)>, depth: Depth, out: &mut String) {
    let (mut ink, mut ground): (Colour, Colour) = (None, None);
    for (upper, lower) in cells {
        let (glyph, new_ink, new_ground) = match (upper, lower) {
            (None, None) => (' ', ink, None),
            (Some(colour), None) => ('▀', Some(colour), None),
            (None, Some(colour)) => ('▄', Some(colour), None),
            (Some(upper), Some(lower)) if upper == lower => ('█', Some(upper), ground),
            (Some(upper), Some(lower)) => ('▀', Some(upper), Some(lower)),
        };
        if ink != new_ink {
            name(new_ink, depth, 38, out);
        }
        if ground != new_ground {
            name(new_ground, depth, 48, out);
        }
        (ink, ground) = (new_ink, new_ground);
        out.push(glyph);
    }
    out.push_str("\x1b[0m");
}

/// Appends the code of a colour: 38 for the foreground, 48 for the background, one more for the terminal's default.
fn name(colour: Colour, depth: Depth, what: u8, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = match (colour, depth) {
        (None, _) => write!(out, "\x1b[{}m", what + 1),
        (Some([r, g, b]), Depth::True) => write!(out, "\x1b[{what};2;{r};{g};{b}m"),
        (Some(colour), _) => write!(out, "\x1b[{what};5;{}m", nearest_of_256(colour)),
    };
}

/// Returns the nearest colour of the 6 × 6 × 6 cube (16 … 231) or the greys (232 … 255).
fn nearest_of_256(colour: [u8; 3]) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let level = |channel: u8| {
        (0u8..).zip(LEVELS).min_by_key(|(_, level)| channel.abs_diff(*level)).unwrap_or_default()
    };
    let [r, g, b] = colour.map(level);
    let cube = (16 + 36 * r.0 + 6 * g.0 + b.0, [r.1, g.1, b.1]);
    let greys = (0u8..24).map(|step| (232 + step, [8 + 10 * step; 3]));
    let distance = |other: [u8; 3]| -> u32 {
        colour.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    std::iter::once(cube).chain(greys).min_by_key(|(_, other)| distance(*other)).unwrap_or_default().0
}

fn shade(upper: Colour, lower: Colour) -> char {
    let bright = |[r, g, b]: [u8; 3]| (2 * usize::from(r) + 5 * usize::from(g) + usize::from(b)) / 8;
    let brightness = match (upper, lower) {
        (None, None) => return ' ',
        (Some(one), None) | (None, Some(one)) => bright(one),
        (Some(upper), Some(lower)) => bright(upper).midpoint(bright(lower)),
    };
    char::from(SHADES.get(brightness * SHADES.len() / 256).copied().unwrap_or(b'@'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: [u8; 4] = [255, 0, 0, 255];
    const BLUE: [u8; 4] = [0, 0, 255, 255];
    const NONE: [u8; 4] = [0; 4];

    fn text(width: usize, pixels: &[[u8; 4]], depth: Depth) -> String {
        let image = Image { width, height: pixels.len() / width, pixels: pixels.to_vec() };
        let mut out = String::new();
        write(&image, depth, "\n", &mut out);
        out
    }

    #[test]
    fn two_pixels_share_a_cell() {
        assert_eq!(
            text(2, &[RED, RED, BLUE, RED], Depth::True),
            "\x1b[38;2;255;0;0m\x1b[48;2;0;0;255m▀█\x1b[0m\n"
        );
        assert_eq!(text(1, &[RED, NONE], Depth::Palette), "\x1b[38;5;196m▀\x1b[0m\n");
        assert_eq!(text(1, &[NONE, BLUE], Depth::True), "\x1b[38;2;0;0;255m▄\x1b[0m\n");
    }

    #[test]
    fn the_ground_does_not_run_into_transparent_cells() {
        let line = text(2, &[RED, NONE, BLUE, NONE], Depth::True);
        assert!(line.contains("▀\x1b[49m \x1b[0m"), "{line:?}");
    }

    #[test]
    fn an_odd_last_row_has_nothing_below() {
        assert_eq!(
            text(1, &[RED, RED, RED], Depth::Plain),
            "-\n-\n".replace('-', &shade(Some([255, 0, 0]), None).to_string())
        );
    }

    #[test]
    fn greys_and_cube_colours_are_met() {
        for (colour, number) in
            [([0, 0, 0], 16), ([255, 255, 255], 231), ([8, 8, 8], 232), ([95, 135, 0], 64)]
        {
            assert_eq!(nearest_of_256(colour), number, "{colour:?}");
        }
    }
}
