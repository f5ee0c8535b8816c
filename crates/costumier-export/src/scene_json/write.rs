//! Scenes as JSON of scene files.

use costumier::game::{ObjectStates, ObjectsShown};
use costumier::scene::{
    ChoreRef, PaletteSlot, PlaneChoice, Position, Scale, Scene, SceneActor, SceneStep, ShadowPalette,
    ShadowTable, SlotColours, Step, ViewChoice,
};

use super::actor::{JsonActor, JsonChore, JsonFacing, JsonPlane, JsonScale, JsonSlot, JsonStep};
use super::steps::{JsonSceneStep, JsonSet};
use super::{JsonObjects, JsonScene, JsonShadow, JsonShadowTable, JsonView};

/// Writes a scene as one of a scene file's scenes. Fields with their default values are left out.
#[must_use]
pub fn write_scene(scene: &Scene) -> String {
    // No value of a scene can fail to be written.
    serde_json::to_string(&JsonScene::of(scene)).unwrap_or_default()
}

impl JsonScene {
    fn of(scene: &Scene) -> Self {
        Self {
            name: Some(scene.name.clone()),
            room: scene.room,
            background: scene.background,
            objects: JsonObjects::of(&scene.objects),
            room_palette: scene.room_palette,
            view: JsonView::of(scene.view),
            lights: scene.lights,
            shadow: scene.shadow.map(JsonShadow::of),
            shadows: scene.shadows.iter().map(|(number, it)| (*number, JsonShadowTable::of(it))).collect(),
            actors: scene.actors.iter().map(JsonActor::of).collect(),
            steps: scene.steps.iter().map(JsonSceneStep::of).collect(),
        }
    }
}

impl JsonView {
    fn of(view: ViewChoice) -> Option<Self> {
        match view {
            ViewChoice::Part(part) => Some(Self::Part(part.x, part.y, part.width, part.height)),
            ViewChoice::Screen => Some(Self::Word("screen".to_owned())),
            _ => None,
        }
    }
}

impl JsonObjects {
    fn of(states: &ObjectStates) -> Option<Self> {
        if states.given.is_empty() {
            return (states.shown != ObjectsShown::Initial).then(|| Self::Shown(states.shown.to_string()));
        }
        Some(Self::States(states.given.iter().map(|(number, state)| (number.to_string(), *state)).collect()))
    }
}

impl JsonShadow {
    fn of(palette: ShadowPalette) -> Self {
        Self { factors: palette.factors, colours: (palette.first, palette.last) }
    }
}

impl JsonShadowTable {
    fn of(table: &ShadowTable) -> Self {
        match table {
            ShadowTable::Exact(table) => Self::Exact(table.to_vec()),
            ShadowTable::Made(palette) => Self::Made(JsonShadow::of(*palette)),
            _ => Self::Exact(Vec::new()),
        }
    }
}

impl JsonActor {
    fn of(actor: &SceneActor) -> Self {
        let (position, cell) = match actor.position {
            Position::Pixel(x, y) => (Some((x, y)), None),
            Position::Cell(x, y) => (None, Some((x, y))),
        };
        let side = |v: i32| i16::try_from(v).unwrap_or(if v < 0 { i16::MIN } else { i16::MAX });
        Self {
            costume: actor.costume,
            position,
            cell,
            elevation: actor.elevation,
            facing: JsonFacing::Name(actor.facing.name().to_owned()),
            chores: None,
            ticks: None,
            steps: (!actor.steps.is_empty()).then(|| actor.steps.iter().map(JsonStep::of).collect()),
            scale: match actor.scale {
                Scale::Fixed(x, y) if x == y => JsonScale::Both(x),
                Scale::Fixed(x, y) => JsonScale::Each(x, y),
                _ => JsonScale::Word("box".to_owned()),
            },
            zplane: match actor.plane {
                PlaneChoice::Front => JsonPlane::Number(0),
                PlaneChoice::Plane(plane) => JsonPlane::Number(plane),
                _ => JsonPlane::Word("box".to_owned()),
            },
            palette: actor.palette.clone(),
            pixels: actor.pixels.clone(),
            xmap: actor.xmap,
            slot: actor.slot.as_ref().map(JsonSlot::of),
            shadow_mode: actor.shadow_mode,
            number: actor.number,
            remap: actor.remap,
            clip: actor.clip.map(|it| {
                [it.left, it.top, it.right.saturating_sub(1), it.bottom.saturating_sub(1)].map(side)
            }),
            vars: actor.vars.clone(),
            conditions: actor.conditions.clone(),
            talking: actor.talking,
            mouth: actor.mouth,
            sounds: actor.sounds.clone(),
            seed: actor.seed,
        }
    }
}

impl JsonSlot {
    fn of(slot: &PaletteSlot) -> Self {
        let (room, palette, costume) = match slot.from {
            SlotColours::Room(room, palette) => (Some(room), Some(palette), None),
            SlotColours::Costume(costume) => (None, None, Some(costume)),
            _ => (None, None, None),
        };
        Self { room, palette, costume, copies: slot.copies.clone(), colours: slot.colours.clone() }
    }
}

impl JsonChore {
    fn of(chore: ChoreRef) -> Self {
        match chore {
            ChoreRef::Number(number) => Self::Number(number),
            other => Self::Role(other.to_string().replace(' ', "-")),
        }
    }
}

impl JsonStep {
    fn of(step: &Step) -> Self {
        match *step {
            Step::Perform(chore) => Self::Perform(JsonChore::of(chore)),
            Step::Chore(chore) => Self::Chore(JsonChore::of(chore)),
            Step::Face(facing) => Self::Face(JsonFacing::Name(facing.name().to_owned())),
            Step::Animate(operand) => Self::Animate(operand),
            Step::Speed(speed) => Self::Speed(speed),
            Step::TalkState(state) => Self::TalkState(state),
            Step::Ticks(ticks) => Self::Ticks(ticks),
            _ => Self::Ticks(0),
        }
    }
}

impl JsonSceneStep {
    fn of(step: &SceneStep) -> Self {
        let none = Self::default();
        match step {
            SceneStep::Ticks(ticks) => Self { ticks: Some(*ticks), ..none },
            SceneStep::Actor(actor, step) => {
                Self { actor: Some(*actor), r#do: Some(JsonStep::of(step)), ..none }
            }
            SceneStep::Set(actor, settings) => {
                let set = JsonSet {
                    facing: settings.facing.map(|facing| JsonFacing::Name(facing.name().to_owned())),
                    number: settings.number,
                    vars: settings.vars.clone(),
                    conditions: settings.conditions.clone(),
                    talking: settings.talking,
                    mouth: settings.mouth,
                    sounds: settings.sounds.clone(),
                    seed: settings.seed,
                };
                Self { actor: Some(*actor), set: Some(set), ..none }
            }
            SceneStep::Add(at, added) => Self { add: Some(JsonActor::of(added)), at: Some(*at), ..none },
            SceneStep::Remove(actor) => Self { remove: Some(*actor), ..none },
            _ => Self { ticks: Some(0), ..none },
        }
    }
}
