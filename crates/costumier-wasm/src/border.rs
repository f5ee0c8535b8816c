//! The classes of JavaScript, one for each of `costumier-api`.
//!
//! Written by crates/costumier-api/tests/border; see there.

use costumier_api as api;
#[cfg(feature = "whole")]
use wasm_bindgen::Clamped;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{Result, json, some};

/// The class over `costumier_api::Game`.
#[wasm_bindgen]
pub struct Game {
    pub(crate) it: api::Game,
}

impl From<api::Game> for Game {
    fn from(it: api::Game) -> Self {
        Self { it }
    }
}

#[wasm_bindgen]
impl Game {
    /// Returns the facts of the game: title, generation, files, rooms, problems, screens.
    #[must_use]
    pub fn info(&self) -> String {
        json(&self.it.info())
    }

    /// Returns the costumes by rising id, with what scripts say about them. No costume is opened.
    #[must_use]
    pub fn costumes(&self) -> String {
        json(&self.it.costumes())
    }

    /// Returns the facts of a room.
    pub fn room(&self, id: f64) -> Result<String> {
        Ok(json(&self.it.room(id.into())?))
    }

    /// Opens a costume by its id.
    pub fn costume(&self, id: f64) -> Result<Costume> {
        Ok(self.it.costume(id.into())?.into())
    }

    /// Starts a scene that is played tick by tick: one object of a scene file's `scenes`. An actor is invisible until
    /// it performs a chore, or has some to begin with: `"chores": ["init", "stand"]`.
    pub fn scene(&self, scene: &str) -> Result<Scene> {
        Ok(self.it.scene(scene)?.into())
    }

    /// Returns the same game with another block for a costume: its bytes without the header. What is opened from the
    /// new game shows it. What is opened from this one stays as it is.
    #[cfg(feature = "whole")]
    pub fn with_costume(&self, id: f64, payload: &[u8]) -> Result<Game> {
        Ok(self.it.with_costume(id.into(), payload)?.into())
    }

    /// Returns the colours of a room: red, green and blue of 256 indices.
    #[cfg(feature = "whole")]
    pub fn palette(&self, room: f64) -> Result<Vec<u8>> {
        Ok(self.it.room_palette(room.into())?)
    }

    /// Returns the id of the costume with this name, or with this part of it: three letters at least. A costume has
    /// all names that scripts give it.
    #[cfg(feature = "whole")]
    pub fn costume_called(&self, name: &str) -> Result<u32> {
        Ok(self.it.costume_called(name)?)
    }

    /// Returns what the game holds and never shows: what `costumier unused --json` prints. It reads all costumes and
    /// scripts.
    #[cfg(feature = "whole")]
    #[must_use]
    pub fn unused(&self) -> String {
        json(&self.it.unused())
    }

    /// Returns the rooms in which costumes look unlike at home: what `costumier check --clashes --json` prints. It
    /// reads all costumes, rooms and scripts.
    #[cfg(feature = "whole")]
    #[must_use]
    pub fn clashes(&self) -> String {
        json(&self.it.clashes())
    }

    /// Finds the pictures that are like these pixels: the same, mirrored, in other colours, enlarged, or a part.
    /// `bytes_per_pixel` is 1 for palette indices or values, 4 for red, green, blue and opacity. Costumes that cannot
    /// be read are passed over.
    #[cfg(feature = "edit")]
    pub fn find(&self, width: f64, pixels: &[u8], bytes_per_pixel: f64) -> Result<String> {
        Ok(json(&self.it.find(width.into(), pixels, bytes_per_pixel.into())?))
    }

    /// Finds the pictures that are like a PNG file.
    #[cfg(feature = "edit")]
    pub fn find_png(&self, png: &[u8]) -> Result<String> {
        Ok(json(&self.it.find_png(png)?))
    }

    /// Returns what of the game a picture shows: costume, chore, facing and tick of each figure, and the room of a
    /// screenshot. `rgba` is red, green, blue and opacity of each pixel. It is what `costumier whatis --json` prints.
    #[cfg(feature = "edit")]
    pub fn whatis(&self, width: f64, rgba: &[u8]) -> Result<String> {
        Ok(json(&self.it.whatis(width.into(), rgba)?))
    }

