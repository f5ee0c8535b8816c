//! Where a pixel of a scene comes from, from the ground up: room, pictures, colours, and the bytes behind.

use costumier::scene::{LiveScene, Origin, Touch};
use costumier::{Costume, Limits, Result};
use serde::Serialize;

use super::bytes::{RunRow, run_at};
use super::state::Key;
use crate::colour::CostumeColours;

/// Where a pixel comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PixelChain {
    /// Its place in the room.
    pub at: (i32, i32),
    /// What the room's picture has there.
    pub background: Option<u8>,
    /// The pictures that paint it, in the order in which they do.
    pub touches: Vec<TouchRow>,
    /// The room colour that it ends as.
    pub shown: Option<u8>,
    /// That colour.
    pub rgb: [u8; 3],
    /// Whose palette decides it; where pixels have 16 bits, none does.
    pub palette: Option<PaletteRow>,
    /// What is there where pixels have 16 bits.
    pub pixel: Option<u16>,
    /// What an EGA screen makes of it.
    pub mixed: Option<MixedRow>,
    /// The same in lines for people.
    pub text: Vec<String>,
}

/// A room's palette.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PaletteRow {
    /// The room.
    pub room: u32,
    /// Its block.
    pub block: String,
}

/// A colour on an EGA screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MixedRow {
    /// The two that it is mixed from.
    pub from: [u8; 2],
    /// The one that stands here.
    pub here: u8,
    /// That colour.
    pub rgb: [u8; 3],
}

/// A picture that paints a pixel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TouchRow {
    /// The actor, from 0.
    pub actor: usize,
    /// Its costume.
    pub costume: u32,
    /// The limb.
    pub limb: u8,
    /// The picture.
    pub picture: Key,
    /// The picture's pixel, as stored.
    pub pixel: Option<(u16, u16)>,
    /// The pixel value there.
    pub value: u8,
    /// The room colour that the costume has for it.
    pub room_colour: Option<u8>,
    /// The room colour that the scene sets for it.
    pub r#override: Option<u8>,
    /// What was there before.
    pub beneath: u8,
    /// What is there afterwards.
    pub drawn: u8,
    /// The run that says it.
    pub run: Option<RunRow>,
}

/// Where a pixel of the scene's picture comes from; `None` outside the picture.
///
/// # Errors
/// As [`LiveScene::origin`].
pub fn chain(scene: &mut LiveScene, at: (u32, u32)) -> Result<Option<PixelChain>> {
    let Some(origin) = scene.origin(at)? else { return Ok(None) };
    let limits = scene.game().limits().clone();
    let touches = origin.touches.iter().filter_map(|touch| row(scene, touch, &limits)).collect();
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
    chain.text = lines(&chain, &origin, scene.scene().room);
    Ok(Some(chain))
}

fn row(scene: &LiveScene, touch: &Touch, limits: &Limits) -> Option<TouchRow> {
    let (actor, said) = (scene.actor(touch.actor)?, scene.scene().actors.get(touch.actor)?);
    let costume: &Costume = actor.costume();
    let colours = CostumeColours::of(costume, 0, limits);
    Some(TouchRow {
        actor: touch.actor,
        costume: said.costume,
        limb: touch.limb,
        picture: touch.picture.into(),
        pixel: touch.pixel,
        value: touch.value,
        room_colour: colours.palette.get(usize::from(touch.value)).copied(),
        r#override: said.palette.get(&touch.value).copied(),
        beneath: touch.beneath,
        drawn: touch.drawn,
        run: touch.pixel.and_then(|pixel| run_at(costume, touch.picture, pixel)),
    })
}

fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn lines(chain: &PixelChain, origin: &Origin, room: Option<u32>) -> Vec<String> {
    let mut lines = Vec::new();
    if let (Some(value), Some(room)) = (chain.background, room) {
        lines.push(format!("the picture of room {room} has colour {value}"));
    }
    for touch in &chain.touches {
        let mut line = format!(
            "costume {}, limb {}, picture {}: pixel value {}",
            touch.costume, touch.limb, touch.picture.index, touch.value
        );
        if let Some(colour) = touch.room_colour {
            line.push_str(&format!(" is room colour {colour}"));
        }
        if let Some(set) = touch.r#override {
            line.push_str(&format!("; {set} is set for it"));
        }
        if touch.r#override.or(touch.room_colour) != Some(touch.drawn) {
            let text =
                format!("; lights, a shadow or a remap make it {} over {}", touch.drawn, touch.beneath);
            line.push_str(&text);
        }
        lines.push(line);
    }
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
