//! Costumes carried from each generation to each other: figures stand in the same place and move as before, in
//! colours that the generation has; what it cannot have is refused.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::support::sample;
use costumier::draw::ActorColours;
use costumier::draw::DrawOptions;
use costumier::format::dialect::{Palette, V1Game};
use costumier::{
    Actor, Colours, Costume, Dialect, Facing, Generation, Limits, Painter, PictureKey, Role, Stage,
};
use costumier_edit::folder::{self, About, PackOptions, Packed, PictureFiles, TEXT};

type Rgb = [u8; 3];

/// One of each family, and some more: all of them to all of them.
const FORMS: [Dialect; 9] = [
    Dialect::v1(V1Game::Maniac),
    Dialect::V2,
    Dialect::V3,
    Dialect::V3_256,
    Dialect::V4_EGA,
    Dialect::V5,
    Dialect::V6,
    Dialect::V7,
    Dialect::humongous(90),
];

/// No costume here has this room colour.
const NOTHING: u8 = 255;

const TICKS: usize = 7;

const STAGE: (u32, u32) = (160, 128);

/// Where feet are on the stage.
const FEET: (i32, i32) = (80, 110);

/// A costume of the sample's v5 game, and all colours of its room.
fn example(id: u32) -> (Costume, About, Vec<Rgb>) {
    let game = sample(Generation::V5);
    let (costume, palette) = (game.costume(id).unwrap(), game.costume_palette(id).unwrap());
    let colours = costume.palette().iter().map(|colour| palette[usize::from(*colour)]).collect();
    (costume, About { colours, ..About::default() }, palette.to_vec())
}

fn converted(costume: &Costume, about: &About, to: Dialect, room: &[Rgb]) -> Result<Packed, String> {
    let options = PackOptions { dialect: Some(to), room_colours: room.to_vec(), ..PackOptions::default() };
    folder::convert(costume, about, &options).map_err(|refused| refused.to_string())
}

/// What the actor shows, tick by tick, with its feet in one place.
fn frames(
    costume: &Arc<Costume>,
    (role, facing): (Role, Facing),
    init: bool,
    room: &[Rgb],
) -> Vec<Vec<Option<Rgb>>> {
    let dialect = *costume.dialect();
    let mut actor = Actor::new(Arc::clone(costume), facing);
    actor.show();
    for role in [Role::Init, role].into_iter().skip(usize::from(!init)) {
        actor.start(costume.roles().chore(role));
    }
    let colours = Colours::of_actor(&ActorColours::of(costume));
    let (mut painter, mut stage) = (Painter::new(&Limits::default()), Stage::empty(1, 1, NOTHING).unwrap());
    let screen = dialect.made_for.colours();
    let rgb = |pixel: &u8| match (*pixel, dialect.fixed_colours) {
        (NOTHING, _) => None,
        (number, true) => Some(screen[usize::from(number)]),
        (number, false) => Some(room[usize::from(number)]),
    };
    let (across, down) = (dialect.feet().0 + dialect.origin.0, dialect.feet().1 + dialect.origin.1);
    let mut frames = Vec::new();
    for _ in 0..TICKS {
        stage.clear(STAGE.0, STAGE.1, NOTHING).unwrap();
        let mut placed = Vec::new();
        actor.pose(&mut placed);
        let across = if actor.mirrored() { -across } else { across };
        let mut look = DrawOptions::new((FEET.0 - across, FEET.1 - down), &colours);
        look.flip = actor.mirrored();
        painter.draw_all(&mut stage, &placed, &look, |key: PictureKey| costume.packed(key)).unwrap();
        frames.push(stage.pixels().iter().map(rgb).collect());
        actor.tick(&mut Vec::new());
    }
    frames
}

/// Colours that a generation's costumes can have.
fn palette(dialect: &Dialect, room: &[Rgb]) -> BTreeSet<Rgb> {
    if dialect.fixed_colours {
        return dialect.made_for.colours().into_iter().collect();
    }
    room.iter().enumerate().filter(|(at, _)| *at != 13).map(|(_, colour)| *colour).collect()
}

