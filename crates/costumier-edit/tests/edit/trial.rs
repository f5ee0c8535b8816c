//! The small game in which a costume is tried: in every kind of costume folder, it opens, its acts show the actor as it
//! is drawn by itself, and their names are on the screen.

use std::sync::Arc;

use costumier::scene::{Scene, SceneRenderer};
use costumier::{Action, Dialect, Game, Generation, Limits, MemoryFiles, Role};
use costumier_edit::folder::{self, About, DIALECTS, PackOptions, Packed};
use costumier_edit::trial::{Trial, TrialStage};

use crate::support::sample;

/// Odile of the sample, as a costume of another kind.
fn odile(dialect: Dialect) -> Packed {
    let game = sample(Generation::V5);
    let costume = game.costume(1).unwrap();
    let about = About::of(&game, 1, 1, &costume);
    let room_colours = about.room_colours.clone();
    let options = PackOptions { dialect: Some(dialect), room_colours, ..PackOptions::default() };
    folder::convert(&costume, &about, &options).unwrap()
}

fn trial(packed: &Packed) -> Trial {
    Trial::new(packed, &TrialStage::plain(packed).unwrap(), |_, _| true).unwrap()
}

fn opened(trial: &Trial) -> Arc<Game> {
    let files: MemoryFiles = trial.files.iter().cloned().collect();
    let mut game = Game::open(&files, None, Limits::default()).unwrap();
    game.assume(trial.dialect);
    Arc::new(game)
}

fn pixels(renderer: &mut SceneRenderer, scene: &Scene) -> (Vec<u8>, Vec<u16>) {
    let shown = renderer.render(scene).unwrap();
    (shown.pixels.to_vec(), shown.high.map(<[u16]>::to_vec).unwrap_or_default())
}

#[test]
fn every_kind_of_folder_can_be_tried() {
    for (name, dialect) in DIALECTS {
        let packed = odile(dialect);
        let trial = trial(&packed);
        let game = opened(&trial);
        assert_eq!(game.generation(), dialect.generation(), "{name}");
        let mut renderer = SceneRenderer::new(Arc::clone(&game));
        let labels: Vec<&str> = trial.scenes.iter().map(|scene| scene.name.as_str()).collect();
        assert_eq!(labels.first(), Some(&"init south"), "{name}");
        assert!(labels.iter().any(|label| label.starts_with("talk start")), "{name}: {labels:?}");
        let mut seen = Vec::new();
        for scene in &trial.scenes {
            let whole = pixels(&mut renderer, scene);
            let without = |kept: usize| {
                let mut scene = scene.clone();
                scene.actors = scene.actors.get(kept).into_iter().cloned().collect();
                scene
            };
            let empty = without(2);
            let (label, actor) = (pixels(&mut renderer, &without(0)), pixels(&mut renderer, &without(1)));
            let empty = pixels(&mut renderer, &empty);
            assert_ne!(label, empty, "{name}: {} is not on the screen", scene.name);
            assert_ne!(actor, empty, "{name}: no actor shows in {}", scene.name);
            assert_ne!(whole, label, "{name}: {}", scene.name);
            // Two acts of different names differ by their labels at least.
            assert!(!seen.contains(&label), "{name}: {} looks like another label", scene.name);
            seen.push(label);
        }
    }
}

#[test]
fn the_actor_looks_as_in_previews() {
    let packed = odile(Dialect::V5);
    let trial = trial(&packed);
    let files: MemoryFiles = costumier_edit::preview::game(&packed).unwrap().into_iter().collect();
    let alone = Arc::new(Game::open(&files, None, Limits::default()).unwrap());
    let (mut here, mut there) = (SceneRenderer::new(opened(&trial)), SceneRenderer::new(alone));
    for scene in &trial.scenes {
        let mut actor = scene.actors[1].clone();
        let both = [&mut here, &mut there].map(|renderer| {
            actor.costume = renderer.game().costume_ids().next().unwrap();
            let mut alone = Scene::new(None, vec![actor.clone()]);
            alone.view = scene.view;
            let shown = renderer.render(&alone).unwrap();
            let colours = shown.pixels.iter().map(|pixel| shown.palette[usize::from(*pixel)]);
            (shown.width, shown.pixels.to_vec(), colours.collect::<Vec<_>>())
        });
        assert!(both[0] == both[1], "{}", scene.name);
    }
}

#[test]
fn a_room_and_who_walks_in_it_look_as_in_the_game() {
    let mut boxes = 0;
    for edition in costumier_sample::GAMES {
        let game = Arc::new(Game::open(&edition.folder(), None, Limits::default()).unwrap());
        let costume = game.costume_ids().next().unwrap();
        let rooms: Vec<u32> = game.rooms().filter(|room| room.present).map(|room| room.id).collect();
        let mut there = SceneRenderer::new(Arc::clone(&game));
        for id in rooms {
            let name = format!("{}, room {id}", edition.name);
            let trial = Trial::in_room(&game, id, costume).unwrap_or_else(|why| panic!("{name}: {why}"));
            let mut here = SceneRenderer::new(opened(&trial));
            let room = game.room(id).unwrap();
            let (first, last) = (room.first_box, room.boxes.len());
            assert!(
                trial.scenes.len() > (last - first) / 2,
                "{name}: {} of {}",
                trial.scenes.len(),
                last - first
            );
            for scene in &trial.scenes {
                let mut own = scene.clone();
                own.room = Some(id);
                own.actors.iter_mut().for_each(|actor| actor.costume = costume);
                let [shown, wanted] = [pixels(&mut here, scene), pixels(&mut there, &own)];
                assert!(shown == wanted, "{name}, {}", scene.name);
                boxes += scene.actors.len();
            }
        }
    }
    assert!(boxes > 20, "only {boxes} boxes");
}

