//! The error of all calls, with hints in the words of each language.

use std::fmt::{self, Display};

use costumier::{ErrorKind, Refused};

/// The result of a call.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A language whose functions and methods hints name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Language {
    /// C, and languages that call C.
    C,
    /// Python: the package `costumier`.
    Python,
    /// JavaScript: the package `costumier`, and the page.
    JavaScript,
}

/// Why a call failed. `Display` writes the whole message in a sentence, without the hint.
#[derive(Clone, Debug)]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug)]
enum Inner {
    /// The call has invalid arguments, or asks for nothing; the kind says which.
    Caller(&'static str, String),
    /// The call names something that does not exist.
    Missing(String, Missing),
    /// An error of the library.
    Library(costumier::Error),
}

/// What a call named and does not exist.
#[derive(Clone, Debug)]
pub(crate) enum Missing {
    /// A chore, or a record for its facing. The text is `did you mean …? ` or empty.
    Chore(String),
    /// A frame of an animation.
    Frame,
    /// A file of a list.
    File,
    /// A name of a costume, or a picture. The text, if there is one, lists those that exist.
    #[cfg(feature = "whole")]
    Listed(Option<String>),
    /// The generation of a block. These have such blocks.
    #[cfg(feature = "edit")]
    Generation(Vec<String>),
}

const PLACE_OF_GAME: &str = "open the folder, archive or image that holds the game's files";
const WHOLE_FOLDER: &str = "open the whole folder of the game, which should contain this file";
const OTHER_DISK: &str = "the room may be on another disk; open all data files of the game";
#[cfg(feature = "edit")]
const GENERATION: &str = "name the generation of the game that the block came from";

impl Error {
    /// Returns the error of a call with invalid arguments.
    pub fn usage(text: impl Display) -> Self {
        Self(Box::new(Inner::Caller("usage", text.to_string())))
    }

    /// Returns the error of a block that was given without its generation. `names` are those that have such blocks.
    #[cfg(feature = "edit")]
    #[must_use]
    pub fn generation(kind: &str, names: Vec<&str>) -> Self {
        let names = names.into_iter().map(str::to_owned).collect();
        let text = format!("a {kind} block does not store its generation");
        Self(Box::new(Inner::Missing(text, Missing::Generation(names))))
    }

    #[cfg(feature = "whole")]
    pub(crate) fn nothing_shown(text: String) -> Self {
        Self(Box::new(Inner::Caller("nothing-shown", text)))
    }

    pub(crate) fn missing(text: String, what: Missing) -> Self {
        Self(Box::new(Inner::Missing(text, what)))
    }

    /// Returns the kind as a word for programs: `truncated`, `not-a-game`, `usage` …
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match &*self.0 {
            Inner::Caller(kind, _) => kind,
            #[cfg(feature = "edit")]
            Inner::Missing(_, Missing::Generation(_)) => "generation",
            Inner::Missing(..) => "not-found",
            Inner::Library(error) => error.kind().name(),
        }
    }

    /// Returns who can do something about it: `file`, `caller`, `disk`, `limit` or `unsupported`.
    #[must_use]
    pub fn fault(&self) -> &'static str {
        self.library().map_or("caller", |error| error.fault().name())
    }

    /// Whether the call names a costume, animation, picture or room that does not exist.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        match &*self.0 {
            Inner::Caller(..) => false,
            Inner::Missing(..) => self.kind() == "not-found",
            Inner::Library(error) => matches!(
                error.kind(),
                ErrorKind::CostumeZero
                    | ErrorKind::CostumeOutOfRange { .. }
                    | ErrorKind::CostumeUnused
                    | ErrorKind::NoSuchRoom { .. }
                    | ErrorKind::NoSuchItem(_)
            ),
        }
    }

    /// Returns the library's error, which has the place of the fault.
    #[must_use]
    pub fn library(&self) -> Option<&costumier::Error> {
        match &*self.0 {
            Inner::Library(error) => Some(error),
            _ => None,
        }
    }

    /// Returns the games of a place that holds several, or the generations that have such blocks.
    #[must_use]
    pub fn games(&self) -> &[String] {
        #[cfg(feature = "edit")]
        if let Inner::Missing(_, Missing::Generation(names)) = &*self.0 {
            return names;
        }
        match self.library().map(costumier::Error::kind) {
            Some(ErrorKind::SeveralGames(games)) => games,
            _ => &[],
        }
    }

    /// Returns what a visitor of a page, or a programmer in JavaScript, can do next.
    #[must_use]
    pub fn hint_for_pages(&self) -> Option<String> {
        #[cfg(feature = "whole")]
        return self.hint(Language::JavaScript);
        // A module that has to be small.
        #[cfg(not(feature = "whole"))]
        {
            let error = self.library()?;
            let hint = match error.kind() {
                ErrorKind::RoomMissing { .. } => OTHER_DISK,
                ErrorKind::MissingFile(_) => WHOLE_FOLDER,
                ErrorKind::NotAGame(_) => PLACE_OF_GAME,
                ErrorKind::SeveralGames(_) => "name one of them; a part of its name is enough",
                ErrorKind::Unsupported(_) => "load the whole module, which reads more games",
                // An error that the file's `read` explains needs no hint.
                ErrorKind::Source(why) if why.starts_with("`read`") => return None,
                _ => error.hint()?,
            };
            Some(hint.into())
        }
    }

    /// Returns what a programmer can do next.
    #[must_use]
    pub fn hint(&self, language: Language) -> Option<String> {
        let text = match &*self.0 {
            Inner::Caller(..) => return None,
            #[cfg(feature = "whole")]
            Inner::Missing(_, Missing::Listed(hint)) => return hint.clone(),
            Inner::Missing(_, Missing::Chore(near)) => return Some(format!("{near}{}", chores(language))),
            Inner::Missing(_, Missing::Frame) => match language {
                Language::C => "costumier_clip_count() says how many frames there are",
                _ => "`clip.frames` has the frames that exist",
            },
            Inner::Missing(_, Missing::File) => return None,
            #[cfg(feature = "edit")]
            Inner::Missing(_, Missing::Generation(_)) => GENERATION,
            Inner::Library(error) => return of_library(error, language).map(str::to_owned),
        };
        Some(text.to_owned())
    }
}

