//! From the text, the program and the pictures of an AKOS folder to what it says.
//!
//! Every problem is collected, each with the file and the thing in it.

use std::collections::{BTreeMap, BTreeSet};

use costumier::raw::akos::{self, AkosEntry, Codec, LIMBS, MAX_PICTURES, Mode};
use costumier::{Dialect, PictureKey};

use super::describe::area;
use super::model::{
    AkosCostume, Entry, EntryKind, Frame, Header, Limbs, Picture, Pixels, Record, Tag, directions,
};
use super::program::{self, Assembled, PROGRAM};
use super::source::{
    ActionEntry, AkosFile, ChoreEntry, FacingEntry, FrameEntry, PictureEntry, Place, Start, WindowEntry,
};
use super::{frames, limbs_in_use, records_needed};
use crate::folder::pixels::PictureReader;
use crate::folder::report::Report;
use crate::folder::{About, Files, TEXT, head};
use crate::pictures::recover::Options;

/// Reads a folder's `text` for a dialect. `before` knows the pixels that pictures had, `said` is what the
/// block said.
pub(super) fn parse(
    files: &Files,
    text: &str,
    dialect: Dialect,
    options: Options,
    before: &dyn Fn(PictureKey) -> Option<Vec<u8>>,
    said: Option<&AkosCostume>,
    report: &mut Report,
) -> Option<(AkosCostume, About)> {
    let source: AkosFile =
        toml::from_str(text).map_err(|error| report.refuse(TEXT, error.to_string().trim_end())).ok()?;
    head::dialect(source.generation.as_deref(), dialect, report);
    let about = About {
        id: source.id,
        room: source.room,
        game: source.game.clone(),
        name: source.name.clone(),
        colours: head::colours("rgb", &source.rgb, report),
    };
    let codec = Codec::from_number(source.codec);
    if let Some(said) = said.filter(|said| (said.header.codec == Codec::Rle) != (codec == Codec::Rle)) {
        let text = format!(
            "{} in place of {}: codec 1 counts costume colours, the others room colours; the pictures would \
             have to be painted anew",
            codec.number(),
            said.header.codec.number()
        );
        report.refuse(format!("{TEXT}: codec"), text);
    }
    let colours = codec.colours(source.palette.len());
    let transparent = transparent(codec, &dialect, &source.palette);
    let palette = (!about.colours.is_empty()).then(|| about.palette(colours, transparent));
    let pictures = PictureReader::new(files, options, before, colours, palette);
    let mut reader = Reader { files, source: &source, dialect, report };
    let pictures = reader.pictures(pictures);
    let program = reader.program(&pictures);
    let costume = reader.costume(pictures, program, said);
    Some((costume, about))
}

/// Pixel value that is not drawn.
fn transparent(codec: Codec, dialect: &Dialect, palette: &[u8]) -> u8 {
    match codec {
        Codec::Rle | Codec::Unknown(_) => 0,
        Codec::Bomp => 255,
        Codec::MajMin => dialect.akos.majmin_hole(palette, None),
        Codec::Trle => palette.first().copied().unwrap_or(0),
    }
}

/// The number of a picture by its name.
pub(super) fn number_of(pictures: &[Entry], name: &str) -> Option<u16> {
    let found = pictures.iter().position(|entry| entry.name == name)?;
    u16::try_from(found).ok()
}

struct Reader<'a> {
    files: &'a Files,
    source: &'a AkosFile,
    dialect: Dialect,
    report: &'a mut Report,
}

