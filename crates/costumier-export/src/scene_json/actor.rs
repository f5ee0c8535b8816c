//! An actor of a scene file: its costume, position and actions.

use std::collections::{BTreeMap, BTreeSet};

use costumier::Bounds;
use costumier::format::akos::VARS;
use costumier::scene::{ChoreRef, PaletteSlot, PlaneChoice, Position, Scale, SceneActor, SlotColours, Step};
use costumier::{Facing, Role, UnknownName};
use serde::{Deserialize, Serialize};

use crate::names::Names;

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonActor {
    pub(super) costume: u32,
    /// The position in room pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) position: Option<(i32, i32)>,
    /// The position in cells, if the game's scripts count in cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cell: Option<(i32, i32)>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) elevation: i32,
    #[serde(default)]
    pub(super) facing: JsonFacing,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) chores: Option<Vec<JsonChore>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ticks: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) steps: Option<Vec<JsonStep>>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) scale: JsonScale,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) zplane: JsonPlane,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) palette: BTreeMap<u8, u8>,
    /// Pixels of 16 bits, in games that have them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) pixels: BTreeMap<u8, u16>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) xmap: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) slot: Option<JsonSlot>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) shadow_mode: u8,
    /// The actor's number, which decides its colours in v0 and v1.
    #[serde(default = "first", alias = "actor", skip_serializing_if = "is_first")]
    pub(super) number: u8,
    // The fields below are for AKOS costumes only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) remap: Option<[u16; 3]>,
    /// Left, top, right, bottom in room pixels, all inclusive, as in scripts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clip: Option<[i16; 4]>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) vars: BTreeMap<u8, i16>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(super) conditions: BTreeSet<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) talking: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mouth: Option<u8>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(super) sounds: BTreeSet<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) seed: u64,
}

#[derive(Deserialize, Serialize)]
#[serde(untagged, expecting = "a facing: a name such as \"west\", or an angle")]
pub(super) enum JsonFacing {
    Angle(i32),
    Name(String),
}

impl Default for JsonFacing {
    fn default() -> Self {
        Self::Angle(180)
    }
}

impl JsonFacing {
    pub(super) fn read(&self) -> Result<Facing, String> {
        match self {
            Self::Angle(angle) => Ok(Facing::from_angle(*angle)),
            Self::Name(name) => name.parse().map_err(|unknown: UnknownName| unknown.to_string()),
        }
    }
}

#[derive(Deserialize, Serialize)]
#[serde(untagged, expecting = "a chore: a name such as \"walk\", or a number")]
pub(super) enum JsonChore {
    Number(u16),
    Role(String),
}

impl JsonChore {
    fn read(&self, costume: u32, names: &Names) -> Result<ChoreRef, String> {
        let name = match self {
            Self::Number(number) => return Ok(ChoreRef::Number(*number)),
            Self::Role(name) => name,
        };
        let role = name.parse().ok().map(ChoreRef::Role);
        let called = || names.chore_called(costume, name).map(ChoreRef::Number);
        role.or_else(called).ok_or_else(|| {
            let chores = names.costumes.get(&costume).into_iter().flat_map(|it| it.chores.values());
            let own = chores.filter(|name| name.parse::<Role>().is_err());
            let known: String = own.map(|name| format!(", {name}")).collect();
            format!("{name:?} is no chore: use init, walk, stand, talk-start, talk-stop{known} or a number")
        })
    }
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum JsonStep {
    Perform(JsonChore),
    Chore(JsonChore),
    Face(JsonFacing),
    Animate(u16),
    Speed(u8),
    TalkState(u8),
    Ticks(u32),
}

impl JsonStep {
    pub(super) fn read(&self, costume: u32, names: &Names) -> Result<Step, String> {
        Ok(match self {
            Self::Perform(chore) => Step::Perform(chore.read(costume, names)?),
            Self::Chore(chore) => Step::Chore(chore.read(costume, names)?),
            Self::Face(facing) => Step::Face(facing.read()?),
            Self::Animate(operand) => Step::Animate(*operand),
            Self::Speed(speed) => Step::Speed(*speed),
            Self::TalkState(state) if !(1..=16).contains(state) => {
                return Err(format!("talk state {state} does not exist: use 1 to 16"));
            }
            Self::TalkState(state) => Step::TalkState(*state),
            Self::Ticks(ticks) => Step::Ticks(*ticks),
        })
    }
}

#[derive(Deserialize, Serialize, PartialEq)]
#[serde(untagged, expecting = "a scale: a number from 0 to 255, [x, y] or \"box\"")]
pub(super) enum JsonScale {
    Both(u8),
    Each(u8, u8),
    Word(String),
}

impl Default for JsonScale {
    fn default() -> Self {
        Self::Both(255)
    }
}

#[derive(Deserialize, Serialize, PartialEq)]
#[serde(untagged, expecting = "a z-plane: a number from 0 to 255, or \"box\"")]
pub(super) enum JsonPlane {
    Number(u8),
    Word(String),
}

impl Default for JsonPlane {
    fn default() -> Self {
        Self::Number(0)
    }
}

/// A palette slot: of a room, of a costume, or of what is shown.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonSlot {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) room: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) palette: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) costume: Option<u32>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) copies: BTreeMap<u8, u16>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) colours: BTreeMap<u8, [u8; 3]>,
}

