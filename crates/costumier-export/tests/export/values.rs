//! Plain values of the library in words and in JSON.

use costumier::play::Event;
use costumier::scene::{ChoreRef, Step};
use costumier::{Action, Bounds, Facing, PictureKey, Placed, Platform, Problem, Role, Severity, UnknownName};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_value, json, to_value};

fn is<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: T, expected: Value) {
    assert_eq!(to_value(&value).unwrap(), expected);
    assert_eq!(from_value::<T>(expected).unwrap(), value);
}

#[test]
fn plain_values_are_the_same_in_json_and_back() {
    is(Facing::WEST, json!("west"));
    is(Role::TalkStart, json!("talk start"));
    is(Platform::FmTowns, json!("fm-towns"));
    let picture = PictureKey { limb: 3, index: 7 };
    is(picture, json!({ "limb": 3, "index": 7 }));
    is(
        Bounds { left: -2, top: -9, right: 4, bottom: 1 },
        json!({ "left": -2, "top": -9, "right": 4, "bottom": 1 }),
    );
    is(
        Placed { limb: 3, picture, x: -11, y: 4, shaded: false, mirrored: true },
        json!({ "limb": 3, "picture": { "limb": 3, "index": 7 }, "x": -11, "y": 4, "shaded": false,
            "mirrored": true }),
    );
    is(
        Action { record: 9, chore: 2, facing: Facing::EAST, role: Some(Role::Walk) },
        json!({ "record": 9, "chore": 2, "facing": "east", "role": "walk" }),
    );
    // As in scene files.
    is(Step::Perform(ChoreRef::Role(Role::Walk)), json!({ "perform": "walk" }));
    is(Step::Chore(ChoreRef::Number(8)), json!({ "chore": 8 }));
    is(Step::TalkState(2), json!({ "talk_state": 2 }));
    is(
        Event::SoundSetting { limb: 1, slot: 2, setting: 3, value: 4 },
        json!({ "event": "sound-setting", "limb": 1, "slot": 2, "setting": 3, "value": 4 }),
    );
    is(
        Problem::new(Severity::Odd, "limb 3", Some(16), "it is cut"),
        json!({ "severity": "odd", "path": "limb 3", "at": 16, "text": "it is cut" }),
    );
    assert!(from_value::<Facing>(json!("up")).unwrap_err().to_string().contains("\"up\" is no facing"));
}

#[test]
fn plain_values_say_what_they_are() {
    let event = Event::SoftSound { limb: 4, slot: 3 };
    assert_eq!((event.limb(), event.name(), event.to_string()), (4, "soft-sound", "sound 3, softly".into()));
    assert_eq!(to_value(event).unwrap()["event"], event.name());
    for (chore, text) in [(ChoreRef::Role(Role::TalkStop), "talk stop"), (ChoreRef::Number(8), "8")] {
        assert_eq!((chore.to_string().as_str(), text.parse()), (text, Ok::<_, UnknownName>(chore)));
        assert_eq!(Step::Perform(chore).to_string(), format!("perform {text}"));
    }
    assert!("fly".parse::<ChoreRef>().unwrap_err().to_string().contains("is no role"));
    let placed = Placed {
        limb: 3,
        picture: PictureKey { limb: 3, index: 7 },
        x: -11,
        y: -46,
        shaded: false,
        mirrored: false,
    };
    assert_eq!(placed.to_string(), "limb 3 / picture 7 at (-11, -46)");
    assert_eq!(format!("{:<6}|", Severity::Odd), "odd   |");
}
