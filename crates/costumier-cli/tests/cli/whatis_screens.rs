//! `whatis` on screenshots whose actors have sizes of scripts, limbs of several animations, or stand at an edge.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::support::{folder, ok};
use crate::whatis::Rgba;

/// A screenshot of room 1 of the sample with these actors.
fn shot(test: &str, actors: &Value) -> (PathBuf, Rgba) {
    let at = folder(test);
    let scenes = json!({ "scenes": [{ "name": "shot", "room": 1, "view": "screen", "actors": actors }] });
    std::fs::write(at.join("scenes.json"), scenes.to_string()).unwrap();
    ok(&at, "render sample --scenes scenes.json -o shots -q");
    let picture = Rgba::read(&at.join("shots/shot.png"));
    (at, picture)
}

#[test]
fn sizes_that_scripts_set_are_found_also_if_they_differ_across_and_down() {
    for (test, scale) in [("whatis-size", [140, 140]), ("whatis-sizes", [200, 120])] {
        let actor = json!([{ "costume": 1, "position": [160, 100], "facing": "south", "scale": scale,
            "steps": [{ "perform": "walk" }] }]);
        let (at, _) = shot(test, &actor);
        let json = ok(&at, "whatis sample shots/shot.png --json").json();
        let figure = &json["figures"][0];
        assert_eq!(figure["shown"]["costume"], json!(1), "{json}");
        assert_eq!(figure["position"], json!([160, 100]), "{json}");
        assert_eq!((&figure["certainty"], &figure["different"]), (&json!("sure"), &json!(0)), "{json}");
        // Sizes that leave out the same columns and rows cannot be told apart.
        for (found, set) in figure["scale"].as_array().unwrap().iter().zip(scale) {
            assert!(found.as_i64().unwrap().abs_diff(set) <= 16, "{json}");
        }
    }
}

#[test]
fn a_figure_over_the_right_edge_has_nothing_to_do_with_what_stands_at_the_left_edge() {
    let actor =
        json!([{ "costume": 6, "position": [316, 110], "facing": "east", "steps": [{ "perform": "walk" }] }]);
    let (at, picture) = shot("whatis-edge", &actor);
    let alone = ok(&at, "whatis sample shots/shot.png --json").json();
    let dot = |x: usize, y: usize| x < 12 && (70..130).contains(&y) && (x + y).is_multiple_of(2);
    let dotted = Rgba::of(picture.width, picture.height, |x, y| match dot(x, y) {
        true => [255, 0, 255, 255],
        false => picture.at(x, y),
    });
    dotted.write(&at.join("dotted.png"));
    let json = ok(&at, "whatis sample dotted.png --json").json();
    let (found, expected) = (&json["figures"][0], &alone["figures"][0]);
    assert_eq!((&found["shown"], &found["hidden"]), (&expected["shown"], &expected["hidden"]), "{json}");
    assert_eq!((&found["certainty"], &expected["certainty"]), (&json!("sure"), &json!("sure")), "{json}");
}
