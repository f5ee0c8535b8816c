//! Drawings imported as costume folders: our own `.aseprite` exports come back equal, and what cannot be imported says
//! what to do.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use crate::support::pack;
use costumier::draw::DrawOptions;
use costumier::format::akos::Codec;
use costumier::format::cost::{Format, LIMBS};
use costumier::{
    Clip, Colours, Costume, Dialect, Direction, Game, Limits, MemoryFiles, Painter, Role, Stage,
};
use costumier_build::costume::{ChoreDesign, CostumeDesign, LimbAction, LimbDesign, LimbStep, PictureDesign};
use costumier_build::{PictureSource, PixelSource};
use costumier_edit::folder::{self, About, DIALECTS, PackOptions, Packed, TEXT};
use costumier_edit::import::{Drawing, Grid, ImportOptions, Imported, import};
use costumier_edit::pictures::aseprite::{CelDesign, FrameDesign, SpriteDesign, Tag};
use costumier_edit::pictures::palette::ShownPalette;
use costumier_edit::pictures::png;
use costumier_edit::preview;
use costumier_export::{
    ExportOptions, Exporter, Format as ExportFormat, Identity, MemoryOutput, Names, Workspace,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Ticks that are compared; loops of the sample are shorter.
const TICKS: u32 = 700;

/// The value of the stage where nothing is drawn. No picture of these tests draws it.
const NOTHING: u8 = 255;

/// A costume and the colour of each of its pixel values.
struct Shown {
    costume: Arc<Costume>,
    colours: Vec<[u8; 3]>,
}

/// What an animation shows in each tick, relative to the feet, as colours.
type Film = Vec<Rc<[(i32, i32, [u8; 3])]>>;

impl Shown {
    fn film(&self, chore: u16, facing: costumier::Facing) -> Film {
        let clip = Clip::record(&self.costume, chore, facing, &Limits::default());
        let (feet_x, feet_y) = self.costume.dialect().feet();
        let (mut painter, mut stage) = (Painter::default(), Stage::default());
        let drawn: Film = clip
            .frames
            .iter()
            .map(|frame| {
                let (left, top) = (200, 220);
                stage.clear(400, 300, NOTHING).unwrap();
                let look =
                    DrawOptions { flip: frame.mirrored, ..DrawOptions::new((left, top), &Colours::IDENTITY) };
                let costume = &self.costume;
                painter.draw_all(&mut stage, &frame.placed, &look, |key| costume.packed(key)).unwrap();
                let feet_x = if frame.mirrored { -feet_x } else { feet_x };
                let rows =
                    stage.pixels().chunks(400).zip(-top - feet_y..).filter(|(row, _)| *row != [NOTHING; 400]);
                rows.flat_map(|(row, y)| {
                    row.iter().zip(-left - feet_x..).map(move |(value, x)| (x, y, *value))
                })
                .filter(|(.., value)| *value != NOTHING)
                .map(|(x, y, value)| {
                    (x, y, self.colours.get(usize::from(value)).copied().unwrap_or([1, 2, 3]))
                })
                .collect()
            })
            .collect();
        // Tick by tick, over the loop and beyond.
        let mut film = Film::new();
        let mut at = 0;
        while film.len() < TICKS as usize {
            let Some(frame) = clip.frames.get(at) else { break };
            film.extend(std::iter::repeat_n(Rc::clone(&drawn[at]), frame.ticks as usize));
            at += 1;
            if at == clip.frames.len() {
                match clip.loops_to {
                    Some(first) => at = first,
                    None => break,
                }
            }
        }
        film.resize(TICKS as usize, film.last().cloned().unwrap_or_else(|| Rc::new([])));
        film
    }
}

/// Exports a costume of a game as `.aseprite`.
fn exported(files: &MemoryFiles, id: u32) -> Vec<u8> {
    let game = Arc::new(Game::open(files, None, Limits::default()).unwrap());
    let options = ExportOptions {
        formats: [ExportFormat::Aseprite].into(),
        longest_loop: 4000,
        ..ExportOptions::default()
    };
    let identity = Identity::of(&game, files).unwrap();
    let exporter = Exporter::new(Arc::clone(&game), identity, options, Names::default()).unwrap();
    let mut output = MemoryOutput::default();
    exporter.costume(id, &mut Workspace::new(exporter.options(), game.limits()), &mut output).unwrap();
    let (_, bytes) = output.files.into_iter().find(|(path, _)| path.ends_with(".aseprite")).unwrap();
    bytes
}

fn imported(bytes: &[u8], options: &ImportOptions) -> (Imported, Shown) {
    let drawing = Drawing::of_aseprite(bytes, None).unwrap_or_else(|refused| panic!("{refused}"));
    let made = import(&drawing, options).unwrap_or_else(|refused| panic!("{refused}"));
    let packed = pack(&made.files);
    let costume = Arc::new(packed.costume().unwrap());
    (made, Shown { costume, colours: packed.about.colours })
}

/// Compares every animation of a costume with the imported one. Returns how many ticks were compared. What an import
/// said it cannot repeat for ever is compared as long as it plays; what shows nothing is not in a file.
fn compare(name: &str, before: &Shown, after: &Shown, notes: &[String]) -> usize {
    let mut ticks = 0;
    let roles = (before.costume.roles(), after.costume.roles());
    for action in before.costume.actions() {
        let chore = match action.role {
            Some(role) => roles.1.chore(role),
            None => action.chore,
        };
        let (mut was, is) = (before.film(action.chore, action.facing), after.film(chore, action.facing));
        if was.iter().all(|pixels| pixels.is_empty()) {
            continue;
        }
        let tag = format!("tag \"{}\":", costumier_export::paths::action(&action, None));
        let stays = notes.iter().filter(|note| note.starts_with(&tag)).filter_map(|note| {
            note.split_once(" ticks and then stays")?.0.rsplit_once(' ')?.1.parse::<usize>().ok()
        });
        was.truncate(stays.min().unwrap_or(was.len()));
        // Loops show the same two again and again.
        let mut equal = BTreeSet::new();
        let mut differ = |tick: usize| {
            let (was, is) = (&was[tick], &is[tick]);
            equal.insert((was.as_ptr(), is.as_ptr())) && was != is
        };
        if let Some(tick) = (0..was.len()).find(|tick| differ(*tick)) {
            panic!("{name}: chore {} {} differs in tick {tick}", action.chore, action.facing);
        }
        ticks += was.len();
    }
    ticks
}

#[test]
fn our_own_files_come_back_equal_for_every_edition_of_the_sample() {
    let mut compared = BTreeMap::new();
    // In v1, v2 and v3 with 16 colours, an export's pivot is the costume's origin, from which the feet are far.
    // Pixels of 16 bits have colours that are not the room's.
    let is_compared = |dialect: &Dialect| {
        dialect.has_plain_costumes() && dialect.high_colour.is_none() && dialect.feet() == (0, 0)
    };
    for edition in costumier_sample::GAMES.iter().filter(|edition| is_compared(&edition.dialect)) {
        let files = edition.folder();
        let game = Game::open(&files, None, Limits::default()).unwrap();
        for slot in game.costume_slots() {
            let Ok(costume) = game.costume(slot.id) else { continue };
            if costume.as_cost().is_none() && costume.as_akos().is_none() {
                continue;
            }
            let palette = game.costume_palette(slot.id).unwrap();
            let about = About::of(&game, slot.id, slot.room, &costume);
            let options = ImportOptions {
                dialect: Some(edition.dialect),
                room_colours: palette.to_vec(),
                ..ImportOptions::default()
            };
            let (made, after) = imported(&exported(&files, slot.id), &options);
            // Other codecs store room colours.
            let is_room = costume.as_akos().is_some_and(|akos| akos.header().codec != Codec::Rle);
            let colours = if is_room { palette.to_vec() } else { about.colours };
            let before = Shown { costume: Arc::new(costume), colours };
            let name = format!("{} costume {}", edition.name, slot.id);
            *compared.entry(edition.name).or_insert(0) += compare(&name, &before, &after, &made.notes);
        }
    }
    assert!(compared.len() >= 7 && compared.values().all(|ticks| *ticks > 10_000), "{compared:?}");
}

/// Costumes of two limbs, whose loops have lengths that are soon over together.
fn design() -> impl Strategy<Value = CostumeDesign> {
    let picture = (1u16..12, 1u16..14, -9i16..9, -30i16..0, prop::collection::vec(0u8..16, 12 * 14));
    let limb = prop::collection::vec(picture, 1..5);
    // Loops of five steps next to others would be long.
    let steps = || {
        prop::collection::vec((0u8..4, any::<bool>()), 1..7).prop_map(|mut steps| {
            let even = if steps.len() == 5 { 4 } else { steps.len() };
            steps.truncate(even);
            steps
        })
    };
    let action = (0u8..4, steps());
    let record = [action.clone(), action];
    let chores = prop::collection::vec(prop::array::uniform3(record), 6);
    ([limb.clone(), limb], chores).prop_map(|(limbs, chores)| {
        let mut design = CostumeDesign::new(Dialect::V5, Format::from_byte(0x58).unwrap());
        design.palette = (0..16).map(|n| n * 15).collect();
        for (number, pictures) in limbs.iter().enumerate() {
            let pictures = pictures.iter().map(|(width, height, x, y, noise)| {
                let count = usize::from(*width) * usize::from(*height);
                let pixels = PixelSource::Rows(noise[..count].to_vec());
                let (width, height, x, y) = (*width, *height, *x, *y);
                let source = PictureSource { width, height, x, y, move_x: 0, move_y: 0, pixels };
                PictureDesign { name: String::new(), source }
            });
            design.limbs.push(LimbDesign { name: format!("limb {number}"), pictures: pictures.collect() });
        }
        // The usual chores, and one without a role.
        for (number, facings) in [1u8, 2, 3, 4, 5, 9].into_iter().zip(chores) {
            for (direction, record) in
                [Direction::East, Direction::South, Direction::North].into_iter().zip(facings)
            {
                let mut actions: [Option<LimbAction>; LIMBS] = Default::default();
                for (limb, (kind, steps)) in record.into_iter().enumerate() {
                    let count = limbs[limb].len() as u8;
                    let step = |(n, hidden): (u8, bool)| match hidden && n == 3 {
                        true => LimbStep::Hide,
                        false => LimbStep::Picture(n % count),
                    };
                    let steps: Vec<LimbStep> = steps.into_iter().map(step).collect();
                    actions[limb] = match kind {
                        0 => Some(LimbAction::Off),
                        // A lead-in next to a loop is no animation that one tag can hold.
                        1 => Some(LimbAction::Once(steps[..1].to_vec())),
                        _ => Some(LimbAction::Loop(steps)),
                    };
                }
                let mut chore = ChoreDesign { number, name: String::new(), direction, actions };
                design.chores.push(chore.clone());
                if direction == Direction::East {
                    chore.direction = Direction::West;
                    design.chores.push(chore);
                }
            }
        }
        design
    })
}

#[test]
fn generated_costumes_come_back_equal() {
    let count = std::cell::Cell::new(0);
    let mut runner = TestRunner::new(Config { cases: 200, failure_persistence: None, ..Config::default() });
    let run = runner.run(&design(), |design| {
        let payload = design.write().unwrap();
        let colours: Vec<[u8; 3]> = (0..16).map(|n| [n * 16, 255 - n * 9, n * 3]).collect();
        let about = About { colours: colours.clone(), ..About::default() };
        let packed = Packed {
            payload,
            dialect: Dialect::V5,
            about,
            changes: Vec::new(),
            notes: Vec::new(),
            chores: Vec::new(),
        };
        let before = Shown { costume: Arc::new(packed.costume().unwrap()), colours };
        let files: MemoryFiles = preview::game(&packed).unwrap().into_iter().collect();
        // Some generated costumes show nothing at all, and have no file.
        let blank = before
            .costume
            .actions()
            .iter()
            .all(|it| before.film(it.chore, it.facing).iter().all(|pixels| pixels.is_empty()));
        if !blank {
            let (made, after) = imported(&exported(&files, 1), &ImportOptions::default());
            compare("generated", &before, &after, &made.notes);
            count.set(count.get() + 1);
        }
        Ok(())
    });
    run.unwrap_or_else(|error| panic!("{error}"));
    assert!(count.get() >= 190, "{}", count.get());
}

#[test]
fn the_smallest_folder_is_small_in_every_generation() {
    let files = costumier_sample::files();
    let game = Game::open(&files, None, Limits::default()).unwrap();
    let costume = game.costume(1).unwrap();
    let about = About { id: None, room: None, ..About::of(&game, 1, 1, &costume) };
    for (name, dialect) in DIALECTS {
        let options = PackOptions { dialect: Some(dialect), ..PackOptions::default() };
        let (files, _) =
            folder::minimal(&costume, &about, &options).unwrap_or_else(|refused| panic!("{name}: {refused}"));
        let text = String::from_utf8(files[TEXT].clone()).unwrap();
        assert!(text.lines().count() <= 40, "{name}: {} lines\n{text}", text.lines().count());
        assert_eq!(
            files.keys().filter(|file| file.ends_with(".png")).count(),
            3,
            "{name}: {:?}",
            files.keys()
        );
        let packed = pack(&files);
        let shown = Shown { costume: Arc::new(packed.costume().unwrap()), colours: packed.about.colours };
        for role in [Role::Init, Role::Walk, Role::Stand] {
            let chore = shown.costume.roles().chore(role);
            for facing in Direction::ALL {
                assert!(shown.film(chore, facing.into())[0].len() > 100, "{name}: {role:?} {facing}");
            }
        }
    }
}

// -- what artists have ---------------------------------------------------------------------------------

/// A PNG file of this size; `paint` returns the colour of each pixel.
fn picture(width: usize, height: usize, paint: impl Fn(usize, usize) -> u8) -> Vec<u8> {
    let pixels: Vec<u8> = (0..width * height).map(|at| paint(at % width, at / width)).collect();
    let colours = (0..=255u8).map(|n| [n, n.wrapping_mul(7), 255 - n]).collect();
    png::write(width, height, &pixels, &ShownPalette::new(colours, 0)).unwrap()
}

fn nine() -> Vec<(String, Vec<u8>)> {
    let names = ["walk-east", "walk-south", "walk-north"].into_iter();
    names
        .flat_map(|name| (0..3).map(move |n| format!("{name}-{n}.png")))
        .zip(1u8..)
        .map(|(name, n)| {
            let paint = move |x: usize, y: usize| {
                if (4..12).contains(&x) && y > 2 { n + u8::from(y > 20) } else { 0 }
            };
            (name, picture(16, 32, paint))
        })
        .collect()
}

#[test]
fn nine_files_are_a_character() {
    let drawing = Drawing::of_frames(&nine(), None, 2).unwrap();
    let made = import(&drawing, &ImportOptions::default()).unwrap();
    let text = String::from_utf8(made.files[TEXT].clone()).unwrap();
    assert!(text.contains("west = \"east\""), "{text}");
    // Pictures have the names of their files.
    for name in ["walk-east-0", "walk-east-1", "walk-east-2"] {
        assert!(text.contains(&format!("name = \"{name}\"")), "{name}\n{text}");
    }
    let packed = pack(&made.files);
    let shown = Shown { costume: Arc::new(packed.costume().unwrap()), colours: packed.about.colours };
    let film = shown.film(2, Direction::East.into());
    // Two ticks a frame, three frames, over and over; the feet are in the middle of the lowest row.
    assert!(film[0] == film[1] && film[1] != film[2] && film[0] == film[6] && film[6] != film[8]);
    assert_eq!(film[0].iter().map(|(_, y, _)| *y).max(), Some(0));
    assert_eq!(
        (film[0].iter().map(|(x, ..)| *x).min(), film[0].iter().map(|(x, ..)| *x).max()),
        (Some(-4), Some(3))
    );
    // West is the mirror image.
    let west = shown.film(2, Direction::West.into());
    let mut mirrored: Vec<_> = film[0].iter().map(|(x, y, colour)| (-x, *y, *colour)).collect();
    mirrored.sort_by_key(|(x, y, _)| (*y, *x));
    assert_eq!(west[0][..], mirrored);
    // Standing and appearing show the first picture.
    assert!(made.notes.iter().any(|note| note.contains("no animation is called stand")), "{:?}", made.notes);
    assert_eq!(shown.film(1, Direction::East.into())[0], film[0]);
}

#[test]
fn sheets_are_cut_by_a_grid_or_by_gaps() {
    let paint = |x: usize, y: usize| {
        if x % 20 >= 4 && x % 20 < 14 && y % 40 >= 5 && x < 60 { (y / 40 + 1) as u8 } else { 0 }
    };
    let sheet = picture(80, 120, paint);
    for grid in [Grid::Cells(20, 40), Grid::Gaps] {
        let drawing = Drawing::of_sheet(&sheet, grid, &[], None, 1).unwrap();
        let made = import(&drawing, &ImportOptions::default()).unwrap();
        let packed = pack(&made.files);
        let shown = Shown { costume: Arc::new(packed.costume().unwrap()), colours: packed.about.colours };
        let film = shown.film(2, Direction::South.into());
        // The three cells of a row look alike, so that the loop is one picture.
        assert!(film.windows(2).all(|two| two[0] == two[1]), "{grid:?}");
        assert_eq!(film[0].len(), 10 * 35, "{grid:?}");
        assert!(film[0].iter().all(|(.., colour)| *colour == [2, 14, 253]), "{grid:?}");
    }
}

#[test]
fn colours_come_from_the_room() {
    // A room of greys, and a drawing of 12 colours.
    let room: Vec<[u8; 3]> = (0..=255).map(|n| [n; 3]).collect();
    let options = ImportOptions { room_colours: room.clone(), ..ImportOptions::default() };
    let drawing = Drawing::of_frames(&nine(), None, 1).unwrap();
    let made = import(&drawing, &options).unwrap();
    let packed = pack(&made.files);
    assert!(packed.about.colours.iter().all(|[r, g, b]| r == g && g == b), "{:?}", packed.about.colours);
    assert_eq!(made.colours.len(), 10);
    assert!(
        made.notes.iter().any(|note| note.contains("10 of 10 colours were replaced")),
        "{:?}",
        made.notes
    );
    // Each palette entry is the room colour that the costume shows.
    let costume = packed.costume().unwrap();
    for (entry, shown) in costume.palette().iter().zip(&packed.about.colours).skip(1).take(4) {
        assert_eq!(room[usize::from(*entry)], *shown);
    }
    // Fewer colours: the nearest ones that are left.
    let few = import(&drawing, &ImportOptions { colours: Some(4), ..options }).unwrap();
    let shown: std::collections::BTreeSet<[u8; 3]> = few.colours.iter().map(|it| it.shown).collect();
    assert_eq!(shown.len(), 3);
    assert!(costumier_edit::import::swatches(&few.colours).is_ok());
}

// -- what cannot be imported ---------------------------------------------------------------------------

fn sprite(layers: &[&str], tags: &[&str], size: (u16, u16)) -> Vec<u8> {
    let cel = |layer: usize| CelDesign {
        layer: layer as u16,
        at: (0, 0),
        size,
        rows: vec![1; usize::from(size.0) * usize::from(size.1)],
        linked: None,
        text: None,
    };
    let tag = |(n, name): (usize, &&str)| Tag { name: (*name).to_owned(), from: n, to: n, endless: true };
    let frames =
        tags.iter().map(|_| FrameDesign { milliseconds: 100, cels: (0..layers.len()).map(cel).collect() });
    let design = SpriteDesign {
        size,
        layers: layers.iter().map(|it| (*it).to_owned()).collect(),
        frames: frames.collect(),
        tags: tags.iter().enumerate().map(tag).collect(),
        feet: (0, 0),
    };
    design.write(&ShownPalette::grey(16, 0)).unwrap()
}

fn refusal(drawing: Result<Drawing, costumier::Refused>) -> String {
    let made = drawing.and_then(|drawing| import(&drawing, &ImportOptions::default()));
    made.map(|made| made.notes).unwrap_err().to_string()
}

#[test]
fn what_cannot_be_imported_says_what_to_do() {
    let two = refusal(Drawing::of_aseprite(&sprite(&["body", "body"], &["walk east"], (4, 4)), None));
    assert!(two.contains("several layers \"body\"; rename all but one"), "{two}");
    // Limbs are named in lower case, without signs.
    let alike =
        refusal(Drawing::of_aseprite(&sprite(&["Left arm", "left-arm"], &["walk east"], (4, 4)), None));
    assert!(
        alike.contains("layers: \"Left arm\" and \"left-arm\" would be limbs of the same name"),
        "{alike}"
    );
    assert!(alike.contains("rename one"), "{alike}");
    let unknown = refusal(Drawing::of_aseprite(&sprite(&["body"], &["walk east", "blink"], (4, 4)), None));
    assert!(unknown.contains("tag \"blink\"") && unknown.contains("call it like `walk east`"), "{unknown}");
    let twice = refusal(Drawing::of_aseprite(&sprite(&["body"], &["walk east", "walk_r"], (4, 4)), None));
    assert!(twice.contains("as another animation does; remove one of them"), "{twice}");
    let large = refusal(Drawing::of_aseprite(&sprite(&["body"], &["walk east"], (40, 300)), None));
    assert!(large.contains("40 × 300 pixels") && large.contains("make it smaller"), "{large}");
    let files = [("stand-east.png".to_owned(), picture(40, 300, |x, _| u8::from(x > 0)))];
    let large = refusal(Drawing::of_frames(&files, None, 1));
    assert!(large.contains("stand-east.png: its picture has"), "{large}");
    let untagged = refusal(Drawing::of_aseprite(b"no sprite", None));
    assert!(untagged.contains("is no .aseprite file"), "{untagged}");

    let sheet = picture(50, 40, |_, _| 1);
    let grid = refusal(Drawing::of_sheet(&sheet, Grid::Cells(16, 20), &[], None, 1));
    assert!(grid.contains("cells of 16 × 20 do not fit") && grid.contains("choose another --grid"), "{grid}");
    let rows =
        refusal(Drawing::of_sheet(&picture(8, 8, |_, y| u8::from(y % 4 > 1)), Grid::Gaps, &[], None, 1));
    assert!(rows.contains("2 rows") && rows.contains("--rows"), "{rows}");

    let many: Vec<[u8; 4]> = (0..300u32).map(|n| [n as u8, (n / 256) as u8, 9, 255]).collect();
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, 20, 15);
    encoder.set_color(::png::ColorType::Rgba);
    encoder.write_header().unwrap().write_image_data(many.as_flattened()).unwrap();
    let colours = refusal(Drawing::of_frames(&[("stand-east.png".into(), bytes.clone())], None, 1));
    assert!(colours.contains("it has 300 colours, and a costume has at most 31"), "{colours}");
    let drawing = Drawing::of_frames(&[("stand-east.png".into(), bytes)], None, 1).unwrap();
    let made = import(&drawing, &ImportOptions { colours: Some(32), ..ImportOptions::default() }).unwrap();
    assert_eq!(pack(&made.files).costume().unwrap().palette().len(), 32);
    let swatches = png::read(&costumier_edit::import::swatches(&made.colours).unwrap()).unwrap();
    assert_eq!((made.colours.len(), swatches.width), (300, 8 * 52 + 2));

    // Comparing all colours of a painting with each other would take hours.
    let many: Vec<[u8; 4]> =
        (0..12_000u32).map(|n| [(n % 113) as u8 * 2, (n / 113) as u8 * 2, (n % 7) as u8, 255]).collect();
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, 120, 100);
    encoder.set_color(::png::ColorType::Rgba);
    encoder.write_header().unwrap().write_image_data(many.as_flattened()).unwrap();
    let drawing = Drawing::of_frames(&[("stand-east.png".into(), bytes)], None, 1).unwrap();
    let made = import(&drawing, &ImportOptions { colours: Some(32), ..ImportOptions::default() }).unwrap();
    let shown: std::collections::BTreeSet<[u8; 3]> = made.colours.iter().map(|it| it.shown).collect();
    assert_eq!((made.colours.len(), shown.len()), (12_000, 31));
    // Each colour became one that is near.
    let far = |it: &costumier_edit::import::ColourChange| {
        it.drawn.iter().zip(it.shown).map(|(a, b)| u32::from(a.abs_diff(b))).sum::<u32>()
    };
    assert!(made.colours.iter().map(far).sum::<u32>() / 12_000 < 48);
    assert!(costumier_edit::import::swatches(&made.colours).is_ok());

    let name = refusal(Drawing::of_frames(&[("hero.png".into(), picture(4, 4, |_, _| 1))], None, 1));
    assert!(name.contains("hero.png: names no facing"), "{name}");
}

