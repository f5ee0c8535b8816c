//! The opened rooms and costumes of a game, shared by all scenes that are drawn from it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use super::types::Scene;
use crate::costume::Costume;
use crate::game::{Game, ObjectStates, Plane, Rgb, Room, RoomPalette, Scenery};
use crate::screen::Pattern;
use crate::screen::high;
use crate::{Error, ErrorKind, Result};

/// Number of rooms that are kept open, each with one of its palettes and certain states of its objects.
const MOST_ROOMS: usize = 256;

/// Rooms and costumes of a game. A clone shares them.
#[derive(Clone, Debug)]
pub(super) struct Resources {
    pub(super) game: Arc<Game>,
    costumes: BTreeMap<u32, (Arc<Costume>, u32)>,
    rooms: BTreeMap<(u32, u16, ObjectStates), Arc<OpenRoom>>,
}

/// A room with its picture decoded.
#[derive(Debug)]
pub(super) struct OpenRoom {
    pub(super) room: Room,
    pub(super) background: Vec<u8>,
    /// The room's planes, with the changes by its objects.
    pub(super) planes: Vec<Plane>,
    /// The reason why an existing background cannot be shown.
    unread: Option<Error>,
    /// The number of the visible palette.
    pub(super) shown: u16,
    pub(super) palette: [Rgb; 256],
    /// The palette as pixels of 16 bits, if the game has such pixels.
    pub(super) high: Option<Box<[u16; 256]>>,
    /// The part of the picture that is shown as pixels with the value of their index, if any.
    pub(super) numbers: Option<Plane>,
    /// The pattern in which the screen shows the room; `None` if pixels are shown unchanged.
    pub(super) dotted: Option<Dotted>,
}

/// A pattern, and the palette of its dots.
#[derive(Debug)]
pub(super) struct Dotted {
    pub(super) pattern: Pattern,
    pub(super) palette: [Rgb; 256],
}

/// The rooms of a scene.
#[derive(Clone, Debug, Default)]
pub(super) struct Rooms {
    /// The room that actors stand in.
    pub(super) room: Option<Arc<OpenRoom>>,
    /// The room that gives the palette: that of the scene, or the one that owns the first actor's costume.
    pub(super) colours: Option<Arc<OpenRoom>>,
}

impl Rooms {
    /// The palette; greys if no room has one.
    pub(super) fn palette(&self) -> &[Rgb; 256] {
        self.colours.as_ref().map_or(&GREYS, |room| &room.palette)
    }

    /// The palette as pixels of 16 bits, if the game has such pixels.
    pub(super) fn high(&self) -> Option<&[u16; 256]> {
        self.colours.as_ref().and_then(|room| room.high.as_deref())
    }

    /// The pattern in which the screen shows the picture, if any.
    pub(super) fn dotted(&self) -> Option<&Dotted> {
        self.colours.as_ref().and_then(|room| room.dotted.as_ref())
    }
}

impl Resources {
    pub(super) fn new(game: Arc<Game>) -> Self {
        Self { game, costumes: BTreeMap::new(), rooms: BTreeMap::new() }
    }

    /// Replaces a costume of the game, or shows the game's again. Returns what replaced it before.
    pub(super) fn replace_costume(
        &mut self,
        id: u32,
        by: Option<(Arc<Costume>, u32)>,
    ) -> Option<(Arc<Costume>, u32)> {
        match by {
            Some(by) => self.costumes.insert(id, by),
            None => self.costumes.remove(&id),
        }
    }

    /// A costume, opened if necessary, and its room.
    pub(super) fn costume(&mut self, id: u32) -> Result<(Arc<Costume>, u32)> {
        let (costume, room) = match self.costumes.entry(id) {
            Entry::Occupied(open) => open.into_mut(),
            Entry::Vacant(slot) => {
                let found = self.game.costume_bytes(id)?;
                let room = found.room;
                slot.insert((Arc::new(Costume::read(found)?), room))
            }
        };
        Ok((Arc::clone(costume), *room))
    }

    fn room(&mut self, id: u32, scene: &Scene) -> Result<Arc<OpenRoom>> {
        let key = (id, scene.room_palette, scene.objects.clone());
        if let Some(open) = self.rooms.get(&key) {
            return Ok(Arc::clone(open));
        }
        if self.rooms.len() >= MOST_ROOMS {
            self.rooms.clear();
        }
        let open = Arc::new(OpenRoom::open(&self.game, id, scene)?);
        self.rooms.insert(key, Arc::clone(&open));
        Ok(open)
    }

    /// Opens the rooms of a scene, and the costumes of its actors.
    pub(super) fn rooms(&mut self, scene: &Scene) -> Result<Rooms> {
        let mut owner = None;
        for actor in &scene.actors {
            let (_, room) = self.costume(actor.costume)?;
            owner.get_or_insert(room);
        }
        let Some(id) = scene.room else {
            // Only the palette is needed. If there is none, colours are shown as greys; but a palette that the
            // scene names must exist.
            let colours = owner.map(|room| self.room(room, scene)).transpose();
            let colours = if scene.room_palette == 0 { colours.unwrap_or(None) } else { colours? };
            return Ok(Rooms { room: None, colours });
        };
        let room = self.room(id, scene)?;
        match &room.unread {
            Some(error) if scene.background => Err(error.clone()),
            _ => Ok(Rooms { room: Some(Arc::clone(&room)), colours: Some(room) }),
        }
    }
}

impl OpenRoom {
    /// The visible palette, as it is stored.
    pub(super) fn stored(&self) -> Option<&RoomPalette> {
        self.room.palettes.get(usize::from(self.shown))
    }

    fn open(game: &Game, id: u32, scene: &Scene) -> Result<Self> {
        let room = game.room(id)?;
        let shown = scene.room_palette;
        let chosen = room.palettes.get(usize::from(shown));
        if shown > 0 && chosen.is_none() {
            let what = format!("palette {shown} of room {id}, which has {}, from 0 on", room.palettes.len());
            return Err(Error::new(ErrorKind::NoSuchItem(what), "scene"));
        }
        let size = usize::from(room.width) * usize::from(room.height);
        let (scenery, unread) = match room.scenery(&scene.objects) {
            Ok(found) => (found, None),
            Err(error) => {
                let unsupported = matches!(error.kind(), ErrorKind::Unsupported(_));
                let planes = room.planes.clone();
                let pixels = vec![game.dialect().black; size];
                let blank = Scenery { pixels, planes, numbers: None, problems: Vec::new() };
                (blank, Some(error).filter(|_| unsupported))
            }
        };
        let Scenery { pixels: background, planes, numbers, .. } = scenery;
        let (palette, pixels) = chosen
            .zip(room.palettes.first())
            .map_or((GREYS, None), |(palette, first)| palette.applied_after(first));
        let high =
            game.dialect().high_colour.map(|_| Box::new(pixels.unwrap_or_else(|| GREYS.map(high::pixel))));
        let dotted = game.pattern_of(&room, shown.into()).map(|pattern| {
            let mut palette = [[0; 3]; 256];
            palette.iter_mut().zip(pattern.colours()).for_each(|(entry, colour)| *entry = *colour);
            Dotted { pattern, palette }
        });
        Ok(Self { room, background, planes, unread, shown, palette, high, numbers, dotted })
    }
}

/// A palette for costumes whose room has none.
const GREYS: [Rgb; 256] = {
    let mut greys = [[0; 3]; 256];
    let mut i = 0u8;
    while i < 255 {
        i += 1;
        greys[i as usize] = [i; 3];
    }
    greys
};
