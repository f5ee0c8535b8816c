//! The classes of the extension module, one for each of `costumier-api`.
//!
//! Written by crates/costumier-api/tests/border; see there.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use costumier_api as api;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::error::Result;
use crate::pass::{Num, costumes_of, files_of, json, numbers, rooms_of};

/// The class over `costumier_api::Game`.
#[pyclass(frozen)]
pub struct Game(pub(crate) api::Game);

#[pymethods]
impl Game {
    /// Opens the game at a path: a folder, an archive, or an image of a disk.
    #[staticmethod]
    fn open_path(py: Python<'_>, path: PathBuf, options: &str) -> Result<Game> {
        py.detach(|| Ok(Game(api::Game::open_path(&path, Some(options))?)))
    }

    /// Opens an edition of the sample game.
    #[staticmethod]
    fn open_sample(py: Python<'_>, edition: &str, options: &str) -> Result<Game> {
        py.detach(|| Ok(Game(api::Game::open_sample(edition, Some(options))?)))
    }

    /// Returns the facts of the game: title, generation, files, rooms, problems, screens.
    fn info(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| json(&self.0.info()))
    }

    /// Returns the costumes by rising id, with what scripts say about them. No costume is opened.
    fn costumes(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| json(&self.0.costumes()))
    }

    /// Returns the facts of a room.
    fn room(&self, py: Python<'_>, id: Num) -> Result<String> {
        py.detach(|| json(&self.0.room(id.0)?))
    }

    /// Opens a costume by its id.
    fn costume(&self, py: Python<'_>, id: Num) -> Result<Costume> {
        py.detach(|| Ok(Costume(self.0.costume(id.0)?)))
    }

    /// Starts a scene that is played tick by tick: one object of a scene file's `scenes`. An actor is
    /// invisible until it performs a chore, or has some to begin with: `"chores": ["init", "stand"]`.
    fn scene(&self, py: Python<'_>, scene: &str) -> Result<Scene> {
        py.detach(|| Ok(Scene(Mutex::new(self.0.scene(scene)?))))
    }

    /// Draws a scene once: one object of a scene file's `scenes`.
    fn render(&self, py: Python<'_>, scene: &str) -> Result<Raster> {
        py.detach(|| {
            let mut raster = api::Raster::default();
            self.0.render(scene, &mut raster)?;
            Ok(Raster(raster))
        })
    }

    /// Returns the same game with another block for a costume: its bytes without the header. What is opened
    /// from the new game shows it. What is opened from this one stays as it is.
    fn with_costume(&self, py: Python<'_>, id: Num, payload: &[u8]) -> Result<Game> {
        py.detach(|| Ok(Game(self.0.with_costume(id.0, payload)?)))
    }

    /// Returns the colours of a room: red, green and blue of 256 indices.
    fn room_palette(&self, py: Python<'_>, room: Num) -> Result<Vec<u8>> {
        py.detach(|| Ok(self.0.room_palette(room.0)?))
    }

    /// Returns the id of the costume with this name, or with this part of it: three letters at least. A
    /// costume has all names that scripts give it.
    fn costume_called(&self, py: Python<'_>, name: &str) -> Result<u32> {
        py.detach(|| Ok(self.0.costume_called(name)?))
    }

    /// Returns what the game's scripts say about the costumes: what `costumier cast --json` prints.
    fn cast(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| Ok(self.0.cast().0))
    }

    /// Returns what the game holds and never shows: what `costumier unused --json` prints. It reads all
    /// costumes and scripts.
    fn unused(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| json(&self.0.unused()))
    }

    /// Returns the rooms in which costumes look unlike at home: what `costumier check --clashes --json`
    /// prints. It reads all costumes, rooms and scripts.
    fn clashes(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| json(&self.0.clashes()))
    }

    /// Finds the pictures that are like these pixels: the same, mirrored, in other colours, enlarged, or a
    /// part. `bytes_per_pixel` is 1 for palette indices or values, 4 for red, green, blue and opacity.
    /// Costumes that cannot be read are passed over.
    fn find(&self, py: Python<'_>, width: Num, pixels: &[u8], bytes_per_pixel: Num) -> Result<String> {
        py.detach(|| json(&self.0.find(width.0, pixels, bytes_per_pixel.0)?))
    }

    /// Finds the pictures that are like a PNG file.
    fn find_png(&self, py: Python<'_>, png: &[u8]) -> Result<String> {
        py.detach(|| json(&self.0.find_png(png)?))
    }

    /// Returns what of the game a picture shows: costume, chore, facing and tick of each figure, and the
    /// room of a screenshot. `rgba` is red, green, blue and opacity of each pixel. It is what `costumier
    /// whatis --json` prints.
    fn whatis(&self, py: Python<'_>, width: Num, rgba: &[u8]) -> Result<String> {
        py.detach(|| json(&self.0.whatis(width.0, rgba)?))
    }

    /// Returns what of the game a PNG file shows.
    fn whatis_png(&self, py: Python<'_>, png: &[u8]) -> Result<String> {
        py.detach(|| json(&self.0.whatis_png(png)?))
    }

    /// Returns a costume's facts in a few numbers. One that cannot be opened has a row too.
    fn row(&self, py: Python<'_>, id: Num) -> Result<String> {
        py.detach(|| json(&self.0.row(id.0)?))
    }

    /// Returns each distinct palette, with its block and the rooms that have it.
    fn palettes(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| json(&self.0.palettes()))
    }

    /// Exports costumes, or all of them: the files of `costumier export`, in memory. Options have the names
    /// of the command's: `formats`, `chore`, `facing`, `only`, `scale_up`, `room`, `background`, `canvas`,
    /// `trim` … The error for an unknown name lists them all.
    fn export(&self, py: Python<'_>, ids: Option<Vec<Num>>, options: &str) -> Result<Vec<(String, Vec<u8>)>> {
        py.detach(|| {
            let ids = numbers(ids);
            Ok(self.0.export(ids.as_deref(), options)?.into_files())
        })
    }

    /// Exports costumes, or all of them, into a folder on disk, and returns the names of the files in it.
    fn export_to(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        ids: Option<Vec<Num>>,
        options: &str,
    ) -> Result<Vec<String>> {
        py.detach(|| {
            let ids = numbers(ids);
            Ok(self.0.export_to(&folder, ids.as_deref(), options)?)
        })
    }

    /// Returns a picture of costumes, or of all of them, each once and with its name: the file that
    /// `costumier montage` writes. Options are `format`, `room`, `scale_up` and `background`. A costume of
    /// which nothing can be drawn is left out.
    fn montage(&self, py: Python<'_>, ids: Option<Vec<Num>>, options: &str) -> Result<Vec<u8>> {
        py.detach(|| {
            let ids = numbers(ids);
            Ok(self.0.montage(ids.as_deref(), options)?)
        })
    }

    /// Plans to put costumes and rooms into the game. Nothing is written yet. `all_ids` changes all ids of
    /// a block that several share; `no_padding` leaves smaller blocks smaller.
    fn put(
        &self,
        py: Python<'_>,
        costumes: Vec<(Num, Option<Num>, PyBackedBytes)>,
        rooms: Vec<(Num, PyBackedBytes)>,
        all_ids: bool,
        no_padding: bool,
    ) -> Result<Put> {
        py.detach(|| {
            let costumes = costumes_of(costumes);
            let rooms = rooms_of(rooms);
            Ok(Put(self.0.put(costumes, rooms, all_ids, no_padding)?))
        })
    }

    /// Applies a patch, BPS or a zip of several, and returns the files of the game that change.
    fn apply(&self, py: Python<'_>, patch: &[u8]) -> Result<Vec<(String, Vec<u8>)>> {
        py.detach(|| Ok(self.0.apply(patch)?.into_files()))
    }

    /// Returns the game with a patch: a BPS file, or a zip of several. This game stays as it is.
    fn patched(&self, py: Python<'_>, patch: &[u8]) -> Result<Game> {
        py.detach(|| Ok(Game(self.0.patched(patch)?)))
    }

    /// Starts a draft of a costume.
    fn draft(&self, py: Python<'_>, id: Num) -> Result<Draft> {
        py.detach(|| Ok(Draft(Mutex::new(self.0.draft(id.0)?))))
    }

    /// Starts a draft of a room.
    fn room_draft(&self, py: Python<'_>, room: Num) -> Result<RoomDraft> {
        py.detach(|| Ok(RoomDraft(Mutex::new(self.0.room_draft(room.0)?))))
    }
}

