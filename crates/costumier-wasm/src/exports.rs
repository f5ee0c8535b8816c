//! Exports for JavaScript: the files that the command line writes, byte for byte.

use std::collections::BTreeSet;
use std::io::{Cursor, Write as _};
use std::rc::Rc;

use costumier::{Facing, PictureKey, Role};
use costumier_export::catalogue::{Catalogue, Entries};
use costumier_export::{
    Background, ChoreFilter, Effort, ExportOptions, Exporter, Format, Framing, MemoryOutput, Only, Workspace,
};
use serde::Deserialize;
use wasm_bindgen::prelude::wasm_bindgen;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::error::{Failure, Result, json, read};
use crate::game::OpenGame;
use crate::number::{ID, whole};

/// The options of an export, with the names of the command line's options.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ExportRequest {
    formats: Option<Vec<String>>,
    scale_up: Option<u8>,
    jiffies: Option<u8>,
    facing: Option<Vec<FacingJson>>,
    chore: Option<Vec<ChoreJson>>,
    only: Option<String>,
    picture: Option<Vec<KeyJson>>,
    room: Option<u32>,
    background: Option<String>,
    place: Option<(i32, i32)>,
    margin: Option<u16>,
    whole_screen: bool,
    canvas: Option<String>,
    trim: bool,
    sheet_layout: Option<String>,
    longest_loop: Option<u32>,
    memory: Option<u16>,
    effort: Option<String>,
    names: bool,
}

#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a facing is a name such as \"west\" or an angle, a whole number")]
enum FacingJson {
    Angle(i32),
    Name(String),
}

#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a chore is a role such as \"walk\" or a number from 0 to 65535")]
enum ChoreJson {
    Number(u16),
    Role(String),
}

#[derive(Debug, Deserialize)]
struct KeyJson {
    limb: u8,
    index: u16,
}

/// Parses an option that is a word.
fn word<T: std::str::FromStr>(said: Option<&str>, usual: T) -> Result<T>
where
    T::Err: ToString,
{
    said.map_or(Ok(usual), |said| said.parse().map_err(|why: T::Err| Failure::usage(why.to_string())))
}

impl ExportRequest {
    fn options(&self, dots: Option<u8>) -> Result<ExportOptions> {
        let defaults = ExportOptions::default();
        let only = match (self.only.as_deref(), &self.picture) {
            (Some("animations"), _) => Only::Animations,
            (Some("pictures"), _) | (None, Some(_)) => Only::Pictures,
            (None, None) => Only::Everything,
            (Some(other), _) => {
                return Err(Failure::usage(format!(
                    "`only` is {other:?}; use \"animations\" or \"pictures\""
                )));
            }
        };
        let formats: BTreeSet<Format> = match (&self.formats, only) {
            (Some(names), _) => {
                names.iter().map(|name| name.parse().map_err(Failure::usage)).collect::<Result<_>>()?
            }
            (None, Only::Everything) => defaults.formats.clone(),
            (None, Only::Animations) => [Format::Gif].into(),
            (None, Only::Pictures) => [Format::Png].into(),
        };
        let background: Background = word(self.background.as_deref(), defaults.background)?;
        let facings = self.facing.as_ref().map(|facings| facings.iter().map(FacingJson::read).collect());
        let chores = self.chore.as_ref().map(|chores| chores.iter().map(ChoreJson::read).collect());
        let keys = |keys: &Vec<KeyJson>| {
            keys.iter().map(|it| PictureKey { limb: it.limb, index: it.index }).collect()
        };
        let options = ExportOptions {
            formats,
            only,
            pictures: self.picture.as_ref().map(keys),
            framing: Framing { place: self.place, margin: self.margin, whole_screen: self.whole_screen },
            canvas: word(self.canvas.as_deref(), defaults.canvas)?,
            memory: self.memory.map(|megabytes| u64::from(megabytes) << 20),
            scale_up: self.scale_up.unwrap_or(defaults.scale_up),
            dots,
            jiffies_per_tick: self.jiffies.unwrap_or(defaults.jiffies_per_tick),
            facings: facings.transpose()?,
            chores: chores.transpose()?,
            room: self.room,
            background,
            contact_background: if self.background.is_some() && background != Background::Room {
                background
            } else {
                defaults.contact_background
            },
            trim: self.trim,
            sheet: word(self.sheet_layout.as_deref(), defaults.sheet)?,
            effort: match self.effort.as_deref() {
                None | Some("usual") => defaults.effort,
                Some("fast") => Effort::Fast,
                Some("small") => Effort::Small,
                Some(other) => {
                    return Err(Failure::usage(format!(
                        "`effort` is {other:?}; use \"fast\", \"usual\" or \"small\""
                    )));
                }
            },
            longest_loop: self.longest_loop.unwrap_or(defaults.longest_loop),
            named_folders: self.names,
            ..defaults
        };
        options.check().map_err(|why| Failure::usage(why.to_string()))?;
        Ok(options)
    }
}

