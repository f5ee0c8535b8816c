//! v1 and v2: operands of one byte, places in cells, walk boxes that always apply, chores that start when an actor is
//! shown.
//!
//! No operation changes a colour of the display. So the number of a frame is a verb: a line of sixteen characters, in
//! which each visible one is a set bit.

use costumier::format::dialect::{ColourRule, V1Game};
use costumier::scene::SceneActor;
use costumier::screen::Screen;
use costumier::{Dialect, Facing, Interpreter, Role};
use costumier_build::script::{ActorOp, Op};

use super::Engine;
use crate::case::place_of;
use crate::interpreter;
use crate::judge::frames::Frame;

/// Column of the verb, in characters.
const VERB: (u8, u8) = (1, 20);

/// Its row on the display.
const VERB_TOP: usize = 160;

/// Bits of a number.
const BITS: usize = 16;

/// The script that entering a room runs.
const ON_ENTRY: u16 = 5;

/// One of these games.
#[derive(Debug)]
pub(super) struct Oldest {
    name: &'static str,
    dialect: Dialect,
    game_id: &'static str,
    settings: &'static str,
    /// A file whose contents are not read.
    file: Option<&'static str>,
    /// Columns of the display.
    columns: u32,
    /// The rows of the display that show rooms.
    rows: (u32, u32),
    /// The light bits that scripts can set, and the operation for them.
    lights: &'static [u8],
    overrides: bool,
    /// Whether an actor that is put somewhere faces south.
    put_south: bool,
    shown_on: Option<Screen>,
}

/// Maniac Mansion.
pub(super) const V1: Oldest = Oldest {
    name: "v1",
    dialect: Dialect::v1(V1Game::Maniac),
    game_id: "maniac",
    settings: "platform=pc\n",
    file: None,
    columns: 320,
    rows: (16, 152),
    lights: &[11, 0],
    overrides: false,
    put_south: true,
    shown_on: None,
};

/// Zak `McKracken`.
pub(super) const V1_ZAK: Oldest = Oldest {
    name: "v1-zak",
    dialect: Dialect::v1(V1Game::Zak),
    game_id: "zak",
    file: Some("58.lfl"),
    rows: (16, 144),
    lights: &[11, 10, 9, 8, 3, 2, 1, 0],
    overrides: true,
    put_south: false,
    ..V1
};

/// Zak `McKracken` for the C64.
pub(super) const V1_ZAK_C64: Oldest =
    Oldest { name: "v1-zak-c64", dialect: Dialect::V1_C64, settings: "platform=c64\n", ..V1_ZAK };

/// Maniac Mansion for the NES.
pub(super) const NES: Oldest = Oldest {
    name: "nes",
    dialect: Dialect::NES,
    settings: "platform=nes\n",
    columns: 256,
    rows: (32, 160),
    lights: &[11, 10, 9, 8, 3, 2, 1, 0],
    put_south: false,
    ..V1
};

/// Maniac Mansion, enhanced.
pub(super) const V2: Oldest =
    Oldest { name: "v2", dialect: Dialect::V2, game_id: "maniac", settings: "", file: None, ..V1_ZAK };

/// Zak `McKracken`, enhanced.
pub(super) const V2_ZAK: Oldest =
    Oldest { name: "v2-zak", dialect: Dialect::V2, game_id: "zak", settings: "", ..V1_ZAK };

// The same on other screens.
pub(super) const V2_ZAK_CGA: Oldest = V2_ZAK.on("v2-zak-cga", "platform=pc\nrender_mode=cga\n", Screen::Cga);
pub(super) const V2_ZAK_HERCULES: Oldest =
    V2_ZAK.on("v2-zak-hercules", "platform=pc\nrender_mode=hercGreen\n", Screen::Hercules);
pub(super) const V2_ZAK_AMBER: Oldest =
    V2_ZAK.on("v2-zak-amber", "platform=pc\nrender_mode=hercAmber\n", Screen::HerculesAmber);
pub(super) const V1_CGA: Oldest = V1.on("v1-cga", "platform=pc\nrender_mode=cga\n", Screen::Cga);
pub(super) const V1_CGA_COMPOSITE: Oldest =
    V1.on("v1-cga-composite", "platform=pc\nrender_mode=cgaComp\n", Screen::CgaComposite);
