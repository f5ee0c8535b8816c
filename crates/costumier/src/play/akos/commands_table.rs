//! The generator of `docs/akos-commands.md`, which lists what is known of each command, and how. The page is
//! generated as a whole; this test fails if the page on disk is outdated.
//!
//! `UPDATE_DOCS=1 cargo test -p costumier --lib commands_table` writes the page.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use super::evidence::{fails_without, is_trying};
use super::model::{self, Executed};
use super::tests::{actors, around, limbs, programs};
use crate::akos::program::{AkosCommand, Code, Effect, Layout, Opcode, OperandKind, assemble};
use crate::dialect::AkosRules;

/// Number of random programs that are played for each family of generations.
const PROGRAMS: usize = 4000;

/// The families of generations that differ in how commands are written, each with the version of a Humongous engine
/// (0: v7).
const FAMILIES: [(AkosRules, u8); 2] = [(AkosRules::LUCASARTS, 0), (AkosRules::humongous(90), 90)];

macro_rules! named {
    ($($module:ident::$test:ident,)*) => { [$((stringify!($test), $module::$test as fn())),*] };
}

/// The tests of single rules.
const TESTS: &[(&str, fn())] = &named![
    actors::actors_name_each_other_by_number,
    actors::chores_that_a_program_starts_are_seen_in_the_next_tick_and_the_first_wins,
    actors::a_chore_may_be_named_by_a_variable,
    actors::planes_offsets_flips_and_leaving,
    around::conditions_of_draw_commands,
    around::lines_to_be_said,
    around::programs_ask_the_world,
    around::programs_set_and_get_conditions,
    around::sounds_wait_for_the_end_of_the_tick_and_come_last_first,
    limbs::auxiliary_frames_are_shown_when_they_are_left,
    limbs::clips_of_programs_end_where_their_state_comes_back,
    limbs::commands_in_a_window_take_no_time_and_the_first_is_shown_once,
    limbs::a_draw_command_moves_on_though_its_last_picture_is_not_drawn,
    limbs::places_add_up_over_the_limbs_and_draw_commands_bring_their_own,
    programs::a_jump_to_a_command_performs_it,
    programs::a_variable_is_cleared_by_the_jump_that_tests_it,
    programs::commands_without_effect_are_passed_over_by_their_length,
    programs::every_comparison_in_both_forms,
    programs::jump_tables,
    programs::programs_that_the_interpreter_would_hang_or_stop_at_are_stopped,
    programs::random_numbers_come_from_the_seed,
    programs::skipping_ends_at_the_first_end_and_shows_nothing,
    programs::the_end_of_the_program_holds,
    programs::the_worked_trace_of_akos_programs_section_10,
    programs::variables_and_comparisons,
];

