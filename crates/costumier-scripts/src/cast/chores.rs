//! Numbers of chores in scripts, as chores of a costume.

use crate::dialect::ChoreNumbers;
use crate::owned::ReadScripts;
use crate::script::Profile;

/// Returns the chore that a number of `animateActor` means, or `None` for orders and roles
/// (`docs/format/animation.md §6`, `docs/format/akos.md §8.3`, `docs/format/old-rooms.md §6.4`).
pub(super) fn animated(scripts: &ReadScripts, number: i32) -> Option<i32> {
    let (profile, chores) = (scripts.profile, scripts.chores);
    match number {
        ..0 => None,
        _ if profile == Profile::V0 => (number < 253).then_some(number >> 2),
        255 => None,
        244..=254 if chores.has_orders_in_bytes() => None,
        2000..=4999 if chores == ChoreNumbers::Thousands => None,
        _ if profile < Profile::V3 => started(chores, number >> 2),
        _ => started(chores, number),
    }
}

/// Returns the chore that a number starts, or `None` for roles.
fn started(chores: ChoreNumbers, number: i32) -> Option<i32> {
    let is_role = u16::try_from(number).is_ok_and(|number| chores.role(number).is_some());
    (!is_role).then_some(number)
}

/// Returns the chores that a text starts while it is spoken (escape 9).
pub(super) fn in_text(scripts: &ReadScripts, script: usize, (at, len): (u32, u32)) -> Vec<i32> {
    let profile = scripts.profile;
    let Some(script) = scripts.list.get(script) else { return Vec::new() };
    if profile.has_plain_texts() || profile < Profile::V3 {
        return Vec::new();
    }
    let mut out = Vec::new();
    let mut rest = script.script.bytes(at, len).iter().copied();
    while let Some(byte) = rest.next() {
        if byte != 0xFF {
            continue;
        }
        let Some(code) = rest.next() else { break };
        let width = match code {
            _ if profile == Profile::V8 => 4,
            1 | 2 | 3 | 8 => 0,
            0x2E if profile.is_indy3() => 0,
            _ => 2,
        };
        let operand: Vec<u8> = rest.by_ref().take(width).collect();
        if let (9, [low, high, ..]) = (code, operand.as_slice()) {
            // A text starts the chore itself: no number is an order here.
            out.extend(started(scripts.chores, i32::from(u16::from_le_bytes([*low, *high]))));
        }
    }
    out
}
