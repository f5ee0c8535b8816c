//! The design of an AKOS costume: its program is a list of codes that refer to each other by their places in the
//! list.
//!
//! The library's assembler and writer make the block of it. The model plays the list, so it does not depend on the
//! bytes.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use costumier::format::akos::program::assemble;
use costumier::format::akos::{AkosEntry, AkosSource, Codec, Header, LIMBS, Mode};
use costumier::{Dialect, Interpreter};
use costumier_build::{PictureSource, PixelSource};

use crate::failure::{Failure, Outcome};
use crate::interpreter;

/// An AKOS costume.
#[derive(Clone, Debug)]
pub(crate) struct Design {
    pub(crate) codec: Codec,
    /// Room colour of each costume colour.
    pub(crate) palette: Vec<u8>,
    /// It is for a Humongous game.
    pub(crate) humongous: bool,
    /// West has pictures of its own.
    pub(crate) never_mirror: bool,
    /// Directions of a chore: 4 or 8.
    pub(crate) ways: u16,
    /// By their codes.
    pub(crate) pictures: Vec<Cel>,
    pub(crate) code: Vec<Code>,
    /// Places in the code that [`Code::GotoTable`] leads to, by [`Design::jump_value`].
    pub(crate) jumps: Vec<usize>,
    /// Conditions, which codes name by their places.
    pub(crate) words: Vec<u32>,
    /// Colours of its own, for all room colours.
    pub(crate) rgb: Option<Vec<[u8; 3]>>,
    /// The payload of its `AKAX` block; empty where it has no auxiliary frames.
    pub(crate) frames: Vec<u8>,
    /// Limbs have slices of the table of jumps (Humongous 8.0 on).
    pub(crate) sliced: bool,
    pub(crate) records: Vec<[Option<Entry>; LIMBS]>,
    /// For each chore × ways + direction, a record.
    pub(crate) table: Vec<Option<usize>>,
}

/// A picture.
#[derive(Clone, Debug)]
pub(crate) struct Cel {
    pub(crate) width: u16,
    pub(crate) height: u16,
    pub(crate) x: i16,
    pub(crate) y: i16,
    pub(crate) move_x: i16,
    pub(crate) move_y: i16,
    /// Pixel values, row by row.
    pub(crate) rows: Vec<u8>,
    /// The same, packed.
    pub(crate) packed: Vec<u8>,
}

/// A record's entry for a limb.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) mode: Mode,
    /// The first code, by its place.
    pub(crate) start: usize,
    /// The last one.
    pub(crate) end: usize,
}

/// A picture's number, and whether it is written in two bytes where one is enough.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PictureCode {
    pub(crate) index: u16,
    pub(crate) wide: bool,
}

/// A code of the program. Jumps lead to places.
#[derive(Clone, Debug)]
pub(crate) enum Code {
    Picture(PictureCode),
    /// C001 shows nothing.
    Nothing,
    /// C0FF shows nothing.
    End,
    Draw {
        /// Condition indices, where there is a list of them.
        conditions: Option<Vec<u8>>,
        moves: Option<(i16, i16)>,
        parts: Vec<(i16, i16, PictureCode)>,
    },
    Set(u8, i16),
    Add(u8, i16),
    /// Variable 0 grows by one.
    Increment,
    /// A number between two, both included.
    Random(u8, i16, i16),
    Goto(usize),
    /// If the variable is not 0, sets it to 0 and jumps there.
    GotoIfSet(usize, u8),
    GotoIf(Compare, usize, u8, i16),
    GotoTable(u8),
    If(Compare, u8, i16),
    EndIf,
    Flip(i16),
    /// In the actor whose number the first variable holds, another variable becomes something.
    ActorSet(u8, u8, i16),
    /// Waits for the end of the loop, as the next five do.
    Plane(u8),
    Chore(u8),
    VarChore(u8),
    /// The actor whose number one variable holds starts the chore that another names.
    ActorChore(u8, u8),
    Leave,
    /// Sounds, scripts and other things that show nothing: the statement, and the bytes it takes.
    Aside(&'static str, usize),
    /// Its auxiliary frame is shown when the limb steps off it.
    Frame(u16),
    /// A statement about conditions, and the bytes it takes.
    Condition(String, usize),
    /// Runs if a sound is (or is not) playing, which is never (or always).
    GotoIfSound {
        silent: bool,
        by_variable: bool,
        to: usize,
        operand: u8,
    },
}

/// A comparison; its number is the last digit of the commands that make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Compare {
    /// All of them.
    pub(crate) const ALL: [Self; 6] = [Self::Eq, Self::Ne, Self::Lt, Self::Le, Self::Gt, Self::Ge];

