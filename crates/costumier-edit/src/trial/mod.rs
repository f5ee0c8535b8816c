//! Makes a small game in which a costume's actor stands in each facing, walks about, talks and plays each chore, with
//! the chore's name on the screen. ScummVM starts it.
//!
//! ```text
//! packed costume ─▸ acts ─▸ boot script ┐
//! acts ─▸ labels, as costumes           ├─▸ game, under the names that ScummVM knows
//! stage: colours, perhaps a room ─▸ room┘
//! ```
//! [`Trial::in_room`] makes one of a room. [`Trial::scenes`] describes the same acts as scenes, so that a renderer
//! shows what the game shows.

mod acts;
mod labels;
mod room;
mod stage;

use std::collections::BTreeMap;

use costumier::format::dialect::{Anchor, BlockHeaders, FileLayout, Position};
use costumier::scene::{ChoreRef, Scene, SceneActor, Step, View};
use costumier::{Action, Dialect, Error, ErrorKind, Facing, Refused, Result, Role};
use costumier_build::classic::{ClassicBuilder, NamedFile};
use costumier_build::game::GameBuilder;
use costumier_build::room::RoomSource;
use costumier_build::script::{self, ActorOp, Op, VAR_TIMER_NEXT};
pub use costumier_build::scummvm::KnownGame;

use crate::folder::Packed;
use acts::{Act, ActKind};
use labels::Labels;
use stage::Ground;
pub use stage::TrialStage;

/// The room's number, and the costume's id.
const ROOM: u8 = 1;
const COSTUME: u16 = 1;

/// The numbers of the actors. The label's is drawn first.
const ACTOR: u8 = 1;
const LABEL: u8 = 2;

/// Jiffies of a loop of the interpreter.
const LOOP: u16 = 6;

/// Loops until a room that was entered is whole: where places are cells, the screen opens step by step.
const OPENING: [usize; 2] = [2, 12];

/// The script that v1 and v2 run when a room is entered.
const ON_ENTRY: u16 = 5;

/// Objects of Zak `McKracken`, which its interpreter asks for by number.
const OBJECTS: u16 = 775;

/// The first of the rooms that hold costumes and scripts, if the places of resources have 16 bits.
const CLOSETS: u8 = 20;

/// A game that shows one costume, or one room.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The kind of the game.
    pub dialect: Dialect,
    /// The game that ScummVM takes it for.
    pub known: KnownGame,
    /// Its files, under the names that ScummVM looks for, with those that such games have besides.
    pub files: Vec<NamedFile>,
    /// What it shows whenever an act begins in which the actor stands: the first moment of each. The name of a scene
    /// is the text on the screen.
    pub scenes: Vec<Scene>,
}

impl Trial {
    /// Makes the game. `wanted` chooses the animations that are shown, by their action and their chore's name.
    ///
    /// # Errors
    /// If ScummVM plays no game of this kind, if no animation is wanted, or if the block cannot be read or a game of
    /// its generation cannot hold it.
    pub fn new(
        packed: &Packed,
        stage: &TrialStage,
        wanted: impl Fn(&Action, Option<&str>) -> bool,
    ) -> Result<Self> {
        let dialect = packed.dialect.playable();
        let wrong =
            |refused: Refused| Error::new(ErrorKind::CannotWrite(refused.to_string()), "the game to try it");
        let nothing = |text: &str| Error::new(ErrorKind::Unsupported(text.to_owned()), "the game to try it");
        let known = KnownGame::of(&dialect)
            .ok_or_else(|| nothing("ScummVM plays no games with this kind of costumes"))?;
        let costume = packed.costume()?;
        let ground = Ground::new(&dialect, stage);
        let acts = acts::of(costume, &packed.chores, &ground, wanted);
        if acts.is_empty() {
            return Err(nothing("the costume has no such animation"));
        }
        let texts = acts.iter().map(|act| act.label.as_str());
        let labels = Labels::new(texts, COSTUME + 1, &ground).map_err(wrong)?;
        let told = Told { dialect: &dialect, ground: &ground, labels: &labels };
        let script = script::assemble(&told.script(&acts), &dialect).map_err(wrong)?;
        let costumes = std::iter::once((COSTUME, packed.payload.clone())).chain(labels.costumes());
        let files = files(&dialect, known, &ground.room, costumes.collect(), script).map_err(wrong)?;
        let scenes = acts.iter().filter_map(|act| told.scene(act)).collect();
        Ok(Self { dialect, known, files, scenes })
    }
}

/// Writes the files of the game.
fn files(
    dialect: &Dialect,
    known: KnownGame,
    room: &RoomSource,
    costumes: Vec<(u16, Vec<u8>)>,
    script: Vec<u8>,
) -> std::result::Result<Vec<NamedFile>, Refused> {
    let mut files: Vec<NamedFile> = if dialect.files == FileLayout::Disks {
        let mut game = GameBuilder::new(*dialect);
        game.room_source(ROOM, "trial", room)?;
        for (id, payload) in costumes {
            game.costume(id, ROOM, payload);
        }
        game.script(1, ROOM, script);
        game.finish()?.named(known.game_id, dialect).into_iter().collect()
    } else {
        let mut game = ClassicBuilder::new(*dialect);
        if known.game_id == "zak" {
            game.objects(OBJECTS);
        }
        game.room_source(ROOM, "trial", 1, room)?;
        // Resources of bare files lie in their first 64 KB.
        let mut closet = CLOSETS;
        let mut owner = |game: &mut ClassicBuilder| {
            if dialect.blocks != BlockHeaders::Bare {
                return Ok(ROOM);
            }
            closet = closet.saturating_add(1);
            game.room(closet, "closet", 1, RoomSource::new(8, 8).write_for(dialect)?);
            Ok::<u8, Refused>(closet)
        };
        for (id, payload) in costumes {
            let room = owner(&mut game)?;
            game.costume(id, room, payload);
        }
        let room = owner(&mut game)?;
        game.script(1, room, script);
        if dialect.anchor != Anchor::Pixels {
            game.script(ON_ENTRY, room, vec![0]);
        }
        game.finish()?
    };
    files.extend(known.more_files(dialect));
    Ok(files)
}