    /// Returns what of the game a PNG file shows.
    #[cfg(feature = "edit")]
    pub fn whatis_png(&self, png: &[u8]) -> Result<String> {
        Ok(json(&self.it.whatis_png(png)?))
    }

    /// Returns a costume's facts in a few numbers. One that cannot be opened has a row too.
    #[cfg(feature = "whole")]
    pub fn row(&self, id: f64) -> Result<String> {
        Ok(json(&self.it.row(id.into())?))
    }

    /// Returns a costume's film for a list.
    #[cfg(feature = "whole")]
    pub fn thumbnail(&self, id: f64, frames: f64, ticks: f64) -> Result<Film> {
        Ok(self.it.thumbnail(id.into(), frames.into(), ticks.into())?.into())
    }

    /// Returns a room's picture: width and height as four bytes each, then its pixels. With `plane`, the pixels that
    /// this z-plane hides.
    #[cfg(feature = "whole")]
    pub fn room_picture(&self, id: f64, plane: Option<f64>) -> Result<Clamped<Vec<u8>>> {
        Ok(Clamped(self.it.room_picture(id.into(), plane.map(Into::into))?))
    }

    /// Returns each distinct palette, with its block and the rooms that have it.
    #[cfg(feature = "whole")]
    #[must_use]
    pub fn palettes(&self) -> String {
        json(&self.it.palettes())
    }

    /// Begins an export of these costumes, or of all if `ids` is missing.
    #[cfg(feature = "whole")]
    pub fn job(&self, ids: Option<Vec<f64>>, options: &str) -> Result<Job> {
        Ok(self
            .it
            .job(ids.map(|all| all.into_iter().map(Into::into).collect::<Vec<_>>()).as_deref(), options)?
            .into())
    }

    /// Returns a picture of costumes, or of all of them, each once and with its name: the file that `costumier
    /// montage` writes. Options are `format`, `room`, `scale_up` and `background`. A costume of which nothing can be
    /// drawn is left out.
    #[cfg(feature = "whole")]
    pub fn montage(&self, ids: Option<Vec<f64>>, options: &str) -> Result<Vec<u8>> {
        Ok(self.it.montage(
            ids.map(|all| all.into_iter().map(Into::into).collect::<Vec<_>>()).as_deref(),
            options,
        )?)
    }

    /// Applies a patch, BPS or a zip of several, and returns the files of the game that change.
    #[cfg(feature = "edit")]
    pub fn apply(&self, patch: &[u8]) -> Result<FileList> {
        Ok(self.it.apply(patch)?.into())
    }

    /// Returns the game with a patch: a BPS file, or a zip of several. This game stays as it is.
    #[cfg(feature = "edit")]
    pub fn patched(&self, patch: &[u8]) -> Result<Game> {
        Ok(self.it.patched(patch)?.into())
    }

    /// Returns the same game on another screen.
    #[cfg(feature = "edit")]
    pub fn on_screen(&self, screen: &str) -> Result<Game> {
        Ok(self.it.on_screen(screen)?.into())
    }

    /// Returns the ids of the costumes whose blocks differ from those of another game.
    #[cfg(feature = "edit")]
    #[must_use]
    pub fn differing(&self, other: &Self) -> Vec<u32> {
        self.it.differing(&other.it)
    }

    /// Starts a draft of a costume.
    #[cfg(feature = "edit")]
    pub fn draft(&self, id: f64) -> Result<Draft> {
        Ok(self.it.draft(id.into())?.into())
    }

    /// Starts a draft of a room.
    #[cfg(feature = "edit")]
    pub fn room_draft(&self, room: f64) -> Result<RoomDraft> {
        Ok(self.it.room_draft(room.into())?.into())
    }
}

/// The class over `costumier_api::Costume`.
#[wasm_bindgen]
pub struct Costume {
    pub(crate) it: api::Costume,
}

impl From<api::Costume> for Costume {
    fn from(it: api::Costume) -> Self {
        Self { it }
    }
}

#[wasm_bindgen]
impl Costume {
    /// Returns the facts of the costume and the place of its block.
    pub fn head(&self) -> Result<String> {
        Ok(json(&self.it.head()?))
    }

    /// Returns what a caller needs before it draws the costume.
    #[must_use]
    pub fn outline(&self) -> String {
        json(&self.it.outline())
    }

