//! The beginning of `costume.toml`, which all kinds of costume share.

use costumier::Dialect;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::about::{About, DIALECTS, dialect_of};
use super::report::{Report, more_places};
use super::{Files, TEXT};
use crate::pictures::Rgb;

/// The kinds of costume that a folder can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A COST costume, made of limbs.
    Cost,
    /// An AKOS costume, made of programs.
    Akos,
}

/// The fields that decide how the rest is read.
pub(crate) struct FolderHead<'a> {
    /// The whole text of the file.
    pub(crate) text: &'a str,
    /// The kind of the costume.
    pub(crate) kind: Kind,
    /// The generation, if the text names a known one.
    pub(crate) dialect: Option<Dialect>,
}

#[derive(Deserialize)]
struct Beginning {
    #[serde(default = "one")]
    format: u32,
    #[serde(default = "cost")]
    kind: String,
    generation: Option<String>,
}

fn one() -> u32 {
    1
}

fn cost() -> String {
    "cost".to_owned()
}

/// Reads where a folder's costume comes from (id, room, game and name), and its generation. Returns an empty
/// [`About`] if the text cannot be read.
#[must_use]
pub fn origin(text: &str) -> (About, Option<Dialect>) {
    #[derive(Default, Deserialize)]
    struct Origin {
        generation: Option<String>,
        id: Option<u32>,
        room: Option<u32>,
        game: Option<String>,
        name: Option<String>,
    }
    let text = if text.len() > MOST_TEXT { "" } else { text };
    let Origin { generation, id, room, game, name } = toml::from_str(text).unwrap_or_default();
    let about = About { id, room, game, name, ..About::default() };
    (about, generation.as_deref().and_then(dialect_of))
}

/// Returns the text of an error of the TOML reader, with ranges of numbers instead of Rust's types. If the reader stops
/// after the mistake, the text names a likely one.
fn text_of(error: &toml::de::Error) -> String {
    let text = error.to_string();
    let text = text.trim_end();
    // `[[chroe]]` makes `[chore.east]` a table of its own, and the next `[[chore]]` a second one.
    if error.message() == "duplicate key" && text.contains(" | [") {
        return format!("{text}; the name of a table above it may be misspelt");
    }
    if error.message().starts_with("string values must be quoted") {
        return format!("{text}; in a list of numbers, a comma may be missing");
    }
    let ranges = [
        ("expected u8", "expected a number from 0 to 255"),
        ("expected u16", "expected a number from 0 to 65535"),
        ("expected i16", "expected a number from -32768 to 32767"),
        ("expected u32", "expected a number from 0 to 4294967295"),
        ("expected usize", "expected a number from 0 on"),
    ];
    let range = ranges.iter().find(|(kind, _)| text.ends_with(kind));
    range.map_or_else(|| text.to_owned(), |(kind, range)| text.replace(kind, range))
}

/// The largest text that is read, in bytes.
pub(crate) const MOST_TEXT: usize = 16 << 20;

/// Largest number of slips that are looked for, and the largest text in bytes that is read again for each.
const MOST_SLIPS: usize = 50;
const MOST_READ_AGAIN: usize = 1 << 20;

/// Reads a whole text. If it has slips, each is a problem: after one, its line is left out and the rest is read again.
/// The same slip in many places is one problem, with a count.
pub(crate) fn parse<T: DeserializeOwned>(text: &str, report: &mut Report) -> Option<T> {
    let mut left = text.to_owned();
    let mut slips: Vec<(toml::de::Error, usize)> = Vec::new();
    let rounds = if text.len() > MOST_READ_AGAIN { 1 } else { MOST_SLIPS };
    for round in 0..rounds {
        let error = match toml::from_str(&left) {
            Ok(value) if round == 0 => return Some(value),
            Ok(_) => break,
            Err(error) => error,
        };
        // A table without the line that was left out may miss a key. Then the whole table is left out.
        let follows = round > 0 && error.message().starts_with("missing field");
        let rest =
            error.span().and_then(|span| without(&left, span.start, follows)).filter(|rest| *rest != left);
        if !follows {
            match slips.iter_mut().find(|(slip, _)| slip.message() == error.message()) {
                Some((_, places)) => *places += 1,
                None => slips.push((error, 1)),
            }
        }
        match rest.filter(|rest| toml::from_str::<toml::Table>(rest).is_ok()) {
            Some(rest) => left = rest,
            None => break,
        }
    }
    for (slip, places) in slips {
        report.refuse(format!("{TEXT}{}", more_places(places)), text_of(&slip));
    }
    None
}

/// Returns a text without the line at a byte, or without all lines from there to the next table. Later lines keep
/// their numbers.
fn without(text: &str, at: usize, table: bool) -> Option<String> {
    let start = text.get(..at)?.rfind('\n').map_or(0, |before| before + 1);
    let rest = text.get(start..)?;
    let end = if table { rest.find("\n[") } else { rest.find('\n') };
    let (gone, kept) = rest.split_at(end.unwrap_or(rest.len()));
    Some([text.get(..start)?, &"\n".repeat(gone.matches('\n').count()), kept].concat())
}

