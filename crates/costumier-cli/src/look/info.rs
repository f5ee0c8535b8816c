//! `info`: what a game is, how that was recognised, and what is odd about it.

use std::io::Write;

use anyhow::Result;
use costumier::files::Kind;
use costumier::game::Title;
use costumier::{Game, Platform};
use costumier_export::json::{GameInfo, Status, info};
use serde::Serialize;

use crate::Outcome;
use crate::args::InfoArgs;
use crate::game::open::{self, GameContainer, OpenGame};
use crate::game::several::{self, GameAnswer};
use crate::look::full_info::FullInfo;
use crate::output::table::Align;
use crate::output::text::{count, grouped, line};

/// Width of the list of rooms in characters.
const LINE: usize = 80;

/// Width of the labels in characters.
const INDENT: usize = 12;

/// Largest number of lines about what archives lack.
const MOST_MISSING: usize = 12;

/// Columns of the table for several games.
const COLUMNS: [(&str, Align); 5] = [
    ("generation", Align::Left),
    ("title", Align::Left),
    ("rooms", Align::Right),
    ("costumes", Align::Right),
    ("status", Align::Left),
];

/// Prints what is known about games.
pub(crate) fn run(args: &InfoArgs, out: &mut dyn Write) -> Result<Outcome> {
    several::each(&args.common, open::open_plain, &COLUMNS, out, |opened, several, out| {
        let mut status = Status::of(opened.game.problems());
        if opened.form.iter().any(|held| !held.odd.is_empty()) {
            status = status.max(Status::Odd);
        }
        let outcome = if status >= Status::Broken { Outcome::SomeFailed } else { Outcome::Done };
        let full = args.full.then(|| FullInfo::of(opened)).transpose()?;
        let shown = if args.common.json {
            match full {
                None => several::document(&Document::of(opened))?,
                Some(full) => several::document(&full.added_to(serde_json::to_value(Document::of(opened))?))?,
            }
        } else if several {
            GameAnswer::Row(cells(opened, status))
        } else {
            print(opened, out)?;
            if let Some(full) = full {
                full.print(opened, out)?;
            }
            GameAnswer::Printed
        };
        Ok((outcome, shown))
    })
}

/// The facts of a game as `--json` prints them.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    info: GameInfo,
    /// The archives or images that hold its files.
    form: &'a [GameContainer],
}

impl<'a> Document<'a> {
    fn of(opened: &'a OpenGame) -> Self {
        let mut info = info(&opened.game);
        if title(opened).is_none() {
            (info.title, info.edition, info.title_told_by) = (None, None, None);
        }
        Self { info, form: &opened.form }
    }
}

/// Returns the generation, and the machine if the edition is special to one.
fn kind(game: &Game) -> String {
    let generation = game.generation();
    match game.dialect().platform() {
        Platform::Pc => generation.to_string(),
        platform => format!("{generation}, {platform}"),
    }
}

/// Returns the game's title. One edition of the bundled game has a file name that another game has; that guess is
/// known to be wrong and left out.
fn title(opened: &OpenGame) -> Option<Title> {
    let own_name = || {
        let index = opened.game.data().files().next().map(|file| file.name);
        let bundled = costumier_sample::GAMES.iter().filter_map(|edition| edition.files.first());
        opened.is_bundled() && bundled.map(|(name, _)| *name).any(|name| index.as_deref() == Some(name))
    };
    opened.game.title().filter(|title| !(title.told_by.is_guess() && own_name()))
}

fn cells(opened: &OpenGame, status: Status) -> Vec<String> {
    let game = &opened.game;
    let present = game.rooms().filter(|room| room.present).count();
    vec![
        kind(game),
        match title(opened) {
            Some(title) if title.told_by.is_guess() => format!("{} (by the file's name)", title.name),
            title => title.map_or("-", |title| title.name).to_owned(),
        },
        present.to_string(),
        game.costume_ids().count().to_string(),
        status.name().to_owned(),
    ]
}

