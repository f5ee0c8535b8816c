//! `whatis` and `find --like` on figures: frames of exports, also enlarged, stretched, recoloured and cut.

use std::fs;
use std::path::Path;

use crate::support::{folder, ok, refused, run};

/// A picture in true colours.
#[derive(Clone)]
pub(crate) struct Rgba {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) pixels: Vec<[u8; 4]>,
}

impl Rgba {
    pub(crate) fn read(file: &Path) -> Self {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(fs::read(file).unwrap()));
        decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        let (width, height) = (info.width as usize, info.height as usize);
        Self { width, height, pixels: bytes.as_chunks::<4>().0.to_vec() }
    }

    pub(crate) fn write(&self, file: &Path) {
        let (width, height) = (u32::try_from(self.width).unwrap(), u32::try_from(self.height).unwrap());
        let mut encoder = png::Encoder::new(fs::File::create(file).unwrap(), width, height);
        encoder.set_color(png::ColorType::Rgba);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(self.pixels.as_flattened()).unwrap();
    }

    pub(crate) fn of(width: usize, height: usize, pixel: impl Fn(usize, usize) -> [u8; 4]) -> Self {
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Self { width, height, pixels: pixels.map(|(x, y)| pixel(x, y)).collect() }
    }

    pub(crate) fn at(&self, x: usize, y: usize) -> [u8; 4] {
        self.pixels[y * self.width + x]
    }

    pub(crate) fn mapped(&self, to: impl Fn([u8; 4]) -> [u8; 4]) -> Self {
        Self { pixels: self.pixels.iter().map(|pixel| to(*pixel)).collect(), ..*self }
    }

    pub(crate) fn enlarged(&self, across: usize, down: usize) -> Self {
        Self::of(self.width * across, self.height * down, |x, y| self.at(x / across, y / down))
    }

    /// Enlarged and stretched by 6 to 5.
    pub(crate) fn stretched(&self, by: usize) -> Self {
        let height = self.height * by * 6 / 5;
        Self::of(self.width * by, height, |x, y| self.at(x / by, (10 * y + 5) / (12 * by)))
    }

    pub(crate) fn on(&self, ground: [u8; 3]) -> Self {
        let [r, g, b] = ground;
        self.mapped(|pixel| if pixel[3] == 0 { [r, g, b, 255] } else { pixel })
    }

    /// Twice as large, with the mean colours of neighbours, and channels that are up to 9 off.
    fn smoothed(&self) -> Self {
        Self::of(self.width * 2 - 1, self.height * 2 - 1, |x, y| {
            let near = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| self.at((x + dx) / 2, (y + dy) / 2));
            let noise = (7 * x + 13 * y) % 10;
            [0, 1, 2, 3].map(|channel| {
                let sum: usize = near.iter().map(|pixel| usize::from(pixel[channel])).sum();
                u8::try_from((sum / 4 + noise).min(255)).unwrap()
            })
        })
    }

    /// With a number of rows that can be stretched.
    pub(crate) fn padded(&self) -> Self {
        let rows = self.height.div_ceil(5) * 5;
        Self::of(self.width, rows, |x, y| if y < self.height { self.at(x, y) } else { [0; 4] })
    }
}

/// Exports a frame of the sample: costume 6 walks east, with its three limbs.
fn frame(test: &str) -> (std::path::PathBuf, Rgba) {
    let at = folder(test);
    ok(&at, "export sample 6 -o fr --as frames --chore walk --facing east");
    let picture = Rgba::read(&at.join("fr/costume-006/walk-east/frame-001.png"));
    (at, picture)
}

/// The first line of the answer, and the second one.
fn answer(at: &Path, picture: &Rgba) -> (String, String) {
    picture.write(&at.join("it.png"));
    let answer = ok(at, "whatis sample it.png").stdout;
    let mut lines = answer.lines().filter(|line| !line.starts_with("the picture is")).map(str::to_owned);
    (lines.next().unwrap(), lines.next().unwrap())
}

