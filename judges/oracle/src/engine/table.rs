//! All engines: the game as which ScummVM opens their packs, and the values in which they differ from what their
//! dialect says.

use costumier::Dialect;
use costumier::format::dialect::V1Game;
use costumier::screen::Screen;

use super::Engine;

const PC: &str = "platform=pc\n";
const AMIGA: &str = "platform=amiga\n";
const C64: &str = "platform=c64\n";
const FM_TOWNS: &str = "platform=fmtowns\n";

/// Contents of files that are not read.
const ZEROS: &[u8] = &[0; 64];
const EMPTY: &[u8] = &[];

/// The charset that is loaded before the boot script, in a game of bare files: it stores its length.
const CHARSET: &[u8] = &{
    let mut bytes = [0xFF; 64];
    bytes[0] ^= 64;
    bytes
};

/// An engine that shows rooms on the whole screen.
const fn engine(name: &'static str, game_id: &'static str, edition: Dialect) -> Engine {
    let (settings, files) = ("", &[]);
    let rows = (0, edition.screen_size().1);
    let (humongous, checksum, shown_on) = (0, None, None);
    Engine { name, edition, humongous, game_id, checksum, settings, files, rows, shown_on }
}

/// A Humongous engine with AKOS costumes.
const fn humongous(name: &'static str, game_id: &'static str, version: u8) -> Engine {
    Engine { humongous: version, ..engine(name, game_id, Dialect::humongous(version)) }
}

/// The same with 16 bits a pixel.
const fn deep(name: &'static str, game_id: &'static str, version: u8) -> Engine {
    let eight = humongous(name, game_id, version);
    Engine { edition: eight.edition.with_high_colour(), ..eight }
}

impl Engine {
    /// Returns the game on another screen.
    const fn on(self, name: &'static str, screen: Screen) -> Self {
        let settings = match screen {
            Screen::Cga => "platform=pc\nrender_mode=cga\n",
            Screen::CgaComposite => "platform=pc\nrender_mode=cgaComp\n",
            Screen::CgaBw => "platform=pc\nrender_mode=cgaBW\n",
            Screen::Hercules => "platform=pc\nrender_mode=hercGreen\n",
            Screen::HerculesAmber => "platform=pc\nrender_mode=hercAmber\n",
            _ => "platform=pc\nrender_mode=ega\n",
        };
        Self { name, settings, shown_on: Some(screen), ..self }
    }
}

/// Maniac Mansion for the C64.
const V0: Engine = Engine { settings: C64, rows: (8, 144), ..engine("v0", "maniac", Dialect::V0) };

/// Maniac Mansion.
const V1: Engine =
    Engine { settings: PC, rows: (16, 152), ..engine("v1", "maniac", Dialect::v1(V1Game::Maniac)) };

/// Zak `McKracken`.
const V1_ZAK: Engine = Engine {
    settings: PC,
    files: &[("58.lfl", ZEROS)],
    rows: (16, 144),
    ..engine("v1-zak", "zak", Dialect::v1(V1Game::Zak))
};

/// Zak `McKracken` for the C64.
const V1_ZAK_C64: Engine = Engine { name: "v1-zak-c64", edition: Dialect::V1_C64, settings: C64, ..V1_ZAK };

/// Maniac Mansion for the NES.
const NES: Engine =
    Engine { settings: "platform=nes\n", rows: (32, 160), ..engine("nes", "maniac", Dialect::NES) };

/// Maniac Mansion, enhanced.
const V2: Engine = Engine { rows: (16, 144), ..engine("v2", "maniac", Dialect::V2) };

/// Zak `McKracken`, enhanced.
const V2_ZAK: Engine = Engine { name: "v2-zak", game_id: "zak", files: V1_ZAK.files, ..V2 };

/// Indiana Jones and the Last Crusade, EGA.
const V3_EGA: Engine = Engine {
    files: &[("99.lfl", CHARSET), ("84.lfl", CHARSET), ("98.lfl", CHARSET)],
    rows: (16, 144),
    ..engine("v3-ega", "indy3", Dialect::V3)
};

/// Loom, EGA.
const V3_EGA_LOOM: Engine = Engine {
    name: "v3-ega-loom",
    game_id: "loom",
    files: &[("99.lfl", CHARSET), ("86.lfl", CHARSET)],
    ..V3_EGA
};

