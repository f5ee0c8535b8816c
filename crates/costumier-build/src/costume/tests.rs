use proptest::prelude::*;

use super::*;
use costumier_format::cost::Cost;

fn picture(name: &str, pixels: usize) -> PictureDesign {
    let source = PictureSource::new((2, 2), (-1, -1), vec![1; pixels]);
    PictureDesign { name: name.into(), source }
}

fn limb(name: &str, pictures: usize) -> LimbDesign {
    LimbDesign { name: name.into(), pictures: vec![picture("p", 4); pictures] }
}

fn chore<const N: usize>(number: u8, direction: Direction, actions: [(usize, LimbAction); N]) -> ChoreDesign {
    let mut chore = ChoreDesign { number, name: String::new(), direction, actions: Default::default() };
    for (limb, action) in actions {
        chore.actions[limb] = Some(action);
    }
    chore
}

fn design(limbs: Vec<LimbDesign>, chores: Vec<ChoreDesign>) -> CostumeDesign {
    let mut design = CostumeDesign::new(Dialect::V5, Format::from_byte(0x58).unwrap());
    design.limbs = limbs;
    design.chores = chores;
    design
}

fn pictures(numbers: &[u8]) -> Vec<LimbStep> {
    numbers.iter().map(|number| LimbStep::Picture(*number)).collect()
}

fn paths(refused: &Refused) -> Vec<&str> {
    refused.problems.iter().map(|problem| problem.path.as_str()).collect()
}

#[test]
fn windows_are_used_again_and_equal_records_are_one() {
    use Direction::{East, South, West};
    let walk = LimbAction::Loop(pictures(&[0, 1, 2, 3]));
    let source = design(
        vec![limb("body", 4), limb("head", 4)],
        vec![
            chore(2, West, [(0, walk.clone())]),
            chore(2, East, [(0, walk)]),
            chore(2, South, [(0, LimbAction::Once(pictures(&[1, 2]))), (1, LimbAction::Start)]),
            chore(
                3,
                West,
                [(0, LimbAction::Loop(vec![LimbStep::Picture(2), LimbStep::Count])), (1, LimbAction::Off)],
            ),
        ],
    )
    .build()
    .unwrap();
    assert_eq!(source.commands, [0, 1, 2, 3, 0x7A, 2, 0x7C]);
    assert_eq!(source.records.len(), 3);
    assert_eq!(source.record_table.len(), 13);
    assert_eq!(source.record_table[8..], [Some(0), Some(0), Some(1), None, Some(2)]);
    let window = |start, length, play_once| Some(CostEntry::Window(Window { start, length, play_once }));
    assert_eq!(source.records[1][..2], [window(1, 2, true), window(4, 1, false)]);
    assert_eq!(source.records[2][..2], [window(5, 2, false), Some(CostEntry::Off)]);
    assert_eq!(source.limbs[1], LimbSource::Table(vec![Some(4), Some(5), Some(6), Some(7)]));
}

#[test]
fn sounds_are_the_dialect_s() {
    let steps = vec![LimbStep::Picture(0), LimbStep::Sound(0), LimbStep::Hide, LimbStep::Sound(7)];
    let mut design =
        design(vec![limb("", 1)], vec![chore(1, Direction::South, [(0, LimbAction::Loop(steps))])]);
    let refused = design.build().unwrap_err();
    assert_eq!(paths(&refused), ["chore 1 / south / limb 0"]);
    assert_eq!(refused.problems[0].text, "plays sound 7 of 1");
    design.dialect = Dialect::V6;
    assert_eq!(design.build().unwrap().commands, [0, 0x71, 0x7B, 0x78]);
}

/// In v3, bytes with bit 7 are sounds, so that pictures 121 to 124 cannot be named by another byte.
#[test]
fn a_picture_that_no_command_names_is_refused() {
    let steps = vec![LimbStep::Picture(0x78), LimbStep::Picture(0x79)];
    let mut design =
        design(vec![limb("", 0x7A)], vec![chore(1, Direction::South, [(0, LimbAction::Loop(steps))])]);
    design.dialect = Dialect::V3_256;
    let refused = design.build().unwrap_err();
    let texts: Vec<&str> = refused.problems.iter().map(|problem| problem.text.as_str()).collect();
    assert!(texts.iter().any(|text| text.contains("shows picture 121, which no command")), "{texts:?}");
}