/// `export` writes the number of a chore into the user data of its tag. A new name of the tag does not change it.
#[test]
fn a_renamed_tag_of_an_export_keeps_its_chore() {
    let mut bytes = exported(&costumier_sample::files(), 1);
    let name = b"\x09\0walk-east";
    let at = bytes.windows(name.len()).position(|it| it == name).unwrap();
    bytes[at + 2..at + 6].copy_from_slice(b"hopp");
    let drawing = Drawing::of_aseprite(&bytes, None).unwrap();
    let notes = import(&drawing, &ImportOptions::default()).unwrap().notes;
    let note = "\"hopp\" is chore 2, as the user data of its tag says; clear that for a new chore";
    assert_eq!(notes.iter().filter(|it| *it == note).count(), 1, "{notes:?}");
}

#[test]
fn damaged_files_are_refused_or_read() {
    let good = sprite(&["body", "head"], &["walk east", "talk south"], (6, 8));
    for at in 0..good.len() {
        for bad in [0, 1, 0x7F, 0xFF] {
            let mut bytes = good.clone();
            bytes[at] = bad;
            // Either way, nothing panics and nothing grows without bound.
            let made =
                Drawing::of_aseprite(&bytes, None).and_then(|it| import(&it, &ImportOptions::default()));
            assert!(made.map_or(true, |made| made.files.contains_key(TEXT)), "{at} {bad}");
        }
        let _ = Drawing::of_aseprite(&good[..at], None);
    }
}

