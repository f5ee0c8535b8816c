mod descumm;
mod write;

use super::*;

#[test]
fn every_line_of_the_tables_is_understood() {
    for profile in Profile::ALL {
        assert_eq!(profile.table().faults, Vec::<String>::new(), "{profile}");
    }
}

/// Returns the listing of one script in one line.
fn shown(profile: &str, hex: &str) -> String {
    let code: Vec<u8> = hex.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect();
    let script = Script::read(profile.parse().unwrap(), code, 0, &[]);
    lines(&script).into_iter().map(|line| line.text).collect::<Vec<_>>().join("; ")
}

/// Local variables of Indiana Jones 3 have four bits where it has 256 colours. In v1, the palette setting of an actor
/// has no byte of its own; that of the NES is v1's.
#[test]
fn editions_read_the_same_bytes_differently() {
    assert_eq!(shown("v3-indy", "1A 14 40 05 00"), "local4 = 5");
    assert_eq!(shown("v3-indy-ega", "1A 14 40 05 00"), "local20 = 5");
    assert_eq!(shown("v2-nes", "13 02 0C 02"), "actorOps(2, 12, palette)");
    assert_eq!(shown("v2", "13 02 0C 02 06"), "actorOps(2, 12, palette(6))");
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
