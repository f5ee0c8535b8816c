//! An earlier export in the folder that is to be written into: which game it is of, and which files it wrote. Its manifest says both.
//!
//! What a new export does not write again would stay beside the new manifest, named by nobody; so the files that the old one names go.
//! The old manifest may have been written by anybody: only names such as exports use are taken from it.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Deserialize;

/// The file by which a folder of ours is known.
const MANIFEST: &str = "manifest.json";

/// What every file of a costume begins with.
const COSTUME: &str = "costume-";

/// The parts of an earlier export's manifest that matter here.
#[derive(Debug, Deserialize)]
pub(crate) struct Earlier {
    #[serde(rename = "version")]
    _version: u32,
    /// The game's key.
    pub(crate) game: String,
    generation: String,
    costumes: Vec<Costume>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Costume {
    pictures: Vec<Frame>,
    animations: Vec<Animation>,
    files: Vec<Whole>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Animation {
    frames: Vec<Frame>,
    files: Vec<Whole>,
}

/// A picture, or a frame of an animation.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Frame {
    file: Option<String>,
    bmp: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Whole {
    path: String,
}

impl Earlier {
    /// Reads the manifest in a folder. A file of this name that says something else is not ours.
    pub(crate) fn read(folder: &Path) -> Option<Self> {
        let file = std::fs::File::open(folder.join(MANIFEST)).ok()?;
        serde_json::from_reader(std::io::BufReader::new(file)).ok()
    }

    /// Whether it is an export of this game.
    pub(crate) fn is_of(&self, game: &str, generation: &str) -> bool {
        self.game == game && self.generation == generation
    }

    /// The costumes' files that it names; `manifest.json` and `index.html` are written by every export.
    pub(crate) fn files(&self) -> BTreeSet<&str> {
        let mut files = BTreeSet::new();
        for costume in &self.costumes {
            let frames = costume.animations.iter().flat_map(|it| &it.frames).chain(&costume.pictures);
            files.extend(frames.flat_map(|it| [&it.file, &it.bmp]).filter_map(Option::as_deref));
            let wholes = costume.animations.iter().flat_map(|it| &it.files).chain(&costume.files);
            files.extend(wholes.map(|it| it.path.as_str()));
        }
        files.retain(|name| name.starts_with(COSTUME));
        files
    }
}
