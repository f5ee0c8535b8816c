//! The names of the lints that `check` runs, and their explanations.

/// A lint: its name and its explanation.
pub(crate) struct Lint {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
}

/// All lints that `check` runs.
pub(crate) const LINTS: [Lint; 4] = [
    Lint {
        name: "missing-chore",
        about: "A script plays a chore that the costume does not have in any facing: the interpreter shows \
            nothing new there. \
                `costumier cast GAME ID` says which script; the costume may be of another edition, or the \
                chore was left out of a mod.",
    },
    Lint {
        name: "unreached-costume",
        about: "No script puts this costume on an actor or loads it. It is said only where all scripts could be \
            read, and every costume that they name could be followed; such costumes are often left over from an \
            earlier state of the game. `costumier unused` lists also what is likely, and parts of costumes.",
    },
    Lint {
        name: "override-outside",
        about: "A script gives an actor another colour for an entry that its costume's palette does not \
            have: it changes nothing.",
    },
    Lint {
        name: "missing-sound",
        about: "A script gives an actor in this costume a sound (a footstep, mostly) that the game's \
            directory does not have: the interpreter \
                stops with an error where the costume plays it. Games of v7 and v8 keep their sounds \
                elsewhere and are not asked.",
    },
];
