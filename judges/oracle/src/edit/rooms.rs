//! Random repaints of a pack's rooms: strokes over backgrounds, z-planes and objects, like those of an art program.
//!
//! New pixels have colours that the picture already has. So they do not lead to cases that the oracle leaves out
//! because ScummVM draws garbage there.

use costumier::Game;
use costumier::format::colour::from_c64;
use costumier_edit::folder::{Files, ORIGINAL};
use costumier_edit::pictures::png::{self, Pixels};
use costumier_edit::put::NewRoom;
use costumier_edit::room::{self, PREVIEW, RoomOptions, RoomOrigin};

use super::{Changes, codes};
use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::rng::Rng;

/// Width and height of a cell of v0, v1 and the PC-Engine in pixels.
const CELL: usize = 8;

/// Largest number of strokes in a room.
const STROKES: i32 = 40;

/// The rooms of a game, each repainted.
pub(super) fn repainted(
    rng: &mut Rng,
    engine: &Engine,
    game: &Game,
    changes: &mut Changes,
) -> Outcome<Vec<NewRoom>> {
    if room::editable(&game.dialect()).is_err() {
        return Ok(Vec::new());
    }
    // Cells of v0, v1 and the PC-Engine have few colours.
    let is_of_cells = from_c64(game.dialect().colours).is_some() || game.dialect().objects.tiles;
    let mut rooms = Vec::new();
    // A file that a game only has to have is no room.
    for entry in game.rooms().filter(|entry| entry.present && game.room(entry.id).is_ok()) {
        let failed = |why| Failure::because("unpacking a room", why);
        let mut files = room::unpack(game, entry.id, RoomOrigin::default()).map_err(failed)?.files;
        let names: Vec<String> =
            files.keys().filter(|name| name.ends_with(".png") && *name != PREVIEW).cloned().collect();
        if names.is_empty() {
            continue;
        }
        let code = codes::chosen(rng, engine);
        if let Some(depth) = code.and_then(codes::depth) {
            // Strips get by with as many bits for a colour as the code has.
            let most = (u8::MAX >> (8 - depth)).saturating_add(game.dialect().background_base);
            for name in names.iter().filter(|name| !is_plane(name)) {
                repaint(&mut files, name, |indices, _, palette| wash(indices, palette, most))?;
            }
        }
        for _ in 0..rng.range(1, STROKES) {
            let name = &names[rng.below(names.len())];
            stroke(rng, &mut files, name, is_of_cells)?;
            let what = match name.as_str() {
                name if is_plane(name) => "strokes in planes",
                "background.png" => "strokes in backgrounds",
                _ => "strokes in objects",
            };
            *changes.entry(what.to_owned()).or_default() += 1;
        }
        let options = RoomOptions { code, ..RoomOptions::default() };
        let packed = room::pack(&files, &options);
        let packed = packed.map_err(|why| Failure::because("packing a room", why))?;
        codes::count(engine, &files[ORIGINAL], &packed.payload, changes);
        rooms.push(NewRoom { id: entry.id, payload: packed.payload });
    }
    Ok(rooms)
}

/// Gives a picture only the low ones of its colours.
fn wash(indices: &mut [u8], palette: &[[u8; 4]], most: u8) {
    let is_hole = |colour: u8| palette.get(usize::from(colour)).is_some_and(|[.., opacity]| *opacity == 0);
    let mut low: Vec<u8> =
        indices.iter().copied().filter(|colour| *colour <= most && !is_hole(*colour)).collect();
    low.sort_unstable();
    low.dedup();
    for pixel in indices.iter_mut().filter(|pixel| **pixel > most && !is_hole(**pixel)) {
        *pixel = low.get(usize::from(*pixel) % low.len().max(1)).copied().unwrap_or(*pixel);
    }
}

/// Changes the pixels of a file: its indices, its width and height, and its palette.
fn repaint(
    files: &mut Files,
    name: &str,
    paint: impl FnOnce(&mut [u8], (usize, usize), &[[u8; 4]]),
) -> Outcome<()> {
    let failed = |why: String| Failure::because(name, why);
    let image = png::read(&files[name]).map_err(|why| failed(why.to_string()))?;
    let Pixels::Indexed { mut indices, palette } = image.pixels else {
        return Err(failed("is not indexed".to_owned()));
    };
    paint(&mut indices, (image.width, image.height), &palette);
    let mut out = Vec::new();
    let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
    let mut encoder = ::png::Encoder::new(&mut out, side(image.width), side(image.height));
    encoder.set_color(::png::ColorType::Indexed);
    encoder.set_palette(palette.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect::<Vec<_>>());
    encoder.set_trns(palette.iter().map(|[.., opacity]| *opacity).collect::<Vec<_>>());
    let mut writer = encoder.write_header().map_err(|why| failed(why.to_string()))?;
    writer.write_image_data(&indices).map_err(|why| failed(why.to_string()))?;
    writer.finish().map_err(|why| failed(why.to_string()))?;
    files.insert(name.to_owned(), out);
    Ok(())
}

/// Whether a file has two colours.
fn is_plane(name: &str) -> bool {
    name.contains("plane") || name.contains("clears")
}

/// Paints a rectangle in a colour of the picture, or with another part of it; `is_of_cells`: only whole cells.
fn stroke(rng: &mut Rng, files: &mut Files, name: &str, is_of_cells: bool) -> Outcome<()> {
    let is_plane = is_plane(name);
    repaint(files, name, |indices, (width, height), _| {
        let unit = if is_of_cells { CELL } else { 1 };
        let to_cell = |at: usize| at / unit * unit;
        let (left, top) = (to_cell(rng.below(width)), to_cell(rng.below(height)));
        let (wide, high) = (1 + rng.below((width - left).min(60)), 1 + rng.below((height - top).min(40)));
        let (wide, high) = (wide.next_multiple_of(unit), high.next_multiple_of(unit));
        let (colour, from) = (indices[rng.below(indices.len())], rng.below(indices.len()));
        // From a whole number of cells further right and down.
        let from = if is_of_cells { to_cell(from % width) + to_cell(from / width) * width } else { from };
        let copies = rng.chance(40);
        let before = indices.to_vec();
        for y in top..top + high {
            for x in left..left + wide {
                let at = y * width + x;
                indices[at] = match (is_plane, copies) {
                    (true, false) => u8::from(colour == 0),
                    (_, true) if is_of_cells => {
                        before[(y + from / width) % height * width + (x + from % width) % width]
                    }
                    (_, true) => before[(from + at) % before.len()],
                    (false, false) => colour,
                };
            }
        }
    })
}
