//! Examples of playing and drawing: animation, akos-programs, drawing.

use std::sync::Arc;

use costumier::draw::DrawOptions;
use costumier::format::akos::program::Code;
use costumier::format::akos::{Akos, AkosEntry, AkosSource, Codec, Mode};
use costumier::format::codec::{Depth, Encoded, Packed};
use costumier::format::cost::{Cost, CostEntry, CostSource, Format, LimbSource, Window};
use costumier::format::model::{PictureSource, PixelSource};
use costumier::{Actor, Bounds, Colours, Costume, Dialect, Facing, Painter, Placed, Stage};

use super::{bytes, cells, example, numbers};

fn open(costume: Costume) -> Actor {
    Actor::new(Arc::new(costume), Facing::EAST)
}

/// The pictures that an actor shows.
fn shown(actor: &Actor) -> Vec<u16> {
    let mut placed: Vec<Placed> = Vec::new();
    actor.pose(&mut placed);
    placed.iter().map(|it| it.picture.index).collect()
}

/// A picture of one pixel of colour 1.
fn dot() -> PictureSource {
    let pixels = PixelSource::Encoded(vec![0x11]);
    PictureSource { width: 1, height: 1, x: 0, y: 0, move_x: 0, move_y: 0, pixels }
}

/// A v5 costume whose walk chore, facing east, plays a window of these commands.
fn window(commands: Vec<u8>, play_once: bool) -> Actor {
    let mut source = CostSource::new(Dialect::V5, Format::from_byte(0x58).unwrap());
    let length = u8::try_from(commands.len()).unwrap();
    source.pictures = vec![dot(); 8];
    source.limbs[0] = LimbSource::Table((0..8).map(Some).collect());
    source.commands = commands;
    let mut limbs = [None; 16];
    limbs[0] = Some(CostEntry::Window(Window { start: 0, length, play_once }));
    source.records = vec![limbs];
    source.record_table = vec![None; 9];
    source.record_table.push(Some(0));
    let mut actor = open(Costume::Cost(Cost::open(source.write().unwrap(), Dialect::V5).unwrap()));
    actor.set_speed(2);
    actor.start(2);
    actor
}

#[test]
fn animation_a_window_is_played() {
    let commands = bytes("animation", "window");
    let mut actor = window(commands.clone(), false);
    for row in example("animation", "loops") {
        let [_, picture, position, counter] = cells(&row)[..] else { panic!("{row}") };
        for _ in 0..2 {
            let picture = u16::from_str_radix(picture, 16).ok();
            assert_eq!(shown(&actor), picture.into_iter().collect::<Vec<_>>(), "{row}");
            actor.tick(&mut ());
        }
        let now = actor.limb(0).unwrap().position;
        assert_eq!(
            (position.starts_with(&format!("{now} ")), actor.counter().to_string()),
            (true, counter.into())
        );
    }
    let mut once = window(commands, true);
    (0..8).for_each(|_| {
        once.tick(&mut ());
    });
    assert_eq!((shown(&once), once.limb(0).unwrap().position), (vec![], 4));
}

#[test]
fn akos_programs_a_program_is_played() {
    let mut source = AkosSource::new(Codec::Rle, (0..16).collect());
    source.sequence = bytes("akos-programs", "program");
    source.pictures = vec![dot(); 0x86];
    let mut limbs = [None; 16];
    limbs[0] = Some(AkosEntry { mode: Mode::Run, start: 0, length: 0 });
    source.records = vec![limbs];
    source.record_table = vec![Some(0); 12];
    let mut actor = open(Costume::Akos(Akos::open(source.write().unwrap(), Dialect::V7).unwrap()));
    actor.start(2);
    for row in example("akos-programs", "loops") {
        let [_, picture, position, variable, _] = cells(&row)[..] else { panic!("{row}") };
        let picture = u16::from_str_radix(picture, 16).ok();
        assert_eq!(shown(&actor), picture.into_iter().collect::<Vec<_>>(), "{row}");
        actor.tick(&mut ());
        assert_eq!(format!("{:04X}", actor.limb(0).unwrap().position), position, "{row}");
        assert_eq!(actor.var(0).to_string(), variable, "{row}");
    }
}

#[test]
fn akos_programs_draw_commands_are_read() {
    for line in example("akos-programs", "draw-commands") {
        let (name, data) = line.split_once(':').unwrap();
        let data = numbers(data.trim_start().split("   ").next().unwrap());
        let code = Code::read(&data, 0, &Dialect::humongous(80).akos);
        assert_eq!(code.length(), data.len(), "{line}");
        let command = code.command().unwrap();
        assert_eq!(format!("{:04X}", command.opcode().unwrap().code), name);
        assert_eq!(command.pictures().collect::<Vec<_>>(), [0x12, 0x105], "{line}");
    }
}