/// The class over `costumier_api::Costume`.
#[pyclass(frozen)]
pub struct Costume(pub(crate) api::Costume);

#[pymethods]
impl Costume {
    /// Returns the kind: `cost`, `akos` …
    fn kind(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| Ok(self.0.kind().to_owned()))
    }

    /// Returns the game that it is a costume of. The game of an edited costume shows the edit.
    fn game(&self, py: Python<'_>) -> Result<Game> {
        py.detach(|| Ok(Game(self.0.game())))
    }

    /// Returns what is odd or broken in the costume.
    fn check(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| json(&self.0.check()))
    }

    /// Returns the game's colours for this costume: red, green and blue of 256 indices.
    fn palette(&self, py: Python<'_>) -> Result<Cow<'_, [u8]>> {
        py.detach(|| Ok(self.0.palette().into()))
    }

    /// Returns the chores in all their facings.
    fn actions(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| json(&self.0.actions()))
    }

    /// Returns the facts of a picture. It is not decoded.
    fn picture_facts(&self, py: Python<'_>, limb: Num, index: Num) -> Result<String> {
        py.detach(|| json(&self.0.picture_facts(limb.0, index.0)?))
    }

    /// Decodes a picture, in room colours.
    fn picture(&self, py: Python<'_>, limb: Num, index: Num) -> Result<Raster> {
        py.detach(|| {
            let mut raster = api::Raster::default();
            self.0.picture(limb.0, index.0, &mut raster)?;
            Ok(Raster(raster))
        })
    }

    /// Decodes a picture to the values that the file stores, one byte a pixel.
    fn values(&self, py: Python<'_>, limb: Num, index: Num) -> Result<Vec<u8>> {
        py.detach(|| Ok(self.0.values(limb.0, index.0)?))
    }

    /// Plays a chore in a facing until it repeats.
    fn clip(&self, py: Python<'_>, chore: &str, facing: &str) -> Result<Clip> {
        py.detach(|| Ok(Clip(self.0.clip(chore, facing)?)))
    }

    /// Returns the same costume with other pixels in a picture: the values that the file stores, one byte a
    /// pixel. Its clips and exports show them.
    fn with_picture(&self, py: Python<'_>, limb: Num, index: Num, values: &[u8]) -> Result<Costume> {
        py.detach(|| Ok(Costume(self.0.with_picture(limb.0, index.0, values)?)))
    }

    /// Returns the files of a costume folder. `pictures` says how they are stored: `sheets`, `single`
    /// files, or in one `aseprite` file.
    fn unpack(&self, py: Python<'_>, pictures: &str) -> Result<Vec<(String, Vec<u8>)>> {
        py.detach(|| Ok(self.0.unpack(pictures)?.into_files()))
    }

    /// Returns the costume's block without its header.
    fn payload(&self, py: Python<'_>) -> Result<Cow<'_, [u8]>> {
        py.detach(|| Ok(self.0.payload().into()))
    }

    /// Returns the structure of the costume: what `costumier dump --json` prints.
    fn structure(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| json(&self.0.structure()))
    }

    /// Returns the costume's records and commands in words.
    fn listing(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| Ok(self.0.listing().to_owned()))
    }

    /// Returns limb and index of each picture.
    fn picture_keys(&self, py: Python<'_>) -> Result<Vec<(u8, u16)>> {
        py.detach(|| Ok(self.0.picture_keys()))
    }

    /// Returns the contact sheet as a PNG file: all animations and pictures with labels. Options are those
    /// of an export: `scale_up`, `room`, `background` …
    fn contact_sheet(&self, py: Python<'_>, options: &str) -> Result<Vec<u8>> {
        py.detach(|| Ok(self.0.contact_sheet(options)?))
    }

    /// Exports the costume: the files of `costumier export`, in memory. Options have the names of the
    /// command's.
    fn export(&self, py: Python<'_>, options: &str) -> Result<Vec<(String, Vec<u8>)>> {
        py.detach(|| Ok(self.0.export(options)?.into_files()))
    }

    /// Exports the costume into a folder on disk, and returns the names of the files in it.
    fn export_to(&self, py: Python<'_>, folder: PathBuf, options: &str) -> Result<Vec<String>> {
        py.detach(|| Ok(self.0.export_to(&folder, options)?))
    }

    /// Returns what a chore in a facing does from its beginning until it repeats.
    fn timeline(&self, py: Python<'_>, chore: &str, facing: &str) -> Result<String> {
        py.detach(|| json(&self.0.timeline(chore, facing)?))
    }
}

