//! What contact sheets and sheets for sprite archives say: whose colours, which chores are alike, which facings.

use costumier_export::contact::lettering;
use costumier_export::{ExportOptions, Format};

use crate::common::{Picture, export, png};

/// A sheet for sprite archives of the costume, with these options.
fn ripsheet(id: u32, options: ExportOptions) -> Picture {
    let (_, output) = export(ExportOptions { formats: [Format::Ripsheet].into(), ..options });
    png(&output.files[&format!("costume-{id:03}/ripsheet.png")])
}

/// Whether a text stands on the sheet, in one colour, with nothing else in its line's box.
fn says(sheet: &Picture, text: &str) -> bool {
    let (width, height) = (lettering::width(text) as usize, lettering::HEIGHT as usize);
    let mut letters = vec![0; width * height];
    lettering::draw(&mut letters, width as u32, (0, 0), 1, 1, text);
    let first = letters.iter().position(|dot| *dot == 1).unwrap();
    let (x, y) = (first % width, first / width);
    (y..sheet.height.saturating_sub(height)).any(|row| {
        (x..sheet.width.saturating_sub(width)).any(|column| {
            let ink = sheet.pixels[row * sheet.width + column];
            let (left, top) = (column - x, row - y);
            ink != 0
                && letters.iter().enumerate().all(|(at, dot)| {
                    let place = (top + at / width) * sheet.width + left + at % width;
                    (sheet.pixels[place] == ink) == (*dot == 1)
                })
        })
    })
}

#[test]
fn a_sheet_says_whose_colours_it_shows() {
    let own = ripsheet(6, ExportOptions::default());
    assert!(says(&own, "room 1 wardrobe") && says(&own, "16 colours") && !says(&own, "16 colours of"));
    let stage = ripsheet(6, ExportOptions { room: Some(2), ..ExportOptions::default() });
    assert!(says(&stage, "room 1 wardrobe") && says(&stage, "16 colours of room 2 stage"));
    let recolour = Some(vec![[9, 99, 199]; 256]);
    let given = |name: Option<&str>| {
        let recolour_name = name.map(str::to_owned);
        ripsheet(6, ExportOptions { recolour: recolour.clone(), recolour_name, ..ExportOptions::default() })
    };
    assert!(says(&given(Some("night.gpl")), "16 colours of night.gpl"));
    assert!(says(&given(None), "16 colours of another palette"));
}

#[test]
fn chores_that_look_the_same_share_a_section() {
    let sheet = ripsheet(6, ExportOptions::default());
    assert!(says(&sheet, "stand (chore 3), talk stop (chore 5)"));
    assert!(says(&sheet, "talk start (chore 4)"), "this one looks different");
}

#[test]
fn a_mirrored_facing_can_be_left_out() {
    let all = ripsheet(6, ExportOptions::default());
    assert!(says(&all, "west") && !says(&all, "(mirrored: west)"));
    let fewer = ripsheet(6, ExportOptions { mirrored: false, ..ExportOptions::default() });
    assert!(says(&fewer, "east, south, north (mirrored: west)"), "the walk");
    assert!(fewer.width * fewer.height < all.width * all.height);
}

/// Minuet's palette ends with three colours that no picture has.
#[test]
fn a_colour_of_no_picture_is_crossed_out() {
    let sheet = ripsheet(6, ExportOptions::default());
    let square = |value: u8| {
        let left = 12 + 12 * (usize::from(value) - 1);
        sheet.pixels.chunks_exact(sheet.width).any(|row| row[left..left + 10] == [value; 10])
    };
    let drawn: Vec<u8> = (1..16).filter(|value| square(*value)).collect();
    assert_eq!(drawn, (1..13).collect::<Vec<u8>>());
    for value in 13..16 {
        assert!(!sheet.pixels.contains(&value), "{value}");
    }
}