/// Compares all roles in all facings; gives the number of frames that are different from the one before.
fn compare(name: &str, old: &Arc<Costume>, new: &Arc<Costume>, room: &[Rgb]) -> usize {
    let is_wide =
        |costume: &Costume| costume.dialect().cost.palette == Palette::None && !costume.dialect().has_akos();
    let halves = is_wide(new) && !is_wide(old);
    // The same pixels, which the game gives colours of its own.
    let is_same = is_wide(new) && is_wide(old);
    let had = palette(new.dialect(), room);
    // Where an appearing actor starts more chores than before, the init chore alone is what is the same.
    let init = new.dialect().play.on_show.len() > old.dialect().play.on_show.len();
    let mut seen: BTreeMap<Rgb, Rgb> = BTreeMap::new();
    let mut moving = 0;
    for role in Role::ALL {
        for facing in [Facing::WEST, Facing::EAST, Facing::SOUTH, Facing::NORTH] {
            let [had_record, has_record] = [old, new].map(|it| it.has_record(it.roles().chore(role), facing));
            assert!(has_record || !had_record, "{name}: {role} {facing} is gone");
            let [before, after] = [old, new].map(|it| frames(it, (role, facing), init, room));
            for (tick, (before, after)) in before.iter().zip(&after).enumerate() {
                let place = format!("{name}, {role} {facing}, tick {tick}");
                let count = |frame: &[Option<Rgb>]| frame.iter().flatten().count();
                if halves {
                    let gone = before.iter().zip(after).filter(|(a, b)| a.is_some() && b.is_none()).count();
                    assert!(
                        gone * 12 <= count(before),
                        "{place}: {gone} of {} pixels are gone",
                        count(before)
                    );
                    assert!(count(after) * 2 <= count(before) * 3, "{place}: {}", count(after));
                    continue;
                }
                for (a, b) in before.iter().zip(after) {
                    assert_eq!(a.is_some(), b.is_some(), "{place}: another outline");
                    let (Some(a), Some(b), false) = (a, b, is_same) else { continue };
                    assert_eq!(seen.entry(*a).or_insert(*b), b, "{place}: one colour became two");
                    assert!(a == b || !had.contains(a) || is_wide(new), "{place}: {a:?} became {b:?}");
                }
            }
            if role == Role::Walk {
                moving += after.windows(2).filter(|pair| pair[0] != pair[1]).count();
                assert!(
                    after.iter().all(|frame| frame.iter().any(Option::is_some)),
                    "{name}: nothing to see"
                );
            }
        }
    }
    moving
}

#[test]
fn figures_are_the_same_in_every_pair_of_generations() {
    let (costume, about, room) = example(1);
    for from in FORMS {
        let packed = converted(&costume, &about, from, &room).unwrap_or_else(|why| panic!("{from:?}: {why}"));
        let old = Arc::new(packed.costume().unwrap());
        for to in FORMS.into_iter().filter(|to| *to != from) {
            let name = format!("{} to {}", folder::dialect_name(&from), folder::dialect_name(&to));
            let again =
                converted(&old, &packed.about, to, &room).unwrap_or_else(|why| panic!("{name}: {why}"));
            let new = Arc::new(again.costume().unwrap());
            assert_eq!(*new.dialect(), to);
            let worse = |problem: &costumier::Problem| problem.severity > costumier::Severity::Note;
            assert!(!new.check().iter().any(worse), "{name}: {:?}", new.check());
            assert!(compare(&name, &old, &new, &room) > 8, "{name}: nobody walks");
        }
    }
}

