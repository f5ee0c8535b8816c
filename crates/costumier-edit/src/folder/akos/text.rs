//! Writes `costume.toml` of an AKOS costume in a fixed order, with comments for newcomers.

use std::fmt::Write as _;

use costumier::PictureKey;
use costumier::format::akos::{AkosEntry, Codec, Header, Mode};

use super::drawn::Drawn;
use super::lists::Lists;
use super::model::{AkosCostume, Frame, Limbs, Record, key};
use super::program::{Listing, PROGRAM};
use crate::folder::About;
use crate::folder::picture::{Entry, EntryKind, Pixels};
use crate::folder::picture_files::PicturePositions;
use crate::folder::text::{
    comment_of_palette, list, quoted, write_beginning, write_colours, write_numbers, write_place, write_rgb,
};
use crate::folder::words::joined;

/// Names of files next to the text that are not pictures of limbs.
pub(super) struct OtherFiles {
    /// Files with packed pixels, by picture.
    pub(super) packed: std::collections::BTreeMap<u16, String>,
    /// Files with the changes of auxiliary frames, packed or as pictures.
    pub(super) frames: Vec<(String, Option<Drawn>)>,
    /// Files of blocks that are kept as they are.
    pub(super) blocks: Vec<String>,
}

/// Returns the text of a costume.
pub(super) fn write(
    costume: &AkosCostume,
    about: &About,
    (listing, lists): (&Listing, &Lists),
    places: &PicturePositions,
    beside: &OtherFiles,
) -> String {
    let mut out = String::new();
    head(&mut out, costume, about, listing);
    out.push('\n');
    for (entry, index) in costume.pictures.iter().zip(0..=u16::MAX) {
        picture(&mut out, costume, entry, index, places, beside);
    }
    chores(&mut out, costume, (listing, lists));
    tables(&mut out, costume, listing);
    for (frame, (file, drawn)) in costume.frames.iter().zip(&beside.frames) {
        write_frame(&mut out, frame, file, drawn.as_ref());
    }
    for ((tag, _), file) in costume.others.iter().zip(&beside.blocks) {
        let tag = tag.escape_ascii().to_string();
        let _ = writeln!(out, "\n[[block]]\ntag = {}\nfile = {}", quoted(&tag), quoted(file));
    }
    out
}

fn head(out: &mut String, costume: &AkosCostume, about: &About, listing: &Listing) {
    write_beginning(out, "akos", &costume.dialect, about);
    let AkosCostume { header, .. } = costume;
    let meaning = match header.codec {
        Codec::Rle => "runs by columns, in costume colours",
        Codec::Bomp => "runs by rows, in room colours",
        Codec::MajMin => "a bit stream, in room colours",
        Codec::Trle => "runs with skips, in room colours",
        Codec::Unknown(_) => "not known",
    };
    let _ = writeln!(out, "\ncodec = {}   # {meaning}", header.codec.number());
    let _ = writeln!(out, "never_mirror = {}", header.flags & Header::NEVER_MIRROR != 0);
    let named = super::model::named_flags(&costume.dialect);
    if header.flags & named & Header::EIGHT_WAYS != 0 {
        out.push_str("eight_ways = true\n");
    }
    let others = header.flags & !named;
    if others != Header::MARK {
        let _ = writeln!(out, "flags = {others:#06x}");
    }
    if header.version != 1 {
        let _ = writeln!(out, "version = {}", header.version);
    }
    match header.limbs {
        None => out.push_str("short_header = true\n"),
        Some(limbs) if limbs != super::limbs_in_use(costume) => {
            let _ = writeln!(out, "limbs = {limbs}");
        }
        Some(_) => {}
    }
    if header.records != super::records_needed(costume) {
        let _ = writeln!(out, "records = {}", header.records);
    }
    if !costume.palette.is_empty() {
        out.push_str(match header.codec {
            Codec::Rle => comment_of_palette(about),
            _ => "# The room colours of the costume.\n",
        });
        write_numbers(out, "palette", &costume.palette);
    }
    write_colours(out, about);
    if !costume.artist.is_empty() {
        out.push_str("# The artist's colours; games do not read them.\n");
        write_rgb(out, "artist_rgb", &costume.artist);
    }
    if !costume.names.is_empty() {
        let names: Vec<String> = costume.names.iter().map(|name| quoted(name)).collect();
        let _ = writeln!(out, "sequence_names = [{}]", names.join(", "));
    }
    let _ = writeln!(out, "program = {}", quoted(PROGRAM));
    if !costume.jumps.is_empty() {
        let places: Vec<String> = costume.jumps.iter().map(|at| place(*at, listing)).collect();
        let _ = writeln!(out, "# The targets of the command `goto-table`.\njumps = [{}]", places.join(", "));
    }
    if !costume.conditions.is_empty() {
        out.push_str(
            "# The conditions of `draw-if`: 0x4… all of these bits, 0x8… none of them, 0x0… any of them; 0 always.\n",
        );
        let words: Vec<String> = costume.conditions.iter().map(|word| format!("{word:#010x}")).collect();
        let _ = writeln!(out, "conditions = [{}]", words.join(", "));
    }
    if !costume.order.is_empty() {
        let tags: Vec<String> =
            costume.order.iter().map(|tag| quoted(&tag.escape_ascii().to_string())).collect();
        let _ = writeln!(out, "order = [{}]", tags.join(", "));
    }
}

