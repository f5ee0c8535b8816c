//! Costumes that are not random: those of the sample game, and those in a folder. Every record of each is played.

use costumier::format::akos::Akos;
use costumier::format::cost::Cost;
use costumier::format::dialect::Starts;
use costumier::scene::{ChoreRef, Scale, Scene, SceneActor, Step, View};
use costumier::{Direction, Facing, Game, Limits, Role};
use costumier_sample::Edition;

use crate::args::{Args, Task};
use crate::case::{Case, Kind};
use crate::compare::{self, Tallies};
use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::judge::Judge;
use crate::offer;
use crate::pack::{Pack, PackCostume};
use crate::random::room;
use crate::report::Keeper;
use crate::rng::Rng;

/// The bytes of a v6 payload before the part that both generations share: its size, and "CO".
const V6_HEAD: usize = 6;

/// Number of further frames of a record.
const FRAMES: usize = 10;

/// The frame before which the actor turns.
const TURNS_AT: usize = 6;

/// Scales of a record.
const SCALES: [u8; 2] = [255, 140];

/// `--ci` plays one record in so many, at one scale.
const DECIDING: usize = 5;

/// Compares the sample game's costumes.
pub(crate) fn sample(
    judge: &Judge,
    args: &Args,
    engine: &'static Engine,
    tallies: &mut Tallies,
) -> Outcome<()> {
    match edition(engine) {
        Some(edition) => show(judge, args, engine, Kind::Sample, &sample_of(edition)?, tallies),
        None => Ok(()),
    }
}

/// The sample game whose costumes an engine can hold: of AKOS costumes its own.
pub(crate) fn edition(engine: &Engine) -> Option<&'static Edition> {
    if engine.has_akos() {
        return costumier_sample::edition_for(&engine.dialect());
    }
    fit(engine).then(|| costumier_sample::edition("v5")).flatten()
}

/// The payloads of the costumes of the sample game.
pub(crate) fn sample_of(edition: &Edition) -> Outcome<Vec<Vec<u8>>> {
    let failed = |why| Failure::because("the sample game", why);
    let game = Game::open(&edition.folder(), None, Limits::default()).map_err(failed)?;
    game.costume_ids().map(|id| Ok(game.costume_bytes(id).map_err(failed)?.payload)).collect()
}

/// A payload in the form of an engine: v6 has six bytes more at its beginning, and all offsets count from
/// there in both.
pub(crate) fn in_form_of(engine: &Engine, payload: &[u8]) -> Vec<u8> {
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
pub(crate) fn fit(engine: &Engine) -> bool {
    // Patterns are of 16 colours, the sample of more; and its pictures are not made of blocks.
    let dialect = engine.dialect();
    let holds = dialect.cost.starts == Starts::Word && !engine.has_akos() && !dialect.objects.tiles;
    holds && engine.shown_on.is_none()
}

/// Plays every record of costumes and compares.
pub(crate) fn show(
    judge: &Judge,
    args: &Args,
    engine: &'static Engine,
    kind: Kind,
    payloads: &[Vec<u8>],
    tallies: &mut Tallies,
) -> Outcome<()> {
    let mut pack = pack_of(engine, args.seed, kind, payloads)?;
    if args.task == Task::Ci {
        let mut numbers = 0..pack.cases.len();
        pack.cases.retain(|_| numbers.next().is_some_and(|number| number % DECIDING == 0));
    }
    let name = format!("{}-{}", engine.name, if kind == Kind::Sample { "sample" } else { "blocks" });
    let mut keeper = Keeper::new(&args.keep, &name, format!("oracle --engine {}", engine.name));
    compare::compare(judge, &pack, tallies, |difference| keeper.keep(&pack, &difference))
}

/// A pack in which every record of these costumes is played.
pub(crate) fn pack_of(engine: &'static Engine, seed: u64, kind: Kind, payloads: &[Vec<u8>]) -> Outcome<Pack> {
    let (width, height) = engine.screen();
    let size = [width, height].map(|side| u16::try_from(side).unwrap_or(u16::MAX));
    let room = room::room(&mut Rng::new(seed), engine, (size[0], size[1]), 0);
    let payloads: Vec<_> = match engine.has_akos() {
        true => payloads.to_vec(),
        false => payloads.iter().map(|payload| in_form_of(engine, payload)).collect(),
    };
    let mut cases = Vec::new();
    for (payload, id) in payloads.iter().zip(1..) {
        let failed = |why| Failure::because(format!("costume {id} in a {} pack", engine.name), why);
        let records = records(engine, payload).map_err(failed)?;
        cases.extend(records.into_iter().flat_map(|(chore, facing)| watch(engine, kind, id, chore, facing)));
    }
    let mut costumes: Vec<PackCostume> =
        payloads.into_iter().map(|payload| PackCostume { payload, source: None }).collect();
    let curtain = match engine.wants_curtain() {
        true => Some(offer::curtain(engine, &mut costumes)?),
        false => None,
    };
    let marker = match engine.has_marker() {
        true => Some(offer::marker(engine, &mut costumes)?),
        false => None,
    };
    Ok(Pack { curtain, marker, ..Pack::new(engine, vec![room], costumes, cases) })
}

/// The chore and the facing of each record of a costume.
fn records(engine: &Engine, payload: &[u8]) -> costumier::Result<Vec<(u16, Facing)>> {
    if engine.has_akos() {
        let akos = Akos::open(payload.to_vec(), engine.dialect())?;
        return Ok(akos
            .record_indices()
            .map(|record| (akos.chore_of(record), akos.facing_of(record)))
            .collect());
    }
    let cost = Cost::open(payload.to_vec(), engine.dialect())?;
    let of = |record: u16| (record / 4, Direction::from_number(record.to_le_bytes()[0]).into());
    Ok(cost.record_indices().map(of).collect())
}

/// One record, from its beginning, in two sizes: init, then the chore, later another facing.
pub(crate) fn watch(engine: &Engine, kind: Kind, costume: u32, chore: u16, facing: Facing) -> Vec<Case> {
    let (width, height) = engine.screen();
    let chore = ChoreRef::Number(chore);
    let mut then = vec![Vec::new(); FRAMES];
    let next = Direction::from_number(facing.direction().number() + 1);
    let order = match engine.animates_by_bytes() {
        true => 0xF8 + u16::from(next.number()),
        false => 3000 + Facing::from(next).angle(),
    };
    then[TURNS_AT] = vec![(0, Step::Animate(order))];
    SCALES
        .into_iter()
        .filter(|scale| engine.has_sizes() || *scale == SCALES[0])
        .map(|scale| {
            let mut actor = SceneActor::new(costume, (160, 150), facing);
            actor.scale = Scale::Fixed(scale, scale);
            actor.steps = vec![Step::Chore(ChoreRef::Role(Role::Init)), Step::Chore(chore)];
            let mut scene = Scene::new(1, vec![actor]);
            scene.name = kind.name().into();
            scene.view = View { x: 0, y: 0, width, height }.into();
            Case {
                visit: 0,
                kind,
                scene,
                numbers: vec![1],
                tables: Vec::new(),
                then: then.clone(),
                counts: engine.has_counters(),
            }
        })
        .collect()
}
