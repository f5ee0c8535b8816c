//! The meaning of instructions for costumes, independent of the codes of a generation: the names in the tables are
//! turned into these values once.

/// What an instruction or sub-operation does, as far as costumes are concerned. Everything else is
/// [`Meaning::Other`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Meaning {
    Other,
    // Control.
    Jump,
    /// Goes on where the condition holds, jumps where it does not (register machines).
    Compare(Relation),
    /// Jumps where the popped value is not zero.
    If,
    /// Jumps where the popped value is zero.
    IfNot,
    /// Ends the script here, or starts it again.
    Stop,
    /// Stores where the script goes on when the player skips the cutscene: at the jump that follows, which is
    /// passed over ([`Script::passes_over_jump`](super::Script::passes_over_jump)).
    Override,
    /// Forgets where the script goes on when the player skips the cutscene.
    EndOverride,
    /// Ends a cutscene and forgets where the script goes on when the player skips it; other scripts can run.
    EndCutscene,
    /// Stops another script by number; 0 means the script itself.
    StopScript,
    /// Lets other scripts run before the next instruction.
    Yield,
    // Values.
    Push,
    PushVariable,
    Dup,
    Pop,
    Not,
    Arithmetic(Arithmetic),
    Move,
    Step(i8),
    Write,
    PushText,
    PickOneOf,
    // Scripts.
    StartScript,
    /// Starts a script and does not come back.
    ChainScript,
    StartObject,
    // Actors.
    ActorOps,
    CurrentActor,
    Actor(ActorDoes),
    Animate,
    Put,
    PutAtObject,
    PutInRoom,
    Walk,
    Face,
    Say,
    SayEgo,
    Print,
    PrintText,
    LoadRoom,
    LoadRoomWithEgo,
    /// Gives a room other numbers.
    PseudoRoom,
    ResourceRoutines,
    LoadCostume,
    LockCostume,
    SelectCostume,
    SelectOther,
    LoadSelected,
    RoomOps,
    NewPalette,
    Follow,
    StartSound,
    /// Puts an object into the inventory; the interpreter runs the script of the inventory at once.
    PickUp,
    /// Shows an object of a room, or an object's picture elsewhere.
    ShowObject,
    /// Sets the state of an object; state 0 hides it.
    SetState,
    /// Changes walk boxes or classes, by which an actor can get another facing.
    TurnsByPlace,
    /// Calls a function of the interpreter by number.
    Kernel,
}

/// How a register machine compares the operand with the variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Relation {
    Equal,
    NotEqual,
    Zero,
    NotZero,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    And,
    Or,
    Equal,
    NotEqual,
    Greater,
    Less,
    LessEqual,
    GreaterEqual,
    LogicalAnd,
    LogicalOr,
}

/// Settings of an actor (`docs/format/scripts.md §A.4.1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum ActorDoes {
    Costume,
    Name,
    InitChore,
    WalkChore,
    StandChore,
    TalkChores,
    DefaultChores,
    Default,
    New,
    Palette,
    TalkColour,
    Width,
    Scale,
    Elevation,
    NeverClip,
    AlwaysClip,
    IgnoreBoxes,
    FollowBoxes,
    AnimationSpeed,
    Shadow,
    WalkSpeed,
    Sound,
    Layer,
    WalkScript,
    TalkScript,
    PaletteNumber,
    Direction,
    Place,
    Variable,
}

