//! Costumes put into games of every generation: what was asked for is there, and nothing else has changed.

use std::collections::BTreeMap;

use crate::support::{COSTUMES, bytes, every_dialect, files, open, payload};
use costumier::files::Kind;
use costumier::files::layout::TableField;
use costumier::format::dialect::{Directories, FileLayout, OldTables};
use costumier::{Dialect, Files, Game, Limits, MemoryFiles};
use costumier_edit::put::Outcome;
use costumier_edit::{NewCostume, Plan, PutOptions, patch};

fn after(plan: &Plan, before: &MemoryFiles) -> MemoryFiles {
    let made = plan.files.iter().map(|file| {
        let source = before.open(&file.name).unwrap();
        (file.name.clone(), file.to_vec(&*source, 1 << 30).unwrap())
    });
    let mut all = before.clone();
    made.for_each(|(name, bytes)| all.insert(name, bytes));
    all
}

/// Every block that a directory leads to, and every room.
fn everything(game: &Game) -> BTreeMap<(String, u32), Vec<u8>> {
    let mut all = BTreeMap::new();
    for kind in Kind::ALL {
        for (id, slot) in (0..).zip(game.data().index().slots(kind)) {
            if slot.is_used() {
                let block = game.data().block_at(slot.room, slot.offset).unwrap();
                all.insert((kind.name().to_owned(), id), block.payload);
            }
        }
    }
    for room in game.rooms().filter(|room| room.present) {
        all.insert(("room".into(), room.id), game.data().room_block(room.id).unwrap().payload);
        if let Some(image) = game.data().room_image(room.id).unwrap() {
            all.insert(("image".into(), room.id), image.payload);
        }
    }
    all
}

fn put(
    files: &MemoryFiles,
    dialect: Dialect,
    costumes: &[NewCostume],
    options: PutOptions,
) -> (Plan, MemoryFiles) {
    let game = open(files, dialect);
    let plan = Plan::new(&game, files, costumes, options).unwrap();
    let made = after(&plan, files);
    (plan, made)
}

fn new(id: u32, payload: Vec<u8>) -> NewCostume {
    NewCostume { id, room: None, payload }
}

#[test]
fn nothing_changes_where_nothing_was_changed() {
    for dialect in every_dialect() {
        let before = files(dialect);
        let game = open(&before, dialect);
        let same: Vec<_> =
            game.costume_ids().map(|id| new(id, game.costume_bytes(id).unwrap().payload)).collect();
        assert_eq!(same.len(), COSTUMES.len());
        let plan = Plan::new(&game, &before, &same, PutOptions::default()).unwrap();
        assert_eq!(plan.changed().count(), 0, "{dialect:?}");
        assert!(plan.costumes.iter().all(|placed| placed.outcome == Outcome::Unchanged));
    }
}

#[test]
fn grown_shrunk_and_several_costumes_leave_everything_else_as_it_was() {
    for dialect in every_dialect() {
        let before = files(dialect);
        let old = everything(&open(&before, dialect));
        for changes in
            [vec![(1, 40)], vec![(2, 3)], vec![(3, 60)], vec![(7, 30)], vec![(1, 2), (2, 50), (5, 9), (7, 1)]]
        {
            for no_padding in [true, false] {
                let costumes: Vec<_> =
                    changes.iter().map(|(id, height)| new(*id, payload(dialect, *height))).collect();
                let options = PutOptions { no_padding, ..PutOptions::default() };
                let (plan, made) = put(&before, dialect, &costumes, options);
                let game = open(&made, dialect);
                assert_eq!(game.problems(), [], "{dialect:?} {changes:?}");
                let mut now = everything(&game);
                assert_eq!(now.len(), old.len());
                for costume in &costumes {
                    let found = now.remove(&("costume".into(), costume.id)).unwrap();
                    assert!(found.starts_with(&costume.payload), "{dialect:?}");
                    let filling = plan.costumes.iter().find(|p| p.id == costume.id).unwrap().filling;
                    assert_eq!(found.len() as u64, costume.payload.len() as u64 + filling);
                    assert!(no_padding <= (filling == 0));
                }
                for (what, bytes) in &now {
                    assert_eq!(Some(bytes), old.get(what), "{dialect:?} {changes:?} {what:?}");
                }
                // Back again: the same files, bit for bit, where nothing was filled up.
                let back: Vec<_> =
                    costumes.iter().map(|c| new(c.id, old[&("costume".to_owned(), c.id)].clone())).collect();
                let (_, again) = put(&made, dialect, &back, PutOptions { no_padding: true, ..options });
                for name in before.names() {
                    assert_eq!(bytes(&again, &name), bytes(&before, &name), "{dialect:?} {changes:?} {name}");
                }
            }
        }
    }
}

