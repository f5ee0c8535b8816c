//! Rooms for Tiled and Godot: what the files place draws the room as the game begins.

use std::collections::BTreeMap;

use costumier::game::ObjectStates;
use costumier_edit::folder::Files as Folder;
use costumier_edit::pictures::png::{self, Pixels};
use costumier_edit::room::{self, RoomOptions, RoomOrigin, SceneFormat};

use crate::room::{dialects, game, opened, unpacked};

/// The value of an attribute in a line of XML.
fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(&format!(" {name}=\"")).nth(1)?.split('"').next()
}

fn number(line: &str, name: &str) -> usize {
    attribute(line, name).unwrap_or_else(|| panic!("no {name}: {line}")).parse().unwrap()
}

/// Draws a picture of the folder over a room: its visible pixels. `bottom` is the row below it.
fn draw(room: &mut [[u8; 3]], width: usize, (folder, file): (&Folder, &str), (left, bottom): (usize, usize)) {
    let image = png::read(&folder[file]).unwrap();
    let colours: Vec<[u8; 4]> = match image.pixels {
        Pixels::Indexed { indices, palette } => {
            indices.iter().map(|index| palette[usize::from(*index)]).collect()
        }
        Pixels::Colours(colours) => colours,
    };
    let top = bottom - image.height;
    for (at, [r, g, b, opacity]) in colours.into_iter().enumerate() {
        let (x, y) = (left + at % image.width, top + at / image.width);
        if opacity > 0 && x < width {
            room[y * width + x] = [r, g, b];
        }
    }
}

/// What is visible in a map: layers of pictures, and objects of the tileset in their places.
fn composed(folder: &Folder) -> Vec<[u8; 3]> {
    let map = String::from_utf8(folder["room.tmx"].clone()).unwrap();
    let mut tiles = Vec::new();
    let mut room = Vec::new();
    let mut width = 0;
    for line in map.lines() {
        let image = attribute(line, "source");
        if line.starts_with("   <image") {
            tiles.push(image.unwrap().to_owned());
        } else if let Some(image) = image {
            (width, _) =
                (number(line, "width"), room.resize(number(line, "width") * number(line, "height"), [0; 3]));
            draw(&mut room, width, (folder, image), (0, number(line, "height")));
        } else if line.contains(" gid=") && attribute(line, "visible") != Some("0") {
            let place = (number(line, "x"), number(line, "y"));
            draw(&mut room, width, (folder, &tiles[number(line, "gid") - 1]), place);
        }
    }
    room
}

#[test]
fn a_map_draws_the_room_as_the_game_begins() {
    for dialect in dialects() {
        let files = game(dialect, 5);
        let game = opened(&files, dialect);
        for id in [1, 2, 3] {
            let origin = RoomOrigin {
                objects: BTreeMap::from([(11, "a \"<sign>\" & co".into())]),
                ..RoomOrigin::default()
            };
            let mut folder = unpacked(&game, id);
            for format in [SceneFormat::Tiled, SceneFormat::Godot] {
                folder.extend(room::scene_files(&game, id, &origin, format).unwrap());
            }
            let packed = room::pack(&folder, &RoomOptions::default()).unwrap();
            assert_eq!(packed.notes, [""; 0], "the files are known, and not read");
            let room = game.room(id).unwrap();
            let palette = game.room_palette(id).unwrap();
            let pixels = room.scenery(&ObjectStates::default()).unwrap().pixels;
            let expected: Vec<[u8; 3]> = pixels.iter().map(|pixel| palette[usize::from(*pixel)]).collect();
            let drawn = composed(&folder);
            let other = (0..expected.len()).find(|at| drawn.get(*at) != expected.get(*at));
            assert_eq!(
                other.map(|at| (at, drawn.get(at), expected[at])),
                None,
                "{}, room {id}",
                room::dialect_name(&dialect)
            );
            let scene = String::from_utf8(folder["room.tscn"].clone()).unwrap();
            // Each file that is named is there, and each object that the folder has is named.
            for line in scene.lines().filter(|line| line.starts_with("[ext_resource")) {
                assert!(folder.contains_key(attribute(line, "path").unwrap()), "{line}");
            }
            for name in folder.keys().filter(|name| name.starts_with("objects/") && !name.contains("plane")) {
                assert!(scene.contains(&format!("path=\"{name}\"")), "{dialect:?}, room {id}: {name}");
            }
            let map = String::from_utf8(folder["room.tmx"].clone()).unwrap();
            let is_named = id != 1 || map.contains("name=\"a &quot;&lt;sign&gt;&quot; &amp; co\"");
            assert!(is_named || !map.contains("value=\"11\""), "{map}");
            for text in [scene, map] {
                assert_eq!(text.matches("box ").count(), room.boxes.len() - room.first_box, "{text}");
            }
        }
    }
}
