//! The engines: as which game ScummVM opens their packs, what scenes can have in them, and the script operations that
//! the library's assembler does not have.
//!
//! [`table`] has a row for each engine. Everything else follows from the row and its dialect. The rest of this tool
//! uses only [`Action`]s ([`actions`]).

mod actions;
mod area;
mod boxes;
mod number;
mod operations;
mod table;

pub(crate) use actions::{Action, CURTAIN, CURTAIN_ROW, script};
pub(crate) use area::Area;
use costumier::format::dialect::{Anchor, BlockHeaders, Camera, ColourDepth, ColourRule, Operations, V1Game};
use costumier::screen::Screen;
use costumier::{Dialect, Generation, Interpreter, Role};
use costumier_build::classic::NamedFile;
#[cfg(test)]
pub(crate) use number::MARKER_BLUE;
pub(crate) use table::*;

use crate::colours::COMPARED;
use crate::interpreter;

/// The objects of Zak `McKracken`, whose interpreter uses one of them by number.
const ZAK_OBJECTS: u16 = 775;

/// The script that entering a room runs in v1 and v2.
const ON_ENTRY: u16 = 5;

/// The room with the distaff's tiles (Loom for the PC-Engine).
const DISTAFF: u8 = 90;

/// An engine: a generation of the interpreter with a game that ScummVM runs in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Engine {
    /// Its name, such as `v5`.
    pub(crate) name: &'static str,
    /// The dialect of its costumes and scripts, with the rules of the current interpreter.
    edition: Dialect,
    /// The version of a Humongous engine, such as 72; 0 for others.
    humongous: u8,
    /// The game as which ScummVM opens a pack.
    pub(crate) game_id: &'static str,
    /// The checksum of the edition as which ScummVM opens a pack, if it is not the first of its game.
    pub(crate) checksum: Option<&'static str>,
    /// Further lines of ScummVM's configuration.
    pub(crate) settings: &'static str,
    /// Files in addition to those that the library writes. ScummVM wants them and does not read their contents.
    files: &'static [(&'static str, &'static [u8])],
    /// The rows of the display that show rooms: the first one, and the one after the last.
    rows: (u32, u32),
    /// The screen, if it is not the usual one.
    pub(crate) shown_on: Option<Screen>,
}

impl Engine {
    /// The dialect with the rules of the judging interpreter.
    pub(crate) fn dialect(&self) -> Dialect {
        self.edition.interpreted_by(interpreter::chosen())
    }

    fn generation(&self) -> Generation {
        self.edition.generation()
    }

    /// Whether it is one of these generations or lies between them. No Humongous engine does.
    fn is_in(&self, generations: std::ops::RangeInclusive<Generation>) -> bool {
        generations.contains(&self.generation())
    }

    /// Whether it is a Humongous engine of this version or a later one.
    fn is_humongous_from(&self, version: u8) -> bool {
        self.humongous >= version
    }

    /// Whether it is a Humongous engine from a version on, which is another one for newer ScummVM.
    fn is_from(&self, version: u8, newer: u8) -> bool {
        self.is_humongous_from(if interpreter::chosen() == Interpreter::Current { newer } else { version })
    }

    /// Whether its script operations have other numbers than v6's (Humongous 10.0 and later).
    fn is_he100(&self) -> bool {
        self.edition.operations == Operations::He100
    }

    /// Whether lights are on or off (Maniac Mansion of v0 and v1).
    fn has_switch(&self) -> bool {
        matches!(self.edition.colours, ColourRule::Actor { game: V1Game::Maniac, .. })
    }
}

/// What packs consist of.
impl Engine {
    /// The file name of a disk; 0 is the index.
    pub(crate) fn file_name(&self, disk: u8) -> String {
        self.edition.disks.file_name(self.game_id, disk)
    }