    fn word(self) -> &'static str {
        match self {
            Self::Eq => "eq",
            Self::Ne => "ne",
            Self::Lt => "lt",
            Self::Le => "le",
            Self::Gt => "gt",
            Self::Ge => "ge",
        }
    }

    /// Whether it holds.
    pub(crate) fn holds(self, left: i16, right: i16) -> bool {
        match self {
            Self::Eq => left == right,
            Self::Ne => left != right,
            Self::Lt => left < right,
            Self::Le => left <= right,
            Self::Gt => left > right,
            Self::Ge => left >= right,
        }
    }
}

impl PictureCode {
    fn length(self) -> usize {
        if self.wide || self.index >= 0x80 { 2 } else { 1 }
    }
}

impl Code {
    /// Whether a limb rests on it.
    pub(crate) fn rests(&self) -> bool {
        matches!(self, Self::Picture(_) | Self::Nothing | Self::End | Self::Draw { .. })
    }

    /// Its length in bytes.
    pub(crate) fn length(&self) -> usize {
        match self {
            Self::Picture(shown) => shown.length(),
            Self::Nothing | Self::End | Self::Increment | Self::EndIf | Self::Leave => 2,
            Self::Plane(_) | Self::Chore(_) | Self::VarChore(_) | Self::GotoTable(_) => 3,
            Self::Goto(_) | Self::Flip(_) | Self::ActorChore(..) | Self::Frame(_) => 4,
            Self::ActorSet(..) => 6,
            Self::Set(..) | Self::Add(..) | Self::GotoIfSet(..) | Self::If(..) | Self::GotoIfSound { .. } => {
                5
            }
            Self::GotoIf(..) | Self::Random(..) => 7,
            Self::Aside(_, length) | Self::Condition(_, length) => *length,
            Self::Draw { conditions, moves, parts } => {
                let parts: usize = parts.iter().map(|(_, _, shown)| 4 + shown.length()).sum();
                let listed = conditions.as_ref().map_or(0, |list| 2 + list.len());
                3 + listed + if moves.is_some() { 4 } else { 0 } + parts
            }
        }
    }

    /// Whether it waits for the end of the loop, where there is room for 31 such commands.
    pub(crate) fn waits(&self) -> bool {
        match self {
            Self::Plane(_) | Self::Chore(_) | Self::VarChore(_) | Self::ActorChore(..) | Self::Leave => true,
            Self::Aside(text, _) => !text.starts_with("script") && !text.starts_with("action"),
            _ => false,
        }
    }

    /// The places that it may lead to.
    pub(crate) fn target_mut(&mut self) -> Option<&mut usize> {
        match self {
            Self::Goto(to) | Self::GotoIfSet(to, _) | Self::GotoIf(_, to, ..) => Some(to),
            Self::GotoIfSound { to, .. } => Some(to),
            _ => None,
        }
    }

    /// The bytes of a draw command, for pictures that the assembler would write in one byte.
    fn draw_bytes(&self) -> Option<Vec<u8>> {
        let Self::Draw { conditions, moves, parts } = self else { return None };
        let low = match (conditions, moves) {
            (None, None) => 0x20,
            (Some(_), None) => 0x21,
            (Some(_), Some(_)) => 0x22,
            (None, Some(_)) => 0x25,
        };
        let mut out = vec![0xC0, low];
        if let Some(list) = conditions {
            out.push(u8::try_from(self.length()).unwrap_or(u8::MAX));
            out.push(u8::try_from(list.len()).unwrap_or(u8::MAX));
            out.extend(list);
        }
        if let Some((x, y)) = moves {
            out.extend(x.to_le_bytes());
            out.extend(y.to_le_bytes());
        }
        out.push(u8::try_from(parts.len()).unwrap_or(u8::MAX));
        for (x, y, shown) in parts {
            out.extend(x.to_le_bytes());
            out.extend(y.to_le_bytes());
            match shown.length() {
                1 => out.push(shown.index.to_le_bytes()[0]),
                _ => out.extend((0x8000 | shown.index).to_be_bytes()),
            }
        }
        Some(out)
    }

