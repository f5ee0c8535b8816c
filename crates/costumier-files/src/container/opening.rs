//! Filling a shelf: containers among the files are opened, and their contents are added.
//!
//! Most containers are one file each. Floppies and installers' archives come in sets, which are opened after all
//! files of a round have been examined. The file in a wrapper is added next to the wrapper, under its own name.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::file_range::{FileRange, Shared};
use super::file_set::{Container, FileSet, depth};
use super::kind::ContainerKind;
use super::members::{MOST_MEMBERS, Members, clean, folder_of, is_hidden};
use super::sniff::{FileKind, head_of, sniff};
use super::unpacking::{gunzip, zip_kind, zip_members};
use super::{amiga, fat, iso, lfg, lpak, mac, sets, sheet, tar};
use crate::source::{Files, Source};
use crate::{Error, ErrorKind, Result};

/// Largest number of loose files that are examined.
const MOST_LOOSE: usize = 10_000;

/// Largest number of containers that are opened.
pub(super) const MOST_CONTAINERS: usize = 400;

/// Deepest nesting of containers: 1 is a container in a folder.
const DEEPEST_CONTAINER: usize = 3;

/// Deepest loose folder; one more inside a Mac's application.
const DEEPEST_FOLDER: usize = 3;

impl FileSet {
    /// Everything in `files`, and in the containers among them.
    ///
    /// This never fails: a container that cannot be opened is listed with the reason. Loose files are examined to
    /// three folders down, at most 10,000 of them. Names that begin with a dot, and `__MACOSX`, are left out.
    #[must_use]
    pub fn new(files: Arc<dyn Files>) -> Self {
        let names = files.names();
        Self::of(files, names, BTreeSet::new())
    }

    /// The contents of one of `files`: a container and the files that belong to it. `None` if the file is not a
    /// container.
    #[must_use]
    pub fn of_file(files: Arc<dyn Files>, name: &str) -> Option<Self> {
        let source: Shared = files.open(name).ok()?.into();
        let all = files.names();
        let sheet = match sniff(name, &head_of(&*source), &source) {
            FileKind::Sheet => Some(name.to_owned()),
            FileKind::Other if sheet::is_image(name) => Some(sheet::describing(&*files, &all, name)?),
            FileKind::Other => return None,
            _ => None,
        };
        if let Some(sheet) = sheet {
            let image = sheet::described(&*files, &all, &sheet).ok().flatten();
            let parts = image.map(|(_, parts)| parts).unwrap_or_default();
            let names = parts.into_iter().chain([sheet.clone()]).collect();
            return Some(Self::of(files, names, BTreeSet::from([sheet])));
        }
        let kind = std::mem::discriminant(&sniff(name, &head_of(&*source), &source));
        // The other disks of a set are in the same folder.
        let folder = folder_of(name);
        let alike = |other: &String| {
            let seen = files.open(other).map(|other_file| {
                let source: Shared = other_file.into();
                let head = head_of(&*source);
                sniff(other, &head, &source)
            });
            match seen {
                Ok(seen @ (FileKind::Fat | FileKind::Amiga | FileKind::C64(_) | FileKind::Lfg)) => {
                    kind == std::mem::discriminant(&seen)
                }
                // Disks that are packed one by one.
                Ok(seen @ FileKind::Gzip) => {
                    let disk = |name: &str, ending| name.to_ascii_lowercase().ends_with(ending);
                    let both = |ending| disk(name, ending) && disk(other, ending);
                    kind == std::mem::discriminant(&seen) && (both(".adz") || both(".d64.gz"))
                }
                _ => false,
            }
        };
        let beside =
            all.into_iter().filter(|other| other == name || folder_of(other) == folder && alike(other));
        let names = beside.collect();
        // The unpacked file has the name without the ending.
        let own = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        Some(Self::of(files, names, BTreeSet::from([name.to_owned(), own.to_owned()])))
    }

    fn of(files: Arc<dyn Files>, mut names: Vec<String>, only: BTreeSet<String>) -> Self {
        names.retain(|name| {
            !is_hidden(name)
                && depth(name) <= DEEPEST_FOLDER.saturating_add(usize::from(name.contains(".app/")))
        });
        names.sort_by_key(|name| (depth(name), sets::natural(name)));
        names.truncate(MOST_LOOSE);
        let mut shelf = Self::of_loose(files, &names);
        shelf.only = only;
        for _ in 0..DEEPEST_CONTAINER {
            if names.is_empty() {
                break;
            }
            names = shelf.open_containers(&names);
        }
        shelf.name_deeper(&names);
        shelf
    }

    /// Lists containers that are too deep to be opened, with an advice.
    fn name_deeper(&mut self, names: &[String]) {
        for name in names {
            let Ok(source) = self.open(name) else { continue };
            let source: Shared = source.into();
            let seen = sniff(name, &head_of(&*source), &source);
            let Some(form) = ContainerKind::of(&seen) else { continue };
            if self.containers.len() >= MOST_CONTAINERS {
                break;
            }
            let outer = self.chain(name).last().map_or_else(|| name.clone(), |outer| outer.name.clone());
            let text = format!(
                "it lies in {DEEPEST_CONTAINER} others, one in the other: unpack the outer ones, and give {}",
                outer.rsplit('/').next().unwrap_or(&outer)
            );
            let failed = Some(Error::new(ErrorKind::OtherForm(text), "container").in_file(name));
            self.containers.push(Container { failed, ..Container::new(name, form, form.to_string()) });
        }
    }