    /// Returns the chores in all their facings.
    #[must_use]
    pub fn actions(&self) -> String {
        json(&self.it.actions())
    }

    /// Returns the costume's block without its header.
    #[cfg(feature = "whole")]
    #[must_use]
    pub fn payload(&self) -> Vec<u8> {
        self.it.payload().to_vec()
    }

    /// Returns the structure of the costume: what `costumier dump --json` prints.
    #[cfg(feature = "whole")]
    #[must_use]
    pub fn structure(&self) -> String {
        json(&self.it.structure())
    }

    /// Returns the costume's records and commands in words.
    #[cfg(feature = "whole")]
    #[must_use]
    pub fn listing(&self) -> String {
        self.it.listing()
    }

    /// Returns limb and index of each picture.
    #[cfg(feature = "whole")]
    #[must_use]
    pub fn pictures(&self) -> Vec<u16> {
        self.it.picture_keys().into_iter().flat_map(|(limb, index)| [limb.into(), index]).collect()
    }

    /// Returns the contact sheet as a PNG file: all animations and pictures with labels. Options are those of an
    /// export: `scale_up`, `room`, `background` …
    #[cfg(feature = "whole")]
    pub fn contact_sheet(&self, options: &str) -> Result<Vec<u8>> {
        Ok(self.it.contact_sheet(options)?)
    }

    /// Returns the variables that the programs read or set.
    #[cfg(feature = "whole")]
    #[must_use]
    pub fn variables(&self) -> Vec<u8> {
        self.it.variables()
    }

    /// Returns a picture in the colours of a room.
    #[cfg(feature = "whole")]
    pub fn picture(&self, limb: f64, index: f64, room: Option<f64>, flip: bool) -> Result<Picture> {
        Ok(self.it.stored_picture(limb.into(), index.into(), room.map(Into::into), flip)?.into())
    }

    /// Returns the colours of the pixel values.
    #[cfg(feature = "whole")]
    pub fn colours(&self, room: Option<f64>) -> Result<String> {
        Ok(json(&self.it.colours_in(room.map(Into::into))?))
    }

    /// Returns the looks that scripts give the costume, numbered from 1 as for `--look`.
    #[cfg(feature = "whole")]
    #[must_use]
    pub fn looks(&self) -> String {
        json(&self.it.looks())
    }

    /// Returns a film of a chore in a facing.
    #[cfg(feature = "whole")]
    pub fn film(
        &self,
        chore: &str,
        facing: &str,
        room: Option<f64>,
        frames: f64,
        ticks: f64,
    ) -> Result<Film> {
        Ok(self.it.film(chore, facing, room.map(Into::into), frames.into(), ticks.into())?.into())
    }

    /// Returns the meaning of every byte of the payload.
    #[cfg(feature = "whole")]
    #[must_use]
    pub fn map(&self) -> String {
        json(&self.it.map())
    }

    /// Returns the runs of a picture.
    #[cfg(feature = "whole")]
    pub fn runs(&self, limb: f64, index: f64) -> Result<String> {
        Ok(json(&self.it.runs(limb.into(), index.into())?))
    }

    /// Returns the meaning of a byte, and the runs that it stores.
    #[cfg(feature = "whole")]
    pub fn at(&self, byte: f64) -> Result<String> {
        Ok(json(&self.it.at(byte.into())?))
    }

    /// Returns the commands of a COST costume.
    #[cfg(feature = "whole")]
    #[must_use]
    pub fn commands(&self) -> String {
        json(&self.it.commands())
    }

    /// Returns what a chore in a facing does from its beginning until it repeats.
    #[cfg(feature = "whole")]
    pub fn timeline(&self, chore: &str, facing: &str) -> Result<String> {
        Ok(json(&self.it.timeline(chore, facing)?))
    }
}

/// The class over `costumier_api::Scene`.
#[wasm_bindgen]
pub struct Scene {
    pub(crate) it: api::Scene,
    pub(crate) raster: api::Raster,
}

impl From<api::Scene> for Scene {
    fn from(it: api::Scene) -> Self {
        Self { it, raster: api::Raster::in_colours() }
    }
}

