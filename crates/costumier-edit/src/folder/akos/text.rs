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
use crate::folder::text::{FacingText, Layout, Text, comment_of_palette, quoted};
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
    (places, beside): (&PicturePositions, &OtherFiles),
    layout: Layout,
) -> String {
    let mut out = Text::begin("akos", &costume.dialect, about, layout);
    head(&mut out, costume, about, (listing, lists.need_program(layout)));
    out.comment("\n");
    out.pictures("picture", costume, 0, places);
    chores(&mut out, costume, (listing, lists));
    for (start, first, count) in &costume.jump_slices {
        out.table("jump_slice");
        out.key("start", place(*start, listing));
        out.key("first", first);
        out.key("count", count);
    }
    for (start, first) in &costume.condition_starts {
        out.table("condition_start");
        let place = u16::try_from(*start).map(|start| place(start, listing));
        out.key("start", place.unwrap_or_else(|_| format!("{start:#010x}")));
        out.key("first", first);
    }
    for (frame, (file, drawn)) in costume.frames.iter().zip(&beside.frames) {
        write_frame(&mut out, frame, file, drawn.as_ref());
    }
    for ((tag, _), file) in costume.others.iter().zip(&beside.blocks) {
        out.table("block");
        out.key("tag", quoted(&tag.escape_ascii().to_string()));
        out.key("file", quoted(file));
    }
    out.text
}

fn head(out: &mut Text, costume: &AkosCostume, about: &About, (listing, has_program): (&Listing, bool)) {
    let AkosCostume { header, .. } = costume;
    let meaning = match header.codec {
        Codec::Rle => "runs by columns, in costume colours",
        Codec::Bomp => "runs by rows, in room colours",
        Codec::MajMin => "a bit stream, in room colours",
        Codec::Trle => "runs with skips, in room colours",
        Codec::Unknown(_) => "not known",
    };
    out.noted("codec", header.codec.number(), meaning);
    out.switch("never_mirror", header.flags & Header::NEVER_MIRROR != 0);
    let named = super::model::named_flags(&costume.dialect);
    out.option("eight_ways", (header.flags & named & Header::EIGHT_WAYS != 0).then_some(true));
    let others = Some(header.flags & !named).filter(|others| *others != Header::MARK);
    out.option("flags", others.map(|others| format!("{others:#06x}")));
    out.option("version", Some(header.version).filter(|version| *version != 1));
    out.option("short_header", header.limbs.is_none().then_some(true));
    out.option("limbs", header.limbs.filter(|limbs| *limbs != super::limbs_in_use(costume)));
    out.option("records", Some(header.chores).filter(|records| *records != super::records_needed(costume)));
    if !costume.palette.is_empty() {
        out.comment(match header.codec {
            Codec::Rle => comment_of_palette(about),
            _ => "# The room colours of the costume.\n",
        });
        out.numbers("palette", &costume.palette);
    }
    out.colours(about);
    if !costume.artist.is_empty() {
        out.comment("# The artist's colours; games do not read them.\n");
        out.rgb("artist_rgb", &costume.artist);
    }
    out.words("sequence_names", &costume.names.iter().map(|name| quoted(name)).collect::<Vec<_>>());
    out.option("program", has_program.then(|| quoted(PROGRAM)));
    if !costume.jumps.is_empty() {
        out.comment("# The targets of the command `goto-table`.\n");
    }
    out.words("jumps", &costume.jumps.iter().map(|at| place(*at, listing)).collect::<Vec<_>>());
    if !costume.conditions.is_empty() {
        out.comment(
            "# The conditions of `draw-if`: 0x4… all of these bits, 0x8… none of them, 0x0… any of them; 0 always.\n",
        );
    }
    out.words(
        "conditions",
        &costume.conditions.iter().map(|word| format!("{word:#010x}")).collect::<Vec<_>>(),
    );
    let tags = costume.order.iter().map(|tag| quoted(&tag.escape_ascii().to_string()));
    out.words("order", &tags.collect::<Vec<_>>());
}

fn chores(out: &mut Text, costume: &AkosCostume, program: (&Listing, &Lists)) {
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
                            Some((costume.limb_name(limb), action(out, (*entry)?, program)))
                        })
                        .collect(),
                ),
            };
            Some((super::facing_name(index, directions), text))
        });
        let name = chore_name(&costume.dialect, number);
        let facings: Vec<FacingText> = facings.collect();
        out.chore((number, &name), &facings);
    }
}

fn action(out: &Text, entry: AkosEntry, (listing, lists): (&Listing, &Lists)) -> String {
    if !entry.mode.has_window() {
        return quoted(entry.mode.name());
    }
    if let Some(steps) = lists.steps(entry) {
        // Names of pictures are one word, so none ends with a count.
        return out.steps(entry.mode.name(), &joined(steps, |_| false));
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

fn write_frame(out: &mut Text, frame: &Frame, file: &str, drawn: Option<&Drawn>) {
    out.table("frame");
    out.key("type", format_args!("{:#04x}", frame.kind));
    let pair = |x: i32, y: i32| (frame.kind != 0).then(|| format!("[{x}, {y}]"));
    out.option("at", pair(frame.at.0.into(), frame.at.1.into()));
    if let Some(drawn) = drawn {
        out.key("file", quoted(file));
        out.noted("keep", drawn.keys.keep, "the pixel value that leaves the screen as it is");
        if let Some(erase) = drawn.keys.erase {
            out.noted("erase", erase, "and the one that shows the background again");
        }
    } else {
        out.option("size", pair(frame.size.0.into(), frame.size.1.into()));
        out.option("changes", (!frame.changes.is_empty()).then(|| quoted(file)));
    }
    if let Some(colours) = frame.colours.as_ref().or_else(|| drawn?.table.as_ref()) {
        out.numbers("colours", colours);
    }
    let area = |area: &costumier::format::akos::Area| {
        format!("[{}, {}, {}, {}]", area.left, area.top, area.right, area.bottom)
    };
    if let Some(refresh) = &frame.refresh {
        let areas: Vec<String> = refresh.iter().map(area).collect();
        out.key("refresh", format_args!("[{}]", areas.join(", ")));
    }
    out.option("restore", frame.restore.as_ref().map(area));
}
