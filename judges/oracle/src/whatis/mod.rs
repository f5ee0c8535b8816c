//! Measures what `costumier whatis` says of screenshots that ScummVM makes: random scenes, and the sample's costumes.
//!
//! The scenes are those of the comparison, so what each screenshot shows is known: the room, and of each actor the
//! costume and the pixels. Frames in which Costumier and ScummVM differ are left out.

mod totals;
mod truth;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use costumier::format::screen::high;
use costumier::scene::SceneRenderer;
use costumier_export::recognise::{Certainty, Figure, OneByOne, Query};

use crate::args::Args;
use crate::case::Kind;
use crate::compare;
use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::judge::Judge;
use crate::judge::frames::Frame;
use crate::pack::Pack;
use crate::render::Costumier;
use crate::rng::Rng;
use crate::run::plans;
use crate::{blocks, scene_file, temp};
use totals::Totals;
use truth::{Agreement, ShownActor};

/// One in so many scenes of the comparison.
const PART: usize = 50;

/// The sample's costumes have one screenshot for so many of random ones.
const SAMPLE: usize = 4;

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
        for (number, mut plan) in (0..).zip(plans(engine, stills, frames, engine.pack_frames())) {
            plan.retain(|(kind, frames)| kind.name().contains(&args.kind) && *frames > 0);
            if !plan.is_empty() && args.pack.is_none_or(|only| only == number) {
                let pack = Pack::random(engine, Rng::of_part(args.seed, number).seed(), &plan)?;
                measured.pack(&pack, &format!("{}-{number}", engine.name))?;
            }
        }
        if args.pack.is_none() && Kind::Sample.name().contains(&args.kind) {
            measured.sample(engine, (stills + frames) / SAMPLE)?;
        }
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "\n{}, seed {}, {seconds:.1} s, slowest answer {:.2} s",
            engine.name,
            args.seed,
            measured.slowest.as_secs_f64()
        );
        print!("{}", totals::table(&measured.totals));
        is_right &= totals::wrong(&measured.totals) == 0;
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
    fn sample(&mut self, engine: &'static Engine, count: usize) -> Outcome<()> {
        let Some(edition) = blocks::edition(engine) else { return Ok(()) };
        let payloads = blocks::sample_of(edition)?;
        let mut pack = blocks::pack_of(engine, self.args.seed, Kind::Sample, &payloads)?;
        let mut rng = Rng::of_part(self.args.seed, u64::MAX);
        while pack.cases.len() > count {
            pack.cases.remove(rng.below(pack.cases.len()));
        }
        for case in &mut pack.cases {
            case.then.truncate(rng.below(case.then.len() + 1));
        }
        if pack.cases.is_empty() {
            return Ok(());
        }
        self.pack(&pack, &format!("{}-sample", engine.name))
    }

    /// Plays a pack, and measures the last frame of each case.
    fn pack(&mut self, pack: &Pack, name: &str) -> Outcome<()> {
        let game = pack.game(&pack.files()?)?;
        let ids: Vec<u32> = game.costume_slots().map(|slot| slot.id).collect();
        let (mut costumier, renderer) = (Costumier::new(&game), SceneRenderer::new(game.clone()));
        let (judge, mut kept) = (self.judge, 0);
        compare::play(judge, pack, |number, frame, actual| {
            let case = &pack.cases[number];
            if frame + 1 < case.frames() || costumier.pixels(case, frame)? != actual.pixels {
                return Ok(());
            }
            let scene = case.scene_at(frame);
            let room =
                usize::try_from(scene.room.unwrap_or(1)).ok().and_then(|room| pack.rooms.get(room - 1));
            let corner = room.map_or((0, 0), |room| case.corner(&pack.engine.dialect(), room));
            let failed = |why| Failure::because("Costumier plays a scene", why);
            let mut live = renderer.live(scene.clone()).map_err(failed)?;
            let actors = ShownActor::all(&mut live, corner)?;
            let pixels = rgba(&actual);
            let start = Instant::now();
            let mut query =
                Query::new(actual.width, &pixels).map_err(|why| Failure::because("a screenshot", why))?;
            let (figures, _) = query.search(&game, &ids, &OneByOne);
            self.slowest = self.slowest.max(start.elapsed());
            let totals = self.totals.entry(case.kind).or_default();
            totals.screenshots += 1;
            totals.rooms += usize::from(
                query.room().is_some_and(|it| (Some(it.room), it.corner) == (scene.room, corner)),
            );
            let judged = judged(&actors, &figures, totals);
            if !judged.is_empty() && kept < MOST_KEPT {
                kept += 1;
                let folder = temp::make(self.args.keep.join("whatis").join(name).join(number.to_string()))?;
                temp::write(&folder.join("screenshot.png"), &png_of(&actual, &pixels)?)?;
                temp::write(&folder.join("scene.json"), scene_file::write(&scene).as_bytes())?;
                temp::write(&folder.join("about.txt"), judged.as_bytes())?;
                temp::write_all(
                    &temp::make(self.args.keep.join("whatis").join(name).join("game"))?,
                    &pack.files()?,
                )?;
            }
            Ok(())
        })
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
        "{} costume {} at {:?} size {} {:?}, {:?} of pixels drawn, equal, hidden, different, {} same, others {others:?}, {:?}",
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