pub(super) const V1_CGA_BW: Oldest = V1.on("v1-cga-bw", "platform=pc\nrender_mode=cgaBW\n", Screen::CgaBw);
pub(super) const V1_HERCULES: Oldest =
    V1.on("v1-hercules", "platform=pc\nrender_mode=hercGreen\n", Screen::Hercules);
pub(super) const V1_ZAK_CGA: Oldest = V1_ZAK.on("v1-zak-cga", "platform=pc\nrender_mode=cga\n", Screen::Cga);
pub(super) const V1_ZAK_CGA_COMPOSITE: Oldest =
    V1_ZAK.on("v1-zak-cga-composite", "platform=pc\nrender_mode=cgaComp\n", Screen::CgaComposite);
pub(super) const V1_ZAK_CGA_BW: Oldest =
    V1_ZAK.on("v1-zak-cga-bw", "platform=pc\nrender_mode=cgaBW\n", Screen::CgaBw);
pub(super) const V1_ZAK_HERCULES: Oldest =
    V1_ZAK.on("v1-zak-hercules", "platform=pc\nrender_mode=hercGreen\n", Screen::Hercules);

impl Oldest {
    /// Returns the game on another screen, with another name and these settings of ScummVM.
    const fn on(self, name: &'static str, settings: &'static str, screen: Screen) -> Self {
        Self { name, settings, shown_on: Some(screen), ..self }
    }

    fn light_operand(&self, lights: u8) -> u8 {
        match (self.lights.len(), lights) {
            // Maniac Mansion's first edition: lit, or not.
            (2, 11) => 2,
            (2, _) => 0,
            _ => lights,
        }
    }
}

