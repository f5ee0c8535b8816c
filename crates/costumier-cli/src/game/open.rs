//! Opens the game that the argument GAME names, and its costumes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, anyhow, bail};
use costumier::cast::{Cast, ScriptLook};
use costumier::container::FileSet;
use costumier::files::folder::path_of;
use costumier::files::{Decrypted, Key};
use costumier::format::escape;
use costumier::screen::Screen;
use costumier::scripts::script::{Encoding, Profile};
use costumier::{Costume, Error, ErrorKind, Fault, Files, Game, Interpreter, Limits, Role};
use costumier_edit::folder::Packed;
use costumier_export::{ChoreFilter, Identity, Names};
use serde::Serialize;

use crate::args::GameArg;
use crate::call::ids::Ids;
use crate::disk::safe_write::{Owner, calls};
use crate::game::folders::costume_folder_of;
use crate::game::place::{GamePlace, holds_game, home, parts, place_of};
use crate::output::failure::{Excerpt, Failure, hinted};

/// A game and the files that it was opened from.
pub(crate) struct OpenGame {
    pub(crate) game: Arc<Game>,
    files: Arc<dyn Files>,
    /// The containers that hold the files, the outermost first; empty for loose files.
    pub(crate) form: Vec<GameContainer>,
    /// Containers next to the game that cannot be opened.
    pub(crate) beside: Vec<Error>,
    /// The folder on the disk that holds the files, if there is one.
    folder: Option<PathBuf>,
    is_sample: bool,
    /// Whether the call chose it from several (`#NAME`). Then only its own folder counts.
    pub(crate) is_chosen: bool,
    /// The names of the costume and its chores, if the game is a costume folder.
    called: Vec<(u32, Option<u16>, String)>,
    /// The costume of the costume folder that the game is, in words.
    costume: Option<String>,
    /// Where its costume belongs, if the game is a costume folder or a bare block.
    pub(crate) belongs: Option<Belongs>,
    /// What scripts say about costumes, if they were read.
    pub(crate) cast: Option<Cast>,
}

/// The game, room and id of a costume in a folder; a bare block stores none of them.
pub(crate) struct Belongs {
    pub(crate) game: Option<String>,
    pub(crate) room: Option<u32>,
    pub(crate) id: Option<u32>,
}

/// A container that holds the game.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GameContainer {
    /// Its name in the container around it.
    pub(crate) name: String,
    /// Its kind: `zip`, `CD image`.
    pub(crate) what: String,
    /// What of it is missing or could not be read, in words.
    pub(crate) odd: Vec<String>,
}

/// Returns the containers that hold the game's index.
fn form_of(shelf: &FileSet, game: &Game) -> Vec<GameContainer> {
    let Some(index) = game.data().files().next() else { return Vec::new() };
    let mut above = String::new();
    let mut form: Vec<GameContainer> = Vec::new();
    for container in shelf.chain(&index.name) {
        let name = container.name.strip_prefix(&above).unwrap_or(&container.name).to_owned();
        form.push(GameContainer { name, what: container.what.clone(), odd: container.odd.clone() });
        above = format!("{}/", container.name);
    }
    if let Some((program, at)) = shelf.inside(&index.name) {
        let name = program.strip_prefix(&above).unwrap_or(program).to_owned();
        let what = format!("program, which has the index inside from byte {at:#x} on");
        form.push(GameContainer { name, what, odd: Vec::new() });
    }
    form
}

/// An open costume and the place of its block.
pub(crate) struct OpenedCostume {
    pub(crate) id: u32,
    /// The room that owns the costume.
    pub(crate) room: u32,
    /// The name of the file that holds the block.
    pub(crate) file: String,
    /// Offset of the block's payload in that file. Positions in the block count from there.
    pub(crate) payload_at: u64,
    pub(crate) costume: Arc<Costume>,
}

/// Opens the game that the argument names, and reads its scripts for names and for the chores of roles.
pub(crate) fn open(arg: &GameArg) -> Result<OpenGame> {
    let mut opened = open_plain(arg)?;
    opened.cast = Arc::get_mut(&mut opened.game).map(Game::read_cast);
    if let Some(cast) = &opened.cast {
        tell_encoding(arg.facts.encoding, cast.profile, cast.encoding);
    }
    Ok(opened)
}

