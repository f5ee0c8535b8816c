use costumier::Bounds;
use costumier::scene::{ChoreRef, PaletteSlot, PlaneChoice, Position, Scale, SceneActor, SlotColours};
use costumier::{Facing, Role};

use super::*;

#[test]
fn the_example_of_the_head_of_this_file() {
    let text = r#"{ "scenes": [ { "name": "dock", "room": 1, "background": true, "view": [0, 0, 320, 200],
        "lights": 11,
        "actors": [ { "costume": 1, "position": [160, 140], "elevation": 0, "facing": "west",
            "chores": ["init", "stand", 8], "ticks": 5, "scale": [255, 128], "zplane": "box",
            "palette": { "3": 27 }, "shadow_mode": 0, "vars": { "0": 1 } } ] } ] }"#;
    let scenes = read_scenes(text).unwrap();
    let mut expected = SceneActor::new(1, (160, 140), Facing::WEST);
    expected.steps = vec![
        Step::Chore(ChoreRef::Role(Role::Init)),
        Step::Chore(ChoreRef::Role(Role::Stand)),
        Step::Chore(ChoreRef::Number(8)),
        Step::Ticks(5),
    ];
    (expected.scale, expected.plane) = (Scale::Fixed(255, 128), PlaneChoice::Box);
    (expected.palette, expected.vars) = ([(3, 27)].into(), [(0, 1)].into());
    assert_eq!(scenes.len(), 1);
    assert_eq!(scenes[0].actors, [expected]);
    assert_eq!(scenes[0].view, View { x: 0, y: 0, width: 320, height: 200 }.into());
}

