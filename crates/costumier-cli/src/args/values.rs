//! Values that several commands read.

/// Reads ticks a second as jiffies per tick, the interpreter's own measure.
pub(super) fn jiffies_per_tick(text: &str) -> Result<u8, String> {
    match text.parse::<u8>() {
        Ok(rate @ 1..=60) => Ok((60 + rate / 2) / rate),
        _ => Err("use a number from 1 to 60".into()),
    }
}

/// Reads a costume's id.
pub(super) fn costume_id(text: &str) -> Result<u32, String> {
    text.parse()
        .map_err(|_| format!("{text} is no costume id; `costumier list GAME` shows the ids that exist"))
}

#[cfg(test)]
mod tests {
    use super::*;

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