#[test]
fn a_frame_of_an_export_is_found_by_both_commands() {
    let (at, _) = frame("whatis-frame");
    let list = ok(&at, "whatis sample fr/costume-006/walk-east/frame-001.png").stdout;
    assert!(list.starts_with("costume 6 \"Minuet\" (room 1): walk, east, tick 1\n  sure, at "), "{list}");
    assert!(
        list.contains(" pixels are equal, in the colours of room 1\n  limb 0: limb 0 / picture "),
        "{list}"
    );
    assert!(list.contains("  limb 2: limb 2 / picture "), "{list}");
    let json = ok(&at, "whatis sample fr/costume-006/walk-east/frame-001.png --json").json();
    let figure = &json["figures"][0];
    assert_eq!((&json["across"], &json["down"]), (&1.0.into(), &1.0.into()));
    assert_eq!(figure["certainty"], "sure");
    assert_eq!((figure["shown"]["costume"].as_u64(), figure["shown"]["chore"].as_u64()), (Some(6), Some(2)));
    assert_eq!(
        (figure["pixels"].as_u64(), figure["limbs"].as_array().unwrap().len()),
        (figure["equal"].as_u64(), 3)
    );
    // `find --like` finds the pose of several limbs, and single pictures as before.
    ok(&at, "find sample --like fr/costume-006/walk-east/frame-001.png")
        .prints(&["costume 6 \"Minuet\" (room 1): walk, east, tick 1 (sure, at "]);
    run(&at, "find sample --like fr/costume-006/walk-east/frame-001.png --name Odile")
        .fails(1, &["no picture"]);
}

#[test]
fn what_was_done_to_a_picture_is_undone() {
    let (at, frame) = frame("whatis-forms");
    let walk = "costume 6 \"Minuet\" (room 1): walk, east, tick 1";
    let padded = frame.padded().on([90, 130, 170]);
    for (what, picture) in [
        ("enlarged", frame.enlarged(3, 3)),
        ("on a ground", frame.on([90, 130, 170]).enlarged(2, 2)),
        ("on black", frame.on([0; 3])),
        ("stretched", padded.stretched(1)),
        ("enlarged and stretched", padded.stretched(2)),
        ("with wide pixels", frame.enlarged(4, 2)),
    ] {
        let (first, second) = answer(&at, &picture);
        assert_eq!(first, walk, "{what}");
        assert!(second.starts_with("  sure, ") && second.ends_with("of room 1"), "{what}: {second}");
    }
    let other = frame.mapped(|[r, g, b, a]| [g ^ 0x55, b ^ 0x12, r ^ 0x91, a]);
    let (first, second) = answer(&at, &other);
    assert_eq!(first, walk);
    assert!(
        second.starts_with("  sure, ") && second.ends_with("in other colours: recognised by shape"),
        "{second}"
    );
    // The lower third is hidden.
    let hidden =
        Rgba::of(
            frame.width,
            frame.height,
            |x, y| {
                if y * 3 > frame.height * 2 { [0; 4] } else { frame.at(x, y) }
            },
        );
    hidden.write(&at.join("hidden.png"));
    let json = ok(&at, "whatis sample hidden.png --json").json();
    let figure = &json["figures"][0];
    assert_eq!((figure["shown"]["costume"].as_u64(), figure["different"].as_u64()), (Some(6), Some(0)));
    assert!(figure["hidden"].as_u64().unwrap() > 0);
    let rows = |name: &str| figure[name].as_array().unwrap().clone();
    let all: Vec<_> =
        std::iter::once(figure["shown"].clone()).chain(rows("same")).chain(rows("others")).collect();
    assert!(all.iter().any(|row| (&row["chore"], &row["tick"]) == (&2.into(), &1.into())), "{json}");
    // One changed pixel: never sure.
    let mut changed = frame.clone();
    let opaque: Vec<usize> = (0..frame.pixels.len()).filter(|at| frame.pixels[*at][3] == 255).collect();
    changed.pixels[opaque[opaque.len() / 2]] = [1, 2, 3, 255];
    let (first, second) = answer(&at, &changed);
    assert!(first == walk && !second.starts_with("  sure"), "{second}");
}

