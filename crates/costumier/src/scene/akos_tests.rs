//! Tests of scenes with AKOS actors: the effect of their programs, shadows and colours in a room. The room is that
//! of `tests.rs`; costumes come directly from their sources, without files.

use std::sync::Arc;

use super::tests::game_in;
use super::*;
use crate::Facing;
use crate::Role;
use crate::akos::fixture::source;
use crate::akos::{AkosSource, Codec};
use crate::costume::Costume;
use crate::dialect::Dialect;
use crate::model::{Bounds, PixelSource};

/// A costume with this program in limb 0, which the init chore starts in mode 6.
pub(super) fn program(sequence: &[u8]) -> AkosSource {
    let records: Vec<_> = (4..8).map(|record| (record, &[(0, 6, 0, 0)][..])).collect();
    source(0, sequence, &records)
}

pub(super) fn costume(source: &AkosSource, dialect: Dialect) -> Costume {
    Costume::open(*b"AKOS", source.write().unwrap(), dialect).unwrap()
}

/// The pixels that an actor in this costume draws, as (x, y, colour), without those of the room.
fn drawn(source: &AkosSource, dialect: Dialect, scene: &Scene) -> Vec<(i32, i32, u8)> {
    let game = game_in(Dialect::V5);
    let mut renderer = SceneRenderer::new(Arc::clone(&game));
    renderer.put_costume(1, Arc::new(costume(source, dialect)), 1);
    let rendered = renderer.render(scene).unwrap();
    let mut out = Vec::new();
    for (i, &value) in rendered.pixels.iter().enumerate() {
        let i = i32::try_from(i).unwrap();
        let width = i32::try_from(rendered.width).unwrap();
        let (x, y) = (i % width + rendered.origin.0, i / width + rendered.origin.1);
        if i32::from(value) != 100 + y {
            out.push((x, y, value));
        }
    }
    out
}

fn actor(at: (i32, i32), ticks: u32) -> SceneActor {
    SceneActor {
        steps: vec![Step::Chore(ChoreRef::Role(Role::Init)), Step::Ticks(ticks)],
        ..SceneActor::new(1, at, Facing::SOUTH)
    }
}

fn scene(actor: SceneActor) -> Scene {
    Scene { room: Some(1), actors: vec![actor], ..Scene::default() }
}

#[test]
fn variables_are_set_before_the_first_step() {
    // Picture 0; if variable 3 is 7, picture 2, else picture 1.
    let program = program(&[0, 0xC0, 0x70, 9, 0, 3, 7, 0, 1, 2]);
    let with = |value| {
        let actor = SceneActor { vars: [(3, value)].into(), ..actor((4, 6), 1) };
        drawn(&program, Dialect::V7, &scene(actor))
    };
    assert_eq!(with(0), [(5, 5, 1)]);
    assert_eq!(with(7), [(6, 4, 1)]);
}

#[test]
fn a_program_chooses_the_plane() {
    // The room's plane 1 hides its right half, and its box is for plane 1.
    let seen = |dialect, plane, scene_plane, scale| {
        let program = program(&[0, 0xC0, 0x83, plane, 0]);
        let before = SceneActor { plane: scene_plane, scale, ..actor((12, 6), 0) };
        let after = SceneActor { plane: scene_plane, scale, ..actor((12, 6), 1) };
        let seen = |actor| !drawn(&program, dialect, &scene(actor)).is_empty();
        (seen(before), seen(after))
    };
    let he = Dialect::humongous(90);
    let (free, in_box) = (Scale::FULL, Scale::Box);
    for scale in [free, in_box] {
        assert_eq!(seen(Dialect::V7, 1, PlaneChoice::Front, scale), (true, false));
        assert_eq!(seen(Dialect::V7, 0, PlaneChoice::Plane(1), scale), (false, true), "plane 0 is in front");
        assert_eq!(seen(he, 1, PlaneChoice::Front, scale), (true, false));
        assert_eq!(
            seen(he, 100, PlaneChoice::Front, scale),
            (true, false),
            "above the last plane is the last"
        );
        assert_eq!(
            seen(he, 0, PlaneChoice::Front, scale),
            (true, true),
            "\"never clip\" goes before the box"
        );
        assert_eq!(seen(he, 0, PlaneChoice::Box, scale), (false, false), "0 is what the box says");
        assert_eq!(seen(Dialect::V7, 100, PlaneChoice::Box, scale), (false, false), "here, 100 is");
    }
    assert_eq!(seen(Dialect::V7, 100, PlaneChoice::Front, in_box), (true, false), "100 is what the box says");
    assert_eq!(seen(he, 0, PlaneChoice::Plane(1), in_box), (false, false), "0 is what the box says");
    // An actor with a size of its own ignores boxes and stands in none.
    assert_eq!(seen(Dialect::V7, 100, PlaneChoice::Front, free), (true, true));
    assert_eq!(seen(Dialect::V7, 100, PlaneChoice::Plane(1), free), (false, true));
    assert_eq!(seen(he, 0, PlaneChoice::Plane(1), free), (false, true));
}

