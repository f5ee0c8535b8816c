//! Arguments and results that are JSON. The names say which object a text is; adapters turn it into what their
//! language has for objects.

/// One object of a scene file (docs/scenes.md).
pub type SceneJson = str;
/// An actor of a scene file.
pub type ActorJson = str;
/// A step of an actor: `{"perform": "walk"}`.
pub type StepJson = str;
/// Fields of a scene or of an actor that are changed.
pub type SettingsJson = str;
/// How a game is opened: `OpenOptions`. Every field may be missing.
pub type OpenJson = str;
/// Options of an export: `{"formats": ["gif"], "scale_up": 2}`. Every field may be missing.
pub type ExportJson = str;
/// Options of a montage: `{"background": "checks"}`. Every field may be missing.
pub type MontageJson = str;
/// An edit of a draft (`costumier_edit::draft::Edit`).
pub type EditJson = str;
/// Which pictures of a draft a file becomes: `{"limb": 0, "index": 3}`.
pub type BringJson = str;
/// A chore: a role (`walk`), a number, or a name from the game's scripts.
pub type Chore = str;
/// A facing: a name (`east`) or an angle in degrees.
pub type FacingName = str;

/// A text that is JSON already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonText(pub String);
