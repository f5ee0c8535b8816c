//! The rules in which the generations with AKOS costumes differ (`docs/format/akos.md`,
//! `docs/format/akos-programs.md`).

use crate::chore::Role;

/// The meaning of chore numbers in scripts, and of the operand of "animate actor".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoreNumbers {
    /// 56 to 60 stand for the roles; 244 to 255 turn, face and stand (`docs/format/animation.md §6`). Games up
    /// to v6, and Humongous games.
    Bytes,
    /// 1024 to 1028 stand for the roles; 244 to 255 are as in [`ChoreNumbers::Bytes`]. Humongous games from 10.0
    /// on.
    BytesAndThousands,
    /// 1001 to 1005 stand for the roles; 2000, 3000 + angle and 4000 + angle stand, face and turn
    /// (`docs/format/akos.md §8.3`). Games of v7 and v8.
    Thousands,
}

impl ChoreNumbers {
    /// The number of the first role, init; the other roles follow it.
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

    /// Whether 244 to 255 turn, face and stand.
    #[must_use]
    pub fn has_orders_in_bytes(self) -> bool {
        self != Self::Thousands
    }
}

/// The rules of actors' clip rectangles (Humongous from 7.1 on).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClipRules {
    /// Whether the rectangle acts like the screen for pictures of codec 1. If so, it has the rules of the screen's
    /// edges, it applies to scaled pictures too, and a rectangle of one column or row counts as none (for any
    /// codec). If not, the rectangle applies to unscaled pictures only.
    pub as_screen: bool,
    /// Whether the last column and row lie outside for pictures of codec 16.
    pub majmin_open: bool,
}

impl ClipRules {
    /// The rules of a rectangle that never acts like the screen and includes its last column and row.
    pub const PLAIN: Self = Self { as_screen: false, majmin_open: false };

    /// Whether a rectangle of this size, in pixels, applies. One that does not is ignored.
    #[must_use]
    pub fn counts(self, width: i32, height: i32) -> bool {
        width.min(height) >= if self.as_screen { 2 } else { 1 }
    }
}

/// The rules of AKOS costumes in one generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AkosRules {
    /// Whether bit 1 of the header's flags gives each chore eight records.
    pub eight_ways: bool,
    /// Whether limbs of mode 8 are drawn.
    pub draws_delta_limbs: bool,
    /// The bits of the condition mask that hold the talk state; 0 if there are no conditions.
    pub talk_states: u32,
    /// Whether bits 13 to 15 of a condition word are not conditions. If so, bit 15 asks for the actor's shadow
    /// table.
    pub shadow_conditions: bool,
    /// Whether a picture whose condition asks for the shadow table makes the following pictures of the command use
    /// it, too.
    pub shadow_stays: bool,
    /// Whether colours go through the room's `REMP` block.
    pub room_remap: bool,
    /// Whether colours go through the table of the actor's palette slot, and those of codec 32 through that of slot
    /// 1. Overrides are ignored if there is such a table.
    pub slot_remaps: bool,
    /// Whether actors have clip rectangles.
    pub clip_rectangles: bool,
    /// What clip rectangles do.
    pub clips: ClipRules,
    /// Whether auxiliary frames are raised with the actor.
    pub raised_frames: bool,
    /// Whether rooms have eight shadow tables. Otherwise they have at most the first.
    pub eight_shadow_tables: bool,
    /// The first room colour that "remap costume" considers.
    pub remap_from: u8,
    /// The number of the first entry of the actor's sound table in C015.
    pub first_sound: u8,
    /// Whether C042 and C044 start sounds softly, and C0A0 to C0A5 talk.
    pub talkies: bool,
    /// Whether C08D starts the sound that a variable names.
    pub variable_sounds: bool,
    /// Whether C089 is 8 bytes long and sets volume, pan and priority of a sound. Otherwise it is 6 bytes long and
    /// does nothing.
    pub sound_settings: bool,
    /// Whether C087 moves the actor's pictures.
    pub draw_offsets: bool,
    /// Whether C08E shows auxiliary frames.
    pub auxiliary_frames: bool,
    /// Whether AKSF gives each limb a slice of AKFO for C088.
    pub jump_slices: bool,
    /// The z-plane number that means "as the walk box says".
    pub plane_of_box: u8,
    /// Whether scaling uses the table of 768 entries (`docs/format/akos-programs.md §8.1`). Otherwise it uses
    /// the classic one.
    pub long_scale_table: bool,
    /// Whether indices into the classic table wrap at 256. Otherwise indices beyond an end have the threshold at
    /// that end.
    pub scale_wraps: bool,
    /// The transparent value of codec 16; `None` if the costume's palette decides
    /// ([`majmin_hole`](Self::majmin_hole)).
    pub majmin_transparent: Option<u8>,
    /// Whether a mirrored actor mirrors the places of pictures of codec 32. Their pixels are never mirrored
    /// (`docs/format/akos-programs.md §5`).
    pub mirrors_trle_places: bool,
    /// Whether a picture of codec 32 of which one column is visible shows there the column at the same distance from
    /// its other side; the same for rows.
    pub mirrors_trle_lines: bool,
    /// Whether every picture of codec 32 goes through the actor's XMAP, if it has one. Otherwise only pictures
    /// whose condition asks for it do.
    pub shades_all_trle: bool,
    /// Whether pictures of codecs 5 and 16 whose condition asks for it go through the actor's XMAP, like those of
    /// codec 1.
    /// No interpreter is known to do that.
    pub shades_room_colours: bool,
    /// Whether, on screens with 16 bits a pixel, a picture of codec 32 that goes through the actor's XMAP is mixed
    /// with the pixels behind it. Otherwise it is not drawn.
    pub mixes_trle: bool,
    /// Whether RGBS holds the colours of a room palette. Otherwise it holds those of the costume's palette entries
    /// (`docs/format/akos.md §5`).
    pub rgb_of_room: bool,
}

impl AkosRules {
    /// The pixel value that codec 16 does not draw, for a costume with this palette. `zero` is the actor's override
    /// of colour 0, if any.
    ///
    /// In Humongous games it is the room colour of colour 0, or 255 in a palette of 256 entries whose colour 0 is
    /// not overridden (`docs/format/humongous-rooms.md §10`).
    #[must_use]
    pub fn majmin_hole(&self, palette: &[u8], zero: Option<u8>) -> u8 {
        let own = if palette.len() == 256 { u8::MAX } else { palette.first().copied().unwrap_or(0) };
        self.majmin_transparent.unwrap_or(zero.filter(|zero| *zero != u8::MAX).unwrap_or(own))
    }

    /// The rules of v7 and v8, also used for dialects without AKOS costumes.
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
        mirrors_trle_lines: false,
        shades_all_trle: false,
        shades_room_colours: false,
        mixes_trle: false,
        rgb_of_room: false,
    };

    /// The rules of Humongous games, by the version of their engine: 61, 62, 70 to 100.
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
            mirrors_trle_lines: false,
            shades_all_trle: false,
            shades_room_colours: false,
            mixes_trle: false,
            rgb_of_room: true,
        }
    }
}
