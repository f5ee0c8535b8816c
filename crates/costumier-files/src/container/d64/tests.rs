//! Tests of two hand-made disks, matched by their contents.

use super::*;

#[test]
fn sectors_stand_where_editions_section_6_6_says() {
    assert_eq!(place(1, 0), Some(0));
    assert_eq!(place(18, 0), Some(357 * 256), "`docs/format/editions.md §6.6`");
    assert_eq!(place(35, 16), Some(174_848 - 256));
    for (track, sector) in [(0, 0), (1, 21), (18, 19), (25, 18), (35, 17), (36, 0), (255, 255)] {
        assert_eq!(place(track, sector), None, "{track}, {sector}");
    }
}

fn shared(bytes: Vec<u8>) -> Shared {
    std::sync::Arc::new(std::sync::Arc::<[u8]>::from(bytes))
}

/// Both disks of a game. Rooms with even numbers are on the second one, and resources are longer than a sector.
fn disks(game: V1Game) -> [Vec<u8>; 2] {
    let [objects, rooms, ..] = OldTables::C64(game).counts().unwrap().map(usize::from);
    let mut disks = [(1u8, 0u8), (2, 0)].map(|_| vec![0; 174_848]);
    for (disk, magic) in disks.iter_mut().zip(MAGIC) {
        disk[..2].copy_from_slice(&magic);
    }
    let spots: Vec<(u8, u8)> =
        (9..=TRACKS).flat_map(|track| (0..sectors(track)).map(move |sector| (track, sector))).collect();
    let mut next = [0, 0];
    for (room, count) in resources(game).iter().enumerate().filter(|(_, count)| **count > 0) {
        let side = 1 - room % 2;
        let (track, sector) = spots[next[side]];
        let size = 260 + 3 * u16::try_from(room).unwrap();
        let at = usize::try_from(place(track, sector).unwrap()).unwrap();
        for n in 0..usize::from(*count) {
            let at = at + n * usize::from(size);
            disks[side][at..at + 2].copy_from_slice(&size.to_le_bytes());
        }
        next[side] += (usize::from(*count) * usize::from(size)).div_ceil(256);
        disks[0][2 + objects + room] = b'1' + u8::try_from(side).unwrap();
        let lane = 2 + objects + rooms + 2 * room;
        disks[0][lane..lane + 2].copy_from_slice(&[sector, track]);
    }
    disks
}

#[test]
fn a_second_disk_goes_with_a_first_by_what_is_on_it() {
    let [maniac, zak] = [V1Game::Maniac, V1Game::Zak].map(|game| disks(game).map(shared));
    let named = |name: &str, disk: &Shared| (name.to_owned(), std::sync::Arc::clone(disk));
    let seconds = [named("zak2.d64", &maniac[1]), named("MANIAC2.D64", &zak[1])];
    let fellow_of =
        |name: &str, first: &Shared| fellow((name, first), &seconds).taken.map(|(name, _)| &**name);
    assert_eq!(fellow_of("zak1.d64", &zak[0]), Some("MANIAC2.D64"), "names lie here");
    assert_eq!(fellow_of("maniac1.d64", &maniac[0]), Some("zak2.d64"));
    assert!(fellow(("zak1.d64", &zak[0]), &seconds[..1]).taken.is_none(), "another game's");
    let copies = ["x.d64", "Zak2.d64"].map(|name| named(name, &zak[1]));
    let found = fellow(("zak1.d64", &zak[0]), &copies);
    assert_eq!(found.taken.unwrap().0, "Zak2.d64", "the longer likeness");
    assert_eq!(found.spare, ["x.d64"]);
    // Starting from the second disk.
    let firsts = [named("m.d64", &maniac[0]), named("zak1 copy.d64", &zak[0]), named("zak1.d64", &zak[0])];
    assert_eq!(first_of(&firsts, ("zak2.d64", &zak[1])).as_deref(), Some("zak1.d64"));
    assert_eq!(first_of(&firsts, ("zak1 copy 2.d64", &zak[1])).as_deref(), Some("zak1 copy.d64"));
    assert_eq!(first_of(&firsts, ("x", &maniac[1])).as_deref(), Some("m.d64"));
}

/// Disks whose even rooms are on the second one, where `part` per cent of the rooms have lost their sizes.
fn damaged(game: V1Game, part: usize) -> [Shared; 2] {
    let [first, mut second] = disks(game);
    let places = Index::read(&first).unwrap().places;
    let on_second: Vec<u64> = places.iter().filter(|(_, disk, _)| *disk == 2).map(|(_, _, at)| *at).collect();
    for at in &on_second[..on_second.len() * part / 100] {
        let at = usize::try_from(*at).unwrap();
        second[at..at + 2].fill(0);
    }
    [shared(first), shared(second)]
}

#[test]
fn a_damaged_second_disk_is_used_or_named_and_never_passed_over_in_silence() {
    for game in [V1Game::Maniac, V1Game::Zak] {
        for part in [0, 10, 24, 30, 50, 90, 100] {
            let [first, second] = damaged(game, part);
            let seconds = [("b.d64".to_owned(), second)];
            let found = fellow(("a.d64", &first), &seconds);
            assert_eq!(found.taken.is_some(), part < 25, "{part} of 100 rooms");
            let members = members(&first, found.taken.map(|(_, disk)| disk), found.nearest).unwrap();
            let said = members.odd.join("; ");
            match part {
                0 => assert_eq!(said, ""),
                1..25 => assert!(said.contains("resources on disk 2 instead of"), "{said}"),
                _ => assert!(
                    said.contains("b.d64")
                        && said.contains("name that file itself")
                        && said.contains("damaged"),
                    "{said}"
                ),
            }
            // Naming the disk gives what is left of it.
            let firsts = [("a.d64".to_owned(), first)];
            let named = first_of(&firsts, ("b.d64", &seconds[0].1));
            assert_eq!(named.is_some(), part < 100, "{part}");
        }
    }
}

#[test]
fn parts_have_the_form_of_files() {
    for game in [V1Game::Maniac, V1Game::Zak] {
        let [first, second] = disks(game);
        let files = members(&shared(first.clone()), Some(&shared(second)), None).unwrap();
        assert_eq!(files.odd, [""; 0]);
        let all: Vec<(String, Shared)> = files.into_iter().collect();
        let (_, index) = all.iter().find(|(name, _)| name == "00.lfl").unwrap();
        let mut bytes = vec![0; usize::try_from(index.len()).unwrap()];
        index.read_at(0, &mut bytes).unwrap();
        assert_eq!(bytes[..2], [!0x32, !0x01]);
        assert!(bytes[2..].iter().zip(&first[2..]).all(|(file, disk)| *file == !disk));
        // Reading from the second byte on gives the same bytes.
        let mut tail = vec![0; bytes.len() - 1];
        index.read_at(1, &mut tail).unwrap();
        assert_eq!(tail, bytes[1..]);
        let rooms = resources(game).iter().filter(|count| **count > 0).count();
        assert_eq!(all.len(), rooms + 1);
    }
}

/// Reading two bytes at a time from the disk itself took seconds.
#[test]
fn a_disk_of_nothing_but_filling_ends() {
    let [mut first, _] = disks(V1Game::Zak);
    let end = usize::try_from(OldTables::C64(V1Game::Zak).index_len().unwrap()).unwrap();
    first[end..].fill(0xFF);
    let second = vec![0xFF; 174_848];
    let files = members(&shared(first.clone()), Some(&shared(second.clone())), None).unwrap();
    assert!(!files.odd.is_empty());
    assert!(fellow(("a", &shared(first)), &[("b".into(), shared(second))]).taken.is_none());
}