fn picture(
    out: &mut String,
    costume: &AkosCostume,
    entry: &Entry,
    index: u16,
    places: &PicturePositions,
    beside: &OtherFiles,
) {
    let _ = writeln!(out, "[[picture]]\nname = {}", quoted(&entry.name));
    let name = |key: PictureKey| costume.pictures.get(usize::from(key.index)).map_or("", |entry| &entry.name);
    let picture = match &entry.picture {
        EntryKind::Empty => {
            out.push_str("empty = true\n");
            return;
        }
        EntryKind::SameAs(other) => {
            let _ = writeln!(out, "same_as = {}", quoted(name(*other)));
            return;
        }
        EntryKind::Picture(picture) => picture,
    };
    let (width, height) = picture.size;
    match &picture.pixels {
        Pixels::Borrowed(other) => {
            let _ = writeln!(out, "borrows = {}\nsize = [{width}, {height}]", quoted(name(*other)));
        }
        Pixels::Packed(_) => {
            let file = beside.packed.get(&index).map_or("", String::as_str);
            let _ = writeln!(out, "packed = {}\nsize = [{width}, {height}]", quoted(file));
        }
        Pixels::Rows(_) => {
            write_place(out, places.get(&key(index)), picture.size);
        }
    }
    let _ = writeln!(out, "at = [{}, {}]", picture.at.0, picture.at.1);
    if picture.moves != (0, 0) {
        let _ = writeln!(out, "move = [{}, {}]", picture.moves.0, picture.moves.1);
    }
}

fn chores(out: &mut String, costume: &AkosCostume, program: (&Listing, &Lists)) {
    let directions = costume.directions();
    let mut numbers: Vec<u16> = costume.records.keys().map(|index| index / directions).collect();
    numbers.dedup();
    for number in numbers {
        let name = super::chore_name(&costume.dialect, number);
        let _ = writeln!(out, "\n[[chore]]\nnumber = {number}\nname = {}", quoted(&name));
        let indices: Vec<u16> = (0..directions)
            .filter_map(|facing| number.checked_mul(directions)?.checked_add(facing))
            .filter(|index| costume.records.contains_key(index))
            .collect();
        // Words come before tables, because a table ends only where the next one begins.
        for index in &indices {
            let Some(Record::SameAs(other)) = costume.records.get(index) else { continue };
            let other_facing = super::facing_name(*other, directions);
            let other = match other / directions {
                same if same == number => other_facing.to_owned(),
                chore => format!("{chore}/{other_facing}"),
            };
            let _ = writeln!(out, "{} = {}", super::facing_name(*index, directions), quoted(&other));
        }
        for index in &indices {
            let Some(Record::Limbs(limbs)) = costume.records.get(index) else { continue };
            let _ = writeln!(out, "[chore.{}]", super::facing_name(*index, directions));
            write_limbs(out, limbs, program);
        }
    }
}