    /// Files in addition to those that the library writes.
    pub(crate) fn more_files(&self) -> impl Iterator<Item = NamedFile> {
        self.files.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec()))
    }

    /// Scripts that the interpreter itself starts.
    pub(crate) fn more_scripts(&self) -> &'static [u16] {
        if self.is_in(Generation::V1..=Generation::V2) { &[ON_ENTRY] } else { &[] }
    }

    /// Rooms that the interpreter needs, without scenes.
    pub(crate) fn more_rooms(&self) -> &'static [u8] {
        if self.edition.objects.tiles { &[DISTAFF] } else { &[] }
    }

    /// Minimum number of objects in the game's index.
    pub(crate) fn objects(&self) -> u16 {
        if self.has_cells() && self.game_id == "zak" { ZAK_OBJECTS } else { 0 }
    }

    /// Approximate number of frames in a pack: many, because starting ScummVM takes time; few, so that a person can
    /// check them.
    pub(crate) fn pack_frames(&self) -> usize {
        // With offsets of 16 bits, scripts must be short.
        if self.has_bare_files() { 250 } else { 1000 }
    }

    /// Whether resources lie within the first 64 KB of small files.
    pub(crate) fn has_bare_files(&self) -> bool {
        self.edition.blocks == BlockHeaders::Bare
    }

    /// Whether rooms store their transparent colour (`TRNS`).
    pub(crate) fn names_transparent(&self) -> bool {
        self.edition.blocks == BlockHeaders::Tagged
    }

    /// Whether its script ends it. Otherwise it is ended after the last frame.
    pub(crate) fn quits(&self) -> bool {
        !self.has_cells()
    }
}

/// The screen and its colours.
impl Engine {
    /// Size of the compared part in pixels: the screen, or the part of it that shows rooms.
    pub(crate) fn screen(&self) -> (u32, u32) {
        (self.edition.screen_size().0, self.rows.1 - self.rows.0)
    }

    /// The display's row where it begins.
    fn top(&self) -> u32 {
        // Newer ScummVM shows rooms of the C64 one row further down.
        let is_lower = self.edition.made_for == Screen::C64 && interpreter::chosen() == Interpreter::Current;
        self.rows.0 + u32::from(is_lower)
    }

    /// Whether the screen's pixels have 16 bits and no palette, so that colours cannot show numbers (FM-TOWNS).
    pub(crate) fn is_deep(&self) -> bool {
        self.edition.depth == ColourDepth::Fifteen
    }

    /// Whether pixels have 16 bits.
    pub(crate) fn is_wide(&self) -> bool {
        self.edition.high_colour.is_some()
    }

    /// Whether pixels of 256 colours are mixed of the screen's 16.
    pub(crate) fn is_dithered(&self) -> bool {
        self.shown_on == Some(Screen::Ega) && !self.edition.fixed_colours
    }

    /// Number of palette entries that are compared: all before those with a meaning, or the colours of dots; none where
    /// pixels are compared by their own.
    pub(crate) fn compared_colours(&self) -> usize {
        match self.shown_on {
            _ if self.is_deep() || self.edition.objects.tiles => 0,
            Some(screen) if self.is_dithered() => screen.colours().len(),
            Some(screen) => screen.dots().len(),
            None => COMPARED,
        }
    }

    /// Whether this colour of a room's palette keeps the one from before
    /// (`docs/format/containers.md §10.2`).
    pub(crate) fn passes_over(&self, entry: u8, colour: [u8; 3]) -> bool {
        let may = match self.generation() {
            Generation::Humongous if self.is_humongous_from(80) => entry != 15,
            Generation::V5 | Generation::V6 | Generation::Humongous => entry >= 16,
            _ => false,
        };
        may && is_white(colour)
    }

    /// The machine's own colours, the first entries, which no room's palette changes.
    pub(crate) fn own_colours(&self) -> Vec<[u8; 3]> {
        match (self.edition.fixed_colours, self.edition.keeps_first_16) {
            (true, _) => Screen::Ega.colours().to_vec(),
            (false, true) => Screen::AmigaMonkey.colours().to_vec(),
            (false, false) => Vec::new(),
        }
    }

