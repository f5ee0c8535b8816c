//! The colours of a drawing as colours of a room: the nearest by OKLab, and fewer if there are too many.
//!
//! OKLab is Björn Ottosson's colour space, in which equal distances look equally large
//! (<https://bottosson.github.io/posts/oklab/>). Roots are found by Newton's method, so that every machine chooses the
//! same colours.

use std::collections::{BTreeMap, BTreeSet};

use costumier::Refused;

use super::drawing::{Drawing, NOTHING};
use crate::folder::refused;
use crate::pictures::Rgb;
use crate::pictures::palette::ShownPalette;
use crate::pictures::png;
use crate::pictures::recover::hex;

/// The room colour that v5 and v6 draw as a shadow.
const SHADOW: usize = 13;

/// The most colours of a costume, the transparent one included.
const MOST: usize = 32;

/// The colours of a smaller costume.
const FEW: usize = 16;

/// What became of a colour of the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColourChange {
    /// The colour in the drawing.
    pub drawn: Rgb,
    /// The colour in the costume.
    pub shown: Rgb,
    /// The number of pixels in different pictures that have it.
    pub pixels: usize,
}

/// Costume colours for the colours of a drawing.
#[derive(Clone, Debug)]
pub(super) struct Fitted {
    /// The room colour of each costume colour: 16 or 32.
    pub(super) palette: Vec<u8>,
    /// The colour of each costume colour on the screen.
    pub(super) shown: Vec<Rgb>,
    /// The costume colour of each colour of the drawing.
    pub(super) numbers: Vec<u8>,
    pub(super) changes: Vec<ColourChange>,
}

/// Chooses the costume's colours. Without a room, the drawing's colours get the room colours 16, 17 and so on.
pub(super) fn fit(drawing: &Drawing, room: &[Rgb], wanted: Option<usize>) -> Result<Fitted, Refused> {
    let counts = counts(drawing);
    let used: Vec<usize> = (0..drawing.colours.len()).filter(|it| counts.get(*it) > Some(&0)).collect();
    let most = wanted.unwrap_or(MOST).clamp(2, MOST);
    // A palette keeps its order, and twins in it stay apart. Its entry 0 is transparent, as in costumes.
    let last = used.last().copied().unwrap_or(0);
    if drawing.has_palette && last < most && !used.contains(&0) {
        return Ok(in_order(drawing, room, &counts, &used));
    }
    let colour = |at: usize| drawing.colours.get(at).copied().unwrap_or_default();
    let different: BTreeSet<Rgb> = used.iter().map(|at| colour(*at)).collect();
    if wanted.is_none() && different.len() >= MOST {
        let text = format!(
            "it has {} colours, and a costume has at most {}; `--colours {MOST}` takes the nearest ones",
            different.len(),
            MOST - 1
        );
        return Err(refused("colours", text));
    }
    let choices: Vec<Rgb> = if room.is_empty() { different.into_iter().collect() } else { room.to_vec() };
    let nearest = Nearest::of(&choices, !room.is_empty());
    // How many pixels have each choice, and the choice of each colour.
    let mut chosen: Vec<(usize, usize)> =
        used.iter().map(|at| (*at, nearest.to(colour(*at), |_| true))).collect();
    reduce(&mut chosen, &counts, &nearest, |at| lab(colour(at)), most - 1);
    let mut kept: Vec<usize> = Vec::new();
    for (_, choice) in &chosen {
        if !kept.contains(choice) {
            kept.push(*choice);
        }
    }
    let mut fitted = Fitted::empty(if kept.len() < FEW { FEW } else { MOST }, drawing.colours.len());
    for (choice, number) in kept.iter().zip(1u8..) {
        let at = if room.is_empty() { usize::from(number) + FEW - 1 } else { *choice };
        fitted.set(number, at, choices.get(*choice).copied().unwrap_or_default());
    }
    for (at, choice) in chosen {
        let number =
            kept.iter().position(|kept| *kept == choice).and_then(|place| u8::try_from(place + 1).ok());
        fitted.give(at, number.unwrap_or(0), colour(at), counts.get(at).copied().unwrap_or(0));
    }
    Ok(fitted)
}

