//! The boot script of a pack while it is written: the needs of each scene, and the state that the scene before left on
//! the stage.

use std::collections::BTreeSet;

use costumier::Dialect;
use costumier::scene::Scene;
use costumier_build::room::RoomSource;

use crate::case::{Case, Kind};
use crate::engine::{Action, CURTAIN};
use crate::pack::{Pack, PackCostume, palette_of};
use crate::random::{COUNTER, MARKER, palettes};

/// The boot script while it is written, with the state of the stage.
pub(crate) struct Showing<'a> {
    pub(crate) actions: Vec<Action>,
    rooms: &'a [RoomSource],
    room: Option<u32>,
    /// The palette that the room shows.
    palette: u16,
    on_stage: Vec<u8>,
    unflip: Option<u16>,
    curtain: Option<u16>,
    marker: Option<u16>,
    dialect: Dialect,
    /// Number of loops until a room is complete.
    opening: usize,
    /// The first steps that showing an actor carries out.
    shown_by: usize,
    /// Costumes whose colours scripts name by room colours.
    named_by: &'a [PackCostume],
    /// Actors that a program may have mirrored.
    mirrored: BTreeSet<u8>,
    /// Actors whose auxiliary frames may still be there.
    framed: Vec<u8>,
    /// Whether colours may have been overridden for a picture of codec 5 that was then not drawn: this
    /// ScummVM would do so for the next one.
    overridden: bool,
}

impl<'a> Showing<'a> {
    /// The beginning of a pack's script.
    pub(crate) fn new(pack: &'a Pack) -> Self {
        let engine = pack.engine;
        let begin = std::iter::once(Action::Begin);
        let sprites = pack.nes.as_ref().map(|graphics| Action::Sprites(graphics.set));
        Self {
            actions: begin.chain(sprites).collect(),
            rooms: &pack.rooms,
            room: None,
            palette: 0,
            on_stage: Vec::new(),
            unflip: pack.unflip,
            curtain: pack.curtain,
            marker: pack.marker,
            dialect: engine.dialect(),
            opening: engine.opening(),
            shown_by: engine.shown_by().len(),
            named_by: if engine.names_room_colours() { &pack.costumes } else { &[] },
            mirrored: BTreeSet::new(),
            framed: Vec::new(),
            overridden: false,
        }
    }

    /// Sets up a scene.
    pub(crate) fn set_up(&mut self, case: &Case) {
        let Scene { room, room_palette, view, shadow, actors, objects, .. } = &case.scene;
        if let (Some(costume), false) = (self.unflip, self.framed.is_empty()) {
            let framed = std::mem::take(&mut self.framed);
            self.actions.extend(framed.into_iter().map(|actor| Action::Undress(actor, costume)));
            self.actions.push(Action::Break);
            if let (Some(costume), Some(Ok(room))) = (self.curtain, self.room.map(u8::try_from)) {
                // When an actor that covers the screen is removed, the whole background is restored.
                self.actions.push(Action::Curtain { costume, marker: None, room, left: 0, top: 0 });
                self.actions.extend([Action::Break, Action::Remove(CURTAIN), Action::Break]);
            }
        }
        let number = room.and_then(|room| u8::try_from(room).ok()).unwrap_or(1);
        if self.room != *room {
            self.room = *room;
            // The first picture of a room is not complete.
            let narrow = |(id, state): (&u32, &u8)| Some((u16::try_from(*id).ok()?, *state));
            let states: Vec<_> = objects.given.iter().filter_map(narrow).collect();
            self.actions.extend((!states.is_empty()).then_some(Action::States(states)));
            self.actions.push(Action::Room(number));
            self.actions.resize(self.actions.len() + self.opening, Action::Break);
            self.palette = 0;
        }
        if self.palette != *room_palette {
            self.palette = *room_palette;
            self.actions.push(Action::RoomPalette(self.palette));
        }
        let stands_in = &self.rooms[usize::from(number) - 1];
        let (left, top) = case.corner(&self.dialect, stands_in);
        self.actions.extend(view.part().map(|view| Action::Camera(view.x)));
        self.actions.extend(case.looks_at(&self.dialect).map(Action::LookAt));
        if let (None, Some(costume)) = (self.curtain, self.marker) {
            self.actions.push(Action::Corner { costume, room: number, left });
        }
        self.actions.extend(self.curtain.map(|costume| {
            let marker = self.marker;
            Action::Curtain { costume, marker, room: number, left, top }
        }));
        self.actions.extend(shadow.map(Action::Shadow));
        if !case.tables.is_empty() {
            // The colours that are not the room's are set back: shadows may be any colour.
            let palette = palettes::of(&self.rooms[usize::from(number) - 1], *room_palette);
            let own = (COUNTER - 2..=MARKER).map(|entry| (entry, palette[usize::from(entry)]));
            self.actions.push(Action::Tables(case.tables.clone(), own.collect()));
        }
        for gone in self.on_stage.iter().filter(|actor| !case.numbers.contains(actor)) {
            self.actions.push(Action::Remove(*gone));
        }
        let mut unsettled: Vec<u8> =
            case.numbers.iter().copied().filter(|actor| self.mirrored.remove(actor)).collect();
        if std::mem::take(&mut self.overridden) && unsettled.is_empty() {
            unsettled.extend(case.numbers.first());
        }
        if let (Some(costume), false) = (self.unflip, unsettled.is_empty()) {
            let settle = |actor| Action::Unflip { actor, room: number, costume, left };
            self.actions.extend(unsettled.into_iter().map(settle));
            self.actions.push(Action::Break);
        }
        self.overridden = case.kind == Kind::Palette;
        if case.kind == Kind::Flips {
            self.mirrored.extend(&case.numbers);
        }
        if case.kind == Kind::Auxiliary {
            self.framed.clone_from(&case.numbers);
        }
        self.on_stage.clone_from(&case.numbers);
        for (actor, is) in case.numbers.iter().zip(actors) {
            let mut is = is.clone();
            if let Some(own) = palette_of(self.named_by, is.costume) {
                let named = |(entry, colour)| Some((*own.get(usize::from(entry))?, colour));
                is.palette = is.palette.into_iter().filter_map(named).collect();
                let named = |(entry, pixel)| Some((*own.get(usize::from(entry))?, pixel));
                is.pixels = is.pixels.into_iter().filter_map(named).collect();
            }
            let steps: Vec<_> =
                is.steps[self.shown_by..].iter().map(|step| Action::Step(*actor, *step)).collect();
            self.actions.push(Action::SetUp { actor: *actor, room: number, is: Box::new(is) });
            self.actions.extend(steps);
        }
    }

    /// Shows a frame of the scene, and its number.
    pub(crate) fn show(&mut self, case: &Case, frame: usize, number: usize) {
        if case.kind != Kind::Auxiliary || frame == 0 {
            self.actions.push(Action::Redraw(case.scene.lights));
        } else if frame == 1 && self.curtain.is_some() {
            // An actor that covers the screen would restore the background over auxiliary frames.
            self.actions.push(Action::Remove(CURTAIN));
        }
        if case.kind == Kind::Talking {
            // Another talk state alone does not draw the actor again.
            let all = case.numbers.iter().zip(&case.scene.actors);
            self.actions.extend(all.map(|(actor, is)| Action::Stir(*actor, is.elevation)));
        }
        if case.counts {
            self.actions.push(Action::Tell(case.numbers[0], COUNTER));
        }
        self.mark(number);
        self.actions.push(Action::Break);
    }

    /// Shows a frame's number.
    pub(crate) fn mark(&mut self, number: usize) {
        self.actions.push(Action::Mark(number));
    }
}
