//! Converts the sample's costumes to other generations (`pack --as`), and plays every record there.
//!
//! ```text
//! COST of v5 ─▸ folder ─▸ pack --as ─┬─▸ COST of v4, v6, Humongous 6.0 ─▸ played
//!                                    └─▸ AKOS of v7, v8, Humongous ─▸ played
//!                                             └─▸ folder ─▸ pack --as v5 ─▸ COST ─▸ played
//! ```
//! A test of `costumier-edit` checks that a converted costume looks like the original. Here the interpreter plays it,
//! and must show Costumier's pictures.

use costumier::{Costume, Dialect, Limits};
use costumier_edit::folder::{self, About, PackOptions, PictureFiles};

use crate::args::Args;
use crate::blocks;
use crate::case::Kind;
use crate::compare::{self, Tallies};
use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::judge::Judge;
use crate::report::Keeper;

/// Plays the sample's costumes in an engine, if they can be converted for it.
pub(super) fn run(judge: &Judge, args: &Args, engine: &'static Engine, tallies: &mut Tallies) -> Outcome<()> {
    let home = engine.dialect();
    if !(engine.has_akos() || blocks::fit(engine)) || engine.is_wide() {
        return Ok(());
    }
    let mut payloads = Vec::new();
    for payload in costumier_sample::edition("v5").map_or(Ok(Vec::new()), blocks::sample_of)? {
        // To AKOS and back.
        let between = if engine.has_akos() { Dialect::V5 } else { Dialect::V7 };
        let there = converted(&payload, Dialect::V5, between)?;
        payloads.push(converted(&there, between, home)?);
    }
    let pack = blocks::pack_of(engine, args.seed, Kind::Converted, &payloads)?;
    let name = format!("{}-converted", engine.name);
    let mut keeper = Keeper::new(&args.keep, &name, format!("oracle edit --engine {}", engine.name));
    compare::compare(judge, &pack, tallies, |difference| keeper.keep(&pack, &difference))
}

/// A costume's folder, packed for another generation.
fn converted(payload: &[u8], from: Dialect, to: Dialect) -> Outcome<Vec<u8>> {
    let failed = |why| Failure::because("unpacking a costume of the sample", why);
    let tag = from.costumes.tag();
    let costume = Costume::open(tag, payload.to_vec(), from).map_err(failed)?;
    // Each colour is a grey of its own, so that pixels show the colour's number.
    let colours = (0..=u8::MAX).take(costume.palette().len()).map(|grey| [grey; 3]).collect();
    let about = About { colours, ..About::default() };
    let files = folder::unpack(&costume, &about, PictureFiles::Sheets, &Limits::default()).map_err(failed)?;
    let options = PackOptions { dialect: Some(to), ..PackOptions::default() };
    let packed = folder::pack(&files, &options);
    Ok(packed.map_err(|why| Failure::because(format!("packing it for {}", to.generation()), why))?.payload)
}