fn write_limbs(out: &mut String, limbs: &Limbs, program: (&Listing, &Lists)) {
    for (limb, entry) in limbs.iter().enumerate() {
        if let Some(entry) = entry {
            let _ = writeln!(out, "limb-{limb} = {}", action(*entry, program));
        }
    }
}

fn action(entry: AkosEntry, (listing, lists): (&Listing, &Lists)) -> String {
    if !entry.mode.has_window() {
        return quoted(entry.mode.name());
    }
    if let Some(steps) = lists.steps(entry) {
        // Names of pictures are one word, so none ends with a count.
        return format!("{{ {} = {} }}", entry.mode.name(), list(&joined(steps, |_| false)));
    }
    let start = place(entry.start, listing);
    let mut text = match entry.mode {
        Mode::Other(mode) => format!("{{ mode = {mode}, start = {start}"),
        mode => format!("{{ {} = {start}", mode.name()),
    };
    if entry.length > 0 {
        let end = entry.start.checked_add(entry.length).and_then(|at| listing.label(at));
        let _ = match end {
            Some(label) => write!(text, ", to = {}", quoted(&label)),
            None => write!(text, ", length = {}", entry.length),
        };
    }
    text + " }"
}

/// Returns the label of a place, or its number if it has none.
fn place(at: u16, listing: &Listing) -> String {
    listing.label(at).map_or_else(|| format!("{at:#06x}"), |label| quoted(&label))
}

fn tables(out: &mut String, costume: &AkosCostume, listing: &Listing) {
    for (start, first, count) in &costume.jump_slices {
        let start = place(*start, listing);
        let _ = writeln!(out, "\n[[jump_slice]]\nstart = {start}\nfirst = {first}\ncount = {count}");
    }
    for (start, first) in &costume.condition_starts {
        let start =
            u16::try_from(*start).map_or_else(|_| format!("{start:#010x}"), |start| place(start, listing));
        let _ = writeln!(out, "\n[[condition_start]]\nstart = {start}\nfirst = {first}");
    }
}

fn write_frame(out: &mut String, frame: &Frame, file: &str, drawn: Option<&Drawn>) {
    let _ = writeln!(out, "\n[[frame]]\ntype = {:#04x}", frame.kind);
    if frame.kind != 0 {
        let _ = writeln!(out, "at = [{}, {}]", frame.at.0, frame.at.1);
    }
    if let Some(drawn) = drawn {
        let _ = writeln!(
            out,
            "file = {}\nkeep = {}   # the pixel value that leaves the screen as it is",
            quoted(file),
            drawn.keys.keep
        );
        if let Some(erase) = drawn.keys.erase {
            let _ = writeln!(out, "erase = {erase}   # and the one that shows the background again");
        }
    } else {
        if frame.kind != 0 {
            let _ = writeln!(out, "size = [{}, {}]", frame.size.0, frame.size.1);
        }
        if !frame.changes.is_empty() {
            let _ = writeln!(out, "changes = {}", quoted(file));
        }
    }
    if let Some(colours) = frame.colours.as_ref().or_else(|| drawn?.table.as_ref()) {
        write_numbers(out, "colours", colours);
    }
    let area = |area: &costumier::format::akos::Area| {
        format!("[{}, {}, {}, {}]", area.left, area.top, area.right, area.bottom)
    };
    if let Some(refresh) = &frame.refresh {
        let areas: Vec<String> = refresh.iter().map(area).collect();
        let _ = writeln!(out, "refresh = [{}]", areas.join(", "));
    }
    if let Some(restore) = &frame.restore {
        let _ = writeln!(out, "restore = {}", area(restore));
    }
}
