//! What an engine generation needs: who it passes for, and how its scripts say what the library's assembler
//! has no word for.
//!
//! The rest of this tool knows [`Action`]s only.

mod amiga;
mod he60;
mod he_akos;
mod oldest;
mod small;
mod v5;
mod v6;
mod v7;
mod v8;

use costumier::raw::build::classic::NamedFile;
use costumier::raw::build::script::{self, ActorOp, Op};
use costumier::raw::dialect::{Anchor, BlockHeaders, ChoreNumbers};
use costumier::scene::{ChoreRef, PlaneChoice, Scale, SceneActor, ShadowPalette, Step};
use costumier::screen::Screen;
use costumier::{Dialect, Facing, Generation, Role};

use crate::colours::COMPARED;
use crate::failure::{Failure, Outcome};
use crate::judge::frames::Frame;
use crate::random::MARKER;

/// A generation of the interpreter.
pub(crate) trait Engine: std::fmt::Debug + Sync {
    /// How its costumes and scripts are written.
    fn dialect(&self) -> Dialect;

    /// The game that ScummVM takes a pack for.
    fn game_id(&self) -> &'static str;

    /// Whether most of what it does is what another engine does too.
    fn is_related(&self) -> bool {
        true
    }

    /// What the file of a disk is called; 0 is the index.
    fn file_name(&self, disk: u8) -> String {
        format!("{}.{disk:03}", self.game_id())
    }