impl Reader<'_> {
    fn refuse(&mut self, path: impl std::fmt::Display, text: impl Into<String>) {
        self.report.refuse(format!("{TEXT}: {path}"), text);
    }

    fn costume(
        &mut self,
        pictures: Vec<Entry>,
        mut program: Assembled,
        said: Option<&AkosCostume>,
    ) -> AkosCostume {
        let source = self.source;
        let mut flags =
            source.flags.unwrap_or(akos::Header::MARK) & !super::model::named_flags(&self.dialect);
        flags |= if source.never_mirror { akos::Header::NEVER_MIRROR } else { 0 };
        flags |= if source.eight_ways { akos::Header::EIGHT_WAYS } else { 0 };
        if source.eight_ways && !self.dialect.akos.eight_ways {
            self.refuse("eight_ways", "only v7 and v8 have eight directions to a chore");
        }
        let directions = directions(&self.dialect, flags);
        let mut numeric = BTreeSet::new();
        let records = self.records(directions, &pictures, &mut program, &mut numeric);
        let mut at = |place: &Place, path: &str, reader: &mut Self| -> u32 {
            match place {
                Place::At(at) => {
                    numeric.insert(path.to_owned());
                    *at
                }
                Place::Label(label) => u32::from(reader.label(label, &program, path)),
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
            let start = self.short(place, "jump_slice");
            let end = usize::from(slice.first) + usize::from(slice.count);
            if end > jumps.len() || slice.first > i16::MAX.unsigned_abs() {
                let text =
                    format!("{} jumps from {} on, but there are {}", slice.count, slice.first, jumps.len());
                // Some blocks say so themselves.
                let same = said.is_some_and(|said| {
                    said.jump_slices.contains(&(start, slice.first, slice.count))
                        && said.jumps.len() == jumps.len()
                });
                if !same {
                    self.refuse("jump_slice", text);
                }
            }
            jump_slices.push((start, slice.first, slice.count));
        }
        let mut condition_starts = Vec::new();
        for start in &source.condition_start {
            condition_starts.push((at(&start.start, "condition_start", self), start.first));
        }
        let renumbered = said.is_some_and(|said| {
            let before = said.pictures.iter().map(|entry| &entry.name);
            before.zip(0u16..).any(|(name, index)| number_of(&pictures, name).is_none_or(|now| now != index))
        });
        for line in program.unnamed.iter().filter(|_| renumbered) {
            let text = "names pictures by numbers, which stay what they are though pictures have others now";
            self.report.note(&format!("{PROGRAM}: line {line}"), text);
        }
        if said.is_some_and(|said| said.sequence != program.bytes) {
            for path in &numeric {
                let text = "names a place in the program by its number, which stays what it is though the \
                    program changed";
                self.report.note(&format!("{TEXT}: {path}"), text);
            }
            for line in &program.numbers {
                let text = "jumps to a number, which stays what it is though the program changed";
                self.report.note(&format!("{PROGRAM}: line {line}"), text);
            }
        }
        let frames = source.frame.iter().enumerate().map(|(n, frame)| self.frame(n, frame)).collect();
        let others = self.others();
        let order = source.order.iter().filter_map(|tag| self.tag(tag)).collect();
        let mut costume = AkosCostume {
            dialect: self.dialect,
            header: Header {
                version: source.version,
                flags,
                codec: Codec::from_number(source.codec),
                records: 0,
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
        let last = costume.records.keys().next_back().map_or(0, |index| index + 1);
        // A table that is cut short counts more than it has, or less.
        let odd = said.map(|said| said.header.records);
        let asked = source.records.filter(|records| *records >= last || Some(*records) == odd);
        if let (Some(records), None) = (source.records, asked) {
            self.refuse("records", format!("{records} entries; the chores need {last}"));
        }
        costume.header.records = asked.unwrap_or_else(|| records_needed(&costume));
        costume.header.limbs =
            (!source.short_header).then(|| source.limbs.unwrap_or_else(|| limbs_in_use(&costume)));
        costume
    }

    fn short(&mut self, place: u32, path: &str) -> u16 {
        u16::try_from(place).unwrap_or_else(|_| {
            self.refuse(path, format!("{place:#x} is no place: they go up to 0xffff"));
            0
        })
    }

    fn label(&mut self, label: &str, program: &Assembled, path: &str) -> u16 {
        program.labels.get(label).copied().unwrap_or_else(|| {
            // Where the program itself was refused, its labels are not all known.
            if self.report.problems.iter().all(|problem| !problem.path.starts_with(PROGRAM)) {
                self.refuse(path, format!("there is no label {label} in {PROGRAM}"));
            }
            0
        })
    }

    fn pictures(&mut self, mut pixels: PictureReader<'_>) -> Vec<Entry> {
        let all = &self.source.picture;
        if all.len() > MAX_PICTURES {
            self.refuse("picture", format!("{} pictures; a code names at most {MAX_PICTURES}", all.len()));
        }
        let mut seen = BTreeMap::new();
        let mut entries = Vec::new();
        for (picture, index) in all.iter().zip(0u16..) {
            let path = format!("picture {index} \"{}\"", picture.name);
            if let Some(first) = seen.insert(picture.name.as_str(), index) {
                self.refuse(&path, format!("shares its name with picture {first}"));
            }
            let odd = |c: char| c.is_whitespace() || ":;,=\"".contains(c);
            if picture.name.is_empty()
                || picture.name.contains(odd)
                || picture.name.starts_with(|c: char| c.is_ascii_digit() || "-@".contains(c))
            {
                let text =
                    "programs have to name it: one word without : ; , = that begins with no digit, - or @";
                self.refuse(&path, text);
            }
            let kind = self.picture(picture, index, &path, &mut pixels).unwrap_or(EntryKind::Empty);
            entries.push(Entry { name: picture.name.clone(), picture: kind });
        }
        pixels.finish(self.report);
        entries
    }

    fn picture(
        &mut self,
        entry: &PictureEntry,
        index: u16,
        path: &str,
        pixels: &mut PictureReader<'_>,
    ) -> Option<EntryKind> {
        if entry.empty {
            return Some(EntryKind::Empty);
        }
        if let Some(other) = &entry.same_as {
            return Some(EntryKind::SameAs(self.lender(other, index, path)?));
        }
        let ([x, y], [move_x, move_y]) = (entry.at, entry.moves);
        let needs_size = || "needs a size of its own: size = [width, height]";
        let mut at = (x, y);
        let (size, pixels) = match (&entry.borrows, &entry.packed) {
            (Some(other), _) => {
                let Some([width, height]) = entry.size else {
                    self.refuse(path, needs_size());
                    return None;
                };
                ((width, height), Pixels::Borrowed(self.lender(other, index, path)?))
            }
            (None, Some(file)) => {
                let Some([width, height]) = entry.size else {
                    self.refuse(path, needs_size());
                    return None;
                };
                ((width, height), Pixels::Packed(self.file(file)?))
            }
            (None, None) => {
                let key = PictureKey { limb: 0, index };
                let own = pixels.own(&entry.place(), key, &format!("{TEXT}: {path}"), self.report)?;
                at = own.moved(at);
                (own.size, Pixels::Rows(own.rows))
            }
        };
        Some(EntryKind::Picture(Picture { size, at, moves: (move_x, move_y), pixels }))
    }

    /// The picture that another one takes its pixels from.
    fn lender(&mut self, name: &str, index: u16, path: &str) -> Option<u16> {
        let found = self.source.picture.iter().position(|other| other.name == name);
        let Some(found) = found.and_then(|found| u16::try_from(found).ok()) else {
            self.refuse(path, format!("there is no picture {name:?}"));
            return None;
        };
        let lender = self.source.picture.get(usize::from(found))?;
        if found == index || lender.empty || lender.same_as.is_some() || lender.borrows.is_some() {
            self.refuse(path, format!("{name:?} has no pixels of its own to give"));
            return None;
        }
        Some(found)
    }

    fn file(&mut self, name: &str) -> Option<Vec<u8>> {
        let found = self.files.get(name).cloned();
        if found.is_none() {
            self.report.refuse(name, "is missing");
        }
        found
    }

    fn program(&mut self, pictures: &[Entry]) -> Assembled {
        let Some(name) = &self.source.program else { return Assembled::default() };
        let Some(bytes) = self.file(name) else { return Assembled::default() };
        let Ok(text) = std::str::from_utf8(&bytes) else {
            self.report.refuse(name.as_str(), "is no text in UTF-8");
            return Assembled::default();
        };
        let numbers: BTreeMap<&str, u16> =
            pictures.iter().map(|entry| entry.name.as_str()).zip(0u16..).collect();
        let picture = |name: &str| numbers.get(name).copied();
        program::assemble(text, &self.dialect.akos, &picture, self.report)
    }

    fn records(
        &mut self,
        directions: u16,
        pictures: &[Entry],
        program: &mut Assembled,
        numeric: &mut BTreeSet<String>,
    ) -> BTreeMap<u16, Record> {
        let mut records = BTreeMap::new();
        let mut shared = Vec::new();
        for chore in &self.source.chore {
            let path = format!("chore {} \"{}\"", chore.number, chore.name);
            for (facing, entry) in chore.facings() {
                let path = format!("{path} / {facing}");
                let Some(index) = self.index(chore.number, facing, directions, &path) else { continue };
                match entry {
                    FacingEntry::SameAs(other) => shared.push((index, chore, other, path)),
                    FacingEntry::Limbs(entries) => {
                        let limbs = self.limbs(entries, pictures, program, numeric, &path);
                        if records.insert(index, Record::Limbs(limbs)).is_some() {
                            self.refuse(&path, "is described twice");
                        }
                    }
                }
            }
        }
        for (index, chore, other, path) in shared {
            if let Some(found) = self.repeated(chore, other, directions, &records, &path)
                && records.insert(index, Record::SameAs(found)).is_some()
            {
                self.refuse(&path, "is described twice");
            }
        }
        records
    }

    /// The record that another one repeats: `east`, or `2/east` of another chore.
    fn repeated(
        &mut self,
        chore: &ChoreEntry,
        other: &str,
        directions: u16,
        records: &BTreeMap<u16, Record>,
        path: &str,
    ) -> Option<u16> {
        let (number, facing) = match other.split_once('/') {
            Some((number, facing)) => (number.parse().ok(), facing),
            None => (Some(chore.number), other),
        };
        let index = number.and_then(|number| index(number, facing, directions));
        let found = index.filter(|index| matches!(records.get(index), Some(Record::Limbs(_))));
        if found.is_none() {
            let text = format!(
                "repeats {other:?}, which is no facing that is described (`east`, or `2/east` of chore 2)"
            );
            self.refuse(path, text);
        }
        found
    }

    fn index(&mut self, chore: u16, facing: &str, directions: u16, path: &str) -> Option<u16> {
        let found = index(chore, facing, directions);
        if found.is_none() {
            let text = match directions {
                4 => {
                    "a costume of four directions has west, east, south and north (or say eight_ways = true \
                     in v7 and v8); records are numbered up to 65534"
                }
                _ => "records are numbered up to 65534",
            };
            self.refuse(path, text);
        }
        found
    }

    fn limbs(
        &mut self,
        entries: &BTreeMap<String, ActionEntry>,
        pictures: &[Entry],
        program: &mut Assembled,
        numeric: &mut BTreeSet<String>,
        path: &str,
    ) -> Limbs {
        let mut limbs: Limbs = [None; LIMBS];
        for (name, entry) in entries {
            let path = format!("{path} / {name}");
            let number = name.strip_prefix("limb-").and_then(|number| number.parse::<usize>().ok());
            let Some(slot) = number.and_then(|number| limbs.get_mut(number)) else {
                self.refuse(path, format!("limbs are called limb-0 to limb-{}", LIMBS - 1));
                continue;
            };
            *slot = match entry {
                ActionEntry::Word(word) => {
                    let mode =
                        [Mode::Kill, Mode::Hide, Mode::Show].into_iter().find(|mode| mode.name() == word);
                    if mode.is_none() {
                        self.refuse(&path, format!("{word:?} is none of kill, hide, show"));
                    }
                    mode.map(|mode| AkosEntry { mode, start: 0, length: 0 })
                }
                ActionEntry::Window(window) => self.window(window, pictures, program, numeric, &path),
            };
        }
        limbs
    }

    fn window(
        &mut self,
        window: &WindowEntry,
        pictures: &[Entry],
        program: &mut Assembled,
        numeric: &mut BTreeSet<String>,
        path: &str,
    ) -> Option<AkosEntry> {
        let named = [
            (Mode::Loop, &window.looped),
            (Mode::Once, &window.once),
            (Mode::Run, &window.run),
            (Mode::Still, &window.still),
            (Mode::Delta, &window.delta),
            (Mode::Empty, &window.empty),
        ];
        let mut modes: Vec<(Mode, &Start)> =
            named.into_iter().filter_map(|(mode, start)| Some((mode, start.as_ref()?))).collect();
        if let (Some(mode), Some(start)) = (window.mode, &window.start) {
            modes.push((Mode::from_byte(mode), start));
        }
        let [(mode, start)] = modes.as_slice() else {
            let text = "what does it do? One of loop, once, run, still, delta, empty = \"LABEL\"; or mode = \
                N with start = \"LABEL\"";
            self.refuse(path, text);
            return None;
        };
        if !mode.has_window() {
            self.refuse(path, format!("mode {} has no start: say \"{}\"", mode.byte(), mode.name()));
            return None;
        }
        let start = match start {
            Start::Label(label) => self.label(label, program, path),
            Start::At(at) => {
                numeric.insert(path.to_owned());
                *at
            }
            Start::Steps(steps) => {
                if !matches!(mode, Mode::Loop | Mode::Once | Mode::Still) || window.to.is_some() {
                    let text = "steps in brackets are for loop, once and still, and have no `to`";
                    self.refuse(path, text);
                    return None;
                }
                let (start, length) = self.steps(steps, pictures, program, path)?;
                return Some(AkosEntry { mode: *mode, start, length });
            }
        };
        let length = match (&window.to, window.length) {
            (None, length) => length.unwrap_or(0),
            (Some(to), _) => {
                let to = match to {
                    Place::Label(label) => self.label(label, program, path),
                    Place::At(at) => self.short(*at, path),
                };
                to.checked_sub(start).unwrap_or_else(|| {
                    self.refuse(path, format!("goes to {to:#06x}, in front of where it begins"));
                    0
                })
            }
        };
        Some(AkosEntry { mode: *mode, start, length })
    }

    /// Steps that stand in the text itself: where the program has them already, else at its end.
    fn steps(
        &mut self,
        steps: &[String],
        pictures: &[Entry],
        program: &mut Assembled,
        path: &str,
    ) -> Option<(u16, u16)> {
        let mut bytes = Vec::new();
        let mut last = 0;
        for step in steps {
            last = bytes.len();
            let statement = match step.strip_prefix('@') {
                Some(command) => command.to_owned(),
                None => {
                    let number = number_of(pictures, step);
                    if number.is_none() {
                        self.refuse(path, format!("{step:?} is no picture; commands begin with @"));
                    }
                    format!("picture {}", number?)
                }
            };
            let code = program::one(&statement, &self.dialect.akos, &format!("{TEXT}: {path}"), self.report);
            if code.len() > 2 || code.is_empty() {
                self.refuse(path, format!("{step:?} is no step: in a loop, codes have one or two bytes"));
                return None;
            }
            bytes.extend(code);
        }
        if bytes.is_empty() {
            self.refuse(path, "has no steps");
            return None;
        }
        let known = program.bytes.windows(bytes.len()).position(|window| window == bytes);
        let start = known.unwrap_or_else(|| {
            program.bytes.extend(&bytes);
            program.bytes.len() - bytes.len()
        });
        let (start, length) = (u16::try_from(start).ok(), u16::try_from(last).ok());
        if start.is_none() || length.is_none() || program.bytes.len() > 1 << 16 {
            self.refuse(path, "the program has no room for it: offsets are 16 bits wide");
        }
        Some((start?, length?))
    }

    fn frame(&mut self, number: usize, frame: &FrameEntry) -> Frame {
        let changes = frame.changes.as_ref().and_then(|file| self.file(file)).unwrap_or_default();
        let ([x, y], [width, height]) = (frame.at, frame.size);
        if !matches!(frame.kind, 0 | 1 | 0x10 | 0x20) {
            let text = format!("type {:#x}; 0, 1, 0x10 and 0x20 are known", frame.kind);
            self.report.note(&format!("{TEXT}: frame {number}"), &text);
        }
        Frame {
            kind: frame.kind,
            at: (x, y),
            size: (width, height),
            changes,
            colours: frame.colours.clone(),
            refresh: frame.refresh.as_ref().map(|areas| areas.iter().map(|edges| area(*edges)).collect()),
            restore: frame.restore.map(area),
        }
    }

    fn tag(&mut self, text: &str) -> Option<Tag> {
        let tag = unescaped(text).and_then(|bytes| Tag::try_from(bytes).ok());
        if tag.is_none() {
            self.refuse("block", format!("{text:?} is no tag of four characters"));
        }
        tag
    }

    /// Blocks that are kept; of SQDB, with the names that the text has.
    fn others(&mut self) -> Vec<(Tag, Vec<u8>)> {
        let mut others = Vec::new();
        let mut named = false;
        for block in &self.source.block {
            let (tag, payload) = (self.tag(&block.tag), self.file(&block.file));
            let (Some(tag), Some(mut payload)) = (tag, payload) else { continue };
            if tag == *b"SQDB" && !others.iter().any(|(other, _)| *other == tag) {
                named = true;
                let names = &self.source.sequence_names;
                match frames::names(&payload) {
                    same if same == *names => {}
                    old => match frames::renamed(&payload, names) {
                        Some(new) => payload = new,
                        None => {
                            let text = format!(
                                "{} names in place of {}; they can be changed, not be added or taken away",
                                names.len(),
                                old.len()
                            );
                            self.refuse("sequence_names", text);
                        }
                    },
                }
            }
            others.push((tag, payload));
        }
        if !named && !self.source.sequence_names.is_empty() {
            self.refuse("sequence_names", "there is no block SQDB that holds names");
        }
        others
    }
}

/// The index of a chore's record for a facing; `None` where there is none of this name.
fn index(chore: u16, facing: &str, directions: u16) -> Option<u16> {
    let number = (0..directions).find(|number| super::facing_name(*number, directions) == facing)?;
    // The table has fewer than 65536 entries.
    chore.checked_mul(directions)?.checked_add(number).filter(|index| *index < u16::MAX)
}

/// Bytes of a text in which those that are not ASCII stand as `\xNN`.
fn unescaped(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let (byte, after) = match (first, after) {
            (b'\\', [b'x', high, low, after @ ..]) => {
                let digits = [*high, *low];
                (u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?, after)
            }
            (b'\\', [b't', after @ ..]) => (b'\t', after),
            (b'\\', [b'r', after @ ..]) => (b'\r', after),
            (b'\\', [b'n', after @ ..]) => (b'\n', after),
            (b'\\', [byte @ (b'\'' | b'"' | b'\\'), after @ ..]) => (*byte, after),
            (b'\\', _) => return None,
            _ => (*first, after),
        };
        out.push(byte);
        rest = after;
    }
    Some(out)
}