impl Meaning {
    /// Returns the meaning of a row by its name; `within` is the table of sub-operations that contains it.
    pub(crate) fn of(within: Option<&str>, name: &str) -> Self {
        match within.map(|table| table.trim_end_matches(|letter: char| letter.is_ascii_digit())) {
            None => Self::of_instruction(name),
            Some("actor") => ActorDoes::of(name).map_or(Self::Other, |does| match does {
                None => Self::CurrentActor,
                Some(does) => Self::Actor(does),
            }),
            Some("res") => match name {
                "loadCostume" => Self::LoadCostume,
                "lockCostume" => Self::LockCostume,
                // Humongous 10.0 selects a resource first and acts on it afterwards.
                "costume" => Self::SelectCostume,
                "charset" | "image" | "script" | "sound" | "object" | "room" => Self::SelectOther,
                "load" | "lock" | "queue" => Self::LoadSelected,
                "loadObject" => Self::ShowObject,
                _ => Self::Other,
            },
            Some("print") if name == "text" => Self::PrintText,
            Some("room") if name == "newPalette" => Self::NewPalette,
            Some("verb" | "cursor") if matches!(name, "image" | "imageInRoom" | "cursorImage") => {
                Self::ShowObject
            }
            Some("wait") => Self::Yield,
            Some("expr") => match name {
                "value" => Self::Push,
                "add" => Self::Arithmetic(Arithmetic::Add),
                "sub" => Self::Arithmetic(Arithmetic::Subtract),
                "mul" => Self::Arithmetic(Arithmetic::Multiply),
                "div" => Self::Arithmetic(Arithmetic::Divide),
                _ => Self::Other,
            },
            Some(_) => Self::Other,
        }
    }

    fn of_instruction(name: &str) -> Self {
        use Arithmetic as A;
        match name {
            "jump" => Self::Jump,
            "isEqual" => Self::Compare(Relation::Equal),
            "isNotEqual" => Self::Compare(Relation::NotEqual),
            "equalZero" => Self::Compare(Relation::Zero),
            "notEqualZero" => Self::Compare(Relation::NotZero),
            "isGreater" | "isGreaterEqual" | "isLess" | "isLessEqual" => Self::Compare(Relation::Other),
            "if" => Self::If,
            "ifNot" => Self::IfNot,
            "stopObjectCode" | "restart" => Self::Stop,
            "breakHere" | "delay" | "delaySeconds" | "delayMinutes" | "delayFrames" | "delayVariable"
            | "wait" | "waitForActor" | "waitForMessage" | "waitForSentence" | "cutscene" | "doSentence"
            | "freezeUnfreeze" | "freezeScripts" => Self::Yield,
            // The interpreter runs the script of the inventory, or of scrolling, at once.
            "setOwnerOf" | "setOwner" | "setObjectName" | "setCameraAt" => Self::Yield,
            "pickupObject" => Self::PickUp,
            "override" | "beginOverride" => Self::Override,
            "endOverride" => Self::EndOverride,
            "endCutscene" => Self::EndCutscene,
            "stopScript" => Self::StopScript,
            "pushByte" | "pushWord" | "pushDWord" => Self::Push,
            "pushByteVar" | "pushWordVar" => Self::PushVariable,
            "dup" => Self::Dup,
            "pop" => Self::Pop,
            "not" => Self::Not,
            "add" => Self::Arithmetic(A::Add),
            "sub" | "subtract" => Self::Arithmetic(A::Subtract),
            "mul" | "multiply" => Self::Arithmetic(A::Multiply),
            "div" | "divide" => Self::Arithmetic(A::Divide),
            "band" | "and" => Self::Arithmetic(A::And),
            "bor" | "or" => Self::Arithmetic(A::Or),
            "eq" => Self::Arithmetic(A::Equal),
            "neq" => Self::Arithmetic(A::NotEqual),
            "gt" => Self::Arithmetic(A::Greater),
            "lt" => Self::Arithmetic(A::Less),
            "le" => Self::Arithmetic(A::LessEqual),
            "ge" => Self::Arithmetic(A::GreaterEqual),
            "land" => Self::Arithmetic(A::LogicalAnd),
            "lor" => Self::Arithmetic(A::LogicalOr),
            "move" | "assignVarByte" => Self::Move,
            "increment" | "wordVarInc" | "byteVarInc" => Self::Step(1),
            "decrement" | "wordVarDec" | "byteVarDec" => Self::Step(-1),
            "writeByteVar" | "writeWordVar" => Self::Write,
            "getScriptString" => Self::PushText,
            "pickOneOf" | "pickOneOfDefault" => Self::PickOneOf,
            "startScript" | "startScriptQuick" | "startScriptQuick2" | "startScriptCycle" => {
                Self::StartScript
            }
            "chainScript" | "jumpToScript" | "jumpToScriptCycle" => Self::ChainScript,
            "startObject" | "startObjectQuick" => Self::StartObject,
            "actorOps" => Self::ActorOps,
            "animateActor" => Self::Animate,
            "putActor" | "putActorAtXY" => Self::Put,
            "putActorAtObject" => Self::PutAtObject,
            "putActorInRoom" => Self::PutInRoom,
            "walkActorTo" | "walkActorToObject" | "walkActorToObj" | "walkActorToActor" => Self::Walk,
            "faceActor" => Self::Face,
            "talkActor" => Self::Say,
            "talkEgo" => Self::SayEgo,
            "print" | "printActor" => Self::Print,
            "printEgo" => Self::SayEgo,
            "loadRoom" => Self::LoadRoom,
            "loadRoomWithEgo" => Self::LoadRoomWithEgo,
            "pseudoRoom" => Self::PseudoRoom,
            "resourceRoutines" => Self::ResourceRoutines,
            "loadCostume" => Self::LoadCostume,
            "lockCostume" => Self::LockCostume,
            "roomOps" => Self::RoomOps,
            "actorFollowCamera" => Self::Follow,
            "startSound" => Self::StartSound,
            "drawObject" | "drawObjectAt" | "drawBlastObject" | "stampObject" | "setState01"
            | "setState02" | "setState04" | "setState08" => Self::ShowObject,
            "setState" => Self::SetState,
            "setClass" | "setBoxFlags" | "matrixOps" => Self::TurnsByPlace,
            "kernelSetFunctions" => Self::Kernel,
            _ => Self::Other,
        }
    }

