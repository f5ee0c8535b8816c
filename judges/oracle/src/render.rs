//! Costumier's pictures of a case.

use std::sync::Arc;

use costumier::scene::{ChoreRef, Rendered, Scene, SceneRenderer, Step};
use costumier::{Actor, Costume, Game};

use crate::case::Case;
use crate::colours::{Colours, ScreenColours};
use crate::compare::ActorValues;
use crate::corner;
use crate::failure::{Failure, Outcome};
use crate::wide;

/// Renders cases with Costumier, scene after scene.
#[derive(Debug)]
pub(crate) struct Costumier {
    renderer: SceneRenderer,
    /// The last picture of pixels of two bytes.
    wide: Vec<u8>,
    screen: ScreenColours,
    /// The last picture on an EGA screen, without the corner.
    mixed: Vec<u8>,
    /// Whether the corner shows the frame's number.
    wipes: bool,
}

impl Costumier {
    /// A renderer for a pack.
    pub(crate) fn new(game: &Arc<Game>) -> Self {
        let renderer = SceneRenderer::new(Arc::clone(game));
        let wipes = game.dialect().has_akos();
        Self { renderer, wide: Vec::new(), screen: ScreenColours::new(), mixed: Vec::new(), wipes }
    }

    /// The pixels of a frame, row by row: indices or, where there are such, pixels of two bytes.
    pub(crate) fn pixels(&mut self, case: &Case, frame: usize) -> Outcome<&[u8]> {
        self.of_scene(&case.scene_at(frame))
    }

    /// The pixels of a scene, as [`Costumier::pixels`].
    pub(crate) fn of_scene(&mut self, scene: &Scene) -> Outcome<&[u8]> {
        let Self { renderer, wide, mixed, wipes, .. } = self;
        // The columns next to a narrow room are not compared.
        let is_nes = renderer.game().dialect().is_nes();
        let room = scene.room.filter(|_| is_nes).and_then(|room| renderer.game().room(room).ok());
        let is_mixed = renderer.game().is_dithered() && renderer.game().fixed_pattern().is_none();
        let failed = |why| Failure::because("Costumier does not draw a scene", why);
        let rendered = renderer.render(scene).map_err(failed)?;
        if is_mixed {
            mixed.clear();
            mixed.extend_from_slice(rendered.pixels);
            corner::wipe(mixed, usize::try_from(rendered.width).unwrap_or(0));
            return Ok(mixed);
        }
        let Some(high) = rendered.high else {
            let columns = usize::try_from(rendered.width).unwrap_or(0);
            let Some(kept) = room.map(|room| usize::from(room.width)).filter(|kept| *kept < columns) else {
                return Ok(rendered.pixels);
            };
            wide.clear();
            wide.extend_from_slice(rendered.pixels);
            let rows = wide.chunks_exact_mut(columns);
            rows.for_each(|row| row.iter_mut().skip(kept).for_each(|pixel| *pixel = 0));
            return Ok(wide);
        };
        wide.clear();
        wide.extend(high.iter().flat_map(|pixel| pixel.to_ne_bytes()));
        if *wipes {
            wide::wipe(wide, usize::try_from(rendered.width).unwrap_or(0));
        }
        Ok(wide)
    }

    /// Whether a frame differs from its empty room.
    pub(crate) fn shows_actors(&mut self, case: &Case, frame: usize) -> Outcome<bool> {
        let with = self.pixels(case, frame)?.to_vec();
        let mut room = case.scene_at(frame);
        room.actors.clear();
        Ok(self.of_scene(&room)? != with)
    }

    /// A frame as the library returns it: with the colours of the room, and of no room before.
    pub(crate) fn rendered(&mut self, case: &Case, frame: usize) -> Outcome<Rendered<'_>> {
        let scene = case.scene_at(frame);
        self.renderer.render(&scene).map_err(|why| Failure::because("Costumier does not draw a scene", why))
    }

    /// The colours of a case. Call it for a pack's cases in order.
    ///
    /// Colours that the room does not set are those of the rooms before. All others are those of the picture.
    pub(crate) fn colours(&mut self, case: &Case) -> Outcome<Colours> {
        let (room, number) = (case.scene.room, case.scene.room_palette);
        let failed = |why| Failure::because("Costumier opens a room", why);
        let opened = room.map(|room| self.renderer.game().room(room)).transpose().map_err(failed)?;
        let palettes = opened.map(|room| room.palettes).unwrap_or_default();
        let shown = *self.rendered(case, 0)?.palette;
        let show = |palette: u16, before: &Colours| {
            let shown_now = palettes.get(usize::from(palette));
            if let Some(first) = shown_now.filter(|_| palette != number) {
                return first.applied_over(before);
            }
            let kept = |entry: u8| shown_now.is_some_and(|palette| palette.is_skipped(entry));
            let mut colours = shown;
            let all = (0..=u8::MAX).zip(colours.iter_mut().zip(before));
            all.filter(|(entry, _)| kept(*entry)).for_each(|(_, (colour, before))| *colour = *before);
            colours
        };
        Ok(*self.screen.of((room, number), show))
    }

    /// The first actor's values in a frame: the low bytes of its animation counter, or of three
    /// variables.
    pub(crate) fn told(&self, case: &Case, frame: usize) -> Outcome<ActorValues> {
        let scene = case.scene_at(frame);
        let Some(first) = scene.actors.first() else { return Ok(ActorValues::default()) };
        if scene.actors.len() > 1 && self.renderer.game().dialect().has_akos() {
            // Others may have changed its variables.
            let failed = |why| Failure::because("Costumier plays a scene", why);
            let live = self.renderer.live(scene).map_err(failed)?;
            let var = |var| live.actor(0).map_or(0, |actor| actor.var(var).to_le_bytes()[0]);
            return Ok([0, 1, 2].map(var));
        }
        let failed = |why| Failure::because(format!("Costumier opens costume {}", first.costume), why);
        let found = self.renderer.game().costume_bytes(first.costume).map_err(failed)?;
        let costume = Costume::open(found.tag, found.payload, found.dialect).map_err(failed)?;
        let mut actor = Actor::new(Arc::new(costume), first.facing);
        actor.set_number(first.number.into());
        first.vars.iter().for_each(|(var, value)| actor.set_var(*var, *value));
        first.conditions.iter().for_each(|condition| actor.set_condition(*condition, true));
        for step in &first.steps {
            match *step {
                Step::Chore(ChoreRef::Role(role)) => actor.start_role(role),
                Step::Chore(ChoreRef::Number(chore)) => actor.start(chore),
                Step::Face(facing) => actor.face(facing),
                Step::Animate(operand) => actor.animate(operand),
                Step::Speed(speed) => actor.set_speed(speed),
                Step::TalkState(state) => actor.set_talk_state(state),
                Step::Ticks(ticks) => (0..ticks).for_each(|_| {
                    actor.tick(&mut ());
                }),
                other => unreachable!("no scene of the oracle has {other:?}"),
            }
        }
        Ok(match actor.costume().as_akos() {
            Some(_) => [0, 1, 2].map(|var| actor.var(var).to_le_bytes()[0]),
            None => [actor.counter().to_le_bytes()[0], 0, 0],
        })
    }
}