/// Colours that fit no room yet become the nearest of the room that the costume goes into, and the report says so.
#[test]
fn drawings_without_a_room_get_the_colours_of_the_room_they_go_into() {
    let game = Game::open(&costumier_sample::files(), None, Limits::default()).unwrap();
    let room = game.costume_palette(6).unwrap();
    for generation in ["v5", "v7"] {
        let dialect = folder::dialect_of(generation).unwrap();
        let options = ImportOptions { dialect: Some(dialect), ..ImportOptions::default() };
        let made = import(&Drawing::of_frames(&nine(), None, 1).unwrap(), &options).unwrap();
        let plain = pack(&made.files);
        let into = PackOptions { room_colours: room.to_vec(), ..PackOptions::default() };
        let packed = folder::pack(&made.files, &into).unwrap();
        let far =
            |a: &[u8; 3], b: &[u8; 3]| a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(*b))).sum::<u32>();
        let costume = packed.costume().unwrap();
        let used: Vec<usize> = (1..16).filter(|k| plain.about.colours[*k] != [0; 3]).collect();
        assert!(!used.is_empty());
        // `import` for the room chooses the same ones as `put` into it.
        let options = ImportOptions { room_colours: room.to_vec(), ..options };
        let direct = import(&Drawing::of_frames(&nine(), None, 1).unwrap(), &options).unwrap();
        for change in &direct.colours {
            let k = plain.about.colours.iter().position(|it| *it == change.drawn).unwrap();
            assert_eq!(packed.about.colours[k], change.shown, "{generation} {k}");
        }
        for k in used {
            let shown = room[usize::from(costume.palette()[k])];
            let before = room[usize::from(plain.costume().unwrap().palette()[k])];
            let drawn = plain.about.colours[k];
            assert!(
                far(&shown, &drawn) <= far(&before, &drawn),
                "{generation} {k}: {drawn:?} {shown:?} {before:?}"
            );
            assert_eq!(packed.about.colours[k], shown, "{generation} {k}");
        }
        assert!(packed.notes.iter().any(|note| note.contains("nearest of the room")), "{:?}", packed.notes);
        assert_eq!(plain.notes, [""; 0]);
    }
}