    /// Whether other scripts can run before the next instruction, so that known values of the game's variables
    /// become unknown (`docs/format/scripts.md §A.4.7`).
    pub(crate) fn lets_others_run(self) -> bool {
        matches!(
            self,
            Self::Yield
                | Self::PickUp
                | Self::EndCutscene
                | Self::StartScript
                | Self::ChainScript
                | Self::StartObject
                | Self::LoadRoom
                | Self::LoadRoomWithEgo
                // It enters the actor's room.
                | Self::Follow
        )
    }
}

impl ActorDoes {
    /// Returns the setting of this name; `Some(None)` sets the current actor.
    fn of(name: &str) -> Option<Option<Self>> {
        Some(Some(match name {
            "setCurrentActor" => return Some(None),
            "costume" => Self::Costume,
            "name" => Self::Name,
            "initChore" => Self::InitChore,
            "walkChore" => Self::WalkChore,
            "standChore" => Self::StandChore,
            "talkChores" => Self::TalkChores,
            "defaultChores" => Self::DefaultChores,
            "default" => Self::Default,
            "new" => Self::New,
            "palette" => Self::Palette,
            "talkColour" => Self::TalkColour,
            "width" => Self::Width,
            "scale" => Self::Scale,
            "elevation" => Self::Elevation,
            "neverZClip" => Self::NeverClip,
            "alwaysZClip" => Self::AlwaysClip,
            "ignoreBoxes" => Self::IgnoreBoxes,
            "followBoxes" => Self::FollowBoxes,
            "animSpeed" => Self::AnimationSpeed,
            "shadow" => Self::Shadow,
            "walkSpeed" => Self::WalkSpeed,
            "sound" => Self::Sound,
            "layer" => Self::Layer,
            "walkScript" => Self::WalkScript,
            "talkScript" => Self::TalkScript,
            "paletteNumber" => Self::PaletteNumber,
            "direction" | "turnTo" => Self::Direction,
            "at" => Self::Place,
            "animVar" => Self::Variable,
            _ => return None,
        }))
    }
}
