//! The HTTP server: requests and answers. Connections and their limits are in `connections`.
//!
//! No request reads a body, opens a file or writes anything: pages and the game's files are open before the first one.

use std::net::TcpListener;
use std::rc::Rc;

use anyhow::Result;
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::{
    ACCEPT_RANGES, ALLOW, CONNECTION, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE, HOST, HeaderMap,
    HeaderName, HeaderValue, ORIGIN, RANGE,
};
use hyper::{Request, Response, StatusCode};

use super::access::{AccessCheck, Refusal, RequestParts, Target};
use super::content::Content;
use super::files::GameFiles;
use super::page::Page;
use super::range::{RequestedRange, wanted};
use super::{connections, content};

/// Headers of every answer: nothing may be guessed, stored, framed or sent on.
const ALWAYS: [(HeaderName, &str); 6] = [
    (hyper::header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (hyper::header::REFERRER_POLICY, "no-referrer"),
    (hyper::header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (
        hyper::header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
         img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
];

const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const TOKEN: HeaderName = HeaderName::from_static("x-costumier-token");

const NO_SUCH_FILE: Refusal = Refusal(404, "there is no such file");
const NO_BODY: Refusal = Refusal(413, "requests have no body here");

/// A server of one page and one game.
pub(super) struct Server {
    pub(super) access: AccessCheck,
    pub(super) page: Page,
    pub(super) files: GameFiles,
}

impl Server {
    /// Answers requests until the process ends.
    ///
    /// # Errors
    /// If the system refuses to wait for connections.
    pub(super) fn serve(self, listener: TcpListener) -> Result<()> {
        let server = Rc::new(self);
        connections::serve(listener, move |request| server.answer(request))
    }

    fn answer(&self, request: &Request<Incoming>) -> Response<Content> {
        let header = |name| only(request.headers(), name);
        let asking = RequestParts {
            method: request.method().as_str(),
            path: request.uri().path(),
            host: header(HOST),
            origin: header(ORIGIN),
            site: header(SITE),
            token: header(TOKEN),
        };
        let mut answer = match self.access.admit(&asking) {
            Err(refusal) => refused(refusal),
            Ok(_) if !request.body().is_end_stream() => refused(NO_BODY),
            Ok(Target::Page(path)) => match self.page.file(&path) {
                Some((bytes, kind)) => whole(bytes, kind),
                None => refused(NO_SUCH_FILE),
            },
            Ok(Target::Game(name)) if name == "game.json" => {
                whole(self.files.list().clone(), "application/json")
            }
            Ok(Target::Game(name)) => self.file(&name, header(RANGE)),
        };
        let length = answer.body().size_hint().lower();
        let headers = answer.headers_mut();
        // An answer to HEAD has the length of the body that it leaves out.
        headers.insert(CONTENT_LENGTH, length.into());
        headers.extend(ALWAYS.map(|(name, value)| (name, HeaderValue::from_static(value))));
        if !request.body().is_end_stream() {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        answer
    }

    fn file(&self, name: &str, range: Option<&str>) -> Response<Content> {
        let Some(source) = self.files.file(name) else { return refused(NO_SUCH_FILE) };
        let size = source.len();
        let (status, bytes) = match wanted(range, size) {
            RequestedRange::All => (StatusCode::OK, 0..size),
            RequestedRange::Part(bytes) => (StatusCode::PARTIAL_CONTENT, bytes),
            RequestedRange::Outside => {
                let mut answer = refused(Refusal(416, "the file is shorter"));
                add(&mut answer, CONTENT_RANGE, &format!("bytes */{size}"));
                return answer;
            }
        };
        let places = format!("bytes {}-{}/{size}", bytes.start, bytes.end.saturating_sub(1));
        let mut answer = Response::new(content::part(source, bytes));
        *answer.status_mut() = status;
        add(&mut answer, CONTENT_TYPE, "application/octet-stream");
        add(&mut answer, ACCEPT_RANGES, "bytes");
        if status == StatusCode::PARTIAL_CONTENT {
            add(&mut answer, CONTENT_RANGE, &places);
        }
        answer
    }
}

/// Returns the value of a header. A header that is there twice, or holds more than ASCII, is an empty text, which no
/// check admits.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    Some(if values.next().is_none() { value.to_str().unwrap_or_default() } else { "" })
}

fn whole(bytes: Bytes, kind: &'static str) -> Response<Content> {
    let mut answer = Response::new(Content::Whole(bytes));
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    answer
}

fn refused(Refusal(status, why): Refusal) -> Response<Content> {
    let mut answer = whole(format!("{why}\n").into(), "text/plain; charset=utf-8");
    *answer.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
    if status == 405 {
        add(&mut answer, ALLOW, "GET, HEAD");
    }
    answer
}

fn add(answer: &mut Response<Content>, name: HeaderName, value: &str) {
    // All values are constants and numbers, which headers may hold.
    if let Ok(value) = HeaderValue::from_str(value) {
        answer.headers_mut().insert(name, value);
    }
}
