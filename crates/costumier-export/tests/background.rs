//! Animations in front of their rooms, against the scene renderer's pictures of the same.

#![allow(clippy::unwrap_used, reason = "a test that cannot make its files has failed")]

mod common;

use common::{export, game, png};
use costumier::Role;
use costumier::scene::{ChoreRef, Scene, SceneActor, SceneRenderer, Step, View};
use costumier_export::backdrop::spot;
use costumier_export::report::PictureStatus;
use costumier_export::{Background, ExportOptions, Format};

#[test]
fn animations_stand_in_their_room_as_scenes_do() {
    let formats = [Format::Png, Format::Gif, Format::Apng, Format::Webp, Format::Contact].into();
    let (manifest, output) =
        export(ExportOptions { formats, background: Background::Room, ..ExportOptions::default() });
    assert_eq!(manifest.head.background, "room");
    let game = game();
    let mut renderer = SceneRenderer::new(&game).unwrap();
    let mut compared = 0;
    for costume in &manifest.costumes {
        let palette = costume.palette.as_ref().unwrap();
        let room = game.room(palette.chosen.unwrap().room).unwrap();
        let (x, y) = spot(&room);
        for it in costume.animations.iter().filter(|it| it.status != PictureStatus::Blank) {
            let [width, height] = it.canvas;
            let fit = |start: i32, length: u32, all: u16| {
                start.min(i32::from(all) - i32::try_from(length).unwrap()).max(0)
            };
            let (left, top) =
                (fit(x - it.anchor[0], width, room.width), fit(y - it.anchor[1], height, room.height));
            let position = (left + it.anchor[0], top + it.anchor[1]);
            let mut actor = SceneActor::new(costume.id, position, it.facing.parse().unwrap());
            actor.steps.push(Step::Chore(ChoreRef::Role(Role::Init)));
            if matches!(it.role, Some("talk start" | "talk stop")) {
                actor.steps.push(Step::Chore(ChoreRef::Role(Role::Stand)));
            }
            if it.role != Some("init") {
                actor.steps.push(Step::Chore(ChoreRef::Number(it.chore)));
            }
            let view = Some(View { x: left, y: top, width, height });
            let scene = Scene { room: Some(room.id), view, actors: vec![actor], ..Scene::default() };
            let rendered = renderer.render(&scene).unwrap();
            let file = &output.files[it.frames[0].file.as_ref().unwrap()];
            let found = png(file);
            assert_eq!((found.width, found.height), (width as usize, height as usize));
            assert!(found.pixels == rendered.pixels, "{} {}", costume.key, it.name);
            // The room's own colours, and nothing transparent.
            let info = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
            assert_eq!(info.info().palette.as_deref(), Some(rendered.palette.as_flattened()));
            assert_eq!(info.info().trns, None);
            let gif = &output.files[&it.files.iter().find(|file| file.format == "gif").unwrap().path];
            let mut options = gif::DecodeOptions::new();
            options.set_color_output(gif::ColorOutput::Indexed);
            let mut gif = options.read_info(&gif[..]).unwrap();
            assert!(*gif.read_next_frame().unwrap().unwrap().buffer == found.pixels);
            compared += 1;
        }
        // Pictures by themselves are in no room.
        let picture = costume.pictures.iter().find_map(|it| it.file.as_ref()).unwrap();
        let info = png::Decoder::new(std::io::Cursor::new(&output.files[picture])).read_info().unwrap();
        assert_eq!(info.info().trns.as_deref(), Some(&[0][..]));
    }
    assert!(compared > 100, "{compared}");
}
