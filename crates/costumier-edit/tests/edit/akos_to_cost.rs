//! AKOS folders packed for generations whose costumes are COST blocks: what fits looks and plays as before, pixel for
//! pixel; what does not is refused by name.

use std::sync::Arc;

use crate::support::{open, sample, unpack};
use costumier::draw::ActorColours;
use costumier::draw::{DrawOptions, ScaleTable};
use costumier::format::akos::program::assemble;
use costumier::format::akos::{AkosEntry, AkosSource, Codec, Header, LIMBS, Mode};
use costumier::play::Event;
use costumier::{
    Actor, Colours, Costume, Dialect, Direction, Facing, Generation, Limits, Painter, PictureKey, Stage,
};
use costumier_build::{PictureSource, PixelSource};
use costumier_edit::folder::{self, About, Files, PackOptions, Packed};

/// Ticks of each animation: longer than any of the sample's windows, and three turns.
const TICKS: u8 = 28;

/// No costume of the sample has this room colour.
const NOTHING: u8 = 255;

fn packed_for(files: &Files, dialect: Dialect) -> Result<Packed, String> {
    let options = PackOptions { dialect: Some(dialect), ..PackOptions::default() };
    folder::pack(files, &options).map_err(|refused| refused.to_string())
}

/// An actor and the stage that it is drawn on.
struct Show {
    actor: Actor,
    colours: Colours,
    painter: Painter,
    stage: Stage,
}

impl Show {
    fn new(costume: &Arc<Costume>) -> Self {
        Self {
            actor: Actor::new(Arc::clone(costume), Facing::SOUTH),
            colours: Colours::of_actor(&ActorColours::of(costume)),
            painter: Painter::new(&Limits::default()),
            stage: Stage::empty(256, 192, NOTHING).unwrap(),
        }
    }

    fn draw(&mut self) -> &[u8] {
        self.stage.clear(256, 192, NOTHING).unwrap();
        let mut placed = Vec::new();
        self.actor.pose(&mut placed);
        let mut look = DrawOptions::new((128, 150), &self.colours);
        look.flip = self.actor.mirrored();
        look.table = ScaleTable::default();
        let costume = Arc::clone(self.actor.costume());
        let packed = |key: PictureKey| costume.packed(key);
        self.painter.draw_all(&mut self.stage, &placed, &look, packed).unwrap();
        self.stage.pixels()
    }

    /// Sounds of a tick, by limb and number, and how much was counted.
    fn tick(&mut self) -> (Vec<(u8, i32)>, i32) {
        let count = |actor: &Actor| match actor.costume().as_akos() {
            Some(_) => i32::from(actor.var(0)),
            None => i32::from(actor.counter()),
        };
        let before = count(&self.actor);
        let mut events: Vec<Event> = Vec::new();
        self.actor.tick(&mut events);
        let mut sounds: Vec<(u8, i32)> = events
            .iter()
            .filter_map(|event| match event {
                Event::Sound { limb, slot } => Some((*limb, i32::from(*slot))),
                _ => None,
            })
            .collect();
        sounds.sort_unstable();
        (sounds, count(&self.actor) - before)
    }

    /// Whether a limb would go on in that facing where an AKOS limb starts over
    /// (`docs/format/animation.md §7`).
    fn goes_on(&self, direction: Direction) -> bool {
        (0..16)
            .any(|limb| self.actor.record_of(limb).is_some_and(|it| it & 3 == u16::from(direction.number())))
    }
}

/// Plays every chore in every facing, turning on the way. Gives the frames, and those with something in them.
fn play(name: &str, akos: &Arc<Costume>, cost: &Arc<Costume>) -> [usize; 2] {
    let mut found = [0; 2];
    assert_eq!(akos.actions().len(), cost.actions().len(), "{name}");
    for action in akos.actions() {
        let (mut old, mut new) = (Show::new(akos), Show::new(cost));
        for show in [&mut old, &mut new] {
            show.actor.face(action.facing);
            show.actor.show();
            show.actor.start(action.chore);
        }
        for tick in 0..TICKS {
            let direction = Direction::from_number(tick / 9 + action.facing.direction().number());
            if tick % 9 == 8 && !new.goes_on(direction) {
                old.actor.face(direction.into());
                new.actor.face(direction.into());
            }
            let place = format!("{name}, chore {} {}, tick {tick}", action.chore, action.facing);
            let expected = old.draw();
            let pixels = new.draw();
            let differ = || expected.iter().zip(pixels).filter(|(a, b)| a != b).count();
            assert!(expected == pixels, "{place}: {} pixels differ", differ());
            found[0] += 1;
            found[1] += usize::from(expected.iter().any(|pixel| *pixel != NOTHING));
            assert_eq!(old.tick(), new.tick(), "{place}");
        }
    }
    found
}

