//! Writes `costume.toml` in a fixed order, with comments for newcomers.

use std::fmt::Write as _;

use costumier::{Dialect, Direction, PictureKey};

use super::about::{About, dialect_name};
use super::model::{Action, Limb, LimbCostume, Record, Table};
use super::picture::{EntryKind, Pixels};
use super::picture_files::{PicturePositions, PixelPlace};
use super::room_palette;
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

/// Writes the place of a picture's pixels, or its size if it has none.
pub(super) fn write_place(out: &mut String, place: Option<&PixelPlace>, (width, height): (u16, u16)) {
    let _ = match place {
        Some(PixelPlace { file, rect: Some([left, top, width, height]), on: Some(on) }) => writeln!(
            out,
            "file = {}\nlayer = {}\nframe = {}\nrect = [{left}, {top}, {width}, {height}]",
            quoted(file),
            quoted(&on.layer),
            on.frame
        ),
        Some(PixelPlace { file, rect: Some([left, top, width, height]), .. }) => {
            writeln!(out, "sheet = {}\nrect = [{left}, {top}, {width}, {height}]", quoted(file))
        }
        Some(PixelPlace { file, rect: None, .. }) => writeln!(out, "file = {}", quoted(file)),
        None => writeln!(out, "size = [{width}, {height}]"),
    };
}

fn write_limb(out: &mut String, costume: &LimbCostume, limb: &Limb, places: &PicturePositions) {
    let _ = writeln!(out, "\n[[limb]]\nnumber = {}\nname = {}", limb.number, quoted(&limb.name));
    let entries = match &limb.table {
        Table::Null => {
            out.push_str("null = true\n");
            return;
        }
        Table::SameAs(other) => {
            let _ = writeln!(out, "same_as = {}", quoted(&limb_name(costume, *other)));
            return;
        }
        Table::Own(entries) => entries,
    };
    for (entry, index) in entries.iter().zip(0..=u16::MAX) {
        let _ = writeln!(out, "[[limb.picture]]\nname = {}", quoted(&entry.name));
        let picture = match &entry.picture {
            EntryKind::Empty => {
                out.push_str("empty = true\n");
                continue;
            }
            EntryKind::SameAs(key) => {
                let _ = writeln!(out, "same_as = {}", quoted(&picture_name(costume, *key)));
                continue;
            }
            EntryKind::Picture(picture) => picture,
        };
        match &picture.pixels {
            Pixels::Borrowed(key) => {
                let _ = writeln!(out, "borrows = {}", quoted(&picture_name(costume, *key)));
                let _ = writeln!(out, "size = [{}, {}]", picture.size.0, picture.size.1);
            }
            Pixels::Rows(_) | Pixels::Packed(_) => {
                let key = PictureKey { limb: limb.number, index };
                write_place(out, places.get(&key), picture.size);
            }
        }
        let _ = writeln!(out, "at = [{}, {}]", picture.at.0, picture.at.1);
        if picture.moves != (0, 0) {
            let _ = writeln!(out, "move = [{}, {}]", picture.moves.0, picture.moves.1);
        }
    }
}

fn chores(out: &mut String, costume: &LimbCostume) {
    for chore in &costume.chores {
        let _ = writeln!(out, "\n[[chore]]\nnumber = {}\nname = {}", chore.number, quoted(&chore.name));
        // Words come before tables, because a table ends only where the next one begins.
        for direction in Direction::ALL {
            if let Some(Record::SameAs(other)) = chore.records.get(&direction.number()) {
                let _ = writeln!(out, "{direction} = {}", quoted(other.name()));
            }
        }
        for direction in Direction::ALL {
            let Some(Record::Limbs(limbs)) = chore.records.get(&direction.number()) else { continue };
            let _ = writeln!(out, "[chore.{direction}]");
            for (number, action) in limbs {
                let name = limb_name(costume, *number);
                let key = if is_bare(&name) { name.clone() } else { quoted(&name) };
                let _ = writeln!(out, "{key} = {}", action_text(costume, *number, action));
            }
        }
    }
}

fn action_text(costume: &LimbCostume, limb: u8, action: &Action) -> String {
    let Action::Play { commands, once } = action else { return quoted("off") };
    let entries = super::table_entries(costume, limb);
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

/// Returns the name of a limb, or its number if the folder does not name it.
pub(super) fn limb_name(costume: &LimbCostume, number: u8) -> String {
    let named = costume.limbs.iter().find(|limb| limb.number == number);
    named.map_or_else(|| number.to_string(), |limb| limb.name.clone())
}

/// Returns the name of a picture for other pictures: limb and picture.
fn picture_name(costume: &LimbCostume, key: PictureKey) -> String {
    let entry = super::table_entries(costume, key.limb).get(usize::from(key.index));
    let name = entry.map_or_else(|| key.index.to_string(), |entry| entry.name.clone());
    format!("{}/{name}", limb_name(costume, key.limb))
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
