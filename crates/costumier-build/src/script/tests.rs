use super::*;

/// The smallest script that shows an actor: on a screen that is set up first, if there is one, at a place, with
/// settings behind the usual ones.
fn boot(screen: Option<Op>, (x, y): (i16, i16), settings: &[ActorOp]) -> Vec<Op> {
    let usual = [ActorOp::Default, ActorOp::Costume(1), ActorOp::IgnoreBoxes, ActorOp::AnimationSpeed(255)];
    let before = [Op::Cursor(false), Op::UserInput(false)].into_iter().chain(screen);
    let behind = [
        Op::LoadRoom(1),
        Op::Actor(1, [&usual, settings].concat()),
        Op::Put { actor: 1, room: 1, x, y },
        Op::Animate { actor: 1, number: 0xFA },
        Op::Label(0),
        Op::Break,
        Op::Jump(0),
    ];
    before.chain(behind).collect()
}

#[test]
fn the_smallest_boot_script_is_byte_exact() {
    let ops = boot(Some(Op::Screen { top: 0, bottom: 200 }), (160, 100), &[]);
    let bytes = assemble(&ops, &Dialect::V5).unwrap();
    let wanted = [
        0x2c, 0x02, 0x2c, 0x04, 0x33, 0x03, 0x00, 0x00, 0xc8, 0x00, 0x72, 0x01, 0x13, 0x01, 0x08, 0x01, 0x01,
        0x14, 0x16, 0xff, 0xff, 0x2d, 0x01, 0x01, 0x01, 0x01, 0xa0, 0x00, 0x64, 0x00, 0x11, 0x01, 0xfa, 0x80,
        0x18, 0xfc, 0xff,
    ];
    assert_eq!(bytes, wanted);
}

#[test]
fn jumps_go_forward_too() {
    let bytes = assemble(&[Op::Jump(7), Op::Break, Op::Break, Op::Label(7), Op::End], &Dialect::V5).unwrap();
    assert_eq!(bytes, [0x18, 2, 0, 0x80, 0x80, 0xA0]);
}

#[test]
fn every_operation_has_its_bytes() {
    for (op, wanted) in [
        (Op::Cursor(true), vec![0x2C, 1]),
        (Op::UserInput(true), vec![0x2C, 3]),
        (Op::SetVar(VAR_TIMER_NEXT, 6), vec![0x1A, 19, 0, 6, 0]),
        (Op::Lights(11), vec![0x70, 11, 0, 0]),
        (Op::PaletteEntry { index: 254, colour: [8, 16, 24] }, vec![0x33, 4, 8, 0, 16, 0, 24, 0, 0, 254]),
        (Op::Put { actor: 2, room: 7, x: -5, y: 300 }, vec![0x2D, 2, 7, 1, 2, 0xFB, 0xFF, 0x2C, 1]),
        (Op::Walk { actor: 2, x: 5, y: 300 }, vec![0x1E, 2, 5, 0, 0x2C, 1]),
        (Op::WaitForActor(3), vec![0xAE, 1, 3]),
        (Op::Delay(0x01_02_03), vec![0x2E, 3, 2, 1]),
        (Op::StartScript(2), vec![0x0A, 2, 0xFF]),
        (
            Op::Actor(
                1,
                vec![
                    ActorOp::WalkSpeed(4, 2),
                    ActorOp::Elevation(-1),
                    ActorOp::Palette { entry: 3, colour: 9 },
                    ActorOp::InitChore(6),
                    ActorOp::Scale(100, 200),
                    ActorOp::NeverClip,
                    ActorOp::AlwaysClip(2),
                    ActorOp::FollowBoxes,
                    ActorOp::ShadowMode(1),
                    ActorOp::WalkChore(7),
                    ActorOp::StandChore(8),
                    ActorOp::TalkChores(9, 10),
                ],
            ),
            vec![
                0x13, 1, 2, 4, 2, 9, 0xFF, 0xFF, 0x0B, 3, 9, 0x0E, 6, 0x11, 100, 200, 0x12, 0x13, 2, 0x15,
                0x17, 1, 4, 7, 6, 8, 5, 9, 10, 0xFF,
            ],
        ),
        (
            Op::ShadowPalette { scale: [256, 1, 2], first: 16, last: 254 },
            vec![0x33, 12, 0, 1, 1, 0, 2, 0, 0, 16, 254],
        ),
        (Op::Quit, vec![0x98, 3]),
        (Op::Raw(vec![1, 2, 3]), vec![1, 2, 3]),
    ] {
        assert_eq!(assemble(std::slice::from_ref(&op), &Dialect::V5).unwrap(), wanted, "{op:?}");
    }
}

