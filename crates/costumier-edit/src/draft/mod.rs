//! A costume while it is edited, in memory: its model, edits with their inverses, and the block that they make.
//!
//! ```text
//! costume ──▸ Draft::of ───┐                            ┌─▸ pack ──▸ block ─▸ put, play, patch
//! folder ───▸ Draft::read ─┴─▸ apply · undo · redo ─────┴─▸ files ─▸ folder
//! ```
//! A draft holds what a costume folder says, without text files and PNG files. It packs to the same bytes as the
//! folder that it writes.

pub mod bring;
mod edit;
mod model;
mod records;

use costumier::{Costume, Error, ErrorKind, Limits, PictureKey, Refused, Result};

pub use crate::folder::akos::changed::{Window, Windows};
pub use crate::folder::akos::edited::{LineProblem, Stretch};
pub use crate::folder::model::{Action, Record};
pub use crate::folder::picture::{Entry, EntryKind, Picture, Pixels};
pub use edit::Edit;

use crate::folder::{self, About, Files, ORIGINAL, PackOptions, Packed, PictureFiles};
use edit::Inverse;
use model::Model;

/// A costume while it is edited.
///
/// ```
/// use costumier::{Game, Limits, PictureKey};
/// use costumier_edit::draft::{Draft, Edit, EntryKind, Pixels};
/// use costumier_edit::folder::About;
///
/// let game = Game::open(&costumier_build::example::files()?, None, Limits::default())?;
/// let mut draft = Draft::of(&game.costume(1)?, About::default(), Limits::default())?;
/// let key = PictureKey { limb: 0, index: 0 };
/// let mut picture = draft.picture(key).ok_or("no picture")?.clone();
/// picture.pixels = Pixels::Rows(vec![1; usize::from(picture.size.0) * usize::from(picture.size.1)]);
/// draft.apply(Edit::Picture { key, name: None, to: EntryKind::Picture(picture) })?;
/// assert_ne!(draft.pack()?.payload, game.costume_bytes(1)?.payload);
/// draft.undo();
/// assert_eq!(draft.pack()?.payload, game.costume_bytes(1)?.payload);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Draft {
    model: Model,
    about: About,
    /// The palette that the colours in `about` belonged to at the beginning, and these colours.
    start: (Vec<u8>, Vec<crate::pictures::Rgb>),
    limits: Limits,
    /// Edits that were applied, each with its inverse.
    done: Vec<(Edit, Inverse)>,
    /// Edits that were undone, the latest last.
    undone: Vec<Edit>,
}

impl Draft {
    /// Starts a draft of a costume.
    ///
    /// # Errors
    /// [`ErrorKind::Unsupported`] for costumes of v0, the NES and the PC-Engine, as [`folder::unpack`].
    pub fn of(costume: &Costume, about: About, limits: Limits) -> Result<Self> {
        folder::editable(costume)?;
        let Some(model) = Model::of(costume, &limits) else {
            return Err(Error::new(ErrorKind::Unsupported("drafts of this kind".into()), "draft"));
        };
        Ok(Self::begin(model, about, limits))
    }

    fn begin(model: Model, about: About, limits: Limits) -> Self {
        let start = (model.palette().to_vec(), about.colours.clone());
        Self { model, about, start, limits, done: Vec::new(), undone: Vec::new() }
    }

    /// Sets the colours of the palette that an edit changed.
    fn recolour(&mut self, edit: &Edit) {
        if matches!(edit, Edit::Palette { .. }) {
            self.about.colours.clone_from(&self.start.1);
            self.model.recolour(&self.start.0, &mut self.about);
        }
    }

    /// Reads a costume folder. Returns the draft and the notes about what was assumed.
    ///
    /// # Errors
    /// Everything that is wrong with the folder's text and pictures.
    pub fn read(files: &Files, options: &PackOptions) -> Result<(Self, Vec<String>), Refused> {
        let ((model, about), notes) =
            folder::read(files, |head, report| Model::read(files, head, options, report))?;
        Ok((Self::begin(model, about, options.limits.clone()), notes))
    }

    /// Returns where the costume comes from, and its colours.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Returns the entries of a limb's picture table, by index. An AKOS costume has one table, that of limb 0. A limb
    /// that shares the table of another one has that table.
    #[must_use]
    pub fn entries(&self, limb: u8) -> &[Entry] {
        self.model.tables().entries(limb)
    }

    /// Returns the picture that an entry leads to, following shared ones.
    #[must_use]
    pub fn picture(&self, key: PictureKey) -> Option<&Picture> {
        self.model.tables().picture(key)
    }

    /// Returns the entry that stores the picture of an entry: itself, or the one that it is the same as. Painting on
    /// that entry changes all entries that share it.
    #[must_use]
    pub fn owner(&self, key: PictureKey) -> PictureKey {
        self.model.tables().owner(key)
    }

