//! The manifest and the page, written costume by costume, so that a game of hundreds of costumes is never in memory
//! as a whole.
//!
//! Both files list the costumes in the order of their numbers. A costume that is exported before its turn waits as
//! text. For pictures that several costumes share, a hash and three numbers are kept for each picture.

mod kept;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use costumier::PictureKey;
pub use kept::KeptCostumes;

use crate::colour::text;
use crate::context::Context;
use crate::json::lines::{append, begin_line};
use crate::options::{Background, Format};
use crate::report::{CostumeReport, MANIFEST_VERSION, ManifestHead, SharedPicture, Summary};
use crate::sink::{ExportError, Output, Result};
use crate::{page, paths};

/// The name of the manifest.
pub const MANIFEST: &str = "manifest.json";
/// The name of the page.
pub const PAGE: &str = "index.html";

/// A costume's entries in the manifest and the page. Several threads can make entries at once.
#[derive(Clone, Debug)]
pub struct Entries {
    json: Vec<u8>,
    card: String,
    sum: Summary,
    pictures: Vec<(Content, PicturePlace)>,
}

/// The content of a picture: the hash of its pixels, and its size.
type Content = ([u8; 32], u16, u16);

/// A picture's place in the game.
#[derive(Clone, Copy, Debug)]
struct PicturePlace {
    room: u32,
    costume: u32,
    limb: u8,
    index: u16,
}

impl Entries {
    /// Makes the entries of a costume.
    #[must_use]
    pub fn of(report: &CostumeReport) -> Self {
        let mut json = Vec::new();
        begin_line(&mut json, 2);
        // JSON can hold everything in a report, and writing to memory does not fail.
        let _ = append(&mut json, 2, report);
        let own = report.pictures.iter().filter(|picture| picture.same_as.is_none());
        let pictures = own.filter_map(|picture| {
            let content = (bytes_of(picture.sha256.as_deref()?)?, picture.width, picture.height);
            let (limb, index) = (picture.limb, picture.index);
            Some((content, PicturePlace { room: report.room, costume: report.id, limb, index }))
        });
        Self { json, card: page::card(report), sum: Summary::of(report), pictures: pictures.collect() }
    }
}

/// Parses a hash from its hexadecimal digits.
fn bytes_of(hex: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    for (byte, digits) in bytes.iter_mut().zip(hex.as_bytes().as_chunks::<2>().0) {
        *byte = u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    }
    Some(bytes)
}

/// Writes the manifest and the page.
#[derive(Debug)]
pub struct Catalogue {
    context: Arc<Context>,
    /// The number of costumes that are written.
    written: usize,
    waiting: BTreeMap<usize, Entries>,
    sum: Summary,
    known: BTreeMap<Content, Vec<PicturePlace>>,
    /// The formats of costumes that stay from an earlier export.
    kept_formats: BTreeSet<Format>,
}

impl Catalogue {
    /// Begins the files of an export.
    pub(crate) fn new(context: Arc<Context>) -> Self {
        let known = BTreeMap::new();
        let (waiting, kept_formats) = (BTreeMap::new(), BTreeSet::new());
        Self { context, written: 0, waiting, sum: Summary::default(), known, kept_formats }
    }

    /// Prepares for costumes that stay from an earlier export. They are added like others, with
    /// [`KeptCostumes::entries`].
    #[must_use]
    pub fn keeping(mut self, kept: &KeptCostumes) -> Self {
        self.kept_formats = kept.formats();
        self
    }

    /// Adds a costume, the `number`th of the export counted from 0. Costumes may be added in any order, each once.
    ///
    /// # Errors
    /// [`ExportError`] if the output refuses a file.
    pub fn add(&mut self, number: usize, entries: Entries, output: &mut dyn Output) -> Result<()> {
        self.waiting.insert(number, entries);
        while let Some(next) = self.waiting.remove(&self.written) {
            self.write(next, output)?;
        }
        Ok(())
    }

    fn write(&mut self, entries: Entries, output: &mut dyn Output) -> Result<()> {
        if self.written == 0 {
            self.begin(output)?;
        } else {
            put(output, MANIFEST, b",")?;
        }
        put(output, MANIFEST, &entries.json)?;
        put(output, PAGE, entries.card.as_bytes())?;
        self.written += 1;
        self.sum.add(&entries.sum);
        for (content, place) in entries.pictures {
            match self.known.entry(content) {
                Entry::Vacant(entry) => {
                    entry.insert(vec![place]);
                }
                Entry::Occupied(mut entry) => entry.get_mut().push(place),
            }
        }
        Ok(())
    }

