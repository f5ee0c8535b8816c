//! Writes the seed corpus: the sample game and its costumes, in the form that each target takes.
//!
//! `cargo run --release --bin seeds` inside this folder fills `corpus/`.

use std::fs;
use std::path::Path;

use costumier::akos::{Akos, Codec};
use costumier::costume::Costume;
use costumier::game::Game;
use costumier::{Generation, Limits};

type Done = Result<(), Box<dyn std::error::Error>>;

fn seed(target: &str, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    let folder = Path::new("corpus").join(target);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join(name), bytes)
}

fn main() -> Done {
    for (generation, files) in costumier_sample::GAMES {
        let [(_, index), (_, data), ..] = *files else { continue };
        let mut both = vec![0];
        both.extend(u16::try_from(index.len())?.to_le_bytes());
        both.extend(*index);
        // The whole of it is large for a fuzzer; its beginning holds the tables and a room.
        both.extend(data.iter().take(40_000));
        seed("container", &format!("sample-{generation}"), &both)?;
        costumes(*generation)?;
    }
    Ok(())
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
                let mut play = vec![
                    0, 0, 32, 0, 30, 0, 0, 0, 255, 255, 1, 0, 1, 3, 4, 6, 248, 7, 249, 2, 245, 5, 250, 8, 252, 244, 251, 38,
                ];
                play.extend(&payload);
                seed("play_draw", &name, &play)?;
                for key in cost.picture_keys().take(8) {
                    let picture = cost.picture(key)?;
                    let size = [picture.info.width, picture.info.height].map(|side| side.min(255) as u8);
                    let mut bytes = vec![u8::from(cost.palette().len() == 32), size[0], size[1]];
                    bytes.extend(picture.encoded.iter().take(picture.info.pixels()));
                    seed("picture", &format!("{name}-{}-{}", key.limb, key.index), &bytes)?;
                }
            }
            Costume::Akos(akos) => {
                seed("akos", &name, &payload)?;
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
    let (target, height_at_most) = match akos.header().codec {
        Codec::Bomp => ("codec_bomp", 31),
        Codec::MajMin => ("codec_majmin", 31),
        Codec::Trle => ("codec_trle", 31),
        _ => return Ok(()),
    };
    for key in akos.picture_keys().take(8) {
        let picture = akos.picture(key.index)?;
        let size = [picture.info.width.min(255) as u8, picture.info.height.min(height_at_most) as u8];
        let mut bytes = vec![size[0], 0, size[1]];
        if akos.header().codec == Codec::Trle {
            bytes.push(255);
        }
        bytes.extend(picture.encoded);
        seed(target, &format!("{name}-{}", key.index), &bytes)?;
    }
    Ok(())
}
