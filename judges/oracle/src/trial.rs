//! The games of `costumier try`, one for each kind of costume folder and one for each room of the sample's editions.
//! ScummVM plays each, and its screen must show Costumier's picture of the first moment of each act.
//!
//! Acts follow each other, and each has its name on the screen, so an equal picture is of the right act.

use std::sync::Arc;

use costumier::format::dialect::Anchor;
use costumier::scene::SceneRenderer;
use costumier::{Costume, Dialect, Game, Interpreter, Limits, MemoryFiles};
use costumier_edit::folder::{self, About, DIALECTS, PackOptions, Packed, PictureFiles};
use costumier_edit::import::{self, Drawing, ImportOptions};
use costumier_edit::trial::{Trial, TrialStage};

use crate::args::Args;
use crate::failure::{Failure, Outcome};
use crate::interpreter;
use crate::judge::Judge;
use crate::judge::frames::Frame;

/// The costume of the sample.
const COSTUME: u32 = 1;

/// Pictures that ScummVM may show for an act, and until the first.
const PICTURES: (usize, usize) = (400, 2000);

/// The display's row in which rooms of v1 and v2 begin.
const TOP: usize = 16;

/// What an act begins with: its name, pixels (two bytes each, if the screen has such) and their colours.
struct Expected {
    name: String,
    size: (usize, usize),
    pixels: Vec<u8>,
    palette: Option<[[u8; 3]; 256]>,
}

/// Plays a game for each kind; whether all acts were seen. `--kind` chooses by name.
pub(crate) fn run(judge: &Judge, args: &Args) -> Outcome<bool> {
    let mut equal = true;
    let unpacked = DIALECTS.map(|(name, dialect)| (name, dialect, converted as Make));
    let imported = [("imported for v5", Dialect::V5), ("imported for v7", Dialect::V7)]
        .map(|(name, dialect)| (name, dialect, imported as Make));
    for (name, dialect, make) in unpacked.into_iter().chain(imported) {
        if !name.contains(&args.kind) {
            continue;
        }
        let failed = |why| Failure::because("the game to try a costume", why);
        let packed = make(dialect).map_err(|why| Failure::because(name, why))?;
        let stage = TrialStage::plain(&packed).map_err(failed)?;
        let trial = Trial::new(&packed, &stage, |_, _| true).map_err(failed)?;
        equal &= tried(judge, name, &trial);
    }
    for edition in costumier_sample::GAMES.iter().filter(|edition| edition.name.contains(&args.kind)) {
        let failed = |why| Failure::because("the game to try a room", why);
        let game = Game::open(&edition.folder(), None, Limits::default()).map_err(failed)?;
        for room in game.rooms().filter(|room| room.present) {
            let trial = Trial::in_room(&game, room.id, COSTUME).map_err(failed)?;
            equal &= tried(judge, &format!("{}, room {}", edition.name, room.id), &trial);
        }
    }
    Ok(equal)
}

/// Plays a game, and says what was seen; whether it was all.
fn tried(judge: &Judge, name: &str, trial: &Trial) -> bool {
    let shown = shown(judge, trial);
    match &shown {
        Ok(acts) => println!("try {name}: {acts} acts, all as drawn"),
        Err(why) => println!("try {name}: {why}"),
    }
    shown.is_ok()
}

/// What makes a costume for a kind of game.
type Make = fn(Dialect) -> Outcome<Packed>;

/// A costume of the sample, and what a folder stores about it.
fn of_sample() -> Outcome<(Costume, About)> {
    let failed = |why| Failure::because("a costume of the sample", why);
    let sample = Game::open(&costumier_sample::files(), None, Limits::default()).map_err(failed)?;
    let costume = sample.costume(COSTUME).map_err(failed)?;
    let about = About::of(&sample, COSTUME, 1, &costume);
    Ok((costume, about))
}

/// The costume as one of another kind.
fn converted(dialect: Dialect) -> Outcome<Packed> {
    let (costume, about) = of_sample()?;
    let room_colours = about.room_colours.clone();
    let options = PackOptions { dialect: Some(dialect), room_colours, ..PackOptions::default() };
    folder::convert(&costume, &about, &options)
        .map_err(|why| Failure::because("converting a costume of the sample", why))
}

