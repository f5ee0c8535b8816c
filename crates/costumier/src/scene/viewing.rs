//! What a viewer does with a live scene and no game knows: looking at some limbs alone or at an actor turned
//! round, going back in time, asking where pictures are.

use super::live::LiveScene;
use super::player::Player;
use super::types::Peek;
use crate::Result;
use crate::model::{Bounds, PictureKey};
use crate::play::Actor;

/// What the actors of a scene were doing at some time.
#[derive(Clone, Debug)]
pub struct Moment(Vec<(Actor, Vec<u16>)>);

/// A picture that an actor shows, and the rectangle that it takes up in the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shown {
    /// The limb that shows it.
    pub limb: u8,
    /// The picture.
    pub picture: PictureKey,
    /// Its rectangle in room pixels, scaled and mirrored, as if nothing were cut off.
    pub area: Bounds,
}

impl LiveScene {
    /// What the actors are doing now.
    #[must_use]
    pub fn moment(&self) -> Moment {
        Moment(self.players().iter().map(|player| (player.actor.clone(), player.frames.clone())).collect())
    }

    /// Lets the actors do again what they did then. What is said of the scene stays as it is now, and so do
    /// the actors' costumes. Actors that were not there then go on; those that are there no more stay away.
    pub fn return_to(&mut self, moment: &Moment) {
        for (player, (actor, frames)) in self.players_mut().iter_mut().zip(&moment.0) {
            let Player { actor: now, frames: frames_now, .. } = player;
            let costume = now.costume().clone();
            now.copy(actor);
            now.wear(costume);
            frames_now.clone_from(frames);
        }
    }

    /// Looks at an actor in another way from now on.
    ///
    /// # Errors
    /// No such actor.
    pub fn peek(&mut self, actor: usize, peek: Peek) -> Result<()> {
        self.player_mut(actor)?.peek = peek;
        Ok(())
    }

    /// The pixel of the room between an actor's feet: where it [stands](crate::scene::SceneActor::position),
    /// raised, and moved by its programs.
    ///
    /// # Errors
    /// No such actor.
    pub fn feet(&mut self, actor: usize) -> Result<(i32, i32)> {
        Ok(self.stood(actor)?.1.feet)
    }

    /// The pixel of the room from which an actor's pictures count. In v0, v1, v2 and on the NES it lies some pixels
    /// left or right of its feet, depending on the facing; elsewhere between them.
    ///
    /// # Errors
    /// No such actor.
    pub fn anchor(&mut self, actor: usize) -> Result<(i32, i32)> {
        let (player, spot) = self.stood(actor)?;
        let (dx, dy) = player.shown().offset();
        Ok((spot.anchor.0.saturating_add(dx), spot.anchor.1.saturating_add(dy)))
    }

    /// The pictures that an actor shows in this loop, in drawing order. Those that cannot be read are left
    /// out.
    ///
    /// # Errors
    /// No such actor.
    pub fn placed(&mut self, actor: usize) -> Result<Vec<Shown>> {
        let said = self.said(actor)?;
        let (player, spot) = self.stood(actor)?;
        let mut shown = Vec::new();
        let standing = spot.on_stage(&said, &player.colours, (0, 0));
        standing.areas(player.shown(), &mut Vec::new(), &mut |placed, area| {
            shown.push(Shown { limb: placed.limb, picture: placed.picture, area });
        });
        Ok(shown)
    }
}
