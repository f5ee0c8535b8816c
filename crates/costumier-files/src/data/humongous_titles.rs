//! Titles of Humongous games, with what only a title tells: the engine among those whose indexes are alike, and the
//! bits of a pixel (`docs/format/editions.md §4.2`, `docs/format/humongous-rooms.md §6`).

use crate::dialect::{Dialect, DiskRules};

/// Humongous games, one in a line: `Title; engines; name | name`.
const TITLES: &str = include_str!("humongous_titles.txt");

/// The word in the engines of a title whose pixels have 16 bits.
const HIGH_COLOUR: &str = "16-bit";

/// A line of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct HumongousTitle {
    /// The title of the game.
    pub(super) name: &'static str,
    engines: &'static str,
    names: &'static str,
}

impl HumongousTitle {
    /// All titles, in the order of the table.
    fn all() -> impl Iterator<Item = Self> {
        TITLES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
            let (name, rest) = line.split_once("; ")?;
            let (engines, names) = rest.split_once("; ")?;
            Some(Self { name, engines, names })
        })
    }

    /// The title with this name.
    pub(super) fn called(name: &str) -> Option<Self> {
        Self::all().find(|title| title.name == name)
    }

    /// The title whose index file has this name, in lower case and without its ending. If several titles have the name,
    /// the only one with an edition whose index is like this one.
    pub(super) fn of_file(stem: &str, disks: &DiskRules) -> Option<Self> {
        let named = || Self::all().filter(|title| title.names.split(" | ").any(|name| name == stem));
        let mut alike =
            named().filter(|title| title.engines().any(|it| is_alike(&Dialect::humongous(it).disks, disks)));
        match (named().count(), alike.next(), alike.next()) {
            (1, ..) => named().next(),
            (_, only, None) => only,
            _ => None,
        }
    }

    /// The engines of the known editions.
    pub(super) fn engines(self) -> impl Iterator<Item = u8> {
        self.engines.split(' ').filter_map(|engine| engine.parse().ok())
    }

    /// Whether pixels have 16 bits in all editions from 9.9 on. Otherwise they have 8 in all editions.
    pub(super) fn has_high_colour(&self) -> bool {
        self.engines.split(' ').any(|word| word == HIGH_COLOUR)
    }
}

/// Whether indexes of two engines have the same layout, so that the index alone does not tell them apart.
fn is_alike(one: &DiskRules, other: &DiskRules) -> bool {
    (one.maxima, one.directories, one.long_names) == (other.maxima, other.directories, other.long_names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole() {
        let lines = TITLES.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!((lines, HumongousTitle::all().count()), (56, 56));
        let mut names: Vec<&str> = Vec::new();
        for title in HumongousTitle::all() {
            let words = title.engines.split(' ').filter(|word| *word != HIGH_COLOUR).count();
            assert!(words > 0 && words == title.engines().count(), "{title:?}");
            assert!(title.engines().all(|it| (60..=101).contains(&it)), "{title:?}");
            names.extend(title.names.split(" | "));
        }
        assert!(names.iter().all(|name| *name == name.to_lowercase() && !name.is_empty()));
        names.sort_unstable();
        let twice: Vec<_> = names.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0]).collect();
        assert_eq!(twice, ["game", "moondemo", "pjsamdemo"]);
    }

    /// Of the engines with 16 bits a pixel, ScummVM knows these titles. All editions of a title agree.
    #[test]
    fn twelve_titles_have_16_bits_a_pixel() {
        let deep: Vec<_> = HumongousTitle::all().filter(HumongousTitle::has_high_colour).collect();
        assert_eq!(deep.len(), 12);
        assert!(deep.iter().all(|title| title.engines().all(|engine| engine >= 99)));
        let newest = |title: &HumongousTitle| title.engines().any(|engine| engine >= 100);
        let (high, low): (Vec<_>, Vec<_>) =
            HumongousTitle::all().filter(newest).partition(HumongousTitle::has_high_colour);
        assert_eq!((high.len(), low.len()), (7, 10), "titles of 10.0 and 10.1");
    }

    #[test]
    fn a_name_of_two_titles_is_told_by_the_index() {
        let of = |stem: &str, engine: u8| {
            HumongousTitle::of_file(stem, &Dialect::humongous(engine).disks).map(|title| title.name)
        };
        assert_eq!(of("moondemo", 62), Some("Putt-Putt Goes to the Moon"));
        assert_eq!(of("moondemo", 99), Some("Moonbase Commander"));
        assert_eq!(of("pjsamdemo", 80), Some("Pajama Sam 1: No Need to Hide"));
        assert_eq!(
            of("pjsamdemo", 99),
            None,
            "both titles have editions from 9.9 on, whose indexes are alike"
        );
        assert_eq!(of("game", 100), None, "both titles have editions of 10.0");
        assert_eq!(of("game", 72), Some("Putt-Putt Saves the Zoo"));
        // A name of one title is believed though no known edition has this index.
        assert_eq!(of("socks", 72), Some("Pajama Sam's Sock Works"));
    }
}