/// Keeps the entries of the drawing's palette as costume colours.
fn in_order(drawing: &Drawing, room: &[Rgb], counts: &[usize], used: &[usize]) -> Fitted {
    let size = if drawing.colours.len() <= FEW { FEW } else { MOST };
    let mut fitted = Fitted::empty(size, drawing.colours.len());
    let nearest = Nearest::of(room, true);
    for (number, colour) in (0u8..).zip(&drawing.colours).take(size).skip(1) {
        if room.is_empty() {
            fitted.set(number, usize::from(number) + FEW - 1, *colour);
        } else {
            let at = nearest.to(*colour, |_| true);
            fitted.set(number, at, room.get(at).copied().unwrap_or_default());
        }
    }
    for at in used {
        let colour = drawing.colours.get(*at).copied().unwrap_or_default();
        fitted.give(*at, u8::try_from(*at).unwrap_or(0), colour, counts.get(*at).copied().unwrap_or(0));
    }
    fitted
}

impl Fitted {
    fn empty(size: usize, colours: usize) -> Self {
        Self {
            palette: vec![0; size],
            shown: vec![[0; 3]; size],
            numbers: vec![0; colours],
            changes: Vec::new(),
        }
    }

    fn set(&mut self, number: u8, room_colour: usize, shown: Rgb) {
        let number = usize::from(number);
        if let (Some(entry), Some(colour)) = (self.palette.get_mut(number), self.shown.get_mut(number)) {
            *entry = u8::try_from(room_colour).unwrap_or(0);
            *colour = shown;
        }
    }

    fn give(&mut self, at: usize, number: u8, drawn: Rgb, pixels: usize) {
        if let Some(slot) = self.numbers.get_mut(at) {
            *slot = number;
        }
        let shown = self.shown.get(usize::from(number)).copied().unwrap_or_default();
        self.changes.push(ColourChange { drawn, shown, pixels });
    }
}

/// Gives up choices until at most `most` are left: each time the one whose pixels change least.
fn reduce(
    chosen: &mut [(usize, usize)],
    counts: &[usize],
    nearest: &Nearest,
    colour: impl Fn(usize) -> Lab,
    most: usize,
) {
    loop {
        let kept: BTreeSet<usize> = chosen.iter().map(|(_, choice)| *choice).collect();
        if kept.len() <= most.max(1) {
            return;
        }
        let cost = |given_up: usize| -> f64 {
            let moved = chosen.iter().filter(|(_, choice)| *choice == given_up);
            let worse = moved.map(|(at, _)| {
                let to =
                    nearest.among(colour(*at), kept.iter().copied().filter(|choice| *choice != given_up));
                let pixels = counts.get(*at).copied().unwrap_or(0);
                nearest.distance(colour(*at), to) * f64::from(u32::try_from(pixels).unwrap_or(u32::MAX))
            });
            worse.sum()
        };
        let costs = kept.iter().map(|choice| (cost(*choice), *choice));
        let Some((_, given_up)) = costs.min_by(|a, b| a.0.total_cmp(&b.0)) else { return };
        for (at, choice) in chosen.iter_mut().filter(|(_, choice)| *choice == given_up) {
            *choice = nearest.among(colour(*at), kept.iter().copied().filter(|choice| *choice != given_up));
        }
    }
}

/// Counts the pixels of each colour in the different pictures of a drawing.
fn counts(drawing: &Drawing) -> Vec<usize> {
    let mut counts = vec![0; drawing.colours.len()];
    let mut seen = BTreeSet::new();
    for cel in drawing.animations.iter().flat_map(|it| &it.frames).flat_map(|it| it.cels.iter().flatten()) {
        if seen.insert(std::rc::Rc::as_ptr(cel)) {
            for pixel in cel.pixels.iter().filter(|pixel| **pixel != NOTHING) {
                if let Some(count) = counts.get_mut(usize::from(*pixel)) {
                    *count += 1;
                }
            }
        }
    }
    counts
}

/// A colour in OKLab: lightness, and two axes of hue.
type Lab = [f64; 3];

/// Colours to choose from.
struct Nearest {
    colours: Vec<Lab>,
    /// Whether they are a room's colours, of which one is a shadow.
    is_room: bool,
}

impl Nearest {
    fn of(colours: &[Rgb], is_room: bool) -> Self {
        Self { colours: colours.iter().map(|colour| lab(*colour)).collect(), is_room }
    }

