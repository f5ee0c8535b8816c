//! Writes files that show a whole costume: the contact sheet, sheets with their data, the layered file, palettes.

use costumier::format::screen::distance;

use crate::colour::{Choice, Palette, Rgb, WrittenPalette};
use crate::contact::{self, Shown, Stored, Swatch, Titles};
use crate::costume::Job;
use crate::costume::pictures::Pictures;
use crate::film::{AnimationFrames, SharedCanvas};
use crate::formats::{MovieOptions, aseprite, pal};
use crate::image::{Image, ImageError, Rect, cut};
use crate::options::{Background, Format};
use crate::report::FileReport;
use crate::scaler::Scaler;
use crate::scratch::{Encoder, Workspace};
use crate::sheet::data::SheetData;
use crate::sheet::{self, Sheet, aseprite_json, godot, texturepacker_json};
use crate::sink::Result;

/// Backgrounds of sheets for sprite archives, if the call names no colour: the first that is no colour of the costume.
const RIPSHEET: [Rgb; 5] =
    [[0x2a, 0x7f, 0x7f], [0x4a, 0x5f, 0x9f], [0x5f, 0x7f, 0x2a], [0x7f, 0x2a, 0x7f], [0x9f, 0xa8, 0xb0]];

/// Square of the distance in RGB from which two colours are told apart.
const FAR: u32 = 60 * 60;

/// The name of the sheet's picture.
const SHEET: &str = "sheet.png";
/// The name of Godot's resource for the sheet.
const SPRITE_FRAMES: &str = "sprite-frames.tres";

/// Returns a background that is far from all colours of a costume, or the farthest.
fn far_from(palette: &Palette) -> Rgb {
    let drawn = || palette.colours.iter().filter(|colour| colour.used).filter_map(|colour| colour.exact);
    let nearest = |background: Rgb| drawn().map(|colour| distance(background, colour)).min().unwrap_or(FAR);
    let far = RIPSHEET.into_iter().find(|background| nearest(*background) >= FAR);
    far.or_else(|| RIPSHEET.into_iter().max_by_key(|background| nearest(*background))).unwrap_or(RIPSHEET[0])
}

