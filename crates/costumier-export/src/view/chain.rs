//! The source of a pixel of a scene: room, pictures, colours, and the bytes that store them.

use costumier::draw::HighActor;
use costumier::format::screen::high;
use costumier::scene::{LiveScene, Origin, SceneActor, Touch};
use costumier::{Costume, Limits, PictureKey, Result};
use serde::Serialize;

use super::bytes::{RunRow, run_at};
use crate::colour::{CostumeColours, Mapping, Rgb, text as hex};

/// Where a pixel comes from, step by step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PixelChain {
    /// Column and row of the pixel in the room.
    pub at: (i32, i32),
    /// The pixel of the room's picture.
    pub background: Option<u8>,
    /// The pictures that paint the pixel, in drawing order.
    pub touches: Vec<TouchRow>,
    /// The room colour of the result; `None` if nothing is drawn.
    pub shown: Option<u8>,
    /// Red, green and blue of the result.
    pub rgb: [u8; 3],
    /// The palette that decides the colour; `None` for shades of grey, and if pixels have 16 bits.
    pub palette: Option<PaletteRow>,
    /// The 16-bit pixel of the result, if the game has such pixels: bits 14 to 10 are red, 9 to 5 green, 4 to 0 blue.
    pub pixel: Option<u16>,
    /// The mixture that an EGA screen shows.
    pub mixed: Option<MixedRow>,
    /// The whole chain in lines for people.
    pub text: Vec<String>,
}

/// The palette of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PaletteRow {
    /// The number of the room.
    pub room: u32,
    /// The block that holds the palette.
    pub block: String,
}

/// A mixed colour on an EGA screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MixedRow {
    /// The two EGA colours that are mixed.
    pub from: [u8; 2],
    /// The EGA colour of this pixel.
    pub here: u8,
    /// Red, green and blue of that colour.
    pub rgb: [u8; 3],
}

/// A picture that paints the pixel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TouchRow {
    /// The index of the actor, from 0.
    pub actor: usize,
    /// The costume of the actor.
    pub costume: u32,
    /// The limb that shows the picture.
    pub limb: u8,
    /// The key of the picture.
    pub picture: PictureKey,
    /// Column and row in the picture, as stored; `None` if scaling lets several pixels meet here.
    pub pixel: Option<(u16, u16)>,
    /// The value of that pixel.
    pub value: u8,
    /// The room colour that the costume's palette has for the value.
    pub room_colour: Option<u8>,
    /// The room colour that the scene sets for the value; `None` if pixels have 16 bits.
    pub r#override: Option<u8>,
    /// The room colour before the picture was drawn.
    pub beneath: u8,
    /// The room colour after the picture was drawn.
    pub drawn: u8,
    /// The effect on a 16-bit pixel, if the game has such pixels.
    pub high: Option<HighRow>,
    /// The run that stores the pixel.
    pub run: Option<RunRow>,
}

/// The effect of a picture on a 16-bit pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct HighRow {
    /// The costume's own colour (RGBS) of the value; `None` if the room's colours count.
    pub own: Option<Rgb>,
    /// The pixel that the scene sets for the value.
    pub set: Option<u16>,
    /// The pixel before the picture was drawn.
    pub beneath: u16,
    /// The pixel after the picture was drawn.
    pub drawn: u16,
    /// Whether the result is the mean of both, which is a shadow.
    pub mixed: bool,
}

impl HighRow {
    fn of(colours: &CostumeColours<'_>, scene_actor: &SceneActor, touch: &Touch) -> Option<Self> {
        let (at, high) = (usize::from(touch.value), touch.high?);
        let own = colours.own.as_ref().filter(|_| colours.own_first).and_then(|own| own.get(at)).copied();
        let by_palette = scene_actor.palette.get(&touch.value).map(|pixel| u16::from(*pixel));
        // Pixels that are room colours are not set (`draw::high`). In a costume with colours of its own on the
        // PC-Engine, an override of 0 shows colour 1, and other overrides do nothing.
        let by_palette = match colours.mapping {
            Mapping::OwnColour => by_palette.filter(|pixel| *pixel == 0).and_then(|_| {
                let first = colours.own.as_ref()?.get(1)?;
                Some(high::pixel(*first))
            }),
            _ => by_palette,
        };
        let set = scene_actor.pixels.get(&touch.value).copied().or(by_palette);
        let set =
            set.filter(|pixel| *pixel != HighActor::NO_OVERRIDE && colours.mapping != Mapping::RoomColour);
        let plain = set.or_else(|| own.map(high::pixel));
        let mixed =
            plain.is_some_and(|plain| high.drawn != plain && high.drawn == high::mixed(plain, high.beneath));
        Some(Self { own, set, beneath: high.beneath, drawn: high.drawn, mixed })
    }
}