    /// Whether codec 32 shows colours that no room has set yet as colour 0.
    pub(crate) fn maps_skips(&self) -> bool {
        self.is_humongous_from(99)
    }

    /// The first room colour that a shadow table of v7 or v8 may lead to.
    pub(crate) fn first_shadow(&self) -> u8 {
        if self.generation() == Generation::V8 { 24 } else { 1 }
    }
}

/// What scenes can have.
impl Engine {
    /// Whether its costumes are AKOS. Then it has 27 variables for each actor.
    pub(crate) fn has_akos(&self) -> bool {
        self.edition.has_akos()
    }

    /// Whether costumes have pictures that borrow the pixels of others.
    pub(crate) fn has_redirects(&self) -> bool {
        !self.has_akos() && matches!(self.generation(), Generation::V6 | Generation::Humongous)
    }

    /// Whether positions are cells of 8 × 2 pixels, and walk boxes always apply (v0, v1, v2).
    pub(crate) fn has_cells(&self) -> bool {
        matches!(self.edition.anchor, Anchor::Cells { .. })
    }

    /// Whether classes, and not settings, choose the z-plane that hides an actor (before v5).
    fn by_class(&self) -> bool {
        self.generation() < Generation::V5
    }

    /// Whether actors have a scale.
    pub(crate) fn has_sizes(&self) -> bool {
        self.generation() >= Generation::V4
    }

    /// Whether scripts scale x and y apart.
    pub(crate) fn scales_apart(&self) -> bool {
        matches!(self.generation(), Generation::V5 | Generation::V7)
    }

    /// Whether scripts name facings between the four.
    pub(crate) fn has_diagonals(&self) -> bool {
        self.is_in(Generation::V6..=Generation::V8)
    }

    /// Whether an animation's speed can be set.
    pub(crate) fn has_speeds(&self) -> bool {
        !self.by_class()
    }

    /// Whether scripts can read an actor's animation counter, or its variables, and show it as a colour.
    pub(crate) fn has_counters(&self) -> bool {
        let has_colours = !self.is_deep() && !self.is_dithered() && !self.is_wide();
        !self.by_class() && has_colours && !self.is_he100()
    }

    /// Whether "animate actor" takes numbers of a byte: 56 is the init chore, 248 and later are facings
    /// (`docs/format/akos.md §8.3`).
    pub(crate) fn animates_by_bytes(&self) -> bool {
        self.edition.chores.has_orders_in_bytes()
    }

    /// Number of loops of the interpreter until an entered room is complete.
    pub(crate) fn opening(&self) -> usize {
        if self.has_cells() { 12 } else { 2 }
    }

