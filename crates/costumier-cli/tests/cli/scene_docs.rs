//! The scenes of docs/scenes.md, as a reader would render them.

use std::fs;

use crate::support::{folder, ok, run, run_in};

#[test]
fn every_scene_of_the_page_shows_its_actors() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/scenes.md")).unwrap();
    let at = folder("scene-docs");
    let blocks = page.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut rendered = 0;
    for (number, block) in blocks.enumerate() {
        fs::write(at.join("scenes.json"), block).unwrap();
        let out = format!("out-{number}");
        run_in(&at, &["render", "sample", "--scenes", "scenes.json", "-o", &out]).ends(0).lacks(&["warning"]);
        rendered += fs::read_dir(at.join(out)).unwrap().count();
    }
    assert!(rendered >= 2, "{rendered}");
}

#[test]
fn a_cell_and_its_pixel_are_one_place_in_v2() {
    let at = folder("scene-cells");
    ok(&at, "sample game --generation v2");
    let scene = |name: &str, place: &str, facing: &str| {
        format!(
            r#"{{"name":"{name}-{facing}","room":1,"view":"screen","actors":[{{"costume":1,{place},
                "facing":"{facing}","elevation":4,"steps":[{{"perform":"stand"}}]}}]}}"#
        )
    };
    let both = |facing| {
        [scene("cell", r#""cell":[17,50]"#, facing), scene("pixel", r#""position":[148,100]"#, facing)]
    };
    let scenes = [both("east"), both("west")].concat().join(",");
    fs::write(at.join("scenes.json"), format!(r#"{{"scenes":[{scenes}]}}"#)).unwrap();
    ok(&at, "render game --scenes scenes.json -o out --raw").lacks(&["warning"]);
    let pixels = |name: &str| fs::read(at.join("out").join(format!("{name}.idx"))).unwrap();
    assert!(pixels("cell-east") == pixels("pixel-east") && pixels("cell-west") == pixels("pixel-west"));
    assert!(pixels("cell-east") != pixels("cell-west"));
    // The sample for v5 has no cells.
    run(&at, "render sample --scenes scenes.json -o none")
        .fails(1, &["there is no cell (17, 50) in v5, where positions are pixels"]);
}
