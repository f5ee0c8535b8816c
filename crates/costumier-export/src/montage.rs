//! The montage: all costumes of a game in one picture, each once, with names.
//!
//! Each costume stands so that people recognise it: it faces the viewer if it can, with its feet on the line of its
//! row.
//!
//! **Note:** costumes have different palettes, so this picture is not indexed.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use costumier::{Action, Clip, Role};

use crate::colour::WrittenPalette;
use crate::contact::lettering;
use crate::costume::looks;
use crate::exporter::Exporter;
use crate::film::FrameBuffer;
use crate::image::{ImageError, Rect};
use crate::options::{Background, Format};
use crate::scratch::Workspace;

/// Width in pixels at which rows are broken.
const WIDTH: u32 = 960;
/// Empty pixels around the picture and between figures.
const MARGIN: u32 = 12;
const GAP: u32 = 14;
/// Height of a figure's two label lines.
const LABELS: u32 = 2 * (lettering::HEIGHT + 2);
/// Largest width of a label in pixels, unless the figure is wider.
const LABEL: u32 = 84;
/// Larger figures are cut to this size, around their middle, because damaged costumes put pictures at any position.
const LARGEST: (u32, u32) = (640, 480);
/// Largest number of pixels of the picture.
const MOST: u64 = 64 << 20;
/// Number of animations of a costume tried to find one that shows something.
const TRIED: usize = 24;
/// The usual background colour.
const SLATE: [u8; 3] = [0x4a, 0x55, 0x68];
/// The two colours of checks, and their side in pixels.
const CHECKS: [[u8; 3]; 2] = [[0xff, 0xff, 0xff], [0xd0, 0xd0, 0xd0]];
const CHECK: usize = 8;
/// The colours of the two label lines: on dark and on bright backgrounds, and where nothing is behind them.
const ON_DARK: [[u8; 3]; 2] = [[0xff, 0xff, 0xff], [0xb8, 0xc2, 0xd0]];
const ON_BRIGHT: [[u8; 3]; 2] = [[0x00, 0x00, 0x00], [0x50, 0x58, 0x64]];
const ON_NOTHING: [[u8; 3]; 2] = [[0x80, 0x80, 0x80], [0x80, 0x80, 0x80]];

/// A costume as a figure in a montage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The id of the costume.
    pub id: u32,
    /// The name of the costume, or `costume 7`.
    pub name: String,
    /// A second label: its id and its room.
    pub note: String,
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// Red, green, blue and opacity, row by row.
    pub pixels: Vec<[u8; 4]>,
}

/// What is behind the costumes of a montage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behind {
    /// One colour behind all costumes.
    Colour([u8; 3]),
    /// Bright checks, as art programs show transparency.
    Checks,
    /// Nothing: the picture is transparent.
    Transparent,
}

impl Default for Behind {
    fn default() -> Self {
        Self::Colour(SLATE)
    }
}

impl FromStr for Behind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("checks", _) => Ok(Self::Checks),
            (_, Ok(Background::Transparent)) => Ok(Self::Transparent),
            (_, Ok(Background::Colour(colour))) => Ok(Self::Colour(colour)),
            _ => Err(format!(
                "{text:?} is no background of a montage: use `checks`, `transparent` or a colour such as `#204060`"
            )),
        }
    }
}

impl Behind {
    /// Returns the colour at a position.
    fn at(self, x: usize, y: usize) -> [u8; 3] {
        let [bright, dark] = CHECKS;
        match self {
            Self::Colour(colour) => colour,
            Self::Checks if (x / CHECK + y / CHECK).is_multiple_of(2) => bright,
            Self::Checks => dark,
            Self::Transparent => [0; 3],
        }
    }

