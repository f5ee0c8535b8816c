//! `montage`: everybody in one picture.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::fs;

use crate::support::{damaged, folder, run_in, store};

#[test]
fn everybody_is_in_one_picture() {
    let at = folder("montage");
    let run = run_in(&at, &["montage", "sample", "-o", "cast.png"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stderr.contains("6 costumes"), "{}", run.stderr);
    // From memory: an open file cannot be replaced on Windows.
    let decoder = png::Decoder::new(std::io::Cursor::new(fs::read(at.join("cast.png")).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert!(info.width > 300 && info.height > 80, "{info:?}");
    let colours: std::collections::BTreeSet<_> = pixels.chunks_exact(3).collect();
    assert!(colours.len() > 60, "six palettes: {}", colours.len());
    run_in(&at, &["montage", "sample", "-o", "cast.png"]).fails(2, &["cast.png exists", "--force"]);
    assert_eq!(run_in(&at, &["montage", "sample", "1-2", "-o", "cast.png", "--force", "-q"]).stderr, "");
    let webp = run_in(&at, &["montage", "sample", "-o", "cast.webp"]);
    assert_eq!(webp.status, 0, "{}", webp.stderr);
    assert!(fs::read(at.join("cast.webp")).unwrap().starts_with(b"RIFF"));
    let one = run_in(&at, &["montage", "sample", "6", "-o", "one.gif"]);
    assert_eq!(one.status, 0, "{}", one.stderr);
    assert!(fs::read(at.join("one.gif")).unwrap().starts_with(b"GIF89a"));
    run_in(&at, &["montage", "sample", "99", "-o", "no.png"]).fails(2, &["costume 99"]);
}

#[test]
fn a_montage_is_enlarged_and_coloured_as_an_export_is() {
    let at = folder("montage options");
    let written = |name: &str, more: &str| {
        let words = format!("montage sample 6 -o {name} --scale-up 2 {more}");
        let run = run_in(&at, &words.split_whitespace().collect::<Vec<_>>());
        assert_eq!(run.status, 0, "{}", run.stderr);
        fs::read(at.join(name)).unwrap()
    };
    assert_ne!(written("a.png", ""), written("b.png", "--scaler epx"));
    assert_eq!(written("c.png", "--background navy"), written("d.png", "--background #000080"));
    run_in(&at, &["montage", "sample", "-o", "no.png", "--scaler", "mmpx"])
        .fails(2, &["`--scaler mmpx` needs a `--scale-up` of 2 or 4; the call has 1"]);
    run_in(&at, &["montage", "sample", "-o", "no.png", "--background", "nevy"]).fails(2, &["or `navy`"]);
}

#[test]
fn who_cannot_be_shown_is_named() {
    let at = folder("montage-damaged");
    store(&damaged(), &at, "tiny");
    let run = run_in(&at, &["montage", ".", "-o", "cast.png"]);
    assert!(run.status == 0 && run.stderr.contains("no picture could be drawn of"), "{}", run.stderr);
}
