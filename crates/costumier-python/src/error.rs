//! Errors for Python: exceptions of the package's module `errors`.

use std::fmt::Display;

use costumier::{Error, ErrorKind, Refused};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The result of all functions that Python calls.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// Why a call failed.
pub enum Failure {
    /// The call has invalid arguments.
    Usage(String),
    /// The call names a costume or an animation that does not exist: what is missing, and where to look.
    Missing(String, String),
    /// An error of the library.
    Library(Box<Error>),
    /// An exception of Python.
    Python(PyErr),
}

impl Failure {
    /// Returns the error of a call with invalid arguments.
    pub(crate) fn usage(text: impl Display) -> Self {
        Self::Usage(text.to_string())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Library(Box::new(error))
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        Error::from(refused).into()
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        if let Failure::Python(error) = failure {
            return error;
        }
        Python::attach(|py| match exception(py, &failure) {
            Ok(exception) => PyErr::from_value(exception),
            Err(error) => error,
        })
    }
}

/// Makes an exception of the package's class for this kind of error.
fn exception<'py>(py: Python<'py>, failure: &Failure) -> PyResult<Bound<'py, PyAny>> {
    let class = |name: &str| py.import("costumier.errors")?.getattr(name);
    match failure {
        Failure::Usage(text) => class("UsageError")?.call1((text, "usage", "caller")),
        Failure::Missing(text, hint) => {
            let [file, block, byte, costume] = [(); 4].map(|()| py.None());
            class("NotFoundError")?.call1((text, "not-found", "caller", file, block, byte, costume, hint))
        }
        Failure::Library(error) => {
            let games = match error.kind() {
                ErrorKind::SeveralGames(games) => games.clone(),
                _ => Vec::new(),
            };
            let place = (error.file(), error.block(), error.offset(), error.costume());
            class(class_of(error.kind()))?.call1((
                error.to_string(),
                error.kind().name(),
                error.fault().name(),
                place.0,
                place.1,
                place.2,
                place.3,
                hint(error),
                games,
            ))
        }
        Failure::Python(_) => Err(PyRuntimeError::new_err("an exception has no other one")),
    }
}

/// Returns the name of the exception's class.
fn class_of(kind: &ErrorKind) -> &'static str {
    match kind {
        ErrorKind::CostumeZero
        | ErrorKind::CostumeOutOfRange { .. }
        | ErrorKind::CostumeUnused
        | ErrorKind::NoSuchRoom { .. }
        | ErrorKind::NoSuchItem(_) => "NotFoundError",
        _ => "Error",
    }
}

/// Returns what a programmer can do. The command line has other hints for the same errors.
fn hint(error: &Error) -> Option<&'static str> {
    Some(match error.kind() {
        ErrorKind::NotAGame(_) => "open the folder, archive or image that holds the game's files",
        ErrorKind::SeveralGames(_) => "pick one of `games` with `which`; a part of its name is enough",
        ErrorKind::MissingFile(_) => "open the whole folder of the game, which should contain this file",
        ErrorKind::RoomMissing { .. } => "the room may be on another disk; open all data files of the game",
        ErrorKind::CostumeZero | ErrorKind::CostumeOutOfRange { .. } | ErrorKind::CostumeUnused => {
            "`game.costumes` has the ids that exist"
        }
        ErrorKind::NoSuchRoom { .. } => "`game.info[\"rooms\"]` has the rooms that exist",
        ErrorKind::NoSuchItem(_) => "`costume.pictures` has the pictures that exist",
        ErrorKind::Source(_) => "look whether the path is right, and whether it can be read",
        _ => return error.hint(),
    })
}
