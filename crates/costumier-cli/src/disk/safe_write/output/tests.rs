//! Folders that are written into.

use super::*;

fn names(path: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn files_are_whole_and_alone() {
    let at = tempfile::tempdir().unwrap();
    let folder = Folder::open(&at.path().join("new"), false).unwrap();
    folder.write("a/b/one.txt", b"one").unwrap();
    folder.write("a/b/one.txt", b"two").unwrap();
    assert_eq!(fs::read(at.path().join("new/a/b/one.txt")).unwrap(), b"two");
    assert_eq!(names(&at.path().join("new/a/b")), ["one.txt"]);
    assert_eq!(folder.written(), (2, 6));
}

#[test]
fn no_name_leads_out() {
    let at = tempfile::tempdir().unwrap();
    let folder = Folder::open(&at.path().join("in"), false).unwrap();
    for name in ["", "../out", "a/../../out", "/out", "."] {
        assert!(folder.write(name, b"x").is_err(), "{name:?}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(at.path(), at.path().join("in/link")).unwrap();
        assert!(folder.write("link/out", b"x").is_err());
    }
    assert_eq!(names(at.path()), ["in"]);
}

fn owner() -> Owner {
    Owner { game: "hero".into(), fingerprint: "f".into() }
}

#[test]
fn only_noted_content_inside_is_removed() {
    let at = tempfile::tempdir().unwrap();
    let inside = at.path().join("in");
    fs::write(at.path().join("out"), b"x").unwrap();
    let names = ["costume-1/b/old", "costume-1/b/older", "costume-2/old", "costume-2/edited", "costume-3"];
    let before = Folder::claim(&inside, &owner(), false).unwrap();
    for name in names.into_iter().chain(["thesis", "costume-4/stays"]) {
        before.write(name, b"x").unwrap();
    }
    before.finish().unwrap();
    // A journal may say anything.
    let hash = hash::hex(b"x");
    let absolute = at.path().join("out").display().to_string();
    let lies = ["../out", "", "costume-link/out", "costume-gone", &absolute, "costume-1/../../out"];
    for name in lies {
        before.journal.as_ref().unwrap().note(name, &hash).unwrap();
    }
    // While a call holds the journal, no other one can read it on Windows.
    drop(before);
    let mut text = fs::read_to_string(inside.join(super::super::journal::JOURNAL)).unwrap();
    lies.iter().for_each(|name| text.push_str(&format!("{hash}  {name}\n")));
    fs::write(inside.join(super::super::journal::JOURNAL), text).unwrap();
    fs::write(inside.join("costume-2/edited"), b"mine").unwrap();
    fs::write(inside.join("costume-2/theirs"), b"x").unwrap();
    fs::write(inside.join("costume-1/b/.costumier-abc123.part"), b"half").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(at.path(), inside.join("costume-link")).unwrap();
    let folder = Folder::claim(&inside, &owner(), false).unwrap();
    assert_eq!(folder.changed(|_| true), ["costume-2/edited"]);
    assert!(folder.write("costume-2/edited", b"y").is_err());
    folder.write("costume-3", b"y").unwrap();
    let unwritten = folder.remove_unwritten(|name| name == "costume-4/stays").unwrap();
    assert_eq!(unwritten.removed, ["costume-1/b/old", "costume-1/b/older", "costume-2/old"]);
    assert_eq!(
        (unwritten.kept, unwritten.changed),
        (vec!["costume-4/stays".to_owned()], vec!["costume-2/edited".to_owned()])
    );
    folder.finish().unwrap();
    assert_eq!(self::names(at.path()), ["in", "out"]);
    let left = self::names(&inside);
    let left: Vec<_> = left.iter().filter(|name| !name.contains("link")).collect();
    assert_eq!(left, [".costumier-written", "costume-2", "costume-3", "costume-4", "thesis"]);
    assert_eq!(self::names(&inside.join("costume-2")), ["edited", "theirs"]);
}

#[test]
fn a_file_that_somebody_wrote_is_replaced_only_by_force() {
    let at = tempfile::tempdir().unwrap();
    fs::write(at.path().join("a"), b"mine").unwrap();
    let folder = Folder::open(at.path(), false).unwrap();
    assert!(folder.require_free("a").is_err() && folder.write("a", b"ours").is_err());
    folder.write("a", b"mine").unwrap();
    folder.write("b", b"ours").unwrap();
    folder.write("b", b"ours, later").unwrap();
    fs::write(at.path().join("b"), b"edited").unwrap();
    assert!(folder.write("b", b"ours").is_err());
    assert_eq!(fs::read(at.path().join("b")).unwrap(), b"edited");
    assert_eq!(names(at.path()), ["a", "b"]);
    Folder::open(at.path(), true).unwrap().write("b", b"ours").unwrap();
}

#[test]
fn a_failure_leaves_nothing_behind() {
    let at = tempfile::tempdir().unwrap();
    let folder = Folder::open(at.path(), false).unwrap();
    // A folder stands where the file should go.
    fs::create_dir_all(at.path().join("taken/inner")).unwrap();
    assert!(folder.write("taken", b"x").is_err());
    assert_eq!(names(at.path()), ["taken"]);
}

#[test]
fn a_file_in_parts_has_its_name_when_it_is_whole() {
    let at = tempfile::tempdir().unwrap();
    let folder = Folder::open(at.path(), false).unwrap();
    folder.append("all", b"one ").unwrap();
    folder.append("lost", b"half of it").unwrap();
    folder.append("all", b"two").unwrap();
    assert!(names(at.path()).iter().all(|name| name.starts_with(".costumier-")));
    folder.seal("all").unwrap();
    assert!(folder.seal("all").is_err());
    assert_eq!(fs::read(at.path().join("all")).unwrap(), b"one two");
    drop(folder);
    assert_eq!(names(at.path()), ["all"], "what is not whole goes");
}

#[test]
fn other_peoples_folders_are_theirs() {
    let at = tempfile::tempdir().unwrap();
    let claim = |force| Folder::claim(at.path(), &owner(), force);
    fs::write(at.path().join("thesis.doc"), b"x").unwrap();
    let error = claim(false).unwrap_err();
    assert!(error.to_string().contains("holds other files"), "{error}");
    claim(true).unwrap().finish().unwrap();
    assert!(claim(false).is_ok());
}
