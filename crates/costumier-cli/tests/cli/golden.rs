//! The scenes of `docs/scenes.json`, drawn by the program, are the pictures of `docs/pictures`, which were
//! looked at: every costume, both mirror senses, moves, boxes, z-planes, two palettes and seven sizes.
//!
//! To accept new pictures, look at them first, then
//! `costumier render sample --scenes docs/scenes.json -o docs/pictures --force`.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::process::Command;

struct Picture {
    size: (u32, u32),
    indices: Vec<u8>,
    palette: Vec<u8>,
    transparency: Vec<u8>,
}

fn read(path: &Path) -> Picture {
    let decoder = png::Decoder::new(BufReader::new(File::open(path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut indices = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut indices).unwrap();
    assert_eq!((frame.color_type, frame.bit_depth), (png::ColorType::Indexed, png::BitDepth::Eight));
    let info = reader.info();
    Picture {
        size: (frame.width, frame.height),
        indices,
        palette: info.palette.as_ref().unwrap().to_vec(),
        transparency: info.trns.as_ref().map(|trns| trns.to_vec()).unwrap_or_default(),
    }
}

#[test]
fn the_scenes_are_the_pictures_that_were_looked_at() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let out = tempfile::tempdir().unwrap();
    let status = Command::new(env!("CARGO_BIN_EXE_costumier"))
        .args(["render", "sample", "--scenes"])
        .arg(docs.join("scenes.json"))
        .arg("-o")
        .arg(out.path())
        .output()
        .unwrap();
    assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stderr));
    let mut compared = 0;
    for entry in std::fs::read_dir(docs.join("pictures")).unwrap() {
        let golden = entry.unwrap().path();
        // README's moving picture lies there as well.
        if golden.extension().is_none_or(|ending| ending != "png") {
            continue;
        }
        let name = golden.file_name().unwrap();
        let (expected, actual) = (read(&golden), read(&out.path().join(name)));
        assert_eq!(expected.size, actual.size, "{name:?}");
        let different = expected.indices.iter().zip(&actual.indices).filter(|(a, b)| a != b).count();
        assert_eq!(different, 0, "{name:?}: so many pixels differ");
        assert_eq!(expected.palette, actual.palette, "{name:?}");
        assert_eq!(expected.transparency, actual.transparency, "{name:?}");
        compared += 1;
    }
    assert_eq!(compared, std::fs::read_dir(out.path()).unwrap().count(), "a picture for each scene");
}
