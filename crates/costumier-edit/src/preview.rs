//! A packed costume as a little game of its own: one room in the costume's colours, the costume, and nothing else.
//!
//! So everything that shows costumes of games (plays them, exports them, explains them) shows a folder that somebody is
//! working on, drawn by the rules of its generation.

use costumier::format::dialect::FileLayout;
use costumier::raw::build::classic::ClassicBuilder;
use costumier::raw::build::game::GameBuilder;
use costumier::raw::build::room::RoomSource;
use costumier::{Costume, Error, ErrorKind, Refused, Result};

use crate::folder::Packed;

/// The room that owns the costume.
const ROOM: u8 = 1;

/// The brightest grey that is taken.
const WHITE: u8 = 251;

/// The files of the game, by name. The costume has the folder's id, or 1.
///
/// # Errors
/// Where the block cannot be read, or a game cannot hold it.
pub fn game(packed: &Packed) -> Result<Vec<(String, Vec<u8>)>> {
    let dialect = packed.dialect;
    let costume = packed.costume()?;
    let mut room = RoomSource::new(320, 144);
    room.neighbours.clear();
    room.palette = palette(&costume, packed);
    let id = packed.shown_id();
    let wrong =
        |refused: Refused| Error::new(ErrorKind::CannotWrite(refused.to_string()), format!("costume {id}"));
    if dialect.files != FileLayout::Disks {
        let mut game = ClassicBuilder::new(dialect);
        game.room(ROOM, "preview", 1, room.write_for(&dialect).map_err(wrong)?);
        game.costume(id, ROOM, packed.payload.clone());
        return game.finish().map_err(wrong);
    }
    let mut game = GameBuilder::new(dialect);
    game.room_source(ROOM, "preview", &room).map_err(wrong)?;
    game.costume(id, ROOM, packed.payload.clone());
    let files = game.finish().map_err(wrong)?;
    Ok(files.named("preview", &dialect).into_iter().collect())
}

/// A colour that interpreters do not pass over: where all parts are 252 or more, they leave what was there before.
fn seen(colour: [u8; 3]) -> [u8; 3] {
    if colour.iter().all(|part| *part > WHITE) { [WHITE; 3] } else { colour }
}

/// Colours of a room in which the costume looks as its folder says.
fn palette(costume: &Costume, packed: &Packed) -> Vec<[u8; 3]> {
    let mut palette: Vec<[u8; 3]> = (0..=u8::MAX).map(|index| [index.min(WHITE); 3]).collect();
    let shown = &packed.about.colours;
    let by_room = costume.as_akos().is_some_and(|akos| akos.header().codec.number() != 1);
    if by_room {
        for (entry, colour) in palette.iter_mut().zip(shown) {
            *entry = seen(*colour);
        }
        return palette;
    }
    // A colour that several costume colours have is the first's: they look alike.
    for (index, colour) in costume.palette().iter().zip(shown).rev() {
        if let Some(entry) = palette.get_mut(usize::from(*index)) {
            *entry = seen(*colour);
        }
    }
    palette
}
