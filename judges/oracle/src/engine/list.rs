//! All engines by name, with the game as which ScummVM opens their packs.

use super::{Engine, amiga, he_akos, he60, oldest, pce, small, towns, v0, v5, v6, v7, v8};

/// v4: passes for Monkey Island 1 on floppy disks, with 256 colours.
pub(crate) const V4: &dyn Engine = &small::V4;

/// The same as on the Amiga.
pub(crate) const V4_AMIGA: &dyn Engine = &small::V4_AMIGA;

/// v4 with 16 colours: passes for Passport to Adventure.
pub(crate) const V4_EGA: &dyn Engine = &small::V4_EGA;

/// v0: passes for Maniac Mansion for the C64.
pub(crate) const V0: &dyn Engine = &v0::V0;

/// v1: passes for Maniac Mansion.
pub(crate) const V1: &dyn Engine = &oldest::V1;

/// v1: passes for Zak `McKracken`.
pub(crate) const V1_ZAK: &dyn Engine = &oldest::V1_ZAK;

/// v1: passes for Zak `McKracken` for the C64.
pub(crate) const V1_ZAK_C64: &dyn Engine = &oldest::V1_ZAK_C64;

/// v1: passes for Maniac Mansion for the NES.
pub(crate) const NES: &dyn Engine = &oldest::NES;

/// v2: passes for Maniac Mansion, enhanced.
pub(crate) const V2: &dyn Engine = &oldest::V2;

/// v3 with 16 colours: passes for Indiana Jones and the Last Crusade, EGA.
pub(crate) const V3_EGA: &dyn Engine = &small::V3_EGA;

/// v3 with 256 colours: passes for Indiana Jones and the Last Crusade, VGA.
pub(crate) const V3: &dyn Engine = &small::V3;

/// v5: passes for Monkey Island 2.
pub(crate) const V5: &dyn Engine = &v5::V5;

/// v6: passes for Day of the Tentacle.
pub(crate) const V6: &dyn Engine = &v6::V6;

/// v5 as on the Amiga: passes for Monkey Island 2.
pub(crate) const AMIGA: &dyn Engine = &amiga::Amiga;

/// Humongous 6.0: passes for Putt-Putt Joins the Parade.
pub(crate) const HE60: &dyn Engine = &he60::He60;

/// Humongous 6.2: passes for Fatty Bear's Birthday Surprise.
pub(crate) const HE62: &dyn Engine = &he_akos::HE62;

/// Humongous 7.0: passes for Fatty Bear's Birthday Surprise for Windows.
pub(crate) const HE70: &dyn Engine = &he_akos::HE70;

/// Humongous 7.1: passes for Freddi Fish 1.
pub(crate) const HE71: &dyn Engine = &he_akos::HE71;

/// Humongous 7.2: passes for Let's Explore the Airport.
pub(crate) const HE72: &dyn Engine = &he_akos::HE72;

/// Humongous 7.3: passes for Putt-Putt Saves the Zoo.
pub(crate) const HE73: &dyn Engine = &he_akos::HE73;

/// Humongous 7.4: passes for Let's Explore the Jungle.
pub(crate) const HE74: &dyn Engine = &he_akos::HE74;

/// Humongous 8.0: passes for Freddi Fish 2.
pub(crate) const HE80: &dyn Engine = &he_akos::HE80;

/// Humongous 8.5: passes for Putt-Putt Travels Through Time.
pub(crate) const HE85: &dyn Engine = &he_akos::HE85;

/// Humongous 9.0: passes for SPY Fox 1.
pub(crate) const HE90: &dyn Engine = &he_akos::HE90;

/// Humongous 9.5: passes for Pajama Sam 2.
pub(crate) const HE95: &dyn Engine = &he_akos::HE95;

/// Humongous 9.8: passes for Pajama Sam's Lost & Found.
pub(crate) const HE98: &dyn Engine = &he_akos::HE98;

/// Humongous 9.9: passes for Backyard Football.
pub(crate) const HE99: &dyn Engine = &he_akos::HE99;

/// Humongous 9.9 with 16 bits a pixel: passes for Freddi Fish 5.
pub(crate) const HE99_16: &dyn Engine = &he_akos::HE99_16;

/// Humongous 10.0: passes for Backyard Soccer 2004.
pub(crate) const HE100: &dyn Engine = &he_akos::HE100;

/// Humongous 10.0 with 8 bits a pixel: passes for the updated SPY Fox 1.
pub(crate) const HE100_8: &dyn Engine = &he_akos::HE100_8;

/// Humongous 10.1: passes for Backyard Basketball.
pub(crate) const HE101: &dyn Engine = &he_akos::HE101;

/// v3 for the FM-TOWNS: passes for Indiana Jones and the Last Crusade.
pub(crate) const TOWNS3: &dyn Engine = &towns::TOWNS3;

/// v5 for the FM-TOWNS: passes for Monkey Island 2.
pub(crate) const TOWNS5: &dyn Engine = &towns::TOWNS5;

/// v3 for the PC-Engine: passes for Loom.
pub(crate) const PCE: &dyn Engine = &pce::PcEngine;

/// v7: passes for The Dig.
pub(crate) const V7: &dyn Engine = &v7::V7;

/// v8: passes for The Curse of Monkey Island.
pub(crate) const V8: &dyn Engine = &v8::V8;

/// All of them.
pub(crate) const ALL: [&dyn Engine; 36] = [
    V0, V1, V1_ZAK, V1_ZAK_C64, NES, V2, V3_EGA, V3, TOWNS3, PCE, V4_EGA, V4, V4_AMIGA, V5, AMIGA, TOWNS5,
    V6, HE60, HE62, HE70, HE71, HE72, HE73, HE74, HE80, HE85, HE90, HE95, HE98, HE99, HE99_16, HE100,
    HE100_8, HE101, V7, V8,
];

/// Games of 16 colours on CGA and Hercules screens, of 256 on EGA, and further games of v2 to v4.
pub(crate) const SCREENS: [&dyn Engine; 21] = [
    &oldest::V1_CGA,
    &oldest::V1_CGA_COMPOSITE,
    &oldest::V1_CGA_BW,
    &oldest::V1_HERCULES,
    &oldest::V1_ZAK_CGA,
    &oldest::V1_ZAK_CGA_COMPOSITE,
    &oldest::V1_ZAK_CGA_BW,
    &oldest::V1_ZAK_HERCULES,
    &oldest::V2_ZAK,
    &oldest::V2_ZAK_CGA,
    &oldest::V2_ZAK_HERCULES,
    &oldest::V2_ZAK_AMBER,
    &small::V3_EGA_CGA,
    &small::V3_EGA_LOOM,
    &small::V4_LOOM,
    &small::V4_EGA_MONKEY,
    &small::V4_EGA_CGA,
    &small::V4_EGA_HERCULES,
    &small::V4_ON_EGA,
    &v5::V5_ON_EGA,
    &v6::V6_ON_EGA,
];

/// Further games for the FM-TOWNS.
pub(crate) const TOWNS: [&dyn Engine; 4] =
    [&towns::TOWNS3_ZAK, &towns::TOWNS3_LOOM, &towns::TOWNS5_ATLANTIS, &towns::TOWNS5_MONKEY];

/// The engine of a generation's name.
pub(crate) fn by_name(name: &str) -> Option<&'static dyn Engine> {
    ALL.into_iter().chain(SCREENS).chain(TOWNS).find(|engine| engine.name() == name)
}