impl JsonSlot {
    fn read(self) -> Result<PaletteSlot, String> {
        let from = match (self.room, self.palette, self.costume) {
            (None, None, None) => SlotColours::Shown,
            (Some(room), palette, None) => SlotColours::Room(room, palette.unwrap_or(0)),
            (None, None, Some(costume)) => SlotColours::Costume(costume),
            _ => return Err("slot: use `room` (with `palette`, its number in the room) or `costume`".into()),
        };
        let mut slot = PaletteSlot::new(from);
        (slot.copies, slot.colours) = (self.copies, self.colours);
        Ok(slot)
    }
}

impl JsonActor {
    pub(super) fn into_actor(self, names: &Names) -> Result<SceneActor, String> {
        let steps = match (self.steps, self.chores, self.ticks) {
            (Some(steps), None, None) => {
                steps.iter().map(|step| step.read(self.costume, names)).collect::<Result<_, _>>()?
            }
            (Some(_), ..) => {
                return Err("`steps` replaces `chores` and `ticks`: use one or the other".into());
            }
            (None, chores, ticks) => {
                let mut steps = Vec::new();
                for chore in chores.unwrap_or_default() {
                    steps.push(Step::Chore(chore.read(self.costume, names)?));
                }
                steps.extend(ticks.map(Step::Ticks));
                steps
            }
        };
        let scale = match self.scale {
            JsonScale::Both(scale) => Scale::Fixed(scale, scale),
            JsonScale::Each(x, y) => Scale::Fixed(x, y),
            JsonScale::Word(word) if word == "box" => Scale::Box,
            JsonScale::Word(word) => return Err(format!("scale {word:?}: use a number, [x, y] or \"box\"")),
        };
        let plane = match self.zplane {
            JsonPlane::Number(0) => PlaneChoice::Front,
            JsonPlane::Number(plane) => PlaneChoice::Plane(plane),
            JsonPlane::Word(word) if word == "box" => PlaneChoice::Box,
            JsonPlane::Word(word) => return Err(format!("zplane {word:?}: use a number or \"box\"")),
        };
        check(&self.vars, &self.conditions)?;
        let position = match (self.position, self.cell) {
            (Some(_), Some(_)) => {
                return Err("`cell` replaces `position`: use one or the other".into());
            }
            (None, Some((x, y))) => Position::Cell(x, y),
            (pixel, None) => pixel.unwrap_or_default().into(),
        };
        let mut actor = SceneActor::new(self.costume, position, self.facing.read()?);
        (actor.number, actor.elevation, actor.seed) = (self.number, self.elevation, self.seed);
        (actor.steps, actor.scale, actor.plane) = (steps, scale, plane);
        (actor.palette, actor.remap, actor.shadow_mode) = (self.palette, self.remap, self.shadow_mode);
        (actor.pixels, actor.xmap) = (self.pixels, self.xmap);
        actor.slot = self.slot.map(JsonSlot::read).transpose()?;
        actor.clip = self.clip.map(|[left, top, right, bottom]| Bounds {
            left: left.into(),
            top: top.into(),
            right: i32::from(right) + 1,
            bottom: i32::from(bottom) + 1,
        });
        (actor.vars, actor.conditions) = (self.vars, self.conditions);
        (actor.talking, actor.mouth, actor.sounds) = (self.talking, self.mouth, self.sounds);
        Ok(actor)
    }
}

/// Checks numbers of variables and conditions.
pub(super) fn check(vars: &BTreeMap<u8, i16>, conditions: &BTreeSet<u8>) -> Result<(), String> {
    if let Some(var) = vars.keys().find(|var| usize::from(**var) >= VARS) {
        return Err(format!("variable {var}: there are {VARS}, from 0 on"));
    }
    if let Some(condition) = conditions.iter().find(|condition| !(1..=16).contains(*condition)) {
        return Err(format!("condition {condition} does not exist: use 1 to 16"));
    }
    Ok(())
}

pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn first() -> u8 {
    1
}

fn is_first(number: &u8) -> bool {
    *number == first()
}