#[test]
fn all_wrong_jumps_are_named() {
    let refused = assemble(
        &[
            Op::Label(1),
            Op::Jump(2),
            Op::Raw(vec![0x80; 40_000]),
            Op::Jump(1),
            Op::Label(1),
            Op::Delay(1 << 24),
        ],
        &Dialect::V5,
    )
    .unwrap_err();
    let paths: Vec<_> = refused.problems.iter().map(|p| p.path.as_str()).collect();
    assert_eq!(paths, ["operation 4", "operation 5", "operation 1"]);
    let far = assemble(&[Op::Label(1), Op::Raw(vec![0x80; 32_766]), Op::Jump(1)], &Dialect::V5).unwrap_err();
    assert_eq!(far.problems[0].path, "operation 2");
    assert!(assemble(&[Op::Label(1), Op::Raw(vec![0x80; 32_765]), Op::Jump(1)], &Dialect::V5).is_ok());
}

#[test]
fn v6_pushes_its_operands() {
    let push = |number: i16| [&[0x01][..], &number.to_le_bytes()].concat();
    for (op, operands, operation) in [
        (Op::Cursor(false), vec![], vec![0x6B, 0x91]),
        (Op::UserInput(false), vec![], vec![0x6B, 0x93]),
        (Op::Screen { top: 0, bottom: 200 }, vec![0, 200], vec![0x9C, 0xAE]),
        (Op::LoadRoom(1), vec![1], vec![0x7B]),
        (Op::SetVar(100, 7), vec![7], vec![0x43, 100, 0]),
        (
            Op::ShadowPalette { scale: [256, 1, 2], first: 16, last: 254 },
            vec![256, 1, 2, 16, 254],
            vec![0x9C, 0xB7],
        ),
        (Op::PaletteEntry { index: 254, colour: [1, 2, 255] }, vec![1, 2, 255, 254], vec![0x9C, 0xAF]),
        (Op::Put { actor: 1, room: 2, x: -3, y: 4 }, vec![1, -3, 4, 2], vec![0x7F]),
        (Op::Animate { actor: 1, number: 250 }, vec![1, 250], vec![0x82]),
        (Op::Walk { actor: 1, x: 3, y: -4 }, vec![1, 3, -4], vec![0x7E]),
        (Op::WaitForActor(2), vec![2], vec![0xA9, 0xA8, 0xF9, 0xFF]),
        (Op::Delay(60), vec![60], vec![0xB0]),
        (Op::Break, vec![], vec![0x6C]),
        (Op::StartScript(3), vec![3, 0], vec![0x5F]),
        (Op::End, vec![], vec![0x65]),
        (Op::Quit, vec![], vec![0xAE, 0xA0]),
    ] {
        let wanted = [operands.into_iter().flat_map(push).collect::<Vec<_>>(), operation].concat();
        assert_eq!(assemble(std::slice::from_ref(&op), &Dialect::V6).unwrap(), wanted, "{op:?}");
    }
    for (setting, operands, code) in [
        (ActorOp::Default, vec![], 0x53),
        (ActorOp::Costume(3), vec![3], 0x4C),
        (ActorOp::AnimationSpeed(2), vec![2], 0x61),
        (ActorOp::WalkSpeed(4, 2), vec![4, 2], 0x4D),
        (ActorOp::Elevation(-9), vec![-9], 0x54),
        (ActorOp::Palette { entry: 3, colour: 200 }, vec![3, 200], 0x56),
        (ActorOp::InitChore(6), vec![6], 0x59),
        (ActorOp::WalkChore(6), vec![6], 0x4F),
        (ActorOp::StandChore(6), vec![6], 0x51),
        (ActorOp::TalkChores(6, 7), vec![6, 7], 0x50),
        (ActorOp::Scale(200, 200), vec![200], 0x5C),
        (ActorOp::NeverClip, vec![], 0x5D),
        (ActorOp::AlwaysClip(2), vec![2], 0x5E),
        (ActorOp::IgnoreBoxes, vec![], 0x5F),
        (ActorOp::FollowBoxes, vec![], 0x60),
        (ActorOp::ShadowMode(1), vec![1], 0x62),
    ] {
        let head = [push(5), vec![0x9D, 0xC5]].concat();
        let wanted = [head, operands.into_iter().flat_map(push).collect(), vec![0x9D, code]].concat();
        assert_eq!(assemble(&[Op::Actor(5, vec![setting])], &Dialect::V6).unwrap(), wanted, "{setting:?}");
    }
    assert_eq!(
        assemble(&[Op::Label(0), Op::Break, Op::Jump(0)], &Dialect::V6).unwrap(),
        [0x6C, 0x73, 0xFC, 0xFF]
    );
}