/// What is missing is reported: a frame in the middle, talking, walking.
#[test]
fn what_a_drawing_lacks_is_told() {
    let mut files: Vec<(String, Vec<u8>)> =
        nine().into_iter().filter(|(name, _)| name != "walk-east-1.png").collect();
    let drawing = Drawing::of_frames(&files, None, 1).unwrap();
    let notes = import(&drawing, &ImportOptions::default()).unwrap().notes;
    let told = |notes: &[String], text: &str| notes.iter().any(|note| note.contains(text));
    assert!(told(&notes, "walk-east has no frame 1: walk-east-2.png follows walk-east-0.png"), "{notes:?}");
    files.truncate(1);
    files[0].0 = "jump-east-0.png".into();
    let drawing = Drawing::of_frames(&files, None, 1).unwrap();
    let notes = import(&drawing, &ImportOptions::default()).unwrap().notes;
    assert!(told(&notes, "no animation is called walk: the actor glides"), "{notes:?}");
    assert!(told(&notes, "no animation is called talk start"), "{notes:?}");
}

/// A costume of eight facings, with chores of several pictures.
fn eight_ways(generation: &str) -> folder::Files {
    let facings = ["north", "northeast", "east", "southeast", "south", "southwest", "northwest"];
    let mut text = format!(
        "format = 1\nkind = \"akos\"\ngeneration = \"{generation}\"\ncodec = 1\neight_ways = true\n\
         palette = [{}]\nrgb = \
         [{}]\n",
        (0..16).map(|n: u8| (16 + n).to_string()).collect::<Vec<_>>().join(", "),
        (0..16)
            .map(|n: u8| format!("\"#{:02x}{:02x}30\"", n * 16, 250 - n * 9))
            .collect::<Vec<_>>()
            .join(", ")
    );
    for number in 0..2 * facings.len() {
        text.push_str(&format!(
            "[[picture]]\nname = \"p{number}\"\nsheet = \"s.png\"\nrect = [{}, 0, 4, 9]\nat = [-{}, -9]\n",
            4 * number,
            number % 5
        ));
    }
    for (number, name, steps) in [(1, "init", 1), (2, "walk", 2), (3, "stand", 1), (9, "wave", 2)] {
        text.push_str(&format!("[[chore]]\nnumber = {number}\nname = \"{name}\"\nwest = \"east\"\n"));
        for (at, facing) in facings.iter().enumerate() {
            let list: Vec<String> = (0..steps).map(|step| format!("\"p{}\"", 2 * at + step)).collect();
            let kind = if steps == 1 { "once" } else { "loop" };
            text.push_str(&format!("{facing}.limb-0 = {{ {kind} = [{}] }}\n", list.join(", ")));
        }
    }
    let width = 4 * 2 * facings.len();
    let pixels: Vec<u8> = (0..9 * width).map(|at| (at * 7 / 3 % 15 + 1) as u8).collect();
    let palette = ShownPalette::new((0..16u8).map(|n| [n * 16, 250 - n * 9, 0x30]).collect(), 0);
    let sheet = png::write(width, 9, &pixels, &palette).unwrap();
    [(TEXT.to_owned(), text.into_bytes()), ("s.png".to_owned(), sheet)].into()
}

