//! Costumes that were not drawn at random: the sample game's, and those in a folder. Every record of each is played.

use costumier::chore::Role;
use costumier::cost::Cost;
use costumier::dialect::Starts;
use costumier::facing::Direction;
use costumier::game::Game;
use costumier::limits::Limits;
use costumier::scene::{ChoreRef, Scale, Scene, SceneActor, Step, View};

use crate::args::Args;
use crate::case::{Case, Kind};
use crate::compare::{self, Tallies};
use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::judge::Judge;
use crate::pack::{Pack, PackCostume};
use crate::random::room;
use crate::report::Keeper;
use crate::rng::Rng;

/// What a v6 payload has before the part that both generations share: its size, and "CO".
const V6_HEAD: usize = 6;

/// Further frames in which a record is watched.
const FRAMES: usize = 10;

/// The one before which the actor faces another way.
const TURNS_AT: usize = 6;

/// Sizes in which a record is watched.
const SCALES: [u8; 2] = [255, 140];

/// Compares the sample game's costumes.
pub(crate) fn sample(
    judge: &Judge,
    args: &Args,
    engine: &'static dyn Engine,
    tallies: &mut Tallies,
) -> Outcome<()> {
    let failed = |why| Failure::because("the sample game", why);
    let game = Game::open(&costumier_sample::files(), None, Limits::default()).map_err(failed)?;
    let ids = game.costume_ids();
    let payloads = ids.map(|id| Ok(game.costume_bytes(id).map_err(failed)?.payload));
    let payloads = payloads.collect::<Outcome<Vec<_>>>()?;
    show(judge, args, engine, Kind::Sample, &payloads, tallies)
}

/// A payload in the form of an engine: v6 has six bytes more at its beginning, and all offsets count from there in both.
pub(crate) fn in_form_of(engine: &dyn Engine, payload: &[u8]) -> Vec<u8> {
    let shared = match payload.get(4..V6_HEAD) {
        Some(b"CO") => &payload[V6_HEAD..],
        _ => payload,
    };
    let mut own = Vec::with_capacity(shared.len() + V6_HEAD);
    if engine.dialect().cost.has_inner_header() {
        own.extend(u32::try_from(shared.len() + V6_HEAD).unwrap_or(0).to_le_bytes());
        own.extend(b"CO");
    }
    own.extend(shared);
    own
}

/// Whether an engine's costumes can hold what v5's can: where windows begin within 255 commands, they cannot.
pub(crate) fn fit(engine: &dyn Engine) -> bool {
    engine.dialect().cost.starts == Starts::Word
}

/// Plays every record of costumes and compares.
pub(crate) fn show(
    judge: &Judge,
    args: &Args,
    engine: &'static dyn Engine,
    kind: Kind,
    payloads: &[Vec<u8>],
    tallies: &mut Tallies,
) -> Outcome<()> {
    let (width, height) = engine.screen();
    let size = [width, height].map(|side| u16::try_from(side).unwrap_or(u16::MAX));
    let room = room::room(&mut Rng::new(args.seed), size[0], size[1], 0);
    let payloads: Vec<_> = payloads.iter().map(|payload| in_form_of(engine, payload)).collect();
    let mut cases = Vec::new();
    for (payload, id) in payloads.iter().zip(1..) {
        let cost = Cost::open(payload.clone(), engine.dialect())
            .map_err(|why| Failure::because(format!("costume {id} in a {} pack", engine.name()), why))?;
        cases.extend(cost.record_indices().flat_map(|record| watch(engine, kind, id, record)));
    }
    let costumes = payloads.into_iter().map(|payload| PackCostume { payload, source: None }).collect();
    let pack = Pack { engine, rooms: vec![room], costumes, cases };
    let name = format!("{}-{}", engine.name(), if kind == Kind::Sample { "sample" } else { "blocks" });
    let mut keeper = Keeper::new(&args.keep, &name, format!("oracle --engine {}", engine.name()));
    compare::compare(judge, &pack, tallies, |difference| keeper.keep(&pack, &difference))
}

/// One record, from its beginning, in two sizes: init, then the chore, later another facing.
fn watch(engine: &dyn Engine, kind: Kind, costume: u32, record: u16) -> Vec<Case> {
    let (width, height) = engine.screen();
    let [low, _] = record.to_le_bytes();
    let chore = ChoreRef::Number(u16::from(low >> 2));
    let mut then = vec![Vec::new(); FRAMES];
    then[TURNS_AT] = vec![(0, Step::Animate(0xF8 + u16::from((low + 1) & 3)))];
    SCALES
        .into_iter()
        .filter(|scale| engine.has_sizes() || *scale == SCALES[0])
        .map(|scale| {
            let facing = Direction::from_number(low).into();
            let mut actor = SceneActor::new(costume, (160, 150), facing);
            actor.scale = Scale::Fixed(scale, scale);
            actor.steps = vec![Step::Chore(ChoreRef::Role(Role::Init)), Step::Chore(chore)];
            let scene = Scene {
                name: kind.name().into(),
                room: Some(1),
                view: Some(View { x: 0, y: 0, width, height }),
                actors: vec![actor],
                ..Scene::default()
            };
            Case { kind, scene, numbers: vec![1], then: then.clone(), counts: engine.has_counters() }
        })
        .collect()
}
