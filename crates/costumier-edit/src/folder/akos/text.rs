//! Writes `costume.toml` of an AKOS costume in a fixed order, with comments for newcomers.

use std::fmt::Write as _;

use costumier::format::akos::{AkosEntry, Codec, Header, Mode};

use super::drawn::Drawn;
use super::lists::Lists;
use super::model::{AkosCostume, Frame, Record};
use super::program::{Listing, PROGRAM};
use crate::folder::About;
use crate::folder::describe::chore_name;
use crate::folder::picture::PictureTables;
use crate::folder::picture_files::PicturePositions;
use crate::folder::source::WordOr;
use crate::folder::text::{
    comment_of_palette, list, quoted, write_beginning, write_chore, write_colours, write_numbers,
    write_picture, write_rgb,
};
use crate::folder::words::joined;

/// Names of files next to the text that are not pictures of limbs.
pub(super) struct OtherFiles {
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
    for (key, entry) in costume.all() {
        write_picture(&mut out, "picture", costume, entry, places.get(&key));
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

fn chores(out: &mut String, costume: &AkosCostume, program: (&Listing, &Lists)) {
    let directions = costume.directions();
    let mut numbers: Vec<u16> = costume.records.keys().map(|index| index / directions).collect();
    numbers.dedup();
    for number in numbers {
        let facings = (0..directions).filter_map(|facing| {
            let index = number.checked_mul(directions)?.checked_add(facing)?;
            let text = match costume.records.get(&index)? {
                Record::SameAs(other) => {
                    let facing = super::facing_name(*other, directions);
                    WordOr::Word(match other / directions {
                        same if same == number => facing.to_owned(),
                        chore => format!("{chore}/{facing}"),
                    })
                }
                Record::Limbs(limbs) => WordOr::Other(
                    limbs
                        .iter()
                        .zip(0..)
                        .filter_map(|(entry, limb)| {
                            Some((costume.limb_name(limb), action((*entry)?, program)))
                        })
                        .collect(),
                ),
            };
            Some((super::facing_name(index, directions), text))
        });
        let name = chore_name(&costume.dialect, number);
        write_chore(out, (number, &name), &facings.collect::<Vec<_>>());
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
