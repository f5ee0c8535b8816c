//! Measures what `costumier whatis` says of screenshots that ScummVM makes: random scenes, and the sample's costumes.
//!
//! The scenes are those of the comparison, so what each screenshot shows is known: the room, and of each actor the
//! costume and the pixels. Frames in which Costumier and ScummVM differ are left out.

mod totals;
mod truth;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use costumier::Role;
use costumier::format::screen::high;
use costumier::scene::{ChoreRef, SceneRenderer, Step};
use costumier_export::recognise::{Certainty, Figure, OneByOne, Query};

use crate::args::Args;
use crate::case::Kind;
use crate::compare;
use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::judge::Judge;
use crate::judge::frames::Frame;
use crate::pack::{self, Pack, PackCostume};
use crate::render::Costumier;
use crate::rng::Rng;
use crate::run::plans;
use crate::{blocks, scene_file, stop, temp};
use totals::Totals;
use truth::{Agreement, ShownActor};

/// One in so many scenes of the comparison.
const PART: usize = 50;

/// The sample's costumes have one screenshot for so many of random ones.
const SAMPLE: usize = 4;

/// Kinds of scenes in which actors can wear any costume.
const DRESSED: [Kind; 10] = [
    Kind::Place,
    Kind::Camera,
    Kind::Scale,
    Kind::Elevation,
    Kind::Planes,
    Kind::Boxes,
    Kind::Palette,
    Kind::Lights,
    Kind::Actors,
    Kind::Mixed,
];

/// Random packs have at least so many costumes that the sample's can replace.
const LEAST_COSTUMES: usize = 10;

/// Maximum number of screenshots of a pack that are written.
const MOST_KEPT: usize = 12;

/// Measures each engine. Returns whether no answer that was called sure is wrong.
pub(crate) fn run(judge: &Judge, args: &Args) -> Outcome<bool> {
    let mut is_right = true;
    // Screens of 16 colours that mix others, and of 15 bits, are not read.
    for engine in args.engines.iter().filter(|engine| !engine.is_dithered() && !engine.is_deep()) {
        let start = Instant::now();
        let mut measured = Measured { judge, args, totals: BTreeMap::new(), slowest: Duration::ZERO };
        let (stills, frames) = (args.stills / PART, args.frames / PART);
        let mut print = |measured: &mut Measured<'_>, what: &str| {
            let totals = std::mem::take(&mut measured.totals);
            let (seconds, slowest) = (start.elapsed().as_secs_f64(), measured.slowest.as_secs_f64());
            println!(
                "\n{}, {what}, seed {}, {seconds:.0} s, slowest answer {slowest:.1} s",
                engine.name, args.seed
            );
            print!("{}", totals::table(&totals));
            is_right &= totals::wrong(&totals) == 0;
        };
        if let Some(edition) = blocks::edition(engine).filter(|_| args.pack.is_none()) {
            let payloads = blocks::sample_of(edition)?;
            measured.sample(engine, &payloads, (stills + frames) / SAMPLE)?;
            measured.dressed(engine, &payloads, stills)?;
            print(&mut measured, "the sample's costumes");
        }
        for (number, mut plan) in (0..).zip(plans(engine, stills, frames, engine.pack_frames())) {
            plan.retain(|(kind, frames)| kind.name().contains(&args.kind) && *frames > 0);
            if !plan.is_empty() && args.pack.is_none_or(|only| only == number) {
                let pack = Pack::random(engine, Rng::of_part(args.seed, number).seed(), &plan)?;
                measured.pack(&pack, &format!("{}-{number}", engine.name))?;
            }
        }
        print(&mut measured, "costumes of random pixels and programs");
    }
    Ok(is_right)
}

/// A measurement of an engine.
struct Measured<'a> {
    judge: &'a Judge,
    args: &'a Args,
    totals: BTreeMap<Kind, Totals>,
    slowest: Duration,
}

