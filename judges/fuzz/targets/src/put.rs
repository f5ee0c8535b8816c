//! Costumes are put into damaged games: bytes of the sample game, changed anywhere. What comes out is whole: every
//! file as long as was said, and a costume that was put reads back as what was put.

use std::sync::LazyLock;

use costumier::{Files, Game, Generation, Limits, MemoryFiles};
use costumier_edit::{NewCostume, Plan, PutOptions};

type Named = Vec<(String, Vec<u8>)>;

pub(crate) fn bytes(files: &dyn Files, name: &str) -> Vec<u8> {
    let source = files.open(name).expect("it is there");
    let mut bytes = vec![0; usize::try_from(source.len()).expect("small")];
    source.read_at(0, &mut bytes).expect("it can be read");
    bytes
}

static GAMES: LazyLock<Vec<Named>> = LazyLock::new(|| {
    let of = |generation: &Generation| {
        let files = crate::sample(*generation);
        files.names().into_iter().map(|name| (name.clone(), bytes(&files, &name))).collect()
    };
    [Generation::V5, Generation::V6, Generation::V7, Generation::V8, Generation::Humongous]
        .iter()
        .map(of)
        .collect()
});

// The input: which game, which costume, how much longer it gets; then changes of three bytes of place (the highest
// bit of which says index or data) and one of value.
pub(crate) fn run(input: &[u8]) {
    let [game, id, more, changes @ ..] = input else { return };
    let mut named = GAMES[usize::from(*game) % GAMES.len()].clone();
    let whole: MemoryFiles = named.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())).collect();
    let id = u32::from(id % 8);
    let Ok(Ok(payload)) = Game::open(&whole, None, Limits::default())
        .map(|game| game.costume_bytes(id.max(1)).map(|found| found.payload))
    else {
        return;
    };
    let payload = [payload, vec![0; usize::from(*more)]].concat();
    for [a, b, c, value] in changes.as_chunks().0.iter().take(64) {
        let file = usize::from(a >> 7).min(named.len() - 1);
        let bytes = &mut named[file].1;
        let at = u32::from_be_bytes([0, a & 0x7F, *b, *c]) as usize % bytes.len().max(1);
        if let Some(byte) = bytes.get_mut(at) {
            *byte ^= value;
        }
    }
    let files: MemoryFiles = named.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())).collect();
    let Ok(game) = Game::open(&files, None, Limits::default()) else { return };
    let room = game.rooms().next().map(|room| room.id);
    let new = NewCostume { id, room, payload: payload.clone() };
    let Ok(plan) = Plan::new(&game, &files, &[new], PutOptions::default()) else { return };
    let mut after = named.clone();
    for file in plan.changed() {
        let source = files.open(&file.name).expect("a file of the game");
        let mut out = Vec::new();
        let written = file.write(&*source, |bytes| {
            out.extend_from_slice(bytes);
            Ok::<(), costumier::Error>(())
        });
        written.expect("memory is never full");
        assert_eq!(out.len() as u64, file.len_after());
        after.iter_mut().find(|(name, _)| *name == file.name).expect("its name").1 = out;
    }
    let after: MemoryFiles = after.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())).collect();
    let Ok(game) = Game::open(&after, None, Limits::default()) else { return };
    if let Ok(found) = game.costume_bytes(id) {
        assert!(found.payload.starts_with(&payload), "costume {id} is not what was put");
    }
}
