//! A card's colours: swatches, where they come from, and the looks that other rooms would give the costume.

use std::fmt::{self, Write as _};

use super::count;
use crate::colour::{Colour, Look, Palette};
use crate::report::CostumeReport;

/// Largest number of rooms named for a look.
const MOST_ROOMS: usize = 6;

/// Writes the colours of a costume, and those in other rooms.
pub(super) fn write(out: &mut String, costume: &CostumeReport) -> fmt::Result {
    let Some(palette) = &costume.palette else { return Ok(()) };
    writeln!(out, "<h3>Colours</h3>\n<ul class=\"swatches\">")?;
    for (k, colour) in palette.colours.iter().enumerate().filter(|(_, colour)| colour.used) {
        let Some(exact) = colour.exact.map(crate::colour::text) else { continue };
        let title = format!("colour {k}, room colour {}, {exact}", colour.room_colour);
        swatch(out, (k, colour), &exact, &title)?;
    }
    write!(out, "</ul>\n<p class=\"note\">")?;
    let why = palette.choice.why();
    match palette.chosen {
        Some(chosen) => write!(out, "Palette of room {} ({}): {why}.", chosen.room, chosen.block)?,
        None => write!(out, "{why}.")?,
    }
    writeln!(out, "</p>")?;
    if palette.others.is_empty() { Ok(()) } else { other_looks(out, costume, palette) }
}

/// Writes one colour. The page's script reads the pixel value and the colour from it.
fn swatch(out: &mut String, (k, colour): (usize, &Colour), shown: &str, title: &str) -> fmt::Result {
    let shadow = if colour.shadow { " data-shadow" } else { "" };
    writeln!(
        out,
        "<li style=\"background:{shown}\" title=\"{title}\" data-value=\"{k}\"{shadow}><span \
         class=\"visually-hidden\">{title}</span></li>"
    )
}

/// Writes the looks of other rooms. The script paints each picture with the swatches below it.
fn other_looks(out: &mut String, costume: &CostumeReport, palette: &Palette) -> fmt::Result {
    let more = match palette.other_looks - palette.others.len() {
        0 => String::new(),
        n => format!(", {n} more in the game"),
    };
    writeln!(
        out,
        "<details><summary>In other rooms: {}{more}</summary>",
        count(palette.others.len(), "other look")
    )?;
    match &costume.portrait {
        Some(it) => writeln!(
            out,
            "<ul class=\"row looks\" data-width=\"{}\" data-height=\"{}\" data-runs=\"{}\">",
            it.width, it.height, it.runs
        )?,
        None => writeln!(out, "<ul class=\"row looks\">")?,
    }
    for look in &palette.others {
        writeln!(out, "<li><figure><figcaption>{}</figcaption>\n<ul class=\"swatches\">", look_title(look))?;
        for ((k, colour), shown) in palette.colours.iter().enumerate().zip(&look.colours) {
            let Some(shown) = shown else { continue };
            swatch(out, (k, colour), shown, &format!("colour {k}, {shown}"))?;
        }
        writeln!(out, "</ul></figure></li>")?;
    }
    writeln!(out, "</ul></details>")
}

/// Returns the rooms of a look, and the number of colours that differ.
fn look_title(look: &Look) -> String {
    let names: Vec<String> =
        look.palettes.iter().take(MOST_ROOMS).map(|it| format!("{} ({})", it.room, it.block)).collect();
    let more = if look.palettes.len() > MOST_ROOMS { ", …" } else { "" };
    let rooms = if look.palettes.len() == 1 { "Room" } else { "Rooms" };
    format!("{rooms} {}{more}<span>{} differ</span>", names.join(", "), count(look.differing, "colour"))
}
