//! Games in which some things are shown and others never, of every generation with scripts: what
//! [`Unused`] finds is compared with what was planted.
//!
//! A planted thing is reached by nothing; a computed one only by a number that a script computes. Everything else in
//! the games is shown, and must not be listed.

use std::collections::BTreeSet;

use costumier::cast::{Cast, Certainty};
use costumier::format::dialect::{FileLayout, Palette, V1Game};
use costumier::scripts::script::{OperandValue, Profile, Variable, Writer};
use costumier::unused::{Unused, UnusedThing};
use costumier::{Dialect, Direction, Game, Limits, MemoryFiles};
use costumier_build::akos::AkosForm;
use costumier_build::classic::ClassicBuilder;
use costumier_build::costume::{ChoreDesign, CostumeDesign, LIMBS, LimbAction, LimbStep};
use costumier_build::example;
use costumier_build::game::GameBuilder;
use costumier_build::room::{ObjectPictureSource, ObjectSource, RoomSource};
use costumier_build::script::{ActorOp, Op, assemble};
use costumier_format::model::PixelSource;

/// The seed of all games; another one is a test, too.
const SEED: u64 = 55;

/// Number of planted and of computed cases, at least.
const CASES: usize = 200;

/// A small generator of numbers (splitmix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % limit
    }

    /// Takes a number out of a list.
    fn take<T>(&mut self, from: &mut Vec<T>) -> T {
        let place = usize::try_from(self.below(from.len() as u64)).unwrap();
        from.swap_remove(place)
    }
}

fn dialects() -> Vec<Dialect> {
    let old = [Dialect::v1(V1Game::Zak), Dialect::V2, Dialect::V3, Dialect::V3_256, Dialect::V4];
    let late = [Dialect::V5, Dialect::V6, Dialect::V7, Dialect::V8, Dialect::HE60];
    let humongous = [71, 72, 80, 90, 99, 100].map(Dialect::humongous);
    old.into_iter().chain(late).chain(humongous).collect()
}

/// A number that the scripts compute, and no one knows.
const COMPUTED: u32 = 200;

/// The numbers of one game.
struct Numbers {
    /// A costume of everything that is shown, a costume that no actor wears, a costume whose actor never turns.
    worn: u16,
    unworn: u16,
    still: u16,
    /// The actors: two in the first costume, one in the third.
    actors: [u8; 3],
    /// A chore that is started, and one that is not.
    started: u8,
    unstarted: u8,
    /// Objects: visible from the beginning, shown by a script, not shown.
    objects: [u16; 3],
    /// Costume colours: drawn by the chore that is not started, drawn by nothing.
    hidden_entry: u8,
    free_entry: u8,
}

impl Numbers {
    fn new(random: &mut Random) -> Self {
        let mut costumes: Vec<u16> = (1..=20).collect();
        let mut actors: Vec<u8> = (1..=10).collect();
        let mut chores: Vec<u8> = (6..=40).collect();
        let mut objects: Vec<u16> = (30..=60).collect();
        let mut entries: Vec<u8> = (5..=15).collect();
        Self {
            worn: random.take(&mut costumes),
            unworn: random.take(&mut costumes),
            still: random.take(&mut costumes),
            actors: [(); 3].map(|()| random.take(&mut actors)),
            started: random.take(&mut chores),
            unstarted: random.take(&mut chores),
            objects: [(); 3].map(|()| random.take(&mut objects)),
            hidden_entry: random.take(&mut entries),
            free_entry: random.take(&mut entries),
        }
    }
}

/// Whether scripts can give each of a costume's colours another one.
fn has_looks(dialect: &Dialect) -> bool {
    !matches!(dialect.cost.palette, Palette::None | Palette::Colours) || dialect.has_akos()
}

/// Whether costumes of a dialect store a palette of their own.
fn has_palette(dialect: &Dialect) -> bool {
    has_looks(dialect) && !is_oldest(dialect) && *dialect != Dialect::V3
}

fn is_oldest(dialect: &Dialect) -> bool {
    dialect.files.is_before_v3()
}

