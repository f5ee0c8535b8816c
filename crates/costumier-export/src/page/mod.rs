//! The page of an export, `index.html`: all costumes on one page, which works from the folder without a server or
//! network.
//!
//! Everything stands in the page itself. Without its script, each costume has its picture, its colours, its
//! problems and links to its files; the script adds search, zoom and playing, and makes the rows of a costume's
//! animations and pictures when its card is opened. Pictures are still until one points at them, tabs to them or
//! presses them; where the system asks for less motion, only pressing plays.
//!
//! **Note:** all text from the game or the caller goes through `Text`, which escapes it. Paths consist of safe
//! letters ([`crate::paths`]).

mod card;
mod colours;
mod rows;

use std::fmt::{self, Write as _};

pub(crate) use card::card;

use crate::report::{ManifestHead, Summary};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// Returns the beginning of the page, up to the costumes. A note is a sentence below the title.
#[must_use]
pub(crate) fn head(head: &ManifestHead, name: &str, note: Option<&str>) -> String {
    let mut out = String::new();
    let guess = head.title.as_deref().filter(|_| head.title_is_guess);
    let title = head.title.as_deref().filter(|_| !head.title_is_guess).unwrap_or(name);
    // Writing to a string does not fail.
    let _ = write_head(&mut out, title, guess, note);
    out
}

/// Returns the end of the page, behind the costumes.
#[must_use]
pub(crate) fn tail(sum: &Summary, has_pictures: bool) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write_tail(&mut out, sum, has_pictures);
    out
}

/// A text to show, in which `&`, `<`, `>`, `"` and `'` are escaped.
struct Text<'a>(&'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// Formats the number of pictures: `66 pictures (61 different)`. Most costumes store some twice.
fn picture_count(all: usize, different: usize) -> String {
    let same = if all == different { String::new() } else { format!(" ({different} different)") };
    format!("{}{same}", count(all, "picture"))
}

fn write_head(out: &mut String, title: &str, guess: Option<&str>, note: Option<&str>) -> fmt::Result {
    let title = Text(title);
    writeln!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"Costumier\">\n<title>{title}: wardrobe</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body class=\"checks\">\n\
         <a class=\"skip\" href=\"#costumes\">Skip to the costumes</a>\n<header>\n<h1>{title}</h1>\n"
    )?;
    if let Some(guess) = guess {
        writeln!(out, "<p>Perhaps {}, going by its file's name.</p>", Text(guess))?;
    }
    if let Some(note) = note {
        writeln!(out, "<p>{}</p>", Text(note))?;
    }
    writeln!(
        out,
        "<p><a href=\"manifest.json\">manifest.json</a> has sizes, offsets, hashes and the origin of every \
         colour.</p>\n</header>"
    )?;
    tools(out)?;
    writeln!(out, "<main id=\"costumes\">")
}

fn write_tail(out: &mut String, sum: &Summary, has_pictures: bool) -> fmt::Result {
    // The summary counts pictures even if the export has no file of them.
    let pictures =
        if has_pictures { picture_count(sum.pictures, sum.different_pictures) } else { String::new() };
    let comma = if has_pictures { ", " } else { "" };
    write!(
        out,
        "</main>\n<p class=\"none\" hidden>No costume matches. Try an id, a name or a \
         room.</p>\n<footer>\n<p>{}, {}{comma}{pictures}",
        count(sum.costumes, "costume"),
        count(sum.animations, "animation"),
    )?;
    if sum.failed > 0 {
        write!(out, ", {} not readable", sum.failed)?;
    }
    writeln!(out, ".</p>\n</footer>\n<script>\n{SCRIPT}</script>\n</body>\n</html>")
}

fn tools(out: &mut String) -> fmt::Result {
    writeln!(
        out,
        "<form class=\"tools\" role=\"search\" onsubmit=\"return false\" hidden>\n\
         <label>Search <input type=\"search\" id=\"search\" placeholder=\"name, room, chore, facing, \
         #colour, format\"></label>\n\
         <label>Zoom <select id=\"zoom\"><option value=\"1\">1×</option><option value=\"2\" selected>2×</option>\
         <option value=\"3\">3×</option><option value=\"4\">4×</option></select></label>\n\
         <label>Behind <select id=\"behind\"><option value=\"checks\" selected>checks</option>\
         <option value=\"plain\">plain</option></select></label>\n\
         <button type=\"button\" id=\"all\" aria-pressed=\"false\" aria-label=\"Play all that is on the \
         screen\">Play all</button>\n\
         <output id=\"found\" for=\"search\"></output>\n\
         <p class=\"hint\">Point at a picture to play it; press it to keep it playing.</p>\n</form>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{ErrorRow, Status};
    use crate::report::CostumeReport;

    fn failed(name: &str) -> CostumeReport {
        CostumeReport {
            key: "game/room-001/costume-007".into(),
            id: 7,
            name: Some(name.into()),
            room: 1,
            room_name: Some("<attic>".into()),
            status: Status::Failed,
            error: Some(ErrorRow { text: "it's \"broken\" & <gone>".into(), ..ErrorRow::default() }),
            ..CostumeReport::default()
        }
    }

    fn titled(title: &str) -> ManifestHead {
        ManifestHead {
            game: "game-0".into(),
            title: Some(title.into()),
            generation: "v5",
            background: "transparent".into(),
            ..ManifestHead::default()
        }
    }

    #[test]
    fn a_title_that_is_a_guess_looks_like_one() {
        let guess = ManifestHead { title_is_guess: true, ..titled("Monkey Island 2") };
        let page = head(&guess, "monkey2", None);
        assert!(page.contains("<h1>monkey2</h1>") && page.contains("Perhaps Monkey Island 2, going by"));
        let noted = head(&titled("Tailor"), "x", Some("Only <hats>."));
        assert!(noted.contains("<h1>Tailor</h1>") && noted.contains("<p>Only &lt;hats&gt;.</p>"));
    }

    #[test]
    fn names_and_messages_are_text_and_never_markup() {
        let costume = failed("\"><img onerror='x'>");
        let sum = Summary::of(&costume);
        let page = head(&titled("</title><script>alert(1)</script>"), "game", None)
            + &card(&costume)
            + &tail(&sum, true);
        assert_eq!(page.matches("<script>").count(), 1);
        assert!(!page.contains("<img") && !page.contains("<attic>"));
        assert!(page.contains("it&#39;s &quot;broken&quot; &amp; &lt;gone&gt;"));
        assert!(page.contains("1 costume, 0 animations, 0 pictures, 1 not readable"));
    }
}
