use proptest::prelude::*;

use super::super::fixture::{OLD_EXAMPLE, V5_EXAMPLE, hex, v6_example};
use super::super::record::Window;
use super::super::{Cost, command};
use super::*;
use crate::codec::{ColourTable, Decoder};
use crate::dialect::V1Game;
use crate::model::PictureKey;

fn window(start: u16, length: u8, play_once: bool) -> Option<CostEntry> {
    Some(CostEntry::Window(Window { start, length, play_once }))
}

fn picture(width: u16, height: u16, x: i16, y: i16, pixels: Vec<u8>) -> PictureSource {
    PictureSource { width, height, x, y, move_x: 0, move_y: 0, pixels: PixelSource::Rows(pixels) }
}

/// The content that `docs/format/cost.md §12` describes.
fn example(dialect: Dialect) -> CostSource {
    let mut source = CostSource::new(dialect, Format::from_byte(0x58).unwrap());
    source.palette = vec![0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0xD4, 14, 15];
    let mut second = picture(2, 20, -1, -19, vec![5; 40]);
    second.move_x = 8;
    source.pictures = vec![picture(3, 4, -1, -3, vec![0, 1, 0, 1, 2, 1, 1, 2, 1, 0, 1, 0]), second];
    source.limbs[0] = LimbSource::Table(vec![Some(0), Some(1)]);
    let (mut alpha, mut beta): ([Option<CostEntry>; LIMBS], [Option<CostEntry>; LIMBS]) = Default::default();
    alpha[0] = window(0, 2, false);
    beta[0] = window(2, 1, true);
    beta[1] = Some(CostEntry::Off);
    source.records = vec![alpha, beta];
    source.record_table = vec![None, None, None, None, Some(0), Some(0), Some(1), Some(1)];
    source.commands = vec![0, 1, 1];
    source
}

#[test]
fn worked_example_v5_is_byte_exact() {
    assert_eq!(example(Dialect::V5).write().unwrap(), hex(V5_EXAMPLE));
}

#[test]
fn worked_example_v6_has_the_inner_header_and_the_same_offsets() {
    let payload = example(Dialect::V6).write().unwrap();
    assert_eq!(payload, v6_example());
}

#[test]
fn worked_example_v4_is_byte_exact() {
    assert_eq!(example(Dialect::V4).write().unwrap(), hex(V5_EXAMPLE));
}

#[test]
fn worked_example_of_the_old_bundle_is_byte_exact() {
    let mut source = example(Dialect::V3);
    source.palette = vec![12];
    for picture in &mut source.pictures {
        (picture.x, picture.y) = (picture.x + 72, picture.y + 100);
    }
    assert_eq!(source.write().unwrap(), hex(OLD_EXAMPLE)[4..]);
}

#[test]
fn small_headers_of_v3_have_starts_of_one_byte() {
    // `docs/format/cost.md §12.2`: "the records would be 00 80 00 01 and 00 C0 02 80 FF, shifting later
    // offsets".
    let payload = example(Dialect::V3_256).write().unwrap();
    assert_eq!(payload[0x44..0x4D], hex("00 80 00 01 00 C0 02 80 FF"));
    assert_eq!(payload.len() + 3, hex(V5_EXAMPLE).len());
}

#[test]
fn what_v1_cannot_hold_is_refused() {
    let mut source = example(Dialect::v1(V1Game::Zak));
    source.format = Format::from_byte(0x57).unwrap();
    source.palette = vec![];
    source.limbs[9] = LimbSource::Table(vec![Some(1)]);
    source.records[0][8] = window(0, 1, false);
    source.pictures[1] = picture(8, 2, 4, 0, vec![0; 16]);
    let refused = source.write().unwrap_err();
    let paths: Vec<_> = refused.problems.iter().map(|problem| problem.path.as_str()).collect();
    assert_eq!(paths, ["limb 9", "record 4 / limb 8", "limb 0 / picture 0", "limb 0 / picture 1"]);
    source.format = Format::from_byte(0x58).unwrap();
    assert_eq!(source.write().unwrap_err().problems[0].path, "format");
    let mut far = example(Dialect::V3);
    far.palette = vec![0];
    far.commands = vec![0; 300];
    far.records[0][0] = window(255, 1, false);
    assert_eq!(far.write().unwrap_err().problems[0].path, "record 4 / limb 0");
}

