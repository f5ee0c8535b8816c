//! The machine against the model.

use proptest::prelude::*;

use super::{compare, example};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    #[test]
    fn the_machine_does_what_the_model_does(example in example()) {
        let found = compare(&example.source, example.humongous, &example.calls, &example.answers);
        prop_assert!(found.is_ok(), "{}", found.unwrap_err());
    }
}
