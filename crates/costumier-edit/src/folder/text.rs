//! `costume.toml`, written: always in the same order, with the comments that a newcomer needs.

use std::fmt::Write as _;

use costumier::{Direction, PictureKey};

use super::about::{About, dialect_name};
use super::model::{Action, EntryKind, Facing, Limb, LimbCostume, PicturePixels, Table};
use super::sheets::Rect;
use super::words::word;
use crate::pictures::recover::hex;

/// Where the pixels of a picture are: a file, and a part of it.
pub(super) struct Place {
    pub(super) file: String,
    pub(super) rect: Option<Rect>,
}

/// Steps on a line.
const LINE: usize = 8;

/// The text.
pub(super) fn write(
    costume: &LimbCostume,
    about: &About,
    place: impl Fn(PictureKey) -> Option<Place>,
) -> String {
    let mut out = String::new();
    head(&mut out, costume, about);
    for limb in &costume.limbs {
        write_limb(&mut out, costume, limb, &place);
    }
    chores(&mut out, costume);
    out
}

fn head(out: &mut String, costume: &LimbCostume, about: &About) {
    let line = |out: &mut String, text: &str| {
        out.push_str(text);
        out.push('\n');
    };
    line(
        out,
        "# A costume. docs/costume-folder.md explains every word; `costumier pack` makes the block again.",
    );
    line(out, "# What is not changed keeps its bytes: original.bin is the block as it was.");
    let _ = writeln!(
        out,
        "\nformat = 1\nkind = \"cost\"\ngeneration = {}",
        quoted(dialect_name(&costume.dialect))
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
    let _ = writeln!(out, "\ncolours = {}\nnever_mirror = {}", costume.colours, costume.never_mirror);
    if costume.redirects {
        line(out, "redirects = true");
    }
    line(out, "# The room colour of each costume colour; 0 is transparent.");
    let palette: Vec<String> = costume.palette.iter().map(u8::to_string).collect();
    let _ = writeln!(out, "palette = [{}]", palette.join(", "));
    if !about.colours.is_empty() {
        line(
            out,
            "# What they look like in that room. Pictures are painted in these colours; twins differ by a shade.",
        );
        line(out, "rgb = [");
        for row in about.colours.chunks(LINE) {
            let row: Vec<String> = row.iter().map(|colour| quoted(&hex(*colour))).collect();
            let _ = writeln!(out, "    {},", row.join(", "));
        }
        line(out, "]");
    }
}

fn write_limb(
    out: &mut String,
    costume: &LimbCostume,
    limb: &Limb,
    place: &impl Fn(PictureKey) -> Option<Place>,
) {
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
    for (entry, index) in entries.iter().zip(0u16..) {
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
        let (width, height) = picture.size;
        match (&picture.pixels, place(PictureKey { limb: limb.number, index })) {
            (PicturePixels::Borrowed(key), _) => {
                let _ = writeln!(out, "borrows = {}", quoted(&picture_name(costume, *key)));
                let _ = writeln!(out, "size = [{width}, {height}]");
            }
            (_, Some(Place { file, rect: Some([left, top, width, height]) })) => {
                let _ = writeln!(out, "sheet = {}\nrect = [{left}, {top}, {width}, {height}]", quoted(&file));
            }
            (_, Some(Place { file, rect: None })) => {
                let _ = writeln!(out, "file = {}", quoted(&file));
            }
            (_, None) => {
                let _ = writeln!(out, "size = [{width}, {height}]");
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
        // Words before tables: a table ends only where the next begins.
        for direction in Direction::ALL {
            if let Some(Facing::SameAs(other)) = chore.facings.get(&direction.number()) {
                let _ = writeln!(out, "{direction} = {}", quoted(other.name()));
            }
        }
        for direction in Direction::ALL {
            let Some(Facing::Limbs(limbs)) = chore.facings.get(&direction.number()) else { continue };
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
    let words: Vec<String> =
        commands.iter().map(|byte| word(*byte, entries, costume.dialect.sounds)).collect();
    match (words.as_slice(), once) {
        ([one], false) if one == "@stop" || one == "@start" => return quoted(one.trim_start_matches('@')),
        _ => {}
    }
    let kind = if *once { "once" } else { "loop" };
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    if words.len() <= LINE {
        return format!("{{ {kind} = [{}] }}", words.join(", "));
    }
    let rows: Vec<String> = words.chunks(LINE).map(|row| format!("    {},\n", row.join(", "))).collect();
    format!("{{ {kind} = [\n{}] }}", rows.concat())
}

/// The name of a limb; its number, where nothing in the folder names it.
pub(super) fn limb_name(costume: &LimbCostume, number: u8) -> String {
    let named = costume.limbs.iter().find(|limb| limb.number == number);
    named.map_or_else(|| number.to_string(), |limb| limb.name.clone())
}

/// A picture as other pictures name it: limb and picture.
fn picture_name(costume: &LimbCostume, key: PictureKey) -> String {
    let entry = super::table_entries(costume, key.limb).get(usize::from(key.index));
    let name = entry.map_or_else(|| key.index.to_string(), |entry| entry.name.clone());
    format!("{}/{name}", limb_name(costume, key.limb))
}

fn is_bare(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

fn quoted(text: &str) -> String {
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
