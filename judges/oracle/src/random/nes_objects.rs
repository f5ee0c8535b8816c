//! Pictures of NES objects in a pack's files, by a second reader (`docs/format/old-rooms.md §7`). It puts in data that
//! the library's writer never makes, and breaks data on purpose.
//!
//! The writer's pictures do not depend on the order of drawing. Those of games may: here palettes and masks are
//! random.

use costumier_build::classic::NamedFile;

use crate::rng::Rng;

/// The key of all files.
const KEY: u8 = 0xFF;

/// Bytes of a row of hiding bits.
const ROW: u8 = 8;

/// Columns of tiles that the screen shows.
const SCREEN: usize = 32;

/// What an object's picture says besides its tiles, or a room's.
#[derive(Debug)]
enum Part<'a> {
    /// Palettes, for each two rows of tiles.
    Palettes { bytes: &'a mut [u8], rows: usize },
    /// The first byte of hiding bits, their count in a row, what stays of the first and of the last, the bits.
    Hiding { head: &'a mut [u8; 4], bits: &'a mut [u8] },
    /// The flag for hiding, in a room with hiding bits that are all made 0.
    Flag(&'a mut u8),
}

/// Changes one kind of parts of pictures of objects, or of rooms.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change {
    Palettes(fn(&mut [u8], usize)),
    Hiding(fn(&mut [u8; 4], &mut [u8])),
    Flag(fn(&mut u8)),
}

impl Change {
    fn apply(self, part: Part<'_>) {
        match (self, part) {
            (Self::Palettes(change), Part::Palettes { bytes, rows }) => change(bytes, rows),
            (Self::Hiding(change), Part::Hiding { head, bits }) => change(head, bits),
            (Self::Flag(change), Part::Flag(flag)) => change(flag),
            _ => {}
        }
    }
}

/// A room's bytes, which begin with its size.
struct Room<'a>(&'a mut [u8]);

impl Room<'_> {
    fn word(&self, at: usize) -> usize {
        usize::from(self.0[at]) | usize::from(self.0[at + 1]) << 8
    }

    /// Number, picture, columns and rows of each object that has a picture.
    fn objects(&self) -> Vec<(u64, usize, usize, usize)> {
        let count = usize::from(self.0[20]);
        let of = |object| {
            let (picture, code) = (self.word(28 + 2 * object), self.word(28 + 2 * (count + object)));
            let number = u64::try_from(self.word(code + 4)).unwrap_or(0);
            (number, picture, usize::from(self.0[code + 9]), usize::from(self.0[code + 13] >> 3))
        };
        (0..count).map(of).filter(|object| object.1 != 0).collect()
    }

    /// Where so many packed rows of tiles end.
    fn behind(&self, mut at: usize, columns: usize, rows: usize) -> usize {
        for _ in 0..rows {
            let mut left = columns;
            while left > 0 {
                let count = usize::from(self.0[at] & 0x7F);
                at += if self.0[at] & 0x80 == 0 { 2 } else { 1 + count };
                left = left.saturating_sub(count);
            }
        }
        at
    }

    /// The parts of an object's picture: palettes, and what it says of hiding.
    #[allow(clippy::expect_used, reason = "what the library's writer has just written is whole")]
    fn parts(&mut self, (_, picture, columns, rows): (u64, usize, usize, usize)) -> [Part<'_>; 2] {
        let start = self.behind(picture, columns, rows);
        let length = (columns / 2).div_ceil(4) * (rows / 2);
        let (palettes, behind) = self.0[start..].split_at_mut(length);
        let (head, bits) = behind.split_first_chunk_mut::<4>().expect("the writer writes it");
        let count = rows * usize::from(head[1].max(1));
        let hiding = Part::Hiding { head, bits: &mut bits[..count] };
        [Part::Palettes { bytes: palettes, rows: rows / 2 }, hiding]
    }
}

/// Changes the pictures of a room's objects at random, and then as a broken rule has it.
pub(crate) fn change(files: &mut [NamedFile], number: u8, seed: u64, broken: Option<Change>) {
    let name = format!("{number:02}.lfl");
    let Some((_, file)) = files.iter_mut().find(|file| file.0 == name) else { return };
    file.iter_mut().for_each(|byte| *byte ^= KEY);
    let mut room = Room(file);
    let mask = room.word(14);
    let mut rng = Rng::of_part(seed, number.into());
    // What has not been seen yet has changed nothing: in wide rooms it matters where the camera was.
    let is_narrow = room.word(4) <= SCREEN;
    if is_narrow && room.0[mask] != 0 && rng.chance(40) {
        room.0[mask] = 0;
        if let Some(broken) = broken {
            broken.apply(Part::Flag(&mut room.0[mask]));
        }
    }
    for object in room.objects() {
        let mut rng = Rng::of_part(seed, object.0);
        let any = is_narrow && rng.chance(60);
        for part in room.parts(object) {
            let part = if any { scramble(&mut rng, part) } else { part };
            if let Some(broken) = broken {
                broken.apply(part);
            }
        }
    }
    file.iter_mut().for_each(|byte| *byte ^= KEY);
}

fn scramble<'a>(rng: &mut Rng, part: Part<'a>) -> Part<'a> {
    match part {
        Part::Palettes { bytes, rows } => {
            bytes.iter_mut().for_each(|byte| *byte = rng.byte(0, 255));
            Part::Palettes { bytes, rows }
        }
        Part::Hiding { head, bits } => {
            // A row without a byte has one all the same.
            head[1] = if rng.chance(30) { 0 } else { rng.byte(1, head[1].max(1)) };
            head[0] = if rng.chance(30) {
                rng.byte(0, ROW - head[1].max(1))
            } else {
                head[0].min(ROW - head[1].max(1))
            };
            for byte in head[2..].iter_mut().chain(&mut *bits) {
                *byte = if rng.chance(60) { rng.byte(0, 255) } else { *byte };
            }
            Part::Hiding { head, bits }
        }
        Part::Flag(flag) => Part::Flag(flag),
    }
}
