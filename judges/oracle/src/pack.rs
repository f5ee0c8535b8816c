//! A pack: a small game with rooms, costumes and a boot script that shows one scene after the other.
//!
//! A colour marks each frame to be compared: palette entry [`MARKER`] has the frame's number in red and green, and a
//! blue that no room has. The colour changes together with the picture.

use std::collections::BTreeMap;
use std::sync::Arc;

use costumier::format::akos::Codec;
use costumier::format::cost::CostSource;
use costumier::format::dialect::{Camera, FileLayout};
use costumier::scene::Scene;
use costumier::{Bounds, Game, Interpreter, Limits, MemoryFiles};
use costumier_build::classic::{ClassicBuilder, NamedFile};
use costumier_build::game::GameBuilder;
use costumier_build::room::RoomSource;

use crate::case::{Case, Kind};
use crate::design::Design;
use crate::engine::{self, Action, Engine};
use crate::failure::{Failure, Outcome};
use crate::interpreter;
use crate::judge::frames::Frame;
use crate::model::{self, Broken};
use crate::offer;
use crate::random::nes::{self, Graphics, NARROW};
use crate::random::offer::Offer;
use crate::random::{
    self, COUNTER, LAST_COLOUR, MARKER, nes_objects, objects, palettes, pce, room, scene, strips,
};
use crate::rng::Rng;
use crate::showing::Showing;

/// Maximum number of frames of a pack.
pub(crate) const MAX_FRAMES: usize = 0xFFFF;

/// Number of rooms of a random pack.
const ROOMS: u8 = 3;

/// Number of images with tables of shadows.
pub(crate) const IMAGES: u16 = 2;

/// Number of visits to each room, each with other states of its objects.
const VISITS: usize = 4;

/// Rooms from here on hold costumes and scripts.
const CLOSETS: u8 = 20;

/// Frames by kind of scene.
pub(crate) type Plan = Vec<(Kind, usize)>;

/// A costume of a pack.
#[derive(Clone, Debug)]
pub(crate) struct PackCostume {
    /// The payload of its block.
    pub(crate) payload: Vec<u8>,
    /// Its design; `None` for a costume by another program.
    pub(crate) source: Option<Source>,
}

/// The design of a costume.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    Cost(Box<CostSource>),
    Akos(Box<Design>),
}

/// Rooms (from number 1 on), costumes (from id 1 on) and cases.
#[derive(Clone, Debug)]
pub(crate) struct Pack {
    pub(crate) engine: &'static Engine,
    pub(crate) rooms: Vec<RoomSource>,
    pub(crate) costumes: Vec<PackCostume>,
    /// By room.
    pub(crate) cases: Vec<Case>,
    /// The costume that resets the state of other costumes, if there is one.
    pub(crate) unflip: Option<u16>,
    /// The costume of the actor that covers the screen, if there is one.
    pub(crate) curtain: Option<u16>,
    /// The costume of the actor for a frame's number, if there is one.
    pub(crate) marker: Option<u16>,
    /// Further data of a pack for the NES.
    pub(crate) nes: Option<Box<Graphics>>,
    /// Files for ScummVM in place of the written ones.
    pub(crate) put: Option<Vec<NamedFile>>,
    /// Files for Costumier in place of those for ScummVM.
    pub(crate) drawn_from: Option<Vec<NamedFile>>,
}