    /// Opens the containers among these files. Returns the names of their contents, for another round.
    fn open_containers(&mut self, names: &[String]) -> Vec<String> {
        let mut added = Vec::new();
        let mut floppies: BTreeMap<(ContainerKind, String), Vec<(String, Members)>> = BTreeMap::new();
        let mut installers: BTreeMap<String, Vec<(String, Shared)>> = BTreeMap::new();
        let mut c64: BTreeMap<String, [Vec<(String, Shared)>; 2]> = BTreeMap::new();
        let mut taken: BTreeSet<String> = BTreeSet::new();
        // The description of a CD comes before its image.
        let (sheets, others): (Vec<&String>, Vec<&String>) =
            names.iter().partition(|name| sheet::may_be_one(name));
        for name in sheets.into_iter().chain(others) {
            if self.containers.len() >= MOST_CONTAINERS {
                break;
            }
            if taken.contains(name) {
                continue;
            }
            let Ok(source) = self.open(name) else { continue };
            let source: Shared = source.into();
            let head = head_of(&*source);
            let seen = sniff(name, &head, &source);
            let (form, what, members) = match &seen {
                FileKind::Other => continue,
                FileKind::Lpak => (ContainerKind::Lpak, lpak::describe(&head), lpak::members(&source)),
                FileKind::Zip => (ContainerKind::Zip, zip_kind(&head).to_owned(), zip_members(&source)),
                FileKind::Tar => (ContainerKind::Tar, "tar".into(), tar::members(&source)),
                FileKind::MacData => {
                    (ContainerKind::MacData, "Macintosh data file".into(), mac::members(&source))
                }
                FileKind::Cd(layout) => {
                    (ContainerKind::Cd, layout.describe(), iso::members(&layout.plain(&source, 0)))
                }
                FileKind::Sheet => match self.cd_of(name, &mut taken) {
                    Some((what, members)) => (ContainerKind::Cd, what, members),
                    None => continue,
                },
                FileKind::Fat => (ContainerKind::Fat, "floppy (FAT)".into(), fat::members(&source)),
                FileKind::Amiga => (ContainerKind::Amiga, amiga::describe(&head), amiga::members(&source)),
                FileKind::Lfg => {
                    installers.entry(lfg::stem_of(name)).or_default().push((name.clone(), source));
                    continue;
                }
                FileKind::C64(disk) => {
                    let [first, second] = c64.entry(folder_of(name).to_owned()).or_default();
                    if *disk == 1 { first } else { second }.push((name.clone(), source));
                    continue;
                }
                FileKind::MacBinary => {
                    let file = mac::unwrap_binary(&source);
                    self.unwrapped(
                        name,
                        "MacBinary",
                        file.map(|(name, part)| (Some(name), part)),
                        &mut added,
                    );
                    continue;
                }
                FileKind::Gzip => match self.unzipped(name, &source, &mut added) {
                    // A tar in gzip counts as one archive; its files have the name of the gzip file as folder.
                    Some(tar) => (ContainerKind::Tar, "tar in gzip".into(), tar::members(&tar)),
                    None => continue,
                },
                FileKind::AppleSingle => {
                    let file = mac::unwrap_single(&source).map(|part| (None, part));
                    self.unwrapped(name, "AppleSingle", file, &mut added);
                    continue;
                }
                FileKind::DiskCopy => {
                    let len = source.len().saturating_sub(0x54);
                    let file = Ok((None, FileRange::clamped(&source, 0x54, len)));
                    self.unwrapped(name, "DiskCopy 4.2", file, &mut added);
                    continue;
                }
            };
            let mut container = Container::new(name, form, what);
            match members {
                Ok(members) => {
                    container.count(&members);
                    if matches!(form, ContainerKind::Fat | ContainerKind::Amiga) {
                        let set = floppies.entry((form, folder_of(name).to_owned())).or_default();
                        set.push((name.clone(), members));
                        // The disk is listed with its set; only its own problems are listed here.
                        if container.odd.is_empty() {
                            continue;
                        }
                    } else {
                        self.add(name, members, &mut added);
                    }
                }
                Err(error) => container.failed = Some(error.in_file(name)),
            }
            self.containers.push(container);
        }
        self.open_installers(installers, &mut added);
        self.open_c64(c64, &mut added);
        self.open_floppies(floppies, &mut added);
        added
    }

