//! The meaning of every byte of a costume's block, with links to pictures, records and commands; and the runs of
//! bytes that store the pixels of pictures.

use costumier::format::akos::program::Code;
use costumier::format::codec::RunKind;
use costumier::format::cost::{Cost, CostCommand, CostEntry};
use costumier::format::map::{Meaning, Part, Thing};
use costumier::{Costume, PictureKey};
use serde::Serialize;

/// A range of bytes with one meaning.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BytePart {
    /// Offset of the first byte in the payload.
    pub from: usize,
    /// Offset of the byte behind the last.
    pub to: usize,
    /// The kind of the part.
    pub kind: &'static str,
    /// The meaning in words: `limb 0, picture 3: width`.
    pub label: String,
    /// The number that a small field holds.
    pub value: Option<i64>,
    /// The place of the part in the structure, from the outermost to the innermost: `picture 0.3`, `width`.
    pub path: Vec<String>,
    /// The picture that the part belongs to or leads to.
    pub picture: Option<PictureKey>,
    /// The record that the part belongs to.
    pub record: Option<u16>,
    /// The limb that the part belongs to.
    pub limb: Option<u8>,
    /// Index of the command, or offset of the statement in AKSQ.
    pub command: Option<u16>,
    /// The costume colour that the part describes.
    pub colour: Option<u16>,
    /// The offset that the part points to, if it is an offset.
    pub target: Option<usize>,
}

/// A run of pixels with one value, and the bytes that store it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RunRow {
    /// Offset of the first byte in the payload.
    pub from: usize,
    /// Offset of the byte behind the last.
    pub to: usize,
    /// The range of bits in the payload that the whole command takes.
    pub bits: (usize, usize),
    /// The kind of the run. No bytes store an `unsaid` one.
    pub kind: &'static str,
    /// Index of the run's first pixel in stored order.
    pub first: usize,
    /// The column of the first pixel.
    pub x: u16,
    /// The row of the first pixel.
    pub y: u16,
    /// The number of pixels.
    pub count: usize,
    /// The value of the pixels.
    pub value: u8,
}

/// A command of a COST stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CommandRow {
    /// The index of the command in the stream.
    pub at: u16,
    /// The byte of the command.
    pub byte: u8,
    /// The command in words: `picture 3`, `hide` …
    pub statement: String,
    /// Records whose windows contain the command.
    pub records: Vec<u16>,
}

/// Returns the meaning of each byte of a costume's payload, from the first to the last.
#[must_use]
pub fn byte_map(costume: &Costume) -> Vec<BytePart> {
    let parts = costume.byte_map();
    // Where things begin: what offsets lead to.
    let mut rows: Vec<BytePart> = parts.iter().map(|part| row(costume, part)).collect();
    for (number, part) in parts.iter().enumerate() {
        let Meaning::Offset(thing) = part.meaning else { continue };
        let begins = |other: &&Part| match (thing, other.meaning) {
            (Thing::Commands, Meaning::Command(_)) => true,
            (Thing::Limb(limb), Meaning::Offset(Thing::Picture(key))) => key.limb == limb,
            (Thing::Record(record), Meaning::Record { record: it, .. }) => it == record,
            (Thing::Picture(key), Meaning::Picture(it, _)) => it == key,
            (Thing::Pixels(key), Meaning::Pixels(it)) => it == key,
            _ => false,
        };
        rows[number].target = match thing {
            Thing::Pixels(key) => costume.picture(key).ok().map(|picture| picture.encoded_at),
            Thing::Picture(key) => costume.picture(key).ok().map(|picture| picture.info.offset),
            _ => parts.iter().find(begins).map(|part| part.bytes.start),
        };
    }
    rows
}

