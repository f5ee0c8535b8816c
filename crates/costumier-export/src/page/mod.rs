//! `index.html`: the whole wardrobe on one page, opened from the folder, without a server or network.
//!
//! Everything stands in the page itself and can be read without its script, which adds search, zoom and
//! playing. Pictures are still until one points at them, tabs to them or presses them; where the system asks
//! for less motion, only pressing plays.
//!
//! All text from the game or the caller goes through `Text`, which escapes it; paths consist of safe letters
//! ([`crate::paths`]).

mod colours;

use std::fmt::{self, Write as _};

use crate::json::Status;
use crate::options::Format;
use crate::paths;
use crate::report::{AnimationReport, BEST, CostumeReport, FileReport, Head, PictureStatus, Summary};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// Problems of a costume that are listed; the manifest has all.
const MOST_PROBLEMS: usize = 12;

/// The beginning of the page, up to the costumes.
#[must_use]
pub(crate) fn head(head: &Head, name: &str) -> String {
    let mut out = String::new();
    let guess = head.title.as_deref().filter(|_| head.title_is_guess);
    let title = head.title.as_deref().filter(|_| !head.title_is_guess).unwrap_or(name);
    // Writing to a string does not fail.
    let _ = write_head(&mut out, title, guess);
    out
}

/// A costume's card.
#[must_use]
pub(crate) fn card(costume: &CostumeReport) -> String {
    let mut out = String::new();
    // As above.
    let _ = write_card(&mut out, costume);
    out
}

/// What follows the costumes.
#[must_use]
pub(crate) fn tail(sum: &Summary) -> String {
    let mut out = String::new();
    // As above.
    let _ = write_tail(&mut out, sum);
    out
}

/// Text that is shown: `&`, `<`, `>`, `"` and `'` are escaped.
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

/// Pictures, and how many of them are no others: most costumes store some twice.
fn picture_count(all: usize, different: usize) -> String {
    match all - different {
        0 => count(all, "picture"),
        1 => format!("{}, 1 of them the same as another", count(all, "picture")),
        n => format!("{}, {n} of them the same as others", count(all, "picture")),
    }
}

fn write_head(out: &mut String, title: &str, guess: Option<&str>) -> fmt::Result {
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
    writeln!(
        out,
        "<p><a href=\"manifest.json\">manifest.json</a> has sizes, offsets, hashes and the origin of every \
         colour.</p>\n</header>"
    )?;
    tools(out)?;
    writeln!(out, "<main id=\"costumes\">")
}

