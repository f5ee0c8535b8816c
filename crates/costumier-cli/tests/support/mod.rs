//! What the tests of the command share: running it, folders of their own, and games made for them.

#![allow(dead_code, reason = "each test file uses a part")]
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use costumier::build::costume::{Action, ChoreDesign, CostumeDesign, LimbDesign, PictureDesign, Step};
use costumier::build::game::{GameBuilder, GameFiles};
use costumier::cost::Format;
use costumier::cost::write::{PictureSource, PixelSource};
use costumier::{Dialect, Direction};

/// What a run of the command gave.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the command in a folder.
pub(crate) fn run_in(folder: &Path, args: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_costumier"))
        .args(args)
        .current_dir(folder)
        .env_remove("CLICOLOR_FORCE")
        .output()
        .unwrap();
    Run::from(output)
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Run {
    /// Stdout as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Checks the status and that stderr names everything of `parts`.
    #[track_caller]
    pub(crate) fn fails(&self, status: i32, parts: &[&str]) {
        assert_eq!(self.status, status, "{}", self.stderr);
        for part in parts {
            assert!(self.stderr.contains(part), "{part:?} is missing in:\n{}", self.stderr);
        }
    }
}

/// An empty folder of a test's own.
pub(crate) fn folder(test: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    if path.exists() {
        fs::remove_dir_all(&path).unwrap();
    }
    fs::create_dir_all(&path).unwrap();
    path
}

/// A costume of one limb with two pictures, which walks in all directions and stands to the south.
pub(crate) fn costume() -> Vec<u8> {
    let picture = |colour: u8| PictureDesign {
        name: String::new(),
        source: PictureSource {
            width: 4,
            height: 6,
            x: -2,
            y: -5,
            move_x: 0,
            move_y: 0,
            pixels: PixelSource::Rows((0..24).map(|i| if i % 5 == 0 { 0 } else { colour }).collect()),
        },
    };
    let chore = |number, direction, action| {
        let mut actions: [Option<Action>; 16] = Default::default();
        actions[0] = Some(action);
        ChoreDesign { number, name: String::new(), direction, actions }
    };
    let shown = |indices: &[u8]| indices.iter().map(|index| Step::Picture(*index)).collect::<Vec<_>>();
    let mut design = CostumeDesign::new(Dialect::V5, Format::from_byte(0x58).unwrap());
    design.palette = (16..32).collect();
    design.limbs = vec![LimbDesign { name: "body".into(), pictures: vec![picture(1), picture(2)] }];
    design.chores = Direction::ALL
        .into_iter()
        .flat_map(|direction| {
            [
                chore(1, direction, Action::Loop(shown(&[0]))),
                chore(2, direction, Action::Loop(shown(&[0, 1]))),
                chore(3, direction, Action::Once(shown(&[0]))),
            ]
        })
        .collect();
    design.write().unwrap()
}

/// A game of two rooms with a good costume (1), one that is cut off behind its header (2), one whose format byte is no format's (3),
/// and a good one in the other room (5).
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
    let mut files = costumier_sample::GAMES[0].1.iter().map(|(_, bytes)| bytes.to_vec());
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
    use costumier::build::block::BlockWriter;
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
