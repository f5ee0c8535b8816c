//! Failures of the program: it prints a reason, exits with 2, and leaves no files.

#![cfg(unix)]
#![allow(
    clippy::tests_outside_test_module,
    clippy::unwrap_used,
    reason = "it is all tests; one that cannot make its files has failed"
)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A place with programs that pass for ScummVM and the C compiler, and a folder for temporary files.
struct TestFolder {
    folder: tempfile::TempDir,
}

impl TestFolder {
    /// `scummvm` is what the program does after it has printed its version.
    fn new(scummvm: &str, compiler: &str) -> Self {
        let place = Self { folder: tempfile::tempdir().unwrap() };
        fs::create_dir(place.temp()).unwrap();
        let version = "case $1 in --version) echo 'ScummVM 2.7.0 (now)'; exit;; esac";
        place.program("scummvm", &format!("{version}\n{scummvm}"));
        place.program("cc", compiler);
        place
    }

    fn temp(&self) -> PathBuf {
        self.folder.path().join("temp")
    }

    fn program(&self, name: &str, script: &str) {
        let path = self.folder.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn start(&self) -> Child {
        Command::new(env!("CARGO_BIN_EXE_costumier-oracle"))
            .args(["--engine", "v5", "--stills", "3", "--frames", "0", "--scummvm"])
            .arg(self.folder.path().join("scummvm"))
            .env("PATH", format!("{}:/usr/bin:/bin", self.folder.path().display()))
            .env("TMPDIR", self.temp())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// The reason that is given, once everything is over and nothing is left.
    fn reason(&self, ended: Output) -> String {
        assert_eq!(ended.status.code(), Some(2), "{ended:?}");
        let left: Vec<_> = fs::read_dir(self.temp()).unwrap().collect();
        assert!(left.is_empty(), "{left:?}");
        String::from_utf8(ended.stderr).unwrap()
    }
}

#[test]
fn a_signal_ends_scummvm_and_leaves_nothing() {
    for signal in ["TERM", "INT", "HUP"] {
        let place = TestFolder::new("echo $$ > $HOME/../../pid; exec sleep 1000", "exit 0");
        let running = place.start();
        let told = place.temp().join("pid");
        let until = Instant::now() + Duration::from_secs(60);
        let process = loop {
            assert!(Instant::now() < until, "ScummVM was not started");
            match fs::read_to_string(&told) {
                Ok(process) if process.ends_with('\n') => break process.trim().to_owned(),
                _ => thread::sleep(Duration::from_millis(5)),
            }
        };
        fs::remove_file(told).unwrap();
        let sent = Command::new("kill").args(["-s", signal, &running.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let why = place.reason(running.wait_with_output().unwrap());
        assert!(why.contains("stopped by a signal"), "{why}");
        assert!(!Path::new("/proc").join(&process).exists(), "process {process} is still there");
    }
}

#[test]
fn a_crash_and_a_compiler_that_fails_are_told() {
    for (scummvm, compiler, reason) in [
        ("echo 'Assertion failed' >&2; kill -SEGV $$", "exit 0", "Assertion failed"),
        ("exit 0", "exit 0", "ended after 0 of 3 frames"),
        ("exit 0", "echo 'SDL2/SDL.h: no such file' >&2; exit 1", "apt-get install libsdl2-dev"),
    ] {
        let place = TestFolder::new(scummvm, compiler);
        let why = place.reason(place.start().wait_with_output().unwrap());
        assert!(why.starts_with("oracle: ") && why.contains(reason), "{why}");
    }
}
