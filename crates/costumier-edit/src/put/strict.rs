//! Checks costumes before [`Plan::new`](super::Plan::new) plans them: removes the header of a whole block, and
//! refuses a payload that the game could not open.

use std::collections::BTreeSet;

use costumier::format::dialect::BlockHeaders;
use costumier::{Costume, Dialect, Limits, Severity};

use super::NewCostume;

/// Returns a costume with the payload of its block only.
pub(super) fn without_header(costume: &NewCostume, dialect: &Dialect) -> NewCostume {
    let bytes = &costume.payload;
    let size = bytes.len() as u64;
    let header = match (dialect.costume_blocks, bytes.as_slice()) {
        (BlockHeaders::Tagged, bytes) if bytes.starts_with(&dialect.costumes.tag()) => {
            number(bytes, 4).map(|be| (u64::from(u32::from_be_bytes(be)), 8))
        }
        (BlockHeaders::Small, [_, _, _, _, b'C', b'O', ..]) => {
            number(bytes, 0).map(|le| (u64::from(u32::from_le_bytes(le)), 6))
        }
        _ => None,
    };
    let payload = header.filter(|(stated, _)| *stated == size).and_then(|(_, len)| bytes.get(len..));
    NewCostume { payload: payload.unwrap_or(bytes).to_vec(), ..*costume }
}

fn number(bytes: &[u8], at: usize) -> Option<[u8; 4]> {
    bytes.get(at..)?.first_chunk().copied()
}

/// Returns why a payload cannot be put into a game. `old` is the payload that it replaces.
pub(super) fn refused(
    payload: &[u8],
    old: Option<&[u8]>,
    dialect: &Dialect,
    limits: &Limits,
) -> Option<String> {
    let size = payload.len() as u64;
    if payload.is_empty() {
        return Some("the block is empty".to_owned());
    }
    if size > limits.block_bytes {
        return Some(format!("the block has {size} bytes; at most {} are allowed", limits.block_bytes));
    }
    let open = |payload: &[u8]| Costume::open(dialect.costumes.tag(), payload.to_vec(), *dialect);
    let opened = match open(payload) {
        Ok(opened) => opened,
        Err(error) => {
            let kind = match payload {
                [b'A', b'K', b'H', b'D', ..] | [b'A', b'K', b'O', b'S', ..] => "it is an AKOS costume, ",
                [b'C', b'O', b'S', b'T', ..] => "it is a COST block, ",
                _ => "",
            };
            return Some(format!("{kind}not a costume that {} can open: {error}", dialect.generation()));
        }
    };
    let broken = |costume: &Costume| -> BTreeSet<(String, String)> {
        let problems = costume.check().into_iter().filter(|problem| problem.severity == Severity::Broken);
        problems.map(|problem| (problem.path, problem.text)).collect()
    };
    // Faults that the game's own costume has too are accepted.
    let known = old.and_then(|old| open(old).ok()).map(|old| broken(&old)).unwrap_or_default();
    let (path, text) = broken(&opened).into_iter().find(|problem| !known.contains(problem))?;
    Some(format!("a part of it cannot be read: {path}: {text}"))
}
