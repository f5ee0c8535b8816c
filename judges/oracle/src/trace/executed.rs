//! The instructions that ScummVM has executed, from its own trace: `Script 10002, offset 0x2a: [13] o5_actorOps()`.
//!
//! Offsets count from the first byte of the resource that holds the script, and point behind the instruction's code.
//! Resources of rooms hold many scripts, and the trace does not name the room. So the instructions between two rooms
//! are compared with the scripts of every room; the right room is the one with the same codes.

use std::collections::{BTreeMap, BTreeSet};

use costumier::scripts::{GameScript, Owner, ReadScripts};

/// The numbers of the scripts that run when a room is left and entered.
const EXIT: u32 = 10_001;
const ENTRY: u32 = 10_002;

/// A line of the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    number: u32,
    /// Of the instruction's code.
    offset: i64,
    code: u8,
}

/// An event of the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// An instruction of the script that runs under this number: the script's index and the byte.
    Executed(u32, (usize, u32)),
    /// A value was written to a variable, by its stored number.
    Written(u32, i32),
}

/// The events of a trace, in order.
#[derive(Debug, Default)]
pub(super) struct Executed {
    pub(super) steps: Vec<Step>,
    /// Instructions that no script has, each once.
    pub(super) lost: usize,
}

impl Executed {
    /// Script and byte of every instruction.
    pub(super) fn places(&self) -> BTreeSet<(usize, u32)> {
        let place = |step: &Step| match step {
            Step::Executed(_, place) => Some(*place),
            Step::Written(..) => None,
        };
        self.steps.iter().filter_map(place).collect()
    }
}

/// A step whose place depends on the room, which is not known yet.
enum Found {
    Known(Step),
    OfRoom(usize, Line),
}

/// Reads a trace.
pub(super) fn executed(scripts: &ReadScripts, trace: &str) -> Executed {
    let mut out = Executed::default();
    let mut found = Vec::new();
    let mut segments: Vec<BTreeSet<Line>> = vec![BTreeSet::new()];
    let mut header = None;
    for text in trace.lines() {
        found.extend(written(text).map(Found::Known));
        let Some((line, name)) = read(text) else { continue };
        // The first instruction of all is the first of the boot script.
        let header = *header.get_or_insert(line.offset);
        if let Some(place) = global(scripts, line, header) {
            found.push(Found::Known(Step::Executed(line.number, place)));
        } else {
            // The room that is left runs its exit script when the next has begun to be loaded.
            let back = usize::from(line.number == EXIT).min(segments.len() - 1);
            let segment = segments.len() - 1 - back;
            segments[segment].insert(line);
            found.push(Found::OfRoom(segment, line));
        }
        if name.contains("loadRoom") {
            segments.push(BTreeSet::new());
        }
    }
    let rooms = Room::all(scripts);
    let mut of_segments = Vec::new();
    for segment in &segments {
        let places = rooms.iter().map(|room| room.places(scripts, segment)).max_by_key(BTreeMap::len);
        let places = places.unwrap_or_default();
        out.lost += segment.len() - places.len();
        of_segments.push(places);
    }
    let step = |it| match it {
        Found::Known(step) => Some(step),
        Found::OfRoom(segment, line) => {
            of_segments[segment].get(&line).map(|place| Step::Executed(line.number, *place))
        }
    };
    out.steps = found.into_iter().filter_map(step).collect();
    out
}

/// The value that a line writes to a variable: `writeVar(16384, 7)`, in v2 `writeVar(150) = 7`.
fn written(line: &str) -> Option<Step> {
    let rest = line.strip_prefix("writeVar(")?;
    let (variable, value) = match rest.split_once(") = ") {
        Some(two) => two,
        None => rest.strip_suffix(')')?.split_once(", ")?,
    };
    Some(Step::Written(variable.parse().ok()?, value.parse().ok()?))
}

/// The line of an instruction, and the instruction's name.
fn read(line: &str) -> Option<(Line, &str)> {
    let (number, rest) = line.strip_prefix("Script ")?.split_once(", offset 0x")?;
    let (offset, rest) = rest.split_once(": [")?;
    let (code, name) = rest.split_once("] ")?;
    let offset = i64::from_str_radix(offset, 16).ok()? - 1;
    let code = u8::from_str_radix(code, 16).ok()?;
    Some((Line { number: number.parse().ok()?, offset, code }, name))
}