#[wasm_bindgen]
impl Scene {
    /// Returns the number of ticks since the mark.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn now(&self) -> u32 {
        self.it.now()
    }

    /// Draws the scene as it is now.
    pub fn render(&mut self) -> Result<()> {
        Ok(self.it.render(&mut self.raster)?)
    }

    /// Draws another tick since the mark, and stays at this one.
    pub fn peek_at(&mut self, tick: f64) -> Result<()> {
        Ok(self.it.peek(tick.into(), &mut self.raster)?)
    }

    /// Goes to a tick since the mark, forwards or back. Steps are done again at their ticks; places stay as they are.
    /// What is done after going back replaces what was done at later ticks.
    pub fn seek(&mut self, tick: f64) -> Result<()> {
        Ok(self.it.seek(tick.into())?)
    }

    /// Makes this tick 0. What was done at later ticks is dropped.
    pub fn mark(&mut self) {
        self.it.mark();
    }

    /// Plays loops of the interpreter, and returns what happened.
    pub fn tick(&mut self, times: f64) -> Result<Option<String>> {
        Ok(some(&self.it.tick(times.into())?))
    }

    /// Makes an actor perform a step of a scene file: `{"perform": "walk"}`, `{"face": "east"}`.
    pub fn perform(&mut self, actor: f64, step: &str) -> Result<()> {
        Ok(self.it.perform(actor.into(), step)?)
    }

    /// Moves an actor to a pixel of the room, at all ticks: `seek` does not move it back.
    pub fn place(&mut self, actor: f64, x: f64, y: f64) -> Result<()> {
        Ok(self.it.place(actor.into(), x.into(), y.into())?)
    }

    /// Changes settings of the scene: `{"lights": 8}`. Settings have the names of scene files.
    pub fn set(&mut self, settings: &str) -> Result<()> {
        Ok(self.it.set(settings)?)
    }

    /// Changes settings of an actor: `{"talking": true}`. Settings have the names of scene files. Facing, number,
    /// vars, conditions, talking, mouth, sounds and seed count from this tick on, all others at all ticks. Another
    /// costume starts the actor anew and sets the mark; only with it, `chores`, `steps` and `ticks` are settings.
    pub fn set_actor(&mut self, actor: f64, settings: &str) -> Result<()> {
        Ok(self.it.set_actor(actor.into(), settings)?)
    }

    /// Adds an actor in front of the others, sets the mark, and returns the actor's number.
    pub fn add(&mut self, actor: &str) -> Result<usize> {
        Ok(self.it.add(actor)?)
    }

    /// Removes an actor, and sets the mark. The numbers of those behind it decrease by one.
    pub fn remove(&mut self, actor: f64) -> Result<()> {
        Ok(self.it.remove(actor.into())?)
    }

    /// Returns what an actor does.
    pub fn state(&self, actor: f64) -> Result<String> {
        Ok(json(&self.it.state(actor.into())?))
    }

    /// Returns the position of an actor's feet in the room.
    pub fn feet(&mut self, actor: f64) -> Result<Vec<i32>> {
        Ok(<[i32; 2]>::from(self.it.feet(actor.into())?).into())
    }

    /// Returns the point of the room from which an actor's pictures count.
    pub fn anchor(&mut self, actor: f64) -> Result<Vec<i32>> {
        Ok(<[i32; 2]>::from(self.it.anchor(actor.into())?).into())
    }

    /// Changes how an actor is shown: the limbs whose bits are set in `hidden` are not drawn; `flip` mirrors it.
    pub fn look(&mut self, actor: f64, hidden: f64, flip: bool) -> Result<()> {
        Ok(self.it.look(actor.into(), hidden.into(), flip)?)
    }

    /// Returns the pictures that an actor shows: limb, the picture's limb and index, left, top, width, height of
    /// each.
    pub fn placed(&mut self, actor: f64) -> Result<Vec<i32>> {
        Ok(self.it.placed(actor.into())?)
    }

    /// Returns what an actor does from the mark until it repeats. The scene does not change.
    pub fn timeline(&self, actor: f64) -> Result<String> {
        Ok(json(&self.it.timeline(actor.into())?))
    }

    /// Returns the actor that is visible in a pixel of the picture, if there is one.
    pub fn actor_at(&mut self, x: f64, y: f64) -> Result<Option<usize>> {
        Ok(self.it.actor_at(x.into(), y.into())?)
    }

    /// Returns the source of a pixel of the picture: the pictures that were drawn there, and their bytes in the file;
    /// nothing for a pixel outside of the picture. Where no picture was drawn, `touches` is empty.
    #[cfg(feature = "whole")]
    pub fn explain(&mut self, x: f64, y: f64) -> Result<String> {
        Ok(json(&self.it.explain(x.into(), y.into())?))
    }

    /// Returns the scene from its beginning, with all that was done as steps: drawn, it is what is seen now. `name`
    /// is its name in a scene file.
    #[cfg(feature = "whole")]
    pub fn to_scene(&self, name: Option<String>) -> Result<String> {
        Ok(self.it.to_scene(name.as_deref())?.0)
    }

    /// Returns the description of the scene. Steps are those of the beginning.
    #[cfg(feature = "whole")]
    #[must_use]
    pub fn spec(&self) -> String {
        self.it.spec().0
    }

    /// Draws the scene as room colours, also where the caller's raster wants RGBA.
    #[cfg(feature = "whole")]
    pub fn render_indexed(&mut self) -> Result<()> {
        Ok(self.it.render_indexed(&mut self.raster)?)
    }

    /// Shows this block instead of a costume of the game. Actors that wear it continue what they do.
    #[cfg(feature = "whole")]
    pub fn put_costume(&mut self, id: f64, payload: &[u8]) -> Result<()> {
        Ok(self.it.put_costume(id.into(), payload)?)
    }

    /// Returns the pictures that an actor shows, and the room pixels of their columns and rows, `margin` more on
    /// every side. For each: limb, the picture's limb and index, width, height, number of columns and of rows, then
    /// pairs of a column and its x, and of a row and its y.
    #[cfg(feature = "whole")]
    pub fn spreads(&mut self, actor: f64, margin: f64) -> Result<Vec<i32>> {
        Ok(self.it.spreads(actor.into(), margin.into())?)
    }

    /// Films the scene from the mark until its actors repeat, at most `longest` ticks. The scene does not change.
    #[cfg(feature = "whole")]
    pub fn movie(
        &self,
        lead: f64,
        format: &str,
        scale_up: f64,
        ticks_per_second: f64,
        longest: f64,
    ) -> Result<Movie> {
        Ok(self
            .it
            .movie(lead.into(), format, scale_up.into(), ticks_per_second.into(), longest.into())?
            .into())
    }
}

