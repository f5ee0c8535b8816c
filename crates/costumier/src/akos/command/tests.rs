//! Tests of the table of commands: every length of `reference/07 §4`, and the worked draw commands of `§6.2`.

use super::*;
use crate::cost::fixture::hex;

const LUCASARTS: AkosRules = AkosRules::LUCASARTS;
const HUMONGOUS: AkosRules = AkosRules::humongous(90);

fn read<'a>(bytes: &'a [u8], rules: &AkosRules) -> Instruction<'a> {
    match Code::read(bytes, 0, rules) {
        Code::Command(instruction) => instruction,
        other => panic!("{other:?}"),
    }
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
            assert_eq!(read(&bytes, rules).length(), *length, "{code:#x}");
        }
    }
    let bytes = [0xC0, 0x89, 1, 0, 2, 0, 3, 0];
    assert_eq!((read(&bytes, &LUCASARTS).length(), read(&bytes, &HUMONGOUS).length()), (8, 6));
    for code in [0xC045u16, 0xC046, 0xC047, 0xC048, 0xC021, 0xC022] {
        let bytes = [&code.to_be_bytes()[..], &[9; 20]].concat();
        assert_eq!(read(&bytes, &HUMONGOUS).length(), 9, "the stored length of {code:#x}");
    }
    // Those and the two plain draws are all that there are.
    assert_eq!(OPCODES.len(), lengths.len() + 1 + 6 + 2);
    assert!(OPCODES.is_sorted_by(|a, b| a.code < b.code));
    for (i, opcode) in OPCODES.iter().enumerate() {
        assert_eq!(OPCODES.iter().position(|other| other.name == opcode.name), Some(i), "{}", opcode.name);
        assert_eq!(Opcode::of(opcode.code, &LUCASARTS), Some(opcode));
        assert_eq!(Opcode::from_name(opcode.name, &LUCASARTS), Some(opcode));
    }
}

#[test]
fn pictures_and_what_is_nothing() {
    let read = |bytes: &[u8]| match Code::read(bytes, 0, &LUCASARTS) {
        Code::Picture { index, long } => Ok((index, long)),
        Code::Invalid(word) => Err(Some(word)),
        _ => Err(None),
    };
    assert_eq!(read(&[0x7F]), Ok((0x7F, false)));
    assert_eq!(read(&[0x81, 0x05]), Ok((0x105, true)));
    assert_eq!(read(&[0x80, 0x05]), Ok((5, true)));
    assert_eq!(read(&[0x8F, 0xFF]), Ok((0xFFF, true)));
    assert_eq!(read(&[0x90, 0]), Err(Some(0x9000)));
    assert_eq!(read(&[0xBF, 0xFF]), Err(Some(0xBFFF)));
    assert_eq!(read(&[0xC0, 0x00]), Err(Some(0xC000)));
    assert_eq!(read(&[0xC1, 0x01]), Err(Some(0xC101)));
    assert_eq!((read(&[0x81]), read(&[])), (Err(None), Err(None)));
}

#[test]
fn operands_stand_where_the_table_says() {
    let all = |bytes: &[u8], rules: &AkosRules| {
        let instruction = read(bytes, rules);
        (0..instruction.opcode.operands().len()).map(|i| instruction.operand(i)).collect::<Vec<_>>()
    };
    // Target, variable, value, but value, variable.
    assert_eq!(all(&[0xC0, 0x70, 0x10, 0, 3, 0xFF, 0xFF], &LUCASARTS), [0x10, 3, -1]);
    assert_eq!(all(&[0xC0, 0x90, 0xFE, 0xFF, 3], &LUCASARTS), [-2, 3]);
    assert_eq!(all(&[0xC0, 0x48, 5, 2, 7], &HUMONGOUS), [2, 7]);
    assert_eq!(all(&[0xC0, 0x82, 1, 0, 2, 0, 9], &LUCASARTS), [1, 2, 9]);
    assert_eq!(read(&[0xC0, 0x30, 0x34, 0x12], &LUCASARTS).target(), Some(0x1234));
    assert_eq!(read(&[0xC0, 0x10, 0x34, 0x12, 0], &LUCASARTS).target(), None);
    let cut = [0xC0, 0x10, 0x34];
    assert!(read(&cut, &LUCASARTS).is_cut());
    assert_eq!(all(&cut, &LUCASARTS), [0x34, 0]);
}

#[test]
fn the_worked_draw_commands() {
    let first = Component { x: -2, y: 5, picture: 0x12, long: false };
    let second = Component { x: 1, y: -16, picture: 0x105, long: true };
    for (text, length, conditions, moved) in [
        ("C0 20 02 FE FF 05 00 12 01 00 F0 FF 81 05", 14, &[][..], (0, 0)),
        ("C0 25 08 00 FF FF 02 FE FF 05 00 12 01 00 F0 FF 81 05", 18, &[], (8, -1)),
        ("C0 21 12 02 00 03 02 FE FF 05 00 12 01 00 F0 FF 81 05", 18, &[0, 3], (0, 0)),
        ("C0 22 16 02 00 03 08 00 FF FF 02 FE FF 05 00 12 01 00 F0 FF 81 05", 22, &[0, 3], (8, -1)),
    ] {
        let bytes = hex(text);
        let instruction = read(&bytes, &HUMONGOUS);
        assert_eq!((instruction.length(), instruction.bytes().len()), (length, length), "{text}");
        let draw = instruction.draw();
        assert_eq!(draw.components().collect::<Vec<_>>(), [first, second]);
        assert_eq!((draw.conditions, (draw.move_x, draw.move_y)), (conditions, moved));
        assert_eq!((draw.condition(1), draw.condition(2)), (if conditions.is_empty() { 1 } else { 3 }, 2));
        for len in 2..length {
            let cut = read(&bytes[..len], &HUMONGOUS);
            let _ = (cut.length(), cut.draw().components().count(), cut.bytes());
        }
    }
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..60), low: u8) {
        let bytes = [&[0xC0, low], &bytes[..]].concat();
        for rules in [&LUCASARTS, &HUMONGOUS] {
            if let Code::Command(instruction) = Code::read(&bytes, 0, rules) {
                let _ = (instruction.length(), instruction.is_cut(), instruction.bytes());
                proptest::prop_assert!(instruction.draw().components().count() <= 255);
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
            let instruction = read(&bytes, &rules);
            assert_eq!(instruction.length(), length, "{bytes:02x?}");
            assert_eq!(instruction.draw().components().count(), pictures);
            assert!(instruction.is_cut());
        }
    }
}