/// Draws a picture with its left upper corner at `at` from the anchor (160, 170). Columns hold colours below 64.
fn draw(columns: &[u8], size: (u16, u16), at: (i32, i32), scale: u8, flip: bool) -> (Bounds, Stage) {
    let data: Vec<u8> = columns.iter().map(|pixel| *pixel << 2 | 1).collect();
    let encoded = Encoded::Rle { data: &data, depth: Depth::Colours64 };
    let picture = Packed { width: size.0, height: size.1, encoded };
    let mut stage = Stage::empty(320, 300, 0).unwrap();
    let options = DrawOptions { flip, scale: [scale; 2], ..DrawOptions::new((160, 170), &Colours::IDENTITY) };
    let drawn = Painter::default().draw(&mut stage, &picture, at, &options).unwrap();
    (drawn.area, stage)
}

#[test]
fn drawing_rows_are_kept_by_the_table_of_thresholds() {
    let table: Vec<u8> =
        example("drawing", "thresholds").iter().flat_map(|row| numbers(cells(row)[1])).collect();
    assert_eq!(table.len(), 256);
    // Row r has the index r + 1; its colour tells its number.
    let colour = |index: usize| u8::try_from(index % 61).unwrap() + 1;
    let column: Vec<u8> = (1..256).map(colour).collect();
    for scale in 1..=254 {
        let (area, stage) = draw(&column, (1, 255), (0, -127), scale, false);
        let at = |y: i32| stage.pixels()[usize::try_from(y * 320 + 160).unwrap()];
        let drawn: Vec<u8> = (area.top..area.bottom).map(at).collect();
        let kept = (1..256).filter(|index| table[*index] < scale).map(colour);
        assert_eq!(drawn, kept.collect::<Vec<_>>(), "scale {scale}");
    }
}

/// A range such as `−11…9`, or `0`.
fn range(text: &str) -> (i32, i32) {
    let numbers: Vec<i32> = text.replace('−', "-").split('…').map(|it| it.trim().parse().unwrap()).collect();
    (numbers[0], numbers[numbers.len() - 1])
}

/// Which of a picture's columns or rows a cell of the table leaves out.
fn left_out(text: &str, count: u8) -> Vec<u8> {
    let listed = |text: &str| text.split(' ').filter_map(|it| it.parse().ok()).collect::<Vec<u8>>();
    match (text.strip_prefix("all but "), text.strip_prefix("every odd row ")) {
        (Some(kept), _) => (0..count).filter(|it| !listed(kept).contains(it)).collect(),
        (_, Some(odd)) => (0..count).filter(|it| it % 2 == 1 && i32::from(*it) <= range(odd).1).collect(),
        _ => listed(text),
    }
}

#[test]
fn drawing_a_scaled_picture_lands_where_the_table_says() {
    let (width, height) = (21_u8, 47_u8);
    // Each row of the first picture is its number + 1, each column of the second.
    let by_row = (0..width).flat_map(|_| (0..height).map(|row| row + 1)).collect::<Vec<u8>>();
    let by_column = (0..width).flat_map(|column| vec![column + 1; height.into()]).collect::<Vec<u8>>();
    let draw = |columns: &[u8], scale: u8, flip: bool| {
        draw(columns, (width.into(), height.into()), (-11, -46), scale, flip)
    };
    for row in example("drawing", "scales") {
        let [scales, native, mirrored, rows, columns_out, rows_out] = cells(&row)[..] else {
            panic!("{row}")
        };
        for scale in scales.split(", ").map(|it| it.parse::<u8>().unwrap()) {
            for (flip, x) in [(false, native), (true, mirrored.trim_matches('*'))] {
                let (area, _) = draw(&by_row, scale, flip);
                let (left, right) = range(x.trim_matches('*'));
                assert_eq!((area.left - 160, area.right - 161), (left, right), "{row}");
                let (top, bottom) = range(rows.split(' ').next().unwrap());
                assert_eq!((area.top - 170, area.bottom - 171), (top, bottom), "{row}");
            }
            let (area, stage) = draw(&by_row, scale, false);
            let at = |x: i32, y: i32| stage.pixels()[usize::try_from(y * 320 + x).unwrap()];
            let kept: Vec<u8> = (area.top..area.bottom).map(|y| at(160, y) - 1).collect();
            let out = left_out(rows_out, height);
            assert_eq!(kept, (0..height).filter(|it| !out.contains(it)).collect::<Vec<_>>(), "{row}");
            // A column that is not kept shares its place with the next one, which paints over it.
            let (area, stage) = draw(&by_column, scale, false);
            let at = |x: i32| stage.pixels()[usize::try_from(170 * 320 + x).unwrap()];
            let seen: Vec<u8> = (area.left..area.right).map(|x| at(x) - 1).collect();
            let out = left_out(columns_out, width);
            let visible = (0..width).filter(|it| !out.contains(it) || *it == width - 1);
            assert_eq!(seen, visible.collect::<Vec<_>>(), "{row}");
        }
    }
}
