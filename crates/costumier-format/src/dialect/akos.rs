//! How AKOS costumes differ between the generations that have them (`reference/05` to `07`).

use crate::chore::Role;

/// What scripts mean by a chore number, and by the operand of "animate actor".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoreNumbers {
    /// 56 … 60 stand for the roles; 244 … 255 turn, face and stand (`reference/03 §6`). Up to v6, and in
    /// Humongous games.
    Bytes,
    /// 1024 … 1028 stand for the roles; 244 … 255 are as in [`ChoreNumbers::Bytes`]. Humongous from 10.0 on.
    BytesAndThousands,
    /// 1001 … 1005 stand for the roles; 2000, 3000 + angle and 4000 + angle stand, face and turn
    /// (`reference/05 §8.3`). v7 and v8.
    Thousands,
}

impl ChoreNumbers {
    /// The number that stands for the first role, init; those of the others follow it.
    #[must_use]
    pub const fn first_role(self) -> u16 {
        match self {
            Self::Bytes => 0x38,
            Self::BytesAndThousands => 1024,
            Self::Thousands => 1001,
        }
    }

    /// The role that a number stands for.
    #[must_use]
    pub fn role(self, chore: u16) -> Option<Role> {
        let place = chore.checked_sub(self.first_role())?;
        Role::ALL.get(usize::from(place)).copied()
    }

    /// Whether 244 … 255 turn, face and stand.
    #[must_use]
    pub fn has_orders_in_bytes(self) -> bool {
        self != Self::Thousands
    }
}

/// What clip rectangles of actors do (Humongous from 7.1 on).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClipRules {
    /// For pictures of codec 1 the rectangle is what the screen is elsewhere: it has the rules of the screen's edges,
    /// and it holds for scaled pictures, too. One of a single column or row is none, for any codec. Otherwise the
    /// rectangle holds for unscaled pictures only.
    pub as_screen: bool,
    /// For pictures of codec 16 the last column and the last row lie outside.
    pub majmin_open: bool,
}

impl ClipRules {
    /// A rectangle that is never the screen, and whose last column and row lie inside.
    pub const PLAIN: Self = Self { as_screen: false, majmin_open: false };

    /// Whether a rectangle of this size counts; one that does not is as none.
    #[must_use]
    pub fn counts(self, width: i32, height: i32) -> bool {
        width.min(height) >= if self.as_screen { 2 } else { 1 }
    }
}

/// Where AKOS costumes of one generation go their own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AkosRules {
    /// Bit 1 of the header's flags makes eight records of each chore.
    pub eight_ways: bool,
    /// Limbs of mode 8 are drawn.
    pub draws_delta_limbs: bool,
    /// Bits of the condition mask that hold the talk state; 0 where there are no conditions.
    pub talk_states: u32,
    /// Bits 13 … 15 of a condition word are no conditions: bit 15 asks for the actor's shadow table.
    pub shadow_conditions: bool,
    /// A picture whose condition asks for the shadow table leaves it to the pictures after it in the same
    /// command.
    pub shadow_stays: bool,
    /// Colours go through the room's `REMP` block.
    pub room_remap: bool,
    /// Colours go through the table of the actor's palette slot, those of codec 32 through that of slot 1;
    /// overrides are ignored where there is one.
    pub slot_remaps: bool,
    /// Actors have clip rectangles.
    pub clip_rectangles: bool,
    /// What clip rectangles do.
    pub clips: ClipRules,
    /// Auxiliary frames are raised with the actor.
    pub raised_frames: bool,
    /// Rooms have eight shadow tables; elsewhere the first of them, if any.
    pub eight_shadow_tables: bool,
    /// The first room colour that "remap costume" considers.
    pub remap_from: u8,
    /// What C015 calls the first entry of the actor's sound table.
    pub first_sound: u8,
    /// C042, C044 start sounds softly, C0A0 … C0A5 talk.
    pub talkies: bool,
    /// C08D starts the sound that a variable names.
    pub variable_sounds: bool,
    /// C089 is 8 bytes long and sets volume, pan and priority of a sound; elsewhere it is 6 bytes long and
    /// does nothing.
    pub sound_settings: bool,
    /// C087 moves the actor's pictures.
    pub draw_offsets: bool,
    /// C08E shows auxiliary frames.
    pub auxiliary_frames: bool,
    /// AKSF gives each limb a slice of AKFO, for C088.
    pub jump_slices: bool,
    /// The z-plane number that stands for "what the walk box says".
    pub plane_of_box: u8,
    /// Scaling goes by the table of 768 entries (`reference/07 §8.1`); elsewhere by the classic one.
    pub long_scale_table: bool,
    /// Indices into the classic table wrap at 256; otherwise what lies outside has the threshold at its end.
    pub scale_wraps: bool,
    /// The transparent value of codec 16; `None` where the costume's palette says
    /// ([`majmin_hole`](Self::majmin_hole)).
    pub majmin_transparent: Option<u8>,
    /// A mirrored actor mirrors the places of pictures of codec 32, though not their pixels; otherwise neither
    /// (`reference/07 §5`).
    pub mirrors_trle_places: bool,
    /// Every picture of codec 32 goes through the actor's XMAP, where it has one; otherwise those whose condition asks
    /// for it.
    pub shades_all_trle: bool,
    /// Where pixels have 16 bits, a picture of codec 32 that goes through the actor's XMAP is mixed with what is behind
    /// it; otherwise it is not drawn.
    pub mixes_trle: bool,
    /// RGBS holds the colours of a room palette; elsewhere those of the costume's own entries (`reference/05
    /// §5`).
    pub rgb_of_room: bool,
}

