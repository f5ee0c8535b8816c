//! `unused`: costumes, chores, records, pictures, colours, looks and objects that a game holds and never shows.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use costumier::cast::Cast;
use costumier::unused::{Unused, UnusedThing};
use costumier_export::CostumeParts;
use costumier_export::json::{ComputedRow, PlaceRow, UnusedReport, UnusedRow};
use serde_json::Value;

use crate::Outcome;
use crate::args::{Command, UnusedArgs, parse};
use crate::export;
use crate::games::{self, GameAnswer};
use crate::open::{self, OpenGame};
use crate::report::Reporter;
use crate::text::{count, line};

/// Number of places and numbers that are shown in one line.
const SHOWN: usize = 8;

/// Number of names of pictures that are shown in one line.
const MOST_PICTURES: usize = 24;

/// Finds what the games never show, and prints or exports it.
pub(crate) fn run(args: &UnusedArgs, reporter: &Reporter, out: &mut dyn Write) -> Result<Outcome> {
    if args.export.is_some() && args.common.names.len() > 1 {
        bail!("`--export` takes one game");
    }
    games::each(&args.common, open::open, &[], out, |opened, several, out| {
        let scripts = opened.game.read_scripts();
        // Opening the game has read the cast from the same scripts.
        let of_scripts;
        let cast = match &opened.cast {
            Some(cast) => cast,
            None => {
                of_scripts = Cast::of(&scripts);
                &of_scripts
            }
        };
        let unused = Unused::of(&opened.game, &scripts, cast);
        let names = opened.names();
        let report = UnusedReport::of(&unused, &scripts, &names);
        if let Some(folder) = &args.export {
            if several {
                bail!("`--export` takes one game");
            }
            take(opened, args, &unused, folder, reporter)?;
        }
        if args.wiki {
            wiki(opened, &report, args.export.as_deref(), out)?;
        } else if args.common.json {
            return games::document(&report).map(|shown| (Outcome::Done, shown));
        } else {
            Listing { opened, report: &report }.print(out)?;
        }
        Ok((Outcome::Done, GameAnswer::Printed))
    })
}

/// Exports what is unused: whole costumes, chores and single pictures.
fn take(
    opened: &OpenGame,
    args: &UnusedArgs,
    unused: &Unused,
    folder: &Path,
    reporter: &Reporter,
) -> Result<()> {
    let (whole, parts) = parts(opened, unused);
    let ids: BTreeSet<u32> = whole.iter().chain(parts.keys()).copied().collect();
    if ids.is_empty() {
        reporter.say("nothing to export: no costume, chore, record or picture is unused".to_owned());
        return Ok(());
    }
    let mut words: Vec<String> = ["costumier", "export"].map(str::to_owned).into();
    words.push(args.common.names.first().cloned().unwrap_or_default());
    words.extend(ids.iter().map(ToString::to_string));
    words.extend(["-o".to_owned(), folder.display().to_string(), "--names".to_owned()]);
    let Command::Export(mut call) = parse(words)?.command else { return Ok(()) };
    call.force = args.force;
    call.parts = parts;
    export::on(opened, &call, reporter, &mut std::io::sink())?;
    Ok(())
}

/// Returns the costumes that are unused as a whole, and the unused parts of others.
fn parts(opened: &OpenGame, unused: &Unused) -> (BTreeSet<u32>, BTreeMap<u32, CostumeParts>) {
    let mut whole = BTreeSet::new();
    let mut parts: BTreeMap<u32, CostumeParts> = BTreeMap::new();
    let mut actions = BTreeMap::new();
    for item in &unused.items {
        match &item.thing {
            UnusedThing::Costume { costume } => _ = whole.insert(*costume),
            UnusedThing::Picture { costume, picture, .. } => {
                parts.entry(*costume).or_default().pictures.insert(*picture);
            }
            UnusedThing::Record { costume, chore, facing } => {
                parts.entry(*costume).or_default().animations.insert((*chore, *facing));
            }
            UnusedThing::Chore { costume, chore } => {
                let known = actions.entry(*costume).or_insert_with(|| {
                    opened.costume(*costume).map(|it| it.costume.actions()).unwrap_or_default()
                });
                let of_chore = known.iter().filter(|action| action.chore == *chore);
                let facings = of_chore.map(|action| (action.chore, action.facing));
                parts.entry(*costume).or_default().animations.extend(facings);
            }
            _ => {}
        }
    }
    (whole, parts)
}

