//! Serde's form of values that have names: the name, as in scene files and in `--json`.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::dialect::{Generation, Interpreter, Platform};
use crate::error::UnknownName;
use crate::screen::Screen;
use crate::{Direction, Facing, Role};

struct Name<T>(PhantomData<T>);

impl<T: FromStr<Err = UnknownName>> Visitor<'_> for Name<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! by_name {
    ($($type:ty)*) => {
        $(
            impl Serialize for $type {
                fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                    to.serialize_str(self.name())
                }
            }

            impl<'de> Deserialize<'de> for $type {
                fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                    from.deserialize_str(Name(PhantomData))
                }
            }
        )*
    };
}

by_name!(Direction Facing Generation Interpreter Platform Role Screen);
