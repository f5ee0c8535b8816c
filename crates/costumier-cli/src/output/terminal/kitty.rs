//! The kitty graphics protocol, which shows pictures pixel for pixel in terminals that support it.
//!
//! A command is `ESC _ G key=value,… ; base64 ESC \`, with its payload in pieces of 4096 bytes. The pixels are RGBA,
//! packed with zlib. Each frame is a new image; the previous one is deleted after the new one is visible, so that
//! nothing flickers.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::image::Image;

/// Largest payload of one command in bytes.
const PIECE: usize = 4096;

/// The question whether the terminal supports the protocol: a picture of one pixel that is only checked, then the
/// query that every terminal answers.
#[cfg(unix)]
pub(super) const QUERY: &str = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[c";
/// The beginning of the answer of a terminal that supports it.
#[cfg(unix)]
pub(super) const ANSWER: &[u8] = b"\x1b_Gi=31;OK";

/// Appends the command that shows the picture at the cursor as image `id`, and deletes image `old`.
pub(super) fn write(image: &Image, id: u32, old: Option<u32>, out: &mut String) -> io::Result<()> {
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    for pixel in &image.pixels {
        packed.write_all(pixel)?;
    }
    let payload = base64(&packed.finish()?);
    let mut pieces = payload.as_bytes().chunks(PIECE).peekable();
    let mut keys = format!("a=T,f=32,o=z,s={},v={},i={id},q=2,C=1,", image.width, image.height);
    while let Some(piece) = pieces.next() {
        let more = u8::from(pieces.peek().is_some());
        // Base64 is ASCII, and writing to a string cannot fail.
        let _ = write!(out, "\x1b_G{keys}m={more};{}\x1b\\", String::from_utf8_lossy(piece));
        keys.clear();
    }
    if let Some(old) = old {
        let _ = write!(out, "\x1b_Ga=d,d=I,i={old},q=2\x1b\\");
    }
    Ok(())
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let mut bits = 0u32;
        for i in 0..3 {
            bits = bits << 8 | u32::from(three.get(i).copied().unwrap_or(0));
        }
        for i in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * i) & 63) as usize];
            out.push(if i <= three.len() { char::from(letter) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_as_rfc_4648_section_10() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn large_pictures_go_in_pieces() {
        // Noise, so that packing does not make it small.
        let mut state = 1u32;
        let mut noise = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()
        };
        let image = Image { width: 64, height: 64, pixels: (0..64 * 64).map(|_| noise()).collect() };
        let mut out = String::new();
        write(&image, 2, Some(1), &mut out).unwrap();
        let commands: Vec<&str> = out.split_terminator("\x1b\\").collect();
        assert!(commands[0].starts_with("\x1b_Ga=T,f=32,o=z,s=64,v=64,i=2,q=2,C=1,m=1;"));
        assert!(commands[1].starts_with("\x1b_Gm=1;"));
        assert!(commands[commands.len() - 2].starts_with("\x1b_Gm=0;"));
        assert_eq!(commands[commands.len() - 1], "\x1b_Ga=d,d=I,i=1,q=2");
        assert!(commands.iter().all(|command| command.len() < PIECE + 80));
    }
}
