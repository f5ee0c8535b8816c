//! Random costumes whose programs are mostly valid, with a little rubbish.

use proptest::prelude::*;

use super::{Answers, Call};
use crate::akos::fixture::{Part, source};
use crate::akos::{AkosSource, Header};

/// A code for programs: mostly valid ones, some rubbish.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let var = || prop_oneof![30 => 0u8..4, 1 => 20u8..30];
    let small = || prop_oneof![-2i16..4, Just(5i16)];
    let target = || 0u16..70;
    let words = |code: u8, words: Vec<i16>, bytes: Vec<u8>| {
        [vec![0xC0, code], words.iter().flat_map(|w| w.to_le_bytes()).collect(), bytes].concat()
    };
    prop_oneof![
        12 => (0u8..0x80).prop_map(|p| vec![p]),
        6 => (0u8..2, any::<u8>()).prop_map(|(high, low)| vec![0x80 | high, low]),
        2 => prop::sample::select(vec![0x01u8, 0x60, 0x61, 0x86, 0x9F, 0xFF, 0x9F, 0x9F]).prop_map(|c| vec![0xC0, c]),
        3 => (prop::sample::select(vec![0x10u8, 0x40]), small(), var())
            .prop_map(move |(c, v, n)| words(c, vec![v], vec![n])),
        3 => (0x90u8..0x96, small(), var())
            .prop_map(move |(c, v, n)| words(c, vec![v], vec![n])),
        4 => (0x70u8..0x76, target(), var(), small()).prop_map(|(c, t, n, v)| {
            [&[0xC0, c][..], &t.to_le_bytes(), &[n], &v.to_le_bytes()].concat()
        }),
        3 => (prop::sample::select(vec![0x16u8, 0x17, 0x18, 0x19, 0x31]), target(), var()).prop_map(|(c, t, n)| {
            [&[0xC0, c][..], &t.to_le_bytes(), &[n]].concat()
        }),
        3 => (prop::sample::select(vec![0x30u8, 0xA1, 0xA2, 0xA4, 0xA5]), target()).prop_map(|(c, t)| {
            [&[0xC0, c][..], &t.to_le_bytes()].concat()
        }),
        2 => (prop::sample::select(vec![0x15u8, 0x42, 0x44, 0x50, 0x81, 0x83, 0x88, 0x8C, 0x8D, 0xA3]), var())
            .prop_map(|(c, n)| vec![0xC0, c, n]),
        2 => (1i16..5, 0u8..4).prop_map(move |(v, n)| [words(0x10, vec![v], vec![n]), vec![0xC0, 0x88, n]].concat()),
        2 => prop_oneof![8u8..11, Just(1)].prop_map(|chore| vec![0xC0, 0x80, chore]),
        1 => (small(), small(), var()).prop_map(move |(a, b, n)| words(0x82, vec![a, b], vec![n])),
        1 => (var(), var()).prop_map(|(a, b)| vec![0xC0, 0x84, a, b]),
        1 => (var(), var(), small()).prop_map(|(a, b, v)| [&[0xC0, 0x85, a, b][..], &v.to_le_bytes()].concat()),
        1 => (prop::sample::select(vec![0x87u8, 0x8B]), small(), small())
            .prop_map(move |(c, x, y)| words(c, vec![x, y], vec![])),
        1 => (0u8..10, 0u8..5, any::<u8>()).prop_map(|(s, c, v)| vec![0xC0, 0x89, s, 0, c, 0, v, 0]),
        2 => (prop::sample::select(vec![0x8Au8, 0x8E]), 0i16..3).prop_map(move |(c, v)| words(c, vec![v], vec![])),
        1 => (0u8..4, 0u8..4).prop_map(|(a, b)| vec![0xC0, 0xA0, a, b]),
        2 => (0x45u8..0x49, 0u8..20, var()).prop_map(|(c, s, n)| match c {
            0x47 => vec![0xC0, c, 4, s],
            _ => vec![0xC0, c, 5, s, n],
        }),
        5 => (
            prop::sample::select(vec![0x20u8, 0x21, 0x22, 0x25]),
            prop::collection::vec(0u8..5, 0..3),
            (small(), small()),
            prop::collection::vec((small(), small(), 0u8..0x80, any::<bool>()), 0..4),
        ).prop_map(|(c, conditions, (mx, my), parts)| {
            let mut out = vec![0xC0, c];
            if matches!(c, 0x21 | 0x22) {
                out.extend([0, u8::try_from(conditions.len()).unwrap()]);
                out.extend(conditions);
            }
            if matches!(c, 0x22 | 0x25) {
                out.extend([mx.to_le_bytes(), my.to_le_bytes()].concat());
            }
            out.push(u8::try_from(parts.len()).unwrap());
            for (x, y, picture, long) in parts {
                out.extend([x.to_le_bytes(), y.to_le_bytes()].concat());
                if long { out.extend([0x81, picture]) } else { out.push(picture) }
            }
            if matches!(c, 0x21 | 0x22) {
                out[2] = u8::try_from(out.len()).unwrap();
            }
            out
        }),
        1 => prop::collection::vec(any::<u8>(), 1..3),
    ]
}

