//! A card's colours: swatches, where they come from, and the looks that other rooms would give the costume.

use std::fmt::{self, Write as _};

use crate::colour::{Look, Palette};
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
        let shadow = if colour.shadow { " data-shadow" } else { "" };
        // The script reads the pixel value and the colour from it.
        writeln!(
            out,
            "<li style=\"background:{exact}\" title=\"{title}\" data-value=\"{k}\"{shadow}><span \
             class=\"visually-hidden\">{title}</span></li>"
        )?;
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

/// The costume in the colours of other rooms: the script makes a row of the looks, and paints each picture by its
/// colours.
fn other_looks(out: &mut String, costume: &CostumeReport, palette: &Palette) -> fmt::Result {
    let (number, more) = (palette.others.len(), palette.other_looks - palette.others.len());
    let more = if more > 0 { format!(", {more} more in the game") } else { String::new() };
    write!(
        out,
        "<details><summary>Colours in other rooms ({number}{more})</summary>\n<ul class=\"row looks\""
    )?;
    if let Some(it) = &costume.portrait {
        write!(out, " data-width=\"{}\" data-height=\"{}\" data-runs=\"{}\"", it.width, it.height, it.runs)?;
    }
    writeln!(out, "></ul></details>")
}

/// Whose colours, how far they differ, and the colours by pixel value.
pub(super) fn looks(palette: Option<&Palette>) -> Vec<(String, String, &[Option<String>])> {
    let used = palette.map_or(0, |it| it.colours.iter().filter(|colour| colour.used).count());
    let others = palette.into_iter().flat_map(|it| &it.others);
    others
        .map(|it| (look_title(it), format!("{} of {used} colours differ", it.differing), &*it.colours))
        .collect()
}

/// Whose colours these are.
fn look_title(look: &Look) -> String {
    let names: Vec<String> =
        look.palettes.iter().take(MOST_ROOMS).map(|it| format!("{} ({})", it.room, it.block)).collect();
    let more = if look.palettes.len() > MOST_ROOMS { ", …" } else { "" };
    let rooms = if look.palettes.len() == 1 { "Room" } else { "Rooms" };
    format!("{rooms} {}{more}", names.join(", "))
}
