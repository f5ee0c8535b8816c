//! Commands to ScummVM's own debugger. A preloaded library (`asker.c`) presses the keys that open its console, and the
//! answers are in ScummVM's log.

use std::io::Read as _;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use costumier_build::classic::NamedFile;

use super::{Judge, program};
use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::{stop, temp};

/// Milliseconds of ScummVM's clock between two questions.
const EVERY: u32 = 4_000;

impl Judge {
    /// Returns the debugger's answers to a command that is given so many times while a pack plays.
    pub(crate) fn ask(
        &self,
        engine: &Engine,
        files: &[NamedFile],
        command: &str,
        times: u32,
    ) -> Outcome<String> {
        self.play((engine, files), &[], (command, EVERY, times))
    }

    /// The instructions that are executed, and what is written to variables, while a pack plays for so many
    /// milliseconds of ScummVM's clock.
    pub(crate) fn trace(&self, engine: &Engine, files: &[NamedFile], time: u32) -> Outcome<String> {
        self.play((engine, files), &["--debuglevel=1", "--debugflags=OPCODES,VARS"], ("", time, 1))
    }

    /// All that ScummVM writes while a pack plays and the debugger is asked: what, how often in milliseconds, how
    /// many times.
    fn play(
        &self,
        (engine, files): (&Engine, &[NamedFile]),
        options: &[&str],
        (command, every, times): (&str, u32, u32),
    ) -> Outcome<String> {
        let folder = temp::folder()?;
        let mut child = self
            .command(&folder, (engine.game_id, engine.settings), files)?
            .args(options)
            .arg(program::TARGET)
            .env("LD_PRELOAD", &self.asker)
            .env("ASK_COMMAND", command)
            .env("ASK_EVERY", every.to_string())
            .env("ASK_TIMES", times.to_string())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| Failure::because(self.program.display(), error))?;
        let stdout = child.stdout.take();
        let reader = thread::spawn(move || {
            let mut said = Vec::new();
            // What came before the pipe broke is what there is.
            let _ = stdout.map(|mut pipe| pipe.read_to_end(&mut said));
            said
        });
        let until = Instant::now() + self.limit;
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break Ok(status),
                Ok(None) if Instant::now() < until && stop::check().is_ok() => {
                    thread::sleep(Duration::from_millis(20));
                }
                _ => {
                    // What cannot be ended has ended.
                    let _ = child.kill();
                    let _ = child.wait();
                    stop::check()?;
                    break Err(Failure::new("ScummVM's debugger does not answer, so it was ended"));
                }
            }
        }?;
        let said = reader.join().unwrap_or_default();
        let said = String::from_utf8_lossy(&said).into_owned();
        if status.success() { Ok(said) } else { Err(Failure::new(format!("ScummVM ended with {status}"))) }
    }
}
