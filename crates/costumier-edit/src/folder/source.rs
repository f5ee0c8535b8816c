//! The keys of `costume.toml`, as serde reads them, and types that all kinds of costume share. An unknown key is an
//! error with its line.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// The whole file of a COST costume.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CostumeFile {
    #[serde(default, rename = "format")]
    pub(super) _format: IgnoredAny,
    #[serde(default, rename = "kind")]
    pub(super) _kind: IgnoredAny,
    pub(super) generation: Option<String>,
    pub(super) id: Option<u32>,
    pub(super) room: Option<u32>,
    pub(super) game: Option<String>,
    pub(super) name: Option<String>,
    pub(super) colours: usize,
    #[serde(default)]
    pub(super) never_mirror: bool,
    #[serde(default)]
    pub(super) redirects: bool,
    pub(super) palette: Vec<u8>,
    #[serde(default)]
    pub(super) rgb: Vec<String>,
    #[serde(default)]
    pub(super) limb: Vec<LimbEntry>,
    #[serde(default)]
    pub(super) chore: Vec<ChoreEntry>,
}

/// The table `[[limb]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LimbEntry {
    pub(super) number: usize,
    pub(super) name: String,
    #[serde(default)]
    pub(super) null: bool,
    pub(super) same_as: Option<String>,
    #[serde(default)]
    pub(super) picture: Vec<PictureEntry>,
}

/// The table `[[limb.picture]]`, and `[[picture]]` of AKOS costumes.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PictureEntry {
    pub(super) name: String,
    #[serde(default)]
    pub(super) empty: bool,
    pub(super) same_as: Option<String>,
    pub(super) borrows: Option<String>,
    /// The file with packed pixels; only AKOS costumes have it.
    pub(super) packed: Option<String>,
    /// Width and height. If a picture of `sheet` or `file` has this size, its place is meant as written.
    pub(super) size: Option<[u16; 2]>,
    pub(super) sheet: Option<String>,
    pub(super) rect: Option<[usize; 4]>,
    pub(super) file: Option<String>,
    pub(super) layer: Option<String>,
    pub(super) frame: Option<usize>,
    #[serde(default)]
    pub(super) at: [i16; 2],
    #[serde(default, rename = "move")]
    pub(super) moves: [i16; 2],
}

impl PictureEntry {
    /// Returns the layer and the frame, counted from 1, if the file has layers.
    pub(super) fn layer(&self) -> Option<(&str, usize)> {
        self.layer.as_deref().zip(self.frame)
    }
}

/// The table `[[chore]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChoreEntry {
    pub(super) number: u16,
    pub(super) name: String,
    pub(super) west: Option<FacingEntry>,
    pub(super) east: Option<FacingEntry>,
    pub(super) south: Option<FacingEntry>,
    pub(super) north: Option<FacingEntry>,
}

/// The value of a direction in a chore: the name of another direction, or the limbs.
pub(super) type FacingEntry = WordOr<BTreeMap<String, ActionEntry>>;

/// The value of a limb: a word, or steps that it plays.
pub(super) type ActionEntry = WordOr<StepsEntry>;

/// Steps that a limb plays.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum StepsEntry {
    Loop(Vec<String>),
    Once(Vec<String>),
}

/// A word in quotes, or a table. (An untagged enum would lose the line of an error inside.)
#[derive(Debug)]
pub(super) enum WordOr<T> {
    Word(String),
    Other(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for WordOr<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WordOrVisitor(PhantomData))
    }
}

struct WordOrVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for WordOrVisitor<T> {
    type Value = WordOr<T>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a word in quotes or a table in braces")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Self::Value, E> {
        Ok(WordOr::Word(word.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(WordOr::Other)
    }
}