    fn begin(&self, output: &mut dyn Output) -> Result<()> {
        let head = self.head();
        let mut json = Vec::new();
        // JSON can hold the head, and writing to memory does not fail.
        let _ = append(&mut json, 0, &head);
        // The closing bracket of the head is removed to add the costumes.
        while json.pop_if(|byte| matches!(byte, b'}' | b'\n')).is_some() {}
        json.extend(b",\n  \"costumes\": [");
        put(output, MANIFEST, &json)?;
        let note = self.context.options.note.as_deref();
        put(output, PAGE, page::head(&head, &self.context.identity.name, note).as_bytes())
    }

    /// Ends both files and gives them their names.
    ///
    /// # Errors
    /// [`ExportError`] if the output refuses a file.
    pub fn finish(mut self, output: &mut dyn Output) -> Result<Summary> {
        // Nothing waits here, unless the caller left a number out.
        for (_, late) in std::mem::take(&mut self.waiting) {
            self.write(late, output)?;
        }
        if self.written == 0 {
            self.begin(output)?;
        }
        let shared = self.shared();
        let mut json = Vec::new();
        begin_line(&mut json, 1);
        json.extend(b"],");
        begin_line(&mut json, 1);
        json.extend(b"\"shared_pictures\": ");
        let _ = append(&mut json, 1, &shared);
        json.extend(b",");
        begin_line(&mut json, 1);
        json.extend(b"\"summary\": ");
        let _ = append(&mut json, 1, &self.sum);
        json.extend(b"\n}\n");
        put(output, MANIFEST, &json)?;
        let formats = &self.context.options.formats;
        let written = |it: &&Format| formats.contains(it) || self.kept_formats.contains(it);
        let has_pictures = Format::PICTURES.iter().any(|it| written(&it));
        put(output, PAGE, page::tail(&self.sum, has_pictures).as_bytes())?;
        for path in [PAGE, MANIFEST] {
            output.seal(path).map_err(|source| ExportError { path: path.to_owned(), source })?;
        }
        Ok(self.sum)
    }

    /// Returns the pictures that several costumes have.
    pub(crate) fn shared(&self) -> Vec<SharedPicture> {
        let several = self.known.iter().filter(|(_, places)| places.len() > 1);
        let shared = several.map(|((hash, width, height), places)| SharedPicture {
            sha256: crate::pixels::hex(hash),
            width: *width,
            height: *height,
            keys: places.iter().map(|place| self.picture_key(place)).collect(),
        });
        shared.collect()
    }
}

impl Catalogue {
    /// Returns the fields of the manifest before its costumes.
    #[must_use]
    pub fn head(&self) -> ManifestHead {
        ManifestHead {
            version: MANIFEST_VERSION,
            game: self.context.key.clone(),
            fingerprint: self.context.identity.fingerprint.clone(),
            title: self
                .context
                .names
                .title
                .clone()
                .or_else(|| self.context.game.title().map(|title| title.name.to_owned())),
            title_is_guess: self.context.names.title.is_none()
                && self.context.game.title().is_some_and(|title| title.told_by.is_guess()),
            generation: self.context.game.generation().name(),
            formats: format_names(self.context.options.formats.union(&self.kept_formats)),
            jiffies_per_tick: self.context.options.jiffies(),
            scale_up: self.context.options.scale(),
            background: match self.context.options.background {
                Background::Transparent => "transparent".to_owned(),
                Background::Colour(rgb) => text(rgb),
                Background::Room => "room".to_owned(),
            },
            trimmed: self.context.options.trim,
        }
    }

    fn picture_key(&self, place: &PicturePlace) -> String {
        let picture = PictureKey { limb: place.limb, index: place.index };
        format!("{}/{}", self.context.costume_key(place.room, place.costume), paths::picture(picture))
    }
}

fn put(output: &mut dyn Output, path: &str, bytes: &[u8]) -> Result<()> {
    output.append(path, bytes).map_err(|source| ExportError { path: path.to_owned(), source })
}

/// Returns the formats by name, in the manifest's order.
pub(crate) fn format_names<'a>(formats: impl IntoIterator<Item = &'a Format>) -> Vec<&'static str> {
    formats.into_iter().map(|format| format.name()).collect()
}
