//! The codecs of pictures, one file per codec, each with its decoder and encoder.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

pub mod blocks;
pub mod bmap;
pub mod bomp;
pub mod cell;
pub mod cell_rows;
pub mod characters;
mod decoder;
pub mod delta;
mod feed;
pub mod majmin;
pub mod mask;
pub mod nes_tiles;
pub mod pc_engine_tiles;
mod pieces;
#[cfg(test)]
mod plain_tests;
pub mod rle;
pub mod runs;
mod same;
pub mod stream;
pub mod strip;
pub mod transpose;
pub mod trle;

use crate::error::Result;

pub use decoder::Decoder;
pub use feed::Consumed;
pub use rle::{ColourTable, Decoded, Depth};
pub use runs::{Run, RunKind, Runs};

/// A picture's pixels as they are stored.
#[derive(Clone, Copy, Debug)]
pub enum Encoded<'a> {
    /// Byte runs by columns ([`rle`]).
    Rle {
        /// The runs, and any bytes after them.
        data: &'a [u8],
        /// How a code is split into colour and length.
        depth: Depth,
    },
    /// Byte runs by rows (Amiga v5).
    RleByRows {
        /// The runs, and any bytes after them.
        data: &'a [u8],
        /// How a code is split into colour and length.
        depth: Depth,
    },
    /// Cells of two bits ([`cell`]).
    Cells {
        /// The runs of rows, and any bytes after them.
        data: &'a [u8],
    },
    /// Rows of cells of two bits, not packed ([`cell_rows`]).
    CellRows {
        /// The rows of the picture.
        data: &'a [u8],
    },
    /// Blocks of 16 × 16 pixels in planes ([`blocks`]).
    Blocks {
        /// The blocks, and any bytes after them.
        data: &'a [u8],
        /// Number of rows that the header states; gaps may add to them.
        stated: u16,
    },
    /// A tile of the NES ([`nes_tiles`]).
    Tile {
        /// The tile's sixteen bytes.
        data: &'a [u8],
        /// Number of the palette that the tile is shown in, 0 to 3.
        palette: u8,
    },
    /// Rows of runs and literals ([`bomp`]); 255 is transparent.
    Bomp {
        /// The rows, and any bytes after them.
        data: &'a [u8],
    },
    /// A stream of bits ([`majmin`]).
    MajMin {
        /// The stream, and any bytes after it.
        data: &'a [u8],
        /// The transparent pixel value.
        transparent: u8,
    },
    /// Rows of skips, runs and literals ([`trle`]).
    Trle {
        /// The rows, and any bytes after them.
        data: &'a [u8],
        /// The pixel value of skipped pixels when a picture is listed or compared.
        transparent: u8,
        /// Whether the picture's place is mirrored with the actor
        /// ([`AkosRules::mirrors_trle_places`](crate::dialect::AkosRules)).
        mirrors_place: bool,
        /// Whether the only visible column or row shows the one at the same distance from the picture's other side
        /// ([`AkosRules::mirrors_trle_lines`](crate::dialect::AkosRules)).
        mirrors_lines: bool,
    },
}

