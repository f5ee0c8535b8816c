//! Warnings about scenes that were probably meant otherwise: chores that a costume lacks, actors that show nothing.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use costumier::scene::{ChoreRef, Rendered, Scene, SceneActor, Step};
use costumier::{Action, Actor, Costume, Facing, Role};
use costumier_export::Names;

use super::apart;
use crate::game::chores;
use crate::game::open::OpenGame;
use crate::output::report::Reporter;

/// Largest number of warnings printed one by one.
const MOST_TOLD: usize = 8;

/// The warnings about scenes. Threads share it.
#[derive(Default)]
pub(super) struct Notes {
    /// Each warning with the first scene it is about, and the number of scenes.
    notes: Mutex<BTreeMap<String, (String, usize)>>,
    /// Costumes by id; `None` for those that cannot be opened.
    costumes: Mutex<BTreeMap<u32, Option<CostumeChores>>>,
}

/// A costume and its chores.
#[derive(Clone)]
struct CostumeChores {
    costume: Arc<Costume>,
    actions: Arc<[Action]>,
}

impl Notes {
    /// Adds warnings about a scene that was drawn.
    pub(super) fn add(&self, opened: &OpenGame, scene: &Scene, drawn: &Rendered<'_>) {
        let mut texts = Vec::new();
        for (number, actor) in scene.actors.iter().enumerate() {
            let Some(known) = self.known(opened, actor.costume) else { continue };
            let lacks = known.lacks(actor);
            for what in &lacks {
                texts.push(format!("costume {}{} has no {what}", actor.costume, apart(scene, number, None)));
            }
            if drawn.unboxed.contains(&number) {
                let which = apart(scene, number, None);
                texts.push(format!(
                    "costume {}{which} stands outside all walk boxes, so none sets its size or z-plane",
                    actor.costume
                ));
            }
            let nothing = drawn.unseen.iter().find(|it| it.actor == number);
            // The reason for showing nothing was reported then.
            let Some(nothing) = nothing.filter(|_| lacks.is_empty()) else { continue };
            let why = match (nothing.outside, actor.steps.iter().any(is_action)) {
                (true, _) => {
                    "it stands outside the picture; `position` is the room pixel between its feet, `view` the part \
                     that is drawn"
                }
                (false, true) => "its chores have no pictures",
                (false, false) => "no chore is started; `\"chores\": [\"init\", \"stand\"]` starts two",
            };
            let which = apart(scene, number, None);
            texts.push(format!("costume {}{which} shows nothing: {why}", actor.costume));
        }
        if texts.is_empty() {
            return;
        }
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        for text in texts {
            let (first, count) = notes.entry(text).or_insert_with(|| (scene.name.clone(), 0));
            *count += 1;
            // Threads finish in any order.
            if scene.name < *first {
                first.clone_from(&scene.name);
            }
        }
    }

    /// Prints the warnings.
    pub(super) fn tell(self, opened: &OpenGame, names: &Names, scenes: &[Scene], reporter: &Reporter) {
        let lacking = scenes.iter().flat_map(|scene| &scene.actors).find_map(|actor| {
            let known = self.known(opened, actor.costume)?;
            (!known.lacks(actor).is_empty()).then_some((actor.costume, known))
        });
        let notes = self.notes.into_inner().unwrap_or_else(PoisonError::into_inner);
        for (text, (scene, count)) in notes.iter().take(MOST_TOLD) {
            let more = if *count > 1 { format!(" (and in {} more)", count - 1) } else { String::new() };
            reporter.warn(format!("scene {scene}: {text}{more}"));
        }
        if notes.len() > MOST_TOLD {
            reporter.warn(format!("and {} more like these", notes.len() - MOST_TOLD));
        }
        if let Some((id, known)) = lacking
            && let Some(offer) = chores::offer(names, known.actions.iter().map(|action| (id, *action)))
        {
            reporter.hint(format!("costume {id}, {offer}; `costumier dump GAME {id}` shows them by facing"));
        }
    }

    fn known(&self, opened: &OpenGame, id: u32) -> Option<CostumeChores> {
        let mut costumes = self.costumes.lock().unwrap_or_else(PoisonError::into_inner);
        let open = || {
            let costume = opened.costume(id).ok()?.costume;
            Some(CostumeChores { actions: costume.actions().into(), costume })
        };
        costumes.entry(id).or_insert_with(open).clone()
    }
}

/// Whether a step may make something visible.
fn is_action(step: &Step) -> bool {
    matches!(step, Step::Perform(_) | Step::Chore(_) | Step::Animate(_))
}

impl CostumeChores {
    /// Returns the chores that an actor starts and its costume has no record for.
    fn lacks(&self, actor: &SceneActor) -> Vec<String> {
        let actions = &self.actions;
        let roles = Actor::new(Arc::clone(&self.costume), actor.facing).roles();
        let mut facing = actor.facing;
        let mut lacks = Vec::new();
        for step in &actor.steps {
            let (chore, called) = match step {
                Step::Face(to) => {
                    facing = *to;
                    continue;
                }
                // The init chore may lack a record without harm.
                Step::Perform(ChoreRef::Role(Role::Init)) | Step::Chore(ChoreRef::Role(Role::Init)) => {
                    continue;
                }
                Step::Perform(ChoreRef::Role(role)) | Step::Chore(ChoreRef::Role(role)) => {
                    (roles.chore(*role), role.name().to_owned())
                }
                Step::Perform(ChoreRef::Number(chore)) | Step::Chore(ChoreRef::Number(chore)) => {
                    (*chore, format!("chore {chore}"))
                }
                _ => continue,
            };
            // The interpreter's numbers for roles are words, unless the costume has a record of that number.
            let is_word =
                self.costume.dialect().chores.role(chore).is_some() || (0x3D..=0x3F).contains(&chore);
            if is_word && actions.iter().all(|action| action.chore != chore) {
                continue;
            }
            let mut serving = actions.iter().filter(|action| action.chore == chore).peekable();
            let shown = [facing, Facing::from(facing.direction())];
            if serving.peek().is_none() {
                lacks.push(called);
            } else if !serving.any(|action| shown.contains(&action.facing)) {
                lacks.push(format!("{called} that looks {facing}"));
            }
        }
        lacks
    }
}
