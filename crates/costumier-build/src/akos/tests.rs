//! Random designs as a COST block and as an AKOS block: both must show the same.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::costume::LimbDesign;
use costumier::Actor;
use costumier::Costume;
use costumier::play::Event;
use costumier_format::akos::Akos;
use costumier_format::codec::{ColourTable, Decoder};
use costumier_format::cost::{Cost, Format};
use costumier_format::model::PictureKey;
use costumier_format::{Direction, Facing};

fn picture(number: u8) -> PictureDesign {
    let n = i16::from(number);
    let source = PictureSource {
        move_x: n % 3 - 1,
        move_y: n % 5 - 2,
        ..PictureSource::new((2, 1), (n, -n), vec![0, 1 + number % 15])
    };
    PictureDesign { name: String::new(), source }
}

fn design(chores: Vec<ChoreDesign>) -> CostumeDesign {
    let mut design = CostumeDesign::new(Dialect::V5, Format::from_byte(0x58).unwrap());
    design.palette = (0..16).map(|colour| colour * 3 + 100).collect();
    // Limb 1 has none; the others three each, so that numbers differ.
    for limb in 0..4u8 {
        let pictures = (0..if limb == 1 { 0 } else { 3 }).map(|index| picture(3 * limb + index)).collect();
        design.limbs.push(LimbDesign { name: String::new(), pictures });
    }
    design.chores = chores;
    design
}

fn forms() -> Vec<AkosForm> {
    let mut forms = Vec::new();
    for (dialect, codecs) in [
        (Dialect::V7, [Codec::Rle, Codec::Bomp, Codec::MajMin]),
        (Dialect::V8, [Codec::Rle, Codec::Bomp, Codec::MajMin]),
        (Dialect::humongous(61), [Codec::Rle, Codec::MajMin, Codec::Trle]),
        (Dialect::humongous(90), [Codec::Rle, Codec::MajMin, Codec::Trle]),
    ] {
        for codec in codecs {
            for programs in [false, true] {
                if programs || codec != Codec::Trle {
                    forms.push(AkosForm { codec, programs, ..AkosForm::plain(dialect) });
                }
            }
        }
    }
    forms
}

fn opened(design: &CostumeDesign, form: &AkosForm) -> Akos {
    Akos::open(design.to_akos(form).unwrap().write().unwrap(), form.dialect).unwrap()
}

#[test]
fn pictures_keep_their_order_their_places_and_their_colours() {
    let design = design(vec![]);
    let cost = Cost::open(design.write().unwrap(), Dialect::V5).unwrap();
    let room = ColourTable::new(&design.palette);
    for form in forms() {
        let akos = opened(&design, &form);
        assert_eq!(akos.problems(), [], "{form:?}");
        assert_eq!(akos.picture_count(), 9);
        for (index, key) in (0u16..).zip(cost.picture_keys()) {
            let (old, new) = (cost.picture(key).unwrap(), akos.picture(index).unwrap());
            let place =
                |i: costumier_format::model::PictureInfo| (i.width, i.height, i.x, i.y, i.move_x, i.move_y);
            assert_eq!(place(old.info), place(new.info));
            let (mut rows, mut same) = (Vec::new(), Vec::new());
            let table = if form.codec == Codec::Rle { &ColourTable::IDENTITY } else { &room };
            Decoder::new().picture(&old.packed, table, &mut rows);
            Decoder::new().picture(&new.packed, &ColourTable::IDENTITY, &mut same);
            if form.codec != Codec::Rle {
                rows[0] = akos.transparent();
            }
            assert_eq!(rows, same, "{form:?} {key}");
        }
    }
}

