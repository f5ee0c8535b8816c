use costumier::{Action, Facing, Role};

use super::figure::preference;
use super::*;
use crate::options::Format;
use crate::scaler::Scaler;

fn figure(id: u32, width: u32, height: u32) -> Figure {
    let pixels = vec![1; (width * height) as usize];
    let palette = WrittenPalette::new(&[[0; 3], [200, 10, 10]], &[], 0, Background::Transparent);
    Figure { id, name: format!("Somebody {id}"), note: format!("{id}"), width, height, pixels, palette }
}

#[test]
fn a_montage_is_the_same_in_every_format() {
    let montage = draw("Cast", &[figure(1, 20, 30), figure(2, 9, 12)], 2, Behind::default()).unwrap();
    let rgb = montage.pixels.as_flattened();
    let webp = montage.write(Format::Webp).unwrap();
    let mut decoder = image_webp::WebPDecoder::new(std::io::Cursor::new(&webp)).unwrap();
    let mut pixels = vec![0; decoder.output_buffer_size().unwrap()];
    decoder.read_image(&mut pixels).unwrap();
    assert!(pixels == rgb && decoder.dimensions() == (montage.width, montage.height));
    let gif = montage.write(Format::Gif).unwrap();
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(&gif[..]).unwrap();
    let frame = decoder.read_next_frame().unwrap().unwrap();
    let pixels: Vec<u8> = frame.buffer.chunks_exact(4).flat_map(|rgba| rgba[..3].to_vec()).collect();
    assert!(pixels == rgb);
    assert!(montage.write(Format::Bmp).unwrap_err().to_string().contains("not bmp"));
    let many = Montage {
        width: 16,
        height: 17,
        pixels: (0..=255).chain(0..16).map(|i| [i, 1, i / 16]).collect(),
        alpha: None,
    };
    assert!(many.write(Format::Gif).is_ok());
    let many =
        Montage { pixels: (0..=255).map(|i| [i, 0, 0]).chain((0..16).map(|i| [i, 1, 0])).collect(), ..many };
    assert!(many.write(Format::Gif).unwrap_err().to_string().contains("272 colours"));
}

#[test]
fn what_is_behind_can_be_chosen() {
    let corner = |behind: &str| {
        let it = draw("C", &[figure(1, 20, 30)], 1, behind.parse().unwrap()).unwrap();
        (it.pixels[0], it.pixels[8], it.alpha.map(|alpha| alpha[0]))
    };
    assert_eq!(corner("#010203"), ([1, 2, 3], [1, 2, 3], None));
    assert_eq!(corner("navy"), ([0, 0, 128], [0, 0, 128], None));
    assert_eq!(corner("checks"), (CHECKS[0], CHECKS[1], None));
    assert_eq!(corner("transparent").2, Some(0));
    assert!("room".parse::<Behind>().is_err());
    let clear = draw("C", &[figure(1, 20, 30)], 2, Behind::Transparent).unwrap();
    let alpha = clear.alpha.as_ref().unwrap();
    let red = clear.pixels.iter().zip(alpha).filter(|(rgb, alpha)| **rgb == [200, 10, 10] && **alpha == 255);
    assert_eq!(red.count(), 40 * 60);
    assert!(clear.write(Format::Gif).is_err() && clear.png().is_ok() && clear.write(Format::Webp).is_ok());
}

#[test]
fn figures_are_enlarged_by_their_scaler() {
    // A slope of one pixel a row.
    let stair: Vec<u8> = (0..8 * 8).map(|at| u8::from(at % 8 <= at / 8)).collect();
    let drawn = |scaler| {
        let plain = figure(1, 8, 8);
        let palette = WrittenPalette { scaler, ..plain.palette.clone() };
        let it = Figure { pixels: stair.clone(), palette, ..plain };
        draw("", &[it], 2, Behind::default()).unwrap()
    };
    let red = |it: &Montage| it.pixels.iter().filter(|pixel| **pixel == [200, 10, 10]).count();
    let (squares, epx) = (drawn(Scaler::Squares), drawn(Scaler::Epx));
    assert_eq!(red(&squares), 4 * stair.iter().filter(|value| **value == 1).count());
    assert_eq!((squares.width, squares.height), (epx.width, epx.height));
    assert_ne!(squares.pixels, epx.pixels, "the slope is smoother");
}