/// Reads the beginning of a folder's text.
pub(crate) fn read<'a>(files: &'a Files, report: &mut Report) -> Option<FolderHead<'a>> {
    let Some(bytes) = files.get(TEXT) else {
        let why = "is missing: this is no costume folder; `unpack` makes one";
        report.refuse(TEXT, why);
        return None;
    };
    if bytes.len() > MOST_TEXT {
        report.refuse(TEXT, format!("has {} bytes; at most {MOST_TEXT} are read", bytes.len()));
        return None;
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|error| report.refuse(TEXT, format!("{error}; save the text as UTF-8")))
        .ok()?;
    let beginning: Beginning =
        toml::from_str(text).map_err(|error| report.refuse(TEXT, text_of(&error))).ok()?;
    if beginning.format != 1 {
        report.refuse(TEXT, format!("has format {}; this program reads format 1", beginning.format));
        return None;
    }
    let kind = match beginning.kind.as_str() {
        "cost" => Kind::Cost,
        "akos" => Kind::Akos,
        other => {
            report.refuse(TEXT, format!("kind is {other:?}; use \"cost\" or \"akos\""));
            return None;
        }
    };
    Some(FolderHead { text, kind, dialect: beginning.generation.as_deref().and_then(dialect_of) })
}

/// Returns the dialect of a generation's name, or `other` if there is none.
pub(crate) fn dialect(name: Option<&str>, other: Dialect, report: &mut Report) -> Dialect {
    let Some(name) = name else { return other };
    dialect_of(name).unwrap_or_else(|| {
        let names: Vec<&str> = DIALECTS.iter().map(|(name, _)| *name).collect();
        let text = format!("{name:?} is no generation; use one of {}", names.join(", "));
        report.refuse(format!("{TEXT}: generation"), text);
        other
    })
}

/// Reads a list of colours such as `#a0522d`.
pub(crate) fn colours(key: &str, texts: &[String], report: &mut Report) -> Vec<Rgb> {
    let mut colours = Vec::with_capacity(texts.len());
    for text in texts {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii());
        let Some(number) = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) else {
            report.refuse(
                format!("{TEXT}: {key}"),
                format!("{text:?} is no colour; write one like \"#a0522d\""),
            );
            continue;
        };
        let [_, r, g, b] = number.to_be_bytes();
        colours.push([r, g, b]);
    }
    colours
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::source::CostumeFile;

    #[test]
    fn all_slips_of_a_text_are_told_at_once_each_with_its_line() {
        let text = "format = 1\nkind = \"cost\"\nid = \"six\"\ncolors = 16\ncolours = 16\npalette = [0]\n\n\
                    [[limb]]\nnumber = 0\nname = 7\n\n[[limb]]\nnumber = 1\nname = \"hat\"\nnul = true\n";
        let mut report = Report::default();
        assert!(parse::<CostumeFile>(text, &mut report).is_none());
        let told: Vec<&str> = report.problems.iter().map(|problem| problem.text.as_str()).collect();
        for (line, what) in [(3, "a number from 0"), (4, "`colors`"), (10, "a string"), (15, "`nul`")] {
            let line = format!("line {line}, ");
            assert!(
                told.iter().any(|text| text.contains(&line) && text.contains(what)),
                "{line}{what}: {told:#?}"
            );
        }
        assert_eq!(told.len(), 4, "{told:#?}");
        // A text that is no TOML has one.
        let mut report = Report::default();
        assert!(parse::<CostumeFile>("format = 1\npalette = [0,\nid 7\n", &mut report).is_none());
        assert_eq!(report.problems.len(), 1);
    }

    #[test]
    fn a_slip_in_many_places_is_one_problem() {
        let limb = |number: usize| format!("[[limb]]\nnumber = {number}\nname = \"hat\"\nnul = true\n");
        let limbs: String = (0..30).map(limb).collect();
        let text = format!("format = 1\nkind = \"cost\"\ncolours = 16\npalette = [0]\n{limbs}");
        let mut report = Report::default();
        assert!(parse::<CostumeFile>(&text, &mut report).is_none());
        let [problem] = &*report.problems else { panic!("{:#?}", report.problems) };
        assert_eq!(problem.path, "costume.toml (and 29 more places)");
        assert!(problem.text.contains("line 8, ") && problem.text.contains("`nul`"), "{}", problem.text);
    }

    #[test]
    fn a_slip_before_the_place_where_the_reader_stops_is_suggested() {
        for (text, line, wanted) in [
            (
                "[[chroe]]\nnumber = 1\n[chore.east]\nbody = \"off\"\n[[chore]]\nnumber = 2\n",
                "line 5, ",
                "; the name of a table above it may be misspelt",
            ),
            ("[[limb]]\nat = [-8 -36]\n", "line 2, ", "; in a list of numbers, a comma may be missing"),
        ] {
            let files = Files::from([(TEXT.to_owned(), text.as_bytes().to_vec())]);
            let mut report = Report::default();
            assert!(read(&files, &mut report).is_none());
            let [problem] = &*report.problems else { panic!("{:#?}", report.problems) };
            let told = &problem.text;
            assert!(told.contains(line) && told.ends_with(wanted), "{told}");
        }
        // A key that stands twice in a table is not a misspelt table.
        let files = Files::from([(TEXT.to_owned(), b"id = 1\nid = 2\n".to_vec())]);
        let mut report = Report::default();
        assert!(read(&files, &mut report).is_none());
        let [problem] = &*report.problems else { panic!("{:#?}", report.problems) };
        assert!(problem.text.ends_with("duplicate key"), "{}", problem.text);
    }
}
