//! Incomplete games and files like games that cannot be opened, for the list of games.
//!
//! **Note:** a data file without an index is no loss if a game on another disc takes its rooms from it. In a game's
//! own folder, a file that cannot be opened is more often a manual than a game.

use std::collections::{BTreeMap, BTreeSet};

use super::super::detect::Candidates;
use super::super::names;
use super::{ListedGame, alone, home};
use crate::source::Files;
use crate::{Error, ErrorKind};

/// Lists everything that may be a game and is not among `games`. `copies` are indexes that equal those of `games`.
pub(super) fn rest(
    files: &dyn Files,
    names: &[String],
    games: &[ListedGame],
    copies: Vec<String>,
    candidates: &Candidates,
) -> Vec<ListedGame> {
    let mut rest: Vec<ListedGame> = Vec::new();
    let mut add = |index: &str, error: Error| {
        if rest.iter().all(|it| it.index != index) {
            rest.push(ListedGame { index: index.to_owned(), found: Err(error) });
        }
    };
    for index in copies.iter().filter(|index| !has_any_data(names, index)) {
        let data = names::names_of_humongous_disk(index, 1, false).into_iter().next().unwrap_or_default();
        let what = format!("{index}, the same index as another here");
        add(index, Error::new(ErrorKind::MissingFile(data), what));
    }
    let homes: BTreeSet<&str> = games.iter().map(|game| home(&game.index)).collect();
    let mut told = homes.clone();
    for (name, error) in &candidates.unreadable {
        let looks_like_one = !names::indexes_of(name).is_empty();
        if looks_like_one && told.insert(home(name)) {
            add(name, error.clone());
        }
    }
    for (room, error) in rooms_alone(names) {
        if !is_lent(names, games, room) && told.insert(home(room)) {
            add(room, error);
        }
    }
    for data in &candidates.data {
        let beside = copies.iter().any(|copy| home(copy) == home(data));
        if !beside && !is_lent(names, games, data) && told.insert(home(data)) {
            add(data, alone(files, names, data));
        }
    }
    for (name, error) in files.unopened() {
        let (folder, is_top) = name.rsplit_once('/').map_or(("", true), |(folder, _)| (folder, false));
        let below =
            |game: &ListedGame| game.index.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        let is_other = matches!(error.kind(), ErrorKind::OtherForm(_));
        let of_a_game = if is_top { homes.contains("") } else { games.iter().any(below) };
        if !(is_other && of_a_game) {
            add(&name, error);
        }
    }
    rest
}

/// Room files of v1 to v3 without their index, by folder: the first of each, and what is missing. They are
/// recognised by their names alone, so a single file does not count.
pub(super) fn rooms_alone(names: &[String]) -> Vec<(&str, Error)> {
    let mut folders: BTreeMap<&str, Vec<&String>> = BTreeMap::new();
    for name in names {
        let (folder, base) = name.rsplit_once('/').unwrap_or(("", name));
        let base = base.to_ascii_lowercase();
        let (stem, ending) = base.rsplit_once('.').unwrap_or_default();
        if names::ROOM_ENDINGS.contains(&ending)
            && stem.len() == 2
            && stem.bytes().all(|byte| byte.is_ascii_digit())
        {
            folders.entry(folder).or_default().push(name);
        }
    }
    folders.into_values().filter_map(|rooms| index_of_rooms(&rooms)).collect()
}

fn index_of_rooms<'a>(rooms: &[&'a String]) -> Option<(&'a str, Error)> {
    let (first, last) = (*rooms.first()?, *rooms.last()?);
    let index = names::indexes_of(first).into_iter().next()?;
    if rooms.len() < 2 || rooms.iter().any(|name| name.eq_ignore_ascii_case(&index)) {
        return None;
    }
    let base = |name: &'a String| name.rsplit('/').next().unwrap_or(name);
    let what = format!(
        "{} files that look like rooms of a game ({} to {}), their index",
        rooms.len(),
        base(first),
        base(last)
    );
    Some((first, Error::new(ErrorKind::MissingFile(index), what)))
}

/// Whether a data file of any disk is next to an index.
fn has_any_data(names: &[String], index: &str) -> bool {
    let of_it = |name: &&String| {
        name.as_str() != index
            && names::indexes_of(name).iter().any(|of| of.eq_ignore_ascii_case(index))
            && !name.eq_ignore_ascii_case(index)
    };
    names.iter().any(|name| of_it(&name))
}

/// Whether a game in another folder takes its rooms from this data file, as from a second disc.
fn is_lent(names: &[String], games: &[ListedGame], data: &str) -> bool {
    let base = |name: &str| name.rsplit('/').next().unwrap_or(name).to_ascii_lowercase();
    let indexes = names::indexes_of(data);
    let is_one = |game: &&ListedGame| indexes.iter().any(|index| base(&game.index) == base(index));
    games.iter().filter(is_one).any(|game| {
        let folder = game.index.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let own = format!("{folder}{}", data.rsplit('/').next().unwrap_or(data));
        names::find_data(names, &own) == Some(data)
    })
}
