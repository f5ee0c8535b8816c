//! Compares a pack that ScummVM plays with Costumier's pictures, frame by frame.

use std::collections::BTreeMap;

use crate::case::Kind;
use crate::colours::{Colours, first_different};
use crate::engine::Area;
use crate::failure::{Failure, Outcome};
use crate::judge::Judge;
use crate::judge::frames::Frame;
use crate::model::{self, Broken};
use crate::pack::{self, Pack};
use crate::render::Costumier;

/// Frames of a kind: the number of compared ones, and of those that differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) compared: usize,
    /// Frames with pixels of an actor. The others are empty in both.
    pub(crate) seen: usize,
    pub(crate) different: usize,
}

/// Frames by kind.
pub(crate) type Tallies = BTreeMap<Kind, Tally>;

/// A frame that differs from Costumier's picture.
#[derive(Debug)]
pub(crate) struct Difference {
    /// The case, by its number in the pack.
    pub(crate) case: usize,
    /// The frame of the case.
    pub(crate) frame: usize,
    /// Costumier's picture.
    pub(crate) expected: Vec<u8>,
    /// The colours that Costumier gives these indices.
    pub(crate) colours: Colours,
    /// ScummVM's screen.
    pub(crate) actual: Frame,
    /// The first actor's counter or three variables, in Costumier and in ScummVM, if they were compared.
    pub(crate) told: Option<(ActorValues, ActorValues)>,
    /// The program with the same picture as the model.
    pub(crate) model: Side,
}

/// The first actor's animation counter, or the low bytes of its first three variables.
pub(crate) type ActorValues = [u8; 3];

/// The program that the model agrees with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Costumier,
    ScummVm,
    Neither,
    /// The costume has no model.
    Unknown,
}

/// Maximum number of times that a pack is played again after a missed frame.
const AGAIN: usize = 3;

/// Plays a pack in ScummVM, and passes every frame in order to `judge_frame`.
///
/// If a frame's number is skipped, ScummVM plays the pack once more, and frames are judged from that one on. No frame
/// is judged twice.
pub(crate) fn play(
    judge: &Judge,
    pack: &Pack,
    mut judge_frame: impl FnMut(usize, usize, Frame) -> Outcome<()>,
) -> Outcome<()> {
    let files = pack.files()?;
    let start = || {
        let mut run = judge.start(pack.engine, &files)?;
        Ok(move || run.next())
    };
    play_all(pack, start, &mut judge_frame)
}

/// Compares as [`play`] does, with the pictures of a run that `start` starts.
fn play_all<P: FnMut() -> Outcome<Option<Frame>>>(
    pack: &Pack,
    mut start: impl FnMut() -> Outcome<P>,
    judge_frame: &mut impl FnMut(usize, usize, Frame) -> Outcome<()>,
) -> Outcome<()> {
    let mut next = 1;
    for again in 0..=AGAIN {
        let Some(shown) = play_on(pack, &mut next, start()?, judge_frame)? else { break };
        let what = format!("ScummVM showed frame {shown} where {next} comes next");
        if again == AGAIN {
            return Err(Failure::new(what));
        }
        println!("{}: {what}; played again, and judged from there", pack.engine.name);
    }
    Ok(())
}

/// Gives the frames from `next` on to `judge_frame`. The number of a frame that came too early, where one did.
fn play_on(
    pack: &Pack,
    next: &mut usize,
    mut pictures: impl FnMut() -> Outcome<Option<Frame>>,
    judge_frame: &mut impl FnMut(usize, usize, Frame) -> Outcome<()>,
) -> Outcome<Option<usize>> {
    let frames = pack.frames();
    // Each marker's first picture is the one that the marker was set for: later ones belong to what follows.
    while let Some(mut picture) = pictures()? {
        match pack.engine.number_of(&picture) {
            Some(number) if number == *next => {
                if let Some((case, frame)) = frames.get(number - 1) {
                    as_judged(pack, *case, &mut picture);
                    judge_frame(*case, *frame, picture)?;
                }
                *next += 1;
                if *next == frames.len() + 2 && !pack.engine.quits() {
                    break;
                }
            }
            Some(number) if number > *next => return Ok(Some(number)),
            _ => {}
        }
    }
    if *next >= frames.len() + 2 {
        Ok(None)
    } else {
        Err(Failure::new(format!("ScummVM ended after {} of {} frames", *next - 1, frames.len())))
    }
}

/// Cuts a picture to the part that is compared.
fn as_judged(pack: &Pack, case: usize, picture: &mut Frame) {
    match pack.engine.is_deep() || pack.engine.is_wide() && !pack.engine.has_marker() {
        true => picture.cut_wide(Area::of(pack.engine)),
        false => picture.cut(Area::of(pack.engine)),
    }
    if let Some(width) = pack.narrow(&pack.cases[case]) {
        picture.move_to_left(width);
    }
    if pack.engine.is_dithered() {
        picture.wipe_corner();
    }
}

/// Compares all frames of a pack. Calls `differs` for each frame that differs.
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
        let shows = match pack.engine.shown_on {
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
                let agrees = |of: fn((ActorValues, ActorValues)) -> ActorValues| {
                    told.is_none_or(|both| of(both) == said.told)
                };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{self, V5};
    use crate::random::MARKER;

    /// A picture that shows a frame's number, and the same as its first pixel.
    fn picture(number: u8) -> Frame {
        let mut frame =
            Frame { width: 320, height: 200, pixels: vec![number; 320 * 200], palette: vec![0; 3 * 256] };
        frame.palette[3 * usize::from(MARKER)..][..3].copy_from_slice(&[number, 0, engine::MARKER_BLUE]);
        frame
    }

    /// What is judged of the pictures of several runs, and how that ends.
    fn judged(runs: &[&[u8]]) -> (Vec<(usize, u8)>, Outcome<()>) {
        let pack = Pack::random(&V5, 1, &vec![(Kind::Place, 3)]).unwrap();
        let (mut seen, mut runs) = (Vec::new(), runs.iter());
        let ended = play_all(
            &pack,
            || {
                let mut pictures = runs.next().unwrap().iter().map(|number| picture(*number));
                Ok(move || Ok(pictures.next()))
            },
            &mut |case, _, frame| {
                seen.push((case, frame.pixels[0]));
                Ok(())
            },
        );
        (seen, ended)
    }

    #[test]
    fn a_pack_whose_frame_was_missed_is_played_again_and_no_frame_is_judged_twice() {
        let all = vec![(0, 1), (1, 2), (2, 3)];
        // The number after the last frame's marks the end.
        let (seen, ended) = judged(&[&[1, 1, 2, 3, 4]]);
        assert_eq!((seen, ended.is_ok()), (all.clone(), true));
        let (seen, ended) = judged(&[&[1, 3, 4], &[1, 2, 9], &[1, 2, 3, 4]]);
        assert_eq!((seen, ended.is_ok()), (all, true));
        let (seen, ended) = judged(&[&[1, 2, 4], &[4], &[2], &[1, 2, 3, 4]]);
        assert_eq!((seen.len(), ended.is_err()), (2, true), "one that ends early has failed");
        let (seen, ended) = judged(&[&[1, 3], &[3], &[3], &[3], &[1, 2, 3, 4]]);
        assert_eq!(seen, [(0, 1)]);
        assert!(ended.unwrap_err().to_string().contains("frame 3 where 2 comes next"));
    }
}
