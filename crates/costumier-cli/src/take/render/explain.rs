//! `render --explain`: the source of a pixel of a scene, down to the byte that stores it.

use std::io::{self, Write};
use std::sync::Arc;

use anyhow::Result;
use costumier::scene::{Origin, Scene, SceneRenderer, Touch};
use costumier::{Costume, PictureKey};
use costumier_export::colour::CostumeColours;
use costumier_export::view;
use serde::Serialize;

use super::apart;
use crate::Outcome;
use crate::game::colours::rgb;
use crate::game::open::OpenGame;
use crate::output::report::Reporter;
use crate::output::text::{json, line};

/// Largest number of bytes of a run that are shown.
const MOST_BYTES: usize = 8;

/// The place of a run in the game's files.
#[derive(Debug, Serialize)]
pub(crate) struct RunPlace {
    file: String,
    /// Offset in the file of its first byte.
    offset: u64,
    /// Its bytes, decrypted.
    bytes: Vec<u8>,
    /// The key of the file: each byte is the exclusive or of it and the plain byte.
    key: u8,
}

/// The pixel of one scene as `--json` prints it.
#[derive(Debug, Serialize)]
struct PixelRow {
    scene: String,
    pixel: (u32, u32),
    #[serde(flatten)]
    chain: view::PixelChain,
    /// For each picture in `touches`, the place in the files that stores the pixel.
    places: Vec<Option<RunPlace>>,
}

/// Prints the source of a pixel of each scene.
pub(super) fn explain(
    opened: &OpenGame,
    scenes: &[Scene],
    (at, as_json): ((u32, u32), bool),
    reporter: &Reporter,
    out: &mut dyn Write,
) -> Result<Outcome> {
    let renderer = SceneRenderer::new(Arc::clone(&opened.game));
    let mut outcome = Outcome::Done;
    let mut rows = Vec::new();
    for scene in scenes {
        let mut live = match renderer.live(scene.clone()) {
            Ok(live) => live,
            Err(error) => {
                reporter.fail(format!("scene {}: {error}", scene.name));
                outcome = Outcome::SomeFailed;
                continue;
            }
        };
        let why = match live.origin(at) {
            Ok(Some(origin)) if !as_json => {
                pixel(out, opened, scene, at, &origin)?;
                continue;
            }
            Ok(Some(origin)) => {
                let places =
                    origin.touches.iter().map(|touch| Some(place(opened, scene, touch)?.1)).collect();
                match view::chain(&mut live, at) {
                    Ok(Some(chain)) => {
                        rows.push(PixelRow { scene: scene.name.clone(), pixel: at, chain, places });
                        continue;
                    }
                    Ok(None) => continue,
                    Err(error) => error.to_string(),
                }
            }
            Ok(None) => format!("{},{} lies outside its picture", at.0, at.1),
            Err(error) => error.to_string(),
        };
        reporter.fail(format!("scene {}: {why}", scene.name));
        outcome = Outcome::SomeFailed;
    }
    if as_json {
        json(out, &rows)?;
    }
    Ok(outcome)
}

/// Returns the run that stores a pixel of a picture, and its place in the game's files.
fn place(opened: &OpenGame, scene: &Scene, touch: &Touch) -> Option<(view::RunRow, RunPlace)> {
    let actor = scene.actors.get(touch.actor)?;
    place_of(opened, actor.costume, touch.picture, touch.pixel?)
}

/// Returns the run that stores a pixel of a costume's picture, and its place in the game's files.
pub(crate) fn place_of(
    opened: &OpenGame,
    costume: u32,
    key: PictureKey,
    pixel: (u16, u16),
) -> Option<(view::RunRow, RunPlace)> {
    let found = opened.game.costume_bytes(costume).ok()?;
    let (file, start) = (found.file.clone(), found.payload_at());
    let costume = Costume::read(found).ok()?;
    let run = view::run_at(&costume, key, pixel)?;
    let bytes = costume.payload().get(run.from..run.to)?.to_vec();
    let key = opened.game.data().files().find(|known| known.name == file).and_then(|known| known.found);
    let offset = start.checked_add(u64::try_from(run.from).ok()?)?;
    Some((run, RunPlace { file, offset, bytes, key: key.map_or(0, |(_, key)| key.0) }))
}

