//! The animation on a terminal: ticks by the clock, keys in between.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use costumier::Facing;
use crossterm::event::KeyCode;

use super::performance::Performance;
use crate::args::PlayArgs;
use crate::terminal::{Screen, blocks};

/// Jiffies in a second: the interpreter's unit of time.
const JIFFIES: u32 = 60;

/// How long a paused show waits before it looks again whether anything happened.
const LONG: Duration = Duration::from_secs(3600);

const KEYS: &str = "q quit  space pause  arrows turn  n/p chore  +/- speed";

/// How the animation runs.
pub(super) struct Show {
    paused: bool,
    /// Jiffies per tick.
    jiffies: u32,
    /// Ticks that are left, where the call has said how many.
    left: Option<u32>,
}

impl Show {
    pub(super) fn new(args: &PlayArgs) -> Self {
        Self { paused: false, jiffies: u32::from(args.jiffies), left: args.frames }
    }

    /// Plays until a key ends it, or the ticks are used up.
    pub(super) fn run(mut self, performance: &mut Performance, colours: Option<blocks::Depth>) -> Result<()> {
        let mut screen = Screen::enter(colours).context("cannot use the terminal")?;
        let mut next = Instant::now() + self.period();
        while self.left != Some(0) {
            screen.show(&performance.image(screen.pixels())?, &self.words(performance))?;
            let patience = if self.paused { LONG } else { next.saturating_duration_since(Instant::now()) };
            match screen.key(patience)? {
                Some(KeyCode::Char('q') | KeyCode::Esc) => break,
                Some(key) => self.obey(key, performance),
                // The window changed its size.
                None if self.paused || Instant::now() < next => {}
                None => {
                    self.advance(performance);
                    // A machine that cannot keep up plays slowly; it does not skip.
                    next = (next + self.period()).max(Instant::now());
                }
            }
        }
        Ok(())
    }

    fn obey(&mut self, key: KeyCode, performance: &mut Performance) {
        match key {
            KeyCode::Char(' ') => self.paused = !self.paused,
            KeyCode::Char('.') if self.paused => self.advance(performance),
            KeyCode::Char('.') => self.paused = true,
            KeyCode::Char('+' | '=') => self.jiffies = (self.jiffies - 1).max(1),
            KeyCode::Char('-') => self.jiffies = (self.jiffies + 1).min(JIFFIES),
            KeyCode::Char('n') => performance.change_chore(true),
            KeyCode::Char('p') => performance.change_chore(false),
            KeyCode::Left => performance.face(Facing::WEST),
            KeyCode::Right => performance.face(Facing::EAST),
            KeyCode::Up => performance.face(Facing::NORTH),
            KeyCode::Down => performance.face(Facing::SOUTH),
            _ => {}
        }
    }

    fn advance(&mut self, performance: &mut Performance) {
        performance.advance();
        self.left = self.left.map(|left| left.saturating_sub(1));
    }

    fn period(&self) -> Duration {
        Duration::from_secs(1) * self.jiffies / JIFFIES
    }

    fn words(&self, performance: &Performance) -> String {
        let pace = if self.paused { "paused".into() } else { format!("{}/s", JIFFIES / self.jiffies) };
        format!("{}  {pace}  {KEYS}", performance.words())
    }
}
