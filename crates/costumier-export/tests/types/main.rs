//! The types of rows of JSON in TypeScript (`packages/costumier/src/types/rows`) are generated from the structs of
//! Rust that are serialised, with their doc comments: this test fails if a file is outdated.
//!
//! `UPDATE_TYPES=1 cargo test -p costumier-export --test types` writes the files.
//!
//! The source is read, not compiled: structs of `costumier-wasm` exist only for WebAssembly, and no crate that others
//! build gets code for this test.

#![allow(clippy::expect_used, reason = "a test that cannot read the source has failed")]

mod source;
mod write;

use std::path::Path;

use write::Types;

/// A file of TypeScript: its name, its first sentence, and the types in it by their source. `A=B` is the struct or
/// enum `A`, which is named `B` in TypeScript; `A=` has no type of its own, and is part of others; `A.name=B` are the
/// texts that the method `name` returns.
type File = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const FILES: &[File] = &[
    (
        "game",
        "Games: files, rooms, lists of costumes, failures.",
        &[
            ("costumier-format/src/error.rs", "ErrorKind=GameErrorKind Fault=GameFault"),
            ("costumier-wasm/src/error.rs", "FailureRow=Failure"),
            ("costumier-format/src/problem.rs", "Severity Problem=ProblemRow"),
            ("costumier-export/src/json/mod.rs", "Status ErrorRow"),
            ("costumier-format/src/screen/mod.rs", "Screen=ScreenName"),
            ("costumier-format/src/dialect/platform.rs", "Platform=PlatformName"),
            ("costumier-format/src/dialect/interpreter.rs", "Interpreter=InterpreterName"),
            ("costumier-api/src/place.rs", "ContainerRow=ContainerInfo"),
            ("costumier-wasm/src/game.rs", "FoundRow=FoundGame"),
            ("costumier-api/src/game.rs", "InfoRow=GameInfo CostumeEntry"),
            ("costumier-export/src/json/info.rs", "GameInfo= FileInfo RoomInfo=RoomEntry"),
            (
                "costumier-export/src/view/rooms.rs",
                "RoomRow=RoomInfo BoxRow=WalkBox RoomObjectRow=ObjectInfo",
            ),
            ("costumier-export/src/json/list.rs", "CostumeRow="),
            (
                "costumier-export/src/json/unused/mod.rs",
                "UnusedReport UnusedLine UnusedRow ComputedRow=ComputedNumber PlaceRow=ScriptPlace \
                 ConditionalRow=ConditionalCostume",
            ),
            (
                "costumier-export/src/json/clashes.rs",
                "ClashesReport ClashRow=Clash ClashColourRow=ClashColour",
            ),
            ("costumier-api/src/viewing.rs", "BadgedRow=CostumeRow SharedPaletteRow=PaletteRooms"),
            ("costumier-export/src/options/format.rs", "Format"),
        ],
    ),
    (
        "costume",
        "Costumes: structure, colours, pictures, films.",
        &[
            ("costumier/src/costume/mod.rs", "Costume.kind=CostumeKind"),
            ("costumier-format/src/chore.rs", "Role"),
            ("costumier-format/src/facing.rs", "Facing.name=FacingName"),
            ("costumier-format/src/model/picture.rs", "PictureKey"),
            ("costumier-api/src/costume.rs", "HeadRow=CostumeHead ActionRow"),
            ("costumier-export/src/view/outline.rs", "Outline=CostumeOutline"),
            (
                "costumier-export/src/json/dump.rs",
                "CostumeDump=CostumeStructure LimbDump=LimbPictures PictureDump=PictureRow RecordDump=RecordRow \
                 LimbEntryDump=LimbEntry CodeDump=Statement SequenceDump=SequenceRow",
            ),
            ("costumier-api/src/inside.rs", "ColoursRow=CostumeColours PictureHeadRow=PictureHead"),
            (
                "costumier-export/src/colour/mod.rs",
                "Palette= Choice=ColourChoice PaletteName Colour=ColourRow Look=OtherLook",
            ),
            ("costumier-export/src/colour/subject.rs", "Mapping=ColourMapping"),
            ("costumier-api/src/inside.rs", "LookRow=ScriptLook"),
            ("costumier-api/src/film.rs", "FilmRow=FilmHead"),
        ],
    ),
    (
        "scene",
        "Scenes: actors and timelines.",
        &[
            ("costumier-api/src/scene.rs", "ActorRow=ActorState"),
            ("costumier-export/src/view/state.rs", "ActorState= LimbState EventRow=TickEvent"),
            ("costumier/src/play/world.rs", "Event.name=EventName"),
            (
                "costumier-export/src/view/timeline.rs",
                "Timeline TimelineLimb Span=TimelineSpan TimelineEvent",
            ),
        ],
    ),
    (
        "origin",
        "What bytes mean, and where pixels come from.",
        &[
            ("costumier-export/src/view/bytes.rs", "BytePart RunRow=Run CommandRow"),
            ("costumier-api/src/inside.rs", "ByteRunRow=ByteRun"),
            (
                "costumier-export/src/view/chain.rs",
                "PixelChain TouchRow=PixelTouch HighRow=HighTouch PaletteRow=PaletteBlock MixedRow=MixedColour",
            ),
        ],
    ),
    (
        "draft",
        "Drafts: costumes and rooms while they are edited.",
        &[
            (
                "costumier-api/src/draft.rs",
                "DraftRow=DraftHead LimbRow=DraftLimb EntryRow=DraftPicture kind=DraftPictureKind \
                 LineProblemRow=ProgramProblem",
            ),
            ("costumier-edit/src/draft/edit.rs", "Edit=DraftEdit"),
            ("costumier-edit/src/folder/akos/changed.rs", "Window=DraftWindow"),
            ("costumier-edit/src/folder/akos/edited.rs", "Stretch=DraftStretch"),
            (
                "costumier-edit/src/folder/picture.rs",
                "EntryKind=DraftEntry Picture=DraftStored Pixels=DraftPixels",
            ),
            (
                "costumier-edit/src/folder/model.rs",
                "Record=DraftRecord Action=DraftAction Way=DraftDirection",
            ),
            ("costumier-api/src/find.rs", "HitRow=PictureHit"),
            (
                "costumier-export/src/json/whatis.rs",
                "WhatisReport RoomFoundRow=RecognisedRoom FigureRow=RecognisedFigure PartRow=RecognisedPart \
                 ShownRow=RecognisedMoment",
            ),
            ("costumier-format/src/model/picture.rs", "Placed=PlacedLimb"),
            ("costumier-api/src/edit.rs", "PackedRow=PackedReport PutRow=PutReport"),
            ("costumier-edit/src/put/mod.rs", "PlacedCostume"),
            ("costumier-edit/src/put/rooms.rs", "PlacedRoom"),
            ("costumier-api/src/room_draft.rs", "PackedRoomRow=PackedRoomReport"),
            ("costumier-edit/src/room/draft.rs", "RoomEdit"),
            (
                "costumier-edit/src/room/facts.rs",
                "RoomFacts=RoomDraftHead ScaleSlotRow=ScaleSlot RoomBoxRow=RoomBox ObjectRow=RoomObject \
                 RoomPictureRow=RoomPicture",
            ),
            ("costumier-edit/src/room/cycles.rs", "CycleRow=ColourCycle"),
            (
                "costumier-api/src/bring.rs",
                "BroughtRow=BroughtReport BroughtPictureRow=BroughtPlace ForeignRow=ForeignColour",
            ),
        ],
    ),
];

