//! The JSON of `cast`: what scripts say about costumes, each fact with its evidence.

use costumier::cast::{Cast, CostumeCast, Evidence, Fact};
use costumier::scripts::{GameScript, Owner, ReadScripts};
use serde_json::{Map, Value, json};

use crate::names::Names;

/// Returns the word for a script in a call of the command line: `12`, `3/local-200`, `object-7`.
#[must_use]
pub fn script_word(script: &GameScript) -> String {
    match script.owner {
        Owner::Global(number) => number.to_string(),
        Owner::Object(number) => format!("object-{number}"),
        owner => format!("{}/{owner}", script.room),
    }
}

/// Returns what scripts say about all costumes. `cast` was made of these scripts. `names` has names of chores.
#[must_use]
pub fn cast(scripts: &ReadScripts, cast: &Cast, names: &Names) -> Value {
    let costumes: Vec<Value> =
        cast.costumes.iter().map(|(id, costume)| costume_cast(scripts, *id, costume, names)).collect();
    let unknown: Vec<Value> = cast
        .unknown
        .iter()
        .map(|(reason, places)| json!({ "what": reason, "places": places_of(scripts, places) }))
        .collect();
    json!({
        "profile": cast.profile.name(),
        "encoding": cast.encoding.name(),
        "scripts": scripts.list.len(),
        "egos": cast.egos,
        "costumes": costumes,
        "unknown": unknown,
    })
}

/// Returns what scripts say about one costume.
#[must_use]
pub fn costume_cast(scripts: &ReadScripts, id: u32, costume: &CostumeCast, names: &Names) -> Value {
    let looks: Vec<Value> = costume
        .looks
        .iter()
        .map(|fact| {
            let look = json!({ "overrides": fact.value.overrides, "shadow": fact.value.shadow });
            fact_of(scripts, look, fact)
        })
        .collect();
    let roles: Map<String, Value> = costume
        .roles
        .iter()
        .map(|(role, facts)| (role.name().replace(' ', "_"), json!(facts_of(scripts, facts))))
        .collect();
    let settings: Map<String, Value> = costume
        .settings
        .iter()
        .map(|(name, facts)| (name.replace([' ', '-'], "_"), json!(facts_of(scripts, facts))))
        .collect();
    let rooms: Vec<Value> = costume
        .rooms
        .iter()
        .map(|fact| {
            let mut room = fact_of(scripts, json!(fact.value), fact);
            if let (Some(numbers), Value::Object(fields)) = (costume.entered_as.get(&fact.value), &mut room) {
                fields.insert("entered_as".into(), json!(numbers));
            }
            room
        })
        .collect();
    let chores: Vec<Value> = costume
        .chores
        .values()
        .map(|fact| {
            let mut chore = fact_of(scripts, json!(fact.value), fact);
            let number = u16::try_from(fact.value).ok();
            if let (Some(name), Value::Object(fields)) =
                (number.and_then(|it| names.chore(id, it)), &mut chore)
            {
                fields.insert("name".into(), json!(name));
            }
            chore
        })
        .collect();
    json!({
        "id": id,
        "name": costume.name().map(|fact| &fact.value),
        "names": facts_of(scripts, &costume.names),
        "actors": facts_of(scripts, &costume.actors),
        "rooms": rooms,
        "roles": roles,
        "chores": chores,
        "looks": looks,
        "settings": settings,
        "speaks": costume.speaks,
    })
}

fn places_of(scripts: &ReadScripts, places: &[Evidence]) -> Vec<Value> {
    places
        .iter()
        .map(|it| {
            let script = scripts.list.get(it.script);
            let mut place = json!({
                "script": script.map(script_word),
                "room": script.map(|script| script.room),
                "at": it.at,
            });
            if let (Some((variable, value)), Value::Object(fields)) = (it.when, &mut place) {
                fields.insert("when".into(), json!({ "variable": variable.to_string(), "is": value }));
            }
            place
        })
        .collect()
}

fn facts_of<T: serde::Serialize>(scripts: &ReadScripts, facts: &[Fact<T>]) -> Vec<Value> {
    facts.iter().map(|fact| fact_of(scripts, json!(fact.value), fact)).collect()
}

fn fact_of<T>(scripts: &ReadScripts, value: Value, fact: &Fact<T>) -> Value {
    json!({
        "value": value,
        "certainty": fact.certainty.name(),
        "evidence": places_of(scripts, &fact.evidence),
    })
}
