//! The bytes of v7 operations: v6's, but for a few.
//!
//! What surprises: actors keep animation variables, which AKOS costumes ask for; the screen is never divided;
//! cameras move up and down.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::v6::{self, call};
use super::{ActorOp, Encoding, Op};

pub(super) const ENCODING: Encoding = Encoding { op, ..v6::ENCODING };

/// Rows of the screen.
const ROWS: u16 = 200;

fn op(op: &Op, out: &mut Vec<u8>) -> Result<(), String> {
    match op {
        Op::Screen { top: 0, bottom: ROWS } => Ok(()),
        Op::Screen { top, bottom } => {
            Err(format!("rows {top} to {bottom} for the room; v7 gives it all {ROWS}"))
        }
        // A column and a row.
        Op::Camera(x) => {
            call(out, [*x, ROWS / 2], &[0x7A]);
            Ok(())
        }
        Op::Lights(_) => Err("v7 has no lights: every room is lit".into()),
        Op::Actor(number, settings) => {
            call(out, [*number], &[0x9D, 0xC5]);
            settings.iter().try_for_each(|setting| match setting {
                ActorOp::Variable(variable, value) => {
                    call(out, [i16::from(*variable), *value], &[0x9D, 0xC6]);
                    Ok(())
                }
                other => v6::actor(*other, out),
            })
        }
        Op::VariableColour { actor, variable, entry } => {
            call(out, [*actor, *variable], &[0xD2]);
            call(out, [0, 0, *entry], &[0x9C, 0xAF]);
            Ok(())
        }
        other => v6::op(other, out),
    }
}
