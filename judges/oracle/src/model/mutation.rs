//! Rules that can be broken on purpose.

use std::cell::Cell;

use costumier_reference::Break;

/// A broken rule of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mutation {
    MoveYAdds,
    NoRunningOffset,
    MirrorOffByOne,
    WestAlwaysMirrored,
    ColumnsDropped,
    RowsPainted,
    ThresholdIncluded,
    TableMirrored,
    ScalesSwapped,
    EdgesCutOnly,
    EdgesOfWholeScreens,
    TallPicturesDrawn,
    ElevationLowers,
    PlanesUnited,
    PlaneNotHeld,
    LowestBoxFirst,
    BareBoxes,
    SlotRounds,
    NoOverrides,
    Override255,
    NoShadowColour,
    NoShadowTable,
    NoShadowMode,
    ShadowOnce,
    RoomAlwaysLit,
    ActorsAlwaysLit,
    BorrowsSize,
    ActorsByNumber,
    InitKeepsLimbs,
    OnceLoops,
    LoopHolds,
    FacingIsLate,
    FacingRestartsAll,
    FacingOfLastChore,
    TurnSnaps,
    StandKeepsTurning,
    StoppedHolds,
    StopNeverEnds,
    OffIgnored,
    CountTakesTime,
    SoundTakesTime,
    CounterKept,
    CounterOnce,
    HideShowsBefore,
    AdvanceFirst,
    SpeedOneMore,
    SpeedKeepsProgress,
    RolesByNumber,
    RowsAsColumns,
    RowsStepAlways,
    ColumnsSkipped,
    ThresholdsStay,
    ShadowsEverywhere,
    RoomColoursFromZero,
    TableTurnsByQuarters,
    InitKeepsHidden,
    HideIgnored,
    ChoreShows,
    HiddenHolds,
    EightAreFour,
    MirroredScaleOfOther,
    TurnsOfOther,
    QueueFirstIn,
    QueueForEach,
    OthersUnreached,
    OthersSetLate,
    PlaneCommandIgnored,
    PlaneOfBoxIsLast,
    AllStandInBoxes,
    LeaveIgnored,
    ChoreAtOnce,
    StillLoops,
    DeltaHolds,
    JumpsOneFurther,
    AddSets,
    TestKeeps,
    JumpInverted,
    ConditionInverted,
    TableFromZero,
    FlipIgnored,
    TableOffCentre,
    RowsAreScaled,
    LiteralsMirrored,
    ZeroIsTransparent,
    PartsAdd,
    PartsMove,
    NoPartsMove,
    PartsBackwards,
    ShadowTwice,
    FirstTableOnly,
    WhiteNeverSet,
    WhiteAlwaysSet,
    FirstWhiteKept,
    WhiteIsBlack,
    OwnColoursReplaced,
    ColoursSwapped,
    FirstPaletteStays,
    ShadowsOfApplied,
    NoObjects,
    ObjectStatesStay,
    ObjectsFromFirst,
    FirstPictureOnly,
    NoParents,
    HolesFilled,
    ObjectPlanesLeftOut,
    ObjectPlanesReplace,
    ObjectPlanesAdd,
}

impl Mutation {
    /// Its place in a set of them.
    fn bit(self) -> u128 {
        const { assert!(Self::ALL.len() <= 128, "a set of rules has 128 places") };
        1 << (self as u32)
    }

