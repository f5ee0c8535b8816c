//! Scene files: the JSON form of [`Scene`].
//!
//! ```json
//! { "scenes": [ { "name": "dock", "room": 1, "background": true, "objects": "initial",
//!     "view": [0, 0, 320, 200], "lights": 11,
//!     "actors": [ { "costume": 1, "position": [160, 140], "elevation": 0, "facing": "west",
//!                   "chores": ["init", "stand", 8], "ticks": 5, "scale": [255, 255], "zplane": "box",
//!                   "palette": { "3": 27 }, "shadow_mode": 0 } ] } ] }
//! ```
//! `"cell": [20, 60]` may replace `position` in games whose scripts count cells of 8 × 2 pixels (v0, v1, v2, NES).
//! `view` may also be `"screen"`: what the game's screen shows. `steps` may replace `chores` and `ticks`: `{"chore":
//! 2}`, `{"face": "east"}`, `{"animate": 248}`, `{"speed": 2}`, `{"ticks": 3}`, in order. `"number": 4` is the
//! actor's number, which decides its colours in v0 and v1. `scale` is a number, `[x, y]` or `"box"`. A scene may set
//! the room's shadow table: `"shadow": { "factors": [128, 128, 160], "colours": [16, 200] }`. `objects` is "none",
//! "initial" or "all", or gives states by number, `{ "12": 0, "14": 2 }`; all others are then as when the game
//! begins. `room_palette` is the number of the room's palette that is shown. In v7 and v8 there are eight shadow
//! tables: `"shadows": { "0": …, "7": [256 numbers] }`. `"steps"` next to `actors` is what happens after the actors'
//! own steps: `{"ticks": 5}`, `{"actor": 0, "do": {"face": "east"}}`, `{"actor": 0, "set": {"talking": true}}`,
//! `{"add": {"costume": 2}}`, `{"remove": 0}`, in order. AKOS actors also have `vars`, `remap`, `clip`, `conditions`,
//! `talking`, `mouth`, `sounds` and `seed`. `"interpreter": "scummvm-2.7"` next to `scenes` names the interpreter
//! whose rules the scenes are for.
//!
//! Unknown fields are refused, so that a misspelt one is noticed.

mod actor;
mod change;
mod faults;
// Modules that have to be small neither read steps of scenes nor write scenes.
#[cfg(feature = "default")]
mod steps;
#[cfg(feature = "default")]
mod write;

use std::collections::{BTreeMap, BTreeSet};

use actor::{JsonActor, JsonStep, is_default};
use costumier::draw::SHADOW_TABLES;
use costumier::game::{ObjectStates, ObjectsShown};
use costumier::scene::{Scene, ShadowPalette, ShadowTable, Step, View, ViewChoice};
use costumier::{Interpreter, UnknownName};
use serde::{Deserialize, Serialize};

use crate::names::Names;

pub use change::{SceneChange, change_scene};
#[cfg(feature = "default")]
pub use write::write_scene;

/// The contents of a scene file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SceneFile {
    /// The interpreter whose rules its scenes are for, if it names one.
    pub interpreter: Option<Interpreter>,
    /// The scenes of the file.
    pub scenes: Vec<Scene>,
}

/// The error of a scene file: a sentence that names the line, or the scene and actor, and says what is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SceneFileError(String);

impl From<SceneFileError> for String {
    fn from(error: SceneFileError) -> Self {
        error.0
    }
}

impl From<String> for SceneFileError {
    fn from(why: String) -> Self {
        Self(why)
    }
}

/// Reads the scenes of a scene file.
///
/// # Errors
/// A sentence that names the line, or the scene and actor, and says what is wrong.
pub fn read_scenes(text: &str) -> Result<Vec<Scene>, SceneFileError> {
    read_scenes_with(text, &Names::default(), ObjectsShown::Initial)
}

/// Reads the scenes of a scene file in which chores may have names. `objects` are shown in the rooms of scenes that
/// do not choose.
///
/// # Errors
/// As [`read_scenes`].
pub fn read_scenes_with(
    text: &str,
    names: &Names,
    objects: ObjectsShown,
) -> Result<Vec<Scene>, SceneFileError> {
    read_scene_file(text, names, objects).map(|file| file.scenes)
}

