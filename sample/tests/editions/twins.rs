//! The sample's costumes as COST blocks and as AKOS blocks: the same pictures and, pixel for pixel, the same
//! play.
//!
//! What cannot be the same, and why:
//! - Facing another way starts an AKOS limb over at once, and a COST limb only where its record has another
//!   facing's number (`docs/format/animation.md §7`, `docs/format/akos-programs.md §2`). So facings are changed
//!   here where no limb of the COST actor would go on.
//! - The counts of an AKOS costume are a variable, which no chore clears (`docs/format/akos-programs.md §1`);
//!   so what a tick adds is compared.
//! - Codecs 5, 16 and 32 are never scaled, and codec 1 in v7 and v8 by another table
//!   (`docs/format/akos-programs.md §8`): compared unscaled, and codec 1 of Humongous games in other sizes too,
//!   where the table is that of COST.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::thread;

use costumier::draw::ActorColours;
use costumier::draw::{DrawOptions, ScaleTable};
use costumier::format::akos::Codec;
use costumier::format::akos::program::{Program, assemble};
use costumier::format::codec::{ColourTable, Decoder};
use costumier::play::Event;
use costumier::{Actor, Colours, Costume, Direction, Facing, Game, Limits, Painter, PictureKey, Stage};
use costumier_sample::Edition;

const SIZE: (u32, u32) = (256, 192);
const ANCHOR: (i32, i32) = (128, 150);

/// No costume of the sample has this room colour.
const NOTHING: u8 = 255;

/// Which costume each of the others is again.
const TWIN_OF: [(u32, u32); 4] = [(7, 5), (8, 5), (9, 5), (10, 4)];

/// The games whose costumes are AKOS blocks.
fn with_akos() -> impl Iterator<Item = &'static Edition> {
    costumier_sample::GAMES.iter().filter(|it| it.dialect.has_akos())
}

struct Pair {
    name: String,
    cost: Arc<Costume>,
    akos: Arc<Costume>,
}

fn open(edition: &Edition) -> BTreeMap<u32, Arc<Costume>> {
    let game = Game::open(&edition.folder(), None, Limits::default()).unwrap();
    assert_eq!((game.dialect(), game.problems()), (edition.dialect, &[][..]), "{}", edition.name);
    let read = |id| Arc::new(Costume::read(game.costume_bytes(id).unwrap()).unwrap());
    game.costume_ids().map(|id| (id, read(id))).collect()
}

/// Every AKOS costume of every generation, beside the COST costume that it is.
fn pairs() -> Vec<Pair> {
    let costs = open(costumier_sample::edition("v5").unwrap());
    let mut pairs = Vec::new();
    for edition in with_akos() {
        let twins = open(edition);
        assert!(twins.len() >= costs.len() + 2, "{}: {} costumes", edition.name, twins.len());
        for (id, akos) in twins {
            let of = TWIN_OF.iter().find(|(twin, _)| *twin == id).map_or(id, |(_, of)| *of);
            let name = format!("{}, costume {id}", edition.name);
            pairs.push(Pair { name, cost: Arc::clone(&costs[&of]), akos });
        }
    }
    pairs
}

#[test]
fn every_twin_is_there() {
    let codecs = |edition| -> Vec<u16> {
        open(edition).values().map(|it| it.as_akos().unwrap().header().codec.number()).collect()
    };
    for edition in with_akos() {
        let expected: &[u16] = match edition.name {
            // Where pixels have 16 bits there is no codec 16 (`docs/format/humongous-rooms.md §4`).
            "he99-16" => &[1, 1, 1, 1, 1, 1, 32, 1],
            "he72" | "he" => &[1, 1, 1, 1, 1, 1, 16, 32, 1],
            _ => &[1, 1, 1, 1, 1, 1, 5, 16, 1],
        };
        assert_eq!(codecs(edition), expected, "{}", edition.name);
    }
}