/// TypeScript that says more than the Rust type of a field, which is a text, a number or a tuple.
const EXACT: &[(&str, &str)] = &[
    ("ActorState.offset", "readonly [x: number, y: number]"),
    ("BytePart.kind", BYTE_KINDS),
    ("ColourRow.exact", "string"),
    ("ColourRow.written", "string"),
    ("CostumeHead.kind", "CostumeKind"),
    ("CostumeRow.kind", "CostumeKind"),
    ("CostumeStructure.kind", "CostumeKind"),
    ("DraftHead.chores", "readonly [chore: number, name: string]"),
    ("DraftHead.kind", "\"cost\" | \"akos\""),
    ("DraftPicture.kind", "DraftPictureKind"),
    ("Failure.fault", "Fault"),
    ("Failure.kind", "ErrorKind"),
    ("GameInfo.bits_per_pixel", "8 | 16"),
    ("GameInfo.full_scale", "255"),
    ("GameInfo.kind", "\"cost\" | \"akos\""),
    ("LimbEntry.off", "true"),
    ("PaletteName.block", "string"),
    ("PictureHit.part", "readonly [x: number, y: number]"),
    ("ProgramProblem.kind", "\"note\" | \"problem\""),
    ("Run.kind", "\"repeat\" | \"literal\" | \"skip\" | \"unsaid\""),
    ("RecognisedFigure.certainty", "\"sure\" | \"likely\" | \"unsure\""),
    ("RecognisedFigure.colours", "\"equal\" | \"near\" | \"other\""),
    ("RecognisedFigure.position", "Pixel"),
    ("RecognisedMoment.facing", "FacingName"),
    ("ScriptLook.pixels", "readonly [entry: number, pixel: number]"),
    ("TickEvent.event", "EventName"),
    ("UnusedRow.certainty", "\"certain\" | \"likely\""),
    ("UnusedRow.facing", "string"),
    ("UnusedRow.kind", UNUSED_KINDS),
    ("at", "readonly [x: number, y: number]"),
    ("bits", "readonly [from: number, to: number]"),
    ("bounds", "Rectangle"),
    ("cell", "readonly [width: number, height: number]"),
    ("corner", "Pixel"),
    ("changes", "readonly [part: string, before: number | null, after: number | null]"),
    ("feet", "readonly [x: number, y: number]"),
    ("interpreter", "InterpreterName"),
    ("largest", "readonly [width: number, height: number]"),
    ("moves", "readonly [x: number, y: number]"),
    ("overrides", "readonly [entry: number, colour: number]"),
    ("owner", "readonly [limb: number, index: number]"),
    ("place", "Pixel"),
    ("platform", "PlatformName"),
    ("role", "Role"),
    ("screen", "ScreenName"),
    ("screen_size", "readonly [width: number, height: number]"),
    ("screens", "ScreenName"),
    ("size", "readonly [width: number, height: number]"),
];

