//! What a game's limits forbid, no part of an export does.

use std::sync::Arc;

use costumier::{Dialect, ErrorKind, Facing, Game, Limits, MemoryFiles};
use costumier_build::example;
use costumier_build::game::GameBuilder;
use costumier_export::colour::CostumeColours;
use costumier_export::film::{Camera, FrameBuffer};
use costumier_export::json::Status;
use costumier_export::report::PictureStatus;
use costumier_export::{ExportOptions, Format, MemoryOutput};

use crate::common::first;

fn game(limits: Limits) -> Arc<Game> {
    Arc::new(Game::open(&costumier_sample::files(), None, limits).unwrap())
}

#[test]
fn the_camera_obeys_the_limit_of_stage_pixels() {
    let game = game(Limits::default());
    let costume = costumier_export::open(&game, 1).unwrap().costume;
    let clip = costumier::Clip::record(&costume, 1, Facing::EAST, game.limits());
    let pixels = (clip.bounds.width() * clip.bounds.height()) as usize;
    for (stage_pixels, fits) in [(pixels, true), (pixels - 1, false)] {
        let mut limits = Limits::default();
        limits.stage_pixels = stage_pixels;
        let mut camera = Camera::new(&limits);
        match camera.film(&costume, &clip, 0, &mut FrameBuffer::default()) {
            Ok(problem) => assert!(fits && problem.is_none()),
            Err(error) => assert!(!fits && matches!(error.kind(), ErrorKind::Limit(_)), "{error}"),
        }
    }
}

fn pictures_of(pixels: usize) -> Limits {
    let mut limits = Limits::default();
    limits.picture_pixels = pixels;
    limits
}

/// An export of the sample's first costume under the game's limits: its report, and the `.aseprite` file that
/// is in it.
fn export(limits: Limits) -> (costumier_export::report::CostumeReport, Option<Vec<u8>>) {
    let game = game(limits);
    let formats = [Format::Png, Format::Frames, Format::Aseprite].into();
    let options = ExportOptions { formats, ..ExportOptions::default() };
    let (report, output) = first(&game, options);
    let file = output.files.into_iter().find(|(path, _)| path.ends_with(".aseprite"));
    (report, file.map(|(_, bytes)| bytes))
}

#[test]
fn an_export_obeys_the_limit_of_picture_pixels() {
    let (whole, layered) = export(Limits::default());
    let largest =
        whole.pictures.iter().map(|it| usize::from(it.width) * usize::from(it.height)).max().unwrap();
    let (cut, poorer) = export(pictures_of(largest - 1));
    for (before, now) in whole.pictures.iter().zip(&cut.pictures) {
        let small = usize::from(before.width) * usize::from(before.height) < largest;
        assert_eq!(now.status == PictureStatus::Ok, small && before.status == PictureStatus::Ok, "{now:?}");
    }
    assert!(poorer.unwrap().len() < layered.unwrap().len(), "the largest picture is no cel");
}

/// An export of the sample's first costume in so much memory.
fn within(memory: Option<u64>) -> (costumier_export::report::CostumeReport, MemoryOutput) {
    let formats = [Format::Png, Format::Frames, Format::Gif, Format::Contact, Format::Sheet].into();
    first(&game(Limits::default()), ExportOptions { formats, memory, ..ExportOptions::default() })
}

#[test]
fn a_limit_of_ours_is_no_fault_of_the_costume() {
    let (whole, _) = within(None);
    assert!(whole.left_out.is_empty());
    for kilobytes in [0, 1, 8, 200] {
        let (cut, _) = within(Some(kilobytes << 10));
        assert_eq!((cut.status, &cut.problems), (whole.status, &whole.problems), "{kilobytes} kB");
        assert!(!cut.left_out.is_empty(), "{kilobytes} kB");
        for it in &cut.left_out {
            assert!(it.text.contains("--memory") && it.severity == costumier::Severity::Note, "{it:?}");
        }
        assert!(cut.animations.iter().all(|it| it.status != PictureStatus::Broken), "{kilobytes} kB");
    }
}

/// An actor 30,000 pixels wide, of two small pictures: almost all of its canvas is empty.
#[test]
fn a_large_canvas_is_no_fault_of_the_costume_and_memory_helps() {
    for (memory, status) in [(None, PictureStatus::Large), (Some(4 << 30), PictureStatus::Ok)] {
        let dialect = Dialect::V5;
        let mut design = example::costume(dialect);
        design.limbs[0].pictures[0].source.x = 30_000;
        let mut builder = GameBuilder::new(dialect);
        builder.room_source(2, "den", &example::room(dialect)).unwrap();
        builder.costume(1, 2, design.write().unwrap()).script(1, 2, vec![0xA0]);
        let files: MemoryFiles = builder.finish().unwrap().named("far", &dialect).into_iter().collect();
        let game = Arc::new(Game::open(&files, None, Limits::default()).unwrap());
        let options = ExportOptions { formats: [Format::Gif].into(), memory, ..ExportOptions::default() };
        let (report, _) = first(&game, options);
        assert_eq!((report.status, report.problems.len()), (Status::Ok, 0));
        let walk = report.animations.iter().find(|it| it.role == Some("walk")).unwrap();
        assert_eq!(walk.status, status, "{walk:?}");
        assert_eq!(report.left_out.is_empty(), memory.is_some(), "{:?}", report.left_out);
        assert!(report.left_out.iter().all(|it| it.text.contains("--memory")), "{:?}", report.left_out);
    }
}

#[test]
fn a_contact_sheet_that_is_too_large_is_several() {
    let (whole, _) = within(None);
    let sheets = |report: &costumier_export::report::CostumeReport| -> Vec<String> {
        let sheets = report.files.iter().filter(|it| it.format == "contact");
        sheets.map(|it| it.path.rsplit('/').next().unwrap().to_owned()).collect()
    };
    assert_eq!(sheets(&whole), ["contact.png"]);
    // Frames fit, and one sheet of all of them does not.
    let (cut, output) = within(Some(700 << 10));
    assert!(cut.left_out.iter().all(|it| !it.path.contains("contact")), "{:?}", cut.left_out);
    let names = sheets(&cut);
    assert!(names.len() > 1 && names[..2] == ["contact.png", "contact-2.png"], "{names:?}");
    for it in cut.files.iter().filter(|it| it.format == "contact") {
        let reader = png::Decoder::new(std::io::Cursor::new(&output.files[&it.path])).read_info().unwrap();
        let pixels = u64::from(reader.info().width) * u64::from(reader.info().height);
        assert!(pixels <= (700 << 10) / 6, "{pixels}");
    }
}

#[test]
fn colours_are_looked_for_in_pictures_within_the_limits() {
    let files = costumier_sample::files_of(costumier::Generation::V7).unwrap();
    let game = Game::open(&files, None, Limits::default()).unwrap();
    let used = |limits: &Limits| {
        let ids = game.costume_ids().map(|id| costumier_export::open(&game, id).unwrap());
        let used = ids.filter_map(|it| CostumeColours::of(&it.costume, it.room, limits).used);
        used.flat_map(|used| used.into_iter()).filter(|used| *used).count()
    };
    let none = pictures_of(0);
    assert!(used(&Limits::default()) > 0);
    assert_eq!(used(&none), 0);
}
