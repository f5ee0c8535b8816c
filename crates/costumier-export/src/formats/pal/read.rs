//! Reads palette files: `.gpl`, JASC `.pal`, `.act`, `.ase` and the palette of a PNG file. The contents decide which of
//! them a file is.

use std::io::Cursor;

use png::{ColorType, Decoder, Limits, Transformations};

use crate::colour::Rgb;

/// Largest number of colours of a palette.
const MOST: usize = 256;

/// Largest number of pixels of a PNG file.
const PIXELS: u64 = 1 << 22;

/// Size in bytes of the colours of an `.act` file, and of the two numbers behind them.
const ACT: usize = 768;
const ACT_TAIL: usize = 4;

/// The reason why a palette file cannot be read, as the end of a sentence that begins with its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PaletteFileError(String);

impl From<String> for PaletteFileError {
    fn from(why: String) -> Self {
        Self(why)
    }
}

impl From<&str> for PaletteFileError {
    fn from(why: &str) -> Self {
        Self(why.to_owned())
    }
}

/// Reads the colours of a palette file.
///
/// # Errors
/// Why it cannot be read.
pub fn read(bytes: &[u8]) -> Result<Vec<Rgb>, PaletteFileError> {
    // Windows' editors may begin a text with a byte order mark. An `.act` file may begin with the same bytes.
    let bytes = match bytes.strip_prefix(b"\xef\xbb\xbf") {
        Some(text) if text.starts_with(b"GIMP Palette") || text.starts_with(b"JASC-PAL") => text,
        _ => bytes,
    };
    let colours = if bytes.starts_with(b"GIMP Palette") {
        gpl(bytes)?
    } else if bytes.starts_with(b"JASC-PAL") {
        jasc(bytes)?
    } else if bytes.starts_with(b"ASEF") {
        ase(bytes).ok_or("is damaged, or has colours that are not RGB")?
    } else if bytes.starts_with(b"\x89PNG") {
        of_png(bytes)?
    } else if bytes.len() == ACT || bytes.len() == ACT + ACT_TAIL {
        act(bytes)
    } else {
        return Err("is no palette file; use .gpl, JASC .pal, .act, .ase or .png".into());
    };
    match colours.len() {
        0 => Err("has no colours".into()),
        count if count > MOST => Err(format!("has {count} colours; a palette has at most {MOST}").into()),
        _ => Ok(colours),
    }
}

/// Reads three numbers at the beginning of a line.
fn numbers(line: &str) -> Option<Rgb> {
    let mut parts = line.split_whitespace().map_while(|part| part.parse::<u8>().ok());
    Some([parts.next()?, parts.next()?, parts.next()?])
}

fn gpl(bytes: &[u8]) -> Result<Vec<Rgb>, PaletteFileError> {
    let text = String::from_utf8_lossy(bytes);
    let lines = text.lines().enumerate().skip(1).filter(|(_, line)| {
        let line = line.trim();
        !line.is_empty()
            && !line.starts_with('#')
            && !line.starts_with("Name:")
            && !line.starts_with("Columns:")
    });
    let lines = lines.filter(|(_, line)| !line.starts_with("Channels:"));
    lines
        .map(|(at, line)| numbers(line).ok_or_else(|| format!("has no colour in line {}", at + 1).into()))
        .collect()
}

fn jasc(bytes: &[u8]) -> Result<Vec<Rgb>, PaletteFileError> {
    let text = String::from_utf8_lossy(bytes);
    let count = text.lines().nth(2).and_then(|line| line.trim().parse::<usize>().ok());
    let count = count.ok_or("has no number of colours in line 3")?;
    let lines = text.lines().enumerate().skip(3).take(count.min(MOST + 1));
    lines
        .map(|(at, line)| numbers(line).ok_or_else(|| format!("has no colour in line {}", at + 1).into()))
        .collect()
}

fn act(bytes: &[u8]) -> Vec<Rgb> {
    let (colours, _) = bytes.as_chunks();
    let count = bytes.get(ACT..ACT + 2).and_then(|tail| tail.first_chunk().copied()).map(u16::from_be_bytes);
    let count = count.map_or(MOST, usize::from);
    let count = if (1..=MOST).contains(&count) { count } else { MOST };
    colours.iter().take(count).copied().collect()
}

fn ase(bytes: &[u8]) -> Option<Vec<Rgb>> {
    let number = |at: usize| bytes.get(at..)?.first_chunk().map(|four| u32::from_be_bytes(*four));
    let short = |at: usize| bytes.get(at..)?.first_chunk().map(|two| u16::from_be_bytes(*two));
    let mut colours = Vec::new();
    let mut at = 12usize;
    while at < bytes.len() && colours.len() <= MOST {
        let length = usize::try_from(number(at + 2)?).ok()?;
        let content = at + 6;
        if short(at)? == 1 {
            let model = content + 2 + 2 * usize::from(short(content)?);
            if bytes.get(model..model + 4)? != b"RGB " {
                return None;
            }
            let part = |n: usize| {
                let value = f32::from_be_bytes(number(model + 4 + 4 * n)?.to_be_bytes());
                // 0 to 1 becomes 0 to 255. A value that is no number becomes 0.
                #[allow(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "clamped to 0 to 255"
                )]
                Some((value.clamp(0.0, 1.0) * 255.0).round() as u8)
            };
            colours.push([part(0)?, part(1)?, part(2)?]);
        }
        at = content.checked_add(length)?;
    }
    Some(colours)
}

/// Reads the palette of an indexed PNG file, or the different colours of another one in their order.
fn of_png(bytes: &[u8]) -> Result<Vec<Rgb>, PaletteFileError> {
    let wrong = |error: png::DecodingError| format!("cannot be read as a PNG file: {error}");
    let limits = Limits { bytes: 4 * usize::try_from(PIXELS).unwrap_or(usize::MAX) };
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), limits);
    let info = decoder.read_header_info().map_err(wrong)?;
    let is_indexed = info.color_type == ColorType::Indexed;
    if u64::from(info.width) * u64::from(info.height) > PIXELS {
        return Err(format!("has {} × {} pixels; at most {PIXELS} are read", info.width, info.height).into());
    }
    if !is_indexed {
        decoder.set_transformations(Transformations::normalize_to_color8());
    }
    let mut reader = decoder.read_info().map_err(wrong)?;
    if is_indexed {
        let palette = reader.info().palette.as_deref().unwrap_or_default();
        return Ok(palette.as_chunks().0.to_vec());
    }
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("is too large")?];
    let frame = reader.next_frame(&mut pixels).map_err(wrong)?;
    let (samples, has_alpha) =
        (frame.color_type.samples(), matches!(frame.color_type, ColorType::GrayscaleAlpha | ColorType::Rgba));
    let mut colours: Vec<Rgb> = Vec::new();
    for pixel in pixels.chunks_exact(samples.max(1)) {
        let colour = match (pixel, has_alpha) {
            ([.., 0], true) => continue,
            ([grey] | [grey, _], _) => [*grey; 3],
            ([r, g, b, ..], _) => [*r, *g, *b],
            _ => continue,
        };
        if !colours.contains(&colour) {
            colours.push(colour);
        }
        if colours.len() > MOST {
            return Err(format!("has more than {MOST} colours").into());
        }
    }
    Ok(colours)
}
