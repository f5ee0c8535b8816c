//! Writes `costume.toml` in a fixed order, with comments for newcomers.

use std::fmt::Write as _;

use costumier::{Dialect, Direction, PictureKey};

use super::about::{About, dialect_name};
use super::model::{Action, Limb, LimbCostume, Record, Table};
use super::picture::{Entry, EntryKind, PictureTables, Pixels};
use super::picture_files::{PicturePositions, PixelPlace};
use super::room_palette;
use super::source::WordOr;
use super::words::{joined, word};
use crate::pictures::Rgb;
use crate::pictures::recover::hex;

/// Number of steps or colours on a line.
const LINE: usize = 8;

/// Number of numbers on a line.
const NUMBERS: usize = 16;

/// Returns the text of a costume.
pub(super) fn write(costume: &LimbCostume, about: &About, places: &PicturePositions) -> String {
    let mut out = String::new();
    head(&mut out, costume, about);
    for limb in &costume.limbs {
        write_limb(&mut out, costume, limb, places);
    }
    chores(&mut out, costume);
    out
}

fn head(out: &mut String, costume: &LimbCostume, about: &About) {
    write_beginning(out, "cost", &costume.dialect, about);
    let _ = writeln!(out, "\ncolours = {}\nnever_mirror = {}", costume.colours, costume.never_mirror);
    if costume.redirects {
        out.push_str("redirects = true\n");
    }
    out.push_str(comment_of_palette(about));
    write_numbers(out, "palette", &costume.palette);
    write_colours(out, about);
}

/// The comment about `original.bin`.
pub(super) const KEEPS: &str =
    "# Parts that you do not change keep their bytes: original.bin is the original block.\n";

/// Writes the beginning of every text.
pub(super) fn write_beginning(out: &mut String, kind: &str, dialect: &Dialect, about: &About) {
    out.push_str(
        "# A costume. docs/costume-folder.md explains every key; `costumier pack` makes a block of it.\n",
    );
    out.push_str(KEEPS);
    let _ = writeln!(
        out,
        "\nformat = 1\nkind = {}\ngeneration = {}",
        quoted(kind),
        quoted(dialect_name(dialect))
    );
    if let Some(id) = about.id {
        let _ = writeln!(out, "id = {id}");
    }
    if let Some(room) = about.room {
        let _ = writeln!(out, "room = {room}");
    }
    if let Some(game) = &about.game {
        let _ = writeln!(out, "game = {}", quoted(game));
    }
    if let Some(name) = &about.name {
        let _ = writeln!(out, "name = {}", quoted(name));
    }
}

/// Writes numbers under a key, on several lines if there are many.
pub(super) fn write_numbers(out: &mut String, key: &str, numbers: &[u8]) {
    let words: Vec<String> = numbers.iter().map(u8::to_string).collect();
    if words.len() <= 2 * NUMBERS {
        let _ = writeln!(out, "{key} = [{}]", words.join(", "));
        return;
    }
    let _ = writeln!(out, "{key} = [");
    for row in words.chunks(NUMBERS) {
        let _ = writeln!(out, "    {},", row.join(", "));
    }
    out.push_str("]\n");
}

/// Writes colours under a key.
pub(super) fn write_rgb(out: &mut String, key: &str, colours: &[Rgb]) {
    let _ = writeln!(out, "{key} = [");
    for row in colours.chunks(LINE) {
        let row: Vec<String> = row.iter().map(|colour| quoted(&hex(*colour))).collect();
        let _ = writeln!(out, "    {},", row.join(", "));
    }
    out.push_str("]\n");
}

/// Returns the comment about the palette.
pub(super) fn comment_of_palette(about: &About) -> &'static str {
    if room_palette::is_written(about) {
        "# The room colour of each costume colour; 0 is transparent. room.gpl has the room's 256 colours.\n"
    } else {
        "# The room colour of each costume colour; 0 is transparent.\n"
    }
}

/// Writes the colours that pictures are painted in.
pub(super) fn write_colours(out: &mut String, about: &About) {
    if !about.colours.is_empty() {
        out.push_str(
            "# The colours that the pictures are painted in, also after `palette` changes. If two are equal, one is \
             painted a shade lighter or darker.\n",
        );
        write_rgb(out, "rgb", &about.colours);
    }
}

fn write_limb(out: &mut String, costume: &LimbCostume, limb: &Limb, places: &PicturePositions) {
    let _ = writeln!(out, "\n[[limb]]\nnumber = {}\nname = {}", limb.number, quoted(&limb.name));
    let entries = match &limb.table {
        Table::Null => {
            out.push_str("null = true\n");
            return;
        }
        Table::SameAs(other) => {
            let _ = writeln!(out, "same_as = {}", quoted(&costume.limb_name(*other)));
            return;
        }
        Table::Own(entries) => entries,
    };
    for (entry, index) in entries.iter().zip(0..=u16::MAX) {
        let key = PictureKey { limb: limb.number, index };
        write_picture(out, "limb.picture", costume, entry, places.get(&key));
    }
}

