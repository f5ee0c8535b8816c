//! A film of a scene against the pictures of the scene: hidden limbs, changed colours, another actor.

use std::sync::Arc;

use costumier::scene::{ChoreRef, LiveScene, Peek, Scene, SceneActor, Step};
use costumier::{Facing, Game, Limits, Role};
use costumier_export::{Format, view};

/// Two actors of the sample that walk east, the first in other colours, mirrored and without its head.
fn scene(room: Option<u32>) -> LiveScene {
    let files = costumier_sample::GAMES.iter().find(|edition| edition.name == "v5").unwrap().folder();
    let game = Arc::new(Game::open(&files, None, Limits::default()).unwrap());
    let people = [(1, (100, 120)), (2, (160, 124))].map(|(costume, at)| {
        let mut actor = SceneActor::new(costume, at, Facing::EAST);
        actor.steps = [Role::Init, Role::Walk].map(|role| Step::Chore(ChoreRef::Role(role))).to_vec();
        actor
    });
    let mut scene = Scene::new(room, people.to_vec());
    scene.background = room.is_some();
    scene.actors[0].palette.insert(1, 15);
    let mut live = LiveScene::new(game, scene).unwrap();
    let mut peek = Peek::default();
    (peek.hidden, peek.flip) = (0b10, true);
    live.peek(0, peek).unwrap();
    live
}

/// The frames of a GIF, each as often as it lasts ticks: width, height, and whole pictures as RGBA.
fn ticks(bytes: &[u8]) -> (u32, u32, Vec<Vec<u8>>) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let (width, height) = (u32::from(decoder.width()), u32::from(decoder.height()));
    let mut all = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let mut canvas = vec![0; (width * height * 4) as usize];
        for y in 0..usize::from(frame.height) {
            let row = usize::from(frame.width) * 4;
            let at = ((usize::from(frame.top) + y) * width as usize + usize::from(frame.left)) * 4;
            canvas[at..at + row].copy_from_slice(&frame.buffer[y * row..][..row]);
        }
        for _ in 0..frame.delay / 10 {
            all.push(canvas.clone());
        }
    }
    (width, height, all)
}

fn gif(live: &LiveScene, longest: u32) -> (bool, Vec<u8>) {
    let movie = view::movie(&mut live.clone(), 0, longest).unwrap();
    let mut files = movie.files(Format::Gif, 1, 6).unwrap();
    assert_eq!(files.len(), 1);
    (movie.is_cut, files.remove(0).1)
}

#[test]
fn a_film_of_a_room_is_what_the_scene_draws_at_each_tick() {
    let mut live = scene(Some(1));
    let (is_cut, bytes) = gif(&live, 600);
    let (width, height, film) = ticks(&bytes);
    assert!(!is_cut && film.len() > 8, "{} ticks", film.len());
    let mut wanted = Vec::new();
    let mut different = std::collections::BTreeSet::new();
    for (tick, picture) in film.iter().enumerate() {
        let rendered = live.render().unwrap();
        assert_eq!((rendered.width, rendered.height), (width, height));
        rendered.rgba(&mut wanted);
        assert!(*picture == wanted, "tick {tick}");
        different.insert(wanted.clone());
        live.tick();
    }
    assert!(different.len() > 4);
    // After the last tick comes the first one.
    live.render().unwrap().rgba(&mut wanted);
    assert!(film[0] == wanted);
}

#[test]
fn without_a_room_a_film_is_as_large_as_what_is_drawn() {
    let live = scene(None);
    let (_, bytes) = gif(&live, 600);
    let (width, height, film) = ticks(&bytes);
    let opaque = |picture: &Vec<u8>| picture.chunks_exact(4).filter(|pixel| pixel[3] > 0).count();
    let mut plain = live;
    let mut pixels = Vec::new();
    for picture in &film {
        plain.render().unwrap().rgba(&mut pixels);
        assert_eq!(opaque(picture), opaque(&pixels));
        plain.tick();
    }
    for edge in [0, width - 1] {
        let touched =
            |picture: &Vec<u8>| (0..height).any(|y| picture[((y * width + edge) * 4 + 3) as usize] > 0);
        assert!(film.iter().any(touched), "column {edge}");
    }
}

#[test]
fn actors_that_repeat_too_late_together_are_cut_and_said_to_be() {
    let live = scene(None);
    let lead = view::timeline(&mut live.clone(), 0).unwrap().ticks;
    let other = view::timeline(&mut live.clone(), 1).unwrap().ticks;
    assert_ne!(lead, other);
    let (is_cut, bytes) = gif(&live, lead.max(other));
    assert!(is_cut);
    assert_eq!(ticks(&bytes).2.len(), lead as usize);
}

#[test]
fn formats_that_hold_no_animation_are_refused_and_frames_are_files() {
    let movie = view::movie(&mut scene(None), 0, 600).unwrap();
    assert!(movie.files(Format::Aseprite, 1, 6).is_err());
    let frames = movie.files(Format::Frames, 2, 6).unwrap();
    assert!(frames.len() > 4);
    assert_eq!(frames[0].0, "frame-000.png");
    assert!(frames.iter().all(|(_, bytes)| bytes.starts_with(b"\x89PNG")));
}

#[test]
fn an_enlarged_frame_that_is_too_large_is_refused() {
    // Two actors at the corners of 1.2 million pixels: 60 million where each is 7 × 7.
    let mut live = scene(None);
    live.place(1, (2_100, 720)).unwrap();
    let movie = view::movie(&mut live, 0, 1).unwrap();
    assert!(movie.files(Format::Gif, 7, 6).is_ok());
    for format in [Format::Gif, Format::Frames] {
        let refused = movie.files(format, 8, 6).unwrap_err();
        assert!(refused.to_string().contains("enlarged 8 times"), "{refused}");
    }
}
