//! Edited games: random costumes and rooms of random packs are unpacked, changed, packed and put into the game. ScummVM
//! plays it, and its screen is compared with Costumier's pictures of the edited game.
//!
//! ```text
//! pack ─▸ files ─▸ unpack ─▸ random changes ─▸ pack ─▸ put ─┬─▸ ScummVM ─────────────┐
//!                                                          ├─▸ Costumier ─▸ pixels ─┴─▸ compare
//!                                                          └─▸ sizes and bytes, walked by themselves
//! ```
//! Numbers that interpreters do not read are compared as bytes: a game with stale sizes plays without an error.

mod change;
mod codes;
mod converted;
mod faults;
mod rooms;
mod walk;

use std::collections::BTreeMap;
use std::time::Instant;

use costumier::format::dialect::{Directories, FileLayout};
use costumier::{Costume, Files as _, Game, Generation, Limits, MemoryFiles};
use costumier_edit::folder::{self, About, PackOptions, PictureFiles};
use costumier_edit::{NewCostume, Plan as PutPlan, PutOptions};

use crate::args::{Args, Task};
use crate::blocks;
use crate::case::Kind;
use crate::compare::{self, Tallies};
use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::judge::Judge;
use crate::pack::{Pack, PackCostume, Plan};
use crate::report::{self, Keeper};
use crate::rng::Rng;
use crate::run;

/// Share of the random scenes' frames that are played here.
const SHARE: usize = 10;

/// Number of frames of a pack. Each pack is another game with other changes.
const PACK: usize = 150;

/// Engines whose frames of whole costumes are compared in `--ci`: one of each kind.
const IN_CI: [&str; 2] = ["v5", "v7"];

/// Maximum number of drawn changes that are dropped because the format cannot hold them or an interpreter would stop.
const ATTEMPTS: usize = 8;

/// The kinds of changes, and their numbers.
type Changes = BTreeMap<String, usize>;

/// A pack whose game was edited.
struct Edited {
    /// Its files are the edited ones.
    pack: Pack,
    /// The game before.
    before: MemoryFiles,
    /// The edited costumes and rooms.
    plan: PutPlan,
    changes: Changes,
}

/// Plays edited games of all engines that have costume folders. Returns whether all frames are equal, and each fault
/// was noticed.
pub(crate) fn run(judge: &Judge, args: &Args) -> Outcome<bool> {
    let mut equal = true;
    for engine in args.engines.iter().copied().filter(|engine| has_edits(engine)) {
        let start = Instant::now();
        let (mut tallies, mut changes) = (Tallies::new(), Changes::new());
        let (stills, frames) = (args.stills.div_ceil(SHARE), args.frames.div_ceil(SHARE));
        let plans = run::plans(engine, stills, frames, PACK.min(engine.pack_frames()));
        for (number, plan) in (0_u64..).zip(plans) {
            if args.pack.is_none_or(|only| only == number) {
                one(judge, args, engine, number, &plan, &mut tallies, &mut changes)?;
            }
        }
        let is_held = args.task != Task::Ci || IN_CI.contains(&engine.name);
        if args.pack.is_none() && is_held {
            sample(judge, args, engine, (&mut tallies, &mut changes))?;
            converted::run(judge, args, engine, &mut tallies)?;
        }
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "\n{}, edited, seed {}, {seconds:.1} s\n{}",
            engine.name,
            args.seed,
            report::table(&tallies)
        );
        let all: Vec<String> = changes.iter().map(|(what, count)| format!("{count} {what}")).collect();
        println!("changed: {}", all.join(", "));
        equal &= report::different(&tallies) == 0;
    }
    if args.pack.is_none() {
        equal &= faults::run(judge, args)?;
    }
    Ok(equal)
}

/// Whether an engine's games are edited here: there are no folders of the NES, of v0 and the PC-Engine only those of
/// rooms.
fn has_edits(engine: &Engine) -> bool {
    !engine.dialect().is_nes()
}

/// Whether there are only folders of an engine's rooms.
fn has_only_rooms(engine: &Engine) -> bool {
    engine.dialect().is_v0() || engine.dialect().objects.tiles
}

/// The sample's costumes as an engine has them, each changed, and every record played. Where the sample has no
/// costume that fits there is nothing to show.
fn sample(
    judge: &Judge,
    args: &Args,
    engine: &'static Engine,
    (tallies, changes): (&mut Tallies, &mut Changes),
) -> Outcome<()> {
    // Of Humongous games those drawn at random are edited.
    let edition = blocks::edition(engine).filter(|it| it.dialect.generation() != Generation::Humongous);
    let Some(edition) = edition else { return Ok(()) };
    let pack = blocks::pack_of(engine, args.seed, Kind::Sample, &blocks::sample_of(edition)?)?;
    let edited = put_into(pack, Rng::of_part(args.seed, u64::MAX - 1), 100)?;
    for (what, count) in &edited.changes {
        *changes.entry(what.clone()).or_default() += count;
    }
    let name = format!("{}-edited-sample-seed-{}", engine.name, args.seed);
    let again = format!("oracle edit --engine {} --seed {}", engine.name, args.seed);
    let mut keeper = Keeper::new(&args.keep, &name, again);
    compare::compare(judge, &edited.pack, tallies, |difference| keeper.keep(&edited.pack, &difference))
}

