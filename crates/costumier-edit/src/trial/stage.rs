//! The room of a trial: where the actor stands and walks, in which colours.

use costumier::Dialect;
use costumier::format::dialect::{Anchor, ColourRule, V1Game};
use costumier::game::{BoxScale, WalkBox};
use costumier_build::room::RoomSource;

use crate::folder::Packed;
use crate::pictures::Rgb;
use crate::preview;
use costumier::format::oklab::Choices;

/// Rows of rooms in v1 and v2; the first edition of Maniac Mansion has more.
const ROWS_OF_CELLS: u16 = 128;
const ROWS_OF_MANIAC: u16 = 136;

/// The colours of the wall and the floor, of a label and of the box behind it; the nearest of the room are used.
const WALL: Rgb = [56, 60, 80];
const FLOOR: Rgb = [36, 36, 44];
const INK: Rgb = [251, 251, 251];
const BOX: Rgb = [0, 0, 0];

/// The screen width from which letters are twice as large.
pub(super) const WIDE: u16 = 640;

/// The row below a label, if letters have their usual size.
const LABEL_BOTTOM: i16 = 18;

/// The room colour that some generations draw as a shadow.
const SHADOW: u8 = 13;

/// Colours that belong to the machine on the Amiga.
const OF_MACHINE: u8 = 16;

/// What is behind the actor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrialStage {
    /// The room's 256 colours, by room colour.
    pub palette: Vec<Rgb>,
    /// The room's picture, if it has one: its width, and its colours row by row.
    pub picture: Option<(usize, Vec<u8>)>,
}

impl TrialStage {
    /// A plain stage in the colours of the costume's folder.
    ///
    /// # Errors
    /// If the block cannot be read.
    pub fn plain(packed: &Packed) -> costumier::Result<Self> {
        Ok(Self { palette: preview::palette(&packed.costume()?, packed), picture: None })
    }
}

/// The room, and the places in it.
pub(super) struct Ground {
    pub(super) dialect: Dialect,
    pub(super) room: RoomSource,
    /// Where the actor stands.
    pub(super) feet: (i16, i16),
    /// Where the label stands, and by how much it is raised: actors of v1 and v2 are always in a walk box.
    pub(super) label: (i16, i16),
    pub(super) elevation: i16,
    /// The room colours of a label and of the box behind it, and what they look like.
    pub(super) ink: (u8, Rgb),
    pub(super) behind: (u8, Rgb),
    /// The colours of the screen.
    pub(super) palette: Vec<Rgb>,
}

