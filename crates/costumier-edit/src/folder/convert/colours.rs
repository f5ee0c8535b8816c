//! Colours for another generation: the nearest that it has.
//!
//! ```text
//! costume colour ─▸ its colour on the screen ─┬─▸ a colour of the room      palette
//!                                             ├─▸ a colour of the screen    palette (v4), or the pixels (v2, v3)
//!                                             └─▸ skin, suit or black       the pixels (v1)
//! ```

use std::collections::BTreeSet;

use costumier::Dialect;
use costumier::format::colour::{Wearer, room_colours};
use costumier::format::cost::Format;
use costumier::format::dialect::ColourRule;
use costumier::screen::Screen;
use costumier_build::PixelSource;
use costumier_build::costume::CostumeDesign;

use super::Target;
use crate::folder::report::Report;
use crate::folder::{TEXT, dialect_name};
use crate::pictures::Rgb;
use crate::pictures::recover::hex;
use costumier::format::oklab::Choices;

/// The room colour that is a shadow if there is a shadow table.
pub(crate) const SHADOW: u8 = 13;

/// Number of changes that a note shows one by one.
const SHOWN: usize = 8;

/// Colours less bright than this become black in v1.
const DARK: i32 = 56;

/// Colours whose red exceeds their brightness by more than this become skin in v1.
const REDDISH: i32 = 40;

/// How costumes of a generation get their colours.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A palette names room colours.
    Room,
    /// A palette names colours of the screen.
    Screen,
    /// Pixels are colours of the screen. The palette names the one that is black.
    Pixels,
    /// Pixels are skin, suit and black.
    Actor,
}

impl Kind {
    fn of(dialect: &Dialect) -> Self {
        match dialect.colours {
            ColourRule::Actor { .. } => Self::Actor,
            ColourRule::Sixteen { .. } => Self::Pixels,
            _ if dialect.fixed_colours => Self::Screen,
            _ => Self::Room,
        }
    }
}

/// Converts palette, pixels and format. Returns the new colours on the screen, as far as they are known.
pub(super) fn convert(
    design: &mut CostumeDesign,
    shown: &[Rgb],
    (from, target): (&Dialect, &Target<'_>),
    report: &mut Report,
) -> Option<Vec<Rgb>> {
    let (was, is) = (Kind::of(from), Kind::of(&target.dialect));
    let is_room = is == Kind::Room && was == Kind::Room;
    let is_known = !target.room_colours.is_empty() && shown.len() >= design.palette.len();
    if was == is && !(is_room && is_known) {
        return Some(shown.to_vec());
    }
    let Some(looks) = looks(design, from, shown) else {
        let text = format!(
            "is missing: the conversion to {} needs the costume's colours. Unpack the costume from its game again, \
             or add its colours",
            dialect_name(&target.dialect)
        );
        report.refuse(format!("{TEXT}: rgb"), text);
        return None;
    };
    let used = used(design);
    let mut change = Change { looks: &looks, used: &used, now: Vec::new() };
    match is {
        Kind::Room => change.room(design, was, target, report),
        Kind::Screen => change.screen(design, target),
        Kind::Pixels => change.pixels(design, target),
        Kind::Actor => change.actor(design, target),
    }
    let by = if is == Kind::Room && !target.room_colours.is_empty() {
        "the room that the costume goes into".to_owned()
    } else {
        dialect_name(&target.dialect).to_owned()
    };
    change.tell(&format!("were replaced by the nearest of {by}"), report);
    let colours = match is {
        // The meaning of pixels in that generation, whatever costume draws them.
        Kind::Pixels | Kind::Actor => screen_looks(&target.dialect, &design.palette),
        Kind::Room | Kind::Screen => {
            let colour =
                |k: usize| change.now.iter().find(|(old, _)| usize::from(*old) == k).map(|(_, now)| *now);
            (0..design.palette.len()).map(|k| colour(k).unwrap_or_default()).collect()
        }
    };
    Some(colours)
}

/// Returns the colour on the screen of each pixel value.
fn looks(design: &CostumeDesign, from: &Dialect, shown: &[Rgb]) -> Option<Vec<Rgb>> {
    if from.fixed_colours {
        return Some(screen_looks(from, &design.palette));
    }
    shown.get(..design.palette.len()).map(<[Rgb]>::to_vec)
}

/// Returns the colour of each pixel value if all colours are those of the screen.
fn screen_looks(dialect: &Dialect, palette: &[u8]) -> Vec<Rgb> {
    let screen = dialect.made_for.colours();
    let values = match Kind::of(dialect) {
        Kind::Actor => 4,
        _ => palette.len().max(16),
    };
    let numbers = room_colours(dialect.colours, palette, &Wearer::PLAIN);
    numbers
        .iter()
        .take(values)
        .map(|number| screen.get(usize::from(number & 15)).copied().unwrap_or_default())
        .collect()
}

/// Returns the pixel values that pictures use.
fn used(design: &CostumeDesign) -> BTreeSet<u8> {
    let pictures = design.limbs.iter().flat_map(|limb| &limb.pictures);
    let rows = pictures.filter_map(|picture| match &picture.source.pixels {
        PixelSource::Rows(rows) => Some(rows),
        _ => None,
    });
    rows.flatten().copied().filter(|value| *value != 0).collect()
}

struct Change<'a> {
    looks: &'a [Rgb],
    used: &'a BTreeSet<u8>,
    /// The new colour of each old pixel value.
    now: Vec<(u8, Rgb)>,
}

