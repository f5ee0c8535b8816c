//! Pixels that a painter keeps, because an actor shows the same few pictures again and again, and decoding takes longer
//! than drawing.
//!
//! Pixels serve while the costume and its colours stay the same; scale, edges, planes and shadows come later. Memory is
//! bounded: when there is too much, all is forgotten.

use std::ops::Range;
use std::sync::{Arc, Weak};

use super::{DrawOptions, Painter, draw_each};
use crate::Result;
use crate::codec::{ColourTable, Packed, rle};
use crate::costume::Costume;
use crate::draw::options::Drawn;
use crate::draw::stage::Stage;
use crate::model::{PictureKey, Placed};

/// The most pixels that are kept: several rooms full of actors.
const MOST: usize = 8 << 20;

/// A picture of more pixels is decoded each time: 1024 × 512.
const MOST_OF_ONE: usize = MOST / 16;

/// The most pairs of a costume and its colours. A script that changes colours in each frame makes a pair each time.
const MOST_DRESSED: usize = 64;

/// What a picture is decoded to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Form {
    /// Columns in stage colours.
    Columns,
    /// Columns in costume colours.
    Indices,
    /// Rows in stage colours, mirrored or not.
    Rows { flip: bool },
    /// Columns of room colours, for an actor that is mirrored or not.
    RoomColumns { flip: bool },
    /// The same in rows.
    RoomRows { flip: bool },
}

/// The pixels that are kept.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptPixels {
    dressed: Vec<Dressed>,
    pixels: Vec<u8>,
    /// The picture that is being drawn: the number of its costume in `dressed`, and its key.
    shown: Option<(usize, PictureKey)>,
}

/// A costume in one set of colours.
#[derive(Clone, Debug)]
struct Dressed {
    /// As long as this is here, no other costume gets the same address.
    costume: Weak<Costume>,
    table: ColourTable,
    /// The pictures, in the order of their keys and forms.
    pictures: Vec<KeptPicture>,
}

/// A picture of a costume that is kept.
#[derive(Clone, Debug)]
struct KeptPicture {
    what: (PictureKey, Form),
    /// Its place among all pixels that are kept.
    place: Range<usize>,
    /// The value of transparent pixels.
    key: u8,
}

impl KeptPixels {
    /// The number of a costume in these colours.
    fn dressed(&mut self, costume: &Arc<Costume>, table: &ColourTable) -> usize {
        let same =
            |it: &Dressed| std::ptr::eq(it.costume.as_ptr(), Arc::as_ptr(costume)) && it.table == *table;
        self.dressed.iter().position(same).unwrap_or_else(|| {
            if self.dressed.len() >= MOST_DRESSED {
                *self = Self::default();
            }
            let costume = Arc::downgrade(costume);
            self.dressed.push(Dressed { costume, table: table.clone(), pictures: Vec::new() });
            self.dressed.len() - 1
        })
    }

    /// The pixels of the picture that is being drawn, and the value of transparent ones.
    fn find(&self, form: Form) -> Option<(&[u8], u8)> {
        let (number, picture) = self.shown?;
        let pictures = &self.dressed.get(number)?.pictures;
        let found = pictures.binary_search_by_key(&(picture, form), |it| it.what).ok()?;
        let found = pictures.get(found)?;
        Some((self.pixels.get(found.place.clone())?, found.key))
    }

    /// Keeps the pixels of the picture that is being drawn.
    fn keep(&mut self, form: Form, pixels: &[u8], key: u8) {
        let Some((number, picture)) = self.shown.filter(|_| pixels.len() <= MOST_OF_ONE) else { return };
        if self.pixels.len() + pixels.len() > MOST {
            self.pixels.clear();
            self.dressed.iter_mut().for_each(|it| it.pictures.clear());
        }
        let Some(Dressed { pictures, .. }) = self.dressed.get_mut(number) else { return };
        let what = (picture, form);
        if let Err(missing) = pictures.binary_search_by_key(&what, |it| it.what) {
            let start = self.pixels.len();
            self.pixels.extend_from_slice(pixels);
            pictures.insert(missing, KeptPicture { what, place: start..self.pixels.len(), key });
        }
    }
}

