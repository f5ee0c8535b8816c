//! Maps games of v5 and later (`docs/format/containers.md §4, §5, §8`).
//!
//! ```text
//! index  DROO  DSCR DSOU DCOS DCHR, DRSC (v8)                    lanes: room, offset from the room's base
//!        DLFL DISK  DIRR DIRI DIRS DIRN DIRC DIRF DIRM DIRT      Humongous from 7.0 on; a third lane of sizes
//! data   LECF { LOFF  LFLF { ROOM … } … }                        LOFF leads to ROOM, in v8 to LFLF
//! ```

use costumier::format::dialect::{Directories, Maxima};

use super::{Directory, Extent, FileId, INDEX, Layout, Mapper, NumberFormat, Pointer, RoomPlace};

/// Size in bytes of a block's header.
const HEADER: u64 = 8;

/// Directories whose first lane holds rooms.
const OF_ROOMS: [&[u8; 4]; 13] = [
    b"DSCR", b"DSOU", b"DCOS", b"DCHR", b"DRSC", b"DIRR", b"DIRI", b"DIRS", b"DIRN", b"DIRC", b"DIRF",
    b"DIRM", b"DIRT",
];

/// A block of the index.
struct Block {
    tag: [u8; 4],
    at: u64,
    size: u64,
}

impl Block {
    fn payload(&self) -> u64 {
        self.at + HEADER
    }

    fn extent(&self) -> Extent {
        Extent { file: INDEX, at: self.at + 4, form: NumberFormat::U32Be, of: self.at..self.at + self.size }
    }
}

impl Mapper<'_> {
    /// Maps the index and the data files.
    pub(super) fn tagged(&mut self) {
        let blocks = self.index_blocks();
        let humongous = self.dialect.disks.directories == Directories::Humongous;
        self.data_files();
        if humongous {
            self.rooms_of_index(&blocks);
        } else {
            self.rooms_of_files(&blocks);
        }
        for block in blocks.iter().filter(|block| OF_ROOMS.contains(&&block.tag)) {
            let directory = self.lanes(block, humongous);
            self.directory(&directory, u64::from(u32::MAX));
            if [b"DCOS", b"DIRC"].contains(&&block.tag) {
                self.costumes = Some(directory);
            }
        }
        let stated = match self.dialect.disks.maxima {
            Maxima::V6 | Maxima::He72 | Maxima::He90 | Maxima::He99 => Some((2 * 13, NumberFormat::U16Le)),
            Maxima::V7 => Some((100 + 2 * 14, NumberFormat::U16Le)),
            Maxima::V8 => Some((100 + 4 * 6, NumberFormat::U32Le)),
            Maxima::V5 => None,
        };
        let maxima = blocks.iter().find(|block| block.tag == *b"MAXS");
        self.stated_costumes = maxima.zip(stated).map(|(block, (at, form))| (block.payload() + at, form));
    }

    fn index_blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let (mut at, end) = (0, self.index.len() as u64);
        while at + HEADER <= end {
            let size = self.index_number(at + 4, NumberFormat::U32Be).unwrap_or(0);
            let tag = usize::try_from(at).ok().and_then(|at| self.index.get(at..)?.first_chunk().copied());
            let Some(tag) = tag.filter(|_| size >= HEADER) else { break };
            blocks.push(Block { tag, at, size: size.min(end - at) });
            at = at.saturating_add(size);
        }
        blocks
    }

    /// Maps the outermost block of each data file.
    fn data_files(&mut self) {
        for file in 1..self.files.len() {
            if let Some(size) = self.number(file, 4, NumberFormat::U32Be) {
                self.extents.push(Extent { file, at: 4, form: NumberFormat::U32Be, of: 0..size });
            }
        }
    }

    /// Maps the rooms of games whose data files have tables of rooms. The index says which file counts.
    fn rooms_of_files(&mut self, blocks: &[Block]) {
        let rooms = blocks.iter().rfind(|block| block.tag == *b"DROO");
        let disks = rooms.map(|block| self.lanes(block, false));
        let to_folder = HEADER - u64::from(self.dialect.disks.room_at).min(HEADER);
        for (disk, file) in self.by_disk.clone() {
            for (room, target) in self.room_table(file, 2 * HEADER) {
                let end = self.folder(file, target.checked_sub(to_folder));
                let named = disks.as_ref().filter(|disks| room < disks.slots);
                let on = named.and_then(|disks| self.index_number(disks.room_at(room), NumberFormat::U8));
                if on.is_none_or(|on| on == u64::from(disk)) {
                    self.rooms.insert(room, RoomPlace { file, base: target, end });
                }
            }
        }
    }

    /// Maps the rooms of games whose index has the table of rooms.
    fn rooms_of_index(&mut self, blocks: &[Block]) {
        let find = |tag: &[u8; 4]| blocks.iter().rfind(|block| block.tag == *tag);
        let Some(starts) = find(b"DLFL") else { return };
        let count = self.index_number(starts.payload(), NumberFormat::U16Le).unwrap_or(0);
        let disks = find(b"DISK").map(|block| block.payload() + 2);
        for room in 0..count {
            let at = starts.payload() + 2 + 4 * room;
            let disk = disks.map_or(Some(1), |disks| self.index_number(disks + room, NumberFormat::U8));
            let file = disk.and_then(|disk| self.by_disk.get(&u8::try_from(disk).ok()?).copied());
            let (Some(file), Some(target)) = (file, self.index_number(at, NumberFormat::U32Le)) else {
                continue;
            };
            let Some(number) = u32::try_from(room).ok().filter(|_| target != 0) else { continue };
            let end = self.folder(file, target.checked_sub(HEADER));
            self.pointers.push(Pointer {
                file: INDEX,
                at,
                form: NumberFormat::U32Le,
                into: file,
                base: 0,
                target,
            });
            self.rooms.insert(number, RoomPlace { file, base: target, end });
        }
    }

    /// Adds the size of the `LFLF` block at a position. Returns the block's end, or the file's end if there is none.
    fn folder(&mut self, file: FileId, at: Option<u64>) -> u64 {
        let file_end = self.file_end(file);
        let header = at.and_then(|at| Some((at, self.bytes(file, at, 8)?)));
        let Some((at, bytes)) = header.filter(|(_, bytes)| bytes.starts_with(b"LFLF")) else {
            return file_end;
        };
        let size = NumberFormat::U32Be.read(&bytes, 4).unwrap_or(0);
        let extent = Extent { file, at: at + 4, form: NumberFormat::U32Be, of: at..at.saturating_add(size) };
        if !self.extents.contains(&extent) {
            self.extents.push(extent);
        }
        at.saturating_add(size).min(file_end)
    }

    fn lanes(&self, block: &Block, sizes: bool) -> Directory {
        let form = if self.dialect.disks.wide { NumberFormat::U32Le } else { NumberFormat::U16Le };
        let count = self.index_number(block.payload(), form).unwrap_or(0);
        let rooms = block.payload() + form.width() as u64;
        let bytes = if sizes { 9 } else { 5 };
        let fits = (block.at + block.size).saturating_sub(rooms) / bytes;
        let slots = count.min(fits);
        let offsets = rooms + slots;
        Directory {
            name: String::from_utf8_lossy(&block.tag).into_owned(),
            block: Some(block.extent()),
            count: Some((block.payload(), form)),
            slots: u32::try_from(slots).unwrap_or(u32::MAX),
            layout: Layout::Lanes {
                rooms,
                offsets,
                form: NumberFormat::U32Le,
                sizes: sizes.then_some(offsets + 4 * slots),
            },
        }
    }
}
