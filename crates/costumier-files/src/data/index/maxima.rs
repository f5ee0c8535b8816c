//! The comparison of the numbers in `MAXS` with the directories.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::Index;
use crate::dialect::{Directories, DiskRules, Maxima};
use crate::{Problem, Severity};

impl Index {
    /// Reports directories whose lengths differ from `MAXS`, by which an interpreter allocates memory.
    pub(super) fn compare_with_maxima(&mut self, rules: &DiskRules) {
        let counts = |fields: &[(usize, &str, usize)]| -> Vec<Problem> {
            let wrong = fields.iter().filter_map(|(field, tag, count)| {
                let stated = usize::try_from(*self.maxima.get(*field)?).unwrap_or(usize::MAX);
                let text = format!("it has {count} slots, MAXS says {stated}");
                (stated != *count).then(|| Problem::new(Severity::Note, *tag, None, text))
            });
            wrong.collect()
        };
        let [rooms, scripts, sounds, charsets, costumes] = [
            self.disks.len(),
            self.scripts.len(),
            self.sounds.len(),
            self.charsets.len(),
            self.costumes.len(),
        ];
        let problems = match rules.maxima {
            _ if rules.directories == Directories::Humongous => counts(&[
                (9, "DIRR", self.room_blocks.len()),
                (10, "DIRS", scripts),
                (11, "DIRN", sounds),
                (12, "DIRF", charsets),
                (13, "DIRC", costumes),
            ]),
            Maxima::V5 => counts(&[(5, "DCHR", charsets)]),
            Maxima::V6 => counts(&[
                (9, "DROO", rooms),
                (10, "DSCR", scripts),
                (11, "DSOU", sounds),
                (12, "DCHR", charsets),
                (13, "DCOS", costumes),
            ]),
            Maxima::V7 => counts(&[
                (10, "DROO", rooms),
                (11, "DSCR", scripts),
                (12, "DSOU", sounds),
                (13, "DCHR", charsets),
                (14, "DCOS", costumes),
            ]),
            Maxima::V8 => counts(&[
                (3, "DSCR", scripts),
                (4, "DSOU", sounds),
                (5, "DCHR", charsets),
                (6, "DCOS", costumes),
                (7, "DROO", rooms),
            ]),
            Maxima::He72 | Maxima::He90 | Maxima::He99 => Vec::new(),
        };
        self.problems.extend(problems);
    }
}