/// The class over `costumier_api::Clip`.
#[pyclass(frozen)]
pub struct Clip(pub(crate) api::Clip);

#[pymethods]
impl Clip {
    /// Returns the chore's number.
    fn chore(&self, py: Python<'_>) -> Result<u32> {
        py.detach(|| Ok(self.0.chore()))
    }

    /// Returns the facing's name.
    fn facing(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| Ok(self.0.facing().to_owned()))
    }

    /// Returns the index of the frame that follows the last one. There is none if the last frame stays.
    fn loops_to(&self, py: Python<'_>) -> Result<Option<usize>> {
        py.detach(|| Ok(self.0.loops_to()))
    }

    /// Whether the animation did not repeat within the limits.
    fn is_cut_off(&self, py: Python<'_>) -> Result<bool> {
        py.detach(|| Ok(self.0.is_cut_off()))
    }

    /// Returns the width of all frames in pixels.
    fn width(&self, py: Python<'_>) -> Result<u32> {
        py.detach(|| Ok(self.0.width()))
    }

    /// Returns the height of all frames in pixels.
    fn height(&self, py: Python<'_>) -> Result<u32> {
        py.detach(|| Ok(self.0.height()))
    }

    /// Returns the pixel of the frames where the costume's coordinates begin. In most games, it is between
    /// the feet.
    fn anchor(&self, py: Python<'_>) -> Result<(i32, i32)> {
        py.detach(|| Ok(self.0.anchor()))
    }

    /// Writes the number of ticks that each frame is shown.
    fn ticks(&self, py: Python<'_>) -> Result<Vec<u32>> {
        py.detach(|| Ok(self.0.ticks()))
    }

    /// Draws a frame in the size of all frames. Frames count from 0.
    fn frame(&self, py: Python<'_>, number: Num) -> Result<Raster> {
        py.detach(|| {
            let mut raster = api::Raster::default();
            self.0.frame(number.0, &mut raster)?;
            Ok(Raster(raster))
        })
    }

    /// Returns the animation as a file of `gif`, `apng` or `webp`: that of the command's export. Options
    /// are those of an export: `scale_up`, `background` …
    fn encode(&self, py: Python<'_>, format: &str, options: &str) -> Result<Vec<u8>> {
        py.detach(|| Ok(self.0.encode(format, options)?))
    }
}

