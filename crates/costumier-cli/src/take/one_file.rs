//! `export -o walk.gif`: writes one file, or one to stdout. The call has to say which animation, picture or sheet of
//! a costume the file is.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Error, Result, anyhow};
use costumier::Action;
use costumier_export::formats::pal;
use costumier_export::report::CostumeReport;
use costumier_export::wanted;
use costumier_export::{ExportOptions, Exporter, Format, Identity, MemoryOutput, Only, Workspace, paths};

use crate::Outcome;
use crate::args::ExportArgs;
use crate::disk::output_kind;
use crate::disk::safe_write::Folder;
use crate::game::chores;
use crate::game::open::OpenGame;
use crate::output::failure::{ManyFrames, hinted};
use crate::output::report::Reporter;
use crate::output::text::{count, size};

/// Largest number of names listed if there is a choice.
const MOST_NAMES: usize = 6;

/// The contents of the one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An animation.
    Movie(Format),
    /// A picture, or an animation of one frame.
    Still(Format),
    /// All of a costume.
    Costume(Format),
    /// The palette of a costume or a room.
    Palette(PaletteFile),
}

/// The form of a palette file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PaletteFile {
    Gimp,
    Jasc,
    ColourTable,
    AdobeSwatches,
    Picture,
}

impl PaletteFile {
    /// Returns the form that the name of the output asks for. `.ase` and `.png` are palettes only if the call says so.
    fn of(output: &Path, asked: Option<Format>) -> Option<Self> {
        let ending = output.extension()?.to_str()?.to_ascii_lowercase();
        let is_palette = asked == Some(Format::Pal);
        match (&*ending, asked.is_none() || is_palette) {
            ("gpl", true) => Some(Self::Gimp),
            ("pal", true) => Some(Self::Jasc),
            ("act", true) => Some(Self::ColourTable),
            ("ase", _) if is_palette => Some(Self::AdobeSwatches),
            ("png", _) if is_palette => Some(Self::Picture),
            _ => None,
        }
    }

    /// Returns the name of the file in an export.
    fn name(self) -> &'static str {
        match self {
            Self::Gimp => "/palette.gpl",
            Self::Jasc => "/palette.pal",
            Self::ColourTable => "/palette.act",
            Self::AdobeSwatches => "/palette.ase",
            Self::Picture => "/swatches.png",
        }
    }

    /// Returns the file of a room's colours.
    fn of_room(self, name: &str, colours: &[[u8; 3]]) -> Result<Vec<u8>, String> {
        Ok(match self {
            Self::Gimp => pal::gpl_of_room(name, colours).into_bytes(),
            Self::Jasc => pal::jasc(colours).into_bytes(),
            Self::ColourTable => pal::act(colours, None),
            Self::AdobeSwatches => pal::ase(name, colours),
            Self::Picture => return pal::swatches(colours, None).map_err(String::from),
        })
    }
}

impl Kind {
    /// Returns the kind of file that the call's output names, or `None` for a folder.
    pub(crate) fn of(args: &ExportArgs) -> Result<Option<Self>> {
        let asked = match &args.formats[..] {
            [] => None,
            [one] => Some(*one),
            _ if args.output == Path::new("-") => {
                return Err(hinted(
                    anyhow!("stdout takes one format"),
                    "name one with `--as`, such as `--as gif`",
                ));
            }
            _ => {
                output_kind::require_folder(&args.output)?;
                return Ok(None);
            }
        };
        if args.output == Path::new("-") {
            return Ok(Some(match asked {
                None if args.only_pictures || !args.picture.is_empty() => Self::Still(Format::Png),
                None => Self::Movie(Format::Gif),
                Some(format) => Self::of_format(format).ok_or_else(|| several_files(format))?,
            }));
        }
        if let Some(file) = PaletteFile::of(&args.output, asked) {
            return Ok((!output_kind::is_folder(&args.output)).then_some(Self::Palette(file)));
        }
        output_kind::require_written(&args.output)?;
        let by_name = match output_kind::format_of(&args.output).and_then(Self::of_format) {
            Some(kind) if !output_kind::is_folder(&args.output) => kind,
            _ => return Ok(None),
        };
        match (by_name, asked) {
            (by_name, None) => Ok(Some(by_name)),
            // Several formats are stored as PNG.
            (Self::Still(Format::Png), Some(Format::Contact | Format::Ripsheet | Format::Sheet)) => {
                Ok(asked.map(Self::Costume))
            }
            (Self::Still(Format::Png), Some(format @ (Format::Apng | Format::Strips))) => {
                Ok(Some(Self::Movie(format)))
            }
            (Self::Still(Format::Png), Some(Format::Frames)) => Ok(Some(by_name)),
            (it, Some(format)) if Self::of_format(format) == Some(it) => Ok(Some(it)),
            (_, Some(format)) if Self::of_format(format).is_none() => Err(several_files(format)),
            (_, Some(format)) => {
                let ending = match format {
                    Format::Gif | Format::Webp | Format::Bmp | Format::Aseprite | Format::Apng => {
                        format.name()
                    }
                    _ => "png",
                };
                let output = args.output.display();
                let error = anyhow!("`--as {format}` writes a .{ending}, and {output} is not one");
                let hint = format!(
                    "`-o {} --as {format}`, or leave `--as` out: the ending decides the format",
                    args.output.with_extension(ending).display()
                );
                Err(hinted(error, hint))
            }
        }
    }

