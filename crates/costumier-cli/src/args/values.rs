//! Parsers of option values that several commands share.

use costumier::{Dialect, PictureKey};
use costumier_edit::folder::{DIALECTS, dialect_of};

use crate::call::ids::Ids;

/// Parses ticks a second, 1 to 60, as jiffies (1/60 s) per tick, the interpreter's own unit. It takes the nearest
/// whole number.
pub(super) fn jiffies_per_tick(text: &str) -> Result<u8, String> {
    match text.parse::<u8>() {
        Ok(rate @ 1..=60) => Ok((60 + rate / 2) / rate),
        _ => Err("use a number from 1 to 60".into()),
    }
}

/// Parses how often something is enlarged: 1 to 8.
pub(super) fn times(text: &str) -> Result<u8, String> {
    match text.parse::<u8>() {
        Ok(times @ 1..=8) => Ok(times),
        _ => {
            let digits = text.trim_end_matches(['x', 'X', '×']);
            let meant = digits.parse::<u8>().ok().filter(|times| *times != 0 && digits != text);
            let meant = meant.map_or_else(String::new, |times| format!(": `--scale-up {times}`"));
            Err(format!("use a number from 1 to 8{meant}"))
        }
    }
}

/// Parses one costume: its id or its name.
pub(super) fn one_costume(text: &str) -> Result<Ids, String> {
    match text.parse()? {
        one @ (Ids::One(_) | Ids::Called(_)) => Ok(one),
        Ids::Range(..) | Ids::All => Err("name one costume; `costumier list GAME` shows the ids".into()),
    }
}

/// Parses the name of a generation that has costume folders.
pub(super) fn generation(text: &str) -> Result<Dialect, String> {
    dialect_of(text).ok_or_else(|| {
        let names: Vec<&str> = DIALECTS.iter().map(|(name, _)| *name).collect();
        let names = names.join(", ");
        match text {
            "v0" | "nes" | "v1-nes" | "pc-engine" | "v3-pc-engine" => {
                format!("costume folders do not support this kind of costume; use one of {names}")
            }
            _ => format!("use one of {names}"),
        }
    })
}

/// Parses the name of a picture: its limb and its index, as in `0.3`.
pub(super) fn picture_key(text: &str) -> Result<PictureKey, String> {
    let parts = text.split_once('.').map(|(limb, index)| (limb.parse(), index.parse()));
    match parts {
        Some((Ok(limb), Ok(index))) => Ok(PictureKey { limb, index }),
        _ => {
            Err("use a limb and the index in its table, such as 0.3; `costumier dump GAME ID` shows them"
                .into())
        }
    }
}

/// Parses two numbers with a comma between them. `of` says in the error what they are.
pub(super) fn pair<N: std::str::FromStr>(text: &str, of: &str) -> Result<(N, N), String> {
    let parts = text.split_once(',').map(|(x, y)| (x.trim().parse(), y.trim().parse()));
    match parts {
        Some((Ok(x), Ok(y))) => Ok((x, y)),
        _ => Err(format!("use two numbers, such as 160,120: {of}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_often_something_is_enlarged_is_a_number() {
        assert_eq!((times("1"), times("8")), (Ok(1), Ok(8)));
        assert_eq!(times("4x").unwrap_err(), "use a number from 1 to 8: `--scale-up 4`");
        for bad in ["0", "9", "x", "-1", "0x", "2.5"] {
            assert_eq!(times(bad).unwrap_err(), "use a number from 1 to 8", "{bad}");
        }
    }

    #[test]
    fn tick_rates_become_the_nearest_jiffies() {
        for (rate, jiffies) in [("60", 1), ("40", 2), ("30", 2), ("12", 5), ("10", 6), ("7", 9), ("1", 60)] {
            assert_eq!(jiffies_per_tick(rate), Ok(jiffies), "{rate}");
        }
        for bad in ["0", "61", "x", ""] {
            assert!(jiffies_per_tick(bad).is_err(), "{bad}");
        }
    }
}
