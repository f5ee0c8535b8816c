//! The choice of a game among several.
//!
//! Games can contain games: Day of the Tentacle holds Maniac Mansion, and an old copy may be next to its remaster.
//! So the game whose folder holds all others is chosen, and the others are mentioned. If there is none, all are
//! listed and the user has to name one.

mod incomplete;

use std::sync::Arc;

use super::detect::{self, Candidates, Detected, candidates, not_a_game};
use super::{Key, embedded, names};
use crate::Limits;
use crate::container::FileSet;
use crate::dialect::FileLayout;
use crate::source::{Files, read_vec};
use crate::{Error, ErrorKind, Result};

/// Largest number of games that an error names.
const MOST_NAMED: usize = 8;

/// A game among files, or files that look like one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ListedGame {
    /// The game's index file, by which [`GameData::open`](crate::GameData::open) opens it.
    pub index: String,
    /// The recognised game, or the reason why it cannot be opened.
    pub found: Result<Detected>,
}

impl ListedGame {
    /// The game's title, if it is known.
    #[must_use]
    pub fn title(&self) -> Option<&'static str> {
        self.found.as_ref().ok().and_then(|found| found.title).map(|title| title.name)
    }

    /// The game in a few words: its generation, or why it cannot be opened.
    #[must_use]
    pub fn what(&self) -> String {
        match &self.found {
            Ok(found) => found.dialect.generation().to_string(),
            Err(error) => match error.kind() {
                ErrorKind::Unsupported(text) => text.clone(),
                _ => "damaged".into(),
            },
        }
    }
}

/// Everything in `files` and in the containers among them, and the indexes inside executables
/// (`docs/format/editions.md §3.3`). Use this to open what a user names.
///
/// `start` is the name of one of `files`. A container is opened alone (with the disks of its set, or the image that
/// it describes). An index, or a data file next to its index, names the game. For any other file, the folder is
/// taken. Pass the returned name to [`GameData::open`](crate::GameData::open).
#[must_use]
pub fn shelf(files: Arc<dyn Files>, start: Option<&str>, limits: &Limits) -> (FileSet, Option<String>) {
    let mut index = None;
    if let Some(start) = start {
        if let Some(shelf) = FileSet::of_file(Arc::clone(&files), start) {
            return (shelf, None);
        }
        index = match detect::detect_one(&*files, start, limits) {
            Ok(_) => Some(start.to_owned()),
            Err(error) if !matches!(error.kind(), ErrorKind::NotAGame(_)) => Some(start.to_owned()),
            Err(_) => {
                let names = files.names();
                let indexes = names::indexes_of(start);
                let mut others = indexes.iter().filter(|index| !index.eq_ignore_ascii_case(start));
                let index = others.find_map(|index| names::find_name(&names, index).map(str::to_owned));
                index.or_else(|| (!lies_beside_a_game(&*files, start)).then(|| start.to_owned()))
            }
        };
    }
    let mut shelf = FileSet::new(files);
    embedded::add_indexes(&mut shelf, limits);
    (shelf, index)
}

/// Whether a file accompanies a game: its program, sound, film, a saved game (`docs/format/editions.md §8`).
fn lies_beside_a_game(files: &dyn Files, name: &str) -> bool {
    let Ok(source) = files.open(name) else { return false };
    let mut head = [0; 4];
    let magics = [b"WBND", b"LB83", b"LB23", b"COMP", b"ANIM", b"SANM", b"SOU ", b"SCVM"];
    let plain = |mut head: [u8; 4]| {
        Key::CLASSIC.apply(&mut head);
        head
    };
    source.len() >= 4
        && source.read_at(0, &mut head).is_ok()
        && (magics.contains(&&head) || embedded::begins_as_a_program(&head) || &plain(head) == b"SOU ")
}

/// The games among `files`, nearest the top first. Files that may be games and cannot be opened are included:
/// damaged and unsupported archives, copies without their index or any data. Of copies of one index, such as on two
/// CDs of a game, the first is listed.
#[must_use]
pub fn games(files: &dyn Files, limits: &Limits) -> Vec<ListedGame> {
    let names = sorted(files);
    let mut candidates = candidates(files, &names, limits);
    let (mut games, copies) = listed(files, &names, &mut candidates);
    let rest = incomplete::rest(files, &names, &games, copies, &candidates);
    games.extend(rest);
    sort(&mut games);
    games
}

/// What names are sorted by: depth, rank of the language, name.
type Order = (usize, u8, String);

fn sorted(files: &dyn Files) -> Vec<String> {
    let mut names = files.names();
    names.sort_by_cached_key(|name| -> Order { (name.matches('/').count(), 0, name.clone()) });
    names
}

