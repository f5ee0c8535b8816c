//! Games of every generation with several rooms and costumes, for tests that put costumes into them.

use costumier::format::cost::{Format, LIMBS};
use costumier::format::dialect::{FileLayout, Palette, Platform};
use costumier::{Costume, Dialect, Direction, Files, Game, Generation, Limits, MemoryFiles};
use costumier_build::akos::AkosForm;
use costumier_build::classic::ClassicBuilder;
use costumier_build::costume::{ChoreDesign, CostumeDesign, LimbAction, LimbDesign, LimbStep, PictureDesign};
use costumier_build::game::GameBuilder;
use costumier_build::{PictureSource, example};
use costumier_edit::folder::{self, About, Files as Folder, PackOptions, Packed, PictureFiles, TEXT};
use costumier_edit::pictures::palette::ShownPalette;
use costumier_edit::pictures::png::{self, Pixels};

/// The sample game, opened.
pub(crate) fn sample(generation: Generation) -> Game {
    Game::open(&costumier_sample::files_of(generation).unwrap(), None, Limits::default()).unwrap()
}

/// Rooms, and the costumes in each.
pub(crate) const COSTUMES: [(u32, u8); 6] = [(1, 2), (2, 2), (3, 3), (5, 3), (6, 2), (7, 4)];

/// A dialect of each kind of files.
pub(crate) fn every_dialect() -> Vec<Dialect> {
    let mut all = Dialect::CLASSIC.to_vec();
    all.extend([Dialect::V7, Dialect::V8]);
    all.extend([61, 70, 72, 80, 90, 99].map(Dialect::humongous));
    all
}

/// The payload of a costume with pictures of this height, in one colour after the other.
pub(crate) fn payload(dialect: Dialect, height: u16) -> Vec<u8> {
    let byte = if dialect.cost.palette == Palette::None { 0x57 } else { 0x58 };
    let mut design = CostumeDesign::new(
        if dialect.has_akos() { Dialect::V5 } else { dialect },
        Format::from_byte(byte).unwrap(),
    );
    // Pixels of v1 are twice as wide.
    let pixels = (0..16 * u32::from(height)).map(|at| (at / 2 * 7 / 5 % 4) as u8).collect();
    let source = PictureSource::new((16, height), (-8, -20), pixels);
    design.limbs = vec![LimbDesign {
        name: "body".into(),
        pictures: vec![PictureDesign { name: "only".into(), source }],
    }];
    for direction in Direction::ALL {
        let mut actions: [Option<LimbAction>; LIMBS] = Default::default();
        actions[0] = Some(LimbAction::Loop(vec![LimbStep::Picture(0)]));
        design.chores.push(ChoreDesign {
            number: dialect.roles.init,
            name: String::new(),
            direction,
            actions,
        });
    }
    if dialect.has_akos() {
        design.to_akos(&AkosForm::plain(dialect)).unwrap().write().unwrap()
    } else {
        design.write().unwrap()
    }
}

/// The files of a small game.
pub(crate) fn files(dialect: Dialect) -> MemoryFiles {
    let room = example::room(dialect);
    if dialect.files != FileLayout::Disks {
        let mut game = ClassicBuilder::new(dialect);
        for number in [2, 3, 4] {
            game.room(number, "den", 1, room.write_for(&dialect).unwrap());
        }
        for (id, room) in COSTUMES {
            game.costume(u16::try_from(id).unwrap(), room, payload(dialect, 10 + u16::try_from(id).unwrap()));
        }
        return game.finish().unwrap().into_iter().collect();
    }
    let mut game = GameBuilder::new(dialect);
    for number in [2, 3, 4] {
        game.room_source(number, "den", &room).unwrap();
    }
    for (id, room) in COSTUMES {
        game.costume(u16::try_from(id).unwrap(), room, payload(dialect, 10 + u16::try_from(id).unwrap()));
    }
    game.script(1, 3, vec![0xA0]);
    let files = game.finish().unwrap();
    files.named("game", &dialect).into_iter().collect()
}

