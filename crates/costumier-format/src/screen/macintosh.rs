//! What a Macintosh's monitor shows (`docs/format/editions.md §5.3`).

use super::Rgb;

/// The colours that games of 16 colours have on a Macintosh (Indiana Jones 3 and Loom, v3): EGA's with other levels.
pub const COLOURS: [Rgb; 16] = {
    let levels = [0x00, 0x75, 0xBE, 0xFC];
    let mut colours = [[0; 3]; 16];
    let mut i = 0;
    while i < 16 {
        let mut part = 0;
        while part < 3 {
            let bits = (i >> (2 - part) & 1) * 2 + (i >> 3 & 1);
            colours[i][part] = levels[bits];
            part += 1;
        }
        i += 1;
    }
    // Brown instead of dark yellow.
    colours[6][1] = levels[1];
    colours
};

/// What the driver of a Macintosh's monitor makes of each value of red, green and blue: v^29 is at most
/// 255^9 · i^20, which is 255 · (i / 255)^(1 / 1.45), rounded down. ScummVM has the same values from the driver itself.
static SHOWN: [u8; 256] = {
    let mut shown = [0; 256];
    let (mut i, mut v) = (0, 0_u8);
    while i < 256 {
        let most = times(power(i, 20), 255, 9);
        while v < 255 && !is_less(most, power(v as u32 + 1, 29)) {
            v += 1;
        }
        shown[i as usize] = v;
        i += 1;
    }
    shown
};

/// The value that is shown for a value of red, green or blue.
#[must_use]
pub fn shown(part: u8) -> u8 {
    SHOWN[usize::from(part)]
}

/// A number of 256 bits, the lowest first: room for the 29th power of a byte.
type Wide = [u32; 8];

const fn power(of: u32, exponent: u32) -> Wide {
    times([1, 0, 0, 0, 0, 0, 0, 0], of, exponent)
}

/// `number`, multiplied `times` times by `by`.
const fn times(mut number: Wide, by: u32, times: u32) -> Wide {
    let mut done = 0;
    while done < times {
        let (mut carry, mut at) = (0, 0);
        while at < number.len() {
            let product = number[at] as u64 * by as u64 + carry;
            number[at] = (product & 0xFFFF_FFFF) as u32;
            carry = product >> 32;
            at += 1;
        }
        done += 1;
    }
    number
}

const fn is_less(one: Wide, other: Wide) -> bool {
    let mut at = one.len();
    while at > 0 {
        at -= 1;
        if one[at] != other[at] {
            return one[at] < other[at];
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_brighter_by_a_gamma_of_1_45() {
        let parts = [0, 1, 2, 0x10, 0x40, 0x55, 0x80, 0xAA, 0xC0, 0xFE, 0xFF];
        let bright = [0, 5, 9, 0x25, 0x62, 0x77, 0x9E, 0xC0, 0xD1, 0xFE, 0xFF];
        assert_eq!(parts.map(shown), bright);
        for i in 0..=u8::MAX {
            let exact = 255.0 * (f64::from(i) / 255.0).powf(1.0 / 1.45);
            assert!((exact - 0.5 - f64::from(shown(i))).abs() <= 0.5, "{i}");
        }
        assert!((0..u8::MAX).all(|i| shown(i) <= shown(i + 1)));
    }

    #[test]
    fn sixteen_colours_have_four_levels() {
        assert_eq!([0, 1, 2, 4].map(|i| COLOURS[i]), [[0; 3], [0, 0, 0xBE], [0, 0xBE, 0], [0xBE, 0, 0]]);
        assert_eq!([COLOURS[6], COLOURS[7]], [[0xBE, 0x75, 0], [0xBE; 3]]);
        assert_eq!([COLOURS[8], COLOURS[14], COLOURS[15]], [[0x75; 3], [0xFC, 0xFC, 0x75], [0xFC; 3]]);
    }
}