/// Says which encoding the texts look like, if it is another one than that of most games.
pub(crate) fn tell_encoding(wanted: Option<Encoding>, profile: Profile, found: Encoding) {
    let usual = Encoding::of(profile);
    if wanted.is_none() && found != usual {
        let languages = found.languages();
        crate::output::report::advise(format!(
            "names and texts look like {found} ({languages}) and are read so; `--encoding {usual}` reads them as those \
             of most games"
        ));
    }
}

/// Opens a packed costume as a game with that costume alone.
pub(crate) fn open_packed(packed: Packed, arg: &GameArg) -> Result<OpenGame> {
    open_place(GamePlace::of_costume(packed)?, arg)
}

/// Opens the game that the argument names, without its scripts and without a word about what is odd.
pub(crate) fn open_quietly(arg: &GameArg) -> Result<OpenGame> {
    open_place(place_of(&arg.name, arg.facts.generation)?, arg)
}

/// Opens the game that the argument names, without reading its scripts.
pub(crate) fn open_plain(arg: &GameArg) -> Result<OpenGame> {
    let place = place_of(&arg.name, arg.facts.generation)?;
    place.packed.iter().flat_map(|packed| &packed.notes).for_each(crate::output::report::advise);
    let opened = open_place(place, arg);
    let index = match &opened {
        Ok(opened) => opened.game.data().files().next().map(|file| file.name),
        Err(_) => None,
    };
    let index = home(&arg.name).join(index.unwrap_or_else(|| "index".into()));
    if let Some(folder) = calls::unsettled_folder(&index) {
        let given = home(&arg.name);
        let is_given = given.canonicalize().is_ok_and(|given| given == folder);
        crate::output::report::warn(calls::two_states(if is_given { &given } else { &folder }));
        crate::output::report::advise(calls::ENDS);
    }
    opened
}

fn open_place(place: GamePlace, arg: &GameArg) -> Result<OpenGame> {
    let GamePlace { files, shelf, wanted, packed } = place;
    match Game::open(&*files, wanted.as_deref(), Limits::default()) {
        Ok(mut game) => {
            if let Some(packed) = &packed {
                game.assume(packed.dialect);
            }
            if let Some(platform) = arg.facts.platform {
                match game.dialect().for_platform(platform) {
                    Some(dialect) => game.assume(dialect),
                    None => bail!(
                        "--platform {platform} does not fit this game of {}: the Amiga differs in v4 with 256 colours \
                         and v5, the FM-TOWNS in v3 with 256 colours and v5; `--screen amiga` shows games of 16 \
                         colours as an Amiga did",
                        game.generation()
                    ),
                }
            }
            if let Some(interpreter) = arg.facts.interpreter {
                game.set_interpreter(interpreter);
            }
            if let Some(screen) = arg.facts.screen {
                if !game.knows_screen(screen) {
                    let known = Screen::ALL.into_iter().filter(|screen| game.knows_screen(*screen));
                    let known: Vec<_> = known.map(Screen::name).collect();
                    let known =
                        if known.is_empty() { "one screen only".to_owned() } else { known.join(", ") };
                    bail!(
                        "--screen {screen} does not fit this game: games of {} were made for {known}",
                        game.generation()
                    );
                }
                game.set_screen(screen);
            }
            game.set_encoding(arg.facts.encoding);
            let form = shelf.as_ref().map(|shelf| form_of(shelf, &game)).unwrap_or_default();
            let failed = shelf.iter().flat_map(|shelf| shelf.containers()).filter_map(|it| it.failed.clone());
            let beside = if wanted.is_none() { failed.collect() } else { Vec::new() };
            let folder = folder_of(&arg.name, &game);
            let is_sample = is_sample(&game, &*files);
            let costume = packed.as_ref().and_then(costume_of);
            let belongs = packed.as_ref().map(|packed| Belongs {
                game: packed.about.game.clone(),
                room: packed.about.room,
                id: packed.about.id,
            });
            let called = packed.map(called).unwrap_or_default();
            let (game, is_chosen) = (Arc::new(game), wanted.is_some());
            Ok(OpenGame {
                game,
                files,
                form,
                beside,
                folder,
                is_sample,
                is_chosen,
                called,
                costume,
                belongs,
                cast: None,
            })
        }
        Err(error) => {
            let of_several = match (error.kind(), parts(&arg.name)) {
                (ErrorKind::NoSuchItem(_), (place, Some(_))) => {
                    Some(format!("`costumier info {place}` lists the games there"))
                }
                _ => None,
            };
            let excerpt = Excerpt::of(&*files, None, &error);
            let strange = matches!(error.kind(), ErrorKind::NotAGame(_));
            let failure = Failure { error, excerpt }.into();
            Err(match of_several.or_else(|| meant(&arg.name).filter(|_| strange)) {
                Some(hint) => hinted(failure, hint),
                None => failure,
            })
        }
    }
}

