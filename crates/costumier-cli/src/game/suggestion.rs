//! Suggestions for a GAME that does not exist: the path or word that was probably meant.

use std::path::{Path, PathBuf};

use costumier_export::suggestion::nearest;

use crate::call::bundled::sample_words;

/// Returns a hint for a GAME that cannot be opened because it does not exist.
pub(crate) fn hint(place: &str) -> String {
    let path = Path::new(place);
    if let Some(file) = path.ancestors().skip(1).find(|above| above.is_file()) {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        return format!("{} is a file: name it, or its folder {}", file.display(), folder.display());
    }
    if place.starts_with("~/") || place.starts_with("~\\") {
        return "this shell does not replace `~`: write the whole path".into();
    }
    if place.parse::<u32>().is_ok() {
        return format!(
            "this command takes games; a costume's id follows a game in others, such as `costumier dump GAME {place}`"
        );
    }
    let words = sample_words();
    if let Some(word) = nearest(place, words.iter().map(String::as_str)) {
        return format!("did you mean `{word}`? The editions of the bundled game are {}", words.join(", "));
    }
    match meant(path) {
        Some(meant) => format!("did you mean {}?", meant.display()),
        None => "name the folder of the game's files, an archive or image of it, or `sample`".into(),
    }
}

/// Returns the path with its first wrong part corrected, if a similar name exists there.
fn meant(path: &Path) -> Option<PathBuf> {
    let missing =
        path.ancestors().take_while(|part| !part.as_os_str().is_empty() && !part.exists()).last()?;
    let above = missing.parent().filter(|above| !above.as_os_str().is_empty());
    let there = std::fs::read_dir(above.unwrap_or(Path::new("."))).ok()?;
    let there: Vec<String> =
        there.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    let name = nearest(&missing.file_name()?.to_string_lossy(), there.iter().map(String::as_str))?;
    let right = above.map_or_else(|| PathBuf::from(name), |above| above.join(name));
    let whole = right.join(path.strip_prefix(missing).ok()?);
    // Later parts may be misspelt too; then the corrected beginning is returned.
    Some(if whole.exists() && whole != right.join("") { whole } else { right })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_paths_are_put_right() {
        let at = tempfile::tempdir().unwrap();
        let game = at.path().join("games/Monkey2");
        std::fs::create_dir_all(&game).unwrap();
        std::fs::write(game.join("monkey2.000"), "").unwrap();
        // Which of its separators Windows shows does not matter.
        let plain = |text: String| if cfg!(windows) { text.replace('\\', "/") } else { text };
        let hint = |path: &str| plain(hint(at.path().join(path).to_str().unwrap()));
        let told = |path: &str| plain(format!("did you mean {}?", at.path().join(path).display()));
        assert_eq!(hint("games/monkye2"), told("games/Monkey2"));
        assert_eq!(hint("gmaes/Monkey2/monkey2.000"), told("games/Monkey2/monkey2.000"));
        assert_eq!(hint("games/Monkey2/mokney2.000"), told("games/Monkey2/monkey2.000"));
        assert!(hint("games/Monkey2/monkey2.000/x").contains("is a file: name it, or its folder"));
        assert!(hint("quite/elsewhere").starts_with("name the folder"));
        assert!(super::hint("~/games/monkey2").ends_with("write the whole path"));
        assert!(super::hint("sampel").starts_with("did you mean `sample`?"));
        assert!(super::hint("sample-v9").contains("sample-v8"));
        assert!(super::hint("99").ends_with("such as `costumier dump GAME 99`"));
    }
}
