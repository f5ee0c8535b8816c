//! The tables of all indexes. To add a layout, or a table of one, add a row here.

use super::table::{Column, Count, Need, Order, Table, TableField, tag_of};
use super::{Kind, List};
use crate::block::Tag;
use crate::dialect::{Directories, DiskRules, Objects, OldTables};

/// The magic number of v2 and v3 with 16 colours.
pub(crate) const MAGIC: u16 = 0x0100;

/// The magic number of v1 for PC.
pub(crate) const MAGIC_V1: u16 = 0x0A31;

/// The magic number of extracted files of games for the C64. The first disk itself has [`MAGIC_V1`].
pub(crate) const MAGIC_C64: u16 = 0x0132;

/// The magic number of extracted files of Maniac Mansion for the NES.
pub(crate) const MAGIC_NES: u16 = 0x4643;

/// Bytes of an object's name in v8.
pub const OBJECT_NAME: usize = 40;

const SCRIPTS: List = List::Of(Kind::Script);
const SOUNDS: List = List::Of(Kind::Sound);
const COSTUMES: List = List::Of(Kind::Costume);
const CHARSETS: List = List::Of(Kind::Charset);

const fn column(field: TableField, width: usize) -> Column {
    Column { field, width }
}

const ROOM: Column = column(TableField::Room, 1);
const OFFSET: Column = column(TableField::Offset, 4);

/// Room and offset.
const PLACE: &[Column] = &[ROOM, OFFSET];
/// Room, offset and size: Humongous games from 7.0 on.
const SIZED: &[Column] = &[ROOM, OFFSET, column(TableField::Size, 4)];
/// Room and offset before v3 with 256 colours.
const SHORT: &[Column] = &[ROOM, column(TableField::Offset, 2)];

/// A table of v5 and later.
const fn lanes(name: &'static str, list: List, need: Need, columns: &'static [Column]) -> Table {
    Table { name, list, need, count: Count::Stated(2), columns, order: Order::Lanes }
}

const fn records(name: &'static str, list: List, need: Need, columns: &'static [Column]) -> Table {
    Table { order: Order::Records, ..lanes(name, list, need, columns) }
}

/// v5 to v8, and Humongous games before 7.0 (`docs/format/containers.md §4.2, §8`).
const CLASSIC: [Table; 6] = [
    lanes("DROO", List::Rooms, Need::Expected, PLACE),
    lanes("DRSC", List::RoomScripts, Need::Optional, PLACE),
    lanes("DSCR", SCRIPTS, Need::Expected, PLACE),
    lanes("DSOU", SOUNDS, Need::Expected, PLACE),
    lanes("DCOS", COSTUMES, Need::Required, PLACE),
    lanes("DCHR", CHARSETS, Need::Expected, PLACE),
];

/// Humongous games from 7.0 on (`docs/format/containers.md §5.2`).
const HUMONGOUS: [Table; 10] = [
    lanes("DIRI", List::RoomImages, Need::Expected, SIZED),
    lanes("DIRR", List::RoomBlocks, Need::Required, SIZED),
    lanes("DIRS", SCRIPTS, Need::Optional, SIZED),
    lanes("DIRN", SOUNDS, Need::Optional, SIZED),
    lanes("DIRC", COSTUMES, Need::Required, SIZED),
    lanes("DIRF", CHARSETS, Need::Optional, SIZED),
    lanes("DIRM", List::Images, Need::Optional, SIZED),
    lanes("DIRT", List::Talkies, Need::Optional, SIZED),
    lanes("DLFL", List::RoomStarts, Need::Required, &[OFFSET]),
    lanes("DISK", List::Disks, Need::Optional, &[ROOM]),
];

/// v4 and v3 with 256 colours (`docs/format/containers.md §6.1, §7.1`).
const SMALL: [Table; 4] = [
    records("0R", List::Rooms, Need::Required, PLACE),
    records("0S", SCRIPTS, Need::Optional, PLACE),
    records("0N", SOUNDS, Need::Optional, PLACE),
    records("0C", COSTUMES, Need::Required, PLACE),
];

/// v0 to v2, and v3 with 16 colours, behind the objects (`docs/format/containers.md §7.2 to §7.4`).
const OLD: [Table; 4] = [
    lanes("rooms", List::Rooms, Need::Required, SHORT),
    lanes("costumes", COSTUMES, Need::Required, SHORT),
    lanes("scripts", SCRIPTS, Need::Required, SHORT),
    lanes("sounds", SOUNDS, Need::Required, SHORT),
];

/// The table of rooms at the beginning of a data file, `LOFF` or `FO` (`docs/format/containers.md §4.3, §6.2`).
pub const ROOM_TABLE: Table =
    Table { count: Count::Stated(1), ..records("LOFF", List::RoomStarts, Need::Required, PLACE) };

