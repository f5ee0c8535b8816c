//! The loop that plays on a terminal: ticks by the clock, and keys in between.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use costumier::Facing;
use crossterm::event::KeyCode;

use super::PlaySession;
use super::playback::Playback;
use crate::args::PlayArgs;
use crate::output::terminal::{Screen, blocks};

/// Jiffies in a second: the interpreter's unit of time.
const JIFFIES: u32 = 60;

/// How long a paused animation waits for a key before it looks again.
const LONG: Duration = Duration::from_secs(3600);

/// What the keys do, the most important first.
const KEYS: [&str; 11] = [
    "q quit",
    "space pause",
    ". step on",
    ", step back",
    "arrows turn",
    "n/p chore",
    "]/[ costume",
    "+/- speed",
    "d diagonals",
    "l limbs",
    "? keys",
];

/// The short text if there is no room for all keys.
const HELP: &str = "? keys";

/// Blanks between the parts of a line.
const APART: &str = "  ";

/// Smallest number of rows for the picture. With fewer rows, only the state is shown.
const ROWS_FOR_PICTURES: usize = 8;

/// The state of playing.
pub(super) struct Player {
    paused: bool,
    /// Jiffies per tick.
    jiffies: u32,
    /// Ticks that are left, if the call limits them.
    left: Option<u32>,
    /// The id of the costume that is played.
    id: u32,
    shows_keys: bool,
    shows_limbs: bool,
    /// Largest number of lines that the limbs took so far. The picture keeps its place when they take fewer.
    limb_lines: usize,
}

impl Player {
    pub(super) fn new(args: &PlayArgs, id: u32) -> Self {
        let jiffies = u32::from(args.jiffies);
        Self {
            paused: false,
            jiffies,
            left: args.frames,
            id,
            shows_keys: false,
            shows_limbs: true,
            limb_lines: 1,
        }
    }

    /// Plays until a key ends it or the ticks are used up.
    pub(super) fn run(
        mut self,
        session: &PlaySession<'_>,
        mut playback: Playback,
        colours: Option<blocks::Depth>,
    ) -> Result<()> {
        let mut screen = Screen::enter(colours).context("the terminal cannot be used")?;
        let mut next = Instant::now() + self.period();
        while self.left != Some(0) {
            let words = self.words(&playback, screen.columns(), screen.rows());
            let image = playback.image(screen.pixels(words.len()))?;
            screen.show(&image, &words)?;
            let patience = if self.paused { LONG } else { next.saturating_duration_since(Instant::now()) };
            match screen.key(patience)? {
                Some(KeyCode::Char('q') | KeyCode::Esc) => break,
                Some(KeyCode::Char(key @ (']' | '['))) => {
                    let doing = playback.doing();
                    if let Some((id, other)) = session.another(self.id, key == ']', doing) {
                        (self.id, playback, self.limb_lines) = (id, other, 1);
                    }
                }
                Some(key) => self.obey(key, &mut playback),
                // The window changed its size.
                None if self.paused || Instant::now() < next => {}
                None => {
                    self.advance(&mut playback);
                    // A slow machine plays slowly; it does not skip ticks.
                    next = (next + self.period()).max(Instant::now());
                }
            }
        }
        Ok(())
    }

    fn obey(&mut self, key: KeyCode, playback: &mut Playback) {
        match key {
            KeyCode::Char(' ') => self.paused = !self.paused,
            KeyCode::Char('.') if self.paused => self.advance(playback),
            KeyCode::Char(',') if self.paused => playback.step_back(),
            KeyCode::Char('.' | ',') => self.paused = true,
            KeyCode::Char('+' | '=') => self.jiffies = (self.jiffies - 1).max(1),
            KeyCode::Char('-') => self.jiffies = (self.jiffies + 1).min(JIFFIES),
            KeyCode::Char('n') => playback.change_chore(true),
            KeyCode::Char('p') => playback.change_chore(false),
            KeyCode::Char('d') => {
                let angle = i32::from(playback.doing().1.angle());
                playback.face(Facing::from_angle(angle + 45));
            }
            KeyCode::Char('l') => self.shows_limbs = !self.shows_limbs,
            KeyCode::Char('?' | 'h') => self.shows_keys = !self.shows_keys,
            KeyCode::Left => playback.face(Facing::WEST),
            KeyCode::Right => playback.face(Facing::EAST),
            KeyCode::Up => playback.face(Facing::NORTH),
            KeyCode::Down => playback.face(Facing::SOUTH),
            _ => {}
        }
    }

