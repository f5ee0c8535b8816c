//! Any bytes are read as an .aseprite file, every cel asked for; and as the pictures of a folder that is whole but
//! for them.

use std::sync::LazyLock;

use costumier::{Game, Generation, Limits};
use costumier_edit::folder::{self, About, Files, PackOptions, PictureFiles};
use costumier_edit::pictures::aseprite::Sprite;

static FOLDER: LazyLock<Files> = LazyLock::new(|| {
    let game = Game::open(&crate::sample(Generation::V5), None, Limits::default()).expect("it opens");
    let costume = game.costume(3).expect("its costume");
    folder::unpack(&costume, &About::default(), PictureFiles::Aseprite, &Limits::default()).expect("a folder")
});

pub(crate) fn run(input: &[u8]) {
    if let Ok(sprite) = Sprite::read(input) {
        for layer in 0..4 {
            for frame in sprite.cels_of(layer).take(50) {
                let Ok(Some(cel)) = sprite.cel(layer, frame) else { continue };
                let pixels = match cel.found.pixels {
                    costumier_edit::pictures::png::Pixels::Indexed { indices, .. } => indices.len(),
                    costumier_edit::pictures::png::Pixels::Colours(colours) => colours.len(),
                };
                assert_eq!(pixels, cel.found.width * cel.found.height);
            }
        }
    }
    let mut files = FOLDER.clone();
    files.insert("costume.aseprite".into(), input.to_vec());
    if let Err(refused) = folder::pack(&files, &PackOptions::default()) {
        assert!(!refused.problems.is_empty(), "refused without a reason");
    }
}
