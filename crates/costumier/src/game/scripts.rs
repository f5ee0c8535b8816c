//! Finding a game's scripts: through the directory, in the blocks of rooms and objects, and in the structures of
//! rooms without blocks.
//!
//! **Note:** code in rooms without blocks (v0 to v3 with 16 colours) does not state its length: a piece ends where
//! the next one begins.

use costumier_scripts::cast::Cast;
use costumier_scripts::script::Encoding;
use costumier_scripts::{GameScripts, Owner, ReadScripts, ScriptBytes, Verb};

use crate::Result;
use crate::block::{Tag, blocks_in, small_blocks_in};
use crate::bytes::Bytes;
use crate::dialect::{BlockHeaders, ObjectPlaces};
use crate::game::{Game, RawBlock};
use crate::{Problem, Severity};

/// Largest number of problems that are kept.
const MOST_PROBLEMS: usize = 200;

impl Game {
    /// Finds every script of the game. Scripts that cannot be read are reported and left out.
    #[must_use]
    pub fn scripts(&self) -> GameScripts {
        let mut finder = Finder { game: self, found: GameScripts::default() };
        finder.globals();
        let rooms: Vec<u32> = self.rooms().filter(|room| room.present).map(|room| room.id).collect();
        for room in rooms {
            finder.room(room);
        }
        finder.found
    }

    /// Reads the scripts as instructions ([`ReadScripts::of_game`]).
    #[must_use]
    pub fn read_scripts(&self) -> ReadScripts {
        let mut scripts = ReadScripts::of_game(&self.dialect(), self.scripts());
        self.encoding.into_iter().for_each(|encoding| scripts.set_encoding(encoding));
        scripts
    }

    /// Sets the encoding of texts in scripts that are read from now on; `None` for the one that they look like.
    pub fn set_encoding(&mut self, encoding: Option<Encoding>) {
        self.encoding = encoding;
    }

    /// Reads the cast from the scripts, and sets the roles that they give to chores: costumes that are opened from
    /// now on have the game's own walk chores.
    ///
    /// ```
    /// use costumier::{Game, Limits};
    ///
    /// let mut game = Game::open(&costumier_build::example::files()?, None, Limits::default())?;
    /// let cast = game.read_cast();
    /// let looks = cast.costumes.get(&1).map_or(0, |costume| costume.looks.len());
    /// assert_eq!(looks, 0, "no script gives it other colours");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_cast(&mut self) -> Cast {
        let cast = Cast::of(&self.read_scripts());
        self.set_roles(cast.roles(self.dialect().roles));
        cast
    }
}

struct Finder<'a> {
    game: &'a Game,
    found: GameScripts,
}

