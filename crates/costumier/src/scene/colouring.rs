//! The colours of a scene's actors, from costume, room, lights, shadows and the scene's settings.

use std::collections::BTreeMap;

use super::actor::SceneActor;
use super::slot::SlotTable;
use super::types::{Scene, ShadowPalette, ShadowTable};
use crate::akos::Codec;
use crate::costume::Costume;
use crate::dialect::Dialect;
use crate::draw::{
    self, ActorColours, Colours, HighActor, SHADOW_TABLES, ShadowTables, UNBUILT_SHADOWS, eighth_table,
    remapped, shadow_table,
};
use crate::game::{Rgb, Room};

/// The game's tables for an actor's colours.
pub(super) struct GameColours<'a> {
    pub(super) tables: &'a Tables,
    /// The table of the image that the actor was given.
    pub(super) xmap: Option<&'a [[u8; 256]; 256]>,
    /// Whether pictures that ask for it are mixed with the pixels beneath.
    pub(super) mixes: bool,
    /// The palette slot that the actor was given.
    pub(super) slot: Option<&'a SlotTable>,
}

/// An actor's colours in a scene.
pub(super) fn colours_of(
    scene: &Scene,
    actor: &SceneActor,
    costume: &Costume,
    room: Option<&Room>,
    (palette, high): (&[Rgb; 256], Option<&[u16; 256]>),
    given: &GameColours<'_>,
) -> Colours {
    let GameColours { tables, xmap, mixes, slot } = *given;
    let dialect = costume.dialect();
    let mut colours = ActorColours::of(costume);
    colours.actor = actor.number;
    if let (Some(factors), Some(akos)) = (actor.remap, costume.as_akos()) {
        colours.overrides = remapped(akos, palette, factors, actor.shadow_mode, |_| false);
    }
    for (colour, room_colour) in &actor.palette {
        colours.overrides[usize::from(*colour)] = Some(*room_colour);
    }
    colours.lit = scene.lights & dialect.actor_light != 0 || !dialect.has_lights;
    colours.shadow_mode = actor.shadow_mode;
    colours.shadow = match costume {
        Costume::Cost(_) if dialect.shadow_table => ShadowTables::One(&tables.one),
        Costume::Akos(_) if dialect.akos.eight_shadow_tables => ShadowTables::Eight(&tables.eight),
        Costume::Akos(akos) if !dialect.akos.shadow_conditions && akos.header().codec != Codec::Trle => {
            ShadowTables::One(&tables.eight[0])
        }
        _ => xmap.map_or(ShadowTables::None, ShadowTables::Full),
    };
    let mut pixels = BTreeMap::new();
    let own = costume.own_colours();
    if let Some(table) = high {
        // A costume from another kind of game has the room's colours.
        let rules = dialect.high_colour;
        pixels.extend(actor.palette.iter().map(|(colour, pixel)| (*colour, u16::from(*pixel))));
        pixels = costume.shown_for(pixels);
        // These pixels are already as shown, like those of `Costume::pixels_in`.
        pixels.extend(&actor.pixels);
        let mut high = HighActor::new(table);
        high.own = own.as_ref().filter(|_| rules.is_some_and(|rules| rules.own_colours));
        high.overrides = Some(&pixels);
        high.slot = slot.filter(|_| dialect.akos.slot_remaps).map(|slot| &slot.pixels);
        high.mixes = rules.is_some_and(|rules| rules.mixes) && mixes;
        colours.high = Some(high);
    }
    colours.remaps.slot = slot.map(|slot| &slot.indices);
    colours.remaps.room = room.and_then(|room| room.remap.as_deref());
    Colours::of_actor(&colours)
}

/// The shadow tables of a scene.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    one: [u8; 256],
    eight: [[u8; 256]; SHADOW_TABLES],
}

impl Tables {
    pub(super) fn of(scene: &Scene, palette: &[Rgb; 256], dialect: &Dialect) -> Self {
        let one = scene.shadow.map(|s| shadow_table(palette, s.factors, (s.first, s.last)));
        let first = dialect.akos.remap_from;
        let built = |s: ShadowPalette| eighth_table(palette, s.factors, (s.first, s.last), first);
        let mut eight = UNBUILT_SHADOWS;
        eight[0] = scene.shadow.map_or(eight[0], built);
        for (number, table) in &scene.shadows {
            if let Some(slot) = eight.get_mut(usize::from(*number)) {
                *slot = match table {
                    ShadowTable::Made(palette) => built(*palette),
                    ShadowTable::Exact(table) => **table,
                };
            }
        }
        Self { one: one.unwrap_or(draw::NO_SHADOW), eight }
    }
}
