//! Shortens long loops.
//!
//! Limbs loop independently. A head that blinks every 31 ticks on a body that breathes every 20 repeats after 620
//! ticks; many limbs together may take hours, which is too long for a GIF. A loop longer than allowed is cut to a
//! length after which as many limbs as possible are at their start, and in which every limb has looped at least once.
//! A limb that is not at its start jumps there, and the manifest says so. Shorter loops, and animations that end,
//! stay exact.

use costumier::Clip;
use costumier::play::ClipFrame;

/// The loop of a limb: the tick from which it repeats, and its period in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Loop {
    start: usize,
    period: usize,
}

/// Cuts a loop of more than `longest` ticks. Returns whether it did.
pub(crate) fn shorten(clip: &mut Clip, longest: u32) -> bool {
    let endless = clip.loops_to.is_some() || clip.cut_off;
    let longest = longest.max(1) as usize;
    if !endless || clip.ticks() as usize <= longest {
        return false;
    }
    let found: Vec<Option<Loop>> = (0..16).map(|limb| find_loop(&shown(clip, limb), longest)).collect();
    let loops: Vec<Loop> = found.iter().flatten().copied().collect();
    let start = loops.iter().map(|it| it.start).max().unwrap_or(0);
    let most = loops.iter().map(|it| it.period).max().unwrap_or(longest);
    let closed = |length: &usize| loops.iter().filter(|it| length.is_multiple_of(it.period)).count();
    // `max_by_key` returns the last of equals. A limb with a longer loop is shown as far as possible.
    let length = match loops.len() == found.len() {
        true => (most..=longest).rev().max_by_key(closed),
        false => (most..=longest).max_by_key(closed),
    };
    let length = length.unwrap_or(longest);
    cut(clip, start, start + length);
    true
}

/// Returns what a limb shows at each tick.
fn shown(clip: &Clip, limb: u8) -> Vec<Option<u16>> {
    let mut ticks = Vec::with_capacity(clip.ticks() as usize);
    for frame in &clip.frames {
        let picture = frame.placed.iter().find(|it| it.limb == limb).map(|it| it.picture.index);
        ticks.extend(std::iter::repeat_n(picture, frame.ticks as usize));
    }
    ticks
}

/// Returns the shortest period that repeats at least twice, from the middle of the ticks on. `None` if there is none
/// of at most `longest` ticks.
fn find_loop(ticks: &[Option<u16>], longest: usize) -> Option<Loop> {
    (1..=longest.min(ticks.len() / 2)).find_map(|period| {
        let pairs = ticks.iter().zip(ticks.get(period..)?);
        let start = pairs.enumerate().rfind(|(_, (a, b))| a != b).map_or(0, |(at, _)| at + 1);
        let repeats_for = ticks.len() - start;
        (repeats_for >= (2 * period).max(ticks.len() / 2)).then_some(Loop { start, period })
    })
}

/// Keeps the ticks before `end`. The tick `start` follows the last one.
fn cut(clip: &mut Clip, start: usize, end: usize) {
    let mut frames: Vec<ClipFrame> = Vec::new();
    let mut loops_to = 0;
    let mut at = 0;
    for mut frame in std::mem::take(&mut clip.frames) {
        let frame_end = (at + frame.ticks as usize).min(end);
        if at >= end {
            break;
        }
        if at < start && start < frame_end {
            let mut before = frame.clone();
            before.ticks = ticks(start - at);
            frames.push(before);
            at = start;
        }
        if at == start {
            loops_to = frames.len();
        }
        frame.ticks = ticks(frame_end - at);
        at = frame_end;
        frames.push(frame);
    }
    clip.frames = frames;
    clip.loops_to = Some(loops_to);
    clip.cut_off = false;
}

fn ticks(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use costumier::play::ClipFrame;
    use costumier::{PictureKey, Placed};

    /// A clip whose limbs loop with these periods, each showing picture 1 at the start of its round and 0
    /// otherwise.
    fn clip(periods: &[usize], ticks: usize, intro: usize) -> Clip {
        let frame = |tick: usize| {
            let placed = (0u8..)
                .zip(periods)
                .map(|(limb, period)| {
                    let index =
                        if tick < intro { 7 } else { u16::from((tick - intro).is_multiple_of(*period)) };
                    Placed {
                        limb,
                        picture: PictureKey { limb, index },
                        x: 0,
                        y: 0,
                        shaded: false,
                        mirrored: false,
                    }
                })
                .collect();
            ClipFrame::new(placed, false, 1)
        };
        let mut clip = Clip::default();
        (clip.frames, clip.cut_off) = ((0..ticks).map(frame).collect(), true);
        clip
    }

    fn after(periods: &[usize], intro: usize) -> (u32, Option<usize>) {
        let mut it = clip(periods, 600, intro);
        assert!(shorten(&mut it, 120));
        (it.ticks(), it.loops_to)
    }

    #[test]
    fn the_length_closes_as_many_limbs_as_possible() {
        assert_eq!(
            after(&[31, 20], 0),
            (31, Some(0)),
            "either closes one limb, and 20 would not show all of the other"
        );
        assert_eq!(after(&[31, 20, 10, 4], 0), (40, Some(0)), "three of four");
        assert_eq!(after(&[7, 11, 13], 0), (77, Some(0)));
        assert_eq!(after(&[7, 11, 13], 5), (82, Some(5)), "behind the beginning");
    }

    #[test]
    fn of_a_limb_that_goes_round_too_slowly_as_much_as_possible_is_shown() {
        assert_eq!(after(&[199, 8], 0), (120, Some(0)));
        assert_eq!(after(&[199, 7], 0), (119, Some(0)));
        assert_eq!(after(&[199], 0), (120, Some(0)));
    }

    #[test]
    fn short_loops_and_animations_that_end_stay_as_they_are() {
        let mut short = clip(&[12], 120, 0);
        let mut ends = clip(&[31, 20], 600, 0);
        ends.cut_off = false;
        for it in [&mut short, &mut ends] {
            let before = it.clone();
            assert!(!shorten(it, 120));
            assert_eq!(*it, before);
        }
    }

    #[test]
    fn a_frame_across_the_start_of_the_loop_is_divided() {
        let mut it = clip(&[1], 2, 0);
        it.frames[0].ticks = 10;
        it.frames[1].ticks = 200;
        cut(&mut it, 4, 20);
        assert_eq!(it.frames.iter().map(|f| f.ticks).collect::<Vec<_>>(), [4, 6, 10]);
        assert_eq!(it.loops_to, Some(1));
    }
}
