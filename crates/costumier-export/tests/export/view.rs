//! What viewers ask, against what the library says by other ways: outlines against dumps, bytes against
//! pictures, timelines against the limbs of an actor that plays, pixels against the picture that is shown.

use std::collections::BTreeSet;
use std::sync::Arc;

use costumier::scene::{ChoreRef, LiveScene, Peek, Replay, Scene, SceneActor, Step};
use costumier::{Dialect, Facing, Game, Limits, MemoryFiles, PictureKey, Role};
use costumier_build::classic::ClassicBuilder;
use costumier_build::example;
use costumier_export::json::{LimbEntryDump, dump};
use costumier_export::view;

/// The sample in every generation that there is of it.
fn games() -> Vec<Arc<Game>> {
    let open = |files| Arc::new(Game::open(&files, None, Limits::default()).unwrap());
    let games: Vec<_> = costumier_sample::GAMES.iter().map(|edition| open(edition.folder())).collect();
    assert!(games.len() >= 3, "the sample has more generations");
    games
}

/// A scene with one actor that walks east.
fn walking(game: &Arc<Game>, id: u32) -> LiveScene {
    let mut actor = SceneActor::new(id, (0, 0), Facing::EAST);
    actor.steps = ["init", "walk"].map(|role| Step::Chore(ChoreRef::Role(role.parse().unwrap()))).to_vec();
    LiveScene::new(Arc::clone(game), Scene::new(None, vec![actor])).unwrap()
}

#[test]
fn an_outline_is_what_a_dump_says() {
    for game in games() {
        for id in game.costume_ids() {
            let opened = costumier_export::open(&game, id).unwrap();
            let whole = dump(id, opened.room, &opened.costume, game.limits());
            let outline = view::outline(&opened.costume);
            assert_eq!(outline.records, whole.records);
            let mut limbs: BTreeSet<u8> = whole.limbs.iter().map(|limb| limb.limb).collect();
            for entry in whole.records.iter().flat_map(|record| &record.limbs) {
                match entry {
                    LimbEntryDump::Off { limb, .. }
                    | LimbEntryDump::Window { limb, .. }
                    | LimbEntryDump::Akos { limb, .. } => limbs.insert(*limb),
                };
            }
            assert_eq!(outline.limbs, limbs.into_iter().collect::<Vec<_>>());
            let (left, top, width, height) = outline.bounds;
            // Places of COST pictures are stored from where the generation counts.
            let from = opened.costume.as_cost().map_or((0, 0), |cost| cost.dialect().origin);
            let (mut reach_left, mut reach_bottom) = (false, false);
            for it in whole.limbs.iter().flat_map(|limb| &limb.pictures).chain(&whole.pictures) {
                let (x, y) = (i32::from(it.x) + from.0, i32::from(it.y) + from.1);
                let (right, bottom) = (x + i32::from(it.width), y + i32::from(it.height));
                assert!(x >= left && y >= top && right <= left + width && bottom <= top + height);
                reach_left |= x == left;
                reach_bottom |= bottom == top + height;
            }
            assert!(reach_left && reach_bottom, "costume {id}: the bounds are wider than its pictures");
            if let Some(akos) = opened.costume.as_akos() {
                let operands = whole.program.iter().flat_map(|code| &code.operands);
                let named = operands.filter(|(name, _)| name.starts_with("var"));
                let wanted: BTreeSet<u8> = named.filter_map(|(_, at)| u8::try_from(*at).ok()).collect();
                assert_eq!(view::variables(akos), wanted.into_iter().collect::<Vec<_>>());
            }
        }
    }
}

