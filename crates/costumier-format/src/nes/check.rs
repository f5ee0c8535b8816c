//! The checker of costumes of the NES: it reads everything and lists what is odd or broken.

use super::{Nes, RECORDS};
use crate::problem::{Problem, Severity};

/// Lists all problems of a costume: those of opening it, then frames and tiles that its game does not have.
pub fn check(costume: &Nes) -> Vec<Problem> {
    let mut problems = costume.problems().to_vec();
    let mut seen = [false; 256];
    for record in 0..RECORDS {
        let at = costume.frames_at(record).map(u64::from);
        for frame in costume.frames(record).unwrap_or_default() {
            let Some(seen) = seen.get_mut(usize::from(*frame)) else { continue };
            if std::mem::replace(seen, true) {
                continue;
            }
            let path = || format!("frame {frame}");
            match costume.sprites(*frame) {
                None => {
                    let text = format!("the game's sprites (set {}) do not have it", costume.set());
                    problems.push(Problem::new(Severity::Broken, path(), at, text));
                }
                Some(sprites) => {
                    let missing =
                        sprites.map(|it| costume.key_of(it)).find(|key| costume.picture(*key).is_err());
                    if let Some(key) = missing {
                        let text = format!("shows tile {}, which the game does not have", key.index);
                        problems.push(Problem::new(Severity::Odd, path(), at, text));
                    }
                }
            }
        }
    }
    problems
}
