//! The rules of calls that hold in all languages, with the sample game.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot open the sample has failed"
)]

use std::fs;
use std::path::Path;
use std::sync::Arc;

use costumier_api::{Draft, Error, Game, Language, MemoryFiles, Number, OpenOptions, Raster};

fn sample(edition: &str) -> Game {
    opened(edition, "{}").unwrap()
}

fn opened(edition: &str, options: &str) -> Result<Game, Error> {
    let files = Arc::new(costumier_sample::edition(edition).unwrap().folder());
    Game::open_files(files, None, &OpenOptions::from_json(options)?)
}

/// Returns the kind of an error, its text and the hint for Python.
fn told<T: std::fmt::Debug>(result: Result<T, Error>) -> (&'static str, String, String) {
    let error = result.unwrap_err();
    (error.kind(), error.to_string(), error.hint(Language::Python).unwrap_or_default())
}

fn read(file: &str, bytes: &[u8], generation: Option<&str>) -> Result<Draft, Error> {
    let files: MemoryFiles = [(file.to_owned(), bytes.to_vec())].into_iter().collect();
    Draft::read(Arc::new(files), generation)
}

#[test]
fn an_export_of_pictures_chores_and_facings_that_do_not_exist_is_refused() {
    let game = sample("v5");
    let told = |options: &str| {
        let (kind, text, hint) = told(game.export(Some(&[6.into()]), options));
        assert_eq!(kind, "not-found", "{text}");
        assert_eq!(game.job(Some(&[6.into()]), options).unwrap_err().to_string(), text);
        assert_eq!(game.costume(6.into()).unwrap().export(options).unwrap_err().to_string(), text);
        format!("{text} ({hint})")
    };
    assert_eq!(
        told(r#"{"picture": [{"limb": 0, "index": 99}]}"#),
        "costume 6 has no picture 0.99 (limb 0 has 0 to 8, limb 1 has 0 to 7, limb 2 has 0 to 9)"
    );
    assert_eq!(told(r#"{"chore": [77]}"#), "costume 6 has no chore 77 (`costume.actions` lists its chores)");
    for chores in [r#"["wlak"]"#, r#"["walk", "wlak"]"#] {
        let told = told(&format!(r#"{{"chore": {chores}}}"#));
        assert_eq!(
            told,
            "costume 6 has no chore `wlak` (did you mean `walk`? `costume.actions` lists its chores)"
        );
    }
    let told_of_two = told(r#"{"picture": [{"limb": 0, "index": 8}, {"limb": 0, "index": 99}]}"#);
    assert!(told_of_two.starts_with("costume 6 has no picture 0.99 ("), "{told_of_two}");
    assert!(
        told(r#"{"facing": ["northeast"]}"#).starts_with("costume 6 has no animation facing northeast (")
    );
    let all = game.export(None, r#"{"picture": [{"limb": 9, "index": 99}]}"#).unwrap_err();
    assert_eq!(all.to_string(), "no costume has a picture 9.99");
    let some = game.export(None, r#"{"picture": [{"limb": 0, "index": 40}], "formats": ["png"]}"#).unwrap();
    assert!(some.count() > 2, "the costumes that have it");
    let none = game.export(Some(&[]), "{}").unwrap_err();
    assert_eq!(none.to_string(), "the list of costumes is empty; without a list, all are taken");
}

#[test]
fn names_are_those_that_the_command_finds() {
    let game = sample("v5");
    // Another script calls the actor in costume 2 so.
    assert_eq!(game.costume_called("Understudy").unwrap(), 2);
    assert_eq!(game.costume_called("balth").unwrap(), 2);
    let (kind, text, hint) = told(game.costume_called("e"));
    assert_eq!((kind, &*text), ("not-found", r#"no costume has the name "e""#));
    assert!(hint.starts_with(r#"the names are 1 "Odile", 2 "Balthasar", 2 "Understudy""#), "{hint}");
    let names = r#"{"names": {"title": "Mine", "costumes": [{"costume": 6, "name": "Dancer"},
        {"costume": 6, "chore": 2, "name": "Waltz"}]}}"#;
    let game = opened("v5", names).unwrap();
    assert_eq!(game.info().info.title.as_deref(), Some("Mine"));
    assert_eq!(game.costume_called("dancer").unwrap(), 6);
    assert!(game.costume(6.into()).unwrap().clip("waltz", "east").unwrap().count() > 1);
    assert!(
        game.export(Some(&[6.into()]), r#"{"formats": ["gif"], "chore": ["Waltz"]}"#).unwrap().count() > 2
    );
    let wrong = opened("v5", r#"{"names": {"costume": []}}"#).unwrap_err().to_string();
    assert!(wrong.starts_with("options: unknown field `costume`"), "{wrong}");
}

#[test]
fn a_chore_and_a_facing_mean_the_same_in_clips_films_and_timelines() {
    let costume = sample("v5").costume(1.into()).unwrap();
    let ticks = |facing| costume.film("walk", facing, None, 99.into(), 99.into()).unwrap().head();
    let written = |row| serde_json::to_string(&row).unwrap();
    assert_eq!(written(ticks("e")), written(ticks("east")));
    assert_eq!(costume.clip("walk", "90").unwrap().count(), costume.clip("walk", "e").unwrap().count());
    assert!(costume.timeline("2", "northeast").unwrap().is_some(), "north stands for it");
    assert!(!costume.clip("2", "northeast").unwrap().encode("gif", "{}").unwrap().is_empty());
    for (chore, facing, text) in [
        ("wlak", "east", "costume 1 has no chore `wlak`"),
        ("99", "east", "costume 1 has no chore 99"),
        ("walk", "eats", "\"eats\" is no facing"),
        ("70000", "east", "chore is 70000: use a whole number from 0 to 65535"),
    ] {
        for why in [
            costume.clip(chore, facing).unwrap_err(),
            costume.film(chore, facing, None, 9.into(), 9.into()).unwrap_err(),
            costume.timeline(chore, facing).unwrap_err(),
        ] {
            assert!(why.to_string().starts_with(text), "{why}");
        }
    }
}

#[test]
fn what_does_not_exist_is_no_empty_answer() {
    let game = sample("v5");
    assert_eq!(told(game.thumbnail(99.into(), 1.into(), 1.into())).0, "costume-out-of-range");
    let draft = game.draft(1.into()).unwrap();
    let (kind, text, hint) = told(draft.rows(0.into(), 99.into()));
    assert_eq!((kind, &*text), ("not-found", "the draft has no picture 0.99"));
    assert_eq!(hint, "limb 0 has 44 pictures, counted from 0");
    assert_eq!(told(draft.rows(9.into(), 0.into())).0, "not-found");
}

#[test]
fn options_that_a_call_sets_itself_are_refused() {
    let costume = sample("v5").costume(1.into()).unwrap();
    let clip = costume.clip("walk", "east").unwrap();
    for (options, name) in [(r#"{"formats": ["png"]}"#, "formats"), (r#"{"chore": [3]}"#, "chore")] {
        let why = told(clip.encode("gif", options)).1;
        assert_eq!(why, format!("options: the call sets `{name}` itself for an animation"));
    }
    let why = told(costume.contact_sheet(r#"{"formats": ["gif"]}"#)).1;
    assert_eq!(why, "options: the call sets `formats` itself for a contact sheet");
}

#[test]
fn a_picture_is_found_by_its_values_and_by_its_room_colours() {
    let game = sample("v5");
    let costume = game.costume(1.into()).unwrap();
    let mut raster = Raster::default();
    for row in costume.pictures().unwrap() {
        let key = (Number::from(u32::from(row.limb)), Number::from(u32::from(row.index)));
        costume.picture(key.0, key.1, &mut raster).unwrap();
        let values = costume.values(key.0, key.1).unwrap();
        for pixels in [raster.indices().unwrap(), &values] {
            let hits = game.find(u32::from(row.width).into(), pixels, 1.into()).unwrap();
            let same = hits.iter().find(|it| (it.costume, it.limb, it.index) == (1, row.limb, row.index));
            assert!(same.is_some_and(|it| !it.recoloured), "{row:?}: {same:?}");
        }
    }
}

#[test]
fn what_was_reached_tick_by_tick_can_be_reached_again() {
    let scene = r#"{"actors": [{"costume": 1, "chores": ["walk"]}]}"#;
    let mut scene = sample("v5").scene(scene).unwrap();
    scene.tick(100_000.into()).unwrap();
    assert_eq!(told(scene.seek(100_001.into())).0, "usage");
    scene.tick(7.into()).unwrap();
    scene.seek(3.into()).unwrap();
    scene.seek(9.into()).unwrap();
    scene.tick(100_000.into()).unwrap();
    assert_eq!(scene.now(), 100_009);
    let mut raster = Raster::default();
    scene.peek(scene.now().into(), &mut raster).unwrap();
    scene.seek(100_009.into()).unwrap();
    // A picture that no call could draw is refused when it is asked for.
    let (kind, text, _) = told(scene.set(r#"{"view": [0, 0, 99999, 99999]}"#));
    assert_eq!((kind, &*text), ("usage", "`view` is 99999 × 99999 pixels: use 16777216 at most"));
    // Only what the text leaves open has a hint.
    let (kind, _, hint) = told(scene.perform(0.into(), r#"{"perform": 256}"#));
    assert_eq!((kind, &*hint), ("no-such-item", ""));
}

#[test]
fn a_word_that_is_no_facing_is_refused_by_drafts_too() {
    let draft = sample("v7").draft(1.into()).unwrap();
    let (kind, text, _) = told(draft.windows(2.into(), "nonsense"));
    assert_eq!((kind, text.starts_with("\"nonsense\" is no facing: use ")), ("usage", true), "{text}");
    let of = |facing| serde_json::to_string(&draft.windows(2.into(), facing).unwrap()).unwrap();
    assert!(of("east").starts_with("[\""), "{}", of("east"));
    assert_eq!((of("e"), of("90")), (of("east"), of("east")));
}

#[test]
fn a_scene_is_written_with_names_that_files_may_have() {
    let game = sample("v5");
    let live =
        |name: &str| game.scene(&format!(r#"{{"name": "{name}", "actors": [{{"costume": 1}}]}}"#)).unwrap();
    for name in ["../x", "", "nul", "a/b", ".."] {
        let (kind, text, _) = told(live("yard").to_scene(Some(name)));
        assert_eq!((kind, text.contains("is no valid file name: use letters")), ("usage", true), "{text}");
    }
    assert!(live("../x").to_scene(None).is_err(), "its own name");
    let written = live("../x").to_scene(Some("yard")).unwrap().0;
    costumier_export::scene_json::read_scenes(&format!(r#"{{"scenes": [{written}]}}"#)).unwrap();
}

#[test]
fn the_block_of_a_draft_opens_with_and_without_its_header() {
    for edition in costumier_sample::GAMES.iter().map(|it| it.name) {
        let packed = sample(edition).draft(1.into()).unwrap().pack().unwrap();
        let (payload, generation) = (packed.payload(), packed.report().generation);
        let again = read("odile", payload, Some(generation)).unwrap();
        assert_eq!(again.pack().unwrap().payload(), payload, "{edition}");
        let (kind, text, _) = told(read("odile", payload, Some("v99")));
        assert_eq!((kind, &*text), ("generation", "a bare block does not store its generation"));
        let (kind, text, _) = told(read("odile", payload, None));
        assert!(
            kind == "usage" && text.ends_with("a block without its header needs its generation"),
            "{text}"
        );
    }
    assert!(read("noise", &[7; 40], Some("v5")).is_err());
    assert!(read("empty", &[], Some("v7")).is_err());
}

#[test]
fn a_contact_sheet_and_a_montage_are_the_files_of_the_command() {
    let game = sample("v5");
    let costume = game.costume(6.into()).unwrap();
    let sheet = costume.contact_sheet(r#"{"scale_up": 2}"#).unwrap();
    let files = costume.export(r#"{"scale_up": 2, "formats": ["contact"]}"#).unwrap().into_files();
    let (_, file) = files.into_iter().find(|(name, _)| name.ends_with("contact.png")).unwrap();
    assert!(sheet == file);
    let montage = game.montage(Some(&[1.into(), 6.into()]), "{}").unwrap();
    assert!(montage.starts_with(b"\x89PNG") && game.montage(None, "{}").unwrap().len() > montage.len());
    assert!(
        game.montage(None, r#"{"format": "webp", "background": "checks"}"#).unwrap().starts_with(b"RIFF")
    );
    for (options, text) in [
        (r#"{"backgroud": "navy"}"#, "options: unknown field `backgroud`"),
        (r#"{"background": "nvay"}"#, "\"nvay\" is no background of a montage"),
        (r#"{"format": "tiff"}"#, "\"tiff\" is no format of a montage: use png, webp or gif"),
        (r#"{"format": "bmp"}"#, "a montage is a PNG, WebP or GIF file"),
        (r#"{"scale_up": 9}"#, "`scale_up` is 9"),
        (r#"{"room": 99}"#, "room 99"),
    ] {
        let why = game.montage(None, options).unwrap_err().to_string();
        assert!(why.contains(text), "{options}: {why}");
    }
    assert!(game.montage(Some(&[77.into()]), "{}").unwrap_err().is_missing());
}

#[test]
fn settings_and_edits_that_would_have_no_effect_are_refused() {
    let mut scene =
        sample("v5").scene(r#"{"room": 1, "actors": [{"costume": 1, "chores": ["stand"]}]}"#).unwrap();
    let before = scene.to_scene(None).unwrap().0;
    for settings in [
        r#"{"chores": [256]}"#,
        r#"{"chores": ["walk"]}"#,
        r#"{"steps": [{"perform": 65535}]}"#,
        r#"{"ticks": 3}"#,
        r#"{"costume": 1, "chores": ["walk"]}"#,
    ] {
        let why = scene.set_actor(0.into(), settings).unwrap_err().to_string();
        assert!(why.contains("use `do` for what it does next"), "{settings}: {why}");
        assert_eq!(scene.to_scene(None).unwrap().0, before);
    }
    scene.set_actor(0.into(), r#"{"costume": 2, "chores": ["walk"]}"#).unwrap();
    let mut draft = sample("v5").draft(1.into()).unwrap();
    for chore in [64, 256, 65535] {
        for record in [r#""limbs": {"0": {"play": {"commands": [0], "once": true}}}"#, r#""same_as": "east""#]
        {
            let edit =
                format!(r#"{{"record": {{"chore": {chore}, "direction": "west", "record": {{{record}}}}}}}"#);
            let why = draft.apply(&edit).unwrap_err().to_string();
            assert!(why.contains("chores of COST costumes are 0 to 63"), "{edit}: {why}");
        }
    }
    assert!(draft.edits().is_empty());
}

#[test]
fn an_actor_that_does_not_exist_is_one_error() {
    let mut scene = sample("v5").scene(r#"{"actors": [{"costume": 1}]}"#).unwrap();
    let errors = [
        scene.perform(9.into(), r#"{"perform": 1}"#).unwrap_err(),
        scene.place(9.into(), 1.into(), 1.into()).unwrap_err(),
        scene.set_actor(9.into(), "{}").unwrap_err(),
        scene.state(9.into()).unwrap_err(),
        scene.timeline(9.into()).unwrap_err(),
        scene.feet(9.into()).unwrap_err(),
        scene.remove(9.into()).unwrap_err(),
    ];
    for error in errors {
        assert!(error.is_missing(), "{error}");
        assert!(error.to_string().contains("actor 9; the scene has 1, counted from 0"), "{error}");
        let hints = [Language::C, Language::Python, Language::JavaScript].map(|it| error.hint(it).unwrap());
        assert_eq!(hints[0], "costumier_scene_actors() says how many actors there are");
        assert_eq!(hints[1], "`len(scene)` is the number of actors");
        assert_eq!(hints[2], "`scene.actors` has the actors that exist");
    }
}

#[test]
fn a_scene_has_its_own_name_or_that_of_the_call() {
    let scene = sample("v5").scene(r#"{"name": "stage", "actors": [{"costume": 1}]}"#).unwrap();
    assert!(scene.to_scene(None).unwrap().0.contains("\"stage\""));
    assert!(scene.to_scene(Some("yard")).unwrap().0.contains("\"yard\""));
    let mut picture = Raster::default();
    let game = sample("v5");
    game.render(r#"{"room": 1, "actors": []}"#, &mut picture).unwrap();
    assert!(picture.width() >= 320, "a scene without actors draws the room");
}

#[test]
fn errors_name_no_option_of_the_command_line() {
    let large = Error::usage("it takes 65 MB; `--memory 65` allows it").to_string();
    assert_eq!(large, "it takes 65 MB; the option `memory 65` allows it");
    let files = sample("v5").draft(1.into()).unwrap().files("single").unwrap().into_files();
    let painted = files.into_iter().map(|(name, bytes)| match name.ends_with(".png") {
        true => (name, recoloured(&bytes)),
        false => (name, bytes),
    });
    let files: MemoryFiles = painted.collect();
    let foreign = Draft::read(Arc::new(files), None).unwrap_err().to_string();
    assert!(
        foreign.contains("the option `nearest` of the command `costumier pack` takes")
            && !foreign.contains("--"),
        "{foreign}"
    );
}

/// Returns a PNG file with another palette.
fn recoloured(png: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let (_, body) = png.split_at(8);
    out.extend_from_slice(&png[..8]);
    let mut rest = body;
    while let Some((length, _)) = rest.split_first_chunk::<4>() {
        let end = 12 + usize::try_from(u32::from_be_bytes(*length)).unwrap();
        let (chunk, after) = rest.split_at(end);
        let mut chunk = chunk.to_vec();
        if chunk[4..8] == *b"PLTE" {
            chunk[8..end - 4].iter_mut().step_by(3).for_each(|red| *red ^= 0x55);
            let sum = crc(&chunk[4..end - 4]);
            chunk[end - 4..].copy_from_slice(&sum.to_be_bytes());
        }
        out.extend(chunk);
        rest = after;
    }
    out
}

/// Returns the checksum of a chunk of a PNG file.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xEDB8_8320 * (sum & 1)))
    })
}

/// The edits in docs/json.md, one line each: those of two kinds of costumes, and of rooms.
fn documented() -> [Vec<String>; 3] {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json.md");
    let page = fs::read_to_string(page).unwrap().replace("\r\n", "\n");
    let (_, chapter) = page.split_once("## Edits of a draft").unwrap();
    let mut blocks = chapter.split("```json\n").skip(1).map(|rest| {
        let block = rest.split("```").next().unwrap();
        block.lines().map(str::to_owned).collect()
    });
    [blocks.next().unwrap(), blocks.next().unwrap(), blocks.next().unwrap()]
}

#[test]
fn the_documented_edits_are_all_kinds_and_can_be_applied() {
    let [cost, akos, _] = documented();
    let mut kinds: Vec<String> = Vec::new();
    for (edition, edits) in [("v5", &cost), ("v7", &akos)] {
        let mut draft = sample(edition).draft(1.into()).unwrap();
        for edit in edits {
            draft.apply(edit).unwrap_or_else(|why| panic!("{edition}: {edit}: {why}"));
            kinds.push(edit.split('"').nth(1).unwrap().to_owned());
        }
        let applied: Vec<String> =
            draft.edits().iter().map(|edit| serde_json::to_string(edit).unwrap()).collect();
        let plain = |text: &String| text.replace(' ', "").replace("\\n", "");
        assert_eq!(
            applied.iter().map(plain).collect::<Vec<_>>(),
            edits.iter().map(plain).collect::<Vec<_>>()
        );
        draft.pack().unwrap();
        while draft.undo() {}
    }
    let mut draft = sample("v5").draft(1.into()).unwrap();
    let why = draft.apply(r#"{"paint": 1}"#).unwrap_err().to_string();
    let (_, known) = why.split_once("edit: there is no `paint`: use ").unwrap();
    let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
    for kind in &known {
        assert!(kinds.iter().any(|it| it == kind), "docs/json.md has no {kind}");
    }
    for typo in [
        r#"{"remove_picture": {"limb": 0, "index": 1}}"#,
        r#"{"picture": {"key": {"limb": 0, "index": 0}, "to": {"picture": {"size": [1, 1], "at": [0, 0],
            "moves": [0, 0], "pixels": {"rows": [1]}, "colour": 3}}}}"#,
    ] {
        assert!(draft.apply(typo).unwrap_err().to_string().starts_with("edit: unknown field"));
    }
}

/// The documented edit of a room is applied, undone, packed, put together with a costume, and read again.
#[test]
fn a_room_is_painted_and_put_with_a_costume() {
    let [.., edits] = documented();
    for edition in ["v5", "v7", "v2"] {
        let game = sample(edition);
        let mut draft = game.room_draft(1.into()).unwrap();
        let before = draft.rows("background").unwrap();
        edits.iter().for_each(|edit| draft.apply(edit).unwrap());
        let applied = serde_json::to_string(&draft.edits()).unwrap();
        assert_eq!(applied, format!("[{}]", edits.concat().replace(' ', "")));
        assert!(draft.undo() && draft.rows("background").unwrap() == before && draft.redo());
        let plane = 1 - draft.rows("plane-1").unwrap()[0];
        draft.paint("plane-1", 0.into(), 0.into(), 1.into(), 1.into(), &[plane]).unwrap();
        let packed = draft.pack().unwrap();
        assert_eq!((packed.report().room, packed.report().changes.len()), (Some(1), 2), "{edition}");
        let costume = game.draft(1.into()).unwrap();
        let costume = (1.into(), None, costume.pack().unwrap().payload().to_vec());
        let put = game.put(vec![costume], vec![(1.into(), packed.payload().to_vec())], false, false).unwrap();
        let report = put.report();
        assert_eq!((report.costumes.len(), report.rooms.len()), (1, 1), "{edition}");
        let patch = put.written("patch").unwrap().into_files().remove(0).1;
        let again = game.patched(&patch).unwrap().room_draft(1.into()).unwrap();
        for picture in draft.head().pictures {
            assert_eq!(again.rows(&picture.name).unwrap(), draft.rows(&picture.name).unwrap(), "{edition}");
        }
        let files: MemoryFiles = draft.files().unwrap().into_files().into_iter().collect();
        let read = costumier_api::RoomDraft::read(Arc::new(files)).unwrap();
        assert_eq!(read.pack().unwrap().payload(), packed.payload(), "{edition}");
        assert!(draft.rows("sky").unwrap_err().is_missing());
        assert!(game.room_draft(99.into()).is_err());
        let typo = r#"{"pixels": {"picture": "background", "at": [0, 0], "size": [1, 1], "rows": [1], "colour": 3}}"#;
        assert!(draft.apply(typo).unwrap_err().to_string().starts_with("edit: unknown field"));
    }
    let none: MemoryFiles = [("costume.toml".to_owned(), Vec::new())].into_iter().collect();
    let why = costumier_api::RoomDraft::read(Arc::new(none)).unwrap_err().to_string();
    assert!(why.contains("no room.toml"), "{why}");
}
