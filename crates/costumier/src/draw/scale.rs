//! The scale table, and the positions of scaled columns and rows (`docs/format/drawing.md §3.3, §4`).
//!
//! Scaling does not take every n-th pixel. Each column and row has an *index* into a table of 256 thresholds,
//! counted from the anchor, and is *kept* if its threshold is below the scale. All limbs of an actor thus drop the
//! same places. **Note:**
//! * Rows that are not kept are not painted. Columns are all painted; after a column that is not kept, x stays, and
//!   the next column overwrites it.
//! * Indices of COST are bytes: they wrap at 256. AKOS differs ([`ScaleTable`]).
//! * 255 means "every index" when painting. But while finding the first pixel, the engine compares with the table
//!   even then, and the table holds one 255.

use crate::costume::Costume;

/// The scale of full size.
pub(crate) const FULL: u8 = 255;

/// Index of the anchor's column and row.
const CENTRE: i64 = 128;

/// Thresholds of the classic scaling: every value from 0 to 255 once.
pub(crate) const TABLE: [u8; 256] = table();

const fn table() -> [u8; 256] {
    let mut table = [255; 256];
    let mut i = 1_u8;
    loop {
        table[i as usize] = if i >= 128 {
            (i - 128).reverse_bits()
        } else {
            let q = 128 - i;
            // 256 − 3h + q, where 256 counts as 0 and h is the largest power of two up to q.
            let h = 1_u8 << q.ilog2();
            q.wrapping_sub(h.wrapping_mul(3)).reverse_bits()
        };
        if i == 255 {
            return table;
        }
        i += 1;
    }
}

/// The thresholds of scaling. For a drawn actor, its costume decides ([`ScaleTable::of`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScaleTable {
    /// COST: 256 thresholds; indices wrap.
    #[default]
    Classic,
    /// COST of v4: the same, but the index of a mirrored picture's columns counts up while it is painted
    /// (docs/interpreters.md, rule 1).
    ClassicUp,
    /// AKOS of Humongous games: the same 256 thresholds; indices wrap.
    Humongous,
    /// The same in ScummVM 2.7; indices outside have the threshold at the end of the table (docs/interpreters.md,
    /// rule 11).
    HumongousHeld,
    /// AKOS of v7 and v8: 768 thresholds around index 384, which repeat except for three of them
    /// (`docs/format/akos-programs.md §8.1`). Indices outside have the threshold at the end of the table.
    Long,
}

impl ScaleTable {
    /// The thresholds by which a costume is scaled.
    #[must_use]
    pub fn of(costume: &Costume) -> Self {
        match costume {
            Costume::Cost(cost) if cost.dialect().flipped_scale_counts_up => Self::ClassicUp,
            Costume::Cost(_) | Costume::V0(_) | Costume::Nes(_) => Self::Classic,
            Costume::Akos(akos) if akos.dialect().akos.long_scale_table => Self::Long,
            Costume::Akos(akos) if akos.dialect().akos.scale_wraps => Self::Humongous,
            Costume::Akos(_) => Self::HumongousHeld,
        }
    }

    /// Index of the anchor's column and row.
    fn centre(self) -> i64 {
        match self {
            Self::Long => 384,
            _ => CENTRE,
        }
    }

    /// Number of thresholds of the table.
    fn len(self) -> i64 {
        match self {
            Self::Long => 768,
            _ => 256,
        }
    }

    /// Whether the table is for COST costumes, for which some more edge rules apply.
    pub(crate) fn is_classic(self) -> bool {
        matches!(self, Self::Classic | Self::ClassicUp)
    }

    /// Whether indices wrap at 256.
    fn wraps(self) -> bool {
        matches!(self, Self::Classic | Self::ClassicUp | Self::Humongous)
    }

    /// The threshold at an index.
    #[inline]
    fn threshold(self, index: i64) -> u8 {
        match self {
            Self::Classic | Self::ClassicUp | Self::Humongous => TABLE[usize::from(index.to_le_bytes()[0])],
            Self::HumongousHeld => TABLE[usize::from(index.clamp(0, 255).to_le_bytes()[0])],
            Self::Long => match index.clamp(0, 767) {
                255 | 511 => 0xFE,
                index => index.to_le_bytes()[0].reverse_bits(),
            },
        }
    }

    /// Whether the threshold at `index` is below `scale`.
    #[inline]
    fn below(self, index: i64, scale: u8) -> bool {
        self.threshold(index) < scale
    }