impl Finder<'_> {
    fn report(&mut self, path: String, at: Option<u64>, text: String) {
        if self.found.problems.len() < MOST_PROBLEMS {
            self.found.problems.push(Problem::new(Severity::Odd, path, at, text));
        }
    }

    fn globals(&mut self) {
        let headers = self.game.dialect().blocks;
        let slots = self.game.data.index().scripts.clone();
        for (number, slot) in (0_u32..).zip(&slots).filter(|(_, slot)| slot.is_used()) {
            match self.game.data.block_at(slot.room, slot.offset) {
                Ok(block) if headers == BlockHeaders::Bare || block.tag == *b"SCRP" => {
                    self.push(Owner::Global(number), slot.room, block, 0);
                }
                Ok(block) => {
                    let found = crate::bytes::tag_text(&block.tag);
                    self.report(
                        format!("script {number}"),
                        Some(block.offset),
                        format!("the directory points at {found}, not at a script"),
                    );
                }
                // A room on another disk has been reported with the disk.
                Err(error) => self.report(format!("script {number}"), error.offset(), error.to_string()),
            }
        }
    }

    /// Adds a script with a block of its own, whose code is behind `skip` bytes.
    fn push(&mut self, owner: Owner, room: u32, block: RawBlock, skip: usize) {
        let header = self.game.dialect().blocks.len();
        let mut code = block.payload;
        code.drain(..skip.min(code.len()));
        let offset = block.offset.saturating_add(header).saturating_add(skip as u64);
        let script = ScriptBytes::new(owner, room, code);
        self.found.list.push(ScriptBytes { file: block.file, offset, ..script });
    }

    fn room(&mut self, room: u32) {
        let block = match self.game.data.room_block(room) {
            Ok(block) => block,
            Err(error) => return self.report(format!("room {room}"), error.offset(), error.to_string()),
        };
        let result = match self.game.dialect().blocks {
            BlockHeaders::Bare | BlockHeaders::Size => self.bundle(room, &block),
            BlockHeaders::Small => {
                self.blocks(room, &block);
                Ok(())
            }
            BlockHeaders::Tagged => {
                self.game.data.room_scripts(room).map(|beside| self.blocks(room, &beside.unwrap_or(block)))
            }
        };
        if let Err(error) = result {
            self.report(format!("room {room}"), error.offset(), error.to_string());
        }
    }

    /// Finds the scripts among the blocks inside a room's.
    fn blocks(&mut self, room: u32, block: &RawBlock) {
        let header = self.game.dialect().blocks.len();
        let payload = Bytes::with_base(&block.payload, block.offset.saturating_add(header));
        let small = self.game.dialect().blocks == BlockHeaders::Small;
        let limits = self.game.limits();
        let list = if small { small_blocks_in(payload, limits) } else { blocks_in(payload, limits) }.list;
        let children: Vec<(Tag, u64, Bytes<'_>)> = list
            .iter()
            .filter_map(|block| Some((block.tag, block.offset, block.payload(payload).ok()?)))
            .collect();
        for (tag, offset, payload) in children {
            let raw = || RawBlock {
                room,
                file: block.file.clone(),
                offset,
                tag,
                payload: payload.as_slice().to_vec(),
            };
            match &tag {
                b"ENCD" => self.push(Owner::Entry, room, raw(), 0),
                b"EXCD" => self.push(Owner::Exit, room, raw(), 0),
                b"LSCR" | b"LSC2" => match self.local_number(&tag, payload) {
                    Some((number, skip)) => self.push(Owner::Local(number), room, raw(), skip),
                    None => self.report(
                        format!("room {room}"),
                        Some(offset),
                        "a local script has no number".to_owned(),
                    ),
                },
                b"OBCD" if small => {
                    // Positions count from the block's first byte.
                    let code = [&[0; 6][..], payload.as_slice()].concat();
                    self.object(room, &block.file, offset, code, &SMALL_OBJECT);
                }
                b"OBCD" => self.object_blocks(room, &block.file, payload),
                _ => {}
            }
        }
    }

    /// The number of a local script, and the number of bytes that it takes.
    fn local_number(&self, tag: &Tag, payload: Bytes<'_>) -> Option<(u32, usize)> {
        let bytes = if tag == b"LSC2" { 4 } else { self.game.dialect().disks.local_number };
        let number = match bytes {
            4 => payload.u32(0, "script number").ok()?,
            2 => payload.u16(0, "script number").ok()?.into(),
            _ => payload.u8(0, "script number").ok()?.into(),
        };
        Some((number, bytes))
    }

    /// Adds an object of v5 or later: `CDHD`, `VERB`, `OBNA`.
    fn object_blocks(&mut self, room: u32, file: &str, payload: Bytes<'_>) {
        let children = blocks_in(payload, self.game.limits());
        let part = |tag: &Tag| children.find(tag).and_then(|block| block.payload(payload).ok());
        let Some(verbs) = part(b"VERB") else { return };
        let dialect = self.game.dialect();
        let number_at = dialect.objects.places.number_at();
        let number =
            part(b"CDHD").and_then(|header| header.u16(number_at, "object").ok()).map_or(0, u32::from);
        let name = part(b"OBNA").map(|name| until_zero(name.as_slice()));
        let wide = dialect.disks.wide;
        // Positions count from the block, but in v8 from its payload.
        let before = if wide { 0 } else { 8 };
        let code = [vec![0; before], verbs.as_slice().to_vec()].concat();
        let offset = verbs.base().saturating_sub(before as u64);
        let (table, start) = verb_table(&code, before, if wide { 4 } else { 2 }, wide);
        self.finish_object(room, file, offset, code, number, table, start, name, false);
    }

    /// Adds an object of v4 or earlier, which is one structure.
    fn object(&mut self, room: u32, file: &str, offset: u64, code: Vec<u8>, layout: &OldObject) {
        let data = Bytes::new(&code);
        let number = data.u16(layout.number, "object").map_or(0, u32::from);
        let name = layout.name_in(data);
        let (table, start) = layout.verbs_in(&code);
        self.finish_object(room, file, offset, code, number, table, start, name, layout.is_open);
    }

    #[expect(clippy::too_many_arguments, reason = "everything that an object's structure says")]
    fn finish_object(
        &mut self,
        room: u32,
        file: &str,
        offset: u64,
        mut code: Vec<u8>,
        number: u32,
        verbs: Vec<Verb>,
        start: usize,
        name: Option<Vec<u8>>,
        is_open: bool,
    ) {
        // In old structures the name can be between the table and the code.
        let start =
            verbs.iter().map(|verb| verb.at as usize).filter(|at| *at >= start).min().unwrap_or(code.len());
        if verbs.is_empty() {
            code.truncate(start);
        }
        let script = ScriptBytes::new(Owner::Object(number), room, code);
        let file = file.to_owned();
        self.found.list.push(ScriptBytes { file, offset, start, is_open, verbs, name, ..script });
    }

    /// Finds the scripts in the structure of a room without blocks: pieces of code without a length.
    fn bundle(&mut self, room: u32, block: &RawBlock) -> Result<()> {
        let old = self.game.dialect().files.is_before_v3();
        // Positions count from the header.
        let whole = [vec![0; 4], block.payload.clone()].concat();
        let data = Bytes::with_base(&whole, block.offset);
        let layout = self.game.dialect().bundle();
        let place = |at: usize, what| data.u16(at, what).map(usize::from);
        let exit = place(layout.exit, "exit script")?;
        let entry = place(layout.entry, "entry script")?;
        let objects = usize::from(data.u8(layout.objects, "number of objects")?);
        let mut pieces: Vec<(usize, Piece)> = Vec::new();
        for (at, owner) in [(exit, Owner::Exit), (entry, Owner::Entry)] {
            if at != 0 {
                pieces.push((at, Piece::Code(owner)));
            }
        }
        for object in 0..objects {
            let at = place(
                layout.tables.saturating_add(objects.saturating_add(object).saturating_mul(2)),
                "object",
            )?;
            if at != 0 {
                pieces.push((at, Piece::Object));
            }
        }
        let lists = layout.tables.saturating_add(objects.saturating_mul(4));
        let count = |at: usize| data.u8(at, "number of preloaded resources").map(usize::from);
        let preloaded = count(layout.counts)?.saturating_add(count(layout.counts.saturating_add(1))?);
        let mut at = lists.saturating_add(preloaded);
        if layout.has_local_scripts {
            while let Ok(number) = data.u8(at, "local script") {
                if number == 0 {
                    break;
                }
                pieces.push((
                    place(at.saturating_add(1), "local script")?,
                    Piece::Code(Owner::Local(u32::from(number))),
                ));
                at = at.saturating_add(3);
            }
        }
        pieces.sort_by_key(|(at, _)| *at);
        let ends: Vec<usize> = pieces.iter().skip(1).map(|(at, _)| *at).chain([whole.len()]).collect();
        let object_layout = match self.game.dialect().objects.places {
            ObjectPlaces::CellsV0 => V0_OBJECT,
            _ if old => OLD_OBJECT,
            _ if self.game.dialect().objects.tiles => PC_ENGINE_OBJECT,
            _ => V3_OBJECT,
        };
        for ((at, piece), end) in pieces.into_iter().zip(ends) {
            let Some(code) = whole.get(at..end.min(whole.len())) else {
                let text = format!("a piece of code at {at:#x} leads outside the room");
                self.report(format!("room {room}"), Some(block.offset), text);
                continue;
            };
            let offset = block.offset.saturating_add(at as u64);
            match piece {
                Piece::Object => self.object(room, &block.file, offset, code.to_vec(), &object_layout),
                Piece::Code(owner) => {
                    let script = ScriptBytes::new(owner, room, code.to_vec());
                    let file = block.file.clone();
                    self.found.list.push(ScriptBytes { file, offset, is_open: true, ..script });
                }
            }
        }
        Ok(())
    }
}