/// Writes an entry of a picture table. `place` is that of its pixels.
pub(super) fn write_picture(
    out: &mut String,
    table: &str,
    tables: &dyn PictureTables,
    entry: &Entry,
    place: Option<&PixelPlace>,
) {
    let _ = writeln!(out, "[[{table}]]\nname = {}", quoted(&entry.name));
    let picture = match &entry.picture {
        EntryKind::Empty => return out.push_str("empty = true\n"),
        EntryKind::SameAs(other) => {
            let _ = writeln!(out, "same_as = {}", quoted(&tables.name_of(*other)));
            return;
        }
        EntryKind::Picture(picture) => picture,
    };
    let (width, height) = picture.size;
    let _ = match (&picture.pixels, place) {
        (Pixels::Borrowed(other), _) => {
            let other = quoted(&tables.name_of(*other));
            writeln!(out, "borrows = {other}\nsize = [{width}, {height}]")
        }
        (Pixels::Packed(_), Some(PixelPlace { file, .. })) => {
            writeln!(out, "packed = {}\nsize = [{width}, {height}]", quoted(file))
        }
        (_, Some(PixelPlace { file, rect: Some([left, top, width, height]), on: Some(on) })) => writeln!(
            out,
            "file = {}\nlayer = {}\nframe = {}\nrect = [{left}, {top}, {width}, {height}]",
            quoted(file),
            quoted(&on.layer),
            on.frame
        ),
        (_, Some(PixelPlace { file, rect: Some([left, top, width, height]), .. })) => {
            writeln!(out, "sheet = {}\nrect = [{left}, {top}, {width}, {height}]", quoted(file))
        }
        (_, Some(PixelPlace { file, rect: None, .. })) => writeln!(out, "file = {}", quoted(file)),
        (_, None) => writeln!(out, "size = [{width}, {height}]"),
    };
    let _ = writeln!(out, "at = [{}, {}]", picture.at.0, picture.at.1);
    if picture.moves != (0, 0) {
        let _ = writeln!(out, "move = [{}, {}]", picture.moves.0, picture.moves.1);
    }
}

fn chores(out: &mut String, costume: &LimbCostume) {
    for chore in &costume.chores {
        let facings = Direction::ALL.into_iter().filter_map(|direction| {
            let text = match chore.records.get(&direction.number())? {
                Record::SameAs(other) => WordOr::Word(other.name().to_owned()),
                Record::Limbs(limbs) => WordOr::Other(
                    limbs
                        .iter()
                        .map(|(limb, action)| (costume.limb_name(*limb), action_text(costume, *limb, action)))
                        .collect(),
                ),
            };
            Some((direction.name(), text))
        });
        write_chore(out, (chore.number, &chore.name), &facings.collect::<Vec<_>>());
    }
}

/// A facing of a chore as text: its name, and the facing that it repeats, or its limbs with what each does.
pub(super) type FacingText = (&'static str, WordOr<Vec<(String, String)>>);

/// Writes a chore.
pub(super) fn write_chore(out: &mut String, (number, name): (u16, &str), facings: &[FacingText]) {
    let _ = writeln!(out, "\n[[chore]]\nnumber = {number}\nname = {}", quoted(name));
    // Words come before tables, because a table ends only where the next one begins.
    for (facing, text) in facings {
        if let WordOr::Word(other) = text {
            let _ = writeln!(out, "{facing} = {}", quoted(other));
        }
    }
    for (facing, text) in facings {
        let WordOr::Other(limbs) = text else { continue };
        let _ = writeln!(out, "[chore.{facing}]");
        for (limb, action) in limbs {
            let key = if is_bare(limb) { limb.clone() } else { quoted(limb) };
            let _ = writeln!(out, "{key} = {action}");
        }
    }
}

fn action_text(costume: &LimbCostume, limb: u8, action: &Action) -> String {
    let Action::Play { commands, once } = action else { return quoted("off") };
    let entries = costume.entries(limb);
    let words: Vec<String> = commands.iter().map(|byte| word(*byte, entries, &costume.dialect)).collect();
    match (words.as_slice(), once) {
        ([one], false) if one == "@stop" || one == "@start" => return quoted(one.trim_start_matches('@')),
        _ => {}
    }
    let kind = if *once { "once" } else { "loop" };
    let is_name = |name: &str| entries.iter().any(|entry| entry.name == name);
    format!("{{ {kind} = {} }}", list(&joined(&words, is_name)))
}

/// Formats words in brackets, on several lines if there are many.
pub(super) fn list(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    if words.len() <= LINE {
        return format!("[{}]", words.join(", "));
    }
    let rows: Vec<String> = words.chunks(LINE).map(|row| format!("    {},\n", row.join(", "))).collect();
    format!("[\n{}]", rows.concat())
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
