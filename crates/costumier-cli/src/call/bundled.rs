//! The bundled game: the words that mean it, and its files.

use costumier::MemoryFiles;
use costumier_sample::Edition;

/// The word for the bundled game; with an edition behind it (`sample-v7`), for that edition.
const SAMPLE: &str = "sample";

/// Returns the words that mean the bundled game.
pub(crate) fn sample_words() -> Vec<String> {
    let others = costumier_sample::GAMES.iter().map(|edition| format!("{SAMPLE}-{}", edition.name));
    std::iter::once(SAMPLE.to_owned()).chain(others).collect()
}

/// Returns the bundled game that a word means.
pub(crate) fn bundled(word: &str) -> Option<MemoryFiles> {
    let name = match word.strip_prefix(SAMPLE)? {
        "" => return Some(costumier_sample::files()),
        rest => rest.strip_prefix('-')?,
    };
    costumier_sample::edition(name).map(Edition::folder)
}