#[test]
fn eight_facings_come_back_equal_in_v7_and_v8() {
    for (name, dialect) in [("v7", Dialect::V7), ("v8", Dialect::V8)] {
        let packed = pack(&eight_ways(name));
        let costume = packed.costume().unwrap();
        assert_eq!(costume.facings().len(), 8);
        let about = packed.about.clone();
        let limits = Limits::default();
        let pictures = folder::PictureFiles::Aseprite;
        let unpacked = folder::unpack(&costume, &about, pictures, &limits).unwrap();
        let options = ImportOptions { dialect: Some(dialect), ..ImportOptions::default() };
        let files: MemoryFiles = preview::game(&packed).unwrap().into_iter().collect();
        let id = Game::open(&files, None, Limits::default()).unwrap().costume_ids().next().unwrap();
        let before = Shown { costume: Arc::new(costume), colours: packed.about.colours };
        for bytes in [exported(&files, id), unpacked["costume.aseprite"].clone()] {
            let (made, after) = imported(&bytes, &options);
            assert_eq!(after.costume.facings().len(), 8, "{name}");
            assert!(compare(name, &before, &after, &made.notes) > 10_000, "{name}");
            let keys = |shown: &Shown| {
                let actions = shown.costume.actions().into_iter();
                actions.map(|it| (it.chore, it.facing)).collect::<BTreeSet<_>>()
            };
            // Talking is added to what is drawn.
            assert!(keys(&before).is_subset(&keys(&after)), "{name}: {:?}", keys(&after));
        }
    }
    // Costumes of other generations have four.
    let packed = pack(&eight_ways("v7"));
    let files: MemoryFiles = preview::game(&packed).unwrap().into_iter().collect();
    let id = Game::open(&files, None, Limits::default()).unwrap().costume_ids().next().unwrap();
    let drawing = Drawing::of_aseprite(&exported(&files, id), None).unwrap();
    let refused = import(&drawing, &ImportOptions::default()).unwrap_err().to_string();
    assert!(refused.contains("names a diagonal, which only costumes of v7 and v8 have"), "{refused}");
}