enum Piece {
    Code(Owner),
    Object,
}

/// Positions in the structure of an object of v4 or earlier.
struct OldObject {
    number: usize,
    name: usize,
    /// Position that the offset of the name counts from.
    name_from: usize,
    verbs: usize,
    offset_bytes: usize,
    /// Whether the offset of a verb counts from the end of its entry in the table, not from the object.
    offsets_from_entries: bool,
    /// Whether the length of the code is unknown.
    is_open: bool,
}

impl OldObject {
    fn name_in(&self, data: Bytes<'_>) -> Option<Vec<u8>> {
        let at = data.u8(self.name, "name").ok().map(usize::from).filter(|at| *at != 0)?;
        data.as_slice().get(at.checked_add(self.name_from)?..).map(until_zero)
    }

    /// Returns the verbs, and the position behind their table.
    fn verbs_in(&self, code: &[u8]) -> (Vec<Verb>, usize) {
        let (mut verbs, end) = verb_table(code, self.verbs, self.offset_bytes, false);
        if self.offsets_from_entries {
            let length = u32::try_from(self.offset_bytes.saturating_add(1)).unwrap_or(u32::MAX);
            let mut end_of_entry = u32::try_from(self.verbs).unwrap_or(u32::MAX);
            for verb in &mut verbs {
                end_of_entry = end_of_entry.saturating_add(length);
                verb.at = verb.at.saturating_add(end_of_entry);
            }
        }
        (verbs, end)
    }
}

