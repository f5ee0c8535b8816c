//! The judge: an unmodified ScummVM that plays a pack without display and sound, and its screen.
//!
//! All started processes end with a [`Run`], also after a failure. Each run has a folder with a home, a configuration
//! (which ScummVM rewrites) and the pack, so runs are separate from each other and from the user's ScummVM.

mod ask;
pub(crate) mod frames;
mod program;

use std::collections::VecDeque;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use costumier_build::classic::NamedFile;

use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::{stop, temp};
use frames::Frame;
use tempfile::TempDir;

/// Pictures that may wait to be compared.
const QUEUE: usize = 32;

/// How often to look whether a signal has come.
const LOOK: Duration = Duration::from_millis(100);

/// Lines of ScummVM's messages that are kept for a report.
const LAST_LINES: usize = 12;

/// ScummVM and the libraries that are preloaded into it.
#[derive(Debug)]
pub(crate) struct Judge {
    program: PathBuf,
    shim: PathBuf,
    asker: PathBuf,
    version: String,
    /// How long nothing may happen before a run counts as hung.
    patience: Duration,
    /// How long a run may take.
    limit: Duration,
    /// Holds both libraries.
    _folder: TempDir,
}

/// One start of ScummVM on a pack.
#[derive(Debug)]
pub(crate) struct Run {
    child: Child,
    pictures: Receiver<Frame>,
    messages: Arc<Mutex<VecDeque<String>>>,
    until: Instant,
    patience: Duration,
    /// Holds the pack, and goes after `child` has ended.
    _folder: TempDir,
}

impl Judge {
    /// Finds ScummVM (`program`, or where it usually is) and compiles what is preloaded into it.
    pub(crate) fn find(program: Option<PathBuf>) -> Outcome<Self> {
        let (patience, limit) = (Duration::from_secs(20), Duration::from_secs(300));
        let program = program::find(program)?;
        let version = program::version(&program, patience)?;
        let folder = temp::folder()?;
        let shim = program::compile_shim(folder.path())?;
        let asker = program::compile_asker(folder.path())?;
        Ok(Self { program, shim, asker, version, patience, limit, _folder: folder })
    }

    /// ScummVM's name and version.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// Starts a pack, as the game that the engine names.
    pub(crate) fn start(&self, engine: &Engine, files: &[NamedFile]) -> Outcome<Run> {
        self.start_with((engine.game_id, engine.settings), engine.checksum, files)
    }

    /// Starts a game that passes for the one with this id, with these lines of configuration.
    pub(crate) fn start_as(&self, known: (&str, &str), files: &[NamedFile]) -> Outcome<Run> {
        self.start_with(known, None, files)
    }

    /// ScummVM in a folder of its own, with a game that passes for the one with this id, with these lines of
    /// configuration. Further options can follow; [`program::TARGET`] must be the last argument.
    fn command(&self, folder: &TempDir, known: (&str, &str), files: &[NamedFile]) -> Outcome<Command> {
        let home = temp::make(folder.path().join("home"))?;
        let game = temp::make(folder.path().join("game"))?;
        temp::write_all(&game, files)?;
        let configuration = folder.path().join("scummvm.ini");
        temp::write(&configuration, program::configuration(known, &game).as_bytes())?;
        let mut command = Command::new(&self.program);
        command
            .arg("-c")
            .arg(&configuration)
            .arg(format!("--savepath={}", home.display()))
            .current_dir(folder.path())
            .env_clear()
            .env("PATH", "/usr/games:/usr/bin:/bin")
            .env("HOME", &home)
            .env("XDG_RUNTIME_DIR", &home)
            .env("SDL_VIDEODRIVER", "dummy")
            .env("SDL_AUDIODRIVER", "dummy")
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        Ok(command)
    }

