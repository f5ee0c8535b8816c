//! The whole search: the room behind a picture, the likely costumes, their poses, the figures.

use costumier::Game;

use super::{Candidate, Figure, Query};
use crate::colour::RoomPalette;
use crate::open_costume::open;

/// Does the same work on many things. A program with threads can share them among its cores.
pub trait ForEach {
    /// Returns the results in the order of the things.
    fn map<T: Sync, R: Send>(&self, things: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R>;
}

/// One thing after the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct OneByOne;

impl ForEach for OneByOne {
    fn map<T: Sync, R: Send>(&self, things: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
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
        let palettes = if likely.is_empty() { Vec::new() } else { RoomPalette::all(game) };
        let of = |id: &u32| -> Vec<Candidate> {
            let sightings = seen.iter().find(|(it, _)| it == id).map(|(_, sightings)| sightings);
            let opened = open(game, *id).ok();
            let both = sightings.zip(opened);
            both.map(|(seen, opened)| query.candidates(&opened, seen, &palettes, game.limits()))
                .unwrap_or_default()
        };
        let all = each.map(&likely, of);
        (query.figures(all.into_iter().flatten().collect()), unread)
    }
}