    /// Number of the `count` indices from `first` on (counting up) whose threshold is below `scale`.
    fn count_below(self, first: i64, count: u64, scale: u8) -> i64 {
        if self.wraps() {
            return count_below(first, count, scale);
        }
        let end = first.saturating_add_unsigned(count);
        let before = end.min(0).saturating_sub(first).max(0);
        let behind = end.saturating_sub(first.max(self.len())).max(0);
        let within = (first.max(0)..end.min(self.len())).filter(|index| self.below(*index, scale)).count();
        let ends = i64::from(self.below(0, scale)).saturating_mul(before)
            + i64::from(self.below(self.len(), scale)).saturating_mul(behind);
        ends.saturating_add(i64::try_from(within).unwrap_or(i64::MAX))
    }
}

/// Whether the threshold at `index` of the classic table is below `scale`.
#[inline]
fn below(index: i64, scale: u8) -> bool {
    ScaleTable::Classic.below(index, scale)
}

/// The result of [`ScaleTable::count_below`] for the classic table.
fn count_below(first: i64, count: u64, scale: u8) -> i64 {
    // Any 256 successive indices are the whole table, in which exactly `scale` values are below `scale`.
    let whole = i64::try_from(count / 256).unwrap_or(i64::MAX).saturating_mul(i64::from(scale));
    let rest = (0..(count % 256).cast_signed()).filter(|i| below(first.wrapping_add(*i), scale)).count();
    whole.saturating_add(i64::try_from(rest).unwrap_or(i64::MAX))
}

/// One axis of a scaled picture: the position of its first column (or row), and which ones are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Axis {
    /// Stage coordinate of the first column or row.
    pub(crate) start: i64,
    /// Table index of the first column or row.
    first: i64,
    /// 1, or −1 if a flipped picture's columns run to the left.
    pub(crate) step: i64,
    /// Increase of the index from column to column while painting; otherwise it increases by the step.
    painted_by: i64,
    /// Index of column 0 while painting.
    painted_from: i64,
    scale: u8,
    table: ScaleTable,
}

impl Axis {
    /// Columns of a picture whose left column is `offset` from the anchor at stage column `anchor`.
    pub(crate) fn columns(anchor: i64, offset: i64, flip: bool, scale: u8, table: ScaleTable) -> Self {
        let centre = table.centre();
        let a = offset.unsigned_abs();
        let distance = a.cast_signed();
        // Number of kept indices between the anchor and the first column, without the anchor's own if flipped.
        let (first, low) =
            if flip { (centre + distance, centre + 1) } else { (centre - distance, centre - distance) };
        let kept = table.count_below(low, a, scale);
        let start = if (offset < 0) == flip { anchor + kept } else { anchor - kept };
        let step = if flip { -1 } else { 1 };
        let painted_by = if table == ScaleTable::ClassicUp { 1 } else { step };
        Self { start, first, step, painted_by, painted_from: first, scale, table }
    }

    /// An axis with every column or row kept; the first is at `start`.
    pub(crate) fn unscaled(start: i64, flip: bool) -> Self {
        let step = if flip { -1 } else { 1 };
        Self {
            start,
            first: CENTRE,
            step,
            painted_by: step,
            painted_from: CENTRE,
            scale: FULL,
            table: ScaleTable::Classic,
        }
    }

    /// Rows of a picture whose top row is `offset` from the anchor at stage row `anchor`.
    pub(crate) fn rows(anchor: i64, offset: i64, scale: u8, table: ScaleTable) -> Self {
        Self::columns(anchor, offset, false, scale, table)
    }

    /// Moves the thresholds on by `count` columns or rows; the first one keeps its position.
    pub(crate) fn pass(&mut self, count: u32) {
        let by = self.step * i64::from(count);
        (self.first, self.painted_from) = (self.first + by, self.painted_from + by);
    }

    /// Starts painting with this column, which keeps the index that it has in placement.
    pub(crate) fn paint_from(&mut self, column: u32) {
        self.painted_from = self.first + (self.step - self.painted_by) * i64::from(column);
    }

    /// Whether painted columns may differ from those that are counted.
    pub(crate) fn is_painted_otherwise(&self) -> bool {
        self.painted_by != self.step
    }

    /// Whether column or row `i` is kept.
    #[inline]
    pub(crate) fn keeps(&self, i: u32) -> bool {
        self.scale == FULL || self.table.below(self.painted_from + self.painted_by * i64::from(i), self.scale)
    }

