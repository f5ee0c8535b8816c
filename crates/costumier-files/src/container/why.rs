//! The reasons why a shelf has no game: a container that failed, a recognised file that is not opened, a container
//! without a game, or an unknown file (`docs/format/editions.md §8`).

use super::file_set::{Container, FileSet, depth};
use super::named;
use crate::source::{Files as _, read_vec};
use crate::{Error, ErrorKind};

impl FileSet {
    /// See [`Files::why_no_game`].
    pub(super) fn why(&self, name: Option<&str>) -> Option<Error> {
        let asked = |container: &&Container| name.is_none_or(|name| container.name == name);
        if let Some(error) = self.containers.iter().filter(asked).find_map(|it| it.failed.clone()) {
            return Some(error);
        }
        let given = name;
        let names: Vec<String> = match name {
            Some(name) => vec![name.to_owned()],
            None => self.names(),
        };
        // Opened containers without a game need no advice on opening them.
        let opened = |name: &String| self.containers.iter().any(|it| it.name == *name && it.failed.is_none());
        let names: Vec<String> = names.into_iter().filter(|name| !opened(name)).collect();
        let known = |name: &String| Some((name.clone(), named::name_it(name, &*self.open(name).ok()?)?));
        let mut found: Vec<(String, named::Named)> = names.iter().filter_map(known).collect();
        // Files that may hold a game come before files that accompany one, and files with a game's name before
        // others.
        found.sort_by_key(|(name, what)| (!what.holds, named::probable_game(name).is_none(), depth(name)));
        let Some((name, what)) = found.into_iter().next() else { return self.why_nothing(given) };
        Some(other_form(&name, &what))
    }

    /// The containers that could not be opened, with the reasons. For a set of disks, the name is that of the
    /// faulty disk.
    pub(super) fn damaged(&self) -> impl Iterator<Item = (String, Error)> {
        self.containers.iter().filter_map(|it| {
            let error = it.failed.clone()?;
            let is_file = self.files.contains_key(&it.name);
            let name = if is_file { &it.name } else { error.file().unwrap_or(&it.name) };
            Some((name.to_owned(), error))
        })
    }

    /// Files that may hold a game and are not opened, with an advice. Uninstallers are left out.
    pub(super) fn other_forms(&self) -> impl Iterator<Item = (String, Error)> {
        let met = |name: &str| self.used.contains(name) || self.containers.iter().any(|it| it.name == name);
        let known = |name: &String| {
            let base = name.rsplit('/').next().unwrap_or(name).to_ascii_lowercase();
            if met(name) || base.starts_with("unins") {
                return None;
            }
            let what = named::name_it(name, &*self.open(name).ok()?).filter(|what| what.holds)?;
            Some((name.clone(), other_form(name, &what)))
        };
        self.files.keys().filter_map(known).collect::<Vec<_>>().into_iter()
    }

    /// The reason for files without a game of which no kind is known: an opened container without a game, or the
    /// appearance of the only file.
    fn why_nothing(&self, name: Option<&str>) -> Option<Error> {
        let opened = |container: &&Container| name.is_none_or(|name| container.name == name);
        if let Some(container) = self.containers.iter().find(opened) {
            let Container { name, what, files, .. } = container;
            let files = if *files == 1 { "1 file".to_owned() } else { format!("{files} files") };
            let odd = container.odd.first().map(|odd| format!(" ({odd})")).unwrap_or_default();
            let text = format!(
                "{name} was opened ({what}, {files}), and there is no index of a SCUMM game in it{odd}"
            );
            return Some(Error::new(ErrorKind::NotAGame(text), "opening the game"));
        }
        let mut names = self.files.keys();
        let only = names.next().filter(|_| names.next().is_none());
        let name = name.or(only.map(String::as_str))?;
        let source = self.open(name).ok()?;
        let head = read_vec(&*source, 0, source.len().min(16), 16, "first bytes").ok()?;
        let head: Vec<String> = head.iter().map(|byte| format!("{byte:02x}")).collect();
        let begins = if head.is_empty() { String::new() } else { format!(", beginning {}", head.join(" ")) };
        let guesses = match named::guesses(name).as_slice() {
            [] => String::new(),
            guesses => format!("; its name is like those of {}", guesses.join(", ")),
        };
        let text = format!("{name} is nothing that is known: {} bytes{begins}{guesses}", source.len());
        Some(Error::new(ErrorKind::NotAGame(text), "opening the game"))
    }
}

/// The kind of a recognised file that is not opened, and an advice.
fn other_form(name: &str, what: &named::Named) -> Error {
    let game = named::probable_game(name).map(|game| format!(", {game} by its name")).unwrap_or_default();
    let base = name.rsplit('/').next().unwrap_or(name);
    let text = format!("{name} is {}{game}: {}", what.what, what.next.replace("FILE", base));
    Error::new(ErrorKind::OtherForm(text), "")
}