impl Painter {
    /// Draws the pictures of a pose like [`Painter::draw_all`], and keeps their pixels.
    pub(crate) fn draw_kept(
        &mut self,
        stage: &mut Stage,
        costume: &Arc<Costume>,
        pose: &[Placed],
        look: &DrawOptions<'_>,
    ) -> Result<Drawn> {
        let number = self.kept.dressed(costume, look.colours.table());
        let drawn = draw_each(pose, look, |placed, look| {
            self.kept.shown = Some((number, placed.picture));
            self.draw(stage, &costume.packed(placed.picture)?, (placed.x, placed.y), look)
        });
        self.kept.shown = None;
        drawn
    }

    /// Decodes a picture, or takes its pixels from those that are kept: columns into `columns`, rows into `scratch`.
    /// Returns the value of transparent pixels if they are room colours, else 0.
    pub(super) fn pixels(&mut self, picture: &Packed<'_>, form: Form, table: &ColourTable) -> u8 {
        let Self { kept, columns, scratch, .. } = self;
        let is_rows = matches!(form, Form::Rows { .. } | Form::RoomRows { .. });
        if let Some((pixels, key)) = kept.find(form) {
            let to = if is_rows { scratch } else { columns };
            let needed = pixels.len() + rle::SLACK;
            if to.len() < needed {
                to.resize(needed, 0);
            }
            to[..pixels.len()].copy_from_slice(pixels);
            return key;
        }
        let mut key = 0;
        match form {
            Form::Columns => {
                picture.decode_columns(table, columns, scratch);
            }
            Form::Indices => {
                picture.decode_columns(&ColourTable::IDENTITY, columns, scratch);
            }
            Form::Rows { flip } => {
                picture.decode_in_rows(table, scratch);
                if flip {
                    let width = usize::from(picture.width).max(1);
                    scratch.chunks_exact_mut(width).for_each(<[u8]>::reverse);
                }
            }
            Form::RoomColumns { flip } => key = picture.decode_room_colours(flip, columns, scratch),
            Form::RoomRows { flip } => key = picture.decode_room_rows(flip, scratch),
        }
        let from = if is_rows { scratch } else { columns };
        if let Some(pixels) = from.get(..picture.pixels()) {
            kept.keep(form, pixels, key);
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use costumier_build::akos::AkosForm;
    use costumier_build::example;
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;
    use crate::akos::Codec;
    use crate::dialect::Dialect;
    use crate::draw::scale::ScaleTable;
    use crate::draw::shade::ShadowTables;
    use crate::draw::stage::Edges;
    use crate::draw::{ActorColours, Colours, DrawOptions};
    use crate::game::Plane;
    use crate::model::Bounds;

    /// COST costumes stored by columns, by rows and by blocks, and AKOS costumes of each codec.
    fn costumes() -> Vec<Arc<Costume>> {
        let old = [Dialect::V5, Dialect::V2, Dialect::V5_AMIGA, Dialect::V3_PCE]
            .map(|dialect| (*b"COST", example::costume(dialect).write().unwrap(), dialect));
        let akos = [Codec::Rle, Codec::Bomp, Codec::MajMin, Codec::Trle].map(|codec| {
            let dialect = Dialect::humongous(90);
            let form = AkosForm { codec, ..AkosForm::plain(dialect) };
            (*b"AKOS", example::costume(dialect).to_akos(&form).unwrap().write().unwrap(), dialect)
        });
        let open = |(tag, payload, dialect)| Arc::new(Costume::open(tag, payload, dialect).unwrap());
        old.into_iter().chain(akos).map(open).collect()
    }

    /// Colours as they are, with an override, with shadows, and of no costume.
    fn colours(costume: &Costume) -> [Colours; 4] {
        let table = std::array::from_fn(|colour| !colour.to_le_bytes()[0]);
        let (mut other, mut shadow) = (ActorColours::of(costume), ActorColours::of(costume));
        other.overrides[1] = Some(77);
        let full = [table; 256];
        (shadow.shadow_mode, shadow.shadow) = match costume.as_akos() {
            Some(_) => (0, ShadowTables::Full(&full)),
            None => (0x20, ShadowTables::One(&table)),
        };
        let [other, shadow] = [other, shadow].map(|colours| Colours::of_actor(&colours));
        [Colours::of(costume), other, shadow, Colours::IDENTITY]
    }

    fn stage() -> Stage {
        let mut plane = Plane::new(40, 30);
        (0..40).for_each(|x| (0..30).for_each(|y| plane.set(x, y, (x + y) % 5 < 2)));
        let mut stage = Stage::empty(40, 30, 0).unwrap();
        let background: Vec<u8> = (0..=255).cycle().take(40 * 30).collect();
        stage.show(&background, 40, &[plane], 0, 0);
        stage
    }

    proptest! {
        #[test]
        fn what_is_kept_is_drawn_as_if_it_were_decoded(
            frames in prop::collection::vec(
                (
                    (0_usize..8, 0_usize..4, any::<Index>()),
                    ((-30_i32..70, -30_i32..60), (-20_i32..5, -20_i32..5)),
                    (any::<[bool; 6]>(), 0_u8..2, prop::sample::select(vec![255_u8, 255, 255, 180])),
                ),
                1..40,
            ),
        ) {
            let costumes: Vec<_> = costumes().into_iter().map(|it| (colours(&it), it)).collect();
            let mut keeping = Painter::default();
            for (what, (anchor, (x, y)), (choices, plane, scale)) in frames {
                let ((costume, dress, picture), [flip, mirrored, shaded, engine, cut, keep]) = (what, choices);
                let (colours, costume) = &costumes[costume];
                let keys = costume.picture_keys();
                let key = keys[picture.index(keys.len())];
                let placed = Placed { limb: key.limb, picture: key, x, y, shaded, mirrored };
                let look = DrawOptions {
                    flip,
                    plane,
                    scale: [scale; 2],
                    table: ScaleTable::of(costume),
                    elevation: i32::from(plane),
                    clip: cut.then_some(Bounds { left: 5, top: 5, right: 25, bottom: 20 }),
                    ..DrawOptions::new(anchor, &colours[dress])
                };
                let (mut warm, mut cold) = (stage(), stage());
                if engine {
                    warm.set_edges(Edges::Engine);
                    cold.set_edges(Edges::Engine);
                }
                let packed = |key| costume.packed(key);
                let drawn = match keep {
                    true => keeping.draw_kept(&mut warm, costume, &[placed], &look),
                    false => keeping.draw_all(&mut warm, &[placed], &look, packed),
                };
                let decoded = Painter::default().draw_all(&mut cold, &[placed], &look, packed);
                prop_assert_eq!(drawn.unwrap(), decoded.unwrap());
                prop_assert!(warm.pixels() == cold.pixels());
            }
        }
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let mut painter = Painter::default();
        let costume = &costumes()[0];
        let keys = costume.picture_keys();
        for value in 0..1000 {
            let mut colours = ActorColours::of(costume);
            colours.overrides[1..3].copy_from_slice(&u16::to_le_bytes(value).map(Some));
            let colours = Colours::of_actor(&colours);
            let pose: Vec<Placed> = keys
                .iter()
                .map(|&picture| Placed { limb: 0, picture, x: 0, y: 0, shaded: false, mirrored: false })
                .collect();
            let look = DrawOptions::new((20, 20), &colours);
            painter.draw_kept(&mut stage(), costume, &pose, &look).unwrap();
            let kept = &painter.kept;
            let ranges = kept.dressed.iter().flat_map(|it| &it.pictures).map(|it| it.place.len());
            assert_eq!(ranges.sum::<usize>(), kept.pixels.len());
            assert_eq!(kept.dressed.last().unwrap().pictures.len(), keys.len());
            assert!(kept.dressed.len() <= MOST_DRESSED);
        }
        // Full: the next picture makes room by forgetting all.
        painter.kept.pixels = vec![0; MOST];
        let colours = Colours::of(costume);
        let look = DrawOptions::new((20, 20), &colours);
        let pose = [Placed { limb: 0, picture: keys[0], x: 0, y: 0, shaded: false, mirrored: false }];
        for _ in 0..2 {
            painter.draw_kept(&mut stage(), costume, &pose, &look).unwrap();
            let size = costume.packed(keys[0]).unwrap().pixels();
            assert_eq!(painter.kept.pixels.len(), size);
            assert_eq!(painter.kept.dressed.iter().map(|it| it.pictures.len()).sum::<usize>(), 1);
        }
    }
}