    fn distance(&self, from: Lab, to: usize) -> f64 {
        let to = self.colours.get(to).copied().unwrap_or_default();
        from.iter().zip(to).map(|(a, b)| (a - b) * (a - b)).sum()
    }

    fn to(&self, colour: Rgb, is_allowed: impl Fn(usize) -> bool) -> usize {
        let all = (0..self.colours.len()).filter(|at| !(self.is_room && *at == SHADOW) && is_allowed(*at));
        self.among(lab(colour), all)
    }

    /// Returns the nearest of some colours, the first of equal ones.
    fn among(&self, colour: Lab, choices: impl Iterator<Item = usize>) -> usize {
        let near = choices.map(|at| (self.distance(colour, at), at));
        near.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(0, |(_, at)| at)
    }
}

/// Returns a colour of the screen in OKLab.
fn lab(colour: Rgb) -> Lab {
    let [r, g, b] = colour.map(linear);
    let long = root(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b, 3);
    let middle = root(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b, 3);
    let short = root(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b, 3);
    [
        0.210_454_255_3 * long + 0.793_617_785_0 * middle - 0.004_072_046_8 * short,
        1.977_998_495_1 * long - 2.428_592_205_0 * middle + 0.450_593_709_9 * short,
        0.025_904_037_1 * long + 0.782_771_766_2 * middle - 0.808_675_766_0 * short,
    ]
}

/// Returns the light of a part of an sRGB colour, 0 to 1.
fn linear(part: u8) -> f64 {
    let part = f64::from(part) / 255.0;
    if part <= 0.040_45 {
        return part / 12.92;
    }
    // The power 2.4 is the twelfth power of the fifth root.
    root((part + 0.055) / 1.055, 5).powi(12)
}

/// Returns a root of a number from 0 to 1, by Newton's method.
fn root(of: f64, degree: i32) -> f64 {
    if of <= 0.0 {
        return 0.0;
    }
    let degree_of = f64::from(degree);
    let mut root = 1.0;
    for _ in 0..64 {
        let next = root - (root - of / f64::powi(root, degree - 1)) / degree_of;
        if (next - root).abs() <= f64::EPSILON * root {
            return next;
        }
        root = next;
    }
    root
}

/// Width of a colour in the picture of changes, and the gap between the two of a pair.
const SWATCH: usize = 24;
const GAP: usize = 2;
/// Number of pairs in a row.
const PAIRS: usize = 8;

/// Returns a PNG file that shows each colour of the drawing, and to its right the colour that it became.
///
/// # Errors
/// If there are more than 128 colours, for which a PNG file of 256 colours has no room.
pub fn swatches(changes: &[ColourChange]) -> Result<Vec<u8>, String> {
    let mut colours: Vec<Rgb> = vec![[32; 3]];
    for change in changes {
        for colour in [change.drawn, change.shown] {
            if !colours.contains(&colour) {
                colours.push(colour);
            }
        }
    }
    if colours.len() > 256 {
        return Err(format!("there are {} colours, and the picture has room for 255", colours.len() - 1));
    }
    let cell = (2 * SWATCH + 2 * GAP, SWATCH + GAP);
    let (columns, rows) = (changes.len().clamp(1, PAIRS), changes.len().div_ceil(PAIRS).max(1));
    let (width, height) = (columns * cell.0 + GAP, rows * cell.1 + GAP);
    let mut pixels = vec![0; width * height];
    for (number, change) in changes.iter().enumerate() {
        let (left, top) = (GAP + number % PAIRS * cell.0, GAP + number / PAIRS * cell.1);
        for (side, colour) in [change.drawn, change.shown].iter().enumerate() {
            let index = colours.iter().position(|known| known == colour).unwrap_or(0);
            let index = u8::try_from(index).unwrap_or(0);
            for row in pixels.chunks_mut(width).skip(top).take(SWATCH) {
                let from = left + side * SWATCH;
                if let Some(part) = row.get_mut(from..from + SWATCH) {
                    part.fill(index);
                }
            }
        }
    }
    let palette =
        ShownPalette { exact: colours.clone(), shown: colours, transparent: u8::MAX, now: Vec::new() };
    png::write(width, height, &pixels, &palette).map_err(|error| error.to_string())
}