#[test]
fn what_fits_plays_alike_pixel_for_pixel() {
    let mut all = [0; 2];
    let mut codecs = std::collections::BTreeSet::new();
    for generation in [Generation::V7, Generation::V8, Generation::Humongous] {
        let game = sample(generation);
        for id in game.costume_ids() {
            let akos = game.costume(id).unwrap();
            codecs.insert(akos.as_akos().unwrap().header().codec.number());
            let folder = unpack(&akos, &About::default());
            let akos = Arc::new(akos);
            for dialect in [Dialect::V5, Dialect::V6, Dialect::V4, Dialect::HE60, Dialect::V5_AMIGA] {
                let name = format!("{generation}, costume {id} for {dialect:?}");
                let packed = packed_for(&folder, dialect).unwrap_or_else(|why| panic!("{name}: {why}"));
                assert_eq!(packed.dialect, dialect);
                let cost = Costume::open(*b"COST", packed.payload, dialect).unwrap();
                let worse = |problem: &costumier::Problem| problem.severity > costumier::Severity::Note;
                assert!(!cost.check().iter().any(worse), "{name}: {:?}", cost.check());
                // The same design in all of them: played in one and, at times, in another.
                if dialect == Dialect::V5 || (dialect == Dialect::V6 && id % 3 == 0) {
                    let found = play(&name, &akos, &Arc::new(cost));
                    all.iter_mut().zip(found).for_each(|(sum, more)| *sum += more);
                }
            }
        }
    }
    assert_eq!(codecs.into_iter().collect::<Vec<_>>(), [1, 5, 16, 32]);
    assert!(all[0] > 10_000 && all[1] * 10 > all[0] * 9, "{all:?}");
}

#[test]
fn there_and_back_it_is_the_same_costume() {
    let game = sample(Generation::V5);
    for id in game.costume_ids() {
        let cost = game.costume(id).unwrap();
        let folder = unpack(&cost, &About::default());
        let akos = packed_for(&folder, Dialect::V7).unwrap();
        let akos = Costume::open(*b"AKOS", akos.payload, Dialect::V7).unwrap();
        let back = packed_for(&unpack(&akos, &About::default()), Dialect::V5).unwrap();
        let back = Costume::open(*b"COST", back.payload, Dialect::V5).unwrap();
        assert_eq!(back.palette(), cost.palette(), "costume {id}");
        for limb in 0..16 {
            let [old, new] = [&cost, &back].map(|it| it.as_cost().unwrap().limb(limb).len);
            assert!(new <= old, "costume {id}: pictures that nobody shows are left out, and none comes new");
        }
        assert_eq!(back.actions().len(), cost.actions().len());
    }
}

/// What colours look like goes with the colours.
#[test]
fn colours_go_along() {
    let game = sample(Generation::V7);
    for id in game.costume_ids() {
        let akos = game.costume(id).unwrap();
        let by_room = akos.as_akos().unwrap().header().codec != Codec::Rle;
        let colours: Vec<[u8; 3]> = (0..=255).map(|n: u8| [n, 255 - n, n / 2]).collect();
        let of = |value: u8| if by_room { value } else { akos.palette()[usize::from(value)] };
        let shown = if by_room {
            colours.clone()
        } else {
            (0..akos.palette().len() as u8).map(|value| colours[usize::from(of(value))]).collect()
        };
        let about = About { colours: shown, ..About::default() };
        let packed = packed_for(&unpack(&akos, &about), Dialect::V5).unwrap();
        let cost = Costume::open(*b"COST", packed.payload, Dialect::V5).unwrap();
        let pairs = cost.palette().iter().zip(&packed.about.colours).skip(1);
        let wrong =
            pairs.filter(|(room, look)| **room != 0 && colours[usize::from(**room)] != **look).count();
        assert_eq!(wrong, 0, "costume {id}");
    }
}

/// A costume of one limb with eight pictures of 2 × 2, whose first chore plays a program.
fn with_program(program: &str, mode: Mode, length: u16) -> AkosSource {
    let mut source = AkosSource::new(Codec::Rle, (0..16).collect());
    source.flags |= Header::MARK;
    source.sequence = assemble(program, &Dialect::V7.akos).unwrap();
    let mut limbs = [None; LIMBS];
    limbs[0] = Some(AkosEntry { mode, start: 0, length });
    source.records = vec![limbs];
    source.record_table = [vec![None; 4], vec![Some(0); 4]].concat();
    source.pictures = (0..8).map(|n| PictureSource::new((2, 2), (n, -2), vec![1, 2, n as u8, 3])).collect();
    source
}

fn tried(source: &AkosSource) -> Result<Packed, String> {
    let costume = Costume::open(*b"AKOS", source.write().unwrap(), Dialect::V7).unwrap();
    packed_for(&unpack(&costume, &About::default()), Dialect::V5)
}

