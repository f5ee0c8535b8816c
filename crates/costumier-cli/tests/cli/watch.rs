//! `--watch`: what is shown is done again when a file changes, until Ctrl-C.

use std::fs;
use std::io::{BufRead as _, BufReader, read_to_string};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::support::{folder, ok};

/// Longest wait for something that is to come. It is long, because a busy computer takes its time.
const MOST: Duration = Duration::from_secs(120);

/// A command that goes on, and what it says of itself (standard error) line by line as it comes. Which of two outputs
/// is heard first is chance, so what it shows (standard output) is kept until the end.
struct Watching {
    child: Child,
    lines: Receiver<String>,
    shown: Option<JoinHandle<String>>,
}

impl Watching {
    fn begin(at: &Path, args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_costumier"))
            .args(args)
            .current_dir(at)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, lines) = channel();
        let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let shown = thread::spawn(move || read_to_string(out).unwrap_or_default());
        thread::spawn(move || {
            BufReader::new(err).lines().map_while(Result::ok).try_for_each(|it| to.send(it))
        });
        Self { child, lines, shown: Some(shown) }
    }

    /// Waits for a line with this text.
    #[track_caller]
    fn until(&self, text: &str) {
        let end = Instant::now() + MOST;
        let mut seen = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
            if line.contains(text) {
                return;
            }
            seen.push(line);
        }
        panic!("{text:?} did not come; there was {seen:?}");
    }

    /// Asks it once to end, by the signal that no shell has a background job ignore; its status.
    fn end(&mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        // It is ended hard where it does not end: then there is no status.
        let begun = Instant::now();
        while begun.elapsed() < MOST {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            thread::sleep(Duration::from_millis(20));
        }
        None
    }

    /// All that it has shown, once it has ended.
    fn shown(&mut self) -> String {
        self.shown.take().unwrap().join().unwrap()
    }
}

/// However a test ends, so does the program.
impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn change(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{from}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn a_costume_is_packed_again_when_its_folder_changes() {
    let at = folder("watch-pack");
    ok(&at, "unpack sample 1 -o odile");
    let toml = at.join("odile/costume.toml");
    // The block lies in the folder that is watched, which is no change.
    let mut watching = Watching::begin(&at, &["pack", "odile", "-o", "odile/odile.cost", "--watch"]);
    watching.until("wrote ");
    watching.until("watching");
    let first = fs::read(at.join("odile/odile.cost")).unwrap();
    let text = fs::read_to_string(&toml).unwrap();
    // A file that cannot be read for a while is told and does not end it.
    fs::write(&toml, "[[[").unwrap();
    watching.until("error: ");
    watching.until("watching");
    assert_eq!(fs::read(at.join("odile/odile.cost")).unwrap(), first, "the last good one stays");
    fs::write(&toml, text).unwrap();
    change(&toml, "at = [-", "at = [-1");
    watching.until("wrote ");
    watching.until("watching");
    let second = fs::read(at.join("odile/odile.cost")).unwrap();
    assert_ne!(second, first);
    ok(&at, "pack odile -o once.cost -q");
    assert_eq!(fs::read(at.join("once.cost")).unwrap(), second);
    // A picture counts as well.
    let picture = at.join("odile/limb-0.png");
    let bytes = fs::read(&picture).unwrap();
    fs::write(&picture, b"no picture").unwrap();
    watching.until("error: ");
    watching.until("watching");
    fs::write(&picture, bytes).unwrap();
    watching.until("wrote ");
    assert_eq!(watching.end(), Some(128 + 15));
}

#[test]
fn a_preview_is_shown_again() {
    let at = folder("watch-preview");
    ok(&at, "unpack sample 6 -o minuet");
    let mut watching = Watching::begin(&at, &["pack", "minuet", "--preview", "--watch"]);
    watching.until("watching");
    change(&at.join("minuet/costume.toml"), "at = [-", "at = [-1");
    watching.until("watching");
    assert_eq!(watching.end(), Some(128 + 15));
    let shown = watching.shown();
    let first = shown.lines().next().unwrap();
    assert_eq!(shown.lines().filter(|line| *line == first).count(), 2, "{shown}");
}

#[test]
fn scenes_are_rendered_again_when_they_or_the_game_change() {
    let at = folder("watch-render");
    ok(&at, "sample game");
    let scene = |chore: &str| {
        format!(
            r#"{{"scenes":[{{"name":"a","actors":[{{"costume":1,"position":[0,0],"chores":["init","{chore}"]}}]}}]}}"#
        )
    };
    let picture = || fs::read(at.join("out/a.png")).unwrap();
    fs::write(at.join("s.json"), scene("stand")).unwrap();
    let mut watching =
        Watching::begin(&at, &["render", "game", "--scenes", "s.json", "-o", "out", "--watch"]);
    watching.until("watching");
    let standing = picture();
    fs::write(at.join("s.json"), "{").unwrap();
    watching.until("error: ");
    watching.until("watching");
    fs::write(at.join("s.json"), scene("walk")).unwrap();
    watching.until("watching");
    let walking = picture();
    assert_ne!(walking, standing);
    // A picture that somebody has touched up is not replaced.
    fs::write(at.join("out/a.png"), "mine").unwrap();
    fs::write(at.join("s.json"), scene("stand")).unwrap();
    watching.until("a.png exists");
    watching.until("watching");
    assert_eq!(picture(), b"mine");
    fs::remove_file(at.join("out/a.png")).unwrap();
    // Somebody puts a costume into the game.
    ok(&at, "unpack game 1 -o odile -q");
    change(&at.join("odile/costume.toml"), "at = [-", "at = [-1");
    ok(&at, "put game odile --in-place -q");
    watching.until("watching");
    assert_eq!(watching.end(), Some(128 + 15));
}

#[cfg(unix)]
#[test]
fn a_trial_starts_again() {
    use std::os::unix::fs::PermissionsExt as _;

    let at = folder("watch-try");
    ok(&at, "new hero");
    let program = at.join("scummvm.sh");
    fs::write(&program, "#!/bin/sh\necho $$ >> started\nexec sleep 600\n").unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let started = || -> Vec<String> {
        let text = fs::read_to_string(at.join("started")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    };
    let is_running = |id: &str| Path::new("/proc").join(id).exists();
    let mut watching = Watching::begin(&at, &["try", "hero", "--watch", "--scummvm", "./scummvm.sh"]);
    watching.until("watching");
    let wait = |count: usize| {
        let begun = Instant::now();
        while started().len() < count {
            assert!(begun.elapsed() < MOST, "{:?}", started());
            thread::sleep(Duration::from_millis(20));
        }
        begun.elapsed()
    };
    wait(1);
    let toml = at.join("hero/costume.toml");
    // A folder that cannot be packed leaves the game as it is.
    let text = fs::read_to_string(&toml).unwrap();
    fs::write(&toml, "[[[").unwrap();
    watching.until("error: ");
    watching.until("watching");
    assert_eq!(started().len(), 1);
    fs::write(&toml, text.replacen("at = [-", "at = [-1", 1)).unwrap();
    let took = wait(2);
    // A busy computer takes longer; it is 0.7 s on one that is not.
    println!("started again after {took:?}");
    watching.until("watching");
    let all = started();
    if Path::new("/proc").exists() {
        assert!(!is_running(&all[0]) && is_running(&all[1]), "one at a time");
    }
    assert_eq!(watching.end(), Some(128 + 15));
    if Path::new("/proc").exists() {
        assert!(!is_running(&all[1]), "it ends with the command");
    }
}