#[test]
fn the_world_answers_programs() {
    // Picture 0; then picture 2 after a jump, else picture 1.
    let goes = |command: &[u8], actor: SceneActor| {
        let mut sequence = vec![0];
        sequence.extend(command);
        let target = u8::try_from(sequence.len()).unwrap() + 1;
        sequence[3] = target;
        sequence.extend([1, 2]);
        let seen = drawn(&program(&sequence), Dialect::humongous(90), &scene(actor));
        assert_eq!(seen.len(), 1);
        seen[0].0 == 6
    };
    let still = || actor((4, 6), 1);
    let talking = || SceneActor { talking: true, ..still() };
    let if_talking = [0xC0, 0xA1, 0, 0];
    assert_eq!((goes(&if_talking, still()), goes(&if_talking, talking())), (false, true));
    let if_any = [0xC0, 0xA4, 0, 0];
    assert_eq!((goes(&if_any, still()), goes(&if_any, talking())), (false, true));
    let if_running = [0xC0, 0x18, 0, 0, 2];
    let sounding = SceneActor { sounds: [2].into(), ..still() };
    assert_eq!((goes(&if_running, still()), goes(&if_running, sounding)), (false, true));
}

#[test]
fn conditions_and_the_mouth_choose_pictures() {
    // C021 with three pictures: for a mouth at rest, for shape 3, for user condition 2.
    let sequence = [0xC0, 0x21, 20, 0, 3, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 4, 0, 0, 0, 0];
    let mut program = program(&sequence);
    program.conditions = vec![0x4000_0001, 0x4000_0004, 0x4002_0000];
    let with = |actor| -> Vec<i32> {
        let seen = drawn(&program, Dialect::humongous(85), &scene(actor));
        seen.iter().map(|pixel| pixel.0).collect()
    };
    assert_eq!(with(actor((4, 6), 0)), [4]);
    let talking = SceneActor { talking: true, mouth: Some(3), ..actor((4, 6), 0) };
    assert_eq!(with(talking), [6], "before the first tick already");
    let set = SceneActor { conditions: [2].into(), ..actor((4, 6), 0) };
    assert_eq!(with(set), [4, 8]);
}

#[test]
fn shadows_of_v7_are_colour_0_until_their_tables_are_built() {
    let mut source = program(&[0]);
    let with = |source: &AkosSource, dialect, mode, scene_of: Scene| {
        let mut scene = scene_of;
        scene.actors[0].shadow_mode = mode;
        drawn(source, dialect, &scene)
    };
    let plain = || scene(actor((4, 6), 0));
    source.palette[1] = 7;
    assert_eq!(with(&source, Dialect::V7, 0, plain()), [(4, 6, 7)]);
    assert_eq!(with(&source, Dialect::V7, 3, plain()), [(4, 6, 0)]);
    assert_eq!(with(&source, Dialect::V7, 1, plain()), [(4, 6, 7)]);
    assert_eq!(with(&source, Dialect::V7, 0x20, plain()), [(4, 6, 7)], "that is a mode of COST");
    source.palette[1] = 8;
    assert_eq!(with(&source, Dialect::V8, 3, plain()), [(4, 6, 8)]);
    source.palette[1] = 13;
    assert_eq!(with(&source, Dialect::V8, 1, plain()), [(4, 6, 0)]);

    let exact = |number, table: fn(u8) -> u8| {
        let table = std::array::from_fn(|i| table(u8::try_from(i).unwrap()));
        Scene { shadows: [(number, ShadowTable::Exact(Box::new(table)))].into(), ..plain() }
    };
    // Row 6 is colour 106.
    assert_eq!(with(&source, Dialect::V7, 1, exact(0, |v| v / 2)), [(4, 6, 53)]);
    source.palette[1] = 5;
    assert_eq!(with(&source, Dialect::V7, 3, exact(5, |v| v.wrapping_sub(100))), [(4, 6, 6)]);
    assert_eq!(
        with(&source, Dialect::V7, 3, exact(4, |v| v.wrapping_sub(100))),
        [(4, 6, 0)],
        "another colour's table"
    );
    // Colour 106 is unchanged. 104 is the first colour that differs from it only in bits that do not count. Colours
    // outside the range stay.
    for (first, seen) in [(100, vec![(4, 6, 104)]), (107, vec![])] {
        let made = ShadowPalette { factors: [256; 3], first, last: 110 };
        let mut built = plain();
        built.shadows.insert(5, ShadowTable::Made(made));
        assert_eq!(with(&source, Dialect::V7, 3, built), seen);
    }
}

