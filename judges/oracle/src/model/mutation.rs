//! Rules that can be broken on purpose.

use std::cell::Cell;

use costumier_reference::Break;

/// Makes [`Mutation`] of rules, each with a sentence about the broken rule.
macro_rules! mutations {
    ($($name:ident: $what:literal,)+) => {
        /// A broken rule of the model.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Mutation {
            $($name,)+
        }

        impl Mutation {
            /// All mutations.
            pub(crate) const ALL: [Self; [$($what),+].len()] = [$(Self::$name),+];

            /// A sentence about the broken rule.
            pub(crate) fn what(self) -> &'static str {
                match self {
                    $(Self::$name => $what,)+
                }
            }
        }
    };
}

mutations! {
    MoveYAdds: "move_y is added, not subtracted",
    NoRunningOffset: "limbs do not move the limbs after them",
    MirrorOffByOne: "mirrored pictures stand one pixel to the left",
    WestAlwaysMirrored: "West is mirrored in costumes that have West pictures of their own",
    ColumnsDropped: "rejected columns are dropped, not painted over",
    RowsPainted: "rejected rows are painted over, not dropped",
    ThresholdIncluded: "a threshold equal to the scale is kept",
    TableMirrored: "mirrored pictures use the scale table of unmirrored ones",
    ScalesSwapped: "x is scaled as y, and y as x",
    EdgesCutOnly: "the stage's edges cut, and do nothing else",
    EdgesOfWholeScreens: "the part of the screen above the verbs has no edges of its own",
    TallPicturesDrawn: "pictures that end below row 255 are drawn",
    ElevationLowers: "elevation lowers",
    PlanesUnited: "all planes up to the actor's hide it",
    PlaneNotHeld: "planes above the last hide nothing",
    LowestBoxFirst: "the lowest of overlapping boxes counts",
    BareBoxes: "boxes hold no points next to their slanted sides",
    SlotRounds: "scale slots round down, not toward zero",
    NoOverrides: "palette overrides are ignored",
    Override255: "an override with 255 is one",
    NoShadowColour: "room colour 13 is a colour",
    NoShadowTable: "the shadow table stays the identity",
    NoShadowMode: "the shadow mode is ignored",
    ShadowOnce: "columns that share a place cast one shadow",
    RoomAlwaysLit: "the room is always lit",
    ActorsAlwaysLit: "actors always have their colours",
    BorrowsSize: "who borrows pixels borrows their size",
    ActorsByNumber: "actors are drawn by number, not by y",
    InitKeepsLimbs: "init does not empty the limbs",
    OnceLoops: "windows that are played once loop",
    LoopHolds: "windows that loop hold their last command",
    FacingIsLate: "a change of facing reaches the limbs with their next chore",
    FacingRestartsAll: "a change of facing starts limbs again that need not",
    FacingOfLastChore: "a change of facing starts the last chore again for all limbs",
    TurnSnaps: "turning is done at once",
    StandKeepsTurning: "standing by order does not end a turn",
    StoppedHolds: "stopped limbs hold their place",
    StopNeverEnds: "a stopped limb is started by any window",
    OffIgnored: "a limb is never switched off",
    CountTakesTime: "counting takes a tick",
    SoundTakesTime: "a sound takes a tick",
    CounterKept: "starting a chore keeps the counter",
    CounterOnce: "several counts in a row count once",
    HideShowsBefore: "hiding shows the picture before",
    AdvanceFirst: "limbs advance before they are drawn",
    SpeedOneMore: "a period is one loop longer",
    SpeedKeepsProgress: "setting the speed keeps the progress",
    RolesByNumber: "walk and stand are mistaken for each other",
    RowsAsColumns: "Amiga: pictures are read as columns",
    RowsStepAlways: "Amiga: a row that goes nowhere across is followed by one below it",
    ColumnsSkipped: "Amiga: columns outside the stage are skipped as on other machines",
    ThresholdsStay: "Amiga: scaled pictures over an edge keep their thresholds",
    ShadowsEverywhere: "there are shadows on the Amiga and in Humongous games",
    RoomColoursFromZero: "Amiga: room pictures use the colours from 0 on",
    TableTurnsByQuarters: "turns that go by a table go by quarters",
    InitKeepsHidden: "init keeps limbs hidden",
    HideIgnored: "limbs are never hidden",
    ChoreShows: "a hidden limb is shown by any chore",
    HiddenHolds: "hidden limbs do not go on",
    EightAreFour: "costumes with eight directions have four",
    MirroredScaleOfOther: "v4: mirrored pictures are scaled as another interpreter does",
    TurnsOfOther: "v4 on: turns go as another interpreter has them",
    QueueFirstIn: "commands that wait are done in their order",
    QueueForEach: "each actor's commands that wait are done by themselves",
    OthersUnreached: "programs reach no other actor",
    OthersSetLate: "variables of others are set when all have stepped",
    PlaneCommandIgnored: "programs cannot choose a plane",
    PlaneOfBoxIsLast: "plane 100 is the last of the room",
    AllStandInBoxes: "who ignores boxes stands in one for programs",
    LeaveIgnored: "programs cannot send the actor away",
    ChoreAtOnce: "a program starts a chore at once",
    StillLoops: "mode 7 runs its code",
    DeltaHolds: "mode 8 stays where it is",
    JumpsOneFurther: "a jump goes one code too far",
    AddSets: "adding to a variable sets it",
    TestKeeps: "testing a variable keeps it",
    JumpInverted: "conditional jumps are made where the condition does not hold",
    ConditionInverted: "conditional blocks are done where the condition does not hold",
    TableFromZero: "jump tables begin with 0",
    FlipIgnored: "programs cannot mirror",
    TableOffCentre: "the scale table is one off its centre",
    RowsAreScaled: "pictures in room colours are scaled",
    LiteralsMirrored: "mirrored literals of codec 5 are mirrored inside",
    ZeroIsTransparent: "room colour 0 is transparent, and 255 is not",
    PartsAdd: "a code with several pictures adds their own places",
    PartsMove: "pictures of one code move the running offset",
    NoPartsMove: "a code without pictures moves the running offset",
    PartsBackwards: "the first of several pictures lies on top",
    ShadowTwice: "v7, v8: columns that share a place cast two shadows",
    FirstTableOnly: "v7, v8: all shadows go through the first table",
    WhiteNeverSet: "white room colours are passed over in all generations",
    WhiteAlwaysSet: "white room colours are never passed over",
    FirstWhiteKept: "white room colours are passed over from 0 on",
    WhiteIsBlack: "white room colours that are passed over become black",
    OwnColoursReplaced: "rooms change the machine's own colours",
    ColoursSwapped: "red and blue are swapped",
    FirstPaletteStays: "a room always shows its first palette",
    ShadowsOfApplied: "shadow tables go by the colours on the screen",
    NoObjects: "objects are left out",
    ObjectStatesStay: "scripts do not change objects' states",
    ObjectsFromFirst: "objects are drawn from the first to the last",
    FirstPictureOnly: "objects show their first picture whatever their state",
    NoParents: "objects do not depend on others",
    HolesFilled: "objects' transparent pixels are drawn",
    ObjectPlanesLeftOut: "objects leave planes as they are",
    ObjectPlanesReplace: "objects' planes always replace the room's",
    ObjectPlanesAdd: "objects' planes always add to the room's",
}

