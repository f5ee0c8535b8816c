//! The whole terminal without echo, with its own screen and without a cursor. At any end (the end of the command, an
//! error, a panic, a signal) the terminal gets its state back.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use costumier::format::escape;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::{cursor, execute, terminal};

use super::blocks::{self, Depth};
use super::image::Image;
use super::kitty;

/// How the terminal shows pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Graphics {
    /// The kitty protocol, pixel for pixel.
    Kitty,
    /// Half blocks, two pixels per character.
    Blocks(Depth),
}

/// The size of a character cell in pixels if the terminal does not report it.
const CELL: (usize, usize) = (10, 20);

/// Codes at the beginning and end of a frame, so that a terminal that knows them never shows half a frame.
const BEGIN: &str = "\x1b[?2026h\x1b[H";
const END: &str = "\x1b[?2026l";

/// The terminal while the program uses it.
pub(crate) struct Screen {
    graphics: Graphics,
    asked_to_end: Arc<AtomicBool>,
    image: Option<u32>,
    text: String,
    /// The row above the first one that held text, if pictures do not overwrite text.
    above_words: usize,
}

impl Screen {
    /// Takes the terminal over.
    pub(crate) fn enter(colours: Option<Depth>) -> io::Result<Self> {
        let asked_to_end = Arc::new(AtomicBool::new(false));
        // SIGHUP keeps its default action, which ends the program: a terminal that has gone needs no restoration.
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGTERM, Arc::clone(&asked_to_end))?;
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            previous(panic);
        }));
        terminal::enable_raw_mode()?;
        // From here on, dropping restores the terminal.
        let mut screen = Self {
            graphics: Graphics::Blocks(colours.unwrap_or_else(Depth::of_terminal)),
            asked_to_end,
            image: None,
            text: String::new(),
            above_words: usize::MAX,
        };
        if colours.is_none() && answers_kitty() {
            screen.graphics = Graphics::Kitty;
        }
        execute!(io::stdout(), terminal::EnterAlternateScreen, cursor::Hide, terminal::DisableLineWrap)?;
        Ok(screen)
    }

    /// Returns the size in pixels of a picture above so many lines of text.
    pub(crate) fn pixels(&self, words: usize) -> (usize, usize) {
        let (columns, rows) = size();
        let rows = rows.saturating_sub(words).max(1);
        match self.graphics {
            Graphics::Blocks(_) => (columns, 2 * rows),
            Graphics::Kitty => {
                let (width, height) = cell();
                (columns * width, rows * height)
            }
        }
    }

    /// Returns the number of characters in a line.
    pub(crate) fn columns(&self) -> usize {
        size().0
    }

    /// Returns the number of lines.
    pub(crate) fn rows(&self) -> usize {
        size().1
    }

    /// Shows a picture in the middle and text in the last lines.
    pub(crate) fn show(&mut self, image: &Image, words: &[String]) -> io::Result<()> {
        let (columns, rows) = size();
        let (width, height) = self.pixels(words.len());
        let image = image.fitted(width, height);
        let (left, top) = ((width - image.width.min(width)) / 2, (height - image.height.min(height)) / 2);
        self.text.clear();
        self.text.push_str(BEGIN);
        match self.graphics {
            Graphics::Blocks(depth) => {
                let margin = left.min(columns);
                self.text.push_str(&"\x1b[K\r\n".repeat(top / 2));
                let mut lines = String::new();
                blocks::write(&image, depth, "\n", &mut lines);
                for line in lines.lines() {
                    self.text.extend(["\x1b[K", &" ".repeat(margin), line, "\r\n"]);
                }
                self.text.push_str("\x1b[J");
            }
            Graphics::Kitty => {
                let (cell_width, cell_height) = cell();
                let first = rows.saturating_sub(words.len());
                for row in std::mem::replace(&mut self.above_words, first)..first {
                    self.text.push_str(&format!("\x1b[{};1H\x1b[0m\x1b[K", row + 1));
                }
                self.text.push_str(&format!("\x1b[{};{}H", top / cell_height + 1, left / cell_width + 1));
                let id = if self.image == Some(1) { 2 } else { 1 };
                kitty::write(&image, id, self.image, &mut self.text)?;
                self.image = Some(id);
            }
        }
        let first = rows.saturating_sub(words.len());
        for (row, line) in (first + 1..=rows).zip(words) {
            let line: String = escape::line(line).chars().take(columns).collect();
            self.text.push_str(&format!("\x1b[{row};1H\x1b[0;2m{line}\x1b[0m\x1b[K"));
        }
        self.text.push_str(END);
        let mut out = io::stdout().lock();
        out.write_all(self.text.as_bytes())?;
        out.flush()
    }

    /// Waits for a key, at most for `patience`. Ctrl-C and signals are returned as Escape.
    pub(crate) fn key(&self, patience: Duration) -> io::Result<Option<KeyCode>> {
        const ATTENTION: Duration = Duration::from_millis(50);
        let mut left = patience;
        loop {
            if self.asked_to_end.load(Ordering::Relaxed) {
                return Ok(Some(KeyCode::Esc));
            }
            let wait = left.min(ATTENTION);
            let Some(rest) = wait_for_terminal(wait) else { return Ok(Some(KeyCode::Esc)) };
            if event::poll(rest)? {
                return Ok(match event::read()? {
                    Event::Key(KeyEvent { kind: KeyEventKind::Release, .. }) => None,
                    Event::Key(KeyEvent { code: KeyCode::Char('c'), modifiers, .. })
                        if modifiers.contains(KeyModifiers::CONTROL) =>
                    {
                        Some(KeyCode::Esc)
                    }
                    Event::Key(key) => Some(key.code),
                    _ => None,
                });
            }
            left = left.saturating_sub(wait);
            if left.is_zero() {
                return Ok(None);
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // After a panic the terminal was restored before the message; a second time would overwrite it.
        if !std::thread::panicking() {
            restore();
            drop(std::panic::take_hook());
        }
    }
}

/// Restores the terminal; pictures disappear with their screen. An error cannot be reported anywhere.
fn restore() {
    let _ = execute!(io::stdout(), terminal::EnableLineWrap, cursor::Show, terminal::LeaveAlternateScreen);
    let _ = terminal::disable_raw_mode();
}

/// Returns columns and rows.
fn size() -> (usize, usize) {
    let (columns, rows) = terminal::size().unwrap_or((80, 24));
    (usize::from(columns).max(1), usize::from(rows).max(2))
}

/// Returns the size of a character cell in pixels.
fn cell() -> (usize, usize) {
    match terminal::window_size() {
        Ok(window) if window.width >= window.columns.max(1) && window.height >= window.rows.max(1) => (
            usize::from(window.width / window.columns.max(1)),
            usize::from(window.height / window.rows.max(1)),
        ),
        _ => CELL,
    }
}

/// Waits until the terminal has input, at most for `patience`. Returns the time left, or `None` if the terminal has
/// gone.
///
/// **Note:** reading from a terminal that has gone never blocks and never returns anything, so the library that reads
/// keys would try for ever.
#[cfg(unix)]
fn wait_for_terminal(patience: Duration) -> Option<Duration> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let stdin = io::stdin();
    if !io::IsTerminal::is_terminal(&stdin) {
        // Keys come from another source then.
        return Some(patience);
    }
    let mut wanted = [PollFd::new(&stdin, PollFlags::IN)];
    let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
    let heard = Timespec::try_from(patience).is_ok_and(|patience| poll(&mut wanted, Some(&patience)).is_ok());
    (!heard || !wanted[0].revents().intersects(gone)).then_some(Duration::ZERO)
}