/// Init and stand of a diagonal that is drawn only walking are the first picture of this walk, not of another one.
#[test]
fn a_missing_diagonal_of_init_and_stand_is_that_of_walk() {
    let cel =
        |n: u8| CelDesign { layer: 0, at: (0, 0), size: (1, 1), rows: vec![n], linked: None, text: None };
    let mut design = SpriteDesign { size: (4, 4), layers: vec!["body".into()], ..SpriteDesign::default() };
    design.frames = (1..=8).map(|n| FrameDesign { milliseconds: 100, cels: vec![cel(n)] }).collect();
    let names = ["walk east", "walk south", "walk north", "walk northeast"].into_iter();
    let tags = names.zip((0..).step_by(2)).map(|(name, from)| Tag {
        name: name.into(),
        from,
        to: from + 1,
        endless: true,
    });
    design.tags = tags.collect();
    let options = ImportOptions { dialect: Some(Dialect::V7), ..ImportOptions::default() };
    let bytes = design.write(&ShownPalette::grey(16, 0)).unwrap();
    // Without a tag for it, stand is the first picture of walk; with one in another facing, it has this facing.
    design.tags.push(Tag { name: "stand east".into(), from: 1, to: 1, endless: false });
    for bytes in [bytes, design.write(&ShownPalette::grey(16, 0)).unwrap()] {
        let (_, shown) = imported(&bytes, &options);
        let chore = |role| shown.costume.roles().chore(role);
        let first = |role, angle| shown.film(chore(role), costumier::Facing::from_angle(angle))[0].clone();
        for role in [Role::Init, Role::Stand] {
            assert_eq!(first(role, 45), first(Role::Walk, 45), "{role:?}");
            assert_ne!(first(role, 45), first(role, 0), "{role:?}");
            // South-east has no drawing: as in costumes of four facings.
            assert_eq!(first(role, 135), first(role, 180), "{role:?}");
        }
    }
}

