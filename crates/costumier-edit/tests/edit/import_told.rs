//! What `import` assumes and says: feet, facings, colours, and what is likely a mistake.

use std::sync::Arc;

use costumier::{Clip, Costume, Direction, Limits};
use costumier_edit::import::{Drawing, Grid, ImportOptions, Imported, import};
use costumier_edit::pictures::aseprite::{CelDesign, FrameDesign, SpriteDesign, Tag};
use costumier_edit::pictures::palette::ShownPalette;
use costumier_edit::pictures::png;

use crate::support::pack;

fn made(drawing: Result<Drawing, costumier::Refused>) -> Imported {
    import(&drawing.unwrap(), &ImportOptions::default()).unwrap()
}

#[track_caller]
fn has(texts: &[String], wanted: &str) {
    assert!(texts.iter().any(|text| text == wanted), "{wanted}\n{texts:#?}");
}

/// A true-colour PNG file of one colour on another, or on nothing.
fn painted((width, height): (usize, usize), on: [u8; 4], shade: u8) -> Vec<u8> {
    let inside =
        |at: usize| (1..width - 1).contains(&(at % width)) && (1..height - 1).contains(&(at / width));
    let pixels: Vec<[u8; 4]> =
        (0..width * height).map(|at| if inside(at) { [shade, 20, 30, 255] } else { on }).collect();
    let mut bytes = Vec::new();
    let mut encoder =
        ::png::Encoder::new(&mut bytes, u32::try_from(width).unwrap(), u32::try_from(height).unwrap());
    encoder.set_color(::png::ColorType::Rgba);
    encoder.write_header().unwrap().write_image_data(pixels.as_flattened()).unwrap();
    bytes
}

const NOTHING: [u8; 4] = [0; 4];

fn files(names: &[&str], on: [u8; 4]) -> Vec<(String, Vec<u8>)> {
    let shades = (1u8..).map(|n| n * 20);
    names.iter().zip(shades).map(|(name, shade)| ((*name).to_owned(), painted((8, 6), on, shade))).collect()
}

/// A file of one layer and two frames; all frames show pixels of their own.
fn sprite(layers: &[&str], tags: &[(&str, usize)], frames: usize, milliseconds: u16) -> Vec<u8> {
    let cel = |layer: usize, frame: usize| CelDesign {
        layer: u16::try_from(layer).unwrap(),
        at: (0, 0),
        size: (4, 6),
        rows: (0..24).map(|at| u8::from(at < 16 || layer > 0) * u8::try_from(1 + frame).unwrap()).collect(),
        linked: None,
        text: None,
    };
    let frame = |frame| FrameDesign {
        milliseconds,
        cels: (0..layers.len()).map(|layer| cel(layer, frame)).collect(),
    };
    let tag =
        |(name, at): &(&str, usize)| Tag { name: (*name).to_owned(), from: *at, to: *at, endless: true };
    let design = SpriteDesign {
        size: (4, 6),
        layers: layers.iter().map(|it| (*it).to_owned()).collect(),
        frames: (0..frames).map(frame).collect(),
        tags: tags.iter().map(tag).collect(),
        feet: (2, 5),
    };
    design.write(&ShownPalette::grey(16, 0)).unwrap()
}

#[test]
fn the_feet_are_always_told() {
    let names = ["walk-east-0.png", "walk-east-1.png"];
    let drawn = made(Drawing::of_frames(&files(&names, NOTHING), None, 1));
    has(&drawn.notes, "feet: 4,4, the middle of the lowest visible row");
    let far = made(Drawing::of_frames(&files(&names, NOTHING), Some((4, 60)), 1));
    has(&far.warnings, "the feet at 4,60 are outside of the pictures of 8 × 6");
    let bytes = sprite(&["body"], &[("walk east", 0)], 1, 100);
    let drawn = made(Drawing::of_aseprite(&bytes, None));
    has(&drawn.notes, "feet: 2,5, the pivot of slice \"feet\"");
    assert_eq!(drawn.warnings, [""; 0]);
    let far = made(Drawing::of_aseprite(&bytes, Some((200, 300))));
    has(&far.notes, "feet: 200,300, as given");
    has(&far.warnings, "the feet at 200,300 are outside of the pictures of 4 × 6");
}

#[test]
fn what_is_likely_a_mistake_is_a_warning() {
    let tags = [("wlak east", 0), ("walk south", 1)];
    let drawn = made(Drawing::of_aseprite(&sprite(&["body", "Background"], &tags, 4, 120), None));
    has(&drawn.warnings, "no usual chore is called \"wlak\", so it became chore 6; did you mean \"walk\"?");
    has(&drawn.warnings, "2 frames have no tag, and were left out; the first is frame 3");
    has(
        &drawn.warnings,
        "layer \"Background\" fills the whole canvas and is a limb now; hide it if it is only a background",
    );
    has(
        &drawn.notes,
        "2 frames have other durations now: frame 1 120 ▸ 100 ms, frame 2 120 ▸ 100 ms; a costume has steps of 100 ms",
    );
    let half = [("stand.png".to_owned(), painted((8, 6), [9, 9, 9, 90], 200))];
    let drawn = made(Drawing::of_frames(&half, None, 1));
    has(
        &drawn.warnings,
        "24 pixels are partly transparent: from half on they became opaque, the others were left out; the first is at \
         0,0 of stand.png",
    );
    // The cells of a sheet that is cut wrongly.
    let sheet = painted((24, 6), NOTHING, 7);
    let drawn = made(Drawing::of_sheet(&sheet, Grid::Cells(8, 6), &["walk east".into()], None, 1));
    has(
        &drawn.warnings,
        "the grid of 8 × 6 cuts through drawings at x = 8; choose another --grid, unless the drawings fill their cells",
    );
    let rows: Vec<u8> = (0..24 * 18).map(|at: usize| u8::from(at / 24 % 6 > 1)).collect();
    let sheet = png::write(24, 18, &rows, &ShownPalette::grey(16, 0)).unwrap();
    let drawn = made(Drawing::of_sheet(&sheet, Grid::Cells(24, 6), &[], None, 1));
    has(
        &drawn.warnings,
        "there is no --rows: row 1 was taken for walk east, row 2 was taken for walk south, row 3 was taken for walk \
         north; name the rows with --rows if this is wrong",
    );
}