#[test]
fn costumes_of_64_colours_take_overrides_for_all_of_them() {
    let mut source = program(&[0]);
    source.palette = (0..64).collect();
    source.pictures.truncate(1);
    source.pictures[0].pixels = PixelSource::Rows(vec![63]);
    let actor = SceneActor { palette: [(63, 200)].into(), ..actor((4, 6), 0) };
    assert_eq!(drawn(&source, Dialect::V7, &scene(actor)), [(4, 6, 200)]);
}

#[test]
fn looks_of_humongous_scripts_name_room_colours() {
    let mut source = program(&[0]);
    source.palette = vec![9, 40, 41, 40];
    source.palette.resize(16, 0);
    let mut look = crate::cast::ScriptLook::default();
    look.overrides = [(40, 200), (3, 201), (90, 202), (41, 300)].into();
    // The first matching colour counts. Values that no colour has or no byte holds are skipped.
    for (dialect, expected) in
        [(Dialect::humongous(72), [(1, 200)].as_slice()), (Dialect::V7, &[(3, 201), (40, 200), (90, 202)])]
    {
        let costume = costume(&source, dialect);
        assert_eq!(costume.overrides_in(&look), expected.iter().copied().collect());
        let mut actor = crate::draw::ActorColours::of(&costume);
        actor.put_on(&costume, &look);
        let set = (0..=u8::MAX).zip(actor.overrides).filter_map(|(entry, colour)| Some((entry, colour?)));
        assert_eq!(set.collect::<Vec<(u8, u8)>>(), expected);
    }
}

#[test]
fn an_override_of_colour_0_makes_codec_5_take_notice_of_all() {
    let mut source = program(&[0]);
    source.codec = Codec::Bomp;
    source.palette = (0..=255).collect();
    source.pictures.truncate(1);
    source.pictures[0].width = 3;
    source.pictures[0].pixels = PixelSource::Rows(vec![30, 0, 255]);
    let with = |palette: &[(u8, u8)]| {
        let actor = SceneActor { palette: palette.iter().copied().collect(), ..actor((4, 6), 0) };
        drawn(&source, Dialect::V7, &scene(actor)).iter().map(|p| p.2).collect::<Vec<_>>()
    };
    assert_eq!(with(&[]), [30, 0]);
    assert_eq!(with(&[(30, 77)]), [30, 0]);
    assert_eq!(with(&[(30, 77), (0, 9)]), [77, 9]);
}

#[test]
fn remapping_suits_the_costume_to_the_room() {
    let mut source = program(&[0]);
    let mut rgb = vec![[0; 3]; 16];
    // Colour i of the room is (i, 255 − i, 7).
    rgb[1] = [100, 155, 7];
    source.rgb = Some(rgb);
    let with = |remap| {
        let actor = SceneActor { remap, ..actor((4, 6), 0) };
        drawn(&source, Dialect::V7, &scene(actor))
    };
    assert_eq!(with(None), [(4, 6, 1)]);
    assert_eq!(with(Some([256; 3])), [(4, 6, 100)]);
    // Halved to (50, 77). The nearest colour with a sum of 255 is (139, 116), since green counts twice as much.
    let halved = with(Some([128; 3]));
    assert!((100..=180).contains(&halved[0].2), "{halved:?}");
}

#[test]
fn clip_rectangles_are_for_humongous_games() {
    let mut source = program(&[0]);
    source.pictures[0].width = 6;
    source.pictures[0].pixels = PixelSource::Rows(vec![1; 6]);
    let clip = Bounds { left: 5, top: 0, right: 8, bottom: 7 };
    let with = |dialect, clip: Bounds| -> Vec<i32> {
        let actor = SceneActor { clip: Some(clip), ..actor((4, 6), 0) };
        drawn(&source, dialect, &scene(actor)).iter().map(|p| p.0).collect()
    };
    let whole = [4, 5, 6, 7, 8, 9];
    assert_eq!(with(Dialect::humongous(71), clip), [5, 6, 7]);
    assert_eq!(with(Dialect::humongous(70), clip), whole);
    assert_eq!(with(Dialect::V7, clip), whole);
    assert_eq!(with(Dialect::humongous(71), Bounds { right: 5, ..clip }), whole, "an empty one is none");
    assert_eq!(with(Dialect::humongous(71), Bounds { bottom: 6, ..clip }), []);
}

