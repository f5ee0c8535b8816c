//! Tests of costumes of the NES, from their blocks to listings and clips.

use std::sync::Arc;

use crate::codec::nes_tiles::TILE;
use crate::codec::{ColourTable, Decoder};
use crate::costume::Costume;
use crate::model::{LOOKS, Sprite, SpriteSet, SpriteSets};
use crate::nes::*;
use crate::{Dialect, Limits, PictureKey};
use costumier_format::map::Meaning;
use proptest::prelude::*;

const BACK: Sprite = Sprite { tile: 1, palette: 2, x: -3, y: -8, flipped: true };
const FRONT: Sprite = Sprite { tile: 0, palette: 0, x: 4, y: 2, flipped: false };

/// Sprites of costume 1, whose look is 3: two frames, of one and of two sprites; two tiles.
fn sprites() -> SpriteSetSource {
    let mut tile = [3; 64];
    (tile[0], tile[9]) = (0, 1);
    let mut palette = [0; 16];
    palette.iter_mut().zip(0x10..).for_each(|(colour, number)| *colour = number);
    let frames = vec![vec![FRONT], vec![FRONT, BACK]];
    SpriteSetSource { costumes: [(1, frames)].into(), tiles: vec![[2; 64], tile], palette }
}

pub(crate) fn read_set(source: &SpriteSetSource) -> SpriteSet {
    let [first, lengths, offsets, sprites, tiles, palette] = source.write().unwrap();
    let (tiles, cut) = costumier_files::data::nes::unpack_tiles(&tiles);
    assert!(!cut);
    SpriteSet { first, lengths, offsets, sprites, tiles, palette: palette.try_into().unwrap() }
}

fn source() -> NesSource {
    let mut source = NesSource::new();
    source.records[0] = vec![0, 1];
    source.records[3] = vec![1];
    source.records[23] = vec![1, 1, 0];
    source
}

fn opened() -> Nes {
    let sets = Arc::new([read_set(&sprites()), SpriteSet::default()]);
    Nes::open(source().write().unwrap(), Dialect::NES).unwrap().drawn_from(1, sets)
}

#[test]
fn frames_are_the_sprites_of_the_game() {
    let costume = opened();
    assert_eq!(costume.problems(), []);
    assert_eq!((costume.frames(0), costume.frames(1)), (Some(&[0, 1][..]), Some(&[][..])));
    assert_eq!(costume.records_used().collect::<Vec<_>>(), [0, 3, 23]);
    assert_eq!(costume.sprites(1).unwrap().collect::<Vec<_>>(), [FRONT, BACK]);
    assert!(costume.sprites(2).is_none());
    let keys: Vec<_> = costume.picture_keys().map(|key| (key.limb, key.index)).collect();
    assert_eq!(keys, [(0, 0), (2, 1)]);
    let picture = costume.picture(PictureKey { limb: 2, index: 1 }).unwrap();
    let mut rows = Vec::new();
    Decoder::new().picture(&picture.packed, &ColourTable::IDENTITY, &mut rows);
    // The colours of palette 2 are 8 to 11; value 0 is transparent.
    assert_eq!((rows[0], rows[1], rows[9]), (0, 11, 9));
    assert_eq!((costume.palette()[9], costume.palette().len()), (0x19, 16));
    assert!(costume.picture(PictureKey { limb: 0, index: 2 }).is_err());
    assert!(costume.picture(PictureKey { limb: 4, index: 0 }).is_err(), "set 1 has no tiles");
    assert_eq!(check(&costume), []);
}

#[test]
fn a_costume_is_shown_from_the_set_that_scripts_chose_if_that_has_it() {
    let set = read_set(&sprites());
    let payload = || source().write().unwrap();
    let shown_from = |wanted: u8, sets: [SpriteSet; 2]| {
        let mut dialect = Dialect::NES;
        dialect.sprite_set = wanted;
        Nes::open(payload(), dialect).unwrap().drawn_from(1, Arc::new(sets)).set()
    };
    assert_eq!([0, 1].map(|wanted| shown_from(wanted, [set.clone(), set.clone()])), [0, 1]);
    assert_eq!([0, 1].map(|wanted| shown_from(wanted, [SpriteSet::default(), set.clone()])), [1, 1]);
    assert_eq!([0, 1].map(|wanted| shown_from(wanted, [set.clone(), SpriteSet::default()])), [0, 0]);
    let without = Nes::open(payload(), Dialect::NES).unwrap().drawn_from(1, Arc::default());
    assert_eq!(without.problems().len(), 1);
    assert!(check(&without).iter().any(|problem| problem.path == "frame 1"));
}

#[test]
fn it_is_written_as_it_was_and_every_byte_has_a_meaning() {
    let costume = opened();
    let read = NesSource::read(&costume);
    assert!(read.is_usual() && read.write().unwrap() == costume.payload());
    // Frame 1 alone is a part of frames 0 and 1, and is stored there.
    assert_eq!(costume.payload()[..8], [48, 2, 0, 0, 0, 0, 49, 1]);
    let costume = Costume::Nes(costume);
    let parts = costume.byte_map();
    assert!(parts.iter().all(|part| part.meaning != Meaning::Nothing), "{parts:?}");
    assert_eq!(parts.last().unwrap().bytes.end, costume.payload().len());
    let text = crate::text::listing(&costume);
    assert!(text.contains("    1  0/0 at 4,2  1/2 at -3,-8<\n"), "{text}");
    assert!(
        text.contains("  chore 5 north (record 23): 1 1 0\n") || text.contains("(record 23): 1 1 0\n"),
        "{text}"
    );
}

