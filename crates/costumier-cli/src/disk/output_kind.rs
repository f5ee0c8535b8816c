//! What the name of an output means: a kind of file by its ending, or a folder.

use std::path::{MAIN_SEPARATOR, Path};

use anyhow::{Result, anyhow};
use costumier_export::Format;

use crate::output::failure::hinted;

/// Endings of files that people may expect and that no command writes. Endings of archives are not among them,
/// because folders are often named like the archive that a game came in.
const NOT_WRITTEN: [&str; 35] = [
    "jpg", "jpeg", "jpe", "tif", "tiff", "svg", "ico", "tga", "pcx", "iff", "lbm", "psd", "avif", "heic",
    "jxl", "jp2", "pdf", "mp4", "m4v", "webm", "avi", "mov", "mkv", "mpg", "mpeg", "txt", "htm", "html",
    "xml", "json", "css", "plist", "atlas", "tres", "tscn",
];

/// Returns what to write instead of a format that no command writes, named by its ending.
pub(crate) fn instead(ending: &str) -> Option<&'static str> {
    let ending = ending.trim_start_matches('.').to_ascii_lowercase();
    Some(match &*ending {
        "jpg" | "jpeg" | "jpe" | "heic" | "jp2" => {
            "JPEG and its like change colours, png, webp and bmp keep them"
        }
        "mp4" | "m4v" | "webm" | "avi" | "mov" | "mkv" | "mpg" | "mpeg" => {
            "videos change colours, gif, apng and webp keep them and move"
        }
        "tif" | "tiff" | "ico" | "tga" | "pcx" | "iff" | "lbm" | "avif" | "jxl" => {
            "png, webp and bmp hold the same pixels and colours"
        }
        "psd" | "xcf" | "kra" => "aseprite holds layers and frames, and art programs take png",
        "svg" | "pdf" => "the pictures consist of pixels; png holds them, and `--scale-up N` enlarges them",
        _ => return None,
    })
}

/// Returns the format of a file with this name, or `None` if the name has no known ending.
pub(crate) fn format_of(path: &Path) -> Option<Format> {
    Some(match &*ending(path) {
        "gif" => Format::Gif,
        "apng" => Format::Apng,
        "webp" => Format::Webp,
        "png" => Format::Png,
        "bmp" => Format::Bmp,
        "aseprite" | "ase" => Format::Aseprite,
        _ => return None,
    })
}

/// Whether a path means a folder: it exists as one, or ends in a separator.
pub(crate) fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(['/', MAIN_SEPARATOR])
}

/// Returns the format of the file that a command writes, one of `writes`.
///
/// # Errors
/// If the name has another ending, or none.
pub(crate) fn require_format(path: &Path, writes: &[Format]) -> Result<Format> {
    let names: Vec<String> = writes.iter().map(|format| format!(".{format}")).collect();
    match format_of(path) {
        Some(format) if writes.contains(&format) => Ok(format),
        _ => {
            let error = anyhow!("this command cannot write {}", path.display());
            let why = instead(&ending(path)).map(|why| format!("{why}; ")).unwrap_or_default();
            Err(hinted(error, format!("{why}use one of the endings {}", names.join(", "))))
        }
    }
}

/// Refuses names with the ending of a file that people may expect and that no command writes, such as `.jpg`.
///
/// # Errors
/// If the name has such an ending.
pub(crate) fn require_written(path: &Path) -> Result<()> {
    if is_folder(path) || !NOT_WRITTEN.contains(&&*ending(path)) {
        return Ok(());
    }
    let error = anyhow!("cannot write {} as one file", path.display());
    let hint = match &*ending(path) {
        "tres" | "tscn" => "Godot's files belong to a sheet: `--as godot -o FOLDER`".to_owned(),
        "json" | "atlas" | "plist" => {
            "data of sheets belongs to a picture: `--as aseprite-json -o FOLDER` or \
                                       `--as texturepacker-json -o FOLDER`"
                .to_owned()
        }
        other => {
            let why = instead(other).map(|why| format!("{why}; ")).unwrap_or_default();
            format!("{why}name a folder, or a .gif, .apng, .webp, .png, .bmp or .aseprite file")
        }
    };
    Err(hinted(error, hint))
}

