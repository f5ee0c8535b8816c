//! Ticks per second: actors of three limbs in the middle of a chore, compared with a plain player in the same run.
//!
//! `cargo bench -p costumier-benches --bench ticks`. Both players are compared before anything is
//! timed. Ends with status 1 if the library is not twice as fast as the plain player.
#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use costumier::draw::DrawOptions;
use costumier::{Actor, Costume, Painter, Stage};
use costumier_benches::corpus::{Corpus, RECIPES};
use costumier_benches::costumes::{self, Mix};
use costumier_benches::naive_play::Player;
use costumier_benches::rounds::{self, Pass};
use costumier_benches::work;

const ROUNDS: usize = 31;
const LEAST: Duration = Duration::from_millis(6);

/// Number of loops of each actor in a pass: its pictures repeat after 12 ticks.
const LOOPS: usize = 12;

/// Ticks of each actor in a pass.
const TICKS: usize = 40;

fn main() -> ExitCode {
    let mut missed = false;
    println!("{:<30}{:>10}  {:<24}{:>10}{:>8}{:>9}", "", "M ticks/s", "beside", "M ticks/s", "ratio", "goal");
    for recipe in RECIPES.iter().filter(|recipe| recipe.name.starts_with("act")) {
        let corpus = Corpus::new(recipe, recipe.costumes);
        let costumes = costumes::costumes(&corpus);
        for mix in Mix::ALL {
            missed |= ticking(&costumes, mix, corpus.name);
        }
        drawn(&costumes::actors(&costumes, Mix::Busy), &corpus);
    }
    if missed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Times the ticks of one mix. Returns whether the goal was missed.
fn ticking(costumes: &[Arc<Costume>], mix: Mix, set: &str) -> bool {
    let actors = costumes::actors(costumes, mix);
    let blocks = costumes.iter().filter_map(|costume| costume.as_cost()).map(|cost| cost.payload());
    let players: Vec<Player<'_>> =
        actors.iter().zip(blocks).map(|(actor, block)| Player::new(actor, block)).collect();
    verify(actors.clone(), players.clone());

    let (mut own, mut plain, mut posing) = (actors.clone(), players.clone(), actors.clone());
    let mut fresh = players;
    let mut pose = Vec::new();
    let mut passes: Vec<Pass<'_>> = vec![
        Box::new(|| work::ticks(&mut own, TICKS)),
        Box::new(|| {
            for player in &mut plain {
                for _ in 0..TICKS {
                    std::hint::black_box(player.tick());
                }
            }
        }),
        Box::new(|| {
            for player in &mut fresh {
                for _ in 0..TICKS {
                    *player = player.next();
                }
            }
        }),
        Box::new(|| {
            for actor in &mut posing {
                for _ in 0..TICKS {
                    pose.clear();
                    actor.pose(&mut pose);
                    std::hint::black_box(&pose);
                    actor.tick(&mut ());
                }
            }
        }),
    ];
    let samples = rounds::time(&mut passes, ROUNDS, LEAST);
    let ticks = (actors.len() * TICKS) as f64 / 1e6;
    let row = |name: &str, own: usize, beside: &str, other: usize, goal: Option<f64>| {
        let ratio = samples.ratio(own, other);
        let [speed, other] = [own, other].map(|pass| ticks / samples.median(pass));
        let missed = goal.is_some_and(|goal| ratio < goal);
        let goal = goal.map_or(String::new(), |goal| format!("≥ {goal}"));
        let mark = if missed { "  missed" } else { "" };
        println!("{name:<30}{speed:>10.1}  {beside:<24}{other:>10.1}{ratio:>8.2}{goal:>9}{mark}");
        missed
    };
    let missed = row(&format!("tick, {set}, {}", mix.name()), 0, "plain player", 1, Some(2.0));
    row("", 0, "… a new state per tick", 2, None);
    row("pose and tick", 3, "tick alone", 0, None);
    missed
}

/// Prints how many times a second an actor is drawn and ticks, and the same for one whose pictures are decoded each
/// time.
fn drawn(actors: &[Actor], corpus: &Corpus) {
    let colours = work::colours(corpus);
    for way in [work::WAYS[0], work::WAYS[2]] {
        let keep = |(actors, painter, stage): &mut (Vec<Actor>, Painter, Stage)| {
            for (actor, colours) in actors.iter_mut().zip(&colours) {
                work::play(actor, LOOPS, &work::placed(way, colours), painter, stage);
            }
        };
        let decode = |(actors, painter, stage): &mut (Vec<Actor>, Painter, Stage)| {
            let mut pose = Vec::new();
            for (actor, colours) in actors.iter_mut().zip(&colours) {
                let (flip, plane) = (actor.mirrored(), way.masked.into());
                let look = DrawOptions { flip, plane, ..DrawOptions::new((160, 150), colours) };
                for _ in 0..LOOPS {
                    pose.clear();
                    actor.pose(&mut pose);
                    let costume = actor.costume();
                    let drawn = painter.draw_all(stage, &pose, &look, |key| costume.packed(key));
                    assert!(drawn.is_ok());
                    actor.tick(&mut ());
                }
            }
        };
        let fresh = || (actors.to_vec(), Painter::default(), work::stage(way.masked));
        let (mut kept, mut decoded) = (fresh(), fresh());
        keep(&mut kept);
        decode(&mut decoded);
        assert!(kept.2.pixels() == decoded.2.pixels(), "both draw the same");
        let mut passes: Vec<Pass<'_>> = vec![Box::new(|| keep(&mut kept)), Box::new(|| decode(&mut decoded))];
        let samples = rounds::time(&mut passes, ROUNDS, LEAST);
        let loops = (actors.len() * LOOPS) as f64 / 1e6;
        let [own, other] = [0, 1].map(|pass| loops / samples.median(pass));
        let (name, ratio) = (format!("{} and tick, {}", way.name, corpus.name), samples.ratio(0, 1));
        println!("{name:<30}{own:>10.2}  {:<24}{other:>10.2}{ratio:>8.2}", "decoded each time");
    }
}

/// Compares both players, tick by tick.
fn verify(mut actors: Vec<Actor>, mut players: Vec<Player<'_>>) {
    for (actor, player) in actors.iter_mut().zip(&mut players) {
        assert!(actor.limb(0).is_some(), "the body plays");
        for _ in 0..TICKS {
            let mut events = Vec::new();
            let changed = actor.tick(&mut events);
            assert_eq!(player.tick(), (events, changed));
            assert_eq!(actor.counter(), player.counter);
            for limb in 0..16 {
                let position = actor.limb(limb).map(|it| usize::from(it.position));
                assert_eq!(position, player.position(limb));
            }
        }
    }
}
