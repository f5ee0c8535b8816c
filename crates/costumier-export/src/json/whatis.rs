//! The JSON of `whatis`: what of a game a picture shows.

use costumier::{Facing, PictureKey, Placed};
use serde::Serialize;

use crate::names::Names;
use crate::recognise::{Candidate, Coloured, Figure, Moment, Query, Shown};

/// What of a game a picture shows.
#[derive(Clone, Debug, Serialize)]
pub struct WhatisReport {
    /// Columns of the picture for each pixel of the game.
    pub across: f64,
    /// Rows of the picture for each pixel of the game.
    pub down: f64,
    /// The room, if the picture is a screenshot.
    pub room: Option<RoomFoundRow>,
    /// The figures, those with most pixels first.
    pub figures: Vec<FigureRow>,
}

/// The room that a screenshot shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoomFoundRow {
    /// The room's number in the game.
    pub room: u32,
    /// The number of the room's palette.
    pub palette: u16,
    /// The room's pixel at the upper left corner of the screenshot.
    pub corner: (i32, i32),
    /// Number of pixels that are equal to the room's picture.
    pub equal: usize,
    /// Number of pixels of the screenshot.
    pub pixels: usize,
}

/// A figure in a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FigureRow {
    /// `sure`, `likely` or `unsure`.
    pub certainty: &'static str,
    /// The explanation that fits best.
    pub shown: ShownRow,
    /// The position of the anchor, or of a single picture's upper left corner, in pixels of the game.
    pub at: (i32, i32),
    /// The rectangle around its drawn pixels, in pixels of the game: left, top, width, height.
    pub area: [i32; 4],
    /// The position of the actor in the room, in a screenshot: the pixel between the feet, which scripts set.
    pub position: Option<(i32, i32)>,
    /// The size of the actor across and down; 255 is full size.
    pub scale: [u8; 2],
    /// In a screenshot, the z-planes that hide exactly the pixels that are not visible; 0 is in front of everything.
    pub planes: Option<Vec<u8>>,
    /// The room whose palette gives the colours; `null` for other colours, and for colours of the costume itself.
    pub colours_of: Option<u32>,
    /// `equal`, `near` (those of a file with fewer colours) or `other` (only the shape is recognised).
    pub colours: &'static str,
    /// Number of pixels of the figure.
    pub pixels: u32,
    /// Number of those that are equal in the picture.
    pub equal: u32,
    /// Number of those that the picture does not show.
    pub hidden: u32,
    /// Number of those that are different in the picture.
    pub different: u32,
    /// Its pictures in drawing order, with their places relative to the anchor.
    pub limbs: Vec<Placed>,
    /// If the limbs come from several animations, or some of them are off: the limbs with their moments, that of
    /// `shown` first. Otherwise empty.
    pub parts: Vec<PartRow>,
    /// What else of the game has the same pixels, as far as the picture shows them.
    pub same: Vec<ShownRow>,
    /// Other explanations, if it is not sure.
    pub others: Vec<ShownRow>,
    /// What follows `#` in a link to the page that shows `shown`, in the room if the picture is a screenshot.
    pub link: String,
}

/// Limbs that come from a moment of an animation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartRow {
    /// The limbs that show the same as in the moment.
    pub limbs: Vec<u8>,
    /// The moment, as the figure's own is written.
    pub shown: ShownRow,
}

/// A moment of an animation, or a single picture.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ShownRow {
    /// The costume's id in the directory.
    pub costume: u32,
    /// The name of the costume.
    pub name: Option<String>,
    /// The room that owns the costume.
    pub room: u32,
    /// The number of the chore; `null` for a single picture.
    pub chore: Option<u16>,
    /// The name of the chore.
    pub chore_name: Option<String>,
    /// The facing of the actor.
    pub facing: Option<Facing>,
    /// The tick of the animation at which the frame begins.
    pub tick: Option<u32>,
    /// The key of a single picture.
    pub picture: Option<PictureKey>,
    /// Whether a single picture is mirrored.
    pub mirrored: Option<bool>,
}

impl WhatisReport {
    /// Makes the rows of what was found.
    #[must_use]
    pub fn of(query: &Query, figures: &[Figure], names: &Names) -> Self {
        let (across, down) = query.enlarged(figures);
        let room = query.room().map(|it| RoomFoundRow {
            room: it.room,
            palette: it.palette,
            corner: it.corner,
            equal: it.equal,
            pixels: it.pixels,
        });
        Self {
            across,
            down,
            room,
            figures: figures.iter().map(|it| FigureRow::of(query, it, names)).collect(),
        }
    }
}