/// Indiana Jones and the Last Crusade, VGA.
const V3: Engine = Engine {
    files: &[("98.lfl", ZEROS), ("84.lfl", EMPTY)],
    rows: (8, 152),
    ..engine("v3", "indy3", Dialect::V3_256)
};

/// Indiana Jones and the Last Crusade for the FM-TOWNS.
const TOWNS3: Engine = Engine {
    settings: FM_TOWNS,
    files: &[("98.lfl", ZEROS), ("track1.wav", EMPTY)],
    rows: (0, 224),
    ..engine("towns3", "indy3", Dialect::V3_TOWNS_INDY)
};

/// Zak `McKracken` for the FM-TOWNS, whose rooms are shown where most scripts show them.
const TOWNS3_ZAK: Engine =
    Engine { name: "towns3-zak", edition: Dialect::V3_TOWNS_ZAK, game_id: "zak", rows: (16, 160), ..TOWNS3 };

/// Loom for the FM-TOWNS, on a screen of 200 rows.
const TOWNS3_LOOM: Engine = Engine {
    name: "towns3-loom",
    edition: Dialect::V3_TOWNS,
    game_id: "loom",
    settings: "platform=fmtowns\nboot_param=0\ntrim_fmtowns_to_200_pixels=true\n",
    files: &[("99.lfl", ZEROS), ("track1.wav", EMPTY)],
    rows: (0, 184),
    ..TOWNS3
};

/// Loom for the PC-Engine.
const PCE: Engine = Engine {
    settings: "platform=pce\nboot_param=0\n",
    files: TOWNS3_LOOM.files,
    rows: (16, 160),
    ..engine("pce", "loom", Dialect::V3_PCE)
};

/// Monkey Island 1, VGA on floppy disks.
const V4: Engine = Engine { files: &[("901.lfl", ZEROS)], ..engine("v4", "monkey", Dialect::V4) };

/// The same on the Amiga. Below its rooms there are rows for boxes.
const V4_AMIGA: Engine =
    Engine { name: "v4-amiga", edition: Dialect::V4_AMIGA, settings: AMIGA, rows: (0, 184), ..V4 };

/// Loom on a CD: 256 colours.
const V4_LOOM: Engine =
    Engine { name: "v4-loom", game_id: "loom", files: &[("901.lfl", ZEROS), ("track1.wav", EMPTY)], ..V4 };

/// Passport to Adventure: 16 colours. Rooms are shown where most of its scripts show them.
const V4_EGA: Engine =
    Engine { name: "v4-ega", edition: Dialect::V4_EGA, game_id: "pass", rows: (16, 144), ..V4 };

/// Monkey Island 1 EGA. ScummVM takes Monkey Island 1 on a PC for this edition, whatever colours its rooms have.
const V4_EGA_MONKEY: Engine = Engine { name: "v4-ega-monkey", game_id: "monkey", settings: PC, ..V4_EGA };

/// Monkey Island 2.
pub(crate) const V5: Engine = engine("v5", "monkey2", Dialect::V5);

/// The same on the Amiga.
const V5_AMIGA: Engine = Engine { name: "amiga", edition: Dialect::V5_AMIGA, settings: AMIGA, ..V5 };

/// The same for the FM-TOWNS.
const TOWNS5: Engine =
    Engine { name: "towns5", edition: Dialect::V5_TOWNS, settings: FM_TOWNS, rows: (0, 184), ..V5 };

/// Indiana Jones and the Fate of Atlantis for the FM-TOWNS.
const TOWNS5_ATLANTIS: Engine = Engine { name: "towns5-atlantis", game_id: "atlantis", ..TOWNS5 };

/// Monkey Island 1 for the FM-TOWNS, whose music is on the CD.
const TOWNS5_MONKEY: Engine =
    Engine { name: "towns5-monkey", game_id: "monkey", files: &[("track1.wav", EMPTY)], ..TOWNS5 };

/// Day of the Tentacle.
pub(crate) const V6: Engine = engine("v6", "tentacle", Dialect::V6);

/// Putt-Putt Joins the Parade: the scripts of v6, costumes as in v6 except for sounds and shadows.
const HE60: Engine = Engine { humongous: 60, ..engine("he60", "puttputt", Dialect::HE60) };

/// Fatty Bear's Birthday Surprise for Windows. Only the entries of its editions of 7.0 name a platform.
const HE70: Engine = Engine { settings: "platform=windows\n", ..humongous("he70", "fbear", 70) };

