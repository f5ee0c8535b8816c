//! Errors for Python: exceptions of the package's module `errors`.

use costumier_api::{Error, Language};
use pyo3::prelude::*;

/// The result of all functions that Python calls.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// Why a call failed.
pub struct Failure(pub(crate) Error);

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self(error)
    }
}

impl From<Failure> for PyErr {
    fn from(Failure(error): Failure) -> Self {
        Python::attach(|py| exception(py, &error).map_or_else(|why| why, PyErr::from_value))
    }
}

/// Makes an exception of the package's class for this kind of error.
fn exception<'py>(py: Python<'py>, error: &Error) -> PyResult<Bound<'py, PyAny>> {
    let class = match (error.is_missing(), error.kind()) {
        (true, _) => "NotFoundError",
        (_, "usage") => "UsageError",
        _ => "Error",
    };
    let at = error.library();
    let class = py.import("costumier.errors")?.getattr(class)?;
    class.call1((
        error.to_string(),
        error.kind(),
        error.fault(),
        at.and_then(|it| it.file()),
        at.and_then(|it| it.block()),
        at.and_then(|it| it.offset()),
        at.and_then(|it| it.costume()),
        error.hint(Language::Python),
        error.games().to_vec(),
    ))
}