/// The kinds of a `BytePart`.
const BYTE_KINDS: &str = "\"header\" | \"colour\" | \"offset\" | \"record\" | \"command\" | \"statement\" | \
     \"picture\" | \"pixels\" | \"block\" | \"row\" | \"nothing\"";

/// The kinds of an `UnusedRow`.
const UNUSED_KINDS: &str =
    "\"costume\" | \"chore\" | \"record\" | \"picture\" | \"entries\" | \"look\" | \"object\"";

/// Types that are written by hand, and their modules.
const BY_HAND: &[(&str, &str)] =
    &[("ErrorKind", "failures"), ("Fault", "failures"), ("Pixel", "scene"), ("Rectangle", "scene")];

#[test]
fn types_of_rows_are_those_of_rust() {
    let types = Types::read();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packages/costumier/src/types/rows");
    let files = FILES.iter().map(|file| (folder.join(file.0).with_extension("ts"), types.file(file)));
    let files: Vec<_> = files.collect();
    for (key, exact) in EXACT {
        assert!(files.iter().any(|(_, made)| made.contains(exact)), "{key} is in no file");
    }
    for (path, made) in files {
        if std::env::var_os("UPDATE_TYPES").is_some() {
            std::fs::write(&path, &made).expect("the file is written");
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        for (number, (stored, made)) in stored.lines().zip(made.lines()).enumerate() {
            let at = format!("{}:{}", path.display(), number + 1);
            assert_eq!(stored, made, "{at} is old: UPDATE_TYPES=1 writes it anew");
        }
        assert!(stored == made, "{} is old: UPDATE_TYPES=1 writes it anew", path.display());
    }
}
