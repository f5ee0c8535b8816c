//! Pictures that a painter keeps decoded, because an actor shows the same few again and again.
//!
//! An actor's cels serve while its costume and its colours stay the same. Memory is bounded: when there are too many,
//! all are forgotten.

use std::sync::{Arc, Weak};

use super::{DrawOptions, Painter, draw_each};
use crate::Result;
use crate::costume::Costume;
use crate::draw::cel::Cel;
use crate::draw::colours::Colours;
use crate::draw::options::Drawn;
use crate::draw::scale::FULL;
use crate::draw::stage::Stage;
use crate::model::{PictureKey, Placed};

/// The most bytes of pictures that are kept: several rooms full of actors.
const MOST_BYTES: usize = 8 << 20;

/// A larger picture is decoded each time: 1024 × 512 pixels.
const MOST_OF_ONE: usize = MOST_BYTES / 16;

/// The most pairs of a costume and its colours. A script that changes colours in each frame makes a pair each time.
const MOST_DRESSED: usize = 64;

/// The pictures that are kept.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptCels {
    dressed: Vec<Dressed>,
    bytes: usize,
}

/// A costume in one set of colours.
#[derive(Clone, Debug)]
struct Dressed {
    /// As long as this is here, no other costume gets the same address.
    costume: Weak<Costume>,
    colours: Colours,
    /// By picture, and whether it is mirrored. `None` if the picture has to be decoded each time.
    cels: Vec<((PictureKey, bool), Option<Cel>)>,
}

impl KeptCels {
    /// The cels of a costume in these colours.
    fn of(&mut self, costume: &Arc<Costume>, colours: &Colours) -> &mut Dressed {
        let same =
            |it: &Dressed| std::ptr::eq(it.costume.as_ptr(), Arc::as_ptr(costume)) && it.colours == *colours;
        let at = self.dressed.iter().position(same).unwrap_or_else(|| {
            if self.dressed.len() >= MOST_DRESSED || self.bytes > MOST_BYTES {
                *self = Self::default();
            }
            let (costume, colours) = (Arc::downgrade(costume), colours.clone());
            self.dressed.push(Dressed { costume, colours, cels: Vec::new() });
            self.dressed.len() - 1
        });
        &mut self.dressed[at]
    }
}

impl Painter {
    /// Draws the pictures of a pose like [`Painter::draw_all`], and keeps those of full size decoded.
    pub(crate) fn draw_kept(
        &mut self,
        stage: &mut Stage,
        costume: &Arc<Costume>,
        pose: &[Placed],
        look: &DrawOptions<'_>,
    ) -> Result<Drawn> {
        if look.scale != [FULL; 2] || look.clip.is_some() {
            return self.draw_all(stage, pose, look, |key| costume.packed(key));
        }
        let mut kept = std::mem::take(&mut self.kept);
        let dressed = kept.of(costume, look.colours);
        let mut bytes = 0;
        let anchor = (look.anchor.0, look.anchor.1.saturating_sub(look.elevation));
        let drawn = draw_each(pose, look, |placed, look| {
            let (at, key) = ((placed.x, placed.y), (placed.picture, look.flip));
            if look.shaded {
                return self.draw(stage, &costume.packed(placed.picture)?, at, look);
            }
            let found = match dressed.cels.binary_search_by_key(&key, |cel| cel.0) {
                Ok(found) => found,
                Err(missing) => {
                    let picture = costume.packed(placed.picture)?;
                    let cel = match picture.pixels() > MOST_OF_ONE {
                        true => None,
                        false => self.cel(&picture, look.colours, look.flip)?,
                    };
                    bytes += cel.as_ref().map_or(0, |cel| cel.rows.len());
                    // Which edge rules apply is the costume's matter, not that of its colours.
                    let cel = cel.map(|cel| Cel { akos: !look.table.is_classic(), ..cel });
                    dressed.cels.insert(missing, (key, cel));
                    missing
                }
            };
            match &dressed.cels[found].1 {
                Some(cel) => Ok(cel.draw(stage, at, anchor, look.plane)),
                None => self.draw(stage, &costume.packed(placed.picture)?, at, look),
            }
        });
        kept.bytes += bytes;
        self.kept = kept;
        drawn
    }
}

#[cfg(test)]
mod tests {
    use costumier_build::akos::AkosForm;
    use costumier_build::example;
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;
    use crate::dialect::Dialect;
    use crate::draw::scale::ScaleTable;
    use crate::draw::shade::ShadowTables;
    use crate::draw::stage::Edges;
    use crate::draw::{ActorColours, DrawOptions};
    use crate::game::Plane;
    use crate::model::Bounds;

    /// COST costumes stored by columns, by rows and by blocks, and AKOS costumes.
    fn costumes() -> Vec<Arc<Costume>> {
        let old = [Dialect::V5, Dialect::V2, Dialect::V5_AMIGA, Dialect::V3_PCE]
            .map(|dialect| (*b"COST", example::costume(dialect).write().unwrap(), dialect));
        let akos = [Dialect::V7, Dialect::humongous(90)].map(|dialect| {
            let source = example::costume(dialect).to_akos(&AkosForm::plain(dialect)).unwrap();
            (*b"AKOS", source.write().unwrap(), dialect)
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
                    (0_usize..6, 0_usize..4, any::<Index>()),
                    ((-30_i32..70, -30_i32..60), (-20_i32..5, -20_i32..5)),
                    (any::<[bool; 5]>(), 0_u8..2, prop::sample::select(vec![255_u8, 255, 255, 180])),
                ),
                1..40,
            ),
        ) {
            let costumes: Vec<_> = costumes().into_iter().map(|it| (colours(&it), it)).collect();
            let mut keeping = Painter::default();
            for (what, (anchor, (x, y)), (choices, plane, scale)) in frames {
                let ((costume, dress, picture), [flip, mirrored, shaded, engine, cut]) = (what, choices);
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
                let drawn = keeping.draw_kept(&mut warm, costume, &[placed], &look).unwrap();
                let decoded = Painter::default()
                    .draw_all(&mut cold, &[placed], &look, |key| costume.packed(key))
                    .unwrap();
                prop_assert_eq!(warm.pixels(), cold.pixels());
                prop_assert_eq!(drawn, decoded);
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
            let cels = kept.dressed.iter().flat_map(|it| &it.cels).filter_map(|(_, cel)| cel.as_ref());
            assert_eq!(cels.map(|cel| cel.rows.len()).sum::<usize>(), kept.bytes);
            assert_eq!(kept.dressed.last().unwrap().cels.len(), keys.len());
            assert!(kept.dressed.len() <= MOST_DRESSED);
        }
        painter.kept.bytes = MOST_BYTES + 1;
        painter
            .draw_kept(&mut stage(), &costumes()[1], &[], &DrawOptions::new((0, 0), &Colours::IDENTITY))
            .unwrap();
        assert_eq!((painter.kept.dressed.len(), painter.kept.bytes), (1, 0));
    }
}
