//! The comparison of machine and model: one costume, the same calls.

use std::sync::Arc;

use super::{Answers, Executed, Model, ShownCels};
use crate::Facing;
use crate::akos::{Akos, AkosSource};
use crate::costume::Costume;
use crate::dialect::{Dialect, Interpreter};
use crate::play::Actor;

/// An action of a script.
#[derive(Clone, Copy, Debug)]
pub enum Call {
    Start(u16),
    Face(i32),
    Ticks(u8),
}

/// Plays a costume with the machine and with the model, chore 8 facing South first, and compares what is visible of
/// them after each call. `humongous` is the version of a Humongous engine, 0 for v7. Returns how often the model
/// executed each command.
///
/// # Errors
/// The first difference. A costume that cannot be written gives no error.
pub fn compare(
    source: &AkosSource,
    humongous: u8,
    calls: &[Call],
    answers: &Answers,
) -> Result<Executed, String> {
    let dialect = if humongous == 0 { Dialect::V7 } else { Dialect::humongous(humongous) };
    // The model changes facings at once and does not turn.
    let dialect = dialect.interpreted_by(Interpreter::ScummVm2_7);
    let Ok(payload) = source.write() else { return Ok(Executed::new()) };
    let akos = Akos::open(payload, dialect).map_err(|error| error.to_string())?;
    let mut actor = Actor::new(Arc::new(Costume::Akos(akos)), Facing::SOUTH);
    actor.set_number(5);
    let mut model = Model::new(source, u32::from(humongous));
    let (mut world, mut same) = (answers.clone(), answers.clone());
    for call in [Call::Start(8)].iter().chain(calls) {
        match *call {
            Call::Start(chore) => {
                actor.start(chore);
                model.gone = false;
                model.start(i64::from(chore));
            }
            Call::Face(angle) => {
                let facing = Facing::from_angle(angle);
                actor.face(facing);
                model.face(facing.angle());
            }
            Call::Ticks(n) => {
                for _ in 0..n {
                    actor.tick(&mut world);
                    model.tick(&mut same);
                }
            }
        }
        differences(&actor, &model).map_err(|text| format!("{call:?}: {text}"))?;
        if world.events != same.events {
            return Err(format!("{call:?}: events {:?}, not {:?}", world.events, same.events));
        }
    }
    Ok(model.executed)
}

fn differences(actor: &Actor, model: &Model<'_>) -> Result<(), String> {
    let mut pose = Vec::new();
    actor.pose(&mut pose);
    let pose: ShownCels = pose.iter().map(|p| (p.limb, p.picture.index, p.x, p.y)).collect();
    same("pictures", &pose, &model.shown())?;
    let Some(limbs) = actor.limbs().as_akos() else { return Err("no AKOS limbs".into()) };
    let vars: Vec<i16> = (0u8..).zip(model.vars).map(|(var, _)| limbs.var(var)).collect();
    same("variables", &vars, &model.vars.to_vec())?;
    same("conditions", &limbs.conditions(), &model.mask)?;
    let marks = (limbs.plane(), limbs.offset(), limbs.flip(), limbs.is_gone());
    same("plane, offset, flip, gone", &marks, &(model.plane, model.offset, model.flip, model.gone))?;
    for (number, limb) in (0u8..).zip(&model.limbs) {
        let bit = 1 << number;
        let state = limbs.limb(number).map(|limb| (limb.mode.byte(), i64::from(limb.position)));
        let state = (state, limbs.is_hidden(number), limbs.is_faulty(number));
        let expected = (limb.kind != 0).then_some((limb.kind, limb.pos));
        let expected = (expected, model.hidden & bit != 0, model.faulty & bit != 0);
        same(&format!("limb {number}"), &state, &expected)?;
    }
    Ok(())
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, expected: &T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:?}, not {expected:?}")) }
}
