//! The HTTP server: requests and answers.

use std::io::{Cursor, Read};
use std::net::TcpListener;
use std::thread;

use anyhow::{Result, anyhow};
use tiny_http::{Header, Request, Response, StatusCode};

use super::access::{AccessCheck, Refusal, RequestParts, Target};
use super::files::GameFiles;
use super::page::Page;
use super::range::{RequestedRange, wanted};

/// Number of threads that answer.
const THREADS: usize = 4;

/// Headers of every answer: nothing may be guessed, stored, framed or sent on.
const ALWAYS: [(&str, &str); 6] = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cache-Control", "no-store"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
         img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
];

/// A server of one page and one game.
pub(super) struct Server {
    http: tiny_http::Server,
    access: AccessCheck,
    page: Page,
    files: GameFiles,
}

/// An answer that is being sent.
type Answer = Response<Box<dyn Read + Send>>;

impl Server {
    pub(super) fn new(
        listener: TcpListener,
        access: AccessCheck,
        page: Page,
        files: GameFiles,
    ) -> Result<Self> {
        let http = tiny_http::Server::from_listener(listener, None)
            .map_err(|error| anyhow!("no server: {error}"))?;
        Ok(Self { http, access, page, files })
    }

    /// Answers requests until the process ends.
    pub(super) fn serve(&self) {
        thread::scope(|threads| {
            for _ in 0..THREADS {
                threads.spawn(|| {
                    while let Ok(request) = self.http.recv() {
                        let answer = self.answer(&request);
                        // An answer to a client that has gone is dropped.
                        let _ = request.respond(answer);
                    }
                });
            }
        });
    }

    fn answer(&self, request: &Request) -> Answer {
        let header = |name: &'static str| {
            let mut found = request.headers().iter().filter(|header| header.field.equiv(name));
            found.next().map(|header| header.value.as_str())
        };
        let method = request.method().to_string();
        let asking = RequestParts {
            method: &method,
            path: request.url(),
            host: header("Host"),
            origin: header("Origin"),
            site: header("Sec-Fetch-Site"),
            token: header("X-Costumier-Token"),
        };
        let mut answer = match self.access.admit(&asking) {
            Err(refusal) => refused(refusal),
            Ok(Target::Page(path)) => match self.page.file(&path) {
                Some((bytes, kind)) => whole(bytes.to_vec(), kind),
                None => refused(Refusal(404, "there is no such file")),
            },
            Ok(Target::Game(name)) if name == "game.json" => {
                whole(self.files.list().into(), "application/json")
            }
            Ok(Target::Game(name)) => self.file(&name, header("Range")),
        };
        for (name, value) in ALWAYS {
            add(&mut answer, name, value);
        }
        answer
    }

    fn file(&self, name: &str, range: Option<&str>) -> Answer {
        let Some(size) = self.files.size(name) else { return refused(Refusal(404, "there is no such file")) };
        let (status, bytes) = match wanted(range, size) {
            RequestedRange::All => (200, 0..size),
            RequestedRange::Part(bytes) => (206, bytes),
            RequestedRange::Outside => {
                let mut answer = refused(Refusal(416, "the file is shorter"));
                add(&mut answer, "Content-Range", &format!("bytes */{size}"));
                return answer;
            }
        };
        let length = usize::try_from(bytes.end - bytes.start).ok();
        match self.files.part(name, bytes.clone()) {
            Ok(part) => {
                let part: Box<dyn Read + Send> = Box::new(part);
                let mut answer = Response::new(StatusCode(status), Vec::new(), part, length, None);
                // Long files have a length header too.
                answer = answer.with_chunked_threshold(usize::MAX);
                add(&mut answer, "Content-Type", "application/octet-stream");
                add(&mut answer, "Accept-Ranges", "bytes");
                if status == 206 {
                    add(
                        &mut answer,
                        "Content-Range",
                        &format!("bytes {}-{}/{size}", bytes.start, bytes.end - 1),
                    );
                }
                answer
            }
            Err(_) => refused(Refusal(404, "the file is gone")),
        }
    }
}

fn whole(bytes: Vec<u8>, kind: &str) -> Answer {
    let length = bytes.len();
    let body: Box<dyn Read + Send> = Box::new(Cursor::new(bytes));
    let mut answer = Response::new(StatusCode(200), Vec::new(), body, Some(length), None);
    answer = answer.with_chunked_threshold(usize::MAX);
    add(&mut answer, "Content-Type", kind);
    answer
}

fn refused(Refusal(status, why): Refusal) -> Answer {
    let mut answer = whole(format!("{why}\n").into_bytes(), "text/plain; charset=utf-8");
    answer = answer.with_status_code(status);
    if status == 405 {
        add(&mut answer, "Allow", "GET, HEAD");
    }
    answer
}

fn add(answer: &mut Answer, name: &str, value: &str) {
    // Both are constants of this file that headers may hold.
    if let Ok(header) = Header::from_bytes(name, value) {
        answer.add_header(header);
    }
}
