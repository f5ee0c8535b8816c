//! Programs of drafts: the text is the folder's, an edited text packs like the folder with it, and pictures in a row
//! are changed without their neighbours.

use crate::support::{pack, sample};
use costumier::{Game, Generation, Limits};
use costumier_edit::draft::{Draft, Edit, Stretch, Windows};
use costumier_edit::folder::{About, PictureFiles};

const PROGRAM: &str = "program.txt";

fn games() -> [Game; 2] {
    [Generation::V7, Generation::V8].map(sample)
}

fn draft(game: &Game, id: u32) -> Draft {
    Draft::of(&game.costume(id).unwrap(), About::default(), Limits::default()).unwrap()
}

fn payload(draft: &Draft) -> Vec<u8> {
    draft.pack().unwrap().payload
}

/// The program's text without what is written about it.
fn commands(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.split(';').next().unwrap().trim().to_owned());
    lines.filter(|line| !line.is_empty()).collect()
}

/// What the limbs do in each chore and facing.
fn records(draft: &Draft) -> Vec<Option<(&'static str, Windows)>> {
    let facings = ["west", "east", "south", "north", "northeast", "southwest"];
    (0..80).flat_map(|chore| facings.map(|facing| draft.windows(chore, facing))).collect()
}

/// A costume that runs programs, and the offset of a picture command in one.
fn running(game: &Game) -> (u32, Draft, Stretch) {
    let ids = (1..40).filter(|id| game.costume(*id).is_ok());
    ids.map(|id| (id, draft(game, id)))
        .find_map(|(id, draft)| {
            let is_run = draft.program().unwrap().unwrap().contains("; run by");
            let found =
                (0..0x400).filter_map(|at| draft.stretch(at).unwrap()).find(|it| it.pictures.len() > 1);
            Some((id, found.filter(|_| is_run)?)).map(|(id, stretch)| (id, draft, stretch))
        })
        .unwrap()
}

#[test]
fn the_text_is_that_of_the_folder_and_changes_nothing() {
    let mut costumes = 0;
    for game in games() {
        for id in (1..40).filter(|id| game.costume(*id).is_ok()) {
            let mut draft = draft(&game, id);
            let text = draft.program().unwrap().unwrap();
            let folder = draft.files(PictureFiles::Sheets).unwrap();
            assert_eq!(text.as_bytes(), folder[PROGRAM], "costume {id}");
            assert_eq!(draft.check_program(&text).unwrap(), [], "costume {id}");
            let before = payload(&draft);
            draft.apply(Edit::Program { text }).unwrap();
            assert_eq!(payload(&draft), before, "costume {id}");
            costumes += 1;
        }
    }
    assert!(costumes > 8);
    assert_eq!(draft(&sample(Generation::V5), 1).program().unwrap(), None);
}

#[test]
fn an_edited_text_packs_like_the_folder_with_it() {
    for game in games() {
        for id in (1..40).filter(|id| game.costume(*id).is_ok()) {
            let mut draft = draft(&game, id);
            let before = payload(&draft);
            let text = draft.program().unwrap().unwrap();
            let mut folder = draft.files(PictureFiles::Sheets).unwrap();
            // Each row of pictures gets longer, so that everything behind it moves.
            let longer = |line: &str| match line.trim().strip_prefix("picture ") {
                Some(pictures) => format!("{line}\n    picture {}\n", pictures.split(' ').next().unwrap()),
                None => format!("{line}\n"),
            };
            let edited: String = text.lines().map(longer).collect();
            folder.insert(PROGRAM.to_owned(), edited.clone().into_bytes());
            let packed = pack(&folder);
            draft.apply(Edit::Program { text: edited }).unwrap();
            // Lists that are not in the program any more come last, in another order than the folder's.
            let costume = packed.costume().unwrap();
            let wanted = Draft::of(&costume, About::default(), Limits::default()).unwrap();
            let after = payload(&draft);
            assert_eq!(after.len(), packed.payload.len(), "costume {id}");
            assert!(
                records(&draft) == records(&wanted) && records(&draft).iter().any(Option::is_some),
                "costume {id}"
            );
            assert!(draft.undo());
            assert!(payload(&draft) == before && before != after, "costume {id}");
            assert!(draft.redo());
            assert!(payload(&draft) == after, "costume {id}");
        }
    }
}

