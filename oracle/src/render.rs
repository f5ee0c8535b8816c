//! What Costumier says about a case.

use std::sync::Arc;

use costumier::costume::Costume;
use costumier::game::Game;
use costumier::play::Actor;
use costumier::scene::{ChoreRef, SceneRenderer, Step};

use crate::case::Case;
use crate::compare::Told;
use crate::failure::{Failure, Outcome};

/// Renders cases with Costumier, scene after scene as its users do.
#[derive(Debug)]
pub(crate) struct Costumier<'g> {
    game: &'g Game,
    renderer: SceneRenderer<'g>,
}

impl<'g> Costumier<'g> {
    /// A renderer for a pack.
    pub(crate) fn new(game: &'g Game) -> Outcome<Self> {
        let renderer = SceneRenderer::new(game).map_err(|why| Failure::because("Costumier", why))?;
        Ok(Self { game, renderer })
    }

    /// The pixels of a frame, row by row.
    pub(crate) fn pixels(&mut self, case: &Case, frame: usize) -> Outcome<&[u8]> {
        let scene = case.scene_at(frame);
        match self.renderer.render(&scene) {
            Ok(rendered) => Ok(rendered.pixels),
            Err(why) => Err(Failure::because("Costumier does not draw a scene", why)),
        }
    }

    /// What is told of the first actor in a frame: the low bytes of its animation counter, or of three variables.
    pub(crate) fn told(&self, case: &Case, frame: usize) -> Outcome<Told> {
        let scene = case.scene_at(frame);
        let Some(first) = scene.actors.first() else { return Ok(Told::default()) };
        let failed = |why| Failure::because(format!("Costumier opens costume {}", first.costume), why);
        let found = self.game.costume_bytes(first.costume).map_err(failed)?;
        let costume = Costume::open(found.tag, found.payload, found.dialect).map_err(failed)?;
        let mut actor = Actor::new(Arc::new(costume), first.facing);
        if let Some(limbs) = actor.akos_limbs_mut() {
            first.vars.iter().for_each(|(var, value)| limbs.set_var(*var, *value));
        }
        for step in &first.steps {
            match *step {
                Step::Chore(ChoreRef::Role(role)) => actor.start_role(role),
                Step::Chore(ChoreRef::Number(chore)) => actor.start(chore),
                Step::Face(facing) => actor.face(facing),
                Step::Animate(operand) => actor.animate(operand),
                Step::Speed(speed) => actor.set_speed(speed),
                Step::Ticks(ticks) => (0..ticks).for_each(|_| {
                    actor.tick(&mut ());
                }),
            }
        }
        Ok(match actor.limbs().as_akos() {
            Some(limbs) => [0, 1, 2].map(|var| limbs.var(var).to_le_bytes()[0]),
            None => [actor.counter().to_le_bytes()[0], 0, 0],
        })
    }
}
