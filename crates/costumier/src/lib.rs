//! A library that opens SCUMM games, finds a costume by its id, and turns it into pixels.
//!
//! The characters of Monkey Island and similar games are *costumes*: limbs, each with its own pictures and
//! commands, combined anew for every frame. This library reads them from games of v0 to v8 and from Humongous
//! games, and plays and draws them by the rules of the game's interpreter. Only [`Game::open_path`] opens files;
//! other functions read bytes through [`Files`] and [`Source`], so that the library also works in a browser. It
//! prints nothing and uses no clock. To write images and data files, use `costumier-export`; to change a game,
//! `costumier-edit`; to write a new one, `costumier-build`.
//!
//! # Six words
//!
//! | word | means | type |
//! |---|---|---|
//! | game | an opened folder, archive or image of resource files | [`Game`] |
//! | costume | limbs, pictures, records; found by its id | [`Costume`] |
//! | chore | stand, walk, or a number; with a facing it is a record of the costume | [`Action`], [`Role`],
//! [`Facing`] |
//! | actor | a character of the game: it wears a costume and plays chores | [`Actor`] |
//! | tick | a loop of the interpreter, usually a tenth of a second | [`ClipFrame`](play::ClipFrame) |
//! | stage | the pixels that actors are drawn on | [`Stage`] |
//!
//! # A picture
//!
//! ```
//! use costumier::{Game, Limits};
//!
//! # let files = costumier_build::example::files()?;
//! let game = Game::open(&files, None, Limits::default())?; // or `Game::open_path("monkey2")?`
//! let (costume, palette) = (game.costume(1)?, game.costume_palette(1)?);
//! for key in costume.picture_keys() {
//!     let size = costume.picture(key)?.info;
//!     let rgba = costume.rgba(key, &palette)?;
//!     assert_eq!(rgba.len(), usize::from(size.width) * usize::from(size.height) * 4);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Costume::indices`] gives the same picture as room colours, one byte for each pixel, with the transparent
//! value; [`Indices::colours`] lists the colours that are drawn. [`Game::open_path`] takes a folder, an archive, an
//! image or an index file. For bytes from other places, use [`MemoryFiles`], or your own [`Files`] and [`Source`]
//! to read only requested parts; [`game::shelf`] finds games in them, also in subfolders, archives and disk images.
//!
//! # An animation
//!
//! ```
//! use costumier::{Clip, Facing, Game, Limits, Role};
//!
//! # let files = costumier_build::example::files()?;
//! let game = Game::open(&files, None, Limits::default())?;
//! let (costume, palette) = (std::sync::Arc::new(game.costume(1)?), game.costume_palette(1)?);
//! let walk = costume.roles().chore(Role::Walk);
//! let clip = Clip::record(&costume, walk, Facing::EAST, &Limits::default());
//! for (frame, rgba) in clip.frames.iter().zip(clip.rgba(&costume, &palette)) {
//!     let (rgba, size) = (rgba?, clip.bounds);
//!     println!("{} × {}, {} bytes, {} ticks", size.width(), size.height(), rgba.len(), frame.ticks);
//! }
//! # assert_eq!((clip.frames.len(), clip.loops_to), (2, Some(0)));
//! # let first = clip.rgba(&costume, &palette).next().expect("two frames")?;
//! # assert_eq!(first.len(), (clip.bounds.width() * clip.bounds.height() * 4) as usize);
//! # assert!(first.chunks(4).any(|pixel| pixel[3] == 255) && first.chunks(4).any(|pixel| pixel[3] == 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! If the costume has no [record](Costume::has_record) for the chore and the facing, the clip shows how the actor
//! stands when it appears. [`Painter`] draws on a [`Stage`]: with colours that scripts change, scaled, behind planes.
//!
//! Scripts may give a costume another walk chore, and its actor other colours. [`Game::read_cast`] reads them: call
//! it before you open costumes. The crate `png` takes the bytes as 8-bit `ColorType::Rgba`.
//!
//! # A scene
//!
//! ```
//! use costumier::scene::{ChoreRef, PlaneChoice, Scale, Scene, SceneActor, SceneRenderer, Step};
//! use costumier::{Facing, Game, Limits, Role};
//!
//! # let files = costumier_build::example::files()?;
//! let game = Game::open(&files, None, Limits::default())?;
//! let mut walker = SceneActor::new(1, (100, 120), Facing::WEST);
//! // Size and z-plane come from the room (this room does not set them).
//! (walker.scale, walker.plane) = (Scale::Box, PlaneChoice::Box);
//! walker.steps.push(Step::Perform(ChoreRef::Role(Role::Walk)));
//! let mut beside = walker.clone();
//! (beside.position, beside.facing) = ((140, 120).into(), Facing::SOUTH);
//! let scene = Scene::new(1, vec![walker, beside]);
//!
//! let mut renderer = SceneRenderer::new(game);
//! let picture = renderer.render(&scene)?;
//! assert_eq!((picture.width, picture.height, picture.pixels.len()), (320, 144, 320 * 144));
//!
//! // A live scene, as in a viewer.
//! // Actors are drawn in the order of the scene; games sort them by row (`live.reorder`).
//! let mut live = renderer.live(scene)?;
//! let mut rgba = Vec::new();
//! for _ in 0..60 {
//!     live.render()?.rgba(&mut rgba);
//!     live.tick();
//! }
//! live.perform(0, Step::Face(Facing::SOUTH))?;
//! live.place(0, (90, 125))?;
//! assert_eq!(live.actor_at((90, 120))?, Some(0), "a click there means the first actor");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! | module | what goes in, what comes out |
//! |---|---|
//! | [`container`] | folders, archives, disk images ▸ the files in them; start with [`game::shelf`] |
//! | [`game`] | files ▸ a game: generation, rooms, palettes, the bytes of a costume |
//! | [`Costume`] | pictures, records, chores, whatever kind of block they come from |
//! | [`play`] | a chore ▸ what each limb shows at each tick |
//! | [`draw`] | what an actor shows, a stage ▸ indexed pixels |
//! | [`screen`] | screens of 16 colours |
//! | [`scene`] | actors in a room, described as data ▸ a picture |
//! | [`cast`] | a game's scripts ▸ which actor wears which costume |
//! | [`text`] | listings for people |
//! | [`unused`](mod@unused) | a game ▸ what it holds and never shows |
//! | [`format`](mod@format) | a crate below: blocks, codecs, the rules of each generation |
//! | [`scripts`] | a crate below: scripts as instructions |
//! | [`files`] | a crate below: archives, index and data files, the bytes of every block |
//!
//! # Guarantees
//!
//! - **No panic**, whatever a file holds; memory and time are bounded by [`Limits`]. No `unsafe`.
//! - **The game's own pixels.** Pictures are drawn as the interpreter draws them, index by index.
//!   [`Game::unverified`] lists the rules that were not compared with an interpreter.
//! - **The same result everywhere:** no clock, no true random numbers, and no floating point in the calculation of
//!   pixels and ticks.
//! - **Problems are reported:** reading is lenient and gives [`Problem`]s; an [`Error`] says what failed, where,
//!   and who can do something about it.
//! - **Unchanged parts stay:** a block that is read and written again is the same, byte for byte.
//!
//! - **Nothing is borrowed:** a [`Game`], [`Costume`], [`Actor`], [`Painter`] or [`LiveScene`](scene::LiveScene)
//!   owns or shares what it needs, and can be sent to another thread.
//!
//! Items of [`format`](mod@format), [`scripts`] and [`files`], and functions that return their types, may change
//! with any version. Until 1.0, other items change only with a new minor version.
//!
//! A citation such as (`docs/format/drawing.md §7.3`) names a section of a page in the repository.
//!
//! Types that may get further fields or variants are `#[non_exhaustive]`: make them with `new`, `Default` or a
//! function, and then set fields.
//!
//! # Features
//!
//! To make a program smaller, such as a web page, turn off features for games that it does not need; these games
//! are then refused as [`ErrorKind::Unsupported`]. All features are on by default: `old` (v0 to v4), `late` (v7 and
//! v8, and Humongous games), `inflate` (deflated members of archives), `fs` ([`Game::open_path`]). Games of v5 and
//! v6 are always read.
//!
//! `serde` is off by default. It adds serde's traits to plain values: [`PictureKey`], [`PictureInfo`], [`Placed`],
//! [`Bounds`], [`Action`], [`Problem`], [`Event`](play::Event) and [`Step`](scene::Step). [`Facing`], [`Role`],
//! [`Generation`], [`Platform`], [`Interpreter`] and [`Screen`](screen::Screen) are written by their names.

pub mod clashes;
mod costume;
pub mod draw;
pub mod game;
mod open;
pub mod play;
pub mod scene;
/// Screens with fewer colours than the palettes of games, and those of 16 bits a pixel.
pub mod screen {
    pub use costumier_format::screen::{NOTHING, Rgb, Screen, high};
    pub(crate) use costumier_format::screen::{Pattern, Patterned, Shades, ega_pairs, nes, nine};
}
pub mod text;
pub mod unused;

pub use costume::{Costume, Indices};
pub use costumier_files::{self as files, Files, MemoryFiles, Source, container};
pub use costumier_format as format;
pub use costumier_format::{
    Action, Bounds, Dialect, Direction, Error, ErrorKind, Facing, Fault, Generation, Interpreter, Limits,
    Picture, PictureInfo, PictureKey, Placed, Platform, Problem, Refused, Result, Role, Roles, Severity,
    UnknownName,
};
pub(crate) use costumier_format::{akos, block, bytes, codec, colour, cost, dialect, kinds, model, nes, v0};
pub use costumier_scripts::{self as scripts, cast};
pub use draw::{colours::Colours, painter::Painter, stage::Stage};
pub use game::Game;
pub use play::{actor::Actor, clip::Clip};

/// The example of README.md, as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
