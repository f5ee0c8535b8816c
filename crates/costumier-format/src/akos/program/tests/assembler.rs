//! Tests of the assembler: worked programs, draw commands, what is refused.

use super::super::{Code, Program, assemble};
use crate::akos::fixture::make;
use crate::cost::fixture::hex;
use crate::dialect::{AkosRules, Dialect};

const RULES: AkosRules = AkosRules::humongous(90);

#[test]
fn the_traced_program_of_akos_programs_section_10() {
    let text = "
        start: picture 5
               increment
               picture 133
               if-eq-goto to=done var=0 value=3   ; three times
               goto to=start
        done:  empty
               end";
    let bytes = hex("05 C0 60 80 85 C0 70 10 00 00 03 00 C0 30 00 00 C0 01 C0 FF");
    assert_eq!(assemble(text, &RULES).unwrap(), bytes);
}

#[test]
fn the_worked_draw_commands() {
    for (text, bytes) in [
        ("draw -2,5:18 1,-16:261", "C0 20 02 FE FF 05 00 12 01 00 F0 FF 81 05"),
        ("draw-move move=8,-1 -2,5:18 1,-16:261", "C0 25 08 00 FF FF 02 FE FF 05 00 12 01 00 F0 FF 81 05"),
        ("draw-if if=0,3 -2,5:18 1,-16:261", "C0 21 12 02 00 03 02 FE FF 05 00 12 01 00 F0 FF 81 05"),
        (
            "draw-if-move if=0,3 move=8,-1 -2,5:18 1,-16:261",
            "C0 22 16 02 00 03 08 00 FF FF 02 FE FF 05 00 12 01 00 F0 FF 81 05",
        ),
        ("draw-if", "C0 21 05 00 00"),
        ("set-user-condition condition=3 var=7", "C0 45 05 03 07"),
    ] {
        let bytes = hex(bytes);
        assert_eq!(assemble(text, &RULES).unwrap(), bytes, "{text}");
        assert_eq!(Code::read(&bytes, 0, &RULES).to_string(), text);
    }
}

#[test]
fn what_cannot_be_said_in_words_is_said_in_bytes() {
    for (bytes, text) in [
        // A small picture in two bytes, a stored length that is not the length, a code that is cut.
        (&[0x80, 5][..], "bytes 80 05"),
        (&[0xC0, 0x47, 9, 1], "bytes c0 47 09 01"),
        (&[0xC0, 0x10, 1], "bytes c0 10 01"),
        (&[0x90, 0], "bytes 90 00"),
    ] {
        let akos = make(Dialect::humongous(90), bytes, &[(4, &[(0, 7, 0, 0)])]);
        let program = Program::of(&akos);
        assert_eq!(program.statement(&program.items[0]), text);
        assert_eq!(assemble(text, &RULES).unwrap(), bytes);
    }
}

#[test]
fn all_errors_are_told_with_their_lines() {
    let text = "a: picture 4 4096\ngoto to=nowhere\na: empty 3\nset var=1\nfly\nbytes 1x\ndraw 1:2\nadd \
        value=1 var=256";
    let refused = assemble(text, &RULES).unwrap_err();
    let mut lines: Vec<String> = refused.problems.into_iter().map(|p| p.path).collect();
    lines.sort_unstable();
    assert_eq!(lines, (1..=8).map(|n| format!("line {n}")).collect::<Vec<_>>());
}