    /// The statement for the library's assembler.
    fn statement(&self) -> String {
        let bytes =
            |bytes: &[u8]| bytes.iter().fold("bytes".to_owned(), |text, byte| format!("{text} {byte:02x}"));
        match self {
            Self::Picture(PictureCode { index, wide: true }) => bytes(&(0x8000 | index).to_be_bytes()),
            Self::Picture(PictureCode { index, .. }) => format!("picture {index}"),
            Self::Nothing => "empty".into(),
            Self::End => "end".into(),
            Self::Draw { parts, .. } if parts.iter().any(|(_, _, shown)| shown.wide) => {
                bytes(&self.draw_bytes().unwrap_or_default())
            }
            Self::Draw { conditions, moves, parts } => {
                let mut text = String::from("draw");
                text.push_str(if conditions.is_some() { "-if" } else { "" });
                text.push_str(if moves.is_some() { "-move" } else { "" });
                if let Some(list) = conditions.as_ref().filter(|list| !list.is_empty()) {
                    let list: Vec<_> = list.iter().map(u8::to_string).collect();
                    let _ = write!(text, " if={}", list.join(","));
                }
                if let Some((x, y)) = moves {
                    let _ = write!(text, " move={x},{y}");
                }
                for (x, y, shown) in parts {
                    let _ = write!(text, " {x},{y}:{}", shown.index);
                }
                text
            }
            Self::Set(var, value) => format!("set value={value} var={var}"),
            Self::Add(var, value) => format!("add value={value} var={var}"),
            Self::Increment => "increment".into(),
            Self::Random(var, least, most) => format!("random least={least} most={most} var={var}"),
            Self::Goto(to) => format!("goto to=at{to}"),
            Self::GotoIfSet(to, var) => format!("if-var-clear-goto to=at{to} var={var}"),
            Self::GotoIf(how, to, var, value) => {
                format!("if-{}-goto to=at{to} var={var} value={value}", how.word())
            }
            Self::GotoTable(var) => format!("goto-table var={var}"),
            Self::If(how, var, value) => format!("if-{} value={value} var={var}", how.word()),
            Self::EndIf => "end-if".into(),
            Self::Flip(value) => format!("flip value={value}"),
            Self::Plane(plane) => format!("plane plane={plane}"),
            Self::Chore(chore) => format!("chore chore={chore}"),
            Self::VarChore(var) => format!("var-chore var={var}"),
            Self::ActorChore(actor, chore) => format!("actor-chore actor-var={actor} chore-var={chore}"),
            Self::ActorSet(actor, var, value) => {
                format!("actor-set actor-var={actor} var={var} value={value}")
            }
            Self::Leave => "leave".into(),
            Self::Aside(text, _) => (*text).into(),
            Self::Condition(text, _) => text.clone(),
            Self::Frame(frame) => format!("frame frame={frame}"),
            Self::GotoIfSound { silent, by_variable, to, operand } => {
                let not = if *silent { "not-" } else { "" };
                match by_variable {
                    true => format!("if-{not}var-sound-goto to=at{to} var={operand}"),
                    false => format!("if-{not}sound-goto to=at{to} sound={operand}"),
                }
            }
        }
    }
}

impl Design {
    /// Whether no picture may reach further than 128 pixels from its actor: in Humongous games, ScummVM 2.7 scales
    /// the rest by what stands behind its table (`docs/format/akos-programs.md §8.3`).
    pub(crate) fn is_near(&self) -> bool {
        let of_codec = match self.codec {
            Codec::Rle => interpreter::chosen() == Interpreter::ScummVm2_7,
            codec => codec == Codec::Trle,
        };
        self.humongous && of_codec
    }

    /// Where each code begins in the program's bytes, and where the last one ends.
    fn places(&self) -> Vec<usize> {
        let mut places = vec![0];
        for code in &self.code {
            places.push(places.last().unwrap_or(&0) + code.length());
        }
        places
    }

    /// What a variable has to be in order to lead to a place of [`jumps`](Self::jumps).
    ///
    /// Of slices this ScummVM reads every second entry of what lies twice as far away
    /// (`docs/format/akos.md §10`), and it is not known what the games meant. So only odd entries are used, and each
    /// stands at both places.
    pub(crate) fn jump_value(&self, jump: usize) -> i16 {
        i16::try_from(if self.sliced { 2 * jump + 2 } else { jump + 1 }).unwrap_or(1)
    }