impl FigureRow {
    fn of(query: &Query, figure: &Figure, names: &Names) -> Self {
        let best = &figure.best;
        let in_room =
            |corner: (i32, i32)| (best.feet.0.saturating_add(corner.0), best.feet.1.saturating_add(corner.1));
        let mut same = ShownRow::all(best, names);
        let shown = same.remove(0);
        if matches!(best.shown, Shown::Mixed { .. }) {
            same.clear();
        }
        let poses = figure.same.iter().filter(|it| !matches!(it.shown, Shown::Mixed { .. }));
        same.extend(poses.flat_map(|it| ShownRow::all(it, names)));
        // A single picture says less than a pose with it.
        if same.iter().chain([&shown]).any(|row| row.chore.is_some()) {
            same.retain(|row| row.chore.is_some());
        }
        let colours_of = match best.coloured {
            Coloured::Room(room) | Coloured::Nearly(room) => room,
            Coloured::Otherwise => None,
        };
        let limbs = match &best.shown {
            Shown::Pose { placed, .. } | Shown::Mixed { placed, .. } => placed.clone(),
            Shown::Picture { .. } => Vec::new(),
        };
        let parts = match &best.shown {
            Shown::Mixed { parts, .. } => parts.iter().zip(ShownRow::all(best, names)),
            _ => [].iter().zip(Vec::new()),
        };
        let parts = parts.map(|(part, shown)| PartRow { limbs: part.limbs.clone(), shown });
        let [pixels, equal, hidden, different] = best.pixels();
        let position = query.room().map(|room| in_room(room.corner));
        let planes = query.room().map(|room| room.planes(query, best));
        let plane = planes.iter().flatten().min().copied().unwrap_or(0);
        let link = match (query.room(), position) {
            (Some(room), Some((x, y))) => {
                let link = shown.link(&format!("~{x}~{y}~{}~{plane}", best.scale[0]));
                format!("{link}&room={}&palette={}&behind=room", room.room, room.palette)
            }
            _ => shown.link(""),
        };
        Self {
            link,
            certainty: figure.certainty.name(),
            shown,
            at: best.at,
            area: best.area(),
            position,
            scale: best.scale,
            planes,
            colours_of,
            colours: match best.coloured {
                Coloured::Room(_) => "equal",
                Coloured::Nearly(_) => "near",
                Coloured::Otherwise => "other",
            },
            pixels,
            equal,
            hidden,
            different,
            limbs,
            parts: parts.collect(),
            same,
            others: figure
                .others
                .iter()
                .filter_map(|it| ShownRow::all(it, names).into_iter().next())
                .collect(),
        }
    }
}

impl ShownRow {
    /// Returns the part of a link behind `#`, as the page writes it (`web/src/address.ts`). `stands` is what it has of
    /// the actor's position, size and plane.
    fn link(&self, stands: &str) -> String {
        let (chore, facing) = (self.chore.map(|it| it.to_string()), self.facing.map(|it| it.to_string()));
        let does = [chore, facing].map(Option::unwrap_or_default).join("~");
        let link = format!("actor={}~{does}{stands}", self.costume);
        let tick = self.tick.map(|tick| format!("&tick={tick}")).unwrap_or_default();
        format!("{}{tick}", link.trim_end_matches('~'))
    }

    /// Returns a row for each moment; never none.
    fn all(it: &Candidate, names: &Names) -> Vec<Self> {
        let plain = Self {
            costume: it.id,
            name: names.costume(it.id).map(str::to_owned),
            room: it.room,
            ..Self::default()
        };
        match &it.shown {
            Shown::Picture { key, mirrored } => {
                vec![Self { picture: Some(*key), mirrored: Some(*mirrored), ..plain }]
            }
            Shown::Pose { .. } | Shown::Mixed { .. } => {
                let moments: Vec<Moment> = match &it.shown {
                    Shown::Pose { moments, .. } => moments.clone(),
                    Shown::Mixed { parts, .. } => parts.iter().map(|part| part.moment).collect(),
                    Shown::Picture { .. } => Vec::new(),
                };
                let row = |Moment { action, tick }: &Moment| {
                    let name = names.chore(it.id, action.chore).map(str::to_owned);
                    let role = action.role.map(|role| role.name().to_owned());
                    Self {
                        chore: Some(action.chore),
                        chore_name: name.or(role),
                        facing: Some(action.facing),
                        tick: Some(*tick),
                        ..plain.clone()
                    }
                };
                moments.iter().map(row).collect()
            }
        }
    }
}
