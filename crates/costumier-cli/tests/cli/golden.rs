//! The scenes of `docs/scenes.json`, drawn by the program, are the pictures of `docs/pictures`, which were
//! looked at: every costume, both mirror senses, moves, boxes, z-planes, two palettes and seven sizes.
//!
//! To accept new pictures, look at them first, then
//! `costumier render sample --scenes docs/scenes.json -o docs/pictures --force`.

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

/// Rule 1 of docs/interpreters.md. The same scene of v4 with 256 colours was held against pictures of both versions
/// of ScummVM, pixel for pixel.
#[test]
fn a_scaled_picture_of_v4_that_faces_west_is_the_current_interpreters() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/pictures");
    let golden = read(&here.join("v4-west.png"));
    let text = std::fs::read_to_string(here.join("v4-west.json")).unwrap();
    let older = text.replacen('{', r#"{ "interpreter": "scummvm-2.7","#, 1);
    let cases: [(&str, &[&str], usize); 4] = [
        (&text, &[], 0),
        (&text, &["--interpreter", "scummvm-2.7"], 101),
        (&older, &[], 101),
        (&older, &["--interpreter", "current"], 0),
    ];
    for (text, given, wanted) in cases {
        let out = tempfile::tempdir().unwrap();
        std::fs::write(out.path().join("scene.json"), text).unwrap();
        let run = Command::new(env!("CARGO_BIN_EXE_costumier"))
            .args(["render", "sample-v4-ega", "--scenes", "scene.json", "-o", "."])
            .args(given)
            .current_dir(out.path())
            .output()
            .unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        let drawn = read(&out.path().join("v4-west.png"));
        assert_eq!((drawn.size, &drawn.palette), (golden.size, &golden.palette));
        let different = drawn.indices.iter().zip(&golden.indices).filter(|(a, b)| a != b).count();
        assert_eq!(different, wanted, "{given:?}");
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