impl Change<'_> {
    /// Returns pixel values with their colours, without the transparent one.
    fn drawn(&self) -> impl Iterator<Item = (u8, Rgb)> + use<'_> {
        (0..=u8::MAX).zip(self.looks.iter().copied()).skip(1)
    }

    /// Converts to a palette of room colours.
    fn room(&mut self, design: &mut CostumeDesign, was: Kind, target: &Target<'_>, report: &mut Report) {
        let screen = Screen::Ega.colours();
        let room = if target.room_colours.is_empty() { &screen[..] } else { target.room_colours };
        let old = if was == Kind::Room { design.palette.clone() } else { Vec::new() };
        let mut numbers = room_numbers(&old, self.looks, room, &target.dialect);
        // Colours that no pixel has keep their numbers.
        for (value, (number, old)) in (0..=u8::MAX).zip(numbers.iter_mut().zip(&old)) {
            if !self.used.contains(&value) {
                *number = *old;
            }
        }
        let look = |number: &u8| room.get(usize::from(*number)).copied().unwrap_or_default();
        self.now = (0..=u8::MAX).zip(numbers.iter().map(look)).skip(1).collect();
        design.palette = numbers;
        design.palette.resize(if self.looks.len() > 16 { 32 } else { 16 }, 0);
        if was != Kind::Room {
            set_format(design, if self.looks.len() > 16 { 0x59 } else { 0x58 });
        }
        if target.room_colours.is_empty() && target.dialect.high_colour.is_none() {
            report.note(
                TEXT,
                "palette: the room's colours 0 to 15 are taken for EGA's; `costumier put` takes the nearest that the \
                 costume's room has",
            );
        }
    }

    /// Converts to a palette of colours of the screen.
    fn screen(&mut self, design: &mut CostumeDesign, target: &Target<'_>) {
        let screen = target.dialect.made_for.colours();
        let mut palette = vec![0; if self.looks.len() > 16 { 32 } else { 16 }];
        let mut now = Vec::new();
        for (value, look) in self.drawn() {
            let number = nearest_of_few(look, (0..16).zip(screen));
            if let Some(slot) = palette.get_mut(usize::from(value)) {
                *slot = number;
                now.push((value, screen.get(usize::from(number)).copied().unwrap_or_default()));
            }
        }
        self.now = now;
        set_format(design, if palette.len() > 16 { 0x59 } else { 0x58 });
        design.palette = palette;
    }

    /// Converts to pixels that are colours of the screen. Black gets a value that no other colour needs, and the
    /// palette names it.
    fn pixels(&mut self, design: &mut CostumeDesign, target: &Target<'_>) {
        let screen = target.dialect.made_for.colours();
        let near = |look: Rgb, from: u8| {
            nearest_of_few(look, (0..16).zip(screen).filter(|(number, _)| *number >= from))
        };
        let used: Vec<(u8, Rgb)> = self.drawn().filter(|(value, _)| self.used.contains(value)).collect();
        let numbers: BTreeSet<u8> = used.iter().map(|(_, look)| near(*look, 0)).collect();
        let spare = (1..16).rev().find(|number| !numbers.contains(number));
        let mut values = [0; 256];
        for (value, look) in self.drawn() {
            let number = match near(look, 0) {
                0 => spare.unwrap_or_else(|| near(look, 1)),
                number => number,
            };
            if let Some(slot) = values.get_mut(usize::from(value)) {
                *slot = number;
            }
        }
        let black = spare.filter(|_| numbers.contains(&0)).unwrap_or(0);
        self.now = used
            .iter()
            .map(|(value, _)| {
                let number = values.get(usize::from(*value)).copied().unwrap_or(0);
                let number = if number == black { 0 } else { number };
                (*value, screen.get(usize::from(number)).copied().unwrap_or_default())
            })
            .collect();
        set_format(design, 0x58);
        design.palette = vec![black];
        repaint(design, &values);
    }

    /// Converts to skin, suit and black: dark colours become black, reddish ones skin, all others the suit, whose
    /// colour depends on the actor.
    fn actor(&mut self, design: &mut CostumeDesign, target: &Target<'_>) {
        let own = screen_looks(&target.dialect, &[]);
        let mut values = [0; 256];
        let mut now = Vec::new();
        for (value, look) in self.drawn().filter(|(value, _)| self.used.contains(value)) {
            let number = match parts(look) {
                [light, ..] if light < DARK => 3,
                [_, red, _] if red > REDDISH => 1,
                _ => 2,
            };
            if let Some(slot) = values.get_mut(usize::from(value)) {
                *slot = number;
            }
            now.push((value, own.get(usize::from(number)).copied().unwrap_or_default()));
        }
        self.now = now;
        set_format(design, 0x57);
        design.palette = Vec::new();
        repaint(design, &values);
    }

    /// Reports which colours differ; `differ` says how.
    fn tell(&self, differ: &str, report: &mut Report) {
        let others: Vec<String> = self
            .now
            .iter()
            .filter(|(value, _)| self.used.contains(value))
            .filter_map(|(value, now)| {
                let old = self.looks.get(usize::from(*value)).copied()?;
                (old != *now).then(|| format!("{value} {} ▸ {}", hex(old), hex(*now)))
            })
            .collect();
        let shown = others.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
        let more = if others.len() > SHOWN { ", …" } else { "" };
        if !others.is_empty() {
            let (count, all) = (others.len(), self.used.len());
            report.note(TEXT, &format!("{count} of {all} colours {differ}: {shown}{more}"));
        }
    }
}

