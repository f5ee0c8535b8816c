//! The errors that commands return: the library's error with the bytes around its place, and errors with a hint.

use std::fmt;

use costumier::files::{Decrypted, Key};
use costumier::{Error, Fault, Files, Source};

/// Number of bytes in a row of a hex excerpt.
const ROW: u64 = 16;

/// The library's error with an excerpt of the file.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) error: Error,
    pub(crate) excerpt: Option<Excerpt>,
}

impl Failure {
    /// Whether the call asked for something that does not exist, rather than the game being damaged.
    pub(crate) fn is_callers(&self) -> bool {
        self.error.fault() == Fault::Caller
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Failure {}

/// The error that no animation matches the call, so that nothing was written.
#[derive(Debug, thiserror::Error)]
#[error("{text}; nothing was written")]
pub(crate) struct NoAnimation {
    pub(crate) text: String,
}

/// The error that a picture cannot hold an animation of several frames.
#[derive(Debug, thiserror::Error)]
#[error("{animation} has {frames} frames, and {name} is one picture")]
pub(crate) struct ManyFrames {
    /// The name of the animation.
    pub(crate) animation: String,
    pub(crate) frames: usize,
    /// The name of the output.
    pub(crate) name: String,
}

/// The error that a signal ended the call.
#[derive(Debug, thiserror::Error)]
#[error("stopped; {left}")]
pub(crate) struct Stopped {
    /// The number of the signal.
    pub(crate) signal: u8,
    /// What the interrupted call leaves, in words.
    pub(crate) left: String,
}

/// An error with a hint on what to do.
#[derive(Debug)]
pub(crate) struct Hinted {
    pub(crate) hint: String,
    error: anyhow::Error,
}

impl Hinted {
    /// Whether the error is of this kind.
    pub(crate) fn is<E: std::error::Error + Send + Sync + 'static>(&self) -> bool {
        self.error.is::<E>()
    }
}

/// Adds a hint to an error.
pub(crate) fn hinted(error: anyhow::Error, hint: impl Into<String>) -> anyhow::Error {
    Hinted { hint: hint.into(), error }.into()
}

/// Adds to the error of a full disk, or of a file that became too large, what stays and what to do. Other errors stay
/// as they are.
pub(crate) fn with_room(error: anyhow::Error, stays: &str) -> anyhow::Error {
    use std::io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    let is_full = error.chain().any(|cause| {
        let kind = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        matches!(kind, Some(FileTooLarge | QuotaExceeded | StorageFull))
    });
    match is_full {
        true => hinted(error, format!("{stays}; make room on the disk, and call again")),
        false => error,
    }
}

impl fmt::Display for Hinted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Hinted {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.error.source()
    }
}

/// A few rows of a file around a byte, decrypted.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Excerpt {
    pub(crate) file: String,
    pub(crate) size: u64,
    pub(crate) key: Key,
    /// Offset of the byte that the error names. It is behind the last byte if the file is cut short.
    pub(crate) at: u64,
    /// Offset of the first row.
    pub(crate) start: u64,
    pub(crate) bytes: Vec<u8>,
}

impl Excerpt {
    /// Returns the rows around the place that the error names, or `None` if it names none or the file cannot be read.
    /// Without `key`, it guesses the key from the file's first bytes.
    pub(crate) fn of(files: &dyn Files, key: Option<Key>, error: &Error) -> Option<Self> {
        let (file, at) = (error.file()?, error.offset()?);
        let source = files.open(file).ok()?;
        let key = key.unwrap_or_else(|| guess_key(&*source));
        let source = Decrypted::new(source, key);
        let size = source.len();
        let last_row = size.saturating_sub(1) / ROW * ROW;
        let start = (at / ROW * ROW).min(last_row).saturating_sub(ROW);
        let mut bytes = vec![0; usize::try_from((size - start).min(3 * ROW)).ok()?];
        source.read_at(start, &mut bytes).ok()?;
        Some(Self { file: file.to_owned(), size, key, at, start, bytes })
    }