/// The class over `costumier_api::Movie`.
#[cfg(feature = "whole")]
#[wasm_bindgen]
pub struct Movie {
    pub(crate) it: api::Movie,
}

#[cfg(feature = "whole")]
impl From<api::Movie> for Movie {
    fn from(it: api::Movie) -> Self {
        Self { it }
    }
}

#[cfg(feature = "whole")]
#[wasm_bindgen]
impl Movie {
    /// Returns the file, or a zip if each frame is a file.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        self.it.bytes().to_vec()
    }

    /// Whether an actor jumps where the film starts again.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.it.is_cut()
    }
}

/// The class over `costumier_api::Film`.
#[cfg(feature = "whole")]
#[wasm_bindgen]
pub struct Film {
    pub(crate) it: api::Film,
}

#[cfg(feature = "whole")]
impl From<api::Film> for Film {
    fn from(it: api::Film) -> Self {
        Self { it }
    }
}

#[cfg(feature = "whole")]
#[wasm_bindgen]
impl Film {
    /// Returns all facts but the pixels.
    #[must_use]
    pub fn head(&self) -> String {
        json(&self.it.head())
    }

    /// Returns the pixels of a frame; none for a frame that does not exist.
    pub fn frame(&self, number: f64) -> Result<Clamped<Vec<u8>>> {
        Ok(Clamped(self.it.frame(number.into())?.to_vec()))
    }
}

/// The class over `costumier_api::Picture`.
#[cfg(feature = "whole")]
#[wasm_bindgen]
pub struct Picture {
    pub(crate) it: api::Picture,
}

#[cfg(feature = "whole")]
impl From<api::Picture> for Picture {
    fn from(it: api::Picture) -> Self {
        Self { it }
    }
}

