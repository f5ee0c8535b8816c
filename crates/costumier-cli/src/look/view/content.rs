//! The bytes of an answer, sent in pieces: a slow client costs the memory of one piece, whatever it asks for.

use std::io;
use std::ops::Range;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use costumier::Source;
use hyper::body::{Body, Bytes, Frame, SizeHint};
use tokio::task::{JoinHandle, spawn_blocking};

/// Largest piece in bytes.
const PIECE: usize = 64 << 10;

/// What is left to send of an answer.
pub(super) enum Content {
    /// Bytes in memory. Answers share them.
    Whole(Bytes),
    /// A part of a file of the game.
    Part(Part),
}

/// A part of a file, read while it is sent.
pub(super) struct Part {
    source: Arc<dyn Source>,
    /// The bytes that are still to be read.
    rest: Range<u64>,
    /// The piece that is being read. Other connections go on meanwhile.
    reading: Option<JoinHandle<io::Result<Bytes>>>,
}

/// Returns these bytes of a file.
pub(super) fn part(source: &Arc<dyn Source>, bytes: Range<u64>) -> Content {
    Content::Part(Part { source: Arc::clone(source), rest: bytes, reading: None })
}

impl Part {
    fn len(&self) -> u64 {
        self.rest.end.saturating_sub(self.rest.start)
    }

    fn poll_piece(&mut self, cx: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        let size = usize::try_from(self.len()).unwrap_or(PIECE).min(PIECE);
        if size == 0 {
            return Poll::Ready(None);
        }
        let (source, at) = (&self.source, self.rest.start);
        let reading = self.reading.get_or_insert_with(|| {
            let source = Arc::clone(source);
            spawn_blocking(move || read(&*source, at, size))
        });
        let read = ready!(Pin::new(reading).poll(cx));
        self.reading = None;
        self.rest.start += size as u64;
        Poll::Ready(Some(read.unwrap_or_else(|error| Err(io::Error::other(error)))))
    }
}

fn read(source: &dyn Source, at: u64, size: usize) -> io::Result<Bytes> {
    let mut bytes = vec![0; size];
    source.read_at(at, &mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.into())
}

impl Body for Content {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        match &mut *self {
            Self::Whole(rest) if rest.is_empty() => Poll::Ready(None),
            Self::Whole(rest) => Poll::Ready(Some(Ok(Frame::data(rest.split_to(rest.len().min(PIECE)))))),
            Self::Part(part) => part.poll_piece(cx).map(|piece| piece.map(|piece| piece.map(Frame::data))),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.size_hint().exact() == Some(0)
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(match self {
            Self::Whole(rest) => rest.len() as u64,
            Self::Part(part) => part.len(),
        })
    }
}