#[test]
fn twins_have_the_same_pictures() {
    for Pair { name, cost, akos } in pairs() {
        let (old, new) = (cost.picture_keys(), akos.picture_keys());
        assert_eq!(old.len(), new.len(), "{name}");
        let codec = akos.as_akos().unwrap().header().codec;
        let room = ColourTable::new(cost.palette());
        let table = if codec == Codec::Rle { &ColourTable::IDENTITY } else { &room };
        let mut decoder = Decoder::new();
        let (mut rows, mut columns, mut same) = (Vec::new(), Vec::new(), Vec::new());
        for (old, new) in old.into_iter().zip(new) {
            let (old, new) = (cost.picture(old).unwrap(), akos.picture(new).unwrap());
            let place = |i: costumier::PictureInfo| (i.width, i.height, i.x, i.y, i.move_x, i.move_y);
            assert_eq!(place(old.info), place(new.info), "{name}, picture {}", new.info.key.index);
            decoder.picture(&old.packed, table, &mut rows);
            decoder.picture(&old.packed, &ColourTable::IDENTITY, &mut columns);
            decoder.picture(&new.packed, &ColourTable::IDENTITY, &mut same);
            if codec != Codec::Rle {
                let transparent = akos.as_akos().unwrap().transparent();
                let clear = rows.iter_mut().zip(&columns).filter(|(_, colour)| **colour == 0);
                clear.for_each(|(pixel, _)| *pixel = transparent);
            }
            assert_eq!(rows, same, "{name}, picture {}", new.info.key.index);
        }
        if codec == Codec::Rle {
            assert_eq!(cost.palette(), akos.palette(), "{name}");
        }
        assert_eq!(cost.never_mirror(), akos.never_mirror(), "{name}");
    }
}

/// An actor and the stage that it is drawn on.
struct Show {
    actor: Actor,
    colours: Colours,
    painter: Painter,
    stage: Stage,
    scale: [u8; 2],
}

impl Show {
    fn new(costume: &Arc<Costume>, scale: [u8; 2]) -> Self {
        Self {
            actor: Actor::new(Arc::clone(costume), Facing::SOUTH),
            colours: Colours::of_actor(&ActorColours::of(costume)),
            painter: Painter::new(&Limits::default()),
            stage: Stage::empty(SIZE.0, SIZE.1, NOTHING).unwrap(),
            scale,
        }
    }

    fn draw(&mut self) -> &[u8] {
        self.stage.clear(SIZE.0, SIZE.1, NOTHING).unwrap();
        let mut placed = Vec::new();
        self.actor.pose(&mut placed);
        let mut look = DrawOptions::new(ANCHOR, &self.colours);
        look.flip = self.actor.mirrored();
        look.scale = self.scale;
        look.table = ScaleTable::default();
        let costume = Arc::clone(self.actor.costume());
        self.painter
            .draw_all(&mut self.stage, &placed, &look, |key: PictureKey| costume.packed(key))
            .unwrap();
        self.stage.pixels()
    }

    /// Sounds of a tick by limb, and how much was counted.
    fn tick(&mut self) -> (Vec<u8>, i32) {
        let count = |actor: &Actor| match actor.costume().as_akos() {
            Some(_) => i32::from(actor.var(0)),
            None => i32::from(actor.counter()),
        };
        let before = count(&self.actor);
        let mut events: Vec<Event> = Vec::new();
        self.actor.tick(&mut events);
        let heard = |event: &Event| match event {
            Event::Sound { limb, slot: 0 } => Some(*limb),
            Event::Counted { .. } => None,
            other => panic!("{other:?}"),
        };
        let mut sounds: Vec<u8> = events.iter().filter_map(heard).collect();
        sounds.sort_unstable();
        (sounds, count(&self.actor) - before)
    }

    /// Whether a limb would go on in that facing where an AKOS limb starts over.
    fn goes_on(&self, direction: Direction) -> bool {
        (0..16).any(|limb| {
            self.actor.record_of(limb).is_some_and(|record| record & 3 == u16::from(direction.number()))
        })
    }
}

