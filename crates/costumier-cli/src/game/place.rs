//! What the argument GAME names: a folder, a file, an archive, the word `sample`, a costume folder or a bare block.
//! If a place holds several games, which of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use costumier::container::FileSet;
use costumier::game::{ListedGame, shelf};
use costumier::{Dialect, Files, Game, Limits, MemoryFiles};
use costumier_edit::folder::{PackOptions, Packed};

use crate::call::bundled::{bundled, sample_words};
use crate::game::folders::{is_costume_folder, is_room_folder};
use crate::game::packing::pack_folder;
use crate::game::suggestion;
use crate::output::failure::hinted;
use costumier::files::folder::{DEEP, Folder, shelf_at};

/// Where a game is opened.
pub(crate) struct GamePlace {
    pub(crate) files: Arc<dyn Files>,
    /// The same files with their containers. `None` for the bundled game.
    pub(crate) shelf: Option<Arc<FileSet>>,
    /// The name of the game that the call chose from several.
    pub(crate) wanted: Option<String>,
    /// The packed costume, if the place is a costume folder or a bare block.
    pub(crate) packed: Option<Packed>,
}

impl GamePlace {
    /// Returns the place of a packed costume alone.
    pub(crate) fn of_costume(mut packed: Packed) -> Result<Self> {
        packed.notes.extend(costumier_edit::preview::unknown_colours(&packed));
        let files: MemoryFiles = costumier_edit::preview::game(&packed)?.into_iter().collect();
        Ok(Self { files: Arc::new(files), shelf: None, wanted: None, packed: Some(packed) })
    }

    fn on(shelf: FileSet, wanted: Option<String>) -> Self {
        let shelf = Arc::new(shelf);
        Self { files: Arc::clone(&shelf) as Arc<dyn Files>, shelf: Some(shelf), wanted, packed: None }
    }
}

/// Whether a game can be opened in a folder.
pub(crate) fn holds_game(folder: &Path, depth: usize) -> bool {
    let Ok(files) = Folder::new(folder, depth) else { return false };
    let (files, _) = shelf(Arc::new(files), None, &Limits::default());
    Game::open(&files, None, Limits::default()).is_ok()
}

/// Returns the folder that the argument names, or the folder of the file that it names.
pub(crate) fn home(game: &str) -> PathBuf {
    let path = Path::new(parts(game).0);
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if path.is_file() { parent.to_owned() } else { path.to_owned() }
}

/// Splits `folder#name` into place and name. If a file has the whole as its name, that file is meant.
pub(crate) fn parts(game: &str) -> (&str, Option<&str>) {
    match game.rsplit_once('#') {
        Some((place, wanted)) if !Path::new(game).exists() && !wanted.is_empty() => (place, Some(wanted)),
        _ => (game, None),
    }
}

/// Lists all games in a place, and files that may be games and cannot be opened. The list is empty if the argument
/// names one game.
pub(crate) fn games_in(game: &str) -> Vec<ListedGame> {
    match place_of(game, None) {
        Ok(GamePlace { files, shelf: Some(_), wanted: None, .. }) => {
            costumier::game::games(&*files, &Limits::default())
        }
        _ => Vec::new(),
    }
}

/// Returns the place that the argument names, with containers opened.
pub(crate) fn place_of(game: &str, generation: Option<Dialect>) -> Result<GamePlace> {
    let is_block = |what: &str| match generation {
        None => Ok(()),
        Some(_) => bail!("--generation is only for a costume's block, and {game} is {what}"),
    };
    if let Some(files) = bundled(game) {
        is_block("the bundled game").map_err(|error| {
            hinted(error, format!("name the edition in GAME: {}", sample_words().join(", ")))
        })?;
        if Path::new(game).is_dir() && holds_game(Path::new(game), DEEP) {
            crate::output::report::advise(format!(
                "`{game}` means the bundled game; ./{game} means the game in the folder"
            ));
        }
        return Ok(GamePlace { files: Arc::new(files), shelf: None, wanted: None, packed: None });
    }
    let (place, wanted) = parts(game);
    let wanted = wanted.map(str::to_owned);
    let path = Path::new(place);
    let about = path.metadata().with_context(|| format!("cannot open {place}"));
    let about = about.map_err(|error| hinted(error, suggestion::hint(place)))?;
    if about.is_dir() {
        is_block("a folder; leave the option out")?;
    }
    if is_costume_folder(path) {
        // The notes are printed when the folder is packed or put.
        let packed = pack_folder(path, &PackOptions::default())?;
        return GamePlace::of_costume(Packed { notes: Vec::new(), ..packed });
    }
    if is_room_folder(path) {
        let error = anyhow::anyhow!("{place} is a room folder, not a game");
        return Err(hinted(
            error,
            "the game comes first, then the folder: `costumier put GAME FOLDER -o COPY`",
        ));
    }
    if !about.is_dir()
        && let Some(packed) = crate::game::block::read(path, generation)?
    {
        return GamePlace::of_costume(packed);
    }
    let (shelf, index) = shelf_at(path)?;
    Ok(GamePlace::on(shelf, wanted.or(index)))
}
