//! Clients that mean harm to `costumier view`: an honest client is still answered soon, and memory stays bounded.

#![allow(clippy::unused_io_amount, reason = "what the server takes is enough")]

use std::fs;
use std::hash::{BuildHasher as _, Hasher as _};
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use crate::view::{Served, serve_game};

/// Time in which an honest client is answered.
const SOON: Duration = Duration::from_secs(1);

/// Number of connections that mean harm, more than the server keeps.
const CLIENTS: usize = 400;

/// Number of them between two honest requests.
const ROUND: usize = 40;

/// Largest growth of the server in KiB.
const GROWTH: u64 = 32 << 10;

/// Random numbers, the same for the same seed.
struct Random(u64);

impl Random {
    /// The seed of CI, or a new one.
    fn new() -> Self {
        let seed = std::env::var("PROPTEST_RNG_SEED").ok().and_then(|seed| seed.parse().ok());
        Self(
            seed.unwrap_or_else(|| std::collections::hash_map::RandomState::new().build_hasher().finish())
                | 1,
        )
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).unwrap()
    }
}

/// What a client sends, and how.
fn harm(served: &Served, kind: usize, random: &mut Random) -> Vec<u8> {
    let host = format!("Host: 127.0.0.1:{}\r\n", served.port);
    let token = format!("X-Costumier-Token: {}\r\n", served.token);
    let path = ["/", "/assets/large.js", "/game/game.json", "/game/sample.001"][random.below(4)];
    let text = match kind {
        // A head that never ends.
        0 => format!("GET {path} HTTP/1.1\r\n{host}X-A"),
        // Announced bodies that do not come, or come without end.
        1 => format!("GET {path} HTTP/1.1\r\n{host}{token}Content-Length: 99999999999\r\n\r\n"),
        2 => format!("GET {path} HTTP/1.1\r\nHost: evil.example\r\nContent-Length: {}\r\n\r\n", u64::MAX),
        3 => format!(
            "POST {path} HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\n{}",
            "8\r\nxxxxxxxx\r\n".repeat(999)
        ),
        // Many requests at once, whose answers are not read.
        4 => format!("GET {path} HTTP/1.1\r\n{host}{token}\r\n").repeat(200),
        // Long lines, many headers.
        5 => format!("GET /{} HTTP/1.1\r\n{host}\r\n", "a".repeat(300_000)),
        6 => format!("GET {path} HTTP/1.1\r\n{host}X-Long: {}\r\n\r\n", "a".repeat(300_000)),
        7 => format!("GET {path} HTTP/1.1\r\n{host}{}\r\n", "X-Many: 1\r\n".repeat(5_000)),
        // What is no request.
        8 => format!("GET /\0{path} HTTP/1.1\r\n{host}\0: \0\r\n\r\n"),
        9 => (0..random.below(2_000)).map(|_| char::from(u8::try_from(random.below(128)).unwrap())).collect(),
        10 => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned(),
        // Ways out of the folders.
        11 => format!("GET /game/../../etc/passwd HTTP/1.1\r\n{host}{token}\r\n"),
        12 => format!("GET /game/%2e%2e%2f%2e%2e%2fetc/passwd HTTP/1.1\r\n{host}{token}\r\n"),
        13 => format!("GET http://evil.example{path} HTTP/1.1\r\n{host}{token}\r\n"),
        // The wrong host, origin, token.
        14 => format!("HEAD {path} HTTP/1.1\r\n{host}Origin: http://evil.example\r\n\r\n"),
        15 => format!("GET {path} HTTP/1.0\r\n\r\n"),
        16 => format!("GET {path} HTTP/1.1\r\n{host}X-Costumier-Token: 0\r\nRange: bytes=0-0,1-1,2-\r\n\r\n"),
        17 => format!(
            "CONNECT evil.example:80 HTTP/1.1\r\n{host}Upgrade: websocket\r\nConnection: upgrade\r\n\r\n"
        ),
        18 => {
            format!("GET {path} HTTP/1.1\r\n{host}{token}Expect: 100-continue\r\nContent-Length: 5\r\n\r\n")
        }
        // Nothing at all.
        _ => String::new(),
    };
    text.into_bytes()
}

/// Number of kinds of harm.
const KINDS: usize = 20;

/// Sends what the server takes, at once or in two parts, and leaves the connection as it is, half closed, or closed.
fn attack(served: &Served, random: &mut Random) -> Option<TcpStream> {
    let kind = random.below(KINDS);
    let mut stream = TcpStream::connect(format!("127.0.0.1:{}", served.port)).unwrap();
    stream.set_nonblocking(true).unwrap();
    let bytes = harm(served, kind, random);
    let (first, second) = bytes.split_at(random.below(bytes.len() + 1));
    let _ = stream.write(first).and_then(|_| stream.write(second));
    match random.below(8) {
        0 => return None,
        1 => drop(stream.shutdown(Shutdown::Write)),
        2 => drop(stream.shutdown(Shutdown::Read)),
        _ => {}
    }
    Some(stream)
}

/// The memory of the server in KiB, as far as the system tells it.
fn memory(served: &Served) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", served.child.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Asks as the page does. Returns how long the answer took, the best of three: the machine may be busy.
#[track_caller]
fn honest(served: &Served, seed: u64) -> Duration {
    let ask = || {
        let asked = Instant::now();
        let answer = served.get("/game/game.json", &[]);
        assert_eq!(answer.status, 200, "seed {seed}");
        assert!(answer.body.starts_with(b"{\"title\":"), "seed {seed}");
        asked.elapsed()
    };
    (0..3).map(|_| ask()).min().unwrap()
}

#[test]
fn an_honest_client_is_answered_whatever_others_do() {
    let served = serve_game("sample".as_ref(), 8 << 20);
    let mut random = Random::new();
    let seed = random.0;
    honest(&served, seed);
    let before = memory(&served);
    let mut held = Vec::new();
    for round in 0..CLIENTS / ROUND {
        held.extend((0..ROUND).filter_map(|_| attack(&served, &mut random)));
        let took = honest(&served, seed);
        assert!(took < SOON, "round {round} of seed {seed}: {took:?}");
    }
    if let (Some(before), Some(after)) = (before, memory(&served)) {
        assert!(after < before + GROWTH, "seed {seed}: {before} KiB became {after} KiB");
    }
}

#[test]
fn no_kind_of_harm_alone_keeps_others_out() {
    let served = serve_game("sample".as_ref(), 8 << 20);
    let mut random = Random::new();
    for kind in 0..KINDS {
        let clients: Vec<TcpStream> = (0..70)
            .map(|_| {
                let mut stream = TcpStream::connect(format!("127.0.0.1:{}", served.port)).unwrap();
                stream.set_nonblocking(true).unwrap();
                let _ = stream.write(&harm(&served, kind, &mut random));
                stream
            })
            .collect();
        let took = honest(&served, random.0);
        assert!(took < SOON, "kind {kind}: {took:?}");
        drop(clients);
    }
}

#[test]
fn a_head_that_comes_byte_by_byte_gets_no_more_time() {
    let served = serve_game("sample".as_ref(), 0);
    let mut stream = TcpStream::connect(format!("127.0.0.1:{}", served.port)).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    let begun = Instant::now();
    stream.write_all(b"GET / HTTP/1.1\r\nX-Slow: ").unwrap();
    let closed = (0..60).any(|_| {
        if stream.write_all(b"a").is_err() {
            return true;
        }
        match stream.read(&mut [0; 99]) {
            Ok(_) => true,
            Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
        }
    });
    assert!(closed && begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}
