//! The files that hold a whole costume: sheets with their data, the layered file, palettes, the contact sheet.

use crate::costume::{Job, Press, Workspace};
use crate::ensemble::Ensemble;
use crate::error::Result;
use crate::image::{Image, Rect};
use crate::movie::MovieOptions;
use crate::options::Format;
use crate::report::{AnimationReport, FileReport, PictureReport};
use crate::sheet::Sheet;
use crate::sheet_data::SheetData;
use crate::{aseprite, aseprite_json, godot, pal, sheet, showcase, texturepacker_json};

/// The name of the sheet's picture.
const SHEET: &str = "sheet.png";

/// Writes what is asked for.
pub(crate) fn write(
    job: &mut Job<'_>,
    workspace: &mut Workspace,
    animations: &[AnimationReport],
    pictures: &[PictureReport],
) -> Result<Vec<FileReport>> {
    let mut files = Vec::new();
    if job.wants(Format::Contact) {
        files.extend(showcase::write(job, workspace, animations, pictures)?);
    }
    if job.wants(Format::Pal) {
        palettes(job, &mut files)?;
    }
    let Workspace { reels, press, .. } = workspace;
    let sheets = [Format::Sheet, Format::AsepriteJson, Format::TexturepackerJson, Format::Godot];
    let wants_sheet = sheets.iter().any(|format| job.wants(*format));
    if !wants_sheet && !job.wants(Format::Aseprite) {
        return Ok(files);
    }
    let ensemble = match Ensemble::new(animations, reels) {
        Ok(Some(ensemble)) => ensemble,
        Ok(None) => return Ok(files),
        Err(why) => {
            let path = format!("{}/{SHEET}", job.folder);
            job.save(&path, Err(why), &[])?;
            return Ok(files);
        }
    };
    if wants_sheet {
        write_sheet(job, press, &ensemble, &mut files)?;
    }
    if job.wants(Format::Aseprite) {
        layered(job, press, &ensemble, &mut files)?;
    }
    Ok(files)
}

/// Puts a file out and lists it.
fn add(
    job: &mut Job<'_>,
    files: &mut Vec<FileReport>,
    format: Format,
    name: &str,
    made: Result<Vec<u8>, String>,
) -> Result<()> {
    let path = format!("{}/{name}", job.folder);
    let (made, bytes) = match made {
        Ok(bytes) => (Ok(()), bytes),
        Err(why) => (Err(why), Vec::new()),
    };
    if job.save(&path, made, &bytes)? {
        files.push(FileReport { format: format.name(), path, note: None });
    }
    Ok(())
}

fn palettes(job: &mut Job<'_>, files: &mut Vec<FileReport>) -> Result<()> {
    let name = job.title();
    let colours = &job.palette.colours;
    let made = [
        ("palette.gpl", pal::gpl(&name, job.origin).into_bytes()),
        ("palette.pal", pal::jasc(colours).into_bytes()),
        ("palette.act", pal::act(colours, job.palette.transparent())),
    ];
    for (name, bytes) in made {
        add(job, files, Format::Pal, name, Ok(bytes))?;
    }
    Ok(())
}

fn write_sheet(
    job: &mut Job<'_>,
    press: &mut Press,
    ensemble: &Ensemble<'_>,
    files: &mut Vec<FileReport>,
) -> Result<()> {
    let path = format!("{}/{SHEET}", job.folder);
    let (scale, jiffies) = (job.options().scale(), job.options().jiffies());
    let sheet = match sheet::lay_out(ensemble, job.options().sheet) {
        Ok(sheet) => sheet,
        Err(why) => {
            job.save(&path, Err(why), &[])?;
            return Ok(());
        }
    };
    let made = draw(job, press, &sheet, scale);
    if !job.save(&path, made, &press.file)? {
        return Ok(());
    }
    files.push(FileReport { format: Format::Sheet.name(), path, note: None });
    let data = SheetData::new(ensemble, &sheet, &job.folder, SHEET, scale, jiffies);
    if job.wants(Format::AsepriteJson) {
        for (name, form) in [
            ("sheet-aseprite.json", aseprite_json::Form::Hash),
            ("sheet-aseprite-array.json", aseprite_json::Form::Array),
        ] {
            add(job, files, Format::AsepriteJson, name, aseprite_json::write(&data, form))?;
        }
    }
    if job.wants(Format::TexturepackerJson) {
        add(
            job,
            files,
            Format::TexturepackerJson,
            "sheet-texturepacker.json",
            texturepacker_json::write(&data),
        )?;
    }
    if job.wants(Format::Godot) {
        add(job, files, Format::Godot, "sprite-frames.tres", Ok(godot::write(&data).into_bytes()))?;
    }
    Ok(())
}

fn draw(job: &Job<'_>, press: &mut Press, sheet: &Sheet, scale: u32) -> Result<(), String> {
    let whole = Rect { left: 0, top: 0, right: sheet.width, bottom: sheet.height };
    let Press { png, pixels, file } = press;
    pixels.clear();
    job.palette.cut(&sheet.pixels, sheet.width, whole, scale, pixels);
    let (width, height) = (sheet.width * scale, sheet.height * scale);
    let image = Image { width, height, pixels, palette: &job.palette.colours, alpha: &job.palette.alpha };
    png.write(&image, file)
}

fn layered(
    job: &mut Job<'_>,
    press: &mut Press,
    ensemble: &Ensemble<'_>,
    files: &mut Vec<FileReport>,
) -> Result<()> {
    let path = format!("{}/costume.aseprite", job.folder);
    let options = MovieOptions {
        palette: &job.palette,
        scale: job.options().scale(),
        jiffies_per_tick: job.options().jiffies(),
    };
    let made = aseprite::write(
        &job.opened.costume,
        ensemble,
        &options,
        &job.key,
        job.exporter.game.limits(),
        &mut press.file,
    );
    if job.save(&path, made, &press.file)? {
        files.push(FileReport { format: Format::Aseprite.name(), path, note: None });
    }
    Ok(())
}
