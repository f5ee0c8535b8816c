//! Drawings become costume folders: files of an art program in, `costume.toml` and its pictures out.
//!
//! ```text
//! walk-east-0.png …   frames  ┐
//! a sheet             sheet   ├─▸ Drawing ─▸ colours ─▸ costume ─▸ the files of a folder
//! hero.aseprite       sprite  ┘
//! ```
//! Nothing is written here: the result is complete, or it is a list of problems.

mod actions;
mod colours;
mod costume;
mod drawing;
mod frames;
mod missing;
mod sheet;
mod sprite;
mod tag_name;

use costumier::format::dialect::Palette;
use costumier::{Dialect, Limits, Refused};

pub use colours::{ColourChange, swatches};
pub use drawing::Drawing;
pub use sheet::Grid;
pub(crate) use sheet::sheet_cells;

use crate::folder::convert::SHADOW;
use crate::folder::{self, About, Files, PackOptions, PictureFiles};
use crate::pictures::Rgb;

/// What a drawing becomes.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions {
    /// The generation of the costume; `None` for v5.
    pub dialect: Option<Dialect>,
    /// The 256 colours of the room that the costume is for; empty if unknown.
    pub room_colours: Vec<Rgb>,
    /// The most colours that the costume may have, the transparent one included: 2 to 32. `None` refuses a drawing of
    /// more than 31 colours.
    pub colours: Option<usize>,
    /// Where the costume comes from: a name, the room and its game.
    pub about: About,
    /// How the folder stores pictures.
    pub pictures: PictureFiles,
    /// The limits for decoding.
    pub limits: Limits,
}

/// A costume folder made of a drawing.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The files of the folder.
    pub files: Files,
    /// What was assumed or left out, for people.
    pub notes: Vec<String>,
    /// What is likely a mistake, for people.
    pub warnings: Vec<String>,
    /// What became of each colour of the drawing.
    pub colours: Vec<ColourChange>,
}

/// Makes a costume folder of a drawing.
///
/// # Errors
/// Everything that a costume cannot hold: too many colours, pictures that are too large, animations that are too long.
pub fn import(drawing: &Drawing, options: &ImportOptions) -> Result<Imported, Refused> {
    let dialect = options.dialect.unwrap_or(Dialect::V5);
    // Colours of a fixed screen are chosen by the conversion.
    let is_room = !options.room_colours.is_empty() && !dialect.fixed_colours;
    let room = if is_room { options.room_colours.as_slice() } else { &[] };
    let shadow = dialect.shadow_table.then_some(SHADOW);
    let fitted = colours::fit(drawing, (room, shadow), options.colours)?;
    // Limbs and pictures keep their names in generations that need no conversion.
    let is_plain = !dialect.has_akos() && !dialect.fixed_colours && dialect.cost.palette == Palette::Full;
    let own = if is_plain { dialect } else { Dialect::V5 };
    let eight_ways = dialect.has_akos() && dialect.akos.eight_ways;
    let (wanted, (mut notes, warnings)) = costume::make(drawing, &fitted, (own, eight_ways))?;
    let about = About { id: None, colours: fitted.shown.clone(), ..options.about.clone() };
    let packing = PackOptions {
        dialect: Some(dialect),
        room_colours: room.to_vec(),
        limits: options.limits.clone(),
        ..PackOptions::default()
    };
    let (files, told) = folder::write_new(&wanted, about, &packing, options.pictures)?;
    notes.splice(0..0, drawing.notes.iter().cloned());
    notes.extend(told);
    let warnings = drawing.warnings.iter().cloned().chain(warnings).collect();
    Ok(Imported { files, notes, warnings, colours: fitted.changes })
}
