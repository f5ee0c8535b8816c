mod descumm;
mod write;

use super::*;

#[test]
fn every_line_of_the_tables_is_understood() {
    for profile in Profile::ALL {
        assert_eq!(profile.table().faults, Vec::<String>::new(), "{profile}");
    }
}

/// The length of the code in rooms without blocks is not stored: it ends where nothing leads on.
#[test]
fn open_code_ends_where_nothing_leads_on() {
    // unless var100 == 2 goto the breakHere, stop; breakHere, stop; no instructions
    let code = [0x48, 100, 0, 2, 0, 1, 0, 0, 0x80, 0xA0, 0x13, 0x55, 0xAA];
    let open = |entries: &[u32]| Script::read_open(Profile::V3, code.to_vec(), 0, entries);
    let script = open(&[]);
    assert_eq!((script.len(), script.code().len()), (4, 10), "{:?}", script.problems);
    assert!(script.problems.is_empty());
    assert!(!Script::read(Profile::V3, code.to_vec(), 0, &[]).problems.is_empty());
    // A verb that begins behind it.
    assert!(!open(&[10]).problems.is_empty());
}
