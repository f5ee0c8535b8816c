//! Our BPS patches, applied by other people's programs: the very file that `put` writes, and nothing where the source
//! is another one.
//!
//! Programs are looked for on the path. `JUDGES=flips,bps-apply` names those that must be there; `.ci/full` names
//! two.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::support::{Scratch, ok};

/// A program, what it is told, and whether it refuses sources that a patch was not made for.
struct Applier {
    program: &'static str,
    words: &'static [&'static str],
    refuses: bool,
}

const APPLIERS: [Applier; 4] = [
    // python-bps-continued, from PyPI.
    Applier { program: "bps-apply", words: &["SOURCE", "TARGET", "PATCH"], refuses: true },
    // From PyPI.
    Applier { program: "pypatchergba", words: &["SOURCE", "PATCH", "-o", "TARGET"], refuses: true },
    // Floating IPS, what most people have.
    Applier { program: "flips", words: &["--apply", "PATCH", "SOURCE", "TARGET"], refuses: true },
    // RomPatcher.js: looks at checksums only when it is told to, and then goes on all the same.
    Applier { program: "RomPatcher", words: &["patch", "SOURCE", "PATCH"], refuses: false },
];

impl Applier {
    /// `None` where it is not installed.
    fn apply(&self, folder: &Path, patch: &str, source: &[u8]) -> Option<(Output, Option<Vec<u8>>)> {
        let at = folder.join("applied");
        let _ = fs::remove_dir_all(&at);
        fs::create_dir(&at).unwrap();
        fs::write(at.join("source.bin"), source).unwrap();
        fs::copy(folder.join(patch), at.join("change.bps")).unwrap();
        let word = |word: &&str| match *word {
            "SOURCE" => "source.bin".to_owned(),
            "PATCH" => "change.bps".to_owned(),
            "TARGET" => "target.bin".to_owned(),
            other => other.to_owned(),
        };
        let ran =
            Command::new(self.program).args(self.words.iter().map(word)).current_dir(&at).output().ok()?;
        // RomPatcher.js gives its file a name of its own.
        let made = ["target.bin", "source (patched).bin"].map(|name| fs::read(at.join(name)).ok());
        Some((ran, made.into_iter().flatten().next()))
    }
}

#[test]
fn others_apply_our_patches() {
    let at = &Scratch::after(["sample game"]);
    // Some bytes in their place, and a costume that grows, behind which all else moves.
    ok(at, "unpack game 6 -o minuet --pictures single");
    let text = fs::read_to_string(at.join("minuet/costume.toml")).unwrap();
    fs::write(at.join("minuet/costume.toml"), text.replacen("at = [", "move = [3, 4]\nat = [", 1)).unwrap();
    ok(at, "put game minuet -o small");
    ok(at, "put game minuet --patch small.bps");
    ok(at, "new hero");
    ok(at, "put game hero --id 3 -o large --force");
    // The index changes with it: a patch for each of two files.
    ok(at, "put game hero --id 3 --patch large.zip");
    let mut zip = zip::ZipArchive::new(fs::File::open(at.join("large.zip")).unwrap()).unwrap();
    std::io::copy(
        &mut zip.by_name("sample.001.bps").unwrap(),
        &mut fs::File::create(at.join("large.bps")).unwrap(),
    )
    .unwrap();
    let source = fs::read(at.join("game/sample.001")).unwrap();
    let required = std::env::var("JUDGES").unwrap_or_default();
    let mut done = Vec::new();
    for applier in &APPLIERS {
        for edit in ["small", "large"] {
            let wanted = fs::read(at.join(edit).join("sample.001")).unwrap();
            assert_ne!(wanted, source);
            let patch = format!("{edit}.bps");
            let Some((ran, made)) = applier.apply(at, &patch, &source) else {
                let is_required = required.split(',').any(|name| name == applier.program);
                assert!(!is_required, "{} is not installed", applier.program);
                break;
            };
            let said = String::from_utf8_lossy(&ran.stderr);
            assert!(made.as_deref() == Some(&wanted), "{} {edit}: {said}", applier.program);
            if applier.refuses {
                let mut other = source.clone();
                other[1000] ^= 1;
                let (ran, made) = applier.apply(at, &patch, &other).unwrap();
                let took = ran.status.success() || made.is_some_and(|made| !made.is_empty() && made != other);
                assert!(!took, "{} took another source", applier.program);
            }
            done.push(applier.program);
        }
    }
    done.dedup();
    eprintln!("applied by {}", done.join(", "));
}