/// Prints the facts of a game for people.
pub(crate) fn print(opened: &OpenGame, out: &mut dyn Write) -> Result<()> {
    let game = &opened.game;
    if let Some(title) = title(opened) {
        let edition = title.edition.map(|edition| format!(", {edition}")).unwrap_or_default();
        let guess = if title.told_by.is_guess() { "only told by" } else { "told by" };
        line(out, format_args!("title       {}{edition} ({guess} {})", title.name, title.told_by))?;
    }
    writeln!(out, "generation  {}", kind(game))?;
    line(out, format_args!("recognised  {}", game.why()))?;
    if !opened.form.is_empty() {
        let form: Vec<String> = opened.form.iter().map(|it| format!("{} ({})", it.name, it.what)).collect();
        line(out, format_args!("form        {}", form.join(" › ")))?;
    }
    let files: Vec<_> = game.data().files().collect();
    let width = files.iter().map(|file| file.name.chars().count()).max().unwrap_or(0);
    for (label, file) in std::iter::once("files").chain(std::iter::repeat("")).zip(&files) {
        let role = if file.disk == 0 { "index".into() } else { format!("disk {}", file.disk) };
        let name = &file.name;
        let Some((size, key)) = file.found else {
            line(out, format_args!("{label:<10}  {name:<width$}  missing or unusable, {role}"))?;
            continue;
        };
        let rooms = if file.disk > 0 { format!(", {}", count(file.rooms, "room")) } else { String::new() };
        let size = grouped(size);
        line(out, format_args!("{label:<10}  {name:<width$}  {size:>11} bytes  {key}, {role}{rooms}"))?;
    }
    let rooms: Vec<_> = game.rooms().collect();
    let present = rooms.iter().filter(|room| room.present).count();
    let names = rooms.iter().filter(|room| room.present).map(|room| opened.room_text(room.id));
    let mut lines = wrapped(&format!("{present} of {}:", rooms.len()), names, LINE - INDENT).into_iter();
    line(out, format_args!("{:<10}  {}", "rooms", lines.next().unwrap_or_default()))?;
    for more in lines {
        line(out, format_args!("{:INDENT$}{more}", ""))?;
    }
    for kind in Kind::ALL {
        let slots = game.data().index().slots(kind);
        let used = slots.iter().filter(|slot| slot.is_used()).count();
        writeln!(out, "{:<10}  {used} in {}", format!("{}s", kind.name()), count(slots.len(), "slot"))?;
    }
    writeln!(out, "{:<10}  {}", "objects", game.data().index().objects)?;
    // Each label stands before the first line of its kind.
    let mut last = String::new();
    let mut label = |of: &str| {
        let before = std::mem::replace(&mut last, of.to_owned());
        if before == of { "" } else { of }.to_owned()
    };
    let missing: Vec<_> =
        opened.form.iter().flat_map(|held| held.odd.iter().map(move |odd| (&held.name, odd))).collect();
    if game.problems().is_empty() && missing.is_empty() {
        writeln!(out, "{:<10}  nothing", "odd")?;
    }
    for (name, odd) in missing.iter().take(MOST_MISSING) {
        line(out, format_args!("{:<10}  {name}: {odd}", label("odd")))?;
    }
    if missing.len() > MOST_MISSING {
        writeln!(out, "{:<10}  and {} more like these", "", missing.len() - MOST_MISSING)?;
    }
    for problem in game.problems() {
        let label = label(&problem.severity.to_string());
        let at = problem.at.map(|at| format!(" (at byte {at:#x})")).unwrap_or_default();
        line(out, format_args!("{label:<10}  {}: {}{at}", problem.path, problem.text))?;
    }
    Ok(())
}

/// Breaks a list with commas into lines of at most `width` characters. A longer item has its own line. The first line
/// begins with `opening`.
fn wrapped(opening: &str, items: impl Iterator<Item = String>, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = opening.to_owned();
    let mut items = items.peekable();
    while let Some(mut item) = items.next() {
        if items.peek().is_some() {
            item.push(',');
        }
        if !line.is_empty() && line.chars().count() + 1 + item.chars().count() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&item);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_wrapped_between_items() {
        let items =
            |items: &[&str]| items.iter().map(|item| (*item).to_owned()).collect::<Vec<_>>().into_iter();
        assert_eq!(wrapped("3:", items(&["1 (a)", "2 (b)", "3 (c)"]), 15), ["3: 1 (a),", "2 (b), 3 (c)"]);
        assert_eq!(wrapped("0:", items(&[]), 15), ["0:"]);
        assert_eq!(wrapped("1:", items(&["a very long name"]), 5), ["1:", "a very long name"]);
    }
}