/// Plays every chore in every facing, 64 ticks each, turning on the way. Returns the frames that were
/// compared and how many of them showed something, how often the facing changed, and how often it could not.
fn play(pair: &Pair, scale: [u8; 2]) -> [usize; 4] {
    let mut found = [0; 4];
    for action in pair.cost.actions() {
        let (mut cost, mut akos) = (Show::new(&pair.cost, scale), Show::new(&pair.akos, scale));
        let facing = action.facing;
        for show in [&mut cost, &mut akos] {
            show.actor.face(facing);
            show.actor.show();
            show.actor.start(action.chore);
        }
        for tick in 0..64usize {
            // One quarter on at every ninth tick, so that windows are left in different places.
            if tick % 9 == 8 {
                let direction =
                    Direction::from_number(u8::try_from(tick / 9).unwrap() + facing.direction().number());
                if cost.goes_on(direction) {
                    found[3] += 1;
                } else {
                    found[2] += 1;
                    cost.actor.face(direction.into());
                    akos.actor.face(direction.into());
                }
            }
            assert_eq!(cost.actor.mirrored(), akos.actor.mirrored());
            let expected = cost.draw();
            let shown = akos.draw();
            assert!(
                expected == shown,
                "{}, chore {} {facing}, tick {tick}, size {scale:?}: {} pixels differ",
                pair.name,
                action.chore,
                expected.iter().zip(shown).filter(|(a, b)| a != b).count()
            );
            found[0] += 1;
            found[1] += usize::from(expected.iter().any(|pixel| *pixel != NOTHING));
            assert_eq!(cost.tick(), akos.tick(), "{}, chore {}, tick {tick}", pair.name, action.chore);
        }
    }
    found
}

/// Plays each pair in all sizes in which it can be the same.
fn play_all(pairs: &[Pair]) -> [usize; 4] {
    let mut all = [0; 4];
    for pair in pairs {
        let found = play(pair, [255, 255]);
        all.iter_mut().zip(found).for_each(|(sum, found)| *sum += found);
        let akos = pair.akos.as_akos().unwrap();
        if akos.header().codec == Codec::Rle && !akos.dialect().akos.long_scale_table {
            for scale in [[128, 128], [201, 77]] {
                play(pair, scale);
            }
        }
    }
    all
}

#[test]
fn twins_play_alike_pixel_for_pixel() {
    let pairs = pairs();
    let (some, rest) = pairs.split_at(pairs.len() / 2);
    let both = thread::scope(|threads| {
        let some = threads.spawn(|| play_all(some));
        [play_all(rest), some.join().unwrap()]
    });
    let all: [usize; 4] = std::array::from_fn(|at| both[0][at] + both[1][at]);
    let [frames, shown, turns, not_turned] = all;
    println!("{frames} frames, {shown} with something in them, {turns} turns, {not_turned} not made");
    assert!(frames >= 10_000 && shown * 10 > frames * 9, "{all:?}");
    assert!(turns > 1000 && not_turned < turns, "{all:?}");
}

#[test]
fn listings_of_all_programs_assemble_to_the_same_bytes() {
    let mut codes = 0;
    for Pair { name, akos, .. } in pairs() {
        let akos = akos.as_akos().unwrap();
        let program = Program::of(akos);
        let text = program.listing(akos);
        assert_eq!(assemble(&text, &akos.dialect().akos).unwrap(), akos.sequence(), "{name}");
        let bare = program.items.iter().find(|item| !item.is_exact);
        assert_eq!(bare, None, "{name}: a code that words cannot say");
        let lost = program.items.iter().find(|item| item.reached_from.is_empty());
        assert_eq!(lost, None, "{name}: a code that nothing reaches");
        codes += program.items.len();
    }
    assert!(codes > 1000, "{codes} codes");
}