#[test]
fn runs_make_the_picture_and_know_their_bytes() {
    let mut seen = 0;
    for game in games() {
        for id in game.costume_ids() {
            let costume = costumier_export::open(&game, id).unwrap().costume;
            for key in costume.picture_keys().into_iter().step_by(7) {
                let picture = view::stored(&costume, key, game.limits()).unwrap();
                let runs = view::runs(&costume, key).unwrap();
                let (width, height) = (picture.info.width, picture.info.height);
                for (x, y) in [(0, 0), (width / 2, height / 2), (width - 1, height - 1)] {
                    let run = view::run_at(&costume, key, (x, y)).unwrap();
                    assert!(runs.contains(&run), "{key}: {x}, {y}");
                    let pixel = picture.pixels[usize::from(y) * usize::from(width) + usize::from(x)];
                    assert_eq!(run.value, pixel, "{key}: {x}, {y}");
                    if run.kind == "unsaid" {
                        continue;
                    }
                    let (_, said) = view::at_byte(&costume, run.from).unwrap();
                    let own =
                        said.iter().filter(|(at, _)| PictureKey { limb: at.limb, index: at.index } == key);
                    assert!(own.into_iter().any(|(_, it)| *it == run), "{key}: byte {}", run.from);
                    seen += 1;
                }
            }
            assert_eq!(view::at_byte(&costume, costume.payload().len()), None);
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn a_timeline_is_what_the_limbs_do() {
    for game in games() {
        for id in game.costume_ids() {
            let mut live = walking(&game, id);
            let Some(timeline) = view::timeline(&mut live.clone(), 0) else { panic!("there is an actor") };
            assert_eq!(view::timeline(&mut live.clone(), 1), None);
            for tick in 0..timeline.ticks.min(60) {
                for limb in view::limbs(live.actor(0).unwrap()) {
                    let row = timeline.limbs.iter().find(|row| row.limb == limb.limb);
                    let span = row
                        .and_then(|row| row.spans.iter().find(|span| (span.from..span.to).contains(&tick)));
                    let Some(span) = span else {
                        assert!(limb.pictures.is_empty(), "costume {id}, tick {tick}, limb {}", limb.limb);
                        continue;
                    };
                    assert_eq!(span.pictures, limb.pictures, "costume {id}, tick {tick}, limb {}", limb.limb);
                    assert_eq!(span.position, limb.position, "costume {id}, tick {tick}, limb {}", limb.limb);
                }
                live.tick();
            }
        }
    }
}

#[test]
fn a_moment_comes_back_and_a_peek_changes_no_time() {
    for game in games() {
        let id = game.costume_ids().next().unwrap();
        let mut replay = Replay::new(Arc::clone(&game), walking(&game, id).scene().clone()).unwrap();
        replay.tick();
        let live = replay.live();
        let before = live.render().unwrap().pixels.to_vec();
        let limbs = view::limbs(live.actor(0).unwrap());
        // Whoever hides all limbs sees nothing; whoever looks again sees what was there.
        let mut peek = Peek::default();
        peek.hidden = u16::MAX;
        live.peek(0, peek).unwrap();
        let nothing = live.render().unwrap();
        assert!(nothing.transparent.is_some_and(|value| nothing.pixels.iter().all(|pixel| *pixel == value)));
        assert!(live.placed(0).unwrap().is_empty());
        live.peek(0, Peek::default()).unwrap();
        assert_eq!(live.render().unwrap().pixels, before);
        assert_eq!(view::limbs(live.actor(0).unwrap()), limbs);
        replay.seek(6).unwrap();
        replay.seek(1).unwrap();
        let live = replay.live();
        assert_eq!(live.render().unwrap().pixels, before);
        assert_eq!(view::limbs(live.actor(0).unwrap()), limbs);
    }
}

#[test]
fn pixels_come_from_where_pictures_lie() {
    for game in games() {
        let id = game.costume_ids().next().unwrap();
        let mut live = walking(&game, id);
        let placed = live.placed(0).unwrap();
        assert!(!placed.is_empty());
        let shown = live.render().unwrap();
        let (width, height, (x, y)) = (shown.width, shown.height, shown.origin);
        let (pixels, transparent) = (shown.pixels.to_vec(), shown.transparent);
        let mut told = 0;
        for (number, pixel) in (0u32..).zip(&pixels) {
            let at = (number % width, number / width);
            let chain = view::chain(&mut live, at).unwrap().unwrap();
            if Some(*pixel) == transparent {
                assert_eq!(chain.shown, None);
                assert_eq!(live.actor_at(at).unwrap(), None);
                continue;
            }
            let touch = chain.touches.last().unwrap();
            assert_eq!((chain.shown, touch.drawn), (Some(*pixel), *pixel));
            assert_eq!(live.actor_at(at).unwrap(), Some(0));
            let here = (x + i32::try_from(at.0).unwrap(), y + i32::try_from(at.1).unwrap());
            assert!(placed.iter().any(|it| it.limb == touch.limb
                && (it.area.left..it.area.right).contains(&here.0)
                && (it.area.top..it.area.bottom).contains(&here.1)));
            told += 1;
        }
        assert!(told > 50, "{told}");
        assert_eq!(view::chain(&mut live, (width, height)).unwrap(), None);
    }
}

/// On the PC-Engine what a look says is what is shown: colour 1's pixel. What a scene sets in `palette` says so by 0.
#[test]
fn what_is_set_on_the_pc_engine_is_what_is_drawn() {
    let dialect = Dialect::V3_PCE;
    let room = example::room(dialect).write_for(&dialect).unwrap();
    let mut game = ClassicBuilder::new(dialect);
    game.room(2, "den", 1, room).costume(3, 2, example::costume(dialect).write().unwrap());
    let files = MemoryFiles::from_iter(game.finish().unwrap());
    let mut game = Game::open(&files, None, Limits::default()).unwrap();
    game.assume(dialect);
    let game = Arc::new(game);
    let costume = game.costume(3).unwrap();
    let mut look = costumier::cast::ScriptLook::default();
    look.overrides.extend((2..16).map(|entry| (entry, 0)));
    let mut seen = 0;
    let pixels = costume.pixels_in(&look);
    let worn = [
        (costume.overrides_in(&look), pixels.clone()),
        (costume.overrides_in(&look), Default::default()),
        (Default::default(), pixels.into_keys().map(|entry| (entry, 0x1234)).collect()),
    ];
    for (palette, pixels) in worn {
        let mut actor = SceneActor::new(3, (160, 120), Facing::EAST);
        actor.steps = vec![Step::Chore(ChoreRef::Role(Role::Stand))];
        (actor.palette, actor.pixels) = (palette, pixels);
        let mut live = LiveScene::new(Arc::clone(&game), Scene::new(2, vec![actor])).unwrap();
        // Every third pixel, in each column others.
        for at in (0..320).flat_map(|x| (0..128).map(move |y| (x, y))).step_by(3) {
            let Some(chain) = view::chain(&mut live, at).unwrap() else { continue };
            for high in chain.touches.iter().filter(|touch| touch.value > 1).filter_map(|touch| touch.high) {
                assert_eq!(high.set, Some(high.drawn));
                seen += 1;
            }
        }
    }
    assert!(seen > 0, "the actor is on the stage");
}
