//! Scripts like those of games, for reading and for finding the actors of costumes.

use costumier::Dialect;
use costumier::scripts::{GameScripts, Owner, ScriptBytes};
use costumier_build::script::{ActorOp, Op, assemble};

/// The scripts of a game of so many scripts and costumes.
///
/// # Panics
/// If the dialect lacks an operation that they use.
#[must_use]
pub fn scripts(count: u32, costumes: u32, dialect: &Dialect) -> GameScripts {
    let list = (1..=count).map(|number| script(number, costumes, dialect)).collect();
    GameScripts { list, problems: Vec::new() }
}

/// Bytes of all of them.
#[must_use]
pub fn bytes(scripts: &GameScripts) -> usize {
    scripts.list.iter().map(|script| script.code.len()).sum()
}

/// A script like those of games: some settings, much talk and walking, loops, another script started with
/// arguments.
#[allow(clippy::expect_used, reason = "a bench of fewer instructions than it says would be none")]
fn script(number: u32, costumes: u32, dialect: &Dialect) -> ScriptBytes {
    let small = |number: u32| u8::try_from(number % 200 + 1).unwrap_or(1);
    let actor = small(number);
    let costume = u16::try_from(number % costumes + 1).unwrap_or(1);
    let mut ops = vec![Op::LoadRoom(small(number))];
    if *dialect == Dialect::V5 {
        // v5 has one byte for a costume: the others are numbered by an argument.
        // actor A costume (local 30 = costume)
        let [low, high] = costume.to_le_bytes();
        ops.push(Op::Raw(vec![0x1A, 24, 0x40, low, high, 0x13, actor, 0x81, 24, 0x40, 0xFF]));
    } else {
        ops.push(Op::Actor(actor, vec![ActorOp::Default, ActorOp::Costume(costume)]));
    }
    ops.push(Op::Name { actor, name: format!("Somebody {number}").into_bytes() });
    ops.push(Op::Actor(
        actor,
        vec![ActorOp::WalkChore(7), ActorOp::Palette { entry: 3, colour: small(number * 7).into() }],
    ));
    ops.push(Op::Label(1));
    for step in 0..25 {
        ops.push(Op::Animate { actor, number: u16::from(small(step * 3 + number) % 50) });
        ops.push(Op::Walk { actor, x: 100, y: 50 });
        ops.push(Op::WaitForActor(actor));
        ops.push(Op::Delay(60));
    }
    ops.push(Op::StartWith(small(number * 13), vec![u16::from(actor), 7]));
    ops.push(Op::Jump(1));
    let owner = if number < 200 { Owner::Global(number) } else { Owner::Local(number) };
    ScriptBytes::new(
        owner,
        number / 40 + 1,
        // Every operation is there in each of these generations.
        assemble(&ops, dialect).unwrap_or_else(|why| panic!("{why:?}")),
    )
}