const PACKED_STATE: Column = column(TableField::PackedState, 1);
const STATE: Column = column(TableField::State, 1);
const NAME: Column = column(TableField::Name, OBJECT_NAME);
/// A byte with another meaning.
const BYTE: Column = column(TableField::Other, 1);
/// The classes of an object.
const CLASSES: Column = column(TableField::Other, 4);
/// The classes of an object before v5.
const SHORT_CLASSES: Column = column(TableField::Other, 3);

/// The tables of v5 and later.
pub(super) fn tagged(rules: &DiskRules) -> Vec<Table> {
    let directories: &[Table] = match rules.directories {
        Directories::Classic => &CLASSIC,
        Directories::Humongous => &HUMONGOUS,
    };
    let table = |order, columns| Table { order, ..lanes("DOBJ", List::Objects, Need::Expected, columns) };
    let objects = match rules.objects {
        Objects::Packed => table(Order::Lanes, &[PACKED_STATE, CLASSES]),
        // State, room, classes.
        Objects::StateRoom => table(Order::Lanes, &[STATE, BYTE, CLASSES]),
        // State, owner, room, classes.
        Objects::StateOwnerRoom => table(Order::Lanes, &[STATE, BYTE, BYTE, CLASSES]),
        Objects::Named => table(Order::Records, &[NAME, STATE, BYTE, CLASSES]),
    };
    let has = |table: &&Table| table.list != List::RoomScripts || rules.room_scripts;
    let tables = directories.iter().filter(has).chain([&objects]).map(|table| Table {
        count: Count::Stated(rules.count_width()),
        // Only later games have more than one disk.
        need: if table.list == List::Disks && rules.disk_lane { Need::Expected } else { table.need },
        ..*table
    });
    tables.collect()
}

/// The tables of v4 and of v3 with 256 colours. `lanes` is for the PC-Engine, whose objects are lanes.
pub(super) fn small(lanes: bool) -> Vec<Table> {
    let order = if lanes { Order::Lanes } else { Order::Records };
    let columns = &[SHORT_CLASSES, PACKED_STATE];
    let objects = Table { order, ..records("0O", List::Objects, Need::Optional, columns) };
    SMALL.into_iter().chain([objects]).collect()
}

/// The tables of v0 to v3 with 16 colours.
pub(super) fn old(tables: OldTables) -> Vec<Table> {
    let columns: &[Column] = match tables {
        OldTables::Counted { object_bytes: 4 } => &[SHORT_CLASSES, PACKED_STATE],
        _ => &[PACKED_STATE],
    };
    let objects = records("objects", List::Objects, Need::Required, columns);
    let mut all: Vec<Table> = [objects].into_iter().chain(OLD).collect();
    for (number, table) in all.iter_mut().enumerate() {
        table.count = match tables.counts().and_then(|counts| counts.get(number).copied()) {
            Some(rows) => Count::Fixed(rows),
            None if table.list == List::Objects => Count::Stated(2),
            None => Count::Stated(1),
        };
    }
    all
}

/// The magic numbers of an index of v0 to v3 with 16 colours.
pub(super) fn magic(tables: OldTables) -> [u16; 2] {
    match tables {
        OldTables::Counted { .. } => [MAGIC; 2],
        OldTables::Fixed(_) => [MAGIC_V1; 2],
        // The first is for files that were taken from disks, the second for the disks themselves.
        OldTables::C64(_) => [MAGIC_C64, MAGIC_V1],
        OldTables::Nes => [MAGIC_NES; 2],
    }
}

/// Blocks of an index of v5 or later that are known and not read.
const SKIPPED: [&str; 4] = ["AARY", "ANAM", "SVER", "INIB"];

/// The blocks of [`SKIPPED`] that games with these rules have.
pub(super) fn skipped(rules: &DiskRules) -> &'static [&'static str] {
    match rules.directories {
        Directories::Classic => SKIPPED.get(..2).unwrap_or_default(),
        Directories::Humongous => &SKIPPED,
    }
}

/// What the Humongous directory with this tag lists, as other games have it.
pub(super) fn humongous_list(tag: Tag) -> Option<List> {
    match HUMONGOUS.iter().find(|table| table.tag() == tag)?.list {
        List::RoomBlocks => Some(List::Rooms),
        list @ List::Of(_) => Some(list),
        _ => None,
    }
}

/// Whether an index of v5 or later has blocks with this tag.
pub(crate) fn is_tag(tag: Tag) -> bool {
    let tables = CLASSIC.iter().chain(&HUMONGOUS).map(|table| table.name);
    tables.chain(["RNAM", "MAXS", "DOBJ"]).chain(SKIPPED).any(|name| tag_of(name) == tag)
}

/// Whether an index of v3 with 256 colours or v4 has blocks with these two letters.
pub(crate) fn is_small_tag(tag: &[u8]) -> bool {
    SMALL.iter().map(|table| table.name).chain(["RN", "0O"]).any(|name| name.as_bytes() == tag)
}
