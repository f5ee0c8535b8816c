//! Tests of `costumier view` as a program: what it serves, and which requests it refuses.

#![allow(clippy::unwrap_used, reason = "a test that cannot run has failed")]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A server that ends with the test.
struct Served {
    child: Child,
    port: String,
    token: String,
    _page: tempfile::TempDir,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer: status, headers in lower case, body.
struct Answer {
    status: u16,
    headers: String,
    body: Vec<u8>,
}

fn serve() -> Served {
    let page = tempfile::tempdir().unwrap();
    fs::write(page.path().join("index.html"), "<!doctype html><title>page</title>").unwrap();
    fs::create_dir(page.path().join("assets")).unwrap();
    fs::write(page.path().join("assets/a.wasm"), b"\0asm").unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_costumier"))
        .args(["view", "sample", "--no-open", "--page"])
        .arg(page.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let rest = line.trim().strip_prefix("http://127.0.0.1:").unwrap();
    let (port, token) = rest.split_once("/?served#t=").unwrap();
    let (port, token) = (port.to_owned(), token.to_owned());
    assert_eq!(token.len(), 32);
    Served { child, port, token, _page: page }
}

impl Served {
    fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{}", self.port)).unwrap();
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            request.push_str(&format!("Host: 127.0.0.1:{}\r\n", self.port));
        }
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        stream.write_all(format!("{request}\r\n").as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let end = bytes.windows(4).position(|it| it == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, headers: head.to_ascii_lowercase(), body: bytes[end + 4..].to_vec() }
    }

    /// Asks as the page does.
    fn get(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut all = vec![("X-Costumier-Token", &*self.token)];
        all.extend(headers);
        self.ask("GET", path, &all)
    }
}

#[test]
fn the_page_and_the_game_are_there() {
    let served = serve();
    let page = served.ask("GET", "/?served", &[]);
    assert_eq!((page.status, &page.body[..15]), (200, &b"<!doctype html>"[..]));
    for header in
        ["content-security-policy: default-src 'none'", "x-content-type-options: nosniff", "no-store"]
    {
        assert!(page.headers.contains(header), "{header}: {}", page.headers);
    }
    assert!(!page.headers.contains("access-control"));
    let wasm = served.ask("GET", "/assets/a.wasm", &[]);
    assert!(wasm.headers.contains("content-type: application/wasm"));

    let list: serde_json::Value = serde_json::from_slice(&served.get("/game/game.json", &[]).body).unwrap();
    assert_eq!(list["title"], "The Costume Department");
    let files = costumier_sample::files_of(costumier::Generation::V5).unwrap();
    for file in list["files"].as_array().unwrap() {
        let name = file["name"].as_str().unwrap();
        let bytes = files.file(name).unwrap().bytes();
        assert_eq!(file["size"], bytes.len());
        assert_eq!(served.get(&format!("/game/{name}"), &[]).body, bytes);
        let part = served.get(&format!("/game/{name}"), &[("Range", "bytes=10-19")]);
        assert_eq!((part.status, &*part.body), (206, &bytes[10..20]));
        assert!(part.headers.contains(&format!("content-range: bytes 10-19/{}", bytes.len())));
        assert_eq!(served.get(&format!("/game/{name}"), &[("Range", "bytes=99999999-")]).status, 416);
        let head = served.ask("HEAD", &format!("/game/{name}"), &[("X-Costumier-Token", &served.token)]);
        assert_eq!((head.status, head.body.len()), (200, 0));
    }
}

#[test]
fn others_read_nothing() {
    let served = serve();
    assert_eq!(served.ask("GET", "/game/sample.001", &[]).status, 403);
    assert_eq!(served.ask("GET", "/game/sample.001", &[("X-Costumier-Token", "0")]).status, 403);
    assert_eq!(served.get("/game/sample.001", &[("Host", "evil.example")]).status, 403);
    assert_eq!(served.get("/game/sample.001", &[("Origin", "http://evil.example")]).status, 403);
    assert_eq!(served.get("/game/sample.001", &[("Sec-Fetch-Site", "cross-site")]).status, 403);
    assert_eq!(served.ask("POST", "/", &[]).status, 405);
    assert_eq!(served.ask("OPTIONS", "/game/sample.001", &[]).status, 405);
    for outside in [
        "/game/../Cargo.toml",
        "/../Cargo.toml",
        "/game/%2e%2e/Cargo.toml",
        "/game//etc/passwd",
        "/game/..%2fCargo.toml",
        "/assets/../../Cargo.toml",
        "/game/",
    ] {
        assert_eq!(served.get(outside, &[]).status, 404, "{outside}");
    }
}

#[test]
fn without_a_page_it_says_how_to_get_one() {
    if cfg!(feature = "viewer") {
        return;
    }
    let done =
        Command::new(env!("CARGO_BIN_EXE_costumier")).args(["view", "sample", "--no-open"]).output().unwrap();
    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&done.stderr).contains("cargo xtask viewer"));
}
