//! A costume with other pixels in one of its pictures.

use super::Costume;
use crate::akos::{Akos, AkosEdit};
use crate::codec::{ColourTable, Decoder};
use crate::cost::{Cost, CostSource, LimbSource};
use crate::model::{PictureKey, PictureSource, PixelSource};
use crate::v0::{V0, V0Source};
use crate::{Error, ErrorKind, Refused, Result};

impl Costume {
    /// Decodes a picture to the values that the costume stores, row by row: costume colours, where 0 is transparent,
    /// or room colours in AKOS costumes of codec 5, 16 and 32. [`Costume::with_picture`] takes them back.
    ///
    /// # Errors
    /// As [`Costume::indices`].
    pub fn values(&self, key: PictureKey) -> Result<Vec<u8>> {
        let picture = self.picture_within(key)?;
        let mut values = Vec::new();
        if picture.packed.encoded.has_room_colours() {
            picture.packed.decode_room_rows(false, &mut values);
            values.truncate(picture.info.pixels());
        } else {
            Decoder::new().picture(&picture.packed, &ColourTable::IDENTITY, &mut values);
        }
        Ok(values)
    }

    /// This costume with other pixels in one picture, which keeps its size and its place. `values` are as
    /// [`Costume::values`] gives them. Pictures that the costume stores once for several keys change together.
    ///
    /// [`Costume::payload`] of the result is the new block.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchItem`] where there is no such picture, [`ErrorKind::CannotWrite`] for values that the
    /// picture cannot hold, and on the NES, where pictures are tiles that costumes share.
    pub fn with_picture(&self, key: PictureKey, values: &[u8]) -> Result<Self> {
        let info = self.picture(key)?.info;
        let missing = || Error::new(ErrorKind::NoSuchItem(key.to_string()), "costume");
        let pixels = PixelSource::Rows(values.to_vec());
        match self {
            Self::Cost(cost) => {
                let mut source = CostSource::read(cost)?;
                let at = stored(&source, key).ok_or_else(missing)?;
                source.pictures.get_mut(at).ok_or_else(missing)?.pixels = pixels;
                let payload = source.write().map_err(|refused| refusal(&refused))?;
                Ok(Self::Cost(Cost::open(payload, *cost.dialect())?))
            }
            Self::Akos(akos) => {
                let mut edit = AkosEdit::read(akos.payload());
                let (width, height, x, y) = (info.width, info.height, info.x, info.y);
                let (move_x, move_y) = (info.move_x, info.move_y);
                edit.set_picture(key.index, &PictureSource { width, height, x, y, move_x, move_y, pixels })?;
                Ok(Self::Akos(Akos::open(edit.write(), *akos.dialect())?))
            }
            Self::V0(v0) => {
                let mut source = V0Source::read(v0)?;
                source.pictures.get_mut(usize::from(key.index)).ok_or_else(missing)?.pixels = pixels;
                let payload = source.write().map_err(|refused| refusal(&refused))?;
                Ok(Self::V0(V0::open(payload, *v0.dialect())?.worn_by(v0.actor())))
            }
            Self::Nes(_) => {
                let why = "pictures of the NES are tiles that costumes share".to_owned();
                Err(Error::new(ErrorKind::CannotWrite(why), "costume"))
            }
        }
    }
}

/// The place of a picture among those that a COST costume stores.
fn stored(source: &CostSource, key: PictureKey) -> Option<usize> {
    let table = match source.limbs.get(usize::from(key.limb))? {
        LimbSource::SameAs(other) => source.limbs.get(usize::from(*other))?,
        own => own,
    };
    match table {
        LimbSource::Table(entries) => *entries.get(usize::from(key.index))?,
        _ => None,
    }
}

fn refusal(refused: &Refused) -> Error {
    Error::new(ErrorKind::CannotWrite(refused.to_string()), "costume")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;
    use costumier_build::akos::AkosForm;
    use costumier_build::example;

    fn costumes() -> Vec<Costume> {
        let cost = |dialect: Dialect| {
            Costume::open(*b"COST", example::costume(dialect).write().unwrap(), dialect).unwrap()
        };
        let mut all: Vec<Costume> = [Dialect::V2, Dialect::V3, Dialect::V5, Dialect::V6].map(cost).into();
        for dialect in [Dialect::V7, Dialect::V8, Dialect::humongous(90)] {
            let source = example::costume(dialect).to_akos(&AkosForm::plain(dialect)).unwrap();
            all.push(Costume::open(*b"AKOS", source.write().unwrap(), dialect).unwrap());
        }
        all
    }

    #[test]
    fn one_picture_gets_the_pixels_and_the_others_keep_theirs() {
        for costume in costumes() {
            let key = costume.picture_keys()[1];
            let before = costume.values(key).unwrap();
            let mut values = before.clone();
            values.reverse();
            assert_ne!(values, before);
            let edited = costume.with_picture(key, &values).unwrap();
            for other in costume.picture_keys() {
                let wanted = if other == key { values.clone() } else { costume.values(other).unwrap() };
                assert_eq!(
                    edited.values(other).unwrap(),
                    wanted,
                    "{:?} {other}",
                    costume.dialect().generation()
                );
                assert_eq!(edited.picture(other).unwrap().info.x, costume.picture(other).unwrap().info.x);
            }
            let back = edited.with_picture(key, &before).unwrap();
            assert_eq!(back.values(key).unwrap(), before);
            assert!(costume.with_picture(key, &before[1..]).is_err(), "a pixel is missing");
        }
    }
}