/// An AKAX payload with frames of type 1.
fn frames(frames: &[&[u8]]) -> Vec<u8> {
    let block = |tag: &[u8; 4], payload: &[u8]| {
        let size = u32::try_from(payload.len() + 8).unwrap().to_be_bytes();
        [&tag[..], &size, payload].concat()
    };
    let mut offsets = Vec::new();
    let mut bodies = Vec::new();
    for frame in frames {
        let at = 8 + 4 * frames.len() + bodies.len();
        offsets.extend(u32::try_from(at).unwrap().to_le_bytes());
        bodies.extend(block(b"AUXD", &block(b"AXFD", frame)));
    }
    block(b"WRAP", &[block(b"OFFS", &offsets), bodies].concat())
}

/// A costume with this program: picture 0, frame 0, frame 1, then picture 0 for ever.
pub(super) fn with_frames() -> AkosSource {
    let mut source = program(&[0, 0xC0, 0x8E, 0, 0, 0xC0, 0x8E, 1, 0, 0]);
    // Frame 0 is 3 × 1 at (1, −2): three pixels of 60. Frame 1 leaves one, erases one, leaves one.
    let first = [1, 0, 1, 0, 0xFE, 0xFF, 3, 0, 1, 0, 2, 0, 0x0A, 60];
    let second = [1, 0, 1, 0, 0xFE, 0xFF, 3, 0, 1, 0, 3, 0, 0x03, 0x00, 0x03];
    source.others = vec![(*b"AKAX", frames(&[&first, &second]))];
    source
}

#[test]
fn auxiliary_frames_lie_on_a_layer_above_the_actors() {
    let source = with_frames();
    let he = Dialect::humongous(72);
    let after = |ticks| drawn(&source, he, &scene(actor((4, 6), ticks)));
    assert_eq!(after(0), [(4, 6, 1)]);
    // The limb rests on the command and leaves it in this loop: the frame is painted before the loop's picture is
    // visible.
    assert_eq!(after(1), [(5, 4, 60), (6, 4, 60), (7, 4, 60)]);
    assert_eq!(after(2), [(5, 4, 60), (7, 4, 60)]);
    assert_eq!(after(3), [(5, 4, 60), (7, 4, 60), (4, 6, 1)], "what is erased shows the room again");
    let old = Dialect::humongous(70);
    assert_eq!(drawn(&source, old, &scene(actor((4, 6), 1))), [], "before 7.1 there are none");
}

#[test]
fn frames_are_raised_from_7_2_on() {
    let source = with_frames();
    let raised = SceneActor { elevation: 3, ..actor((4, 6), 1) };
    let rows =
        |dialect| drawn(&source, dialect, &scene(raised.clone())).iter().map(|p| p.1).collect::<Vec<_>>();
    assert_eq!(rows(Dialect::humongous(71)), [4, 4, 4]);
    assert_eq!(rows(Dialect::humongous(72)), [1, 1, 1]);
}

#[test]
fn without_a_room_the_stage_surrounds_frames_and_finds_a_value_for_nothing() {
    let source = with_frames();
    let alone = Scene { actors: vec![actor((4, 6), 3)], ..Scene::default() };
    let game = game_in(Dialect::V5);
    let mut renderer = SceneRenderer::new(Arc::clone(&game));
    renderer.put_costume(1, Arc::new(costume(&source, Dialect::humongous(72))), 1);
    let rendered = renderer.render(&alone).unwrap();
    assert_eq!((rendered.origin, rendered.width, rendered.height), ((4, 4), 4, 3));

    // Codec 5 may draw any colour but 255.
    let mut source = program(&[0]);
    source.codec = Codec::Bomp;
    source.palette = (0..=255).collect();
    source.pictures.truncate(1);
    source.pictures[0].width = 2;
    source.pictures[0].pixels = PixelSource::Rows(vec![0, 255]);
    renderer.put_costume(2, Arc::new(costume(&source, Dialect::V7)), 1);
    let alone = Scene { actors: vec![SceneActor { costume: 2, ..actor((4, 6), 0) }], ..Scene::default() };
    let rendered = renderer.render(&alone).unwrap();
    assert_eq!((rendered.transparent, rendered.pixels), (Some(255), &[0, 255][..]));
}