#[test]
fn what_v6_does_not_have_is_refused() {
    let scale = Op::Actor(1, vec![ActorOp::Scale(1, 2)]);
    let refused = assemble(&[Op::Lights(11), Op::Break, scale, Op::Delay(40_000)], &Dialect::V6).unwrap_err();
    let paths: Vec<_> = refused.problems.iter().map(|p| p.path.as_str()).collect();
    assert_eq!(paths, ["operation 0", "operation 2", "operation 3"]);
}

#[test]
fn v7_differs_from_v6_in_few_operations() {
    let push = |numbers: &[i16]| -> Vec<u8> {
        numbers.iter().flat_map(|number| [&[0x01][..], &number.to_le_bytes()].concat()).collect()
    };
    for (op, operands, operation) in [
        (Op::Screen { top: 0, bottom: 200 }, vec![], vec![]),
        (Op::Camera(168), vec![168, 100], vec![0x7A]),
        (Op::Animate { actor: 1, number: 3270 }, vec![1, 3270], vec![0x82]),
        (Op::Class { actor: 1, class: 20 }, vec![1, 148, 1], vec![0x6E]),
        (Op::Break, vec![], vec![0x6C]),
    ] {
        let bytes = assemble(std::slice::from_ref(&op), &Dialect::V7).unwrap();
        assert_eq!(bytes, [push(&operands), operation].concat(), "{op:?}");
    }
    let settings = vec![ActorOp::Costume(300), ActorOp::Variable(3, -5), ActorOp::Direction(270)];
    let bytes = assemble(&[Op::Actor(2, settings)], &Dialect::V7).unwrap();
    let wanted = [
        push(&[2]),
        vec![0x9D, 0xC5],
        push(&[300]),
        vec![0x9D, 0x4C],
        push(&[3, -5]),
        vec![0x9D, 0xC6],
        push(&[270]),
        vec![0x9D, 0xE6],
    ];
    assert_eq!(bytes, wanted.concat());
    let bytes = assemble(&[Op::VariableColour { actor: 1, variable: 3, entry: 251 }], &Dialect::V7).unwrap();
    assert_eq!(bytes, [push(&[1, 3]), vec![0xD2], push(&[0, 0, 251]), vec![0x9C, 0xAF]].concat());
    for op in [Op::Screen { top: 16, bottom: 144 }, Op::Lights(11)] {
        let told = assemble(std::slice::from_ref(&op), &Dialect::V7).unwrap_err();
        assert!(told.problems[0].text.contains("v7"), "{told}");
    }
}

#[test]
fn v5_and_v6_say_what_they_do_not_have() {
    for (op, dialects) in [
        (Op::Animate { actor: 1, number: 256 }, &[Dialect::V5][..]),
        (Op::Actor(1, vec![ActorOp::Costume(256)]), &[Dialect::V5]),
        (Op::Actor(1, vec![ActorOp::Direction(90)]), &[Dialect::V5]),
        (Op::Actor(1, vec![ActorOp::Variable(0, 0)]), &[Dialect::V5, Dialect::V6]),
        (Op::VariableColour { actor: 1, variable: 0, entry: 1 }, &[Dialect::V5, Dialect::V6]),
    ] {
        for dialect in dialects {
            assert!(assemble(std::slice::from_ref(&op), dialect).is_err(), "{op:?} {}", dialect.generation());
        }
    }
}

#[test]
fn humongous_scripts_up_to_6_2_are_those_of_v6() {
    let ops = [Op::LoadRoom(2), Op::Animate { actor: 1, number: 7 }, Op::Quit, Op::End];
    let wanted = assemble(&ops, &Dialect::V6).unwrap();
    assert_eq!(assemble(&ops, &Dialect::HE60).unwrap(), wanted);
    assert_eq!(assemble(&ops, &Dialect::humongous(61)).unwrap(), wanted);
}