    fn of_format(format: Format) -> Option<Self> {
        match format {
            Format::Gif | Format::Apng | Format::Webp | Format::Strips => Some(Self::Movie(format)),
            Format::Png | Format::Bmp => Some(Self::Still(format)),
            Format::Frames => Some(Self::Still(Format::Png)),
            Format::Aseprite | Format::Contact | Format::Ripsheet | Format::Sheet => {
                Some(Self::Costume(format))
            }
            _ => None,
        }
    }
}

/// Returns the error for a format that is no single file.
fn several_files(format: Format) -> anyhow::Error {
    hinted(anyhow!("{format} needs several files"), "write it into a folder: `-o FOLDER`")
}

/// Writes the one file.
pub(crate) fn run(
    args: &ExportArgs,
    opened: &OpenGame,
    ids: &[u32],
    (identity, mut options, kind): (Identity, ExportOptions, Kind),
    reporter: &Reporter,
    out: &mut dyn Write,
) -> Result<Outcome> {
    if let (Kind::Palette(file), Some(room), []) = (kind, options.room, args.ids.as_slice()) {
        return room_palette(args, opened, (room, file), reporter);
    }
    let id = match ids {
        [id] => *id,
        _ => {
            let error =
                anyhow!("{} is one file, and the call names {}", name(args), count(ids.len(), "costume"));
            let one = "name one costume: `costumier export GAME ID …`; `costumier list GAME` shows the ids";
            let colours = "for the colours of the room, use `--as pal`, or an ending such as `.gpl`; for a costume in \
                           them, name the costume";
            let asks_room = args.room.is_some() && args.ids.is_empty();
            return Err(hinted(error, if asks_room { colours } else { one }));
        }
    };
    narrow(args, opened, id, kind, &mut options)?;
    crate::take::export::check(&options)?;
    let exporter = Exporter::new(Arc::clone(&opened.game), identity, options, opened.names())?;
    crate::take::recolour::check(&exporter, opened, ids, reporter)?;
    crate::take::export::warn_of_stub(opened, &exporter, reporter);
    let mut workspace = Workspace::new(exporter.options(), opened.game.limits());
    let mut output = MemoryOutput::default();
    let report = exporter.costume(id, &mut workspace, &mut output)?;
    if report
        .files
        .iter()
        .filter(|file| [Format::Contact, Format::Ripsheet].iter().any(|it| it.name() == file.format))
        .count()
        > 1
    {
        return Err(hinted(
            anyhow!("the contact sheet is too large for one picture"),
            "allow more than the usual 64 MB with `--memory`, or write into a folder",
        ));
    }
    let wanted = wanted(kind);
    let cells = output.files.iter().find(|(path, _)| path.ends_with("/sheet.json"));
    let cells = cells.map(|(_, bytes)| bytes.clone());
    let mut made = output.files.into_iter().filter(|(path, _)| path.ends_with(wanted));
    let (Some((path, bytes)), rest) = (made.next(), made.count()) else {
        return Err(nothing(&report));
    };
    crate::take::export::tell_left_out(&report, reporter);
    if kind == Kind::Movie(Format::Strips) {
        require_cells(args, &path)?;
    }
    if rest > 0 {
        return Err(hinted(
            ManyFrames { animation: parent(&path).to_owned(), frames: rest + 1, name: name(args) }.into(),
            "give the file the ending .gif, .apng or .webp; `--as sheet` makes one picture of all frames, \
             `--as frames -o FOLDER` a picture of each",
        ));
    }
    if args.output == Path::new("-") {
        out.write_all(&bytes)?;
        return Ok(Outcome::Done);
    }
    let (folder, file) = Folder::of_file(&args.output, args.force)?;
    // A sheet is of use only with the places of its frames.
    let cells = cells.map(|bytes| Cells::of(&bytes, args)).transpose()?;
    let place = cells.is_some().then(|| args.output.with_extension("json"));
    let beside = place.as_deref().map(|place| Folder::of_file(place, args.force)).transpose()?;
    folder.write(&file, &bytes)?;
    let output = args.output.display();
    if let (Some((folder, name)), Some(cells), Some(place)) = (beside, cells, place) {
        folder.write(&name, &cells.json)?;
        reporter.say(format!("wrote {output} and {}: {}", place.display(), cells.text));
        return Ok(Outcome::Done);
    }
    let what = contents(kind, &report, &path);
    reporter.say(format!("wrote {output}, {}: {what}", size(bytes.len() as u64)));
    tell_shortened(&report, reporter);
    Ok(Outcome::Done)
}

