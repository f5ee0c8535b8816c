//! Writes files that show a whole costume: the contact sheet, sheets with their data, the layered file, palettes.

use crate::contact::{self, Stored, Titles};
use crate::costume::Job;
use crate::film::{AnimationFrames, SharedCanvas};
use crate::formats::{MovieOptions, aseprite, pal};
use crate::image::{Image, ImageError, Rect, cut};
use crate::options::Format;
use crate::report::FileReport;
use crate::scratch::{Encoder, Workspace};
use crate::sheet::data::SheetData;
use crate::sheet::{self, Sheet, aseprite_json, godot, texturepacker_json};
use crate::sink::Result;

/// The name of the sheet's picture.
const SHEET: &str = "sheet.png";
/// The name of Godot's resource for the sheet.
const SPRITE_FRAMES: &str = "sprite-frames.tres";

/// Writes the files of the chosen formats.
pub(super) fn write(
    job: &mut Job<'_>,
    workspace: &mut Workspace,
    shots: &[AnimationFrames],
    pictures: &[Stored],
) -> Result<Vec<FileReport>> {
    let mut files = Vec::new();
    let encoder = &mut workspace.encoder;
    if job.wants(Format::Contact) {
        contact_sheet(job, encoder, shots, pictures, &mut files)?;
    }
    if job.wants(Format::Pal) {
        palettes(job, &mut files)?;
    }
    let sheets = [Format::Sheet, Format::AsepriteJson, Format::TexturepackerJson, Format::Godot];
    let wants_sheet = sheets.iter().any(|format| job.wants(*format));
    if !wants_sheet && !job.wants(Format::Aseprite) {
        return Ok(files);
    }
    let canvas = match SharedCanvas::new(shots) {
        Ok(Some(canvas)) => canvas,
        Ok(None) => return Ok(files),
        Err(why) => {
            job.sink.save(SHEET, Err(why), &[])?;
            return Ok(files);
        }
    };
    if wants_sheet {
        write_sheet(job, encoder, &canvas, &mut files)?;
    }
    if job.wants(Format::Aseprite) {
        layered(job, encoder, &canvas, &mut files)?;
    }
    Ok(files)
}

/// Writes a file and lists it.
fn add(
    job: &mut Job<'_>,
    files: &mut Vec<FileReport>,
    format: Format,
    name: &str,
    (made, bytes): (std::result::Result<(), ImageError>, &[u8]),
) -> Result<bool> {
    let path = job.sink.save(name, made, bytes)?;
    let is_there = path.is_some();
    files.extend(path.map(|path| FileReport { format: format.name(), path, note: None }));
    Ok(is_there)
}

/// Writes a file from its bytes, and lists it.
fn add_bytes(
    job: &mut Job<'_>,
    files: &mut Vec<FileReport>,
    format: Format,
    name: &str,
    made: std::result::Result<Vec<u8>, ImageError>,
) -> Result<()> {
    match made {
        Ok(bytes) => add(job, files, format, name, (Ok(()), &bytes))?,
        Err(why) => add(job, files, format, name, (Err(why), &[]))?,
    };
    Ok(())
}

/// Returns the largest number of pixels of a sheet before it is enlarged.
fn most_pixels(job: &Job<'_>) -> u64 {
    let scale = job.options().scale();
    job.budget.image(scale) / u64::from(scale * scale)
}

/// Writes the contact sheet, or several if it is too large for one. If there is nothing to show, it writes none.
fn contact_sheet(
    job: &mut Job<'_>,
    encoder: &mut Encoder,
    shots: &[AnimationFrames],
    pictures: &[Stored],
    files: &mut Vec<FileReport>,
) -> Result<()> {
    let is_shared = job.opened.costume.as_cost().is_none();
    let (scale, jiffies) = (job.options().scale(), job.options().jiffies());
    let Some(contents) = contact::contents(titles(job), job.origin, shots, pictures, is_shared, jiffies)
    else {
        return Ok(());
    };
    let palette = job.origin.written_on(job.options().contact_background);
    // Contents that do not fit on one sheet are split.
    let mut waiting = vec![contents];
    let mut sheets = 0;
    while let Some(contents) = waiting.pop() {
        let sheet = match contact::draw(&contents, &palette, most_pixels(job)) {
            Ok(sheet) => sheet,
            Err(why) => {
                match contents.halves() {
                    Some((first, second)) => waiting.extend([second, first]),
                    None => job.sink.leave_out("contact.png", beyond(job, &why)),
                }
                continue;
            }
        };
        sheets += 1;
        let name = if sheets == 1 { "contact.png".to_owned() } else { format!("contact-{sheets}.png") };
        let whole = Rect { left: 0, top: 0, right: sheet.width, bottom: sheet.height };
        let pixels = if scale == 1 {
            &sheet.pixels
        } else {
            encoder.pixels.clear();
            cut(&sheet.pixels, sheet.width, whole, scale, &mut encoder.pixels);
            &encoder.pixels
        };
        let (width, height) = (sheet.width * scale, sheet.height * scale);
        let image = Image { width, height, pixels, palette: &sheet.palette, alpha: &palette.alpha };
        let made = encoder.sheets.write(&image, &mut encoder.file);
        add(job, files, Format::Contact, &name, (made, &encoder.file))?;
    }
    Ok(())
}