impl Ground {
    pub(super) fn new(dialect: &Dialect, stage: &TrialStage) -> Self {
        let in_cells = dialect.anchor != Anchor::Pixels;
        let (width, height) = dialect.screen_size();
        let width = u16::try_from(width).unwrap_or(u16::MAX);
        let height = match dialect.colours {
            ColourRule::Actor { game: V1Game::Maniac, .. } => ROWS_OF_MANIAC,
            _ if in_cells => ROWS_OF_CELLS,
            _ => u16::try_from(height).unwrap_or(u16::MAX),
        };
        let palette = if dialect.fixed_colours {
            dialect.made_for.colours().to_vec()
        } else {
            stage.palette.iter().map(|colour| preview::seen(*colour)).collect()
        };
        let usable = |entry: u8| {
            let numbers = dialect.high_colour.map_or(0, |rules| rules.numbers);
            let machine = if dialect.background_base > 0 { OF_MACHINE } else { 0 };
            (entry != SHADOW || dialect.fixed_colours)
                && (numbers..=u8::MAX.saturating_sub(numbers)).contains(&entry)
                && entry >= machine
        };
        let choices =
            Choices::new((0..=u8::MAX).zip(palette.iter().copied()).filter(|(entry, _)| usable(*entry)));
        let nearest = |wanted: Rgb| choices.nearest(wanted).unwrap_or_default();
        // A room may be smaller than the screen: the actor and the label stand in its picture.
        let side = |length: usize, most: u16| u16::try_from(length).unwrap_or(u16::MAX).clamp(1, most);
        let (shown_width, shown_height) = match &stage.picture {
            Some((columns, pixels)) => {
                let (across, down) = painted(*columns, pixels);
                let is_small = across < usize::from(width / 3) || down < usize::from(height / 3);
                let rows = pixels.len().div_ceil((*columns).max(1));
                let (across, down) = if is_small { (*columns, rows) } else { (across, down) };
                (side(across, width), side(down, height))
            }
            None => (width, height),
        };
        let [x, y] =
            [shown_width / 2, shown_height / 4 * 3].map(|place| i16::try_from(place / 8 * 8).unwrap_or(0));
        let floor = shown_height / 2;
        let mut room = RoomSource::new(width, height);
        room.neighbours.clear();
        if !dialect.fixed_colours {
            room.palette.clone_from(&palette);
        }
        // Room pictures of the Amiga count from another colour.
        let stored = |colour: u8| colour.wrapping_sub(dialect.background_base);
        let (wall, ground) = (stored(nearest(WALL).0), stored(nearest(FLOOR).0));
        room.background = match &stage.picture {
            None => {
                let row = |y: u16| vec![if y < floor { wall } else { ground }; width.into()];
                (0..height).flat_map(row).collect()
            }
            Some((columns, pixels)) => {
                let rows = pixels.chunks(*columns.max(&1)).take(height.into());
                let mut shown: Vec<u8> = rows
                    .flat_map(|row| {
                        let black = std::iter::repeat(nearest(BOX).0);
                        row.iter().copied().chain(black).take(width.into()).map(stored)
                    })
                    .collect();
                let whole = usize::from(width).saturating_mul(height.into());
                shown.resize(whole, stored(nearest(BOX).0));
                shown
            }
        };
        let side = |length: u16| i16::try_from(length).unwrap_or(i16::MAX);
        // The lowest cell begins two rows above the end.
        let (right, bottom) = (side(shown_width).saturating_sub(8), side(shown_height).saturating_sub(2));
        let top = side(floor / 2 * 2);
        room.boxes.push(WalkBox {
            corners: [(0, top), (right, top), (right, bottom), (0, bottom)],
            mask: 0,
            flags: 0,
            scale: BoxScale::Constant(255),
        });
        room.neighbours.push(Vec::new());
        let label = (if in_cells { 16 } else { 8 }, top.saturating_add(8));
        Self {
            dialect: *dialect,
            room,
            feet: (x, y),
            label,
            elevation: label.1.saturating_sub(LABEL_BOTTOM.saturating_mul(if width >= WIDE { 2 } else { 1 })),
            ink: nearest(INK),
            behind: nearest(BOX),
            palette,
        }
    }

    /// The places that the actor walks to, one after the other; the last is where it stands.
    pub(super) fn ways(&self) -> impl Iterator<Item = (i16, i16)> {
        let (x, y) = self.feet;
        let (across, down) = (x / 2 / 8 * 8, y / 8 / 2 * 2);
        let steps = [
            (across, 0),
            (across.saturating_neg(), 0),
            (0, 0),
            (0, down),
            (0, down.saturating_neg()),
            (0, 0),
        ];
        steps.into_iter().map(move |(dx, dy)| (x.saturating_add(dx), y.saturating_add(dy)))
    }
}

/// Returns the width and height of what is painted in a picture. Rooms of v8 and Humongous games are at least as large
/// as the screen, so a smaller picture has columns and rows of one colour at its right and below it.
fn painted(columns: usize, pixels: &[u8]) -> (usize, usize) {
    let used = |row: &[u8]| {
        let last = row.iter().rposition(|pixel| Some(pixel) != pixels.last());
        last.map_or(0, |last| last.saturating_add(1))
    };
    let rows = pixels.chunks(columns.max(1)).zip(1..);
    rows.fold((0, 0), |(width, height), (row, number)| match used(row) {
        0 => (width, height),
        used => (used.max(width), number),
    })
}