/// Refuses names with the ending of a file, and places below a file, for commands that write a folder.
///
/// # Errors
/// If the name has such an ending, or if a part of the path in front of it is a file.
pub(crate) fn require_folder(path: &Path) -> Result<()> {
    if let Some(file) = path.ancestors().skip(1).find(|above| above.is_file()) {
        let error = anyhow!("cannot make the folder {}: {} is a file", path.display(), file.display());
        return Err(hinted(error, "choose another place to write"));
    }
    let names_file = format_of(path).is_some() || NOT_WRITTEN.contains(&&*ending(path));
    if is_folder(path) || !names_file {
        return Ok(());
    }
    let error = anyhow!("this command writes a folder, and {} is the name of a file", path.display());
    Err(hinted(error, "leave the ending out, or add a `/` at the end"))
}

/// Checks that the name of a copy of a game is not that of a patch or of another file.
///
/// # Errors
/// If it is.
pub(crate) fn require_game_folder(path: &Path) -> Result<()> {
    let is_patch = matches!(&*ending(path), "zip" | "bps") && !is_folder(path);
    if !is_patch && !path.is_file() {
        return require_folder(path);
    }
    let what = if path.is_file() { "is a file" } else { "is the name of a patch" };
    let error = anyhow!("{} {what}, and `-o` writes a folder", path.display());
    let hint = match is_patch {
        true => format!("for a patch use `put --patch {}`", path.display()),
        false => "choose another name for the folder".to_owned(),
    };
    Err(hinted(error, hint))
}

/// Checks that the name of a patch has the ending of one.
///
/// # Errors
/// If it has another one.
pub(crate) fn require_patch(path: &Path) -> Result<()> {
    if matches!(&*ending(path), "zip" | "bps") && !is_folder(path) {
        return Ok(());
    }
    let error = anyhow!("{} does not have the ending of a patch", path.display());
    Err(hinted(error, "name a .bps file, or a .zip file if several files of the game change"))
}

/// Checks that the name of a file for a costume's block does not end like another kind of file.
///
/// # Errors
/// If it does, with this hint.
pub(crate) fn require_block(path: &Path, pictures: &str) -> Result<()> {
    if format_of(path).is_some() {
        let error =
            anyhow!("{} is the name of a picture, and the call writes a costume block", path.display());
        return Err(hinted(error, pictures));
    }
    if !is_folder(path) && NOT_WRITTEN.contains(&&*ending(path)) {
        let error = anyhow!("{} has the ending of another kind of file than a costume block", path.display());
        return Err(hinted(error, pictures));
    }
    Ok(())
}

fn ending(path: &Path) -> String {
    path.extension().and_then(|it| it.to_str()).unwrap_or_default().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_is_to_be_written() {
        for fine in ["out", "out.2024", "a.b/c", "a.jpg/", "a.gif"] {
            assert!(require_written(Path::new(fine)).is_ok(), "{fine}");
        }
        for bad in ["a.jpg", "b/c.TIFF", "x.mp4"] {
            assert!(
                require_written(Path::new(bad)).is_err() && require_folder(Path::new(bad)).is_err(),
                "{bad}"
            );
        }
        assert!(require_folder(Path::new("a.gif")).is_err() && require_folder(Path::new("a.gif/")).is_ok());
        for (name, is_fine) in
            [("mod", true), ("mod.zip/", true), ("mod.zip", false), ("m.bps", false), ("m.png", false)]
        {
            assert_eq!(require_game_folder(Path::new(name)).is_ok(), is_fine, "{name}");
        }
        for (name, is_fine) in
            [("m.bps", true), ("M.ZIP", true), ("m.txt", false), ("m", false), ("m.zip/", false)]
        {
            assert_eq!(require_patch(Path::new(name)).is_ok(), is_fine, "{name}");
        }
        let stills = [Format::Png, Format::Gif];
        assert_eq!(require_format(Path::new("m.PNG"), &stills).ok(), Some(Format::Png));
        for bad in ["m", "m.bmp", "m.jpg"] {
            assert!(require_format(Path::new(bad), &stills).is_err(), "{bad}");
        }
    }
}
