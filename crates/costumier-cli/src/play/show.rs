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

/// What the keys do, the most needed first: a narrow terminal has no room for all.
const KEYS: [&str; 5] = ["q quit", "space pause", "arrows turn", "n/p chore", "+/- speed"];

/// Blanks between the parts of the last line.
const APART: &str = "  ";

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
            screen.show(&performance.image(screen.pixels())?, &self.words(performance, screen.columns()))?;
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

    fn words(&self, performance: &Performance, columns: usize) -> String {
        let pace = JIFFIES / self.jiffies;
        let paused = if self.paused { "paused " } else { "" };
        with_keys(format!("{}{APART}{paused}{pace}/s", performance.words()), columns)
    }
}

/// Adds what the keys do, as far as there is room for it; none is cut.
fn with_keys(mut words: String, columns: usize) -> String {
    for key in KEYS {
        if words.chars().count() + APART.len() + key.len() > columns {
            break;
        }
        words.extend([APART, key]);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_whole_or_not_at_all() {
        let told = |columns| with_keys("walk east  tick 120  paused 10/s".into(), columns);
        assert!(told(100).ends_with("n/p chore  +/- speed"));
        assert_eq!(told(80), "walk east  tick 120  paused 10/s  q quit  space pause  arrows turn  n/p chore");
        assert_eq!(told(41), "walk east  tick 120  paused 10/s  q quit");
        assert_eq!(told(39), "walk east  tick 120  paused 10/s");
    }
}
