//! `montage` and `--watch`: everybody in one picture; doing it again when a file changes.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{damaged, folder, run_in, store};

#[test]
fn everybody_is_in_one_picture() {
    let at = folder("montage");
    let run = run_in(&at, &["montage", "sample", "-o", "cast.png"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stderr.contains("6 costumes"), "{}", run.stderr);
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(at.join("cast.png")).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert!(info.width > 300 && info.height > 80, "{info:?}");
    let colours: std::collections::BTreeSet<_> = pixels.chunks_exact(3).collect();
    assert!(colours.len() > 60, "six palettes: {}", colours.len());
    run_in(&at, &["montage", "sample", "-o", "cast.png"]).fails(2, &["is there already", "--force"]);
    assert_eq!(run_in(&at, &["montage", "sample", "1-2", "-o", "cast.png", "--force", "-q"]).stderr, "");
    run_in(&at, &["montage", "sample", "99", "-o", "no.png"]).fails(2, &["costume 99"]);
}

#[test]
fn who_cannot_be_shown_is_named() {
    let at = folder("montage-damaged");
    store(&damaged(), &at, "tiny");
    let run = run_in(&at, &["montage", ".", "-o", "cast.png"]);
    assert!(run.status == 0 && run.stderr.contains("nothing can be shown of"), "{}", run.stderr);
}

/// Ends the program when the test does, however that ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn scenes_are_rendered_again_when_they_change() {
    let at = folder("watch");
    let scene = |chore: &str| {
        format!(
            r#"{{"scenes":[{{"name":"a","actors":[{{"costume":1,"position":[0,0],"chores":["init","{chore}"]}}]}}]}}"#
        )
    };
    fs::write(at.join("s.json"), scene("stand")).unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_costumier"))
        .args(["render", "sample", "--scenes", "s.json", "-o", ".", "--watch", "-q"])
        .current_dir(&at)
        .stderr(Stdio::null())
        .spawn();
    let _running = Running(child.unwrap());
    let picture = |differs: Option<&[u8]>| {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(60) {
            match fs::read(at.join("a.png")) {
                Ok(bytes) if !bytes.is_empty() && Some(&bytes[..]) != differs => return bytes,
                _ => sleep(Duration::from_millis(50)),
            }
        }
        panic!("no picture, or the same as before");
    };
    let before = picture(None);
    // A file that cannot be read for a while does not end it.
    fs::write(at.join("s.json"), "{").unwrap();
    sleep(Duration::from_millis(900));
    fs::write(at.join("s.json"), scene("walk")).unwrap();
    picture(Some(&before));
}
