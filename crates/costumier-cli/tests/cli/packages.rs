//! What is published: each crate with what its page on crates.io needs, archives by the names that installers ask for.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

#[cfg(unix)]
use crate::support;

/// The repository's folder.
fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What Cargo says of each crate that is published.
fn published() -> Vec<Value> {
    let words = ["metadata", "--no-deps", "--offline", "--format-version", "1"];
    let ran = Command::new(env!("CARGO")).args(words).current_dir(top()).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let metadata: Value = serde_json::from_slice(&ran.stdout).unwrap();
    let mut crates = metadata["packages"].as_array().unwrap().clone();
    crates.retain(|it| it["publish"].is_null());
    crates
}

/// The folder of a crate.
fn folder(krate: &Value) -> PathBuf {
    Path::new(krate["manifest_path"].as_str().unwrap()).parent().unwrap().to_owned()
}

/// The language of each block of code, and its number of lines.
fn blocks(text: &str) -> Vec<(String, usize)> {
    let parts: Vec<&str> = text.split("```").collect();
    let inside = parts.iter().skip(1).step_by(2);
    inside.map(|it| (it.lines().next().unwrap_or_default().to_owned(), it.lines().count() - 1)).collect()
}

#[test]
fn every_crate_has_a_page_of_its_own() {
    let crates = published();
    assert!(crates.len() >= 10, "{} crates are published", crates.len());
    for krate in &crates {
        let name = krate["name"].as_str().unwrap();
        let folder = folder(krate);
        let read = |file: &str| {
            fs::read_to_string(folder.join(file)).unwrap_or_else(|e| panic!("{name}: {file}: {e}"))
        };
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert_eq!(read(licence), fs::read_to_string(top().join(licence)).unwrap(), "{name}: {licence}");
        }
        let readme = read("README.md");
        // The command's page has commands, which `transcripts` runs.
        let wanted = if name == "costumier-cli" { "sh" } else { "rust" };
        let blocks = blocks(&readme);
        let longest = blocks.iter().filter(|it| it.0 == wanted).map(|it| it.1).max();
        assert!(longest >= Some(6), "{name}: README.md has no example in {wanted}");
        assert!(
            !readme.contains("](") || readme.contains("](http"),
            "{name}: links of README.md break on crates.io"
        );
        for (feature, _) in krate["features"].as_object().unwrap() {
            let is_said = readme.contains(&format!("| `{feature}` |"));
            assert!(
                is_said || feature == "default",
                "{name}: README.md does not explain the feature {feature}"
            );
        }
        for list in ["keywords", "categories"] {
            let count = krate[list].as_array().unwrap().len();
            assert!((1..=5).contains(&count), "{name}: {count} {list}");
        }
        assert!(krate["rust_version"].is_string() && krate["description"].is_string(), "{name}");
        assert_eq!(krate["license"], "MIT OR Apache-2.0", "{name}");
        if krate["targets"].as_array().unwrap().iter().any(|it| it["kind"][0] == "lib") {
            assert_eq!(krate["documentation"], format!("https://docs.rs/{name}"));
            assert_eq!(krate["metadata"]["docs"]["rs"]["all-features"], true, "{name}");
        }
    }
}

#[test]
fn one_place_says_the_addresses() {
    let crates = published();
    for part in ["repository", "homepage"] {
        assert!(crates.iter().all(|it| it[part].is_string() && it[part] == crates[0][part]), "{part}");
    }
    let npm: Value =
        serde_json::from_str(&fs::read_to_string(top().join("packages/costumier/package.json")).unwrap())
            .unwrap();
    let known =
        |part: &str| Some(crates[0][part].as_str().unwrap()).filter(|it| !it.is_empty()).map(str::to_owned);
    let said = |value: &Value| value.as_str().map(str::to_owned);
    assert_eq!(said(&npm["repository"]["url"]), known("repository").map(|it| format!("git+{it}.git")));
    assert_eq!(said(&npm["homepage"]), known("homepage"));
}