#[test]
fn an_odd_v6_block_is_padded_but_its_inner_size_is_not() {
    let mut source = example(Dialect::V6);
    source.commands.push(0);
    let payload = source.write().unwrap();
    assert_eq!(payload.len(), 0x82);
    assert_eq!(payload[..4], [0x81, 0, 0, 0]);
    assert_eq!(payload[0x81], 0);
    source.dialect = Dialect::V5;
    assert_eq!(source.write().unwrap().len(), 0x81 - 6);
}

#[test]
fn limbs_share_tables_and_entries_share_pictures() {
    let mut source = example(Dialect::V5);
    source.limbs[1] = LimbSource::SameAs(0);
    source.limbs[2] = LimbSource::Table(vec![Some(1), None, Some(1)]);
    let cost = Cost::open(source.write().unwrap(), Dialect::V5).unwrap();
    assert_eq!(cost.limb(0).start, cost.limb(1).start);
    assert_eq!((cost.limb(0).len, cost.limb(1).len, cost.limb(2).len), (2, 2, 3));
    let offset = |limb, index| cost.picture_info(PictureKey { limb, index }).map(|info| info.offset);
    assert_eq!(offset(2, 0), offset(0, 1));
    assert_eq!(offset(2, 2), offset(1, 1));
    assert_eq!(offset(2, 1), None);
}

#[test]
fn a_borrowed_picture_has_its_own_header_and_no_pixels() {
    let mut source = example(Dialect::V6);
    source.format = Format::from_byte(0x60).unwrap();
    let mut borrowed = picture(3, 4, 7, -7, vec![]);
    borrowed.pixels = PixelSource::Borrowed { limb: 0, index: 0 };
    source.pictures.push(borrowed);
    source.limbs[3] = LimbSource::Table(vec![Some(2)]);
    let payload = source.write().unwrap();
    let cost = Cost::open(payload.clone(), Dialect::V6).unwrap();
    let (own, lent) = (PictureKey { limb: 0, index: 0 }, PictureKey { limb: 3, index: 0 });
    let info = cost.picture_info(lent).unwrap();
    assert_eq!((info.x, info.y, info.redirect), (7, -7, Some(own)));
    assert_eq!(info.offset + 14, payload.len());
    assert_eq!(cost.picture(lent).unwrap().encoded_at, cost.picture(own).unwrap().encoded_at);
}

#[test]
fn the_worked_examples_are_taken_apart_and_written_again() {
    for (payload, dialect) in [
        (hex(V5_EXAMPLE), Dialect::V4),
        (hex(V5_EXAMPLE), Dialect::V5),
        (v6_example(), Dialect::V6),
        (hex(OLD_EXAMPLE)[4..].to_vec(), Dialect::V3),
    ] {
        let cost = Cost::open(payload.clone(), dialect).unwrap();
        let source = CostSource::read(&cost).unwrap();
        assert_eq!(source.record_table, example(dialect).record_table);
        assert_eq!(source.write().unwrap(), payload);
    }
}

#[test]
fn shared_tables_shared_pictures_gaps_nulls_and_empty_entries_survive() {
    for dialect in [Dialect::V5, Dialect::V6] {
        for padding in 0..3 {
            let mut source = example(dialect);
            let mut first = source.pictures[0].encode(source.format, false).unwrap().split_off(12);
            first.push(0x99);
            source.pictures[0].pixels = PixelSource::Encoded(first);
            source.limbs[1] = LimbSource::SameAs(0);
            source.limbs[2] = LimbSource::Table(vec![Some(1), None, Some(1)]);
            source.limbs[3] = LimbSource::Null;
            source.last_record = Some(7);
            source.record_table.extend([None; 3]);
            source.commands.extend(vec![0; padding]);
            let payload = source.write().unwrap();
            let again = CostSource::read(&Cost::open(payload.clone(), dialect).unwrap()).unwrap();
            assert_eq!(again.limbs, source.limbs);
            assert_eq!((again.last_record, &again.record_table), (Some(7), &source.record_table));
            assert_eq!(again.pictures[0], source.pictures[0]);
            assert_eq!(again.write().unwrap(), payload);
        }
    }
}