    /// Returns the colours of the two label lines.
    fn inks(self) -> [[u8; 3]; 2] {
        match self {
            Self::Transparent => ON_NOTHING,
            Self::Checks => ON_BRIGHT,
            // Green counts most for the eye.
            Self::Colour([r, g, b]) if 3 * u32::from(r) + 6 * u32::from(g) + u32::from(b) > 1280 => ON_BRIGHT,
            Self::Colour(_) => ON_DARK,
        }
    }
}

/// A montage as pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Montage {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// Red, green and blue, row by row.
    pub pixels: Vec<[u8; 3]>,
    /// The opacity of each pixel, if nothing is behind the costumes.
    pub alpha: Option<Vec<u8>>,
}

impl Exporter {
    /// Returns a costume as a figure. `None` if nothing of it can be shown.
    #[must_use]
    pub fn figure(&self, id: u32, workspace: &mut Workspace) -> Option<Figure> {
        let context = self.context();
        let opened = crate::open_costume::open(&context.game, id).ok()?;
        let (costume, palette) = (&opened.costume, looks(&context, &opened));
        let mut actions = costume.actions();
        actions.sort_by_key(|action| (preference(action), action.record));
        let mut reel = workspace.spare.pop().unwrap_or_default();
        let shown = actions.iter().take(TRIED).find_map(|action| {
            let clip = Clip::record(costume, action.chore, action.facing, context.game.limits());
            let nothing = palette.transparent;
            let _ = workspace.camera.film(costume, &clip, nothing, &mut reel).ok()?;
            fullest(&reel)
        });
        let figure = shown.map(|frame| {
            let rect = reel.drawn(frame);
            let (width, height, pixels) = coloured(&reel, frame, rect, &palette.written);
            let room = context.game.room_name(opened.room).map(|name| format!(" {name}")).unwrap_or_default();
            let name = context.names.costumes.get(&id).and_then(|it| it.name.clone());
            let name = name.unwrap_or_else(|| format!("costume {id}"));
            Figure { id, name, note: format!("{id}, room {}{room}", opened.room), width, height, pixels }
        });
        workspace.spare.push(reel);
        workspace.tidy();
        figure
    }
}

/// Returns the rank of an action for a figure: the smaller, the better people recognise the costume.
fn preference(action: &Action) -> (u8, u8) {
    let doing = match action.role {
        Some(Role::Stand) => 0,
        Some(Role::Walk) => 1,
        None => 2,
        Some(Role::TalkStop) => 3,
        Some(_) => 4,
    };
    let facing = match action.facing.name() {
        "south" => 0,
        "southeast" | "southwest" => 1,
        "east" => 2,
        "west" => 3,
        _ => 4,
    };
    // A costume that can only be seen from behind shows another chore instead.
    (doing + if facing == 4 { 5 } else { 0 }, facing)
}

/// Returns the frame that shows most. `None` if no frame shows anything.
fn fullest(reel: &FrameBuffer) -> Option<usize> {
    let area = |frame: &usize| {
        let rect = reel.drawn(*frame);
        u64::from(rect.width()) * u64::from(rect.height())
    };
    // Of equal frames, the first one.
    (0..reel.len()).rev().max_by_key(area).filter(|frame| area(frame) > 0)
}

/// Returns the pixels of a frame in colours, cut to the largest size of a figure.
fn coloured(
    reel: &FrameBuffer,
    frame: usize,
    rect: Rect,
    palette: &WrittenPalette,
) -> (u32, u32, Vec<[u8; 4]>) {
    let (width, height) = (rect.width().min(LARGEST.0), rect.height().min(LARGEST.1));
    let (left, top) = ((rect.width() - width) / 2, (rect.height() - height) / 2);
    let rows = reel.part(frame).chunks_exact(rect.width().max(1) as usize);
    let rows = rows.skip(top as usize).take(height as usize);
    let pixels = rows.flat_map(|row| row.iter().skip(left as usize).take(width as usize));
    let nothing = reel.nothing();
    let rgba = |value: &u8| if *value == nothing { [0; 4] } else { palette.rgba(*value) };
    (width, height, pixels.map(rgba).collect())
}