/// What the workflow of releases builds for, each with its archive's name, of version 1.2.3.
#[cfg(unix)]
fn archives() -> Vec<(String, String)> {
    let workflow = fs::read_to_string(top().join(".github/workflows/release.yml")).unwrap();
    let targets =
        workflow.lines().filter_map(|line| line.trim().strip_prefix("- { target: ")?.split_once(','));
    let name = |target: &str| {
        let words = ["--name", target, "1.2.3"];
        let ran = Command::new(top().join(".ci/package")).args(words).output().unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8(ran.stdout).unwrap().trim().to_owned()
    };
    targets.map(|(target, _)| (target.to_owned(), name(target))).collect()
}

#[cfg(unix)]
#[test]
fn binstall_asks_for_the_archives_of_a_release() {
    let crates = published();
    let cli = crates.iter().find(|it| it["name"] == "costumier-cli").unwrap();
    let binstall = &cli["metadata"]["binstall"];
    let archives = archives();
    assert_eq!(archives.len(), 5, "{archives:?}");
    for (target, archive) in archives {
        let of_target = &binstall["overrides"][&target];
        let fill = |key: &str| {
            let template = of_target[key].as_str().or(binstall[key].as_str()).unwrap();
            let extension = if target.contains("windows") { ".exe" } else { "" };
            let values = [
                ("repo", "https://example.org/it"),
                ("version", "1.2.3"),
                ("target", &target),
                ("bin", "costumier"),
                ("binary-ext", extension),
            ];
            values.iter().fold(template.to_owned(), |text, (name, value)| {
                text.replace(&format!("{{ {name} }}"), value)
            })
        };
        assert_eq!(fill("pkg-url"), format!("https://example.org/it/releases/download/v1.2.3/{archive}"));
        let (folder, ending) = archive
            .rsplit_once(&target)
            .map(|(before, ending)| (format!("{before}{target}"), ending))
            .unwrap();
        assert_eq!(fill("pkg-fmt"), if ending == ".zip" { "zip" } else { "tgz" });
        let program = if target.contains("windows") { "costumier.exe" } else { "costumier" };
        assert_eq!(fill("bin-dir"), format!("{folder}/{program}"));
    }
}

#[cfg(unix)]
#[test]
fn manifests_of_package_managers_name_the_archives_of_a_release() {
    let folder = support::folder("managers");
    let archives = archives();
    let sums: Vec<String> =
        (1..).zip(&archives).map(|(number, (_, name))| format!("{number:064x}  {name}\n")).collect();
    let write = |sums: &[String], to: &Path| {
        fs::write(folder.join("SHA256SUMS"), sums.concat()).unwrap();
        let ran = Command::new(top().join(".ci/managers"))
            .args(["1.2.3", "SHA256SUMS", "https://example.org/costumier"])
            .arg(to)
            .current_dir(&folder)
            .output()
            .unwrap();
        (ran.status.success(), String::from_utf8_lossy(&ran.stderr).into_owned())
    };
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/managers");
    // To accept a change: `MANIFESTS=overwrite`, and look at the difference.
    if std::env::var("MANIFESTS").is_ok_and(|how| how == "overwrite") {
        assert_eq!(write(&sums, &kept), (true, String::new()));
    }
    let written = folder.join("written");
    assert_eq!(write(&sums, &written), (true, String::new()));
    let (expected, found) = (support::tree(&kept), support::tree(&written));
    assert_eq!(expected.keys().collect::<Vec<_>>(), found.keys().collect::<Vec<_>>());
    assert!(found.len() >= 7, "{} files", found.len());
    for (name, bytes) in &found {
        assert_eq!(String::from_utf8_lossy(&expected[name]), String::from_utf8_lossy(bytes), "{name}");
    }
    let all = found.values().flatten().copied().collect::<Vec<u8>>();
    for (target, name) in &archives {
        assert!(
            String::from_utf8_lossy(&all).contains(name.as_str()),
            "no manifest names {target}'s archive"
        );
        let others: Vec<String> = sums.iter().filter(|it| !it.contains(name.as_str())).cloned().collect();
        let (is_written, message) = write(&others, &folder.join("incomplete"));
        assert!(!is_written && message.contains(name.as_str()), "{message}");
    }
}