/// Returns what the file holds: `Minuet (costume 6), walk-east`.
fn contents(kind: Kind, report: &CostumeReport, path: &str) -> String {
    let id = format!("costume {}", report.id);
    let who = report.name.as_ref().map_or_else(|| id.clone(), |name| format!("{name} ({id})"));
    if matches!(kind, Kind::Costume(_)) && !report.animations.is_empty() {
        let frames: usize = report.animations.iter().map(|it| it.frames.len()).sum();
        let animations = count(report.animations.len(), "animation");
        return format!("{who}, {animations}, {}", count(frames, "frame"));
    }
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let what = if path.contains("/frame-") { parent(path) } else { stem.rsplit('/').next().unwrap_or(stem) };
    format!("{who}, {what}")
}

/// Returns the name of the folder that a file is in.
fn parent(path: &str) -> &str {
    path.rsplit('/').nth(1).unwrap_or(path)
}

/// Says that animations were cut to the longest loop.
pub(crate) fn tell_shortened(report: &CostumeReport, reporter: &Reporter) {
    let cut = report.animations.iter().filter(|animation| animation.shortened).count();
    if cut > 0 {
        let animations = count(cut, "animation");
        reporter.say(format!("{animations} of costume {} cut to `--longest-loop`", report.id));
    }
}

/// The places of the frames of a sheet: the file next to it, and the line about it.
struct Cells {
    json: Vec<u8>,
    text: String,
}

impl Cells {
    /// Names the sheet as the call does.
    fn of(json: &[u8], args: &ExportArgs) -> Result<Self> {
        let mut data: serde_json::Value = serde_json::from_slice(json)?;
        let image = args.output.file_name().map(|name| name.to_string_lossy().into_owned());
        data["image"] = image.into();
        let pair = |key: &str| {
            let sides = data[key].as_array().map(Vec::as_slice).unwrap_or_default();
            sides.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let cell = match pair("cell").as_slice() {
            [] => "cells of their own sizes".to_owned(),
            sides => format!("cells of {} pixels", sides.join(" × ")),
        };
        let animations = data["animations"].as_array().map(Vec::as_slice).unwrap_or_default();
        let frames = animations.iter().map(|it| it["frames"].as_array().map_or(0, Vec::len)).sum();
        let apart = data["gap"].as_u64().map_or(0, |gap| usize::try_from(gap).unwrap_or(0));
        let text = format!(
            "{} in {cell}, {} apart, pivot {}",
            count(frames, "frame"),
            count(apart, "pixel"),
            pair("pivot").join(",")
        );
        let mut json = serde_json::to_vec(&data)?;
        json.push(b'\n');
        Ok(Self { json, text })
    }
}

/// Writes the colours of a room.
fn room_palette(
    args: &ExportArgs,
    opened: &OpenGame,
    (room, file): (u32, PaletteFile),
    reporter: &Reporter,
) -> Result<Outcome> {
    let colours = opened.game.room_palette(room)?;
    let name = format!("room {}", opened.room_text(room));
    let bytes = file.of_room(&name, &colours).map_err(|why| anyhow!(why))?;
    let (folder, file) = Folder::of_file(&args.output, args.force)?;
    folder.write(&file, &bytes)?;
    let output = args.output.display();
    reporter.say(format!(
        "wrote {output}, {}: the {} colours of {name}",
        size(bytes.len() as u64),
        colours.len()
    ));
    Ok(Outcome::Done)
}

/// Returns the name of the output in messages.
fn name(args: &ExportArgs) -> String {
    match args.output == Path::new("-") {
        true => "stdout".to_owned(),
        false => args.output.display().to_string(),
    }
}

/// Returns how the path of this file ends in an export into a folder.
fn wanted(kind: Kind) -> &'static str {
    match kind {
        Kind::Costume(Format::Contact) => "/contact.png",
        Kind::Costume(Format::Ripsheet) => "/ripsheet.png",
        Kind::Costume(Format::Sheet) => "/sheet.png",
        Kind::Costume(_) => ".aseprite",
        Kind::Palette(file) => file.name(),
        Kind::Still(Format::Bmp) => ".bmp",
        Kind::Still(_) => ".png",
        Kind::Movie(Format::Apng) => ".apng",
        Kind::Movie(Format::Webp) => ".webp",
        Kind::Movie(Format::Strips) => ".png",
        Kind::Movie(_) => ".gif",
    }
}