/// Things of one costume that have the same certainty for the same reasons, in one line.
#[derive(Default)]
struct Group<'a> {
    rows: Vec<&'a UnusedRow>,
}

struct Listing<'a> {
    opened: &'a OpenGame,
    report: &'a UnusedReport,
}

impl Listing<'_> {
    fn print(&self, out: &mut dyn Write) -> Result<()> {
        let UnusedReport { gaps, items, computed, conditional, unread } = self.report;
        let certain = items.iter().filter(|row| row.certainty == "certain").count();
        let mut last = None;
        for group in grouped(items) {
            let Some(first) = group.rows.first() else { continue };
            if last.replace(first.costume) != Some(first.costume) {
                match first.costume {
                    Some(id) => line(out, format_args!("costume {}", with_name(id, first.name.as_deref())))?,
                    None => writeln!(out, "objects")?,
                }
            }
            let doubts: Vec<String> =
                first.computed.iter().map(|index| format!("[{}]", index.saturating_add(1))).collect();
            let doubts = some(&doubts, SHOWN, " ");
            let doubts = if doubts.is_empty() { doubts } else { format!("  {doubts}") };
            line(out, format_args!("  {:<7}  {}{doubts}", first.certainty, sentence(self.opened, &group)))?;
        }
        if items.is_empty() {
            writeln!(
                out,
                "nothing: every costume, chore, record, picture, colour, look and object may be shown"
            )?;
        } else {
            writeln!(
                out,
                "\n{}: {certain} certain, {} likely",
                count(items.len(), "unused thing"),
                items.len().saturating_sub(certain)
            )?;
        }
        for gap in gaps {
            line(out, format_args!("nothing is certain: {gap}"))?;
        }
        if !computed.is_empty() {
            writeln!(
                out,
                "\nplaces where scripts compute a number, so that likely things may be shown after all:"
            )?;
            for (number, row) in (1..).zip(computed) {
                line(out, format_args!("  [{number}] {}: {}", place(&row.place), reason(row)))?;
            }
        }
        if !conditional.is_empty() {
            writeln!(out, "\nnot unused, but shown on certain machines only:")?;
            for row in conditional {
                let places: Vec<String> = row.places.iter().map(place).collect();
                let places = some(&places, SHOWN, "; ");
                let when = format!("when {} is {}", row.variable, row.is);
                line(out, format_args!("  costume {} {when} ({places})", row.costume))?;
            }
        }
        for text in unread {
            line(out, format_args!("not read: {text}"))?;
        }
        Ok(())
    }
}

/// Puts rows that can be said in one sentence together.
fn grouped(items: &[UnusedRow]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for row in items {
        let joins = |group: &&mut Group<'_>| {
            group.rows.first().is_some_and(|first| {
                let same = (first.kind, first.costume, first.room, first.certainty, first.has_record)
                    == (row.kind, row.costume, row.room, row.certainty, row.has_record);
                let one_line = match row.kind {
                    "record" => first.chore == row.chore,
                    "picture" | "chore" | "object" => true,
                    _ => false,
                };
                same && one_line && first.computed == row.computed
            })
        };
        match groups.last_mut().filter(joins) {
            Some(group) => group.rows.push(row),
            None => groups.push(Group { rows: vec![row] }),
        }
    }
    merged(groups)
}

/// Puts chores together that lack the same facings.
fn merged(groups: Vec<Group<'_>>) -> Vec<Group<'_>> {
    let facings = |group: &Group<'_>| -> BTreeSet<String> {
        group.rows.iter().filter_map(|row| row.facing).map(|facing| facing.to_string()).collect()
    };
    let mut out: Vec<Group<'_>> = Vec::new();
    for group in groups {
        let joins = |last: &&mut Group<'_>| match (last.rows.first(), group.rows.first()) {
            (Some(a), Some(b)) => {
                (a.kind, b.kind) == ("record", "record")
                    && (a.costume, a.certainty) == (b.costume, b.certainty)
                    && facings(last) == facings(&group)
            }
            _ => false,
        };
        match out.last_mut().filter(joins) {
            Some(last) => last.rows.extend(group.rows),
            None => out.push(group),
        }
    }
    out
}