#[test]
fn later_humongous_scripts_end_games_otherwise_and_from_10_0_on_have_other_numbers() {
    for version in [70, 71, 72, 80, 90, 99] {
        let ops = [Op::LoadRoom(2), Op::Quit];
        assert_eq!(assemble(&ops, &Dialect::humongous(version)).unwrap(), [1, 2, 0, 0x7B, 0xAE, 0xF4]);
    }
    let name = [Op::Name { actor: 1, name: b"Pep".to_vec() }];
    // `docs/format/scripts.md`: push text; push -1, which says that the text is the one pushed; name.
    let wanted = b"\x01\x01\0\x9D\xC5\x04Pep\0\x01\xFF\xFF\x9D\x58";
    assert_eq!(assemble(&name, &Dialect::humongous(72)).unwrap(), wanted);
    // `docs/format/humongous-rooms.md §8.4`.
    let ops = boot(None, (100, 60), &[ActorOp::NeverClip]);
    let wanted = [
        0x8B, 0x87, 0x8B, 0x8C, 0x5F, 1, 0, 0x0E, 0x5F, 1, 0, 0, 0x81, 0, 0x1B, 0x5F, 1, 0, 0, 0x19, 0, 0x87,
        0x5F, 0xFF, 0, 0, 4, 0, 0x59, 0x5F, 1, 0, 0x5F, 0x64, 0, 0x5F, 0x3C, 0, 0x5F, 1, 0, 0x62, 0x5F, 1, 0,
        0x5F, 0xFA, 0, 0x21, 7, 0x3B, 0xFC, 0xFF,
    ];
    assert_eq!(assemble(&ops, &Dialect::humongous(100)).unwrap(), wanted);
}

#[test]
fn v3_and_v4_have_older_numbers_and_v3_puts_operands_first() {
    let settings = vec![
        ActorOp::Default,
        ActorOp::Costume(7),
        ActorOp::Elevation(-2),
        ActorOp::Palette { entry: 3, colour: 99 },
        ActorOp::IgnoreBoxes,
    ];
    let actor = [0x13, 5, 0x0A, 0x01, 7, 0x0B, 0xFE, 0xFF, 0x0D, 3, 99, 0x14, 0xFF];
    for dialect in [Dialect::V3_256, Dialect::V4] {
        assert_eq!(assemble(&[Op::Actor(5, settings.clone())], &dialect).unwrap(), actor);
        let same = [Op::LoadRoom(1), Op::Class { actor: 2, class: 20 }, Op::Animate { actor: 2, number: 6 }];
        assert_eq!(assemble(&same, &dialect).unwrap(), assemble(&same, &Dialect::V5).unwrap());
    }
    let room = [Op::Screen { top: 0, bottom: 200 }, Op::ShowAs { index: 254, colour: 9 }];
    assert_eq!(
        assemble(&room, &Dialect::V4).unwrap(),
        [0x33, 3, 0, 0, 200, 0, 0x33, 4, 9, 0, 254, 0],
        "the colour comes first"
    );
    let first = [0x33, 0, 0, 200, 0, 3, 0x33, 9, 0, 254, 0, 4];
    assert_eq!(assemble(&room, &Dialect::V3_256).unwrap(), first);
    let scale = [Op::Actor(1, vec![ActorOp::Scale(9, 9)])];
    assert_eq!(assemble(&scale, &Dialect::V4).unwrap(), [0x13, 1, 0x13, 9, 0xFF]);
    assert!(assemble(&scale, &Dialect::V3_256).is_err());
}

#[test]
fn what_v4_does_not_have_is_refused() {
    for op in [
        Op::PaletteEntry { index: 1, colour: [0; 3] },
        Op::ShadowPalette { scale: [256; 3], first: 0, last: 9 },
        Op::CounterColour { actor: 1, entry: 2 },
        Op::Actor(1, vec![ActorOp::Scale(1, 2)]),
        Op::Actor(1, vec![ActorOp::AnimationSpeed(2)]),
        Op::Actor(1, vec![ActorOp::ShadowMode(1)]),
        Op::Actor(1, vec![ActorOp::AlwaysClip(1)]),
        Op::Actor(1, vec![ActorOp::FollowBoxes]),
    ] {
        assert!(assemble(std::slice::from_ref(&op), &Dialect::V4).is_err(), "{op:?}");
    }
    for dialect in [Dialect::V5, Dialect::V6, Dialect::V7, Dialect::V8] {
        assert!(assemble(&[Op::ShowAs { index: 1, colour: 2 }], &dialect).is_err());
    }
}

#[test]
fn settings_of_humongous_actors_have_their_numbers() {
    for (version, setting, number) in [
        (80, ActorOp::TalkState(3), 0x18),
        (100, ActorOp::TalkState(3), 0x8E),
        (99, ActorOp::PaletteSlot(3), 0xAF),
        (100, ActorOp::PaletteSlot(3), 0x3F),
    ] {
        let script = assemble(&[Op::Actor(5, vec![setting])], &Dialect::humongous(version)).unwrap();
        assert_eq!(script.last(), Some(&number), "{version} {setting:?}");
        assert!(assemble(&[Op::Actor(5, vec![setting])], &Dialect::V7).is_err());
    }
}
