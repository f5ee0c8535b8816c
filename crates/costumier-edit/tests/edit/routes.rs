//! Pictures that went through other people's programs: every costume colour comes back, or it is told.
//!
//! `routes/save.py` has the routes. Those whose program is not installed are left out: `ROUTES=all` asks for
//! every one, `ROUTES=gimp,grafx2` for these. `JUDGES=pillow,imagemagick` names those that must be there, as
//! `.ci/full` does.

use std::fs;
use std::path::Path;
use std::process::Command;

use costumier::{Game, Limits};
use costumier_edit::folder::{self, About, Files, ORIGINAL, PackOptions, Packed, PictureFiles};
use costumier_edit::pictures::png::{self, Pixels};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/edit/routes/save.py");

/// Debian's Python, whose Pillow is a package of the system.
fn python() -> Command {
    let system = Path::new("/usr/bin/python3");
    Command::new(if system.exists() { system } else { Path::new("python3") })
}

/// Odile in a room in which two pairs of her colours look alike.
fn unpacked() -> (Files, About) {
    let game = Game::open(&costumier_sample::files(), None, Limits::default()).unwrap();
    let costume = game.costume(1).unwrap();
    let palette = game.costume_palette(1).unwrap();
    let own = costume.palette().iter();
    let mut colours: Vec<_> = own.map(|colour| palette[usize::from(*colour)]).collect();
    colours[6] = colours[2];
    colours[13] = colours[1];
    let about = About { colours, ..About::default() };
    (folder::unpack(&costume, &about, PictureFiles::Sheets, &Limits::default()).unwrap(), about)
}

/// Sixty pixels of every picture painted over, each with another colour.
fn painted(files: &Files, about: &About) -> Files {
    let mut files = files.clone();
    for bytes in files.iter_mut().filter(|(name, _)| name.ends_with(".png")).map(|(_, bytes)| bytes) {
        let found = png::read(bytes).unwrap();
        let Pixels::Indexed { mut indices, .. } = found.pixels else { panic!("no indices") };
        let drawn: Vec<usize> =
            (0..indices.len()).filter(|at| indices[*at] != 0).step_by(7).take(60).collect();
        for (number, at) in drawn.into_iter().enumerate() {
            indices[at] = u8::try_from(number % 15 + 1).unwrap();
        }
        *bytes = png::write(found.width, found.height, &indices, &about.palette(16, 0)).unwrap();
    }
    files
}

fn pack(files: &Files) -> Result<Packed, String> {
    folder::pack(files, &PackOptions::default()).map_err(|refused| refused.to_string())
}

/// Every picture of the folder, saved by a program; `None` where it is not there.
fn saved(files: &Files, route: &str, at: &Path) -> Option<Files> {
    let mut files = files.clone();
    for (name, bytes) in files.iter_mut().filter(|(name, _)| name.ends_with(".png")) {
        let (source, target) = (at.join(name), at.join(format!("saved-{route}-{name}")));
        fs::write(&source, &bytes).unwrap();
        let ran = python().arg(SCRIPT).arg(route).arg(&source).arg(&target).output().unwrap();
        if ran.status.code() == Some(77) {
            return None;
        }
        assert!(ran.status.success(), "{route}: {}", String::from_utf8_lossy(&ran.stderr));
        *bytes = fs::read(&target).unwrap();
    }
    Some(files)
}

#[test]
fn what_art_programs_save_comes_back() {
    let listed = python().arg(SCRIPT).output().map(|ran| ran.stdout).unwrap_or_default();
    let listed = String::from_utf8(listed).unwrap();
    let temp = tempfile::tempdir().unwrap();
    let (whole, about) = unpacked();
    let edited = painted(&whole, &about);
    let asked = std::env::var("ROUTES").unwrap_or_default();
    let mut done = Vec::new();
    for line in listed.lines() {
        let (route, promise) = line.split_once(' ').unwrap();
        // These need a screen, or many seconds: only where they are asked for.
        let slow = route.starts_with("gimp") || route == "grafx2";
        let named = asked.split(',').any(|asked| asked == route);
        if promise == "layers" {
            continue;
        }
        if !named && asked != "all" && (slow || !asked.is_empty()) {
            continue;
        }
        for files in [&whole, &edited] {
            let wanted = pack(files).unwrap();
            let Some(saved) = saved(files, route, temp.path()) else {
                assert!(!named, "{route}: the program is not installed");
                continue;
            };
            assert!(files.iter().any(|(name, bytes)| saved[name] != *bytes), "{route} saved nothing anew");
            match pack(&saved) {
                Ok(packed) if promise == "exact" => {
                    assert_eq!(packed.payload, wanted.payload, "{route}: {:?}", packed.notes);
                }
                // A program that joins near colours: a loss has to be told.
                Ok(packed) => {
                    assert!(packed.payload == wanted.payload || !packed.notes.is_empty(), "{route}");
                }
                Err(refused) => assert!(promise == "told" && refused.contains('#'), "{route}: {refused}"),
            }
            // Without the block there is nothing to look colours up in; they come back all the same.
            if promise == "exact" {
                let alone = |files: &Files| {
                    let mut files = files.clone();
                    files.remove(ORIGINAL);
                    pack(&files).unwrap().payload
                };
                assert_eq!(alone(&saved), alone(files), "{route}");
            }
            done.push(route.to_owned());
        }
    }
    done.dedup();
    eprintln!("saved and read back: {}", done.join(", "));
    let judges = std::env::var("JUDGES").unwrap_or_default();
    for route in ["pillow", "imagemagick"].into_iter().filter(|route| judges.contains(route)) {
        assert!(done.iter().any(|done| done == route), "{route} is missing");
    }
}

/// A file of layers and frames, opened and saved by somebody else's library.
#[test]
fn what_a_library_for_aseprite_files_saves_comes_back() {
    const FILE: &str = "costume.aseprite";
    let temp = tempfile::tempdir().unwrap();
    let game = Game::open(&costumier_sample::files(), None, Limits::default()).unwrap();
    let asked = std::env::var("ROUTES").unwrap_or_default();
    for id in game.costume_ids() {
        let costume = game.costume(id).unwrap();
        let palette = game.costume_palette(id).unwrap();
        let colours = costume.palette().iter().map(|colour| palette[usize::from(*colour)]).collect();
        let about = About { colours, ..About::default() };
        let mut files = folder::unpack(&costume, &about, PictureFiles::Aseprite, &Limits::default()).unwrap();
        let (source, target) = (temp.path().join(FILE), temp.path().join(format!("saved-{FILE}")));
        fs::write(&source, &files[FILE]).unwrap();
        let ran = python().args([SCRIPT, "aseprite"]).args([&source, &target]).output().unwrap();
        if ran.status.code() == Some(77) {
            assert!(!asked.split(',').any(|asked| asked == "aseprite"), "the library is not installed");
            eprintln!("left out: no Python has the package `aseprite`");
            return;
        }
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        let saved = fs::read(&target).unwrap();
        assert_ne!(saved, files[FILE], "nothing was saved anew");
        files.insert(FILE.to_owned(), saved);
        files.remove(ORIGINAL);
        let anew = pack(&files).unwrap();
        assert_eq!(anew.notes, [""; 0]);
        let mut plain = folder::unpack(&costume, &about, PictureFiles::Sheets, &Limits::default()).unwrap();
        plain.remove(ORIGINAL);
        assert_eq!(anew.payload, pack(&plain).unwrap().payload, "costume {id}");
    }
}
