//! Palette files: GIMP (`.gpl`, also Aseprite and Krita), JASC (`.pal`, Paint Shop Pro, GrafX2) and Adobe (`.act`,
//! Photoshop).
//!
//! They contain the palette of the written pictures, entry for entry, so that an editor finds the same indices.

use std::fmt::Write as _;

use crate::colour::{Palette, Rgb};

/// Number of entries of an `.act` file, used or not.
const ACT_ENTRIES: usize = 256;

/// Returns a palette in GIMP's format: each colour with its name.
#[must_use]
pub fn gpl(name: &str, palette: &Palette) -> String {
    // The format has a line per field, so a name with line breaks would end the header.
    let name: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mut out = format!("GIMP Palette\nName: {name}\nColumns: 16\n#\n");
    for (k, colour) in palette.colours.iter().enumerate() {
        let [r, g, b] = colour.written;
        let meaning = match (colour.exact, colour.shadow) {
            (None, _) => "nothing".to_owned(),
            (_, true) => format!("{k}: shadow"),
            (_, false) => format!("{k}: room colour {}", colour.room_colour),
        };
        // Writing to a string does not fail.
        let _ = writeln!(out, "{r:3} {g:3} {b:3}\t{meaning}");
    }
    out
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
