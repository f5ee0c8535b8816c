//! Costumes of an earlier export that stay in the folder while others are exported again. Their entries in the old
//! manifest and page are copied into the new ones.
//!
//! **Note:** both files are split at the lines that this crate writes, so they must be exactly as it wrote them.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::{Content, Entries, PicturePlace, bytes_of};
use crate::json::lines::begin_line;
use crate::options::Format;
use crate::report::{ManifestHead, Summary};

/// The costumes of an earlier export.
#[derive(Clone, Debug, Default)]
pub struct KeptCostumes {
    head: OldHead,
    costumes: BTreeMap<u32, Entries>,
}

#[derive(Clone, Debug, Default, Deserialize)]
struct OldHead {
    version: u32,
    fingerprint: String,
    formats: Vec<String>,
    jiffies_per_tick: u32,
    scale_up: u32,
    background: String,
    trimmed: bool,
}

#[derive(Deserialize)]
struct OldCostume {
    id: u32,
    room: u32,
    status: String,
    pictures: Vec<OldPicture>,
    animations: Vec<OldAnimation>,
    files: Vec<OldFile>,
}

#[derive(Deserialize)]
struct OldPicture {
    limb: u8,
    index: u16,
    width: u16,
    height: u16,
    sha256: Option<String>,
    same_as: Option<String>,
    file: Option<String>,
    bmp: Option<String>,
}

#[derive(Deserialize)]
struct OldAnimation {
    frames: Vec<OldFrame>,
    files: Vec<OldFile>,
}

#[derive(Deserialize)]
struct OldFrame {
    file: Option<String>,
}

#[derive(Deserialize)]
struct OldFile {
    path: String,
}

impl KeptCostumes {
    /// Reads the manifest and the page of an earlier export. `None` if they are not those of an export.
    #[must_use]
    pub fn read(manifest: &str, page: &str) -> Option<Self> {
        let head = serde_json::from_str(manifest).ok()?;
        let cards: BTreeMap<u32, String> = cards(page).collect();
        let costumes = costumes(manifest).map(|text| {
            let costume: OldCostume = serde_json::from_str(&text).ok()?;
            let card = cards.get(&costume.id).cloned().unwrap_or_default();
            Some((costume.id, costume.entries(&text, card)))
        });
        Some(Self { head, costumes: costumes.collect::<Option<_>>()? })
    }

    /// Whether the new export has the same options, so that one manifest can describe both.
    #[must_use]
    pub fn fits(&self, new: &ManifestHead) -> bool {
        let old = &self.head;
        old.version == new.version
            && old.fingerprint == new.fingerprint
            && (old.jiffies_per_tick, old.scale_up) == (new.jiffies_per_tick, new.scale_up)
            && (&old.background, old.trimmed) == (&new.background, new.trimmed)
    }

    /// Returns the formats of the earlier export.
    #[must_use]
    pub fn formats(&self) -> BTreeSet<Format> {
        self.head.formats.iter().filter_map(|name| name.parse().ok()).collect()
    }

    /// Returns the ids of its costumes, in order.
    pub fn ids(&self) -> impl Iterator<Item = u32> {
        self.costumes.keys().copied()
    }

    /// Returns the entries of a costume in the manifest and the page.
    #[must_use]
    pub fn entries(&self, id: u32) -> Option<Entries> {
        self.costumes.get(&id).cloned()
    }
}

/// Returns the text of each costume in a manifest.
fn costumes(manifest: &str) -> impl Iterator<Item = String> {
    let begin = manifest.lines().skip_while(|line| *line != "  \"costumes\": [").skip(1);
    let mut lines = begin.take_while(|line| line.starts_with("    "));
    std::iter::from_fn(move || {
        let mut text = String::new();
        for line in lines.by_ref() {
            let ends = matches!(line, "    }" | "    },");
            text.push_str(if ends { "    }" } else { line });
            if ends {
                return Some(text.trim_start().to_owned());
            }
            text.push('\n');
        }
        None
    })
}

/// Returns the card of each costume on a page.
fn cards(page: &str) -> impl Iterator<Item = (u32, String)> {
    page.split("<article id=\"costume-").skip(1).filter_map(|rest| {
        let (card, _) = rest.split_once("</article>\n")?;
        let id = card.split('"').next()?.parse().ok()?;
        Some((id, format!("<article id=\"costume-{card}</article>\n")))
    })
}

impl OldCostume {
    fn files(&self) -> BTreeSet<String> {
        let pictures = self.pictures.iter().flat_map(|it| [&it.file, &it.bmp]);
        let frames = self.animations.iter().flat_map(|it| &it.frames).map(|it| &it.file);
        let files = self.animations.iter().flat_map(|it| &it.files).chain(&self.files);
        pictures.chain(frames).flatten().chain(files.map(|it| &it.path)).cloned().collect()
    }

    fn entries(&self, text: &str, card: String) -> Entries {
        let mut json = Vec::new();
        begin_line(&mut json, 2);
        json.extend_from_slice(text.as_bytes());
        let own = self.pictures.iter().filter(|it| it.same_as.is_none());
        let contents = own.clone().filter_map(|it| {
            let content: Content = (bytes_of(it.sha256.as_deref()?)?, it.width, it.height);
            let (room, costume) = (self.room, self.id);
            Some((content, PicturePlace { room, costume, limb: it.limb, index: it.index }))
        });
        let sum = Summary {
            costumes: 1,
            failed: usize::from(self.status == "failed"),
            pictures: self.pictures.len(),
            different_pictures: own.clone().count(),
            animations: self.animations.len(),
            frames: self.animations.iter().map(|it| it.frames.len()).sum(),
            files: self.files().len(),
        };
        Entries { json, card, sum, pictures: contents.collect() }
    }
}
