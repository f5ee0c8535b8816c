//! The tool's report: a table, and a folder for each difference.

use std::path::{Path, PathBuf};

use costumier::format::screen::high;

use crate::colours::{COMPARED, first_different};
use crate::compare::{Difference, Side, Tallies, Tally};
use crate::failure::{Failure, Outcome};
use crate::pack::Pack;
use crate::{scene_file, temp};

/// Maximum number of differences that are written for a pack.
const MOST_KEPT: usize = 10;

/// The table: a row for each kind, and their sum.
pub(crate) fn table(tallies: &Tallies) -> String {
    let row = |name: &str, tally: Tally| {
        let equal = tally.compared - tally.different;
        format!("{name:32} {:9} {:9} {equal:9} {:9}\n", tally.compared, tally.seen, tally.different)
    };
    let mut text =
        format!("{:32} {:>9} {:>9} {:>9} {:>9}\n", "frames", "compared", "not empty", "equal", "different");
    let mut sum = Tally::default();
    for (kind, tally) in tallies {
        text.push_str(&row(kind.name(), *tally));
        sum.compared += tally.compared;
        sum.seen += tally.seen;
        sum.different += tally.different;
    }
    text.push_str(&row("all", sum));
    text
}

/// The number of frames that differ.
pub(crate) fn different(tallies: &Tallies) -> usize {
    tallies.values().map(|tally| tally.different).sum()
}

/// Writes differences of one pack below a folder.
#[derive(Debug)]
pub(crate) struct Keeper {
    folder: PathBuf,
    /// The command that plays the pack again.
    again: String,
    kept: usize,
}

impl Keeper {
    /// Writes the differences of a pack into a folder of this name; `again` is the command that plays it again.
    pub(crate) fn new(keep: &Path, name: &str, again: String) -> Self {
        Self { folder: keep.join(name), again, kept: 0 }
    }

    /// Writes a difference: the three pictures, and the files to repeat the scene.
    pub(crate) fn keep(&mut self, pack: &Pack, difference: &Difference) -> Outcome<()> {
        self.kept += 1;
        if self.kept > MOST_KEPT {
            return Ok(());
        }
        if self.kept == 1 {
            temp::make(self.folder.clone())?;
            temp::write_all(&self.folder, &pack.files()?)?;
        }
        let name = format!("scene-{}-frame-{}", difference.case, difference.frame);
        let folder = temp::make(self.folder.join(name))?;
        let palette: Vec<[u8; 3]> = (0..=255).map(|entry| difference.actual.colour(entry)).collect();
        let mut colours = difference.colours;
        colours[COMPARED..].copy_from_slice(&palette[COMPARED..]);
        let width = difference.actual.width;
        let write = |name: &str, bytes: &[u8]| temp::write(&folder.join(name), bytes);
        if difference.actual.is_wide() {
            let pixels = |bytes: &[u8]| -> Vec<u16> {
                bytes.as_chunks().0.iter().map(|pixel| u16::from_ne_bytes(*pixel)).collect()
            };
            let (wanted, found) = (pixels(&difference.expected), pixels(&difference.actual.pixels));
            let pairs = wanted.iter().zip(&found);
            let marks: Vec<u16> =
                pairs.map(|(a, b)| if a == b { (b >> 2) & 0x1CE7 } else { 0x7C00 }).collect();
            for (name, pixels) in
                [("expected.png", &wanted), ("actual.png", &found), ("difference.png", &marks)]
            {
                let rgb: Vec<u8> = pixels.iter().flat_map(|pixel| high::rgb(*pixel)).collect();
                write(name, &image(width, &rgb, &[])?)?;
            }
        } else {
            write("expected.png", &image(width, &difference.expected, &colours)?)?;
            write("actual.png", &image(width, &difference.actual.pixels, &palette)?)?;
            let (marks, reds) = mark(difference, &palette);
            write("difference.png", &image(width, &marks, &reds)?)?;
        }
        let scene = pack.cases[difference.case].scene_at(difference.frame);
        write("scene.json", scene_file::write(&scene).as_bytes())?;
        write("about.txt", self.describe(pack, difference).as_bytes())
    }

