//! Any bytes as a script of any generation, started by another one: reading, listing and casting end, and
//! nothing overlaps.

use costumier::cast::{Cast, Certainty, Reach};
use costumier::scripts::script::{Profile, lines};
use costumier::scripts::{GameScripts, Owner, ReadScripts, ScriptBytes};

pub(crate) fn run(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    let profile = Profile::ALL[usize::from(*first) % Profile::ALL.len()];
    let middle = rest.len() / 2;
    let list = [&rest[..middle], &rest[middle..]]
        .into_iter()
        .zip(1..)
        .map(|(code, number)| ScriptBytes {
            is_open: number % 2 == 1,
            ..ScriptBytes::new(Owner::Global(number), 1, code.to_vec())
        })
        .collect();
    let scripts = ReadScripts::new(profile, GameScripts { list, problems: Vec::new() });
    for it in &scripts.list {
        let mut at = 0;
        for instruction in it.script.instructions() {
            assert!(instruction.at >= at);
            at = instruction.end();
        }
        assert!(lines(&it.script).len() <= it.script.len());
    }
    let cast = Cast::of(&scripts);
    assert!(!cast.costumes.contains_key(&0));
    // Each costume that the cast says somebody wears may be worn.
    let reach = Reach::of(&scripts);
    for (id, costume) in &cast.costumes {
        assert!(costume.actors.is_empty() || reach.unworn(*id) != Some(Certainty::Certain), "costume {id}");
    }
}
