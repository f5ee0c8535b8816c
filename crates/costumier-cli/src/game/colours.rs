//! `dump --colours`: the source of a costume's colours, in words.

use std::io::{self, Write};

use costumier_export::colour::{Choice, Palette, PaletteName};

use crate::game::open::OpenGame;
use crate::output::text::line;

/// Formats a colour as `#rrggbb`.
pub(crate) fn rgb([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn name(opened: &OpenGame, palette: &PaletteName) -> String {
    format!("room {}, {}", opened.room_text(palette.room), palette.block)
}

/// Returns the source of a costume's colours: `room 1 (dock), CLUT: the room that owns the costume`.
pub(crate) fn source(opened: &OpenGame, palette: &Palette) -> String {
    let why = palette.choice.why();
    match palette.chosen.as_ref().filter(|_| palette.choice != Choice::Given) {
        Some(chosen) => format!("{}: {why}", name(opened, chosen)),
        None => why.to_owned(),
    }
}

/// Returns the source of a costume's colours, and in a second line how to take the likeliest other colours:
/// ``in room 2 (bar), 3 of its 15 visible colours are different; `--room 2` exports those``.
pub(crate) fn source_and_rival(opened: &OpenGame, palette: &Palette) -> String {
    // A room's first palette needs no name.
    let short = |it: &PaletteName| match it.palette {
        0 => format!("room {}", opened.room_text(it.room)),
        _ => name(opened, it),
    };
    let why = palette.choice.why();
    let room = palette.chosen.as_ref().filter(|_| palette.choice != Choice::Given);
    let chosen = room.map_or_else(|| why.to_owned(), |it| format!("{}, {why}", short(it)));
    let Some((rival, it)) = palette.others.first().and_then(|rival| Some((rival, rival.palettes.first()?)))
    else {
        return chosen;
    };
    let more = match palette.other_looks {
        1 => String::new(),
        n => format!("; in other rooms it has still others ({})", n - 1),
    };
    let used = palette.colours.iter().filter(|colour| colour.used).count();
    let (n, room) = (rival.differing, it.room);
    let are = if n == 1 { "is" } else { "are" };
    format!(
        "{chosen}\n  in {}, {n} of its {used} visible colours {are} different; `--room {room}` exports those{more}",
        short(it)
    )
}

/// Prints the colours that scripts give a costume's actors, and the rooms where scripts put them.
pub(crate) fn script_looks(out: &mut dyn Write, opened: &OpenGame, id: u32) -> io::Result<()> {
    let Some(costume) = opened.cast.as_ref().and_then(|cast| cast.costumes.get(&id)) else { return Ok(()) };
    let Ok(found) = opened.game.costume(id) else { return Ok(()) };
    let high = found.dialect().high_colour.is_some();
    for (number, look) in (1..).zip(&costume.looks) {
        let changes: Vec<String> = if high {
            let pixels = found.pixels_in(&look.value).into_iter();
            pixels.map(|(entry, pixel)| format!("{entry} as pixel {pixel:04X}")).collect()
        } else {
            let colours = found.overrides_in(&look.value).into_iter();
            colours.map(|(entry, colour)| format!("{entry} as {colour}")).collect()
        };
        let shadow = look.value.shadow.map(|mode| format!("shadow mode {mode}"));
        let all: Vec<String> = changes.into_iter().chain(shadow).collect();
        let sure = look.certainty.name();
        writeln!(out, "look {number} from scripts ({sure}): value {}", all.join(", "))?;
    }
    if !costume.rooms.is_empty() {
        let room =
            |room: i32| u32::try_from(room).map_or_else(|_| room.to_string(), |room| opened.room_text(room));
        let rooms: Vec<String> = costume.rooms.iter().map(|fact| room(fact.value)).collect();
        writeln!(out, "scripts show it in {}\n", rooms.join(", "))?;
    }
    Ok(())
}

/// Prints each costume colour with its room colour and the colour on the screen.
pub(crate) fn colours(out: &mut dyn Write, opened: &OpenGame, id: u32, palette: &Palette) -> io::Result<()> {
    line(out, format_args!("costume {id}, colours of {}", source(opened, palette)))?;
    writeln!(out, "{}", palette.mapping.about())?;
    writeln!(out, "\nvalue  room colour  shown as")?;
    for (value, colour) in palette.colours.iter().enumerate() {
        let Some(exact) = colour.exact else {
            writeln!(out, "{value:>5}               transparent")?;
            continue;
        };
        if !colour.used {
            continue;
        }
        let mut shown = rgb(exact);
        if colour.shadow {
            shown.push_str(", where no shadow table is set; else a shadow");
        }
        if colour.carried_over {
            shown.push_str(", for want of one: the palette leaves this colour as the room before had it");
        }
        writeln!(out, "{value:>5}  {:>11}  {shown}", colour.room_colour)?;
    }
    let used = palette.colours.iter().filter(|colour| colour.used).count();
    for (i, look) in palette.others.iter().enumerate() {
        if i == 0 {
            writeln!(out, "\nin other rooms, the likeliest first")?;
        }
        let names: Vec<String> = look.palettes.iter().map(|it| name(opened, it)).collect();
        line(out, format_args!("  {} of {used} colours differ: {}", look.differing, names.join("; ")))?;
    }
    let more = palette.other_looks - palette.others.len();
    if more > 0 {
        writeln!(out, "  and {more} more")?;
    }
    Ok(())
}
