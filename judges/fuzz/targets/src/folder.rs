//! Any text is packed as the costume.toml of a folder whose other files are whole, or as the program of one: a
//! block or a refusal that says why, never a panic. What is packed can be unpacked and packed again to the same
//! bytes.

use std::sync::LazyLock;

use costumier::{Costume, Game, Generation, Limits};
use costumier_edit::folder::{self, About, Files, PackOptions, PictureFiles, TEXT};

fn unpacked(generation: Generation, id: u32) -> Files {
    let files = crate::sample(generation);
    let game = Game::open(&files, None, Limits::default()).expect("it opens");
    let costume = game.costume(id).expect("its costume");
    folder::unpack(&costume, &About::default(), PictureFiles::Sheets, &Limits::default()).expect("a folder")
}

static FOLDERS: LazyLock<[Files; 2]> =
    LazyLock::new(|| [unpacked(Generation::V5, 3), unpacked(Generation::V7, 3)]);

pub(crate) fn run(input: &[u8]) {
    let [which, text @ ..] = input else { return };
    let mut files = FOLDERS[usize::from(which & 1)].clone();
    files.insert(if which & 2 == 0 { TEXT } else { "program.txt" }.into(), text.to_vec());
    if which & 4 != 0 {
        files.remove(folder::ORIGINAL);
    }
    let packed = match folder::pack(&files, &PackOptions::default()) {
        Ok(packed) => packed,
        Err(refused) => {
            assert!(!refused.problems.is_empty(), "refused without a reason");
            return;
        }
    };
    let tag = packed.dialect.costumes.tag();
    let costume = Costume::open(tag, packed.payload.clone(), packed.dialect).expect("what was packed opens");
    let again =
        folder::unpack(&costume, &packed.about, PictureFiles::Sheets, &Limits::default()).expect("unpacks");
    let again = folder::pack(&again, &PackOptions::default()).expect("packs again");
    assert_eq!(again.payload, packed.payload);
}
