use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::*;
use crate::engine::V5;

/// Held while a script is written and started: a process that another test starts in between would keep the
/// script open, and what is open for writing cannot be run.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> std::sync::MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// A program that passes for ScummVM: a script.
fn fake(folder: &Path, script: &str) -> PathBuf {
    let path = folder.join("scummvm");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn judge(folder: &Path, script: &str, patience: Duration, limit: Duration) -> Judge {
    Judge {
        program: fake(folder, script),
        shim: PathBuf::new(),
        asker: PathBuf::new(),
        version: String::new(),
        patience,
        limit,
        _folder: temp::folder().unwrap(),
    }
}

/// Patience and limit that no test comes to, however busy the machine is.
const LONG: Duration = Duration::from_secs(60);

/// Plays a pack with a script, with all the time that it needs.
fn play(script: &str) -> Result<usize, String> {
    play_within(LONG, LONG, script)
}

/// Plays a pack with a script and gives the end of it, once nothing more is left of it.
fn play_within(patience: Duration, limit: Duration, script: &str) -> Result<usize, String> {
    let _alone = alone();
    let folder = temp::folder().unwrap();
    let told = folder.path().join("told");
    let script = format!("echo $$ $HOME > {}\n{script}", told.display());
    let judge = judge(folder.path(), &script, patience, limit);
    let files = [("monkey2.000".to_owned(), vec![1]), ("monkey2.001".to_owned(), vec![2])];
    let mut run = judge.start(&V5, &files).unwrap();
    let mut frames = 0;
    let end = loop {
        match run.next() {
            Ok(Some(_)) => frames += 1,
            Ok(None) => break Ok(frames),
            Err(why) => break Err(why.to_string()),
        }
    };
    drop(run);
    let told = fs::read_to_string(told).unwrap();
    let (process, home) = told.trim().split_once(' ').unwrap();
    assert!(!Path::new("/proc").join(process).exists(), "process {process} is still there");
    assert!(!Path::new(home).exists(), "{home} is still there");
    end
}

/// Shell code that sends a picture of one pixel.
const PICTURE: &str = "printf 'FRAM\\001\\000\\000\\000\\001\\000\\000\\000x'; head -c 768 /dev/zero";

#[test]
fn a_run_that_ends_by_itself_gives_its_pictures() {
    assert_eq!(play(&format!("{PICTURE}; {PICTURE}; exit 0")), Ok(2));
    assert_eq!(play("cat game/monkey2.000 game/monkey2.001 > /dev/null || exit 1"), Ok(0));
}

#[test]
fn a_crash_is_told_with_the_last_messages() {
    let end = play(&format!("{PICTURE}; echo 'Assertion failed' >&2; kill -SEGV $$"));
    let why = end.unwrap_err();
    assert!(why.contains("signal: 11") && why.contains("Assertion failed"), "{why}");
    let end = play("for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do echo line $i >&2; done; exit 3");
    let why = end.unwrap_err();
    assert!(why.contains("exit status: 3") && why.contains("line 14") && !why.contains("line 2\n"), "{why}");
}

#[test]
fn a_hang_is_ended() {
    let short = Duration::from_millis(700);
    for script in ["exec sleep 1000", "exec >&-; exec sleep 1000"] {
        let why = play_within(short, LONG, &format!("{PICTURE}; {script}")).unwrap_err();
        assert!(why.contains("so it was ended"), "{why}");
    }
    // New pictures for ever do not help.
    let why = play_within(LONG, short, &format!("while :; do {PICTURE}; done")).unwrap_err();
    assert!(why.contains("did not come to its end"), "{why}");
}

#[test]
fn what_is_no_stream_of_pictures_is_no_result() {
    let why = play_within(Duration::from_millis(700), LONG, "echo 'User picked target'; exec sleep 1000")
        .unwrap_err();
    assert!(why.contains("stopped sending pictures"), "{why}");
}

#[test]
fn only_scummvm_passes_for_scummvm() {
    let _alone = alone();
    let folder = temp::folder().unwrap();
    let told = "echo Making a configuration; echo 'ScummVM 2.9.1 (Jan 1 2025 00:00:00)'; echo Features";
    assert_eq!(program::version(&fake(folder.path(), told), LONG).unwrap(), "ScummVM 2.9.1");
    for script in ["echo hello", "exec sleep 1000", "exit 1"] {
        assert!(
            program::version(&fake(folder.path(), script), Duration::from_millis(700)).is_err(),
            "{script}"
        );
    }
    let why = Judge::find(Some(folder.path().join("nothing"))).unwrap_err().to_string();
    assert!(why.contains("there is no such program"), "{why}");
}

#[test]
fn where_scummvm_is_not_installed_one_is_told_what_to_install() {
    let folder = temp::folder().unwrap();
    let path = || [folder.path().join("games"), folder.path().to_owned()].into_iter();
    let why = program::find_in(path()).unwrap_err().to_string();
    assert!(why.contains("ScummVM is not installed") && why.contains("apt-get install scummvm"), "{why}");
    let installed = fake(folder.path(), "exit 0");
    assert_eq!(program::find_in(path()).unwrap(), installed);
}