#[test]
fn frames_of_gif_files_are_found() {
    let at = folder("whatis-gif");
    ok(&at, "export sample 6 -o walk.gif --chore walk --facing east --scale-up 2");
    let list = ok(&at, "whatis sample walk.gif --frame 1").stdout;
    assert!(
        list.starts_with(
            "the picture is enlarged by 2 × 2\ncostume 6 \"Minuet\" (room 1): walk, east, tick 1\n"
        ),
        "{list}"
    );
    assert!(list.contains("\n  sure, "), "{list}");
    refused(&at, "whatis sample walk.gif --frame 99", &["walk.gif: has ", " frames; --frame counts from 0"]);
    let mut broken = fs::read(at.join("walk.gif")).unwrap();
    broken.truncate(900);
    fs::write(at.join("broken.gif"), broken).unwrap();
    refused(&at, "whatis sample broken.gif --frame 3", &["broken.gif: cannot be read as a GIF file"]);
}

#[test]
fn pictures_that_are_none_of_the_game_end_in_one_sentence() {
    let at = folder("whatis-bad");
    Rgba::of(1, 1, |_, _| [9; 4]).write(&at.join("pixel.png"));
    refused(
        &at,
        "whatis sample pixel.png",
        &["pixel.png: the picture has 1 pixels, which is too few for a search"],
    );
    let noise = |x: usize, y: usize| {
        let n = (x * 7919 + y * 104_729).wrapping_mul(2_654_435_761);
        [(n >> 8).to_le_bytes()[0], (n >> 16).to_le_bytes()[0], (n >> 24).to_le_bytes()[0], 255]
    };
    Rgba::of(400, 300, noise).write(&at.join("photograph.png"));
    refused(
        &at,
        "whatis sample photograph.png",
        &["photograph.png: the picture has more than 65,535 colours"],
    );
    Rgba::of(80, 60, noise).write(&at.join("other.png"));
    run(&at, "whatis sample other.png").fails(1, &["no costume of sample has the pixels of other.png"]);
    fs::write(at.join("broken.png"), b"\x89PNG\r\n\x1a\nnothing").unwrap();
    refused(&at, "whatis sample broken.png", &["broken.png: cannot be read as a PNG file"]);
    fs::write(at.join("photograph.jpg"), [0xFF, 0xD8, 0xFF, 0xE0, 0, 0]).unwrap();
    refused(&at, "whatis sample photograph.jpg", &["photograph.jpg: cannot be read as a JPEG file"]);
    run(&at, "whatis --help").prints(&["`sure` means"]);
}

#[test]
fn a_smoothed_figure_is_recognised_by_the_colours_of_its_blocks() {
    let (at, frame) = frame("whatis-smoothed");
    frame.on([90, 130, 170]).smoothed().write(&at.join("it.png"));
    let list = ok(&at, "whatis sample it.png").stdout;
    assert!(list.contains("costume 6 \"Minuet\" (room 1): walk, east, tick 1\n  sure, at "), "{list}");
    assert!(list.contains("nearly in the colours of room 1"), "{list}");
    // So many colours that no picture of a game has them: each pixel is up to 16 off.
    let large = frame.on([90, 130, 170]).enlarged(12, 12);
    let off = |x: usize, y: usize, channel: usize| {
        let mut n = (x + 1) * 7919 + (y + 1) * 104_729 + (channel + 1) * 1_299_709;
        n ^= n >> 7;
        u8::try_from((n.wrapping_mul(2_654_435_761) >> 20) % 33).unwrap()
    };
    let noisy = Rgba::of(large.width, large.height, |x, y| {
        let [r, g, b, _] = large.at(x, y);
        let seen = |v: u8, channel: usize| v.saturating_add(off(x, y, channel)).saturating_sub(16);
        [seen(r, 0), seen(g, 1), seen(b, 2), 255]
    });
    let colours: std::collections::HashSet<_> = noisy.pixels.iter().collect();
    assert!(colours.len() > 65_535, "{} colours", colours.len());
    noisy.write(&at.join("it.png"));
    let list = ok(&at, "whatis sample it.png").stdout;
    assert!(list.contains("costume 6 \"Minuet\" (room 1): walk, east, tick 1\n  sure, at "), "{list}");
    // Its pixels from right to left are another pose, or none.
    let mirrored =
        Rgba::of(frame.width, frame.height, |x, y| frame.at(frame.width - 1 - x, frame.height - 1 - y));
    mirrored.on([90, 130, 170]).smoothed().write(&at.join("it.png"));
    let list = run(&at, "whatis sample it.png").stdout;
    assert!(!list.contains("  sure, at "), "{list}");
}
