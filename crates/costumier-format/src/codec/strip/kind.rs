//! How the strips of a game are packed: by codes, by v3's codes, or in 16 colours without a code.

use super::{DecodedStrip, RAW_TRANSPARENT, decode, is_transparent, old};
use crate::error::Result;

/// How strips are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StripKind {
    /// By the code in the first byte.
    Modern,
    /// By the code in the first byte, with v3's codes.
    V3,
    /// In 16 colours, without a code.
    Sixteen,
}

impl StripKind {
    /// Decodes a strip. Its left column is column `x` of `pixels`, whose rows are `stride` bytes apart. Errors
    /// count from the strip's first byte.
    ///
    /// # Errors
    /// As [`decode`].
    pub fn decode(
        self,
        strip: &[u8],
        (height, transparent): (usize, u8),
        pixels: &mut [u8],
        stride: usize,
        x: usize,
    ) -> Result<DecodedStrip> {
        match self {
            Self::Sixteen => Ok(old::decode_sixteen(strip, height, pixels, stride, x)),
            _ if strip.first() == Some(&old::SIXTEEN) => {
                let body = strip.get(1..).unwrap_or_default();
                let decoded = old::decode_sixteen(body, height, pixels, stride, x);
                Ok(DecodedStrip { bytes: decoded.bytes.saturating_add(1), ..decoded })
            }
            Self::Modern => {
                let out = pixels.get_mut(x..).unwrap_or_default();
                decode(strip, height, transparent, out, stride)
            }
            Self::V3 => {
                let out = pixels.get_mut(x..).unwrap_or_default();
                old::decode_v3(strip, height, transparent, out, stride)
            }
        }
    }

    /// Whether planes beneath an object's strip with this code stay: true for strips that omit pixels, except the
    /// raw code 149. That one omits pixels as well, but its plane replaces the one beneath, as ScummVM 2.7.0 shows;
    /// no document says so.
    #[must_use]
    pub fn keeps_planes(self, code: u8) -> bool {
        self != Self::Sixteen && is_transparent(code) && code != RAW_TRANSPARENT
    }
}