#[test]
fn programs_that_go_round_or_come_to_rest_fit() {
    for (program, mode, length) in [
        ("picture 1\npicture 2\ngoto to=0x0000", Mode::Run, 0),
        ("picture 1\npicture 2\npicture 3\nincrement\ngoto to=0x0000", Mode::Run, 0),
        ("picture 1\nempty\npicture 3\ngoto to=0x0003", Mode::Run, 0),
        ("picture 1\nfirst-sound\npicture 3\ngoto to=0x0003", Mode::Run, 0),
        ("picture 5", Mode::Still, 0),
        ("picture 1\nincrement\npicture 2\npicture 3", Mode::Loop, 4),
        ("picture 1\npicture 2\nfirst-sound\npicture 3", Mode::Once, 4),
        // Several pictures at once, one over the other.
        ("draw 0,-4:1 1,-3:2 5,0:3\npicture 4\ngoto to=0x0000", Mode::Run, 0),
        ("draw-move move=3,2 -4,-4:1\npicture 4\ngoto to=0x0000", Mode::Run, 0),
    ] {
        let source = with_program(program, mode, length);
        let akos = Arc::new(Costume::open(*b"AKOS", source.write().unwrap(), Dialect::V7).unwrap());
        let packed = tried(&source).unwrap_or_else(|why| panic!("{program}: {why}"));
        let cost = Arc::new(Costume::open(*b"COST", packed.payload, Dialect::V5).unwrap());
        let [frames, shown] = play(program, &akos, &cost);
        assert!(frames == 4 * usize::from(TICKS) && shown > frames / 3, "{program}: {shown} of {frames}");
    }
}

#[test]
fn what_cost_cannot_say_is_refused_by_name() {
    for (program, mode, why) in [
        (
            "picture 1\nif-eq-goto to=0x0000 var=1 value=3\npicture 2\ngoto to=0x0000",
            Mode::Run,
            "\"if-eq-goto\" at 0x0001",
        ),
        ("picture 1\nset value=3 var=1\ngoto to=0x0000", Mode::Run, "\"set\" at 0x0001"),
        (
            "picture 1\npicture 2\npicture 3\ngoto to=0x0001",
            Mode::Run,
            "plays 1 steps once and loops over the other 2",
        ),
        ("picture 1\npicture 2", Mode::Run, "unknown code at 0x0002"),
        ("picture 1\npicture 2", Mode::Delta, "delta"),
        ("picture 200\npicture 2", Mode::Still, "shows picture 200, which cannot be read"),
    ] {
        let Ok(_) = assemble(program, &Dialect::V7.akos) else { panic!("{program}") };
        let refused = tried(&with_program(program, mode, 0)).unwrap_err();
        let named = refused.contains("chore 1") && refused.contains("limb-0") && refused.contains("line ");
        assert!(named && refused.contains(why), "{program}: {refused}");
    }
    // More colours than there are.
    let mut many = with_program("picture 0", Mode::Still, 0);
    many = AkosSource { pictures: Vec::new(), ..many };
    let mut colourful = AkosSource::new(Codec::Rle, (0..64).collect());
    colourful.records.clone_from(&many.records);
    colourful.record_table.clone_from(&many.record_table);
    colourful.sequence.clone_from(&many.sequence);
    let rows = |used: u8| PixelSource::Rows((0..64).map(|n| n % used + 64 - used).collect());
    let picture = |pixels| PictureSource { width: 8, height: 8, x: 0, y: 0, move_x: 0, move_y: 0, pixels };
    colourful.pictures = vec![picture(rows(40))];
    let refused = tried(&colourful).unwrap_err();
    assert!(refused.contains("40 colours are used") && refused.contains("remove 9"), "{refused}");
    // As many as there are, though of high numbers.
    colourful.pictures = vec![picture(rows(31))];
    let packed = tried(&colourful).unwrap();
    let cost = Costume::open(*b"COST", packed.payload, Dialect::V5).unwrap();
    assert_eq!(cost.palette()[1..32], (33..64).collect::<Vec<u8>>());
    // Generations that need to know what the colours look like.
    let costume = Costume::open(*b"AKOS", colourful.write().unwrap(), Dialect::V7).unwrap();
    for dialect in [Dialect::V2, Dialect::V3] {
        let refused = packed_for(&unpack(&costume, &About::default()), dialect).unwrap_err();
        assert!(refused.contains("rgb") && refused.contains("is missing"), "{refused}");
    }
    // Eight directions.
    let mut eight = with_program("picture 1", Mode::Still, 0);
    eight.flags |= Header::EIGHT_WAYS;
    eight.record_table = [vec![None; 8], vec![Some(0); 8]].concat();
    let refused = tried(&eight).unwrap_err();
    assert!(refused.contains("northeast") && refused.contains("COST costumes lack"), "{refused}");
}

#[test]
fn a_costume_of_v7_goes_into_a_game_of_v5() {
    let files = crate::support::files(Dialect::V5);
    let game = open(&files, Dialect::V5);
    let folder = unpack(&sample(Generation::V7).costume(8).unwrap(), &About::default());
    let packed = packed_for(&folder, Dialect::V5).unwrap();
    let new = costumier_edit::NewCostume { id: 3, room: None, payload: packed.payload.clone() };
    let plan =
        costumier_edit::Plan::new(&game, &files, &[new], costumier_edit::PutOptions::default()).unwrap();
    assert!(plan.changed().count() > 0);
}