impl AkosRules {
    /// The pixel value that codec 16 does not draw, of a costume with this palette whose colour 0 is
    /// overridden by `zero`, or not: in Humongous games what colour 0 stands for, or 255 in a palette of
    /// 256 whose colour 0 is not overridden (`reference/09 §10`).
    #[must_use]
    pub fn majmin_hole(&self, palette: &[u8], zero: Option<u8>) -> u8 {
        let own = if palette.len() == 256 { u8::MAX } else { palette.first().copied().unwrap_or(0) };
        self.majmin_transparent.unwrap_or(zero.filter(|zero| *zero != u8::MAX).unwrap_or(own))
    }

    /// v7 and v8, and what a dialect without AKOS costumes has.
    pub const LUCASARTS: Self = Self {
        eight_ways: true,
        draws_delta_limbs: true,
        talk_states: 0,
        shadow_conditions: false,
        shadow_stays: false,
        room_remap: false,
        slot_remaps: false,
        clip_rectangles: false,
        clips: ClipRules::PLAIN,
        raised_frames: false,
        eight_shadow_tables: true,
        remap_from: 1,
        first_sound: 1,
        talkies: false,
        variable_sounds: false,
        sound_settings: true,
        draw_offsets: false,
        auxiliary_frames: false,
        jump_slices: false,
        plane_of_box: 100,
        long_scale_table: true,
        scale_wraps: false,
        majmin_transparent: Some(255),
        mirrors_trle_places: false,
        shades_all_trle: false,
        mixes_trle: false,
        rgb_of_room: false,
    };

    /// Humongous games, by the version of their engine: 61, 62, 70 … 100.
    #[must_use]
    pub const fn humongous(version: u8) -> Self {
        Self {
            eight_ways: false,
            draws_delta_limbs: version < 70,
            talk_states: match version {
                0..80 => 0,
                80..85 => 0x3FF,
                _ => 0x1FFF,
            },
            shadow_conditions: version >= 90,
            shadow_stays: version >= 90 && version < 99,
            room_remap: version == 70,
            slot_remaps: version >= 99,
            clip_rectangles: version >= 71,
            clips: ClipRules::PLAIN,
            raised_frames: version >= 72,
            eight_shadow_tables: false,
            remap_from: 1,
            first_sound: 0,
            talkies: true,
            variable_sounds: version >= 71,
            sound_settings: false,
            draw_offsets: true,
            auxiliary_frames: version >= 71,
            jump_slices: version >= 80,
            plane_of_box: 0,
            long_scale_table: false,
            scale_wraps: false,
            majmin_transparent: None,
            mirrors_trle_places: false,
            shades_all_trle: false,
            mixes_trle: false,
            rgb_of_room: true,
        }
    }
}
