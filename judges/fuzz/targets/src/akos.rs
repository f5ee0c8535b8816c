//! Any payload is opened as an AKOS costume of every generation, asked everything, listed and checked.
//! Written again it is the same bytes, its program as text assembles to the same bytes, and a changed picture
//! comes out as it went in.

use crate::{AKOS_DIALECTS, ask};
use costumier::Costume;
use costumier::format::akos::program::{Program, assemble};
use costumier::format::akos::{Akos, AkosEdit};
use costumier::format::codec::{ColourTable, Decoder};
use costumier_build::{PictureSource, PixelSource};

pub(crate) fn run(data: &[u8]) {
    assert_eq!(AkosEdit::read(data).write(), data);
    for dialect in AKOS_DIALECTS {
        let Ok(akos) = Akos::open(data.to_vec(), dialect) else { continue };
        assert_eq!(akos.edit().write(), data);
        for key in akos.picture_keys() {
            let _ = akos.picture(key.index);
        }
        ask(&akos, usize::MAX);
        let text = Program::of(&akos).listing(&akos);
        let again = assemble(&text, &dialect.akos).expect("a listing assembles");
        let sequence = akos.sequence();
        assert_eq!(again, &sequence[..sequence.len().min(1 << 16)]);
        change(&akos);
        let costume = Costume::Akos(akos);
        let problems = costume.check();
        assert!(problems.len() <= 100_000, "a report of {} lines is too long", problems.len());
        let _ = costumier::text::listing(&costume);
    }
}

fn change(akos: &Akos) {
    let rows = vec![1, 1, 2, 3, 3, 3];
    let pixels = PixelSource::Rows(rows.clone());
    let picture = PictureSource { width: 3, height: 2, x: -1, y: 2, move_x: 3, move_y: -4, pixels };
    let mut edit = akos.edit();
    if edit.set_picture(0, &picture).is_err() {
        return;
    }
    let changed = Akos::open(edit.write(), *akos.dialect()).expect("what was written opens");
    let found = changed.picture(0).expect("the picture that was written");
    assert_eq!((found.info.width, found.info.height, found.info.x, found.info.move_y), (3, 2, -1, -4));
    let mut decoded = Vec::new();
    Decoder::new().picture(&found.packed, &ColourTable::IDENTITY, &mut decoded);
    // Codec 32 knows its own transparency, whatever value stands for it.
    if !matches!(changed.header().codec, costumier::format::akos::Codec::Trle) {
        assert_eq!(decoded, rows);
    }
}