/// Reports the colours that a costume with its palette unchanged shows otherwise in the room that it goes into.
/// `shown` is the colour of each costume colour now, except for those that are `unknown`.
pub(in crate::folder) fn tell_other_room(
    (palette, used): (&[u8], BTreeSet<u8>),
    (shown, unknown): (&[Rgb], &BTreeSet<usize>),
    room: &[Rgb],
    dialect: &Dialect,
    report: &mut Report,
) {
    if Kind::of(dialect) != Kind::Room || room.is_empty() || shown.len() < palette.len() {
        return;
    }
    let looks = (0..=u8::MAX).zip(palette).filter(|(value, number)| {
        let is_shadow = dialect.shadow_table && **number == SHADOW;
        !is_shadow && !unknown.contains(&usize::from(*value))
    });
    let now =
        looks.map(|(value, number)| (value, room.get(usize::from(*number)).copied().unwrap_or_default()));
    let change = Change { looks: shown, used: &used, now: now.collect() };
    change.tell("look different in the room that the costume goes into; change `palette`", report);
}

/// Returns the room colour of each of these colours: `old` if the room has the colour there or if it is a shadow,
/// otherwise the nearest.
pub(in crate::folder) fn room_numbers(old: &[u8], looks: &[Rgb], room: &[Rgb], dialect: &Dialect) -> Vec<u8> {
    let is_shadow = |number: u8| dialect.shadow_table && number == SHADOW;
    let choices = Choices::new((0..=u8::MAX).zip(room.iter().copied()).filter(|(it, _)| !is_shadow(*it)));
    let number = |(value, look): (usize, &Rgb)| {
        let own = old.get(value).copied();
        let stays = |own: &u8| value == 0 || room.get(usize::from(*own)) == Some(look) || is_shadow(*own);
        own.filter(stays).unwrap_or_else(|| match value {
            0 => 0,
            _ => choices.nearest(*look).map_or(0, |(number, _)| number),
        })
    };
    looks.iter().enumerate().map(number).collect()
}

fn set_format(design: &mut CostumeDesign, kind: u8) {
    let mirror = if design.format.never_mirror { 0x80 } else { 0 };
    design.format = Format::from_byte(kind | mirror).unwrap_or(design.format);
}

/// Replaces all pixel values.
fn repaint(design: &mut CostumeDesign, values: &[u8; 256]) {
    for picture in design.limbs.iter_mut().flat_map(|limb| &mut limb.pictures) {
        if let PixelSource::Rows(rows) = &mut picture.source.pixels {
            rows.iter_mut().for_each(|value| *value = values.get(usize::from(*value)).copied().unwrap_or(0));
        }
    }
}

/// Returns the index of the nearest of a screen's few colours. Greys would be nearest to most colours, so the
/// difference from grey counts 9/5: hue more than saturation.
fn nearest_of_few(look: Rgb, among: impl IntoIterator<Item = (u8, Rgb)>) -> u8 {
    let [light, red, blue] = parts(look);
    let difference = |colour: Rgb| {
        let [other_light, other_red, other_blue] = parts(colour);
        2 * (light - other_light).pow(2)
            + (red * 9 / 5 - other_red).pow(2)
            + (blue * 9 / 5 - other_blue).pow(2)
    };
    let best = among.into_iter().min_by_key(|(_, colour)| (*colour != look, difference(*colour)));
    best.map_or(0, |(number, _)| number)
}

/// Returns the brightness, and the distances of red and blue from grey.
fn parts([red, green, blue]: Rgb) -> [i32; 3] {
    let [red, green, blue] = [red, green, blue].map(i32::from);
    let light = (2 * red + 5 * green + blue) / 8;
    [light, red - light, blue - light]
}