/// Returns the words of a language among those of C, of Python and of JavaScript.
fn of(language: Language, [c, python, javascript]: [&'static str; 3]) -> &'static str {
    match language {
        Language::C => c,
        Language::Python => python,
        Language::JavaScript => javascript,
    }
}

fn chores(language: Language) -> &'static str {
    let c = "costumier_costume_actions() lists its chores";
    of(language, [c, "`costume.actions` lists its chores", "`costume.actions()` lists its chores"])
}

/// The command line has other hints for the same errors (`costumier_export::json::hint`).
fn of_library(error: &costumier::Error, language: Language) -> Option<&'static str> {
    let words = match error.kind() {
        ErrorKind::NotAGame(_) => return Some(PLACE_OF_GAME),
        ErrorKind::MissingFile(_) => return Some(WHOLE_FOLDER),
        ErrorKind::RoomMissing { .. } => return Some(OTHER_DISK),
        ErrorKind::SeveralGames(_) => [
            "pick one with `which`; a part of its name is enough",
            "pick one of `games` with `which`; a part of its name is enough",
            "name one of them; a part of its name is enough",
        ],
        ErrorKind::CostumeZero | ErrorKind::CostumeOutOfRange { .. } | ErrorKind::CostumeUnused => [
            "costumier_costumes() gives the ids that exist",
            "`game.costumes` has the ids that exist",
            "`game.costumes()` has the ids that exist",
        ],
        ErrorKind::NoSuchRoom { .. } => [
            "costumier_game_info() lists the rooms that exist",
            "`game.info[\"rooms\"]` has the rooms that exist",
            "`game.info().rooms` has the rooms that exist",
        ],
        ErrorKind::NoSuchItem(name) if name.starts_with("actor ") => [
            "costumier_scene_actors() says how many actors there are",
            "`len(scene)` is the number of actors",
            "`scene.actors` has the actors that exist",
        ],
        ErrorKind::NoSuchItem(name) if name.starts_with("limb") => [
            "costumier_costume_pictures() lists the pictures that exist",
            "`costume.pictures` has the pictures that exist",
            "`costume.pictures()` has the pictures that exist",
        ],
        // The texts of others say what there is.
        ErrorKind::NoSuchItem(_) => return None,
        // A file that the caller's own function reads needs no hint.
        ErrorKind::Source(why) if why.starts_with("`read`") => return None,
        ErrorKind::Source(_) => return Some("look whether the path is right, and whether it can be read"),
        _ => return error.hint(),
    };
    Some(of(language, words))
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: &dyn Display = match &*self.0 {
            Inner::Caller(_, text) | Inner::Missing(text, _) => text,
            Inner::Library(error) => error,
        };
        // The library's texts name two options of the command.
        #[cfg(feature = "whole")]
        return f.write_str(
            &text
                .to_string()
                .replace("`--nearest`", "the option `nearest` of the command `costumier pack`")
                .replace("`--memory", "the option `memory"),
        );
        #[cfg(not(feature = "whole"))]
        text.fmt(f)
    }
}

impl std::error::Error for Error {}

impl From<costumier::Error> for Error {
    fn from(error: costumier::Error) -> Self {
        Self(Box::new(Inner::Library(error)))
    }
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        costumier::Error::from(refused).into()
    }
}

#[cfg(feature = "whole")]
impl From<costumier_export::wanted::NothingWanted> for Error {
    fn from(why: costumier_export::wanted::NothingWanted) -> Self {
        use costumier_export::wanted::NothingWanted;
        let text = why.to_string();
        Self::missing(
            text,
            match why {
                NothingWanted::Picture { there, .. } => Missing::Listed(there),
                NothingWanted::Animation { near, .. } => Missing::Chore(near),
            },
        )
    }
}

/// Parses JSON that a caller sends. `what` is what it is in messages: `options`, `edit`.
///
/// # Errors
/// `usage` if the text is no JSON of this type.
pub fn read<T: serde::de::DeserializeOwned>(what: &str, text: &str) -> Result<T> {
    #[cfg(feature = "whole")]
    return costumier_export::json_error::read(what, text).map_err(Error::usage);
    // A module that has to be small.
    #[cfg(not(feature = "whole"))]
    serde_json::from_str(text).map_err(|error| {
        let why = error.to_string();
        Error::usage(format!("{what}: {}", why.rsplit_once(" at line ").map_or(&*why, |(why, _)| why)))
    })
}