#[test]
fn a_step_that_is_none_says_what_steps_are() {
    for (text, says) in [
        (r#"{"chore":-1}"#, "a step is {\"chore\":-1}: use {\"chore\": 2}"),
        (r#"{"chore":70000}"#, "{\"chore\": \"walk\"}"),
        (r#"{"jump":1}"#, "{\"perform\""),
        (r#"{"ticks":1.5}"#, "{\"ticks\": 3}"),
        ("null", "a step is null: use"),
    ] {
        let why = read_step(text).unwrap_err().to_string();
        assert!(why.contains(says) && !why.contains("variant of untagged"), "{why}");
    }
    let broken = read_scenes("{\n\"scenes\": ]}").unwrap_err().to_string();
    assert_eq!(broken, "line 2, column 11: the text is not JSON: found \"]}\"; expected value");
}

#[test]
fn positions_are_pixels_or_cells() {
    let scene = |fields: &str| {
        let text =
            format!(r#"{{"scenes":[{{"view":"screen","actors":[{{"costume":1,"number":3{fields}}}]}}]}}"#);
        read_scenes(&text).map(|mut scenes| scenes.remove(0))
    };
    let position = |fields: &str| scene(fields).unwrap().actors[0].position;
    assert_eq!(position(r#","position":[20,-60]"#), Position::Pixel(20, -60));
    assert_eq!(position(r#","cell":[20,-60]"#), Position::Cell(20, -60));
    assert_eq!(position(""), Position::Pixel(0, 0));
    assert!(scene(r#","position":[1,2],"cell":[1,2]"#).unwrap_err().to_string().contains("one or the other"));
    let scene = scene("").unwrap();
    assert_eq!((scene.view, scene.actors[0].number), (ViewChoice::Screen, 3));
}

#[test]
fn a_file_may_say_whose_rules_hold() {
    let read = |text| read_scene_file(text, &Names::default(), ObjectsShown::Initial);
    let file = read(r#"{ "interpreter": "scummvm-2.7", "scenes": [{ "room": 1 }] }"#).unwrap();
    assert_eq!((file.interpreter, file.scenes.len()), (Some(Interpreter::ScummVm2_7), 1));
    assert_eq!(read(r#"{ "scenes": [] }"#).unwrap().interpreter, None);
    let why = read(r#"{ "interpreter": "scummvm", "scenes": [] }"#).unwrap_err().to_string();
    assert_eq!(why, "\"scummvm\" is no interpreter: use current or scummvm-2.7");
}

#[test]
fn what_akos_actors_have_besides() {
    let tables =
        format!(r#""shadows": {{ "0": {{"factors":[1,2,3],"colours":[4,5]}}, "7": {:?} }}"#, [9; 256]);
    let text = format!(
        r#"{{"scenes":[{{{tables},"actors":[{{"costume":1,"remap":[128,256,64],"clip":[0,-1,10,20],
        "vars":{{"26":-3}},"conditions":[1,16],"talking":true,"mouth":4,"sounds":[2],"seed":99,"number":7}}]}}]}}"#
    );
    let scene = read_scenes(&text).unwrap().remove(0);
    let made = ShadowPalette { factors: [1, 2, 3], first: 4, last: 5 };
    let expected = [(0, ShadowTable::Made(made)), (7, ShadowTable::Exact(Box::new([9; 256])))];
    assert_eq!(scene.shadows, expected.into());
    let mut actor = SceneActor::new(1, (0, 0), Facing::SOUTH);
    (actor.number, actor.seed, actor.remap) = (7, 99, Some([128, 256, 64]));
    actor.clip = Some(Bounds { left: 0, top: -1, right: 11, bottom: 21 });
    (actor.vars, actor.conditions) = ([(26, -3)].into(), [1, 16].into());
    (actor.talking, actor.mouth, actor.sounds) = (true, Some(4), [2].into());
    assert_eq!(scene.actors, [actor]);
}

#[test]
fn what_programs_do_not_have_is_refused() {
    let refused = |field: &str| {
        read_scenes(&format!(r#"{{"scenes":[{{"actors":[{{"costume":1,{field}}}]}}]}}"#))
            .unwrap_err()
            .to_string()
    };
    assert!(refused(r#""vars":{"27":1}"#).contains("variable 27: there are 27"));
    assert!(refused(r#""conditions":[0]"#).contains("condition 0"));
    let table = |table: &str| {
        read_scenes(&format!(r#"{{"scenes":[{{"shadows":{table}}}]}}"#)).unwrap_err().to_string()
    };
    assert!(table(r#"{"8":[]}"#).contains("shadow table 8 does not exist: there are 8"));
    assert!(table(r#"{"1":[1,2]}"#).contains("has 2 numbers: use 256"));
}

#[test]
fn what_is_left_out_has_its_default() {
    let scenes = read_scenes(r#"{"scenes":[{"actors":[{"costume":7}]},{}]}"#).unwrap();
    assert_eq!(scenes[0].name, "scene-0001");
    assert_eq!((scenes[0].lights, scenes[0].background, scenes[0].room), (11, true, None));
    assert_eq!(scenes[0].actors, [SceneActor::new(7, (0, 0), Facing::SOUTH)]);
    assert!(scenes[1].actors.is_empty());
}

#[test]
fn objects_are_words_or_states() {
    let objects = |text: &str, shown| {
        let text = format!(r#"{{"scenes":[{{"room":1{text}}}]}}"#);
        read_scenes_with(&text, &Names::default(), shown).map(|mut scenes| scenes.remove(0).objects)
    };
    assert_eq!(objects("", ObjectsShown::All), Ok(ObjectsShown::All.into()));
    assert_eq!(objects(r#","objects":"none""#, ObjectsShown::All), Ok(ObjectsShown::None.into()));
    let given = ObjectStates { shown: ObjectsShown::Initial, given: [(12, 0), (14, 2)].into() };
    assert_eq!(objects(r#","objects":{"12":0,"14":2}"#, ObjectsShown::None), Ok(given));
    let refused = objects(r#","objects":"some""#, ObjectsShown::None).unwrap_err().to_string();
    assert!(refused.contains("use none, initial or all"), "{refused}");
}

#[test]
fn steps_in_their_order() {
    let text = r#"{"scenes":[{"actors":[{"costume":1,"scale":"box","zplane":2,"facing":90,"steps":[
        {"chore":"talk start"},{"face":"northeast"},{"animate":248},{"speed":2},{"ticks":3},
        {"perform":"walk"},{"chore":9}]}]}]}"#;
    let scene = read_scenes(text).unwrap().remove(0);
    assert_eq!(
        scene.actors[0].steps,
        [
            Step::Chore(ChoreRef::Role(Role::TalkStart)),
            Step::Face(Facing::from_angle(45)),
            Step::Animate(248),
            Step::Speed(2),
            Step::Ticks(3),
            Step::Perform(ChoreRef::Role(Role::Walk)),
            Step::Chore(ChoreRef::Number(9)),
        ]
    );
    assert_eq!((scene.actors[0].scale, scene.actors[0].plane), (Scale::Box, PlaneChoice::Plane(2)));
    assert_eq!(scene.actors[0].facing, Facing::EAST);
}

#[test]
fn slots_and_talk_states() {
    let slot = |text: &str| {
        let text = format!(r#"{{"scenes":[{{"actors":[{{"costume":1,"slot":{text}}}]}}]}}"#);
        read_scenes(&text).map(|mut scenes| scenes.remove(0).actors.remove(0).slot)
    };
    assert_eq!(slot("null"), Ok(None));
    let mut wanted = PaletteSlot::new(SlotColours::Room(3, 1));
    (wanted.copies, wanted.colours) = ([(4, 5)].into(), [(6, [7, 8, 9])].into());
    let text = r#"{"room":3,"palette":1,"copies":{"4":5},"colours":{"6":[7,8,9]}}"#;
    assert_eq!(slot(text), Ok(Some(wanted)));
    assert_eq!(slot(r#"{"costume":5}"#), Ok(Some(PaletteSlot::new(SlotColours::Costume(5)))));
    assert_eq!(slot("{}"), Ok(Some(PaletteSlot::default())));
    assert!(slot(r#"{"costume":5,"room":3}"#).unwrap_err().to_string().contains("or `costume`"));
    let steps = |state| {
        let text =
            format!(r#"{{"scenes":[{{"actors":[{{"costume":1,"steps":[{{"talk_state":{state}}}]}}]}}]}}"#);
        read_scenes(&text).map(|mut scenes| scenes.remove(0).actors.remove(0).steps)
    };
    assert_eq!(steps(16), Ok(vec![Step::TalkState(16)]));
    assert!(steps(0).unwrap_err().to_string().contains("use 1 to 16"));
}

#[test]
fn texts_of_windows_are_read() {
    let text = "\u{feff}{\r\n\"scenes\": [{\"name\": \"comb\"}, {\"name\": \"auxiliary\"}]}\r\n";
    assert_eq!(read_scenes(text).unwrap().len(), 2);
}

#[test]
fn mistakes_are_named() {
    for (text, says) in [
        ("{", "line 1"),
        (r#"{"scenes":[{"colour":1}]}"#, "colour"),
        (r#"{"scenes":[{"name":"a/b"}]}"#, "is no valid file name"),
        (r#"{"scenes":[{"name":".."}]}"#, "is no valid file name"),
        (r#"{"scenes":[{"name":"nul.x"}]}"#, "is no valid file name"),
        (r#"{"scenes":[{"name":"aux .x"}]}"#, "Windows device"),
        (r#"{"scenes":[{"name":"Com¹"}]}"#, "Windows device"),
        (r#"{"scenes":[{"name":"a"},{"name":"A"}]}"#, "another scene has the name"),
        (r#"{"scenes":[{"actors":[{"costume":1,"facing":"up"}]}]}"#, "actor 1: \"up\" is no facing"),
        (r#"{"scenes":[{"actors":[{"costume":1,"chores":["dance"]}]}]}"#, "\"dance\" is no chore"),
        (r#"{"scenes":[{"actors":[{"costume":1,"ticks":1,"steps":[]}]}]}"#, "one or the other"),
        (r#"{"scenes":[{"actors":[{"costume":1,"scale":"big"}]}]}"#, "scale \"big\""),
        (r#"{"scenes":[{"actors":[{"costume":1,"zplane":"far"}]}]}"#, "zplane \"far\""),
        (r#"{"scenes":[{"view":"all"}]}"#, "view \"all\": use [x, y, width, height] or \"screen\""),
        (r#"{"scenes":[{"view":[0,0,0,9]}]}"#, "`view` is 0 wide and 9 high"),
    ] {
        let e = read_scenes(text).unwrap_err().to_string();
        assert!(e.contains(says), "{text}: {e}");
    }
}