/// The updated edition of SPY Fox in Dry Cereal, which has 8 bits for each pixel.
const HE100_8: Engine =
    Engine { checksum: Some("23394c8d29cc63c61313959431a12476"), ..humongous("he100-8", "spyfox", 100) };

/// The Dig.
pub(crate) const V7: Engine = engine("v7", "dig", Dialect::V7);

/// The Curse of Monkey Island.
const V8: Engine = engine("v8", "comi", Dialect::V8);

/// One engine of each generation and platform.
pub(crate) const ALL: [&Engine; 36] = [
    &V0,
    &V1,
    &V1_ZAK,
    &V1_ZAK_C64,
    &NES,
    &V2,
    &V3_EGA,
    &V3,
    &TOWNS3,
    &PCE,
    &V4_EGA,
    &V4,
    &V4_AMIGA,
    &V5,
    &V5_AMIGA,
    &TOWNS5,
    &V6,
    &HE60,
    // Fatty Bear's Birthday Surprise.
    &humongous("he62", "fbear", 62),
    &HE70,
    // Freddi Fish and the Case of the Missing Kelp Seeds.
    &humongous("he71", "freddi", 71),
    // Let's Explore the Airport.
    &humongous("he72", "airport", 72),
    // Putt-Putt Saves the Zoo.
    &humongous("he73", "puttzoo", 73),
    // Let's Explore the Jungle.
    &humongous("he74", "jungle", 74),
    // Freddi Fish 2.
    &humongous("he80", "freddi2", 80),
    // Putt-Putt Travels Through Time.
    &humongous("he85", "putttime", 85),
    // SPY Fox in Dry Cereal.
    &humongous("he90", "spyfox", 90),
    // Pajama Sam 2.
    &humongous("he95", "pajama2", 95),
    // Pajama Sam's Lost & Found.
    &humongous("he98", "lost", 98),
    // Backyard Football, which has 8 bits for each pixel.
    &humongous("he99", "football", 99),
    // Freddi Fish 5.
    &deep("he99-16", "freddicove", 99),
    // Backyard Soccer 2004.
    &deep("he100", "Soccer2004", 100),
    &HE100_8,
    // Backyard Basketball.
    &deep("he101", "basketball", 101),
    &V7,
    &V8,
];

/// Games of 16 colours on CGA and Hercules screens, of 256 on EGA, and further games of v2 to v4.
pub(crate) const SCREENS: [&Engine; 21] = [
    &V1.on("v1-cga", Screen::Cga),
    &V1.on("v1-cga-composite", Screen::CgaComposite),
    &V1.on("v1-cga-bw", Screen::CgaBw),
    &V1.on("v1-hercules", Screen::Hercules),
    &V1_ZAK.on("v1-zak-cga", Screen::Cga),
    &V1_ZAK.on("v1-zak-cga-composite", Screen::CgaComposite),
    &V1_ZAK.on("v1-zak-cga-bw", Screen::CgaBw),
    &V1_ZAK.on("v1-zak-hercules", Screen::Hercules),
    &V2_ZAK,
    &V2_ZAK.on("v2-zak-cga", Screen::Cga),
    &V2_ZAK.on("v2-zak-hercules", Screen::Hercules),
    &V2_ZAK.on("v2-zak-amber", Screen::HerculesAmber),
    &V3_EGA.on("v3-ega-cga", Screen::Cga),
    &V3_EGA_LOOM,
    &V4_LOOM,
    &V4_EGA_MONKEY,
    &V4_EGA_MONKEY.on("v4-ega-cga", Screen::Cga),
    &V4_EGA_MONKEY.on("v4-ega-hercules", Screen::Hercules),
    &V4_LOOM.on("v4-on-ega", Screen::Ega),
    &V5.on("v5-on-ega", Screen::Ega),
    &V6.on("v6-on-ega", Screen::Ega),
];

/// Further games for the FM-TOWNS.
pub(crate) const TOWNS: [&Engine; 4] = [&TOWNS3_ZAK, &TOWNS3_LOOM, &TOWNS5_ATLANTIS, &TOWNS5_MONKEY];

/// The engine with this name.
pub(crate) fn by_name(name: &str) -> Option<&'static Engine> {
    ALL.into_iter().chain(SCREENS).chain(TOWNS).find(|engine| engine.name == name)
}