/// Reads a scene file like [`read_scenes_with`], with the fields that hold for all its scenes.
///
/// # Errors
/// As [`read_scenes`].
pub fn read_scene_file(
    text: &str,
    names: &Names,
    objects: ObjectsShown,
) -> Result<SceneFile, SceneFileError> {
    let chores = names;
    // Windows' editors may begin a text with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let file: File = serde_json::from_str(text).map_err(|e| faults::explain(text, &e))?;
    let interpreter = file
        .interpreter
        .map(|name| name.parse::<Interpreter>())
        .transpose()
        .map_err(|why| why.to_string())?;
    let mut names = BTreeSet::new();
    let scenes = file
        .scenes
        .into_iter()
        .enumerate()
        .map(|(number, scene)| {
            let name = scene.name.clone().unwrap_or_else(|| format!("scene-{:04}", number + 1));
            check_name(&name).map_err(|why| format!("scene {}: {why}", number + 1))?;
            if !names.insert(name.to_lowercase()) {
                return Err(format!("scene {}: another scene has the name {name:?}", number + 1));
            }
            scene
                .into_scene(name.clone(), chores, objects)
                .map_err(|why| format!("scene {} ({name}): {why}", number + 1))
        })
        .collect::<Result<_, String>>()?;
    Ok(SceneFile { interpreter, scenes })
}

/// Reads one scene of a scene file. Its name may be missing, or be no valid file name.
///
/// # Errors
/// As [`read_scenes`].
pub fn read_scene(text: &str) -> Result<Scene, SceneFileError> {
    read_scene_with(text, &Names::default())
}

/// Reads one scene like [`read_scene`]. Its chores may have names.
///
/// # Errors
/// As [`read_scenes`].
pub fn read_scene_with(text: &str, names: &Names) -> Result<Scene, SceneFileError> {
    read_one(text, names, |error| faults::explain_scene(text, error))
}

/// Reads one scene for a module that has to be small: errors have the words of the JSON parser.
///
/// # Errors
/// As [`read_scenes`], in other words.
pub fn read_scene_in_brief(text: &str) -> Result<Scene, SceneFileError> {
    read_one(text, &Names::default(), ToString::to_string)
}

fn read_one(
    text: &str,
    names: &Names,
    explain: impl FnOnce(&serde_json::Error) -> String,
) -> Result<Scene, SceneFileError> {
    let scene: JsonScene = serde_json::from_str(text).map_err(|error| explain(&error))?;
    let name = scene.name.clone().unwrap_or_else(|| "scene".to_owned());
    Ok(scene.into_scene(name, names, ObjectsShown::Initial)?)
}

/// Reads a step of an actor: `{"chore": "walk"}`.
///
/// # Errors
/// As [`read_scenes`].
pub fn read_step(text: &str) -> Result<Step, SceneFileError> {
    let step: JsonStep = serde_json::from_str(text).map_err(|e| faults::in_step(text, &e))?;
    Ok(step.read(0, &Names::default())?)
}

/// Reads a step for a module that has to be small: errors have the words of the JSON parser.
///
/// # Errors
/// As [`read_scenes`], in other words.
pub fn read_step_in_brief(text: &str) -> Result<Step, SceneFileError> {
    let step: JsonStep = serde_json::from_str(text).map_err(|error| error.to_string())?;
    Ok(step.read(0, &Names::default())?)
}

