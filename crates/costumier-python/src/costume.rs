//! The class of an open costume.

use std::sync::Arc;

use costumier::screen::Rgb;
use costumier::{Facing, PictureKey};
use costumier_export::json;
use costumier_export::view::role_name;
use costumier_export::{ChoreFilter, OpenCostume};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use serde::Serialize;

use crate::clip::Clip;
use crate::edit;
use crate::error::{Failure, Result};
use crate::game::{OpenGame, text};
use crate::raster::{Palette, Pixels, Raster};

/// A costume of an open game.
#[pyclass(frozen)]
pub struct Costume {
    pub(crate) open: Arc<OpenGame>,
    pub(crate) opened: OpenCostume,
    palette: Palette,
}

#[derive(Serialize)]
struct ActionRow<'a> {
    record: u16,
    chore: u16,
    role: Option<String>,
    name: &'a str,
    facing: &'static str,
    mirrored: bool,
}

/// What is known of a picture before it is decoded: width, height, x, y, move x, move y, the picture that it borrows.
type Place = ((u16, u16), (i16, i16), (i16, i16), Option<(u8, u16)>);

impl Costume {
    pub(crate) fn new(open: &Arc<OpenGame>, id: u32) -> Result<Self> {
        let opened = costumier_export::open(&open.game, id)?;
        // A costume whose room cannot be read has pictures all the same.
        let palette: [Rgb; 256] = open.game.costume_palette(id).unwrap_or([[0; 3]; 256]);
        Ok(Self { open: Arc::clone(open), opened, palette: Arc::new(palette) })
    }

    fn chore(&self, chore: &Chore) -> Result<ChoreFilter> {
        match chore {
            Chore::Number(number) => Ok(ChoreFilter::Number(*number)),
            Chore::Name(name) => name.parse().map_err(Failure::usage),
        }
    }
}

/// Returns the error that a costume has no such animation.
fn missing(text: String) -> Failure {
    Failure::Missing(text, "`costume.actions` lists its chores".to_owned())
}

/// A chore in a call.
#[derive(FromPyObject)]
pub enum Chore {
    /// The number of the chore.
    Number(u16),
    /// The role or name of the chore.
    Name(String),
}

/// A facing in a call.
#[derive(FromPyObject)]
pub enum FacingArgument {
    /// The angle of the facing.
    Angle(i32),
    /// The name of the facing.
    Name(String),
}

impl FacingArgument {
    fn read(&self) -> Result<Facing> {
        match self {
            Self::Angle(angle) => Ok(Facing::from_angle(*angle)),
            Self::Name(name) => name.parse().map_err(Failure::usage),
        }
    }
}

#[pymethods]
impl Costume {
    /// Returns the kind, `cost` or `akos`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.opened.costume.kind()
    }

    /// Returns the block without its header.
    fn payload<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.opened.costume.payload())
    }

    /// Returns the structure as JSON, as `costumier dump --json` prints it.
    fn dump(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| {
            let OpenCostume { id, room, costume } = &self.opened;
            text(&json::dump(*id, *room, costume, self.open.game.limits()))
        })
    }

    /// Returns the problems of the costume as JSON.
    fn check(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| text(&self.opened.costume.check()))
    }

    /// Returns the listing of its records and commands.
    fn listing(&self, py: Python<'_>) -> String {
        py.detach(|| costumier::text::listing(&self.opened.costume))
    }

    /// Returns the game's palette for this costume: 256 × red, green, blue.
    fn palette<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.palette.as_flattened())
    }

    /// Returns the chores in their facings as JSON.
    fn actions(&self) -> Result<String> {
        let OpenCostume { id, costume, .. } = &self.opened;
        let actions = costume.actions();
        let names: Vec<String> = actions.iter().map(costumier::Action::chore_name).collect();
        let rows = actions.iter().zip(&names).map(|(action, usual)| ActionRow {
            record: action.record,
            chore: action.chore,
            role: action.role.map(role_name),
            name: self.open.names.chore(*id, action.chore).unwrap_or(usual),
            facing: action.facing.name(),
            mirrored: costume.mirrors(action.facing),
        });
        text(&rows.collect::<Vec<_>>())
    }

    /// Returns limb and index of each picture.
    fn keys(&self) -> Vec<(u8, u16)> {
        self.opened.costume.picture_keys().into_iter().map(|key| (key.limb, key.index)).collect()
    }

    /// Returns what is known of a picture before it is decoded.
    fn picture(&self, limb: u8, index: u16) -> Result<Place> {
        let info = self.opened.costume.picture(PictureKey { limb, index })?.info;
        let borrowed = info.redirect.map(|key| (key.limb, key.index));
        Ok(((info.width, info.height), (info.x, info.y), (info.move_x, info.move_y), borrowed))
    }

    /// Decodes a picture to room colours.
    fn decode(&self, py: Python<'_>, limb: u8, index: u16) -> Result<Raster> {
        let decoded = py.detach(|| self.opened.costume.indices(PictureKey { limb, index }))?;
        Ok(Raster {
            width: decoded.info.width.into(),
            height: decoded.info.height.into(),
            transparent: Some(decoded.transparent),
            pixels: Pixels::Indices(decoded.pixels),
            palette: Arc::clone(&self.palette),
        })
    }

    /// Decodes a picture to the values that the file stores.
    fn values<'py>(&self, py: Python<'py>, limb: u8, index: u16) -> Result<Bound<'py, PyBytes>> {
        let values = py.detach(|| self.opened.costume.values(PictureKey { limb, index }))?;
        Ok(PyBytes::new(py, &values))
    }

    /// Plays a chore in a facing until it repeats.
    fn clip(&self, py: Python<'_>, chore: Chore, facing: FacingArgument) -> Result<Clip> {
        let (chore, facing) = (self.chore(&chore)?, facing.read()?);
        py.detach(|| {
            let OpenCostume { id, costume, .. } = &self.opened;
            let names = &self.open.names;
            let actions = costume.actions();
            let found = actions.iter().find(|action| chore.admits(action, names.chore(*id, action.chore)));
            let number = match (&chore, found) {
                (_, Some(action)) => action.chore,
                (ChoreFilter::Number(number), None) => *number,
                (ChoreFilter::Role(role), None) => costume.roles().chore(*role),
                (ChoreFilter::Named(name), None) => {
                    return Err(missing(format!("costume {id} has no chore {name:?}")));
                }
            };
            if !costume.has_record(number, facing) {
                return Err(missing(format!("costume {id} has nothing for {chore} facing {facing}")));
            }
            let played = costumier::Clip::record(costume, number, facing, self.open.game.limits());
            Ok(Clip { costume: Arc::clone(costume), clip: played, palette: Arc::clone(&self.palette) })
        })
    }

    /// Returns the same costume with other pixels in a picture: the values that the file stores.
    fn with_picture(&self, py: Python<'_>, limb: u8, index: u16, values: PyBackedBytes) -> Result<Self> {
        let changed = py.detach(|| self.opened.costume.with_picture(PictureKey { limb, index }, &values))?;
        let opened = OpenCostume { costume: Arc::new(changed), ..self.opened };
        Ok(Self { open: Arc::clone(&self.open), opened, palette: Arc::clone(&self.palette) })
    }

    /// Returns the files of a costume folder.
    fn unpack(&self, py: Python<'_>, pictures: &str) -> Result<Vec<(String, Py<PyBytes>)>> {
        let files = py.detach(|| edit::unpack(&self.open, &self.opened, pictures))?;
        Ok(files.into_iter().map(|(name, bytes)| (name, PyBytes::new(py, &bytes).unbind())).collect())
    }
}