/// The class over `costumier_api::Scene`.
#[pyclass(frozen)]
pub struct Scene(pub(crate) Mutex<api::Scene>);

#[pymethods]
impl Scene {
    /// Returns the number of actors.
    fn actors(&self, py: Python<'_>) -> Result<usize> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.actors())
        })
    }

    /// Returns the number of ticks since the mark.
    fn now(&self, py: Python<'_>) -> Result<u32> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.now())
        })
    }

    /// Draws the scene as it is now.
    fn render(&self, py: Python<'_>) -> Result<Raster> {
        py.detach(|| {
            let mut raster = api::Raster::default();
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            it.render(&mut raster)?;
            Ok(Raster(raster))
        })
    }

    /// Draws another tick since the mark, and stays at this one.
    fn peek(&self, py: Python<'_>, tick: Num) -> Result<Raster> {
        py.detach(|| {
            let mut raster = api::Raster::default();
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            it.peek(tick.0, &mut raster)?;
            Ok(Raster(raster))
        })
    }

    /// Goes to a tick since the mark, forwards or back. Steps are done again at their ticks; places stay as
    /// they are. What is done after going back replaces what was done at later ticks.
    fn seek(&self, py: Python<'_>, tick: Num) -> Result<()> {
        py.detach(|| {
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.seek(tick.0)?)
        })
    }

    /// Makes this tick 0. What was done at later ticks is dropped.
    fn mark(&self, py: Python<'_>) -> Result<()> {
        py.detach(|| {
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            it.mark();
            Ok(())
        })
    }

    /// Plays loops of the interpreter, and returns what happened.
    fn tick(&self, py: Python<'_>, times: Num) -> Result<String> {
        py.detach(|| {
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            json(&it.tick(times.0)?)
        })
    }

    /// Makes an actor perform a step of a scene file: `{"perform": "walk"}`, `{"face": "east"}`.
    fn perform(&self, py: Python<'_>, actor: Num, step: &str) -> Result<()> {
        py.detach(|| {
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.perform(actor.0, step)?)
        })
    }

    /// Moves an actor to a pixel of the room, at all ticks: `seek` does not move it back.
    fn place(&self, py: Python<'_>, actor: Num, x: Num, y: Num) -> Result<()> {
        py.detach(|| {
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.place(actor.0, x.0, y.0)?)
        })
    }

    /// Changes settings of the scene: `{"lights": 8}`. Settings have the names of scene files.
    fn set(&self, py: Python<'_>, settings: &str) -> Result<()> {
        py.detach(|| {
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.set(settings)?)
        })
    }

    /// Changes settings of an actor: `{"talking": true}`. Settings have the names of scene files. Facing,
    /// number, vars, conditions, talking, mouth, sounds and seed count from this tick on, all others at all
    /// ticks. Another costume starts the actor anew and sets the mark; only with it, `chores`, `steps` and
    /// `ticks` are settings.
    fn set_actor(&self, py: Python<'_>, actor: Num, settings: &str) -> Result<()> {
        py.detach(|| {
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.set_actor(actor.0, settings)?)
        })
    }

    /// Adds an actor in front of the others, sets the mark, and returns the actor's number.
    fn add(&self, py: Python<'_>, actor: &str) -> Result<usize> {
        py.detach(|| {
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.add(actor)?)
        })
    }

    /// Removes an actor, and sets the mark. The numbers of those behind it decrease by one.
    fn remove(&self, py: Python<'_>, actor: Num) -> Result<()> {
        py.detach(|| {
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.remove(actor.0)?)
        })
    }

    /// Returns what an actor does.
    fn state(&self, py: Python<'_>, actor: Num) -> Result<String> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            json(&it.state(actor.0)?)
        })
    }

    /// Returns the position of an actor's feet in the room.
    fn feet(&self, py: Python<'_>, actor: Num) -> Result<(i32, i32)> {
        py.detach(|| {
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.feet(actor.0)?)
        })
    }

    /// Returns the point of the room from which an actor's pictures count.
    fn anchor(&self, py: Python<'_>, actor: Num) -> Result<(i32, i32)> {
        py.detach(|| {
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.anchor(actor.0)?)
        })
    }

    /// Changes how an actor is shown: the limbs whose bits are set in `hidden` are not drawn; `flip`
    /// mirrors it.
    fn look(&self, py: Python<'_>, actor: Num, hidden: Num, flip: bool) -> Result<()> {
        py.detach(|| {
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.look(actor.0, hidden.0, flip)?)
        })
    }

    /// Returns what an actor does from the mark until it repeats. The scene does not change.
    fn timeline(&self, py: Python<'_>, actor: Num) -> Result<String> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            json(&it.timeline(actor.0)?)
        })
    }

    /// Returns the actor that is visible in a pixel of the picture, if there is one.
    fn actor_at(&self, py: Python<'_>, x: Num, y: Num) -> Result<Option<usize>> {
        py.detach(|| {
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.actor_at(x.0, y.0)?)
        })
    }

    /// Returns the source of a pixel of the picture: the pictures that were drawn there, and their bytes in
    /// the file; nothing for a pixel outside of the picture. Where no picture was drawn, `touches` is
    /// empty.
    fn explain(&self, py: Python<'_>, x: Num, y: Num) -> Result<String> {
        py.detach(|| {
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            json(&it.explain(x.0, y.0)?)
        })
    }

    /// Returns the scene from its beginning, with all that was done as steps: drawn, it is what is seen
    /// now. `name` is its name in a scene file.
    #[pyo3(signature = (name = None))]
    fn to_scene(&self, py: Python<'_>, name: Option<&str>) -> Result<String> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.to_scene(name)?.0)
        })
    }
}