/// Says what a group is and why it is unused.
fn sentence(opened: &OpenGame, group: &Group<'_>) -> String {
    let Some(first) = group.rows.first() else { return String::new() };
    let several = group.rows.len() > 1;
    let noun = |one: &str| if several { format!("{one}s") } else { one.to_owned() };
    let them = if several { "them" } else { "it" };
    match first.kind {
        "costume" => {
            let places: Vec<String> = first.loaded.iter().map(place).collect();
            let loaded = match places.is_empty() {
                true => String::new(),
                false => format!(" (it is only loaded: {})", some(&places, SHOWN, "; ")),
            };
            format!("the whole costume: no script puts it on an actor{loaded}")
        }
        "chore" => {
            let chores: Vec<String> = group.rows.iter().map(|row| chore(row)).collect();
            let list = some(&chores, MOST_PICTURES, ", ");
            format!("{} {list}: neither a script nor the interpreter starts {them}", noun("chore"))
        }
        "record" => {
            let of_first = group.rows.iter().filter(|row| row.chore == first.chore);
            let facings: Vec<String> =
                of_first.filter_map(|row| row.facing).map(|facing| facing.to_string()).collect();
            let mut chores: Vec<String> = group.rows.iter().map(|row| chore(row)).collect();
            chores.dedup();
            let noun = if chores.len() == 1 { "chore" } else { "chores" };
            let list = some(&chores, MOST_PICTURES, ", ");
            let facings = facings.join(", ");
            format!("{noun} {list} facing {facings}: no actor in the costume turns this way")
        }
        "picture" => {
            let keys: Vec<String> = group.rows.iter().filter_map(|row| picture(row)).collect();
            let list = some(&keys, MOST_PICTURES, ", ");
            let why = match first.has_record {
                Some(true) => format!("only what is never played shows {them}"),
                _ => format!("no record shows {them}"),
            };
            format!("{} {list}: {why}", noun("picture"))
        }
        "entries" => {
            let entries = first.entries.as_deref().unwrap_or_default();
            let list: Vec<String> = entries.iter().map(ToString::to_string).collect();
            let noun = if list.len() == 1 { "palette entry" } else { "palette entries" };
            format!("{noun} {}: no pixel of a shown picture has this colour", list.join(", "))
        }
        "look" => {
            let overrides = first.overrides.iter().flatten();
            let list: Vec<String> = overrides.map(|(entry, colour)| format!("{entry} as {colour}")).collect();
            format!("look {}: scripts set it, and no pixel of a shown picture changes", list.join(", "))
        }
        _ => {
            let numbers: Vec<String> =
                group.rows.iter().filter_map(|row| row.object).map(|object| object.to_string()).collect();
            let list = some(&numbers, MOST_PICTURES, ", ");
            let room = first.room.map_or_else(String::new, |room| opened.room_text(room));
            let is = if several { "they are" } else { "it is" };
            format!(
                "{} {list} of room {room}: {is} invisible at first, and no script shows {them}",
                noun("object")
            )
        }
    }
}

fn chore(row: &UnusedRow) -> String {
    let number = row.chore.map_or_else(String::new, |chore| chore.to_string());
    match &row.chore_name {
        Some(name) => format!("{number} ({name})"),
        None => number,
    }
}

/// Formats a picture as `dump` does: `1.0` is picture 0 of limb 1.
fn picture(row: &UnusedRow) -> Option<String> {
    row.picture.map(|key| format!("{}.{}", key.limb, key.index))
}

fn with_name(id: u32, name: Option<&str>) -> String {
    name.map_or_else(|| id.to_string(), |name| format!("{id} ({name})"))
}

fn place(place: &PlaceRow) -> String {
    format!("script {} byte {:#x}", place.script.as_deref().unwrap_or("?"), place.at)
}

fn reason(row: &ComputedRow) -> String {
    let known: Vec<String> = row.known.iter().map(ToString::to_string).collect();
    match known.is_empty() {
        true => format!("{}; no value of it is known", row.what),
        false => format!("{}; known values: {}", row.what, some(&known, SHOWN, ", ")),
    }
}

