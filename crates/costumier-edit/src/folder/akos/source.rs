//! The keys of `costume.toml` of an AKOS costume, as serde reads them. An unknown key is an error with its line.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::folder::source::{PictureEntry, WordOr};

/// The whole file of an AKOS costume.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AkosFile {
    #[serde(default, rename = "format")]
    pub(super) _format: IgnoredAny,
    #[serde(default, rename = "kind")]
    pub(super) _kind: IgnoredAny,
    pub(super) generation: Option<String>,
    pub(super) id: Option<u32>,
    pub(super) room: Option<u32>,
    pub(super) game: Option<String>,
    pub(super) name: Option<String>,
    #[serde(default = "one")]
    pub(super) version: u16,
    pub(super) codec: u16,
    #[serde(default)]
    pub(super) never_mirror: bool,
    #[serde(default)]
    pub(super) eight_ways: bool,
    pub(super) flags: Option<u16>,
    pub(super) limbs: Option<u16>,
    #[serde(default)]
    pub(super) short_header: bool,
    pub(super) records: Option<u16>,
    #[serde(default)]
    pub(super) palette: Vec<u8>,
    #[serde(default)]
    pub(super) rgb: Vec<String>,
    #[serde(default)]
    pub(super) room_rgb: Vec<String>,
    #[serde(default)]
    pub(super) artist_rgb: Vec<String>,
    pub(super) program: Option<String>,
    #[serde(default)]
    pub(super) jumps: Vec<ProgramPlace>,
    #[serde(default)]
    pub(super) conditions: Vec<u32>,
    #[serde(default)]
    pub(super) sequence_names: Vec<String>,
    #[serde(default)]
    pub(super) order: Vec<String>,
    #[serde(default)]
    pub(super) picture: Vec<PictureEntry>,
    #[serde(default)]
    pub(super) chore: Vec<ChoreEntry>,
    #[serde(default)]
    pub(super) jump_slice: Vec<SliceEntry>,
    #[serde(default)]
    pub(super) condition_start: Vec<StartEntry>,
    #[serde(default)]
    pub(super) frame: Vec<FrameEntry>,
    #[serde(default)]
    pub(super) block: Vec<BlockEntry>,
}

fn one() -> u16 {
    1
}

/// A place in the program: a label, or a number.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a label in quotes or a place as a number")]
pub(super) enum ProgramPlace {
    Label(String),
    At(u32),
}

/// The table `[[chore]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChoreEntry {
    pub(super) number: u16,
    #[serde(default)]
    pub(super) name: String,
    pub(super) west: Option<FacingEntry>,
    pub(super) east: Option<FacingEntry>,
    pub(super) south: Option<FacingEntry>,
    pub(super) north: Option<FacingEntry>,
    pub(super) northwest: Option<FacingEntry>,
    pub(super) northeast: Option<FacingEntry>,
    pub(super) southwest: Option<FacingEntry>,
    pub(super) southeast: Option<FacingEntry>,
}

impl ChoreEntry {
    /// Returns the facings of the chore, by their names.
    pub(super) fn facings(&self) -> impl Iterator<Item = (&'static str, &FacingEntry)> {
        [
            ("east", &self.east),
            ("south", &self.south),
            ("north", &self.north),
            ("west", &self.west),
            ("southeast", &self.southeast),
            ("southwest", &self.southwest),
            ("northeast", &self.northeast),
            ("northwest", &self.northwest),
        ]
        .into_iter()
        .filter_map(|(name, entry)| Some((name, entry.as_ref()?)))
    }
}

/// The value of a facing in a chore: the name of another facing, or the limbs.
pub(super) type FacingEntry = WordOr<BTreeMap<String, ActionEntry>>;

/// The value of a limb: a word, or what it plays.
pub(super) type ActionEntry = WordOr<Box<WindowEntry>>;

/// A mode and a start.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WindowEntry {
    #[serde(rename = "loop")]
    pub(super) looped: Option<Start>,
    pub(super) once: Option<Start>,
    pub(super) run: Option<Start>,
    pub(super) still: Option<Start>,
    pub(super) delta: Option<Start>,
    pub(super) empty: Option<Start>,
    pub(super) mode: Option<u8>,
    pub(super) start: Option<Start>,
    pub(super) to: Option<ProgramPlace>,
    pub(super) length: Option<u16>,
}

/// The start of a limb: a place in the program, or the steps themselves.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a label in quotes, a place as a number, or steps in brackets")]
pub(super) enum Start {
    Label(String),
    At(u16),
    Steps(Vec<String>),
}

/// The table `[[jump_slice]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SliceEntry {
    pub(super) start: ProgramPlace,
    pub(super) first: u16,
    pub(super) count: u16,
}

/// The table `[[condition_start]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StartEntry {
    pub(super) start: ProgramPlace,
    pub(super) first: u32,
}

/// The table `[[frame]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FrameEntry {
    #[serde(rename = "type")]
    pub(super) kind: u16,
    #[serde(default)]
    pub(super) at: [i16; 2],
    #[serde(default)]
    pub(super) size: [u16; 2],
    pub(super) file: Option<String>,
    #[serde(default)]
    pub(super) keep: u8,
    pub(super) erase: Option<u8>,
    pub(super) changes: Option<String>,
    pub(super) colours: Option<Vec<u8>>,
    pub(super) refresh: Option<Vec<[i16; 4]>>,
    pub(super) restore: Option<[i16; 4]>,
}

/// The table `[[block]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BlockEntry {
    pub(super) tag: String,
    pub(super) file: String,
}