fn row(costume: &Costume, part: &Part) -> BytePart {
    let bytes = costume.payload().get(part.bytes.clone()).unwrap_or_default();
    let label = part.meaning.to_string();
    let mut row = BytePart {
        from: part.bytes.start,
        to: part.bytes.end,
        kind: "nothing",
        path: vec![label.clone()],
        label,
        value: number(part.meaning, bytes),
        ..BytePart::default()
    };
    let path = |parts: &[&str]| parts.iter().map(|part| (*part).to_owned()).collect::<Vec<_>>();
    match part.meaning {
        Meaning::Header(field) => (row.kind, row.path) = ("header", path(&["header", field])),
        Meaning::Colour(colour) => {
            row.colour = Some(colour);
            (row.kind, row.path) = ("colour", path(&["palette", &format!("colour {colour}")]));
        }
        Meaning::Offset(thing) => {
            row.kind = "offset";
            row.path = path(&["offsets", &thing.to_string()]);
            match thing {
                Thing::Limb(limb) => row.limb = Some(limb),
                Thing::Record(record) => row.record = Some(record),
                Thing::Picture(key) | Thing::Pixels(key) => row.picture = Some(key),
                _ => {}
            }
        }
        Meaning::Record { record, limb, field } => {
            (row.kind, row.record, row.limb) = ("record", Some(record), limb);
            row.path = vec![format!("record {record}")];
            row.path.extend(limb.map(|limb| format!("limb {limb}")));
            row.path.push(field.to_owned());
        }
        Meaning::Sequence { limb, sequence, field } => {
            (row.kind, row.limb) = ("record", Some(limb));
            row.path = path(&[&format!("limb {limb}"), &format!("sequence {sequence}"), field]);
        }
        Meaning::Command(index) => {
            (row.kind, row.command) = ("command", Some(index));
            let said = costume.as_cost().map(|cost| statement(cost.command(index)));
            row.path = path(&["commands", &format!("command {index}")]);
            row.path.extend(said.clone());
            if let Some(said) = said {
                row.label = format!("{}: {said}", row.label);
            }
        }
        Meaning::Statement(at) => {
            (row.kind, row.command) = ("statement", Some(at));
            row.path = path(&["programs", &format!("statement at {at:#x}")]);
            if let Some(akos) = costume.as_akos() {
                let code = Code::read(akos.sequence(), usize::from(at), &akos.dialect().akos);
                let shown = code.command().and_then(|command| command.pictures().next());
                row.picture = shown.map(|index| PictureKey { limb: 0, index });
            }
        }
        Meaning::Operand { statement, field } => {
            (row.kind, row.command) = ("statement", Some(statement));
            row.path = path(&["programs", &format!("statement at {statement:#x}"), field]);
        }
        Meaning::Picture(key, field) => {
            (row.kind, row.picture) = ("picture", Some(key));
            row.path = path(&[&key.to_string(), field]);
        }
        Meaning::Pixels(key) => {
            (row.kind, row.picture) = ("pixels", Some(key));
            row.path = path(&[&key.to_string(), "pixels"]);
        }
        Meaning::Block(_, field) => {
            row.kind = "block";
            row.path = path(&[row.label.split(':').next().unwrap_or_default(), field]);
        }
        Meaning::Row { row: number, field, .. } => {
            row.kind = "row";
            let block = row.label.split(',').next().unwrap_or_default().to_owned();
            row.path = vec![block, format!("row {number}"), field.to_owned()];
        }
        _ => {}
    }
    if let Some(key) = row.picture.filter(|_| costume.as_cost().is_some()) {
        row.limb = Some(key.limb);
    }
    row
}

/// Returns the number in a small field: little-endian, signed if it places a picture.
fn number(meaning: Meaning, bytes: &[u8]) -> Option<i64> {
    let signed = match meaning {
        Meaning::Nothing | Meaning::Pixels(_) | Meaning::Statement(_) => return None,
        Meaning::Block(_, field) if field != "size" => return None,
        // Sizes of blocks are big-endian.
        Meaning::Block(..) => {
            return <[u8; 4]>::try_from(bytes).ok().map(|bytes| u32::from_be_bytes(bytes).into());
        }
        Meaning::Picture(_, field) => !matches!(field, "width" | "height"),
        _ => false,
    };
    Some(match (bytes, signed) {
        ([one], false) => (*one).into(),
        ([one], true) => i8::from_le_bytes([*one]).into(),
        ([a, b], false) => u16::from_le_bytes([*a, *b]).into(),
        ([a, b], true) => i16::from_le_bytes([*a, *b]).into(),
        ([a, b, c, d], _) => u32::from_le_bytes([*a, *b, *c, *d]).into(),
        _ => return None,
    })
}