/// What v1 to v3 cannot have is refused, with what is too much.
#[test]
fn what_a_generation_cannot_have_is_refused() {
    let reasons =
        ["starts are below 255", "limbs are used", "moves what is drawn after it", "does not fit a byte"];
    let mut refused = 0;
    for id in 2..=5 {
        let (costume, about, room) = example(id);
        for to in FORMS {
            match converted(&costume, &about, to, &room) {
                Ok(packed) => {
                    let (old, new) = (Arc::new(costume.clone()), Arc::new(packed.costume().unwrap()));
                    compare(&format!("costume {id} to {}", folder::dialect_name(&to)), &old, &new, &room);
                }
                Err(why) => {
                    assert!(reasons.iter().any(|reason| why.contains(reason)), "{why}");
                    assert!(!why.contains("line ") && !why.contains(TEXT), "there is no such file: {why}");
                    assert!(to.generation() < Generation::V4, "costume {id} for {to:?}: {why}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 3, "{refused}");
}

/// Costumes of v0, the NES and the PC-Engine are of kinds of their own, which nothing else becomes.
#[test]
fn kinds_of_their_own_are_refused() {
    let (costume, about, room) = example(1);
    let (akos, akos_about) = {
        let packed = converted(&costume, &about, Dialect::V7, &room).unwrap();
        (packed.costume().unwrap(), packed.about)
    };
    for to in [Dialect::V0, Dialect::NES, Dialect::V3_PCE] {
        for (costume, about) in [(&costume, &about), (&akos, &akos_about)] {
            let why = converted(costume, about, to, &room).unwrap_err();
            assert!(why.contains("costume folders do not support"), "{why}");
        }
    }
}

/// Without the colours of its pictures a costume becomes none of another palette.
#[test]
fn colours_have_to_be_known() {
    let (costume, _, _) = example(1);
    let why = converted(&costume, &About::default(), Dialect::V2, &[]).unwrap_err();
    assert!(why.contains("rgb: is missing"), "{why}");
    // Games whose colours never change say themselves what they look like.
    let (_, about, _) = example(1);
    let v2 = converted(&costume, &about, Dialect::V2, &[]).unwrap().costume().unwrap();
    let v5 = converted(&v2, &About::default(), Dialect::V5, &[]).unwrap();
    assert!(v5.notes.iter().any(|note| note.contains("EGA")), "{:?}", v5.notes);
    assert!(v5.about.colours.iter().all(|colour| costumier::screen::Screen::Ega.colours().contains(colour)));
}

/// Pixels of 16 bits have the colours that a costume brings along.
#[test]
fn colours_go_along_where_pixels_have_16_bits() {
    let (costume, about, _) = example(1);
    let high = Dialect::humongous(99).with_high_colour();
    let v7 = converted(&costume, &about, Dialect::V7, &[]).unwrap();
    for (costume, about) in [(&costume, &about), (&v7.costume().unwrap(), &v7.about)] {
        let packed = converted(costume, about, high, &[]).unwrap();
        let made = packed.costume().unwrap();
        let own = made.own_colours().unwrap();
        for (number, colour) in made.palette().iter().zip(&about.colours).skip(1) {
            assert_eq!(own[usize::from(*number)], *colour, "room colour {number}");
        }
    }
}

/// The first bytes of a window that a footstep bit belongs to.
#[test]
fn footsteps_of_bit_7_become_sounds() {
    let (costume, about, room) = example(1);
    let v3 = converted(&costume, &about, Dialect::V3_256, &room).unwrap();
    let mut files =
        folder::unpack(&v3.costume().unwrap(), &v3.about, PictureFiles::Sheets, &Limits::default()).unwrap();
    let text = String::from_utf8(files[TEXT].clone()).unwrap();
    let (before, after) = text.split_once("[chore.east]\nlimb-0 = { loop = [\"walk-east-1\"").unwrap();
    let text = format!("{before}[chore.east]\nlimb-0 = {{ loop = [\"@0x80\", \"walk-east-1\"{after}");
    files.insert(TEXT.into(), text.into_bytes());
    files.remove(folder::ORIGINAL);
    let options = PackOptions { dialect: Some(Dialect::V5), ..PackOptions::default() };
    let v5 = folder::pack(&files, &options).unwrap().costume().unwrap();
    let again = folder::unpack(&v5, &About::default(), PictureFiles::Sheets, &Limits::default()).unwrap();
    let text = String::from_utf8(again[TEXT].clone()).unwrap();
    assert!(text.contains("\"@sound\""), "{text}");
}
