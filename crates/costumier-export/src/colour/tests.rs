//! Tests of the choice of palettes.

use costumier::format::dialect::SkippedWhite;

use super::*;

fn room(room: u32, number: u16, change: &[(usize, Rgb)]) -> RoomPalette {
    let mut colours = [[0; 3]; 256];
    for (i, colour) in colours.iter_mut().enumerate() {
        *colour = [u8::try_from(i).unwrap(), 0, 0];
    }
    for &(i, rgb) in change {
        colours[i] = rgb;
    }
    let source = if number == 0 { PaletteSource::Clut } else { PaletteSource::Apal(number) };
    let mut palette = game::RoomPalette::from_bytes(source, &[], SkippedWhite::From16);
    palette.colours = colours;
    RoomPalette { room, number, palette, shows: true }
}

fn chosen(palette: &Palette) -> Option<(u32, u16)> {
    palette.chosen.map(|it| (it.room, it.palette))
}

fn costume(room: u32) -> CostumeColours<'static> {
    CostumeColours { shadows: true, ..CostumeColours::new(&[0, 10, 20, 30], room) }
}

#[test]
fn room_colour_13_is_a_shadow_where_there_is_a_table() {
    for shadows in [true, false] {
        let costume = CostumeColours { shadows, ..CostumeColours::new(&[13, 10, 13], 1) };
        let it = resolve(&costume, None, &[room(1, 0, &[])], Background::Transparent);
        assert_eq!(it.colours.iter().map(|c| c.shadow).collect::<Vec<_>>(), [false, false, shadows]);
        assert_eq!(it.colours[2].exact, Some([13, 0, 0]), "the exact colour is told either way");
    }
}

#[test]
fn the_owner_s_palette_is_taken_and_the_others_are_ranked() {
    let rooms = [
        room(1, 0, &[(10, [1, 2, 3])]),
        room(2, 0, &[]),
        room(2, 1, &[(20, [9, 9, 9]), (30, [8, 8, 8])]),
        room(3, 0, &[(10, [7, 7, 7])]),
        room(4, 0, &[(10, [7, 7, 7]), (99, [1, 1, 1])]),
    ];
    let it = resolve(&costume(2), None, &rooms, Background::Transparent);
    assert_eq!((chosen(&it), it.choice), (Some((2, 0)), Choice::OwningRoom));
    let exact: Vec<_> = it.colours.iter().map(|c| c.exact).collect();
    assert_eq!(exact, [None, Some([10, 0, 0]), Some([20, 0, 0]), Some([30, 0, 0])]);
    // The owner's second palette, then what two rooms share (they differ in a colour that the costume does
    // not use).
    let others: Vec<_> =
        it.others.iter().map(|l| (l.palettes[0].room, l.palettes.len(), l.differing)).collect();
    assert_eq!(others, [(2, 1, 2), (3, 2, 1), (1, 1, 1)]);
    assert_eq!(it.others[0].colours[2].as_deref(), Some("#090909"));
    assert_eq!((it.others[0].palettes[0].block.to_string(), it.other_looks), ("PALS APAL 1".into(), 3));

    let asked = resolve(&costume(2), Some(4), &rooms, Background::Transparent);
    assert_eq!((chosen(&asked), asked.choice), (Some((4, 0)), Choice::Asked));
}

#[test]
fn an_owner_that_makes_a_silhouette_is_passed_over_unless_asked_for() {
    let black: [(usize, Rgb); 3] = [10, 20, 30].map(|i| (i, [0; 3]));
    let rooms = [room(1, 0, &black), room(2, 0, &black), room(3, 0, &[])];
    let it = resolve(&costume(1), None, &rooms, Background::Transparent);
    assert_eq!((it.chosen.map(|c| c.room), it.choice), (Some(3), Choice::MostRooms));
    assert_eq!(it.others.len(), 1, "the silhouette is still told of");
    let asked = resolve(&costume(1), Some(1), &rooms, Background::Transparent);
    assert_eq!((asked.chosen.map(|c| c.room), asked.choice), (Some(1), Choice::Asked));
    let only = resolve(&costume(1), None, &rooms[..2], Background::Transparent);
    assert_eq!((only.chosen.map(|c| c.room), only.choice), (Some(1), Choice::OwningRoom));
}