/// Frames of one and a half ticks are shown for one tick and for two, so that the animation keeps its length.
#[test]
fn an_animation_keeps_its_length() {
    let cel =
        |n: u8| CelDesign { layer: 0, at: (0, 0), size: (1, 1), rows: vec![n], linked: None, text: None };
    let mut design = SpriteDesign { size: (4, 4), layers: vec!["body".into()], ..SpriteDesign::default() };
    design.frames = (1..=8).map(|n| FrameDesign { milliseconds: 150, cels: vec![cel(n)] }).collect();
    design.tags = vec![Tag { name: "walk east".into(), from: 0, to: 7, endless: true }];
    let bytes = design.write(&ShownPalette::grey(16, 0)).unwrap();
    let (made, shown) = imported(&bytes, &ImportOptions::default());
    let walk = shown.costume.roles().chore(Role::Walk);
    let clip = Clip::record(&shown.costume, walk, costumier::Facing::EAST, &Limits::default());
    let ticks: Vec<u32> = clip.frames.iter().map(|frame| frame.ticks).collect();
    assert_eq!(ticks, [1, 2, 1, 2, 1, 2, 1, 2]);
    assert!(
        made.notes.iter().any(|note| note.contains("frame 1 150 ▸ 100 ms, frame 2 150 ▸ 200 ms")),
        "{:?}",
        made.notes
    );
}
