//! The work whose instructions are counted. It runs under callgrind, which writes down what happened until [`pass_begins`]
//! and until [`pass_ends`].

use costumier::codec::Decoder;
use costumier::draw::Painter;
use costumier_benches::corpus::{Corpus, RECIPES};
use costumier_benches::costumes;
use costumier_benches::rounds::Pass;
use costumier_benches::work::{self, WAYS};

/// Costumes of each set. Counts do not depend on how many there are, and the simulation is slow.
const COSTUMES: usize = 4;

/// Ticks of each actor, a multiple of its loop.
const TICKS: usize = 120;

/// The counter writes down what it has so far when this is called.
#[inline(never)]
fn pass_begins() {
    std::hint::black_box(1);
}

/// And here again: the difference is the pass. (It cannot tell when a function is left and entered, only one of them.)
#[inline(never)]
fn pass_ends() {
    std::hint::black_box(2);
}

fn count(name: &str, corpus: &Corpus, pass: Pass<'_>) {
    count_per(name, corpus, corpus.pixels, "px", pass);
}

/// The same, per something else than pixels.
fn count_per(name: &str, corpus: &Corpus, times: usize, unit: &str, mut pass: Pass<'_>) {
    // Once before, so that buffers are warm.
    pass();
    println!("{name}\t{}\t{times}\t{unit}", corpus.name);
    pass_begins();
    pass();
    pass_ends();
}

/// Does all of it; says on stdout what, in what, how often and how often of what.
pub(super) fn run() {
    for recipe in &RECIPES {
        let corpus = &Corpus::new(recipe, COSTUMES);
        let (mut decoder, mut rows) = (Decoder::new(), Vec::new());
        count("decode to rows", corpus, Box::new(|| work::decode(corpus, &mut decoder, &mut rows)));
        let colours = &work::colours(corpus);
        for way in WAYS {
            let (mut painter, mut stage) = (Painter::default(), work::stage(way.masked));
            count(
                way.name,
                corpus,
                Box::new(move || work::draw(corpus, colours, way, &mut painter, &mut stage)),
            );
        }
        let (mut painter, mut stage) = (Painter::default(), work::stage(false));
        count(
            "frame of 3 limbs",
            corpus,
            Box::new(move || work::frames(corpus, WAYS[0], &mut painter, &mut stage)),
        );
        let cels = &work::cels(corpus, colours);
        for (name, masked) in [("cel", false), ("cel masked", true)] {
            let mut stage = work::stage(masked);
            count(name, corpus, Box::new(move || work::draw_cels(cels, masked, &mut stage)));
        }
        if corpus.name.starts_with("act") {
            let mut actors = costumes::actors(&costumes::costumes(corpus));
            let ticks = actors.len() * TICKS;
            count_per("tick", corpus, ticks, "tick", Box::new(|| work::ticks(&mut actors, TICKS)));
        }
    }
}
