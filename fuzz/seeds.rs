//! Writes the seed corpus: the sample game and its costumes, in the form that each target takes.
//!
//! `cargo run --release --bin seeds` inside this folder fills `corpus/`.

use std::fs;
use std::path::Path;

use costumier::Limits;
use costumier::costume::Costume;
use costumier::game::Game;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = |target: &str, name: &str, bytes: &[u8]| -> std::io::Result<()> {
        let folder = Path::new("corpus").join(target);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(name), bytes)
    };
    let (index, data) = (costumier_sample::INDEX, costumier_sample::DATA);
    let mut both = vec![0];
    both.extend(u16::try_from(index.len())?.to_le_bytes());
    both.extend(index);
    // The whole of it is large for a fuzzer; its beginning holds the tables and a room.
    both.extend(data.iter().take(40_000));
    seed("container", "sample", &both)?;

    let game = Game::open(&costumier_sample::files(), None, Limits::default())?;
    for id in game.costume_ids() {
        let found = game.costume_bytes(id)?;
        seed("costume", &format!("sample-{id}"), &found.payload)?;
        let mut play = vec![0, 0, 32, 0, 30, 0, 0, 0, 255, 255, 1, 0, 1, 3, 4, 6, 248, 7, 249, 2, 245, 5, 250, 8, 252, 244, 251, 38];
        play.extend(&found.payload);
        seed("play_draw", &format!("sample-{id}"), &play)?;
        let costume = Costume::read(found)?;
        for key in costume.picture_keys().into_iter().take(8) {
            let Some(cost) = costume.as_cost() else { continue };
            let picture = cost.picture(key)?;
            let size = [picture.info.width, picture.info.height].map(|side| side.min(255) as u8);
            let mut bytes = vec![u8::from(costume.palette().len() == 32), size[0], size[1]];
            bytes.extend(picture.encoded.iter().take(picture.info.pixels()));
            seed("picture", &format!("sample-{id}-{}-{}", key.limb, key.index), &bytes)?;
        }
    }
    Ok(())
}