/// Draws a montage. Each pixel of a figure, and of a letter, becomes a square of `scale`; those of the title are twice
/// as large.
///
/// # Errors
/// If the picture would be too large, or `scale` is not 1 to 8.
pub fn draw(title: &str, figures: &[Figure], scale: u32, behind: Behind) -> Result<Montage, ImageError> {
    if !(1..=8).contains(&scale) {
        return Err(ImageError::of(format!("the scale is {scale}: use 1 to 8")));
    }
    if let Some(it) = figures.iter().find(|it| it.width > LARGEST.0 || it.height > LARGEST.1) {
        return Err(ImageError::of(format!(
            "{} is {} × {} pixels: at most {} × {} are drawn",
            it.name, it.width, it.height, LARGEST.0, LARGEST.1
        )));
    }
    let cell = |figure: &Figure| (figure.width * scale).max(LABEL * scale);
    let mut rows: Vec<Vec<&Figure>> = Vec::new();
    let mut used = 0;
    for figure in figures {
        let wide = cell(figure) + GAP;
        match rows.last_mut() {
            Some(row) if used + wide <= (WIDTH * scale.min(2)).max(WIDTH) => row.push(figure),
            _ => {
                rows.push(vec![figure]);
                used = 0;
            }
        }
        used += wide;
    }
    let length = |row: &Vec<&Figure>| row.iter().map(|it| cell(it) + GAP).sum::<u32>().saturating_sub(GAP);
    let tallest = |row: &Vec<&Figure>| row.iter().map(|it| it.height * scale).max().unwrap_or(0);
    let width =
        rows.iter().map(length).max().unwrap_or(0).max(2 * scale * lettering::width(title)) + 2 * MARGIN;
    let head = MARGIN + 2 * scale * lettering::HEIGHT + GAP;
    let lines = rows.iter().map(|row| u64::from(tallest(row) + LABELS * scale + GAP)).sum::<u64>();
    let height = u64::from(head + MARGIN - GAP.min(MARGIN)).saturating_add(lines);
    let height = match u32::try_from(height) {
        Ok(fits) if u64::from(width).saturating_mul(height) <= MOST => fits,
        _ => return Err(ImageError::of(format!("{width} × {height} pixels are too many for one picture"))),
    };
    // Labels are drawn first, as numbers of colours; figures are drawn over them.
    let mut letters = vec![0_u8; width as usize * height as usize];
    lettering::draw(&mut letters, width, (MARGIN, MARGIN), 2 * scale, 1, title);
    let mut tops = Vec::new();
    let mut top = head;
    for row in &rows {
        let (mut left, feet) = (MARGIN, top + tallest(row));
        for figure in row {
            let room = cell(figure);
            let name = shortened(&figure.name, room / scale);
            let note = shortened(&figure.note, room / scale);
            let line = (lettering::HEIGHT + 2) * scale;
            lettering::draw(&mut letters, width, (left, feet + 3), scale, 1, &name);
            lettering::draw(&mut letters, width, (left, feet + 3 + line), scale, 2, &note);
            tops.push((*figure, left, feet - figure.height * scale));
            left += room + GAP;
        }
        top = feet + LABELS * scale + GAP;
    }
    let [bright, pale] = behind.inks();
    let across = width.max(1) as usize;
    let ink = |(at, letter): (usize, &u8)| match letter {
        0 => behind.at(at % across, at / across),
        1 => bright,
        _ => pale,
    };
    let alpha = || letters.iter().map(|letter| if *letter == 0 { 0 } else { 255 }).collect();
    let alpha = (behind == Behind::Transparent).then(alpha);
    let mut montage = Montage { width, height, pixels: letters.iter().enumerate().map(ink).collect(), alpha };
    for (figure, left, top) in tops {
        montage.paste(figure, (left, top), scale);
    }
    Ok(montage)
}