impl Pack {
    /// The pack of a seed: random scenes, as many frames of each kind as the plan says.
    pub(crate) fn random(engine: &'static Engine, seed: u64, plan: &Plan) -> Outcome<Self> {
        if engine.dialect().is_v0() {
            return random::v0::pack(engine, seed, plan);
        }
        let mut rng = Rng::new(seed);
        let (width, height) = engine.screen();
        let size = [width, height].map(|side| u16::try_from(side).unwrap_or(u16::MAX));
        // Few, some, many z-planes: mostly fewer than actors use.
        let most = engine.most_planes();
        let planes = [rng.below(2), 1 + rng.below(3), 3 + rng.below(2)].map(|planes| planes.min(most));
        let mut rooms = planes.map(|planes| room::room_for(&mut rng, engine, (size[0], size[1]), planes));
        // One is wider than the screen.
        let wide = size[0] + 8 * u16::from(rng.byte(1, if engine.has_bare_files() { 30 } else { 80 }));
        let planes = rng.below(5).min(most);
        let wider = room::room_for(&mut rng, engine, (wide, size[1]), planes);
        let place = rng.below(rooms.len());
        if engine.scrolls() {
            rooms[place] = wider;
        }
        if engine.dialect().is_nes() {
            // One is narrower than the screen.
            rooms[(place + 1) % 3] = room::room_for(&mut rng, engine, (NARROW, size[1]), 1);
        }
        for (room, number) in rooms.iter_mut().zip(1..) {
            objects::furnish(&mut rng, engine, room, number);
            room::cut_to_cells(&mut rng, engine, room);
            strips::repack(&mut rng, engine, room);
            if engine.dialect().objects.tiles {
                pce::furnish(&mut rng, room);
            }
        }
        // Here and below, separate random numbers: everything else of a seed stays the same.
        let mut own = Rng::of_part(seed, 3);
        if engine.dialect().camera == Camera::Pixels {
            room::heighten(&mut own, engine, &mut rooms[place]);
            strips::repack(&mut own, engine, &mut rooms[place]);
        }
        let visits: Vec<_> = (0..VISITS)
            .map(|visit| {
                // At first as the game begins.
                let states = |rng: &mut Rng, room| match visit {
                    0 => BTreeMap::new(),
                    _ => objects::states(rng, engine, room),
                };
                rooms.each_ref().map(|room| states(&mut rng, room))
            })
            .collect();
        let mut costumes = Vec::new();
        let graphics = if engine.dialect().is_nes() { Some(nes::graphics(&mut rng)?) } else { None };
        let (graphics, worn) = graphics.unzip();
        let offer = match engine.has_akos() {
            _ if engine.dialect().is_nes() => {
                costumes.extend(worn.unwrap_or_default());
                let all: Vec<u32> = (1..).take(costumes.len()).collect();
                Offer { dark: all.clone(), costumes: all, ..Offer::new(engine, &rooms) }
            }
            true => offer::akos(&mut rng, engine, &rooms, &mut costumes)?,
            false => offer::cost(&mut rng, engine, &rooms, &mut costumes)?,
        };
        let unflip = if engine.has_akos() { Some(offer::unflip(engine, &mut costumes)?) } else { None };
        let curtain = match engine.wants_curtain() {
            true => Some(offer::curtain(engine, &mut costumes)?),
            false => None,
        };
        let marker = match (engine.has_marker(), engine.is_dithered()) {
            (true, _) => Some(offer::marker(engine, &mut costumes)?),
            (_, true) => Some(offer::stripes(engine, &mut costumes)?),
            _ => None,
        };
        let mut cases = Vec::new();
        for (kind, frames) in plan {
            if !has_kind(engine, *kind) {
                continue;
            }
            let mut left = *frames;
            while left > 0 {
                let rng = if *kind == Kind::Camera { &mut own } else { &mut rng };
                let number = rng.byte(1, ROOMS);
                let mut case = scene::case(rng, *kind, &offer, number);
                if engine.names_room_colours() {
                    keep_nameable(&mut case.scene, &costumes);
                }
                if engine.dialect().akos.clip_rectangles && interpreter::chosen() == Interpreter::Current {
                    keep_on_screen(&mut case.scene, &costumes, engine.screen());
                }
                case.visit = rng.below(visits.len());
                case.scene.objects.given.clone_from(&visits[case.visit][usize::from(number) - 1]);
                case.then.truncate(left - 1);
                left -= case.frames();
                cases.push(case);
            }
        }
        palettes::choose(seed, engine, &rooms, &mut cases);
        // Shadow tables that have been made stay until another room is entered.
        cases.sort_by_key(|case| (case.visit, case.scene.room, case.has_shadows(), case.scene.room_palette));
        stay_in_rooms(&mut cases);
        if engine.dialect().boxes_either_way {
            // Corners that go round the other way, in every other box.
            let boxes = rooms.iter_mut().flat_map(|room| room.boxes.iter_mut().step_by(2));
            boxes.for_each(|walk_box| walk_box.corners.swap(1, 3));
        }
        let nes = graphics.map(Box::new);
        Ok(Self { unflip, curtain, marker, nes, ..Self::new(engine, rooms.into(), costumes, cases) })
    }

