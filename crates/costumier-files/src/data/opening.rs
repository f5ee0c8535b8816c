//! Opening a game: recognising it, its index, its disks, and problems of the game as a whole.

use std::collections::BTreeMap;

use super::{Disk, GameData, Index, choice, cipher, disk_old, names};
use crate::Limits;
use crate::bytes::Bytes;
use crate::dialect::{Directories, FileLayout};
use crate::layout::IndexLayout;
use crate::source::{Files, Source, read_vec};
use crate::{Error, ErrorKind, Result};
use crate::{Problem, Severity};

impl GameData {
    /// Opens the game among `files`. If there are several, `index` names the index file of one (in any case).
    ///
    /// A data file that is missing or damaged does not prevent this as long as another can be used. It is reported,
    /// and reading its contents fails.
    ///
    /// # Errors
    /// [`ErrorKind::NotAGame`], [`ErrorKind::SeveralGames`], [`ErrorKind::Unsupported`], [`ErrorKind::MissingFile`]
    /// for a data file without its index; errors of the index; if no data file can be used, the error of the first
    /// one.
    pub fn open(files: &dyn Files, index: Option<&str>, limits: Limits) -> Result<Self> {
        let detected = choice::choose(files, index, &limits)?;
        let in_index = |error: Error| error.in_file(&detected.index);
        let source = cipher::Decrypted::new(files.open(&detected.index)?, detected.key);
        let index_bytes = source.len();
        let bytes = read_vec(&source, 0, index_bytes, limits.index_bytes, "index").map_err(in_index)?;
        let data = Bytes::new(&bytes);
        let layout = IndexLayout::of(&detected.dialect);
        let index = Index::read(data, &layout, &limits).map_err(in_index)?;

        let mut game = Self {
            detected,
            index,
            index_bytes,
            disks: BTreeMap::new(),
            limits,
            problems: Vec::new(),
            sprites: std::sync::OnceLock::new(),
        };
        match game.detected.dialect.files {
            FileLayout::Disks => match game.detected.dialect.disks.directories {
                Directories::Classic => game.open_disks(files)?,
                Directories::Humongous => game.open_humongous_disks(files)?,
            },
            FileLayout::Lec => game.open_lec_disks(files)?,
            FileLayout::Rooms | FileLayout::OldRooms(_) => game.open_room_files(files)?,
        }
        game.look_for_version();
        game.look_for_towns();
        game.look_for_tiles();
        game.note_oddities();
        Ok(game)
    }

    fn open_disks(&mut self, files: &dyn Files) -> Result<()> {
        let numbers = self.index.disk_numbers();
        let names = files.names();
        for number in numbers {
            let names_of_disk = names::names_of_disk(&self.detected.index, number);
            let wanted = names_of_disk.join(" or ");
            let disk = match names_of_disk.iter().find_map(|wanted| names::find_data(&names, wanted)) {
                Some(name) => Disk::open(files, name, self.detected.key, &self.limits),
                None => Err(Error::new(ErrorKind::MissingFile(wanted.clone()), format!("disk {number}"))),
            };
            self.disks.insert(number, disk.map_err(|error| (wanted, error)));
        }
        self.require_a_disk()
    }

    /// Fails with the error of the first data file if no data file can be used.
    pub(super) fn require_a_disk(&self) -> Result<()> {
        let mut failures = self.disks.values().filter_map(|disk| disk.as_ref().err());
        match failures.next() {
            Some((_, error)) if self.disks.values().all(Result::is_err) => Err(error.clone()),
            _ => Ok(()),
        }
    }

    /// Collects the problems of the game as a whole.
    fn note_oddities(&mut self) {
        let mut problems = self.index.problems.clone();
        for problem in &mut problems {
            problem.path = format!("{} / {}", self.detected.index, problem.path);
        }
        let mut report = |severity, path: &str, text: String| {
            problems.push(Problem::new(severity, path, None, text));
        };
        for other in &self.detected.also {
            report(Severity::Note, other, "another game's index lies here: name it to open that game".into());
        }
        // Many missing room files are reported in one line, among the index's problems.
        let unusable = self.disks.values().filter(|disk| disk.is_err()).count();
        let told = self.detected.dialect.files.has_room_files() && unusable > disk_old::FEW;
        for (number, disk) in &self.disks {
            if let Err((name, error)) = disk
                && !(told && matches!(error.kind(), ErrorKind::MissingFile(_)))
            {
                let rooms = self.index.disks.iter().filter(|disk| **disk == *number).count();
                report(Severity::Broken, name, format!("{error}; {rooms} rooms cannot be opened"));
            }
        }
        for room in self.rooms().filter(|room| room.disk != 0 && !room.present) {
            if let Some(Ok(disk)) = self.disks.get(&room.disk) {
                report(
                    Severity::Odd,
                    &disk.name,
                    format!("room {} should be here, but the file's room table does not name it", room.id),
                );
            }
        }
        if self.disks.is_empty() {
            report(Severity::Broken, &self.detected.index, "the index places no room on any disk".into());
        }
        for disk in self.disks.values().flatten() {
            problems.extend(disk.problems.iter().cloned());
        }
        self.problems = problems;
    }
}