#[test]
fn names_that_share_a_prefix_and_drawings_on_white() {
    let white = [255; 4];
    let names = ["hero_walk_r_00.png", "hero_walk_r_01.png", "hero_talk_d_00.png", "hero_wave_l (2).png"];
    let drawn = made(Drawing::of_frames(&files(&names, white), None, 1));
    has(&drawn.notes, "all names begin with \"hero\", which was left out");
    has(
        &drawn.notes,
        "nothing in the pictures is transparent; #ffffff, the colour of their corners, was taken for the background",
    );
    has(&drawn.notes, "\"wave\" is chore 6");
    assert!(drawn.colours.iter().all(|it| it.drawn != [255; 3]), "{:?}", drawn.colours);
    // A word that is a chore is no prefix.
    let drawn = made(Drawing::of_frames(&files(&["walk_east_0.png", "walk_south_0.png"], NOTHING), None, 1));
    assert!(!drawn.notes.iter().any(|note| note.contains("all names begin")), "{:?}", drawn.notes);
}

/// What a costume shows first.
fn first(costume: &Arc<Costume>, chore: u16, facing: Direction) -> String {
    let clip = Clip::record(costume, chore, facing.into(), &Limits::default());
    format!("{:?}", clip.frames[0].placed)
}

#[test]
fn standing_turns_with_the_walk() {
    let names = ["walk-east-0.png", "walk-east-1.png", "walk-north-0.png", "stand-south-0.png"];
    let drawn = made(Drawing::of_frames(&files(&names, NOTHING), None, 1));
    let costume = Arc::new(pack(&drawn.files).costume().unwrap());
    let (init, walk, stand) = (1, 2, 3);
    for facing in [Direction::East, Direction::North, Direction::West] {
        assert_eq!(first(&costume, stand, facing), first(&costume, walk, facing), "{facing}");
        assert_eq!(first(&costume, init, facing), first(&costume, walk, facing), "{facing}");
    }
    assert_ne!(first(&costume, stand, Direction::South), first(&costume, stand, Direction::East));
    assert!(drawn.notes.iter().any(|it| it.contains("it shows the first picture of walk there")));
}

#[test]
fn a_tag_with_a_facing_wins() {
    let tags = [("walk", 0), ("walk south", 1)];
    let drawn = made(Drawing::of_aseprite(&sprite(&["body"], &tags, 2, 100), None));
    let costume = Arc::new(pack(&drawn.files).costume().unwrap());
    assert_eq!(first(&costume, 2, Direction::East), first(&costume, 2, Direction::North));
    assert_ne!(first(&costume, 2, Direction::East), first(&costume, 2, Direction::South));
}

/// An `.aseprite` file of one frame in true colour, with a palette.
fn true_colour(pixels: &[[u8; 4]], (width, height): (u16, u16), palette: &[[u8; 4]]) -> Vec<u8> {
    let words = |words: &[u16]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    let chunk = |kind: u16, data: Vec<u8>| {
        [(data.len() as u32 + 6).to_le_bytes().to_vec(), words(&[kind]), data].concat()
    };
    let count = palette.len() as u32;
    let mut colours: Vec<u8> = [count, 0, count - 1, 0, 0].iter().flat_map(|it| it.to_le_bytes()).collect();
    for colour in palette {
        colours.extend(words(&[0]));
        colours.extend(colour);
    }
    let layer = [words(&[1, 0, 0, 0, 0, 0]), vec![255, 0, 0, 0], words(&[4]), b"body".to_vec()].concat();
    let cel = [
        words(&[0, 0, 0]),
        vec![255],
        words(&[0]),
        vec![0; 7],
        words(&[width, height]),
        pixels.as_flattened().to_vec(),
    ];
    let chunks = [chunk(0x2019, colours), chunk(0x2004, layer), chunk(0x2005, cel.concat())].concat();
    let frame =
        [(chunks.len() as u32 + 16).to_le_bytes().to_vec(), words(&[0xF1FA, 3, 100, 0, 3, 0]), chunks]
            .concat();
    let mut file = (frame.len() as u32 + 128).to_le_bytes().to_vec();
    file.extend(words(&[0xA5E0, 1, width, height, 32, 1, 0, 100]));
    file.resize(128, 0);
    [file, frame].concat()
}

#[test]
fn a_true_colour_file_has_each_colour_once() {
    let colours: Vec<[u8; 4]> = (0..4u8).map(|n| [n * 60, 10, 200 - n, 255]).collect();
    let palette = [&[[0, 0, 0, 0]], colours.as_slice()].concat();
    let drawn = made(Drawing::of_aseprite(&true_colour(&colours, (2, 2), &palette), None));
    assert_eq!(drawn.colours.len(), 4);
    let packed = pack(&drawn.files);
    assert_eq!(packed.costume().unwrap().palette().len(), 16);
    let shown: Vec<[u8; 3]> = packed.about.colours.into_iter().filter(|it| *it != [0; 3]).collect();
    assert_eq!(shown, colours.iter().map(|[r, g, b, _]| [*r, *g, *b]).collect::<Vec<_>>());
}