impl Measured<'_> {
    /// Measures frames of the sample's costumes.
    fn sample(&mut self, engine: &'static Engine, payloads: &[Vec<u8>], count: usize) -> Outcome<()> {
        if !Kind::Sample.name().contains(&self.args.kind) {
            return Ok(());
        }
        let mut pack = blocks::pack_of(engine, self.args.seed, Kind::Sample, payloads)?;
        let mut rng = Rng::of_part(self.args.seed, u64::MAX);
        while pack.cases.len() > count {
            pack.cases.remove(rng.below(pack.cases.len()));
        }
        for case in &mut pack.cases {
            case.then.truncate(rng.below(case.then.len() + 1));
        }
        match pack.cases.is_empty() {
            true => Ok(()),
            false => self.pack(&pack, &format!("{}-sample", engine.name)),
        }
    }

    /// Measures random scenes in which actors wear the sample's costumes.
    fn dressed(&mut self, engine: &'static Engine, payloads: &[Vec<u8>], count: usize) -> Outcome<()> {
        let kinds = DRESSED.into_iter().filter(|kind| kind.name().contains(&self.args.kind));
        let kinds: Vec<Kind> = kinds.filter(|kind| pack::has_kind(engine, *kind)).collect();
        let part = |at: usize| count * (at + 1) / kinds.len() - count * at / kinds.len();
        let plan: pack::Plan = kinds.iter().enumerate().map(|(at, kind)| (*kind, part(at))).collect();
        if plan.iter().all(|(_, frames)| *frames == 0) {
            return Ok(());
        }
        let mut rng = Rng::of_part(self.args.seed, u64::MAX - 1);
        let mut pack = Pack::random(engine, rng.seed(), &plan)?;
        let worn = payloads.len().min(LEAST_COSTUMES);
        for (slot, payload) in pack.costumes.iter_mut().zip(payloads).take(worn) {
            let payload =
                if engine.has_akos() { payload.clone() } else { blocks::in_form_of(engine, payload) };
            *slot = PackCostume { payload, source: None };
        }
        for actor in pack.cases.iter_mut().flat_map(|case| &mut case.scene.actors) {
            actor.costume = u32::try_from(1 + rng.below(worn)).unwrap_or(1);
            (actor.vars, actor.conditions) = Default::default();
            let roles = [Role::Walk, Role::Walk, Role::Stand, Role::TalkStart, Role::TalkStop];
            let perform = |role| Step::Chore(ChoreRef::Role(role));
            let mut steps = vec![perform(Role::Init), perform(Role::Stand), perform(rng.pick(&roles))];
            if rng.chance(30) {
                steps.push(Step::Chore(ChoreRef::Number(u16::from(rng.byte(6, 9)))));
            }
            steps.push(Step::Ticks(u32::from(rng.byte(1, 6))));
            if rng.chance(20) {
                // A body that walked, a head that talks.
                steps.push(perform(Role::TalkStart));
                steps.push(Step::Ticks(1));
            }
            actor.steps = steps;
        }
        self.pack(&pack, &format!("{}-dressed", engine.name))
    }

    /// Plays a pack, and measures the last frame of each case.
    fn pack(&mut self, pack: &Pack, name: &str) -> Outcome<()> {
        let game = pack.game(&pack.files()?)?;
        let ids: Vec<u32> = game.costume_slots().map(|slot| slot.id).collect();
        let (mut costumier, renderer) = (Costumier::new(&game), SceneRenderer::new(game.clone()));
        let mut shots = Vec::new();
        // ScummVM does not wait for answers.
        compare::play(self.judge, pack, |number, frame, actual| {
            let case = &pack.cases[number];
            if frame + 1 == case.frames() && costumier.pixels(case, frame)? == actual.pixels {
                shots.push((number, frame, actual));
            }
            Ok(())
        })?;
        let mut kept = 0;
        for (number, frame, actual) in shots {
            stop::check()?;
            let case = &pack.cases[number];
            let scene = case.scene_at(frame);
            let room = usize::try_from(scene.room.unwrap_or(1)).ok();
            let room = room.and_then(|room| pack.rooms.get(room.checked_sub(1)?));
            let corner = room.map_or((0, 0), |room| case.corner(&pack.engine.dialect(), room));
            let failed = |why| Failure::because("Costumier plays a scene", why);
            let actors = ShownActor::all(&mut renderer.live(scene.clone()).map_err(failed)?, corner)?;
            let pixels = rgba(&actual);
            let start = Instant::now();
            let query = Query::new(actual.width, &pixels);
            let mut query = query.map_err(|why| Failure::because("a screenshot", why))?;
            let (figures, _) = query.search(&game, &ids, &OneByOne);
            self.slowest = self.slowest.max(start.elapsed());
            let totals = self.totals.entry(case.kind).or_default();
            totals.screenshots += 1;
            let found = query.room().map(|it| (Some(it.room), it.corner));
            totals.rooms += usize::from(found == Some((scene.room, corner)));
            let judged = judged(&actors, &figures, totals);
            if !judged.is_empty() && kept < MOST_KEPT {
                kept += 1;
                let folder = self.args.keep.join("whatis").join(name);
                temp::write_all(&temp::make(folder.join("game"))?, &pack.files()?)?;
                let folder = temp::make(folder.join(number.to_string()))?;
                temp::write(&folder.join("screenshot.png"), &png_of(&actual, &pixels)?)?;
                temp::write(&folder.join("scene.json"), scene_file::write(&scene).as_bytes())?;
                temp::write(&folder.join("about.txt"), judged.as_bytes())?;
            }
        }
        Ok(())
    }
}