#[cfg(feature = "whole")]
#[wasm_bindgen]
impl Picture {
    /// Returns all facts but the pixels.
    #[must_use]
    pub fn head(&self) -> String {
        json(&self.it.head())
    }

    /// Returns the pixel values as they are stored.
    #[must_use]
    pub fn indices(&self) -> Vec<u8> {
        self.it.indices().to_vec()
    }

    /// Returns the pixels as red, green, blue, opacity.
    #[must_use]
    pub fn rgba(&self) -> Clamped<Vec<u8>> {
        Clamped(self.it.rgba().to_vec())
    }
}

/// The class over `costumier_api::Job`.
#[cfg(feature = "whole")]
#[wasm_bindgen]
pub struct Job {
    pub(crate) it: api::Job,
}

#[cfg(feature = "whole")]
impl From<api::Job> for Job {
    fn from(it: api::Job) -> Self {
        Self { it }
    }
}

#[cfg(feature = "whole")]
#[wasm_bindgen]
impl Job {
    /// Returns the number of costumes that are exported.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn done(&self) -> usize {
        self.it.done()
    }

    /// Returns the number of all costumes of the export.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn total(&self) -> usize {
        self.it.total()
    }

    /// Exports the next costume. Returns false if there is none, and the export is complete.
    pub fn step(&mut self) -> Result<bool> {
        Ok(self.it.step()?)
    }

    /// Returns the paths of all files, after the export is complete.
    #[must_use]
    pub fn paths(&self) -> String {
        json(&self.it.paths())
    }

    /// Returns a file by its number in the list of paths.
    pub fn file(&self, number: f64) -> Result<Vec<u8>> {
        Ok(self.it.file(number.into())?.to_vec())
    }

    /// Returns all files as a zip.
    pub fn zip(&self) -> Result<Vec<u8>> {
        Ok(self.it.zip()?)
    }
}

/// The class over `costumier_api::Draft`.
#[cfg(feature = "edit")]
#[wasm_bindgen]
pub struct Draft {
    pub(crate) it: api::Draft,
}

#[cfg(feature = "edit")]
impl From<api::Draft> for Draft {
    fn from(it: api::Draft) -> Self {
        Self { it }
    }
}

#[cfg(feature = "edit")]
#[wasm_bindgen]
impl Draft {
    /// Returns what was assumed when the costume was read.
    #[must_use]
    pub fn notes(&self) -> String {
        json(&self.it.notes())
    }

    /// Returns colours, limbs and pictures.
    #[must_use]
    pub fn head(&self) -> String {
        json(&self.it.head())
    }

    /// Returns the costume colours of a picture, row by row; nothing for a picture without pixels of its own.
    pub fn rows(&self, limb: f64, index: f64) -> Result<Vec<u8>> {
        Ok(self.it.rows(limb.into(), index.into())?)
    }

    /// Returns the record of a chore in a direction: `west`, `east`, `south`, `north`. An AKOS costume has none.
    pub fn record(&self, chore: f64, direction: &str) -> Result<String> {
        Ok(json(&self.it.record(chore.into(), direction)?))
    }

    /// Returns what the limbs of an AKOS costume do in a facing of a chore, with the facing that stores it.
    pub fn windows(&self, chore: f64, facing: &str) -> Result<String> {
        Ok(json(&self.it.windows(chore.into(), facing)?))
    }

    /// Returns the text of an AKOS costume's program, as a costume folder has it in `program.txt`. None for COST
    /// costumes.
    pub fn program(&self) -> Result<String> {
        Ok(json(&self.it.program()?))
    }

    /// Returns what is wrong with an edited text of the program, and notes. The draft stays as it is.
    pub fn check_program(&self, text: &str) -> Result<String> {
        Ok(json(&self.it.check_program(text)?))
    }

    /// Returns the picture commands in a row around one, by its offset in the program.
    pub fn stretch(&self, at: f64) -> Result<String> {
        Ok(json(&self.it.stretch(at.into())?))
    }

    /// Sets the pixels of a picture: `rows` are costume colours, row by row, of a picture of this size and place.
    #[allow(clippy::too_many_arguments, reason = "numbers pass faster than JSON")]
    pub fn paint(
        &mut self,
        limb: f64,
        index: f64,
        width: f64,
        height: f64,
        x: f64,
        y: f64,
        rows: &[u8],
    ) -> Result<()> {
        Ok(self.it.paint(limb.into(), index.into(), width.into(), height.into(), x.into(), y.into(), rows)?)
    }

