//! From what a scene says of its actors to actors that have made their steps.

use super::colouring::{self, Tables};
use super::player::{Around, Player};
use super::stock::{Rooms, Stock};
use super::types::{Scene, SceneActor};
use crate::costume::Costume;
use crate::draw::Colours;
use crate::error::Result;

/// Makes players of a scene's actors.
pub(super) struct Casting<'a> {
    stock: &'a mut Stock,
    scene: &'a Scene,
    rooms: &'a Rooms,
    tables: Tables,
    any_talking: bool,
}

impl<'a> Casting<'a> {
    pub(super) fn of(stock: &'a mut Stock, scene: &'a Scene, rooms: &'a Rooms) -> Self {
        // Shadows go by the colours that the room stores, also by those that are passed over when they are
        // applied.
        let stored = rooms.room.as_ref().and_then(|it| it.room.palettes.first());
        let stored = stored.map_or(rooms.palette(), |palette| &palette.colours);
        let tables = Tables::of(scene, stored, &stock.game.dialect());
        let any_talking = scene.actors.iter().any(|actor| actor.talking);
        Self { stock, scene, rooms, tables, any_talking }
    }

    /// An actor that has made its steps.
    pub(super) fn player(&mut self, said: &SceneActor) -> Result<Player> {
        let (costume, _) = self.stock.costume(said.costume)?;
        let colours = self.colours(said, &costume);
        let game = &self.stock.game;
        let any_talking = self.any_talking;
        let mut heard = |_| {};
        let mut player =
            Player::new(&costume, colours, Around { game, said, any_talking, heard: &mut heard });
        for step in &said.steps {
            player.perform(*step, Around { game, said, any_talking, heard: &mut heard })?;
        }
        Ok(player)
    }

    /// An actor's colours.
    pub(super) fn colours(&self, said: &SceneActor, costume: &Costume) -> Colours {
        let room = self.rooms.room.as_deref().map(|room| &room.room);
        let palettes = (self.rooms.palette(), self.rooms.high());
        // An image without a table makes no shadows.
        let xmap = (said.xmap != 0).then(|| self.stock.game.xmap(said.xmap.into()).ok()).flatten();
        // Pixels of 16 bits are mixed, whatever the table says.
        let mixes = palettes.1.is_some() && said.xmap != 0 && self.stock.game.has_xmap(said.xmap.into());
        let tables = (&self.tables, xmap.as_deref(), mixes);
        colouring::colours_of(self.scene, said, costume, room, palettes, tables)
    }
}