/// Restricts the options to what the call asks for.
fn narrow(
    args: &ExportArgs,
    opened: &OpenGame,
    id: u32,
    kind: Kind,
    options: &mut ExportOptions,
) -> Result<()> {
    let costume = opened.costume(id)?.costume;
    let names = opened.names();
    let check = |options: &ExportOptions| {
        let its = costumier_export::open(&opened.game, id)?;
        let checked = wanted::check(options, &names, [its].into_iter());
        checked.map_err(|why| chores::nothing_wanted(why, options, &names))
    };
    let names_animation = args.only_animations || !(args.chore.is_empty() && args.facing.is_empty());
    match kind {
        Kind::Costume(format) => {
            options.formats = [format].into();
            Ok(())
        }
        Kind::Palette(_) => {
            options.formats = [Format::Pal].into();
            Ok(())
        }
        Kind::Still(format) if !(names_animation && format == Format::Png) => {
            options.formats = [format].into();
            options.only = Only::Pictures;
            check(options)?;
            let keys = costume.picture_keys().into_iter().filter(|key| options.admits_picture(id, *key));
            let found = keys.map(|key| format!("{}.{}", key.limb, key.index)).collect();
            require_one(args, "picture", found, "choose one with `--picture LIMB.INDEX`")
        }
        Kind::Movie(format) if !args.picture.is_empty() => Err(hinted(
            anyhow!(
                "`--picture` chooses a picture, and {} holds an animation",
                match format {
                    Format::Strips => "a strip".to_owned(),
                    format => format!("a .{format}"),
                }
            ),
            "`-o FILE.png` or `-o FILE.bmp` holds a picture",
        )),
        Kind::Movie(_) | Kind::Still(_) => {
            options.formats = [if let Kind::Movie(format) = kind { format } else { Format::Frames }].into();
            options.only = Only::Animations;
            check(options)?;
            let called = |action: &Action| names.chore(id, action.chore);
            let actions = costume.actions().into_iter().filter(|it| options.admits(id, it, called(it)));
            let found = actions.map(|action| paths::action(&action, called(&action))).collect();
            require_one(
                args,
                "animation",
                found,
                "choose one with `--chore` and `--facing`, as in `--chore walk --facing east`; a folder (`-o FOLDER`) \
                 takes all of them",
            )
        }
    }
}

/// Checks that the name of a strip, if it says a number of cells, says the one that the strip at `path` has.
fn require_cells(args: &ExportArgs, path: &str) -> Result<()> {
    let split =
        |name: &str| name.rsplit_once("_strip").map(|(before, cells)| (before.to_owned(), cells.to_owned()));
    let stem = args.output.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let made = path.strip_suffix(".png").and_then(split).map(|(_, cells)| cells).unwrap_or_default();
    match split(&stem) {
        Some((before, cells)) if cells.parse::<u32>().is_ok() && cells != made => {
            let error = anyhow!("the strip has {made} cells, and {} says {cells}", args.output.display());
            let right = args.output.with_file_name(format!("{before}_strip{made}.png"));
            Err(hinted(error, format!("`-o {}`, because programs cut it by its name", right.display())))
        }
        _ => Ok(()),
    }
}

fn require_one(args: &ExportArgs, noun: &str, names: Vec<String>, hint: &str) -> Result<()> {
    let why = match &names[..] {
        [_] => return Ok(()),
        [] => format!("there are no {noun}s"),
        _ => {
            let first = names.iter().take(MOST_NAMES).cloned().collect::<Vec<_>>().join(", ");
            let more = if names.len() > MOST_NAMES { ", …" } else { "" };
            format!("{} holds one {noun}, and {} match the call: {first}{more}", name(args), names.len())
        }
    };
    Err(hinted(anyhow!(why), hint))
}

/// Returns the error that explains why there is no file.
fn nothing(report: &CostumeReport) -> Error {
    let broken = report.problems.iter().find(|problem| problem.severity == costumier::Severity::Broken);
    let broken = broken.or(report.left_out.first());
    match (&report.error, broken) {
        (Some(error), _) => anyhow!("{}", error.text),
        (None, Some(problem)) => anyhow!("costume {}: {}: {}", report.id, problem.path, problem.text),
        (None, None) => anyhow!("costume {} has no pictures to show", report.id),
    }
}
