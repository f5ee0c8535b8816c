//! A case of the comparison: a scene, and the steps of its actors. It is data. One translation makes script
//! operations of it, another makes Costumier's scenes.

use std::fmt;

use costumier::Dialect;
use costumier::scene::{Position, Scene, SceneActor, ShadowPalette, Step, ViewChoice};
use costumier_build::room::RoomSource;

/// One scene of a pack, shown for a number of frames.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The kind of scene.
    pub(crate) kind: Kind,
    /// Which time its room is entered.
    pub(crate) visit: usize,
    /// The scene of the first frame. The actors are in drawing order.
    pub(crate) scene: Scene,
    /// The interpreter's numbers of the scene's actors.
    pub(crate) numbers: Vec<u8>,
    /// What the eight shadow tables of v7 and v8 are made of; empty where none has been made since the room
    /// was entered.
    pub(crate) tables: Vec<ShadowPalette>,
    /// The steps of actors before each further frame. A frame is a loop of the interpreter.
    pub(crate) then: Vec<Vec<(usize, Step)>>,
    /// Whether the first actor's animation counter, or its first variables, are compared as well.
    pub(crate) counts: bool,
}

impl Case {
    /// Whether it sets shadow tables, which stay for later scenes in the same room.
    pub(crate) fn has_shadows(&self) -> bool {
        self.scene.shadow.is_some() || !self.tables.is_empty()
    }

    /// The upper left pixel of the screen in a room of this size.
    pub(crate) fn corner(&self, dialect: &Dialect, room: &RoomSource) -> (i32, i32) {
        let looks_at = self.looks_at(dialect);
        let corner = looks_at.map(|at| dialect.screen_corner((room.width, room.height), at));
        corner.or_else(|| self.scene.view.part().map(|view| (view.x, view.y))).unwrap_or_default()
    }

    /// The point of the room that the camera looks at by default: the first actor.
    pub(crate) fn looks_at(&self, dialect: &Dialect) -> Option<(i32, i32)> {
        let first = self.scene.actors.first().filter(|_| self.scene.view == ViewChoice::Screen);
        first.map(|actor| dialect.anchor.ground(actor.position))
    }

    /// Number of frames that are shown and compared.
    pub(crate) fn frames(&self) -> usize {
        1 + self.then.len()
    }

    /// The scene as it is shown in a frame: everything that was done until then, with a tick before each
    /// further frame.
    pub(crate) fn scene_at(&self, frame: usize) -> Scene {
        let mut scene = self.scene.clone();
        for steps in self.then.iter().take(frame) {
            for (number, actor) in scene.actors.iter_mut().enumerate() {
                actor.steps.push(Step::Ticks(1));
                let own = steps.iter().filter(|(of, _)| *of == number);
                actor.steps.extend(own.map(|(_, step)| *step));
            }
        }
        scene
    }
}