/// The class over `costumier_api::Raster`.
#[pyclass(frozen)]
pub struct Raster(pub(crate) api::Raster);

#[pymethods]
impl Raster {
    /// Makes a picture of palette indices, one byte a pixel, and of a palette of 768 bytes.
    #[staticmethod]
    #[pyo3(signature = (width, height, transparent, indices, palette))]
    fn of_indices(
        py: Python<'_>,
        width: Num,
        height: Num,
        transparent: Option<Num>,
        indices: &[u8],
        palette: &[u8],
    ) -> Result<Raster> {
        py.detach(|| {
            Ok(Raster(api::Raster::of_indices(
                width.0,
                height.0,
                transparent.map(|it| it.0),
                indices,
                palette,
            )?))
        })
    }

    /// Makes a picture of red, green, blue and opacity, four bytes a pixel.
    #[staticmethod]
    fn of_colours(py: Python<'_>, width: Num, height: Num, colours: &[u8]) -> Result<Raster> {
        py.detach(|| Ok(Raster(api::Raster::of_colours(width.0, height.0, colours)?)))
    }

    /// The width in pixels.
    fn width(&self, py: Python<'_>) -> Result<u32> {
        py.detach(|| Ok(self.0.width()))
    }

    /// The height in pixels.
    fn height(&self, py: Python<'_>) -> Result<u32> {
        py.detach(|| Ok(self.0.height()))
    }

