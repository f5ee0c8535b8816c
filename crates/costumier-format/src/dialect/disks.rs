//! The layout of index and data files in v5 and later (`docs/format/containers.md §4, §5, §8`).
//!
//! ```text
//!           counts  directories                 rooms are found by          MAXS   files
//! v5, v6    u16     room, offset                LOFF ▸ ROOM                 26/38  .000 .001, .sm0 .sm1
//! v7        u16     room, offset                LOFF ▸ ROOM                 138    .la0 .la1
//! v8        u32     room, offset                LOFF ▸ LFLF, ROOM 8 on      176    .la0 .la1 .la2
//! HE 60–62  u16     room, offset                LOFF ▸ ROOM                 38     .he0 .he1
//! HE 70 on  u16     room, offset, size          DLFL ▸ behind LFLF's header 38–52  .he0 .he1, from 98 on .(a) .(b)
//! ```

/// The layout of `MAXS`. It is the surest sign of a generation, since no header states a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maxima {
    /// Nine numbers of 16 bits.
    V5,
    /// 15 numbers of 16 bits; also all of Humongous up to 7.1.
    V6,
    /// Two texts of 50 bytes, 15 numbers of 16 bits.
    V7,
    /// Two texts of 50 bytes, 17 numbers of 32 bits.
    V8,
    /// 16 numbers of 16 bits: Humongous 7.2 to 8.5.
    He72,
    /// 19 numbers of 16 bits: Humongous 9.0 to 9.8.
    He90,
    /// 22 numbers of 16 bits: Humongous from 9.9 on.
    He99,
}

impl Maxima {
    /// Number of bytes of text before the numbers.
    #[must_use]
    pub fn text(self) -> usize {
        match self {
            Self::V7 | Self::V8 => 100,
            _ => 0,
        }
    }

    /// Size of a number in bytes.
    #[must_use]
    pub fn width(self) -> usize {
        match self {
            Self::V8 => 4,
            _ => 2,
        }
    }

    /// Number of numbers in the block.
    #[must_use]
    pub fn numbers(self) -> usize {
        match self {
            Self::V5 => 9,
            Self::V6 | Self::V7 => 15,
            Self::V8 => 17,
            Self::He72 => 16,
            Self::He90 => 19,
            Self::He99 => 22,
        }
    }

    /// Size of the block in bytes, header included.
    #[must_use]
    pub fn block_size(self) -> usize {
        8 + self.text() + self.numbers() * self.width()
    }
}

/// The layout of `DOBJ`, the table of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objects {
    /// A byte with owner and state for each object, then a class word for each.
    Packed,
    /// Three arrays: state, room, class.
    StateRoom,
    /// Records with a name of 40 bytes, state, room and class.
    Named,
    /// Four arrays: state, owner, room, class.
    StateOwnerRoom,
}

/// The fields of a `RMHD` block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomHeader {
    /// Width, height, objects in 16 bits each.
    Short,
    /// A version of 32 bits, then the fields of `Short`.
    Version,
    /// Version, width, height, objects, z-planes, transparent colour in 32 bits each.
    Wide,
}

/// The names of files by disk; disk 0 is the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// Endings `.000`, `.001` and so on.
    Numbered,
    /// Endings `.la0`, `.la1`, `.la2`.
    La,
    /// Endings `.he0` and `.he1`.
    He,
    /// Endings `.he0`, `.(a)`, `.(b)`.
    Letters,
}

/// The directories of the index, which decide how rooms are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directories {
    /// `DROO`, `DSCR`, `DSOU`, `DCOS`, `DCHR`. Each data file begins with a table of its rooms, `LOFF`.
    Classic,
    /// `DIRR`, `DIRI`, `DIRS`, `DIRN`, `DIRC`, `DIRF`, with a third array of sizes; `DLFL` and `DISK` say where
    /// rooms are. A room's picture is a separate block next to the room's.
    Humongous,
}

/// The layout of a game's index and data files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiskRules {
    /// The XOR key of the game's files as sold.
    pub key: u8,
    /// The layout of the numbers of all resources.
    pub maxima: Maxima,
    /// Whether directories have counts of 32 bits, like all blocks that v8 has widened.
    pub wide: bool,
    /// Which directories the index has.
    pub directories: Directories,
    /// Whether room names have any length and are not encrypted (`docs/format/containers.md §5.2`).
    pub long_names: bool,
    /// The layout of the table of objects.
    pub objects: Objects,
    /// Bytes from the place that the room table names to the room's block. Directory offsets count from that place.
    pub room_at: u32,
    /// Whether the index has a directory of room scripts (`DRSC`), and each room a block of them.
    pub room_scripts: bool,
    /// Size of the number at the beginning of a local script's block (`LSCR`), in bytes.
    pub local_number: usize,
    /// The layout of rooms' headers.
    pub room_header: RoomHeader,
    /// The endings of file names.
    pub naming: Naming,
    /// Whether rooms' pictures are whole and as large as the screen (`BMAP`). Otherwise they consist of strips.
    pub whole_pictures: bool,
    /// Whether the index says which disk each room is on (`DISK`).
    pub disk_lane: bool,
    /// Whether the index has a directory of images (`DIRM`).
    pub images: bool,
    /// Whether the index has a directory of talkies (`DIRT`).
    pub talkies: bool,
    /// Smallest number of objects with classes: one for each actor.
    pub actors: u16,
}