/// A costume: the usual chores, one that is started, and one that is not, which alone shows a picture of its own. A
/// last picture is shown by no chore.
fn costume(dialect: Dialect, numbers: &Numbers) -> CostumeDesign {
    let mut design = example::costume(dialect);
    let body = &mut design.limbs[0];
    for (name, colour) in [("hidden", numbers.hidden_entry), ("free", 1)] {
        let mut picture = body.pictures[0].clone();
        picture.name = name.into();
        if let PixelSource::Rows(rows) = &mut picture.source.pixels
            && has_looks(&dialect)
        {
            let drawn = rows.iter_mut().filter(|pixel| **pixel != 0);
            drawn.step_by(2).for_each(|pixel| *pixel = colour);
        }
        body.pictures.push(picture);
    }
    for (number, picture) in [(numbers.started, 1), (numbers.unstarted, 2)] {
        for direction in Direction::ALL {
            let mut actions: [Option<LimbAction>; LIMBS] = Default::default();
            actions[0] = Some(LimbAction::Loop(vec![LimbStep::Picture(picture)]));
            design.chores.push(ChoreDesign { number, name: String::new(), direction, actions });
        }
    }
    design
}

fn block(dialect: Dialect, design: &CostumeDesign, programs: bool) -> Vec<u8> {
    if !dialect.has_akos() {
        return design.write().unwrap();
    }
    design.to_akos(&AkosForm { programs, ..AkosForm::plain(dialect) }).unwrap().write().unwrap()
}

fn room(dialect: Dialect, numbers: &Numbers) -> RoomSource {
    let mut room = example::room(dialect);
    for (place, id) in (0_u16..).zip(numbers.objects) {
        let (width, height) = (16, 16);
        let pixels = vec![3; usize::from(width * height)];
        let state = if is_oldest(&dialect) { 8 } else { 1 };
        let picture = ObjectPictureSource { pixels, ..ObjectPictureSource::default() };
        let pictures = [(state, picture)].into();
        let initial = if place == 0 { state } else { 0 };
        let left = 32 * (place + 1);
        let name = format!("object-{id}");
        room.objects.push(ObjectSource {
            id,
            name,
            left,
            top: 32,
            width,
            height,
            initial,
            pictures,
            ..ObjectSource::default()
        });
    }
    room
}

/// An instruction whose operand is the computed variable.
#[derive(Clone, Copy)]
enum Computes {
    Costume,
    Chore,
    Object,
}

fn computed(dialect: Dialect, what: Computes, numbers: &Numbers) -> Vec<Op> {
    let profile = Profile::written(&dialect);
    let variable = Variable::global(COMPUTED);
    let (target, value) = (OperandValue::Target(variable), OperandValue::Value(variable));
    let actor = |place: usize| OperandValue::from(numbers.actors[place]);
    let sub = |name| OperandValue::Sub(name, Vec::new());
    let mut to = Writer::new(profile);
    let stack = profile.has_stack();
    to.put(if stack { "wordVarInc" } else { "increment" }, &[target]).unwrap();
    match what {
        Computes::Costume if stack => {
            to.call("actorOps", &[sub("setCurrentActor")], &[actor(1)]).unwrap();
            to.call("actorOps", &[sub("costume")], &[value]).unwrap();
        }
        Computes::Costume if profile < Profile::V3 => {
            to.put("actorOps", &[actor(1), value, sub("costume")]).unwrap();
        }
        Computes::Costume => {
            to.put("actorOps", &[actor(1), OperandValue::Sub("costume", vec![value])]).unwrap();
        }
        Computes::Chore => {
            for place in [0, 2] {
                match stack {
                    true => to.call("animateActor", &[], &[actor(place), value.clone()]).unwrap(),
                    false => to.put("animateActor", &[actor(place), value.clone()]).unwrap(),
                }
            }
        }
        Computes::Object if stack => to.call("setState", &[], &[value, OperandValue::Number(1)]).unwrap(),
        Computes::Object if profile < Profile::V3 => to.put("setState08", &[value]).unwrap(),
        Computes::Object => to.put("setState", &[value, OperandValue::Number(1)]).unwrap(),
    }
    vec![Op::Raw(to.out)]
}