/// Makes [`Kind`] of kinds of scenes, each with its name in the table.
macro_rules! kinds {
    (still { $($still:tt)+ } moving { $($moving:tt)+ } other { $($other:tt)+ }) => {
        kinds! { @enum $($still)+ $($moving)+ $($other)+ }

        impl Kind {
            /// Kinds that are shown once.
            pub(crate) const STILL: &[Self] = kinds! { @list $($still)+ };

            /// Kinds that are shown for a run of frames.
            pub(crate) const MOVING: &[Self] = kinds! { @list $($moving)+ };
        }
    };
    (@list $($(#[$about:meta])* $kind:ident: $name:literal,)+) => { &[$(Self::$kind,)+] };
    (@enum $($(#[$about:meta])* $kind:ident: $name:literal,)+) => {
        /// The kind of a scene: a row of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Kind {
            $($(#[$about])* $kind,)+
        }

        impl Kind {
            /// Its name in the table.
            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }
        }
    };
}

kinds! {
    still {
        /// Inside the stage, at full size.
        Place: "place and mirroring",
        /// Positions of a camera that looks at an actor.
        Camera: "the part of the room that is seen",
        Edges: "stage edges",
        Scale: "scale",
        ScaleEdges: "scale at stage edges",
        Elevation: "elevation",
        /// Behind z-planes that the script names.
        Planes: "z-planes, forced",
        /// Scale and z-plane of the walk box.
        Boxes: "z-planes and scale from boxes",
        Palette: "palette overrides",
        Shadow: "shadow colour, tables, modes",
        /// Light bits (v5).
        Lights: "lights",
        /// Pictures that borrow others' pixels (v6).
        Redirects: "borrowed pixels",
        /// Pictures in room colours, codecs 5 and 16 (v7, v8).
        Rows: "room colours, codecs 5 and 16",
        RowEdges: "the same at stage edges",
        /// Pictures in room colours with stored gaps, codec 32 (Humongous 7.0 on).
        Skips: "room colours, codec 32",
        SkipEdges: "codec 32 at stage edges",
        /// Clip rectangles (Humongous 7.1 on).
        Clips: "clip rectangles",
        /// Pictures that are drawn under conditions (Humongous 8.0 on).
        Conditions: "conditions",
        /// Colours of palette slots (Humongous 9.9 on).
        Slots: "palette slots",
        /// Codes that show several pictures (v7, v8).
        Draws: "several pictures in a code",
        Actors: "several actors",
        Mixed: "all together",
    }
    moving {
        Chores: "chores in sequence",
        Facings: "facing changed in a chore",
        /// Turning, a quarter in a loop.
        Turning: "turning",
        /// Limbs stopped, started and switched off.
        StopStart: "stop, start, off",
        Counters: "animation counter",
        Once: "played once",
        /// Variables, conditions and jumps of programs (v7, v8).
        Programs: "variables, conditions, jumps",
        /// Commands that wait for the end of the loop (v7, v8).
        Queued: "commands that wait",
        /// Programs that mirror (v7, v8).
        Flips: "programs that mirror",
        /// Slower animation, and its speed changed while it plays.
        Speed: "speed",
        /// Several actors with independent chores.
        Company: "several actors in motion",
        /// Mouths: talk states that scripts and programs set (Humongous 8.0 on).
        Talking: "talk states",
        /// Auxiliary frames (Humongous 7.1 on).
        Auxiliary: "auxiliary frames",
    }
    other {
        Sample: "the sample game's costumes",
        /// The same, converted for another generation.
        Converted: "converted for another generation",
        /// Programs that are longer than AKSQ (v7, v8, Humongous).
        Cut: "programs that are cut off",
        /// Costumes by other programs, in a folder.
        Blocks: "costumes from a folder",
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The position of an actor in the units of the engine's scripts.
pub(crate) fn place_of(actor: &SceneActor) -> (i32, i32) {
    let (Position::Pixel(x, y) | Position::Cell(x, y)) = actor.position;
    (x, y)
}

/// Puts actors into the order in which the interpreter draws them: by y, with its own idea of what to do with
/// equals (`docs/format/drawing.md §12`; v5 and v6 without layers). They come in the order of their numbers.
pub(crate) fn sort_as_drawn(actors: &mut [(u8, SceneActor)]) {
    let row = |actor: &(u8, SceneActor)| place_of(&actor.1).1;
    for j in 0..actors.len() {
        for i in 0..actors.len() {
            if row(&actors[j]) < row(&actors[i]) {
                actors.swap(i, j);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use costumier::Facing;

    use super::*;

    #[test]
    fn a_frame_is_the_scene_with_all_that_was_done() {
        let (scene, numbers) = (Scene::default(), vec![1, 2]);
        let tables = Vec::new();
        let mut case =
            Case { kind: Kind::Chores, visit: 0, scene, numbers, tables, then: vec![], counts: false };
        case.scene.actors = (0..2).map(|_| SceneActor::new(1, (0, 0), Facing::EAST)).collect();
        case.scene.actors[0].steps = vec![Step::Animate(1)];
        case.then = vec![vec![(1, Step::Animate(6))], vec![(0, Step::Animate(7)), (0, Step::Speed(2))]];
        assert_eq!(case.frames(), 3);
        assert_eq!(case.scene_at(0), case.scene);
        let last = case.scene_at(2);
        let (tick, animate) = (Step::Ticks(1), Step::Animate);
        assert_eq!(last.actors[0].steps, [animate(1), tick, tick, animate(7), Step::Speed(2)]);
        assert_eq!(last.actors[1].steps, [tick, animate(6), tick]);
    }

    #[test]
    fn lower_actors_are_drawn_later_and_equals_may_change_places() {
        let sorted = |rows: &[i32]| {
            let actor = |(number, y): (u8, &i32)| (number, SceneActor::new(1, (0, *y), Facing::EAST));
            let mut actors: Vec<_> = (1..).zip(rows).map(actor).collect();
            sort_as_drawn(&mut actors);
            actors.iter().map(|(number, _)| *number).collect::<Vec<_>>()
        };
        assert_eq!(sorted(&[5, 3, 9, 3]), [2, 4, 1, 3]);
        assert_eq!(sorted(&[3, 3, 1]), [3, 2, 1]);
    }
}
