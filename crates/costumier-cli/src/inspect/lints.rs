//! The lints of `check`: rules that compare scripts with costumes. Each has a name, and an explanation that `check
//! --explain NAME` prints.

use costumier::cast::{Certainty, CostumeCast, Reach};
use costumier::{Problem, Severity};

use crate::game::open::OpenGame;

/// Returns the sounds that scripts certainly give and that the game's directory does not have.
fn missing_sounds(opened: &OpenGame, facts: &CostumeCast) -> Vec<i32> {
    if !opened.game.dialect().lists_sounds() {
        return Vec::new();
    }
    let sounds = &opened.game.data().index().sounds;
    let is_there = |sound: i32| {
        let slot = usize::try_from(sound).ok().and_then(|sound| sounds.get(sound));
        sound == 0 || slot.is_some_and(|slot| slot.is_used())
    };
    let given = facts.settings.get("sound").into_iter().flatten();
    let certain = given.filter(|fact| fact.certainty == Certainty::Certain).flat_map(|fact| &fact.value);
    certain.copied().filter(|sound| !is_there(*sound)).collect()
}

/// Returns what the lints find in a game, without those that are allowed.
pub(crate) fn find(opened: &OpenGame, allowed: &[String]) -> Vec<Problem> {
    let Some(cast) = &opened.cast else { return Vec::new() };
    let wanted = |name: &str| !allowed.iter().any(|allowed| allowed == name);
    let mut found = Vec::new();
    let mut report = |name: &str, id: u32, text: String| {
        let problem = Problem::new(Severity::Note, format!("costume {id}"), None, format!("{text} [{name}]"));
        if wanted(name) {
            found.push(problem);
        }
    };
    let reach = Reach::of(&opened.game.read_scripts());
    for slot in opened.game.costume_slots() {
        let is_unworn = reach.unworn(slot.id) == Some(Certainty::Certain);
        if is_unworn && !reach.worn.is_empty() && !reach.loaded.contains_key(&slot.id) {
            report("unreached-costume", slot.id, "no script puts it on anybody, or loads it".into());
        }
        let Some(facts) = cast.costumes.get(&slot.id) else { continue };
        let Ok(costume) = opened.game.costume(slot.id) else { continue };
        let actions = costume.actions();
        for chore in facts.chores.values().filter(|chore| chore.certainty == Certainty::Certain) {
            if !actions.iter().any(|action| i32::from(action.chore) == chore.value) {
                report(
                    "missing-chore",
                    slot.id,
                    format!("scripts play chore {}, which it does not have", chore.value),
                );
            }
        }
        for sound in missing_sounds(opened, facts) {
            report(
                "missing-sound",
                slot.id,
                format!("scripts give it sound {sound}, which the game does not have"),
            );
        }
        let entries = costume.palette().len();
        let by_entry = !costume.dialect().overrides_name_room_colours();
        for look in facts.looks.iter().filter(|look| by_entry && look.certainty == Certainty::Certain) {
            for entry in look.value.overrides.keys().filter(|entry| **entry as usize >= entries) {
                report(
                    "override-outside",
                    slot.id,
                    format!("scripts change entry {entry} of a palette of {entries}"),
                );
            }
        }
    }
    found
}
