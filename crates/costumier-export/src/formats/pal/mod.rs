//! Palette files: GIMP (`.gpl`, also Aseprite and Krita), JASC (`.pal`, Paint Shop Pro, GrafX2), Adobe's colour table
//! (`.act`, Photoshop) and swatches (`.ase`, Photoshop, Illustrator, Affinity), and a PNG of swatches. [`read`] reads
//! them.
//!
//! They contain the palette of the written pictures, entry for entry, so that an editor finds the same indices.

mod read;

use std::fmt::Write as _;

use crate::colour::{Palette, Rgb};
use crate::formats::png::PngWriter;
use crate::image::{Image, ImageError, only_transparent};
use crate::options::Effort;

pub use read::{PaletteFileError, read};

/// Number of entries of an `.act` file, used or not.
const ACT_ENTRIES: usize = 256;

/// Side in pixels of a swatch, and the number of swatches in a row.
const SWATCH: usize = 16;
const ROW: usize = 16;

/// Returns a palette in GIMP's format: each colour with its name.
#[must_use]
pub fn gpl(name: &str, palette: &Palette) -> String {
    let entries = palette.colours.iter().enumerate().map(|(k, colour)| {
        let meaning = match (colour.exact, colour.shadow) {
            (None, _) => "nothing".to_owned(),
            (_, true) => format!("{k}: shadow"),
            (_, false) => format!("{k}: room colour {}", colour.room_colour),
        };
        (colour.written, meaning)
    });
    gpl_of(name, entries)
}

/// Returns the colours of a room in GIMP's format.
#[must_use]
pub fn gpl_of_room(name: &str, colours: &[Rgb]) -> String {
    gpl_of(name, colours.iter().enumerate().map(|(k, colour)| (*colour, format!("room colour {k}"))))
}

fn gpl_of(name: &str, entries: impl Iterator<Item = (Rgb, String)>) -> String {
    // The format has a line per field, so a name with line breaks would end the header.
    let name: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mut out = format!("GIMP Palette\nName: {name}\nColumns: {ROW}\n#\n");
    for ([r, g, b], meaning) in entries {
        // Writing to a string does not fail.
        let _ = writeln!(out, "{r:3} {g:3} {b:3}\t{meaning}");
    }
    out
}

/// Returns a palette as Adobe's swatches: a group of this name, with a swatch for each colour.
///
/// ```text
/// ASEF, version 1.0, number of blocks; then blocks: type, length, content. All numbers are big-endian
///   0xC001 a group begins: its name
///   0x0001 a colour: its name, RGB, three numbers from 0 to 1, kind 2
///   0xC002 the group ends
/// ```
#[must_use]
pub fn ase(name: &str, colours: &[Rgb]) -> Vec<u8> {
    let text = |text: &str| -> Vec<u8> {
        let mut letters: Vec<u16> = text.encode_utf16().take(255).collect();
        letters.push(0);
        let length = u16::try_from(letters.len()).unwrap_or(u16::MAX);
        [length].iter().chain(&letters).flat_map(|letter| letter.to_be_bytes()).collect()
    };
    let mut blocks: Vec<(u16, Vec<u8>)> = vec![(0xC001, text(name))];
    for (k, colour) in colours.iter().enumerate() {
        let mut content = text(&k.to_string());
        content.extend(b"RGB ");
        content.extend(colour.iter().flat_map(|part| (f32::from(*part) / 255.0).to_be_bytes()));
        // Neither global nor a spot colour.
        content.extend([0, 2]);
        blocks.push((1, content));
    }
    blocks.push((0xC002, Vec::new()));
    let mut out = b"ASEF\0\x01\0\0".to_vec();
    out.extend(u32::try_from(blocks.len()).unwrap_or(u32::MAX).to_be_bytes());
    for (kind, content) in blocks {
        out.extend(kind.to_be_bytes());
        out.extend(u32::try_from(content.len()).unwrap_or(u32::MAX).to_be_bytes());
        out.extend(content);
    }
    out
}

/// Returns a palette as a PNG file: squares in rows of 16. The file's palette has the same entries.
///
/// # Errors
/// If there are no colours or more than 256.
pub fn swatches(colours: &[Rgb], transparent: Option<u8>) -> Result<Vec<u8>, ImageError> {
    let columns = colours.len().clamp(1, ROW);
    let rows = colours.len().div_ceil(ROW).max(1);
    let (width, height) = (columns * SWATCH, rows * SWATCH);
    let index = |at: usize| at / width / SWATCH * ROW + at % width / SWATCH;
    let nothing = transparent.unwrap_or(0);
    let value = |at: usize| u8::try_from(index(at)).ok().filter(|it| usize::from(*it) < colours.len());
    let pixels: Vec<u8> = (0..width * height).map(|at| value(at).unwrap_or(nothing)).collect();
    let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let alpha = only_transparent(transparent);
    let image =
        Image { width: side(width), height: side(height), pixels: &pixels, palette: colours, alpha: &alpha };
    let mut out = Vec::new();
    PngWriter::new(Effort::Usual).write(&image, &mut out)?;
    Ok(out)
}

