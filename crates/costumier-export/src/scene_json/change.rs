//! Changes of a scene's description that are given as JSON.

use std::collections::BTreeMap;

use costumier::scene::{Scene, SceneActor};
use serde::de::IgnoredAny;

use super::SceneFileError;

/// A change of a scene. The texts are JSON objects with fields as in a scene file. Fields that are not given stay.
#[derive(Clone, Copy, Debug)]
pub enum SceneChange<'a> {
    /// Changes fields of the scene.
    Scene(&'a str),
    /// Changes fields of the actor with this number, from 0 on. `position` and `cell` replace each other.
    Actor(usize, &'a str),
    /// Adds an actor of this description.
    Add(&'a str),
}

/// Changes the description of a scene. `read` is [`read_scene`](super::read_scene), or
/// [`read_scene_in_brief`](super::read_scene_in_brief) in a module that has to be small.
///
/// # Errors
/// As [`read_scene`](super::read_scene); an error for an actor that does not exist.
pub fn change_scene(
    scene: &Scene,
    change: SceneChange<'_>,
    read: fn(&str) -> Result<Scene, SceneFileError>,
) -> Result<Scene, SceneFileError> {
    let mut scene = scene.clone();
    match change {
        SceneChange::Scene(text) => {
            let given = fields(text)?;
            if let Some(field) = ["actors", "steps"].into_iter().find(|field| given.contains_key(*field)) {
                return Err(format!(
                    "{field} is no setting of a scene: actors are added, removed and changed one by one"
                )
                .into());
            }
            let new = read(text)?;
            given.keys().for_each(|field| set_scene(field, &mut scene, &new));
        }
        SceneChange::Add(text) => {
            fields(text)?;
            scene.actors.push(actor(text, read)?);
        }
        SceneChange::Actor(number, text) => {
            let there = scene.actors.len();
            let why = || format!("there is no actor {number}: the scene has {there}, counted from 0");
            let (given, said) = (fields(text)?, scene.actors.get_mut(number).ok_or_else(why)?);
            if given.is_empty() {
                return Ok(scene);
            }
            let new = if given.contains_key("costume") {
                actor(text, read)
            } else {
                // An actor cannot be read without its costume.
                let rest = text.trim_start().trim_start_matches('{');
                actor(&format!("{{\"costume\":{},{rest}", said.costume), read)
            }?;
            let begins = |field: &String| ["chores", "steps", "ticks"].contains(&field.as_str());
            if new.costume == said.costume && given.keys().any(begins) {
                return Err("chores, steps and ticks begin an actor: use `do` for what it does next"
                    .to_owned()
                    .into());
            }
            given.keys().for_each(|field| set_actor(field, said, &new));
        }
    }
    Ok(scene)
}

/// The names of the fields that an object has.
fn fields(text: &str) -> Result<BTreeMap<String, IgnoredAny>, String> {
    serde_json::from_str(text).map_err(|error| match error.is_data() {
        true => {
            let start: String = text.chars().take(40).collect();
            format!("{start} is no object with settings, such as {{\"costume\": 1}} or {{\"lights\": 8}}")
        }
        false => "the text is not JSON".to_owned(),
    })
}

fn actor(text: &str, read: fn(&str) -> Result<Scene, SceneFileError>) -> Result<SceneActor, String> {
    let read = read(&format!("{{\"actors\":[{text}]}}")).map_err(|why| {
        let why = String::from(why);
        why.strip_prefix("actor 0: ").unwrap_or(&why).to_owned()
    })?;
    read.actors.into_iter().next().ok_or_else(|| "no actor is given".to_owned())
}

fn set_scene(field: &str, scene: &mut Scene, new: &Scene) {
    match field {
        "name" => scene.name.clone_from(&new.name),
        "room" => scene.room = new.room,
        "background" => scene.background = new.background,
        "objects" => scene.objects.clone_from(&new.objects),
        "room_palette" => scene.room_palette = new.room_palette,
        "view" => scene.view = new.view,
        "lights" => scene.lights = new.lights,
        "shadow" => scene.shadow = new.shadow,
        "shadows" => scene.shadows.clone_from(&new.shadows),
        _ => {}
    }
}

fn set_actor(field: &str, said: &mut SceneActor, new: &SceneActor) {
    match field {
        "costume" => said.costume = new.costume,
        "position" | "cell" => said.position = new.position,
        "elevation" => said.elevation = new.elevation,
        "facing" => said.facing = new.facing,
        "steps" | "chores" | "ticks" => said.steps.clone_from(&new.steps),
        "scale" => said.scale = new.scale,
        "zplane" => said.plane = new.plane,
        "palette" => said.palette.clone_from(&new.palette),
        "pixels" => said.pixels.clone_from(&new.pixels),
        "xmap" => said.xmap = new.xmap,
        "slot" => said.slot.clone_from(&new.slot),
        "shadow_mode" => said.shadow_mode = new.shadow_mode,
        "number" | "actor" => said.number = new.number,
        "remap" => said.remap = new.remap,
        "clip" => said.clip = new.clip,
        "vars" => said.vars.clone_from(&new.vars),
        "conditions" => said.conditions.clone_from(&new.conditions),
        "talking" => said.talking = new.talking,
        "mouth" => said.mouth = new.mouth,
        "sounds" => said.sounds.clone_from(&new.sounds),
        "seed" => said.seed = new.seed,
        _ => {}
    }
}