    /// Whether the engine's placement loops count `i`: like [`Axis::keeps`], but without the exception for 255.
    #[inline]
    pub(crate) fn counts(&self, i: u32) -> bool {
        self.table.below(self.first + self.step * i64::from(i), self.scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of `docs/format/drawing.md §4`, as printed there.
    const PRINTED: &str = "
        FF FD 7D BD 3D DD 5D 9D 1D ED 6D AD 2D CD 4D 8D
        0D F5 75 B5 35 D5 55 95 15 E5 65 A5 25 C5 45 85
        05 F9 79 B9 39 D9 59 99 19 E9 69 A9 29 C9 49 89
        09 F1 71 B1 31 D1 51 91 11 E1 61 A1 21 C1 41 81
        01 FB 7B BB 3B DB 5B 9B 1B EB 6B AB 2B CB 4B 8B
        0B F3 73 B3 33 D3 53 93 13 E3 63 A3 23 C3 43 83
        03 F7 77 B7 37 D7 57 97 17 E7 67 A7 27 C7 47 87
        07 EF 6F AF 2F CF 4F 8F 0F DF 5F 9F 1F BF 3F 7F
        00 80 40 C0 20 A0 60 E0 10 90 50 D0 30 B0 70 F0
        08 88 48 C8 28 A8 68 E8 18 98 58 D8 38 B8 78 F8
        04 84 44 C4 24 A4 64 E4 14 94 54 D4 34 B4 74 F4
        0C 8C 4C CC 2C AC 6C EC 1C 9C 5C DC 3C BC 7C FC
        02 82 42 C2 22 A2 62 E2 12 92 52 D2 32 B2 72 F2
        0A 8A 4A CA 2A AA 6A EA 1A 9A 5A DA 3A BA 7A FA
        06 86 46 C6 26 A6 66 E6 16 96 56 D6 36 B6 76 F6
        0E 8E 4E CE 2E AE 6E EE 1E 9E 5E DE 3E BE 7E FE";

    #[test]
    fn the_rule_gives_the_printed_table() {
        let printed: Vec<u8> =
            PRINTED.split_whitespace().map(|hex| u8::from_str_radix(hex, 16).unwrap()).collect();
        assert_eq!(printed, TABLE);
    }

    #[test]
    fn counting_over_many_indices_equals_counting_them() {
        for scale in [0, 1, 77, 128, 210, 254, 255] {
            for first in [-300, -1, 0, 5, 128, 255] {
                for count in [0_u64, 1, 100, 255, 256, 257, 700] {
                    let plain = (0..count.cast_signed()).filter(|i| below(first + i, scale)).count();
                    assert_eq!(count_below(first, count, scale), plain as i64);
                }
            }
        }
    }

    /// Destination of every column, relative to the anchor, and the columns that the next one overwrites.
    fn columns(flip: bool, scale: u8, offset: i64, width: u32) -> (Vec<i64>, Vec<u32>) {
        let axis = Axis::columns(0, offset, flip, scale, ScaleTable::Classic);
        let mut x = axis.start;
        let mut at = Vec::new();
        for c in 0..width {
            at.push(x);
            x += if axis.keeps(c) { axis.step } else { 0 };
        }
        (at, (0..width).filter(|c| !axis.keeps(*c)).collect())
    }

    fn rejected_rows(scale: u8) -> (i64, i64, Vec<u32>) {
        let axis = Axis::rows(0, -46, scale, ScaleTable::Classic);
        let rejected: Vec<u32> = (0..47).filter(|r| !axis.keeps(*r)).collect();
        (axis.start, axis.start + 46 - rejected.len() as i64, rejected)
    }

    #[test]
    fn worked_example_at_210() {
        let (native, rejected) = columns(false, 210, -11, 21);
        assert_eq!(native, [-10, -9, -8, -7, -6, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 7, 8]);
        assert_eq!(rejected, [4, 18]);
        let (flipped, rejected) = columns(true, 210, -11, 21);
        assert_eq!(flipped, native.iter().map(|x| -x).collect::<Vec<_>>());
        assert_eq!(rejected, [4, 18]);
        assert_eq!(rejected_rows(210), (-39, 0, vec![3, 7, 15, 19, 23, 31, 39]));
    }

    /// One line of the table of vectors in `docs/format/drawing.md §5`: scale; first and last x native,
    /// flipped; first y; rejected native columns (if given), rejected rows.
    type Vector = (u8, (i64, i64), (i64, i64), i64, Option<&'static [u32]>, Vec<u32>);

    #[test]
    fn the_other_worked_vectors() {
        let all_but = |kept: &[u32]| (0..47).filter(|r| !kept.contains(r)).collect::<Vec<_>>();
        let no_11: Vec<u32> = (0..21).filter(|c| *c != 11).collect();
        let no_11: &'static [u32] = no_11.leak();
        let vectors: [Vector; 9] = [
            (255, (-11, 9), (-9, 11), -46, Some(&[]), vec![]),
            (254, (-11, 9), (-9, 11), -46, Some(&[]), vec![]),
            (241, (-11, 9), (-9, 11), -45, Some(&[]), vec![15]),
            (207, (-9, 8), (-8, 9), -38, Some(&[0, 4, 18]), vec![3, 7, 15, 19, 23, 31, 35, 39]),
            (
                170,
                (-8, 7),
                (-7, 8),
                -32,
                Some(&[0, 4, 8, 14, 18]),
                vec![1, 3, 7, 11, 15, 17, 19, 23, 27, 31, 33, 35, 39, 43],
            ),
            (
                128,
                (-6, 5),
                (-6, 5),
                -24,
                Some(&[0, 2, 4, 6, 8, 12, 14, 16, 18, 20]),
                (1..=43).step_by(2).collect(),
            ),
            (
                64,
                (-3, 3),
                (-4, 2),
                -12,
                Some(&[0, 1, 2, 4, 5, 6, 8, 10, 12, 13, 14, 16, 17, 18, 20]),
                all_but(&[2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 44, 46]),
            ),
            (32, (-2, 2), (-3, 1), -6, None, all_but(&[6, 14, 22, 30, 38, 42, 46])),
            (1, (0, 1), (-1, 0), 0, Some(no_11), all_but(&[46])),
        ];
        for (scale, native, flipped, top, rejected_columns, rejected) in vectors {
            let (x, dropped) = columns(false, scale, -11, 21);
            assert_eq!((x[0], x[20]), native, "native at {scale}");
            if let Some(expected) = rejected_columns {
                assert_eq!(dropped, expected, "columns at {scale}");
            }
            let (x, _) = columns(true, scale, -11, 21);
            assert_eq!((x[20], x[0]), flipped, "flipped at {scale}");
            assert_eq!(rejected_rows(scale), (top, 0, rejected), "rows at {scale}");
        }
        assert_eq!(columns(true, 128, -11, 21).1, [0, 2, 4, 6, 8, 10, 14, 16, 18, 20]);
    }

    /// The table of `docs/format/akos-programs.md §8.2`: an 8 × 8 picture at (−4, −7), anchor (20, 40).
    #[test]
    fn the_worked_vectors_of_akos() {
        let place = |scale, flip, table| {
            let axis = Axis::columns(20, -4, flip, scale, table);
            let mut x = axis.start;
            (0..8)
                .map(|c| {
                    let at = x;
                    x += if axis.keeps(c) { axis.step } else { 0 };
                    at
                })
                .collect::<Vec<_>>()
        };
        let rows = |scale, table| {
            let axis = Axis::rows(40, -7, scale, table);
            (axis.start, (0..8).filter(|r| axis.keeps(*r)).collect::<Vec<_>>())
        };
        let long = ScaleTable::Long;
        for (scale, native, flipped, top, kept) in [
            (
                192,
                [17, 18, 19, 20, 20, 21, 22, 23],
                [23, 22, 22, 21, 20, 19, 19, 18],
                35,
                &[0, 1, 3, 4, 5, 7][..],
            ),
            (128, [18, 19, 19, 20, 20, 21, 21, 22], [22, 21, 21, 20, 20, 19, 19, 18], 37, &[1, 3, 5, 7]),
            (64, [19, 20, 20, 20, 20, 21, 21, 21], [21, 20, 20, 20, 20, 19, 19, 19], 39, &[3, 7]),
        ] {
            assert_eq!(
                (place(scale, false, long), place(scale, true, long)),
                (native.into(), flipped.into())
            );
            assert_eq!(rows(scale, long), (top, kept.to_vec()));
        }
        let short = ScaleTable::Humongous;
        assert_eq!(place(128, false, short), [17, 18, 18, 19, 20, 21, 21, 22]);
        assert_eq!(place(128, true, short), [22, 21, 21, 20, 20, 19, 18, 17]);
        assert_eq!(rows(128, short), (36, vec![1, 3, 5, 6, 7]));
        let around: Vec<u8> = (380..388).map(|i| long.threshold(i)).collect();
        assert_eq!(around, [0x3E, 0xBE, 0x7E, 0xFE, 0x01, 0x81, 0x41, 0xC1]);
        assert_eq!([255, 511, 767].map(|i| long.threshold(i)), [0xFE, 0xFE, 0xFF]);
    }

    /// Rule 1 of docs/interpreters.md: in v4, painting a mirrored picture goes through the table in the other
    /// direction.
    #[test]
    fn a_mirrored_picture_of_v4_is_painted_with_indices_that_count_up() {
        let [mut up, down] =
            [ScaleTable::ClassicUp, ScaleTable::Classic].map(|table| Axis::columns(0, -11, true, 210, table));
        assert_eq!(up.start, down.start);
        let kept = |axis: &Axis, by: fn(&Axis, u32) -> bool| {
            (0..21).filter(|column| !by(axis, *column)).collect::<Vec<_>>()
        };
        // From index 139 on, up to 159 and down to 119.
        assert_eq!((kept(&up, Axis::keeps), kept(&down, Axis::keeps)), (vec![4, 12, 16, 20], vec![4, 18]));
        assert_eq!(kept(&up, Axis::counts), kept(&down, Axis::counts), "placing goes the old way");
        // If columns are skipped, painting begins with the index of the first painted column.
        up.paint_from(5);
        assert_eq!((up.keeps(5), up.keeps(6)), (below(134, 210), below(135, 210)));
        let east = Axis::columns(0, -11, false, 210, ScaleTable::ClassicUp);
        assert_eq!(kept(&east, Axis::keeps), [4, 18]);
    }

    /// A test of rule 11 of docs/interpreters.md.
    #[test]
    fn indices_of_humongous_costumes_wrap() {
        let of = |table: ScaleTable| [-1, 256, 300].map(|index| table.threshold(index));
        assert_eq!(of(ScaleTable::Humongous), [TABLE[255], TABLE[0], TABLE[44]]);
        assert_eq!(of(ScaleTable::HumongousHeld), [TABLE[0], TABLE[255], TABLE[255]]);
    }

    #[test]
    fn tables_that_do_not_wrap_are_counted_with_their_ends() {
        for table in [ScaleTable::HumongousHeld, ScaleTable::Long] {
            for scale in [0, 1, 77, 255] {
                for first in [-1000, -3, 0, 100, 700, 900] {
                    for count in [0, 1, 5, 300, 2000] {
                        let plain = (0..count).filter(|i| table.below(first + i, scale)).count();
                        let counted = table.count_below(first, count.unsigned_abs(), scale);
                        assert_eq!(usize::try_from(counted).unwrap(), plain, "{first} {count}");
                    }
                }
            }
        }
        assert_eq!(ScaleTable::Long.count_below(i64::MIN, u64::MAX, 255), i64::MAX);
    }

    #[test]
    fn offsets_right_of_the_anchor_use_the_same_indices() {
        let (x, rejected) = columns(false, 210, 3, 5);
        assert_eq!(x, [3, 4, 5, 6, 7]);
        assert!(rejected.is_empty());
    }

    #[test]
    fn the_one_255_of_the_table_counts_when_placing_but_not_when_painting() {
        // Column 128 of a picture that begins at the anchor has index 256, which wraps to 0.
        let axis = Axis::columns(0, 0, false, FULL, ScaleTable::Classic);
        assert!(axis.keeps(128) && !axis.counts(128));
        assert!((0..128).all(|c| axis.counts(c)));
        // 128 columns lie between the anchor and this one, of which index 0 does not count.
        assert_eq!(Axis::columns(0, -128, false, FULL, ScaleTable::Classic).start, -127);
        assert_eq!(Axis::columns(0, -127, false, FULL, ScaleTable::Classic).start, -127);
        assert_eq!(Axis::columns(0, -128, true, FULL, ScaleTable::Classic).start, 127);
    }

    #[test]
    fn extreme_offsets_neither_overflow_nor_take_long() {
        for offset in [i64::from(i32::MIN), i64::from(i32::MAX)] {
            for flip in [false, true] {
                let axis = Axis::columns(i64::from(i32::MIN), offset, flip, 77, ScaleTable::Classic);
                let _ = axis.keeps(u32::from(u16::MAX));
            }
        }
    }
}
