//! Lists the AKOS commands that were compared with ScummVM: `akos-judged.txt` next to this crate's manifest, with a
//! copy in docs/akos-commands.md.
//!
//! A test writes the list. It plays the scenes of the self-test in the model (seed 1; ScummVM must show them without a
//! difference before a rule is broken), and notes each command that a limb runs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use crate::engine;
use crate::model::{self, Broken, trace};
use crate::pack::{Pack, Source};
use crate::self_test::{FRAMES, plan};

const HEAD: &str = "\
# AKOS commands that programs of the self-test's scenes come to, and the generations in which ScummVM's \
frames of them are compared.
# Made by a test; `UPDATE_DOCS=1 cargo test -p costumier-oracle judged` writes it anew. Humongous 6.2 plays \
programs of the same
# generator, but no model says what they come to, so that it is not in the list.
";

/// Lines of a code and the generations.
fn list() -> String {
    let mut judged: BTreeMap<u16, Vec<&str>> = BTreeMap::new();
    for engine in engine::ALL.into_iter().filter(|engine| engine.has_model() && engine.dialect().has_akos()) {
        trace::forget();
        let pack = Pack::random(engine, 1, &plan(engine, FRAMES, FRAMES)).unwrap();
        for case in &pack.cases {
            model::opinions(&pack, case, Broken::default()).unwrap();
        }
        for costume in &pack.costumes {
            let Some(Source::Akos(design)) = &costume.source else { continue };
            let commands = design.commands(&engine.dialect()).unwrap();
            for code in trace::places(design).into_iter().filter_map(|place| commands[place]) {
                let generations = judged.entry(code).or_default();
                if generations.last() != Some(&engine.name) {
                    generations.push(engine.name);
                }
            }
        }
    }
    let mut text = HEAD.to_owned();
    for (code, generations) in judged {
        let _ = writeln!(text, "{code:04x} {}", generations.join(" "));
    }
    text
}

#[test]
fn the_list_of_judged_commands_is_what_the_scenes_come_to() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("akos-judged.txt");
    let list = list();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &list).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(written == list, "{} is old: UPDATE_DOCS=1 writes it", path.display());
}
