//! Why a language does not have a call: `without(js = "disk")` in the source names one of these.

/// The reasons by their words.
pub(crate) const REASONS: &[(&str, &str)] = &[
    ("open", "`costumier.open` takes bytes, too"),
    ("open_files", "`Game::open_files` opens all files; pages show screens of square pixels only"),
    (
        "openGame",
        "`openGame` takes the files that `fromBytes`, `fromFiles`, `fromFolder` or `fromFile` gives",
    ),
    ("disk", "a page has no disk: the program writes the files that it gets"),
    ("sample", "`costumier sample` writes the sample game into a folder"),
    ("list", "the list that `Game::costumes` returns has it"),
    ("scene", "`Game::scene`, then `Scene::render` draws the same"),
    (
        "cast",
        "`Game::cast` has all that scripts say in C and in Python; JavaScript has it in the rows of costumes",
    ),
    ("job", "`Game::job` does it step by step, so that a page can show its progress"),
    ("export", "`Game::export` does all steps in one call"),
    ("page", "it is for painting under a pointer in the viewer's page"),
    (
        "placed",
        "`Scene::explain` and `Scene::actor_at` say what a pixel shows; only the page draws outlines of limbs",
    ),
    ("room_picture", "a scene with the room and without actors draws it: `Game::scene`"),
    (
        "inside",
        "`Costume::structure` and `Costume::listing` have the facts; only the page shows single bytes",
    ),
    ("film", "`Costume::clip` plays a chore, `Clip::frame` draws it"),
    ("clip", "`Costume::film` and `Scene::movie` play a chore, `Game::job` makes its GIF"),
    (
        "movie",
        "`Scene::render` and `Scene::tick` give each picture; `Clip::encode` makes files of animations",
    ),
    (
        "read",
        "`Draft::read`, then `Draft::pack`; only Python and the command have `nearest` and convert to a generation",
    ),
    ("draft", "an edited costume is a draft: `Game::draft`, `Draft::files`, `Packed::preview`"),
    ("preview", "`Packed::game` and `Packed::preview` differ in the screens that they offer"),
    ("screen", "open the game with the option `screen`"),
    ("differing", "compare `Costume::payload`"),
    ("attribute", "an attribute of the object, or a call of its own"),
    ("head", "`Costume::head` has it"),
    ("structure", "`Costume::structure` lists problems, too"),
    ("colours", "`Costume::colours_in` has it, with the reason for the choice"),
    ("palette", "`Costume::palette` has the colours"),
    (
        "pictures",
        "another call has the facts: `Costume::pictures`, or `Costume::stored_picture` for a single one",
    ),
    ("stored", "`Costume::stored_picture` gives pixels and stored values at once"),
    ("picture", "`Costume::picture` and `Costume::values` give the same"),
    ("sequence", "`len(clip)`: clips are sequences"),
    ("actors", "`scene.actors` is a list"),
    ("to_scene", "`Scene::to_scene` has it, with what was done since"),
    ("indices", "pictures have indices and colours: `Scene::render`"),
    ("with_costume", "`Game::with_costume` gives a game whose scenes show the block"),
    (
        "struct",
        "`costumier_picture` has pixels and colours; `costumier_clip_encode` writes files, \
         `costumier_scene_actor_at` says who is seen where",
    ),
    (
        "typed",
        "a picture has colours, indices and palette as typed arrays, of which `ImageData` and others' \
         encoders make files",
    ),
    ("list_of_files", "a list of files is a `dict` in Python, and has `count`, `name` and `bytes` elsewhere"),
    ("rust", "only the adapters, which are Rust, call it"),
];
