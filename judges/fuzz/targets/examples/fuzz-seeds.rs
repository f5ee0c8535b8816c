//! Writes the seed corpus: the sample game and its costumes, in the form that each target takes; and the sample's
//! files for those that start from them.
//!
//! `cargo run -p costumier-fuzz-targets --example fuzz-seeds` fills `judges/fuzz/corpus/` and `judges/fuzz/sample/`. It
//! is no program of `judges/fuzz/`: there it would compile the library once more.

use std::fs;
use std::path::Path;

use costumier::format::akos::{Akos, AkosEntry, AkosSource, Codec, Mode};
use costumier::format::v0::{LIMBS, V0Order, V0Source};
use costumier::game::Plane;
use costumier::{Costume, Dialect, Files as _, Game, Generation, Limits, MemoryFiles};
use costumier_build::classic::ClassicBuilder;
use costumier_build::game::GameBuilder;
use costumier_build::room::RoomSource;
use costumier_build::{PictureSource, PixelSource};
use costumier_edit::folder::{self, About, PictureFiles};
use costumier_edit::patch::bps;
use costumier_edit::{NewCostume, Plan, PutOptions};

type Done = Result<(), Box<dyn std::error::Error>>;

const FUZZ: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn seed(target: &str, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    write(&Path::new(FUZZ).join("corpus").join(target), name, bytes)
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join(name), bytes)
}

fn main() -> Done {
    // A name that the sample has no more would be taken for one of the game's.
    let sample = Path::new(FUZZ).join("sample");
    if sample.exists() {
        fs::remove_dir_all(&sample)?;
    }
    // One of each generation: what differs within one lies in costumes and small games below.
    let of_generation = |it: &&costumier_sample::Edition| it.name == it.dialect.generation().name();
    for edition in costumier_sample::GAMES.iter().filter(of_generation) {
        let (generation, files) = (edition.dialect.generation(), edition.files);
        for (name, bytes) in files {
            write(&sample.join(generation.to_string()), name, bytes)?;
        }
        let [(_, index), (_, data), ..] = *files else { continue };
        let layout = match generation {
            Generation::V7 | Generation::V8 => 10,
            Generation::Humongous => 2,
            _ => 0,
        };
        // The whole of it is large for a fuzzer; its beginning holds the tables and a room.
        let data = &data[..data.len().min(40_000)];
        container(&format!("sample-{generation}"), layout, index, [data, &[]])?;
        costumes(generation)?;
    }
    small_games()?;
    smallest_game()?;
    folders()
}

/// What folders are made of: texts, sprites, patches and damage to games.
fn folders() -> Done {
    let open = |generation| {
        let files = costumier_sample::files_of(generation).unwrap_or_default();
        Ok::<_, costumier::Error>((Game::open(&files, None, Limits::default())?, files))
    };
    // As the target has it: the lowest bit says which folder, the next whether its text or its program.
    for (which, generation) in [(0, Generation::V5), (1, Generation::V7)] {
        let (game, _) = open(generation)?;
        let costume = game.costume(3)?;
        let files = folder::unpack(&costume, &About::default(), PictureFiles::Sheets, &Limits::default())?;
        for (bits, name) in [(0, folder::TEXT), (2, "program.txt")] {
            let Some(text) = files.get(name) else { continue };
            seed("folder", &format!("{generation}-{name}"), &[&[which | bits], &text[..]].concat())?;
            seed("folder", &format!("{generation}-anew-{name}"), &[&[which | bits | 4], &text[..]].concat())?;
        }
    }
    let (game, files) = open(Generation::V5)?;
    for id in game.costume_ids() {
        let costume = game.costume(id)?;
        let sprite = folder::unpack(&costume, &About::default(), PictureFiles::Aseprite, &Limits::default())?;
        for (name, bytes) in sprite.iter().filter(|(name, _)| name.ends_with(".aseprite")) {
            seed("aseprite", &format!("{id}-{name}"), bytes)?;
        }
    }
    // What stands in a patch between the length of its source and the checksums.
    let payload = [game.costume_bytes(6)?.payload, vec![0; 9]].concat();
    let plan = Plan::new(&game, &files, &[NewCostume { id: 6, room: None, payload }], PutOptions::default())?;
    for file in plan.changed() {
        let patch = bps::write(file, &*files.open(&file.name)?, b"")?;
        seed("patch", &file.name, &patch)?;
        seed("patch", &format!("{}-inside", file.name), patch.get(6..patch.len() - 12).unwrap_or_default())?;
    }
    for game in 0..5u8 {
        seed("room", &format!("{game}"), &[game, game, 7, 40, 9])?;
        seed("room", &format!("{game}-damaged"), &[game, 3, 20, 90, 1, 1, 0, 0x40, 0, 90, 1])?;
        seed("put", &format!("{game}"), &[game, 3, 0, 0x80, 0, 40, 1, 0, 0, 20, 0x40])?;
        seed("put", &format!("{game}-longer"), &[game, 3, 200, 0x80, 0, 200, 7])?;
    }
    Ok(())
}

