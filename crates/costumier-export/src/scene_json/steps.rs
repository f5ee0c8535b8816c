//! The steps of a scene file's scene: what happens after the steps of its actors.

use std::collections::{BTreeMap, BTreeSet};

use costumier::scene::{PlaySettings, SceneActor, SceneStep};
use serde::{Deserialize, Deserializer, Serialize};

use super::actor::{JsonActor, JsonFacing, JsonStep, check};
use super::faults::SCENE_STEPS;
use crate::names::Names;

/// A step of a scene. One of its kinds: `ticks`; `actor` with `do` or `set`; `add`, perhaps with `at`; `remove`.
#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonSceneStep {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ticks: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) actor: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) r#do: Option<JsonStep>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) set: Option<JsonSet>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) add: Option<JsonActor>,
    /// The number that the added actor gets; it is the last one if none is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) at: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) remove: Option<usize>,
}

/// Settings that an actor gets.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonSet {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) facing: Option<JsonFacing>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) number: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) vars: Option<BTreeMap<u8, i16>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) conditions: Option<BTreeSet<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) talking: Option<bool>,
    /// `null` means another shape at every step.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub(super) mouth: Option<Option<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sounds: Option<BTreeSet<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seed: Option<u64>,
}

/// A field that is given, even if it is `null`.
fn given<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<u8>>, D::Error> {
    Option::deserialize(from).map(Some)
}

impl JsonSet {
    fn read(self) -> Result<PlaySettings, String> {
        let none = (BTreeMap::new(), BTreeSet::new());
        check(self.vars.as_ref().unwrap_or(&none.0), self.conditions.as_ref().unwrap_or(&none.1))?;
        let mut settings = PlaySettings::default();
        settings.facing = self.facing.map(|facing| facing.read()).transpose()?;
        (settings.number, settings.seed) = (self.number, self.seed);
        (settings.vars, settings.conditions) = (self.vars, self.conditions);
        (settings.talking, settings.mouth, settings.sounds) = (self.talking, self.mouth, self.sounds);
        Ok(settings)
    }
}

/// Reads the steps of a scene that begins with these actors. Chores may have names of the costumes.
pub(super) fn read(
    steps: Vec<JsonSceneStep>,
    actors: &[SceneActor],
    names: &Names,
) -> Result<Vec<SceneStep>, String> {
    // The costumes of the actors at the step that is read.
    let mut worn: Vec<u32> = actors.iter().map(|actor| actor.costume).collect();
    let mut read = Vec::new();
    for (number, step) in (1..).zip(steps) {
        let step = step.read(&mut worn, names).map_err(|why| format!("step {number}: {why}"))?;
        read.push(step);
    }
    Ok(read)
}

impl JsonSceneStep {
    fn read(self, worn: &mut Vec<u32>, names: &Names) -> Result<SceneStep, String> {
        let there = |actor: usize| match worn.get(actor) {
            Some(costume) => Ok(*costume),
            None => Err(format!("actor {actor} does not exist: there are {}, counted from 0", worn.len())),
        };
        let Self { ticks, actor, r#do, set, add, at, remove } = self;
        Ok(match (ticks, actor, r#do, set, add, at, remove) {
            (Some(ticks), None, None, None, None, None, None) => SceneStep::Ticks(ticks),
            (None, Some(actor), Some(step), None, None, None, None) => {
                SceneStep::Actor(actor, step.read(there(actor)?, names)?)
            }
            (None, Some(actor), None, Some(set), None, None, None) => {
                there(actor)?;
                SceneStep::Set(actor, Box::new(set.read()?))
            }
            (None, None, None, None, Some(added), at, None) => {
                let at = at.unwrap_or(worn.len());
                if at > worn.len() {
                    return Err(format!("an actor cannot be added at {at}: there are {}", worn.len()));
                }
                let added = added.into_actor(names)?;
                worn.insert(at, added.costume);
                SceneStep::Add(at, Box::new(added))
            }
            (None, None, None, None, None, None, Some(actor)) => {
                there(actor)?;
                worn.remove(actor);
                SceneStep::Remove(actor)
            }
            _ => return Err(format!("steps of a scene are {SCENE_STEPS}")),
        })
    }
}
