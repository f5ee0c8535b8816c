//! `unused`: costumes, chores, records, pictures, colours, looks and objects that a game holds and never shows.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use costumier::PictureKey;
use costumier::cast::Cast;
use costumier::unused::{Unused, UnusedThing};
use costumier_export::json::{ComputedRow, PlaceRow, UnusedReport, UnusedRow};
use costumier_export::{CostumeParts, paths};
use serde_json::Value;

use crate::Outcome;
use crate::args::{Command, UnusedArgs, parse};
use crate::export;
use crate::games::{self, GameAnswer};
use crate::open::{self, OpenGame};
use crate::report::Reporter;
use crate::text::{count, line};

/// Largest number of places and of names that a line lists.
#[derive(Clone, Copy)]
struct Lengths {
    places: usize,
    names: usize,
}

impl Lengths {
    /// For people who read a list.
    const SHORT: Self = Self { places: 8, names: 24 };
    /// For a table that is published.
    const WHOLE: Self = Self { places: usize::MAX, names: usize::MAX };
}

/// The sentence on the page of an export.
const NOTE: &str = "These are the unused parts of the game: costumes, animations and pictures that no script is known \
                    to show.";

/// Finds what the games never show, and prints or exports it.
pub(crate) fn run(args: &UnusedArgs, reporter: &Reporter, out: &mut dyn Write) -> Result<Outcome> {
    if args.export.is_some() && args.common.names.len() > 1 {
        bail!("`--export` takes one game");
    }
    let heading = |name: &str| match args.wiki {
        true => format!("== {} ==", escaped(name)),
        false => name.to_owned(),
    };
    games::each_headed(&args.common, open::open, &[], &heading, out, |opened, several, out| {
        if opened.belongs.is_some() {
            bail!("a costume folder or a block has no scripts: give the game that the costume belongs to");
        }
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
        let mut outcome = if report.unread.is_empty() { Outcome::Done } else { Outcome::SomeFailed };
        let mut written = None;
        if let Some(folder) = &args.export {
            if several {
                bail!("`--export` takes one game");
            }
            if let Some(how) = take(opened, args, &unused, folder, reporter)? {
                written = Some(folder.as_path());
                if how != Outcome::Done {
                    outcome = how;
                }
            }
        }
        if args.wiki {
            wiki(opened, &report, written, out)?;
        } else if args.common.json {
            return games::document(&report).map(|shown| (outcome, shown));
        } else {
            Listing { opened, report: &report, is_quiet: reporter.is_quiet() }.print(out)?;
        }
        Ok((outcome, GameAnswer::Printed))
    })
}

/// Exports what is unused: whole costumes, chores and single pictures. Returns `None` if there is nothing to export.
fn take(
    opened: &OpenGame,
    args: &UnusedArgs,
    unused: &Unused,
    folder: &Path,
    reporter: &Reporter,
) -> Result<Option<Outcome>> {
    let (whole, parts) = parts(opened, unused);
    let ids: BTreeSet<u32> = whole.iter().chain(parts.keys()).copied().collect();
    if ids.is_empty() {
        reporter.say("nothing to export: no costume, chore, record or picture is unused".to_owned());
        return Ok(None);
    }
    let mut words: Vec<String> = ["costumier", "export"].map(str::to_owned).into();
    words.push(args.common.names.first().cloned().unwrap_or_default());
    words.extend(ids.iter().map(ToString::to_string));
    words.extend(["-o".to_owned(), folder.display().to_string(), "--names".to_owned()]);
    let Command::Export(mut call) = parse(words)?.command else { return Ok(None) };
    call.force = args.force;
    call.parts = parts;
    call.note = Some(NOTE.to_owned());
    export::on(opened, &call, reporter, &mut std::io::sink()).map(Some)
}