/// A game that a target would open: a seed that is none reaches nothing.
fn open(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> costumier::Result<Game> {
    Game::open(&files.into_iter().collect::<MemoryFiles>(), None, Limits::default())
}

/// A game of two data files; `layout` chooses names, and that no key is applied to what is stored.
fn container(name: &str, layout: u8, index: &[u8], data: [&[u8]; 2]) -> Done {
    let mut all = vec![layout];
    all.extend(u16::try_from(index.len())?.to_le_bytes());
    all.extend(index);
    all.extend(u16::try_from(data[0].len())?.to_le_bytes());
    all.extend(data.concat());
    Ok(seed("container", name, &all)?)
}

/// Small plain games of every layout with an index and disks, with rooms on two of them.
fn small_games() -> Done {
    for (name, layout, dialect) in [
        ("v5", 0, Dialect::V5),
        ("v6", 0, Dialect::V6),
        ("v7", 10, Dialect::V7),
        ("v8", 10, Dialect::V8),
        ("he61", 2, Dialect::humongous(61)),
        ("he71", 2, Dialect::humongous(71)),
        ("he72", 2, Dialect::humongous(72)),
        ("he80", 2, Dialect::humongous(80)),
        ("he90", 2, Dialect::humongous(90)),
        ("he99", 12, Dialect::humongous(99)),
    ] {
        let mut room = RoomSource::new(16, 8);
        room.planes = vec![Plane::new(16, 8); 2];
        room.planes[1].set(9, 3, true);
        let mut game = GameBuilder::new(dialect);
        game.key(0).room_source(1, "one", &room)?.room_source(2, "two", &room)?.disk(2, 2);
        game.costume(1, 1, small_costume(dialect)?).costume(2, 2, small_costume(dialect)?);
        if dialect.akos.shadow_conditions {
            // Image 1 has a table of shadows, and image 2 a part of one.
            game.image(1, 2, [&b"XMAP"[..], &65_544_u32.to_be_bytes(), &[7; 65_536]].concat());
            game.image(2, 1, [&b"XMAP"[..], &40_u32.to_be_bytes(), &[7; 32]].concat());
        }
        let files = game.finish()?;
        let names = [0, 1, 2].map(|disk| dialect.disks.file_name("game", disk));
        let all = [&files.index, &files.data, &files.further[0]];
        let opened = open(names.into_iter().zip(all.map(Vec::clone)))?;
        if dialect.akos.shadow_conditions && (opened.data().xmap(1).is_err() || !opened.data().has_xmap(2)) {
            return Err(format!("{name}: its tables of shadows are not found").into());
        }
        container(name, layout, &files.index, [&files.data, &files.further[0]])?;
    }
    Ok(())
}

/// A game of v0, whose costumes and rooms are of a kind of their own.
fn smallest_game() -> Done {
    let mut costume = V0Source::new();
    let picture = |cells: u8, rows: &[u8]| PictureSource {
        width: 8 * u16::from(cells),
        height: u16::try_from(rows.len()).unwrap_or(0) / u16::from(cells.max(1)),
        x: 0,
        y: -8,
        move_x: 8,
        move_y: -2,
        pixels: PixelSource::Encoded(rows.to_vec()),
    };
    costume.pictures = vec![picture(0, &[]), picture(1, &[0x1B, 0xE4]), picture(2, &[0xFF, 0, 0x55, 0xAA])];
    costume.limbs.iter_mut().for_each(|limb| *limb = vec![vec![0], vec![1, 2]]);
    for command in 0..12 {
        let order = V0Order { sequence: command % 2, flipped: command % 3 == 0 };
        costume.commands.push([(command < 10).then_some(order); LIMBS]);
    }
    let mut game = ClassicBuilder::new(Dialect::V0);
    for number in [1, 2] {
        let mut room = RoomSource::new(320, 128);
        // Pixels are drawn twice as wide.
        room.background.chunks_exact_mut(2).skip(250).step_by(7).for_each(|pair| pair.fill(1));
        room.planes = vec![Plane::new(320, 128)];
        room.planes[0].set(9, 3, true);
        game.room_source(number, "stage", 1, &room)?;
        game.costume(number.into(), number, costume.write()?);
    }
    game.script(1, 1, vec![0]);
    let files = game.finish()?;
    let opened = open(files.iter().cloned())?;
    let read = opened.costume_ids().filter(|id| opened.costume(*id).is_ok_and(|it| it.as_v0().is_some()));
    if !opened.dialect().is_v0() || read.count() < 2 || opened.room(2)?.background().is_err() {
        return Err("v0: its costumes and rooms are not read".into());
    }
    let bytes = |name: &str| {
        let found = files.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        found.map(|(_, bytes)| &bytes[..]).ok_or_else(|| format!("a game of v0 without {name}"))
    };
    let [index, first, second] = [bytes("00.lfl")?, bytes("01.lfl")?, bytes("02.lfl")?];
    container("v0", 6, index, [first, second])
}

fn costumes(generation: Generation) -> Done {
    let files = costumier_sample::files_of(generation).unwrap_or_default();
    let game = Game::open(&files, None, Limits::default())?;
    for id in game.costume_ids() {
        let found = game.costume_bytes(id)?;
        let name = format!("sample-{generation}-{id}");
        let payload = found.payload.clone();
        match Costume::read(found)? {
            Costume::Cost(cost) => {
                seed("costume", &name, &payload)?;
                let of_generation = |dialect: &Dialect| dialect.generation() == generation;
                let number = Dialect::CLASSIC.iter().position(of_generation).unwrap_or(0);
                seed("costume_read", &name, &[&[number.to_le_bytes()[0]], &payload[..]].concat())?;
                let mut play = vec![
                    0, 0, 32, 0, 30, 0, 0, 0, 255, 255, 1, 0, 1, 3, 4, 6, 248, 7, 249, 2, 245, 5, 250, 8,
                    252, 244, 251, 38,
                ];
                play.extend(&payload);
                seed("play_draw", &name, &play)?;
                for key in cost.picture_keys().take(8) {
                    let picture = cost.picture(key)?;
                    let size = [picture.info.width, picture.info.height].map(|side| side.min(255) as u8);
                    let mut bytes = vec![u8::from(cost.palette().len() == 32), size[0], size[1]];
                    bytes.extend(picture.encoded().iter().take(picture.info.pixels()));
                    seed("picture", &format!("{name}-{}-{}", key.limb, key.index), &bytes)?;
                }
            }
            Costume::Akos(akos) => {
                seed("akos", &name, &payload)?;
                let number = match generation {
                    Generation::V7 => 0,
                    Generation::V8 => 1,
                    _ => 3,
                };
                seed("akos_read", &name, &[&[number], &payload[..]].concat())?;
                programs(&akos, &name)?;
                pictures(&akos, &name)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// The programs, behind ticks and facings and a record for each of the first chores.
fn programs(akos: &Akos, name: &str) -> Done {
    let mut bytes = vec![0, 0x15, 5, 66, 9, 130, 20, 64, 131, 30, 0, 16];
    for (limb, entry) in (0u8..16).zip(akos.record_indices().filter_map(|index| akos.record(index).ok())) {
        let entry = entry.limbs.into_iter().flatten().next();
        let (mode, start, length) = entry.map_or((6, 0, 0), |it| (it.mode.byte(), it.start, it.length));
        bytes.extend([4 + limb % 5, limb, mode, start.to_le_bytes()[0], length.to_le_bytes()[0]]);
    }
    bytes.extend([0, 1, 2, 3, 4, 0]);
    bytes.extend(akos.sequence());
    Ok(seed("akos_play", name, &bytes)?)
}

fn pictures(akos: &Akos, name: &str) -> Done {
    let (target, most_height) = match akos.header().codec {
        Codec::Bomp => ("codec_bomp", 31),
        Codec::MajMin => ("codec_majmin", 31),
        Codec::Trle => ("codec_trle", 31),
        _ => return Ok(()),
    };
    for key in akos.picture_keys().take(8) {
        let picture = akos.picture(key.index)?;
        let width = u8::try_from(picture.info.width).unwrap_or(u8::MAX);
        let height = u8::try_from(picture.info.height).map_or(most_height, |height| height.min(most_height));
        let mut bytes = vec![width, 0, height];
        if akos.header().codec == Codec::Trle {
            bytes.push(255);
        }
        bytes.extend(picture.encoded());
        seed(target, &format!("{name}-{}", key.index), &bytes)?;
    }
    Ok(())
}

/// The payload of a costume with one picture that it shows in all directions; of COST kind, the sample's first.
fn small_costume(dialect: Dialect) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    if !dialect.has_akos() {
        let game = Game::open(&costumier_sample::files(), None, Limits::default())?;
        return Ok(game.costume_bytes(1)?.payload);
    }
    let mut source = AkosSource::new(Codec::Rle, (0..16).collect());
    source.sequence = vec![0];
    let mut limbs = [None; 16];
    limbs[0] = Some(AkosEntry { mode: Mode::Loop, start: 0, length: 0 });
    source.records = vec![limbs];
    source.record_table = [vec![None; 4], vec![Some(0); 4]].concat();
    let pixels = PixelSource::Rows(vec![1, 2, 0, 3]);
    source.pictures = vec![PictureSource { width: 2, height: 2, x: 0, y: 0, move_x: 0, move_y: 0, pixels }];
    Ok(source.write()?)
}