#[test]
fn an_unusual_layout_is_kept_until_something_changes() {
    // Rubbish between the stream and the tables, and one record table entry that leads to other bytes.
    for dialect in Dialect::CLASSIC.into_iter().filter(|dialect| dialect.cost.palette == Palette::Full) {
        let mut payload = example(dialect).write().unwrap();
        payload.extend([1, 2, 3, 4, 5, 6, 7]);
        let at = payload.len() - 3;
        // Record 7 becomes a copy behind everything else: mask 0, no limb.
        payload[at..at + 2].copy_from_slice(&[0, 0]);
        let stored = u16::try_from(i64::try_from(at).unwrap() - i64::from(dialect.cost.base)).unwrap();
        let slot = dialect.cost.header + 2 + 16 + 34 + 14;
        payload[slot..slot + 2].copy_from_slice(&stored.to_le_bytes());
        let cost = Cost::open(payload.clone(), dialect).unwrap();
        let mut source = CostSource::read(&cost).unwrap();
        assert!(!source.is_usual());
        assert_eq!(source.write().unwrap(), payload, "{dialect:?}");
        source.pictures[0].x += 1;
        let written = source.write().unwrap();
        assert_ne!(written, payload);
        let again = Cost::open(written, dialect).unwrap();
        assert_eq!(again.record(7).unwrap().limbs, [None; LIMBS]);
        source.pictures[0].x -= 1;
        assert_eq!(source.write().unwrap(), payload);
    }
}

#[test]
fn everything_that_is_wrong_is_said_at_once() {
    let mut source = example(Dialect::V5);
    source.palette.pop();
    source.limbs[4] = LimbSource::SameAs(6);
    source.limbs[5] = LimbSource::Table(vec![None; 129]);
    source.limbs[7] = LimbSource::Table(vec![Some(9)]);
    source.pictures[0].width = 4;
    source.pictures[1].pixels = PixelSource::Rows(vec![16; 40]);
    source.record_table[0] = Some(2);
    source.records[0][2] = window(2, 2, false);
    source.records[1][3] = window(0, 0, false);
    let mut borrowed = picture(1, 1, 0, 0, vec![]);
    borrowed.pixels = PixelSource::Borrowed { limb: 0, index: 2 };
    source.pictures.push(borrowed);
    let refused = source.write().unwrap_err();
    let paths: Vec<_> = refused.problems.iter().map(|problem| problem.path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "palette",
            "limb 4",
            "limb 5",
            "limb 7 / picture 0",
            "limb 0 / picture 0",
            "stored picture 2",
            "stored picture 2",
            "record 0",
            "record 4 / limb 2",
            "record 6 / limb 3",
            "limb 0 / picture 1",
        ]
    );
    let text = refused.to_string();
    assert!(text.contains("record 4 / limb 2: the window ends at command 4, the stream has 3"), "{text}");
    assert!(text.contains("limb 0 / picture 1: colour 16 in a picture of 16 colours"), "{text}");
    assert!(text.contains("limb 0 / picture 0: 12 pixels, but 4 × 4 is 16"), "{text}");
}

#[test]
fn a_block_larger_than_its_offsets_is_refused() {
    let mut source = example(Dialect::V5);
    let noise: Vec<u8> = (0..200 * 200).map(|i| if i / 200 % 2 == 0 { 1 } else { 2 }).collect();
    source.pictures = vec![picture(200, 200, 0, 0, noise); 3];
    source.limbs[0] = LimbSource::Table(vec![Some(0), Some(1), Some(2)]);
    let refused = source.write().unwrap_err();
    assert_eq!(refused.problems.len(), 1);
    assert_eq!(refused.problems[0].path, "limb 0 / picture 2");
    source.pictures.pop();
    source.limbs[0] = LimbSource::Table(vec![Some(0), Some(1)]);
    assert!(source.write().is_ok(), "the last picture may reach beyond 65535, it only has to start before");
}

