//! The work whose instructions are counted. It runs under callgrind, which writes its counts at
//! [`pass_begins`] and at [`pass_ends`].

use std::sync::Arc;

use costumier::cast::Cast;
use costumier::format::codec::{Coding, Decoder};
use costumier::scripts::ReadScripts;
use costumier::scripts::script::Profile;
use costumier::{Clip, Costume, Dialect, Limits, Painter};
use costumier_benches::corpus::{Corpus, RECIPES};
use costumier_benches::costumes::{self, Mix, Played};
use costumier_benches::direct::{self, Kind, Shades};
use costumier_benches::kinds;
use costumier_benches::naive;
use costumier_benches::rounds::Pass;
use costumier_benches::scripts;
use costumier_benches::work::{self, WAYS};

/// Number of costumes of each set. Counts do not depend on it, and the simulation is slow.
const COSTUMES: usize = 4;

/// Ticks of each actor, a multiple of its loop.
const TICKS: usize = 120;

/// Makes the counter write its counts so far.
#[inline(never)]
fn pass_begins() {
    std::hint::black_box(1);
}

/// Makes the counter write its counts again; the difference is the pass. (The counter can watch a function's entry or
/// its exit, not both.)
#[inline(never)]
fn pass_ends() {
    std::hint::black_box(2);
}

/// Scripts of each set, and the costumes that they put on.
const SCRIPTS: (u32, u32) = (300, 75);

/// Whether the call asks for this work, by a part of its name or of its set's name. A call without names asks for all.
fn is_wanted(name: &str, set: &str) -> bool {
    let mut asked = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).peekable();
    asked.peek().is_none() || asked.any(|part| name.contains(&part) || set == part)
}

fn count(name: &str, corpus: &Corpus, pass: Pass<'_>) {
    count_per(name, corpus.name, corpus.pixels, "px", pass);
}

/// Counts a pass per unit that is not a pixel.
fn count_per(name: &str, set: &str, times: usize, unit: &str, mut pass: Pass<'_>) {
    if !is_wanted(name, set) {
        return;
    }
    // Once before, so that buffers are warm.
    pass();
    println!("{name}\t{set}\t{times}\t{unit}");
    pass_begins();
    pass();
    pass_ends();
}

/// Does all work. Prints for each pass its name, its set, its units and their number.
pub(super) fn run() {
    script_rows();
    for recipe in &RECIPES {
        let corpus = &Corpus::new(recipe, COSTUMES);
        let (mut decoder, mut rows) = (Decoder::new(), Vec::new());
        count("decode to rows", corpus, Box::new(|| work::decode(corpus, &mut decoder, &mut rows)));
        let plainly = || {
            for p in &corpus.pictures {
                naive::decode(p, corpus.depth, &mut rows);
                std::hint::black_box(&rows);
            }
        };
        count("decode to rows, plainly", corpus, Box::new(plainly));
        for (name, coding) in [
            ("any kind: v2 to v6", Coding::Columns(corpus.depth)),
            ("any kind: Amiga", Coding::Rows(corpus.depth)),
            ("any kind: v1", Coding::Cells),
        ] {
            let pictures = &kinds::pictures(corpus, coding);
            let pixels = kinds::pixels(pictures);
            let (mut decoder, mut rows) = (Decoder::new(), Vec::new());
            let pass = move || kinds::decode(coding, pictures, &mut decoder, &mut rows);
            count_per(name, corpus.name, pixels, "px", Box::new(pass));
            let (colours, mut painter, mut stage) =
                (work::colours(corpus).remove(0), Painter::default(), work::stage(false));
            let pass = move || kinds::draw(coding, pictures, &colours, &mut painter, &mut stage);
            count_per(&format!("{name}, draw"), corpus.name, pixels, "px", Box::new(pass));
        }
        let colours = &work::colours(corpus);
        for way in WAYS {
            let (mut painter, mut stage) = (Painter::default(), work::stage(way.masked));
            count(
                way.name,
                corpus,
                Box::new(move || work::draw(corpus, colours, way, &mut painter, &mut stage)),
            );
        }
        for (name, kept) in
            [("frame of 3 limbs", None), ("frame of 3 limbs, colours kept", Some(&colours[..]))]
        {
            let (mut painter, mut stage) = (Painter::default(), work::stage(false));
            let pass = move || work::frames(corpus, WAYS[0], kept, &mut painter, &mut stage);
            count(name, corpus, Box::new(pass));
        }
        let cels = &work::cels(corpus, colours);
        for (name, masked) in [("cel", false), ("cel masked", true)] {
            let mut stage = work::stage(masked);
            count(name, corpus, Box::new(move || work::draw_cels(cels, masked, &mut stage)));
        }
        if !corpus.name.starts_with("act") {
            direct_rows(corpus);
        }
        if corpus.name.starts_with("act") {
            for mix in Mix::ALL {
                let mut actors = costumes::actors(&costumes::costumes(corpus), mix);
                let ticks = actors.len() * TICKS;
                let name = format!("tick, {}", mix.name());
                count_per(&name, corpus.name, ticks, "tick", Box::new(|| work::ticks(&mut actors, TICKS)));
            }
            let mut actors = costumes::actors(&costumes::costumes(corpus), Mix::Busy);
            let (loops, mut painter, mut stage) =
                (actors.len() * TICKS, Painter::default(), work::stage(false));
            let pass = || {
                for (actor, colours) in actors.iter_mut().zip(colours) {
                    work::play(actor, TICKS, &work::placed(WAYS[0], colours), &mut painter, &mut stage);
                }
            };
            count_per("draw an actor, and tick", corpus.name, loops, "loop", Box::new(pass));
            clip_rows(corpus);
        }
    }
}