/// Joins the first `most` texts, and counts the others.
fn some(texts: &[String], most: usize, between: &str) -> String {
    let shown = texts.get(..most.min(texts.len())).unwrap_or_default().join(between);
    match texts.len().checked_sub(most).filter(|more| *more > 0) {
        Some(more) => format!("{shown}{between}and {more} more"),
        None => shown,
    }
}

/// Prints the table of a wiki page, in the markup of Wikipedia. With the folder of an export, rows name its files.
fn wiki(opened: &OpenGame, report: &UnusedReport, export: Option<&Path>, out: &mut dyn Write) -> Result<()> {
    let files = export.map(WrittenFiles::read).transpose()?;
    writeln!(out, "{{| class=\"wikitable\"")?;
    let image = if files.is_some() { " !! File in the export" } else { "" };
    writeln!(out, "! Costume !! What is unused !! How sure{image}")?;
    for group in grouped(&report.items) {
        let Some(first) = group.rows.first() else { continue };
        let costume = match first.costume {
            Some(id) => with_name(id, first.name.as_deref()),
            None => "–".to_owned(),
        };
        let doubts: Vec<String> = first
            .computed
            .iter()
            .filter_map(|index| report.computed.get(*index))
            .map(|row| format!("{} ({})", place(&row.place), reason(row)))
            .collect();
        let sure = match doubts.is_empty() {
            true => first.certainty.to_owned(),
            false => format!("{}: {}", first.certainty, some(&doubts, SHOWN, "; ")),
        };
        writeln!(out, "|-")?;
        let text = sentence(opened, &group);
        let cells = [costume, text, sure].map(|cell| escaped(&cell));
        write!(out, "| {}", cells.join(" || "))?;
        if let Some(files) = &files {
            let named: BTreeSet<String> = group.rows.iter().flat_map(|row| files.of(row)).collect();
            let named: Vec<String> = named.into_iter().map(|name| escaped(&name)).collect();
            write!(out, " || {}", some(&named, MOST_PICTURES, "<br>"))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "|}}")?;
    for gap in &report.gaps {
        line(out, format_args!("Nothing is certain: {}.", escaped(gap)))?;
    }
    Ok(())
}

/// Escapes what a wiki would take for markup.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '|' => out.push_str("&#124;"),
            '[' => out.push_str("&#91;"),
            ']' => out.push_str("&#93;"),
            '{' => out.push_str("&#123;"),
            '}' => out.push_str("&#125;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

/// The files of an export, as its manifest lists them.
struct WrittenFiles {
    manifest: Value,
}

impl WrittenFiles {
    fn read(folder: &Path) -> Result<Self> {
        let path: PathBuf = folder.join("manifest.json");
        let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Self { manifest: serde_json::from_slice(&bytes)? })
    }

    /// Returns the files that show an unused thing.
    fn of(&self, row: &UnusedRow) -> Vec<String> {
        let Some(costume) = self.manifest["costumes"]
            .as_array()
            .and_then(|all| all.iter().find(|it| it["id"].as_u64() == row.costume.map(u64::from)))
        else {
            return Vec::new();
        };
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let paths = |files: &Value| -> Vec<String> {
            files.as_array().into_iter().flatten().filter_map(|it| text(&it["path"])).collect()
        };
        match row.kind {
            "costume" => paths(&costume["files"]),
            "chore" | "record" => {
                let all = costume["animations"].as_array().map_or(&[][..], Vec::as_slice);
                let facing = row.facing.map(|facing| facing.to_string());
                let is_it = |it: &&Value| {
                    it["chore"].as_u64() == row.chore.map(u64::from)
                        && facing.as_deref().is_none_or(|facing| it["facing"].as_str() == Some(facing))
                };
                all.iter().filter(is_it).flat_map(|it| paths(&it["files"])).collect()
            }
            "picture" => {
                let all = costume["pictures"].as_array().map_or(&[][..], Vec::as_slice);
                let is_it = |it: &&Value| {
                    row.picture.is_some_and(|key| {
                        (it["limb"].as_u64(), it["index"].as_u64())
                            == (Some(key.limb.into()), Some(key.index.into()))
                    })
                };
                all.iter().filter(is_it).filter_map(|it| text(&it["file"])).collect()
            }
            _ => Vec::new(),
        }
    }
}
