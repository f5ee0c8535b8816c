//! Draws labels in a small bitmap font made for this project (`font.txt`): 7 pixels above the base line and 2 below.
//!
//! ```text
//! abc                 the characters of a band
//! .... #... ...       nine rows of art; a blank column parts the characters
//! ```

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Height of a line of text in pixels, including the part below the base line.
pub const HEIGHT: u32 = 9;

const ROWS: usize = 9;
const SPACE: u32 = 3;
const BAND: usize = ROWS + 1;

/// A character: its width, and its rows as bits, the leftmost pixel in bit 7.
#[derive(Clone, Copy, Debug)]
struct Glyph {
    width: u32,
    rows: [u8; ROWS],
}

fn font() -> &'static BTreeMap<char, Glyph> {
    static FONT: OnceLock<BTreeMap<char, Glyph>> = OnceLock::new();
    FONT.get_or_init(|| read(include_str!("font.txt")))
}

fn read(art: &str) -> BTreeMap<char, Glyph> {
    let lines: Vec<&str> = art.lines().collect();
    let mut font = BTreeMap::new();
    for band in lines.chunks_exact(BAND) {
        let Some((names, rows)) = band.split_first() else { continue };
        let mut rows: Vec<_> = rows.iter().map(|row| row.split(' ')).collect();
        for name in names.chars() {
            let mut glyph = Glyph { width: 0, rows: [0; ROWS] };
            for (row, bits) in rows.iter_mut().zip(&mut glyph.rows) {
                let pixels = row.next().unwrap_or_default();
                glyph.width = glyph.width.max(pixels.bytes().map(|_| 1).sum());
                *bits = pixels
                    .bytes()
                    .take(8)
                    .enumerate()
                    .filter(|(_, p)| *p == b'#')
                    .fold(0, |b, (i, _)| b | 0x80 >> i);
            }
            font.insert(name, glyph);
        }
    }
    font
}

/// Calls `dot` with the position of every pixel of a text. Returns the width of the text.
fn write(text: &str, mut dot: impl FnMut(u32, u32)) -> u32 {
    let font = font();
    let mut x = 0;
    for letter in text.chars() {
        if letter == ' ' {
            x += SPACE;
            continue;
        }
        let Some(glyph) = font.get(&letter).or_else(|| font.get(&'?')) else { continue };
        for (y, bits) in (0..HEIGHT).zip(glyph.rows) {
            for column in (0..glyph.width).filter(|column| bits & (0x80 >> column) != 0) {
                dot(x + column, y);
            }
        }
        x += glyph.width + 1;
    }
    x.saturating_sub(1)
}

/// Returns the width of a text in pixels.
#[must_use]
pub fn width(text: &str) -> u32 {
    write(text, |_, _| ())
}

/// Draws a text with its upper left corner at `at`, each pixel as a square of `size`, onto rows of `row_width`
/// pixels. Parts outside are left out.
pub fn draw(pixels: &mut [u8], row_width: u32, at: (u32, u32), size: u32, ink: u8, text: &str) {
    write(text, |x, y| {
        for (dx, dy) in (0..size).flat_map(|dy| (0..size).map(move |dx| (dx, dy))) {
            let (x, y) = (at.0 + x * size + dx, at.1 + y * size + dy);
            let place = y as usize * row_width as usize + x as usize;
            if let Some(pixel) = pixels.get_mut(place).filter(|_| x < row_width) {
                *pixel = ink;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_letter_and_digit_is_there_once() {
        let font = font();
        for letter in
            ('a'..='z').chain('A'..='Z').chain('0'..='9').chain(".,:;!?-–+=/()'\"#%&*<>[]_×·".chars())
        {
            let glyph = font.get(&letter).unwrap_or_else(|| panic!("{letter}"));
            assert!((1..=5).contains(&glyph.width), "{letter}");
            assert!(glyph.rows.iter().any(|bits| *bits != 0), "{letter}");
        }
        let mut drawn: Vec<_> = font.values().map(|glyph| glyph.rows).collect();
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn.len(), font.len(), "two characters look the same");
    }

    #[test]
    fn letters_stand_where_they_should() {
        assert_eq!(width("il"), 1 + 1 + 2);
        assert_eq!(width("a b"), 4 + 1 + SPACE + 4);
        let mut pixels = [0; 9 * 4];
        draw(&mut pixels, 4, (0, 0), 1, 7, "l");
        assert_eq!(pixels[..8], [7, 0, 0, 0, 7, 0, 0, 0]);
        assert_eq!(pixels[24..28], [0, 7, 0, 0]);
        // What does not fit does not appear on the next row.
        let mut pixels = [0; 9 * 4];
        draw(&mut pixels, 4, (3, 0), 1, 7, "l");
        assert_eq!(pixels.iter().enumerate().filter(|(_, p)| **p != 0).map(|(i, _)| i % 4).max(), Some(3));
        assert_eq!(pixels.iter().filter(|p| **p != 0).count(), 6);
    }
}