fn write_tail(out: &mut String, sum: &Summary) -> fmt::Result {
    write!(
        out,
        "</main>\n<p class=\"none\" hidden>No costume matches. Try an id, a name or a \
         room.</p>\n<footer>\n<p>{}, {}, {}",
        count(sum.costumes, "costume"),
        count(sum.animations, "animation"),
        picture_count(sum.pictures, sum.different_pictures),
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

fn name(costume: &CostumeReport) -> String {
    costume.name.clone().unwrap_or_else(|| format!("Costume {}", costume.id))
}

fn write_card(out: &mut String, costume: &CostumeReport) -> fmt::Result {
    let name = name(costume);
    let id = costume.id;
    let room_name = costume.room_name.as_deref().unwrap_or_default();
    let mut words = format!(
        "{name} costume {id} {} room {} {room_name} {}",
        paths::costume(id),
        costume.room,
        costume.status.name()
    );
    let mut last = "";
    for animation in &costume.animations {
        if animation.title != last {
            last = &animation.title;
            let _ = write!(words, " {last}");
        }
        // Once for each facing is enough to be found.
        if !words.contains(animation.facing) {
            let _ = write!(words, " {}", animation.facing);
        }
    }
    for word in [costume.kind, costume.format.as_deref()].into_iter().flatten() {
        let _ = write!(words, " {word}");
    }
    if let Some(palette) = &costume.palette {
        let _ = write!(words, " {} colours", palette.colours.len());
        for colour in palette.colours.iter().filter(|colour| colour.used) {
            let _ = colour.exact.map_or(Ok(()), |exact| write!(words, " {}", crate::colour::text(exact)));
        }
    }
    for file in costume.animations.iter().flat_map(|it| &it.files).chain(&costume.files) {
        if !words.contains(file.format) {
            let _ = write!(words, " {}", file.format);
        }
    }
    writeln!(
        out,
        "<article id=\"costume-{id:03}\" aria-labelledby=\"name-{id}\" data-search=\"{}\">",
        Text(&words.to_lowercase())
    )?;
    look(out, costume, &name)?;
    write!(out, "<h2 id=\"name-{id}\">{}</h2>\n<p class=\"meta\">", Text(&name))?;
    if costume.name.is_some() {
        write!(out, "costume&nbsp;{id} · ")?;
    }
    write!(out, "room&nbsp;{} {}", costume.room, Text(room_name))?;
    if let Some(palette) = &costume.palette {
        write!(out, " · {}&nbsp;colours", palette.colours.len())?;
    }
    if costume.status != Status::Ok {
        write!(out, " <span class=\"status\">{}</span>", costume.status.name())?;
    }
    writeln!(out, "</p>")?;
    match &costume.error {
        Some(error) => writeln!(out, "<p class=\"error\">{}</p>", Text(&error.text))?,
        None => details(out, costume, &name)?,
    }
    writeln!(out, "</article>")
}

/// The picture at the top of a card.
fn look(out: &mut String, costume: &CostumeReport, name: &str) -> fmt::Result {
    let shown = |it: &&AnimationReport| it.status != PictureStatus::Blank && !it.files.is_empty();
    let named = |wanted: &str| costume.animations.iter().filter(shown).find(|it| it.name == wanted);
    let best = BEST.iter().find_map(|wanted| named(wanted)).or_else(|| costume.animations.iter().find(shown));
    let fit = |width: u32, height: u32| (200 / width.max(1)).min(176 / height.max(1)).clamp(1, 4) * width;
    if let Some((animation, files)) = best.and_then(|it| Some((it, Files::of(it)?))) {
        let [width, height] = animation.canvas;
        let label = format!("{name}, {} {}", animation.title, animation.facing);
        return writeln!(
            out,
            "<button type=\"button\" class=\"look\" aria-pressed=\"false\" aria-label=\"Play {0}\" \
             data-still=\"{1}\" data-moving=\"{2}\"{4}>\
             <img src=\"{1}\" alt=\"{0}\" loading=\"lazy\" width=\"{3}\"></button>",
            Text(&label),
            files.still,
            files.moving,
            fit(width, height),
            once(animation),
        );
    }
    let picture = costume.pictures.iter().filter(|it| it.status == PictureStatus::Ok);
    let picture = picture.max_by_key(|it| u32::from(it.width) * u32::from(it.height));
    match picture.and_then(|it| Some((it, it.file.as_ref()?))) {
        Some((picture, file)) => writeln!(
            out,
            "<div class=\"look\"><img src=\"{file}\" alt=\"{}, a picture of limb {}\" loading=\"lazy\" \
             width=\"{}\"></div>",
            Text(name),
            picture.limb,
            fit(picture.width.into(), picture.height.into()),
        ),
        None => writeln!(out, "<div class=\"look\" aria-hidden=\"true\"></div>"),
    }
}

/// The files that show an animation at rest and moving.
struct Files<'a> {
    still: &'a str,
    moving: &'a str,
}

impl<'a> Files<'a> {
    fn of(animation: &'a AnimationReport) -> Option<Self> {
        let moving = moving(&animation.files).map(|file| &*file.path);
        let frame = animation.frames.first().and_then(|frame| frame.file.as_deref());
        // Without single frames, the moving file has to stand for the still one.
        Some(Self { still: frame.or(moving)?, moving: moving.or(frame)? })
    }
}

/// What the script is told of an animation that ends.
fn once(animation: &AnimationReport) -> &'static str {
    if animation.loops_to.is_none() && animation.frames.len() > 1 { " data-once" } else { "" }
}

fn moving(files: &[FileReport]) -> Option<&FileReport> {
    [Format::Gif, Format::Webp, Format::Apng]
        .iter()
        .find_map(|format| files.iter().find(|file| file.format == format.name()))
}

fn details(out: &mut String, costume: &CostumeReport, name: &str) -> fmt::Result {
    writeln!(
        out,
        "<details><summary>{}, {}<span class=\"visually-hidden\"> of {}</span></summary>\n<div class=\"inside\">",
        count(costume.animations.len(), "animation"),
        picture_count(
            costume.pictures.len(),
            costume.pictures.iter().filter(|it| it.same_as.is_none()).count()
        ),
        Text(name)
    )?;
    if !costume.files.is_empty() {
        let links =
            costume.files.iter().map(|file| format!("<a href=\"{}\">{}</a>", file.path, file_title(file)));
        writeln!(out, "<p>{}</p>", links.collect::<Vec<_>>().join(" · "))?;
    }
    writeln!(out, "<div class=\"chores\">")?;
    for chore in costume.animations.chunk_by(|a, b| a.chore == b.chore) {
        clips(out, name, chore)?;
    }
    writeln!(out, "</div>")?;
    pictures(out, costume)?;
    colours::write(out, costume)?;
    problems(out, costume)?;
    writeln!(out, "</div></details>")
}

/// What a file is called: some formats have several.
fn file_title(file: &FileReport) -> &str {
    match file.format {
        "contact" => "contact sheet",
        _ => file.path.rsplit('/').next().unwrap_or(&file.path),
    }
}

