//! Setting up a scene's actors from their descriptions, and performing their steps.

use std::sync::Arc;

use super::actor::{SceneActor, Step};
use super::actor_commands::{ActorCommands, SceneContext};
use super::colouring::{self, GameColours, Tables};
use super::player::{Player, StepContext};
use super::resources::{Resources, Rooms};
use super::types::Scene;
use crate::costume::Costume;
use crate::dialect::Position;
use crate::draw::Colours;
use crate::game::Game;
use crate::{Error, ErrorKind, Result};

/// Makes the players of a scene's actors.
pub(super) struct Casting<'a> {
    resources: &'a mut Resources,
    scene: &'a Scene,
    rooms: &'a Rooms,
    tables: Tables,
    any_talking: bool,
}

impl<'a> Casting<'a> {
    pub(super) fn of(resources: &'a mut Resources, scene: &'a Scene, rooms: &'a Rooms) -> Self {
        // Shadows use the stored colours of the room, including those that are skipped when the palette is applied.
        let stored = rooms.room.as_ref().and_then(|it| it.stored());
        let stored = stored.map_or(rooms.palette(), |palette| &palette.colours);
        let tables = Tables::of(scene, stored, &resources.game.dialect());
        let any_talking = scene.actors.iter().any(|actor| actor.talking);
        Self { resources, scene, rooms, tables, any_talking }
    }

    /// Sets up all actors of the scene and performs their steps.
    pub(super) fn players(mut self, players: &mut Vec<Player>, commands: &mut ActorCommands) -> Result<()> {
        let scene = self.scene;
        players.clear();
        for said in &scene.actors {
            players.push(self.dressed(said)?);
        }
        let (game, any_talking) = (&self.resources.game, self.any_talking);
        // A program can start chores of any actor.
        if players.len() > 1 && players.iter().any(Player::has_programs) {
            return commands.make_steps(SceneContext { game, said: &scene.actors, any_talking }, players);
        }
        players.iter_mut().zip(&scene.actors).try_for_each(|(player, said)| self.make_steps(player, said))
    }

    /// Sets up one actor and performs its steps.
    pub(super) fn player(mut self, said: &SceneActor) -> Result<Player> {
        let mut player = self.dressed(said)?;
        self.make_steps(&mut player, said)?;
        Ok(player)
    }

    fn make_steps(&self, player: &mut Player, said: &SceneActor) -> Result<()> {
        let (game, any_talking) = (&self.resources.game, self.any_talking);
        let perform =
            |step: &Step| player.perform(*step, StepContext { game, said, any_talking, heard: &mut |_| {} });
        said.steps.iter().try_for_each(perform)
    }

    /// Sets up an actor before its first step.
    fn dressed(&mut self, said: &SceneActor) -> Result<Player> {
        check_position(&self.resources.game, said.position)?;
        let (costume, _) = self.resources.costume(said.costume)?;
        let colours = self.colours(said, &costume)?;
        let (game, any_talking) = (&self.resources.game, self.any_talking);
        Ok(Player::new(&costume, colours, StepContext { game, said, any_talking, heard: &mut |_| {} }))
    }

    /// Dresses an actor that plays: its costume and colours become those of the scene. It continues what it does.
    ///
    /// # Errors
    /// The errors of [`Casting::players`], except those of its steps.
    pub(super) fn dress(&mut self, player: &mut Player, said: &SceneActor) -> Result<()> {
        check_position(&self.resources.game, said.position)?;
        let (costume, _) = self.resources.costume(said.costume)?;
        player.colours = self.colours(said, &costume)?;
        if !Arc::ptr_eq(player.actor.costume(), &costume) {
            player.actor.wear(costume);
        }
        Ok(())
    }

    /// An actor's colours in the scene.
    ///
    /// # Errors
    /// The errors of [`PaletteSlot::table`](super::PaletteSlot).
    fn colours(&self, said: &SceneActor, costume: &Costume) -> Result<Colours> {
        let room = self.rooms.room.as_deref().map(|room| &room.room);
        let palettes = (self.rooms.palette(), self.rooms.high());
        // An image without a table makes no shadows.
        let xmap = (said.xmap != 0).then(|| self.resources.game.data().xmap(said.xmap.into()).ok()).flatten();
        // Pixels of 16 bits are mixed, whatever the table contains.
        let mixes =
            palettes.1.is_some() && said.xmap != 0 && self.resources.game.data().has_xmap(said.xmap.into());
        let slot = said.slot.as_ref().map(|slot| slot.table(&self.resources.game, palettes.1)).transpose()?;
        let given = GameColours { tables: &self.tables, xmap: xmap.as_deref(), mixes, slot: slot.as_ref() };
        Ok(colouring::colours_of(self.scene, said, costume, room, palettes, &given))
    }
}

/// Refuses a cell in a game whose positions are pixels.
pub(super) fn check_position(game: &Game, position: Position) -> Result<()> {
    match (position, game.dialect().anchor.cell()) {
        (Position::Cell(x, y), None) => {
            let name = format!("cell ({x}, {y}) in {}, where positions are pixels", game.generation());
            Err(Error::new(ErrorKind::NoSuchItem(name), "actor"))
        }
        _ => Ok(()),
    }
}
