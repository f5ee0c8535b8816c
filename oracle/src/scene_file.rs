//! A scene as a scene file, which `costumier render --scenes` draws.

use std::collections::BTreeMap;

use costumier::scene::{
    ChoreRef, PaletteSlot, PlaneChoice, Scale, Scene, SceneActor, ShadowPalette, ShadowTable, SlotColours,
    Step,
};
use serde_json::{Value, json};

/// The text of a file with one scene.
pub(crate) fn write(scene: &Scene) -> String {
    let view = scene.view.map(|view| json!([view.x, view.y, view.width, view.height]));
    let shadow = scene.shadow.as_ref().map(shadow_palette);
    let shadows: BTreeMap<_, _> =
        scene.shadows.iter().map(|(number, table)| (number.to_string(), shadow_table(table))).collect();
    let scene = json!({
        "name": scene.name,
        "room": scene.room,
        "background": scene.background,
        "objects": scene.objects.given,
        "room_palette": scene.room_palette,
        "view": view,
        "lights": scene.lights,
        "shadow": shadow,
        "shadows": shadows,
        "actors": scene.actors.iter().map(actor).collect::<Vec<_>>(),
    });
    format!("{:#}\n", json!({ "scenes": [scene] }))
}

fn shadow_palette(made: &ShadowPalette) -> Value {
    json!({ "factors": made.factors, "colours": [made.first, made.last] })
}

fn shadow_table(table: &ShadowTable) -> Value {
    match table {
        ShadowTable::Made(made) => shadow_palette(made),
        ShadowTable::Exact(table) => json!(table.to_vec()),
        other => unreachable!("no scene of the oracle has {other:?}"),
    }
}

fn actor(actor: &SceneActor) -> Value {
    json!({
        "costume": actor.costume,
        "number": actor.number,
        "position": actor.position,
        "elevation": actor.elevation,
        "facing": actor.facing.angle(),
        "steps": actor.steps.iter().map(step).collect::<Vec<_>>(),
        "scale": match actor.scale {
            Scale::Fixed(x, y) => json!([x, y]),
            Scale::Box => json!("box"),
            other => unreachable!("no scene of the oracle has {other:?}"),
        },
        "zplane": match actor.plane {
            PlaneChoice::Front => json!(0),
            PlaneChoice::Plane(plane) => json!(plane),
            PlaneChoice::Box => json!("box"),
            other => unreachable!("no scene of the oracle has {other:?}"),
        },
        "palette": actor.palette,
        "pixels": actor.pixels,
        "xmap": actor.xmap,
        "shadow_mode": actor.shadow_mode,
        "vars": actor.vars,
        "clip": actor.clip.map(|it| [it.left, it.top, it.right - 1, it.bottom - 1]),
        "conditions": actor.conditions,
        "slot": actor.slot.as_ref().map(slot),
    })
}

fn slot(slot: &PaletteSlot) -> Value {
    let (copies, colours) = (&slot.copies, &slot.colours);
    match slot.from {
        SlotColours::Shown => json!({ "copies": copies, "colours": colours }),
        SlotColours::Room(room, palette) => {
            json!({ "room": room, "palette": palette, "copies": copies, "colours": colours })
        }
        SlotColours::Costume(costume) => {
            json!({ "costume": costume, "copies": copies, "colours": colours })
        }
        other => unreachable!("no scene of the oracle has {other:?}"),
    }
}

fn step(step: &Step) -> Value {
    match step {
        Step::Chore(ChoreRef::Role(role)) => json!({ "chore": role.name() }),
        Step::Chore(ChoreRef::Number(number)) => json!({ "chore": number }),
        Step::Face(facing) => json!({ "face": facing.angle() }),
        Step::Animate(operand) => json!({ "animate": operand }),
        Step::Speed(speed) => json!({ "speed": speed }),
        Step::TalkState(state) => json!({ "talk_state": state }),
        Step::Ticks(ticks) => json!({ "ticks": ticks }),
        other => unreachable!("no scene of the oracle has {other:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Kind;
    use crate::engine::{V6, V7};
    use crate::pack::Pack;

    #[test]
    fn costumier_reads_what_is_written() {
        let plan = vec![(Kind::Mixed, 40), (Kind::Company, 60), (Kind::Speed, 20)];
        let cases = Pack::random(V6, 3, &plan).unwrap().cases;
        let plan = vec![(Kind::Shadow, 10), (Kind::Programs, 60), (Kind::Mixed, 10)];
        let cases = cases.into_iter().chain(Pack::random(V7, 3, &plan).unwrap().cases);
        for case in cases {
            let mut scene = case.scene_at(case.frames() - 1);
            // The two ways to say that nothing hides an actor.
            for actor in &mut scene.actors {
                if actor.plane == PlaneChoice::Plane(0) {
                    actor.plane = PlaneChoice::Front;
                }
            }
            let text = write(&scene);
            assert_eq!(costumier_export::scene_json::read_scenes(&text).unwrap(), [scene], "{text}");
        }
    }
}