    /// Applies an edit, given as JSON.
    pub fn apply(&mut self, edit: &str) -> Result<()> {
        Ok(self.it.apply(edit)?)
    }

    /// Undoes the last edit. Returns false if there is none.
    #[must_use]
    pub fn undo(&mut self) -> bool {
        self.it.undo()
    }

    /// Applies again what was undone last. Returns false if there is nothing.
    #[must_use]
    pub fn redo(&mut self) -> bool {
        self.it.redo()
    }

    /// Returns the applied edits in their order.
    #[must_use]
    pub fn edits(&self) -> String {
        json(&self.it.edits())
    }

    /// Packs the draft into a block.
    pub fn pack(&self) -> Result<Packed> {
        Ok(self.it.pack()?.into())
    }

    /// Returns the files of the draft's costume folder. `pictures` says how they are stored: `sheets`, `single`
    /// files, or in one `aseprite` file.
    pub fn files(&self, pictures: &str) -> Result<FileList> {
        Ok(self.it.files(pictures)?.into())
    }

    /// Whether an `.aseprite` file names pictures of this draft.
    #[must_use]
    pub fn names_pictures(&self, file: &[u8]) -> bool {
        self.it.names_pictures(file)
    }

    /// Reads the pictures of a PNG or `.aseprite` file for this draft, which stays as it is.
    pub fn bring(&self, file: &[u8], options: &str) -> Result<Brought> {
        Ok(self.it.bring(file, options)?.into())
    }
}

/// The class over `costumier_api::Packed`.
#[cfg(feature = "edit")]
#[wasm_bindgen]
pub struct Packed {
    pub(crate) it: api::Packed,
}

#[cfg(feature = "edit")]
impl From<api::Packed> for Packed {
    fn from(it: api::Packed) -> Self {
        Self { it }
    }
}

#[cfg(feature = "edit")]
#[wasm_bindgen]
impl Packed {
    /// Returns the block without its header.
    #[must_use]
    pub fn payload(&self) -> Vec<u8> {
        self.it.payload().to_vec()
    }

    /// Returns id, room and name, the size of the block, what was written anew, and notes.
    #[must_use]
    pub fn report(&self) -> String {
        json(&self.it.report())
    }

    /// Returns a game with one bare room and this costume, as a page shows it.
    pub fn game(&self) -> Result<Game> {
        Ok(self.it.preview()?.into())
    }
}

/// The class over `costumier_api::RoomDraft`.
#[cfg(feature = "edit")]
#[wasm_bindgen]
pub struct RoomDraft {
    pub(crate) it: api::RoomDraft,
}

#[cfg(feature = "edit")]
impl From<api::RoomDraft> for RoomDraft {
    fn from(it: api::RoomDraft) -> Self {
        Self { it }
    }
}

#[cfg(feature = "edit")]
#[wasm_bindgen]
impl RoomDraft {
    /// Returns what was assumed when the room was read.
    #[must_use]
    pub fn notes(&self) -> String {
        json(&self.it.notes())
    }

    /// Returns what is in the room: pictures, planes, objects, colours, boxes.
    #[must_use]
    pub fn head(&self) -> String {
        json(&self.it.head())
    }

    /// Returns the room colours of a picture, row by row; of a plane, 1 where the picture is in front of actors.
    pub fn rows(&self, picture: &str) -> Result<Vec<u8>> {
        Ok(self.it.rows(picture)?)
    }

    /// Sets a rectangle of pixels of a picture: `rows` are room colours, row by row; of a plane 0 and 1.
    pub fn paint(
        &mut self,
        picture: &str,
        x: f64,
        y: f64,
        width: f64,
        height: f64,
        rows: &[u8],
    ) -> Result<()> {
        Ok(self.it.paint(picture, x.into(), y.into(), width.into(), height.into(), rows)?)
    }

    /// Applies an edit, given as JSON.
    pub fn apply(&mut self, edit: &str) -> Result<()> {
        Ok(self.it.apply(edit)?)
    }

    /// Undoes the last edit. Returns false if there is none.
    #[must_use]
    pub fn undo(&mut self) -> bool {
        self.it.undo()
    }