/// The facings of one chore.
fn clips(out: &mut String, name: &str, chore: &[AnimationReport]) -> fmt::Result {
    let Some(first) = chore.first() else { return Ok(()) };
    write!(out, "<section><h3>{}", Text(&first.title))?;
    if first.title != format!("chore {}", first.chore) {
        write!(out, " <small>chore {}</small>", first.chore)?;
    }
    writeln!(out, "</h3>\n<ul class=\"row\">")?;
    for animation in chore {
        write!(out, "<li><figure>")?;
        match Files::of(animation) {
            Some(files) => write!(
                out,
                "<button type=\"button\" class=\"clip\" aria-pressed=\"false\" aria-label=\"Play {0}\" \
                 data-still=\"{1}\" data-moving=\"{2}\"{4}>\
                 <img src=\"{1}\" alt=\"{0}\" loading=\"lazy\" style=\"--w:{3}\"></button>",
                Text(&format!("{name}, {} {}", animation.title, animation.facing)),
                files.still,
                files.moving,
                animation.canvas[0],
                once(animation),
            )?,
            None => write!(out, "<span class=\"note\">nothing to see</span>")?,
        }
        write!(out, "<figcaption>{}", animation.facing)?;
        // Of one frame too, so that captions are as high as their neighbours', and feet stand on one line.
        let ends = match animation.loops_to {
            _ if animation.frames.len() < 2 => "",
            Some(_) => ", loop",
            None => ", once",
        };
        write!(out, "<span>{}{ends}</span>", count(animation.frames.len(), "frame"))?;
        if !animation.files.is_empty() {
            let link = |file: &FileReport| format!("<a href=\"{}\">{}</a>", file.path, file.format);
            let links: Vec<_> = animation.files.iter().map(link).collect();
            write!(out, "<span>{}</span>", links.join(" · "))?;
        }
        writeln!(out, "</figcaption></figure></li>")?;
    }
    writeln!(out, "</ul></section>")
}

fn pictures(out: &mut String, costume: &CostumeReport) -> fmt::Result {
    let shown: Vec<_> = costume
        .pictures
        .iter()
        .filter(|it| it.status == PictureStatus::Ok && it.same_as.is_none())
        .filter_map(|it| Some((it, it.file.as_ref()?)))
        .collect();
    if shown.is_empty() {
        return Ok(());
    }
    writeln!(out, "<details><summary>Pictures</summary>\n<ul class=\"row\">")?;
    for (picture, file) in shown {
        writeln!(
            out,
            "<li class=\"picture\"><figure><a href=\"{file}\"><span><img src=\"{file}\" alt=\"limb {0}, \
             picture {1}\" loading=\"lazy\" \
             style=\"--w:{2}\"></span></a><figcaption>limb {0}, picture {1}</figcaption></figure></li>",
            picture.limb, picture.index, picture.width,
        )?;
    }
    writeln!(out, "</ul></details>")
}

fn problems(out: &mut String, costume: &CostumeReport) -> fmt::Result {
    let told: Vec<_> = costume.problems.iter().filter(|it| it.severity != "note").collect();
    if told.is_empty() {
        return Ok(());
    }
    writeln!(out, "<h3>What is odd</h3>\n<ul class=\"problems\">")?;
    for problem in told.iter().take(MOST_PROBLEMS) {
        writeln!(out, "<li>{}: {}</li>", Text(&problem.path), Text(&problem.text))?;
    }
    if told.len() > MOST_PROBLEMS {
        writeln!(out, "<li>{} more in the manifest</li>", told.len() - MOST_PROBLEMS)?;
    }
    writeln!(out, "</ul>")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::ErrorRow;

    fn failed(name: &str) -> CostumeReport {
        CostumeReport {
            key: "game/room-001/costume-007".into(),
            id: 7,
            name: Some(name.into()),
            room: 1,
            room_name: Some("<attic>".into()),
            status: Status::Failed,
            error: Some(ErrorRow {
                text: "it's \"broken\" & <gone>".into(),
                file: None,
                block: None,
                at: None,
                hint: None,
            }),
            kind: None,
            format: None,
            palette: None,
            pictures: Vec::new(),
            animations: Vec::new(),
            files: Vec::new(),
            problems: Vec::new(),
            portrait: None,
        }
    }

    fn titled(title: &str) -> Head {
        Head {
            version: 2,
            game: "game-0".into(),
            fingerprint: String::new(),
            title: Some(title.into()),
            title_is_guess: false,
            generation: "v5",
            formats: Vec::new(),
            jiffies_per_tick: 6,
            scale_up: 1,
            background: "transparent".into(),
            trimmed: false,
        }
    }

    #[test]
    fn a_title_that_is_a_guess_looks_like_one() {
        let guess = Head { title_is_guess: true, ..titled("Monkey Island 2") };
        let page = head(&guess, "monkey2");
        assert!(page.contains("<h1>monkey2</h1>") && page.contains("Perhaps Monkey Island 2, going by"));
        assert!(head(&titled("Tailor"), "x").contains("<h1>Tailor</h1>"));
    }

    #[test]
    fn names_and_messages_are_text_and_never_markup() {
        let costume = failed("\"><img onerror='x'>");
        let sum = Summary::of(&costume);
        let page = head(&titled("</title><script>alert(1)</script>"), "game") + &card(&costume) + &tail(&sum);
        assert_eq!(page.matches("<script>").count(), 1);
        assert!(!page.contains("<img") && !page.contains("<attic>"));
        assert!(page.contains("it&#39;s &quot;broken&quot; &amp; &lt;gone&gt;"));
        assert!(page.contains("1 costume, 0 animations, 0 pictures, 1 not readable"));
    }
}