const V3_OBJECT: OldObject = OldObject {
    number: 4,
    name: 16,
    name_from: 0,
    verbs: 17,
    offset_bytes: 2,
    offsets_from_entries: false,
    is_open: true,
};
const V0_OBJECT: OldObject = OldObject { name: 13, verbs: 14, offset_bytes: 1, ..V3_OBJECT };
const OLD_OBJECT: OldObject = OldObject { name: 14, verbs: 15, offset_bytes: 1, ..V3_OBJECT };
const PC_ENGINE_OBJECT: OldObject = OldObject { name_from: 17, offsets_from_entries: true, ..V3_OBJECT };
const SMALL_OBJECT: OldObject = OldObject { number: 6, name: 18, verbs: 19, is_open: false, ..V3_OBJECT };

/// Reads the verbs of a table at `at`. Returns them, and the position behind the table.
fn verb_table(code: &[u8], at: usize, offset_bytes: usize, wide: bool) -> (Vec<Verb>, usize) {
    let number = |at: usize, bytes: usize| {
        let mut out = [0; 4];
        let from = code.get(at..at.checked_add(bytes)?)?;
        out.get_mut(..bytes)?.copy_from_slice(from);
        Some(u32::from_le_bytes(out))
    };
    let verb_bytes = if wide { 4 } else { 1 };
    let mut verbs = Vec::new();
    let mut at = at;
    while let Some(verb) = number(at, verb_bytes) {
        at = at.saturating_add(verb_bytes);
        if verb == 0 {
            break;
        }
        let Some(to) = number(at, offset_bytes) else { break };
        verbs.push(Verb { verb, at: to });
        at = at.saturating_add(offset_bytes);
    }
    (verbs, at)
}

fn until_zero(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().copied().take_while(|byte| *byte != 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Verbs 4 and 9 of an object, whose code is at 24 and 26, and its name at 28.
    #[test]
    fn offsets_on_the_pc_engine_count_from_the_entries() {
        let object = |name: u8, verbs: [u8; 7]| {
            let head = [&[0, 0, 0, 0, 7, 0][..], &[0; 10], &[name]].concat();
            [head.as_slice(), &verbs, &[0x80, 0xA0, 0x80, 0xA0], b"cup\0"].concat()
        };
        for (layout, code) in [
            (V3_OBJECT, object(28, [4, 24, 0, 9, 26, 0, 0])),
            (PC_ENGINE_OBJECT, object(11, [4, 4, 0, 9, 3, 0, 0])),
        ] {
            let (verbs, end) = layout.verbs_in(&code);
            let found: Vec<_> = verbs.iter().map(|verb| (verb.verb, verb.at)).collect();
            assert_eq!((found, end), (vec![(4, 24), (9, 26)], 24));
            assert_eq!(layout.name_in(Bytes::new(&code)).as_deref(), Some(b"cup".as_slice()));
        }
    }
}
