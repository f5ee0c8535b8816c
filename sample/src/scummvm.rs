//! What ScummVM needs to start an edition: it knows games by the names of their files.

use costumier::format::dialect::FileLayout;

use crate::{Edition, File};

/// Bytes of a charset without letters: the sample shows no text.
const CHARSET: usize = 64;

/// A charset of v4, whose bytes are not read until a text is shown.
const V4_CHARSET: &[u8] = &[0; CHARSET];

/// A charset of v3, which begins with its length. Files of v3 have every bit the other way round.
const V3_CHARSET: &[u8] = &{
    let mut bytes = [0xFF; CHARSET];
    bytes[0] ^= CHARSET.to_le_bytes()[0];
    bytes
};

/// An edition as ScummVM opens it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ScummVm {
    /// The game that the edition passes for: `gameid` in `scummvm.ini`.
    pub game_id: &'static str,
    /// All files, under the names that ScummVM looks for.
    pub files: Vec<(String, &'static [u8])>,
}

impl Edition {
    /// The edition as ScummVM opens it: its files under other names, and files that games of this kind have and the
    /// sample does without.
    #[must_use]
    pub fn for_scummvm(&self) -> ScummVm {
        let (game_id, companions): (_, &[File]) = match self.name {
            "v2" => ("maniac", &[]),
            "v3-ega" => ("indy3", &[("84.lfl", V3_CHARSET), ("98.lfl", V3_CHARSET), ("99.lfl", V3_CHARSET)]),
            "v4-ega" => ("pass", &[("901.lfl", V4_CHARSET)]),
            "v5" => ("monkey2", &[]),
            "v6" => ("tentacle", &[]),
            "v7" => ("dig", &[]),
            "v8" => ("comi", &[]),
            "he72" => ("airport", &[]),
            "he99-16" => ("freddicove", &[]),
            _ => ("spyfox", &[]),
        };
        let name = |name: &str| match name.split_once('.') {
            Some((_, ending)) if self.dialect.files == FileLayout::Disks => format!("{game_id}.{ending}"),
            _ => name.to_owned(),
        };
        let files = self.files.iter().chain(companions).map(|(of, bytes)| (name(of), *bytes)).collect();
        ScummVm { game_id, files }
    }
}
