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
        (r#"{"chore":-1}"#, "-1 is no number of a chore"),
        (r#"{"jump":70000}"#, "{\"chore\": \"walk\"}"),
        (r#"{"chore":70000}"#, "70000 is no number of a chore or of an animation: use 0 to 65535"),
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
        (r#"{"scenes":[{"actors":[{"costume":1,"facing":"up"}]}]}"#, "actor 0: \"up\" is no facing"),
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

/// A scene with every field and every step.
const WHOLE: &str = r#"{"name":"all","room":2,"background":false,"objects":{"12":0,"14":2},"room_palette":1,
    "view":[0,8,320,100],"lights":8,"shadow":{"factors":[1,2,256],"colours":[4,5]},
    "shadows":{"5":{"factors":[1,2,3],"colours":[6,7]}},
    "actors":[
        {"costume":1,"position":[160,-4],"elevation":3,"facing":"northwest","steps":[{"perform":"talk-start"},
            {"chore":9},{"face":"east"},{"animate":248},{"speed":2},{"talk_state":3},{"ticks":4}],
            "scale":[255,100],"zplane":"box",
            "palette":{"3":27},"pixels":{"4":31744},"xmap":6,
            "slot":{"room":3,"palette":1,"copies":{"7":9},"colours":{"8":[255,0,1]}},"shadow_mode":2,"number":7,
            "remap":[1,2,256],"clip":[0,-1,10,20],"vars":{"0":-3},"conditions":[1,16],"talking":true,"mouth":4,
            "sounds":[2,9],"seed":18446744073709551615},
        {"costume":2,"cell":[20,60],"facing":"south","scale":9,"zplane":3,"slot":{"costume":5}}],
    "steps":[{"ticks":5},{"actor":1,"do":{"chore":"stand"}},{"actor":0,"do":{"ticks":2}},
        {"actor":0,"set":{"facing":"west","number":2,"vars":{},"conditions":[2],"talking":false,"mouth":null,
            "sounds":[],"seed":1}},{"actor":1,"set":{"mouth":3}},
        {"add":{"costume":3,"position":[1,2],"facing":"south"},"at":0},{"remove":2}]}"#;

#[test]
fn what_is_written_is_what_was_read() {
    let scene = read_scene(WHOLE).unwrap();
    assert_eq!(scene.steps.len(), 7);
    let written = write_scene(&scene);
    assert_eq!(read_scene(&written).unwrap(), scene);
    let same = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert_eq!(same(&written), same(WHOLE), "no field is missing, and none is there without need");
    let least = read_scene(r#"{"name":"x","actors":[{"costume":1}]}"#).unwrap();
    assert_eq!(
        write_scene(&least),
        r#"{"name":"x","actors":[{"costume":1,"position":[0,0],"facing":"south"}]}"#
    );
    for words in [r#""objects":"all""#, r#""objects":"none""#, r#""view":"screen""#] {
        let text = format!(r#"{{"name":"x",{words}}}"#);
        assert_eq!(write_scene(&read_scene(&text).unwrap()), text);
    }
}

#[test]
fn steps_of_a_scene_that_cannot_be_are_refused_in_words() {
    let with = |steps: &str| {
        read_scene(&format!(r#"{{"actors":[{{"costume":1}}],"steps":[{{"ticks":1}},{steps}]}}"#))
    };
    for (steps, says) in [
        (r#"{}"#, "step 2: steps of a scene are a list of {\"ticks\": 5}"),
        (r#"{"ticks":1,"actor":0}"#, "step 2: steps of a scene"),
        (r#"{"actor":0}"#, "steps of a scene"),
        (r#"{"actor":0,"do":{"speed":1},"set":{}}"#, "steps of a scene"),
        (r#"{"actor":1,"do":{"speed":1}}"#, "actor 1 does not exist: there are 1, counted from 0"),
        (r#"{"remove":0},{"actor":0,"set":{}}"#, "step 3: actor 0 does not exist: there are 0"),
        (r#"{"add":{"costume":2},"at":2}"#, "cannot be added at 2"),
        (r#"{"actor":0,"set":{"vars":{"250":1}}}"#, "variable 250"),
        (r#"{"actor":0,"set":{"conditions":[17]}}"#, "condition 17"),
        (r#"{"actor":0,"set":{"facing":"up"}}"#, "up"),
        (r#"{"actor":0,"set":{"scale":9}}"#, "`steps` is"),
        (r#"{"actor":0,"do":{"talk_state":17}}"#, "talk state 17"),
        (r#"{"jump":1}"#, "`steps` is"),
    ] {
        let why = with(steps).unwrap_err().to_string();
        assert!(why.contains(says), "{steps}: {why}");
    }
    assert_eq!(with(r#"{"add":{"costume":2}},{"actor":1,"do":{"speed":1}}"#).unwrap().steps.len(), 3);
}

#[test]
fn changes_leave_everything_else() {
    let mut scene = read_scene(WHOLE).unwrap();
    scene.steps.clear();
    let change = |change| change_scene(&scene, change, read_scene);
    assert_eq!(change(SceneChange::Scene("{}")).unwrap(), scene);
    assert_eq!(change(SceneChange::Actor(1, "{}")).unwrap(), scene);
    let changed = change(SceneChange::Scene(r#"{"lights":3,"room":null}"#)).unwrap();
    let mut wanted = scene.clone();
    (wanted.lights, wanted.room) = (3, None);
    assert_eq!(changed, wanted);
    let changed = change(SceneChange::Actor(1, r#"{"position":[1,2],"scale":"box"}"#)).unwrap();
    assert_eq!((changed.actors[1].position, changed.actors[1].scale), (Position::Pixel(1, 2), Scale::Box));
    assert_eq!(changed.actors[0], scene.actors[0]);
    let added = change(SceneChange::Add(r#"{"costume":9}"#)).unwrap();
    assert_eq!(added.actors[..2], scene.actors);
    assert_eq!(added.actors[2].costume, 9);
    for (wrong, says) in [
        (SceneChange::Actor(2, "{}"), "there is no actor 2: the scene has 2, counted from 0"),
        (SceneChange::Actor(0, "7"), "7 is no object"),
        (SceneChange::Actor(0, "{"), "the text is not JSON"),
        (SceneChange::Actor(0, r#"{"ticks":1}"#), "use `do`"),
        (SceneChange::Actor(0, r#"{"scale":-1}"#), "`scale` is -1"),
        (SceneChange::Actor(0, r#"{"scael":1}"#), "scael"),
        (SceneChange::Scene(r#"{"lights":900}"#), "`lights` is 900"),
        (SceneChange::Add("{}"), "`costume` is missing"),
    ] {
        let why = change(wrong).unwrap_err().to_string();
        assert!(why.contains(says), "{wrong:?}: {why}");
    }
}
