//! Functions of a live scene for viewers, without counterparts in games: hiding limbs, mirroring an actor, going
//! back in time, and positions of pictures.

use super::actor::Peek;
use super::live::LiveScene;
use super::placement::Lines;
use super::player::Player;
use super::steps::PlaySettings;
use crate::Result;
use crate::model::{Bounds, PictureKey};
use crate::play::Actor;

/// The state of a scene's actors at some time.
#[derive(Clone, Debug)]
pub(super) struct Moment(Vec<ActorState>);

/// The state of an actor at some time.
#[derive(Clone, Debug)]
struct ActorState {
    actor: Actor,
    /// Auxiliary frames that were shown in earlier loops.
    frames: Vec<u16>,
    settings: PlaySettings,
}

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

/// A picture that an actor shows, and the room pixels of its columns and rows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Spread {
    /// The limb that shows it.
    pub limb: u8,
    /// The key of the picture.
    pub picture: PictureKey,
    /// Width and height of the picture.
    pub size: (u16, u16),
    /// Columns of the picture with their room columns, in the order of painting: of those with the same room column,
    /// the last one is on top. Columns below 0 and from the width on are those that the picture would have if it
    /// were larger. **Note:** where the thresholds of mirrored pictures count up (v4), a larger picture has its other
    /// columns elsewhere, too.
    pub columns: Vec<(i32, i32)>,
    /// Rows of the picture with their room rows. Rows that scaling drops are not here.
    pub rows: Vec<(i32, i32)>,
}

impl LiveScene {
    /// The pictures that an actor shows in this loop, in drawing order, with the room pixels of all their columns and
    /// rows: what an editor needs to paint under a pointer. Nothing is clipped. `margin` is the number of columns
    /// and rows on every side that have room pixels besides those of the picture.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchItem`](crate::ErrorKind::NoSuchItem) for an actor that does not exist.
    pub fn spreads(&mut self, actor: usize, margin: u16) -> Result<Vec<Spread>> {
        let said = self.said(actor)?;
        let (player, spot) = self.stood(actor)?;
        let mut all = Vec::new();
        let standing = spot.on_stage(&said, &player.colours, (0, 0));
        standing.lines(player.shown(), margin, &mut |placed, lines| {
            let Lines { size, columns, rows } = lines;
            all.push(Spread { limb: placed.limb, picture: placed.picture, size, columns, rows });
        });
        Ok(all)
    }

    /// The present state of the actors.
    pub(super) fn moment(&self) -> Moment {
        let Self { scene, players, .. } = self;
        let state = |(player, said): (&Player, _)| ActorState {
            actor: player.actor.clone(),
            frames: player.frames.clone(),
            settings: PlaySettings::of(said),
        };
        Moment(players.iter().zip(&scene.actors).map(state).collect())
    }

    /// Returns the actors to an earlier state, of a time with the same actors. Their costumes, and what is only for
    /// drawing, stay as they are now.
    pub(super) fn return_to(&mut self, moment: &Moment) {
        let Self { scene, players, is_stale, .. } = self;
        for ((player, said), earlier) in players.iter_mut().zip(&mut scene.actors).zip(&moment.0) {
            let Player { actor: now, frames, .. } = player;
            let costume = now.costume().clone();
            now.copy(&earlier.actor);
            now.wear(costume);
            frames.clone_from(&earlier.frames);
            *is_stale |= earlier.settings.number != Some(said.number);
            earlier.settings.write(said);
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::super::{ChoreRef, Scale, Scene, SceneActor, Step};
    use super::*;
    use crate::{Facing, Game, Limits, Role};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// The origin of each pixel is the column and row that the spread of its picture has there, and a larger
        /// picture would have its columns and rows where this one has them.
        #[test]
        fn spreads_lead_to_the_pixels_that_are_seen(
            scale in prop_oneof![Just(255u8), 1u8..=255],
            quarter in 0i32..4,
            ticks in 0u32..6,
            flip: bool,
        ) {
            let files = costumier_build::example::files().unwrap();
            let game = Game::open(&files, None, Limits::default()).unwrap();
            let mut actor = SceneActor::new(1, (160, 130), Facing::from_angle(90 * quarter));
            actor.scale = Scale::Fixed(scale, scale);
            actor.steps = vec![Step::Perform(ChoreRef::Role(Role::Walk)), Step::Ticks(ticks)];
            let mut live = LiveScene::new(game, Scene { room: None, ..Scene::new(1, vec![actor]) }).unwrap();
            live.peek(0, Peek { flip, ..Peek::default() }).unwrap();
            let (spreads, wide) = (live.spreads(0, 0).unwrap(), live.spreads(0, 9).unwrap());
            prop_assert!(!spreads.is_empty());
            for (spread, wide) in spreads.iter().zip(&wide) {
                let inside = |list: &[(i32, i32)], side: u16| -> Vec<(i32, i32)> {
                    list.iter().copied().filter(|(line, _)| (0..i32::from(side)).contains(line)).collect()
                };
                prop_assert_eq!(&inside(&wide.columns, spread.size.0), &spread.columns);
                prop_assert_eq!(&inside(&wide.rows, spread.size.1), &spread.rows);
                prop_assert_eq!(wide.columns.len(), spread.columns.len() + 18);
            }
            let (width, height) = {
                let rendered = live.render().unwrap();
                (rendered.width, rendered.height)
            };
            for at in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
                let origin = live.origin(at).unwrap().unwrap();
                for touch in origin.touches {
                    let spread = spreads.iter().find(|it| it.limb == touch.limb).unwrap();
                    let lines = |list: &[(i32, i32)], to: i32| -> BTreeSet<i32> {
                        list.iter().filter(|it| it.1 == to).map(|it| it.0).collect()
                    };
                    let (column, row) = touch.pixel.unwrap();
                    prop_assert!(lines(&spread.columns, origin.at.0).contains(&column.into()));
                    prop_assert_eq!(lines(&spread.rows, origin.at.1), [row.into()].into());
                }
            }
        }
    }

    #[test]
    fn a_game_with_another_costume_shows_it() {
        let files = costumier_build::example::files().unwrap();
        let game = Game::open(&files, None, Limits::default()).unwrap();
        let mut payload = game.costume_bytes(1).unwrap().payload;
        let before = payload.clone();
        payload.push(0);
        let other = game.with_costume(1, payload.clone()).unwrap();
        assert_eq!(other.costume_bytes(1).unwrap().payload, payload);
        assert_eq!(game.costume_bytes(1).unwrap().payload, before);
        assert!(game.with_costume(999, payload).is_err());
    }
}
