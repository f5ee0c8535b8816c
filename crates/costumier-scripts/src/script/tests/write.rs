//! Tests of the tables in both directions: every instruction and every sub-operation of every profile, read out of
//! random bytes, written again from its name and operands, and read once more.

use std::collections::BTreeSet;

use super::super::operand::{Level, Operand};
use super::super::read::Reader;
use super::super::table::{Row, Table, Token};
use super::super::write::{OperandValue, Writer};
use super::super::{Profile, Variable};

/// A source of random bytes. Bytes that often end something are frequent among them.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u8 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let [kind, byte, ..] = (x ^ (x >> 31)).to_le_bytes();
        match kind % 8 {
            0 => 0xFF,
            1 => 0,
            2 => byte & 0x1F,
            _ => byte,
        }
    }
}

/// Number of instructions that are tried with each code, and with each byte of a sub-operation behind each code.
const TRIES: (usize, usize) = (20, 4);

/// Returns the operands in the form that the writer takes; `end` is the end of the instruction.
fn given<'a>(
    table: &Table,
    row: &Row,
    flat: &[Operand],
    code: &'a [u8],
    end: usize,
) -> Vec<OperandValue<'a>> {
    let mut subs = row.operands.iter().filter_map(|token| match token {
        Token::Sub(sub, _) => table.sub(*sub),
        _ => None,
    });
    let sub_table = subs.next();
    let level = Level::new(flat).map(|(operand, parts)| match operand {
        Operand::Number(number) => OperandValue::Number(number.into()),
        Operand::Value(variable) => OperandValue::Value(variable),
        Operand::Target(variable) => OperandValue::Target(variable),
        Operand::Jump(to) => OperandValue::Jump(to - i64::try_from(end).unwrap()),
        Operand::Text { at, len } => OperandValue::Text(&code[at as usize..][..len as usize]),
        Operand::Bytes { at, len } => OperandValue::Bytes(&code[at as usize..][..len as usize]),
        Operand::List(_) => OperandValue::List(given(table, row, parts, code, end)),
        // An instruction inside another.
        Operand::Sub { code: byte, name, .. } if sub_table.is_none() => {
            let inner = table.row(byte).unwrap();
            OperandValue::Sub(name, given(table, inner, parts, code, end))
        }
        Operand::Sub { code: byte, name, .. } => {
            let sub_table = sub_table.unwrap();
            let inner = given(table, sub_table.row(byte).unwrap(), parts, code, end);
            match sub_table.is_any(byte) {
                true => OperandValue::SubByte(byte, name, inner),
                false => OperandValue::Sub(name, inner),
            }
        }
    });
    level.collect()
}

/// Reads an instruction at byte 0, if these bytes are one.
fn read(profile: Profile, code: &[u8], two_texts: bool) -> Option<(&'static Row, Vec<Operand>, usize)> {
    let mut reader = Reader::new(profile, code);
    if two_texts {
        reader.expect_second_text();
    }
    let mut operands = Vec::new();
    let read = reader.instruction(0, &mut operands).ok()?;
    Some((read.row, operands, read.end))
}

