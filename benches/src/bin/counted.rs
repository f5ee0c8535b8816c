//! The work whose instructions `cargo bench --bench counts` counts. Not useful by itself: it runs under callgrind, which
//! writes down what happened until [`pass_begins`] and until [`pass_ends`].
#![allow(clippy::print_stdout, reason = "its output tells the counter what was counted")]

use costumier::codec::Decoder;
use costumier::draw::Painter;
use costumier_benches::corpus::{Corpus, RECIPES};
use costumier_benches::rounds::Pass;
use costumier_benches::work::{self, WAYS};

/// Costumes of each set. Counts do not depend on how many there are, and the simulation is slow.
const COSTUMES: usize = 4;

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

fn count(name: &str, corpus: &Corpus, mut pass: Pass<'_>) {
    // Once before, so that buffers are warm.
    pass();
    println!("{name}\t{}\t{}", corpus.name, corpus.pixels);
    pass_begins();
    pass();
    pass_ends();
}

fn main() {
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
    }
}
