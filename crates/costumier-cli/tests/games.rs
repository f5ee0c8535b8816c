//! Games that are whole, damaged, or none: what the command says and how it ends.

mod support;

use support::{damaged, folder, run_in, store};

#[test]
fn a_game_with_damaged_costumes_is_listed_all_the_same() {
    let at = folder("damaged");
    store(&damaged(), &at, "tiny");
    let list = run_in(&at, &["list", "."]);
    assert_eq!(list.status, 1, "{}", list.stderr);
    let rows: Vec<Vec<&str>> = list.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[1], ["1", "1", "(pier)", "0x58", "16", "1", "12", "2", "ok"]);
    assert!(rows[3].contains(&"failed:"), "{}", list.stdout);
    assert_eq!(rows[4][0], "5");
}