/// Writes the files of the chosen formats.
pub(super) fn write(
    job: &mut Job<'_>,
    workspace: &mut Workspace,
    shots: &[AnimationFrames],
    pictures: &Pictures,
) -> Result<Vec<FileReport>> {
    let mut files = Vec::new();
    let encoder = &mut workspace.encoder;
    if job.wants(Format::Contact) {
        let style = (Format::Contact, job.options().contact_background);
        contact_sheet(job, encoder, (shots, &pictures.stored, &pictures.values), style, &mut files)?;
    }
    if job.wants(Format::Ripsheet) {
        // By default `background` is transparent, and `contact_background` is not.
        let background = match (job.options().background, job.options().contact_background) {
            (colour @ Background::Colour(_), _) => colour,
            (_, Background::Transparent) => Background::Transparent,
            _ => Background::Colour(far_from(job.origin)),
        };
        let style = (Format::Ripsheet, background);
        contact_sheet(job, encoder, (shots, &[], &pictures.values), style, &mut files)?;
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
        Ok(Some(canvas)) => SharedCanvas { tag_names: job.options().tag_names, ..canvas },
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

/// Writes the contact sheet, or several if it is too large for one. If there is nothing to show, it writes none. A
/// sheet for sprite archives has another name and background, and a credit line.
fn contact_sheet(
    job: &mut Job<'_>,
    encoder: &mut Encoder,
    (shots, pictures, values): (&[AnimationFrames], &[Stored], &[bool; 256]),
    (format, background): (Format, Background),
    files: &mut Vec<FileReport>,
) -> Result<()> {
    let is_shared = job.opened.costume.as_cost().is_none();
    let scale = job.options().scale();
    let mut titles = titles(job, values);
    if format == Format::Ripsheet {
        titles.credit.clone_from(&job.options().credit);
    }
    let shown = Shown {
        shots,
        pictures,
        is_shared,
        jiffies_per_tick: job.options().jiffies(),
        mirrored: job.options().mirrored,
    };
    let Some(contents) = contact::contents(titles, &shown) else { return Ok(()) };
    let palette = job.origin.written_on(background);
    // Contents that do not fit on one sheet are split.
    let mut waiting = vec![contents];
    let mut sheets = 0;
    while let Some(contents) = waiting.pop() {
        let sheet = match contact::draw(&contents, &palette, most_pixels(job)) {
            Ok(sheet) => sheet,
            Err(why) => {
                match contents.halves() {
                    Some((first, second)) => waiting.extend([second, first]),
                    None => job.sink.leave_out(&format!("{format}.png"), beyond(job, &why)),
                }
                continue;
            }
        };
        sheets += 1;
        let name = if sheets == 1 { format!("{format}.png") } else { format!("{format}-{sheets}.png") };
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
        add(job, files, format, &name, (made, &encoder.file))?;
    }
    Ok(())
}

/// Returns why something larger than the budget is left out, and which option allows it.
fn beyond(job: &Job<'_>, why: &ImageError) -> String {
    format!("{why}; `--memory` with more than {} allows it", job.budget.in_words())
}

/// Returns the titles of a contact sheet. `values` says which pixel values the costume's pictures have.
fn titles(job: &Job<'_>, values: &[bool; 256]) -> Titles {
    let (id, game) = (job.opened.id, &job.context.identity.name);
    let (room, colours) = (room_text(job, job.opened.room), colours_text(job));
    let listed = (0..=u8::MAX).zip(&job.origin.colours).filter(|(_, colour)| colour.used);
    Titles {
        title: job.context.title(id),
        subtitle: format!("{game} · costume {id} · {room} · {colours}"),
        swatches: listed.map(|(value, _)| Swatch { value, is_used: values[usize::from(value)] }).collect(),
        credit: String::new(),
    }
}

/// Returns a room's number and name: `room 2 stage`.
fn room_text(job: &Job<'_>, room: u32) -> String {
    match job.context.game.room_name(room) {
        Some(name) => format!("room {room} {name}"),
        None => format!("room {room}"),
    }
}

/// Returns the number of colours and, unless they are those of the room that owns the costume, whose they are:
/// `16 colours of room 2 stage, look 1`.
fn colours_text(job: &Job<'_>) -> String {
    let palette = job.origin;
    let whose = match (palette.choice, palette.chosen) {
        (Choice::Given, _) => {
            format!(" of {}", job.options().recolour_name.as_deref().unwrap_or("another palette"))
        }
        (Choice::Grey, _) => " in grey".to_owned(),
        (Choice::OwnColours | Choice::Costume, _) | (_, None) => " of its own".to_owned(),
        (_, Some(chosen)) if (chosen.room, chosen.palette) == (job.opened.room, 0) => String::new(),
        (_, Some(chosen)) if chosen.palette == 0 => format!(" of {}", room_text(job, chosen.room)),
        (_, Some(chosen)) => format!(" of {} {}", room_text(job, chosen.room), chosen.block),
    };
    let look = palette.look.map(|look| format!(", look {look}")).unwrap_or_default();
    match job.opened.costume.palette().len() {
        1 => format!("1 colour{whose}{look}"),
        n => format!("{n} colours{whose}{look}"),
    }
}

fn palettes(job: &mut Job<'_>, files: &mut Vec<FileReport>) -> Result<()> {
    let name = job.context.title(job.opened.id);
    let colours = &job.palette.colours;
    let made = [
        ("palette.gpl", pal::gpl(&name, job.origin).into_bytes()),
        ("palette.pal", pal::jasc(colours).into_bytes()),
        ("palette.act", pal::act(colours, job.palette.transparent())),
        ("palette.ase", pal::ase(&name, colours)),
    ];
    let swatches = pal::swatches(colours, job.palette.transparent());
    for (name, bytes) in made {
        add(job, files, Format::Pal, name, (Ok(()), &bytes))?;
    }
    add_bytes(job, files, Format::Pal, "swatches.png", swatches)
}

fn write_sheet(
    job: &mut Job<'_>,
    encoder: &mut Encoder,
    canvas: &SharedCanvas<'_>,
    files: &mut Vec<FileReport>,
) -> Result<()> {
    let (scale, jiffies) = (job.options().scale(), job.options().jiffies());
    let gap = job.options().sheet_gap.into();
    let sheet = match sheet::lay_out(canvas, job.options().sheet, gap, most_pixels(job)) {
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
    if job.wants(Format::Sheet) {
        add_bytes(job, files, Format::Sheet, "sheet.json", sheet::cells::write(&data))?;
    }
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
    if job.palette.scaler == Scaler::Squares {
        let whole = Rect { left: 0, top: 0, right: sheet.width, bottom: sheet.height };
        encoder.pixels.clear();
        job.palette.cut(&sheet.pixels, sheet.width, whole, scale, &mut encoder.pixels);
    } else {
        enlarge(&job.palette, sheet, scale, &mut encoder.pixels);
    }
    encoder.png((sheet.width * scale, sheet.height * scale), &job.palette)
}

/// Enlarges each frame of a sheet by itself, because neighbours must not mix.
fn enlarge(palette: &WrittenPalette, sheet: &Sheet, scale: u32, out: &mut Vec<u8>) {
    let width = (sheet.width * scale) as usize;
    out.clear();
    out.resize(width * (sheet.height * scale) as usize, palette.nothing);
    let (mut part, mut large) = (Vec::new(), Vec::new());
    for place in &sheet.places {
        let rect = place.frame;
        part.clear();
        large.clear();
        cut(&sheet.pixels, sheet.width, rect, 1, &mut part);
        let whole = Rect { left: 0, top: 0, right: rect.width(), bottom: rect.height() };
        palette.cut(&part, rect.width(), whole, scale, &mut large);
        let rows = out.chunks_exact_mut(width.max(1)).skip((rect.top * scale) as usize);
        let left = (rect.left * scale) as usize;
        for (from, to) in large.chunks_exact((rect.width() * scale).max(1) as usize).zip(rows) {
            if let Some(to) = to.get_mut(left..left + from.len()) {
                to.copy_from_slice(from);
            }
        }
    }
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
