//! Suggestions for misspelt words: the name that was probably meant.

/// The longest words that are compared, in bytes, and the most names that a word is compared with. A file may name
/// anything.
const LONGEST: usize = 64;
const MOST_NAMES: usize = 10_000;

/// Smallest similarity, 0 to 1, between a misspelt name and the name that it means.
const ALIKE: f64 = 0.7;

/// Returns the name most similar to `word`, if one is similar enough. Capital letters are as small ones.
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let is_short = |word: &str| word.len() <= LONGEST;
    let names = names.take(MOST_NAMES).filter(|name| is_short(name) && is_short(word));
    let scored = names.map(|name| (likeness(word, name), name)).filter(|(score, _)| *score >= ALIKE);
    scored.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1))).map(|(_, name)| name)
}

/// Whether a word may be a misspelt name, or its beginning.
#[must_use]
pub fn is_alike(word: &str, name: &str) -> bool {
    name.starts_with(&word.to_lowercase()) || likeness(word, name) >= ALIKE
}

fn likeness(a: &str, b: &str) -> f64 {
    strsim::normalized_damerau_levenshtein(&a.to_lowercase(), &b.to_lowercase())
}
