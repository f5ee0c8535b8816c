//! What the actor does, one act after the other.

use std::sync::Arc;

use costumier::{Action, Clip, Costume, Facing, Limits, Role};

use super::ChoreNames;
use super::stage::Ground;

/// Jiffies of a tick, the shortest and the longest act, and one in which the actor turns.
const TICK: u32 = 6;
const LEAST: u32 = 72;
const MOST: u32 = 600;
const MOST_TICKS: usize = 100;
const TURN: u32 = 48;

/// Largest number of acts. A script of more could not begin again.
const MOST_ACTS: usize = 250;

/// Order of the facings: the actor first looks at the player.
const FACINGS: [Facing; 4] = [Facing::SOUTH, Facing::EAST, Facing::NORTH, Facing::WEST];

/// Something that the actor does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Act {
    /// The text on the screen.
    pub(super) label: String,
    pub(super) kind: ActKind,
    /// How long it lasts, if the actor does not walk.
    pub(super) jiffies: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ActKind {
    /// Plays a chore on the spot.
    Play { chore: u16, facing: Facing },
    /// Walks to a place.
    Walk { to: (i16, i16) },
}

/// Returns the acts of a costume: init, standing in each facing, walking, talking, and all other chores by number.
pub(super) fn of(
    costume: Costume,
    names: &[(u16, String)],
    ground: &Ground,
    wanted: impl Fn(&Action, Option<&str>) -> bool,
) -> Vec<Act> {
    // A folder of another generation has the usual chores under other numbers, and their names say nothing more.
    let names = names.iter().filter(|(_, name)| name.parse::<Role>().is_err());
    let names: ChoreNames = names.cloned().collect();
    let name = |action: &Action| names.get(&action.chore).map(String::as_str);
    let mut actions = costume.actions();
    actions.retain(|action| wanted(action, name(action)));
    let order = |facing: Facing| {
        let place = FACINGS.iter().position(|it| *it == facing).unwrap_or(FACINGS.len());
        (place, facing.angle())
    };
    let rank = |action: &Action| match action.role {
        Some(Role::Init) => 0,
        Some(Role::Stand) => 1,
        Some(Role::Walk) => 2,
        // Start and stop of the same facing follow each other.
        Some(Role::TalkStart | Role::TalkStop) => 3,
        _ => 4,
    };
    actions.sort_by_key(|action| {
        let chore = if rank(action) == 4 { action.chore } else { 0 };
        (rank(action), chore, order(action.facing), action.role == Some(Role::TalkStop), action.chore)
    });
    let costume = Arc::new(costume);
    let mut acts = Vec::new();
    let mut walks = false;
    for action in &actions {
        if action.role == Some(Role::Walk) {
            if !std::mem::replace(&mut walks, true) {
                let text = label(action, name(action), None);
                acts.extend(ground.ways().map(|to| Act {
                    label: text.clone(),
                    kind: ActKind::Walk { to },
                    jiffies: 0,
                }));
            }
            continue;
        }
        let jiffies = match action.role {
            Some(Role::Stand) => TURN,
            _ => duration(&costume, action),
        };
        let kind = ActKind::Play { chore: action.chore, facing: action.facing };
        acts.push(Act { label: label(action, name(action), Some(action.facing)), kind, jiffies });
    }
    // Init in one facing is enough: standing shows the others.
    let init = costume.roles().chore(Role::Init);
    let mut seen = false;
    acts.retain(|act| {
        let is_init = matches!(act.kind, ActKind::Play { chore, .. } if chore == init);
        !is_init || !std::mem::replace(&mut seen, true)
    });
    acts.truncate(MOST_ACTS);
    acts
}

/// The text for a chore: its role, or its number and name; and the facing.
fn label(action: &Action, name: Option<&str>, facing: Option<Facing>) -> String {
    let plain = action.chore_name();
    let named = name.filter(|name| !name.eq_ignore_ascii_case(&plain));
    let words = [Some(plain.as_str()), named, facing.map(Facing::name)];
    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// How long an animation is shown: its whole length, and a short loop several times.
fn duration(costume: &Arc<Costume>, action: &Action) -> u32 {
    let mut limits = Limits::default();
    limits.clip_ticks = MOST_TICKS;
    let clip = Clip::record(costume, action.chore, action.facing, &limits);
    let ticks = clip.frames.iter().fold(0_u32, |sum, frame| sum.saturating_add(frame.ticks));
    let once = ticks.saturating_mul(TICK).clamp(TICK, MOST);
    once.saturating_mul(LEAST.div_ceil(once)).min(MOST)
}