    /// The first steps of an actor that showing it carries out.
    pub(crate) fn shown_by(&self) -> &'static [Role] {
        if self.has_cells() { self.edition.play.on_show } else { &[] }
    }

    /// Whether an actor that is put somewhere faces south.
    pub(crate) fn puts_south(&self) -> bool {
        self.generation() == Generation::V1 && self.has_switch()
    }

    /// Whether scripts change single colours of an actor. In Humongous games the operation does nothing to
    /// COST costumes.
    pub(crate) fn has_overrides(&self) -> bool {
        let is_ignored = self.generation() == Generation::Humongous && !self.has_akos();
        !(is_ignored || self.has_switch() || self.edition.is_nes())
    }

    /// The last costume colour that scripts can give another room colour.
    pub(crate) fn overrides(&self) -> u8 {
        match self.generation() {
            Generation::V7 => 255,
            Generation::Humongous if self.has_akos() => 255,
            _ if self.has_bare_files() || self.edition.objects.tiles => 15,
            _ => 31,
        }
    }

    /// Whether an actor has one colour that scripts can set, which its number names (Zak, v1).
    pub(crate) fn own_colour_only(&self) -> bool {
        self.generation() == Generation::V1 && matches!(self.edition.colours, ColourRule::Actor { .. })
    }

    /// Whether scripts name costume colours by the room colours that they stand for
    /// (`docs/format/akos.md §9.3`).
    pub(crate) fn names_room_colours(&self) -> bool {
        self.has_akos() && self.generation() == Generation::Humongous
    }

    /// Whether shadow modes are compared.
    pub(crate) fn has_shadows(&self) -> bool {
        !self.by_class() && !self.names_room_colours()
    }

    /// Whether shadow modes are safe: without a table, this ScummVM reads one at address 0, except
    /// when it draws as the Amiga.
    pub(crate) fn survives_shadows(&self) -> bool {
        self.edition.shadow_table || self.edition.row_major
    }

    /// Whether images give shadows to pictures with such a condition.
    pub(crate) fn has_xmaps(&self) -> bool {
        self.edition.akos.shadow_conditions
    }

    /// Whether rooms can be wider than the screen.
    pub(crate) fn scrolls(&self) -> bool {
        !self.edition.disks.whole_pictures
    }

    /// Columns between two places that the camera can stand at.
    pub(crate) fn camera_step(&self) -> i32 {
        if self.edition.camera == Camera::Pixels { 1 } else { 8 }
    }

    /// Whether it shows pictures of codec 32. Newer ScummVM takes 7.0 for 7.1 where it paints these, and reads what 7.0
    /// does not have: it crashes.
    pub(crate) fn has_skips(&self) -> bool {
        self.is_from(70, 71)
    }

    /// Whether rooms can have several palettes.
    pub(crate) fn has_palettes(&self) -> bool {
        self.generation() >= Generation::V6
    }

    /// Whether scripts choose one of them. With pixels of 16 bits, drawn pixels keep their colours.
    pub(crate) fn chooses_palettes(&self) -> bool {
        self.has_palettes() && !self.is_wide() && !self.is_he100()
    }

    /// Maximum number of z-planes of a room.
    pub(crate) fn most_planes(&self) -> usize {
        match self.generation() {
            Generation::V4 => 3,
            _ if self.by_class() => 1,
            _ => 4,
        }
    }

    /// The z-planes that scripts can choose.
    pub(crate) fn forced_planes(&self) -> &'static [u8] {
        if self.by_class() { &[1] } else { &[0, 1, 2, 3, 4, 5, 6, 7] }
    }

    /// Whether "never clip" works. Otherwise it leaves the z-plane to the box.
    fn never_clips(&self) -> bool {
        self.is_in(Generation::V7..=Generation::V8)
    }

    /// The light bits that scripts can set.
    pub(crate) fn lights(&self) -> &'static [u8] {
        if self.has_switch() { &[11, 0] } else { &[11, 10, 9, 8, 3, 2, 1, 0] }
    }

    /// Whether an additional actor shows a frame's number.
    pub(crate) fn has_marker(&self) -> bool {
        self.is_wide() && self.has_akos()
    }

    /// Whether a transparent actor must cover the screen: the interpreter only updates the rectangles of actors, which
    /// are a column too narrow for scaled ones, and no operation draws everything again. Newer ScummVM leaves actors of
    /// 7.1 out at times where the screen has been shaken.
    pub(crate) fn wants_curtain(&self) -> bool {
        self.generation() == Generation::V8 || self.is_from(72, 71)
    }

    /// Whether `model` can draw its costumes.
    pub(crate) fn has_model(&self) -> bool {
        let is_other = self.has_bare_files() || self.edition.objects.tiles || self.names_room_colours();
        !is_other && !self.is_deep() && !self.is_dithered()
    }
}

/// Whether a colour is so near to white that some generations skip it.
pub(crate) fn is_white(colour: [u8; 3]) -> bool {
    colour.iter().all(|part| *part >= 252)
}