fn one(
    judge: &Judge,
    args: &Args,
    engine: &'static Engine,
    number: u64,
    plan: &Plan,
    tallies: &mut Tallies,
    changes: &mut Changes,
) -> Outcome<()> {
    let edited = edited(engine, Rng::of_part(args.seed, number), plan, 80)?;
    for (what, count) in &edited.changes {
        *changes.entry(what.clone()).or_default() += count;
    }
    let again = format!("oracle edit --engine {} --seed {} --pack {number}", engine.name, args.seed);
    let name = format!("{}-edited-seed-{}-pack-{number}", engine.name, args.seed);
    let mut keeper = Keeper::new(&args.keep, &name, again);
    compare::compare(judge, &edited.pack, tallies, |difference| keeper.keep(&edited.pack, &difference))
}

/// The pack of a seed, with `percent` of its costumes changed and put into its files.
fn edited(engine: &'static Engine, mut rng: Rng, plan: &Plan, percent: i32) -> Outcome<Edited> {
    let pack = Pack::random(engine, rng.seed(), plan)?;
    // The edits come from other random numbers than the pack.
    let rng = Rng::of_part(rng.seed(), u64::from(rng.byte(0, 255)) + 1);
    put_into(pack, rng, percent)
}

/// A pack with `percent` of its costumes changed and put into its files.
fn put_into(mut pack: Pack, mut rng: Rng, percent: i32) -> Outcome<Edited> {
    let engine = pack.engine;
    // Also not who tells the number of a frame: what would be judged is then not known.
    let fixed: Vec<u16> = [pack.unflip, pack.curtain, pack.marker].into_iter().flatten().collect();
    let mut changes = Changes::new();
    let mut new: Vec<NewCostume> = Vec::new();
    let count = pack.costumes.len();
    let most = u32::try_from(count).unwrap_or(u32::MAX);
    let mut added: Option<(u32, Vec<u8>)> = None;
    for id in 1..=most {
        let is_fixed = has_only_rooms(engine) || fixed.iter().any(|fixed| u32::from(*fixed) == id);
        if is_fixed || !rng.chance(percent) {
            continue;
        }
        let payload = &pack.costumes[usize::try_from(id).unwrap_or(1) - 1].payload;
        let Some(payload) = changed(&mut rng, engine, payload, &mut changes)? else { continue };
        if added.is_none() && rng.chance(20) && !engine.names_room_colours() {
            added = Some((id, payload));
        } else {
            new.push(NewCostume { id, room: None, payload });
        }
    }
    // A costume of its own, in place of the one that it was made of where that is shown.
    if let Some((of, payload)) = added {
        let id = most + 1;
        let mut shown = 0;
        for actor in pack.cases.iter_mut().flat_map(|case| &mut case.scene.actors) {
            if actor.costume == of && rng.chance(50) {
                actor.costume = id;
                shown += 1;
            }
        }
        if shown > 0 {
            *changes.entry("new costumes".to_owned()).or_default() += 1;
            new.push(NewCostume { id, room: Some(1), payload });
        }
    }
    let files = pack.files()?;
    let before: MemoryFiles = files.iter().cloned().collect();
    let game = pack.game(&files)?;
    let options = PutOptions { no_padding: rng.chance(50), ..PutOptions::default() };
    let failed = |why| Failure::because("putting costumes into the pack", why);
    let rooms = rooms::repainted(&mut rng, engine, &game, &mut changes)?;
    let plan = PutPlan::with_rooms(&game, &before, &new, &rooms, options).map_err(failed)?;
    pack.put = Some(written(&before, &plan)?);
    for NewCostume { id, payload, .. } in &new {
        let number = usize::try_from(*id).unwrap_or(1) - 1;
        // What it was made of is known no longer, but for the colours that scripts name.
        match pack.costumes.get_mut(number) {
            Some(costume) => {
                costume.payload.clone_from(payload);
                costume.source.take_if(|_| !engine.names_room_colours());
            }
            None => pack.costumes.push(PackCostume { payload: payload.clone(), source: None }),
        }
    }
    let edited = Edited { pack, before, plan, changes };
    let files = edited.pack.files()?;
    if let Some(wrong) = bytes_wrong(&edited, &files)? {
        return Err(Failure::new(format!("the edited game of {}: {wrong}", engine.name)));
    }
    Ok(edited)
}

/// The files of a game, whole.
fn whole(game: &MemoryFiles) -> Outcome<Vec<(String, Vec<u8>)>> {
    let failed = |why| Failure::because("reading the game's files", why);
    let mut files = Vec::new();
    for name in game.names() {
        let source = game.open(&name).map_err(failed)?;
        let mut bytes = vec![0; usize::try_from(source.len()).unwrap_or(0)];
        source.read_at(0, &mut bytes).map_err(failed)?;
        files.push((name, bytes));
    }
    Ok(files)
}

