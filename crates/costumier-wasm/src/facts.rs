//! Functions that differ between the modules. The whole and the editing module open archives and images and read
//! scripts; the light one takes loose files and has no facts from scripts.

#[cfg(not(feature = "whole"))]
pub(crate) use light::{Facts, unpacked};
#[cfg(feature = "whole")]
pub(crate) use whole::{Facts, unpacked};

use std::sync::Arc;

use costumier::Files;
use serde::Serialize;

/// An archive or image among the files.
#[derive(Clone, Serialize)]
pub(crate) struct ContainerRow {
    /// The name of its file.
    name: String,
    /// Its kind: `zip`, `LPAK 1.5`.
    what: String,
    /// Number of files in it.
    files: usize,
    /// Why it could not be opened.
    failed: Option<String>,
    /// What is unusual about it.
    odd: Vec<String>,
}

/// The files that a game is opened from.
pub(crate) struct Unpacked {
    pub(crate) files: Arc<dyn Files>,
    /// The name of the index, if the caller gave a single index file.
    pub(crate) index: Option<String>,
    pub(crate) containers: Vec<ContainerRow>,
}

/// What scripts say about a costume.
#[derive(Default)]
pub(crate) struct CastFacts<'a> {
    pub(crate) name: Option<&'a str>,
    pub(crate) certain: bool,
    pub(crate) shown_in: Vec<i32>,
    pub(crate) actors: Vec<i32>,
}

/// A look that scripts give the actors in a costume. `--look` numbers the looks from 1.
#[cfg(feature = "whole")]
#[derive(Serialize)]
pub(crate) struct LookRow {
    /// Costume colours, each with the room colour that replaces its own; empty if pixels have 16 bits.
    overrides: Vec<(u8, u8)>,
    /// Costume colours, each with the pixel that replaces its own; empty unless pixels have 16 bits.
    pixels: Vec<(u8, u16)>,
    /// The shadow mode, if scripts set one.
    shadow: Option<u8>,
    /// Whether scripts certainly give this look.
    certain: bool,
}

#[cfg(feature = "whole")]
mod whole {
    use std::sync::Arc;

    use costumier::Limits;
    use costumier::cast::{Cast, Certainty};
    use costumier::game::shelf;
    use costumier::{Costume, Files as _, Game};
    use costumier_export::Names;

    use super::{CastFacts, ContainerRow, LookRow, Unpacked};
    use crate::files::JsFiles;

    /// Opens archives and images.
    pub(crate) fn unpacked(loose: JsFiles) -> Unpacked {
        let names = loose.names();
        // A single file may be an archive, or an index without its other files. Then it names the game.
        let start = match &names[..] {
            [one] => Some(one.clone()),
            _ => None,
        };
        let (shelf, index) = shelf(Arc::new(loose), start.as_deref(), &Limits::default());
        let containers = shelf.containers().iter().map(|it| ContainerRow {
            name: it.name.clone(),
            what: if it.what.is_empty() { it.form.to_string() } else { it.what.clone() },
            files: it.files,
            failed: it.failed.as_ref().map(ToString::to_string),
            odd: it.odd.clone(),
        });
        let containers = containers.collect();
        Unpacked { files: Arc::new(shelf), index, containers }
    }

    /// What the scripts say, if they were read.
    pub(crate) struct Facts(Option<Cast>);

    impl Facts {
        /// Reads the scripts if `wanted`, and passes the roles of chores to the game.
        pub(crate) fn read(game: &mut Game, wanted: bool) -> Self {
            Self(wanted.then(|| game.read_cast()))
        }

        pub(crate) fn names(&self) -> Names {
            self.0.as_ref().map(Names::of_cast).unwrap_or_default()
        }

        /// Returns the looks that scripts give, numbered from 1 as for `--look`.
        pub(crate) fn looks(&self, id: u32, costume: &Costume) -> Vec<LookRow> {
            let cast = self.0.as_ref().and_then(|cast| cast.costumes.get(&id));
            // If pixels have 16 bits, scripts set pixels and no room colours.
            let high = costume.dialect().high_colour.is_some();
            let looks = cast.iter().flat_map(|cast| &cast.looks).map(|fact| LookRow {
                overrides: costume.overrides_in(&fact.value).into_iter().filter(|_| !high).collect(),
                pixels: costume.pixels_in(&fact.value).into_iter().collect(),
                shadow: fact.value.shadow.and_then(|mode| u8::try_from(mode).ok()),
                certain: fact.certainty == Certainty::Certain,
            });
            looks.collect()
        }

        pub(crate) fn of(&self, costume: u32) -> CastFacts<'_> {
            let Some(cast) = self.0.as_ref().and_then(|cast| cast.costumes.get(&costume)) else {
                return CastFacts::default();
            };
            let name = cast.name();
            CastFacts {
                name: name.map(|name| &*name.value),
                certain: name.is_some_and(|name| name.certainty == Certainty::Certain),
                shown_in: cast.rooms.iter().map(|fact| fact.value).collect(),
                actors: cast.actors.iter().map(|fact| fact.value).collect(),
            }
        }
    }
}

#[cfg(not(feature = "whole"))]
mod light {
    use std::sync::Arc;

    use costumier::Game;
    use costumier_export::Names;

    use super::{CastFacts, Unpacked};
    use crate::files::JsFiles;

    /// Returns the files as they are.
    pub(crate) fn unpacked(loose: JsFiles) -> Unpacked {
        Unpacked { files: Arc::new(loose), index: None, containers: Vec::new() }
    }

    /// No facts, because the light module reads no scripts.
    pub(crate) struct Facts;

    #[allow(clippy::unused_self, reason = "the whole module's are the same")]
    impl Facts {
        pub(crate) fn read(_: &mut Game, _: bool) -> Self {
            Self
        }

        pub(crate) fn names(&self) -> Names {
            Names::default()
        }

        pub(crate) fn of(&self, _: u32) -> CastFacts<'_> {
            CastFacts::default()
        }
    }
}
