//! Palettes as GIMP stores them (`.gpl`), which most programs that paint with palettes open: a line for each colour
//! with red, green, blue and a name. Here the name is the colour's number.

use std::fmt::Write as _;

use super::{PictureFileError, Rgb};

/// Returns the file of a palette.
#[must_use]
pub fn write(name: &str, colours: &[Rgb]) -> Vec<u8> {
    let mut out = format!("GIMP Palette\nName: {}\nColumns: 16\n#\n", name.replace(char::is_control, " "));
    for (number, [r, g, b]) in colours.iter().enumerate() {
        let _ = writeln!(out, "{r:3} {g:3} {b:3}\t{number}");
    }
    out.into_bytes()
}

/// Reads the 256 colours of a palette, by the numbers in their names.
///
/// # Errors
/// Why the file is no palette of 256 numbered colours.
pub fn read(bytes: &[u8]) -> Result<Vec<Rgb>, PictureFileError> {
    let text = String::from_utf8_lossy(bytes);
    // Windows' editors may begin a text with a byte order mark.
    let mut lines = text.strip_prefix('\u{feff}').unwrap_or(&text).lines().zip(1_u32..);
    if lines.next().is_none_or(|(line, _)| line.trim_end() != "GIMP Palette") {
        return Err("is no GIMP palette".into());
    }
    let mut colours = vec![None; 256];
    for (line, at) in lines {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', 'N', 'C']) {
            continue;
        }
        let mut words = line.split_whitespace();
        let mut part = || words.next()?.parse::<u8>().ok();
        let read = part().zip(part()).zip(part()).zip(part());
        let Some((((r, g), b), number)) = read else {
            return Err(format!("line {at} is no colour with a number: {line}").into());
        };
        if let Some(slot) = colours.get_mut(usize::from(number)) {
            *slot = Some([r, g, b]);
        }
    }
    let missing = colours.iter().position(Option::is_none);
    colours.into_iter().collect::<Option<_>>().ok_or_else(|| {
        let missing = missing.unwrap_or(0);
        format!("has no colour {missing}: it needs a line for each number from 0 to 255").into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_palette_is_read_as_it_was_written_in_any_order() {
        let colours: Vec<Rgb> = (0..=255).map(|n: u8| [n, 255 - n, n / 3]).collect();
        let bytes = write("room 1", &colours);
        assert_eq!(read(&bytes), Ok(colours.clone()));
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(text.lines().nth(4), Some("  0 255   0\t0"));
        let (head, lines) = text.split_once("#\n").unwrap();
        let turned: Vec<&str> = lines.lines().rev().collect();
        let turned = format!("{head}#\n{}", turned.join("\n")).replace('\n', "\r\n");
        assert_eq!(read(format!("\u{feff}{turned}").as_bytes()), Ok(colours.clone()));
        assert_eq!(read(turned.as_bytes()), Ok(colours));
        let cut = text.replace("\t255\n", "\t254\n");
        let why = "has no colour 255: it needs a line for each number from 0 to 255";
        assert_eq!(read(cut.as_bytes()), Err(why.into()));
        let named = text.replace("\t7\n", "\tseven\n");
        assert!(
            read(named.as_bytes()).unwrap_err().to_string().starts_with("line 12 is no colour with a number")
        );
        assert_eq!(read(b"\x89PNG"), Err("is no GIMP palette".into()));
    }
}