    /// The position of the top left pixel in the room. Only scenes have one.
    fn origin(&self, py: Python<'_>) -> Result<(i32, i32)> {
        py.detach(|| Ok(self.0.origin()))
    }

    /// The index that means "nothing here". There is none if every pixel shows something.
    fn transparent(&self, py: Python<'_>) -> Result<Option<u8>> {
        py.detach(|| Ok(self.0.transparent()))
    }

    /// The palette indices, one byte a pixel, row by row from the top left. There are none in games whose
    /// pixels have 16 bits.
    fn indices(&self, py: Python<'_>) -> Result<Option<Cow<'_, [u8]>>> {
        py.detach(|| Ok(self.0.indices().map(Cow::from)))
    }

    /// The palette: red, green and blue of 256 indices.
    fn palette(&self, py: Python<'_>) -> Result<Cow<'_, [u8]>> {
        py.detach(|| Ok(self.0.palette().into()))
    }

    /// The actors of which nothing was drawn, each with whether it is outside of the picture. Only scenes
    /// have them.
    fn unseen(&self, py: Python<'_>) -> Result<Vec<(usize, bool)>> {
        py.detach(|| Ok(self.0.unseen().to_vec()))
    }

    /// The actors that follow walk boxes and stand in none. Only scenes have them.
    fn unboxed(&self, py: Python<'_>) -> Result<Vec<usize>> {
        py.detach(|| Ok(self.0.unboxed().to_vec()))
    }

    /// Writes red, green, blue and opacity of each pixel, in its own palette or in another one of 768
    /// bytes. What `out` held is dropped.
    #[pyo3(signature = (palette = None))]
    fn write_rgba(&self, py: Python<'_>, palette: Option<&[u8]>) -> Result<Vec<u8>> {
        py.detach(|| {
            let mut out = Vec::new();
            self.0.write_rgba(palette, &mut out)?;
            Ok(out)
        })
    }

    /// Returns the picture as a PNG file. Each pixel becomes a square of `scale_up` pixels.
    fn png(&self, py: Python<'_>, scale_up: Num) -> Result<Vec<u8>> {
        py.detach(|| Ok(self.0.png(scale_up.0)?))
    }
}

/// The class over `costumier_api::Draft`.
#[pyclass(frozen)]
pub struct Draft(pub(crate) Mutex<api::Draft>);

#[pymethods]
impl Draft {
    /// Returns what was assumed when the costume was read.
    fn notes(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            json(&it.notes())
        })
    }