    fn describe(&self, pack: &Pack, difference: &Difference) -> String {
        let case = &pack.cases[difference.case];
        let pairs = difference.expected.iter().zip(&difference.actual.pixels);
        let pixels = pairs.filter(|(a, b)| a != b).count();
        let different = first_different(&difference.colours, |entry| difference.actual.colour(entry));
        let colours = different.map_or_else(String::new, |(entry, wanted, found)| {
            format!("colour {entry} is {wanted:?} with Costumier, {found:?} with ScummVM\n")
        });
        let model = match difference.model {
            Side::Costumier => "agrees with Costumier",
            Side::ScummVm => "agrees with ScummVM",
            Side::Neither => "agrees with neither",
            Side::Unknown => "knows nothing of this costume",
        };
        let what = if pack.engine.has_akos() { "variables" } else { "animation counter" };
        let told = difference.told.map_or_else(String::new, |(wanted, found)| {
            format!("{what}: {wanted:?} with Costumier, {found:?} with ScummVM\n")
        });
        format!(
            "{}, frame {} of scene {}\n{pixels} pixels differ\n{colours}{told}the model {model}\n\
             again: {}\n\nscene.json is the scene of this frame, as `costumier render --scenes` draws it in the folder \
             above.\n\
             The actors' numbers are {:?}, and these are the steps before each further frame:\n{:#?}\n",
            case.kind, difference.frame, difference.case, self.again, case.numbers, case.then
        )
    }
}

/// The actual picture in dark greys, with the pixels that differ in bright red.
fn mark(difference: &Difference, palette: &[[u8; 3]]) -> (Vec<u8>, Vec<[u8; 3]>) {
    const RED: u8 = 255;
    let pairs = difference.expected.iter().zip(&difference.actual.pixels);
    let pixels = pairs.map(|(wanted, found)| if wanted == found { (*found).min(RED - 1) } else { RED });
    let mut colours: Vec<[u8; 3]> = palette
        .iter()
        .map(|[r, g, b]| [u8::try_from((u16::from(*r) + u16::from(*g) + u16::from(*b)) / 9).unwrap_or(0); 3])
        .collect();
    colours[usize::from(RED)] = [255, 0, 0];
    (pixels.collect(), colours)
}

/// A PNG with a palette; without one, `pixels` are red, green and blue.
fn image(width: usize, pixels: &[u8], palette: &[[u8; 3]]) -> Outcome<Vec<u8>> {
    let side = |pixels: usize| u32::try_from(pixels).unwrap_or(0);
    let mut out = Vec::new();
    let bytes = if palette.is_empty() { 3 } else { 1 };
    let mut encoder = png::Encoder::new(&mut out, side(width), side(pixels.len() / (bytes * width).max(1)));
    encoder.set_depth(png::BitDepth::Eight);
    if palette.is_empty() {
        encoder.set_color(png::ColorType::Rgb);
    } else {
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(palette.as_flattened());
    }
    let failed = |error| Failure::because("writing a picture", error);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(pixels).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Kind;
    use crate::engine::V5;
    use crate::judge::frames::Frame;
    use crate::render::Costumier;

    #[test]
    fn a_difference_leaves_pictures_and_what_it_takes_to_see_it_again() {
        let pack = Pack::random(&V5, 11, &vec![(Kind::Mixed, 1)]).unwrap();
        let game = pack.game(&pack.files().unwrap()).unwrap();
        let expected = Costumier::new(&game).pixels(&pack.cases[0], 0).unwrap().to_vec();
        let mut pixels = expected.clone();
        for row in 90..110 {
            pixels[row * 320 + 100..row * 320 + 200].fill(7);
        }
        let palette = (0..=255).flat_map(|entry| [entry; 3]).collect();
        let actual = Frame { width: 320, height: 200, pixels, palette };
        let folder = temp::folder().unwrap();
        let mut keeper = Keeper::new(folder.path(), "v5-pack-3", "oracle --seed 11".into());
        let difference = Difference {
            case: 0,
            frame: 0,
            expected,
            colours: [[200, 0, 0]; 256],
            actual,
            told: Some(([1, 0, 0], [2, 0, 0])),
            model: Side::Neither,
        };
        for _ in 0..2 * MOST_KEPT {
            keeper.keep(&pack, &difference).unwrap();
        }
        let kept = folder.path().join("v5-pack-3");
        assert!(kept.join("monkey2.000").is_file() && kept.join("monkey2.001").is_file());
        let kept = kept.join("scene-0-frame-0");
        for name in ["expected.png", "actual.png", "difference.png", "scene.json"] {
            assert!(kept.join(name).is_file(), "{name}");
        }
        let about = std::fs::read_to_string(kept.join("about.txt")).unwrap();
        for part in [
            "all together",
            "pixels differ",
            "colour 0 is [200, 0, 0] with Costumier, [0, 0, 0] with",
            "[1, 0, 0] with Costumier, [2, 0, 0] with",
            "oracle --seed 11",
        ] {
            assert!(about.contains(part), "{about}");
        }
    }

    #[test]
    fn the_table_adds_up() {
        let tally = |compared, different| Tally { compared, seen: 4, different };
        let tallies = [(Kind::Place, tally(10, 0)), (Kind::Once, tally(5, 2))].into_iter().collect();
        assert_eq!(different(&tallies), 2);
        let text = table(&tallies);
        let last = text.lines().last().unwrap();
        assert_eq!(last.split_whitespace().collect::<Vec<_>>(), ["all", "15", "8", "13", "2"]);
    }
}