#[test]
fn windows_and_programs_say_the_same_in_their_own_way() {
    let steps =
        vec![LimbStep::Picture(0), LimbStep::Count, LimbStep::Hide, LimbStep::Sound(0), LimbStep::Picture(2)];
    let chore = |number, action| {
        let mut actions: [Option<LimbAction>; 16] = Default::default();
        actions[2] = Some(action);
        ChoreDesign { number, name: String::new(), direction: Direction::South, actions }
    };
    let design = design(vec![
        chore(2, LimbAction::Loop(steps.clone())),
        chore(3, LimbAction::Once(steps.clone())),
        chore(4, LimbAction::Loop(steps[..1].to_vec())),
        chore(5, LimbAction::Off),
    ]);
    let entry = |akos: &Akos, chore: u16| akos.record(4 * chore + 2).unwrap().limbs[2].unwrap();
    let windows = opened(&design, &AkosForm::plain(Dialect::V7));
    let wanted = assemble("picture 3\nincrement\nempty\nfirst-sound\npicture 5", &Dialect::V7.akos);
    assert_eq!(windows.sequence(), wanted.unwrap());
    assert_eq!(entry(&windows, 2), AkosEntry { mode: Mode::Loop, start: 0, length: 7 });
    assert_eq!(entry(&windows, 3), AkosEntry { mode: Mode::Once, start: 0, length: 7 });
    assert_eq!(entry(&windows, 4), AkosEntry { mode: Mode::Loop, start: 0, length: 0 });
    assert_eq!(entry(&windows, 5), without_window(Mode::Kill));
    let form = AkosForm { codec: Codec::Trle, programs: true, ..AkosForm::plain(Dialect::humongous(80)) };
    let programs = opened(&design, &form);
    let wanted = assemble(
        "a: draw-move move=-1,-1 6,-6:3\nincrement\nempty\nfirst-sound\nb: draw-move move=1,1 8,-8:5\ngoto to=a
         draw-move move=-1,-1 6,-6:3\nincrement\nempty\nfirst-sound\nc: draw-move move=1,1 8,-8:5\ngoto to=c
         draw-move move=-1,-1 6,-6:3",
        &form.dialect.akos,
    );
    assert_eq!(programs.sequence(), wanted.unwrap());
    assert_eq!(entry(&programs, 4).mode, Mode::Still);
}

#[test]
fn what_a_twin_cannot_hold_is_refused_with_its_place() {
    let mut chore = ChoreDesign {
        number: 2,
        name: "walk".into(),
        direction: Direction::East,
        actions: Default::default(),
    };
    chore.actions[0] = Some(LimbAction::Loop(vec![LimbStep::Picture(0), LimbStep::Sound(3)]));
    let mut made = design(vec![chore]);
    made.dialect = Dialect::V6;
    made.palette[2] = 255;
    let form = AkosForm { codec: Codec::Bomp, ..AkosForm::plain(Dialect::V7) };
    let refused = made.to_akos(&form).unwrap_err();
    let lines: Vec<String> = refused.problems.iter().map(|p| format!("{}: {}", p.path, p.text)).collect();
    assert_eq!(
        lines,
        [
            "limb 0 \"\" / picture \"\": colour 2 is room colour 255, which is transparent here",
            "chore 2 \"walk\" / east / limb 0: plays sound 3, which a window cannot say",
        ]
    );
    let programs = AkosForm { programs: true, ..AkosForm::plain(Dialect::V7) };
    assert!(made.to_akos(&programs).is_ok(), "a program can");
}

fn step() -> impl Strategy<Value = LimbStep> {
    prop_oneof![
        6 => (0u8..3).prop_map(LimbStep::Picture),
        1 => Just(LimbStep::Hide),
        1 => Just(LimbStep::Count),
        1 => Just(LimbStep::Sound(0)),
    ]
}

/// Steps that begin and end with something to rest on.
fn steps(limb: usize) -> impl Strategy<Value = Vec<LimbStep>> {
    (prop::collection::vec(step(), 0..5), prop::collection::vec(0u8..3, 2)).prop_map(move |(middle, ends)| {
        let steps = [vec![LimbStep::Picture(ends[0])], middle, vec![LimbStep::Picture(ends[1])]].concat();
        let shown =
            |step| if limb == 1 && matches!(step, LimbStep::Picture(_)) { LimbStep::Hide } else { step };
        steps.into_iter().map(shown).collect()
    })
}

