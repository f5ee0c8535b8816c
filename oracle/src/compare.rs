//! A pack played by ScummVM and drawn by Costumier, frame by frame.

use std::collections::BTreeMap;

use crate::case::Kind;
use crate::colours::{Colours, first_different};
use crate::failure::{Failure, Outcome};
use crate::judge::Judge;
use crate::judge::frames::Frame;
use crate::model::{self, Broken};
use crate::pack::{self, Pack};
use crate::render::Costumier;

/// Frames of a kind: how many were compared, and in how many of them something differed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) compared: usize,
    /// Those that show something of an actor: the others are empty, as they should be.
    pub(crate) seen: usize,
    pub(crate) different: usize,
}

/// Frames by kind.
pub(crate) type Tallies = BTreeMap<Kind, Tally>;

/// A frame that is not as Costumier says.
#[derive(Debug)]
pub(crate) struct Difference {
    /// The case, by its number in the pack.
    pub(crate) case: usize,
    /// The frame of the case.
    pub(crate) frame: usize,
    /// What Costumier drew.
    pub(crate) expected: Vec<u8>,
    /// The colours that Costumier gives these indices.
    pub(crate) colours: Colours,
    /// What ScummVM showed.
    pub(crate) actual: Frame,
    /// What is told of the first actor (its counter, or three variables), with Costumier and ScummVM, where
    /// it was compared.
    pub(crate) told: Option<(Told, Told)>,
    /// Whose side the model is on.
    pub(crate) model: Side,
}

/// The first actor's animation counter, or the low bytes of its first three variables.
pub(crate) type Told = [u8; 3];

/// Whom the model agrees with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Costumier,
    ScummVm,
    Neither,
    /// There is no model of this costume.
    Unknown,
}

/// Plays a pack in ScummVM and gives every frame, in order, to `judge_frame`.
pub(crate) fn play(
    judge: &Judge,
    pack: &Pack,
    mut judge_frame: impl FnMut(usize, usize, Frame) -> Outcome<()>,
) -> Outcome<()> {
    let files = pack.files()?;
    let frames = pack.frames();
    let mut run = judge.start(pack.engine, &files)?;
    // Each marker's first picture is the one that the marker was set for: later ones belong to what follows.
    let mut next = 1;
    while let Some(picture) = run.next()? {
        match pack.engine.number_of(&picture) {
            Some(number) if number == next => {
                if let Some((case, frame)) = frames.get(number - 1) {
                    let mut picture = picture;
                    match pack.engine.is_deep() || pack.engine.is_wide() && !pack.engine.has_marker() {
                        true => picture.cut_wide(pack.engine.area()),
                        false => picture.cut(pack.engine.area()),
                    }
                    if let Some(width) = pack.narrow(&pack.cases[*case]) {
                        picture.move_to_left(width);
                    }
                    if pack.engine.is_dithered() {
                        picture = picture.without_corner();
                    }
                    judge_frame(*case, *frame, picture)?;
                }
                next += 1;
                if next == frames.len() + 2 && !pack.engine.quits() {
                    break;
                }
            }
            Some(number) if number > next => {
                return Err(Failure::new(format!("ScummVM showed frame {number} where {next} comes next")));
            }
            _ => {}
        }
    }
    if next >= frames.len() + 2 {
        Ok(())
    } else {
        Err(Failure::new(format!("ScummVM ended after {} of {} frames", next - 1, frames.len())))
    }
}

/// Compares all frames of a pack. `differs` is told of each that differs.
pub(crate) fn compare(
    judge: &Judge,
    pack: &Pack,
    tallies: &mut Tallies,
    mut differs: impl FnMut(Difference) -> Outcome<()>,
) -> Outcome<()> {
    let files = pack.drawn_from.clone().map_or_else(|| pack.files(), Ok)?;
    let game = pack.game(&files)?;
    let mut costumier = Costumier::new(&game);
    let mut colours = [[0; 3]; 256];
    play(judge, pack, |number, frame, actual| {
        let case = &pack.cases[number];
        if frame == 0 {
            colours = costumier.colours(case)?;
        }
        let told = match case.counts {
            true => Some((costumier.told(case, frame)?, pack::told_by(pack.engine, &actual))),
            false => None,
        };
        // Patterns do not tell what they are of, and neither do pixels of 16 bits.
        let shows = match pack.engine.shown_on() {
            _ if actual.is_wide() || pack.nes.is_some() => Some(costumier.shows_actors(case, frame)?),
            Some(_) => Some(costumier.shows_actors(case, frame)?),
            None => None,
        };
        let expected = costumier.pixels(case, frame)?;
        let deep = pack.engine.is_deep();
        let actual = if deep { actual.in_colours_of(expected, &colours) } else { actual };
        let tally = tallies.entry(case.kind).or_default();
        tally.compared += 1;
        tally.seen += usize::from(shows.unwrap_or_else(|| pack.shows_actors(case, expected)));
        let compared = pack.engine.compared_colours();
        let own = colours;
        let shown = |entry: u8| match usize::from(entry) {
            entry if entry >= compared => own[entry],
            _ => actual.colour(entry),
        };
        let recoloured = !actual.is_wide() && first_different(&colours, shown).is_some();
        if expected == actual.pixels && !recoloured && told.is_none_or(|(wanted, found)| wanted == found) {
            return Ok(());
        }
        tally.different += 1;
        let expected = expected.to_vec();
        let opinion = match pack.engine.has_model() {
            true => model::opinions(pack, case, Broken::default()).and_then(|all| all.into_iter().nth(frame)),
            false => None,
        };
        let model = match opinion {
            None => Side::Unknown,
            Some(said) => {
                let agrees = |of: fn((Told, Told)) -> Told| told.is_none_or(|both| of(both) == said.told);
                let model = model::colours::of_cases(pack, Broken::default())[number];
                let like = |found: &dyn Fn(u8) -> [u8; 3]| first_different(&model, found).is_none();
                if said.pixels == expected
                    && agrees(|both| both.0)
                    && like(&|entry| colours[usize::from(entry)])
                {
                    Side::Costumier
                } else if said.pixels == actual.pixels && agrees(|both| both.1) && like(&shown) {
                    Side::ScummVm
                } else {
                    Side::Neither
                }
            }
        };
        differs(Difference { case: number, frame, expected, colours, actual, told, model })
    })
}
