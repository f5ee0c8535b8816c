//! Examples of packed pixels: codecs, old-rooms, humongous-rooms, unjudged.

use costumier::format::codec::{self, ColourTable, Decoder, Depth, bmap, bomp, delta, majmin, trle};
use costumier::format::screen::{Pattern, Screen, Shades};
use costumier::format::v0::V0;
use costumier::{Costume, Dialect};

use super::{bytes, example, field, numbers};

/// An example's lines of two columns: pixels, and the bytes that they are packed to.
fn packed_rows(name: &str) -> Vec<(Vec<u8>, Vec<u8>)> {
    let rows = example("codecs", name);
    let rows = rows.iter().filter_map(|line| line.split_once("  "));
    rows.map(|(pixels, packed)| (numbers(pixels), numbers(packed))).collect()
}

#[test]
fn codecs_pictures_both_ways() {
    let lines = example("codecs", "codec-1");
    let pixels = numbers(&field(&lines, "rows"));
    for (label, depth) in
        [("16 colours", Depth::Colours16), ("32 colours", Depth::Colours32), ("64 colours", Depth::Colours64)]
    {
        let packed = numbers(&field(&lines, label));
        let mut rows = Vec::new();
        Decoder::new().rows(&packed, depth, (5, 4), &ColourTable::IDENTITY, &mut rows);
        assert_eq!(rows, pixels, "{label}");
        assert_eq!(codec::Coding::Columns(depth).encode(&pixels, 5).unwrap(), packed, "{label}");
    }
    for (pixels, packed) in packed_rows("codec-5") {
        let size = (u16::try_from(pixels.len()).unwrap(), 1);
        let mut rows = Vec::new();
        assert!(bomp::decode(&packed, size, bomp::Side::AsStored, &mut rows).complete);
        assert_eq!(rows, pixels);
        assert_eq!(bomp::encode(&pixels, size.0, bomp::Split::Plain).unwrap(), packed);
    }
    let lines = example("codecs", "codec-16");
    let (pixels, packed) = (numbers(&field(&lines, "pixels")), numbers(&field(&lines, "bytes")));
    let mut rows = Vec::new();
    majmin::decode(&packed, (38, 1), false, &mut rows);
    assert_eq!(rows, pixels);
    assert_eq!(majmin::encode(&pixels, 8).unwrap(), packed);
    for (pixels, packed) in packed_rows("codec-32") {
        let width = u16::try_from(pixels.len()).unwrap();
        let mut rows = Vec::new();
        trle::decode(&packed, (width, 1), 0, &mut rows);
        assert_eq!(rows, pixels);
        assert_eq!(trle::encode(&pixels, width, 0).unwrap(), packed);
    }
}

#[test]
fn codecs_wrle_codes() {
    let colours: [u8; 32] = std::array::from_fn(|at| 0x80 + u8::try_from(at).unwrap());
    for line in example("codecs", "wrle") {
        let (what, code) = line.split_once("  ").unwrap();
        let entry = what.find("T[").map(|at| colours[usize::from(what.as_bytes()[at + 2] - b'0')]);
        let (count, change) = match (what.split_once(" × "), what.strip_prefix("leave ")) {
            (Some((count, value)), _) => {
                let value = entry.or_else(|| u8::from_str_radix(value.trim(), 16).ok()).unwrap();
                (count.parse().unwrap(), delta::Change::Colour(value))
            }
            (None, Some(count)) => (count.trim().parse().unwrap(), delta::Change::Leave),
            (None, None) => (1, delta::Change::Colour(entry.unwrap())),
        };
        let mut layer = vec![delta::Change::Leave; count];
        let decoded = delta::apply(&numbers(code), delta::Packing::Wrle(&colours), count, &mut layer);
        assert_eq!((decoded.pixels, layer), (count, vec![change; count]), "{line}");
    }
}

#[test]
fn old_rooms_tables_streams_and_a_costume() {
    let packed = bytes("old-rooms", "characters");
    let mut table = Vec::new();
    assert_eq!(codec::characters::decode(&packed, 15, &mut table), (packed.len(), false));
    assert_eq!(table, numbers("00 × 5 FF 12 34 07 × 7"));

    let data = bytes("old-rooms", "stream");
    let mut pixels = [99; 32];
    let used = codec::stream::decode(&data, (8, 4), &mut pixels);
    let columns: Vec<u8> =
        (0..8).flat_map(|x| (0..4).map(move |y| (x, y))).map(|(x, y)| pixels[8 * y + x]).collect();
    assert_eq!(columns, numbers("1 × 4 2 2 2 3 2 2 2 3 F × 20"));
    let mut plane = [0; 4];
    codec::mask::decode(&data[used.bytes..], 4, &mut plane, 1);
    assert_eq!(plane, [0xF0, 0xF0, 0x0F, 0x0F]);

    let block = bytes("old-rooms", "v0");
    assert_eq!(block.len(), usize::from(block[0]));
    let v0 = V0::open(block[4..].to_vec(), Dialect::V0).unwrap();
    assert_eq!((v0.pictures(), v0.sequence(0, 0), v0.sequence(1, 0)), (2, Some(&[0][..]), Some(&[1][..])));
    let info = v0.picture_info(0).unwrap();
    assert_eq!((info.width, info.height), (8, 2));
    let starts = |command| v0.command(command).unwrap().map(|order| order.map(|it| it.sequence));
    assert_eq!((starts(11), starts(12)), ([Some(0); 8], [None; 8]));
    let costume = Costume::V0(v0);
    let values = costume.values(costume.picture_keys()[0]).unwrap();
    assert_eq!(values, [3, 3, 2, 2, 1, 1, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3]);
}

#[test]
fn humongous_rooms_a_picture_both_ways() {
    let lines = example("humongous-rooms", "bmap");
    let (pixels, packed) = (numbers(&field(&lines, "pixels")), numbers(&field(&lines, "bytes")));
    let mut out = [0; 10];
    let decoded = bmap::decode(&packed, None, &mut out).unwrap();
    assert_eq!((out.to_vec(), decoded.code), (pixels.clone(), 138));
    assert_eq!(bmap::encode(&pixels)[..packed.len()], packed);
}

#[test]
fn unjudged_dots_of_a_cga_screen() {
    let cga = Pattern::of_screen(Screen::Cga, Shades::V3).unwrap();
    for line in example("unjudged", "cga") {
        let row: i32 = line.split_whitespace().nth(1).and_then(|it| it.parse().ok()).unwrap();
        let dots = numbers(line.split_once("dots").unwrap().1);
        let shown: Vec<u8> =
            (0..).zip([1, 1, 6, 6, 7, 7]).map(|(x, value)| cga.dots(value, (x, row), 0)[0]).collect();
        assert_eq!(shown, dots, "{line}");
    }
}
