use proptest::prelude::*;

use super::Costume;
use crate::dialect::Dialect;
use crate::{akos, cost};
use costumier_format::map::{Meaning, Part};

/// Checks that each byte appears once, in order, and that no two successive parts have the same meaning.
#[track_caller]
fn covers(costume: &Costume) -> Vec<Part> {
    let len = match costume {
        Costume::V0(v0) => v0.payload().len(),
        Costume::Nes(nes) => nes.payload().len(),
        Costume::Cost(cost) => cost.payload().len(),
        Costume::Akos(akos) => akos.payload().len(),
    };
    let parts = costume.byte_map();
    let mut at = 0;
    for part in &parts {
        assert_eq!(part.bytes.start, at, "no gap and nothing twice");
        assert!(part.bytes.end > at, "nothing empty");
        at = part.bytes.end;
    }
    assert_eq!(at, len);
    parts
}

fn examples() -> Vec<(Dialect, [u8; 4], Vec<u8>)> {
    let mut all = vec![
        (Dialect::V6, *b"COST", cost::fixture::v6_example()),
        (Dialect::V7, *b"AKOS", akos::fixture::minimal()),
        (Dialect::humongous(90), *b"AKOS", akos::fixture::minimal()),
    ];
    for dialect in Dialect::CLASSIC.into_iter().filter(|dialect| dialect.cost.limbs == 16) {
        let made = cost::fixture::make(dialect, 2, &[0, 1, 0x7B], &[]);
        all.push((dialect, *b"COST", made.payload().to_vec()));
    }
    all
}

#[test]
fn the_worked_example_is_named_byte_by_byte() {
    let costume = Costume::open(*b"COST", cost::fixture::v6_example(), Dialect::V6).unwrap();
    let parts = covers(&costume);
    let what: Vec<String> = parts.iter().map(|part| part.meaning.to_string()).collect();
    let first = ["size", "the letters CO", "highest record index", "format", "room colour of colour 0"];
    assert_eq!(what[..5], first);
    assert!(what.contains(&"offset of the commands".to_owned()));
    assert!(what.iter().any(|it| it == "offset of limb 0's pictures"));
    assert!(what.iter().any(|it| it.ends_with(": pixels")), "{what:?}");
    let at =
        |wanted: &str| parts.iter().find(|part| part.meaning.to_string() == wanted).unwrap().bytes.clone();
    let cost = costume.as_cost().unwrap();
    let key = cost.picture_keys().next().unwrap();
    assert_eq!(at(&format!("{key}: width")).start, cost.picture_info(key).unwrap().offset);
    assert_eq!(at(&format!("{key}: pixels")).start, cost.picture(key).unwrap().encoded_at);
    assert_eq!(at("command 0"), cost.commands_at()..cost.commands_at() + 1);
}

#[test]
fn the_smallest_akos_has_a_meaning_for_every_byte() {
    let costume = Costume::open(*b"AKOS", akos::fixture::minimal(), Dialect::V7).unwrap();
    let parts = covers(&costume);
    assert!(parts.iter().all(|part| part.meaning != Meaning::Nothing), "{parts:?}");
    for wanted in ["codec", "AKHD: tag", "statement at 0x0", "picture 0: pixels", "record table"] {
        let found = parts.iter().any(|part| part.meaning.to_string().ends_with(wanted));
        assert_eq!(found, wanted != "record table", "{wanted}");
    }
}

#[test]
fn blocks_that_are_cut_anywhere_are_covered() {
    for (dialect, tag, payload) in examples() {
        for len in 0..=payload.len() {
            if let Ok(costume) = Costume::open(tag, payload[..len].to_vec(), dialect) {
                covers(&costume);
            }
        }
    }
}

proptest! {
    #[test]
    fn blocks_that_are_changed_anywhere_are_covered(
        which in 0usize..64,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let mut all = examples();
        let which = which % all.len();
        let (dialect, tag, mut payload) = all.swap_remove(which);
        for (at, byte) in changes {
            let at = at.index(payload.len());
            payload[at] = byte;
        }
        if let Ok(costume) = Costume::open(tag, payload, dialect) {
            covers(&costume);
        }
    }
}