/// Opens a game.
pub(crate) fn open(files: &MemoryFiles, dialect: Dialect) -> Game {
    let mut game = Game::open(files, None, Limits::default()).unwrap();
    if let Some(other) = dialect.for_platform(Platform::Pc).filter(|other| *other != dialect) {
        assert_eq!(game.dialect(), other);
        game.assume(dialect);
    }
    game
}

/// All of a file.
pub(crate) fn bytes(files: &dyn Files, name: &str) -> Vec<u8> {
    let source = files.open(name).unwrap();
    let mut out = vec![0; usize::try_from(source.len()).unwrap()];
    source.read_at(0, &mut out).unwrap();
    out
}

/// Packs a costume folder.
pub(crate) fn pack(files: &Folder) -> Packed {
    folder::pack(files, &PackOptions::default())
        .unwrap_or_else(|refused| panic!("{refused}\n{}", text(files)))
}

/// The reasons why a costume folder cannot be packed.
pub(crate) fn refusal(files: &Folder) -> String {
    folder::pack(files, &PackOptions::default()).unwrap_err().to_string()
}

/// The parts that packing changed.
pub(crate) fn parts(packed: &Packed) -> Vec<&str> {
    packed.changes.iter().map(|change| change.part.as_str()).collect()
}

/// The folder of a costume, with sheets.
pub(crate) fn unpack(costume: &Costume, about: &About) -> Folder {
    folder::unpack(costume, about, PictureFiles::Sheets, &Limits::default()).unwrap()
}

/// An indexed picture of a folder: its size, its pixel values, its palette.
pub(crate) fn indexed(files: &Folder, name: &str) -> ((usize, usize), Vec<u8>, ShownPalette) {
    let found = png::read(&files[name]).unwrap();
    let Pixels::Indexed { indices, palette } = found.pixels else { panic!("{name} is indexed") };
    let shown = palette.iter().map(|[r, g, b, _]| [*r, *g, *b]).collect::<Vec<_>>();
    let transparent = palette.iter().position(|entry| entry[3] == 0).unwrap_or(0) as u8;
    let palette = ShownPalette { exact: shown.clone(), shown, transparent, now: Vec::new() };
    ((found.width, found.height), indices, palette)
}

/// The folder with another picture.
pub(crate) fn with_picture(
    files: &Folder,
    name: &str,
    (width, height): (usize, usize),
    indices: &[u8],
    palette: &ShownPalette,
) -> Folder {
    let mut files = files.clone();
    files.insert(name.into(), png::write(width, height, indices, palette).unwrap());
    files
}

/// A block of AKOS.
pub(crate) fn akos_block(tag: &[u8; 4], payload: &[u8]) -> Vec<u8> {
    [&tag[..], &(payload.len() as u32 + 8).to_be_bytes(), payload].concat()
}

/// AKAX of auxiliary frames.
pub(crate) fn akax(frames: &[Vec<u8>]) -> Vec<u8> {
    let mut at = 8 + 4 * frames.len();
    let mut offsets = Vec::new();
    for frame in frames {
        offsets.extend((at as u32).to_le_bytes());
        at += frame.len();
    }
    akos_block(b"WRAP", &[akos_block(b"OFFS", &offsets), frames.concat()].concat())
}

/// The text of a costume folder.
pub(crate) fn text(files: &Folder) -> String {
    String::from_utf8(files[TEXT].clone()).unwrap()
}

/// The folder with other words in its text.
pub(crate) fn edited(files: &Folder, from: &str, to: &str) -> Folder {
    let text = text(files);
    assert!(text.contains(from), "{from:?} is not in\n{text}");
    with_text(files, &text.replacen(from, to, 1))
}

/// The folder with another text.
pub(crate) fn with_text(files: &Folder, text: &str) -> Folder {
    let mut files = files.clone();
    files.insert(TEXT.into(), text.as_bytes().to_vec());
    files
}
