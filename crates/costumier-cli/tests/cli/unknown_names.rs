//! Calls with an option or a command that does not exist: the error names those that do.

use crate::support::{folder, run_in};

#[test]
fn an_option_or_a_command_that_does_not_exist_is_told_with_those_that_do() {
    let at = folder("unknown-names");
    for (call, said) in [
        ("list sample --xy", "hint: the options of `costumier list` are --"),
        ("list sample --x 1", "--json, "),
        ("list sample -z", "--quiet (-q), "),
        ("-q list sample --xy", "hint: the options of `costumier list` are --"),
        ("export sample -o x --format gif", "hint: the options of `costumier export` are --as, "),
        ("export sample --format gif", "--output (-o), "),
        ("patch apply sample --xy", "hint: the options of `costumier patch apply` are --"),
        ("--xy", "hint: the options of `costumier` are --color, --help (-h), "),
        ("sample x --edition v7", "hint: the options of `costumier sample` are --"),
        ("ls sample", "hint: the commands are info, list, "),
        ("list sample --jsn", "a similar argument exists: '--json'"),
        ("list sample --js", "a similar argument exists: '--json'"),
        ("lst sample", "a similar subcommand exists: 'list'"),
    ] {
        let run = run_in(&at, &call.split(' ').collect::<Vec<_>>());
        run.fails(2, &[said]);
        assert_eq!(
            run.stderr.contains("hint: the "),
            said.starts_with("hint") || !said.contains("similar"),
            "{call}"
        );
        for wrong in ["as a value", "--force <GAME>", "'--version'"] {
            assert!(!run.stderr.contains(wrong), "{call}: {}", run.stderr);
        }
    }
}