    /// Further lines of ScummVM's configuration.
    fn settings(&self) -> &'static str {
        ""
    }

    /// The screen that it is shown on, where it is not the usual one.
    fn shown_on(&self) -> Option<Screen> {
        None
    }

    /// Whether codec 32 shows colours that no room has set yet as colour 0.
    fn maps_skips(&self) -> bool {
        false
    }

    /// What of the display is compared, in its dots.
    fn area(&self) -> Area {
        let (width, height) = self.screen();
        match self.shown_on() {
            Some(Screen::CgaBw) => {
                Area { left: 0, top: 2 * self.top(), width: 2 * width, height: 2 * height }
            }
            Some(Screen::Hercules | Screen::HerculesAmber) if self.has_cells() => {
                Area { left: 40, top: self.top(), width: 2 * width, height: 2 * height }
            }
            Some(Screen::Hercules | Screen::HerculesAmber) => {
                Area { left: 40, top: self.top() * 7 / 4, width: 2 * width, height: height * 7 / 4 }
            }
            _ => Area { left: 0, top: self.top(), width, height },
        }
    }

    /// Palette entries that are compared: all before those that tell something, or the colours of dots.
    fn compared_colours(&self) -> usize {
        self.shown_on().map_or(COMPARED, |screen| screen.dots().len())
    }

    /// Size of what is compared in pixels: the screen, or the part of it that shows rooms.
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

    /// Whether shadow modes do no harm: without a table, this ScummVM looks for one at address 0, except
    /// where it draws as the Amiga.
    fn survives_shadows(&self) -> bool {
        self.dialect().shadow_table || self.dialect().row_major
    }

    /// Whether actors have sizes at all.
    fn has_sizes(&self) -> bool {
        true
    }

    /// Whether shadow modes are compared.
    fn has_shadows(&self) -> bool {
        !self.by_class()
    }

    /// Whether rooms can be wider than the screen.
    fn scrolls(&self) -> bool {
        true
    }

    /// Whether it shows pictures of codec 32.
    fn has_skips(&self) -> bool {
        false
    }

    /// What else an actor is set up with.
    fn more_settings(&self, _is: &SceneActor) -> Vec<ActorOp> {
        Vec::new()
    }

    /// What is set for all actors before one of them is set up.
    fn before_set_up(&self, _is: &SceneActor) -> Vec<Op> {
        Vec::new()
    }

    /// Columns between two places that the camera can stand at.
    fn camera_step(&self) -> i32 {
        8
    }

    /// Whether an animation's speed can be set.
    fn has_speeds(&self) -> bool {
        true
    }

    /// Whether scripts are told an actor's animation counter.
    fn has_counters(&self) -> bool {
        true
    }

    /// Whether classes say which z-plane hides an actor, and settings do not (before v5).
    fn by_class(&self) -> bool {
        false
    }

    /// Most z-planes of a room.
    fn most_planes(&self) -> usize {
        4
    }

    /// The z-planes that scripts can ask for.
    fn forced_planes(&self) -> &'static [u8] {
        &[0, 1, 2, 3, 4, 5, 6, 7]
    }

    /// Frames in a pack, about: enough that starting ScummVM does not count, few enough to look at.
    fn pack_frames(&self) -> usize {
        // Where places are 16 bits wide, scripts cannot be long.
        if self.has_bare_files() { 250 } else { 1000 }
    }

    /// Whether resources lie within the first 64 KB of small files.
    fn has_bare_files(&self) -> bool {
        self.dialect().blocks == BlockHeaders::Bare
    }

    /// Whether rooms say which colour is transparent in them (`TRNS`).
    fn names_transparent(&self) -> bool {
        self.dialect().blocks == BlockHeaders::Tagged
    }

    /// Whether places are cells of 8 × 2 pixels, and walk boxes always count.
    fn has_cells(&self) -> bool {
        matches!(self.dialect().anchor, Anchor::Cells { .. })
    }

    /// The light bits that scripts can ask for.
    fn lights(&self) -> &'static [u8] {
        &[11, 10, 9, 8, 3, 2, 1, 0]
    }

    /// Scripts that the interpreter runs by itself, which must be there.
    fn more_scripts(&self) -> &'static [u16] {
        &[]
    }

    /// What comes first: no cursor, no input, the rows that show rooms.
    fn begin(&self) -> Vec<Op> {
        let row = |row: u32| u16::try_from(row).unwrap_or(u16::MAX);
        let (top, bottom) = (row(self.top()), row(self.top() + self.screen().1));
        vec![Op::Cursor(false), Op::UserInput(false), Op::Screen { top, bottom }]
    }

    /// Loops of the interpreter until a room that has been entered stands.
    fn opening(&self) -> usize {
        2
    }

    /// Which of an actor's first steps it makes by being shown.
    fn shown_by(&self) -> &'static [Role] {
        &[]
    }

    /// Whether an actor that is put somewhere looks South.
    fn puts_south(&self) -> bool {
        false
    }

    /// Sets an actor up as a scene has it.
    fn set_up(&self, _actor: u8, _room: u8, _is: &SceneActor) -> Option<Vec<Op>> {
        None
    }

    /// Whether it ends when its script says so, and is not ended when all has been seen.
    fn quits(&self) -> bool {
        true
    }

    /// Files beside those that the library writes.
    fn more_files(&self) -> Vec<NamedFile> {
        Vec::new()
    }

    /// Whether this colour of a room's palette leaves the one that was there (`reference/01 §10.2`).
    fn passes_over(&self, entry: u8, colour: [u8; 3]) -> bool {
        let passes =
            matches!(self.dialect().generation, Generation::V5 | Generation::V6 | Generation::Humongous);
        passes && entry >= 16 && is_white(colour)
    }

    /// The colours that are the machine's: no room's palette changes these first entries.
    fn own_colours(&self) -> Vec<[u8; 3]> {
        Vec::new()
    }

    /// Shows a frame's number, from 1 on, by colours.
    fn mark(&self, number: usize) -> Vec<Op> {
        let [low, high, ..] = number.to_le_bytes();
        vec![Op::PaletteEntry { index: MARKER, colour: [low, high, MARKER_BLUE] }]
    }

    /// The number that a picture shows.
    fn number_of(&self, frame: &Frame) -> Option<usize> {
        let [low, high, blue] = frame.colour(MARKER);
        (blue == MARKER_BLUE).then_some(usize::from(u16::from_le_bytes([low, high])))
    }

    /// Whether its costumes are AKOS. Then it has 27 variables for each actor.
    fn has_akos(&self) -> bool {
        self.dialect().has_akos
    }

    /// Whether the second opinion of `model` knows its costumes.
    fn has_model(&self) -> bool {
        true
    }

    /// Whether "never clip" means what it says, and does not leave the z-plane to the box.
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

    /// Whether scripts name costume colours by the room colours that they stand for (`reference/05 §9.3`).
    fn names_room_colours(&self) -> bool {
        false
    }

    /// Sets an actor's variable.
    fn set_variable(&self, actor: u8, variable: u8, value: i16) -> Op {
        Op::Actor(actor, vec![ActorOp::Variable(variable, value)])
    }

    /// Has everything drawn again; where there are light bits, with these.
    fn redraw(&self, lights: u8) -> Vec<Op>;

    /// Makes what the interpreter counts for an actor the red of palette entries: its animation counter (the
    /// entry `last`), or its first three variables (also in the two entries before).
    fn tell(&self, actor: u8, last: u8) -> Vec<Op>;

    /// Puts an actor into class 20: no z-plane hides it, whatever box it stands in.
    fn never_clip_class(&self, actor: u8) -> Op;

    /// Puts the middle of the screen at a column of the room, a multiple of 8.
    fn camera(&self, x: u16) -> Op;

    /// Sets an actor's size.
    fn scale(&self, actor: u8, x: u8, y: u8) -> Vec<Op> {
        vec![Op::Actor(actor, vec![ActorOp::Scale(x, y)])]
    }

    /// The first room colour that a shadow table of v7 or v8 may lead to.
    fn first_shadow(&self) -> u8 {
        1
    }

    /// Whether a transparent actor has to cover the screen: the interpreter hands on only what it thinks that
    /// actors touch, which in scaled ones is a column too few, and there is nothing that has everything
    /// drawn again.
    fn wants_curtain(&self) -> bool {
        false
    }

    /// Makes one of the eight shadow tables of v7 and v8.
    fn shadow_table(&self, _number: u8, _of: ShadowPalette) -> Vec<Op> {
        Vec::new()
    }

    /// Lets an actor face another way at once.
    fn face(&self, actor: u8, facing: Facing) -> Vec<Op>;

    /// Its name: `v5`.
    fn name(&self) -> &'static str {
        self.dialect().generation.name()
    }
}