    /// Returns colours, limbs and pictures.
    fn head(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            json(&it.head())
        })
    }

    /// Returns the costume colours of a picture, row by row; nothing for a picture without pixels of its
    /// own.
    fn rows(&self, py: Python<'_>, limb: Num, index: Num) -> Result<Vec<u8>> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.rows(limb.0, index.0)?)
        })
    }

    /// Returns the record of a chore in a direction: `west`, `east`, `south`, `north`. An AKOS costume has
    /// none.
    fn record(&self, py: Python<'_>, chore: Num, direction: &str) -> Result<String> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            json(&it.record(chore.0, direction)?)
        })
    }

    /// Returns what the limbs of an AKOS costume do in a facing of a chore, with the facing that stores it.
    fn windows(&self, py: Python<'_>, chore: Num, facing: &str) -> Result<String> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            json(&it.windows(chore.0, facing)?)
        })
    }

    /// Returns the text of an AKOS costume's program, as a costume folder has it in `program.txt`. None for
    /// COST costumes.
    fn program(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            json(&it.program()?)
        })
    }

    /// Returns what is wrong with an edited text of the program, and notes. The draft stays as it is.
    fn check_program(&self, py: Python<'_>, text: &str) -> Result<String> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            json(&it.check_program(text)?)
        })
    }

    /// Returns the picture commands in a row around one, by its offset in the program.
    fn stretch(&self, py: Python<'_>, at: Num) -> Result<String> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            json(&it.stretch(at.0)?)
        })
    }

    /// Sets the pixels of a picture: `rows` are costume colours, row by row, of a picture of this size and
    /// place.
    #[allow(clippy::too_many_arguments, reason = "its caller is the package alone")]
    fn paint(
        &self,
        py: Python<'_>,
        limb: Num,
        index: Num,
        width: Num,
        height: Num,
        x: Num,
        y: Num,
        rows: &[u8],
    ) -> Result<()> {
        py.detach(|| {
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.paint(limb.0, index.0, width.0, height.0, x.0, y.0, rows)?)
        })
    }

    /// Applies an edit, given as JSON.
    fn apply(&self, py: Python<'_>, edit: &str) -> Result<()> {
        py.detach(|| {
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.apply(edit)?)
        })
    }

    /// Undoes the last edit. Returns false if there is none.
    fn undo(&self, py: Python<'_>) -> Result<bool> {
        py.detach(|| {
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.undo())
        })
    }

    /// Applies again what was undone last. Returns false if there is nothing.
    fn redo(&self, py: Python<'_>) -> Result<bool> {
        py.detach(|| {
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.redo())
        })
    }

    /// Returns the applied edits in their order.
    fn edits(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            json(&it.edits())
        })
    }

    /// Packs the draft into a block.
    fn pack(&self, py: Python<'_>) -> Result<Packed> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(Packed(it.pack()?))
        })
    }

    /// Returns the files of the draft's costume folder. `pictures` says how they are stored: `sheets`,
    /// `single` files, or in one `aseprite` file.
    fn files(&self, py: Python<'_>, pictures: &str) -> Result<Vec<(String, Vec<u8>)>> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.files(pictures)?.into_files())
        })
    }

    /// Whether an `.aseprite` file names pictures of this draft.
    fn names_pictures(&self, py: Python<'_>, file: &[u8]) -> Result<bool> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.names_pictures(file))
        })
    }

    /// Reads the pictures of a PNG or `.aseprite` file for this draft, which stays as it is.
    fn bring(&self, py: Python<'_>, file: &[u8], options: &str) -> Result<Brought> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(Brought(it.bring(file, options)?))
        })
    }
}

/// The class over `costumier_api::Brought`.
#[pyclass(frozen)]
pub struct Brought(pub(crate) api::Brought);

#[pymethods]
impl Brought {
    /// Returns the pictures, the colours that the costume does not have, and notes.
    fn report(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| json(&self.0.report()))
    }

    /// Returns the costume colours of a picture, row by row.
    fn rows(&self, py: Python<'_>, number: Num) -> Result<Cow<'_, [u8]>> {
        py.detach(|| Ok(self.0.rows(number.0)?.into()))
    }

    /// Returns for each pixel of a picture 0, or the number of its foreign colour, counted from 1.
    fn foreign(&self, py: Python<'_>, number: Num) -> Result<Vec<u16>> {
        py.detach(|| Ok(self.0.foreign(number.0)?))
    }
}

/// The class over `costumier_api::Packed`.
#[pyclass(frozen)]
pub struct Packed(pub(crate) api::Packed);

#[pymethods]
impl Packed {
    /// Returns the block without its header.
    fn payload(&self, py: Python<'_>) -> Result<Cow<'_, [u8]>> {
        py.detach(|| Ok(self.0.payload().into()))
    }

    /// Returns id, room and name, the size of the block, what was written anew, and notes.
    fn report(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| json(&self.0.report()))
    }

