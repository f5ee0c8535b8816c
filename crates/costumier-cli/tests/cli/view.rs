//! Tests of `costumier view` as a program: what it serves, and which requests it refuses.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server that ends with the test.
pub(crate) struct Served {
    pub(crate) child: Child,
    pub(crate) port: String,
    pub(crate) token: String,
    _page: tempfile::TempDir,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer: status, headers in lower case, body.
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: String,
    pub(crate) body: Vec<u8>,
}

fn serve() -> Served {
    serve_game("sample".as_ref(), 0)
}

/// Serves a game, and a page with a file of so many bytes.
pub(crate) fn serve_game(game: &Path, large: usize) -> Served {
    let page = tempfile::tempdir().unwrap();
    fs::write(page.path().join("index.html"), "<!doctype html><title>page</title>").unwrap();
    fs::create_dir(page.path().join("assets")).unwrap();
    fs::write(page.path().join("assets/a.wasm"), b"\0asm").unwrap();
    fs::write(page.path().join("assets/large.js"), vec![b' '; large]).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_costumier"))
        .arg("view")
        .arg(game)
        .args(["--no-open", "--page"])
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
    pub(crate) fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
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
    pub(crate) fn get(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
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
    // Two hosts, an origin that is no text, and a body: none of them is looked at any further.
    let port = &served.port;
    let host = format!("127.0.0.1:{port}");
    assert_eq!(served.get("/", &[("Host", &host), ("Host", "evil.example")]).status, 403);
    assert_eq!(served.get("/", &[("Origin", "http://\u{e9}.example")]).status, 403);
    assert_eq!(served.get("/", &[("Content-Length", "99999999999")]).status, 413);
    assert_eq!(served.get("/", &[("Transfer-Encoding", "chunked")]).status, 413);
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

#[cfg(unix)]
#[test]
fn only_the_files_of_the_game_are_served_and_no_link_out_of_its_folder() {
    use crate::support::{folder, ok, run_in};
    use std::os::unix::fs::symlink;

    let at = folder("view-links");
    ok(&at, "sample game");
    fs::write(at.join("secret.txt"), "secret").unwrap();
    fs::write(at.join("game/notes.txt"), "mine").unwrap();
    symlink(at.join("secret.txt"), at.join("game/link.txt")).unwrap();
    let served = serve_game(&at.join("game"), 0);
    let list: serde_json::Value = serde_json::from_slice(&served.get("/game/game.json", &[]).body).unwrap();
    let names: Vec<&str> =
        list["files"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["sample.000", "sample.001"]);
    for other in ["link.txt", "notes.txt"] {
        assert_eq!(served.get(&format!("/game/{other}"), &[]).status, 404);
    }
    // A file that becomes a link later is not followed: it was opened before.
    let before = served.get("/game/sample.001", &[]).body;
    fs::remove_file(at.join("game/sample.001")).unwrap();
    symlink(at.join("secret.txt"), at.join("game/sample.001")).unwrap();
    assert_eq!(served.get("/game/sample.001", &[]).body, before);
    // A link inside the folder is as good as the file.
    fs::remove_file(at.join("game/sample.001")).unwrap();
    fs::create_dir(at.join("game/data")).unwrap();
    fs::write(at.join("game/data/real"), &before).unwrap();
    symlink("data/real", at.join("game/sample.001")).unwrap();
    assert_eq!(serve_game(&at.join("game"), 0).get("/game/sample.001", &[]).body, before);
    fs::rename(at.join("game/data"), at.join("elsewhere")).unwrap();
    fs::remove_file(at.join("game/sample.001")).unwrap();
    symlink("../elsewhere/real", at.join("game/sample.001")).unwrap();
    let page = tempfile::tempdir().unwrap();
    fs::write(page.path().join("index.html"), "x").unwrap();
    let page = page.path().to_str().unwrap();
    run_in(&at, &["view", "game", "--no-open", "--page", page]).fails(
        2,
        &["sample.001 is a link out of the game's folder", "hint: copy the file here", "elsewhere"],
    );
}

#[test]
fn the_page_opens_every_edition_from_the_files_that_it_gets() {
    for edition in costumier_sample::GAMES.iter() {
        let name = format!("sample-{}", edition.name);
        let served = serve_game(name.as_ref(), 0);
        let list: serde_json::Value =
            serde_json::from_slice(&served.get("/game/game.json", &[]).body).unwrap();
        let file = |row: &serde_json::Value| {
            let name = row["name"].as_str().unwrap().to_owned();
            let bytes = served.get(&format!("/game/{name}"), &[]).body;
            (name, bytes)
        };
        let files: costumier::MemoryFiles = list["files"].as_array().unwrap().iter().map(file).collect();
        let open = |files: costumier::MemoryFiles| {
            let game = costumier::Game::open(&files, None, costumier::Limits::default()).unwrap();
            (
                format!("{:?}", game.dialect()),
                game.why().to_owned(),
                game.title().map(|title| title.name),
                game.costume_ids().collect::<Vec<_>>(),
                game.problems().to_vec(),
            )
        };
        assert_eq!(open(files), open(edition.folder()), "{name}");
    }
}
