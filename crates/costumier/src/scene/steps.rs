//! Steps of a scene: what happens in it after its actors have made their own steps.

use std::collections::{BTreeMap, BTreeSet};

use super::actor::{SceneActor, Step};
use crate::Facing;

/// A step of a scene ([`Scene::steps`](super::Scene::steps)). Actors count from 0, in the order of the scene at that
/// time.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SceneStep {
    /// Lets this many loops of the interpreter pass, for all actors.
    Ticks(u32),
    /// An actor performs a step. [`Step::Ticks`] passes loops of this actor alone.
    Actor(usize, Step),
    /// Changes settings of an actor, as scripts do.
    Set(usize, Box<PlaySettings>),
    /// Adds an actor, which gets this number and makes its steps.
    Add(usize, Box<SceneActor>),
    /// Removes an actor; the numbers of those behind it decrease by one.
    Remove(usize),
}

/// Settings of an actor that playing depends on, so that it matters when they change. `None` leaves a setting as it is.
/// [`SceneActor`] describes them. All its other settings are only for drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlaySettings {
    /// The facing in which it stands.
    pub facing: Option<Facing>,
    /// The number in the game.
    pub number: Option<u8>,
    /// The described variables of its programs. Those with other values than before are set.
    pub vars: Option<BTreeMap<u8, i16>>,
    /// The user conditions that are set.
    pub conditions: Option<BTreeSet<u8>>,
    /// Whether it is talking.
    pub talking: Option<bool>,
    /// The shape of its mouth.
    pub mouth: Option<Option<u8>>,
    /// Entries of its sound table that are playing.
    pub sounds: Option<BTreeSet<u8>>,
    /// The seed of its programs' random numbers.
    pub seed: Option<u64>,
}

impl PlaySettings {
    /// All of these settings of an actor.
    pub(super) fn of(said: &SceneActor) -> Self {
        Self {
            facing: Some(said.facing),
            number: Some(said.number),
            vars: Some(said.vars.clone()),
            conditions: Some(said.conditions.clone()),
            talking: Some(said.talking),
            mouth: Some(said.mouth),
            sounds: Some(said.sounds.clone()),
            seed: Some(said.seed),
        }
    }

    /// The settings of `now` that differ from those of `before`; `None` if none does.
    fn between(before: &SceneActor, now: &SceneActor) -> Option<Self> {
        fn new<T: Clone + PartialEq>(before: &T, now: &T) -> Option<T> {
            (before != now).then(|| now.clone())
        }
        let found = Self {
            facing: new(&before.facing, &now.facing),
            number: new(&before.number, &now.number),
            vars: new(&before.vars, &now.vars),
            conditions: new(&before.conditions, &now.conditions),
            talking: new(&before.talking, &now.talking),
            mouth: new(&before.mouth, &now.mouth),
            sounds: new(&before.sounds, &now.sounds),
            seed: new(&before.seed, &now.seed),
        };
        (found != Self::default()).then_some(found)
    }

    /// Writes the settings into a description.
    pub(super) fn write(&self, said: &mut SceneActor) {
        fn set<T: Clone>(to: &mut T, from: Option<&T>) {
            from.into_iter().for_each(|from| to.clone_from(from));
        }
        set(&mut said.facing, self.facing.as_ref());
        set(&mut said.number, self.number.as_ref());
        set(&mut said.vars, self.vars.as_ref());
        set(&mut said.conditions, self.conditions.as_ref());
        set(&mut said.talking, self.talking.as_ref());
        set(&mut said.mouth, self.mouth.as_ref());
        set(&mut said.sounds, self.sounds.as_ref());
        set(&mut said.seed, self.seed.as_ref());
    }
}

impl SceneStep {
    /// The steps after which the actors `before` play as `now` describes them. An actor with another costume is
    /// removed and added.
    pub(super) fn between(before: &[SceneActor], now: &[SceneActor]) -> Vec<Self> {
        let mut steps = Vec::new();
        let pairs = || before.iter().zip(now).enumerate();
        for (number, (earlier, said)) in pairs().filter(|(_, (a, b))| a.costume == b.costume) {
            let settings = PlaySettings::between(earlier, said);
            steps.extend(settings.map(|settings| Self::Set(number, Box::new(settings))));
        }
        steps.extend((now.len()..before.len()).rev().map(Self::Remove));
        for (number, (_, said)) in pairs().filter(|(_, (a, b))| a.costume != b.costume) {
            steps.extend([Self::Remove(number), Self::Add(number, Box::new(said.clone()))]);
        }
        let added = now.iter().enumerate().skip(before.len());
        steps.extend(added.map(|(number, said)| Self::Add(number, Box::new(said.clone()))));
        steps
    }

    /// Whether the step changes which actors there are, or what one wears.
    pub(super) fn recasts(&self) -> bool {
        matches!(self, Self::Add(..) | Self::Remove(_))
    }
}