/// Plays every chore of every costume until it repeats, or for as long as a clip may last.
fn clip_rows(corpus: &Corpus) {
    let akos = |played| {
        let payloads = costumes::akos_payloads(corpus, Dialect::V7, played);
        let open =
            |payload| Costume::open(*b"AKOS", payload, Dialect::V7).unwrap_or_else(|why| panic!("{why}"));
        payloads.into_iter().map(|payload| Arc::new(open(payload))).collect()
    };
    for (name, costumes) in [
        ("clips, COST", costumes::costumes(corpus)),
        ("clips, AKOS, windows", akos(Played::Windows)),
        ("clips, AKOS, programs", akos(Played::Programs)),
        ("clips, AKOS, chance", akos(Played::Chance)),
    ] {
        let limits = Limits::default();
        let play = || {
            let actions =
                costumes.iter().flat_map(|it| it.actions().into_iter().map(move |action| (it, action)));
            let clip =
                |(it, action): (_, costumier::Action)| Clip::record(it, action.chore, action.facing, &limits);
            actions.map(clip).map(|clip| clip.ticks() as usize).sum::<usize>()
        };
        let pass = || {
            std::hint::black_box(play());
        };
        count_per(name, corpus.name, play(), "tick", Box::new(pass));
    }
}

/// Reads scripts as instructions, and finds out which actor wears which costume. Reading makes new lists; the copies
/// are counted.
fn script_rows() {
    for (dialect, profile) in
        [(Dialect::V5, Profile::V5), (Dialect::V6, Profile::V6), (Dialect::V8, Profile::V8)]
    {
        let (count, costumes) = SCRIPTS;
        let found = scripts::scripts(count, costumes, &dialect);
        let (bytes, set) = (scripts::bytes(&found), profile.name());
        let read = ReadScripts::new(profile, found.clone());
        let pass = || drop(std::hint::black_box(ReadScripts::new(profile, found.clone())));
        count_per("read scripts", set, bytes, "byte", Box::new(pass));
        let pass = || drop(std::hint::black_box(Cast::of(&read)));
        count_per("who is who", set, bytes, "byte", Box::new(pass));
    }
}

/// Codecs 5, 16 and 32: decodes, and draws in every way that they allow.
fn direct_rows(corpus: &Corpus) {
    for kind in Kind::ALL {
        let near = &direct::pictures(corpus, kind, Shades::Neighbours);
        let pictures = &direct::pictures(corpus, kind, Shades::Scattered);
        for (pictures, shades) in [(pictures, Shades::Scattered), (near, Shades::Neighbours)] {
            // Codec 5 does not depend on the colours.
            if kind != Kind::Sixteen && shades == Shades::Neighbours {
                continue;
            }
            let mut rows = Vec::new();
            let name = match kind {
                Kind::Five | Kind::ThirtyTwo => format!("{}, decode to rows", kind.name()),
                Kind::Sixteen => format!("{}, decode, {}", kind.name(), shades.name()),
            };
            count(&name, corpus, Box::new(move || direct::decode(kind, pictures, &mut rows)));
            let mut rows = Vec::new();
            let plainly = move || {
                for p in pictures {
                    direct::plain_decode(kind, p, &mut rows);
                    std::hint::black_box(&rows);
                }
            };
            count(&format!("{name}, plainly"), corpus, Box::new(plainly));
        }
        if kind == Kind::Five {
            let (mut rows, mut plain) = (Vec::new(), Vec::new());
            let pass = move || direct::decode_mirrored(pictures, &mut rows);
            count("codec 5, decode mirrored", corpus, Box::new(pass));
            let plainly = move || {
                for p in pictures {
                    direct::plain_decode_mirrored(p, &mut plain);
                    std::hint::black_box(&plain);
                }
            };
            count("codec 5, decode mirrored, plainly", corpus, Box::new(plainly));
        }
        for way in kind.ways() {
            let (mut painter, mut stage) = (Painter::default(), work::stage(way.masked));
            let name = format!("{}, {}", kind.name(), way.name);
            let pass = move || direct::draw(kind, pictures, way, &mut painter, &mut stage);
            count(&name, corpus, Box::new(pass));
        }
    }
}
