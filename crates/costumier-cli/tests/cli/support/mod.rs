//! What the tests of the command share: running it, folders of their own, and games made for them.

#![allow(dead_code, reason = "each test file uses a part")]
mod files;

pub(crate) use files::{edit, json_file, move_picture, tarred, unzipped, zipped};

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use costumier::format::cost::Format;
use costumier::format::dialect::V1Game;
use costumier::{Dialect, Direction, Generation};
use costumier_build::PictureSource;
use costumier_build::classic::ClassicBuilder;
use costumier_build::costume::{ChoreDesign, CostumeDesign, LimbAction, LimbDesign, LimbStep, PictureDesign};
use costumier_build::game::{GameBuilder, GameFiles};
use costumier_build::room::RoomSource;
use costumier_build::script::{Op, assemble};

/// What a run of the command gave.
#[derive(Debug)]
pub(crate) struct Run {
    /// The words of the call, if they are known.
    call: String,
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// All files below a folder, by path, with `/` on every system.
pub(crate) fn tree(at: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![at.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name: Vec<_> =
                    path.strip_prefix(at).unwrap().iter().map(OsStr::to_string_lossy).collect();
                files.insert(name.join("/"), fs::read(path).unwrap());
            }
        }
    }
    files
}

/// Runs the command in a folder.
pub(crate) fn run_in(folder: &Path, args: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_costumier"))
        .args(args)
        .current_dir(folder)
        .env_remove("CLICOLOR_FORCE")
        .output()
        .unwrap();
    Run { call: args.join(" "), ..Run::from(output) }
}

/// Runs the command in a folder. Its arguments are separated by spaces.
pub(crate) fn run(folder: &Path, words: &str) -> Run {
    run_in(folder, &words.split_whitespace().collect::<Vec<_>>())
}

/// Runs the command, which must succeed.
#[track_caller]
pub(crate) fn ok(folder: &Path, words: &str) -> Run {
    let run = run(folder, words);
    run.ends(0);
    run
}

/// Runs the command, which must fail, print these parts and write nothing.
#[track_caller]
pub(crate) fn refused(folder: &Path, words: &str, parts: &[&str]) {
    let before = tree(folder);
    run(folder, words).fails(2, parts);
    assert!(tree(folder) == before, "{words} wrote something");
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let stderr = String::from_utf8(output.stderr).unwrap();
        Self {
            call: String::new(),
            status: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            // Tests write the paths in messages with `/`.
            stderr: if cfg!(windows) { stderr.replace('\\', "/") } else { stderr },
        }
    }
}

impl Run {
    /// Stdout as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Checks the status.
    #[track_caller]
    pub(crate) fn ends(&self, status: i32) -> &Self {
        assert_eq!(self.status, status, "{}\n{}\n{}", self.call, self.stdout, self.stderr);
        self
    }

    /// Checks the status and that stderr names everything of `parts`.
    #[track_caller]
    pub(crate) fn fails(&self, status: i32, parts: &[&str]) -> &Self {
        self.ends(status).warns(parts)
    }

    /// Checks that stderr names everything of `parts`.
    #[track_caller]
    pub(crate) fn warns(&self, parts: &[&str]) -> &Self {
        self.has(&self.stderr, parts)
    }

    /// Checks that stderr names nothing of `parts`.
    #[track_caller]
    pub(crate) fn lacks(&self, parts: &[&str]) -> &Self {
        let named = parts.iter().find(|part| self.stderr.contains(**part));
        assert_eq!(named, None, "is in what `{}` said:\n{}", self.call, self.stderr);
        self
    }

    /// Checks that stdout names everything of `parts`.
    #[track_caller]
    pub(crate) fn prints(&self, parts: &[&str]) -> &Self {
        self.has(&self.stdout, parts)
    }

    #[track_caller]
    fn has(&self, text: &str, parts: &[&str]) -> &Self {
        let missing = parts.iter().find(|part| !text.contains(**part));
        assert_eq!(missing, None, "is missing in what `{}` said:\n{text}", self.call);
        self
    }
}

/// A folder of a test's own, which is removed after the test.
pub(crate) struct Scratch(tempfile::TempDir);

impl Scratch {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A folder in which the command was called with each of these words.
    #[track_caller]
    pub(crate) fn after<const N: usize>(calls: [&str; N]) -> Self {
        let at = Self::new();
        for words in calls {
            ok(&at, words);
        }
        at
    }
}

impl Deref for Scratch {
    type Target = Path;

    fn deref(&self) -> &Path {
        self.0.path()
    }
}

impl AsRef<Path> for Scratch {
    fn as_ref(&self) -> &Path {
        self
    }
}

/// An empty folder of a test's own, which stays.
pub(crate) fn folder(test: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    if path.exists() {
        fs::remove_dir_all(&path).unwrap();
    }
    fs::create_dir_all(&path).unwrap();
    path
}

/// A game of v5: a room with these costumes, and a script of these operations.
pub(crate) fn scripted<const N: usize>(costumes: [Vec<u8>; N], ops: &[Op]) -> GameFiles {
    let mut game = GameBuilder::new(Dialect::V5);
    game.room(1, "pier", room());
    (1..).zip(costumes).for_each(|(id, costume)| _ = game.costume(id, 1, costume));
    game.script(1, 1, assemble(ops, &Dialect::V5).unwrap());
    game.finish().unwrap()
}

/// A costume of one limb with two pictures, which walks in all directions and stands to the south.
pub(crate) fn costume() -> Vec<u8> {
    costume_for(Dialect::V5, 0x58)
}

/// The same for another generation.
pub(crate) fn costume_for(dialect: Dialect, format: u8) -> Vec<u8> {
    costume_of(dialect, format, [1, 2], [0, 1])
}