fn any_source() -> impl Strategy<Value = CostSource> {
    let all = Dialect::CLASSIC.into_iter().chain([Dialect::V3_PCE]).collect::<Vec<_>>();
    prop::sample::select(all).prop_flat_map(any_source_of)
}

/// A format that the dialect can have.
fn any_format(dialect: Dialect) -> impl Strategy<Value = Format> {
    let formats: &[u8] = match dialect.cost.palette {
        Palette::None => &[0x57],
        Palette::One => &[0x58, 0x59],
        Palette::Full => &[0x58, 0x59, 0x60, 0x61],
        // Any byte is valid there.
        Palette::Colours => &[0x00, 0x57, 0x58, 0x7F],
    };
    let bytes: Vec<u8> = formats.iter().flat_map(|byte| [*byte, byte | 0x80]).collect();
    prop::sample::select(bytes).prop_map(move |byte| Format::in_layout(byte, dialect.cost).unwrap())
}

/// A picture that the format can have, with its pixels row by row.
fn any_picture(format: Format) -> BoxedStrategy<PictureSource> {
    let top = u8::try_from(format.colours()).unwrap();
    let build = |(width, height): (u16, u16), place: [i16; 4], pixels| PictureSource {
        move_x: place[2],
        move_y: place[3],
        ..PictureSource::new((width, height), (place[0], place[1]), pixels)
    };
    if format.pixels == Pixels::Cells {
        return (1u16..4, 1u16..20, any::<[i8; 4]>())
            .prop_flat_map(move |(cells, height, place)| {
                prop::collection::vec(0..top, usize::from(4 * cells * height)).prop_map(move |wide| {
                    let [x, y, move_x, move_y] = place.map(i16::from);
                    let pixels = wide.iter().flat_map(|colour| [*colour; 2]).collect();
                    build((8 * cells, height), [8 * x, -y, 8 * move_x, move_y], pixels)
                })
            })
            .boxed();
    }
    if format.pixels == Pixels::Blocks {
        return (1u16..4, 1u16..4, prop::array::uniform4(-127i16..=127))
            .prop_flat_map(move |(across, down, place)| {
                let colour = prop_oneof![3 => Just(0), 1 => 0..top];
                prop::collection::vec(colour, usize::from(256 * across * down))
                    .prop_map(move |pixels| build((16 * across, 16 * down), place, pixels))
            })
            .boxed();
    }
    (1u16..20, 1u16..20, any::<[i16; 4]>())
        .prop_flat_map(move |(width, height, place)| {
            prop::collection::vec(0..top, usize::from(width * height))
                .prop_map(move |pixels| build((width, height), place, pixels))
        })
        .boxed()
}