/// Returns the runs of a picture. Offsets count from the payload's first byte.
///
/// # Errors
/// As [`Costume::picture`].
pub fn runs(costume: &Costume, key: PictureKey) -> costumier::Result<Vec<RunRow>> {
    let picture = costume.picture(key)?;
    let runs = picture.packed.runs();
    Ok(runs
        .map(|run| {
            let (x, y) = picture.packed.place(run.first).unwrap_or_default();
            let bits = (
                picture.encoded_at.saturating_mul(8).saturating_add(run.command.start),
                picture.encoded_at.saturating_mul(8).saturating_add(run.command.end),
            );
            RunRow {
                from: bits.0 / 8,
                to: bits.1.div_ceil(8).max(bits.0 / 8),
                bits,
                kind: match run.kind {
                    RunKind::Repeat => "repeat",
                    RunKind::Literal => "literal",
                    RunKind::Skip => "skip",
                    _ => "unsaid",
                },
                first: run.first,
                x,
                y,
                count: run.count,
                value: run.value,
            }
        })
        .collect())
}

/// Returns the run that stores a pixel of a picture.
#[must_use]
pub fn run_at(costume: &Costume, key: PictureKey, (x, y): (u16, u16)) -> Option<RunRow> {
    let number = costume.picture(key).ok()?.packed.number(x, y)?;
    let runs = runs(costume, key).ok()?;
    runs.into_iter().find(|run| number.checked_sub(run.first).is_some_and(|behind| behind < run.count))
}

/// Returns the part of the map that holds a byte, and the runs of pictures that the byte stores.
#[must_use]
pub fn at_byte(costume: &Costume, byte: usize) -> Option<(BytePart, Vec<(PictureKey, RunRow)>)> {
    let part = byte_map(costume).into_iter().find(|part| (part.from..part.to).contains(&byte))?;
    let mut said = Vec::new();
    if part.kind == "pixels" {
        // Pictures may share their pixels.
        for key in costume.picture_keys() {
            let holds = costume.picture(key).is_ok_and(|picture| {
                let from = picture.encoded_at;
                (from..from.saturating_add(picture.encoded().len())).contains(&byte)
            });
            if holds {
                let runs = runs(costume, key).unwrap_or_default();
                let runs = runs.into_iter().filter(|run| (run.from..run.to).contains(&byte));
                said.extend(runs.map(|run| (key, run)));
            }
        }
    }
    Some((part, said))
}

fn statement(command: CostCommand) -> String {
    match command {
        CostCommand::Picture(index) => format!("picture {index}"),
        other => other.to_string(),
    }
}

/// Returns the commands of a COST costume, with the records whose windows contain them.
#[must_use]
pub fn commands(cost: &Cost) -> Vec<CommandRow> {
    let row = |(at, byte): (u16, &u8)| CommandRow {
        at,
        byte: *byte,
        statement: statement(cost.command(at)),
        records: Vec::new(),
    };
    let mut rows: Vec<CommandRow> = (0u16..).zip(cost.commands()).map(row).collect();
    for record in cost.record_indices().filter_map(|index| cost.record(index).ok()) {
        for entry in record.limbs.iter().flatten() {
            let CostEntry::Window(window) = entry else { continue };
            let from = usize::from(window.start);
            let to = from.saturating_add(window.length.into()).min(rows.len());
            for row in rows.get_mut(from..to).unwrap_or_default() {
                if row.records.last() != Some(&record.index) {
                    row.records.push(record.index);
                }
            }
        }
    }
    rows
}