/// The games, and the indexes that are copies of theirs.
fn listed(
    files: &dyn Files,
    names: &[String],
    candidates: &mut Candidates,
) -> (Vec<ListedGame>, Vec<String>) {
    let mut games: Vec<ListedGame> = Vec::new();
    let mut copies = Vec::new();
    for (index, found) in candidates.indexes.drain(..) {
        let copy = games.iter_mut().find(|game| is_second_disc(files, names, game, &index, &found));
        match copy {
            // Prefer the copy that is next to the data.
            Some(first) if !names::has_first_data(names, &first.index) => {
                let first = std::mem::replace(first, ListedGame { index, found });
                copies.push(first.index);
            }
            Some(_) => copies.push(index),
            None => games.push(ListedGame { index, found }),
        }
    }
    sort(&mut games);
    (games, copies)
}

fn sort(games: &mut [ListedGame]) {
    games.sort_by_cached_key(|game| -> Order {
        let home = home(&game.index);
        (parts(home), language_rank(&game.index), game.index.clone())
    });
}

/// Whether the index is another copy of a game's, on a disc with other data files.
fn is_second_disc(
    files: &dyn Files,
    names: &[String],
    game: &ListedGame,
    index: &str,
    found: &Result<Detected>,
) -> bool {
    let (Ok(first), Ok(second)) = (&game.found, found) else { return false };
    let base = |name: &str| name.rsplit('/').next().unwrap_or(name).to_ascii_lowercase();
    if first.dialect != second.dialect
        || first.dialect.files != FileLayout::Disks
        || base(&game.index) != base(index)
    {
        return false;
    }
    let bytes = |name: &str| {
        let source = files.open(name).ok()?;
        read_vec(&*source, 0, source.len(), 4 << 20, "index").ok()
    };
    !(names::has_first_data(names, &game.index) && names::has_first_data(names, index))
        && bytes(&game.index).is_some()
        && bytes(&game.index) == bytes(index)
}

/// The folder of the game as users see it; a remaster's `classic/en` and an Amiga's `rooms` are inside it.
fn home(index: &str) -> &str {
    let up = |path: &str| -> usize { path.rfind('/').unwrap_or(0) };
    let folder = index.get(..up(index)).unwrap_or_default();
    let last = |path: &str| path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    if last(folder).starts_with("rooms") {
        return folder.get(..up(folder)).unwrap_or_default();
    }
    let above = folder.get(..up(folder)).unwrap_or_default();
    if last(above) == "classic" { above.get(..up(above)).unwrap_or_default() } else { folder }
}

fn parts(folder: &str) -> usize {
    if folder.is_empty() { 0 } else { folder.split('/').count() }
}

/// A rank that puts English before other languages of the same archive.
fn language_rank(index: &str) -> u8 {
    u8::from(!index.to_ascii_lowercase().contains("classic/en/"))
}

