//! Tests of the machine against the model.

use std::sync::Arc;

use proptest::prelude::*;

use super::{Answers, Call, compare, example};
use crate::Facing;
use crate::akos::fixture::source;
use crate::costume::Costume;
use crate::dialect::Dialect;
use crate::play::Actor;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    #[test]
    fn the_machine_does_what_the_model_does(example in example()) {
        let found = compare(&example.source, example.humongous, &example.calls, &example.answers);
        prop_assert!(found.is_ok(), "{}", found.unwrap_err());
    }
}

/// Found by fuzzing: the code of the second of the draw command's 25 pictures has two bytes, of which AKSQ has only
/// the first. The first byte alone says how long the code is. ScummVM, which reads on in the bytes behind AKSQ,
/// takes two bytes as well.
#[test]
fn a_picture_that_is_cut_in_two_counts_as_the_two_bytes_that_it_begins() {
    let program = [0x83, 0x18, 0xC0, 0x20, 25, 0x19, 0x13, 0, 0, 0, 1, 0, 0, 0, 0x83];
    for mode in [6, 8] {
        let source = source(0, &program, &[(34, &[(2, mode, 0, 0)])]);
        for humongous in [0, 61, 80, 100] {
            let calls = [Call::Ticks(5), Call::Face(90), Call::Ticks(17), Call::Ticks(17)];
            let found = compare(&source, humongous, &calls, &Answers::default());
            assert!(found.is_ok(), "{}", found.unwrap_err());
        }
    }
}

/// A cut command leads to where the whole one leads, as `judges/oracle/src/cut.rs` has ScummVM play it.
#[test]
fn a_command_that_aksq_ends_within_is_as_long_as_the_whole_one() {
    let cut = [0x83, 0x18, 0xC0, 0x20, 25, 0x19, 0x13, 0, 0, 0, 1, 0, 0, 0, 0x83];
    let mut whole = cut.to_vec();
    whole.extend([0x05, 0, 0, 0, 0, 0, 0, 168]);
    whole.resize(200, 0);
    for mode in [6, 8] {
        let places = |program: &[u8]| -> Vec<Option<u16>> {
            let payload = source(0, program, &[(33, &[(2, mode, 0, 0)])]).write().unwrap();
            let costume = Arc::new(Costume::open(*b"AKOS", payload, Dialect::V7).unwrap());
            let mut actor = Actor::performing(&costume, 8, Facing::EAST);
            let mut places = vec![actor.limb(2).map(|it| it.position)];
            for _ in 0..2 {
                actor.tick(&mut ());
                places.push(actor.limb(2).map(|it| it.position));
            }
            places
        };
        assert_eq!(places(&whole), [Some(0), Some(2), Some(131)]);
        assert_eq!(places(&cut), places(&whole));
    }
}