#[test]
fn a_stretch_is_changed_and_what_is_behind_it_moves() {
    for game in games() {
        let (id, mut draft, Stretch { start, pictures }) = running(&game);
        let (before, text) = (payload(&draft), draft.program().unwrap().unwrap());
        assert_eq!(draft.stretch(start + 1).unwrap().unwrap().start, start, "any command of it finds it");
        let mut longer = pictures.clone();
        longer.extend([pictures[0], pictures[0], pictures[1]]);
        draft.apply(Edit::Stretch { start, pictures: longer.clone() }).unwrap();
        assert_eq!(draft.stretch(start).unwrap().unwrap().pictures, longer, "costume {id}");
        let now = draft.program().unwrap().unwrap();
        let others = |text: &str| -> Vec<String> {
            let mut lines = commands(text);
            lines.retain(|line| !line.starts_with("picture ") && !line.ends_with(':'));
            lines.iter().map(|line| line.split(" to=").next().unwrap().to_owned()).collect()
        };
        assert_eq!(others(&text), others(&now), "costume {id}");
        let costume = draft.pack().unwrap().costume().unwrap();
        assert_eq!(costume.check(), game.costume(id).unwrap().check(), "costume {id}");
        assert!(draft.undo());
        assert_eq!(payload(&draft), before, "costume {id}");
        for (start, pictures, wanted) in [
            (start, Vec::new(), "no picture would be left"),
            (start + 1, pictures.clone(), "no pictures in a row begin there"),
            (start, vec![0x900], "shows picture 2304"),
            (start, vec![0x2000], "picture"),
        ] {
            let refused = draft.apply(Edit::Stretch { start, pictures }).unwrap_err().to_string();
            assert!(refused.contains(wanted), "{refused}");
        }
        assert_eq!(payload(&draft), before, "costume {id}");
    }
}

#[test]
fn what_is_wrong_with_a_text_is_told_with_its_line() {
    let (_, mut draft, Stretch { .. }) = running(&games()[0]);
    let text = draft.program().unwrap().unwrap();
    let label = text.lines().find(|line| line.starts_with('L')).unwrap();
    let lines = text.lines().count();
    for (edited, line, is_note, wanted) in [
        (format!("{text}    picture no-such-name\n"), Some(lines + 1), false, "no picture has the name"),
        (format!("{text}    frobnicate\n"), Some(lines + 1), false, "frobnicate"),
        (format!("{text}{label}\n"), Some(lines + 1), false, "for the second time"),
        (format!("{text}    goto to=nowhere\n"), Some(lines + 1), false, "no label nowhere"),
        (text.replacen(&format!("{label}\n"), "", 1), None, false, "has no label"),
        (format!("{text}    picture 0\n"), Some(lines + 1), true, "no limb plays"),
    ] {
        let found = draft.check_program(&edited).unwrap();
        let one = found.iter().find(|one| one.text.contains(wanted));
        let one = one.unwrap_or_else(|| panic!("{wanted}: {found:?}"));
        assert_eq!((one.line, one.is_note), (line, is_note), "{found:?}");
        let applied = draft.apply(Edit::Program { text: edited });
        assert_eq!(applied.is_ok(), is_note, "{wanted}");
    }
    assert_eq!(draft.edits().count(), 1);
    // A picture that does not exist is found when the block is written, and told with its line all the same.
    let first = text.lines().position(|line| line.trim().starts_with("picture ")).unwrap();
    let mut wrong: Vec<&str> = text.lines().collect();
    wrong[first] = "    picture 2304";
    let found = draft.check_program(&wrong.join("\n")).unwrap();
    assert!(
        found.iter().any(|one| one.text.contains("shows picture") && one.line == Some(first + 1)),
        "{found:?}"
    );
}