/// Returns a palette in JASC's format. Its lines end in CR LF.
#[must_use]
pub fn jasc(colours: &[Rgb]) -> String {
    let mut out = format!("JASC-PAL\r\n0100\r\n{}\r\n", colours.len());
    for [r, g, b] in colours {
        let _ = write!(out, "{r} {g} {b}\r\n");
    }
    out
}

/// Returns a palette in Adobe's format: 256 colours, the number in use, and the transparent one (0xFFFF: none).
#[must_use]
pub fn act(colours: &[Rgb], transparent: Option<u8>) -> Vec<u8> {
    let mut out = colours.as_flattened().to_vec();
    out.resize(3 * ACT_ENTRIES, 0);
    out.extend(u16::try_from(colours.len()).unwrap_or(u16::MAX).to_be_bytes());
    out.extend(transparent.map_or(u16::MAX, u16::from).to_be_bytes());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::{CostumeColours, resolve};
    use crate::options::Background;

    #[test]
    fn colours_are_named_by_what_they_are() {
        let costume = CostumeColours { shadows: true, ..CostumeColours::new(&[0, 13, 40], 1) };
        let palette = resolve(&costume, None, &[], Background::Transparent);
        let text = gpl("Odile\nthe seamstress", &palette);
        assert_eq!(
            text,
            "GIMP Palette\nName: Odile the seamstress\nColumns: 16\n#\n255   0 255\tnothing\n  0   0   0\t1: shadow\n\
             255 255 255\t2: room colour 40\n"
        );
    }

    #[test]
    fn swatches_of_adobe_have_names_and_parts_of_one() {
        let bytes = ase("A", &[[255, 0, 51]]);
        let expected: &[&[u8]] = &[
            b"ASEF\0\x01\0\0\0\0\0\x03",
            // The group "A".
            b"\xC0\x01\0\0\0\x06\0\x02\0A\0\0",
            // The colour "0": 1, 0 and 0.2.
            b"\0\x01\0\0\0\x18\0\x02\x000\0\0RGB \x3F\x80\0\0\0\0\0\0\x3E\x4C\xCC\xCD\0\x02",
            b"\xC0\x02\0\0\0\0",
        ];
        assert_eq!(bytes, expected.concat());
    }

    #[test]
    fn every_form_is_read_again() {
        let colours: Vec<Rgb> = (0..20u8).map(|n| [n * 12, 255 - n, n]).collect();
        let forms = [
            gpl_of_room("x", &colours).into_bytes(),
            jasc(&colours).into_bytes(),
            act(&colours, None),
            ase("x", &colours),
            swatches(&colours, None).unwrap(),
        ];
        for (number, form) in forms.iter().enumerate() {
            assert_eq!(read(form).as_ref(), Ok(&colours), "{number}");
            for len in 0..form.len() {
                // A file that is cut short is refused, or has fewer colours.
                assert!(read(&form[..len]).is_ok_and(|it| it.len() <= 256) || read(&form[..len]).is_err());
            }
        }
        for text in [gpl_of_room("x", &colours), jasc(&colours)] {
            assert_eq!(read(format!("\u{feff}{text}").as_bytes()).as_ref(), Ok(&colours));
        }
        let white = [[0xef, 0xbb, 0xbf]; 256];
        assert_eq!(read(&act(&white, None)), Ok(white.to_vec()));
        assert!(read(b"BM").unwrap_err().to_string().contains("no palette file"));
        assert!(read(b"JASC-PAL\r\n0100\r\n2\r\n1 2\r\n").unwrap_err().to_string().contains("line 4"));
    }

    #[test]
    fn jasc_and_act_hold_every_colour_in_order() {
        let colours = [[255, 0, 255], [1, 2, 3]];
        assert_eq!(jasc(&colours), "JASC-PAL\r\n0100\r\n2\r\n255 0 255\r\n1 2 3\r\n");
        let bytes = act(&colours, Some(0));
        assert_eq!(bytes.len(), 772);
        assert_eq!(bytes[..7], [255, 0, 255, 1, 2, 3, 0]);
        assert_eq!(bytes[768..], [0, 2, 0, 0]);
        assert_eq!(act(&colours, None)[770..], [255, 255]);
    }
}
