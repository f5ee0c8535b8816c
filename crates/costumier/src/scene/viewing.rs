//! Functions of a live scene for viewers, without counterparts in games: hiding limbs, mirroring an actor, going
//! back in time, and positions of pictures.

use super::live::LiveScene;
use super::player::Player;
use super::types::Peek;
use crate::Result;
use crate::model::{Bounds, PictureKey};
use crate::play::Actor;

/// The state of a scene's actors at some time.
#[derive(Clone, Debug)]
pub struct Moment(Vec<(Actor, Vec<u16>)>);

/// A picture that an actor shows, and the rectangle that it covers in the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VisiblePicture {
    /// The limb that shows it.
    pub limb: u8,
    /// The key of the picture.
    pub picture: PictureKey,
    /// The picture's rectangle in room pixels, scaled and mirrored, as if nothing were clipped.
    pub area: Bounds,
}

impl LiveScene {
    /// The present state of the actors.
    #[must_use]
    pub fn moment(&self) -> Moment {
        Moment(self.players().iter().map(|player| (player.actor.clone(), player.frames.clone())).collect())
    }

    /// Returns the actors to an earlier state. The scene's description and the actors' costumes stay as they are
    /// now. Actors that were added since then continue; actors that were removed do not come back.
    pub fn return_to(&mut self, moment: &Moment) {
        for (player, (actor, frames)) in self.players_mut().iter_mut().zip(&moment.0) {
            let Player { actor: now, frames: frames_now, .. } = player;
            let costume = now.costume().clone();
            now.copy(actor);
            now.wear(costume);
            frames_now.clone_from(frames);
        }
    }

    /// Changes how a viewer looks at an actor.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchItem`](crate::ErrorKind::NoSuchItem) for an actor that does not exist.
    pub fn peek(&mut self, actor: usize, peek: Peek) -> Result<()> {
        self.player_mut(actor)?.peek = peek;
        Ok(())
    }

    /// The pixel of the room between an actor's feet: its [position](crate::scene::SceneActor::position), raised,
    /// with the offset of its programs.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchItem`](crate::ErrorKind::NoSuchItem) for an actor that does not exist.
    pub fn feet(&mut self, actor: usize) -> Result<(i32, i32)> {
        Ok(self.stood(actor)?.1.feet)
    }

    /// The pixel of the room from which an actor's pictures count. In v0, v1, v2 and on the NES it is some pixels
    /// left or right of the feet, depending on the facing; elsewhere it is between them.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchItem`](crate::ErrorKind::NoSuchItem) for an actor that does not exist.
    pub fn anchor(&mut self, actor: usize) -> Result<(i32, i32)> {
        let (player, spot) = self.stood(actor)?;
        let (dx, dy) = player.shown().offset();
        Ok((spot.anchor.0.saturating_add(dx), spot.anchor.1.saturating_add(dy)))
    }

    /// The pictures that an actor shows in this loop, in drawing order. Pictures that cannot be read are left out.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchItem`](crate::ErrorKind::NoSuchItem) for an actor that does not exist.
    pub fn placed(&mut self, actor: usize) -> Result<Vec<VisiblePicture>> {
        let said = self.said(actor)?;
        let (player, spot) = self.stood(actor)?;
        let mut shown = Vec::new();
        let standing = spot.on_stage(&said, &player.colours, (0, 0));
        standing.areas(player.shown(), &mut Vec::new(), &mut |placed, area| {
            shown.push(VisiblePicture { limb: placed.limb, picture: placed.picture, area });
        });
        Ok(shown)
    }
}