    /// The pack of these rooms, costumes and cases alone.
    pub(crate) fn new(
        engine: &'static Engine,
        rooms: Vec<RoomSource>,
        costumes: Vec<PackCostume>,
        cases: Vec<Case>,
    ) -> Self {
        let (unflip, curtain, marker, nes, put, drawn_from) = (None, None, None, None, None, None);
        Self { engine, rooms, costumes, cases, unflip, curtain, marker, nes, put, drawn_from }
    }

    /// A room by its number.
    pub(crate) fn room(&self, number: u32) -> Option<&RoomSource> {
        self.rooms.get(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    /// All frames in the order in which they are shown: number of the case, number of its frame.
    pub(crate) fn frames(&self) -> Vec<(usize, usize)> {
        let cases = self.cases.iter().enumerate();
        cases.flat_map(|(number, case)| (0..case.frames()).map(move |frame| (number, frame))).collect()
    }

    /// The files that ScummVM plays.
    pub(crate) fn files(&self) -> Outcome<Vec<NamedFile>> {
        if let Some(put) = &self.put {
            return Ok(put.clone());
        }
        let frames = self.frames().len();
        if frames > MAX_FRAMES - 1 {
            return Err(Failure::new(format!("{frames} frames in one pack; at most {}", MAX_FRAMES - 1)));
        }
        let dialect = self.engine.dialect();
        let costumes = self.costumes.iter().zip(1..).map(|(costume, id)| (id, costume.payload.clone()));
        let script = engine::script(self.engine, &self.actions())?;
        let refused = |why| Failure::because("the pack", why);
        if dialect.files == FileLayout::Disks {
            let mut game = GameBuilder::new(dialect);
            for (room, number) in self.rooms.iter().zip(1..) {
                let refused = |why| Failure::because(format!("room {number}"), why);
                game.room_source(number, "stage", room).map_err(refused)?;
            }
            costumes.for_each(|(id, payload)| {
                game.costume(id, 1, payload);
            });
            game.script(1, 1, script);
            if self.engine.has_xmaps() {
                for image in 1..=IMAGES {
                    game.image(image, 1, image_with_table(image));
                }
            }
            let files = game.finish().map_err(refused)?;
            let name = |disk| self.engine.file_name(disk);
            let own = [(name(0), files.index), (name(1), files.data)];
            return Ok(own.into_iter().chain(self.engine.more_files()).collect());
        }
        let mut game = ClassicBuilder::new(dialect);
        game.objects(self.engine.objects());
        let written = |room: &RoomSource, number: u8| {
            room.write_for(&dialect).map_err(|why| Failure::because(format!("room {number}"), why))
        };
        if let Some(graphics) = &self.nes {
            graphics.add(&mut game, 1)?;
        }
        for (room, number) in self.rooms.iter().zip(1..) {
            let failed = |why| Failure::because(format!("room {number}"), why);
            game.room_source(number, "stage", 1, room).map_err(failed)?;
        }
        for number in self.engine.more_rooms() {
            game.room(*number, "more", 1, written(&RoomSource::new(16, 16), *number)?);
        }
        // With offsets of 16 bits, each resource has its own room.
        let apart = self.engine.has_bare_files();
        let mut closet = CLOSETS;
        let mut owner = |game: &mut ClassicBuilder| -> Outcome<u8> {
            if !apart {
                return Ok(1);
            }
            closet += 1;
            game.room(closet, "closet", 1, written(&RoomSource::new(8, 8), closet)?);
            Ok(closet)
        };
        for (id, payload) in costumes {
            let room = owner(&mut game)?;
            game.costume(id, room, payload);
        }
        let room = owner(&mut game)?;
        game.script(1, room, script);
        for id in self.engine.more_scripts() {
            game.script(*id, room, vec![0]);
        }
        let mut files = game.finish().map_err(refused)?;
        if let Some(graphics) = &self.nes {
            for (_, number) in self.rooms.iter().zip(1..) {
                nes_objects::change(&mut files, number, graphics.seed, graphics.broken);
            }
        }
        files.extend(self.engine.more_files());
        Ok(files)
    }

    /// The game as Costumier opens it.
    pub(crate) fn game(&self, files: &[NamedFile]) -> Outcome<Arc<Game>> {
        let files: MemoryFiles = files.iter().cloned().collect();
        let mut game = Game::open(&files, None, Limits::default())
            .map_err(|why| Failure::because("Costumier opens the pack", why))?;
        let (found, wanted) = (game.dialect(), self.engine.dialect());
        if found.generation() != wanted.generation() || found.files != wanted.files {
            return Err(Failure::new(format!("Costumier takes the pack for {}", found.generation())));
        }
        // No file marks a game as the Amiga's.
        let mut assumed = wanted;
        assumed.sprite_set = self.sprite_set();
        game.assume(assumed);
        if let Some(screen) = self.engine.shown_on {
            game.set_screen(screen);
        }
        Ok(Arc::new(game))
    }

    /// The width of a case's room in pixels, where that is narrower than the screen (NES).
    pub(crate) fn narrow(&self, case: &Case) -> Option<usize> {
        let room = self.room(case.scene.room?).filter(|_| self.nes.is_some())?;
        (u32::from(room.width) < self.engine.screen().0).then_some(room.width.into())
    }

    /// The set of sprites that its script chooses (NES).
    pub(crate) fn sprite_set(&self) -> u8 {
        self.nes.as_ref().map_or(0, |graphics| graphics.set)
    }

    /// Whether a picture differs from the empty room of its case.
    pub(crate) fn shows_actors(&self, case: &Case, pixels: &[u8]) -> bool {
        let number = case.scene.room.and_then(|room| usize::try_from(room).ok()).unwrap_or(1);
        let (room, (width, _)) = (&self.rooms[number - 1], self.engine.screen());
        let room = &*model::furnished(self.engine, room, &case.scene, Broken::default());
        let side = |pixels: u32| usize::try_from(pixels).unwrap_or(1);
        let corner = case.corner(&self.engine.dialect(), room);
        let [left, top] = [corner.0, corner.1].map(|at| usize::try_from(at).unwrap_or(0));
        let lit = !self.engine.dialect().has_lights || case.scene.lights & 2 != 0;
        let rows = room.background.chunks_exact(usize::from(room.width)).skip(top);
        let mut pairs = rows.zip(pixels.chunks_exact(side(width)));
        let base = self.engine.dialect().background_base;
        pairs.any(|(behind, row)| match lit {
            true => behind[left..].iter().zip(row).any(|(behind, pixel)| behind.wrapping_add(base) != *pixel),
            false => row.iter().any(|pixel| *pixel != 0),
        })
    }

    fn actions(&self) -> Vec<Action> {
        let mut script = Showing::new(self);
        let mut number = 0;
        for case in &self.cases {
            script.set_up(case);
            for frame in 0..case.frames() {
                if let Some(steps) = frame.checked_sub(1).and_then(|before| case.then.get(before)) {
                    for (actor, step) in steps {
                        script.actions.push(Action::Step(case.numbers[*actor], *step));
                    }
                }
                number += 1;
                script.show(case, frame, number);
            }
        }
        script.mark(number + 1);
        script.actions.extend([Action::Break, Action::Quit]);
        script.actions
    }
}

/// An image that is a random table of shadows.
fn image_with_table(image: u16) -> Vec<u8> {
    let mut rng = Rng::new(image.into());
    let table = (0..0x1_0000).map(|_| rng.byte(0, LAST_COLOUR));
    [*b"XMAP", 0x1_0008_u32.to_be_bytes()].concat().into_iter().chain(table).collect()
}

/// Gives scenes what is left of the scene before in the same room: a room is not entered twice in a row.
fn stay_in_rooms(cases: &mut [Case]) {
    for at in 1..cases.len() {
        let (before, after) = cases.split_at_mut(at);
        let (Some(before), Some(case)) = (before.last(), after.first_mut()) else { continue };
        if before.scene.room != case.scene.room {
            continue;
        }
        case.scene.objects.clone_from(&before.scene.objects);
        if before.has_shadows() {
            case.scene.room_palette = before.scene.room_palette;
        }
        if !case.has_shadows() {
            // Shadow tables of the visit before are still there.
            case.tables.clone_from(&before.tables);
            case.scene.shadow = before.scene.shadow;
            case.scene.shadows.clone_from(&before.scene.shadows);
        }
    }
}

/// Whether an engine supports a kind of scenes.
pub(crate) fn has_kind(engine: &Engine, kind: Kind) -> bool {
    if engine.dialect().is_v0() {
        return random::v0::KINDS.contains(&kind);
    }
    match kind {
        Kind::Scale | Kind::ScaleEdges => engine.has_sizes(),
        Kind::Camera => engine.scrolls(),
        Kind::Shadow => engine.has_shadows() || engine.has_xmaps(),
        Kind::Speed => engine.has_speeds(),
        Kind::Counters => engine.has_counters() && !engine.has_akos(),
        Kind::Palette => engine.has_overrides(),
        // The actor for numbers would be dark.
        Kind::Lights => engine.dialect().has_lights && !engine.is_dithered(),
        Kind::Redirects => engine.has_redirects(),
        // ScummVM ends at pictures of codec 16 where pixels have 16 bits.
        Kind::Rows | Kind::RowEdges => engine.has_akos() && !engine.is_wide(),
        Kind::Draws | Kind::Programs | Kind::Queued | Kind::Flips => engine.has_akos(),
        Kind::Skips => engine.has_skips(),
        Kind::SkipEdges => engine.has_skips() && engine.dialect().akos.clip_rectangles,
        Kind::Clips => engine.dialect().akos.clip_rectangles,
        Kind::Conditions | Kind::Talking => engine.dialect().akos.talk_states != 0,
        // Where pixels have 16 bits, ScummVM ends at such frames.
        Kind::Auxiliary => engine.has_akos() && engine.dialect().akos.auxiliary_frames && !engine.is_wide(),
        Kind::Slots => engine.dialect().akos.slot_remaps,
        Kind::StopStart | Kind::Once => !engine.has_akos(),
        _ => true,
    }
}

/// The room colours of an AKOS costume.
pub(crate) fn palette_of(costumes: &[PackCostume], id: u32) -> Option<&[u8]> {
    design_of(costumes, id).map(|design| &design.palette[..])
}

/// The design of an AKOS costume.
fn design_of(costumes: &[PackCostume], id: u32) -> Option<&Design> {
    let costume = costumes.get(usize::try_from(id).ok()?.checked_sub(1)?)?;
    match costume.source.as_ref()? {
        Source::Akos(design) => Some(design),
        Source::Cost(_) => None,
    }
}

/// Leaves only overrides of costume colours that a room colour means: the first that stands for it.
fn keep_nameable(scene: &mut Scene, costumes: &[PackCostume]) {
    for actor in &mut scene.actors {
        let own = palette_of(costumes, actor.costume).unwrap_or_default();
        actor.palette.retain(|entry, _| {
            let colour = own.get(usize::from(*entry));
            colour.is_some() && own.iter().position(|of| Some(of) == colour) == Some(usize::from(*entry))
        });
        // In 16 bits they are pixels.
        let is_kept = |entry: &u8| actor.palette.contains_key(entry);
        actor.pixels.retain(|entry, _| is_kept(entry));
        if !actor.pixels.is_empty() {
            actor.palette.clear();
        }
    }
}

/// Gives actors in pictures of codec 32 the screen as their clip rectangle, where they have none. Without one,
/// today's ScummVM takes column 640 of a screen of 640 columns for one of the screen's: what a picture has there is
/// shown in column 0 of the next row.
fn keep_on_screen(scene: &mut Scene, costumes: &[PackCostume], (width, height): (u32, u32)) {
    let [right, bottom] = [width, height].map(|side| i32::try_from(side).unwrap_or(i32::MAX));
    for actor in &mut scene.actors {
        if design_of(costumes, actor.costume).is_some_and(|design| design.codec == Codec::Trle) {
            actor.clip.get_or_insert(Bounds { left: 0, top: 0, right, bottom });
        }
    }
}

/// The first actor's values in a picture: its animation counter, or three of its variables.
pub(crate) fn told_by(engine: &Engine, frame: &Frame) -> [u8; 3] {
    let [first, second, third] = [COUNTER, COUNTER - 1, COUNTER - 2].map(|entry| frame.colour(entry)[0]);
    if engine.has_akos() { [first, second, third] } else { [first, 0, 0] }
}

const _: () = assert!(LAST_COLOUR < COUNTER - 2 && COUNTER < MARKER);