#[test]
fn colours_that_a_palette_leaves_alone_are_marked() {
    let rooms = [room(1, 0, &[(20, [255; 3]), (30, [251; 3])])];
    let it = resolve(&costume(1), None, &rooms, Background::Transparent);
    assert_eq!(it.colours.iter().map(|c| c.carried_over).collect::<Vec<_>>(), [false, false, true, false]);
    assert_eq!(it.colours[2].exact, Some([0; 3]));
}

#[test]
fn without_an_owner_the_most_shared_look_is_taken_and_without_rooms_grey() {
    let rooms = [room(1, 0, &[(10, [1, 2, 3])]), room(2, 0, &[]), room(3, 0, &[])];
    let it = resolve(&costume(9), None, &rooms, Background::Transparent);
    assert_eq!((it.chosen.map(|c| c.room), it.choice), (Some(2), Choice::MostRooms));
    let it = resolve(&costume(9), None, &[], Background::Transparent);
    assert_eq!((it.chosen, it.choice), (None, Choice::Grey));
    assert_eq!(it.colours[3].exact, Some([255; 3]));
}

#[test]
fn of_pixels_that_are_room_colours_only_those_that_are_used_count() {
    let mut used = Box::new([false; 256]);
    for value in [7, 10, 255] {
        used[value] = true;
    }
    let palette: Vec<u8> = (0..=255).collect();
    let costume = CostumeColours {
        mapping: Mapping::RoomColour,
        nothing: 255,
        used: Some(used),
        ..CostumeColours::new(&palette, 1)
    };
    let rooms = [
        room(1, 0, &[]),
        room(2, 0, &[(9, [9; 3]), (255, [1; 3])]),
        room(3, 0, &[(10, [9; 3]), (11, [8; 3])]),
    ];
    let it = resolve(&costume, None, &rooms, Background::Transparent);
    assert_eq!((it.transparent, it.colours[255].exact, it.colours[0].exact), (255, None, Some([0; 3])));
    assert_eq!((it.written.rgba(255)[3], it.written.rgba(0)[3]), (0, 255));
    let others: Vec<_> = it.others.iter().map(|look| (look.palettes[0].room, look.differing)).collect();
    assert_eq!(others, [(3, 1)], "room 2 differs in what is not seen");
    let told: Vec<_> = it.others[0].colours.iter().enumerate().filter(|(_, rgb)| rgb.is_some()).collect();
    assert_eq!(told, [(7, &Some("#070000".to_owned())), (10, &Some("#090909".to_owned()))]);
}

#[test]
fn a_costume_s_own_colours_are_taken_before_greys() {
    let own: Vec<Rgb> = (0..4).map(|i| [i, 2, 3]).collect();
    let costume = CostumeColours { own: Some(own), ..CostumeColours::new(&[0, 10, 20, 30], 9) };
    let it = resolve(&costume, None, &[], Background::Transparent);
    assert_eq!((it.choice, it.colours[2].exact), (Choice::OwnColours, Some([2, 2, 3])));
    let it = resolve(&costume, None, &[room(1, 0, &[])], Background::Transparent);
    assert_eq!((it.choice, it.colours[2].exact), (Choice::MostRooms, Some([20, 0, 0])));
}

#[test]
fn rooms_that_cannot_show_anything_give_no_looks() {
    let stub = |it: RoomPalette| RoomPalette { shows: false, ..it };
    let rooms = [room(1, 0, &[]), stub(room(2, 0, &[(10, [9; 3])])), stub(room(3, 0, &[(10, [8; 3])]))];
    let it = resolve(&costume(1), None, &rooms, Background::Transparent);
    assert_eq!((chosen(&it), it.other_looks), (Some((1, 0)), 0));
    // A stub that owns the costume has its colours all the same, and one that is asked for gives them.
    for (owner, asked, number) in [(2, None, 2), (1, Some(3), 3)] {
        let it = resolve(&costume(owner), asked, &rooms, Background::Transparent);
        let others: Vec<u32> = it.others.iter().map(|look| look.palettes[0].room).collect();
        assert_eq!((chosen(&it), others), (Some((number, 0)), vec![1]));
    }
    // Where no room shows anything, these are all there are.
    let it = resolve(&costume(7), None, &rooms[1..], Background::Transparent);
    assert_eq!((it.choice, it.other_looks), (Choice::MostRooms, 1));
}
