//! Authorises requests by host, origin and token. No other page in the same browser can read the game:
//!
//! - a domain name that was made to point to 127.0.0.1 comes with another `Host`;
//! - a request from another page comes with its `Origin`, or with `Sec-Fetch-Site`;
//! - only the page that was opened by its address has the token. The token is in the fragment (`#`), which browsers
//!   do not send, and comes back in a header, which other pages may not set without permission.

/// The parts of a request that are checked.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RequestParts<'a> {
    pub(super) method: &'a str,
    pub(super) path: &'a str,
    pub(super) host: Option<&'a str>,
    pub(super) origin: Option<&'a str>,
    pub(super) site: Option<&'a str>,
    pub(super) token: Option<&'a str>,
}

/// What a request may get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A file of the page.
    Page(String),
    /// A file of the game, or `game.json`.
    Game(String),
}

/// A refused request: the HTTP status and a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refusal(pub(super) u16, pub(super) &'static str);

/// The check of requests.
#[derive(Clone, Debug)]
pub(super) struct AccessCheck {
    port: u16,
    token: String,
}

impl AccessCheck {
    pub(super) fn new(port: u16, token: String) -> Self {
        Self { port, token }
    }

    /// Returns the address to open.
    pub(super) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/?served#t={}", self.port, self.token)
    }

    /// Checks a request and returns what it may get.
    ///
    /// # Errors
    /// If it is refused.
    pub(super) fn admit(&self, asking: &RequestParts<'_>) -> Result<Target, Refusal> {
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        if !asking.host.is_some_and(|host| hosts.iter().any(|known| known.eq_ignore_ascii_case(host))) {
            return Err(Refusal(403, "the Host header names another machine"));
        }
        let same = |origin: &str| {
            hosts
                .iter()
                .any(|host| origin.strip_prefix("http://").is_some_and(|it| it.eq_ignore_ascii_case(host)))
        };
        if asking.origin.is_some_and(|origin| !same(origin)) {
            return Err(Refusal(403, "the request comes from another page"));
        }
        if !matches!(asking.method, "GET" | "HEAD") {
            return Err(Refusal(405, "only GET and HEAD are allowed"));
        }
        let path = asking.path.split(['?', '#']).next().unwrap_or_default();
        let path =
            decode(path.strip_prefix('/').ok_or(Refusal(400, "the path does not begin with a slash"))?)
                .ok_or(Refusal(400, "the path is not valid UTF-8 with percent escapes"))?;
        let Some(name) = path.strip_prefix("game/") else {
            return Ok(Target::Page(if path.is_empty() { "index.html".to_owned() } else { path }));
        };
        if !matches!(asking.site, None | Some("same-origin" | "none")) {
            return Err(Refusal(403, "the request comes from another page"));
        }
        if !asking.token.is_some_and(|token| same_bytes(token.as_bytes(), self.token.as_bytes())) {
            return Err(Refusal(403, "the token is missing; open the address that `costumier view` printed"));
        }
        Ok(Target::Game(name.to_owned()))
    }
}

/// Compares in a time that does not depend on how many bytes are right.
fn same_bytes(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

/// Decodes `%20` and the like in a path. `None` if the result is no text.
fn decode(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
                u8::try_from(digit(rest.next())? * 16 + digit(rest.next())?).ok()?
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access() -> AccessCheck {
        AccessCheck::new(4711, "c0ffee".into())
    }

    fn asking(path: &str) -> RequestParts<'_> {
        RequestParts {
            method: "GET",
            path,
            host: Some("127.0.0.1:4711"),
            token: Some("c0ffee"),
            ..RequestParts::default()
        }
    }

    #[test]
    fn who_was_told_the_address_gets_in() {
        let url = access().url();
        assert_eq!(url, "http://127.0.0.1:4711/?served#t=c0ffee");
        let way = |path| access().admit(&asking(path));
        assert_eq!(way("/?served"), Ok(Target::Page("index.html".into())));
        assert_eq!(way("/assets/a.js"), Ok(Target::Page("assets/a.js".into())));
        assert_eq!(way("/game/game.json"), Ok(Target::Game("game.json".into())));
        assert_eq!(way("/game/My%20Game/a%2fb"), Ok(Target::Game("My Game/a/b".into())));
        let own = RequestParts {
            origin: Some("http://localhost:4711"),
            site: Some("same-origin"),
            ..asking("/game/x")
        };
        assert_eq!(access().admit(&own), Ok(Target::Game("x".into())));
        // The page itself is no secret: a browser that follows the address sends no token yet.
        assert!(access().admit(&RequestParts { token: None, ..asking("/") }).is_ok());
    }

    #[test]
    fn another_host_another_origin_or_no_token_stays_out() {
        let status = |asking: RequestParts<'_>| access().admit(&asking).unwrap_err().0;
        for host in [None, Some("evil.example:4711"), Some("127.0.0.1"), Some("127.0.0.1:4712"), Some("")] {
            assert_eq!(status(RequestParts { host, ..asking("/") }), 403, "{host:?}");
        }
        for origin in ["http://evil.example", "null", "https://127.0.0.1:4711", "http://127.0.0.1:80", ""] {
            assert_eq!(status(RequestParts { origin: Some(origin), ..asking("/") }), 403, "{origin}");
        }
        for token in [None, Some(""), Some("c0ffef"), Some("c0ffee0"), Some("C0FFEE")] {
            assert_eq!(status(RequestParts { token, ..asking("/game/game.json") }), 403, "{token:?}");
        }
        assert_eq!(status(RequestParts { site: Some("cross-site"), ..asking("/game/x") }), 403);
        assert_eq!(status(RequestParts { site: Some("same-site"), ..asking("/game/x") }), 403);
        for method in ["POST", "PUT", "OPTIONS", "DELETE"] {
            assert_eq!(status(RequestParts { method, ..asking("/") }), 405);
        }
        for path in ["", "x", "/%", "/%2", "/%zz", "/%ff"] {
            assert_eq!(status(asking(path)), 400, "{path}");
        }
    }
}
