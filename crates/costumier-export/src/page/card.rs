//! A costume's card on the page: its picture, facts, animations, pictures and problems.

use std::fmt::{self, Write as _};

use costumier::Severity;

use super::{Text, colours, count, picture_count, rows};
use crate::json::Status;
use crate::options::Format;
use crate::paths;
use crate::report::{AnimationReport, BEST, CostumeReport, FileReport, PictureStatus};

/// Largest number of problems listed on a card; the manifest has all.
const MOST_PROBLEMS: usize = 12;

/// Returns a costume's card.
#[must_use]
pub(crate) fn card(costume: &CostumeReport) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write_card(&mut out, costume);
    out
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
        // Each facing once is enough for the search.
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

/// Writes the picture at the top of a card.
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

/// The files that show an animation as a still and in motion.
struct Files<'a> {
    still: &'a str,
    moving: &'a str,
}

impl<'a> Files<'a> {
    fn of(animation: &'a AnimationReport) -> Option<Self> {
        let moving = moving(&animation.files).map(|file| &*file.path);
        let frame = animation.frames.first().and_then(|frame| frame.file.as_deref());
        // Without single frames, the animated file is the still as well.
        Some(Self { still: frame.or(moving)?, moving: moving.or(frame)? })
    }
}

/// Returns the attribute for an animation that ends.
fn once(animation: &AnimationReport) -> &'static str {
    if animation.loops_to.is_none() && animation.frames.len() > 1 { " data-once" } else { "" }
}

fn moving(files: &[FileReport]) -> Option<&FileReport> {
    [Format::Gif, Format::Webp, Format::Apng]
        .iter()
        .find_map(|format| files.iter().find(|file| file.format == format.name()))
}

fn details(out: &mut String, costume: &CostumeReport, name: &str) -> fmt::Result {
    // The report lists pictures even if the export has no file of them.
    let pictures = match costume.pictures.iter().any(|it| it.file.is_some()) {
        false => String::new(),
        true => {
            let different = costume.pictures.iter().filter(|it| it.same_as.is_none()).count();
            format!(", {}", picture_count(costume.pictures.len(), different))
        }
    };
    writeln!(
        out,
        "<details><summary>{}{pictures}<span class=\"visually-hidden\"> of {}</span></summary>\n<div class=\"inside\">",
        count(costume.animations.len(), "animation"),
        Text(name)
    )?;
    if !costume.files.is_empty() {
        let links =
            costume.files.iter().map(|file| format!("<a href=\"{}\">{}</a>", file.path, file_title(file)));
        writeln!(out, "<p>{}</p>", links.collect::<Vec<_>>().join(" · "))?;
    }
    rows::write(out, costume)?;
    colours::write(out, costume)?;
    problems(out, costume)?;
    writeln!(out, "</div></details>")
}

/// Returns the title of a file, because some formats have several files.
fn file_title(file: &FileReport) -> &str {
    match file.format {
        "contact" if file.path.ends_with("/contact.png") => "contact sheet",
        _ => file.path.rsplit('/').next().unwrap_or(&file.path),
    }
}

fn problems(out: &mut String, costume: &CostumeReport) -> fmt::Result {
    let odd = costume.problems.iter().filter(|it| it.severity != Severity::Note);
    let told: Vec<_> = odd.chain(&costume.left_out).collect();
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