/// Says in one line which colours changed, and which became one.
pub(super) fn told(changes: &[ColourChange]) -> Option<String> {
    const SHOWN: usize = 6;
    let changed = changes.iter().filter(|it| it.drawn != it.shown).count();
    let mut became: BTreeMap<Rgb, BTreeSet<Rgb>> = BTreeMap::new();
    for change in changes {
        became.entry(change.shown).or_default().insert(change.drawn);
    }
    let (kept, drawn) = (became.len(), became.values().map(BTreeSet::len).sum::<usize>());
    let mut became: Vec<(Rgb, BTreeSet<Rgb>)> = became.into_iter().collect();
    became.retain(|(shown, drawn)| drawn.iter().any(|drawn| drawn != shown));
    // Those that cannot be told apart any more come first.
    became.sort_by_key(|(_, drawn)| std::cmp::Reverse(drawn.len()));
    let first = became.iter().take(SHOWN).map(|(shown, drawn)| {
        let drawn: Vec<String> = drawn.iter().map(|drawn| hex(*drawn)).collect();
        format!("{} ▸ {}", drawn.join(" + "), hex(*shown))
    });
    let first = first.collect::<Vec<_>>().join(", ");
    let merged = if kept < drawn { format!(", and {drawn} became {kept}") } else { String::new() };
    let more = match became.len().checked_sub(SHOWN) {
        Some(more @ 1..) => format!(" and {more} more; `--swatches FILE` shows all"),
        _ => String::new(),
    };
    let all = changes.len();
    (changed > 0).then(|| format!("{changed} of {all} colours were replaced{merged}: {first}{more}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oklab_has_its_published_values() {
        // From the table of the page that defines OKLab, as given there for sRGB's corners.
        let near = |colour: Rgb, expected: Lab| {
            lab(colour).iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 0.001)
        };
        assert!(near([255, 255, 255], [1.0, 0.0, 0.0]));
        assert!(near([255, 0, 0], [0.628, 0.225, 0.126]));
        assert!(near([0, 255, 0], [0.866, -0.234, 0.179]));
        assert!(near([0, 0, 255], [0.452, -0.032, -0.312]));
        assert!(near([0, 0, 0], [0.0; 3]));
    }

    #[test]
    fn colours_that_become_one_are_told_first() {
        let change = |drawn: u8, shown: u8| ColourChange { drawn: [drawn; 3], shown: [shown; 3], pixels: 1 };
        let two = [change(1, 2), change(7, 8), change(9, 8), change(8, 8)];
        let said = "3 of 4 colours were replaced, and 4 became 2: #070707 + #080808 + #090909 ▸ #080808, \
                    #010101 ▸ #020202";
        assert_eq!(told(&two).as_deref(), Some(said));
        assert_eq!(told(&[change(1, 2)]).as_deref(), Some("1 of 1 colours were replaced: #010101 ▸ #020202"));
        assert_eq!(told(&[change(1, 1), change(2, 2)]), None);
    }

    #[test]
    fn each_colour_becomes_the_nearest_that_is_kept() {
        let colours: Vec<Rgb> = (0..60u8).map(|n| [37, 91, 151].map(|step| n.wrapping_mul(step))).collect();
        let nearest = Nearest::of(&colours, false);
        let colour = |at: usize| lab(colours[at]);
        let counts: Vec<usize> = (1..=60).collect();
        let mut chosen: Vec<(usize, usize)> = (0..60).map(|at| (at, at)).collect();
        reduce(&mut chosen, &counts, &nearest, colour, 6);
        let kept: BTreeSet<usize> = chosen.iter().map(|(_, choice)| *choice).collect();
        assert_eq!(kept.len(), 6);
        for (at, choice) in chosen {
            let distance = |other: usize| nearest.distance(colour(at), other);
            assert!(kept.iter().all(|other| distance(choice) <= distance(*other)), "{at}");
        }
    }

    #[test]
    fn roots_are_roots() {
        for n in 1..=1000 {
            let of = f64::from(n) / 1000.0;
            for degree in [3, 5] {
                assert!((root(of, degree).powi(degree) - of).abs() < 1e-12, "{of} {degree}");
            }
        }
    }
}
