//! Parses the text, the program and the pictures of an AKOS folder into its model.
//!
//! It collects all problems, each with its file and the thing in it.

mod blocks;
mod pictures;
mod records;
mod starts;
mod windows;

pub(crate) use records::index as record_index;
pub(super) use starts::complete as complete_starts;

use std::collections::{BTreeMap, BTreeSet};

use costumier::format::akos::{Codec, Header};
use costumier::{Dialect, PictureKey};

use super::drawn::Known;
use super::model::{AkosCostume, directions};
use super::program::{self, Assembled, PROGRAM};
use super::source::{AkosFile, ProgramPlace};
use super::{limbs_in_use, records_needed};
use crate::folder::pairing::first_of;
use crate::folder::picture::{Entry, PictureTables};
use crate::folder::pixels::{PictureBefore, PictureReader, PixelBudget};
use crate::folder::report::Report;
use crate::folder::room_palette;
use crate::folder::words::Suggestions;
use crate::folder::{About, Files, TEXT, head};
use crate::pictures::recover::Options;

/// Reads a folder's `text` for a dialect. `of_block` is the model of the block before.
pub(super) fn parse(
    files: &Files,
    text: &str,
    dialect: Dialect,
    options: Options,
    of_block: Option<&AkosCostume>,
    report: &mut Report,
) -> Option<Parsed> {
    let source: AkosFile = head::parse(text, report)?;
    head::dialect(source.generation.as_deref(), dialect, report);
    let mut about = About {
        id: source.id,
        room: source.room,
        game: source.game.clone(),
        name: source.name.clone(),
        colours: head::colours("rgb", &source.rgb, report),
        room_colours: room_palette::read(files, report),
        ..About::default()
    };
    if about.room_colours.is_empty() {
        about.room_colours = head::colours("room_rgb", &source.room_rgb, report);
    }
    let codec = Codec::from_number(source.codec);
    if let Some(of_block) =
        of_block.filter(|of_block| (of_block.header.codec == Codec::Rle) != (codec == Codec::Rle))
    {
        let text = format!(
            "{} in place of {}: codec 1 counts costume colours, the others room colours; the pictures would \
             have to be painted anew",
            codec.number(),
            of_block.header.codec.number()
        );
        report.refuse(format!("{TEXT}: codec"), text);
    }
    let colours = codec.colours(source.palette.len());
    let transparent = codec.transparent(&source.palette, &dialect.akos);
    let (palette, knows_rgb) = match codec {
        Codec::Rle => {
            let was = of_block.map(|of_block| &*of_block.palette);
            about.painted(colours, transparent, (was, &source.palette), &dialect, report)
        }
        _ => ((!about.colours.is_empty()).then(|| about.palette(colours, transparent)), false),
    };
    let before = |key: PictureKey| PictureBefore::of(of_block?.picture(key)?);
    let mut pictures = PictureReader::new(files, options, &before, colours, palette);
    pictures.knows_rgb(knows_rgb);
    let mut reader = Reader {
        files,
        source: &source,
        dialect,
        options,
        about: &about,
        report,
        suggestions: Suggestions::default(),
        is_assembled: true,
        bytes_left: MOST_BYTES,
        frame_pixels: PixelBudget::default(),
    };
    let pictures = reader.pictures(pictures, of_block);
    let program = reader.program(&pictures);
    reader.is_assembled = reader.report.problems.iter().all(|problem| !problem.path.starts_with(PROGRAM));
    let text =
        program::Text { text: reader.program_text().unwrap_or_default(), spans: program.spans.clone() };
    let costume = reader.costume(pictures, program, of_block);
    let chores = source.chore.iter().filter(|chore| !chore.name.is_empty());
    let chores = chores.map(|chore| (chore.number, chore.name.clone())).collect();
    Some(Parsed { costume, about, chores, program: text })
}

/// The model of a folder, and data for checks of its program.
pub(crate) struct Parsed {
    pub(crate) costume: AkosCostume,
    pub(crate) about: About,
    /// The names of chores, by number.
    pub(super) chores: Vec<(u16, String)>,
    pub(super) program: program::Text,
}

/// Largest number of auxiliary frames that can be counted.
const MOST_FRAMES: usize = 65_535;

/// Largest size in bytes of all the files that a text names as they are. It may name one many times.
const MOST_BYTES: usize = 64 << 20;