/// Returns as much of a text as fits, with a dot for the part that is left out.
fn shortened(text: &str, room: u32) -> String {
    if lettering::width(text) <= room {
        return text.to_owned();
    }
    let mut short = text.to_owned();
    while !short.is_empty() && lettering::width(&format!("{short}.")) > room {
        short.pop();
    }
    format!("{}.", short.trim_end())
}

impl Montage {
    fn paste(&mut self, figure: &Figure, (left, top): (u32, u32), scale: u32) {
        let width = self.width.max(1) as usize;
        let rows = self.pixels.chunks_exact_mut(width).skip(top as usize).enumerate();
        for (y, row) in rows.take((figure.height * scale) as usize) {
            let opacity =
                self.alpha.as_mut().and_then(|alpha| alpha.chunks_exact_mut(width).nth(top as usize + y));
            let mut opacity = opacity.into_iter().flatten().skip(left as usize);
            let from = y / scale.max(1) as usize * figure.width as usize;
            let colours = figure.pixels.get(from..from + figure.width as usize).unwrap_or_default();
            let places = row.iter_mut().skip(left as usize).enumerate();
            for (x, place) in places.take((figure.width * scale) as usize) {
                let opacity = opacity.next();
                let Some([r, g, b, alpha]) = colours.get(x / scale.max(1) as usize) else { continue };
                if let Some(opacity) = opacity {
                    // Nothing is behind this pixel, so it keeps its own colour.
                    *opacity = *alpha;
                    *place = [*r, *g, *b];
                    continue;
                }
                let over = |new: u8, old: u8| {
                    let alpha = u16::from(*alpha);
                    u8::try_from((u16::from(new) * alpha + u16::from(old) * (255 - alpha)) / 255)
                        .unwrap_or(new)
                };
                *place = [over(*r, place[0]), over(*g, place[1]), over(*b, place[2])];
            }
        }
    }

    /// Returns the picture as a file: PNG, lossless WebP, or a GIF of one frame.
    ///
    /// # Errors
    /// If the format cannot hold the picture, or is another one.
    pub fn write(&self, format: Format) -> Result<Vec<u8>, ImageError> {
        match format {
            Format::Png => self.png(),
            Format::Gif => self.gif(),
            Format::Webp => {
                let mut file = Vec::new();
                let kind = match self.alpha {
                    Some(_) => image_webp::ColorType::Rgba8,
                    None => image_webp::ColorType::Rgb8,
                };
                let encoder = image_webp::WebPEncoder::new(&mut file);
                encoder.encode(&self.samples(), self.width, self.height, kind).map_err(ImageError::of)?;
                Ok(file)
            }
            other => Err(ImageError::of(format!("a montage is a PNG, WebP or GIF file, not {other}"))),
        }
    }

    /// Returns red, green and blue of all pixels, with the opacity behind them if there is one.
    fn samples(&self) -> Vec<u8> {
        match &self.alpha {
            None => self.pixels.as_flattened().to_vec(),
            Some(alpha) => {
                let pixels = self.pixels.iter().zip(alpha);
                pixels.flat_map(|([r, g, b], alpha)| [*r, *g, *b, *alpha]).collect()
            }
        }
    }

    fn gif(&self) -> Result<Vec<u8>, ImageError> {
        if self.alpha.is_some() {
            return Err(ImageError::of("a GIF file of a montage cannot be transparent"));
        }
        let colours: BTreeSet<[u8; 3]> = self.pixels.iter().copied().collect();
        if colours.len() > 256 {
            return Err(ImageError::of(format!(
                "the picture has {} colours, and a GIF file can have 256",
                colours.len()
            )));
        }
        let index: BTreeMap<[u8; 3], u8> = colours.iter().copied().zip(0..=u8::MAX).collect();
        let side = |length: u32| u16::try_from(length).map_err(|_| format!("{length} pixels are too many"));
        let palette: Vec<[u8; 3]> = colours.into_iter().collect();
        let pixels: Vec<u8> = self.pixels.iter().filter_map(|rgb| index.get(rgb).copied()).collect();
        let mut file = Vec::new();
        let (width, height) = (side(self.width)?, side(self.height)?);
        let mut encoder =
            gif::Encoder::new(&mut file, width, height, palette.as_flattened()).map_err(ImageError::of)?;
        let frame = gif::Frame { width, height, buffer: pixels.into(), ..gif::Frame::default() };
        encoder.write_frame(&frame).map_err(ImageError::of)?;
        drop(encoder);
        Ok(file)
    }