/// The same with pictures of other colours; chores show them by these numbers.
pub(crate) fn costume_of(dialect: Dialect, format: u8, colours: [u8; 2], numbers: [u8; 2]) -> Vec<u8> {
    design_of(dialect, format, colours, numbers).write().unwrap()
}

/// The same, before it is written.
pub(crate) fn design_of(dialect: Dialect, format: u8, colours: [u8; 2], numbers: [u8; 2]) -> CostumeDesign {
    let is_v1 = format == 0x57;
    // Cells of v1 are eight pixels wide, and each of their pixels is two.
    let width = if is_v1 { 8 } else { 4 };
    let picture = |colour: u8| PictureDesign {
        name: String::new(),
        source: PictureSource::new(
            (width, 6),
            (if is_v1 { -8 } else { -2 }, -5),
            (0..6 * width).map(|i| if i / 2 % 5 == 0 { 0 } else { colour }).collect(),
        ),
    };
    let chore = |number, direction, action| {
        let mut actions: [Option<LimbAction>; 16] = Default::default();
        actions[0] = Some(action);
        ChoreDesign { number, name: String::new(), direction, actions }
    };
    let shown = |indices: &[usize]| -> Vec<_> {
        indices.iter().map(|index| LimbStep::Picture(numbers[*index])).collect()
    };
    let mut design = CostumeDesign::new(dialect, Format::from_byte(format).unwrap());
    if dialect.generation() >= Generation::V5 {
        design.palette = (16..32).collect();
    }
    design.limbs = vec![LimbDesign { name: "body".into(), pictures: colours.map(picture).into() }];
    design.chores = Direction::ALL
        .into_iter()
        .flat_map(|direction| {
            [
                chore(1, direction, LimbAction::Loop(shown(&[0]))),
                chore(2, direction, LimbAction::Loop(shown(&[0, 1]))),
                chore(3, direction, LimbAction::Once(shown(&[0]))),
            ]
        })
        .collect();
    design
}

/// Names and bytes.
pub(crate) type NamedFiles = Vec<(String, Vec<u8>)>;

/// A small game of each generation that the library writes, by what it is.
pub(crate) fn generated() -> Vec<(String, NamedFiles)> {
    let classic = [
        ("v1", Dialect::v1(V1Game::Zak), 0x57),
        ("v1 Maniac", Dialect::v1(V1Game::Maniac), 0x57),
        ("v2", Dialect::V2, 0x58),
        ("v3 EGA", Dialect::V3, 0x58),
        ("v4 EGA", Dialect::V4_EGA, 0x58),
    ];
    let mut games: Vec<(String, NamedFiles)> = Vec::new();
    for (name, dialect, format) in classic {
        let mut game = ClassicBuilder::new(dialect);
        game.room(3, "noise", 1, RoomSource::new(320, 144).write_for(&dialect).unwrap());
        game.costume(1, 3, costume_for(dialect, format));
        games.push((name.into(), game.finish().unwrap()));
    }
    for dialect in [Dialect::V5, Dialect::V6] {
        games.push((dialect.generation().name().into(), edition(dialect, 1).named("noise", &dialect)));
    }
    for edition in costumier_sample::GAMES {
        let files = edition.files.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec()));
        games.push((format!("sample {}", edition.name), files.collect()));
    }
    games
}

/// A game in one of its languages: a script has `length` bytes, and everything else is the same.
pub(crate) fn edition(dialect: Dialect, length: usize) -> GameFiles {
    let mut game = GameBuilder::new(dialect);
    game.room(3, "noise", RoomSource::new(320, 144).write_for(&dialect).unwrap());
    game.script(1, 3, vec![0xA0; length]).costume(1, 3, costume_for(dialect, 0x58));
    game.finish().unwrap()
}

/// A game of two rooms with a good costume (1), one that is cut off behind its header (2), one whose format
/// byte is no format's (3), and a good one in the other room (5).
pub(crate) fn damaged() -> GameFiles {
    let mut cut = costume();
    cut.truncate(40);
    let mut odd_format = costume();
    odd_format[1] = 0x33;
    let mut game = GameBuilder::new(Dialect::V5);
    game.room(1, "pier", room()).room(2, "hut", room());
    game.costume(1, 1, costume()).costume(2, 1, cut).costume(3, 1, odd_format).costume(5, 2, costume());
    game.finish().unwrap()
}

/// The sample game, as any other game's files.
pub(crate) fn sample() -> GameFiles {
    let mut files = costumier_sample::GAMES[0].files.iter().map(|(_, bytes)| bytes.to_vec());
    GameFiles { index: files.next().unwrap(), data: files.next().unwrap(), further: files.collect() }
}

/// A game with one costume, whose picture is not symmetrical.
pub(crate) fn one_sided() -> GameFiles {
    let mut game = GameBuilder::new(Dialect::V5);
    game.room(1, "pier", room()).costume(1, 1, costume());
    game.finish().unwrap()
}

/// The payload of a room's block without a picture: its size and a grey palette.
pub(crate) fn room() -> Vec<u8> {
    use costumier::format::block::write::BlockWriter;
    let mut room = BlockWriter::new();
    room.block(*b"RMHD", |out| out.bytes(&[32, 0, 16, 0, 0, 0]));
    room.block(*b"CLUT", |out| out.bytes(&(0..=255).flat_map(|grey| [grey; 3]).collect::<Vec<u8>>()));
    room.finish()
}

/// Stores a game in a folder.
pub(crate) fn store(files: &GameFiles, folder: &Path, name: &str) {
    fs::write(folder.join(format!("{name}.000")), &files.index).unwrap();
    fs::write(folder.join(format!("{name}.001")), &files.data).unwrap();
}
