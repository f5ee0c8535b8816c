//! The facts of an engine generation: the game as which ScummVM opens its packs, and the script operations that the
//! library's assembler does not have.
//!
//! The rest of this tool uses only [`Action`]s ([`actions`]).

mod actions;
mod amiga;
mod area;
mod boxes;
mod he60;
mod he_akos;
mod list;
mod oldest;
mod pce;
mod small;
mod towns;
mod v0;
mod v5;
mod v6;
mod v7;
mod v8;

pub(crate) use actions::{Action, CURTAIN, CURTAIN_ROW, script};
pub(crate) use area::Area;
use costumier::format::dialect::{Anchor, BlockHeaders};
use costumier::scene::{SceneActor, ShadowPalette};
use costumier::screen::Screen;
use costumier::{Dialect, Facing, Generation, Role};
use costumier_build::classic::NamedFile;
use costumier_build::script::{ActorOp, Op};
pub(crate) use list::*;

use crate::colours::COMPARED;
use crate::corner;
use crate::interpreter;
use crate::judge::frames::Frame;
use crate::random::MARKER;

/// A generation of the interpreter.
pub(crate) trait Engine: std::fmt::Debug + Sync {
    /// The dialect of its costumes and scripts.
    fn edition(&self) -> Dialect;

    /// The dialect with the rules of the judging interpreter.
    fn dialect(&self) -> Dialect {
        self.edition().interpreted_by(interpreter::chosen())
    }

    /// The game as which ScummVM opens a pack.
    fn game_id(&self) -> &'static str;

