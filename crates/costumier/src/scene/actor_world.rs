//! The game around a scene's actor: the answers to its programs, and the auxiliary frames that they show.

use super::actor::SceneActor;
use crate::play::{Event, World};

/// The scene's answers to an actor's programs, and the auxiliary frames that the programs have shown.
pub(super) struct ActorWorld<'a> {
    pub(super) actor: &'a SceneActor,
    /// Whether any actor in the scene talks.
    pub(super) any_talking: bool,
    /// Auxiliary frames, each once, in the order in which they were last shown. Showing a frame again has the same
    /// effect as before.
    pub(super) frames: &'a mut Vec<u16>,
    /// Largest number of frames that are kept.
    pub(super) most_frames: usize,
    /// Receives the actor's events.
    pub(super) heard: &'a mut dyn FnMut(Event),
}

impl World for ActorWorld<'_> {
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
