//! Makes a game of a packed costume: one room in the costume's colours, and the costume.
//!
//! Everything that shows costumes of games (plays, exports or explains them) can then show a costume folder, drawn by
//! the rules of its generation.

use costumier::format::dialect::FileLayout;
use costumier::{Costume, Error, ErrorKind, Refused, Result};
use costumier_build::classic::ClassicBuilder;
use costumier_build::game::GameBuilder;
use costumier_build::room::RoomSource;

use crate::folder::{Packed, TEXT};

/// The number of the room that owns the costume.
const ROOM: u8 = 1;

/// The brightest grey in the room's palette.
const WHITE: u8 = 251;

/// Returns the files of the game, by name. The costume has the folder's id, or 1.
///
/// # Errors
/// If the block cannot be read, or a game of its generation cannot hold it.
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

/// Returns a note about the costume colours whose colour is unknown, if there are any.
#[must_use]
pub fn unknown_colours(packed: &Packed) -> Option<String> {
    let unknown: Vec<String> = packed.about.unknown.iter().map(usize::to_string).collect();
    let (colours, are) = if unknown.len() == 1 { ("colour", "is") } else { ("colours", "are") };
    let text = format!(
        "{TEXT}: palette: the {colours} of {} in the game {are} unknown, and shown grey: the numbers changed, and the \
         folder has no room.gpl. `costumier unpack` writes it",
        unknown.join(", ")
    );
    (!unknown.is_empty()).then_some(text)
}

/// Returns a colour that interpreters show. They skip colours whose parts are all 252 or more, and keep the previous
/// one.
pub(crate) fn seen(colour: [u8; 3]) -> [u8; 3] {
    if colour.iter().all(|part| *part > WHITE) { [WHITE; 3] } else { colour }
}

/// Returns the colours of a room in which the costume looks as its folder says.
pub(crate) fn palette(costume: &Costume, packed: &Packed) -> Vec<[u8; 3]> {
    let mut palette: Vec<[u8; 3]> = (0..=u8::MAX).map(|index| [index.min(WHITE); 3]).collect();
    let shown = &packed.about.colours;
    let by_room = costume.as_akos().is_some_and(|akos| akos.header().codec.number() != 1);
    if by_room {
        for (entry, colour) in palette.iter_mut().zip(shown) {
            *entry = seen(*colour);
        }
        return palette;
    }
    // Entries whose colour is unknown stay grey.
    let unknown = &packed.about.unknown;
    // If several costume colours share a room colour, the first one decides; they look alike.
    for (k, (index, colour)) in costume.palette().iter().zip(shown).enumerate().rev() {
        if unknown.contains(&k) {
            continue;
        }
        if let Some(entry) = palette.get_mut(usize::from(*index)) {
            *entry = seen(*colour);
        }
    }
    palette
}