    /// Returns the picture as a PNG file.
    ///
    /// # Errors
    /// If it has no pixels.
    pub fn png(&self) -> Result<Vec<u8>, ImageError> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(if self.alpha.is_some() { png::ColorType::Rgba } else { png::ColorType::Rgb });
        let mut writer = encoder.write_header().map_err(ImageError::of)?;
        writer.write_image_data(&self.samples()).map_err(ImageError::of)?;
        writer.finish().map_err(ImageError::of)?;
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use costumier::Facing;

    fn figure(id: u32, width: u32, height: u32) -> Figure {
        let pixels = vec![[200, 10, 10, 255]; (width * height) as usize];
        Figure { id, name: format!("Somebody {id}"), note: format!("{id}"), width, height, pixels }
    }

    #[test]
    fn a_montage_is_the_same_in_every_format() {
        let montage = draw("Cast", &[figure(1, 20, 30), figure(2, 9, 12)], 2, Behind::default()).unwrap();
        let rgb = montage.pixels.as_flattened();
        let webp = montage.write(Format::Webp).unwrap();
        let mut decoder = image_webp::WebPDecoder::new(std::io::Cursor::new(&webp)).unwrap();
        let mut pixels = vec![0; decoder.output_buffer_size().unwrap()];
        decoder.read_image(&mut pixels).unwrap();
        assert!(pixels == rgb && decoder.dimensions() == (montage.width, montage.height));
        let gif = montage.write(Format::Gif).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&gif[..]).unwrap();
        let frame = decoder.read_next_frame().unwrap().unwrap();
        let pixels: Vec<u8> = frame.buffer.chunks_exact(4).flat_map(|rgba| rgba[..3].to_vec()).collect();
        assert!(pixels == rgb);
        assert!(montage.write(Format::Bmp).unwrap_err().to_string().contains("not bmp"));
        let many = Montage {
            width: 16,
            height: 17,
            pixels: (0..=255).chain(0..16).map(|i| [i, 1, i / 16]).collect(),
            alpha: None,
        };
        assert!(many.write(Format::Gif).is_ok());
        let many = Montage {
            pixels: (0..=255).map(|i| [i, 0, 0]).chain((0..16).map(|i| [i, 1, 0])).collect(),
            ..many
        };
        assert!(many.write(Format::Gif).unwrap_err().to_string().contains("272 colours"));
    }

    #[test]
    fn what_is_behind_can_be_chosen() {
        let corner = |behind: &str| {
            let it = draw("C", &[figure(1, 20, 30)], 1, behind.parse().unwrap()).unwrap();
            (it.pixels[0], it.pixels[8], it.alpha.map(|alpha| alpha[0]))
        };
        assert_eq!(corner("#010203"), ([1, 2, 3], [1, 2, 3], None));
        assert_eq!(corner("checks"), (CHECKS[0], CHECKS[1], None));
        assert_eq!(corner("transparent").2, Some(0));
        assert!("room".parse::<Behind>().is_err());
        let clear = draw("C", &[figure(1, 20, 30)], 2, Behind::Transparent).unwrap();
        let alpha = clear.alpha.as_ref().unwrap();
        let red =
            clear.pixels.iter().zip(alpha).filter(|(rgb, alpha)| **rgb == [200, 10, 10] && **alpha == 255);
        assert_eq!(red.count(), 40 * 60);
        assert!(
            clear.write(Format::Gif).is_err() && clear.png().is_ok() && clear.write(Format::Webp).is_ok()
        );
    }

    #[test]
    fn sizes_that_no_figure_has_are_refused() {
        for scale in [0, 9, u32::MAX] {
            assert!(
                draw("Cast", &[figure(1, 20, 30)], scale, Behind::default())
                    .unwrap_err()
                    .to_string()
                    .contains("use 1 to 8")
            );
        }
        let wide = Figure { width: u32::MAX, ..figure(1, 1, 1) };
        assert!(
            draw("Cast", &[wide], 8, Behind::default())
                .unwrap_err()
                .to_string()
                .contains("at most 640 × 480")
        );
        let several = vec![figure(1, 1, 480); 1 << 16];
        assert!(
            draw("Cast", &several, 8, Behind::default())
                .unwrap_err()
                .to_string()
                .contains("too many for one picture")
        );
    }

    #[test]
    fn everybody_stands_whole_and_on_the_line() {
        let figures: Vec<Figure> = (1..=40).map(|id| figure(id, 20 + id, 30 + 2 * id)).collect();
        for scale in [1, 3] {
            let montage = draw("A game", &figures, scale, Behind::default()).unwrap();
            let red = montage.pixels.iter().filter(|pixel| **pixel == [200, 10, 10]).count();
            let wanted: u32 = figures.iter().map(|it| it.width * it.height * scale * scale).sum();
            assert_eq!(red, wanted as usize, "nobody is covered or cut");
            assert_eq!(montage.pixels.len(), montage.width as usize * montage.height as usize);
            assert!(montage.png().unwrap().starts_with(b"\x89PNG"));
            // The title's first letter is a stem, of two pixels, enlarged.
            let white = |row: &[[u8; 3]]| {
                row.iter()
                    .position(|it| *it != SLATE)
                    .map(|at| row[at..].iter().take_while(|it| **it == ON_DARK[0]).count())
            };
            let rows = montage.pixels.chunks_exact(montage.width as usize);
            let first = rows.filter_map(white).next().unwrap();
            assert_eq!(first % (2 * scale as usize), 0, "letters are enlarged");
        }
        let montage = draw("", &[figure(1, 10, 10), figure(2, 10, 30)], 1, Behind::default()).unwrap();
        let rows_of = |left: usize| {
            let rows = montage.pixels.chunks_exact(montage.width as usize).enumerate();
            rows.filter(|(_, row)| row[left] == [200, 10, 10]).map(|(y, _)| y).collect::<Vec<_>>()
        };
        let (short, tall) = (rows_of(MARGIN as usize), rows_of((MARGIN + LABEL + GAP) as usize));
        assert_eq!((short.last(), short.len(), tall.len()), (tall.last(), 10, 30));
    }

    #[test]
    fn long_names_end_in_a_dot_and_nobody_makes_nothing() {
        assert_eq!(shortened("Odile", 100), "Odile");
        let short = shortened("The Great Wizard of the East", 60);
        assert!(
            short.starts_with("The Gr") && short.ends_with('.') && lettering::width(&short) <= 60,
            "{short}"
        );
        assert!(draw("Empty", &[], 1, Behind::default()).is_ok());
        assert!(draw("Too many", &vec![figure(1, 600, 400); 900], 2, Behind::default()).is_err());
    }

    #[test]
    fn who_can_faces_the_viewer() {
        let action = |role, facing| Action { record: 0, chore: 0, facing, role };
        let mut all = [
            action(Some(Role::Stand), Facing::NORTH),
            action(Some(Role::Walk), Facing::SOUTH),
            action(Some(Role::Stand), Facing::EAST),
            action(Some(Role::Stand), Facing::SOUTH),
        ];
        all.sort_by_key(preference);
        let facings: Vec<_> = all.iter().map(|it| it.facing.name()).collect();
        assert_eq!(facings, ["south", "east", "south", "north"]);
    }
}
