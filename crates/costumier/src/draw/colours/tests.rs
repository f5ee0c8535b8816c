//! Tests of actors' colours, value by value. `model_tests.rs` and `akos_model_tests.rs` test what the models
//! decide.

use super::*;

const PALETTE: [u8; 16] = [0, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 13, 255];

fn darker() -> [u8; 256] {
    let mut table = [0; 256];
    for (i, v) in table.iter_mut().enumerate() {
        *v = u8::try_from(i / 2).unwrap();
    }
    table
}

#[test]
fn overrides_go_before_the_palette_and_255_is_none() {
    let mut actor = ActorColours::new(&PALETTE);
    actor.overrides[3] = Some(27);
    actor.overrides[4] = Some(255);
    let colours = Colours::of_actor(&actor);
    assert_eq!([1, 3, 4, 15].map(|k| colours.over(k, 0)), [101, 27, 104, 255]);
    assert!(!colours.has_shadows());
}

#[test]
fn in_the_dark_everything_is_8_but_colour_12() {
    let mut actor = ActorColours::new(&PALETTE);
    actor.lit = false;
    actor.overrides[3] = Some(27);
    let colours = Colours::of_actor(&actor);
    assert_eq!([1, 3, 12, 14].map(|k| colours.over(k, 0)), [8, 8, 0, 8]);
    assert!(![8, 0].contains(&colours.key()));
}

#[test]
fn room_colour_13_is_a_shadow_only_where_there_is_a_table() {
    let mut actor = ActorColours::new(&PALETTE);
    assert_eq!(Colours::of_actor(&actor).over(14, 200), 13);
    let table = darker();
    actor.shadow = ShadowTables::One(&table);
    let colours = Colours::of_actor(&actor);
    assert!(colours.has_shadows());
    assert_eq!(colours.over(14, 200), 100);
    assert_eq!(colours.over(1, 200), 101);
    // Shadows are determined after overrides: 14 is no longer a shadow, 2 has become one.
    actor.overrides[14] = Some(90);
    actor.overrides[2] = Some(13);
    let colours = Colours::of_actor(&actor);
    assert_eq!((colours.over(14, 200), colours.over(2, 200)), (90, 100));
}

#[test]
fn mode_20_makes_everything_a_shadow() {
    let table = darker();
    let actor =
        ActorColours { shadow_mode: 0x20, shadow: ShadowTables::One(&table), ..ActorColours::new(&PALETTE) };
    let colours = Colours::of_actor(&actor);
    assert_eq!([1, 12, 14].map(|k| colours.over(k, 200)), [100, 100, 100]);
}

#[test]
fn an_identity_shadow_is_transparent() {
    let table = super::super::shadow_table::NO_SHADOW;
    let actor = ActorColours { shadow: ShadowTables::One(&table), ..ActorColours::new(&PALETTE) };
    let colours = Colours::of_actor(&actor);
    assert!(!colours.has_shadows());
    assert_eq!(colours.table().value(14), colours.key());
    assert_eq!(colours.table().value(13), 113);
}

#[test]
fn the_key_is_no_colour() {
    let palette: Vec<u8> = (0..64).collect();
    let colours = Colours::of_actor(&ActorColours::new(&palette));
    assert!((1..64).all(|k| colours.table().value(k) != colours.key()));
    assert_eq!(colours.table().value(0), colours.key());
}

#[test]
fn a_free_value_is_found_for_several_actors() {
    let low: Vec<u8> = (0..64).collect();
    let high: Vec<u8> = (64..128).collect();
    let actors = [&low, &high].map(|palette| Colours::of_actor(&ActorColours::new(palette)));
    assert_eq!(free_value(&actors, &[0]), Some(64));
    assert_eq!(free_value(&actors, &[0, 64]), Some(128));
    let all: Vec<u8> = (0..=255).collect();
    assert_eq!(free_value(&actors, &all), None);
}

fn akos(rules: AkosRules, codec: Codec, palette: &[u8]) -> ActorColours<'_> {
    ActorColours { akos: Some((rules, codec)), ..ActorColours::new(palette) }
}

#[test]
fn room_remaps_are_for_7_0_and_slots_from_9_9_on() {
    let (room, slot) = ([50; 256], [60; 256]);
    let first = |version| {
        let mut actor = akos(AkosRules::humongous(version), Codec::Rle, &PALETTE);
        actor.overrides[1] = Some(9);
        actor.remaps = Remaps { room: Some(&room), slot: Some(&slot), first_slot: None };
        Colours::of_actor(&actor).over(1, 0)
    };
    assert_eq!([62, 70, 71, 98, 99, 100].map(first), [9, 50, 9, 9, 60, 60]);
}

#[test]
fn the_empty_stage_has_a_value_that_room_coloured_pictures_do_not_draw() {
    let free =
        |rules, codec, palette: &[u8]| free_value([&Colours::of_actor(&akos(rules, codec, palette))], &[]);
    assert_eq!(free(AkosRules::LUCASARTS, Codec::Bomp, &PALETTE), Some(255));
    assert_eq!(free(AkosRules::LUCASARTS, Codec::MajMin, &PALETTE), Some(255));
    assert_eq!(free(AkosRules::humongous(80), Codec::MajMin, &[5, 0]), Some(5));
    assert_eq!(free(AkosRules::humongous(80), Codec::Trle, &[4]), Some(4));
    // With 256 colours the transparent value is 255, unless colour 0 is overridden
    // (`docs/format/humongous-rooms.md §10`).
    let long: Vec<u8> = (0..=255).map(|i: u8| i.wrapping_add(7)).collect();
    assert_eq!(free(AkosRules::humongous(80), Codec::MajMin, &long), Some(255));
    let mut painted = akos(AkosRules::humongous(80), Codec::MajMin, &long);
    painted.overrides[0] = Some(99);
    assert_eq!(free_value([&Colours::of_actor(&painted)], &[]), Some(99));
}

#[test]
fn shadows_are_seen_on_the_empty_stage() {
    let tables = crate::draw::UNBUILT_SHADOWS;
    let mut actor = akos(AkosRules::LUCASARTS, Codec::Rle, &PALETTE);
    actor.shadow_mode = 1;
    actor.shadow = ShadowTables::Eight(&tables);
    // On 0, the lowest free value, a shadow of colour 0 would be invisible.
    assert_eq!(free_value([&Colours::of_actor(&actor)], &[]), Some(1));
}