    /// The place of a value in [`jumps`](Self::jumps).
    pub(crate) fn jump_of(&self, value: i16) -> usize {
        let entry = usize::try_from(value).unwrap_or(1).saturating_sub(1);
        if self.sliced { entry / 2 } else { entry }
    }

    /// The table of jumps: the places in the code.
    fn jump_table(&self) -> Vec<usize> {
        if !self.sliced {
            return self.jumps.clone();
        }
        let mut table = vec![0; 4 * self.jumps.len()];
        for (jump, place) in self.jumps.iter().enumerate() {
            table[2 * jump + 1] = *place;
            table[4 * jump + 2] = *place;
        }
        table
    }

    /// Bytes of the program.
    pub(crate) fn program_length(&self) -> usize {
        self.code.iter().map(Code::length).sum()
    }

    fn program(&self, dialect: &Dialect) -> Outcome<Vec<u8>> {
        let mut text = String::new();
        for (place, code) in self.code.iter().enumerate() {
            let _ = writeln!(text, "at{place}: {}", code.statement());
        }
        assemble(&text, &dialect.akos).map_err(|why| Failure::because("a random AKOS costume", why))
    }

    /// The command at each place of the code; none where a picture's number stands.
    #[cfg(test)]
    pub(crate) fn commands(&self, dialect: &Dialect) -> Outcome<Vec<Option<u16>>> {
        let program = self.program(dialect)?;
        let code = |place: &usize| match program.get(*place..place + 2) {
            Some([high @ 0xC0..=0xCF, low]) => Some(u16::from_be_bytes([*high, *low])),
            _ => None,
        };
        Ok(self.places().iter().map(code).collect())
    }

    /// The payload of its block.
    pub(crate) fn write(&self, dialect: &Dialect) -> Outcome<Vec<u8>> {
        let failed = |why| Failure::because("a random AKOS costume", why);
        let places = self.places();
        let narrow = |place: usize| u16::try_from(places[place]).unwrap_or(u16::MAX);
        let mut source = AkosSource::new(self.codec, self.palette.clone());
        source.sequence = self.program(dialect)?;
        if places.last() != Some(&source.sequence.len()) {
            return Err(Failure::new("a program is not as long as its codes"));
        }
        source.rgb.clone_from(&self.rgb);
        source.flags |= if self.never_mirror { Header::NEVER_MIRROR } else { 0 };
        source.flags |= if self.ways == 8 { Header::EIGHT_WAYS } else { 0 };
        source.records = self
            .records
            .iter()
            .map(|record| {
                record.map(|entry| {
                    entry.map(|Entry { mode, start, end }| match mode.has_window() {
                        false => AkosEntry { mode, start: 0, length: 0 },
                        true => AkosEntry { mode, start: narrow(start), length: narrow(end) - narrow(start) },
                    })
                })
            })
            .collect();
        source.record_table.clone_from(&self.table);
        source.jumps = self.jump_table().into_iter().map(narrow).collect();
        if self.sliced && !source.jumps.is_empty() {
            // Every limb can use all of the program.
            let count = u16::try_from(source.jumps.len()).unwrap_or(u16::MAX);
            let entries = source.records.iter().flatten().flatten();
            let starts: BTreeSet<u16> = entries.map(|entry| entry.start).collect();
            source.jump_slices = starts.into_iter().map(|start| (start, 0, count)).collect();
        }
        if !self.words.is_empty() {
            source.conditions.clone_from(&self.words);
            let entries = source.records.iter().flatten().flatten();
            let starts: BTreeSet<u16> = entries.map(|entry| entry.start).chain([0]).collect();
            source.condition_starts = starts.into_iter().map(|start| (start, 0)).collect();
        }
        source.others.extend((!self.frames.is_empty()).then(|| (*b"AKAX", self.frames.clone())));
        source.pictures = self.pictures.iter().map(Cel::source).collect();
        source.write().map_err(failed)
    }
}

impl Cel {
    fn source(&self) -> PictureSource {
        PictureSource {
            width: self.width,
            height: self.height,
            x: self.x,
            y: self.y,
            move_x: self.move_x,
            move_y: self.move_y,
            pixels: PixelSource::Encoded(self.packed.clone()),
        }
    }
}
