//! The formats of exports and their names.

use std::fmt;
use std::str::FromStr;

use costumier::UnknownName;

/// A format of an export, named as in `--as`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Format {
    /// An indexed PNG for each picture.
    Png,
    /// An indexed PNG for each frame of an animation, all on one canvas.
    Frames,
    /// A PNG for each animation: a cell for each tick, side by side, named as `GameMaker` imports it.
    Strips,
    /// A GIF for each animation.
    Gif,
    /// An animated PNG for each animation.
    Apng,
    /// An animated WebP for each animation.
    Webp,
    /// A labelled contact sheet for each costume.
    Contact,
    /// A sheet of all animations for each costume, as sprite archives show them: by chore and facing, with labels and
    /// a credit line, on one colour.
    Ripsheet,
    /// A sprite sheet for each costume.
    Sheet,
    /// The sheet, with data as Aseprite writes it.
    AsepriteJson,
    /// The sheet, with data as TexturePacker writes it.
    TexturepackerJson,
    /// The sheet, with a `SpriteFrames` resource and a scene for Godot.
    Godot,
    /// An `.aseprite` file for each costume.
    Aseprite,
    /// The palette as files in several formats, and as a picture of swatches.
    Pal,
    /// An 8-bit BMP for each picture.
    Bmp,
    /// The manifest only, which every export has.
    Json,
}

impl Format {
    /// All formats, in the order in which they are listed.
    pub const ALL: [Self; 16] = [
        Self::Png,
        Self::Frames,
        Self::Strips,
        Self::Gif,
        Self::Apng,
        Self::Webp,
        Self::Contact,
        Self::Ripsheet,
        Self::Sheet,
        Self::AsepriteJson,
        Self::TexturepackerJson,
        Self::Godot,
        Self::Aseprite,
        Self::Pal,
        Self::Bmp,
        Self::Json,
    ];
    /// The formats with a file per picture.
    pub const PICTURES: [Self; 2] = [Self::Png, Self::Bmp];
    /// The formats with a file per animation.
    pub const MOVIES: [Self; 3] = [Self::Gif, Self::Apng, Self::Webp];

    /// Returns the name of the format.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Frames => "frames",
            Self::Strips => "strips",
            Self::Gif => "gif",
            Self::Apng => "apng",
            Self::Webp => "webp",
            Self::Contact => "contact",
            Self::Ripsheet => "ripsheet",
            Self::Sheet => "sheet",
            Self::AsepriteJson => "aseprite-json",
            Self::TexturepackerJson => "texturepacker-json",
            Self::Godot => "godot",
            Self::Aseprite => "aseprite",
            Self::Pal => "pal",
            Self::Bmp => "bmp",
            Self::Json => "json",
        }
    }

    /// Whether an export with [`Background::Room`](super::Background::Room) may write this format. Contact sheets,
    /// palettes, the manifest and PNG pictures are written without the room; other formats that cannot show it are
    /// refused.
    #[must_use]
    pub fn can_show_room(self) -> bool {
        match self {
            Self::Png
            | Self::Frames
            | Self::Strips
            | Self::Gif
            | Self::Apng
            | Self::Webp
            | Self::Contact
            | Self::Pal
            | Self::Json => true,
            Self::Ripsheet
            | Self::Sheet
            | Self::AsepriteJson
            | Self::TexturepackerJson
            | Self::Godot
            | Self::Aseprite
            | Self::Bmp => false,
        }
    }

    /// Returns a short description of the format.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Png => "an indexed PNG for each picture",
            Self::Frames => "an indexed PNG for each frame of each animation, aligned",
            Self::Strips => {
                "a PNG strip of each animation, a cell for each tick, as in walk-east_strip6.png (GameMaker)"
            }
            Self::Gif => "an animated GIF for each chore and facing",
            Self::Apng => "an animated PNG for each chore and facing",
            Self::Webp => "a lossless animated WebP for each chore and facing",
            Self::Contact => "a labelled contact sheet for each costume",
            Self::Ripsheet => {
                "all animations by chore and facing, with labels and a credit line, for sprite archives"
            }
            Self::Sheet => "a sprite sheet of all frames for each costume, with the place of each in a .json",
            Self::AsepriteJson => "the sheet with data as Aseprite writes it (Phaser, Godot, Unity)",
            Self::TexturepackerJson => "the sheet with data as TexturePacker writes it (PixiJS, Phaser)",
            Self::Godot => {
                "the sheet with a SpriteFrames resource for Godot 4, and a scene that stands on its feet"
            }
            Self::Aseprite => "an .aseprite file with a layer for each limb",
            Self::Pal => "the palette as .gpl, JASC .pal, .act, .ase and swatches",
            Self::Bmp => "8-bit BMP pictures, for older tools",
            Self::Json => "the manifest alone, which every export has",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    /// A [name](Self::name), in any case.
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        UnknownName::find(text, "format", Self::ALL, Self::name)
    }
}
