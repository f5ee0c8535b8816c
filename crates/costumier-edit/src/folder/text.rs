//! Writes `costume.toml` in a fixed order: what all kinds of costume share, and COST costumes.

use std::fmt::{Display, Write as _};

use costumier::{Dialect, Direction, PictureKey};

use super::about::{About, dialect_name};
use super::model::{Action, LimbCostume, Record, Table};
use super::picture::{Entry, EntryKind, PictureTables, Pixels};
use super::picture_files::{PicturePositions, PixelPlace};
use super::room_palette;
use super::source::WordOr;
use super::words::{joined, word};
use crate::pictures::Rgb;
use crate::pictures::recover::hex;

/// Number of steps or colours on a line.
const LINE: usize = 8;

/// Number of numbers on a line, and of colours on a line of a short text with as many as a room has.
const NUMBERS: usize = 16;
const MANY: usize = 64;

/// How a text is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// A line for each key, with comments for newcomers.
    Full,
    /// A line for each picture, and for what a limb does in a facing: for new costumes.
    Short,
}

/// The comment about `original.bin`.
pub(super) const KEEPS: &str =
    "# Parts that you do not change keep their bytes: original.bin is the original block.\n";

/// Returns the text of a COST costume.
pub(super) fn write(
    costume: &LimbCostume,
    about: &About,
    places: &PicturePositions,
    layout: Layout,
) -> String {
    let mut out = Text::begin("cost", &costume.dialect, about, layout);
    out.key("colours", costume.colours);
    out.switch("never_mirror", costume.never_mirror);
    out.option("redirects", costume.redirects.then_some(true));
    out.comment(comment_of_palette(about));
    out.numbers("palette", &costume.palette);
    out.colours(about);
    for limb in &costume.limbs {
        out.table("limb");
        out.key("number", limb.number);
        out.key("name", quoted(&limb.name));
        match &limb.table {
            Table::Null => out.key("null", true),
            Table::SameAs(other) => out.key("same_as", quoted(&costume.limb_name(*other))),
            Table::Own(_) => out.pictures("limb.picture", costume, limb.number, places),
        }
    }
    for chore in &costume.chores {
        let facings = Direction::ALL.into_iter().filter_map(|direction| {
            let text = match chore.records.get(&direction.number())? {
                Record::SameAs(other) => WordOr::Word(other.name().to_owned()),
                Record::Limbs(limbs) => WordOr::Other(
                    limbs
                        .iter()
                        .map(|(limb, action)| (costume.limb_name(*limb), out.action(costume, *limb, action)))
                        .collect(),
                ),
            };
            Some((direction.name(), text))
        });
        let facings: Vec<FacingText> = facings.collect();
        out.chore((chore.number, &chore.name), &facings);
    }
    out.text
}

/// Returns the comment about the palette.
pub(super) fn comment_of_palette(about: &About) -> &'static str {
    if room_palette::is_written(about) {
        "# The room colour of each costume colour; 0 is transparent. room.gpl has the room's 256 colours.\n"
    } else {
        "# The room colour of each costume colour; 0 is transparent.\n"
    }
}