/// A part of the display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// v4: passes for Monkey Island 1 on floppy disks, with 256 colours.
pub(crate) const V4: &dyn Engine = &small::V4;

/// The same as on the Amiga.
pub(crate) const V4_AMIGA: &dyn Engine = &small::V4_AMIGA;

/// v4 with 16 colours: passes for Passport to Adventure.
pub(crate) const V4_EGA: &dyn Engine = &small::V4_EGA;

/// v1: passes for Maniac Mansion.
pub(crate) const V1: &dyn Engine = &oldest::V1;

/// v1: passes for Zak `McKracken`.
pub(crate) const V1_ZAK: &dyn Engine = &oldest::V1_ZAK;

/// v2: passes for Maniac Mansion, enhanced.
pub(crate) const V2: &dyn Engine = &oldest::V2;

/// v3 with 16 colours: passes for Indiana Jones and the Last Crusade, EGA.
pub(crate) const V3_EGA: &dyn Engine = &small::V3_EGA;

/// v3 with 256 colours: passes for Indiana Jones and the Last Crusade, VGA.
pub(crate) const V3: &dyn Engine = &small::V3;

/// v5: passes for Monkey Island 2.
pub(crate) const V5: &dyn Engine = &v5::V5;

/// v6: passes for Day of the Tentacle.
pub(crate) const V6: &dyn Engine = &v6::V6;

/// v5 as on the Amiga: passes for Monkey Island 2.
pub(crate) const AMIGA: &dyn Engine = &amiga::Amiga;

/// Humongous 6.0: passes for Putt-Putt Joins the Parade.
pub(crate) const HE60: &dyn Engine = &he60::He60;

/// Humongous 6.2: passes for Fatty Bear's Birthday Surprise.
pub(crate) const HE62: &dyn Engine = &he_akos::HE62;

/// Humongous 7.0: passes for Fatty Bear's Birthday Surprise for Windows.
pub(crate) const HE70: &dyn Engine = &he_akos::HE70;

/// Humongous 7.1: passes for Freddi Fish 1.
pub(crate) const HE71: &dyn Engine = &he_akos::HE71;

/// Humongous 7.2: passes for Let's Explore the Airport.
pub(crate) const HE72: &dyn Engine = &he_akos::HE72;

/// Humongous 7.3: passes for Putt-Putt Saves the Zoo.
pub(crate) const HE73: &dyn Engine = &he_akos::HE73;

/// Humongous 7.4: passes for Let's Explore the Jungle.
pub(crate) const HE74: &dyn Engine = &he_akos::HE74;

/// Humongous 8.0: passes for Freddi Fish 2.
pub(crate) const HE80: &dyn Engine = &he_akos::HE80;

/// Humongous 8.5: passes for Putt-Putt Travels Through Time.
pub(crate) const HE85: &dyn Engine = &he_akos::HE85;

/// Humongous 9.0: passes for SPY Fox 1.
pub(crate) const HE90: &dyn Engine = &he_akos::HE90;

/// Humongous 9.5: passes for Pajama Sam 2.
pub(crate) const HE95: &dyn Engine = &he_akos::HE95;

