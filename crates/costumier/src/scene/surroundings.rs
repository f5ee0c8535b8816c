//! The game around a scene's actor: what its programs can ask, and what they want shown.

use super::types::SceneActor;
use crate::play::{Event, World};

/// What a scene says of the world, and the auxiliary frames that an actor's programs have shown in it.
pub(super) struct Surroundings<'a> {
    pub(super) actor: &'a SceneActor,
    /// Whether anybody in the scene talks.
    pub(super) any_talking: bool,
    /// Auxiliary frames, each once, in the order in which they were shown last: whatever a frame changes, it
    /// changes as it did before.
    pub(super) frames: &'a mut Vec<u16>,
    /// Most frames that are kept.
    pub(super) most_frames: usize,
    /// Who hears what happens.
    pub(super) heard: &'a mut dyn FnMut(Event),
}

impl World for Surroundings<'_> {
    fn event(&mut self, event: Event) {
        if let Event::Frame { frame, .. } = event
            && let Ok(frame) = u16::try_from(frame)
        {
            match self.frames.iter().position(|shown| *shown == frame) {
                Some(earlier) => {
                    self.frames.remove(earlier);
                    self.frames.push(frame);
                }
                None if self.frames.len() < self.most_frames => self.frames.push(frame),
                None => {}
            }
        }
        (self.heard)(event);
    }

    fn sound_running(&mut self, slot: u8) -> bool {
        self.actor.sounds.contains(&slot)
    }

    fn talking(&mut self) -> bool {
        self.actor.talking
    }

    fn any_talking(&mut self) -> bool {
        self.any_talking
    }

    fn lip_sync(&mut self) -> Option<u8> {
        self.actor.mouth
    }
}