    /// Returns the record of a chore in a direction (0 West, 1 East, 2 South, 3 North); `None` for AKOS costumes.
    #[must_use]
    pub fn record(&self, chore: u16, direction: costumier::Direction) -> Option<&Record> {
        self.model.record(chore, direction)
    }

    /// Whether the costume is an AKOS costume, whose chores have [`Windows`] and no records.
    #[must_use]
    pub fn is_akos(&self) -> bool {
        matches!(self.model, Model::Akos(..))
    }

    /// Returns the chores that have names of their own, by number (COST). AKOS folders do not keep them.
    #[must_use]
    pub fn named_chores(&self) -> Vec<(u16, &str)> {
        self.model.named_chores()
    }

    /// Returns what the limbs do in a facing of a chore, and the facing that stores it: a facing may repeat another one
    /// of its chore. `None` for COST costumes.
    #[must_use]
    pub fn windows(&self, chore: u16, facing: &str) -> Option<(&'static str, Windows)> {
        self.model.windows(chore, facing)
    }

    /// Returns the text of the program, as [`folder::unpack`] writes it; `None` for COST costumes.
    ///
    /// # Errors
    /// What [`Draft::pack`] reports.
    pub fn program(&self) -> Result<Option<String>, Refused> {
        self.model.program()
    }

    /// Returns everything that is wrong with an edited text of the program, and notes. The draft is unchanged.
    ///
    /// # Errors
    /// What [`Draft::pack`] reports; that the costume has no program.
    pub fn check_program(&self, text: &str) -> Result<Vec<LineProblem>, Refused> {
        self.model.check_program(text)
    }

    /// Returns the stretch of the program that a picture command belongs to, by the command's offset in AKSQ; `None` if
    /// no picture command is there.
    ///
    /// # Errors
    /// What [`Draft::pack`] reports.
    pub fn stretch(&self, at: u16) -> Result<Option<Stretch>, Refused> {
        self.model.stretch(at)
    }

    /// Returns the palette as stored: the room colour of each costume colour.
    #[must_use]
    pub fn palette(&self) -> &[u8] {
        self.model.palette()
    }

    /// Returns the number of pixel values that pictures may use, and the one that is not drawn.
    #[must_use]
    pub fn colours(&self) -> (usize, u8) {
        self.model.colours()
    }

    /// Applies an edit. What was undone before can then no longer be redone.
    ///
    /// # Errors
    /// Why the edit is impossible; the draft is then unchanged.
    pub fn apply(&mut self, edit: Edit) -> Result<(), Refused> {
        self.model.check(&edit)?;
        let inverse = self.model.set(&edit)?;
        self.recolour(&edit);
        self.done.push((edit, inverse));
        self.undone.clear();
        Ok(())
    }

    /// Undoes the last edit. Returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some((edit, inverse)) = self.done.pop() else { return false };
        let undone = self.model.set_back(inverse).is_ok();
        debug_assert!(undone, "the inverse of an edit is possible");
        self.recolour(&edit);
        self.undone.push(edit);
        undone
    }

    /// Applies the edit again that was undone last. Returns `false` if there is none.
    pub fn redo(&mut self) -> bool {
        let Some(edit) = self.undone.pop() else { return false };
        let Ok(inverse) = self.model.set(&edit) else { return false };
        self.recolour(&edit);
        self.done.push((edit, inverse));
        true
    }

    /// Returns the applied edits in their order. Applied to the same costume again, they make the same draft.
    pub fn edits(&self) -> impl Iterator<Item = &Edit> {
        self.done.iter().map(|(edit, _)| edit)
    }

    /// Packs the draft into a block.
    ///
    /// # Errors
    /// Everything that the format cannot hold, or that breaks an interpreter.
    pub fn pack(&self) -> Result<Packed, Refused> {
        let options = PackOptions { limits: self.limits.clone(), ..PackOptions::default() };
        folder::without_text(|report| self.model.pack(&self.about, &options, report))
    }

    /// Writes the draft as a costume folder, with the block that it began with.
    ///
    /// # Errors
    /// What [`Draft::pack`] reports, and what writing the pictures reports.
    pub fn files(&self, pictures: PictureFiles) -> Result<Files, Refused> {
        let packed = self.pack()?;
        let write = || -> Result<Files> {
            let mut files = self.model.files(&packed.costume()?, &self.about, pictures, &self.limits)?;
            match self.model.original() {
                Some(payload) => {
                    files.insert(ORIGINAL.to_owned(), payload.to_vec());
                }
                None => folder::drop_original(&mut files),
            }
            Ok(files)
        };
        write().map_err(|error| folder::refused("pictures", error.to_string()))
    }
}
