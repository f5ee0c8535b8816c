//! Patches that state more than they hold, and patches of several authors in one game.

use std::sync::Arc;

use crate::support::sample;
use costumier::{ErrorKind, Files, Game, Generation, Limits, MemoryFiles};
use costumier_edit::patch::combine::combine;
use costumier_edit::patch::{bps, set};
use costumier_edit::{NewCostume, Plan, PutOptions};
use costumier_export::formats::zip;

const MOST: u64 = 2 << 30;
const INDEX: &str = "sample.000";
const DATA: &str = "sample.001";

fn game() -> Arc<dyn Files> {
    Arc::new(costumier_sample::files_of(Generation::V5).unwrap())
}

fn apply(patch: &[u8], files: &Arc<dyn Files>) -> costumier::Result<set::PatchedFiles> {
    set::apply(patch, files, (INDEX, ""), MOST)
}

fn data(files: &dyn Files) -> Vec<u8> {
    let file = files.open(DATA).unwrap();
    let mut bytes = vec![0; file.len() as usize];
    file.read_at(0, &mut bytes).unwrap();
    bytes
}

fn number(mut value: u64) -> Vec<u8> {
    let mut out = Vec::new();
    while value > 0x7F {
        out.push((value & 0x7F) as u8);
        value = (value >> 7) - 1;
    }
    out.push(value as u8 | 0x80);
    out
}

/// A BPS patch of a few bytes that makes `size` zeros of a file.
fn zeros(source: &[u8], size: u64) -> Vec<u8> {
    let mut patch = b"BPS1".to_vec();
    for value in [source.len() as u64, size, 0, 1] {
        patch.extend(number(value));
    }
    patch.push(0);
    patch.extend(number((size - 2) << 2 | 3));
    patch.extend(number(0));
    patch.extend(crc32fast::hash(source).to_le_bytes());
    patch.extend([0; 4]);
    patch.extend(crc32fast::hash(&patch).to_le_bytes());
    patch
}

#[test]
fn a_small_patch_cannot_make_a_large_file() {
    let files = game();
    let patch = zeros(&data(&*files), 2047 << 20);
    assert!(patch.len() < 40);
    let refused = apply(&patch, &files).map(|_| ()).unwrap_err();
    assert!(matches!(refused.kind(), ErrorKind::Limit(_)), "{refused}");
    // One that may be as large as it states is only refused because its sum is wrong.
    let allowed = zeros(&data(&*files), data(&*files).len() as u64 + bps::MOST_GROWTH);
    let refused = apply(&allowed, &files).map(|_| ()).unwrap_err();
    assert!(refused.to_string().contains("checksum"), "{refused}");
}

/// A zip whose manifest lists these files, each with its size before and after and the name of its patch.
fn zipped(files: &[(&str, u64, u64, &str)], members: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let sums = |bytes: u64| serde_json::json!({ "bytes": bytes, "crc32": "0", "sha256": "" });
    let rows: Vec<_> = files
        .iter()
        .map(|(name, before, after, patch)| {
            serde_json::json!({ "name": name, "patch": patch, "before": sums(*before), "after": sums(*after) })
        })
        .collect();
    let manifest = serde_json::json!({ "costumier_patch": 1, "game": "sample", "files": rows });
    let manifest = serde_json::to_vec(&manifest).unwrap();
    let all = std::iter::once(("costumier.json", manifest.as_slice()));
    zip(all.chain(members.iter().map(|(name, bytes)| (*name, bytes.as_slice())))).unwrap()
}

#[test]
fn a_manifest_is_judged_before_its_patches_are_unpacked() {
    let files = game();
    let (len, large) = (data(&*files).len() as u64, vec![0; 32 << 20]);
    let one = (DATA, len, len, "a.bps");
    let told = |files_of: &[(&str, u64, u64, &str)]| {
        apply(&zipped(files_of, &[("a.bps", large.clone())]), &files).map(|_| ()).unwrap_err().to_string()
    };
    let large_patch = told(&[one]);
    assert!(large_patch.contains("a.bps") && large_patch.contains("more than the limit"), "{large_patch}");
    let twice = told(&[one, one]);
    assert!(twice.contains("lists the file sample.001 twice"), "{twice}");
    // The fault of the second file is told, not the size of the first one's patch.
    let other = told(&[one, (INDEX, 1, 1, "a.bps")]);
    assert!(other.contains("sample.000 is of another edition"), "{other}");
    let many = told(&vec![one; 5_000]);
    assert!(many.contains("lists 5000 files; a patch changes at most 100"), "{many}");
    let long = told(&vec![one; 10_000]);
    assert!(long.contains("costumier.json") && long.contains("more than the limit of 1048576"), "{long}");
}

/// The game with one costume changed: its last byte, or `more` bytes behind it.
fn changed(id: u32, more: usize) -> NewCostume {
    let game = sample(Generation::V5);
    let mut payload = game.costume_bytes(id).unwrap().payload.to_vec();
    match more {
        0 => *payload.last_mut().unwrap() ^= 1,
        more => payload.extend(vec![7; more]),
    }
    NewCostume { id, room: None, payload }
}

fn patch(files: &Arc<dyn Files>, costumes: &[NewCostume]) -> set::PatchedFiles {
    let game = Game::open(&**files, None, Limits::default()).unwrap();
    let plan = Plan::new(&game, &**files, costumes, PutOptions::default()).unwrap();
    apply(&set::write(&plan, &**files, "sample", "").unwrap(), files).unwrap()
}

#[test]
fn patches_of_different_costumes_are_applied_together() {
    let files = game();
    // Costumes that keep their sizes, that grow, and that grow by the same number of bytes.
    for [one, other] in [[0, 0], [0, 100], [100, 40], [60, 60]] {
        let (one, other) = (changed(1, one), changed(3, other));
        let each = [patch(&files, std::slice::from_ref(&one)), patch(&files, std::slice::from_ref(&other))];
        let joined = combine(&each, &files, INDEX, MOST).unwrap();
        assert_eq!(data(&joined), data(&patch(&files, &[one.clone(), other.clone()])));
        let game = Game::open(&joined, None, Limits::default()).unwrap();
        for costume in [&one, &other] {
            assert!(game.costume_bytes(costume.id).unwrap().payload.starts_with(&costume.payload));
        }
    }
    let each = [patch(&files, &[changed(1, 0)]), patch(&files, &[changed(1, 30), changed(3, 0)])];
    let clash = combine(&each, &files, INDEX, MOST).map(|_| ()).unwrap_err().to_string();
    assert!(clash.contains("patches 1 and 2 both change costume 1"), "{clash}");
}

/// Patches of other programs may change anything.
#[test]
fn patches_of_other_bytes_are_joined_where_they_do_not_meet() {
    let files = game();
    let patched = |changes: &[usize]| {
        let mut bytes = data(&*files);
        changes.iter().for_each(|at| bytes[*at] ^= 1);
        let mut changed = MemoryFiles::new();
        changed.insert(DATA, bytes);
        set::PatchedFiles::new(&files, changed)
    };
    let end = data(&*files).len() - 1;
    let joined = combine(&[patched(&[40, end]), patched(&[90])], &files, INDEX, MOST).unwrap();
    assert!(data(&joined) == data(&patched(&[40, 90, end])));
    let clash = combine(&[patched(&[40]), patched(&[42, 90])], &files, INDEX, MOST).map(|_| ()).unwrap_err();
    assert!(clash.to_string().contains("both change bytes 0x28 to 0x2b of sample.001"), "{clash}");
}