/// A facing of a chore as text: its name, and the facing that it repeats, or its limbs with what each does.
pub(super) type FacingText = (&'static str, WordOr<Vec<(String, String)>>);

/// A text while it is written.
pub(super) struct Text {
    pub(super) text: String,
    layout: Layout,
    /// Whether a chore is written.
    has_chores: bool,
}

impl Text {
    /// Writes the beginning of every text.
    pub(super) fn begin(kind: &str, dialect: &Dialect, about: &About, layout: Layout) -> Self {
        let first =
            "# A costume. docs/costume-folder.md explains every key; `costumier pack` makes a block of it.\n";
        let mut out = Self { text: first.to_owned(), layout, has_chores: false };
        out.comment(KEEPS);
        out.comment("\n");
        out.key("format", 1);
        out.key("kind", quoted(kind));
        out.key("generation", quoted(dialect_name(dialect)));
        out.option("id", about.id);
        out.option("room", about.room);
        out.option("game", about.game.as_deref().map(quoted));
        out.option("name", about.name.as_deref().map(quoted));
        out.comment("\n");
        out
    }

    fn is_short(&self) -> bool {
        self.layout == Layout::Short
    }

    /// Writes lines for newcomers, which a short text does not have.
    pub(super) fn comment(&mut self, lines: &str) {
        if !self.is_short() {
            self.text.push_str(lines);
        }
    }

    /// Writes a key and its value.
    pub(super) fn key(&mut self, key: &str, value: impl Display) {
        let _ = writeln!(self.text, "{key} = {value}");
    }

    /// Writes a key and its value, with a comment behind them.
    pub(super) fn noted(&mut self, key: &str, value: impl Display, note: &str) {
        match self.layout {
            Layout::Full => self.key(key, format_args!("{value}   # {note}")),
            Layout::Short => self.key(key, value),
        }
    }

    /// Writes a key if it has a value.
    pub(super) fn option(&mut self, key: &str, value: Option<impl Display>) {
        value.into_iter().for_each(|value| self.key(key, value));
    }

    /// Writes a key that is true or false. A short text leaves out what is false.
    pub(super) fn switch(&mut self, key: &str, is: bool) {
        self.option(key, (is || !self.is_short()).then_some(is));
    }

    /// Writes words in brackets under a key, if there are any.
    pub(super) fn words(&mut self, key: &str, words: &[String]) {
        self.option(key, (!words.is_empty()).then(|| format!("[{}]", words.join(", "))));
    }

    /// Begins a table of a list.
    pub(super) fn table(&mut self, name: &str) {
        let _ = writeln!(self.text, "\n[[{name}]]");
    }

    /// Writes numbers under a key, on several lines if there are many.
    pub(super) fn numbers(&mut self, key: &str, numbers: &[u8]) {
        let words: Vec<String> = numbers.iter().map(u8::to_string).collect();
        match words.len() <= 2 * NUMBERS || self.is_short() {
            true => self.key(key, format_args!("[{}]", words.join(", "))),
            false => self.key(key, rows(&words, NUMBERS)),
        }
    }

    /// Writes colours under a key.
    pub(super) fn rgb(&mut self, key: &str, colours: &[Rgb]) {
        let words: Vec<String> = colours.iter().map(|colour| quoted(&hex(*colour))).collect();
        if !self.is_short() {
            return self.key(key, rows(&words, LINE));
        }
        let line = if words.len() > MANY { MANY } else { LINE };
        let rows: Vec<String> = words.chunks(line).map(|row| row.join(", ")).collect();
        self.key(key, format_args!("[{}]", rows.join(",\n    ")));
    }

    /// Writes the colours that pictures are painted in.
    pub(super) fn colours(&mut self, about: &About) {
        if !about.colours.is_empty() {
            self.comment(
                "# The colours that the pictures are painted in, also after `palette` changes. If two are equal, one \
                 is painted a shade lighter or darker.\n",
            );
            self.rgb("rgb", &about.colours);
        }
    }

    /// Writes the entries of a limb's picture table.
    pub(super) fn pictures(
        &mut self,
        table: &str,
        tables: &dyn PictureTables,
        limb: u8,
        places: &PicturePositions,
    ) {
        let mut lines = String::new();
        for (entry, index) in tables.entries(limb).iter().zip(0..=u16::MAX) {
            let keys = keys_of(tables, entry, places.get(&PictureKey { limb, index }));
            let keys: Vec<String> = keys.iter().map(|(key, value)| format!("{key} = {value}")).collect();
            let _ = match self.layout {
                Layout::Full => writeln!(lines, "[[{table}]]\n{}", keys.join("\n")),
                Layout::Short => writeln!(lines, "    {{ {} }},", keys.join(", ")),
            };
        }
        match self.is_short() && !lines.is_empty() {
            true => self.key("picture", format_args!("[\n{lines}]")),
            false => self.text.push_str(&lines),
        }
    }

    /// Writes a chore.
    pub(super) fn chore(&mut self, (number, name): (u16, &str), facings: &[FacingText]) {
        // The chores of a short text are one block.
        if !self.is_short() || !std::mem::replace(&mut self.has_chores, true) {
            self.text.push('\n');
        }
        self.text.push_str("[[chore]]\n");
        self.key("number", number);
        self.key("name", quoted(name));
        // Words come before tables, because a table ends only where the next one begins.
        for (facing, text) in facings {
            if let WordOr::Word(other) = text {
                self.key(facing, quoted(other));
            }
        }
        for (facing, text) in facings {
            let WordOr::Other(limbs) = text else { continue };
            let before = match self.is_short() && !limbs.is_empty() {
                true => format!("{facing}."),
                false => String::new(),
            };
            if before.is_empty() {
                let _ = writeln!(self.text, "[chore.{facing}]");
            }
            for (limb, action) in limbs {
                let limb = if is_bare(limb) { limb.clone() } else { quoted(limb) };
                self.key(&format!("{before}{limb}"), action);
            }
        }
    }

    fn action(&self, costume: &LimbCostume, limb: u8, action: &Action) -> String {
        let Action::Play { commands, once } = action else { return quoted("off") };
        let entries = costume.entries(limb);
        let words: Vec<String> = commands.iter().map(|byte| word(*byte, entries, &costume.dialect)).collect();
        match (words.as_slice(), once) {
            ([one], false) if one == "@stop" || one == "@start" => {
                return quoted(one.trim_start_matches('@'));
            }
            _ => {}
        }
        let is_name = |name: &str| entries.iter().any(|entry| entry.name == name);
        self.steps(if *once { "once" } else { "loop" }, &joined(&words, is_name))
    }

    /// Formats steps that a limb plays, on several lines if there are many.
    pub(super) fn steps(&self, mode: &str, words: &[String]) -> String {
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        match words.len() <= LINE || self.is_short() {
            true => format!("{{ {mode} = [{}] }}", words.join(", ")),
            false => format!("{{ {mode} = {} }}", rows(&words, LINE)),
        }
    }
}

/// Formats words in brackets, `line` of them on each line.
fn rows(words: &[String], line: usize) -> String {
    let rows: Vec<String> = words.chunks(line).map(|row| format!("    {},\n", row.join(", "))).collect();
    format!("[\n{}]", rows.concat())
}

/// Returns the keys and values of an entry of a picture table. `place` is that of its pixels.
fn keys_of(
    tables: &dyn PictureTables,
    entry: &Entry,
    place: Option<&PixelPlace>,
) -> Vec<(&'static str, String)> {
    let mut keys = vec![("name", quoted(&entry.name))];
    let picture = match &entry.picture {
        EntryKind::Empty => {
            keys.push(("empty", "true".to_owned()));
            return keys;
        }
        EntryKind::SameAs(other) => {
            keys.push(("same_as", quoted(&tables.name_of(*other))));
            return keys;
        }
        EntryKind::Picture(picture) => picture,
    };
    let size = || ("size", format!("[{}, {}]", picture.size.0, picture.size.1));
    match (&picture.pixels, place) {
        (Pixels::Borrowed(other), _) => keys.extend([("borrows", quoted(&tables.name_of(*other))), size()]),
        (Pixels::Packed(_), Some(place)) => keys.extend([("packed", quoted(&place.file)), size()]),
        (_, Some(PixelPlace { file, rect, on, is_sized })) => {
            let is_sheet = rect.is_some() && on.is_none();
            keys.push((if is_sheet { "sheet" } else { "file" }, quoted(file)));
            if let Some(on) = on {
                keys.extend([("layer", quoted(&on.layer)), ("frame", on.frame.to_string())]);
            }
            keys.extend(rect.map(|rect| ("rect", format!("{rect:?}"))));
            keys.extend((*is_sized && on.is_none()).then(size));
        }
        (_, None) => keys.push(size()),
    }
    let pair = |(x, y): (i16, i16)| format!("[{x}, {y}]");
    keys.push(("at", pair(picture.at)));
    keys.extend((picture.moves != (0, 0)).then(|| ("move", pair(picture.moves))));
    keys
}

pub(super) fn is_bare(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