/// Where a script of the game has this instruction.
fn global(scripts: &ReadScripts, line: Line, header: i64) -> Option<(usize, u32)> {
    let index = scripts.list.iter().position(|it| it.owner == Owner::Global(line.number))?;
    let at = u32::try_from(line.offset - header).ok()?;
    has(&scripts.list[index], at, line.code).then_some((index, at))
}

fn has(of: &GameScript, at: u32, code: u8) -> bool {
    let found = of.script.find(at).and_then(|index| of.script.get(index));
    found.is_some_and(|instruction| instruction.code == code)
}

/// The scripts of a room.
struct Room {
    scripts: Vec<usize>,
    /// Every instruction: its place in the file, and where that is.
    places: BTreeMap<i64, (usize, u32)>,
}

impl Room {
    fn all(scripts: &ReadScripts) -> Vec<Self> {
        let mut rooms: BTreeMap<u32, Self> = BTreeMap::new();
        let of_rooms = |(_, it): &(usize, &GameScript)| !matches!(it.owner, Owner::Global(_));
        for (index, it) in scripts.list.iter().enumerate().filter(of_rooms) {
            let room =
                rooms.entry(it.room).or_insert_with(|| Self { scripts: Vec::new(), places: BTreeMap::new() });
            room.scripts.push(index);
            for instruction in it.script.instructions() {
                room.places.insert(in_file(it, instruction.at), (index, instruction.at));
            }
        }
        rooms.into_values().collect()
    }

    /// The places of those lines that are instructions of the room.
    fn places(&self, scripts: &ReadScripts, lines: &BTreeSet<Line>) -> BTreeMap<Line, (usize, u32)> {
        let begins = self.scripts.iter().filter_map(|index| {
            let it = &scripts.list[*index];
            let number = match it.owner {
                Owner::Entry => ENTRY,
                Owner::Exit => EXIT,
                Owner::Local(number) => number,
                _ => return None,
            };
            // Where one begins, so do its resource's offsets.
            let first = lines.iter().find(|line| line.number == number)?;
            Some(in_file(it, it.script.get(0)?.at) - first.offset)
        });
        let found = begins.map(|base| {
            let place = |line: &Line| {
                let place = *self.places.get(&(base + line.offset))?;
                has(&scripts.list[place.0], place.1, line.code).then_some((*line, place))
            };
            lines.iter().filter_map(place).collect()
        });
        found.max_by_key(BTreeMap::len).unwrap_or_default()
    }
}

fn in_file(of: &GameScript, at: u32) -> i64 {
    i64::try_from(of.offset).unwrap_or(i64::MAX).saturating_add(at.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use costumier::scripts::script::Profile;
    use costumier::scripts::{GameScripts, ScriptBytes};

    /// As ScummVM 2.7.0 prints it.
    const TRACE: &str = "Using gameid monkey2, variant , extra
Script 1, offset 0x9: [72] o5_loadRoom()
Script 10002, offset 0x101: [13] o5_actorOps()
writeVar(16385, -2)
Script 10002, offset 0x106: [A0] o5_stopObjectCode()
Script 1, offset 0xb: [A0] o5_stopObjectCode()
";

    #[test]
    fn scripts_of_the_room_whose_codes_fit_are_found() {
        let script = |owner, room, offset, code: &[u8]| {
            let mut bytes = ScriptBytes::new(owner, room, code.to_vec());
            bytes.offset = offset;
            bytes
        };
        let list = vec![
            script(Owner::Global(1), 1, 50, &[0x72, 2, 0xA0]),
            script(Owner::Entry, 1, 1_000, &[0x80, 0xA0]),
            script(Owner::Entry, 2, 2_000, &[0x13, 1, 1, 5, 0xFF, 0xA0]),
        ];
        let scripts = ReadScripts::new(Profile::V5, GameScripts { list, problems: Vec::new() });
        let found = executed(&scripts, TRACE);
        let ran = |number, script, at| Step::Executed(number, (script, at));
        let steps =
            [ran(1, 0, 0), ran(10_002, 2, 0), Step::Written(16_385, -2), ran(10_002, 2, 5), ran(1, 0, 2)];
        assert_eq!((found.steps, found.lost), (steps.into(), 0));
        let more = format!("{TRACE}Script 10002, offset 0x102: [13] o5_actorOps()\n");
        assert_eq!(executed(&scripts, &more).lost, 1);
    }

    #[test]
    fn what_is_written_is_read_in_both_forms() {
        let read = ["writeVar(150) = 7", "writeVar(32770, 1)", "readvar(150) = 7"].map(written);
        assert_eq!(read, [Some(Step::Written(150, 7)), Some(Step::Written(32_770, 1)), None]);
    }
}
