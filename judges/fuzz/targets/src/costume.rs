//! Any payload is opened as a costume of every generation, listed and checked; what can be taken apart and
//! written again, opens again.

use crate::cost_dialects;
use costumier::Costume;
use costumier::format::cost::{Cost, CostSource};

pub(crate) fn run(data: &[u8]) {
    for dialect in cost_dialects() {
        let Ok(costume) = Costume::open(*b"COST", data.to_vec(), dialect) else { continue };
        let problems = costume.check();
        assert!(problems.len() <= 100_000, "a report of {} lines is too long", problems.len());
        let _ = costumier::text::listing(&costume);
        for key in costume.picture_keys() {
            let _ = costume.picture(key);
        }
        let Some(cost) = costume.as_cost() else { continue };
        let Ok(source) = CostSource::read(cost) else { continue };
        let Ok(written) = source.write() else { continue };
        let again = Cost::open(written, dialect).expect("what was written opens");
        assert_eq!(again.picture_keys().count(), cost.picture_keys().count());
        assert_eq!(again.record_indices().count(), cost.record_indices().count());
    }
}