    /// Returns a game with one bare room and this costume.
    fn game(&self, py: Python<'_>) -> Result<Game> {
        py.detach(|| Ok(Game(self.0.game()?)))
    }
}

/// The class over `costumier_api::RoomDraft`.
#[pyclass(frozen)]
pub struct RoomDraft(pub(crate) Mutex<api::RoomDraft>);

#[pymethods]
impl RoomDraft {
    /// Returns what was assumed when the room was read.
    fn notes(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            json(&it.notes())
        })
    }

    /// Returns what is in the room: pictures, planes, objects, colours, boxes.
    fn head(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            json(&it.head())
        })
    }

    /// Returns the room colours of a picture, row by row; of a plane, 1 where the picture is in front of
    /// actors.
    fn rows(&self, py: Python<'_>, picture: &str) -> Result<Vec<u8>> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.rows(picture)?)
        })
    }

    /// Sets a rectangle of pixels of a picture: `rows` are room colours, row by row; of a plane 0 and 1.
    #[allow(clippy::too_many_arguments, reason = "its caller is the package alone")]
    fn paint(
        &self,
        py: Python<'_>,
        picture: &str,
        x: Num,
        y: Num,
        width: Num,
        height: Num,
        rows: &[u8],
    ) -> Result<()> {
        py.detach(|| {
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.paint(picture, x.0, y.0, width.0, height.0, rows)?)
        })
    }

    /// Applies an edit, given as JSON.
    fn apply(&self, py: Python<'_>, edit: &str) -> Result<()> {
        py.detach(|| {
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.apply(edit)?)
        })
    }

    /// Undoes the last edit. Returns false if there is none.
    fn undo(&self, py: Python<'_>) -> Result<bool> {
        py.detach(|| {
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.undo())
        })
    }

    /// Applies again what was undone last. Returns false if there is nothing.
    fn redo(&self, py: Python<'_>) -> Result<bool> {
        py.detach(|| {
            let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.redo())
        })
    }

    /// Returns the applied edits in their order.
    fn edits(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            json(&it.edits())
        })
    }

    /// Packs the draft into a block.
    fn pack(&self, py: Python<'_>) -> Result<PackedRoom> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(PackedRoom(it.pack()?))
        })
    }

    /// Returns the files of the draft's room folder.
    fn files(&self, py: Python<'_>) -> Result<Vec<(String, Vec<u8>)>> {
        py.detach(|| {
            let it = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(it.files()?.into_files())
        })
    }
}

/// The class over `costumier_api::PackedRoom`.
#[pyclass(frozen)]
pub struct PackedRoom(pub(crate) api::PackedRoom);

#[pymethods]
impl PackedRoom {
    /// Returns the block without its header.
    fn payload(&self, py: Python<'_>) -> Result<Cow<'_, [u8]>> {
        py.detach(|| Ok(self.0.payload().into()))
    }

    /// Returns number and name of the room, the size of the block, what was written anew, and notes.
    fn report(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| json(&self.0.report()))
    }
}

/// The class over `costumier_api::Put`.
#[pyclass(frozen)]
pub struct Put(pub(crate) api::Put);

#[pymethods]
impl Put {
    /// Returns what happens to each costume and room, and the files that change.
    fn report(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| json(&self.0.report()))
    }

    /// Returns the `patch`, or the `files` that change, whole.
    fn written(&self, py: Python<'_>, form: &str) -> Result<Vec<(String, Vec<u8>)>> {
        py.detach(|| Ok(self.0.written(form)?.into_files()))
    }
}

/// Packs the files of a costume folder. `nearest` replaces colours that the costume does not have. With
/// a generation (`v6`) or a game, it is packed for those.
#[pyfunction]
#[pyo3(signature = (files, nearest, generation, game = None))]
pub fn pack(
    py: Python<'_>,
    files: Vec<(String, PyBackedBytes)>,
    nearest: bool,
    generation: Option<&str>,
    game: Option<&Game>,
) -> Result<Packed> {
    py.detach(|| {
        let files = files_of(&files);
        Ok(Packed(api::pack(&files, nearest, generation, game.map(|it| &it.0))?))
    })
}
