//! Draw commands: several pictures at places of their own (`docs/format/akos-programs.md §6`).
//!
//! ```text
//! C020                             u8 count, components
//! C025          i16 move x, move y, u8 count, components
//! C021   u8 length, u8 n, n × u8 condition, u8 count, components
//! C022   u8 length, u8 n, n × u8 condition, i16 move x, move y, u8 count, components
//! component     i16 x, i16 y, picture: one byte below 80, else two
//! ```
//! **Note:** the fifth byte of a component alone says how long the component is, even if AKSQ ends after that byte.
//! The stored length only leads to the next code; `count` says how many pictures there are.

use super::bytes::{byte, fit, short, write_picture};
use crate::error::Result;

/// The operands of a draw command.
#[derive(Clone, Copy, Debug)]
pub struct Draw<'a> {
    /// Condition index of each picture; `None` if the command has no conditions. Pictures beyond the end of the
    /// list have their own number as index.
    pub conditions: Option<&'a [u8]>,
    /// Added to the running x and subtracted from the running y after the last picture, in pixels; `None` if the
    /// command has no move.
    pub moves: Option<(i16, i16)>,
    /// Number of pictures, as stored. There may be fewer where AKSQ ends.
    pub count: u8,
    /// The bytes of the components, and any bytes after them.
    components: &'a [u8],
}

/// One picture of a draw command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    /// Distance from the running offset to the left column, in pixels.
    pub x: i16,
    /// Distance from the running offset to the top row, in pixels.
    pub y: i16,
    /// Number of the picture.
    pub picture: u16,
}

/// Commands are equal if their operands are, whatever bytes follow.
impl PartialEq for Draw<'_> {
    fn eq(&self, other: &Self) -> bool {
        (self.conditions, self.moves, self.count) == (other.conditions, other.moves, other.count)
            && self.components().eq(other.components())
    }
}

impl Eq for Draw<'_> {}

impl<'a> Draw<'a> {
    /// Reads the operands of a draw command from `bytes`, which begin with its two-byte code. Returns the command's
    /// length in bytes as well.
    pub(super) fn read(bytes: &'a [u8], conditional: bool, moving: bool) -> (Self, usize) {
        let listed = if conditional { usize::from(byte(bytes, 3)) } else { 0 };
        let list: usize = if conditional { 4 } else { 2 };
        let moves_at = list.saturating_add(listed);
        let count_at = moves_at.saturating_add(if moving { 4 } else { 0 });
        let head = count_at.saturating_add(1);
        let draw = Self {
            conditions: conditional.then(|| bytes.get(list..moves_at).unwrap_or_default()),
            moves: moving.then(|| (short(bytes, moves_at), short(bytes, moves_at.saturating_add(2)))),
            count: byte(bytes, count_at),
            components: bytes.get(head..).unwrap_or_default(),
        };
        let length = match conditional {
            true => usize::from(byte(bytes, 2)),
            false => (0..draw.count).fold(head, |at, _| {
                let long = byte(bytes, at.saturating_add(4)) >= 0x80;
                at.saturating_add(if long { 6 } else { 5 })
            }),
        };
        (draw, length)
    }

    /// A draw command with components that [`Component::write`] has written.
    pub(super) fn packed(
        conditions: Option<&'a [u8]>,
        moves: Option<(i16, i16)>,
        count: usize,
        components: &'a [u8],
    ) -> Result<Self> {
        Ok(Self { conditions, moves, count: fit(count)?, components })
    }

    /// The command's two-byte code.
    pub(super) fn code(&self) -> u16 {
        match (self.conditions.is_some(), self.moves.is_some()) {
            (false, false) => 0xC020,
            (true, false) => 0xC021,
            (true, true) => 0xC022,
            (false, true) => 0xC025,
        }
    }

    /// Appends the command's bytes, its two-byte code included.
    pub(super) fn write(&self, out: &mut Vec<u8>) -> Result<()> {
        let mut body = Vec::new();
        if let Some(list) = self.conditions {
            body.push(fit(list.len())?);
            body.extend(list);
        }
        if let Some((x, y)) = self.moves {
            body.extend(x.to_le_bytes());
            body.extend(y.to_le_bytes());
        }
        body.push(fit(self.components().count())?);
        self.components().try_for_each(|part| part.write(&mut body))?;
        out.extend(self.code().to_be_bytes());
        if self.conditions.is_some() {
            // The stored length includes the code and the length byte itself.
            out.push(fit(body.len().saturating_add(3))?);
        }
        out.extend(body);
        Ok(())
    }

    /// The pictures, in the order of painting. Ends where AKSQ ends.
    #[must_use]
    pub fn components(&self) -> Components<'a> {
        Components { left: self.count, rest: self.components }
    }

    /// Condition index of picture `k`.
    #[must_use]
    pub fn condition(&self, k: u8) -> u8 {
        self.conditions.and_then(|list| list.get(usize::from(k))).copied().unwrap_or(k)
    }
}

impl Component {
    /// Appends the component's bytes.
    pub(super) fn write(self, out: &mut Vec<u8>) -> Result<()> {
        out.extend(self.x.to_le_bytes());
        out.extend(self.y.to_le_bytes());
        write_picture(self.picture, out)
    }
}

/// Iterator over the pictures of a draw command.
#[derive(Clone, Debug)]
pub struct Components<'a> {
    left: u8,
    rest: &'a [u8],
}

impl Iterator for Components<'_> {
    type Item = Component;

    #[inline]
    fn next(&mut self) -> Option<Component> {
        self.left = self.left.checked_sub(1)?;
        let (x, y, picture, rest) = match self.rest {
            [x0, x1, y0, y1, index @ 0..0x80, rest @ ..] => ([*x0, *x1], [*y0, *y1], u16::from(*index), rest),
            [x0, x1, y0, y1, high, low, rest @ ..] => {
                ([*x0, *x1], [*y0, *y1], u16::from_be_bytes([*high, *low]) & 0xFFF, rest)
            }
            _ => {
                (self.left, self.rest) = (0, &[]);
                return None;
            }
        };
        self.rest = rest;
        Some(Component { x: i16::from_le_bytes(x), y: i16::from_le_bytes(y), picture })
    }
}
