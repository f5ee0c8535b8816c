//! Lists of calls: what is finished, what is refused.

use std::io::Write as _;

use super::super::names::tests::HOSTILE;
use super::*;

fn replaced(name: &str, content: &[u8]) -> Replaced {
    Replaced { hash: hash::hex(content), kept: format!("{name}{KEPT}"), name: name.into() }
}

fn new(place: &Path) -> (Content, PathBuf) {
    let mut file = NewFile::beside(place).unwrap();
    file.write_all(b"new").unwrap();
    (Content::New(file), place.to_owned())
}

fn calls(files: Vec<Replaced>) -> Calls {
    Calls(vec![Call { files, is_undone: false }])
}

#[test]
fn a_call_that_stops_between_two_names_is_finished_by_the_next_one() {
    let at = tempfile::tempdir().unwrap();
    let [one, two] = ["game.000", "game.001"].map(|name| at.path().join(name));
    fs::write(&one, "old").unwrap();
    // No file can get the name of a folder with files.
    fs::create_dir_all(two.join("held")).unwrap();
    let mut calls = calls(vec![replaced("game.000", b"new"), replaced("game.001", b"new")]);
    assert!(replace(at.path(), vec![new(&one), new(&two)], &mut calls, Made::default()).is_err());
    assert_eq!(fs::read(&one).unwrap(), b"new");
    assert!(settle(at.path(), false).is_err() && settle(at.path(), true).is_err());
    assert_eq!(unsettled_folder(&one), at.path().canonicalize().ok());
    fs::remove_dir_all(&two).unwrap();
    assert_eq!(settle(at.path(), true).unwrap(), Some(Finished::Put));
    assert_eq!(settle(at.path(), true).unwrap(), None);
    assert_eq!(fs::read(&two).unwrap(), b"new");
    assert_eq!(unsettled_folder(&one), None);
}

#[test]
fn new_files_without_a_list_leave_the_game_as_it_was() {
    let at = tempfile::tempdir().unwrap();
    let place = at.path().join("game.000");
    fs::write(new_of(&place), "new").unwrap();
    assert!(settle(at.path(), false).unwrap().is_none() && new_of(&place).exists());
    assert!(settle(at.path(), true).unwrap().is_none() && !new_of(&place).exists() && !place.exists());
    // The list cannot be written.
    fs::create_dir(at.path().join(UNDO)).unwrap();
    let made = Made(vec![at.path().join("game.000.before-costumier")]);
    fs::write(&made.0[0], "old").unwrap();
    assert!(
        replace(at.path(), vec![new(&place)], &mut calls(vec![replaced("game.000", b"")]), made).is_err()
    );
    assert_eq!(fs::read_dir(at.path()).unwrap().count(), 1, "only the folder in the list's place");
}

/// Stopped after each step of an undo, the next call ends it.
#[test]
fn an_undo_that_stops_is_finished_by_the_next_call() {
    for step in 0..5 {
        let at = tempfile::tempdir().unwrap();
        let [one, two] = ["game.000", "game.001"].map(|name| at.path().join(name));
        let kept = |place: &Path| PathBuf::from(format!("{}{KEPT}", place.display()));
        let mut list = calls(vec![replaced("game.000", b"old"), replaced("game.001", b"old")]);
        list.0[0].is_undone = true;
        list.write(at.path()).unwrap();
        for (number, place) in [&one, &two].into_iter().enumerate() {
            fs::write(place, "new").unwrap();
            fs::write(kept(place), "old").unwrap();
            second_name(&kept(place), &new_of(place)).unwrap();
            if step > number {
                name(place).unwrap();
            }
            if step > number + 2 {
                fs::remove_file(kept(place)).unwrap();
            }
        }
        assert_eq!(settle(at.path(), false).is_err(), step < 2, "{step}");
        assert_eq!(settle(at.path(), true).unwrap(), Some(Finished::Undo));
        assert_eq!(fs::read_dir(at.path()).unwrap().count(), 2, "{step}");
        assert!([one, two].iter().all(|place| fs::read(place).unwrap() == b"old"), "{step}");
    }
}

#[test]
fn a_list_with_a_name_that_put_does_not_write_is_refused() {
    let at = tempfile::tempdir().unwrap();
    let refused = |text: &str| {
        fs::write(at.path().join(UNDO), text).unwrap();
        assert!(settle(at.path(), false).is_ok(), "what only reads goes on");
        settle(at.path(), true).is_err()
    };
    let line = |kept: &str, name: &str| format!("0  {kept}\t{name}\n");
    assert!(!refused(&format!(
        "call\n{}undo\n{}",
        line("a.before-costumier", "a"),
        line("b.before-costumier-2", "b")
    )));
    for name in HOSTILE {
        assert!(refused(&format!("call\n{}", line(&format!("{name}.before-costumier"), name))), "{name:?}");
    }
    for (kept, name) in [
        ("readme.txt", "a"),
        ("a", "a"),
        ("b.before-costumier", "a"),
        ("a.before-costumier-", "a"),
        ("a.before-costumier-x", "a"),
        ("a.before-costumier/../b", "a"),
    ] {
        assert!(refused(&format!("call\n{}", line(kept, name))), "{kept} {name}");
    }
    let (one, other) = (line("a.before-costumier", "a"), line("A.before-costumier", "A"));
    for text in [&*one, "call\nno line\n", &format!("call\n{one}{other}"), "undo\ncall\n", "\u{1b}[2J\n"] {
        assert!(refused(text), "{text:?}");
    }
    fs::write(at.path().join(UNDO), b"call\n\xff").unwrap();
    assert!(settle(at.path(), true).is_err());
    fs::File::create(at.path().join(UNDO)).unwrap().set_len(MOST + 1).unwrap();
    assert!(settle(at.path(), true).is_err());
}