/// The scripts: the first may start a second one, which does the rest.
fn scripts(
    dialect: Dialect,
    numbers: &Numbers,
    random: &mut Random,
    computes: Option<Computes>,
) -> Vec<Vec<u8>> {
    let [first, second, still] = numbers.actors;
    let factor = if is_oldest(&dialect) { 4 } else { 1 };
    let state = if is_oldest(&dialect) { 8 } else { 1 };
    let mut ops = vec![
        Op::LoadRoom(1),
        Op::Actor(first, vec![ActorOp::Costume(numbers.worn)]),
        Op::Put { actor: first, room: 1, x: 40, y: 40 },
        Op::Actor(second, vec![ActorOp::Costume(numbers.worn)]),
    ];
    if has_looks(&dialect) {
        let colours = |entry: u8| vec![ActorOp::Palette { entry, colour: 40 }];
        ops.push(Op::Actor(first, colours(1)));
        // Which nothing shows, or a chore that may be started.
        let entry = if computes.is_some() { numbers.hidden_entry } else { numbers.free_entry };
        ops.push(Op::Actor(second, colours(entry)));
    }
    ops.extend([
        Op::Actor(still, vec![ActorOp::Costume(numbers.still)]),
        Op::Put { actor: still, room: 1, x: 80, y: 40 },
        Op::Animate { actor: first, number: u16::from(numbers.started) * factor },
        Op::Animate { actor: still, number: u16::from(numbers.started) * factor },
        Op::Walk { actor: first, x: 60, y: 40 },
        Op::ObjectState { object: numbers.objects[1], state },
    ]);
    if let Some(computes) = computes {
        let place = usize::try_from(random.below(3)).unwrap() + 4;
        let at = if matches!(computes, Computes::Costume) { 4 } else { place };
        ops.splice(at..at, computed(dialect, computes, numbers));
    }
    if random.below(2) == 0 {
        // The second script does everything from some instruction on.
        let at = usize::try_from(random.below(ops.len() as u64)).unwrap();
        let mut rest = ops.split_off(at);
        rest.push(Op::End);
        ops.extend([Op::StartScript(2), Op::End]);
        return vec![assemble(&ops, &dialect).unwrap(), assemble(&rest, &dialect).unwrap()];
    }
    ops.push(Op::End);
    vec![assemble(&ops, &dialect).unwrap()]
}

fn game(dialect: Dialect, numbers: &Numbers, random: &mut Random, computes: Option<Computes>) -> Game {
    open(dialect, files(dialect, numbers, random, computes)).unwrap()
}

fn open(dialect: Dialect, files: Vec<(String, Vec<u8>)>) -> costumier::Result<Game> {
    let mut game = Game::open(&MemoryFiles::from_iter(files), None, Limits::default())?;
    game.assume(dialect);
    Ok(game)
}

fn files(
    dialect: Dialect,
    numbers: &Numbers,
    random: &mut Random,
    computes: Option<Computes>,
) -> Vec<(String, Vec<u8>)> {
    let design = costume(dialect, numbers);
    let programs = random.below(2) == 0;
    let costumes = [numbers.worn, numbers.unworn, numbers.still].map(|id| {
        let mut design = design.clone();
        if id == numbers.still {
            // Its actor is dressed in things that are all shown when it stands still.
            design.limbs[0].pictures.truncate(2);
            design.chores.retain(|chore| chore.number != numbers.unstarted);
            // Other facings look different; those of a chore that are played alike are not listed.
            for chore in design.chores.iter_mut().filter(|it| it.direction != Direction::South) {
                let steps = vec![LimbStep::Picture(1), LimbStep::Hide, LimbStep::Picture(0)];
                chore.actions[0] = Some(LimbAction::Loop(steps));
            }
        }
        (id, block(dialect, &design, programs))
    });
    let room = room(dialect, numbers);
    let scripts = (1..).zip(scripts(dialect, numbers, random, computes));
    if dialect.files == FileLayout::Disks {
        let mut game = GameBuilder::new(dialect);
        game.room_source(1, "den", &room).unwrap();
        for (id, block) in costumes {
            game.costume(id, 1, block);
        }
        for (id, script) in scripts {
            game.script(id, 1, script);
        }
        game.finish().unwrap().named("game", &dialect)
    } else {
        let mut game = ClassicBuilder::new(dialect);
        game.room_source(1, "den", 1, &room).unwrap();
        for (id, block) in costumes {
            game.costume(id, 1, block);
        }
        for (id, script) in scripts {
            game.script(id, 1, script);
        }
        game.finish().unwrap()
    }
}