    /// The checksum of the edition as which ScummVM opens a pack, if it is not the first of its game.
    fn checksum(&self) -> Option<&'static str> {
        None
    }

    /// Whether the screen's pixels have 16 bits and no palette, so that colours cannot show numbers.
    fn is_deep(&self) -> bool {
        false
    }

    /// The file name of a disk; 0 is the index.
    fn file_name(&self, disk: u8) -> String {
        format!("{}.{disk:03}", self.game_id())
    }

    /// Further lines of ScummVM's configuration.
    fn settings(&self) -> &'static str {
        ""
    }

    /// The screen, if it is not the usual one.
    fn shown_on(&self) -> Option<Screen> {
        None
    }

    /// Whether codec 32 shows colours that no room has set yet as colour 0.
    fn maps_skips(&self) -> bool {
        false
    }

    /// Whether pixels of 256 colours are mixed of the screen's 16.
    fn is_dithered(&self) -> bool {
        self.shown_on() == Some(Screen::Ega) && !self.dialect().fixed_colours
    }

    /// Number of palette entries that are compared: all before those with a meaning, or the colours of dots.
    fn compared_colours(&self) -> usize {
        match self.shown_on() {
            Some(screen) if self.is_dithered() => screen.colours().len(),
            Some(screen) => screen.dots().len(),
            None => COMPARED,
        }
    }

    /// Size of the compared part in pixels: the screen, or the part of it that shows rooms.
    fn screen(&self) -> (u32, u32);

    /// The display's row where it begins.
    fn top(&self) -> u32 {
        0
    }

    /// Whether scripts scale x and y apart.
    fn scales_apart(&self) -> bool;

    /// Whether scripts name facings between the four.
    fn has_diagonals(&self) -> bool {
        false
    }

    /// Whether scripts change single colours of an actor. In Humongous games the operation does nothing to
    /// COST costumes.
    fn has_overrides(&self) -> bool {
        true
    }

    /// Whether shadow modes are safe: without a table, this ScummVM reads one at address 0, except
    /// when it draws as the Amiga.
    fn survives_shadows(&self) -> bool {
        self.dialect().shadow_table || self.dialect().row_major
    }

    /// Whether actors have a scale.
    fn has_sizes(&self) -> bool {
        true
    }

    /// Whether shadow modes are compared.
    fn has_shadows(&self) -> bool {
        !self.by_class()
    }

    /// Whether images give shadows to pictures with such a condition.
    fn has_xmaps(&self) -> bool {
        self.dialect().akos.shadow_conditions
    }

    /// Whether rooms can be wider than the screen.
    fn scrolls(&self) -> bool {
        true
    }

    /// Whether it shows pictures of codec 32.
    fn has_skips(&self) -> bool {
        false
    }

    /// Further settings of an actor.
    fn more_settings(&self, _is: &SceneActor) -> Vec<ActorOp> {
        Vec::new()
    }

    /// Settings of all actors before one of them is set up.
    fn before_set_up(&self, _is: &SceneActor) -> Vec<Op> {
        Vec::new()
    }

    /// Columns between two places that the camera can stand at.
    fn camera_step(&self) -> i32 {
        8
    }

    /// Whether scripts make actors turn step by step.
    fn has_turns(&self) -> bool {
        true
    }

    /// Whether rooms can have several palettes.
    fn has_palettes(&self) -> bool {
        matches!(
            self.dialect().generation(),
            Generation::V6 | Generation::V7 | Generation::V8 | Generation::Humongous
        )
    }

    /// Whether scripts choose one of them. With pixels of 16 bits, drawn pixels keep their colours.
    fn chooses_palettes(&self) -> bool {
        self.has_palettes() && !self.is_wide()
    }

    /// Shows a palette of the room, the first being 0.
    fn room_palette(&self, number: u16) -> Op {
        let [low, high] = number.to_le_bytes();
        Op::Raw(vec![1, low, high, 0x9C, 0xD5])
    }

    /// Whether an animation's speed can be set.
    fn has_speeds(&self) -> bool {
        true
    }

    /// Whether scripts can read an actor's animation counter and show it as a colour.
    fn has_counters(&self) -> bool {
        !self.is_dithered()
    }

    /// Whether classes, and not settings, choose the z-plane that hides an actor (before v5).
    fn by_class(&self) -> bool {
        false
    }

    /// Maximum number of z-planes of a room.
    fn most_planes(&self) -> usize {
        4
    }

    /// The z-planes that scripts can choose.
    fn forced_planes(&self) -> &'static [u8] {
        &[0, 1, 2, 3, 4, 5, 6, 7]
    }

    /// Approximate number of frames in a pack: many, because starting ScummVM takes time; few, so that a person can
    /// check them.
    fn pack_frames(&self) -> usize {
        // With offsets of 16 bits, scripts must be short.
        if self.has_bare_files() { 250 } else { 1000 }
    }

    /// Whether resources lie within the first 64 KB of small files.
    fn has_bare_files(&self) -> bool {
        self.dialect().blocks == BlockHeaders::Bare
    }

    /// Whether rooms store their transparent colour (`TRNS`).
    fn names_transparent(&self) -> bool {
        self.dialect().blocks == BlockHeaders::Tagged
    }

    /// Whether positions are cells of 8 × 2 pixels, and walk boxes always apply.
    fn has_cells(&self) -> bool {
        matches!(self.dialect().anchor, Anchor::Cells { .. })
    }

    /// The light bits that scripts can set.
    fn lights(&self) -> &'static [u8] {
        &[11, 10, 9, 8, 3, 2, 1, 0]
    }

    /// Scripts that the interpreter itself starts.
    fn more_scripts(&self) -> &'static [u16] {
        &[]
    }

    /// Minimum number of objects in the game's index.
    fn objects(&self) -> u16 {
        0
    }

    /// Rooms that the interpreter needs, without scenes.
    fn more_rooms(&self) -> &'static [u8] {
        &[]
    }

    /// The first actions: no cursor, no input, the rows that show rooms.
    fn begin(&self) -> Vec<Op> {
        let row = |row: u32| u16::try_from(row).unwrap_or(u16::MAX);
        let (top, bottom) = (row(self.top()), row(self.top() + self.screen().1));
        vec![Op::Cursor(false), Op::UserInput(false), Op::Screen { top, bottom }]
    }

    /// Number of loops of the interpreter until an entered room is complete.
    fn opening(&self) -> usize {
        2
    }

    /// The first steps of an actor that showing it carries out.
    fn shown_by(&self) -> &'static [Role] {
        &[]
    }

    /// Whether an actor that is put somewhere faces south.
    fn puts_south(&self) -> bool {
        false
    }

    /// Sets an actor up as a scene has it.
    fn set_up(&self, _actor: u8, _room: u8, _is: &SceneActor) -> Option<Vec<Op>> {
        None
    }

    /// Whether its script ends it. Otherwise it is ended after the last frame.
    fn quits(&self) -> bool {
        true
    }

    /// Files in addition to those that the library writes.
    fn more_files(&self) -> Vec<NamedFile> {
        Vec::new()
    }

    /// Whether this colour of a room's palette keeps the one from before
    /// (`docs/format/containers.md §10.2`).
    fn passes_over(&self, entry: u8, colour: [u8; 3]) -> bool {
        let passes =
            matches!(self.dialect().generation(), Generation::V5 | Generation::V6 | Generation::Humongous);
        passes && entry >= 16 && is_white(colour)
    }

    /// The machine's own colours, the first entries, which no room's palette changes.
    fn own_colours(&self) -> Vec<[u8; 3]> {
        Vec::new()
    }

    /// Shows a frame's number, from 1 on, by colours.
    fn mark(&self, number: usize) -> Vec<Op> {
        if self.is_dithered() {
            return corner::mark(number);
        }
        let [low, high, ..] = number.to_le_bytes();
        vec![Op::PaletteEntry { index: MARKER, colour: [low, high, MARKER_BLUE] }]
    }

    /// The number that a picture shows.
    fn number_of(&self, frame: &Frame) -> Option<usize> {
        if self.is_dithered() {
            return corner::number_of(frame);
        }
        let [low, high, blue] = frame.colour(MARKER);
        (blue == MARKER_BLUE).then_some(usize::from(u16::from_le_bytes([low, high])))
    }

    /// Whether pixels have 16 bits.
    fn is_wide(&self) -> bool {
        self.dialect().high_colour.is_some()
    }

    /// Whether an additional actor shows a frame's number.
    fn has_marker(&self) -> bool {
        self.is_wide() && self.has_akos()
    }

    /// Whether its costumes are AKOS. Then it has 27 variables for each actor.
    fn has_akos(&self) -> bool {
        self.dialect().has_akos()
    }

    /// Whether `model` can draw its costumes.
    fn has_model(&self) -> bool {
        !self.is_dithered()
    }

    /// Whether "never clip" works. Otherwise it leaves the z-plane to the box.
    fn never_clips(&self) -> bool {
        false
    }

    /// The last costume colour that scripts can give another room colour.
    fn overrides(&self) -> u8 {
        31
    }

    /// Whether an actor has one colour that scripts can set, which its number names (Zak, v1).
    fn own_colour_only(&self) -> bool {
        false
    }

    /// Whether scripts name costume colours by the room colours that they stand for
    /// (`docs/format/akos.md §9.3`).
    fn names_room_colours(&self) -> bool {
        false
    }

    /// Sets an actor's variable.
    fn set_variable(&self, actor: u8, variable: u8, value: i16) -> Op {
        Op::Actor(actor, vec![ActorOp::Variable(variable, value)])
    }

    /// Draws everything again, with these light bits, if the engine has them.
    fn redraw(&self, lights: u8) -> Vec<Op>;

    /// Sets the red of palette entries to an actor's counters: its animation counter (the entry `last`), or its first
    /// three variables (also in the two entries before).
    fn tell(&self, actor: u8, last: u8) -> Vec<Op>;

    /// Puts an actor into class 20: no z-plane hides it, whatever box it stands in.
    fn never_clip_class(&self, actor: u8) -> Op;

    /// Puts the middle of the screen at a column of the room, a multiple of 8.
    fn camera(&self, x: u16) -> Op;

    /// Puts the middle of the screen at a point of the room, as far as the room reaches.
    fn look_at(&self, (x, _): (u16, u16)) -> Op {
        self.camera(x)
    }

    /// Sets an actor's size.
    fn scale(&self, actor: u8, x: u8, y: u8) -> Vec<Op> {
        vec![Op::Actor(actor, vec![ActorOp::Scale(x, y)])]
    }

    /// The first room colour that a shadow table of v7 or v8 may lead to.
    fn first_shadow(&self) -> u8 {
        1
    }

    /// Whether a transparent actor must cover the screen: the interpreter only updates the rectangles of actors, which
    /// are a column too narrow for scaled ones, and no operation draws everything again.
    fn wants_curtain(&self) -> bool {
        false
    }

    /// Makes one of the eight shadow tables of v7 and v8.
    fn shadow_table(&self, _number: u8, _of: ShadowPalette) -> Vec<Op> {
        Vec::new()
    }

    /// Turns an actor at once.
    fn face(&self, actor: u8, facing: Facing) -> Vec<Op>;

    /// Its name: `v5`.
    fn name(&self) -> &'static str {
        self.dialect().generation().name()
    }
}

/// The setting of ScummVM for 256 colours on an EGA screen.
const ON_EGA: &str = "platform=pc\nrender_mode=ega\n";

/// The bit that puts an actor into a class.
const SET_CLASS: u8 = 0x80;

/// The class of actors that no z-plane hides.
const NEVER_CLIP: u8 = 20;

/// The first visible colour of the screen's layers.
const FIRST_COLOUR: u8 = 1;

/// The blue of the marker. Random rooms have less blue.
pub(crate) const MARKER_BLUE: u8 = 255;

/// Whether a colour is so near to white that some generations skip it.
pub(crate) fn is_white(colour: [u8; 3]) -> bool {
    colour.iter().all(|part| *part >= 252)
}

/// Whether "animate actor" takes numbers of a byte: 56 is the init chore, 248 and later are facings
/// (`docs/format/akos.md §8.3`).
pub(crate) fn animates_by_bytes(engine: &dyn Engine) -> bool {
    engine.dialect().chores.has_orders_in_bytes()
}

/// Whether costumes of an engine have pictures that borrow the pixels of others.
pub(crate) fn has_redirects(engine: &dyn Engine) -> bool {
    !engine.has_akos() && matches!(engine.dialect().generation(), Generation::V6 | Generation::Humongous)
}