impl DiskRules {
    /// The layout of v5.
    pub const V5: Self = Self {
        key: 0x69,
        maxima: Maxima::V5,
        wide: false,
        directories: Directories::Classic,
        long_names: false,
        objects: Objects::Packed,
        room_at: 0,
        room_scripts: false,
        local_number: 1,
        room_header: RoomHeader::Short,
        naming: Naming::Numbered,
        whole_pictures: false,
        disk_lane: false,
        images: false,
        talkies: false,
        actors: 13,
    };

    /// The layout of v6.
    pub const V6: Self = Self { maxima: Maxima::V6, ..Self::V5 };

    /// The layout of v7.
    pub const V7: Self = Self {
        key: 0,
        maxima: Maxima::V7,
        objects: Objects::StateRoom,
        local_number: 2,
        room_header: RoomHeader::Version,
        naming: Naming::La,
        actors: 30,
        ..Self::V6
    };

    /// The layout of v8.
    pub const V8: Self = Self {
        maxima: Maxima::V8,
        wide: true,
        objects: Objects::Named,
        room_at: 8,
        room_scripts: true,
        local_number: 4,
        room_header: RoomHeader::Wide,
        actors: 80,
        ..Self::V7
    };

    /// The layout of Humongous games, by the version of their engine: 60, 61, 62, 70 to 100.
    #[must_use]
    pub const fn humongous(version: u8) -> Self {
        let first = Self { naming: Naming::He, ..Self::V6 };
        if version < 70 {
            return first;
        }
        Self {
            maxima: match version {
                0..72 => Maxima::V6,
                72..90 => Maxima::He72,
                90..99 => Maxima::He90,
                _ => Maxima::He99,
            },
            directories: Directories::Humongous,
            long_names: version >= 80,
            objects: Objects::StateOwnerRoom,
            naming: if version >= 98 { Naming::Letters } else { Naming::He },
            whole_pictures: version >= 71,
            disk_lane: version >= 98,
            images: version >= 72,
            talkies: version >= 99,
            actors: match version {
                0..72 => 13,
                72..80 => 30,
                _ => 62,
            },
            ..first
        }
    }

    /// Size of a count in bytes.
    #[must_use]
    pub fn count_width(&self) -> usize {
        if self.wide { 4 } else { 2 }
    }

    /// Whether files have the names of Humongous games.
    #[must_use]
    pub fn has_humongous_names(&self) -> bool {
        matches!(self.naming, Naming::He | Naming::Letters)
    }

    /// The name of a game's file: `stem` with the ending of a disk's file; disk 0 is the index.
    #[must_use]
    pub fn file_name(&self, stem: &str, disk: u8) -> String {
        match self.naming {
            Naming::Numbered => format!("{stem}.{disk:03}"),
            Naming::La => format!("{stem}.la{disk}"),
            Naming::Letters if disk > 0 => format!("{stem}.({})", char::from(b'a'.saturating_add(disk - 1))),
            Naming::He | Naming::Letters => format!("{stem}.he{disk}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maxima_are_as_long_as_containers_section_4_2_says() {
        let sizes = [Maxima::V5, Maxima::V6, Maxima::V7, Maxima::V8].map(Maxima::block_size);
        assert_eq!(sizes, [26, 38, 138, 176]);
        let sizes = [61, 71, 72, 80, 90, 98, 99, 100].map(|v| DiskRules::humongous(v).maxima.block_size());
        assert_eq!(sizes, [38, 38, 40, 40, 46, 46, 52, 52]);
    }

    #[test]
    fn files_are_called_as_the_games_are() {
        assert_eq!(DiskRules::V5.file_name("monkey2", 1), "monkey2.001");
        assert_eq!(DiskRules::V7.file_name("dig", 0), "dig.la0");
        assert_eq!(DiskRules::V8.file_name("comi", 2), "comi.la2");
        let names = [90, 98].map(|v| [0, 1, 2].map(|disk| DiskRules::humongous(v).file_name("putt", disk)));
        assert_eq!(names, [["putt.he0", "putt.he1", "putt.he2"], ["putt.he0", "putt.(a)", "putt.(b)"]]);
    }
}
