//! `cast`: actors, names, rooms, chores and colours of costumes as the game's scripts give them, with evidence.

use std::io::Write;

use anyhow::Result;
use costumier::cast::{Cast, Certainty, CostumeCast, Evidence, Fact};
use costumier::scripts::ReadScripts;
use costumier_export::Names;
use costumier_export::json::{self, costume_cast, script_word};

use crate::Outcome;
use crate::args::{CastArgs, GamesArgs};
use crate::call::ids::Ids;
use crate::game::open::{self, OpenGame};
use crate::game::several::{self, GameAnswer};
use crate::output::table::{self, Align};
use crate::output::text::{count, line};

const COLUMNS: [(&str, Align); 6] = [
    ("id", Align::Right),
    ("name", Align::Left),
    ("actors", Align::Left),
    ("rooms", Align::Left),
    ("chores", Align::Left),
    ("looks", Align::Right),
];

/// Number of places shown for each fact.
const SHOWN: usize = 3;

/// Prints what the scripts of the games say about their costumes.
pub(crate) fn run(mut args: CastArgs, out: &mut dyn Write) -> Result<Outcome> {
    let id = args.take_id();
    several::each(&args.common, open::open_plain, &[], out, |opened, _, out| {
        one(opened, &args.common, id.as_ref(), out).map(|shown| (Outcome::Done, shown))
    })
}

/// Answers for one game: the table of all costumes, or everything about the costume `id`.
fn one(opened: &OpenGame, call: &GamesArgs, id: Option<&Ids>, out: &mut dyn Write) -> Result<GameAnswer> {
    let scripts = opened.game.read_scripts();
    open::tell_encoding(call.facts.encoding, scripts.profile, scripts.encoding);
    let cast = Cast::of(&scripts);
    let names = opened.names_by(Some(&cast));
    let writer = CastWriter { opened, scripts: &scripts, cast: &cast, names: &names };
    if let Some(id) = id {
        let id = opened.one_id(id)?;
        let none = CostumeCast::default();
        let costume = cast.costumes.get(&id).unwrap_or(&none);
        if call.json {
            return several::document(&costume_cast(&scripts, id, costume, &names));
        }
        writer.costume(out, id, costume)?;
        return Ok(GameAnswer::Printed);
    }
    if call.json {
        return several::document(&json::cast(&scripts, &cast, &names));
    }
    writer.table(out)?;
    Ok(GameAnswer::Printed)
}

struct CastWriter<'a> {
    opened: &'a OpenGame,
    scripts: &'a ReadScripts,
    cast: &'a Cast,
    names: &'a Names,
}