#[test]
fn where_pixels_have_16_bits_no_palette_decides_them() {
    let high = Dialect::humongous(100).with_high_colour();
    let program = program(&[0, 1, 2]);
    let look = |dialect: Dialect| {
        let game = game_in(dialect);
        let mut renderer = SceneRenderer::new(Arc::clone(&game));
        renderer.put_costume(1, Arc::new(costume(&program, dialect)), 1);
        let scene = scene(actor((4, 6), 1));
        let rendered = renderer.render(&scene).unwrap();
        let pixels: Vec<_> = rendered.high.map(<[u16]>::to_vec).unwrap_or_default();
        let width = rendered.width;
        let origin = |at| renderer.origin(&scene, at).unwrap().unwrap();
        let all = (0..8).map(|at| (at % width, at / width)).map(origin).collect::<Vec<_>>();
        (pixels, all)
    };
    let (pixels, origins) = look(high);
    for (it, pixel) in origins.iter().zip(&pixels) {
        assert_eq!(it.pixel, Some(*pixel));
        assert_eq!((it.rgb, &it.palette), (crate::screen::high::rgb(*pixel), &None));
    }
    assert_eq!(origins.len(), 8);
    let (none, origins) = look(Dialect::humongous(80));
    assert!(none.is_empty() && origins.iter().all(|it| it.pixel.is_none() && it.palette.is_some()));
}

/// At speed 3, a command is left only in the third loop.
#[test]
fn frames_are_painted_in_the_loop_of_the_step() {
    let source = with_frames();
    let steps = |ticks| {
        let init = Step::Chore(ChoreRef::Role(Role::Init));
        let actor = SceneActor { steps: vec![init, Step::Speed(3), Step::Ticks(ticks)], ..actor((4, 6), 0) };
        drawn(&source, Dialect::humongous(72), &scene(actor)).len()
    };
    assert_eq!([2, 3, 4, 5, 6, 7, 8, 9].map(steps), [1, 0, 0, 3, 3, 3, 2, 3]);
}

/// Colours of a palette slot with 8 and with 16 bits a pixel.
#[test]
fn colours_of_a_slot_take_the_place_of_all_others() {
    use super::{PaletteSlot, SlotColours};

    let mut source = program(&[0]);
    source.palette = (0..16).map(|colour| 40 + colour).collect();
    let mut slot = PaletteSlot::new(SlotColours::Shown);
    slot.copies = [(41, 200), (42, 300)].into();
    let with = |dialect, slot: Option<&PaletteSlot>| {
        let actor = SceneActor { palette: [(1, 77)].into(), slot: slot.cloned(), ..actor((4, 6), 0) };
        drawn(&source, dialect, &scene(actor)).iter().map(|p| p.2).collect::<Vec<_>>()
    };
    let he = Dialect::humongous(99);
    assert_eq!(with(he, None), [77]);
    assert_eq!(with(he, Some(&slot)), [200]);
    assert_eq!(with(he, Some(&PaletteSlot::default())), [41]);
    assert_eq!(with(Dialect::humongous(98), Some(&slot)), [77], "there are none before 9.9");

    let mut game = game_in(Dialect::humongous(100).with_high_colour());
    // The names of the game's files suggest another dialect.
    Arc::get_mut(&mut game).unwrap().assume(Dialect::humongous(100).with_high_colour());
    let shown: [u16; 256] = std::array::from_fn(|i| 0x7000 + u16::try_from(i).unwrap());
    let pixel = |slot: &PaletteSlot| slot.table(&game, Some(&shown)).unwrap().pixels[41];
    assert_eq!(pixel(&PaletteSlot::default()), shown[41]);
    // Colour 41 of the room is (41, 214, 7).
    let room = PaletteSlot::new(SlotColours::Room(1, 0));
    assert_eq!(pixel(&room), 5 << 10 | 26 << 5);
    let numbers = room.table(&game, Some(&shown)).unwrap().pixels;
    assert_eq!((numbers[9], numbers[246]), (9, 246), "the first and last ten are none");
    assert_eq!(pixel(&slot), 200, "what is copied are pixels there");
    slot.colours = [(41, [255, 0, 0])].into();
    assert_eq!(pixel(&slot), 0x7C00);
    for (from, what) in [
        (SlotColours::Room(1, 9), "palette 9 of room 1"),
        (SlotColours::Room(77, 0), "room 77"),
        (SlotColours::Costume(99), "costume 99"),
    ] {
        let refused = PaletteSlot::new(from).table(&game, None).unwrap_err().to_string();
        assert!(refused.contains(what), "{refused}");
    }
}