/// Describes the place: `a run of 3 from 5,8: byte E0F3 of sample.001, 21 (48 as stored, key 69)`.
pub(crate) fn place_text((run, place): &(view::RunRow, RunPlace)) -> String {
    let hex = |key: u8| {
        let shown: Vec<String> =
            place.bytes.iter().take(MOST_BYTES).map(|byte| format!("{:02X}", byte ^ key)).collect();
        let more = if place.bytes.len() > MOST_BYTES { " …" } else { "" };
        format!("{}{more}", shown.join(" "))
    };
    let stored = if place.key == 0 {
        String::new()
    } else {
        format!(" ({} as stored, key {:02X})", hex(place.key), place.key)
    };
    let plural = if place.bytes.len() == 1 { "byte" } else { "bytes from" };
    format!(
        "a {} run of {} from {},{}: {plural} {:X} of {}: {}{stored}",
        run.kind,
        run.count,
        run.x,
        run.y,
        place.offset,
        place.file,
        hex(0)
    )
}

/// Prints the source of a pixel, from the background to the front.
fn pixel(
    out: &mut dyn Write,
    opened: &OpenGame,
    scene: &Scene,
    at: (u32, u32),
    origin: &Origin,
) -> io::Result<()> {
    let ((x, y), (room_x, room_y)) = (at, origin.at);
    line(out, format_args!("{}, pixel {x},{y}: {room_x},{room_y} in the room", scene.name))?;
    if let (Some(value), Some(room)) = (origin.background, scene.room) {
        writeln!(out, "  room {}: its picture has colour {value}", opened.room_text(room))?;
    }
    let names = opened.names();
    for touch in &origin.touches {
        let Some(actor) = scene.actors.get(touch.actor) else { continue };
        let name = names.costumes.get(&actor.costume).and_then(|names| names.name.as_deref());
        let colour = opened.costume(actor.costume).map(|found| {
            let colours = CostumeColours::of(&found.costume, found.room, opened.game.limits());
            view::value_text(&colours, actor, touch)
        });
        line(
            out,
            format_args!(
                "  costume {}{}, limb {}, picture {}: pixel value {}{}",
                actor.costume,
                apart(scene, touch.actor, name),
                touch.limb,
                touch.picture.index,
                touch.value,
                colour.unwrap_or_default()
            ),
        )?;
        if let Some(found) = place(opened, scene, touch) {
            line(out, format_args!("    {}", place_text(&found)))?;
        }
    }
    let mut shown = match (origin.shown, &origin.palette) {
        // No palette is involved here: these costumes store colours of their own.
        (Some(_), _) if origin.pixel.is_some() => {
            let pixel = origin.pixel.unwrap_or_default();
            format!("a pixel of 15 bits, {pixel:04X}: {}", rgb(origin.rgb))
        }
        (None, _) => "nothing: transparent".to_owned(),
        (Some(value), Some((room, block))) => {
            format!("{value} in {block} of room {}: {}", opened.room_text(*room), rgb(origin.rgb))
        }
        (Some(value), None) => format!("{value}, a grey for want of a palette: {}", rgb(origin.rgb)),
    };
    if let Some(mixed) = origin.mixed {
        let [a, b] = mixed.from;
        let pair = if a == b { format!("EGA colour {a}") } else { format!("EGA colours {a} and {b}") };
        shown = format!("{shown}, on this screen mixed from {pair}: here {}, {}", mixed.here, rgb(mixed.rgb));
    }
    writeln!(out, "  shown: {shown}")
}