    /// All mutations.
    pub(crate) const ALL: [Self; 107] = [
        Self::MoveYAdds,
        Self::NoRunningOffset,
        Self::MirrorOffByOne,
        Self::WestAlwaysMirrored,
        Self::ColumnsDropped,
        Self::RowsPainted,
        Self::ThresholdIncluded,
        Self::TableMirrored,
        Self::ScalesSwapped,
        Self::EdgesCutOnly,
        Self::EdgesOfWholeScreens,
        Self::TallPicturesDrawn,
        Self::ElevationLowers,
        Self::PlanesUnited,
        Self::PlaneNotHeld,
        Self::LowestBoxFirst,
        Self::BareBoxes,
        Self::SlotRounds,
        Self::NoOverrides,
        Self::Override255,
        Self::NoShadowColour,
        Self::NoShadowTable,
        Self::NoShadowMode,
        Self::ShadowOnce,
        Self::RoomAlwaysLit,
        Self::ActorsAlwaysLit,
        Self::BorrowsSize,
        Self::ActorsByNumber,
        Self::InitKeepsLimbs,
        Self::OnceLoops,
        Self::LoopHolds,
        Self::FacingIsLate,
        Self::FacingRestartsAll,
        Self::FacingOfLastChore,
        Self::TurnSnaps,
        Self::StandKeepsTurning,
        Self::StoppedHolds,
        Self::StopNeverEnds,
        Self::OffIgnored,
        Self::CountTakesTime,
        Self::SoundTakesTime,
        Self::CounterKept,
        Self::CounterOnce,
        Self::HideShowsBefore,
        Self::AdvanceFirst,
        Self::SpeedOneMore,
        Self::SpeedKeepsProgress,
        Self::RolesByNumber,
        Self::RowsAsColumns,
        Self::RowsStepAlways,
        Self::ColumnsSkipped,
        Self::ThresholdsStay,
        Self::ShadowsEverywhere,
        Self::RoomColoursFromZero,
        Self::TableTurnsByQuarters,
        Self::InitKeepsHidden,
        Self::HideIgnored,
        Self::ChoreShows,
        Self::HiddenHolds,
        Self::EightAreFour,
        Self::MirroredScaleOfOther,
        Self::TurnsOfOther,
        Self::QueueFirstIn,
        Self::QueueForEach,
        Self::OthersUnreached,
        Self::OthersSetLate,
        Self::PlaneCommandIgnored,
        Self::PlaneOfBoxIsLast,
        Self::AllStandInBoxes,
        Self::LeaveIgnored,
        Self::ChoreAtOnce,
        Self::StillLoops,
        Self::DeltaHolds,
        Self::JumpsOneFurther,
        Self::AddSets,
        Self::TestKeeps,
        Self::JumpInverted,
        Self::ConditionInverted,
        Self::TableFromZero,
        Self::FlipIgnored,
        Self::TableOffCentre,
        Self::RowsAreScaled,
        Self::LiteralsMirrored,
        Self::ZeroIsTransparent,
        Self::PartsAdd,
        Self::PartsMove,
        Self::NoPartsMove,
        Self::PartsBackwards,
        Self::ShadowTwice,
        Self::FirstTableOnly,
        Self::WhiteNeverSet,
        Self::WhiteAlwaysSet,
        Self::FirstWhiteKept,
        Self::WhiteIsBlack,
        Self::OwnColoursReplaced,
        Self::ColoursSwapped,
        Self::FirstPaletteStays,
        Self::ShadowsOfApplied,
        Self::NoObjects,
        Self::ObjectStatesStay,
        Self::ObjectsFromFirst,
        Self::FirstPictureOnly,
        Self::NoParents,
        Self::HolesFilled,
        Self::ObjectPlanesLeftOut,
        Self::ObjectPlanesReplace,
        Self::ObjectPlanesAdd,
    ];