fn found(game: &Game) -> Unused {
    let scripts = game.read_scripts();
    Unused::of(game, &scripts, &Cast::of(&scripts))
}

/// What was planted, in words; entries of palettes one by one.
fn planted(dialect: &Dialect, numbers: &Numbers, game: &Game) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    all.insert(format!("costume {}", numbers.unworn));
    all.insert(format!("chore {} {}", numbers.worn, numbers.unstarted));
    for action in game.costume(numbers.still.into()).unwrap().actions() {
        if action.facing.direction() != Direction::South {
            all.insert(format!("record {} {} {}", numbers.still, action.chore, action.facing));
        }
    }
    // The two pictures that were added to the first limb.
    for index in [2, 3] {
        all.insert(format!("picture {} {index}", numbers.worn));
    }
    let by_entry = !dialect.overrides_name_room_colours();
    if has_palette(dialect) && by_entry {
        for entry in (1..16).filter(|entry| !(1..=3).contains(entry)) {
            all.insert(format!("entry {} {entry}", numbers.worn));
            all.insert(format!("entry {} {entry}", numbers.still));
        }
    }
    if has_looks(dialect) && by_entry {
        all.insert(format!("look {} {}", numbers.worn, numbers.free_entry));
    }
    all.insert(format!("object 1 {}", numbers.objects[2]));
    all
}

fn words(unused: &Unused) -> Vec<(String, Certainty)> {
    let mut all = Vec::new();
    for item in &unused.items {
        let texts = match &item.thing {
            UnusedThing::Costume { costume } => vec![format!("costume {costume}")],
            UnusedThing::Chore { costume, chore } => vec![format!("chore {costume} {chore}")],
            UnusedThing::Record { costume, chore, facing } => {
                vec![format!("record {costume} {chore} {facing}")]
            }
            UnusedThing::Picture { costume, picture, .. } => {
                vec![format!("picture {costume} {}", picture.index)]
            }
            UnusedThing::Entries { costume, entries } => {
                entries.iter().map(|entry| format!("entry {costume} {entry}")).collect()
            }
            UnusedThing::Look { costume, overrides } => {
                overrides.keys().map(|entry| format!("look {costume} {entry}")).collect()
            }
            UnusedThing::Object { room, object } => vec![format!("object {room} {object}")],
            _ => unreachable!("the test knows all kinds"),
        };
        all.extend(texts.into_iter().map(|text| (text, item.certainty)));
    }
    all
}

/// In games without computed numbers, exactly what was planted is found, all of it as certain.
#[test]
fn what_was_planted_is_found_and_certain() {
    println!("seed {SEED}");
    let mut random = Random(SEED);
    let mut cases = 0;
    while cases < CASES {
        for dialect in dialects() {
            let numbers = Numbers::new(&mut random);
            let game = game(dialect, &numbers, &mut random, None);
            let unused = found(&game);
            let name = format!("{} {:?}", dialect.generation().name(), Profile::written(&dialect));
            assert_eq!((&unused.gaps, &unused.unread), (&vec![], &vec![]), "{name}");
            let expected: BTreeSet<String> = planted(&dialect, &numbers, &game);
            let listed = words(&unused);
            let texts: BTreeSet<String> = listed.iter().map(|(text, _)| text.clone()).collect();
            assert_eq!(texts.len(), listed.len(), "{name}: nothing is listed twice");
            let missing: Vec<_> = expected.difference(&texts).collect();
            let wrong: Vec<_> = texts.difference(&expected).collect();
            assert!(missing.is_empty() && wrong.is_empty(), "{name}: missing {missing:?}, wrong {wrong:?}");
            let doubted: Vec<_> =
                listed.iter().filter(|(_, certainty)| *certainty != Certainty::Certain).collect();
            assert!(doubted.is_empty(), "{name}: {doubted:?}");
            cases += kinds(&expected);
        }
    }
    println!("{cases} planted cases");
}

