//! Any options: an export is refused with a reason, or made; it never panics, and nothing is taken for something
//! else.

use std::sync::Arc;

use crate::common::game;
use costumier::{Facing, PictureKey};
use costumier_export::{
    Background, CanvasOf, Effort, ExportOptions, Exporter, Format, Framing, Identity, MemoryOutput, Names,
    Only, OptionsError, Scaler, SheetLayout, Workspace,
};
use proptest::prelude::*;

#[test]
fn a_room_that_the_game_does_not_have_is_refused() {
    let game = game();
    let of = |room| {
        let options = ExportOptions { room, ..ExportOptions::default() };
        Exporter::new(Arc::clone(&game), Identity::new("sample.000", b""), options, Names::default())
            .map(|_| ())
    };
    assert_eq!(of(Some(99)), Err(OptionsError::NoSuchRoom(99)));
    assert_eq!((of(None), of(Some(1))), (Ok(()), Ok(())));
}

fn options() -> impl Strategy<Value = ExportOptions> {
    let numbers = (
        any::<u8>(),
        0_u8..10,
        prop::option::of(0_u8..4),
        prop::option::of((0_u32..9, 0_u32..9)),
        0_u32..300,
    );
    let places = prop::option::of((any::<i32>(), any::<i32>()));
    let framing = (places, prop::option::of(any::<u16>()), any::<bool>());
    let choices = (0_usize..3, 0_usize..3, any::<[bool; 5]>(), prop::option::of(0_u32..4));
    let scaler = prop_oneof![4 => Just(Scaler::Squares), 1 => Just(Scaler::Epx), 1 => Just(Scaler::Mmpx)];
    let formats = prop::collection::btree_set(prop::sample::select(&Format::ALL[..]), 0..4);
    let sheets = (scaler, any::<u8>());
    (formats, numbers, framing, choices, sheets, prop::option::of(0_u64..1 << 22)).prop_map(
        |(
            formats,
            (jiffies, scale, dots, shape, longest),
            (place, margin, whole),
            (back, only, flags, room),
            (scaler, sheet_gap),
            memory,
        )| {
            ExportOptions {
                formats,
                scale_up: scale,
                scaler,
                dots,
                shape,
                jiffies_per_tick: jiffies,
                longest_loop: longest,
                facings: Some(vec![Facing::EAST]),
                room,
                background: [Background::Transparent, Background::Room, Background::Colour([1, 2, 3])][back],
                trim: flags[0],
                sheet: if flags[1] { SheetLayout::Rows } else { SheetLayout::Packed },
                sheet_gap,
                mirrored: flags[4],
                effort: Effort::Fast,
                framing: Framing { place, margin, whole_screen: whole },
                canvas: if flags[2] { CanvasOf::Costume } else { CanvasOf::Animation },
                only: [Only::Everything, Only::Animations, Only::Pictures][only],
                pictures: flags[3]
                    .then(|| vec![PictureKey { limb: 0, index: 1 }, PictureKey { limb: 200, index: 9 }]),
                memory,
                ..ExportOptions::default()
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn any_options_are_refused_or_kept_to(options in options()) {
        let game = game();
        let identity = Identity::new("sample.000", b"");
        let made = Exporter::new(Arc::clone(&game), identity, options.clone(), Names::default());
        let is_plain = options.background != Background::Room && options.dots.is_none();
        let fits = (1..=8).contains(&options.scale_up)
            && options.scaler.factors().contains(&u32::from(options.scale_up))
            && (options.scaler == Scaler::Squares || is_plain)
            && options.dots.is_none_or(|dots| dots == 2)
            && options.shape.is_none_or(|shape| shape.0 > 0 && shape.1 > 0)
            && options.jiffies_per_tick > 0
            && options.longest_loop > 0
            && options.room.is_none_or(|room| game.rooms().any(|entry| entry.id == room))
            && (options.background != Background::Room || options.formats.iter().all(|it| it.can_show_room()));
        prop_assert_eq!(made.is_ok(), fits, "{:?}", options);
        let Ok(exporter) = made else { return Ok(()) };
        prop_assert_eq!(exporter.options(), &options);
        let mut workspace = Workspace::new(exporter.options(), game.limits());
        let report = exporter.costume(6, &mut workspace, &mut MemoryOutput::default()).unwrap();
        prop_assert!(report.error.is_none());
        for it in &report.animations {
            prop_assert!(it.canvas[0] % exporter.options().scale() == 0, "{:?}", it.canvas);
        }
    }
}
