//! The equipment for drawing scenes: stage, painter, and the buffers between them and the finished picture. All of
//! it is reused.

use super::actor::SceneActor;
use super::frames::{self, Layer};
use super::origin::Watch;
use super::player::{ActorPosition, Player};
use super::rendered::{Rendered, Unseen};
use super::resources::{Dotted, OpenRoom, Rooms};
use super::types::{Scene, View, ViewChoice};
use crate::Result;
use crate::draw::colours::free_value;
use crate::draw::{self, Painter, Stage};
use crate::game::Game;
use crate::model::{Bounds, Placed};
use crate::screen::NOTHING;
use crate::screen::Patterned;

/// The light bit that shows the room.
const ROOM_LIT: u8 = 2;

/// The stage, the painter and the buffers for drawing a scene.
#[derive(Clone, Debug)]
pub(super) struct DrawingBuffers {
    painter: Painter,
    stage: Stage,
    layer: Layer,
    placed: Vec<Placed>,
    spots: Vec<ActorPosition>,
    /// Numbers of auxiliary frames of an actor.
    frames: Vec<u16>,
    /// The last picture as dots of the screen.
    dots: Vec<u8>,
    ground: Ground,
    unseen: Vec<Unseen>,
    unboxed: Vec<usize>,
}

/// The stage without actors, for scenes that are drawn repeatedly.
#[derive(Clone, Debug, Default)]
struct Ground {
    wanted: bool,
    /// A value that no pixel has, once it is known.
    free: Option<u8>,
    /// The visible part of the room, once it is known.
    view: Option<View>,
    pixels: Vec<u8>,
}

/// A scene with its rooms and players.
pub(super) struct Play<'p, 'r> {
    pub(super) game: &'p Game,
    pub(super) scene: &'p Scene,
    pub(super) rooms: &'r Rooms,
    /// One player for each actor of the scene.
    pub(super) players: &'p mut [Player],
}

impl DrawingBuffers {
    pub(super) fn new(game: &Game) -> Self {
        Self {
            painter: Painter::new(game.limits()),
            stage: Stage::new(game.limits()),
            layer: Layer::default(),
            placed: Vec::new(),
            spots: Vec::new(),
            frames: Vec::new(),
            dots: Vec::new(),
            ground: Ground::default(),
            unseen: Vec::new(),
            unboxed: Vec::new(),
        }
    }

    /// Keeps the stage without actors from now on, until it is discarded.
    pub(super) fn keep_ground(&mut self) {
        self.ground =
            Ground { wanted: true, pixels: std::mem::take(&mut self.ground.pixels), ..Ground::default() };
    }

    /// Discards the view, so that another part of the room is shown.
    pub(super) fn look_elsewhere(&mut self) {
        self.ground.view = None;
    }

