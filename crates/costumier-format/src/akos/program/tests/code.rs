//! Tests of the table of commands: every length of `docs/format/akos-programs.md §4`, and the worked draw
//! commands of `§6.2`.

use super::super::*;
use crate::akos::VARS;
use crate::cost::fixture::hex;
use crate::dialect::AkosRules;

const LUCASARTS: AkosRules = AkosRules::LUCASARTS;
const HUMONGOUS: AkosRules = AkosRules::humongous(90);

/// Reads a command and its length.
fn read<'a>(bytes: &'a [u8], rules: &AkosRules) -> (AkosCommand<'a>, usize) {
    match Code::read(bytes, 0, rules) {
        Code::Command { command, length } => (command, length),
        other => panic!("{other:?}"),
    }
}

fn draw(command: AkosCommand<'_>) -> Draw<'_> {
    let AkosCommand::Draw(draw) = command else { panic!("{command:?}") };
    draw
}

#[test]
fn lengths_are_those_of_the_table() {
    let lengths: &[(u16, usize)] = &[
        (0xC001, 2),
        (0xC010, 5),
        (0xC015, 3),
        (0xC016, 5),
        (0xC017, 5),
        (0xC018, 5),
        (0xC019, 5),
        (0xC030, 4),
        (0xC031, 5),
        (0xC040, 5),
        (0xC042, 3),
        (0xC044, 3),
        (0xC050, 3),
        (0xC060, 2),
        (0xC061, 2),
        (0xC070, 7),
        (0xC071, 7),
        (0xC072, 7),
        (0xC073, 7),
        (0xC074, 7),
        (0xC075, 7),
        (0xC080, 3),
        (0xC081, 3),
        (0xC082, 7),
        (0xC083, 3),
        (0xC084, 4),
        (0xC085, 6),
        (0xC086, 2),
        (0xC087, 6),
        (0xC088, 3),
        (0xC08A, 4),
        (0xC08B, 6),
        (0xC08C, 3),
        (0xC08D, 3),
        (0xC08E, 4),
        (0xC090, 5),
        (0xC091, 5),
        (0xC092, 5),
        (0xC093, 5),
        (0xC094, 5),
        (0xC095, 5),
        (0xC09F, 2),
        (0xC0A0, 4),
        (0xC0A1, 4),
        (0xC0A2, 4),
        (0xC0A3, 3),
        (0xC0A4, 4),
        (0xC0A5, 4),
        (0xC0A6, 2),
        (0xC0A7, 2),
        (0xC0FF, 2),
    ];
    for rules in [&LUCASARTS, &HUMONGOUS] {
        for (code, length) in lengths {
            let bytes = [&code.to_be_bytes()[..], &[0x77; 20]].concat();
            assert_eq!(read(&bytes, rules).1, *length, "{code:#x}");
        }
    }
    let bytes = [0xC0, 0x89, 1, 0, 2, 0, 3, 0];
    assert_eq!((read(&bytes, &LUCASARTS).1, read(&bytes, &HUMONGOUS).1), (8, 6));
    for code in [0xC045u16, 0xC046, 0xC047, 0xC048, 0xC021, 0xC022] {
        let bytes = [&code.to_be_bytes()[..], &[9; 20]].concat();
        assert_eq!(read(&bytes, &HUMONGOUS).1, 9, "the stored length of {code:#x}");
    }
    // Those, C089, six with a stored length and the two plain draws are all commands.
    let all: Vec<&Opcode> = Opcode::all().collect();
    assert_eq!(all.len(), lengths.len() + 1 + 6 + 2);
    assert!(all.is_sorted_by(|a, b| a.code < b.code));
    for (i, opcode) in all.iter().enumerate() {
        assert_eq!(all.iter().position(|other| other.name == opcode.name), Some(i), "{}", opcode.name);
        assert_eq!(Opcode::of(opcode.code, &LUCASARTS), Some(*opcode));
        assert_eq!(Opcode::from_name(opcode.name, &LUCASARTS), Some(*opcode));
    }
}

#[test]
fn pictures_and_what_is_nothing() {
    let read = |bytes: &[u8]| match Code::read(bytes, 0, &LUCASARTS) {
        Code::Command { command: AkosCommand::Picture { index }, length } => Ok((index, length)),
        Code::Invalid(word) => Err(Some(word)),
        _ => Err(None),
    };
    assert_eq!(read(&[0x7F]), Ok((0x7F, 1)));
    assert_eq!(read(&[0x81, 0x05]), Ok((0x105, 2)));
    assert_eq!(read(&[0x80, 0x05]), Ok((5, 2)));
    assert_eq!(read(&[0x8F, 0xFF]), Ok((0xFFF, 2)));
    assert_eq!(read(&[0x90, 0]), Err(Some(0x9000)));
    assert_eq!(read(&[0xBF, 0xFF]), Err(Some(0xBFFF)));
    assert_eq!(read(&[0xC0, 0x00]), Err(Some(0xC000)));
    assert_eq!(read(&[0xC1, 0x01]), Err(Some(0xC101)));
    assert_eq!((read(&[0x81]), read(&[])), (Err(None), Err(None)));
}

#[test]
fn operands_stand_where_the_table_says() {
    use AkosCommand as Do;

    for (bytes, rules, command, operands) in [
        // Target, variable, value, but value, variable.
        (
            "C0 70 10 00 03 FF FF",
            &LUCASARTS,
            Do::IfGoto { how: Comparison::Equal, to: 0x10, var: 3, value: -1 },
            &[("to", 2, 0x10), ("var", 4, 3), ("value", 5, -1)][..],
        ),
        (
            "C0 93 FE FF 03",
            &LUCASARTS,
            Do::If { how: Comparison::LessOrEqual, value: -2, var: 3 },
            &[("value", 2, -2), ("var", 4, 3)],
        ),
        // Behind the stored length.
        (
            "C0 48 05 02 07",
            &HUMONGOUS,
            Do::GetTalkState { state: 2, var: 7 },
            &[("state", 3, 2), ("var", 4, 7)],
        ),
        (
            "C0 82 01 00 02 00 09",
            &LUCASARTS,
            Do::Random { least: 1, most: 2, var: 9 },
            &[("least", 2, 1), ("most", 4, 2), ("var", 6, 9)],
        ),
        (
            "C0 85 01 02 FD FF",
            &LUCASARTS,
            Do::ActorSet { actor_var: 1, var: 2, value: -3 },
            &[("actor-var", 2, 1), ("var", 3, 2), ("value", 4, -3)],
        ),
        (
            "C0 19 34 12 05",
            &LUCASARTS,
            Do::IfSoundGoto { plays: false, to: 0x1234, sound: 5 },
            &[("to", 2, 0x1234), ("sound", 4, 5)],
        ),
        (
            "C0 89 01 00 02 00 03 00",
            &LUCASARTS,
            Do::SoundSetting { sound: 1, setting: 2, value: 3 },
            &[("sound", 2, 1), ("setting", 4, 2), ("value", 6, 3)],
        ),
        (
            "C0 89 01 00 02 00",
            &HUMONGOUS,
            Do::SoundSettingIgnored { sound: 1, setting: 2 },
            &[("sound", 2, 1), ("setting", 4, 2)],
        ),
    ] {
        let bytes = hex(bytes);
        assert_eq!(read(&bytes, rules), (command, bytes.len()));
        let found: Vec<_> =
            command.operands().map(|(operand, value)| (operand.name, operand.at, value)).collect();
        assert_eq!(found, operands);
        let mut again = Vec::new();
        command.write(&mut again).unwrap();
        assert_eq!(again, bytes, "{command}");
    }
    assert_eq!(read(&[0xC0, 0x30, 0x34, 0x12], &LUCASARTS).0.target(), Some(0x1234));
    assert_eq!(read(&[0xC0, 0x10, 0x34, 0x12, 0], &LUCASARTS).0.target(), None);
    let cut = [0xC0, 0x10, 0x34];
    assert_eq!(read(&cut, &LUCASARTS), (Do::Set { value: 0x34, var: 0 }, 5));
}

/// The table and each command's fields agree on how operands are stored.
#[test]
fn every_operand_of_the_table_is_read_and_written_where_it_says() {
    for rules in [&LUCASARTS, &HUMONGOUS] {
        for opcode in Opcode::all().filter_map(|opcode| Opcode::of(opcode.code, rules)) {
            let mut bytes = [&opcode.code.to_be_bytes()[..], &[0; 8]].concat();
            let (_, length) = read(&bytes, rules);
            for operand in opcode.operands() {
                for (at, byte) in bytes.iter_mut().enumerate().skip(operand.at).take(operand.kind.size()) {
                    *byte = u8::try_from(0x11 * at).unwrap();
                }
            }
            if let Layout::Counted(_) = opcode.layout {
                bytes[2] =
                    u8::try_from(opcode.operands().last().map_or(3, |it| it.at + it.kind.size())).unwrap();
            }
            if let Layout::Fixed(operands) = opcode.layout {
                assert_eq!(operands.last().map_or(2, |it| it.at + it.kind.size()), length, "{}", opcode.name);
            }
            let (command, length) = read(&bytes, rules);
            let mut again = Vec::new();
            command.write(&mut again).unwrap();
            if !matches!(opcode.layout, Layout::Draw { .. }) {
                assert_eq!(again, bytes[..length], "{command}");
            }
            for (operand, value) in command.operands() {
                let stored: Vec<u8> = value.to_le_bytes()[..operand.kind.size()].to_vec();
                assert_eq!(stored, bytes[operand.at..operand.at + operand.kind.size()], "{command}");
                assert!(operand.kind.holds(value.into()));
            }
            assert_eq!(command.rests(), opcode.effect == Effect::Rest, "{command}");
            assert_eq!(
                command.target().is_some(),
                opcode.operands().iter().any(|it| it.kind == OperandKind::Target)
            );
            assert_eq!(command.opcode(), Some(opcode));
        }
    }
}

#[test]
fn the_worked_draw_commands() {
    let first = Component { x: -2, y: 5, picture: 0x12 };
    let second = Component { x: 1, y: -16, picture: 0x105 };
    for (text, length, conditions, moves) in [
        ("C0 20 02 FE FF 05 00 12 01 00 F0 FF 81 05", 14, None, None),
        ("C0 25 08 00 FF FF 02 FE FF 05 00 12 01 00 F0 FF 81 05", 18, None, Some((8, -1))),
        ("C0 21 12 02 00 03 02 FE FF 05 00 12 01 00 F0 FF 81 05", 18, Some(&[0, 3][..]), None),
        (
            "C0 22 16 02 00 03 08 00 FF FF 02 FE FF 05 00 12 01 00 F0 FF 81 05",
            22,
            Some(&[0, 3]),
            Some((8, -1)),
        ),
    ] {
        let bytes = hex(text);
        let (command, found) = read(&bytes, &HUMONGOUS);
        assert_eq!((found, bytes.len()), (length, length), "{text}");
        let draw = draw(command);
        assert_eq!(draw.components().collect::<Vec<_>>(), [first, second]);
        assert_eq!((draw.conditions, draw.moves), (conditions, moves));
        assert_eq!((draw.condition(1), draw.condition(2)), (if conditions.is_none() { 1 } else { 3 }, 2));
        let mut again = Vec::new();
        command.write(&mut again).unwrap();
        assert_eq!(again, bytes);
        for len in 2..length {
            let (cut, _) = read(&bytes[..len], &HUMONGOUS);
            let _ = (cut.pictures().count(), cut.write(&mut Vec::new()).is_ok());
        }
    }
}

#[test]
fn the_fields_of_a_command_are_all_of_its_bytes() {
    let bytes = hex("C0 22 16 02 00 03 08 00 FF FF 02 FE FF 05 00 12 01 00 F0 FF 81 05 05 C0 10 03 00");
    let akos = crate::akos::fixture::make(crate::Dialect::humongous(90), &bytes, &[(4, &[(0, 6, 0, 0)])]);
    let program = Program::of(&akos);
    let fields: Vec<(&str, usize, i32)> = program.items[0]
        .fields()
        .into_iter()
        .map(|field| (field.name, field.bytes.len(), field.value))
        .collect();
    let expected = [
        ("code", 2, 0xC022),
        ("length", 1, 22),
        ("conditions", 1, 2),
        ("condition", 1, 0),
        ("condition", 1, 3),
        ("move x", 2, 8),
        ("move y", 2, -1),
        ("pictures", 1, 2),
        ("x", 2, -2),
        ("y", 2, 5),
        ("picture", 1, 18),
        ("x", 2, 1),
        ("y", 2, -16),
        ("picture", 2, 261),
    ];
    assert_eq!(fields, expected);
    // The last code is cut: the fields that are there are named.
    let names: Vec<_> =
        program.items[2].fields().into_iter().map(|field| (field.name, field.bytes)).collect();
    assert_eq!(names, [("code", 0..2), ("value", 2..4)]);
}

#[test]
fn what_does_not_fit_is_not_written() {
    let mut out = Vec::new();
    assert!(AkosCommand::Picture { index: 4096 }.write(&mut out).is_err());
    assert!(out.is_empty());
    for opcode in Opcode::all() {
        let too_high = opcode.command([1 << 16; 3]);
        assert!(too_high.is_none() || opcode.operands().is_empty(), "{}", opcode.name);
    }
    assert!(VARS <= usize::from(u8::MAX));
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..60), low: u8) {
        let bytes = [&[0xC0, low], &bytes[..]].concat();
        for rules in [&LUCASARTS, &HUMONGOUS] {
            let code = Code::read(&bytes, 0, rules);
            let Some(command) = code.command() else { continue };
            proptest::prop_assert!(command.pictures().count() <= 255);
            // Reading the written bytes gives the same command.
            let mut again = Vec::new();
            if command.write(&mut again).is_err() {
                continue;
            }
            let found = Code::read(&again, 0, rules);
            match command {
                // One that is cut has fewer pictures than it says, and says so when it is written.
                AkosCommand::Draw(draw) if draw.components().count() < usize::from(draw.count) => {
                    proptest::prop_assert!(found.command() != Some(command));
                }
                _ => proptest::prop_assert_eq!(found.command(), Some(command)),
            }
        }
    }
}

/// Found by fuzzing: a component's fifth byte says how long it is, whether AKSQ has the sixth or not.
#[test]
fn the_length_of_a_draw_command_that_is_cut_within_a_picture() {
    for (bytes, length, pictures) in [
        ("C0 20 02 01 00 02 00 05 01 00 02 00 83", 3 + 5 + 6, 1),
        ("C0 20 02 01 00 02 00 05 01 00 02 00", 3 + 5 + 5, 1),
        ("C0 20 03 01 00 02 00 83", 3 + 6 + 5 + 5, 0),
        ("C0 25 07 00 09 00 01 01 00 02 00 90", 7 + 6, 0),
        ("C0 20", 3, 0),
    ] {
        let bytes = hex(bytes);
        for rules in [LUCASARTS, HUMONGOUS] {
            let (command, found) = read(&bytes, &rules);
            assert_eq!(found, length, "{bytes:02x?}");
            assert_eq!(command.pictures().count(), pictures);
            assert!(length > bytes.len());
        }
    }
}
