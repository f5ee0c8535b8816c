//! `montage`: everybody in one picture.

use std::fs;

use crate::support::{damaged, folder, ok, run, run_in, store};
use crate::whatis::Rgba;

#[test]
fn everybody_is_in_one_picture() {
    let at = folder("montage");
    ok(&at, "montage sample -o cast.png").warns(&["6 costumes"]);
    let Rgba { width, height, pixels } = Rgba::read(&at.join("cast.png"));
    assert!(width > 300 && height > 80, "{width} × {height}");
    let colours: std::collections::BTreeSet<_> = pixels.into_iter().collect();
    assert!(colours.len() > 60, "six palettes: {}", colours.len());
    run(&at, "montage sample -o cast.png").fails(2, &["cast.png exists", "--force"]);
    assert_eq!(run(&at, "montage sample 1-2 -o cast.png --force -q").stderr, "");
    ok(&at, "montage sample -o cast.webp");
    assert!(fs::read(at.join("cast.webp")).unwrap().starts_with(b"RIFF"));
    ok(&at, "montage sample 6 -o one.gif");
    assert!(fs::read(at.join("one.gif")).unwrap().starts_with(b"GIF89a"));
    run(&at, "montage sample 99 -o no.png").fails(2, &["costume 99"]);
}

#[test]
fn a_montage_is_enlarged_and_coloured_as_an_export_is() {
    let at = folder("montage options");
    let written = |name: &str, more: &str| {
        let words = format!("montage sample 6 -o {name} --scale-up 2 {more}");
        run_in(&at, &words.split_whitespace().collect::<Vec<_>>()).ends(0);
        fs::read(at.join(name)).unwrap()
    };
    assert_ne!(written("a.png", ""), written("b.png", "--scaler epx"));
    assert_eq!(written("c.png", "--background navy"), written("d.png", "--background #000080"));
    run(&at, "montage sample -o no.png --scaler mmpx")
        .fails(2, &["`--scaler mmpx` needs a `--scale-up` of 2 or 4; the call has 1"]);
    run(&at, "montage sample -o no.png --background nevy").fails(2, &["or `navy`"]);
}

#[test]
fn who_cannot_be_shown_is_named() {
    let at = folder("montage-damaged");
    store(&damaged(), &at, "tiny");
    ok(&at, "montage . -o cast.png").warns(&["no picture could be drawn of"]);
}
