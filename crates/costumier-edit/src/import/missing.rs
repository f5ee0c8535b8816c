//! What a game needs of a costume and a drawing does not have: its usual chores, in all facings.

use std::collections::BTreeMap;

use costumier::{Dialect, Direction, Facing, Role};

use crate::folder::convert::{DIAGONALS, is_diagonal, stored_as};
use crate::folder::describe::chore_name;
use crate::folder::model::Action;

/// Facings in the order in which the one that others show is chosen.
const ORDER: [Direction; 4] = [Direction::East, Direction::South, Direction::North, Direction::West];

/// What the limbs do in each direction.
pub(super) type Records = BTreeMap<u8, BTreeMap<u8, Action>>;

/// Chores by number: the name of each, and what its limbs do.
pub(super) type Chores = BTreeMap<u16, (String, Records)>;

/// Adds to the chores what a game needs and the drawing does not have. Returns what people are told about it.
pub(super) fn complete(chores: &mut Chores, dialect: &Dialect) -> Vec<String> {
    let mut missing = Missing { chores, dialect, notes: Vec::new() };
    missing.complete();
    missing.notes
}

struct Missing<'a> {
    chores: &'a mut Chores,
    dialect: &'a Dialect,
    notes: Vec<String>,
}

impl Missing<'_> {
    fn complete(&mut self) {
        let number = |role| self.dialect.roles.chore(role);
        let [init, walk, stand, start, stop] = Role::ALL.map(number);
        for (missing, others) in [(stand, [init, walk]), (init, [stand, walk])] {
            if self.chores.contains_key(&missing) {
                continue;
            }
            let name = chore_name(self.dialect, missing);
            let any = self.chores.keys().next().copied().filter(|any| *any < DIAGONALS);
            let like = others.into_iter().find(|other| self.chores.contains_key(other)).or(any);
            let Some(like) = like else { continue };
            let Some((like_name, _)) = self.chores.get(&like) else { continue };
            self.notes
                .push(format!("no animation is called {name}; it shows the first picture of {like_name}"));
            for (like, missing) in [(like, missing), (like + DIAGONALS, missing + DIAGONALS)] {
                let Some((_, records)) = self.chores.get(&like).cloned() else { continue };
                let (_, shown) = self.chores.entry(missing).or_insert_with(|| (name.clone(), Records::new()));
                for (way, limbs) in records {
                    shown.entry(way).or_insert_with(|| first_pictures(&limbs));
                }
            }
        }
        let walks = self.chores.get(&walk).map(|(_, records)| records.clone()).unwrap_or_default();
        for role in [init, stand] {
            self.fill_facings(role, &walks);
        }
        self.fill_facings(walk, &Records::new());
        let walks = self.chores.get(&(walk + DIAGONALS)).map(|(_, records)| records.clone());
        let walks = walks.unwrap_or_default();
        for (role, walks) in [(init, &walks), (stand, &walks), (walk, &Records::new())] {
            self.fill_diagonals(role, walks);
        }
        for (number, effect) in [
            (walk, "the actor glides in its standing picture when it walks"),
            (start, "the actor looks the same when it talks"),
        ] {
            if !self.chores.contains_key(&number) {
                let name = chore_name(self.dialect, number);
                self.notes.push(format!("no animation is called {name}: {effect}"));
            }
        }
        self.name_only_talking_limbs(stand, start, stop);
        // An actor appears without limbs, so nothing has to be switched off.
        if let Some((_, records)) = self.chores.get_mut(&init) {
            records.values_mut().for_each(|limbs| limbs.retain(|_, action| *action != Action::Off));
        }
    }

    /// Gives facings without an animation the first picture of `walks` in this facing, or else the animation of another
    /// facing. West is East mirrored.
    fn fill_facings(&mut self, chore: u16, walks: &Records) {
        let Some((name, records)) = self.chores.get_mut(&chore) else { return };
        let name = name.clone();
        let from = ORDER.into_iter().find(|facing| records.contains_key(&facing.number()));
        let Some((from, limbs)) = from.and_then(|from| Some((from, records.get(&from.number())?.clone())))
        else {
            return;
        };
        let (mut filled, mut walking) = (Vec::new(), Vec::new());
        let west = records.get(&Direction::West.number()).cloned();
        for facing in [Direction::East, Direction::South, Direction::North] {
            // The record of West shows East mirrored.
            let is_east = facing == Direction::East;
            let walk = walks.get(&facing.number());
            let walk = walk.or_else(|| walks.get(&Direction::West.number()).filter(|_| is_east));
            records.entry(facing.number()).or_insert_with(|| {
                match (west.as_ref().filter(|_| is_east), walk) {
                    (Some(west), _) => west.clone(),
                    (None, Some(walk)) => {
                        walking.push(facing.name());
                        first_pictures(walk)
                    }
                    (None, None) => {
                        filled.push(facing.name());
                        limbs.clone()
                    }
                }
            });
        }
        self.tell(&name, &walking, "the first picture of walk there");
        self.tell(&name, &filled, &format!("the one facing {from}"));
    }

    /// Gives diagonals without an animation the first picture of `walks` there, or else the animation that costumes of
    /// four facings show there, if the costume has diagonals.
    fn fill_diagonals(&mut self, chore: u16, walks: &Records) {
        if self.chores.range(DIAGONALS..).next().is_none() {
            return;
        }
        let Some((name, records)) = self.chores.get(&chore).cloned() else { return };
        let (mut filled, mut walking) = (Vec::new(), Vec::new());
        for facing in Facing::ALL.into_iter().filter(|facing| is_diagonal(*facing)) {
            let (number, direction) = stored_as(chore, facing);
            let plain = records.get(&facing.direction().number());
            let walk = walks.get(&direction.number());
            let Some(limbs) = walk.map(first_pictures).or_else(|| plain.cloned()) else { continue };
            let (_, diagonals) = self.chores.entry(number).or_insert_with(|| (name.clone(), Records::new()));
            diagonals.entry(direction.number()).or_insert_with(|| {
                if walk.is_some() { &mut walking } else { &mut filled }.push(facing.name());
                limbs
            });
        }
        self.tell(&name, &walking, "the first picture of walk there");
        self.tell(&name, &filled, "the one facing north or south there");
    }

    /// Notes what a chore shows in facings without an animation, if there are any.
    fn tell(&mut self, chore: &str, facings: &[&str], shown: &str) {
        if !facings.is_empty() {
            let facings = facings.join(" and ");
            self.notes.push(format!("{chore} has no animation facing {facings}; it shows {shown}"));
        }
    }

    /// Lets the talk chores name only the limbs that look different when the actor talks, so that the others go on
    /// with what they do.
    fn name_only_talking_limbs(&mut self, stand: u16, start: u16, stop: u16) {
        let Some((_, standing)) = self.chores.get(&stand).cloned() else { return };
        let Some((_, talking)) = self.chores.get_mut(&start) else { return };
        for (way, limbs) in talking.iter_mut() {
            let still = standing.get(way);
            let speaks = |limb: &u8, action: &Action| still.and_then(|limbs| limbs.get(limb)) != Some(action);
            if limbs.iter().any(|(limb, action)| speaks(limb, action)) {
                limbs.retain(|limb, action| speaks(limb, action));
            }
        }
        let talking = talking.clone();
        let name = chore_name(self.dialect, stop);
        let is_new = !self.chores.contains_key(&stop);
        let (_, stopping) = self.chores.entry(stop).or_insert_with(|| (name, standing.clone()));
        if is_new {
            stopping.retain(|way, _| talking.contains_key(way));
        }
        for (way, limbs) in stopping.iter_mut() {
            let still = standing.get(way);
            let Some(spoke) = talking.get(way) else { continue };
            limbs.retain(|limb, action| {
                spoke.contains_key(limb) || still.and_then(|limbs| limbs.get(limb)) != Some(action)
            });
        }
    }
}

/// Returns what limbs do that show the first picture of their actions only.
fn first_pictures(limbs: &BTreeMap<u8, Action>) -> BTreeMap<u8, Action> {
    limbs.iter().map(|(limb, action)| (*limb, first_of(action.clone()))).collect()
}

/// Returns an action that shows the first picture only.
fn first_of(action: Action) -> Action {
    match action {
        Action::Play { mut commands, .. } => {
            commands.truncate(1);
            Action::Play { commands, once: true }
        }
        Action::Off => Action::Off,
    }
}