impl<'a> Encoded<'a> {
    /// The stored bytes, and any bytes after them.
    #[must_use]
    pub fn data(&self) -> &'a [u8] {
        match *self {
            Self::Rle { data, .. }
            | Self::RleByRows { data, .. }
            | Self::Cells { data }
            | Self::CellRows { data }
            | Self::Blocks { data, .. }
            | Self::Tile { data, .. }
            | Self::Bomp { data }
            | Self::MajMin { data, .. }
            | Self::Trle { data, .. } => data,
        }
    }

    /// The value of pixels that are not drawn.
    #[must_use]
    pub fn transparent(&self) -> u8 {
        match self {
            Self::Rle { .. }
            | Self::RleByRows { .. }
            | Self::Cells { .. }
            | Self::CellRows { .. }
            | Self::Blocks { .. }
            | Self::Tile { .. } => 0,
            Self::Bomp { .. } => bomp::TRANSPARENT,
            Self::MajMin { transparent, .. } | Self::Trle { transparent, .. } => *transparent,
        }
    }

    /// Whether these pixels are mirrored with the actor: all but those of codec 32
    /// (`docs/format/humongous-rooms.md §5.1`).
    #[must_use]
    pub fn is_mirrored(&self) -> bool {
        !matches!(self, Self::Trle { .. })
    }

    /// Whether the picture's place is mirrored with the actor though its pixels are not: codec 32, before later
    /// versions of ScummVM (`docs/format/humongous-rooms.md §5.1`).
    #[must_use]
    pub fn mirrors_its_place(&self) -> bool {
        matches!(self, Self::Trle { mirrors_place: true, .. })
    }

    /// Whether a picture of which one column is visible shows there the column at the same distance from its other
    /// side, and rows likewise: codec 32 (`docs/interpreters.md`, rule 16).
    #[must_use]
    pub fn mirrors_lines(&self) -> bool {
        matches!(self, Self::Trle { mirrors_lines: true, .. })
    }

    /// Whether pixel values are room colours. Otherwise they are costume colours, which a palette turns into room
    /// colours.
    #[must_use]
    pub fn has_room_colours(&self) -> bool {
        matches!(self, Self::Bomp { .. } | Self::MajMin { .. } | Self::Trle { .. })
    }
}

/// How the pixels of a costume's pictures are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// Runs of bytes by columns.
    Columns(Depth),
    /// Runs of bytes by rows.
    Rows(Depth),
    /// Cells of two bits.
    Cells,
    /// Blocks in four planes, with the number of rows that the header states.
    Blocks(u16),
}

impl Coding {
    /// Returns stored pixels that are coded in this way.
    #[must_use]
    pub fn of(self, data: &[u8]) -> Encoded<'_> {
        match self {
            Self::Columns(depth) => Encoded::Rle { data, depth },
            Self::Rows(depth) => Encoded::RleByRows { data, depth },
            Self::Cells => Encoded::Cells { data },
            Self::Blocks(stated) => Encoded::Blocks { data, stated },
        }
    }

    /// Number of colours, 0 (transparent) included.
    #[must_use]
    pub fn colours(self) -> usize {
        match self {
            Self::Columns(depth) | Self::Rows(depth) => depth.colours(),
            Self::Cells => cell::COLOURS,
            Self::Blocks(_) => blocks::COLOURS,
        }
    }

    /// Encodes costume colours that are given row by row.
    ///
    /// # Errors
    /// [`ErrorKind::CannotWrite`](crate::ErrorKind::CannotWrite) for colours and sizes that the coding does not
    /// have.
    pub fn encode(self, rows: &[u8], width: u16) -> Result<Vec<u8>> {
        let width = usize::from(width);
        let columns = || -> Vec<u8> {
            (0..width).flat_map(|x| rows.iter().skip(x).step_by(width.max(1)).copied()).collect()
        };
        match self {
            Self::Columns(depth) => rle::encode(&columns(), depth),
            Self::Rows(depth) => rle::encode(rows, depth),
            Self::Cells => cell::encode(&columns(), width),
            Self::Blocks(_) => blocks::encode(rows, width).map(|(_, data)| data),
        }
    }
}

/// A picture ready to be decoded: its size and its stored pixels.
#[derive(Clone, Copy, Debug)]
pub struct Packed<'a> {
    /// The width in pixels.
    pub width: u16,
    /// The height in pixels.
    pub height: u16,
    /// The pixels as stored bytes.
    pub encoded: Encoded<'a>,
}

