//! A game that is being made, whatever files its kind has: an index and disks, or a file for each room.

use costumier::format::dialect::FileLayout;
use costumier::{Dialect, Refused};
use costumier_build::classic::{ClassicBuilder, NamedFile};
use costumier_build::game::GameBuilder;
use costumier_build::room::RoomSource;

pub(super) enum Game {
    Disks(GameBuilder),
    Classic(ClassicBuilder),
}

impl Game {
    pub(super) fn new(dialect: &Dialect) -> Self {
        if dialect.files == FileLayout::Disks {
            return Self::Disks(GameBuilder::new(*dialect));
        }
        Self::Classic(ClassicBuilder::new(*dialect))
    }

    pub(super) fn room(&mut self, number: u8, name: &str, room: &RoomSource) -> Result<(), Refused> {
        match self {
            Self::Disks(game) => game.room_source(number, name, room).map(|_| ()),
            Self::Classic(game) => game.room_source(number, name, 1, room).map(|_| ()),
        }
    }

    pub(super) fn costume(&mut self, id: u16, room: u8, payload: Vec<u8>) {
        match self {
            Self::Disks(game) => drop(game.costume(id, room, payload)),
            Self::Classic(game) => drop(game.costume(id, room, payload)),
        }
    }

    pub(super) fn script(&mut self, id: u16, room: u8, payload: Vec<u8>) {
        match self {
            Self::Disks(game) => drop(game.script(id, room, payload)),
            Self::Classic(game) => drop(game.script(id, room, payload)),
        }
    }

    /// The files with their names; those of an index and disks begin with `stem`.
    pub(super) fn finish(&self, stem: &str, dialect: &Dialect) -> Result<Vec<NamedFile>, Refused> {
        match self {
            Self::Disks(game) => Ok(game.finish()?.named(stem, dialect)),
            Self::Classic(game) => game.finish(),
        }
    }
}