#[test]
fn sizes_that_no_figure_has_are_refused() {
    for scale in [0, 9, u32::MAX] {
        assert!(
            draw("Cast", &[figure(1, 20, 30)], scale, Behind::default())
                .unwrap_err()
                .to_string()
                .contains("use 1 to 8")
        );
    }
    let wide = Figure { width: u32::MAX, ..figure(1, 1, 1) };
    assert!(
        draw("Cast", &[wide], 8, Behind::default()).unwrap_err().to_string().contains("at most 640 × 480")
    );
    let several = vec![figure(1, 1, 480); 1 << 16];
    assert!(
        draw("Cast", &several, 8, Behind::default())
            .unwrap_err()
            .to_string()
            .contains("too many for one picture")
    );
}

#[test]
fn everybody_stands_whole_and_on_the_line() {
    let figures: Vec<Figure> = (1..=40).map(|id| figure(id, 20 + id, 30 + 2 * id)).collect();
    for scale in [1, 3] {
        let montage = draw("A game", &figures, scale, Behind::default()).unwrap();
        let red = montage.pixels.iter().filter(|pixel| **pixel == [200, 10, 10]).count();
        let wanted: u32 = figures.iter().map(|it| it.width * it.height * scale * scale).sum();
        assert_eq!(red, wanted as usize, "no figure is covered or cut");
        assert_eq!(montage.pixels.len(), montage.width as usize * montage.height as usize);
        assert!(montage.png().unwrap().starts_with(b"\x89PNG"));
        // The title's first letter is a stem, of two pixels, enlarged.
        let white = |row: &[[u8; 3]]| {
            row.iter()
                .position(|it| *it != SLATE)
                .map(|at| row[at..].iter().take_while(|it| **it == ON_DARK[0]).count())
        };
        let rows = montage.pixels.chunks_exact(montage.width as usize);
        let first = rows.filter_map(white).next().unwrap();
        assert_eq!(first % (2 * scale as usize), 0, "letters are enlarged");
    }
    let montage = draw("", &[figure(1, 10, 10), figure(2, 10, 30)], 1, Behind::default()).unwrap();
    let rows_of = |left: usize| {
        let rows = montage.pixels.chunks_exact(montage.width as usize).enumerate();
        rows.filter(|(_, row)| row[left] == [200, 10, 10]).map(|(y, _)| y).collect::<Vec<_>>()
    };
    let (short, tall) = (rows_of(MARGIN as usize), rows_of((MARGIN + LABEL + GAP) as usize));
    assert_eq!((short.last(), short.len(), tall.len()), (tall.last(), 10, 30));
}

#[test]
fn long_names_end_in_a_dot_and_nobody_makes_nothing() {
    assert_eq!(shortened("Odile", 100), "Odile");
    let short = shortened("The Great Wizard of the East", 60);
    assert!(short.starts_with("The Gr") && short.ends_with('.') && lettering::width(&short) <= 60, "{short}");
    assert!(draw("Empty", &[], 1, Behind::default()).is_ok());
    assert!(draw("Too many", &vec![figure(1, 600, 400); 900], 2, Behind::default()).is_err());
}

#[test]
fn who_can_faces_the_viewer() {
    let action = |role, facing| Action { record: 0, chore: 0, facing, role };
    let mut all = [
        action(Some(Role::Stand), Facing::NORTH),
        action(Some(Role::Walk), Facing::SOUTH),
        action(Some(Role::Stand), Facing::EAST),
        action(Some(Role::Stand), Facing::SOUTH),
    ];
    all.sort_by_key(preference);
    let facings: Vec<_> = all.iter().map(|it| it.facing.name()).collect();
    assert_eq!(facings, ["south", "east", "south", "north"]);
}