    /// Formats the rows as text, with the caret's row.
    pub(crate) fn lines(&self) -> Vec<String> {
        let width = if self.start + 3 * ROW > 0xffff { 8 } else { 4 };
        let key = self.key;
        let mut lines = vec![format!("{}, {} bytes, {key}", self.file, self.size)];
        let mut pointed = false;
        for (row, bytes) in (0u64..).zip(self.bytes.chunks(16)) {
            let offset = self.start + row * ROW;
            let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            let text: String = bytes.iter().map(|byte| readable(*byte)).collect();
            lines.push(format!("{offset:0width$x}  {:<47}  {text}", hex.join(" ")));
            if (offset..offset + ROW).contains(&self.at) {
                let indent = width + 2 + usize::try_from(self.at - offset).unwrap_or(0) * 3;
                lines.push(format!("{:indent$}^^", ""));
                pointed = true;
            }
        }
        if !pointed && self.at >= self.size {
            let beyond = self.at - self.size;
            lines.push(match beyond {
                0 => "the file ends here".into(),
                _ => format!("the file ends here, {beyond} bytes before {:#x}", self.at),
            });
        }
        lines
    }
}

/// Returns the key under which the file starts with four letters, as every block does.
fn guess_key(source: &dyn Source) -> Key {
    let mut opening = [0; 4];
    if source.len() < 4 || source.read_at(0, &mut opening).is_err() {
        return Key::PLAIN;
    }
    let opens_with_a_tag = |key: &Key| {
        let mut plain = opening;
        key.apply(&mut plain);
        plain.iter().all(u8::is_ascii_uppercase)
    };
    Key::ALL.into_iter().find(opens_with_a_tag).unwrap_or(Key::PLAIN)
}

fn readable(byte: u8) -> char {
    if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '·' }
}

#[cfg(test)]
mod tests {
    use super::*;
    use costumier::MemoryFiles;

    fn excerpt(len: u8, at: u64) -> Excerpt {
        let files: MemoryFiles = [("x.001", (0..len).collect::<Vec<u8>>())].into_iter().collect();
        let error = Error::bad("thing", at, "no").in_file("x.001");
        Excerpt::of(&files, Some(Key::PLAIN), &error).unwrap()
    }

    #[test]
    fn the_caret_stands_below_the_byte() {
        let lines = excerpt(100, 0x23).lines();
        assert_eq!(lines[0], "x.001, 100 bytes, not encrypted");
        assert!(lines[2].starts_with("0020  20 21 22 23 24"), "{lines:?}");
        assert_eq!(lines[3], "               ^^");
        assert_eq!(lines[2].find("23"), lines[3].find('^'));
        assert_eq!(lines.len(), 5);
    }

    #[test]
    fn a_place_behind_the_end_shows_the_end() {
        let lines = excerpt(20, 20).lines();
        assert_eq!(lines[2].split_whitespace().nth(1), Some("10"));
        assert!(lines.last().unwrap().trim_start().starts_with("^^"), "{lines:?}");
        let lines = excerpt(20, 1000).lines();
        assert_eq!(lines.last().unwrap(), "the file ends here, 980 bytes before 0x3e8");
        assert_eq!(excerpt(0, 5).lines().last().unwrap(), "the file ends here, 5 bytes before 0x5");
    }

    #[test]
    fn an_unknown_key_is_told_from_the_first_bytes() {
        let mut bytes = b"RNAM and more".to_vec();
        Key::CLASSIC.apply(&mut bytes);
        let files: MemoryFiles = [("x.000", bytes)].into_iter().collect();
        let excerpt = Excerpt::of(&files, None, &Error::bad("x", 1, "y").in_file("x.000")).unwrap();
        assert_eq!(excerpt.bytes, b"RNAM and more");
    }
}
