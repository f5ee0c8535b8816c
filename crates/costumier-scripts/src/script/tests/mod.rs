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
    let mut out: Vec<String> = lines(&script).into_iter().map(|line| line.text).collect();
    out.extend(script.problems.iter().map(ToString::to_string));
    out.join("; ")
}

/// The examples of `reference/11 A.7`.
#[test]
fn the_references_examples_are_read() {
    for (profile, hex, wanted) in [
        ("v2", "13 01 05 04", "actorOps(1, 5, costume)"),
        ("v2", "13 07 00 03 42 75 64 64 79 00", "actorOps(7, 0, name(\"Buddy\"))"),
        ("v2", "13 02 0C 02 06", "actorOps(2, 12, palette(6))"),
        ("v1", "13 02 0C 02", "actorOps(2, 12, palette)"),
        ("v2", "53 03 64 04", "actorOps(3, var100, costume)"),
        ("v2", "11 03 F8", "animateActor(3, 248)"),
        ("v2", "2D 04 0A", "putActorInRoom(4, 10)"),
        ("v2", "09 01 2C 01", "faceActor(1, 300)"),
        ("v2", "0C 05 21", "resourceRoutines(5, 33)"),
        (
            "v4",
            "13 01 0A 01 07 0F 42 6F 62 62 69 6E 40 40 00 FF",
            "actorOps(1, default, costume(7), name(\"Bobbin\"))",
        ),
        (
            "v4",
            "13 02 10 05 06 06 07 04 05 08 07 FF",
            "actorOps(2, initChore(5), walkChore(6), talkChores(4, 5), standChore(7))",
        ),
        ("v3-indy", "3B 01", "waitForActor(1)"),
        ("v3", "33 03 00 07 00 02", "roomOps(3, 7, palColour)"),
        (
            "v5",
            "13 01 08 01 05 0D 47 75 79 62 72 75 73 68 00 04 02 0E 01 0C 0F 0B 03 07 FF",
            "actorOps(1, default, costume(5), name(\"Guybrush\"), walkChore(2), initChore(1), \
             talkColour(15), palette(3, 7))",
        ),
        ("v5", "93 00 40 81 64 00 FF", "actorOps(local0, costume(var100))"),
        ("v5", "0A 28 01 07 00 01 05 00 FF", "startScript(40, [7, 5])"),
        ("v5", "8A 10 20 05 00 FF", "startScript(var[16 + 5], [])"),
        ("v5", "1A 01 00 03 00", "var1:ego = 3"),
        ("v5", "48 64 00 02 00 00 00", "unless var100 == 2 goto 0x0007"),
        ("v5", "24 37 01 14 FF FF FF FF", "loadRoomWithEgo(311, 20, -1, -1)"),
        ("v5", "AC 00 40 01 05 00 81 01 40 02 FF", "local0 = expression(value(5), value(local1), add)"),
        ("v5", "14 02 0F 48 69 FF 09 0B 00 21 00", "print(2, text(\"Hi{chore 11}!\"))"),
        ("v6", "00 01 9D C5", "actorOps.setCurrentActor(1)"),
        ("v6", "00 05 9D 4C", "actorOps.costume(5)"),
        ("v6", "9D 58 42 65 72 6E 61 72 64 00", "actorOps.name(\"Bernard\")"),
        ("v6", "00 03 00 07 9D 56", "actorOps.palette(3, 7)"),
        ("v6", "00 04 00 05 9D 50", "actorOps.talkChores(4, 5)"),
        ("v6", "00 02 01 A0 00 01 64 00 00 0A 7F", "putActorAtXY(2, 160, 100, 10)"),
        ("v6", "00 00 00 28 00 07 00 05 00 02 5E", "startScript(0, 40, [7, 5])"),
        ("v6", "03 64 00 9D 4C", "actorOps.costume(var100)"),
        (
            "v7",
            "00 01 01 2C 01 9E",
            "broken: script: it ends inside an instruction; the last 1 bytes are left out (at byte 0x6)",
        ),
        (
            "v7",
            "01 0D 00 00 01 01 80 00 01 60 00 01 60 00 00 05 C9",
            "kernelSetFunctions([13, 1, 128, 96, 96])",
        ),
        ("v8", "01 01 00 00 00 AC 7A", "actorOps.setCurrentActor(1)"),
        (
            "v8",
            "AC 71 2F 4E 41 4D 45 30 30 31 2F 47 75 79 62 72 75 73 68 00",
            "actorOps.name(\"/NAME001/Guybrush\")",
        ),
        ("v8", "02 00 00 00 40 AC 64", "actorOps.costume(local0)"),
        ("v8", "01 01 00 00 00 01 E9 03 00 00 A4", "animateActor(1, 1001)"),
        ("v8", "01 01 00 00 00 6D 7E 00 00 00", "var126:ego = 1"),
        ("he71", "9D 58 50 61 6A 61 6D 61 20 53 61 6D 00", "actorOps.name(\"Pajama Sam\")"),
        ("he72", "04 46 72 65 64 64 69 00 01 FF FF 9D 58", "actorOps.name(\"Freddi\")"),
        ("he72", "02 40 42 0F 00 43 64 00", "var100 = 1000000"),
        ("he72", "00 28 00 07 00 01 5E C8", "startScript(40, [7], 200)"),
        ("he99", "00 02 9D AF", "actorOps.paletteNumber(2)"),
        ("he100", "5C 05 00 19", "actorOps.costume(5)"),
        ("he100", "5E 53 70 79 00 5F FF FF 00 34", "actorOps.name(\"Spy\")"),
    ] {
        assert_eq!(shown(profile, hex), wanted, "{profile} {hex}");
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