/// Describes the colour of a pixel value: ` is room colour 34 (the costume's palette names room colours); 200 is set
/// for it`. The text continues a sentence that ends with the value.
#[must_use]
pub fn value_text(colours: &CostumeColours<'_>, scene_actor: &SceneActor, touch: &Touch) -> String {
    let colour = colours.palette.get(usize::from(touch.value)).copied();
    let of_room = |colour| format!(" is room colour {colour} ({})", colours.mapping.about());
    let of_room = colour.map(of_room).unwrap_or_default();
    let mut line = String::new();
    if let Some(row) = HighRow::of(colours, scene_actor, touch) {
        if let Some(own) = row.own {
            let colour = colour.unwrap_or(touch.value);
            line.push_str(&format!(" is colour {colour} of the costume's own: {}", hex(own)));
        } else {
            line.push_str(&of_room);
        }
        if let Some(set) = row.set {
            line.push_str(&format!("; pixel {set:04X} is set for it: {}", hex(high::rgb(set))));
        }
        if row.mixed {
            let (beneath, drawn) = (hex(high::rgb(row.beneath)), hex(high::rgb(row.drawn)));
            line.push_str(&format!("; a shadow: half of it and half of {beneath} make {drawn}"));
        }
        return line;
    }
    line.push_str(&of_room);
    let set = override_of(scene_actor, touch.value);
    if let Some(set) = set {
        line.push_str(&format!("; the scene sets {set} for it"));
    }
    if set.or(colour) != Some(touch.drawn) {
        // On a CGA screen, an override of 255 removes the colour that costumes get there.
        let none = scene_actor.palette.contains_key(&touch.value) && set.is_none();
        let none = if none { "an override of 255, " } else { "" };
        let text =
            format!("; {none}lights, a shadow or a remap make it {} over {}", touch.drawn, touch.beneath);
        line.push_str(&text);
    }
    line
}

/// Returns the room colour that the scene sets for a costume colour. 255 sets none.
fn override_of(scene_actor: &SceneActor, value: u8) -> Option<u8> {
    scene_actor.palette.get(&value).copied().filter(|colour| *colour != u8::MAX)
}

/// Returns where a pixel of the scene's picture comes from. `None` if it is outside of the picture.
///
/// # Errors
/// As [`LiveScene::origin`].
pub fn chain(scene: &mut LiveScene, at: (u32, u32)) -> Result<Option<PixelChain>> {
    let Some(origin) = scene.origin(at)? else { return Ok(None) };
    let limits = scene.game().limits().clone();
    let rows = origin.touches.iter().filter_map(|touch| row(scene, touch, &limits));
    let (touches, scene_actor): (Vec<_>, Vec<_>) = rows.unzip();
    let mut chain = PixelChain {
        at: origin.at,
        background: origin.background,
        touches,
        shown: origin.shown,
        rgb: origin.rgb,
        palette: origin.palette.map(|(room, block)| PaletteRow { room, block: block.to_string() }),
        pixel: origin.pixel,
        mixed: origin.mixed.map(|it| MixedRow { from: it.from, here: it.here, rgb: it.rgb }),
        text: Vec::new(),
    };
    chain.text = lines(&chain, &origin, scene.scene().room, scene_actor);
    Ok(Some(chain))
}

/// Returns a picture that paints the pixel, and its description.
fn row(scene: &LiveScene, touch: &Touch, limits: &Limits) -> Option<(TouchRow, String)> {
    let (actor, scene_actor) = (scene.actor(touch.actor)?, scene.scene().actors.get(touch.actor)?);
    let costume: &Costume = actor.costume();
    let colours = CostumeColours::of(costume, 0, limits);
    let high = HighRow::of(&colours, scene_actor, touch);
    let text = format!(
        "costume {}, limb {}, picture {}: pixel value {}{}",
        scene_actor.costume,
        touch.limb,
        touch.picture.index,
        touch.value,
        value_text(&colours, scene_actor, touch)
    );
    let row = TouchRow {
        actor: touch.actor,
        costume: scene_actor.costume,
        limb: touch.limb,
        picture: touch.picture,
        pixel: touch.pixel,
        value: touch.value,
        room_colour: colours.palette.get(usize::from(touch.value)).copied(),
        r#override: override_of(scene_actor, touch.value).filter(|_| high.is_none()),
        beneath: touch.beneath,
        drawn: touch.drawn,
        high,
        run: touch.pixel.and_then(|pixel| run_at(costume, touch.picture, pixel)),
    };
    Some((row, text))
}

fn lines(chain: &PixelChain, origin: &Origin, room: Option<u32>, scene_actor: Vec<String>) -> Vec<String> {
    let mut lines = Vec::new();
    if let (Some(value), Some(room)) = (chain.background, room) {
        lines.push(format!("the picture of room {room} has colour {value}"));
    }
    lines.extend(scene_actor);
    lines.push(match (chain.shown, &chain.palette) {
        (Some(_), _) if chain.pixel.is_some() => {
            format!("a pixel of 15 bits, {:04X}: {}", chain.pixel.unwrap_or_default(), hex(origin.rgb))
        }
        (None, _) => "nothing is drawn: transparent".to_owned(),
        (Some(value), Some(palette)) => {
            format!("colour {value} in {} of room {}: {}", palette.block, palette.room, hex(origin.rgb))
        }
        (Some(value), None) => format!("colour {value}, a grey for want of a palette: {}", hex(origin.rgb)),
    });
    if let Some(mixed) = chain.mixed {
        let [a, b] = mixed.from;
        lines.push(format!(
            "on this screen mixed of EGA colours {a} and {b}: here {}, {}",
            mixed.here,
            hex(mixed.rgb)
        ));
    }
    lines
}
