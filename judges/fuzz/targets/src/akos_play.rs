//! Random programs, records, tables, calls and worlds: the machine does what the second, literal reading of
//! the rules does, and both end.

use costumier::format::akos::{AkosEntry, AkosSource, Codec, Header, LIMBS, Mode};
use costumier_build::PictureSource;

/// Takes the input apart; behind its end there are zeros.
struct Input<'a>(&'a [u8]);

impl Input<'_> {
    fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().map_or((0, self.0), |(first, rest)| (*first, rest));
        self.0 = rest;
        first
    }

    fn word(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }
}

/// The records that calls can reach: init, and chores 8 to 10, with four directions and with eight.
const RECORDS: [u16; 12] = [4, 6, 8, 12, 32, 33, 34, 35, 38, 42, 66, 68];

fn source(input: &mut Input<'_>) -> AkosSource {
    let mut source = AkosSource::new(Codec::Rle, (0..16).collect());
    if input.byte() & 1 != 0 {
        source.flags |= Header::EIGHT_WAYS;
    }
    source.record_table = vec![None; 80];
    for _ in 0..input.byte() % 17 {
        let index = usize::from(RECORDS[usize::from(input.byte()) % RECORDS.len()]);
        let record = *source.record_table[index].get_or_insert_with(|| {
            source.records.push([None; LIMBS]);
            source.records.len() - 1
        });
        let (limb, mode) = (usize::from(input.byte()) % LIMBS, Mode::from_byte(input.byte() % 10));
        let (start, length) = (u16::from(input.byte()), u16::from(input.byte()));
        let window = if mode.has_window() { (start, length) } else { (0, 0) };
        source.records[record][limb] = Some(AkosEntry { mode, start: window.0, length: window.1 });
    }
    for _ in 0..input.byte() % 4 {
        let word = u32::from(input.word()) | u32::from(input.word()) << 16;
        source.conditions.push(word);
        source.condition_starts.push((u16::from(input.byte()), u32::from(input.byte() % 4)));
    }
    source.jumps = (0..4).map(|_| u16::from(input.byte())).collect();
    for _ in 0..input.byte() % 4 {
        source.jump_slices.push((
            u16::from(input.byte()),
            u16::from(input.byte() % 3),
            u16::from(input.byte() % 2),
        ));
    }
    source.pictures = (0..130)
        .map(|k| PictureSource { move_x: 1, move_y: 2, ..PictureSource::new((1, 1), (k, -k), vec![1]) })
        .collect();
    source
}

#[cfg(fuzzing)]
pub(crate) fn run(data: &[u8]) {
    use costumier::play::model::{Answers, Call, compare};

    let mut input = Input(data);
    let humongous = [0, 61, 70, 72, 80, 85, 90, 100][usize::from(input.byte() % 8)];
    let world = input.byte();
    let answers = Answers {
        running: world & 3,
        talking: world & 4 != 0,
        any: world & 8 != 0,
        lips: 1 + (world >> 4) % 13,
        events: Vec::new(),
    };
    let calls: Vec<Call> = (0..8)
        .map(|_| match input.byte() {
            byte @ 0..64 => Call::Ticks(byte),
            byte @ 64..128 => Call::Face(45 * i32::from(byte % 8)),
            byte => Call::Start([1, 2, 3, 8, 9, 10, 56, 1001][usize::from(byte % 8)]),
        })
        .collect();
    let mut source = source(&mut input);
    source.sequence = input.0.to_vec();
    if let Err(difference) = compare(&source, humongous, &calls, &answers) {
        panic!("{difference}");
    }
}

// Without cargo-fuzz there is no second reading to compare with.
#[cfg(not(fuzzing))]
pub(crate) fn run(data: &[u8]) {
    let _ = source(&mut Input(data));
}