/// The first operations: no cursor, no input, the rows of the screen that show the room, and the room.
fn begin(rows: u16) -> Vec<Op> {
    vec![
        Op::Cursor(false),
        Op::UserInput(false),
        Op::Screen { top: 0, bottom: rows },
        Op::SetVar(VAR_TIMER_NEXT, LOOP),
        Op::LoadRoom(ROOM),
    ]
}

/// The chores that a chore is shown with, as [`Step::Perform`] starts them.
fn performed(dialect: &Dialect, chore: u16) -> impl Iterator<Item = u16> + use<> {
    let roles = dialect.roles;
    let role = Role::ALL.into_iter().find(|role| roles.chore(*role) == chore);
    let shown = dialect.play.on_show.iter().map(move |role| roles.chore(*role));
    let talks = matches!(role, Some(Role::TalkStart | Role::TalkStop));
    let stands = talks.then(|| roles.chore(Role::Stand));
    shown.chain(stands).chain((role != Some(Role::Init)).then_some(chore))
}

/// What script and scenes have in common.
struct Told<'a> {
    dialect: &'a Dialect,
    ground: &'a Ground,
    labels: &'a Labels,
}

impl Told<'_> {
    /// The boot script.
    fn script(&self, acts: &[Act]) -> Vec<Op> {
        let Self { dialect, ground, labels } = *self;
        let (x, y) = ground.feet;
        let in_cells = dialect.anchor != Anchor::Pixels;
        let height = u16::try_from(dialect.screen_size().1).unwrap_or(u16::MAX);
        let put = Op::Put { actor: ACTOR, room: ROOM, x, y };
        let mut ops = begin(height);
        ops.resize(ops.len().saturating_add(OPENING[usize::from(in_cells)]), Op::Break);
        let set_up = |actor: u8, costume: u16, elevation: i16| {
            use ActorOp::{Costume, Default, Elevation, IgnoreBoxes, NeverClip};
            Op::Actor(actor, vec![Default, Costume(costume), IgnoreBoxes, Elevation(elevation), NeverClip])
        };
        let mut label = labels.of(acts.first().map_or("", |act| &act.label));
        ops.extend([
            set_up(LABEL, label.0, ground.elevation),
            Op::Put { actor: LABEL, room: ROOM, x: ground.label.0, y: ground.label.1 },
            script::face(LABEL, Facing::EAST, dialect),
            set_up(ACTOR, COSTUME, 0),
            put.clone(),
            Op::Label(0),
        ]);
        let mut away = false;
        for act in acts {
            let next = labels.of(&act.label);
            ops.extend((next.0 != label.0).then_some(Op::Actor(LABEL, vec![ActorOp::Costume(next.0)])));
            ops.push(Op::Animate { actor: LABEL, number: next.1 });
            label = next;
            match act.kind {
                ActKind::Play { chore, facing } => {
                    ops.extend(std::mem::take(&mut away).then_some(put.clone()));
                    ops.push(script::face(ACTOR, facing, dialect));
                    ops.extend(performed(dialect, chore).map(|number| Op::Animate { actor: ACTOR, number }));
                    ops.extend([Op::Break, Op::Delay(act.jiffies)]);
                }
                ActKind::Walk { to: (x, y) } => {
                    ops.extend([Op::Walk { actor: ACTOR, x, y }, Op::WaitForActor(ACTOR)]);
                    away = true;
                }
            }
        }
        // The first label is perhaps another costume's again.
        let first = labels.of(acts.first().map_or("", |act| &act.label));
        ops.extend((first.0 != label.0).then_some(Op::Actor(LABEL, vec![ActorOp::Costume(first.0)])));
        ops.extend([put, Op::Jump(0)]);
        ops.into_iter().flat_map(|op| script::in_generation(op, dialect, |_| 0, ROOM)).collect()
    }

    /// The first moment of an act in which the actor stands.
    fn scene(&self, act: &Act) -> Option<Scene> {
        let ActKind::Play { chore, facing } = act.kind else { return None };
        let Self { dialect, ground, labels } = *self;
        let position = |(x, y): (i16, i16)| match dialect.anchor.cell() {
            None => Position::Pixel(x.into(), y.into()),
            Some((width, height)) => Position::Cell(i32::from(x) / width, i32::from(y) / height),
        };
        let (costume, number) = labels.of(&act.label);
        let mut label = SceneActor::new(costume.into(), position(ground.label), Facing::EAST);
        label.number = LABEL;
        label.elevation = ground.elevation.into();
        label.steps = vec![Step::Chore(ChoreRef::Number(number))];
        let mut actor = SceneActor::new(COSTUME.into(), position(ground.feet), facing);
        actor.number = ACTOR;
        actor.steps = vec![Step::Perform(ChoreRef::Number(chore))];
        let mut scene = Scene::new(u32::from(ROOM), vec![label, actor]);
        scene.name.clone_from(&act.label);
        let (width, height) = (ground.room.width, ground.room.height);
        scene.view = View { x: 0, y: 0, width: width.into(), height: height.into() }.into();
        Some(scene)
    }
}

/// Pairs of chores and their names.
type ChoreNames = BTreeMap<u16, String>;