    /// Applies again what was undone last. Returns false if there is nothing.
    #[must_use]
    pub fn redo(&mut self) -> bool {
        self.it.redo()
    }

    /// Returns the applied edits in their order.
    #[must_use]
    pub fn edits(&self) -> String {
        json(&self.it.edits())
    }

    /// Packs the draft into a block.
    pub fn pack(&self) -> Result<PackedRoom> {
        Ok(self.it.pack()?.into())
    }

    /// Returns the files of the draft's room folder.
    pub fn files(&self) -> Result<FileList> {
        Ok(self.it.files()?.into())
    }
}

/// The class over `costumier_api::PackedRoom`.
#[cfg(feature = "edit")]
#[wasm_bindgen]
pub struct PackedRoom {
    pub(crate) it: api::PackedRoom,
}

#[cfg(feature = "edit")]
impl From<api::PackedRoom> for PackedRoom {
    fn from(it: api::PackedRoom) -> Self {
        Self { it }
    }
}

#[cfg(feature = "edit")]
#[wasm_bindgen]
impl PackedRoom {
    /// Returns the block without its header.
    #[must_use]
    pub fn payload(&self) -> Vec<u8> {
        self.it.payload().to_vec()
    }

    /// Returns number and name of the room, the size of the block, what was written anew, and notes.
    #[must_use]
    pub fn report(&self) -> String {
        json(&self.it.report())
    }
}

/// The class over `costumier_api::Brought`.
#[cfg(feature = "edit")]
#[wasm_bindgen]
pub struct Brought {
    pub(crate) it: api::Brought,
}

#[cfg(feature = "edit")]
impl From<api::Brought> for Brought {
    fn from(it: api::Brought) -> Self {
        Self { it }
    }
}

#[cfg(feature = "edit")]
#[wasm_bindgen]
impl Brought {
    /// Returns the pictures, the colours that the costume does not have, and notes.
    #[must_use]
    pub fn report(&self) -> String {
        json(&self.it.report())
    }

    /// Returns the costume colours of a picture, row by row.
    pub fn rows(&self, number: f64) -> Result<Vec<u8>> {
        Ok(self.it.rows(number.into())?.to_vec())
    }

    /// Returns for each pixel of a picture 0, or the number of its foreign colour, counted from 1.
    pub fn foreign(&self, number: f64) -> Result<Vec<u16>> {
        Ok(self.it.foreign(number.into())?)
    }
}

/// The class over `costumier_api::Put`.
#[cfg(feature = "edit")]
#[wasm_bindgen]
pub struct Put {
    pub(crate) it: api::Put,
}

#[cfg(feature = "edit")]
impl From<api::Put> for Put {
    fn from(it: api::Put) -> Self {
        Self { it }
    }
}

#[cfg(feature = "edit")]
#[wasm_bindgen]
impl Put {
    /// Returns what happens to each costume and room, and the files that change.
    #[must_use]
    pub fn report(&self) -> String {
        json(&self.it.report())
    }

    /// Returns the `patch`, or the `files` that change, whole.
    pub fn written(&self, form: &str) -> Result<FileList> {
        Ok(self.it.written(form)?.into())
    }
}

/// The class over `costumier_api::FileList`.
#[cfg(feature = "edit")]
#[wasm_bindgen]
pub struct FileList {
    pub(crate) it: api::FileList,
}

#[cfg(feature = "edit")]
impl From<api::FileList> for FileList {
    fn from(it: api::FileList) -> Self {
        Self { it }
    }
}

#[cfg(feature = "edit")]
#[wasm_bindgen]
impl FileList {
    /// Returns the number of files.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn count(&self) -> usize {
        self.it.count()
    }

    /// Returns the name of a file, with `/` between folders. Files count from 0.
    pub fn name(&self, file: f64) -> Result<String> {
        Ok(self.it.name(file.into())?.to_owned())
    }

    /// Returns the bytes of a file. Files count from 0.
    pub fn bytes(&self, file: f64) -> Result<Vec<u8>> {
        Ok(self.it.bytes(file.into())?.to_vec())
    }

    /// Returns all files as a zip.
    pub fn zip(&self) -> Result<Vec<u8>> {
        Ok(self.it.zip()?)
    }
}