/// The files of a plan.
fn written(before: &MemoryFiles, plan: &PutPlan) -> Outcome<Vec<(String, Vec<u8>)>> {
    let failed = |why| Failure::because("writing the edited game", why);
    let mut files = whole(before)?;
    for (name, bytes) in &mut files {
        if let Some(file) = plan.files.iter().find(|file| file.name == *name) {
            let source = before.open(name).map_err(failed)?;
            *bytes = file.to_vec(&*source, 1 << 30).map_err(failed)?;
        }
    }
    Ok(files)
}

/// Returns the first fault in the bytes of an edited game, if any: sizes around its blocks, its costumes.
fn bytes_wrong(edited: &Edited, files: &[(String, Vec<u8>)]) -> Outcome<Option<String>> {
    for (name, bytes) in files {
        if let Err(why) = walk::sizes(bytes) {
            return Ok(Some(format!("{name}: {why}")));
        }
    }
    let [mut charsets, mut listed] = [0; 2];
    for (name, bytes) in files {
        for (_, index) in files {
            match walk::charsets(index, bytes).and_then(|found| Ok((found, walk::directories(index, bytes)?)))
            {
                Ok((found, entries)) => (charsets, listed) = (charsets + found, listed + entries),
                Err(why) => return Ok(Some(format!("{name}: {why}"))),
            }
        }
    }
    let game = edited.pack.game(files)?;
    let dialect = game.dialect();
    let is_walked = dialect.files == FileLayout::Disks && dialect.disks.directories == Directories::Classic;
    if is_walked && charsets == 0 {
        return Ok(Some("the walk met no charset".to_owned()));
    }
    if dialect.disks.directories != Directories::Classic && listed == 0 {
        return Ok(Some("the walk met no directory".to_owned()));
    }
    for (costume, id) in edited.pack.costumes.iter().zip(1..) {
        let found = match game.costume_bytes(id) {
            Ok(found) => found.payload,
            Err(why) => return Ok(Some(format!("costume {id}: {why}"))),
        };
        // A smaller block is filled up.
        if found.get(..costume.payload.len()) != Some(costume.payload.as_slice()) {
            return Ok(Some(format!("costume {id} is not what was put there")));
        }
    }
    let before = edited.pack.game(&whole(&edited.before)?)?;
    Ok(scripts_wrong(&before, &game))
}

/// Returns the scripts that differ from before, if any. Scenes run only some of them, so playing does not show every
/// wrong directory.
fn scripts_wrong(before: &Game, after: &Game) -> Option<String> {
    let said = |game: &Game| {
        let mut found = game.scripts();
        let read = game.read_scripts();
        for (script, read) in found.list.iter_mut().zip(&read.list) {
            script.offset = 0;
            // Pictures can follow a script whose length is not stored.
            if script.is_open {
                let end = read.script.instructions().last().map_or(0, |last| last.at + last.len);
                script.code.truncate(usize::try_from(end).unwrap_or(usize::MAX));
            }
        }
        found
    };
    let (before, after) = (said(before), said(after));
    if before.list.len() != after.list.len() {
        return Some(format!("{} scripts, not {}", after.list.len(), before.list.len()));
    }
    if before.problems.len() != after.problems.len() {
        let first = after.problems.first().map(ToString::to_string).unwrap_or_default();
        return Some(format!(
            "{} problems in scripts, not {}: {first}",
            after.problems.len(),
            before.problems.len()
        ));
    }
    let changed = before.list.iter().zip(&after.list).find(|(before, after)| before != after)?;
    Some(format!("script {} of room {} is another one", changed.0.owner, changed.0.room))
}

/// Unpacks a costume, changes it in several ways and packs it again; `None` if no change is possible.
fn changed(
    rng: &mut Rng,
    engine: &Engine,
    payload: &[u8],
    changes: &mut Changes,
) -> Outcome<Option<Vec<u8>>> {
    let failed = |why| Failure::because("unpacking a costume", why);
    let tag = engine.dialect().costumes.tag();
    let costume = Costume::open(tag, payload.to_vec(), engine.dialect()).map_err(failed)?;
    let about = About::default();
    let mut files =
        folder::unpack(&costume, &about, PictureFiles::Sheets, &Limits::default()).map_err(failed)?;
    let mut packed = None;
    for _ in 0..rng.range(1, 5) {
        for _ in 0..ATTEMPTS {
            let Some((tried, what)) = change::one(rng, engine, &files)? else { continue };
            // The writer refuses impossible changes; then another one is tried.
            let Ok(accepted) = folder::pack(&tried, &PackOptions::default()) else {
                *changes.entry("refused".to_owned()).or_default() += 1;
                continue;
            };
            *changes.entry(what.to_owned()).or_default() += 1;
            packed = Some(accepted.payload);
            files = tried;
            break;
        }
    }
    Ok(packed)
}