fn action(limb: usize) -> impl Strategy<Value = Option<LimbAction>> {
    prop_oneof![
        2 => Just(None),
        3 => steps(limb).prop_map(|steps| Some(LimbAction::Loop(steps))),
        2 => steps(limb).prop_map(|steps| Some(LimbAction::Once(steps))),
        1 => steps(limb).prop_map(|steps| Some(LimbAction::Loop(steps[..1].to_vec()))),
        1 => prop::sample::select(vec![LimbAction::Off, LimbAction::Stop, LimbAction::Start]).prop_map(Some),
    ]
}

fn chores() -> impl Strategy<Value = Vec<ChoreDesign>> {
    let actions = (action(0), action(1), action(2), action(3));
    prop::collection::btree_map((prop::sample::select(vec![1u8, 2, 3, 6]), 0u8..4), actions, 1..12).prop_map(
        |map| {
            map.into_iter()
                .map(|((number, direction), (a, b, c, d))| {
                    let mut actions: [Option<LimbAction>; 16] = Default::default();
                    for (slot, action) in actions.iter_mut().zip([a, b, c, d]) {
                        *slot = action;
                    }
                    ChoreDesign {
                        number,
                        name: String::new(),
                        direction: Direction::from_number(direction),
                        actions,
                    }
                })
                .collect()
        },
    )
}

/// Pictures as the twin numbers them, and their places.
fn shown(actor: &Actor) -> Vec<(u8, u16, i32, i32)> {
    let mut placed = Vec::new();
    actor.pose(&mut placed);
    let first = |limb: u8| if limb < 2 { 3 * limb } else { 3 * (limb - 1) };
    let number = |key: PictureKey| match actor.costume().as_akos() {
        Some(_) => key.index,
        None => u16::from(first(key.limb)) + key.index,
    };
    placed.iter().map(|p| (p.limb, number(p.picture), p.x, p.y)).collect()
}

/// Sounds and counts, in no order.
fn heard(events: &[Event]) -> (usize, usize) {
    let sounds = events.iter().filter(|event| matches!(event, Event::Sound { slot: 0, .. })).count();
    (sounds, events.iter().filter(|event| matches!(event, Event::Counted { .. })).count())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn twins_play_alike(
        chores in chores(),
        calls in prop::collection::vec((prop::sample::select(vec![1u16, 2, 3, 6, 7]), 0u8..4, 0usize..9), 1..12),
        form in prop::sample::select(forms()),
    ) {
        let design = design(chores);
        let cost = Costume::Cost(Cost::open(design.write().unwrap(), Dialect::V5).unwrap());
        let akos = Costume::Akos(opened(&design, &form));
        let mut actor = Actor::new(Arc::new(cost), Facing::SOUTH);
        let mut twin = Actor::new(Arc::new(akos), Facing::SOUTH);
        for (chore, direction, ticks) in calls {
            // A COST limb whose record has that facing already would go on; an AKOS limb always starts over.
            let goes_on = (0..16).any(|limb| {
                actor.record_of(limb).is_some_and(|record| record & 3 == u16::from(direction))
            });
            if !goes_on {
                let facing = Direction::from_number(direction).into();
                actor.face(facing);
                twin.face(facing);
            }
            prop_assert_eq!(shown(&actor), shown(&twin));
            actor.start(chore);
            twin.start(chore);
            for _ in 0..ticks {
                prop_assert_eq!(shown(&actor), shown(&twin));
                let (mut events, mut same) = (Vec::new(), Vec::new());
                let before = twin.var(0);
                actor.tick(&mut events);
                twin.tick(&mut same);
                let counted = twin.var(0) - before;
                prop_assert_eq!(heard(&events), (heard(&same).0, usize::try_from(counted).unwrap()));
            }
            prop_assert_eq!(actor.mirrored(), twin.mirrored());
        }
    }
}