    /// Unwraps a gzip file. Returns its contents if they are a tar.
    fn unzipped(&mut self, name: &str, source: &Shared, added: &mut Vec<String>) -> Option<Shared> {
        let file = gunzip(name, source).map(|(own, file)| -> (_, Shared) { (own, Arc::new(file)) });
        if let Ok((_, file)) = &file
            && tar::is_one(&head_of(&**file))
        {
            return Some(Arc::clone(file));
        }
        let file = file.map(|(own, file)| (own, FileRange::clamped(&file, 0, file.len())));
        self.unwrapped(name, "gzip", file, added);
        None
    }

    /// Opens installers' archives from their parts, which share a name.
    fn open_installers(
        &mut self,
        installers: BTreeMap<String, Vec<(String, Shared)>>,
        added: &mut Vec<String>,
    ) {
        for (_, mut parts) in installers {
            parts.sort_by_key(|(name, _)| name.to_ascii_lowercase());
            let Some((first, _)) = parts.first() else { continue };
            let name = match parts.len() {
                1 => first.clone(),
                more => format!("{first}+{}", more.saturating_sub(1)),
            };
            let members = lfg::members(&parts).map_err(|error| error.in_file(first));
            self.add_set(&name, ContainerKind::Lfg, members, added);
        }
    }

    /// Lists a container of several files, and adds its files.
    pub(super) fn add_set(
        &mut self,
        name: &str,
        form: ContainerKind,
        members: Result<Members>,
        added: &mut Vec<String>,
    ) {
        let mut container = Container::new(name, form, form.to_string());
        match members {
            Ok(members) => {
                container.files = members.len();
                container.odd.clone_from(&members.odd);
                self.containers.push(container);
                self.add(name, members, added);
            }
            Err(error) => {
                container.failed = Some(error);
                self.containers.push(container);
            }
        }
    }

    /// Combines floppies of one kind and one folder into sets.
    fn open_floppies(
        &mut self,
        floppies: BTreeMap<(ContainerKind, String), Vec<(String, Members)>>,
        added: &mut Vec<String>,
    ) {
        for ((form, _), disks) in floppies {
            for set in sets::unite(disks) {
                let name = set.name();
                let files = set.into_files();
                let container = Container::new(name.as_str(), form, form.to_string());
                self.containers.push(Container { files: files.len(), ..container });
                self.add(&name, files, added);
            }
        }
    }

    /// Adds a container's files below its name.
    pub(super) fn add(
        &mut self,
        container: &str,
        members: impl IntoIterator<Item = (String, Shared)>,
        added: &mut Vec<String>,
    ) {
        for (name, source) in members {
            let name = format!("{container}/{name}");
            if self.files.len() >= MOST_MEMBERS {
                if let Some(last) = self.containers.last_mut() {
                    last.odd.push(format!("files above {MOST_MEMBERS} were left out"));
                }
                return;
            }
            // Of two files with one name, the first counts.
            if !is_hidden(&name) && !self.files.contains_key(&name) {
                added.push(name.clone());
                self.files.insert(name, Some(source));
            }
        }
    }

    /// Adds the file in a wrapper next to it, under its own name, or the wrapper's without its ending.
    fn unwrapped(
        &mut self,
        name: &str,
        what: &str,
        file: Result<(Option<String>, impl Source + 'static)>,
        added: &mut Vec<String>,
    ) {
        let mut container = Container { files: 1, ..Container::new(name, ContainerKind::Wrapped, what) };
        match file {
            Ok((own, part)) => {
                let folder = folder_of(name);
                let base = name.rsplit('/').next().unwrap_or(name);
                let stem = base.rsplit_once('.').map_or(base, |(stem, _)| stem);
                let own = own.map(|own| own.replace('/', ":")).and_then(|own| clean(&own));
                let own = own.unwrap_or_else(|| stem.to_owned());
                let inside = if folder.is_empty() { own } else { format!("{folder}/{own}") };
                // A file with the wrapper's own name replaces the wrapper from here on; another file is not
                // replaced.
                if inside != name && self.files.contains_key(&inside) {
                    return;
                }
                self.files.insert(inside.clone(), Some(Arc::new(part)));
                added.push(inside);
            }
            Err(error) => container.failed = Some(error.in_file(name)),
        }
        self.containers.push(container);
    }

    /// The CD that a description means: its kind and its files. The files of its tracks are added to `taken`.
    fn cd_of(&mut self, sheet: &str, taken: &mut BTreeSet<String>) -> Option<(String, Result<Members>)> {
        let names = self.names();
        let (track, parts) = match sheet::described(&*self, &names, sheet) {
            Ok(image) => image?,
            // In a folder with other images, the CD's own may be one of them.
            Err(error) => {
                let has_image =
                    names.iter().any(|name| folder_of(name) == folder_of(sheet) && sheet::is_image(name));
                let asked = self.only.contains(sheet) || !has_image;
                return asked.then(|| ("CD image".to_owned(), Err(error)));
            }
        };
        if taken.contains(&track.file) {
            self.used.insert(sheet.to_owned());
            return None;
        }
        let image: Shared = self.open(&track.file).ok()?.into();
        let layout = iso::layout_of(&*image, track.at)?;
        self.used.insert(sheet.to_owned());
        taken.extend(parts);
        Some((layout.describe(), iso::members(&layout.plain(&image, track.at))))
    }
}