/// Number of planted things, records and entries counted once a costume.
fn kinds(planted: &BTreeSet<String>) -> usize {
    let of = |text: &String| text.split(' ').take(2).collect::<Vec<_>>().join(" ");
    planted.iter().map(of).collect::<BTreeSet<_>>().len()
}

/// What only a computed number can reach is never certain, and each place that computes is named. What no number can
/// reach stays certain.
#[test]
fn what_a_computed_number_may_reach_is_not_certain() {
    println!("seed {SEED}");
    let mut random = Random(!SEED);
    let mut cases = 0;
    while cases < CASES {
        for dialect in dialects() {
            for computes in [Computes::Costume, Computes::Chore, Computes::Object] {
                let numbers = Numbers::new(&mut random);
                let game = game(dialect, &numbers, &mut random, Some(computes));
                let unused = found(&game);
                let name = format!("{} {:?}", dialect.generation().name(), Profile::written(&dialect));
                let listed = words(&unused);
                let certainty = |text: &str| {
                    listed.iter().find(|(listed, _)| listed == text).map(|(_, certainty)| *certainty)
                };
                let mut reached = match computes {
                    Computes::Costume => vec![format!("costume {}", numbers.unworn)],
                    Computes::Object => vec![format!("object 1 {}", numbers.objects[2])],
                    Computes::Chore => vec![
                        format!("chore {} {}", numbers.worn, numbers.unstarted),
                        format!("picture {} 2", numbers.worn),
                    ],
                };
                let by_entry = !dialect.overrides_name_room_colours();
                if matches!(computes, Computes::Chore) && has_palette(&dialect) && by_entry {
                    reached.push(format!("entry {} {}", numbers.worn, numbers.hidden_entry));
                }
                if matches!(computes, Computes::Chore) && has_looks(&dialect) && by_entry {
                    reached.push(format!("look {} {}", numbers.worn, numbers.hidden_entry));
                }
                for text in &reached {
                    assert_eq!(certainty(text), Some(Certainty::Likely), "{name}: {text}");
                }
                let doubted = |item: &&costumier::unused::UnusedItem| item.certainty == Certainty::Likely;
                for item in unused.items.iter().filter(doubted) {
                    let places: Vec<_> = unused.places(item).collect();
                    assert!(!places.is_empty(), "{name}: {:?} has a reason", item.thing);
                }
                if matches!(computes, Computes::Chore) {
                    // The same number may turn the actor.
                    let records = listed.iter().filter(|(text, _)| text.starts_with("record"));
                    assert_eq!(records.count(), 0, "{name}");
                    cases += 1;
                }
                // No record shows this picture, whatever is computed.
                let free = format!("picture {} 3", numbers.worn);
                assert_eq!(certainty(&free), Some(Certainty::Certain), "{name}: {free}");
                cases += reached.len();
            }
        }
    }
    println!("{cases} computed cases");
}

/// Damaged games give an answer, too, in which what every record lacks is at most likely if a script is damaged.
#[test]
fn damaged_games_are_answered() {
    let mut random = Random(SEED);
    let mut opened = 0;
    for dialect in dialects() {
        let numbers = Numbers::new(&mut random);
        let files = files(dialect, &numbers, &mut random, Some(Computes::Chore));
        for _ in 0..40 {
            let mut damaged = files.clone();
            for _ in 0..1 + random.below(8) {
                let file = usize::try_from(random.below(damaged.len() as u64)).unwrap();
                let bytes = &mut damaged[file].1;
                let at = usize::try_from(random.below(bytes.len() as u64)).unwrap();
                bytes[at] = u8::try_from(random.below(256)).unwrap();
            }
            let Ok(game) = open(dialect, damaged) else { continue };
            opened += 1;
            let unused = found(&game);
            let certain = unused.items.iter().any(|item| item.certainty == Certainty::Certain);
            assert!(!certain || unused.gaps.is_empty(), "{:?}", unused.gaps);
        }
    }
    assert!(opened > 200, "{opened} damaged games were opened");
}