/// Returns the words for the costume of a costume folder, which stay the same while the folder is edited. `None` for a
/// block, which does not know where it comes from.
fn costume_of(packed: &Packed) -> Option<String> {
    let about = &packed.about;
    let id = about.id.map(|id| format!("costume {id}"));
    let game = about.game.as_ref().map(|game| format!("of {game}"));
    let words: Vec<String> = [id, about.name.clone(), game].into_iter().flatten().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// Returns the names of a costume folder's costume and of those of its chores that have one.
fn called(packed: Packed) -> Vec<(u32, Option<u16>, String)> {
    let id = packed.shown_id().into();
    let is_own = |name: &str| matches!(name.parse(), Ok(ChoreFilter::Named(_)));
    let chores = packed.chores.into_iter().filter(|(_, name)| is_own(name));
    let chores = chores.map(|(chore, name)| (id, Some(chore), name));
    packed.about.name.map(|name| (id, None, name)).into_iter().chain(chores).collect()
}

/// Returns what a call probably meant that names a place without a game: the folder of a file, or the game of an
/// export.
fn meant(place: &str) -> Option<String> {
    if let Some(folder) = costume_folder_of(Path::new(place)) {
        return Some(format!("it is a file of a costume folder: name {}", folder.display()));
    }
    if let Some(folder) = folder_with_game(place) {
        return Some(format!("its folder holds a game: name {}", folder.display()));
    }
    let is_export = ["manifest.json", "index.html"].iter().all(|name| Path::new(place).join(name).is_file());
    is_export.then(|| format!("{place} holds an export: name the game that it was made of"))
}

/// Returns the folder of a file, if a game is in that folder.
fn folder_with_game(file: &str) -> Option<PathBuf> {
    let path = Path::new(file);
    let folder = path.parent().filter(|_| path.is_file())?;
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    holds_game(folder, 1).then(|| folder.to_owned())
}

/// Returns the folder on the disk that holds the game's files. A game inside a container has none.
fn folder_of(name: &str, game: &Game) -> Option<PathBuf> {
    let index = game.data().files().next()?.name;
    Some(home(name)).filter(|folder| path_of(folder, &index).is_file())
}

/// Whether it is the bundled game, in any generation and place. Its index decides.
fn is_sample(game: &Game, files: &dyn Files) -> bool {
    let Some(index) = game.data().files().next() else { return false };
    let Ok(source) = files.open(&index.name) else { return false };
    costumier_sample::GAMES.iter().filter_map(|edition| edition.files.first()).any(|(_, bundled)| {
        // Only a file of exactly this size is read.
        let mut bytes = vec![0; if source.len() == bundled.len() as u64 { bundled.len() } else { 0 }];
        source.read_at(0, &mut bytes).is_ok() && bytes == *bundled
    })
}

/// What the names of the bundled game's files begin with.
const SAMPLE_NAME: &str = "sample";

/// Where the looks of a costume are listed.
const LISTS: &str = "`costumier dump GAME ID --colours` lists the looks that scripts give a costume";

/// Names of index files, and ScummVM's ids of these games.
const SCUMMVM: [(&str, &str); 9] = [
    ("monkey", "monkey"),
    ("monkey1", "monkey"),
    ("monkey2", "monkey2"),
    ("atlantis", "atlantis"),
    ("tentacle", "tentacle"),
    ("samnmax", "samnmax"),
    ("ft", "ft"),
    ("dig", "dig"),
    ("comi", "comi"),
];

/// Returns the ids of a game's costumes in words, from the first to the last.
fn ids_in_words(number: usize, first: u32, last: u32) -> String {
    match usize::try_from(last - first) {
        Ok(0) => format!("only costume {first}"),
        Ok(between) if between + 1 == number => format!("costumes {first} to {last}"),
        _ => format!("{number} costumes with ids from {first} to {last}"),
    }
}

impl OpenGame {
    /// Whether it is the bundled game, in any place.
    pub(crate) fn is_bundled(&self) -> bool {
        self.is_sample
    }

    /// Whether the files have the names of the bundled game: it is that game, or a changed copy of it.
    pub(crate) fn has_sample_names(&self) -> bool {
        self.is_sample || self.identity().is_ok_and(|it| it.name == SAMPLE_NAME)
    }

    /// Selects the interpreter whose rules play the game. It has no effect if the game is already shared.
    pub(crate) fn set_interpreter(&mut self, interpreter: Interpreter) {
        if let Some(game) = Arc::get_mut(&mut self.game) {
            game.set_interpreter(interpreter);
        }
    }

    /// Returns the files that the game was opened from.
    pub(crate) fn files(&self) -> &dyn Files {
        &*self.files
    }

    /// Returns the files that the game was opened from, as a shared value.
    pub(crate) fn shared_files(&self) -> Arc<dyn Files> {
        Arc::clone(&self.files)
    }

    /// Returns the folder on the disk that holds the files.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Returns ScummVM's id of the game, if the name of its index is known.
    pub(crate) fn scummvm_id(&self) -> Option<&'static str> {
        let name = self.identity().ok()?.name;
        SCUMMVM.iter().find(|(stem, _)| *stem == name).map(|(_, id)| *id)
    }

    /// Returns the names of costumes and chores. Names of costumes are the certain names of their actors in the
    /// game's scripts; those of the bundled game come from its sources.
    pub(crate) fn names(&self) -> Names {
        self.names_by(self.cast.as_ref())
    }

    /// Returns the names of costumes and chores that these scripts give.
    pub(crate) fn names_by(&self, cast: Option<&Cast>) -> Names {
        let mut names = cast.map(Names::of_cast).unwrap_or_default();
        for (id, chore, name) in &self.called {
            names.insert(*id, *chore, name);
        }
        if self.is_sample {
            names.title = Some(costumier_sample::TITLE.to_owned());
            // Roles have other chore numbers in v2.
            let roles = self.game.dialect().roles;
            for it in costumier_sample::names() {
                let role = it.name.parse::<Role>().ok();
                let chore = it.chore.map(|number| role.map_or(number, |role| roles.chore(role)));
                names.insert(it.costume, chore, it.name);
            }
        }
        names
    }

    /// Returns the look of this number of each costume that has so many. `dump --colours` counts the looks that
    /// scripts give.
    ///
    /// # Errors
    /// If none of the costumes has such a look.
    pub(crate) fn looks(&self, number: usize, ids: &[u32]) -> Result<BTreeMap<u32, ScriptLook>> {
        let found = |id: &u32| {
            let looks = &self.cast.as_ref()?.costumes.get(id)?.looks;
            looks.get(number.checked_sub(1)?).map(|look| (*id, look.value.clone()))
        };
        let looks: BTreeMap<u32, ScriptLook> = ids.iter().filter_map(found).collect();
        if looks.is_empty() {
            let known = |id: &u32| Some(self.cast.as_ref()?.costumes.get(id)?.looks.len());
            let (text, hint) = match ids {
                [id] if known(id).unwrap_or(0) == 0 => (
                    format!("costume {id} has no looks: scripts change none of its colours"),
                    "`--room N` takes another room's colours",
                ),
                [id] => (format!("costume {id} has no look {number}"), LISTS),
                _ => (format!("no costume has a look {number}"), LISTS),
            };
            return Err(hinted(anyhow!(text), hint));
        }
        Ok(looks)
    }

    /// Finds and opens a costume.
    pub(crate) fn costume(&self, id: u32) -> Result<OpenedCostume, Failure> {
        let found = self.game.costume_bytes(id).map_err(|error| self.explain(error))?;
        let (room, file, payload_at) = (found.room, found.file.clone(), found.payload_at());
        let costume = Costume::read(found).map_err(|error| self.explain(error))?;
        Ok(OpenedCostume { id, room, file, payload_at, costume: Arc::new(costume) })
    }

    /// Opens a file of the game, decrypted.
    pub(crate) fn decrypted(&self, name: &str) -> costumier::Result<Decrypted> {
        let found = self.game.data().files().find(|file| file.name == name).and_then(|file| file.found);
        let key = found.map_or(Key::PLAIN, |(_, key)| key);
        Ok(Decrypted::new(self.files.open(name)?, key))
    }

    /// Returns the SHA-256 of a file as it is stored.
    pub(crate) fn hash_of(&self, name: &str) -> costumier::Result<String> {
        crate::disk::hash::of_file(&*self.files.open(name)?)
    }

    /// Adds the bytes around its place to an error, if they can be read.
    pub(crate) fn explain(&self, error: Error) -> Failure {
        let named = |name: &str| self.game.data().files().find(|file| file.name == name);
        let key = error.file().and_then(named).and_then(|file| file.found).map(|(_, key)| key);
        let excerpt = Excerpt::of(&*self.files, key, &error);
        Failure { error, excerpt }
    }

    /// Returns the costumes that the call names, by id; all if it names none. A single id, and at least one id of a
    /// range, has to be a used slot of the directory, so that a typing error stops the call before it begins.
    pub(crate) fn ids(&self, ids: &[Ids]) -> Result<Vec<u32>> {
        let known: Vec<u32> = self.game.costume_ids().collect();
        let ids: Vec<Ids> = ids
            .iter()
            .map(|wanted| match wanted {
                Ids::Called(name) => self.called(name).map(Ids::One),
                other => Ok(other.clone()),
            })
            .collect::<Result<_>>()?;
        for wanted in &ids {
            let must_be = match wanted {
                Ids::One(id) | Ids::Range(id, _) => *id,
                Ids::All | Ids::Called(_) => continue,
            };
            if !known.iter().any(|id| wanted.holds(*id))
                && let Err(error) = self.game.costume_bytes(must_be)
            {
                return Err(match (known.first(), known.last()) {
                    (Some(first), Some(last)) if error.fault() == Fault::Caller && must_be != 0 => {
                        let error = anyhow!(
                            "there is no costume {must_be}; the game has {}",
                            ids_in_words(known.len(), *first, *last)
                        );
                        hinted(error, "`costumier list GAME` shows the ids")
                    }
                    _ => self.explain(error).into(),
                });
            }
        }
        let is_meant = |id: &u32| ids.is_empty() || ids.iter().any(|wanted| wanted.holds(*id));
        Ok(known.into_iter().filter(is_meant).collect())
    }

    /// Returns the id of the one costume that the call names. It has to be a used slot of the directory.
    pub(crate) fn one_id(&self, id: &Ids) -> Result<u32> {
        let ids = self.ids(std::slice::from_ref(id))?;
        ids.first().copied().ok_or_else(|| anyhow!("the game has no such costume"))
    }

    /// Returns the identity of the game: its name, key and fingerprint.
    pub(crate) fn identity(&self) -> Result<Identity> {
        Ok(Identity::of(&self.game, &*self.files).map_err(|error| self.explain(error))?)
    }

    /// Returns the owner of the files of an export. A costume folder stays the same owner when it is edited.
    pub(crate) fn owner(&self, identity: &Identity) -> Owner {
        self.costume.clone().map_or_else(|| Owner::from(identity), Owner::costume)
    }

    /// Formats a room for people: `3 (dock)`.
    pub(crate) fn room_text(&self, room: u32) -> String {
        match self.game.room_name(room) {
            Some(name) => format!("{room} ({})", escape::line(name)),
            None => room.to_string(),
        }
    }
}