/// A record's limbs: limb, mode, start, length.
fn parts() -> impl Strategy<Value = Vec<Part>> {
    let mode = prop_oneof![8 => Just(6u8), 1 => 0u8..10];
    prop::collection::btree_map(0usize..5, (mode, 0u16..60, 0u16..12), 1..4)
        .prop_map(|map| map.into_iter().map(|(limb, (mode, start, len))| (limb, mode, start, len)).collect())
}

fn call() -> impl Strategy<Value = Call> {
    prop_oneof![
        2 => prop::sample::select(vec![1u16, 8, 9, 10, 56, 1001]).prop_map(Call::Start),
        1 => (0i32..8).prop_map(|eighth| Call::Face(45 * eighth)),
        4 => (1u8..9).prop_map(Call::Ticks),
    ]
}

/// A costume and the calls to make.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    pub(crate) source: AkosSource,
    /// Version of the Humongous engine, 0 for v7.
    pub(crate) humongous: u8,
    pub(crate) calls: Vec<Call>,
    pub(crate) answers: Answers,
}

/// A few limbs of a few chores in a few facings, of any generation, in any world.
pub(crate) fn example() -> impl Strategy<Value = Example> {
    let condition = prop_oneof![0u32..8, any::<u32>()];
    (
        prop::collection::vec(piece(), 1..24),
        prop::collection::vec(parts(), 9),
        prop::collection::vec(call(), 1..10),
        (prop::sample::select(vec![0u8, 61, 70, 72, 80, 85, 90, 100]), any::<bool>()),
        (prop::collection::vec(condition, 0..4), prop::collection::vec((0u16..60, 0u32..3), 0..3)),
        prop::collection::vec((0u16..60, 0u16..2, 0u16..2), 0..6),
        (0u8..4, any::<bool>(), any::<bool>(), 1u8..14),
        // Number of bytes that are missing at the end.
        prop_oneof![3 => Just(0usize), 1 => 1usize..8],
    )
        .prop_map(|(pieces, lists, calls, (humongous, eight), conditions, slices, world, missing)| {
            let flags = if eight { Header::EIGHT_WAYS } else { 0 };
            let records = [4, 5, 32, 33, 34, 35, 38, 42, 68];
            let records: Vec<(usize, &[Part])> =
                records.into_iter().zip(lists.iter().map(Vec::as_slice)).collect();
            let sequence = pieces.concat();
            let mut source = source(flags, &sequence[..sequence.len().saturating_sub(missing)], &records);
            (source.conditions, source.condition_starts) = conditions;
            source.jumps = vec![3, 8, 21];
            source.jump_slices = slices;
            let (running, talking, any, lips) = world;
            let answers = Answers { running, talking, any, lips, events: Vec::new() };
            Example { source, humongous, calls, answers }
        })
}