#[test]
fn an_unusual_layout_is_kept_until_something_changes() {
    let mut payload = source().write().unwrap();
    payload.extend([9, 9]);
    let sets = Arc::new([read_set(&sprites()), SpriteSet::default()]);
    let costume = Nes::open(payload.clone(), Dialect::NES).unwrap().drawn_from(1, sets);
    let mut read = NesSource::read(&costume);
    assert!(!read.is_usual() && read.write().unwrap() == payload);
    read.records[0].push(0);
    assert_ne!(read.write().unwrap(), payload);
}

#[test]
fn what_does_not_fit_is_refused_with_its_place() {
    let mut costume = source();
    costume.records[5] = (0..=255).collect();
    let told = costume.write().unwrap_err().to_string();
    assert!(told.contains("record 5") && told.contains("256 frames"), "{told}");
    costume.records = std::array::from_fn(|record| vec![u8::try_from(record).unwrap(); 10]);
    assert!(costume.write().unwrap_err().to_string().contains("places of one byte"));
    let refused = |change: fn(&mut SpriteSetSource)| {
        let mut set = sprites();
        change(&mut set);
        set.write().unwrap_err().to_string()
    };
    for (change, said) in [
        ((|it| it.tiles.clear()) as fn(&mut SpriteSetSource), "1 to 256"),
        (|it| it.palette[3] = 64, "64 colours"),
        (|it| it.costumes.get_mut(&1).unwrap()[0].clear(), "0 sprites"),
        (|it| it.costumes.get_mut(&1).unwrap()[0][0].x = 32, "−32 to 31"),
        (|it| it.costumes.get_mut(&1).unwrap()[0][0].tile = 2, "a tile that is not there"),
        (|it| _ = it.costumes.insert(25, vec![vec![FRONT]]), "knows 25"),
        (
            |it| it.costumes.extend([(6, vec![vec![FRONT]]), (21, vec![vec![BACK]])]),
            "costume 6 has the same frames",
        ),
    ] {
        let text = refused(change);
        assert!(text.contains(said), "{text}");
    }
}

/// Calls everything once on a costume.
fn ask(payload: Vec<u8>, number: u8, sets: &Arc<SpriteSets>) {
    let Ok(costume) = Nes::open(payload, Dialect::NES) else { return };
    let costume = costume.drawn_from(number, Arc::clone(sets));
    assert_eq!(NesSource::read(&costume).write().unwrap(), costume.payload());
    let costume = Arc::new(Costume::Nes(costume));
    let _ = (costume.check(), crate::text::listing(&costume), costume.byte_map().len());
    for key in costume.picture_keys() {
        let _ = costume.picture(key).map(|picture| picture.packed.runs().count());
    }
    let limits = Limits::with(|limits| limits.clip_ticks = 50);
    for action in costume.actions().iter().take(8) {
        let _ = crate::play::Clip::record(&costume, action.chore, action.facing, &limits);
    }
}

#[test]
fn every_cut_and_every_change_is_handled() {
    let whole = source().write().unwrap();
    let set = read_set(&sprites());
    let sets = Arc::new([set.clone(), SpriteSet::default()]);
    for at in 0..whole.len() {
        ask(whole[..at].to_vec(), 1, &sets);
        for value in [0, 1, 0x7F, 0x80, 0xFE, 0xFF] {
            let mut changed = whole.clone();
            changed[at] = value;
            ask(changed, 1, &sets);
        }
    }
    let tables: [fn(&mut SpriteSet) -> &mut Vec<u8>; 5] = [
        |it| &mut it.first,
        |it| &mut it.lengths,
        |it| &mut it.offsets,
        |it| &mut it.sprites,
        |it| &mut it.tiles,
    ];
    for table in tables {
        for at in 0..table(&mut set.clone()).len() {
            let mut cut = set.clone();
            table(&mut cut).truncate(at);
            let mut changed = [0, 1, 0x80, 0xFF].map(|value| {
                let mut changed = set.clone();
                table(&mut changed)[at] = value;
                changed
            });
            for broken in changed.iter_mut().chain([&mut cut]) {
                ask(whole.clone(), 1, &Arc::new([std::mem::take(broken), SpriteSet::default()]));
            }
        }
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        records in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..9), 24),
        number in 0_u8..30,
    ) {
        let mut source = NesSource::new();
        source.records = records.try_into().unwrap();
        prop_assume!(source.write().is_ok());
        let payload = source.write().unwrap();
        let costume = Nes::open(payload.clone(), Dialect::NES).unwrap();
        prop_assert_eq!(&NesSource::read(&costume).records, &source.records);
        ask(payload, number, &Arc::new([read_set(&sprites()), SpriteSet::default()]));
    }

    #[test]
    fn what_is_written_of_sprites_is_read(
        frames in prop::collection::vec(prop::collection::vec(any::<[u8; 3]>(), 1..9), 1..9),
        count in 2_usize..257,
    ) {
        let mut set = sprites();
        set.tiles = vec![[1; 64]; count];
        let last = u8::try_from(count - 1).unwrap();
        let frames: Vec<Vec<Sprite>> = frames
            .into_iter()
            .map(|frame| frame.into_iter().map(|[a, b, c]| Sprite::from_bytes([a, b.min(last), c])).collect())
            .collect();
        set.costumes.insert(3, frames.clone());
        let read = read_set(&set);
        for (number, frame) in (0..).zip(&frames) {
            let sprites: Vec<_> =
                read.frame(LOOKS[3], number).unwrap().iter().copied().map(Sprite::from_bytes).collect();
            prop_assert_eq!(&sprites, frame);
        }
        prop_assert_eq!(read.tiles.len(), count * TILE);
    }
}