/// Returns the costumes that are unused as a whole, and the unused parts of others.
fn parts(opened: &OpenGame, unused: &Unused) -> (BTreeSet<u32>, BTreeMap<u32, CostumeParts>) {
    let mut whole = BTreeSet::new();
    let mut parts: BTreeMap<u32, CostumeParts> = BTreeMap::new();
    let mut actions = BTreeMap::new();
    for item in &unused.items {
        match &item.thing {
            UnusedThing::Costume { costume } => _ = whole.insert(*costume),
            // A picture with the pixels of a shown one is not exported.
            UnusedThing::Picture { same_as: Some(_), .. } => {}
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
    is_quiet: bool,
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
            let doubts = some(&doubts, Lengths::SHORT.places, " ");
            let doubts = if doubts.is_empty() { doubts } else { format!("  {doubts}") };
            line(
                out,
                format_args!(
                    "  {:<7}  {}{doubts}",
                    first.certainty,
                    sentence(self.opened, &group, Lengths::SHORT)
                ),
            )?;
        }
        if items.is_empty() {
            writeln!(
                out,
                "nothing: every costume, chore, record, picture, colour, look and object may be shown"
            )?;
        } else if !self.is_quiet {
            writeln!(
                out,
                "\n{}: {certain} certain, {} likely",
                count(items.len(), "unused thing"),
                items.len().saturating_sub(certain)
            )?;
            let is_proven =
                |row: &&UnusedRow| row.certainty == "certain" && matches!(row.kind, "costume" | "chore");
            if let Some(id) = items.iter().find(is_proven).and_then(|row| row.costume) {
                let what = "lists what scripts do with costume";
                writeln!(out, "`costumier cast GAME {id}` {what} {id}, with the places")?;
            }
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
                line(
                    out,
                    format_args!("  [{number}] {}: {}", place(&row.place), reason(row, Lengths::SHORT)),
                )?;
            }
        }
        if !conditional.is_empty() {
            writeln!(out, "\nnot unused, but shown on certain machines only:")?;
            for row in conditional {
                let places: Vec<String> = row.places.iter().map(place).collect();
                let places = some(&places, Lengths::SHORT.places, "; ");
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
                    == (row.kind, row.costume, row.room, row.certainty, row.has_record)
                    && first.same_as.is_some() == row.same_as.is_some();
                let one_line = match row.kind {
                    "record" => first.chore == row.chore,
                    "picture" | "chore" | "object" => true,
                    _ => false,
                };
                same && one_line && first.computed == row.computed
            })
        };
        // Pictures that are unused for different reasons alternate; the other kinds stay in their order.
        let reach = if row.kind == "picture" { 8 } else { 1 };
        match groups.iter_mut().rev().take(reach).find(joins) {
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

/// Says what a group is and why it is unused. What is likely is not stated as a fact.
fn sentence(opened: &OpenGame, group: &Group<'_>, most: Lengths) -> String {
    let Some(first) = group.rows.first() else { return String::new() };
    let several = group.rows.len() > 1;
    let noun = |one: &str| if several { format!("{one}s") } else { one.to_owned() };
    let them = if several { "them" } else { "it" };
    let certain = first.certainty == "certain";
    let either = |sure: &'static str, likely: &'static str| if certain { sure } else { likely };
    match first.kind {
        "costume" => {
            let places: Vec<String> = first.loaded.iter().map(place).collect();
            let loaded = match places.is_empty() {
                true => String::new(),
                false => format!(" (it is only loaded: {})", some(&places, most.places, "; ")),
            };
            let puts = either("no script puts it", "no script is known to put it");
            format!("the whole costume: {puts} on an actor{loaded}")
        }
        "chore" => {
            let chores: Vec<String> = group.rows.iter().map(|row| chore(row)).collect();
            let list = some(&chores, most.names, ", ");
            let starts = either("starts", "is known to start");
            format!("{} {list}: neither a script nor the interpreter {starts} {them}", noun("chore"))
        }
        "record" => {
            let of_first = group.rows.iter().filter(|row| row.chore == first.chore);
            let facings: Vec<String> =
                of_first.filter_map(|row| row.facing).map(|facing| facing.to_string()).collect();
            let mut chores: Vec<String> = group.rows.iter().map(|row| chore(row)).collect();
            chores.dedup();
            let noun = if chores.len() == 1 { "chore" } else { "chores" };
            let list = some(&chores, most.names, ", ");
            let facings = facings.join(", ");
            let turns = either("turns", "is known to turn");
            format!("{noun} {list} facing {facings}: no actor in the costume {turns} this way")
        }
        "picture" => pictures(group, most, either),
        "entries" => {
            let entries = first.entries.as_deref().unwrap_or_default();
            let list: Vec<String> = entries.iter().map(ToString::to_string).collect();
            let (noun, colour) = match list.len() {
                1 => ("palette entry", "this colour"),
                _ => ("palette entries", "these colours"),
            };
            let shown = either("a shown picture", "a picture that is known to be shown");
            format!("{noun} {}: no pixel of {shown} has {colour}", list.join(", "))
        }
        "look" => {
            let overrides = first.overrides.iter().flatten();
            let list: Vec<String> = overrides.map(|(entry, colour)| format!("{entry} as {colour}")).collect();
            let shown = either("a shown picture", "a picture that is known to be shown");
            format!("look {}: scripts set it, and no pixel of {shown} changes", list.join(", "))
        }
        _ => {
            let numbers: Vec<String> =
                group.rows.iter().filter_map(|row| row.object).map(|object| object.to_string()).collect();
            let list = some(&numbers, most.names, ", ");
            let room = first.room.map_or_else(String::new, |room| opened.room_text(room));
            let is = if several { "they are" } else { "it is" };
            let shows = either("shows", "is known to show");
            format!(
                "{} {list} of room {room}: {is} invisible at first, and no script {shows} {them}",
                noun("object")
            )
        }
    }
}

/// Says why pictures of a group are unused.
fn pictures(
    group: &Group<'_>,
    most: Lengths,
    either: impl Fn(&'static str, &'static str) -> &'static str,
) -> String {
    let name = |key: PictureKey| format!("{}.{}", key.limb, key.index);
    let is_one = group.rows.len() == 1;
    let (noun, them) = if is_one { ("picture", "it") } else { ("pictures", "them") };
    let rows = || group.rows.iter().filter_map(|row| Some((row.picture.map(name)?, row.same_as.map(name))));
    let list = |names: Vec<String>| some(&names, most.names, ", ");
    let has_record = group.rows.iter().any(|row| row.has_record == Some(true));
    match rows().next() {
        Some((key, Some(shown))) if is_one => {
            format!("{noun} {key}: same pixels as {shown}, which is shown")
        }
        Some((_, Some(_))) => {
            let all = rows().map(|(key, shown)| format!("{key} (as {})", shown.unwrap_or_default()));
            format!("{noun} {}: same pixels as other pictures, which are shown", list(all.collect()))
        }
        _ => {
            let why = match has_record {
                true => {
                    either("only what is never played shows", "only what is not known to be played shows")
                }
                false => either("no record shows", "no record is known to show"),
            };
            format!("{noun} {}: {why} {them}", list(rows().map(|(key, _)| key).collect()))
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

fn with_name(id: u32, name: Option<&str>) -> String {
    name.map_or_else(|| id.to_string(), |name| format!("{id} ({name})"))
}

fn place(place: &PlaceRow) -> String {
    format!("script {} byte {:#x}", place.script.as_deref().unwrap_or("?"), place.at)
}

fn reason(row: &ComputedRow, most: Lengths) -> String {
    let known: Vec<String> = row.known.iter().map(ToString::to_string).collect();
    match known.is_empty() {
        true => format!("{}; no value of it is known", row.what),
        false => format!("{}; known values: {}", row.what, some(&known, most.places, ", ")),
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
        let doubts: Vec<String> =
            first.computed.iter().map(|index| index.saturating_add(1).to_string()).collect();
        let sure = match doubts.len() {
            0 => first.certainty.to_owned(),
            1 => format!("{} (place {} below)", first.certainty, doubts.join(", ")),
            _ => format!("{} (places {} below)", first.certainty, doubts.join(", ")),
        };
        writeln!(out, "|-")?;
        let text = sentence(opened, &group, Lengths::WHOLE);
        let cells = [costume, text, sure].map(|cell| escaped(&cell));
        write!(out, "| {}", cells.join(" || "))?;
        if let Some(files) = &files {
            let mut cell = FileCell::default();
            group.rows.iter().for_each(|row| files.add(row, &mut cell));
            let lines: Vec<String> =
                cell.files.iter().chain(&cell.without).map(|text| escaped(text)).collect();
            write!(out, " || {}", lines.join("<br>"))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "|}}")?;
    if !report.computed.is_empty() {
        writeln!(
            out,
            "\nPlaces where scripts compute a number, so that likely things may be shown after all:\n"
        )?;
        for row in &report.computed {
            let text = format!("{}: {}", place(&row.place), reason(row, Lengths::WHOLE));
            line(out, format_args!("# {}", escaped(&text)))?;
        }
    }
    let gaps = report.gaps.iter().map(|gap| format!("Nothing is certain: {gap}."));
    for text in gaps.chain(report.unread.iter().map(|text| format!("Not read: {text}."))) {
        // An empty line begins a paragraph.
        writeln!(out)?;
        line(out, format_args!("{}", escaped(&text)))?;
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

/// The files of a row in the table.
#[derive(Default)]
struct FileCell {
    files: BTreeSet<String>,
    /// The pictures without a file of their own, each with the reason.
    without: Vec<String>,
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

    /// Adds the files that show an unused thing.
    fn add(&self, row: &UnusedRow, cell: &mut FileCell) {
        if let Some((key, _)) = row.picture.zip(row.same_as) {
            cell.without.push(format!("{}.{}: not exported", key.limb, key.index));
            return;
        }
        let Some(costume) = self.manifest["costumes"]
            .as_array()
            .and_then(|all| all.iter().find(|it| it["id"].as_u64() == row.costume.map(u64::from)))
        else {
            return;
        };
        let paths = |files: &Value| -> Vec<String> {
            let path = |it: &Value| it["path"].as_str().map(str::to_owned);
            files.as_array().into_iter().flatten().filter_map(path).collect()
        };
        match row.kind {
            "costume" => cell.files.extend(paths(&costume["files"])),
            "chore" | "record" => {
                let all = costume["animations"].as_array().map_or(&[][..], Vec::as_slice);
                let facing = row.facing.map(|facing| facing.to_string());
                let is_it = |it: &&Value| {
                    it["chore"].as_u64() == row.chore.map(u64::from)
                        && facing.as_deref().is_none_or(|facing| it["facing"].as_str() == Some(facing))
                };
                cell.files.extend(all.iter().filter(is_it).flat_map(|it| paths(&it["files"])));
            }
            "picture" => {
                let Some(key) = row.picture else { return };
                let all = costume["pictures"].as_array().map_or(&[][..], Vec::as_slice);
                let is_it = |it: &&Value| {
                    (it["limb"].as_u64(), it["index"].as_u64())
                        == (Some(key.limb.into()), Some(key.index.into()))
                };
                let Some(it) = all.iter().find(is_it) else { return };
                let name = format!("{}.{}", key.limb, key.index);
                match it["file"].as_str() {
                    Some(file) if is_own(key, file) => _ = cell.files.insert(file.to_owned()),
                    Some(file) => cell.without.push(format!("{name}: same pixels as {file}")),
                    None if it["status"] == "blank" => {
                        cell.without.push(format!("{name}: no file, it is transparent"));
                    }
                    None => cell.without.push(format!("{name}: no file")),
                }
            }
            _ => {}
        }
    }
}

/// Whether a file is named after this picture. Equal pictures of a costume have one file.
fn is_own(key: PictureKey, file: &str) -> bool {
    Path::new(file).file_stem().is_some_and(|stem| stem == paths::picture(key).as_str())
}