    /// Draws a scene in its present state, and may watch a pixel.
    pub(super) fn draw<'s>(
        &'s mut self,
        play: Play<'_, 's>,
        mut watch: Option<&mut Watch>,
    ) -> Result<Rendered<'s>> {
        let Play { game, scene, rooms, players } = play;
        let palette = rooms.palette();
        let dotted = rooms.dotted();
        let room = rooms.room.as_deref();
        self.spots.clear();
        for (player, said) in players.iter_mut().zip(&scene.actors) {
            player.begin_loop();
            self.spots.push(player.spot(said, room.map(|room| &room.room)));
        }
        let view = match (scene.view, room) {
            (ViewChoice::Part(view), _) => view,
            (ViewChoice::Screen, room) => {
                let size = room.map(|room| (room.room.width, room.room.height));
                let followed = scene.actors.first().map(|actor| game.dialect().anchor.ground(actor.position));
                View::of_screen(&game.dialect(), size, followed.unwrap_or_default())
            }
            (ViewChoice::Whole, Some(room)) => {
                View { x: 0, y: 0, width: room.room.width.into(), height: room.room.height.into() }
            }
            (ViewChoice::Whole, None) => self.surround(players, &scene.actors),
        };
        self.set_stage(game, scene, room, players, view)?;
        if let Some(table) = rooms.high() {
            let lit = scene.lights & ROOM_LIT != 0 || !game.dialect().has_lights;
            // A dark room is black, even if colour 0 is another colour (PC-Engine).
            self.stage.set_high(if lit { table } else { &[0; 256] });
            let numbers = room.filter(|_| scene.background).and_then(|room| room.numbers.as_ref());
            if let Some(numbers) = numbers.filter(|numbers| !numbers.is_clear()) {
                self.stage.set_numbers(numbers, view.x, view.y);
            }
        }
        if let Some(watch) = &mut watch {
            watch.palette =
                rooms.colours.as_ref().and_then(|it| it.stored().map(|palette| (it.room.id, palette.source)));
            watch.begin(&self.stage, dotted.map(|it| &it.pattern), view.y);
        }
        let origin = (view.x, view.y);
        self.unboxed.clear();
        self.unboxed
            .extend(self.spots.iter().enumerate().filter(|(_, spot)| spot.unboxed).map(|(number, _)| number));
        self.unseen.clear();
        for (number, ((player, said), spot)) in
            players.iter_mut().zip(&scene.actors).zip(&self.spots).enumerate()
        {
            let (actor, colours) = player.drawn_by();
            let standing = spot.on_stage(said, colours, origin);
            if let Some(watch) = &mut watch {
                watch.draw(&mut self.painter, &mut self.stage, number, actor, &standing);
                continue;
            }
            // A broken picture leaves a gap; the others are drawn all the same.
            if let Ok(drawn) = self.painter.draw_actor(&mut self.stage, actor, &standing)
                && drawn.area.is_empty()
                && !shows_frames(player, &mut self.frames)
            {
                self.unseen.push(Unseen { actor: number, outside: drawn.clipped });
            }
        }
        self.layer.clear();
        for (player, spot) in players.iter().zip(&self.spots) {
            if let Some(akos) = player.actor.costume().as_akos() {
                let (x, y) = spot.frames_at;
                let at = (x.saturating_sub(view.x), y.saturating_sub(view.y));
                self.frames.clear();
                player.frames_seen(&mut self.frames);
                self.layer.show(akos, &self.frames, at, &self.stage, game.limits());
            }
        }
        self.layer.draw(&mut self.stage, rooms.high());
        if let Some(watch) = &mut watch {
            watch.end(&self.stage, palette, dotted.map(|it| &it.pattern), origin);
        }
        let rendered = Rendered {
            width: view.width,
            height: view.height,
            pixels: self.stage.pixels(),
            high: self.stage.high(),
            transparent: self.stage.transparent(),
            palette,
            origin,
            enlarged: 1,
            unseen: &self.unseen,
            unboxed: &self.unboxed,
        };
        let Some(Dotted { pattern, palette }) = dotted else { return Ok(rendered) };
        let picture = Patterned {
            pixels: rendered.pixels,
            width: usize::try_from(view.width).unwrap_or(usize::MAX),
            transparent: rendered.transparent,
            at: origin,
        };
        pattern.show(&picture, &mut self.dots);
        Ok(Rendered {
            width: view.width.saturating_mul(pattern.across()),
            height: pattern.lines_of(view.y, view.height),
            pixels: &self.dots,
            transparent: rendered.transparent.map(|_| NOTHING),
            palette,
            enlarged: pattern.across(),
            ..rendered
        })
    }

    /// Fills the stage with the room behind the actors.
    fn set_stage(
        &mut self,
        game: &Game,
        scene: &Scene,
        room: Option<&OpenRoom>,
        players: &[Player],
        view: View,
    ) -> Result<()> {
        let Self { stage, ground, .. } = self;
        if ground.wanted && ground.view == Some(view) {
            stage.pixels_mut().copy_from_slice(&ground.pixels);
            return Ok(());
        }
        let lit = scene.lights & ROOM_LIT != 0 || !game.dialect().has_lights;
        let picture = room.filter(|_| scene.background);
        let black = game.dialect().black;
        let black_alone = [black];
        let taken = || {
            let taken: &[u8] = picture.filter(|_| lit).map_or(&black_alone, |room| &room.background);
            free_value(players.iter().map(|player| &player.colours), taken).unwrap_or(black)
        };
        let free = ground.free.unwrap_or_else(taken);
        stage.clear(view.width, view.height, free)?;
        match (room, picture) {
            (Some(OpenRoom { room, background, planes, .. }), Some(_)) if lit => {
                stage.show(background, room.width, planes, view.x, view.y);
            }
            (Some(OpenRoom { room, background, planes, .. }), Some(_)) => {
                stage.show(&vec![black; background.len()], room.width, planes, view.x, view.y);
            }
            (Some(OpenRoom { room, planes, .. }), None) => {
                stage.show(&[], room.width, planes, view.x, view.y);
            }
            (None, _) => {}
        }
        match scene.view {
            ViewChoice::Whole => stage.set_edges(draw::Edges::Free),
            ViewChoice::Part(_) | ViewChoice::Screen => stage.be_view(&game.dialect(), view),
        }
        if ground.wanted {
            ground.free = Some(free);
            ground.view = Some(view);
            ground.pixels.clear();
            ground.pixels.extend_from_slice(stage.pixels());
        }
        Ok(())
    }

    /// The rectangle around all actors; one pixel if nothing is shown.
    fn surround(&mut self, players: &[Player], actors: &[SceneActor]) -> View {
        let mut all = Bounds::default();
        for ((player, spot), said) in players.iter().zip(&self.spots).zip(actors) {
            let actor = player.shown();
            let costume = actor.costume();
            if let Some(akos) = costume.as_akos() {
                self.frames.clear();
                player.frames_seen(&mut self.frames);
                for frame in self.frames.iter().filter_map(|frame| akos.frame(*frame).ok()) {
                    all = all.union(frames::bounds(&frame, spot.frames_at));
                }
            }
            let standing = spot.on_stage(said, &player.colours, (0, 0));
            standing.areas(actor, &mut self.placed, &mut |_, area| all = all.union(area));
        }
        View { x: all.left, y: all.top, width: all.width().max(1), height: all.height().max(1) }
    }
}

/// Whether an actor has auxiliary frames on the stage. `scratch` gets their numbers.
fn shows_frames(player: &Player, scratch: &mut Vec<u16>) -> bool {
    scratch.clear();
    player.frames_seen(scratch);
    !scratch.is_empty()
}