/// Returns the index of a picture by its name.
pub(super) fn number_of(pictures: &[Entry], name: &str) -> Option<u16> {
    let found = pictures.iter().position(|entry| entry.name == name)?;
    u16::try_from(found).ok()
}

struct Reader<'a> {
    files: &'a Files,
    source: &'a AkosFile,
    dialect: Dialect,
    options: Options,
    about: &'a About,
    report: &'a mut Report,
    suggestions: Suggestions,
    /// Whether the program has no problem, so that all of its labels are known.
    is_assembled: bool,
    /// The number of bytes that files may still have.
    bytes_left: usize,
    /// The number of pixels that auxiliary frames may still have.
    frame_pixels: PixelBudget,
}

impl Reader<'_> {
    fn refuse(&mut self, path: impl std::fmt::Display, text: impl Into<String>) {
        self.report.refuse(format!("{TEXT}: {path}"), text);
    }

    fn costume(
        &mut self,
        pictures: Vec<Entry>,
        mut program: Assembled,
        of_block: Option<&AkosCostume>,
    ) -> AkosCostume {
        let source = self.source;
        let mut flags = source.flags.unwrap_or(Header::MARK) & !super::model::named_flags(&self.dialect);
        flags |= if source.never_mirror { Header::NEVER_MIRROR } else { 0 };
        flags |= if source.eight_ways { Header::EIGHT_WAYS } else { 0 };
        if source.eight_ways && !self.dialect.akos.eight_ways {
            self.refuse("eight_ways", "only v7 and v8 have eight directions per chore; remove it");
        }
        let directions = directions(&self.dialect, flags);
        let mut numeric = BTreeSet::new();
        let names = first_of(pictures.iter().map(|entry| entry.name.as_str()));
        let records = self.records(directions, &names, &mut program, &mut numeric);
        let mut at = |place: &ProgramPlace, path: &str, reader: &mut Self| -> u32 {
            match place {
                ProgramPlace::At(at) => {
                    numeric.insert(path.to_owned());
                    *at
                }
                ProgramPlace::Label(label) => u32::from(reader.label(label, &program, path)),
            }
        };
        let mut jumps = Vec::new();
        for jump in &source.jumps {
            let place = at(jump, "jumps", self);
            jumps.push(self.short(place, "jumps"));
        }
        let mut jump_slices = Vec::new();
        for slice in &source.jump_slice {
            let place = at(&slice.start, "jump_slice", self);
            let slice = (self.short(place, "jump_slice"), slice.first, slice.count);
            self.check_slice(slice, jumps.len(), of_block);
            jump_slices.push(slice);
        }
        let mut condition_starts = Vec::new();
        for start in &source.condition_start {
            condition_starts.push((at(&start.start, "condition_start", self), start.first));
        }
        if let Some(of_block) = of_block {
            self.note_numbers(&program, &names, &numeric, of_block);
        }
        let others = self.others();
        let shared = others.iter().find(|(tag, _)| tag == b"CLRS").map(|(_, payload)| payload.clone());
        let shared = shared.unwrap_or_default();
        let frames = match source.frame.len() {
            0..=MOST_FRAMES => source.frame.as_slice(),
            many => {
                self.refuse("frame", format!("there are {many} frames; at most {MOST_FRAMES} are possible"));
                &[]
            }
        };
        let known = Known::new(of_block.map_or(&[], |of_block| &of_block.frames), &shared);
        let frames = frames.iter().zip(0..=u16::MAX).map(|(frame, n)| self.frame(n, frame, &known)).collect();
        let order = source.order.iter().filter_map(|tag| self.tag(tag)).collect();
        let mut costume = AkosCostume {
            dialect: self.dialect,
            header: Header {
                version: source.version,
                flags,
                codec: Codec::from_number(source.codec),
                chores: 0,
                pictures: u16::try_from(pictures.len()).unwrap_or(u16::MAX),
                limbs: None,
            },
            palette: source.palette.clone(),
            artist: head::colours("artist_rgb", &source.artist_rgb, self.report),
            pictures,
            sequence: program.bytes,
            records,
            jumps,
            jump_slices,
            conditions: source.conditions.clone(),
            condition_starts,
            frames,
            names: source.sequence_names.clone(),
            others,
            order,
        };
        starts::complete(&mut costume, of_block);
        let last = costume.records.keys().next_back().map_or(0, |index| index + 1);
        // The table of a damaged block may count more or fewer entries than it has.
        let odd = of_block.map(|of_block| of_block.header.chores);
        let asked = source.records.filter(|records| *records >= last || Some(*records) == odd);
        if let (Some(records), None) = (source.records, asked) {
            self.refuse("records", format!("is {records}, and the chores need {last}"));
        }
        costume.header.chores = asked.unwrap_or_else(|| records_needed(&costume));
        costume.header.limbs =
            (!source.short_header).then(|| source.limbs.unwrap_or_else(|| limbs_in_use(&costume)));
        costume
    }

    /// Refuses a slice of jumps that do not exist.
    fn check_slice(&mut self, slice: (u16, u16, u16), jumps: usize, of_block: Option<&AkosCostume>) {
        let (_, first, count) = slice;
        let is_inside = usize::from(first) + usize::from(count) <= jumps && first <= i16::MAX.unsigned_abs();
        // The block before may have the same fault.
        let is_old = of_block
            .is_some_and(|of_block| of_block.jump_slices.contains(&slice) && of_block.jumps.len() == jumps);
        if !is_inside && !is_old {
            let text = format!("names {count} jumps from {first} on, and there are only {jumps}");
            self.refuse("jump_slice", text);
        }
    }

    /// Notes numbers of pictures and places that did not change with what they mean.
    fn note_numbers(
        &mut self,
        program: &Assembled,
        names: &BTreeMap<&str, usize>,
        numeric: &BTreeSet<String>,
        of_block: &AkosCostume,
    ) {
        let mut before = of_block.pictures.iter().enumerate();
        let renumbered = before.any(|(index, entry)| names.get(entry.name.as_str()) != Some(&index));
        for line in program.unnamed.iter().filter(|_| renumbered) {
            let text = "names pictures by numbers, which did not change with the pictures; use names";
            self.report.note(&format!("{PROGRAM}: line {line}"), text);
        }
        if of_block.sequence != program.bytes {
            for path in numeric {
                self.report.note(&format!("{TEXT}: {path}"), program::NUMBERED);
            }
            for line in &program.numbers {
                let text = "jumps to a number, which did not change with the program; use a label";
                self.report.note(&format!("{PROGRAM}: line {line}"), text);
            }
        }
    }

    fn short(&mut self, place: u32, path: &str) -> u16 {
        u16::try_from(place).unwrap_or_else(|_| {
            self.refuse(path, format!("{place:#x} is outside of the program; places go up to 0xffff"));
            0
        })
    }

    fn label(&mut self, label: &str, program: &Assembled, path: &str) -> u16 {
        program.labels.get(label).copied().unwrap_or_else(|| {
            if self.is_assembled {
                self.refuse(path, format!("{PROGRAM} has no label {label}"));
            }
            0
        })
    }

    fn file(&mut self, name: &str) -> Option<Vec<u8>> {
        let Some(found) = self.files.get(name) else {
            self.report.refuse(name, crate::folder::unused::MISSING);
            return None;
        };
        let Some(left) = self.bytes_left.checked_sub(found.len()) else {
            self.report
                .refuse(name, format!("and the files named before it have more than {MOST_BYTES} bytes"));
            return None;
        };
        self.bytes_left = left;
        Some(found.clone())
    }

    /// Returns the program's text, if it exists and is valid UTF-8.
    fn program_text(&self) -> Option<String> {
        let bytes = self.files.get(self.source.program.as_ref()?)?;
        String::from_utf8(bytes.clone()).ok()
    }

    fn program(&mut self, pictures: &[Entry]) -> Assembled {
        let Some(name) = &self.source.program else { return Assembled::default() };
        if self.file(name).is_none() {
            return Assembled::default();
        }
        let Some(text) = self.program_text() else {
            self.report.refuse(name.as_str(), "is not UTF-8 text; save it as UTF-8");
            return Assembled::default();
        };
        let numbers: BTreeMap<&str, u16> =
            pictures.iter().map(|entry| entry.name.as_str()).zip(0..=u16::MAX).collect();
        let picture = |name: &str| numbers.get(name).copied();
        let suggestions = std::mem::take(&mut self.suggestions);
        let meant = |name: &str| suggestions.meant(name, numbers.keys().copied());
        program::assemble(&text, &self.dialect.akos, &picture, &meant, self.report)
    }
}
