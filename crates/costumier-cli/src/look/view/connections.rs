//! The server's connections: how many there may be, how long each may stand still, and how much it may send.
//!
//! One thread serves all of them, so that a client that sends or reads slowly holds up no other. If there are too
//! many, a new one takes the place of the one that has stood still the longest: clients that hold on to connections
//! cannot keep others out.

use std::cell::Cell;
use std::convert::Infallible;
use std::future;
use std::io;
use std::net::TcpListener;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use anyhow::Result;
use hyper::body::Incoming;
use hyper::rt::ReadBufCursor;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::task::{JoinHandle, LocalSet, spawn_local, yield_now};
use tokio::time::{sleep, timeout};

use super::content::Content;

/// Largest number of connections. A browser opens six.
const MOST: usize = 64;

/// Time for which a connection may stand still. Only bytes that the client takes count: a head that comes byte by
/// byte has no more time than one that does not come.
const PATIENCE: Duration = Duration::from_secs(10);

/// Largest head of a request, its line and headers together, in bytes. It bounds what waits to be sent, too.
const HEAD: usize = 16 << 10;

/// Largest number of headers. Browsers send about 20.
const MOST_HEADERS: usize = 64;

/// Number of threads that read files.
const READERS: usize = 4;

/// Time to wait after the system has refused a connection, such as for want of file handles.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers requests until the process ends.
///
/// # Errors
/// If the system refuses to wait for connections.
pub(super) fn serve(
    listener: TcpListener,
    answer: impl Fn(&Request<Incoming>) -> Response<Content> + Clone + 'static,
) -> Result<()> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().max_blocking_threads(READERS).build()?;
    listener.set_nonblocking(true)?;
    LocalSet::new().block_on(&runtime, accept(listener, answer))
}

async fn accept(
    listener: TcpListener,
    answer: impl Fn(&Request<Incoming>) -> Response<Content> + Clone + 'static,
) -> Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let mut open: Vec<(JoinHandle<()>, Clock)> = Vec::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        open.retain(|(task, _)| !task.is_finished());
        let stillest = (0..open.len()).min_by_key(|at| open.get(*at).map(|(_, clock)| clock.0.get()));
        if let Some(at) = stillest.filter(|_| open.len() >= MOST) {
            open.swap_remove(at).0.abort();
        }
        let clock = Clock(Rc::new(Cell::new(Instant::now())));
        let connection = Connection { stream, clock: clock.clone() };
        open.push((spawn_local(serve_one(connection, clock.clone(), answer.clone())), clock));
        // The new connection is looked at before the next one, which could take its place.
        yield_now().await;
    }
}

/// Answers the requests of one connection until it ends or stands still for too long.
async fn serve_one(
    connection: Connection,
    clock: Clock,
    answer: impl Fn(&Request<Incoming>) -> Response<Content>,
) {
    let service = service_fn(|request| future::ready(Ok::<_, Infallible>(answer(&request))));
    let mut http = http1::Builder::new();
    http.max_buf_size(HEAD).max_headers(MOST_HEADERS).header_read_timeout(None).half_close(true);
    let mut served = pin!(http.serve_connection(connection, service));
    // A client that has gone needs no answer.
    while timeout(clock.left(), served.as_mut()).await.is_err() && !clock.left().is_zero() {}
}

/// The last time at which a connection was not standing still.
#[derive(Clone)]
struct Clock(Rc<Cell<Instant>>);

impl Clock {
    fn left(&self) -> Duration {
        PATIENCE.saturating_sub(self.0.get().elapsed())
    }
}

/// A connection that notes when bytes leave it.
struct Connection {
    stream: TcpStream,
    clock: Clock,
}

impl hyper::rt::Read for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        mut buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        let mut bytes = [0; 4096];
        let room = bytes.get_mut(..buffer.remaining().min(4096)).unwrap_or_default();
        let mut read = ReadBuf::new(room);
        ready!(Pin::new(&mut self.stream).poll_read(cx, &mut read))?;
        buffer.put_slice(read.filled());
        Poll::Ready(Ok(()))
    }
}

impl hyper::rt::Write for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write(cx, bytes))?;
        self.clock.0.set(Instant::now());
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