/// Humongous 9.8: passes for Pajama Sam's Lost & Found.
pub(crate) const HE98: &dyn Engine = &he_akos::HE98;

/// Humongous 9.9: passes for Backyard Football.
pub(crate) const HE99: &dyn Engine = &he_akos::HE99;

/// v7: passes for The Dig.
pub(crate) const V7: &dyn Engine = &v7::V7;

/// v8: passes for The Curse of Monkey Island.
pub(crate) const V8: &dyn Engine = &v8::V8;

/// All of them.
pub(crate) const ALL: [&dyn Engine; 26] = [
    V1, V1_ZAK, V2, V3_EGA, V3, V4_EGA, V4, V4_AMIGA, V5, AMIGA, V6, HE60, HE62, HE70, HE71, HE72, HE73,
    HE74, HE80, HE85, HE90, HE95, HE98, HE99, V7, V8,
];

/// Games of 16 colours on CGA and Hercules screens.
pub(crate) const SCREENS: [&dyn Engine; 11] = [
    &oldest::V1_CGA,
    &oldest::V1_CGA_COMPOSITE,
    &oldest::V1_CGA_BW,
    &oldest::V1_HERCULES,
    &oldest::V1_ZAK_CGA,
    &oldest::V1_ZAK_CGA_COMPOSITE,
    &oldest::V1_ZAK_CGA_BW,
    &oldest::V1_ZAK_HERCULES,
    &small::V3_EGA_CGA,
    &small::V4_EGA_CGA,
    &small::V4_EGA_HERCULES,
];

/// The bit that puts an actor into a class.
const SET_CLASS: u8 = 0x80;

/// The class of actors whom no z-plane hides.
const NEVER_CLIP: u8 = 20;

/// The class of actors whom z-plane 1 hides (before v5).
const ALWAYS_CLIP: u8 = 21;

/// The blue of the marker. Random rooms have less blue.
const MARKER_BLUE: u8 = 255;

/// Pixels from the screen's edge to where a small picture is drawn, mirrored or not.
const WELL_INSIDE: i32 = 100;

/// The actor that covers the screen. No scene has it.
pub(crate) const CURTAIN: u8 = 12;

/// The row in which it stands, behind all others.
pub(crate) const CURTAIN_ROW: i32 = -2000;

/// The engine of a generation's name.
pub(crate) fn by_name(name: &str) -> Option<&'static dyn Engine> {
    ALL.into_iter().chain(SCREENS).find(|engine| engine.name() == name)
}

/// Whether a colour is so near to white that some generations pass over it.
pub(crate) fn is_white(colour: [u8; 3]) -> bool {
    colour.iter().all(|part| *part >= 252)
}

/// Whether "animate actor" takes numbers of a byte: 56 is the init chore, 248 and later are facings
/// (`reference/05 §8.3`).
pub(crate) fn animates_by_bytes(engine: &dyn Engine) -> bool {
    engine.dialect().chores == ChoreNumbers::Bytes
}

/// Whether costumes of an engine have pictures that borrow the pixels of others.
pub(crate) fn has_redirects(engine: &dyn Engine) -> bool {
    !engine.has_akos() && matches!(engine.dialect().generation, Generation::V6 | Generation::Humongous)
}

/// Something that a script does.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// No cursor, no input, the whole screen for the room.
    Begin,
    /// Sets the states of objects that are in no room that is shown.
    States(Vec<(u16, u8)>),
    /// Enters a room.
    Room(u8),
    /// Has the screen's left edge at a column of the room.
    Camera(i32),
    /// Sets the shadow table.
    Shadow(ShadowPalette),
    /// Makes the eight shadow tables of v7 and v8, while these palette entries have these colours.
    Tables(Vec<ShadowPalette>, Vec<(u8, [u8; 3])>),
    /// Sets an actor up as the scene has it: everything but its steps.
    SetUp {
        /// The actor's number.
        actor: u8,
        /// The room that it is put into.
        room: u8,
        /// What it is.
        is: SceneActor,
    },
    /// Takes an actor off the stage.
    Remove(u8),
    /// Lets an actor take a step.
    Step(u8, Step),
    /// Has everything drawn again; where there are light bits, with these.
    Redraw(u8),
    /// Shows a frame's number, from 1 on.
    Mark(usize),
    /// Makes what is counted for an actor the red of palette entries, of which this is the last.
    Tell(u8, u8),
    /// Lets an actor wear a costume that ends what another has left behind: nothing else does.
    Unflip {
        /// The actor's number.
        actor: u8,
        /// The room that it is put into.
        room: u8,
        /// The costume.
        costume: u16,
        /// Where the screen begins.
        left: i32,
    },
    /// Puts a transparent actor behind all others, at this column of the room.
    Curtain {
        /// Its costume.
        costume: u16,
        /// The room.
        room: u8,
        /// Where the screen begins.
        left: i32,
    },
    /// Waits for one loop of the interpreter, in which the screen is drawn.
    Break,
    /// Ends the interpreter.
    Quit,
}