impl FacingJson {
    fn read(&self) -> Result<Facing> {
        match self {
            Self::Angle(angle) => Ok(Facing::from_angle(*angle)),
            Self::Name(name) => name.parse().map_err(Failure::usage),
        }
    }
}

impl ChoreJson {
    fn read(&self) -> Result<ChoreFilter> {
        match self {
            Self::Number(number) => Ok(ChoreFilter::Number(*number)),
            Self::Role(name) => name.parse().ok().map(ChoreFilter::Role).ok_or_else(|| {
                let roles = Role::ALL.map(Role::name).join(", ");
                Failure::usage(format!("no chore has the name {name:?}; use one of {roles}, or a number"))
            }),
        }
    }
}

/// An export that is in progress, one costume after the other.
#[wasm_bindgen]
pub struct Job {
    exporter: Exporter,
    workspace: Workspace,
    catalogue: Option<Catalogue>,
    output: MemoryOutput,
    ids: Vec<u32>,
    done: usize,
    paths: Vec<String>,
}

impl Job {
    pub(crate) fn new(open: &Rc<OpenGame>, ids: Option<Vec<u32>>, options: &str) -> Result<Self> {
        let asked: ExportRequest = read(options)?;
        let options = asked.options(open.game.dots())?;
        let known: Vec<u32> = open.game.costume_ids().collect();
        let ids = ids.unwrap_or_else(|| known.clone());
        if let Some(missing) = ids.iter().find(|id| !known.contains(id)) {
            open.game.costume_bytes(*missing)?;
        }
        if let Some(room) = options.room {
            open.game.room(room)?;
        }
        let exporter = open.exporter(options)?;
        let workspace = Workspace::new(exporter.options(), open.game.limits());
        let catalogue = Some(exporter.catalogue());
        Ok(Self {
            exporter,
            workspace,
            catalogue,
            output: MemoryOutput::default(),
            ids,
            done: 0,
            paths: Vec::new(),
        })
    }
}

#[wasm_bindgen]
impl Job {
    /// Returns the number of costumes that are exported.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn done(&self) -> usize {
        self.done
    }

    /// Returns the number of all costumes of the export.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn total(&self) -> usize {
        self.ids.len()
    }

    /// Exports the next costume. Returns false if there is none, and the export is complete.
    pub fn step(&mut self) -> Result<bool> {
        let failed = |error: costumier_export::ExportError| Failure::usage(error.to_string());
        if let Some(id) = self.ids.get(self.done) {
            let report = self.exporter.costume(*id, &mut self.workspace, &mut self.output).map_err(failed)?;
            if let Some(catalogue) = &mut self.catalogue {
                catalogue.add(self.done, Entries::of(&report), &mut self.output).map_err(failed)?;
            }
            self.done += 1;
            return Ok(true);
        }
        if let Some(catalogue) = self.catalogue.take() {
            catalogue.finish(&mut self.output).map_err(failed)?;
            self.paths = self.output.files.keys().cloned().collect();
        }
        Ok(false)
    }

    /// Returns the paths of all files as JSON, after the export is complete.
    #[must_use]
    pub fn paths(&self) -> String {
        json(&self.paths)
    }

    /// Returns a file by its number in the list of paths.
    pub fn file(&self, number: f64) -> Result<Vec<u8>> {
        let path = self.paths.get(whole::<usize>("file", number, ID)?);
        Ok(path.and_then(|path| self.output.files.get(path)).cloned().unwrap_or_default())
    }

    /// Returns all files as a zip. Files of packed formats are stored.
    pub fn zip(&self) -> Result<Vec<u8>> {
        zipped(self.output.files.iter().map(|(path, bytes)| (path.as_str(), &bytes[..])))
    }
}

/// Makes a zip of files. Files of packed formats are stored.
pub(crate) fn zipped<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> Result<Vec<u8>> {
    let failed =
        |why: &dyn ToString| Failure::usage(format!("the zip could not be made: {}", why.to_string()));
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in files {
        let text = [".json", ".html", ".gpl", ".pal", ".tres", ".tscn", ".bmp"];
        let is_text = text.iter().any(|it| path.ends_with(it));
        let method = if is_text { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        let options = SimpleFileOptions::default().compression_method(method);
        zip.start_file(path, options).map_err(|e| failed(&e))?;
        zip.write_all(bytes).map_err(|e| failed(&e))?;
    }
    Ok(zip.finish().map_err(|e| failed(&e))?.into_inner())
}