fn any_source_of(dialect: Dialect) -> impl Strategy<Value = CostSource> {
    any_format(dialect).prop_flat_map(move |format| {
        let picture = any_picture(format);
        let limb_count = dialect.cost.limbs;
        let limbs = prop::collection::vec(prop::collection::vec(picture, 0..5), 0..=limb_count);
        let entry = prop_oneof![
            Just(None),
            Just(Some(CostEntry::Off)),
            (0u16..40, 1u8..=60, any::<bool>()).prop_map(|(start, length, once)| window(start, length, once)),
        ];
        let records = prop::collection::vec(prop::collection::vec(entry, limb_count), 1..6);
        let indices = prop::collection::vec(prop::option::of(any::<prop::sample::Index>()), 1..40);
        let stored = format.palette_len(dialect.cost.palette);
        (prop::collection::vec(any::<u8>(), stored), limbs, records, indices).prop_map(
            move |(palette, limbs, records, indices)| {
                let mut source = CostSource::new(dialect, format);
                source.palette = palette;
                for (limb, pictures) in limbs.into_iter().enumerate() {
                    let first = source.pictures.len();
                    let table = (first..first + pictures.len()).map(Some).collect::<Vec<_>>();
                    if !table.is_empty() {
                        source.limbs[limb] = LimbSource::Table(table);
                    }
                    source.pictures.extend(pictures);
                }
                source.records = records
                    .into_iter()
                    .map(|mut record| {
                        record.resize(LIMBS, None);
                        record.try_into().unwrap()
                    })
                    .collect();
                source.record_table =
                    indices.iter().map(|i| i.as_ref().map(|i| i.index(source.records.len()))).collect();
                // Reading would not find a record that no index leads to.
                let used = |record: usize| source.record_table.contains(&Some(record));
                let kept: Vec<usize> = (0..source.records.len()).filter(|record| used(*record)).collect();
                source.record_table = source
                    .record_table
                    .iter()
                    .map(|entry| kept.iter().position(|record| Some(*record) == *entry))
                    .collect();
                source.records = kept.iter().map(|record| source.records[*record]).collect();
                source.commands = (0..100).map(|i| if i % 7 == 3 { command::HIDE } else { i % 5 }).collect();
                source
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn damaged_blocks_that_can_be_taken_apart_are_written_as_they_were(
        source in any_source(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut payload = source.write().unwrap();
        for (at, byte) in damage {
            let at = at.index(payload.len());
            payload[at] = byte;
        }
        if let Ok(cost) = Cost::open(payload.clone(), source.dialect)
            && let Ok(again) = CostSource::read(&cost)
        {
            prop_assert_eq!(again.write().unwrap(), payload);
        }
    }

    #[test]
    fn what_is_written_is_read_back(source in any_source()) {
        let cost = Cost::open(source.write().unwrap(), source.dialect).unwrap();
        prop_assert_eq!(cost.problems(), &[]);
        prop_assert_eq!(cost.format(), source.format);
        prop_assert_eq!(cost.stored_palette(), &source.palette[..]);
        prop_assert_eq!(cost.commands(), &source.commands[..]);
        prop_assert_eq!(cost.record_count(), source.record_table.len());
        for (index, entry) in source.record_table.iter().enumerate() {
            let index = u16::try_from(index).unwrap();
            prop_assert_eq!(cost.has_record(index), entry.is_some());
            if let Some(record) = entry {
                prop_assert_eq!(cost.record(index).unwrap().limbs, source.records[*record]);
            }
        }
        let mut decoder = Decoder::new();
        let mut rows = Vec::new();
        for (limb, table) in source.limbs.iter().enumerate() {
            let entries = if let LimbSource::Table(entries) = table { entries.clone() } else { vec![] };
            prop_assert_eq!(cost.limb(u8::try_from(limb).unwrap()).len, entries.len());
            for (index, entry) in entries.iter().enumerate() {
                let key = PictureKey { limb: u8::try_from(limb).unwrap(), index: u16::try_from(index).unwrap() };
                let wanted = &source.pictures[entry.unwrap()];
                let stored = cost.picture(key).unwrap();
                let info = stored.info;
                prop_assert_eq!((info.width, info.height), (wanted.width, wanted.height));
                prop_assert_eq!((info.x, info.y), (wanted.x, wanted.y));
                prop_assert_eq!((info.move_x, info.move_y), (wanted.move_x, wanted.move_y));
                decoder.picture(&stored.packed, &ColourTable::IDENTITY, &mut rows);
                prop_assert_eq!(&PixelSource::Rows(rows.clone()), &wanted.pixels);
            }
        }
    }

    #[test]
    fn taken_apart_and_written_again_it_is_the_same(source in any_source()) {
        let payload = source.write().unwrap();
        let cost = Cost::open(payload.clone(), source.dialect).unwrap();
        let again = CostSource::read(&cost).unwrap();
        prop_assert!(again.is_usual());
        prop_assert_eq!(&again.records, &source.records);
        prop_assert_eq!(&again.record_table, &source.record_table);
        prop_assert_eq!(&again.limbs, &source.limbs);
        prop_assert_eq!(again.write().unwrap(), payload);
    }
}
