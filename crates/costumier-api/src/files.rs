//! Files that a call made: names with their bytes.

use crate::error::{Error, Missing, Result};
use crate::number::{ID, Number};

/// Files that a call made, in memory.
#[derive(Clone, Debug, Default)]
pub struct FileList(pub(crate) Vec<(String, Vec<u8>)>);

#[cfg_attr(border, border(without(python = "list_of_files")))]
impl FileList {
    /// Returns the number of files.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the name of a file, with `/` between folders. Files count from 0.
    ///
    /// # Errors
    /// `not-found` if there is no such file.
    pub fn name(&self, file: Number) -> Result<&str> {
        Ok(&self.get(file)?.0)
    }

    /// Returns the bytes of a file. Files count from 0.
    ///
    /// # Errors
    /// `not-found` if there is no such file.
    pub fn bytes(&self, file: Number) -> Result<&[u8]> {
        Ok(&self.get(file)?.1)
    }

    fn get(&self, file: Number) -> Result<&(String, Vec<u8>)> {
        let number: usize = file.within("file", ID)?;
        let why = || Error::missing(format!("file {number}: there are {}", self.0.len()), Missing::File);
        self.0.get(number).ok_or_else(why)
    }

    /// Returns the files by name.
    #[must_use]
    #[cfg_attr(border, border(without(c = "list_of_files", js = "list_of_files")))]
    pub fn into_files(self) -> Vec<(String, Vec<u8>)> {
        self.0
    }
}

#[cfg(feature = "whole")]
#[cfg_attr(border, border(without(python = "list_of_files")))]
impl FileList {
    /// Returns all files as a zip.
    ///
    /// # Errors
    /// If the files are too large for a zip.
    pub fn zip(&self) -> Result<Vec<u8>> {
        zipped(self.0.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])))
    }
}

/// Makes a zip of files. Files of compressed formats are not compressed again.
#[cfg(feature = "whole")]
pub(crate) fn zipped<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> Result<Vec<u8>> {
    costumier_export::formats::zip(files)
        .map_err(|why| Error::usage(format!("the zip could not be made: {why}")))
}
