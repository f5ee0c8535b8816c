//! What `check` finds by holding scripts against costumes: each lint with a name, and an explanation that
//! `check --explain NAME` prints.

use costumier::Severity;
use costumier::cast::Certainty;
use costumier_export::json::ProblemRow;

use crate::open::Opened;

/// A rule.
pub(crate) struct Lint {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
}

/// All of them.
pub(crate) const LINTS: [Lint; 3] = [
    Lint {
        name: "missing-chore",
        about: "A script plays a chore that the costume does not have in any facing: the interpreter shows \
            nothing new there. \
                `costumier cast GAME ID` says which script; the costume may be of another edition, or the \
                chore was left out of a mod.",
    },
    Lint {
        name: "unreached-costume",
        about: "No script puts this costume on an actor or loads it. It is said only where every costume \
            that scripts name could be followed; \
                such costumes are often left over from an earlier state of the game.",
    },
    Lint {
        name: "override-outside",
        about: "A script gives an actor another colour for an entry that its costume's palette does not \
            have: it changes nothing.",
    },
];

/// What is found in a game; without the lints that are allowed.
pub(crate) fn find(opened: &Opened, allowed: &[String]) -> Vec<ProblemRow> {
    let Some(cast) = &opened.cast else { return Vec::new() };
    let wanted = |name: &str| !allowed.iter().any(|allowed| allowed == name);
    let mut found = Vec::new();
    let mut report = |name: &str, id: u32, text: String| {
        let problem = costumier::Problem::new(
            Severity::Note,
            format!("costume {id}"),
            None,
            format!("{text} [{name}]"),
        );
        if wanted(name) {
            found.push(ProblemRow::from(&problem));
        }
    };
    let all_followed =
        !cast.unknown.keys().any(|reason| reason.starts_with("worn:")) && !cast.costumes.is_empty();
    for slot in opened.game.costume_slots() {
        let Some(facts) = cast.costumes.get(&slot.id) else {
            if all_followed {
                report("unreached-costume", slot.id, "no script puts it on anybody, or loads it".into());
            }
            continue;
        };
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
        let entries = costume.palette().len();
        for look in facts.looks.iter().filter(|look| look.certainty == Certainty::Certain) {
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