/// The costume as `import` makes it of its layers and tags.
fn imported(dialect: Dialect) -> Outcome<Packed> {
    let failed = |why| Failure::because("importing a costume of the sample", why);
    let (costume, about) = of_sample()?;
    let files = folder::unpack(&costume, &about, PictureFiles::Aseprite, &Limits::default())
        .map_err(|why| Failure::because("unpacking a costume of the sample", why))?;
    let sprite = files.get("costume.aseprite").map(Vec::as_slice).unwrap_or_default();
    let drawing = Drawing::of_aseprite(sprite, None).map_err(failed)?;
    let options = ImportOptions {
        dialect: Some(dialect),
        room_colours: about.room_colours,
        ..ImportOptions::default()
    };
    let made = import::import(&drawing, &options).map_err(failed)?;
    folder::pack(&made.files, &PackOptions::default()).map_err(failed)
}

/// What Costumier draws of each act.
fn expected(trial: &Trial) -> Outcome<Vec<Expected>> {
    let failed = |why| Failure::because("Costumier draws the game to try a costume", why);
    let files: MemoryFiles = trial.files.iter().cloned().collect();
    let mut game = Game::open(&files, None, Limits::default()).map_err(failed)?;
    game.assume(trial.dialect.interpreted_by(interpreter::chosen()));
    let mut renderer = SceneRenderer::new(Arc::new(game));
    let one = |scene: &costumier::scene::Scene| {
        let shown = renderer.render(scene).map_err(failed)?;
        let side = |side: u32| usize::try_from(side).unwrap_or(0);
        let (pixels, palette) = match shown.high {
            Some(high) => (high.iter().flat_map(|pixel| pixel.to_ne_bytes()).collect(), None),
            None => (shown.pixels.to_vec(), Some(*shown.palette)),
        };
        let size = (side(shown.width), side(shown.height));
        Ok(Expected { name: scene.name.clone(), size, pixels, palette })
    };
    trial.scenes.iter().map(one).collect()
}

/// Plays a game until all its acts were seen, in order. Returns their number.
fn shown(judge: &Judge, trial: &Trial) -> Outcome<usize> {
    let expected = expected(trial)?;
    let top = match trial.dialect.anchor {
        Anchor::Pixels => 0,
        // Newer ScummVM shows rooms of the C64 one row further down.
        _ => {
            TOP + usize::from(
                trial.dialect == Dialect::V1_C64 && interpreter::chosen() == Interpreter::Current,
            )
        }
    };
    let mut run = judge.start_as((trial.known.game_id, trial.known.settings), &trial.files)?;
    let (mut seen, mut pictures) = (0, 0);
    let mut last = None;
    while let Some(wanted) = expected.get(seen) {
        let Some(frame) = run.next()? else {
            return Err(Failure::new(format!("ScummVM ended before {:?}", wanted.name)));
        };
        pictures += 1;
        if wanted.is_in(&frame, top) {
            (seen, pictures) = (seen + 1, 0);
        } else if pictures > PICTURES.0 + if seen == 0 { PICTURES.1 } else { 0 } {
            let near = last.map_or_else(String::new, |frame: Frame| wanted.difference(&frame, top));
            return Err(Failure::new(format!("{:?} was not seen after {seen} acts{near}", wanted.name)));
        }
        last = Some(frame);
    }
    Ok(seen)
}

impl Expected {
    /// The pixels of a picture that show the room.
    fn part<'a>(&self, frame: &'a Frame, top: usize) -> Option<&'a [u8]> {
        let bytes = if frame.is_wide() { 2 } else { 1 };
        let row = frame.width * bytes;
        (frame.width == self.size.0).then(|| frame.pixels.get(top * row..(top + self.size.1) * row))?
    }

    /// Whether a picture shows it, in its colours.
    fn is_in(&self, frame: &Frame, top: usize) -> bool {
        let Some(pixels) = self.part(frame, top).filter(|pixels| *pixels == self.pixels) else {
            return false;
        };
        let Some(palette) = self.palette.filter(|_| !frame.is_wide()) else { return frame.is_wide() };
        pixels.iter().all(|pixel| palette[usize::from(*pixel)] == frame.colour(*pixel))
    }

    /// How a picture differs from it, in words.
    fn difference(&self, frame: &Frame, top: usize) -> String {
        let Some(pixels) = self.part(frame, top) else {
            return format!("; the screen has {} × {} pixels", frame.width, frame.height);
        };
        let different = pixels.iter().zip(&self.pixels).filter(|(one, other)| one != other).count();
        format!("; {different} of {} bytes differ in the last picture", self.pixels.len())
    }
}
