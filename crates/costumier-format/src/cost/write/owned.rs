//! The conversion of an opened COST block to the form that can be edited.
//!
//! Pictures keep their encoded bytes, up to where the next one begins. So a block in the layout of the original
//! tools is written back byte for byte, and an edit changes only its target and the offsets behind it. A block in
//! any other layout is kept as a whole next to its parts, and written back until one of them changes.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Cost;
use super::{CostSource, LimbSource, PictureSource, PixelSource, Verbatim};
use crate::error::{Error, Result};
use crate::model::PictureKey;

impl CostSource {
    /// Splits an opened block into its parts.
    ///
    /// An unchanged costume is written back byte for byte. In a changed one, bytes that nothing leads to are
    /// omitted, and parts in an unusual order come into the usual one; [`CostSource::is_usual`] tells whether that
    /// would happen.
    ///
    /// # Errors
    /// Fails for a record or a picture that leads outside the block.
    pub fn read(cost: &Cost) -> Result<Self> {
        let mut dialect = *cost.dialect();
        dialect.cost = cost.layout();
        let mut source = Self::new(dialect, cost.format());
        source.palette = cost.stored_palette().to_vec();
        source.commands = cost.commands().to_vec();
        source.read_records(cost)?;
        source.read_pictures(cost)?;
        if source.write().map_or(true, |payload| payload != cost.payload()) {
            let parts = source.clone();
            source.verbatim = Some(Box::new(Verbatim { payload: cost.payload().to_vec(), parts }));
        }
        Ok(source)
    }

    /// Whether the costume has the layout of the original tools, or was not read from a block.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        self.verbatim.is_none()
    }

    fn read_records(&mut self, cost: &Cost) -> Result<()> {
        let mut records = Vec::with_capacity(cost.record_count());
        for index in (0u16..).take(cost.record_count()) {
            records.push(if cost.has_record(index) { Some(cost.record(index)?) } else { None });
        }
        // Records are in stored order; indices that lead to the same place share a record.
        let stored: BTreeMap<_, _> =
            records.iter().flatten().map(|record| (record.offset, record.limbs)).collect();
        let number: BTreeMap<_, _> = stored.keys().copied().zip(0..).collect();
        self.record_table =
            records.iter().map(|record| number.get(&record.as_ref()?.offset).copied()).collect();
        let table_end = cost.record_count().saturating_mul(2).saturating_add(cost.records.0);
        let gap =
            stored.keys().next().and_then(|first| cost.payload().get(table_end..*first)).unwrap_or_default();
        if gap.iter().all(|byte| *byte == 0) {
            self.record_table.extend(std::iter::repeat_n(None, gap.len() / 2));
        }
        self.last_record =
            Some(cost.last_record()).filter(|last| usize::from(*last) + 1 != self.record_table.len());
        self.records = stored.into_values().collect();
        Ok(())
    }

    fn read_pictures(&mut self, cost: &Cost) -> Result<()> {
        let offset = |key: PictureKey| cost.picture_info(key).map(|info| info.offset);
        let offsets: BTreeSet<usize> = cost.picture_keys().filter_map(offset).collect();
        let number: BTreeMap<usize, usize> = offsets.iter().copied().zip(0..).collect();
        let mut pictures: BTreeMap<usize, PictureSource> = BTreeMap::new();
        for key in cost.picture_keys() {
            let picture = cost.picture(key)?;
            let info = picture.info;
            if pictures.contains_key(&info.offset) {
                continue;
            }
            let pixels = match info.redirect {
                Some(target) => PixelSource::Borrowed {
                    limb: target.limb,
                    index: u8::try_from(target.index)
                        .map_err(|_| Error::bad("redirection", info.offset as u64, "no such index"))?,
                },
                None => {
                    let used = picture.packed.measure().bytes;
                    let next = offsets.range(info.offset.saturating_add(1)..).next().copied();
                    let end = next.unwrap_or_else(|| content_end(cost));
                    // Pictures that overlap keep the bytes that they use.
                    let room = end.checked_sub(picture.encoded_at).unwrap_or(used).max(used);
                    let packed = picture.encoded().get(..room).unwrap_or(picture.encoded());
                    let head = cost.blocks_of(info.offset).map(|[stored, _, down]| [stored, down]);
                    PixelSource::Encoded(head.iter().flatten().chain(packed).copied().collect())
                }
            };
            let (width, height, x, y) = (info.width, info.height, info.x, info.y);
            let (move_x, move_y) = (info.move_x, info.move_y);
            pictures.insert(info.offset, PictureSource { width, height, x, y, move_x, move_y, pixels });
        }
        self.pictures = pictures.into_values().collect();
        for limb in 0..cost.layout().limbs {
            let table = table(cost, limb, |key| number.get(&offset(key)?).copied());
            if let Some(slot) = self.limbs.get_mut(limb) {
                *slot = table;
            }
        }
        Ok(())
    }
}

fn table(cost: &Cost, limb: usize, picture: impl Fn(PictureKey) -> Option<usize>) -> LimbSource {
    let of = |limb: usize| u8::try_from(limb).map(|limb| cost.limb(limb)).unwrap_or_default();
    let table = of(limb);
    let Some(start) = table.start else { return LimbSource::Null };
    if table.len == 0 {
        return LimbSource::Unused;
    }
    if let Some(first) = (0..limb).find(|other| of(*other).start == Some(start)) {
        return LimbSource::SameAs(u8::try_from(first).unwrap_or(0));
    }
    let key = |index| PictureKey { limb: u8::try_from(limb).unwrap_or(0), index };
    LimbSource::Table((0u16..).take(table.len).map(|index| picture(key(index))).collect())
}

/// The end of the content: the end of the block, or one byte before it if the inner size does not count a byte of
/// padding.
fn content_end(cost: &Cost) -> usize {
    let payload = cost.payload();
    let inner = match payload {
        &[a, b, c, d, ..] if cost.layout().header > 0 => u32::from_le_bytes([a, b, c, d]),
        _ => return payload.len(),
    };
    let padded = payload.last() == Some(&0) && u32::try_from(payload.len().saturating_sub(1)) == Ok(inner);
    payload.len().saturating_sub(usize::from(padded))
}