/// Collects all sub-operations in it, by table and name.
fn subs_in(
    profile: Profile,
    row: &'static Row,
    given: &[OperandValue<'_>],
    seen: &mut BTreeSet<(usize, String)>,
) {
    let index = row.operands.iter().find_map(|token| match token {
        Token::Sub(index, _) => Some(*index),
        _ => None,
    });
    for it in given {
        let (OperandValue::Sub(name, inner) | OperandValue::SubByte(_, name, inner)) = it else { continue };
        let Some(index) = index else { continue };
        seen.insert((index, (*name).to_owned()));
        let sub = profile.table().sub(index).unwrap().named(name).next().unwrap().1;
        subs_in(profile, sub, inner, seen);
    }
}

#[test]
fn what_is_read_is_written_from_names_and_read_again() {
    for profile in Profile::ALL {
        let table = profile.table();
        // A seed that another profile does not change.
        let seed = profile.name().bytes().fold(0_u64, |seed, byte| seed.wrapping_mul(31) + u64::from(byte));
        let mut random = Random(seed);
        let (mut seen, mut seen_subs) = (BTreeSet::new(), BTreeSet::new());
        let mut wanted_subs = BTreeSet::new();
        let (mut same_bytes, mut total) = (0, 0);
        for code in 0..=u8::MAX {
            let Some(row) = table.row(code) else { continue };
            let sub_table = row.operands.iter().find_map(|token| match token {
                Token::Sub(index, _) => Some((*index, table.sub(*index)?)),
                _ => None,
            });
            let subs: Vec<u8> = match sub_table {
                Some((index, sub_table)) => {
                    let all: Vec<u8> = (0..=u8::MAX).filter(|byte| sub_table.row(*byte).is_some()).collect();
                    wanted_subs.extend(
                        all.iter().map(|byte| (index, sub_table.row(*byte).unwrap().name.to_owned())),
                    );
                    all
                }
                None => vec![0],
            };
            let is_first = matches!(row.operands.first(), Some(Token::Sub(..)));
            let tries = match sub_table {
                // A loop of sub-operations also has to come to its end by chance.
                Some(_) if !is_first => TRIES.1 * 6,
                Some(_) => TRIES.1,
                None => TRIES.0,
            };
            for sub in subs {
                for attempt in 0..tries {
                    let mut bytes: Vec<u8> = (0..200).map(|_| random.next()).collect();
                    bytes[0] = code;
                    // A sub-operation that is not the first operand is found by chance.
                    bytes[if is_first { 1 } else { 1 + attempt % TRIES.1 }] = sub;
                    let two_texts = attempt % 3 == 0;
                    let Some((row, operands, end)) = read(profile, &bytes, two_texts) else { continue };
                    let call = given(table, row, &operands, &bytes, end);
                    let mut writer = Writer::new(profile);
                    let written = writer.put(row.name, &call);
                    assert_eq!(written, Ok(()), "{profile} {:02X?} {} {call:?}", &bytes[..end], row.name);
                    let (again, operands, end_again) =
                        read(profile, &writer.out, two_texts).expect("what was written");
                    let read_again = given(table, again, &operands, &writer.out, end_again);
                    assert_eq!((again.name, &read_again), (row.name, &call), "{profile} {:02X?}", writer.out);
                    assert_eq!((end_again, end), (writer.out.len(), end), "{profile} {}", row.name);
                    seen.insert(row.name);
                    subs_in(profile, row, &call, &mut seen_subs);
                    total += 1;
                    same_bytes += usize::from(writer.out == bytes[..end]);
                }
            }
        }
        let names: BTreeSet<&str> =
            (0..=u8::MAX).filter_map(|code| table.row(code)).map(|row| row.name).collect();
        let missing: Vec<_> = names.difference(&seen).collect();
        assert!(missing.is_empty(), "{profile}: never tried: {missing:?}");
        let missing: Vec<_> = wanted_subs.difference(&seen_subs).collect();
        assert!(missing.is_empty(), "{profile}: never tried: {missing:?}");
        assert!(total >= 1000, "{profile}: {total} instructions");
        // The differences are in bits without a meaning, and in codes with the same meaning.
        assert!(same_bytes * 5 > total, "{profile}: {same_bytes} of {total} byte for byte");
    }
}

#[test]
fn what_cannot_be_read_back_is_not_written() {
    let mut to = Writer::new(Profile::V5);
    let local = |number| OperandValue::Value(Variable::local(number));
    for (name, given, why) in [
        ("putActor", vec![OperandValue::Number(1)], "too little"),
        (
            "putActor",
            vec![OperandValue::Number(1), OperandValue::Number(1), OperandValue::Number(70_000)],
            "16 bits",
        ),
        ("breakHere", vec![OperandValue::Number(1)], "too much"),
        ("noSuchThing", vec![], "no noSuchThing"),
        ("pseudoRoom", vec![local(1), OperandValue::Bytes(b"")], "something else"),
        ("actorOps", vec![OperandValue::Number(1), OperandValue::Sub("costum", vec![])], "no costum"),
        (
            "actorOps",
            vec![OperandValue::Number(1), OperandValue::Sub("name", vec![OperandValue::Text(b"a\0b")])],
            "too early",
        ),
        ("loadRoom", vec![OperandValue::Value(Variable::global(0x1234))], "no var"),
    ] {
        let told = to.put(name, &given).unwrap_err();
        assert!(told.contains(why), "{name}: {told}");
        assert!(to.out.is_empty());
    }
    let mut to = Writer::new(Profile::V6);
    let two = [OperandValue::Number(1), OperandValue::Number(2)];
    assert!(to.call("loadRoom", &[], &two).unwrap_err().contains("takes 1 values, not 2"));
    assert!(to.call("setClass", &[], &two).unwrap_err().contains("something else"));
}