/// Counts the answers about a screenshot. Returns what is not right, in words.
fn judged(actors: &[ShownActor], figures: &[Figure], totals: &mut Totals) -> String {
    let mut text = String::new();
    let agreement = |actor: &ShownActor, figure: &Figure| {
        let first = actor.agreement(&figure.best, false);
        let same = figure.same.iter().map(|it| actor.agreement(it, true));
        same.chain([first]).max().unwrap_or(first)
    };
    for actor in actors.iter().filter(|actor| actor.is_seen()) {
        totals.figures += 1;
        let overlaps =
            figures.iter().map(|it| (actor.overlap(&it.best), it)).filter(|(pixels, _)| *pixels > 0);
        // Of several, the first one with most pixels.
        let first = overlaps.rev().max_by_key(|(pixels, _)| *pixels);
        let found = first.map_or(Agreement::None, |(_, figure)| agreement(actor, figure));
        totals.right += usize::from(found == Agreement::Whole);
        totals.part += usize::from(found == Agreement::Part);
        totals.sure += usize::from(first.is_some_and(|(_, it)| it.certainty == Certainty::Sure));
        if found != Agreement::Whole || first.is_some_and(|(_, it)| it.certainty != Certainty::Sure) {
            let said = first.map_or_else(|| "nothing".to_owned(), |(_, it)| words(it));
            let seen = (actor.visible.len(), actor.values.len());
            text.push_str(&format!(
                "costume {}, {} of {} pixels are visible: {found:?}: {said}\n",
                actor.costume, seen.0, seen.1
            ));
        }
    }
    for figure in figures.iter().filter(|it| it.certainty == Certainty::Sure) {
        if actors.iter().all(|actor| agreement(actor, figure) == Agreement::None) {
            totals.wrong += 1;
            text.push_str(&format!("sure and wrong: {}\n", words(figure)));
        }
    }
    text
}

/// What an answer says.
fn words(figure: &Figure) -> String {
    let it = &figure.best;
    let others: Vec<u32> = figure.others.iter().map(|it| it.id).collect();
    format!(
        "{} costume {} at {:?} size {:?} {:?}, {:?} of pixels drawn, equal, hidden, different, {} same, \
         others {others:?}, {:?}",
        figure.certainty.name(),
        it.id,
        it.at,
        it.scale,
        it.coloured,
        it.pixels(),
        figure.same.len(),
        it.shown
    )
}

/// Red, green, blue and opacity of a screenshot.
fn rgba(frame: &Frame) -> Vec<[u8; 4]> {
    let opaque = |[r, g, b]: [u8; 3]| [r, g, b, u8::MAX];
    let pair = |pair: &[u8; 2]| opaque(high::rgb(u16::from_ne_bytes(*pair)));
    match frame.is_wide() {
        true => frame.pixels.as_chunks::<2>().0.iter().map(pair).collect(),
        false => frame.pixels.iter().map(|index| opaque(frame.colour(*index))).collect(),
    }
}

fn png_of(frame: &Frame, pixels: &[[u8; 4]]) -> Outcome<Vec<u8>> {
    let side = |side: usize| u32::try_from(side).unwrap_or(0);
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, side(frame.width), side(frame.height));
    encoder.set_color(png::ColorType::Rgba);
    let failed = |why| Failure::because("a screenshot", why);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(pixels.as_flattened()).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(out)
}