/// Turns what shall happen into the boot script.
pub(crate) fn script(engine: &dyn Engine, actions: &[Action]) -> Outcome<Vec<u8>> {
    let mut ops = Vec::new();
    actions.iter().for_each(|action| say(engine, action, &mut ops));
    script::assemble(&ops, &engine.dialect()).map_err(|refused| Failure::because("the boot script", refused))
}

fn say(engine: &dyn Engine, action: &Action, ops: &mut Vec<Op>) {
    match action {
        Action::Begin => ops.extend(engine.begin()),
        Action::States(states) => {
            ops.extend(
                states.iter().map(|(object, state)| Op::ObjectState { object: *object, state: *state }),
            );
        }
        Action::Room(room) => ops.push(Op::LoadRoom(*room)),
        Action::Camera(left) => {
            let middle = i64::from(*left) + i64::from(engine.screen().0 / 2);
            ops.push(engine.camera(u16::try_from(middle).unwrap_or(0)));
        }
        Action::Shadow(ShadowPalette { factors, first, last }) => {
            ops.push(Op::ShadowPalette { scale: *factors, first: *first, last: *last });
        }
        Action::Tables(tables, colours) => {
            ops.extend(
                colours.iter().map(|(index, colour)| Op::PaletteEntry { index: *index, colour: *colour }),
            );
            let numbered = (0..).zip(tables);
            ops.extend(numbered.flat_map(|(number, of)| engine.shadow_table(number, *of)));
        }
        Action::SetUp { actor, room, is } => set_up(engine, *actor, *room, is, ops),
        Action::Remove(actor) => ops.push(Op::Put { actor: *actor, room: 0, x: 0, y: 0 }),
        Action::Step(actor, step) => match *step {
            Step::Face(facing) => ops.extend(engine.face(*actor, facing)),
            Step::Speed(loops) => ops.push(Op::Actor(*actor, vec![ActorOp::AnimationSpeed(loops)])),
            Step::Chore(chore) => ops.push(Op::Animate { actor: *actor, number: number_of(engine, chore) }),
            Step::Animate(operand) => ops.push(Op::Animate { actor: *actor, number: operand }),
            // Time passes for all actors at once: by breaks between frames.
            Step::Ticks(_) => {}
            other => unreachable!("no scene of the oracle has {other:?}"),
        },
        Action::Redraw(lights) => ops.extend(engine.redraw(*lights)),
        Action::Mark(number) => ops.extend(engine.mark(*number)),
        Action::Tell(actor, last) => ops.extend(engine.tell(*actor, *last)),
        Action::Unflip { actor, room, costume, left } => {
            ops.push(Op::Actor(
                *actor,
                vec![ActorOp::Default, ActorOp::Costume(*costume), ActorOp::IgnoreBoxes],
            ));
            ops.push(Op::Put { actor: *actor, room: *room, x: narrow(*left + WELL_INSIDE), y: 0 });
            ops.push(Op::Animate { actor: *actor, number: 1 });
        }
        Action::Curtain { costume, room, left } => {
            let mut is = SceneActor::new(u32::from(*costume), (*left, CURTAIN_ROW), Facing::EAST);
            is.elevation = CURTAIN_ROW;
            set_up(engine, CURTAIN, *room, &is, ops);
            ops.push(Op::Animate { actor: CURTAIN, number: 1 });
        }
        Action::Break => ops.push(Op::Break),
        Action::Quit => {
            ops.extend(engine.quits().then_some(Op::Quit));
            ops.extend([Op::Label(0), Op::Break, Op::Jump(0)]);
        }
    }
}