impl CastWriter<'_> {
    fn table(&self, out: &mut dyn Write) -> Result<()> {
        let rows: Vec<Vec<String>> = self
            .opened
            .game
            .costume_slots()
            .map(|slot| {
                let none = CostumeCast::default();
                let costume = self.cast.costumes.get(&slot.id).unwrap_or(&none);
                vec![
                    slot.id.to_string(),
                    costume.name().map_or_else(String::new, |fact| marked(&fact.value, fact.certainty)),
                    several(&costume.actors, |actor| actor.to_string()),
                    several(&costume.rooms, |room| room.to_string()),
                    several(costume.chores.values(), |chore| self.chore_text(slot.id, chore)),
                    match costume.looks.len() {
                        0 => String::new(),
                        looks => looks.to_string(),
                    },
                ]
            })
            .collect();
        table::write(out, &COLUMNS, &rows)?;
        writeln!(
            out,
            "\n{} read as {}; `?` is likely, everything else is certain; `costumier cast GAME ID` shows the evidence",
            count(self.scripts.list.len(), "script"),
            self.cast.profile
        )?;
        for (reason, places) in &self.cast.unknown {
            line(out, format_args!("not known: {reason} ({})", count(places.len(), "place")))?;
        }
        Ok(())
    }

    fn costume(&self, out: &mut dyn Write, id: u32, costume: &CostumeCast) -> Result<()> {
        writeln!(out, "costume {id}")?;
        for fact in &costume.names {
            self.fact(out, &format!("called \"{}\"", fact.value), fact)?;
        }
        for fact in &costume.actors {
            let ego = if self.cast.egos.contains(&fact.value) { ", which the player can be" } else { "" };
            self.fact(out, &format!("worn by actor {}{ego}", fact.value), fact)?;
        }
        for fact in &costume.rooms {
            let room =
                u32::try_from(fact.value).map_or_else(|_| String::new(), |room| self.opened.room_text(room));
            let numbers = costume.entered_as.get(&fact.value).map(|numbers| {
                let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                format!(" (entered as {})", numbers.join(", "))
            });
            self.fact(out, &format!("in room {room}{}", numbers.unwrap_or_default()), fact)?;
        }
        for (role, facts) in &costume.roles {
            for fact in facts {
                self.fact(out, &format!("{role} is chore {}", fact.value), fact)?;
            }
        }
        for fact in costume.chores.values() {
            self.fact(out, &format!("plays chore {}", self.chore_text(id, fact.value)), fact)?;
        }
        for (number, fact) in (1..).zip(&costume.looks) {
            let changes: Vec<String> =
                fact.value.overrides.iter().map(|(entry, colour)| format!("{entry} as {colour}")).collect();
            let shadow = fact.value.shadow.map(|mode| format!("shadow mode {mode}"));
            let all: Vec<String> = changes.into_iter().chain(shadow).collect();
            self.fact(out, &format!("look {number}: {}", all.join(", ")), fact)?;
        }
        for (name, facts) in &costume.settings {
            for fact in facts {
                let numbers: Vec<String> = fact.value.iter().map(ToString::to_string).collect();
                self.fact(out, &format!("{name} {}", numbers.join(" ")), fact)?;
            }
        }
        if costume.speaks > 0 {
            writeln!(out, "  speaks at {}", count(costume.speaks, "place"))?;
        }
        if costume.actors.is_empty() && costume.rooms.is_empty() {
            writeln!(out, "  no script that could be followed mentions it")?;
        }
        Ok(())
    }

    fn fact<T>(&self, out: &mut dyn Write, text: &str, fact: &Fact<T>) -> Result<()> {
        let mut places: Vec<String> = fact.evidence.iter().take(SHOWN).map(|it| self.place(it)).collect();
        if fact.evidence.len() > SHOWN {
            places.push(format!("{} more", fact.evidence.len() - SHOWN));
        }
        line(out, format_args!("  {text} ({}: {})", fact.certainty.name(), places.join("; ")))?;
        Ok(())
    }

    /// Formats a chore for people: `7 (curtsy)`.
    fn chore_text(&self, id: u32, chore: i32) -> String {
        let name = u16::try_from(chore).ok().and_then(|number| self.names.chore(id, number));
        name.map_or_else(|| chore.to_string(), |name| format!("{chore} ({name})"))
    }

    fn place(&self, evidence: &Evidence) -> String {
        let script = self.scripts.list.get(evidence.script).map_or_else(String::new, script_word);
        let when = evidence.when.map(|(variable, value)| format!(" when {variable} is {value}"));
        format!("script {script} byte {:#x}{}", evidence.at, when.unwrap_or_default())
    }
}

fn marked(text: &str, certainty: Certainty) -> String {
    match certainty {
        Certainty::Certain => text.to_owned(),
        Certainty::Likely => format!("{text}?"),
    }
}

/// Joins facts for a cell, at most six.
fn several<'a>(facts: impl IntoIterator<Item = &'a Fact<i32>>, text: impl Fn(i32) -> String) -> String {
    let mut facts = facts.into_iter();
    let shown = facts.by_ref().take(6).map(|fact| marked(&text(fact.value), fact.certainty));
    let mut texts: Vec<String> = shown.collect();
    texts.extend(facts.next().map(|_| "…".into()));
    texts.join(" ")
}
