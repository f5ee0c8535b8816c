//! The player in a terminal of its own: keys, the line of words, narrow and simple terminals.

use std::process::Command;

use serde_json::{Value, json};

/// What `play sample 1` shows at first and after each key, and how it ended. Each key comes with a text that
/// is waited for.
fn play(columns: u32, term: &str, first: &str, keys: &[(&str, &str)]) -> (Vec<String>, i64) {
    let program = env!("CARGO_BIN_EXE_costumier");
    let ask = json!({
        "command": [program, "play", "sample", "1"], "columns": columns, "rows": 24, "term": term,
        "first": first, "keys": keys,
    });
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/support/terminal.py");
    let run = Command::new("python3").arg(script).arg(ask.to_string()).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let answer: Value = serde_json::from_slice(&run.stdout).unwrap();
    let shown = answer["shown"].as_array().unwrap();
    let shown = shown.iter().map(|it| it.as_str().unwrap().to_owned()).collect();
    (shown, answer["status"].as_i64().unwrap_or(-1))
}

/// The tick that the last of these lines speaks of.
fn tick(shown: &str) -> i64 {
    let after = shown.rsplit("tick ").next().unwrap();
    after.split_whitespace().next().unwrap().parse().unwrap_or_else(|_| panic!("{shown}"))
}

#[test]
#[ignore = "needs python3"]
fn keys_do_what_the_help_says() {
    let asked = [
        ("?", "diagonals"),
        ("?", "10/s  ? keys"),
        (" ", "paused"),
        (".", "paused"),
        (",", "paused"),
        ("n", "stand south"),
        ("p", "walk south"),
        ("\x1b[C", "walk"),
        ("]", "2 Balthasar"),
        ("[", "1 Odile"),
        ("+", "paused"),
        ("q", ""),
    ];
    let (shown, status) = play(80, "xterm-256color", "? keys", &asked);
    assert_eq!(status, 0, "{shown:?}");
    for (at, shown) in shown.iter().skip(1).enumerate() {
        assert!(shown.contains(asked[at].1), "{:?}: {shown}", asked[at].0);
    }
    assert!(shown[0].contains("1 Odile  walk south  tick") && shown[0].contains("limb 0:"), "{}", shown[0]);
    assert!(shown[1].contains("step back") && shown[1].contains("]/[ costume"), "{}", shown[1]);
    let [paused, on, back] = [3, 4, 5].map(|at| tick(&shown[at]));
    assert_eq!((on, back), (paused + 1, paused), "one tick on, one back");
}

#[test]
#[ignore = "needs python3"]
fn thirty_columns_are_enough() {
    let (shown, status) = play(30, "xterm-256color", "? keys", &[("?", "diagonals"), ("q", "")]);
    assert_eq!(status, 0);
    for line in shown.iter().flat_map(|shown| shown.lines()) {
        assert!(line.chars().count() <= 30, "{line:?}");
    }
    assert!(shown[1].contains("q quit"), "{}", shown[1]);
}

#[test]
#[ignore = "needs python3"]
fn a_terminal_that_only_prints_gets_a_frame_and_the_prompt_back() {
    let (shown, status) = play(80, "dumb", "tick 0", &[]);
    assert_eq!(status, 0);
    assert!(shown[0].contains("walk south  tick 0") && !shown[0].contains('\x1b'), "{}", shown[0]);
}