fn set_up(engine: &dyn Engine, actor: u8, room: u8, is: &SceneActor, ops: &mut Vec<Op>) {
    if let Some(own) = engine.set_up(actor, room, is) {
        ops.extend(own);
        return;
    }
    ops.extend(engine.before_set_up(is));
    let mut settings = vec![ActorOp::Default, ActorOp::Costume(u16::try_from(is.costume).unwrap_or(0))];
    match is.scale {
        Scale::Fixed(..) => settings.push(ActorOp::IgnoreBoxes),
        Scale::Box if engine.by_class() => {}
        Scale::Box => settings.push(ActorOp::FollowBoxes),
        other => unreachable!("no scene of the oracle has {other:?}"),
    }
    settings.push(ActorOp::Elevation(narrow(is.elevation)));
    match is.plane {
        _ if engine.by_class() => {}
        PlaneChoice::Front => settings.push(ActorOp::NeverClip),
        PlaneChoice::Plane(plane) => settings.push(ActorOp::AlwaysClip(plane)),
        PlaneChoice::Box => {}
        other => unreachable!("no scene of the oracle has {other:?}"),
    }
    let overrides = is.palette.iter();
    settings.extend(overrides.map(|(entry, colour)| ActorOp::Palette { entry: *entry, colour: *colour }));
    settings.extend((!engine.by_class()).then_some(ActorOp::ShadowMode(is.shadow_mode)));
    settings.extend(engine.more_settings(is));
    ops.push(Op::Actor(actor, settings));
    ops.extend(is.vars.iter().map(|(var, value)| engine.set_variable(actor, *var, *value)));
    if let (Scale::Fixed(x, y), true) = (is.scale, engine.has_sizes()) {
        ops.extend(engine.scale(actor, x, y));
    }
    if engine.by_class() && matches!(is.plane, PlaneChoice::Plane(_)) {
        ops.push(Op::Class { actor, class: ALWAYS_CLIP });
    }
    let in_front = is.plane == PlaneChoice::Front && !engine.never_clips();
    if in_front && (is.scale == Scale::Box || engine.by_class()) {
        // "Never clip" leaves the z-plane to the box (`reference/04 §6.1`).
        ops.push(engine.never_clip_class(actor));
    }
    let (x, y) = (narrow(is.position.0), narrow(is.position.1));
    ops.push(Op::Put { actor, room, x, y });
    if animates_by_bytes(engine) {
        ops.push(Op::Animate { actor, number: u16::from(0xF8 + is.facing.direction().number()) });
    }
    ops.extend(engine.face(actor, is.facing));
}

/// The operand of "animate actor" that starts a chore.
fn number_of(engine: &dyn Engine, chore: ChoreRef) -> u16 {
    number_in(engine, chore) << engine.dialect().play.operand_shift
}

fn number_in(engine: &dyn Engine, chore: ChoreRef) -> u16 {
    let first = if animates_by_bytes(engine) { 0x38 } else { 1001 };
    match chore {
        ChoreRef::Number(number) => number,
        ChoreRef::Role(Role::Init) => first,
        ChoreRef::Role(Role::Walk) => first + 1,
        ChoreRef::Role(Role::Stand) => first + 2,
        ChoreRef::Role(Role::TalkStart) => first + 3,
        ChoreRef::Role(Role::TalkStop) => first + 4,
        other => unreachable!("no scene of the oracle has {other:?}"),
    }
}

fn narrow(pixels: i32) -> i16 {
    i16::try_from(pixels).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_engine_has_its_own_bytes() {
        let actions = [
            Action::Begin,
            Action::Camera(8),
            Action::Step(3, Step::Face(Facing::WEST)),
            Action::Redraw(10),
            Action::Tell(3, 253),
            Action::Break,
        ];
        let v5 = [
            0x2C, 2, 0x2C, 4, 0x33, 3, 0, 0, 200, 0, 0x32, 168, 0, 0x11, 3, 0xF8, 0x70, 10, 0, 0, 0x22, 100,
            0, 3, 0x33, 0x84, 100, 0, 0, 0, 0, 0, 0, 253, 0x80,
        ];
        assert_eq!(script(V5, &actions).unwrap(), v5);
        let v6 = [
            0x6B, 0x91, 0x6B, 0x93, 1, 0, 0, 1, 200, 0, 0x9C, 0xAE, 1, 168, 0, 0x7A, 1, 3, 0, 0x9D, 0xC5, 1,
            14, 1, 0x9D, 0xE6, 0x9C, 0xB0, 0x9C, 0xB1, 1, 3, 0, 0xAB, 1, 0, 0, 1, 0, 0, 1, 253, 0, 0x9C,
            0xAF, 0x6C,
        ];
        assert_eq!(script(V6, &actions).unwrap(), v6);
    }
}
