//! Writing rooms of v3 and v4: the same things as in v5, in smaller blocks
//! (`docs/format/containers.md §10–§12`).
//!
//! ```text
//! v4, v3 (256)   HD u16 width, height, 0 · PA u16, 768 bytes (not with 16 colours)
//!                · BX u8 count, boxes of 20 (v3: 18) bytes, ways
//!                SA four slots (v4) · BM u32 length of the strips, u32 per strip, strips; planes
//! v3 (16)        u16 width, height, 0, picture at; 8 bytes; u8 objects; u16 boxes at; … boxes of 18 bytes;
//!                picture: u16 instead of u32
//! ```
//! Rooms of v1 and v2: see `oldest`. Old bundles have two scripts of one byte, which run when the room is
//! entered and left: a room without them stops the interpreter.

use super::old_strips::picture;
use super::{COLOURS, ObjectSource, RoomSource, boxes, objects, refuse};
use costumier_format::Refused;
use costumier_format::block::write::{BlockWriter, small_block};
use costumier_format::dialect::{BlockHeaders, Dialect, FileLayout, OldTables};
use costumier_format::room::Plane;

/// Bytes of an old room's header in v3, four bytes of the block's header included.
const OLD_HEADER: usize = 29;

/// The bytes behind the header: no local scripts, and the two scripts of entering and leaving.
const OLD_SCRIPTS: [u8; 3] = [0; 3];

/// The layout of the tables by which v3's old bundles differ from older ones.
const V3_TABLES: FileLayout = FileLayout::OldRooms(OldTables::Counted { object_bytes: 4 });

impl RoomSource {
    /// Writes the payload of a room's block as this generation has it.
    ///
    /// # Errors
    /// All the reasons why it cannot be written.
    pub fn write_for(&self, dialect: &Dialect) -> Result<Vec<u8>, Refused> {
        if dialect.files == FileLayout::Disks {
            return self.tagged(dialect);
        }
        let mut problems = Vec::new();
        self.check(&mut problems);
        self.check_colours(dialect.skipped_white, &mut problems);
        let planes = if dialect.files == FileLayout::Lec { 3 } else { 1 };
        if self.planes.len() > planes {
            refuse(&mut problems, "z-planes", format!("{} planes; there are {planes}", self.planes.len()));
        }
        if dialect.fixed_colours && !dialect.is_nes() && self.background.iter().any(|colour| *colour > 15) {
            refuse(&mut problems, "background", "has colours above 15");
        }
        if self.boxes.len() > 255 {
            refuse(&mut problems, "boxes", format!("{} boxes; there are 255", self.boxes.len()));
        }
        objects::check(self, dialect, &mut problems);
        Refused::unless_empty(problems)?;
        let payload = match dialect.blocks {
            BlockHeaders::Bare if dialect.is_nes() => self.nes_alone(dialect)?,
            BlockHeaders::Bare if dialect.files != V3_TABLES => self.oldest(dialect)?,
            BlockHeaders::Bare => self.bundle(dialect),
            _ if dialect.objects.tiles => {
                self.tiled(&self.small_header(), &self.old_boxes(false), &dialect.objects)?
            }
            _ => self.small_blocks(dialect),
        };
        if dialect.fixed_colours && payload.len().saturating_add(4) > usize::from(u16::MAX) {
            let mut problems = Vec::new();
            refuse(&mut problems, "room", format!("{} bytes; offsets are 16 bits wide", payload.len()));
            return Err(Refused { problems });
        }
        Ok(payload)
    }

    /// Returns a room of the NES that uses only the first tile of all rooms, which is assumed to be empty.
    fn nes_alone(&self, dialect: &Dialect) -> Result<Vec<u8>, Refused> {
        let (payload, own) = self.write_nes(dialect, 0, &[[0; 64]])?;
        let mut problems = Vec::new();
        if !own.is_empty() {
            let text = "its tiles are a resource of their own: ClassicBuilder::room_source writes both";
            refuse(&mut problems, "background", text);
        }
        Refused::unless_empty(problems)?;
        Ok(payload)
    }