/// Checks a scene's name, which becomes a file's name: it must be valid on every system.
///
/// # Errors
/// Which names are valid.
pub fn check_name(name: &str) -> Result<(), String> {
    let fine = |c: char| c.is_alphanumeric() || " -_.+,()".contains(c);
    // On Windows `aux .png` is the device too, and so is `com¹`.
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let is_port = |port: &str| {
        // A table of all digits would be a kilobyte of the light module.
        let end = stem.strip_prefix(port).unwrap_or_default();
        end.chars().count() == 1 && end.chars().all(|c| "0123456789¹²³".contains(c))
    };
    let is_device = ["CON", "PRN", "AUX", "NUL"].contains(&stem.as_str()) || is_port("COM") || is_port("LPT");
    if name.is_empty()
        || name.len() > 120
        || !name.chars().all(fine)
        || name.ends_with(['.', ' '])
        || is_device
    {
        return Err(format!(
            "{name:?} is no valid file name: use letters, digits, spaces and - _ . + , ( ), at most 120 bytes, and no \
             name of a Windows device, such as CON"
        ));
    }
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    interpreter: Option<String>,
    scenes: Vec<JsonScene>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct JsonScene {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    room: Option<u32>,
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    background: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    objects: Option<JsonObjects>,
    #[serde(default, skip_serializing_if = "is_default")]
    room_palette: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<JsonView>,
    #[serde(default = "lights_on", skip_serializing_if = "is_lights_on")]
    lights: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    shadow: Option<JsonShadow>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    shadows: BTreeMap<u8, JsonShadowTable>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    actors: Vec<JsonActor>,
    /// What happens after the actors' own steps.
    #[cfg(feature = "default")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    steps: Vec<steps::JsonSceneStep>,
}

/// Largest number of pixels of a view: what [`Limits::stage_pixels`](costumier::Limits::stage_pixels) is by default.
const MOST_VIEWED: u64 = 1 << 24;

#[derive(Deserialize, Serialize)]
#[serde(untagged, expecting = "view: [x, y, width, height] or \"screen\"")]
enum JsonView {
    Part(i32, i32, u32, u32),
    Word(String),
}

impl JsonView {
    fn read(self) -> Result<ViewChoice, String> {
        match self {
            Self::Part(_, _, width, height) if width == 0 || height == 0 => {
                Err(format!("`view` is {width} wide and {height} high: use a width and height from 1 on"))
            }
            Self::Part(_, _, width, height) if u64::from(width) * u64::from(height) > MOST_VIEWED => {
                Err(format!("`view` is {width} × {height} pixels: use {MOST_VIEWED} at most"))
            }
            Self::Part(x, y, width, height) => Ok(View { x, y, width, height }.into()),
            Self::Word(word) if word == "screen" => Ok(ViewChoice::Screen),
            Self::Word(word) => Err(format!("view {word:?}: use [x, y, width, height] or \"screen\"")),
        }
    }
}

#[derive(Deserialize, Serialize)]
#[serde(untagged, expecting = "objects: \"none\", \"initial\", \"all\" or { \"number\": state, … }")]
enum JsonObjects {
    Shown(String),
    States(BTreeMap<String, u8>),
}

impl JsonObjects {
    fn read(self) -> Result<ObjectStates, String> {
        match self {
            Self::Shown(word) => {
                let shown: ObjectsShown =
                    word.parse().map_err(|why: UnknownName| format!("objects: {why}"))?;
                Ok(shown.into())
            }
            Self::States(given) => {
                let mut states = ObjectStates::default();
                // One by one, here and below: building a map at once would link a sort function into the module that
                // a page loads first.
                for (id, state) in given {
                    let Ok(number) = id.parse() else {
                        return Err(format!("objects: {id:?} is not the number of an object"));
                    };
                    states.given.insert(number, state);
                }
                Ok(states)
            }
        }
    }
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct JsonShadow {
    factors: [u16; 3],
    colours: (u8, u8),
}

impl JsonShadow {
    fn read(&self) -> ShadowPalette {
        ShadowPalette { factors: self.factors, first: self.colours.0, last: self.colours.1 }
    }
}

#[derive(Deserialize, Serialize)]
#[serde(untagged, expecting = "a shadow table: factors and colours, or a list of 256 colours")]
enum JsonShadowTable {
    Made(JsonShadow),
    Exact(Vec<u8>),
}

impl JsonShadowTable {
    fn read(self, number: u8) -> Result<(u8, ShadowTable), String> {
        if usize::from(number) >= SHADOW_TABLES {
            return Err(format!(
                "shadow table {number} does not exist: there are {SHADOW_TABLES}, from 0 on"
            ));
        }
        let table = match self {
            Self::Made(made) => ShadowTable::Made(made.read()),
            Self::Exact(table) => {
                let given = table.len();
                let table = <[u8; 256]>::try_from(table)
                    .map_err(|_| format!("shadow table {number} has {given} numbers: use 256"))?;
                ShadowTable::Exact(Box::new(table))
            }
        };
        Ok((number, table))
    }
}

fn yes() -> bool {
    true
}

fn is_yes(value: &bool) -> bool {
    *value
}

fn lights_on() -> u8 {
    Scene::LIGHTS_ON
}

fn is_lights_on(lights: &u8) -> bool {
    *lights == lights_on()
}

impl JsonScene {
    fn into_scene(self, name: String, names: &Names, objects: ObjectsShown) -> Result<Scene, String> {
        let actors = self
            .actors
            .into_iter()
            .enumerate()
            .map(|(number, actor)| actor.into_actor(names).map_err(|why| format!("actor {number}: {why}")))
            .collect::<Result<_, _>>()?;
        let mut scene = Scene::new(self.room, actors);
        #[cfg(feature = "default")]
        {
            scene.steps = steps::read(self.steps, &scene.actors, names)?;
        }
        scene.name = name;
        scene.background = self.background;
        scene.objects = self.objects.map_or(Ok(objects.into()), JsonObjects::read)?;
        scene.room_palette = self.room_palette;
        scene.view = self.view.map(JsonView::read).transpose()?.unwrap_or_default();
        scene.lights = self.lights;
        scene.shadow = self.shadow.map(|shadow| shadow.read());
        for (number, table) in self.shadows {
            let (number, table) = table.read(number)?;
            scene.shadows.insert(number, table);
        }
        Ok(scene)
    }
}

#[cfg(test)]
mod tests;
