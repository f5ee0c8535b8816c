//! Indexes of every layout are written, read, and found number by number.
#![allow(clippy::cast_possible_truncation, reason = "tests")]

use proptest::prelude::*;

use super::*;
use crate::Index;
use crate::dialect::V1Game;

fn dialects() -> Vec<Dialect> {
    let mut all = Dialect::CLASSIC.to_vec();
    all.extend([Dialect::V0, Dialect::NES, Dialect::V3_PCE, Dialect::V3_TOWNS, Dialect::V3_TOWNS_INDY]);
    all.extend([Dialect::V4_EGA, Dialect::V7, Dialect::V8, Dialect::v1(V1Game::Zak)]);
    all.extend([60, 61, 70, 71, 72, 80, 90, 98, 99, 100].map(Dialect::humongous));
    all
}

/// Numbers in no order, from a seed.
fn noise(seed: u32) -> impl FnMut() -> u32 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 8
    }
}

/// An index with `count` rows in each table whose number of rows is not fixed.
fn contents(layout: &IndexLayout, count: u16, seed: u32) -> Contents {
    let mut next = noise(seed);
    let mut contents = Contents { names: Some(BTreeMap::new()), rows: BTreeMap::new() };
    let letters = layout.names.map_or(0, |(_, form)| form.most_letters());
    for number in 0..u32::from(count) {
        let name =
            (0..next() as usize % (letters + 1)).map(|at| char::from(b'a' + (at % 26) as u8)).collect();
        contents.names.as_mut().unwrap().insert(1 + number * 6, name);
    }
    for table in &layout.tables {
        let count = match table.count {
            Count::Fixed(count) => count,
            Count::Stated(_) => count,
        };
        let mut row = |id: u16| {
            let mut row = table.empty_row();
            for column in table.columns {
                match column.field {
                    TableField::Room => row.room = next() as u8,
                    TableField::Offset if column.width == 2 => {
                        row.offset = if id.is_multiple_of(3) { u32::MAX } else { next() % 0xFFFF };
                    }
                    TableField::Offset => row.offset = next().wrapping_mul(257),
                    TableField::Size => row.size = next().wrapping_mul(513),
                    TableField::State => row.state = next() as u8,
                    TableField::PackedState => row.state = next() as u8 & 15,
                    TableField::Name => row.name = "object".chars().take(next() as usize % 7).collect(),
                    TableField::Other => {}
                }
            }
            row
        };
        contents.rows.insert(table.list, (0..count).map(&mut row).collect());
    }
    contents
}

fn read(data: &[u8], layout: &IndexLayout) -> Result<Index> {
    Index::read(Bytes::new(data), layout, &Limits::default())
}

/// The value of a row's field as it is stored.
fn value(row: &Row, field: TableField, form: NumberFormat) -> u64 {
    match field {
        TableField::Room => row.room.into(),
        TableField::Offset => u64::from(row.offset).min(form.most()),
        TableField::Size => row.size.into(),
        TableField::State => row.state.into(),
        TableField::PackedState => u64::from(row.state) << 4,
        TableField::Name | TableField::Other => 0,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_and_each_number_is_where_the_layout_says(count in 2..40_u16, seed: u32) {
        for dialect in dialects() {
            let layout = IndexLayout::of(&dialect);
            let written = contents(&layout, count, seed);
            let bytes = layout.write(&written);
            let index = read(&bytes, &layout).unwrap();
            let named = layout.names.is_some();
            prop_assert_eq!(named, index.room_names == *written.names.as_ref().unwrap(), "{:?}", dialect);
            prop_assert_eq!(index.tables.len(), layout.tables.len());
            for placed in &index.tables {
                let rows = &written.rows[&placed.table.list];
                let found: Vec<Row> = placed.rows(Bytes::new(&bytes)).collect();
                prop_assert_eq!(&found, rows, "{:?} {}", dialect, placed.table.name);
                if let Some((at, form)) = placed.count() {
                    prop_assert_eq!(form.read(&bytes, at as usize), Some(rows.len() as u64));
                }
                for (id, row) in (0..).zip(rows) {
                    for column in placed.table.columns.iter().filter(|it| it.field != TableField::Other) {
                        if let Some((at, form)) = placed.number(column.field, id) {
                            let wanted = value(row, column.field, form);
                            prop_assert_eq!(form.read(&bytes, at as usize), Some(wanted));
                        }
                    }
                }
            }
            // The reader's own values.
            for kind in Kind::ALL {
                let Some(rows) = written.rows.get(&List::Of(kind)) else { continue };
                let slots: Vec<_> = index.slots(kind).iter().map(|slot| (slot.room, slot.offset)).collect();
                let wanted: Vec<_> = rows.iter().map(|row| (u32::from(row.room), row.offset)).collect();
                prop_assert_eq!(slots, wanted, "{:?} {:?}", dialect, kind);
            }
            let states: Vec<u8> = written.rows[&List::Objects].iter().map(|row| row.state).collect();
            let mut index = index;
            index.reread_objects(&dialect);
            prop_assert_eq!(&index.object_states, &states, "{:?}", dialect);
            let wrong = index.problems.iter().find(|problem| problem.text.contains("MAXS says"));
            prop_assert_eq!(wrong, None, "{:?}", dialect);
        }
    }

    #[test]
    fn any_bytes_are_handled(bytes in prop::collection::vec(any::<u8>(), 0..300), at in 0..200_usize) {
        for dialect in dialects() {
            let layout = IndexLayout::of(&dialect);
            let mut index = layout.write(&contents(&layout, 3, 1));
            index.iter_mut().skip(at).zip(&bytes).for_each(|(to, from)| *to = *from);
            let _ = (read(&bytes, &layout), read(&index, &layout));
        }
    }
}

#[test]
fn an_index_that_is_cut_anywhere_is_an_error_or_says_so() {
    for dialect in dialects() {
        let layout = IndexLayout::of(&dialect);
        let bytes = layout.write(&contents(&layout, 3, 5));
        let whole = read(&bytes, &layout).unwrap();
        for len in 0..bytes.len() {
            match read(&bytes[..len], &layout) {
                // Objects come last. Games of small blocks are read without them.
                Ok(index) if layout.headers == BlockHeaders::Small => {
                    assert_eq!(index.costumes, whole.costumes, "{dialect:?} {len}");
                }
                Ok(index) => assert!(!index.problems.is_empty(), "{dialect:?} {len}"),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
}

#[test]
fn maxs_has_as_many_numbers_as_the_rules_say() {
    for dialect in dialects() {
        let layout = IndexLayout::of(&dialect);
        let Some(form) = layout.maxima else { continue };
        let contents = contents(&layout, 5, 9);
        assert_eq!(layout.write_maxima(form, &contents).len() + 8, form.block_size(), "{dialect:?}");
        let at = layout.maximum_at(List::Of(Kind::Costume));
        assert_eq!(at.is_none(), form == Maxima::V5, "only v5 does not repeat the number of costumes");
        let repeated = at.and_then(|(at, form)| {
            form.read(&layout.write_maxima(layout.maxima?, &contents), usize::try_from(at).ok()?)
        });
        assert!(repeated.is_none_or(|number| number == 5), "{dialect:?}");
    }
}