    /// A sentence about the broken rule.
    pub(crate) fn what(self) -> &'static str {
        match self {
            Self::MoveYAdds => "move_y is added, not subtracted",
            Self::NoRunningOffset => "limbs do not move the limbs after them",
            Self::MirrorOffByOne => "mirrored pictures stand one pixel to the left",
            Self::WestAlwaysMirrored => "West is mirrored in costumes that have West pictures of their own",
            Self::ColumnsDropped => "rejected columns are dropped, not painted over",
            Self::RowsPainted => "rejected rows are painted over, not dropped",
            Self::ThresholdIncluded => "a threshold equal to the scale is kept",
            Self::TableMirrored => "mirrored pictures use the scale table of unmirrored ones",
            Self::ScalesSwapped => "x is scaled as y, and y as x",
            Self::EdgesOfWholeScreens => "the part of the screen above the verbs has no edges of its own",
            Self::EdgesCutOnly => "the stage's edges cut, and do nothing else",
            Self::TallPicturesDrawn => "pictures that end below row 255 are drawn",
            Self::ElevationLowers => "elevation lowers",
            Self::PlanesUnited => "all planes up to the actor's hide it",
            Self::PlaneNotHeld => "planes above the last hide nothing",
            Self::LowestBoxFirst => "the lowest of overlapping boxes counts",
            Self::BareBoxes => "boxes hold no points next to their slanted sides",
            Self::SlotRounds => "scale slots round down, not toward zero",
            Self::NoOverrides => "palette overrides are ignored",
            Self::Override255 => "an override with 255 is one",
            Self::NoShadowColour => "room colour 13 is a colour",
            Self::NoShadowTable => "the shadow table stays the identity",
            Self::NoShadowMode => "the shadow mode is ignored",
            Self::ShadowOnce => "columns that share a place cast one shadow",
            Self::RoomAlwaysLit => "the room is always lit",
            Self::ActorsAlwaysLit => "actors always have their colours",
            Self::BorrowsSize => "who borrows pixels borrows their size",
            Self::ActorsByNumber => "actors are drawn by number, not by y",
            Self::InitKeepsLimbs => "init does not empty the limbs",
            Self::OnceLoops => "windows that are played once loop",
            Self::LoopHolds => "windows that loop hold their last command",
            Self::FacingIsLate => "a change of facing reaches the limbs with their next chore",
            Self::FacingRestartsAll => "a change of facing starts limbs again that need not",
            Self::FacingOfLastChore => "a change of facing starts the last chore again for all limbs",
            Self::TurnSnaps => "turning is done at once",
            Self::StandKeepsTurning => "standing by order does not end a turn",
            Self::StoppedHolds => "stopped limbs hold their place",
            Self::StopNeverEnds => "a stopped limb is started by any window",
            Self::OffIgnored => "a limb is never switched off",
            Self::CountTakesTime => "counting takes a tick",
            Self::SoundTakesTime => "a sound takes a tick",
            Self::CounterKept => "starting a chore keeps the counter",
            Self::CounterOnce => "several counts in a row count once",
            Self::HideShowsBefore => "hiding shows the picture before",
            Self::AdvanceFirst => "limbs advance before they are drawn",
            Self::SpeedOneMore => "a period is one loop longer",
            Self::SpeedKeepsProgress => "setting the speed keeps the progress",
            Self::RolesByNumber => "walk and stand are mistaken for each other",
            Self::RowsAsColumns => "Amiga: pictures are read as columns",
            Self::RowsStepAlways => "Amiga: a row that goes nowhere across is followed by one below it",
            Self::ColumnsSkipped => "Amiga: columns outside the stage are skipped as on other machines",
            Self::ThresholdsStay => "Amiga: scaled pictures over an edge keep their thresholds",
            Self::ShadowsEverywhere => "there are shadows on the Amiga and in Humongous games",
            Self::RoomColoursFromZero => "Amiga: room pictures use the colours from 0 on",
            Self::TableTurnsByQuarters => "turns that go by a table go by quarters",
            Self::InitKeepsHidden => "init keeps limbs hidden",
            Self::HideIgnored => "limbs are never hidden",
            Self::ChoreShows => "a hidden limb is shown by any chore",
            Self::HiddenHolds => "hidden limbs do not go on",
            Self::EightAreFour => "costumes with eight directions have four",
            Self::MirroredScaleOfOther => "v4: mirrored pictures are scaled as another interpreter does",
            Self::TurnsOfOther => "v4 on: turns go as another interpreter has them",
            Self::QueueFirstIn => "commands that wait are done in their order",
            Self::QueueForEach => "each actor's commands that wait are done by themselves",
            Self::OthersUnreached => "programs reach no other actor",
            Self::OthersSetLate => "variables of others are set when all have stepped",
            Self::LeaveIgnored => "programs cannot send the actor away",
            Self::PlaneCommandIgnored => "programs cannot choose a plane",
            Self::PlaneOfBoxIsLast => "plane 100 is the last of the room",
            Self::AllStandInBoxes => "who ignores boxes stands in one for programs",
            Self::ChoreAtOnce => "a program starts a chore at once",
            Self::StillLoops => "mode 7 runs its code",
            Self::DeltaHolds => "mode 8 stays where it is",
            Self::JumpsOneFurther => "a jump goes one code too far",
            Self::AddSets => "adding to a variable sets it",
            Self::TestKeeps => "testing a variable keeps it",
            Self::JumpInverted => "conditional jumps are made where the condition does not hold",
            Self::ConditionInverted => "conditional blocks are done where the condition does not hold",
            Self::TableFromZero => "jump tables begin with 0",
            Self::FlipIgnored => "programs cannot mirror",
            Self::TableOffCentre => "the scale table is one off its centre",
            Self::RowsAreScaled => "pictures in room colours are scaled",
            Self::LiteralsMirrored => "mirrored literals of codec 5 are mirrored inside",
            Self::ZeroIsTransparent => "room colour 0 is transparent, and 255 is not",
            Self::PartsAdd => "a code with several pictures adds their own places",
            Self::PartsMove => "pictures of one code move the running offset",
            Self::NoPartsMove => "a code without pictures moves the running offset",
            Self::PartsBackwards => "the first of several pictures lies on top",
            Self::ShadowTwice => "v7, v8: columns that share a place cast two shadows",
            Self::FirstTableOnly => "v7, v8: all shadows go through the first table",
            Self::WhiteNeverSet => "white room colours are passed over in all generations",
            Self::WhiteAlwaysSet => "white room colours are never passed over",
            Self::FirstWhiteKept => "white room colours are passed over from 0 on",
            Self::WhiteIsBlack => "white room colours that are passed over become black",
            Self::OwnColoursReplaced => "rooms change the machine's own colours",
            Self::FirstPaletteStays => "a room always shows its first palette",
            Self::ShadowsOfApplied => "shadow tables go by the colours on the screen",
            Self::ColoursSwapped => "red and blue are swapped",
            Self::NoObjects => "objects are left out",
            Self::ObjectStatesStay => "scripts do not change objects' states",
            Self::ObjectsFromFirst => "objects are drawn from the first to the last",
            Self::FirstPictureOnly => "objects show their first picture whatever their state",
            Self::NoParents => "objects do not depend on others",
            Self::HolesFilled => "objects' transparent pixels are drawn",
            Self::ObjectPlanesLeftOut => "objects leave planes as they are",
            Self::ObjectPlanesReplace => "objects' planes always replace the room's",
            Self::ObjectPlanesAdd => "objects' planes always add to the room's",
        }
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