#[test]
fn a_room_without_boxes_is_shown_alone() {
    for (name, dialect) in DIALECTS {
        let files: MemoryFiles =
            costumier_edit::preview::game(&odile(dialect)).unwrap().into_iter().collect();
        let mut game = Game::open(&files, None, Limits::default()).unwrap();
        game.assume(dialect);
        let (costume, room) = (game.costume_ids().next().unwrap(), game.rooms().next().unwrap().id);
        let bare = game.room(room).unwrap();
        let trial = Trial::in_room(&game, room, costume).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(trial.scenes.len(), (bare.boxes.len() - bare.first_box).max(1), "{name}");
        let mut own = trial.scenes[0].clone();
        own.room = Some(room);
        own.actors.iter_mut().for_each(|actor| actor.costume = costume);
        let shown = pixels(&mut SceneRenderer::new(opened(&trial)), &trial.scenes[0]);
        assert!(shown == pixels(&mut SceneRenderer::new(Arc::new(game)), &own), "{name}");
    }
}

#[test]
fn only_what_is_wanted_is_shown() {
    let packed = odile(Dialect::V6);
    let stage = TrialStage::plain(&packed).unwrap();
    let walk = |action: &Action, _: Option<&str>| action.role == Some(Role::Walk);
    assert!(Trial::new(&packed, &stage, walk).unwrap().scenes.is_empty(), "walking is no standing act");
    let curtsy = |_: &Action, name: Option<&str>| name == Some("curtsy");
    assert!(Trial::new(&packed, &stage, curtsy).is_err(), "conversions know no names");
    let talk = |action: &Action, _: Option<&str>| action.role == Some(Role::TalkStart);
    let trial = Trial::new(&packed, &stage, talk).unwrap();
    assert!(trial.scenes.iter().all(|scene| scene.name.starts_with("talk start")));
    assert_eq!(trial.scenes.len(), 4);
}

/// The columns and rows in which two pictures of a width differ.
fn differing(one: &[u8], other: &[u8], width: usize) -> [usize; 4] {
    let places = one.iter().zip(other).enumerate().filter(|(_, (one, other))| one != other).map(|(at, _)| at);
    places.fold([usize::MAX, usize::MAX, 0, 0], |[left, top, right, bottom], at| {
        let (x, y) = (at % width, at / width);
        [left.min(x), top.min(y), right.max(x + 1), bottom.max(y + 1)]
    })
}

#[test]
fn actor_and_label_are_wholly_in_the_room_even_if_it_is_smaller_than_the_screen() {
    for (name, dialect) in DIALECTS {
        let packed = odile(dialect);
        let plain = TrialStage::plain(&packed).unwrap();
        let (width, height) = dialect.screen_size();
        // A picture of half the screen, as rooms of 320 columns are in v8.
        let (columns, rows) = (usize::try_from(width / 2).unwrap(), usize::try_from(height / 2).unwrap());
        // Neither the colour of the letters nor that of the box behind them, so that the box can be seen.
        let fixed = dialect.made_for.colours();
        let (palette, first) = if dialect.fixed_colours { (&fixed[..], 0) } else { (&plain.palette[..], 32) };
        let is_middling = |rgb: &[u8; 3]| rgb.iter().all(|part| (60..200).contains(part));
        let ground = (first..u8::MAX).find(|entry| is_middling(&palette[usize::from(*entry)])).unwrap();
        let small = TrialStage { picture: Some((columns, vec![ground; columns * rows])), ..plain.clone() };
        let whole = (usize::try_from(width).unwrap(), usize::try_from(height).unwrap());
        // The same with columns and rows of one colour, up to the size of the screen.
        let at = |place: usize| place % whole.0 < columns && place / whole.0 < rows;
        let pixels = (0..whole.0 * whole.1).map(|place| if at(place) { ground } else { 0 }).collect();
        let filled = TrialStage { picture: Some((whole.0, pixels)), ..plain.clone() };
        let half = (columns, rows);
        for (stage, (columns, rows)) in [(plain, whole), (small, half), (filled, half)] {
            let trial = Trial::new(&packed, &stage, |_, _| true).unwrap();
            let mut renderer = SceneRenderer::new(opened(&trial));
            for scene in &trial.scenes {
                let mut alone = |kept: usize| {
                    let mut scene = scene.clone();
                    scene.actors = scene.actors.get(kept).into_iter().cloned().collect();
                    let shown = renderer.render(&scene).unwrap();
                    let high = shown.high.map(|high| high.iter().flat_map(|it| it.to_le_bytes()).collect());
                    let columns = usize::try_from(shown.width).unwrap();
                    (high.unwrap_or_else(|| shown.pixels.to_vec()), columns)
                };
                let (empty, columns_of_screen) = alone(2);
                let per_pixel = if dialect.high_colour.is_some() { 2 } else { 1 };
                let stride = columns_of_screen * per_pixel;
                let label = differing(&alone(0).0, &empty, stride);
                let letters = if width >= 640 { 2 } else { 1 };
                // The box behind a text has two free rows above and below the letters.
                let wanted =
                    letters * usize::try_from(costumier_export::contact::lettering::HEIGHT + 4).unwrap();
                assert_eq!(label[3] - label[1], wanted, "{name}: the label of {} is cut", scene.name);
                let actor = differing(&alone(1).0, &empty, stride);
                assert!(
                    actor[2] <= columns * per_pixel && actor[3] <= rows && actor[3] - actor[1] > 40,
                    "{name}: {} is outside of the room of {columns} × {rows}: {actor:?}",
                    scene.name
                );
            }
        }
    }
}
