//! Compares what scripts say of actors with ScummVM.
//!
//! For costumes, names and chores, the sample game plays, and the debugger's command `actors` is called again and
//! again. For colours, scenes of actors that a script recolours are drawn in each look that the walk over the
//! script finds. One of these pictures must be ScummVM's.
//!
//! **Note:** the debugger lists only visible actors, twelve letters of each name, and the chore that an actor plays
//! at that moment (while it walks, its walk chore).

use std::collections::{BTreeMap, BTreeSet};

use costumier::cast::{Cast, Certainty};
use costumier::{Dialect, Game, Limits, Role};
use costumier_build::classic::NamedFile;
use costumier_build::scummvm::KnownGame;

use crate::args::Args;
use crate::case::{Case, Kind};
use crate::compare;
use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::judge::Judge;
use crate::pack::{self, Pack};
use crate::render::Costumier;

/// Engines that the sample is made for.
pub(crate) const ENGINES: [&str; 10] =
    ["v2", "v3-ega", "v4-ega", "v5", "v6", "v7", "v8", "he72", "he90", "he99-16"];

/// Number of times that the debugger is asked. The sample's show takes about a minute.
const TIMES: u32 = 30;

/// Letters of a name that the debugger shows.
const LETTERS: usize = 12;

/// What the debugger showed of an actor over time.
#[derive(Debug, Default, PartialEq, Eq)]
struct ObservedActor {
    names: BTreeSet<String>,
    costumes: BTreeSet<u32>,
    /// The chores that it played while it walked.
    walking: BTreeSet<i32>,
    /// All chores that it played.
    played: BTreeSet<i32>,
}

/// Compares each engine. Returns whether all facts agree.
pub(crate) fn run(judge: &Judge, args: &Args) -> Outcome<bool> {
    let mut same = true;
    for engine in args.engines.iter().filter(|engine| ENGINES.contains(&engine.name)) {
        let game = game(&engine.dialect())?;
        let cast = Cast::of(&game.read_scripts());
        let files = pack(engine)?;
        let said = judge.ask(engine, &files, "actors", TIMES)?;
        let seen = seen(&said);
        let differences = differences(&cast, &seen, engine.dialect().roles.walk);
        println!("{:<4} {} actors seen, {} differences", engine.name, seen.len(), differences.len());
        differences.iter().for_each(|text| println!("     {text}"));
        same &= differences.is_empty() && !seen.is_empty();
    }
    for engine in args.engines.iter().filter(|engine| pack::has_kind(engine, Kind::Palette)) {
        let looks = looks(judge, engine, args.seed)?;
        println!(
            "{:<4} {} recoloured actors, {} of them to be seen, {} differences",
            engine.name,
            looks.compared,
            looks.seen,
            looks.differences.len()
        );
        looks.differences.iter().for_each(|text| println!("     {text}"));
        same &= looks.differences.is_empty() && looks.seen > 0;
    }
    Ok(same)
}

/// Scenes of recoloured actors for each engine.
const RECOLOURED: usize = 40;

#[derive(Default)]
struct LookComparison {
    compared: usize,
    /// The number of actors whose colours make a difference.
    seen: usize,
    differences: Vec<String>,
}

/// Plays recoloured actors, and draws each in the looks that the walk over the script finds for its costume.
fn looks(judge: &Judge, engine: &'static Engine, seed: u64) -> Outcome<LookComparison> {
    let pack = Pack::random(engine, seed, &vec![(Kind::Palette, RECOLOURED)])?;
    let game = pack.game(&pack.files()?)?;
    let cast = Cast::of(&game.read_scripts());
    let mut costumier = Costumier::new(&game);
    let mut out = LookComparison::default();
    compare::play(judge, &pack, |number, frame, actual| {
        let case = &pack.cases[number];
        let Some(actor) = case.scene.actors.first() else { return Ok(()) };
        let known = cast.costumes.get(&actor.costume).map(|it| it.looks.as_slice()).unwrap_or_default();
        let certain = known.iter().filter(|look| look.certainty == Certainty::Certain);
        let costume = game.costume(actor.costume).map_err(|why| Failure::because("a costume", why))?;
        let colours = costumier.colours(case)?;
        let mut is_shown = |case: &Case| -> Outcome<bool> {
            let pixels = costumier.pixels(case, frame)?;
            Ok(match engine.is_deep() {
                true => actual.clone().in_colours_of(pixels, &colours).pixels == pixels,
                false => actual.pixels == pixels,
            })
        };
        let mut fits = false;
        for look in certain {
            let worn = wearing(case, (costume.overrides_in(&look.value), costume.pixels_in(&look.value)));
            fits |= is_shown(&worn)?;
        }
        out.compared += 1;
        let plain = is_shown(&wearing(case, (BTreeMap::new(), BTreeMap::new())))?;
        out.seen += usize::from(!plain);
        // Where no override shows, the actor as it is will do.
        if !fits && !plain {
            out.differences.push(format!(
                "scene {number}: costume {} is shown in none of {} looks",
                actor.costume,
                known.len()
            ));
        }
        Ok(())
    })?;
    Ok(out)
}

/// The case with its first actor in these colours, whatever it wore.
fn wearing(case: &Case, (overrides, pixels): (BTreeMap<u8, u8>, BTreeMap<u8, u16>)) -> Case {
    let mut case = case.clone();
    if let Some(actor) = case.scene.actors.first_mut() {
        (actor.palette, actor.pixels) = (overrides, pixels);
    }
    case
}