/// Whether `below` is that folder, or inside it.
fn holds(folder: &str, below: &str) -> bool {
    folder.is_empty()
        || below.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The game that is meant: the only one, the one whose folder holds all others, or the one that `wanted` names by
/// its index file, or by a part of the file's path or of its title.
///
/// # Errors
/// [`ErrorKind::NotAGame`], [`ErrorKind::SeveralGames`], [`ErrorKind::MissingFile`] for a data file without an
/// index; the error of the only index.
pub(super) fn choose(files: &dyn Files, wanted: Option<&str>, limits: &Limits) -> Result<Detected> {
    let names = sorted(files);
    let named = wanted.and_then(|wanted| names::find_name(&names, wanted));
    // The name of a container means the game in it.
    let container = named.filter(|name| names.iter().any(|other| other != name && holds(name, other)));
    if let Some(name) = named.filter(|_| container.is_none()) {
        return detect::detect_one(files, name, limits).map_err(|error| match error.kind() {
            // For a data file, the index that it belongs to is the better answer.
            ErrorKind::NotAGame(_) if !detect::is_data(files, name, limits) => {
                files.why_no_game(Some(name)).unwrap_or(error)
            }
            _ => error,
        });
    }
    let mut candidates = candidates(files, &names, limits);
    let (mut games, _) = listed(files, &names, &mut candidates);
    if games.is_empty() {
        let error = nothing(files, &names, candidates);
        let is_plain = matches!(error.kind(), ErrorKind::NotAGame(_));
        return Err(is_plain.then(|| files.why_no_game(None)).flatten().unwrap_or(error));
    }
    if let Some(container) = container {
        games.retain(|game| holds(container, &game.index));
    } else if let Some(wanted) = wanted {
        return called(files, games, wanted);
    }
    let Some(top) = games.first() else { return Err(nothing(files, &names, candidates)) };
    let first = home(&top.index);
    let only = games.iter().skip(1).all(|other| {
        let other_home = home(&other.index);
        let language = language_rank(&top.index) == 0 && language_rank(&other.index) == 1;
        holds(first, other_home) && (other_home != first || language)
    });
    if !only {
        return Err(several(&games));
    }
    let also = games.iter().skip(1).map(|game| game.index.clone()).collect();
    games.remove(0).found.map(|found| Detected { also, ..found })
}

/// The game with this name. An exact match has priority, else the only game whose name contains it.
fn called(files: &dyn Files, games: Vec<ListedGame>, wanted: &str) -> Result<Detected> {
    let (exact, others): (Vec<ListedGame>, Vec<ListedGame>) =
        games.into_iter().partition(|game| is_called_exactly(game, wanted));
    let mut meant = match exact.is_empty() {
        true => others.iter().filter(|game| is_called(game, wanted)).cloned().collect(),
        false => exact,
    };
    match meant.len() {
        0 => {
            let part = wanted.to_ascii_lowercase();
            let known = |(name, _): &(String, Error)| name.to_ascii_lowercase().contains(&part);
            if let Some((_, error)) = files.unopened().into_iter().find(known) {
                return Err(error);
            }
            let there: Vec<&str> = others.iter().take(MOST_NAMED).map(|game| game.index.as_str()).collect();
            let more = if others.len() > MOST_NAMED { ", …" } else { "" };
            let what = format!("game called {wanted:?} here; the games are {}{more}", there.join(", "));
            Err(Error::new(ErrorKind::NoSuchItem(what), "opening the game"))
        }
        1 => meant.remove(0).found,
        _ => Err(several(&meant)),
    }
}

/// Whether a game has exactly this name: its index's path, a folder or an archive above it (with or without its
/// ending), or its title.
fn is_called_exactly(game: &ListedGame, wanted: &str) -> bool {
    let wanted = wanted.trim_matches('/');
    let same = |name: &str| !name.is_empty() && name.eq_ignore_ascii_case(wanted);
    let stem = |name: &str| name.rsplit_once('.').map_or(String::new(), |(stem, _)| stem.to_owned());
    let paths = game.index.match_indices('/').filter_map(|(at, _)| game.index.get(..at));
    let on_the_way = paths.chain([game.index.as_str()]).any(|path| {
        let last = path.rsplit('/').next().unwrap_or(path);
        same(path) || same(last) || same(&stem(last))
    });
    on_the_way || game.title().is_some_and(same)
}

/// Whether a user can mean this game by that name.
fn is_called(game: &ListedGame, row: &str) -> bool {
    let plain = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric() || *c == '/').flat_map(char::to_lowercase).collect()
    };
    let wanted = plain(row);
    let in_title = game.title().is_some_and(|title| plain(title).contains(&wanted));
    // The game's row in a list of several games.
    let in_row = row.strip_prefix(game.index.as_str()).is_some_and(|rest| rest.starts_with(' '));
    in_row || !wanted.is_empty() && (in_title || plain(&game.index).contains(&wanted))
}

fn several(games: &[ListedGame]) -> Error {
    let width = games.iter().map(|game| game.index.chars().count()).max().unwrap_or(0);
    let row = |game: &ListedGame| {
        let title = game.title().map(|title| format!("  {title}")).unwrap_or_default();
        format!("{:<width$}  {:<4}{title}", game.index, game.what()).trim_end().to_owned()
    };
    let list = games.iter().map(row).collect();
    Error::new(ErrorKind::SeveralGames(list), "opening the game")
}

/// The fault of a file that should be the index of `data` by its name, but does not begin like an index.
fn useless(files: &dyn Files, name: &str, data: &str) -> Error {
    let len = files.open(name).map_or(0, |file| file.len());
    let what = format!("the index of {data}");
    let error = match len {
        0..8 => Error::truncated(what, 0, 8, len),
        _ => Error::bad(what, 0, format!("it opens like no index, with none of the keys {}", detect::keys())),
    };
    error.in_file(name)
}

/// The fault of the index of a data file that belongs to no game.
fn alone(files: &dyn Files, present: &[String], data: &str) -> Error {
    let indexes = names::indexes_of(data);
    let there = indexes.iter().find_map(|index| names::find_name(present, index));
    match (there, indexes.first()) {
        (Some(there), _) => useless(files, there, data),
        (None, Some(index)) => {
            Error::new(ErrorKind::MissingFile(index.clone()), format!("{data} is a data file, its index"))
        }
        (None, None) => not_a_game(format!("{data} is a data file, but no index lies beside it")),
    }
}

/// The reason why none of the files is a game.
fn nothing(files: &dyn Files, present: &[String], candidates: Candidates) -> Error {
    let unreadable = candidates.unreadable.into_iter().next();
    match (candidates.data.first(), unreadable) {
        (Some(data), _) => alone(files, present, data),
        (None, Some((_, error))) => error,
        (None, None) if present.is_empty() => not_a_game("the folder is empty".into()),
        (None, None) => {
            if let Some((_, error)) = incomplete::rooms_alone(present).into_iter().next() {
                return error;
            }
            let who = match present.len() {
                1 => "the only file does not open".into(),
                files => format!("none of {files} files opens"),
            };
            let (keys, names) = (detect::keys(), names::LOOKED_FOR);
            not_a_game(format!("{who} like a SCUMM index, with none of the keys {keys}; {names}"))
        }
    }
}