#[test]
fn a_smaller_costume_is_filled_up_only_where_that_saves_the_index() {
    for dialect in every_dialect() {
        let before = files(dialect);
        // 1 is followed by 2 and 6 in its room; nothing follows 7.
        let (plan, _) = put(&before, dialect, &[new(1, payload(dialect, 3))], PutOptions::default());
        assert!(!plan.changes_index(), "{dialect:?}");
        assert!(plan.costumes[0].filling > 0);
        let (plan, _) = put(&before, dialect, &[new(7, payload(dialect, 3))], PutOptions::default());
        let humongous = dialect.disks.directories == Directories::Humongous;
        assert_eq!(plan.costumes[0].filling > 0, humongous, "{dialect:?}: only their index keeps sizes");
        assert!(!plan.changes_index());
    }
}

#[test]
fn new_ids_are_added_where_the_directory_can_grow() {
    for dialect in every_dialect() {
        let before = files(dialect);
        let old = everything(&open(&before, dialect));
        for id in [4, 8, 12] {
            let costume = NewCostume { room: Some(3), ..new(id, payload(dialect, 33)) };
            let game = open(&before, dialect);
            let plan =
                Plan::new(&game, &before, std::slice::from_ref(&costume), PutOptions::default()).unwrap();
            let made = after(&plan, &before);
            let game = open(&made, dialect);
            assert_eq!(game.problems(), [], "{dialect:?} {id}");
            let mut now = everything(&game);
            assert_eq!(
                now.remove(&("costume".into(), id)),
                Some(costume.payload.clone()),
                "{dialect:?} {id}"
            );
            assert_eq!(now, old, "{dialect:?} {id}");
            assert_eq!(game.costume_bytes(id).unwrap().room, 3);
        }
        let game = open(&before, dialect);
        let refused = Plan::new(&game, &before, &[new(9, payload(dialect, 5))], PutOptions::default());
        assert!(refused.unwrap_err().to_string().contains("name the room for a new one"), "{dialect:?}");
        let far = NewCostume { room: Some(3), ..new(60, payload(dialect, 5)) };
        let planned = Plan::new(&game, &before, &[far], PutOptions::default());
        // The index of v1 has no counts: the game's name decides how long its tables are.
        let fixed = matches!(dialect.files, FileLayout::OldRooms(OldTables::Fixed(_) | OldTables::C64(_)));
        assert_eq!(planned.is_err(), fixed, "{dialect:?}");
    }
}

#[test]
fn two_ids_on_one_block_part_where_one_of_them_changes() {
    for dialect in every_dialect() {
        let before = files(dialect);
        let shared = share(&before, dialect, 2, 6);
        let old = everything(&open(&shared, dialect));
        assert_eq!(old[&("costume".to_owned(), 2)], old[&("costume".to_owned(), 6)]);
        let costume = new(6, payload(dialect, 44));
        let (plan, made) = put(&shared, dialect, std::slice::from_ref(&costume), PutOptions::default());
        assert_eq!(plan.costumes[0].outcome, Outcome::Split(vec![2]), "{dialect:?}");
        let now = everything(&open(&made, dialect));
        assert_eq!(now[&("costume".to_owned(), 6)], costume.payload);
        assert_eq!(now[&("costume".to_owned(), 2)], old[&("costume".to_owned(), 2)]);
        let all = PutOptions { all_ids: true, ..PutOptions::default() };
        let (plan, made) = put(&shared, dialect, std::slice::from_ref(&costume), all);
        assert_eq!(plan.costumes[0].outcome, Outcome::Replaced);
        let now = everything(&open(&made, dialect));
        assert_eq!(now[&("costume".to_owned(), 6)], costume.payload);
        assert_eq!(now[&("costume".to_owned(), 2)], costume.payload);
    }
}

/// The game with the slot of `from` leading where that of `to` does.
fn share(files: &MemoryFiles, dialect: Dialect, from: u32, to: u32) -> MemoryFiles {
    let game = open(files, dialect);
    let map = costumier_edit::map::GameMap::read(&game, files).unwrap();
    let index = &map.files[0];
    let number = |id| map.costumes.number(TableField::Offset, id).unwrap();
    let width = number(0).1.width();
    let at = |id| usize::try_from(number(id).0).unwrap();
    let mut bytes = bytes(files, &index.name);
    let target: Vec<u8> = bytes[at(to)..at(to) + width].to_vec();
    bytes[at(from)..at(from) + width].copy_from_slice(&target);
    let mut files = files.clone();
    files.insert(index.name.clone(), bytes);
    files
}