impl Engine for Oldest {
    fn name(&self) -> &'static str {
        self.name
    }

    fn edition(&self) -> Dialect {
        self.dialect
    }

    fn game_id(&self) -> &'static str {
        self.game_id
    }

    fn settings(&self) -> &'static str {
        self.settings
    }

    fn shown_on(&self) -> Option<Screen> {
        self.shown_on
    }

    fn screen(&self) -> (u32, u32) {
        (self.columns, self.rows.1 - self.rows.0)
    }

    fn top(&self) -> u32 {
        // Newer ScummVM shows rooms of the C64 one row further down.
        let is_lower = self.dialect.made_for == Screen::C64 && interpreter::chosen() == Interpreter::Current;
        self.rows.0 + u32::from(is_lower)
    }

    fn begin(&self) -> Vec<Op> {
        // Cursor off; verbs are shown.
        vec![Op::Raw(vec![0x60, 0x00, 0xFF])]
    }

    fn objects(&self) -> u16 {
        // The objects of Zak McKracken, whose interpreter uses one of them by number.
        if self.game_id == "zak" { 775 } else { 0 }
    }

    fn opening(&self) -> usize {
        12
    }

    fn more_files(&self) -> Vec<(String, Vec<u8>)> {
        self.file.map(|name| (name.to_owned(), vec![0; 64])).into_iter().collect()
    }

    fn more_scripts(&self) -> &'static [u16] {
        &[ON_ENTRY]
    }

    fn lights(&self) -> &'static [u8] {
        self.lights
    }

    fn shown_by(&self) -> &'static [Role] {
        self.dialect.play.on_show
    }

    fn puts_south(&self) -> bool {
        self.put_south
    }

    fn has_model(&self) -> bool {
        false
    }

    fn has_overrides(&self) -> bool {
        self.overrides
    }

    fn overrides(&self) -> u8 {
        15
    }

    fn own_colour_only(&self) -> bool {
        matches!(self.dialect.colours, ColourRule::Actor { .. })
    }

    fn has_sizes(&self) -> bool {
        false
    }

    fn scales_apart(&self) -> bool {
        false
    }

    fn has_shadows(&self) -> bool {
        false
    }

    fn has_speeds(&self) -> bool {
        false
    }

    fn has_counters(&self) -> bool {
        false
    }

    fn by_class(&self) -> bool {
        true
    }

    fn most_planes(&self) -> usize {
        1
    }

    fn forced_planes(&self) -> &'static [u8] {
        &[1]
    }

    fn quits(&self) -> bool {
        false
    }

    fn redraw(&self, lights: u8) -> Vec<Op> {
        vec![Op::Lights(self.light_operand(lights))]
    }

    fn tell(&self, _actor: u8, _last: u8) -> Vec<Op> {
        // Scripts cannot read a counter here.
        Vec::new()
    }

    fn never_clip_class(&self, _actor: u8) -> Op {
        // There are no classes.
        Op::Raw(Vec::new())
    }

    fn camera(&self, x: u16) -> Op {
        Op::Camera(x)
    }

    fn face(&self, actor: u8, facing: Facing) -> Vec<Op> {
        vec![Op::Animate { actor, number: u16::from(0xF8 + facing.direction().number()) }]
    }

    fn set_up(&self, actor: u8, room: u8, is: &SceneActor) -> Option<Vec<Op>> {
        // Out of the room, so that it is shown again, with its chores and its facing.
        let mut ops = vec![Op::Raw(vec![0x2D, actor, 0])];
        let narrow = |value: i32| i16::try_from(value).unwrap_or(0);
        ops.push(Op::Actor(actor, vec![ActorOp::Costume(u16::try_from(is.costume).unwrap_or(0))]));
        let set = is
            .palette
            .iter()
            .map(|(entry, colour)| ActorOp::Palette { entry: *entry, colour: (*colour).into() });
        let mut settings: Vec<_> = set.collect();
        if self.own_colour_only() && settings.is_empty() {
            // Otherwise the colour of another scene would stay.
            settings.push(ActorOp::Palette { entry: actor, colour: 0 });
        }
        // Scripts count rows of cells.
        settings.push(ActorOp::Elevation(narrow(is.elevation / 2)));
        ops.push(Op::Actor(actor, settings));
        ops.extend(self.face(actor, is.facing));
        let (x, y) = place_of(is);
        ops.push(Op::Put { actor, room, x: narrow(x), y: narrow(y) });
        Some(ops)
    }

    fn mark(&self, number: usize) -> Vec<Op> {
        let mut verb = vec![0x7A, 1, VERB.0, VERB.1, 1, 0, b'X'];
        verb.extend((0..BITS).map(|bit| if number >> bit & 1 == 1 { b'X' } else { b' ' }));
        verb.push(0);
        vec![Op::Raw(verb)]
    }

    fn number_of(&self, frame: &Frame) -> Option<usize> {
        if self.dialect.is_nes() {
            return number_on_nes(frame);
        }
        // Dots before the first character, dots of a pixel, and the verb's row on this screen.
        let below = usize::try_from(self.rows.1).unwrap_or(0);
        let (left, across, place_of): (_, _, &dyn Fn(usize) -> usize) = match self.shown_on {
            Some(Screen::CgaBw) => (0, 2, &|top| 2 * top),
            Some(Screen::Hercules | Screen::HerculesAmber) => (40, 2, &|top| 2 * below - 16 + (top - below)),
            _ => (0, 1, &|top| top),
        };
        let seen = |top: usize, place: usize| {
            let x = left + across * 8 * (usize::from(VERB.0) + place);
            let rows = frame.pixels.chunks_exact(frame.width).skip(place_of(top)).take(8);
            let mut rows = rows.filter_map(|row| row.get(x..x + across * 8));
            rows.any(|row| row.iter().any(|pixel| *pixel != 0))
        };
        // The first edition of Maniac Mansion has its verbs a line lower.
        let top = [VERB_TOP, VERB_TOP + 8].into_iter().find(|top| seen(*top, 0))?;
        Some((0..BITS).map(|bit| usize::from(seen(top, 1 + bit)) << bit).sum())
    }
}

/// On the NES texts begin a tile further right, in the room's last palette: what looks like the first character is
/// an X.
fn number_on_nes(frame: &Frame) -> Option<usize> {
    let pixel = |place: usize| {
        let x = 8 * (1 + usize::from(VERB.0) + place);
        frame.pixels.get(VERB_TOP * frame.width + x).copied()
    };
    let (seen, behind) = (pixel(0)?, pixel(BITS + 2)?);
    if seen == behind || seen == Dialect::NES.black {
        return None;
    }
    Some((0..BITS).map(|bit| usize::from(pixel(1 + bit) == Some(seen)) << bit).sum())
}