impl Packed<'_> {
    /// Number of pixels, width × height.
    #[must_use]
    pub fn pixels(&self) -> usize {
        usize::from(self.width).saturating_mul(usize::from(self.height))
    }

    /// Measures how many bytes the pixels take. Codecs 5, 16 and 32 decode the picture for that.
    #[must_use]
    pub fn measure(&self) -> Decoded {
        match self.encoded {
            Encoded::Rle { data, depth } | Encoded::RleByRows { data, depth } => {
                rle::measure(data, depth, self.pixels())
            }
            Encoded::Cells { data } => cell::measure(data, (self.width, self.height)),
            Encoded::CellRows { data } => cell_rows::measure(data, (self.width, self.height)),
            Encoded::Blocks { data, stated } => blocks::measure(data, self.width, stated),
            Encoded::Tile { data, .. } => nes_tiles::measure(data),
            Encoded::Bomp { .. } | Encoded::MajMin { .. } | Encoded::Trle { .. } => {
                self.decode_rows(false, self.encoded.transparent(), &mut Vec::new())
            }
        }
    }

    /// Decodes the picture into the start of `columns`, column by column, like [`rle::decode_columns`]. `table`
    /// maps costume colours; room colours are kept. `scratch` is used for pictures that are not stored by columns.
    #[inline]
    pub fn decode_columns(
        &self,
        table: &ColourTable,
        columns: &mut Vec<u8>,
        scratch: &mut Vec<u8>,
    ) -> Decoded {
        match self.encoded {
            Encoded::Rle { data, depth } => rle::decode_columns(data, depth, table, self.pixels(), columns),
            Encoded::RleByRows { data, depth } => {
                let decoded = rle::decode_columns(data, depth, table, self.pixels(), scratch);
                self.rows_to_columns(scratch, columns);
                decoded
            }
            Encoded::Cells { data } => cell::decode_columns(data, table, (self.width, self.height), columns),
            Encoded::CellRows { data } => {
                cell_rows::decode_columns(data, table, (self.width, self.height), columns)
            }
            Encoded::Blocks { data, stated } => {
                blocks::decode_columns(data, table, (self.width, self.height), stated, columns)
            }
            Encoded::Tile { data, palette } => nes_tiles::decode_columns(data, palette, table, columns),
            Encoded::Bomp { .. } | Encoded::MajMin { .. } | Encoded::Trle { .. } => {
                let decoded = self.decode_rows(false, self.encoded.transparent(), scratch);
                self.rows_to_columns(scratch, columns);
                decoded
            }
        }
    }

    /// Decodes a picture of room colours into the start of `columns`, column by column, for an actor that is
    /// mirrored or not. Returns the value of transparent pixels, which no drawn pixel has.
    pub fn decode_room_colours(&self, flip: bool, columns: &mut Vec<u8>, scratch: &mut Vec<u8>) -> u8 {
        let key = match self.encoded {
            Encoded::Trle { data, transparent, .. } => {
                trle::unused(data, (self.width, self.height), transparent)
            }
            _ => self.encoded.transparent(),
        };
        self.decode_rows(flip, key, scratch);
        self.rows_to_columns(scratch, columns);
        key
    }

    /// Decodes like [`Packed::decode_room_colours`], but into the start of `rows`, row by row and from left to
    /// right as seen on the stage.
    pub fn decode_room_rows(&self, flip: bool, rows: &mut Vec<u8>) -> u8 {
        let size = (self.width, self.height);
        match self.encoded {
            Encoded::Bomp { data } if flip => {
                bomp::decode(data, size, bomp::Side::Mirrored, rows);
            }
            Encoded::MajMin { data, .. } => {
                majmin::decode(data, size, flip, rows);
            }
            Encoded::Trle { data, transparent, .. } => {
                let key = trle::unused(data, size, transparent);
                trle::decode(data, size, key, rows);
                return key;
            }
            _ => {
                self.decode_rows(false, self.encoded.transparent(), rows);
            }
        }
        self.encoded.transparent()
    }

    /// Decodes room colours by rows. With `flip`, the result is as drawn from right to left: in codec 5 the pixels
    /// differ slightly ([`bomp::Side::Mirrored`]).
    fn decode_rows(&self, flip: bool, key: u8, rows: &mut Vec<u8>) -> Decoded {
        let size = (self.width, self.height);
        match self.encoded {
            Encoded::Bomp { data } if flip => {
                let decoded = bomp::decode(data, size, bomp::Side::Mirrored, rows);
                rows.chunks_mut(usize::from(self.width).max(1)).for_each(<[u8]>::reverse);
                decoded
            }
            Encoded::Bomp { data } => bomp::decode(data, size, bomp::Side::AsStored, rows),
            Encoded::MajMin { data, .. } => majmin::decode(data, size, false, rows),
            Encoded::Trle { data, .. } => trle::decode(data, size, key, rows),
            Encoded::Rle { .. }
            | Encoded::RleByRows { .. }
            | Encoded::Cells { .. }
            | Encoded::CellRows { .. }
            | Encoded::Blocks { .. }
            | Encoded::Tile { .. } => Decoded { bytes: 0, pixels: 0, complete: false },
        }
    }

    /// Whether pixels are decoded row by row. True for all but byte runs by columns and blocks.
    pub fn comes_in_rows(&self) -> bool {
        !matches!(self.encoded, Encoded::Rle { .. } | Encoded::Blocks { .. })
    }

    /// Decodes the picture into `rows`: afterwards `width × height` bytes, row by row. Colours are as in
    /// [`Packed::decode_columns`]. For pictures that are decoded by columns it returns `None` and does nothing.
    pub fn decode_in_rows(&self, table: &ColourTable, rows: &mut Vec<u8>) -> Option<Decoded> {
        let size = (self.width, self.height);
        Some(match self.encoded {
            Encoded::Rle { .. } | Encoded::Blocks { .. } => return None,
            Encoded::RleByRows { data, depth } => {
                let decoded = rle::decode_columns(data, depth, table, self.pixels(), rows);
                rows.truncate(self.pixels());
                decoded
            }
            Encoded::Cells { data } => cell::decode_rows(data, table, size, rows),
            Encoded::CellRows { data } => cell_rows::decode_rows(data, table, size, rows),
            Encoded::Tile { data, palette } => nes_tiles::decode_rows(data, palette, table, rows),
            Encoded::Bomp { .. } | Encoded::MajMin { .. } | Encoded::Trle { .. } => {
                self.decode_rows(false, self.encoded.transparent(), rows)
            }
        })
    }

    fn rows_to_columns(&self, rows: &mut Vec<u8>, columns: &mut Vec<u8>) {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        rows.resize(rows.len().max(self.pixels().saturating_add(transpose::SLACK)), 0);
        let room = transpose::room(height, width).max(self.pixels().saturating_add(rle::SLACK));
        columns.resize(columns.len().max(room), 0);
        // A picture's rows are the columns of its transpose.
        transpose::transpose(rows, height, width, false, columns);
    }

    /// The position of the picture when its actor is mirrored. Returns the distance from the anchor to the first
    /// column, where `x` is the stored distance, and whether the pixels are mirrored.
    ///
    /// Pixels of codec 32 are never mirrored; whether their place is depends on the dialect
    /// (`docs/format/humongous-rooms.md §5.1`).
    #[must_use]
    pub fn mirrored(&self, x: i32) -> (i32, bool) {
        match self.encoded {
            Encoded::Trle { .. } if self.encoded.mirrors_its_place() => {
                (1i32.saturating_sub(self.width.into()).saturating_sub(x), false)
            }
            Encoded::Trle { .. } => (x, false),
            _ => (x, true),
        }
    }

    /// Whether the pixels are stored row by row.
    #[must_use]
    pub fn is_by_rows(&self) -> bool {
        matches!(self.encoded, Encoded::RleByRows { .. })
    }
}