#[test]
fn old_rooms_end_at_65535_bytes() {
    let dialect = Dialect::V2;
    let before = files(dialect);
    let game = open(&before, dialect);
    let found = game.costume_bytes(1).unwrap();
    let behind = game.costume_slots().filter(|slot| slot.room == 2).map(|slot| slot.offset).max().unwrap();
    // 0xFFFF means "nothing": the last place is one before it.
    let room = 65_534 - behind as usize;
    let grown = |by: usize| [found.payload.clone(), vec![0; by]].concat();
    assert!(Plan::new(&game, &before, &[new(1, grown(room))], PutOptions::default()).is_ok());
    let refused = Plan::new(&game, &before, &[new(1, grown(room + 3))], PutOptions::default());
    let text = refused.unwrap_err().to_string();
    assert!(text.contains("must become 3 bytes smaller"), "{text}");
}

#[test]
fn patches_are_small_and_give_the_same_files() {
    for dialect in every_dialect() {
        let before = files(dialect);
        let costumes = [new(1, payload(dialect, 40)), new(7, payload(dialect, 4))];
        let (plan, made) = put(&before, dialect, &costumes, PutOptions::default());
        for file in plan.changed() {
            let source = before.open(&file.name).unwrap();
            let patch = patch::bps::write(file, &*source, b"").unwrap();
            let applied = patch::bps::apply(&patch, &*source, 1 << 30).unwrap();
            assert_eq!(applied, bytes(&made, &file.name), "{dialect:?}");
            assert!(patch.len() < 1500, "{dialect:?} {}: {} bytes", file.name, patch.len());
        }
    }
}

#[test]
fn the_sample_game_takes_costumes_in_all_its_generations() {
    for edition in costumier_sample::GAMES {
        let files = edition.folder();
        let game = Game::open(&files, None, Limits::default()).unwrap();
        let old = everything(&game);
        let other = game.costume_bytes(3).unwrap().payload;
        let plan = Plan::new(&game, &files, &[new(1, other.clone())], PutOptions::default()).unwrap();
        let made = after(&plan, &files);
        let mut now = everything(&Game::open(&made, None, Limits::default()).unwrap());
        assert!(now.remove(&("costume".into(), 1)).unwrap().starts_with(&other));
        assert!(now.iter().all(|(what, bytes)| old.get(what) == Some(bytes)));
    }
}

/// What no game of the generation could open is refused, with the reason; a whole block counts as its payload.
#[test]
fn only_costumes_are_put_into_a_game() {
    for dialect in [Dialect::V2, Dialect::V4, Dialect::V5, Dialect::V6, Dialect::V7, Dialect::humongous(90)] {
        let before = files(dialect);
        let game = open(&before, dialect);
        let plan = |payload: Vec<u8>| Plan::new(&game, &before, &[new(1, payload)], PutOptions::default());
        let other = if dialect.has_akos() { Dialect::V5 } else { Dialect::V7 };
        let good = payload(dialect, 30);
        for (bad, why) in [
            (Vec::new(), "the block is empty"),
            (vec![0xFF; 90], "can open: "),
            (payload(other, 20), "can open: "),
            ([good.clone(), vec![0; 70 << 20]].concat(), " bytes; at most "),
        ] {
            let error = plan(bad).unwrap_err();
            let is_write = matches!(error.kind(), costumier::ErrorKind::CannotWrite(_));
            assert!(is_write && error.to_string().contains(why), "{dialect:?}: {error}");
            let added = NewCostume { id: 4, room: Some(2), payload: vec![0xFF; 90] };
            assert!(Plan::new(&game, &before, &[added], PutOptions::default()).is_err(), "{dialect:?}");
        }
        let size = good.len() as u32;
        let whole = match dialect {
            Dialect::V4 => [&(size + 6).to_le_bytes()[..], b"CO", &good].concat(),
            Dialect::V2 => good.clone(),
            _ if dialect.has_akos() => [b"AKOS", &(size + 8).to_be_bytes()[..], &good].concat(),
            _ => [b"COST", &(size + 8).to_be_bytes()[..], &good].concat(),
        };
        let (a, b) = (plan(whole).unwrap(), plan(good).unwrap());
        assert_eq!(a, b, "{dialect:?}");
    }
}
