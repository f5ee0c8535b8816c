//! Names of exported files: predictable, in natural order when sorted, and valid on every system.
//!
//! ```text
//! costume-007/pictures/limb-00-picture-003.png
//! costume-007/walk-east/frame-000.png           chores with a role by its name
//! costume-007/chore-08-west.gif                 the others by number
//! costume-007/chore-08-west-curtsy.gif          with the chore's name, if it has one
//! ```
//! They contain only lower-case letters, digits, `-`, `.` and `/`. Numbers are padded, so that 10 comes after 9.
//! Names are made from the game's numbers. Names of costumes are added on request only, and reduced to letters and
//! digits ([`named_costume`]); names of chores follow their numbers.

use costumier::{Action, PictureKey};

use crate::names::same_name;

/// Returns the folder of a costume.
#[must_use]
pub fn costume(id: u32) -> String {
    format!("costume-{id:03}")
}

/// Largest number of letters of a name in a path.
const LONGEST: usize = 40;

/// Returns the folder of a costume with a name: `costume-007-guybrush`. Only ASCII letters and digits of the name are
/// kept, in words; if there are none, the folder has the number only.
#[must_use]
pub fn named_costume(id: u32, name: &str) -> String {
    named(costume(id), name)
}

/// Appends to `plain` the part of a name that can stand in a path.
fn named(mut plain: String, name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let most = plain.len() + LONGEST;
    for word in words {
        let left = most.saturating_sub(plain.len() + 1);
        if left == 0 {
            break;
        }
        plain.push('-');
        plain.extend(word.chars().take(left).map(|letter| letter.to_ascii_lowercase()));
    }
    plain
}

/// Returns the name of a picture, without folder and ending.
#[must_use]
pub fn picture(key: PictureKey) -> String {
    format!("limb-{:02}-picture-{:03}", key.limb, key.index)
}

/// Returns the name of an animation, without folder and ending. The chore's name is appended, unless the path
/// contains it already.
#[must_use]
pub fn action(action: &Action, called: Option<&str>) -> String {
    let facing = action.facing.name();
    let plain = match action.role {
        Some(role) => format!("{}-{facing}", role.name().replace(' ', "-")),
        None => format!("chore-{:02}-{facing}", action.chore),
    };
    let called = called.filter(|name| !action.role.is_some_and(|role| same_name(role.name(), name)));
    match called {
        Some(name) => named(plain, name),
        None => plain,
    }
}

/// Returns the name of a frame, without folder and ending.
#[must_use]
pub fn frame(index: usize) -> String {
    format!("frame-{index:03}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use costumier::{Facing, Role};

    #[test]
    fn names_sort_as_numbers_do() {
        let key = |index| picture(PictureKey { limb: 0, index });
        assert!(key(9) < key(10) && key(99) < key(100));
        assert!(frame(9) < frame(10) && costume(99) < costume(100));
    }

    #[test]
    fn names_of_costumes_are_safe_everywhere() {
        assert_eq!(named_costume(7, "Guybrush"), "costume-007-guybrush");
        assert_eq!(named_costume(7, "../Herman \"Toothrot\" \u{e9}"), "costume-007-herman-toothrot");
        assert_eq!(named_costume(7, "\u{4e2d}"), "costume-007");
        let long = named_costume(7, &"ab ".repeat(1000));
        assert!(long.len() <= "costume-007".len() + LONGEST && !long.ends_with('-'), "{long}");
    }

    #[test]
    fn chores_have_names_without_spaces() {
        let mut it = Action { record: 16, chore: 4, facing: Facing::WEST, role: Some(Role::TalkStart) };
        assert_eq!(action(&it, None), "talk-start-west");
        assert_eq!(action(&it, Some("Talk start")), "talk-start-west");
        assert_eq!(action(&it, Some("Sings")), "talk-start-west-sings");
        it.role = None;
        assert_eq!(action(&it, None), "chore-04-west");
        assert_eq!(action(&it, Some(" Looks ../around! ")), "chore-04-west-looks-around");
        assert_eq!(action(&it, Some("…")), "chore-04-west");
        assert!(action(&it, Some(&"x".repeat(900))).len() < 60);
    }
}
