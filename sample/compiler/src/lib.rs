//! From the sources of the sample game to its files, for any generation from v2 on. The sample's `README.md`
//! says how the sources are written.
//!
//! Every problem of every file is collected before anything is refused, each with the file and the thing in
//! it.

mod boot;
mod costume;
mod game;
mod picture;
mod room;
mod sixteen;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use costumier::format::akos::Codec;
use costumier::format::dialect::Anchor;
use costumier::{Dialect, Problem, Refused, Severity};
use costumier_build::akos::AkosForm;
use costumier_build::classic::NamedFile;
use costumier_build::costume::CostumeDesign;
use game::Game;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The script that v2 runs when a room is entered.
const ON_ENTRY: u16 = 5;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameSource {
    /// For people: no file of a v5 game says its name.
    #[serde(rename = "name")]
    _name: String,
    room: Vec<RoomEntry>,
    costume: Vec<CostumeEntry>,
    /// Beside the boot script, which is number 1.
    #[serde(default)]
    script: Vec<ScriptEntry>,
    #[serde(default)]
    twin: Vec<TwinEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoomEntry {
    id: u8,
    name: String,
    folder: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CostumeEntry {
    id: u8,
    /// What its twins are called after. Its own name is in `boot.script`.
    name: String,
    folder: String,
    room: u8,
    /// Which of EGA's colours each of its own is painted in, in games of 16 colours.
    #[serde(default)]
    sixteen: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScriptEntry {
    id: u16,
    file: String,
    room: u8,
}

/// A costume in another form, in games whose costumes are AKOS blocks.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TwinEntry {
    id: u16,
    /// The costume.
    of: u16,
    codec: u16,
    #[serde(default)]
    programs: bool,
    /// The editions that have it.
    games: Vec<String>,
}

/// One of the games that are made of the sources.
#[derive(Clone, Copy, Debug)]
pub struct Edition<'a> {
    /// What it is called.
    pub name: &'a str,
    /// What its files are called, before the ending, where that is free.
    pub stem: &'a str,
    /// What kind of game it is.
    pub dialect: Dialect,
}

/// Compiles the sources in `folder`: the files of an edition, the index first.
///
/// # Errors
/// Everything that is wrong with them; a problem's path begins with the file.
pub fn compile(folder: &Path, edition: &Edition<'_>) -> Result<Vec<NamedFile>, Refused> {
    let mut report = Report::default();
    let files = compile_all(folder, edition, &mut report);
    Refused::unless_empty(report.problems)?;
    files.ok_or_else(|| Refused { problems: vec![] })
}

fn compile_all(folder: &Path, edition: &Edition<'_>, report: &mut Report) -> Option<Vec<NamedFile>> {
    let dialect = &edition.dialect;
    let source: GameSource = report.read_toml(&folder.join("game.toml"), "game.toml")?;
    let mut game = Game::new(dialect);
    let (mut palettes, mut tops) = (BTreeMap::new(), BTreeMap::new());
    for entry in &source.room {
        let place = SourceFolder::new(folder, "rooms", &entry.folder);
        let Some((room, top)) = room::compile(&place, dialect, report) else { continue };
        tops.insert(entry.id, top);
        let added = game.room(entry.id, &entry.name, &room);
        report.accept(&place.file("room.toml").1, added);
        palettes.insert(entry.id, room.palette);
    }
    let mut costumes = BTreeMap::new();
    for entry in &source.costume {
        let place = SourceFolder::new(folder, "costumes", &entry.folder);
        let Some(mut design) = costume::compile(&place, report) else { continue };
        if dialect.fixed_colours {
            report.accept(&place.name, sixteen::paint(&mut design, &entry.sixteen, dialect));
        } else if !dialect.has_akos() {
            design.dialect = *dialect;
        }
        costumes.insert(u16::from(entry.id), design.palette.clone());
        let (_, name) = place.file("costume.toml");
        let form = AkosForm {
            room_palette: palettes.get(&entry.room).cloned().unwrap_or_default(),
            ..AkosForm::plain(*dialect)
        };
        let payload = if dialect.has_akos() { akos(&design, &form) } else { design.write() };
        if let Some(payload) = report.accept(&name, payload) {
            game.costume(entry.id.into(), entry.room, payload);
        }
        for twin in source.twin.iter().filter(|twin| twin.of == u16::from(entry.id) && twin.is_in(edition)) {
            let codec = Codec::from_number(twin.codec);
            let form = AkosForm { codec, programs: twin.programs, ..form.clone() };
            if let Some(payload) = report.accept(&name, akos(&design, &form)) {
                game.costume(twin.id, entry.room, payload);
            }
        }
    }
    let twins = source.names_of_twins(edition);
    let boot_room = source.room.first()?.id;
    let context = boot::ScriptContext { dialect, rooms: &palettes, tops: &tops, costumes: &costumes };
    let boot = ScriptEntry { id: 1, file: "boot.script".to_owned(), room: boot_room };
    // Scripts of v2 have no arguments, and one has to be there: number 5 runs whenever a room is entered.
    let is_old = has_cells(dialect);
    if is_old {
        game.script(ON_ENTRY, boot_room, vec![0]);
    }
    for script in std::iter::once(&boot).chain(source.script.iter().filter(|_| !is_old)) {
        if let Some(payload) = boot::compile(folder, &script.file, &context, report) {
            game.script(script.id, script.room, payload);
        }
    }
    if !twins.is_empty() {
        let id = source.script.iter().map(|script| script.id).max().unwrap_or(boot.id) + 1;
        if let Some(payload) = report.accept("twins", boot::naming(&twins, dialect)) {
            game.script(id, boot_room, payload);
        }
    }
    if !report.problems.is_empty() {
        return None;
    }
    report.accept("game.toml", game.finish(edition.stem, dialect))
}

impl GameSource {
    /// The twins in an edition, by id: `Jack in the box in codec 5`.
    fn names_of_twins(&self, edition: &Edition<'_>) -> BTreeMap<u16, String> {
        let named = self.twin.iter().filter(|twin| twin.is_in(edition)).filter_map(|twin| {
            let TwinEntry { id, of, codec, programs, .. } = twin;
            let costume = self.costume.iter().find(|costume| u16::from(costume.id) == *of)?;
            let how = if *programs { " and programs" } else { "" };
            Some((*id, format!("{} in codec {codec}{how}", costume.name)))
        });
        named.collect()
    }
}

impl TwinEntry {
    fn is_in(&self, edition: &Edition<'_>) -> bool {
        edition.dialect.has_akos() && self.games.iter().any(|name| name == edition.name)
    }
}

/// Whether a kind of game counts places in cells: v1 and v2.
fn has_cells(dialect: &Dialect) -> bool {
    dialect.anchor != Anchor::Pixels
}

fn akos(design: &CostumeDesign, form: &AkosForm) -> Result<Vec<u8>, Refused> {
    design.to_akos(form)?.write()
}

/// The folder of a room or a costume.
struct SourceFolder {
    folder: PathBuf,
    /// What messages call it.
    name: String,
}

impl SourceFolder {
    fn new(root: &Path, kind: &str, folder: &str) -> Self {
        Self { folder: root.join(kind).join(folder), name: format!("{kind}/{folder}") }
    }

    /// A file in it, and what messages call that.
    fn file(&self, name: &str) -> (PathBuf, String) {
        (self.folder.join(name), format!("{}/{name}", self.name))
    }
}

/// Everything that was found wrong so far.
#[derive(Default)]
struct Report {
    problems: Vec<Problem>,
}

impl Report {
    fn refuse(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.problems.push(Problem::new(Severity::Broken, path, None, text));
    }

    /// The value, or its problems under the name of the file.
    fn accept<T>(&mut self, file: &str, result: Result<T, Refused>) -> Option<T> {
        self.accept_as(&format!("{file}: "), result)
    }

    /// The same, where paths begin with the file, for files of this folder.
    fn accept_in<T>(&mut self, folder: &str, result: Result<T, Refused>) -> Option<T> {
        self.accept_as(&format!("{folder}/"), result)
    }

    fn accept_as<T>(&mut self, before: &str, result: Result<T, Refused>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(refused) => {
                for problem in refused.problems {
                    self.refuse(format!("{before}{}", problem.path), problem.text);
                }
                None
            }
        }
    }

    fn read(&mut self, path: &Path, name: &str) -> Option<Vec<u8>> {
        std::fs::read(path).map_err(|error| self.refuse(name, error.to_string())).ok()
    }

    fn read_text(&mut self, path: &Path, name: &str) -> Option<String> {
        let bytes = self.read(path, name)?;
        String::from_utf8(bytes).map_err(|error| self.refuse(name, error.to_string())).ok()
    }

    fn read_toml<T: DeserializeOwned>(&mut self, path: &Path, name: &str) -> Option<T> {
        let text = self.read_text(path, name)?;
        toml::from_str(&text).map_err(|error| self.refuse(name, error.to_string())).ok()
    }
}

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