#[test]
fn everything_that_is_wrong_is_said_at_once_and_by_name() {
    use Direction::{East, North, South, West};
    let mut limbs = vec![limb("body", 0x72), limb("head", 1), limb("arm", 1)];
    limbs[1].pictures[0] = picture("nod", 3);
    limbs[2].pictures[0].source.width = 0;
    let mut design = design(
        limbs,
        vec![
            chore(1, West, [(0, LimbAction::Loop(vec![LimbStep::Count, LimbStep::Picture(0)]))]),
            chore(1, West, [(1, LimbAction::Off)]),
            chore(2, East, [(1, LimbAction::Once(vec![LimbStep::Picture(0), LimbStep::Sound(0)]))]),
            chore(2, South, [(1, LimbAction::Loop(vec![]))]),
            chore(2, North, [(1, LimbAction::Loop(pictures(&[0; 129])))]),
            chore(57, North, []),
            chore(62, North, []),
            chore(64, North, []),
            chore(6, North, [(1, LimbAction::Loop(pictures(&[1]))), (9, LimbAction::Loop(pictures(&[0])))]),
        ],
    );
    design.chores[0].name = "init".into();
    let refused = design.write().unwrap_err();
    assert_eq!(
        paths(&refused),
        [
            "limb 0 \"body\"",
            "limb 2 \"arm\" / picture 0 \"p\"",
            "chore 1 \"init\" / west / limb 0 \"body\"",
            "chore 1 / west",
            "chore 2 / east / limb 1 \"head\"",
            "chore 2 / south / limb 1 \"head\"",
            "chore 2 / north / limb 1 \"head\"",
            "chore 57 / north",
            "chore 62 / north",
            "chore 64 / north",
            "chore 6 / north / limb 1 \"head\"",
            "chore 6 / north / limb 9",
            "limb 1 \"head\" / picture 0 \"nod\"",
            "limb 2 \"arm\" / picture 0 \"p\"",
        ]
    );
    assert!(refused.to_string().contains("limb 1 \"head\" / picture 0 \"nod\": 3 pixels, but 2 × 2 is 4"));
}

#[test]
fn seventeen_limbs_are_too_many() {
    let refused = design(vec![limb("", 1); 17], vec![]).build().unwrap_err();
    assert_eq!(paths(&refused), ["limbs"]);
}

#[test]
fn a_design_opens_as_a_costume() {
    let payload = design(
        vec![limb("body", 3), LimbDesign::default(), limb("head", 1)],
        vec![chore(1, Direction::North, [(2, LimbAction::Loop(pictures(&[0])))])],
    )
    .write()
    .unwrap();
    let cost = Cost::open(payload, Dialect::V5).unwrap();
    assert_eq!(cost.problems(), &[]);
    assert_eq!([0, 1, 2].map(|limb| cost.limb(limb).len), [3, 0, 1]);
    assert_eq!(cost.record_indices().collect::<Vec<_>>(), [7]);
}

/// Pictures per limb in [`any_action`].
const PICTURES: u8 = 3;

fn any_action() -> impl Strategy<Value = Option<LimbAction>> {
    let shown = prop_oneof![(0..PICTURES).prop_map(LimbStep::Picture), Just(LimbStep::Hide)];
    let any = prop_oneof![shown.clone(), Just(LimbStep::Count), Just(LimbStep::Sound(0))];
    let steps =
        (shown.clone(), prop::collection::vec(any, 0..6), shown).prop_map(|(first, mut steps, last)| {
            steps.insert(0, first);
            steps.push(last);
            steps
        });
    prop_oneof![
        2 => Just(None),
        1 => prop::sample::select(vec![LimbAction::Off, LimbAction::Stop, LimbAction::Start]).prop_map(Some),
        2 => steps.clone().prop_map(|steps| Some(LimbAction::Loop(steps))),
        2 => steps.prop_map(|steps| Some(LimbAction::Once(steps))),
    ]
}

proptest! {
    #[test]
    fn every_limb_of_every_chore_does_what_was_asked(
        chores in prop::collection::btree_map((0u8..10, 0u8..4), prop::array::uniform4(any_action()), 0..20),
        v6 in any::<bool>(),
    ) {
        let mut design = design(vec![limb("", PICTURES.into()); 4], vec![]);
        design.dialect = if v6 { Dialect::V6 } else { Dialect::V5 };
        for ((number, direction), actions) in &chores {
            let mut design_chore = chore(*number, Direction::from_number(*direction), []);
            design_chore.actions[..4].clone_from_slice(actions);
            design.chores.push(design_chore);
        }
        let cost = Cost::open(design.write().unwrap(), design.dialect).unwrap();
        prop_assert_eq!(cost.problems(), &[]);
        let indices: Vec<u16> = chores.keys().map(|(n, d)| u16::from(*n) * 4 + u16::from(*d)).collect();
        prop_assert_eq!(cost.record_indices().collect::<Vec<_>>(), indices.clone());
        for (index, actions) in indices.into_iter().zip(chores.values()) {
            let limbs = cost.record(index).unwrap().limbs;
            for (entry, action) in limbs.iter().zip(actions) {
                let played = entry.map(|entry| match entry {
                    CostEntry::Off => (vec![], false),
                    CostEntry::Window(window) => {
                        let bytes = (0..u16::from(window.length)).map(|i| cost.command_byte(window.start + i));
                        (bytes.collect(), window.play_once)
                    }
                });
                let sound = if v6 { 0x71 } else { 0x78 };
                let bytes = |steps: &[LimbStep]| steps.iter().map(|step| match step {
                    LimbStep::Picture(index) => *index,
                    LimbStep::Hide => 0x7B,
                    LimbStep::Count => 0x7C,
                    LimbStep::Sound(_) => sound,
                }).collect::<Vec<u8>>();
                let wanted = action.as_ref().map(|action| match action {
                    LimbAction::Off => (vec![], false),
                    LimbAction::Stop => (vec![0x79], false),
                    LimbAction::Start => (vec![0x7A], false),
                    LimbAction::Loop(steps) => (bytes(steps), false),
                    LimbAction::Once(steps) => (bytes(steps), true),
                });
                prop_assert_eq!(played, wanted);
            }
        }
    }
}