    fn advance(&mut self, playback: &mut Playback) {
        playback.advance();
        self.left = self.left.map(|left| left.saturating_sub(1));
    }

    fn period(&self) -> Duration {
        Duration::from_secs(1) * self.jiffies / JIFFIES
    }

    /// Returns the lines below the picture: the state, the pictures of the limbs, and the keys.
    fn words(&mut self, playback: &Playback, columns: usize, rows: usize) -> Vec<String> {
        let pace = JIFFIES / self.jiffies;
        let mut state = vec![playback.title().to_owned(), playback.words()];
        state.push(format!("{}{pace}/s", if self.paused { "paused " } else { "" }));
        let keys = if self.shows_keys { &KEYS[..] } else { &[HELP] };
        state.extend(keys.iter().map(|&key| key.to_owned()));
        let limbs = if self.shows_limbs { wrapped(&playback.pictures(), columns) } else { Vec::new() };
        self.limb_lines = if self.shows_limbs { self.limb_lines.max(limbs.len()) } else { 1 };
        let reserved = if self.shows_limbs { self.limb_lines } else { 0 };
        let most = rows.saturating_sub(ROWS_FOR_PICTURES).max(1);
        arranged(limbs, reserved, wrapped(&state, columns), most)
    }
}

/// Returns the lines `below`, and above them those of the limbs, in `reserved` lines. If they are more than `most`
/// together, lines of the limbs are dropped first.
fn arranged(mut limbs: Vec<String>, reserved: usize, mut below: Vec<String>, most: usize) -> Vec<String> {
    below.truncate(most);
    limbs.resize(reserved.min(most - below.len()), String::new());
    limbs.extend(below);
    limbs
}

/// Breaks parts into lines. A part longer than a line is cut.
fn wrapped(parts: &[String], columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        let part: String = part.chars().take(columns.max(1)).collect();
        match lines.last_mut() {
            Some(line) if line.chars().count() + APART.len() + part.chars().count() <= columns => {
                line.extend([APART, &part]);
            }
            _ => lines.push(part),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<String> {
        text.split('|').map(str::to_owned).collect()
    }

    #[test]
    fn keys_wrap_in_narrow_terminals_and_none_is_cut() {
        let keys = KEYS.map(str::to_owned);
        for columns in [30, 40, 80, 200] {
            let lines = wrapped(&keys, columns);
            assert!(lines.iter().all(|line| line.chars().count() <= columns), "{lines:?}");
            assert!(KEYS.iter().all(|key| lines.iter().any(|line| line.contains(key))), "{lines:?}");
        }
        assert_eq!(wrapped(&keys, 30).first().unwrap(), "q quit  space pause  . step on");
    }

    #[test]
    fn what_is_done_is_told_before_anything_else() {
        let limbs = || parts("limb 0: 3|limb 1: 12");
        let below = || parts("6 Minuet  walk east|10/s  ? keys");
        assert_eq!(arranged(limbs(), 2, below(), 9), [limbs(), below()].concat());
        assert_eq!(arranged(limbs(), 3, below(), 9).len(), 5, "reserved for more limbs");
        assert_eq!(arranged(limbs(), 2, below(), 3), [vec!["limb 0: 3".to_owned()], below()].concat());
        assert_eq!(arranged(limbs(), 2, below(), 1), ["6 Minuet  walk east"]);
        assert_eq!(wrapped(&below(), 5), ["6 Min", "10/s "]);
    }
}