pub(crate) fn game(dialect: &Dialect) -> Outcome<Game> {
    let edition = costumier_sample::edition_for(dialect);
    let none = || Failure::new(format!("there is no sample game of {}", dialect.generation()));
    Game::open(&edition.ok_or_else(none)?.folder(), None, Limits::default())
        .map_err(|why| Failure::because("the sample game", why))
}

/// The sample game's files as the engine's game would call them.
pub(crate) fn pack(engine: &Engine) -> Outcome<Vec<NamedFile>> {
    let none = || Failure::new(format!("there is no sample game for {}", engine.name));
    let edition = costumier_sample::edition_for(&engine.dialect()).ok_or_else(none)?;
    let dialect = &edition.dialect;
    let unknown = || Failure::new(format!("ScummVM plays no games of {}", edition.name));
    let known = KnownGame::of(dialect).ok_or_else(unknown)?;
    let files = edition.files.iter().map(|(name, bytes)| (known.file_name(name, dialect), bytes.to_vec()));
    Ok(files.chain(known.more_files(dialect)).collect())
}

/// Rows of the debugger's table: number, name, x, y, width, height, elevation, costume, box, moving, z-plane,
/// chore, scale, facing, classes.
fn seen(said: &str) -> BTreeMap<i32, ObservedActor> {
    let mut actors: BTreeMap<i32, ObservedActor> = BTreeMap::new();
    for line in said.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, number, name, _, _, _, _, _, costume, _, moving, _, chore, ..] = cells.as_slice() else {
            continue;
        };
        let (Ok(number), Ok(costume), Ok(chore)) = (number.parse(), costume.parse(), chore.parse()) else {
            continue;
        };
        let seen = actors.entry(number).or_default();
        // In v2 actors have no names.
        seen.names.extend(Some((*name).to_owned()).filter(|name| name != "(null)"));
        seen.costumes.insert(costume);
        seen.played.insert(chore);
        // Bit 2: it goes along a leg of its way.
        if moving.parse::<u32>().is_ok_and(|moving| moving & 2 != 0) {
            seen.walking.insert(chore);
        }
    }
    actors
}

fn differences(cast: &Cast, seen: &BTreeMap<i32, ObservedActor>, walk: u8) -> Vec<String> {
    let mut out = Vec::new();
    let mut worn: BTreeMap<i32, BTreeSet<u32>> = BTreeMap::new();
    let mut names: BTreeMap<i32, BTreeSet<String>> = BTreeMap::new();
    for (id, costume) in &cast.costumes {
        for actor in costume.actors.iter().filter(|fact| fact.certainty == Certainty::Certain) {
            worn.entry(actor.value).or_default().insert(*id);
        }
        for name in &costume.names {
            let short: String = name.value.chars().take(LETTERS).collect();
            for actor in &costume.actors {
                names.entry(actor.value).or_default().insert(short.trim().to_owned());
            }
        }
    }
    let (told, shown): (Vec<_>, Vec<_>) = (worn.keys().collect(), seen.keys().collect());
    if told != shown {
        out.push(format!("scripts dress actors {told:?}, the debugger shows {shown:?}"));
    }
    for (actor, seen) in seen {
        if worn.get(actor) != Some(&seen.costumes) {
            out.push(format!(
                "actor {actor} wears {:?}, and by scripts {:?}",
                seen.costumes,
                worn.get(actor)
            ));
        }
        let known = names.get(actor).cloned().unwrap_or_default();
        if !seen.names.is_subset(&known) {
            out.push(format!("actor {actor} is called {:?}, and by scripts {known:?}", seen.names));
        }
        let walks: BTreeSet<i32> = seen
            .costumes
            .iter()
            .filter_map(|id| cast.costumes.get(id)?.roles.get(&Role::Walk))
            .flatten()
            .map(|fact| fact.value)
            .collect();
        let walks = if walks.is_empty() { BTreeSet::from([walk.into()]) } else { walks };
        if !seen.walking.is_subset(&walks) {
            out.push(format!("actor {actor} walks by chores {:?}, and by scripts {walks:?}", seen.walking));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the debugger of ScummVM 2.7.0 prints it.
    const SAID: &str = "|# |    name    |  x |  y | w | h |elev|cos|box|mov| zp|frm|scl|dir|   cls   |
| 1|Odile       | 206| 127| 24| 34|   0|  1|  1|  2|  0|  2|153|270|$00000000|
| 3|Sergeant Tic|  78| 182| 24| 57|   0|  3|  4|  0|  0|  3|248| 90|$00000000|
";

    #[test]
    fn the_table_is_read() {
        let actors = seen(SAID);
        assert_eq!(actors.keys().copied().collect::<Vec<_>>(), [1, 3]);
        assert_eq!(actors[&3].names, ["Sergeant Tic".to_owned()].into());
        assert_eq!((&actors[&1].walking, &actors[&3].walking), (&[2].into(), &[].into()));
    }

    #[test]
    fn what_differs_is_told() {
        let cast = Cast::of(&game(&Dialect::V5).unwrap().read_scripts());
        let wrong = SAID.replace("Odile", "Elaine").replace("|  3|  4|", "|  9|  4|");
        let told = differences(&cast, &seen(&wrong), 2).join("\n");
        assert!(told.contains("Elaine") && told.contains("actor 3 wears {9}"), "{told}");
        assert!(
            told.contains("scripts dress actors [1, 2, 3, 4, 5, 6, 7], the debugger shows [1, 3]"),
            "{told}"
        );
    }
}