impl Mutation {
    /// Its place in a set of them.
    fn bit(self) -> u128 {
        const { assert!(Self::ALL.len() <= 128, "a set of rules has 128 places") };
        1 << (self as u32)
    }
}

/// The rule that is broken, if any. Rules are read only by a call that asks for one of them, so the rules that a
/// picture depends on are known.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Broken(Option<Mutation>);

impl Broken {
    pub(crate) fn only(mutation: Mutation) -> Self {
        Self(Some(mutation))
    }

    /// Whether it is this rule of where pixels go.
    pub(crate) fn breaks(self, rule: Break) -> bool {
        self.is(match rule {
            Break::ThresholdIncluded => Mutation::ThresholdIncluded,
            Break::TableMirrored => Mutation::TableMirrored,
            Break::TableOffCentre => Mutation::TableOffCentre,
            Break::MirrorOffByOne => Mutation::MirrorOffByOne,
            Break::ColumnsDropped => Mutation::ColumnsDropped,
            Break::RowsPainted => Mutation::RowsPainted,
            Break::TallPicturesDrawn => Mutation::TallPicturesDrawn,
            Break::ColumnsSkipped => Mutation::ColumnsSkipped,
            Break::ThresholdsStay => Mutation::ThresholdsStay,
            Break::RowsStepAlways => Mutation::RowsStepAlways,
        })
    }

    /// Whether it is this one.
    pub(crate) fn is(self, mutation: Mutation) -> bool {
        ASKED.set(ASKED.get() | mutation.bit());
        self.0 == Some(mutation)
    }
}

thread_local! {
    static ASKED: Cell<u128> = const { Cell::new(0) };
}

/// The rules that were used to make a value. Breaking another rule does not change it, because the model has no other
/// input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked(u128);

impl Asked {
    /// Makes a value. Returns it with the rules that were used.
    pub(crate) fn while_making<T>(make: impl FnOnce() -> T) -> (T, Self) {
        let before = ASKED.replace(0);
        let made = make();
        let asked = ASKED.get();
        ASKED.set(before | asked);
        (made, Self(asked))
    }

    pub(crate) fn about(self, mutation: Mutation) -> bool {
        self.0 & mutation.bit() != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_about_is_known_within_and_without() {
        let _ = Broken::default().is(Mutation::SlotRounds);
        let (inner, outer) = Asked::while_making(|| {
            let broken = Broken::only(Mutation::MoveYAdds);
            assert!(!broken.is(Mutation::ScalesSwapped) && broken.is(Mutation::MoveYAdds));
            Asked::while_making(|| broken.is(Mutation::NoParents)).1
        });
        let of =
            |asked: Asked| Mutation::ALL.into_iter().filter(move |it| asked.about(*it)).collect::<Vec<_>>();
        assert_eq!(of(inner), [Mutation::NoParents]);
        assert_eq!(of(outer), [Mutation::MoveYAdds, Mutation::ScalesSwapped, Mutation::NoParents]);
    }
}