#[cfg(not(unix))]
fn wait_for_terminal(patience: Duration) -> Option<Duration> {
    Some(patience)
}

/// Asks the terminal whether it supports the kitty graphics protocol. Every terminal answers the second half of the
/// question. One that stays silent for a fifth of a second counts as not supporting it.
#[cfg(unix)]
fn answers_kitty() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use std::time::Instant;

    const PATIENCE: Duration = Duration::from_millis(200);
    let asked = Instant::now();
    let mut out = io::stdout().lock();
    if out.write_all(kitty::QUERY.as_bytes()).and_then(|()| out.flush()).is_err() {
        return false;
    }
    let stdin = io::stdin();
    let mut answer = Vec::new();
    let is_whole = |answer: &[u8]| {
        let device = answer.windows(3).position(|bytes| bytes == b"\x1b[?");
        device.is_some_and(|at| answer.get(at..).is_some_and(|rest| rest.contains(&b'c')))
    };
    while !is_whole(&answer) && answer.len() < 1024 {
        let left = PATIENCE.saturating_sub(asked.elapsed());
        let Ok(patience) = Timespec::try_from(left) else { break };
        let mut wanted = [PollFd::new(&stdin, PollFlags::IN)];
        let mut bytes = [0; 64];
        match poll(&mut wanted, Some(&patience)) {
            Ok(1..) => match rustix::io::read(&stdin, &mut bytes) {
                Ok(count @ 1..) => answer.extend(bytes.iter().take(count)),
                _ => break,
            },
            _ => break,
        }
    }
    answer.windows(kitty::ANSWER.len()).any(|bytes| bytes == kitty::ANSWER)
}

#[cfg(not(unix))]
fn answers_kitty() -> bool {
    false
}