    fn small_blocks(&self, dialect: &Dialect) -> Vec<u8> {
        let chained = dialect.files == FileLayout::Lec;
        let mut out = small_block(b"HD", &self.small_header());
        if !dialect.fixed_colours {
            // v4 counts bytes, v3 colours.
            let count: u16 = if chained { 768 } else { 256 };
            let mut palette = count.to_le_bytes().to_vec();
            let colours = self.palette.iter().chain(std::iter::repeat(&[0; 3])).take(COLOURS);
            palette.extend(colours.flatten());
            out.extend(small_block(b"PA", &palette));
            out.extend(self.ega_pairs.iter().flat_map(|pairs| small_block(b"SP", &pairs[..])));
        }
        out.extend(small_block(b"BX", &self.old_boxes(chained)));
        if chained {
            let mut slots = BlockWriter::new();
            boxes::write_slot_fields(self, &mut slots);
            out.extend(small_block(b"SA", &slots.finish()));
        }
        out.extend(small_block(b"BM", &self.old_picture(dialect)));
        self.objects.iter().for_each(|object| out.extend(object.small_blocks(dialect)));
        out
    }

    fn small_header(&self) -> Vec<u8> {
        [self.width, self.height, self.object_count()].iter().flat_map(|side| side.to_le_bytes()).collect()
    }

    /// v3 with 16 colours.
    fn bundle(&self, dialect: &Dialect) -> Vec<u8> {
        let boxes = self.old_boxes(false);
        let narrow = |at: usize| u16::try_from(at).unwrap_or(u16::MAX);
        let tables = self.objects.len().saturating_mul(4).saturating_add(OLD_HEADER);
        let boxes_at = OLD_SCRIPTS.len().saturating_add(tables);
        let picture_at = boxes.len().saturating_add(boxes_at);
        let picture = self.old_picture(dialect);
        let furniture = self.bundle_objects(dialect, picture.len().saturating_add(picture_at), |object| {
            object.bundle_picture(dialect)
        });
        let mut out = BlockWriter::new();
        [self.width, self.height, 0, narrow(picture_at)].iter().for_each(|field| out.u16(*field));
        out.bytes(&[0; 8]);
        out.u8(u8::try_from(self.objects.len()).unwrap_or(u8::MAX));
        out.u16(narrow(boxes_at));
        // No sounds and scripts to load.
        out.bytes(&[0; 2]);
        out.u16(narrow(tables.saturating_add(1)));
        out.u16(narrow(tables.saturating_add(2)));
        furniture.tables.iter().for_each(|at| out.u16(*at));
        out.bytes(&OLD_SCRIPTS);
        out.bytes(&boxes);
        out.bytes(&picture);
        out.bytes(&furniture.bytes);
        out.finish()
    }

    /// Where the objects of an old bundle are, and their bytes, which stand at `at`.
    pub(super) fn bundle_objects(
        &self,
        dialect: &Dialect,
        at: usize,
        mut picture: impl FnMut(&ObjectSource) -> Option<Vec<u8>>,
    ) -> BundleObjects {
        let mut bytes = Vec::new();
        let place = |bytes: &Vec<u8>| u16::try_from(bytes.len().saturating_add(at)).unwrap_or(u16::MAX);
        let (mut pictures, mut codes) = (Vec::new(), Vec::new());
        for object in &self.objects {
            let picture = picture(object);
            pictures.push(if picture.is_some() { place(&bytes) } else { 0 });
            bytes.extend(picture.unwrap_or_default());
        }
        for object in &self.objects {
            codes.push(place(&bytes));
            bytes.extend(object.bundle_code(dialect));
        }
        pictures.extend(codes);
        BundleObjects { tables: pictures, bytes }
    }

    /// A count, the boxes (no dummy), the ways between them.
    fn old_boxes(&self, scaled: bool) -> Vec<u8> {
        let mut out = vec![u8::try_from(self.boxes.len()).unwrap_or(u8::MAX)];
        for walk_box in &self.boxes {
            for (x, y) in walk_box.corners {
                out.extend(x.to_le_bytes());
                out.extend(y.to_le_bytes());
            }
            out.extend([walk_box.mask, walk_box.flags]);
            if scaled {
                out.extend(walk_box.scale.word().to_le_bytes());
            }
        }
        // Walking actors need them: without them, the interpreter ends (seen in ScummVM).
        out.extend(boxes::ways(self, 0));
        out
    }

    /// Strips and planes, as the payload of `BM` has them.
    #[allow(
        clippy::arithmetic_side_effects,
        reason = "places in strips of a background whose sides have 16 bits; none where its height is 0"
    )]
    fn old_picture(&self, dialect: &Dialect) -> Vec<u8> {
        let size = (usize::from(self.width), usize::from(self.height));
        let planes: Vec<&Plane> = self.planes.iter().collect();
        picture(dialect, (&self.background, &self.strips), size, &planes, false)
    }
}

/// The objects of an old bundle.
pub(super) struct BundleObjects {
    /// Places of pictures, then of codes.
    pub(super) tables: Vec<u16>,
    pub(super) bytes: Vec<u8>,
}