#[test]
fn the_table_of_commands_is_what_the_tests_say() {
    let table = table();
    let path = docs().join("akos-commands.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &table).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    for (stored, made) in stored.lines().zip(table.lines()) {
        assert_eq!(stored, made, "{} is old: UPDATE_DOCS=1 writes it anew", path.display());
    }
    assert_eq!(stored, table, "{} is old: UPDATE_DOCS=1 writes it anew", path.display());
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn table() -> String {
    let executed = FAMILIES.map(|(_, humongous)| play(humongous));
    let noticed = noticed();
    let judged = judged();
    let mut out = HEAD.to_owned();
    let mut totals = [0; 4];
    for opcode in Opcode::all() {
        let code = opcode.code;
        let counts = [&executed[0], &executed[1]].map(|counts| counts.get(&code).copied().unwrap_or(0));
        let tests = noticed.get(&code).map_or(&[][..], Vec::as_slice);
        let by = judged.get(&code).map_or("–", String::as_str);
        let known = [true, counts.iter().any(|n| *n > 0), !tests.is_empty(), by != "–"];
        totals.iter_mut().zip(known).for_each(|(total, known)| *total += usize::from(known));
        let named = match tests {
            [] => "–".to_owned(),
            [only] => words(only),
            [first, others @ ..] => format!("{}; {} more", words(first), others.len()),
        };
        let _ = writeln!(
            out,
            "| {code:04X} | `{}` | {} | {} | {} | {} | {} | {named} | {by} |",
            opcode.name,
            operands(opcode),
            length(opcode),
            effect(opcode.effect),
            at_least(counts[0]),
            at_least(counts[1]),
        );
    }
    let [decoded, executed, tested, judged] = totals;
    let _ = writeln!(
        out,
        "\n{} commands: {decoded} decoded, {executed} executed by random programs, {tested} missed by a \
         test, {judged} judged by ScummVM.",
        Opcode::all().count()
    );
    out
}

const HEAD: &str = "# Commands of AKOS costumes

What AKSQ can say ([akos-programs §4](format/akos-programs.md#4-codes-and-commands)), and how we know that it is \
understood. Tests make this table, and one fails when it is old;
`UPDATE_DOCS=1 cargo test -p costumier --lib commands_table` writes it anew.

- **bytes** were assembled from a statement, read back, and measured by a second reading of these pages as \
well: v7 and v8 / Humongous
  where they differ.
- **executed** is how often at least (a power of ten) random programs came to it, in v7 and in Humongous \
9.0, in the machine and in a slow and
  literal second reading, with the same pictures, variables, conditions, events and places after each call.
- **missed by** names a test of a single rule that fails when the machine does not know the command.
- **judged by ScummVM**: random programs of the oracle executed it, and the interpreter's screens were the same.

| code | name | operands | bytes | does | executed, v7 | Humongous | missed by | judged by ScummVM |
|---|---|---|---|---|---|---|---|---|
";

fn operands(opcode: &Opcode) -> String {
    match opcode.layout {
        Layout::Draw { conditions, moves } => {
            let list = [(conditions, "if"), (moves, "move"), (true, "pictures")];
            list.iter().filter(|(there, _)| *there).map(|(_, name)| *name).collect::<Vec<_>>().join(", ")
        }
        _ => opcode.operands().iter().map(|operand| operand.name).collect::<Vec<_>>().join(", "),
    }
}

fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Rest => "is shown",
        Effect::Perform => "acts",
        Effect::Jump => "may jump",
        Effect::Unknown => "stops: not known",
    }
}

/// A statement with a value for every operand.
fn statement(opcode: &Opcode) -> String {
    let mut text = opcode.name.to_owned();
    for operand in opcode.operands() {
        let value = match operand.kind {
            OperandKind::Byte | OperandKind::Var => "171",
            OperandKind::Short => "-2",
            OperandKind::Target => "0x1234",
        };
        let _ = write!(text, " {}={value}", operand.name);
    }
    if let Layout::Draw { conditions, moves } = opcode.layout {
        let given = [(conditions, " if=4,5"), (moves, " move=-1,2"), (true, " 1,-2:3 4,5:300")];
        given.iter().filter(|(there, _)| *there).for_each(|(_, part)| text.push_str(part));
    }
    text
}

/// The length of a command in bytes, checked; for draw commands without their pictures.
fn length(opcode: &Opcode) -> String {
    let lengths = FAMILIES.map(|(rules, humongous)| {
        let opcode = Opcode::of(opcode.code, &rules).unwrap();
        let text = statement(opcode);
        let bytes = assemble(&text, &rules).unwrap();
        let code = Code::read(&bytes, 0, &rules);
        let command = code.command().unwrap();
        assert_eq!((command.to_string(), command.opcode()), (text.clone(), Some(opcode)));
        assert_eq!(command.rests(), opcode.effect == Effect::Rest);
        assert_eq!(code.length(), bytes.len(), "{text}");
        assert_eq!(model::length(&bytes, u32::from(humongous)), bytes.len() as i64, "{text}");
        // A command that is cut has the same code.
        for cut in 2..bytes.len() {
            let short = Code::read(&bytes[..cut], 0, &rules);
            assert_eq!(short.command().and_then(AkosCommand::code), Some(opcode.code), "{text}, cut");
        }
        bytes.len()
    });
    match opcode.layout {
        // One picture in five bytes, one in six, and two conditions.
        Layout::Draw { conditions, .. } => {
            let conditions = if conditions { 2 } else { 0 };
            let more = if conditions > 0 { ", conditions" } else { "" };
            format!("{} and pictures{more}", lengths[0] - 11 - conditions)
        }
        _ if lengths[0] == lengths[1] => lengths[0].to_string(),
        _ => format!("{} / {}", lengths[0], lengths[1]),
    }
}

/// Plays random programs with the machine and with the model.
fn play(humongous: u8) -> Executed {
    let mut runner = TestRunner::deterministic();
    let mut all = Executed::new();
    for _ in 0..PROGRAMS {
        let example = model::example().new_tree(&mut runner).unwrap().current();
        let executed = model::compare(&example.source, humongous, &example.calls, &example.answers);
        for (code, count) in executed.unwrap() {
            *all.entry(code).or_default() += count;
        }
    }
    all
}

/// The power of ten that a count reaches.
fn at_least(count: u64) -> String {
    match count.checked_ilog10() {
        None => "–".to_owned(),
        Some(digits) => format!("{}+", 10u64.pow(digits)),
    }
}

/// The tests that fail without each command; tests that fail for the fewest commands come first.
fn noticed() -> BTreeMap<u16, Vec<&'static str>> {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if !is_trying() {
            before(info);
        }
    }));
    let mut misses: Vec<(&str, BTreeSet<u16>)> = TESTS
        .iter()
        .map(|(name, test)| {
            let missed = Opcode::all().map(|opcode| opcode.code).filter(|code| fails_without(*code, *test));
            (*name, missed.collect())
        })
        .collect();
    misses.sort_by_key(|(_, missed)| missed.len());
    let mut noticed: BTreeMap<u16, Vec<&str>> = BTreeMap::new();
    for (name, missed) in misses {
        assert!(!missed.is_empty(), "{name} misses no command");
        missed.into_iter().for_each(|code| noticed.entry(code).or_default().push(name));
    }
    noticed
}

/// The oracle's list: for each code, the generations in which ScummVM was compared.
fn judged() -> BTreeMap<u16, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../judges/oracle/akos-judged.txt");
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    lines
        .filter(|line| !line.is_empty())
        .map(|line| {
            let (code, generations) = line.split_once(' ').unwrap();
            (
                u16::from_str_radix(code, 16).unwrap(),
                generations.split_whitespace().collect::<Vec<_>>().join(", "),
            )
        })
        .collect()
}

fn words(test: &str) -> String {
    test.replace('_', " ")
}