/// Returns why something larger than the budget is left out, and which option allows it.
fn beyond(job: &Job<'_>, why: &ImageError) -> String {
    format!("{why}; `--memory` with more than {} allows it", job.budget.in_words())
}

fn titles(job: &Job<'_>) -> Titles {
    let (id, room) = (job.opened.id, job.opened.room);
    let room_name = job.context.game.room_name(room).map(|name| format!(" {name}")).unwrap_or_default();
    let colours = match job.opened.costume.palette().len() {
        1 => "1 colour".to_owned(),
        n => format!("{n} colours"),
    };
    let game = &job.context.identity.name;
    Titles {
        title: job.context.title(id),
        subtitle: format!("{game} · costume {id} · room {room}{room_name} · {colours}"),
    }
}

fn palettes(job: &mut Job<'_>, files: &mut Vec<FileReport>) -> Result<()> {
    let name = job.context.title(job.opened.id);
    let colours = &job.palette.colours;
    let made = [
        ("palette.gpl", pal::gpl(&name, job.origin).into_bytes()),
        ("palette.pal", pal::jasc(colours).into_bytes()),
        ("palette.act", pal::act(colours, job.palette.transparent())),
    ];
    for (name, bytes) in made {
        add(job, files, Format::Pal, name, (Ok(()), &bytes))?;
    }
    Ok(())
}

fn write_sheet(
    job: &mut Job<'_>,
    encoder: &mut Encoder,
    canvas: &SharedCanvas<'_>,
    files: &mut Vec<FileReport>,
) -> Result<()> {
    let (scale, jiffies) = (job.options().scale(), job.options().jiffies());
    let sheet = match sheet::lay_out(canvas, job.options().sheet, most_pixels(job)) {
        Ok(sheet) => sheet,
        Err(why) => {
            job.sink.leave_out(SHEET, beyond(job, &why));
            return Ok(());
        }
    };
    let made = draw(job, encoder, &sheet, scale);
    if !add(job, files, Format::Sheet, SHEET, (made, &encoder.file))? {
        return Ok(());
    }
    let folder = job.context.folder(job.opened.id);
    let data = SheetData::new(canvas, &sheet, &folder, SHEET, scale, jiffies);
    if job.wants(Format::AsepriteJson) {
        for (name, form) in [
            ("sheet-aseprite.json", aseprite_json::FrameList::Hash),
            ("sheet-aseprite-array.json", aseprite_json::FrameList::Array),
        ] {
            add_bytes(job, files, Format::AsepriteJson, name, aseprite_json::write(&data, form))?;
        }
    }
    if job.wants(Format::TexturepackerJson) {
        let made = texturepacker_json::write(&data);
        add_bytes(job, files, Format::TexturepackerJson, "sheet-texturepacker.json", made)?;
    }
    if job.wants(Format::Godot) {
        let made = Ok(godot::write(&data).into_bytes());
        add_bytes(job, files, Format::Godot, SPRITE_FRAMES, made)?;
        let scene = godot::scene(&data, SPRITE_FRAMES, &job.context.title(job.opened.id));
        add_bytes(job, files, Format::Godot, "sprite.tscn", Ok(scene.into_bytes()))?;
    }
    Ok(())
}

fn draw(
    job: &Job<'_>,
    encoder: &mut Encoder,
    sheet: &Sheet,
    scale: u32,
) -> std::result::Result<(), ImageError> {
    if scale == 1 {
        let (colours, alpha) = (&job.palette.colours, &job.palette.alpha);
        let (width, height) = (sheet.width, sheet.height);
        let image = Image { width, height, pixels: &sheet.pixels, palette: colours, alpha };
        return encoder.png.write(&image, &mut encoder.file);
    }
    let whole = Rect { left: 0, top: 0, right: sheet.width, bottom: sheet.height };
    encoder.pixels.clear();
    job.palette.cut(&sheet.pixels, sheet.width, whole, scale, &mut encoder.pixels);
    encoder.png((sheet.width * scale, sheet.height * scale), &job.palette)
}

fn layered(
    job: &mut Job<'_>,
    encoder: &mut Encoder,
    canvas: &SharedCanvas<'_>,
    files: &mut Vec<FileReport>,
) -> Result<()> {
    let options = MovieOptions {
        palette: &job.palette,
        scale: job.options().scale(),
        jiffies_per_tick: job.options().jiffies(),
    };
    let (costume, limits) = (&job.opened.costume, job.context.game.limits());
    let made = aseprite::write(costume, canvas, &options, &job.key, limits, &mut encoder.file);
    add(job, files, Format::Aseprite, "costume.aseprite", (made, &encoder.file))?;
    Ok(())
}