    /// The same; `checksum` is that of the edition which ScummVM takes the game for, whatever its index.
    fn start_with(&self, known: (&str, &str), checksum: Option<&str>, files: &[NamedFile]) -> Outcome<Run> {
        let folder = temp::folder()?;
        let mut child = self
            .command(&folder, known, files)?
            .arg(program::TARGET)
            .env("LD_PRELOAD", &self.shim)
            .envs(checksum.map(|checksum| ("ORACLE_CHECKSUM", checksum)))
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| Failure::because(self.program.display(), error))?;

        let (sender, pictures) = mpsc::sync_channel(QUEUE);
        let stdout = child.stdout.take();
        let messages = Arc::new(Mutex::new(VecDeque::new()));
        let stderr = child.stderr.take();
        let run = Run {
            child,
            pictures,
            messages: Arc::clone(&messages),
            until: Instant::now() + self.limit,
            patience: self.patience,
            _folder: folder,
        };
        // Both threads end when their stream does, which is when the process ends at the latest.
        thread::spawn(move || {
            let Some(mut stdout) = stdout.map(|pipe| BufReader::with_capacity(1 << 17, pipe)) else { return };
            while let Ok(Some(frame)) = frames::read(&mut stdout) {
                if sender.send(frame).is_err() {
                    return;
                }
            }
        });
        thread::spawn(move || {
            let Some(stderr) = stderr else { return };
            for line in BufReader::new(stderr).split(b'\n').map_while(Result::ok) {
                let Ok(mut last) = messages.lock() else { return };
                if last.len() == LAST_LINES {
                    last.pop_front();
                }
                last.push_back(String::from_utf8_lossy(&line).into_owned());
            }
        });
        Ok(run)
    }
}

impl Run {
    /// The next picture that differs from the one before; `None` after the pack has ended by itself.
    ///
    /// # Errors
    /// ScummVM crashed, hangs, or stopped sending pictures.
    pub(crate) fn next(&mut self) -> Outcome<Option<Frame>> {
        let received = self.wait_for_picture()?;
        match received {
            Ok(frame) => Ok(Some(frame)),
            Err(RecvTimeoutError::Disconnected) => self.ended().map(|()| None),
            Err(RecvTimeoutError::Timeout) if Instant::now() >= self.until => {
                Err(self.failed("did not come to its end, so it was ended"))
            }
            Err(RecvTimeoutError::Timeout) => Err(self.failed("shows nothing new, so it was ended")),
        }
    }

    /// Waits as long as patience and the limit allow, unless a signal comes.
    fn wait_for_picture(&mut self) -> Outcome<Result<Frame, RecvTimeoutError>> {
        let until = self.until.min(Instant::now() + self.patience);
        loop {
            stop::check()?;
            // A queue that is never empty would hide that time is up.
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Err(RecvTimeoutError::Timeout));
            }
            match self.pictures.recv_timeout(left.min(LOOK)) {
                Err(RecvTimeoutError::Timeout) => {}
                received => return Ok(received),
            }
        }
    }

    /// How it ended, once it has.
    fn ended(&mut self) -> Outcome<()> {
        match self.wait()? {
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(self.failed(&format!("ended with {status}"))),
            None => Err(self.failed("stopped sending pictures, so it was ended")),
        }
    }

    /// Waits for the process; `None` where patience ends first.
    fn wait(&mut self) -> Outcome<Option<ExitStatus>> {
        let until = Instant::now() + self.patience;
        loop {
            stop::check()?;
            match self.child.try_wait() {
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                Ok(status) => return Ok(status),
                Err(error) => return Err(Failure::because("waiting for ScummVM", error)),
            }
        }
    }

    fn failed(&mut self, what: &str) -> Failure {
        // With the process its last messages have arrived.
        self.end();
        thread::sleep(Duration::from_millis(20));
        let mut text = format!("ScummVM {what}. Its last messages:");
        if let Ok(lines) = self.messages.lock() {
            lines.iter().for_each(|line| text.push_str(&format!("\n    {line}")));
        }
        Failure::new(text)
    }

    fn end(&mut self) {
        // Neither can fail for a process of ours in a way that matters: it is gone, or it goes now.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests;
