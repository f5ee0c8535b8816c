//! The whole search: the room behind a picture, the likely costumes, their poses, the figures.

use costumier::Game;
use costumier::files::WasmNotSendSync;

use super::{Candidate, Certainty, Figure, Query};
use crate::colour::RoomPalette;
use crate::open_costume::open;

/// Largest number of poses whose limbs are exchanged for those of others.
const MOST_MIXED: usize = 8;

/// Does the same work on many things. A program with threads can share them among its cores.
pub trait ForEach {
    /// Returns the results in the order of the things.
    fn map<T: Sync, R: Send>(&self, things: &[T], work: impl Fn(&T) -> R + WasmNotSendSync) -> Vec<R>;
}

/// One thing after the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct OneByOne;

impl ForEach for OneByOne {
    fn map<T: Sync, R: Send>(&self, things: &[T], work: impl Fn(&T) -> R + WasmNotSendSync) -> Vec<R> {
        things.iter().map(work).collect()
    }
}

impl Query {
    /// Searches costumes of a game, and the room behind them. Returns the figures, and the number of costumes that
    /// could not be read.
    pub fn search(&mut self, game: &Game, ids: &[u32], each: &impl ForEach) -> (Vec<Figure>, usize) {
        if self.may_show_a_room() {
            let rooms: Vec<u32> = game.rooms().filter(|room| room.present).map(|room| room.id).collect();
            let seen = each.map(&rooms, |id| self.sight_room(&game.room(*id).ok()?));
            self.set_room(game, seen.into_iter().flatten().collect());
        }
        let query = &*self;
        let seen = each.map(ids, |id| Some((*id, query.sight(&game.costume(*id).ok()?))));
        let unread = seen.iter().filter(|it| it.is_none()).count();
        let seen: Vec<_> = seen.into_iter().flatten().collect();
        let likely = query.likely(&seen);
        let palettes = RoomPalette::all(game);
        let (limits, mut all) = (game.limits(), Vec::new());
        let opened = |id: u32| open(game, id).ok();
        let of = |id: &u32| -> Vec<Candidate> {
            let sightings = seen.iter().find(|(it, _)| it == id).map(|(_, sightings)| sightings);
            let both = sightings.zip(opened(*id));
            both.map(|(seen, opened)| query.candidates(&opened, seen, &palettes, limits)).unwrap_or_default()
        };
        all.extend(each.map(&likely, of).into_iter().flatten());
        let mut figures = query.figures(all.clone());
        // First by colours, then the likely ones by shape alone.
        for (by_shape, ids) in [(false, ids), (true, &likely[..])] {
            let regions = query.unexplained(&figures);
            let fill = |id: &u32| Some(query.fill(&opened(*id)?, &regions, by_shape, &palettes, limits));
            let more = if regions.is_empty() { Vec::new() } else { each.map(ids, fill) };
            let more: Vec<Candidate> = more.into_iter().flatten().flatten().collect();
            if !more.is_empty() {
                all.extend(more);
                figures = query.figures(all.clone());
            }
        }
        // Where a pose explains a part, limbs of others may explain more.
        let unsure = figures.iter().filter(|it| it.certainty != Certainty::Sure);
        let begin = unsure.flat_map(|it| std::iter::once(&it.best).chain(it.others.first()));
        let begin: Vec<Candidate> = begin.take(MOST_MIXED).cloned().collect();
        let mixed = each.map(&begin, |it| query.mixed(&opened(it.id)?, it, &palettes, limits));
        let mixed: Vec<Candidate> = mixed.into_iter().flatten().collect();
        if !mixed.is_empty() {
            all.extend(mixed);
            figures = query.figures(all);
        }
        // A picture of one figure that nothing explains whole may have been smoothed.
        let is_sure = figures.iter().any(|it| it.certainty == Certainty::Sure);
        if self.room.is_none()
            && !is_sure
            && let Some(smoothed) = self.smoothed(game, ids, &palettes, each)
        {
            let explained: u32 = figures.iter().map(|it| it.best.tally.equal).sum();
            if smoothed.certainty == Certainty::Sure || smoothed.best.tally.equal > explained {
                figures = vec![smoothed];
            }
        }
        (figures, unread)
    }
}
