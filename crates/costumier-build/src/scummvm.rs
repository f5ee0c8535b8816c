//! Files that ScummVM needs to start a game that was made here. It recognises games by the names of their files, so
//! the game gets the names of a known game of its kind, and that game's further files.

use costumier_format::dialect::{BlockHeaders, Dialect, FileLayout, V1Game};

use super::classic::NamedFile;

/// Bytes of a file that only has to be there: a charset without letters.
const CHARSET: u16 = 64;

/// The games of Humongous engines with AKOS costumes, by version.
const HUMONGOUS: [(u8, KnownGame); 15] = [
    (61, KnownGame::new("fbear")),
    (62, KnownGame::new("fbear")),
    // Only the entries of its editions of 7.0 name a platform.
    (70, KnownGame::new("fbear").with_settings("platform=windows\n")),
    (71, KnownGame::new("freddi")),
    (72, KnownGame::new("airport")),
    (73, KnownGame::new("puttzoo")),
    (74, KnownGame::new("jungle")),
    (80, KnownGame::new("freddi2")),
    (85, KnownGame::new("putttime")),
    (90, KnownGame::new("spyfox")),
    (95, KnownGame::new("pajama2")),
    (98, KnownGame::new("lost")),
    (99, KnownGame::new("football")),
    (100, KnownGame::new("Soccer2004")),
    (101, KnownGame::new("basketball")),
];

/// A game that ScummVM takes another game of its kind for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownGame {
    /// ScummVM's id of the game, `gameid` in `scummvm.ini`. Games of an index and disks have it in their names.
    pub game_id: &'static str,
    /// Further lines of its section, which tell its edition: `platform=amiga`.
    pub settings: &'static str,
    /// Further files of games of this kind. Only their names matter.
    companions: &'static [&'static str],
}

impl KnownGame {
    const fn new(game_id: &'static str) -> Self {
        Self { game_id, settings: "", companions: &[] }
    }

    const fn with_settings(self, settings: &'static str) -> Self {
        Self { settings, ..self }
    }

    const fn with_files(self, companions: &'static [&'static str]) -> Self {
        Self { companions, ..self }
    }

    /// The known game for games of this kind; `None` if ScummVM plays none.
    #[must_use]
    pub fn of(dialect: &Dialect) -> Option<Self> {
        let dialect = dialect.edition();
        let game = Self::new;
        let classic = [
            (Dialect::V0, game("maniac").with_settings("platform=c64\n")),
            (Dialect::NES, game("maniac").with_settings("platform=nes\n")),
            (Dialect::v1(V1Game::Maniac), game("maniac").with_settings("platform=pc\n")),
            (Dialect::v1(V1Game::Zak), game("zak").with_settings("platform=pc\n").with_files(&["58.lfl"])),
            (Dialect::V1_C64, game("zak").with_settings("platform=c64\n").with_files(&["58.lfl"])),
            (Dialect::V2, game("maniac")),
            (Dialect::V3, game("indy3").with_files(&["99.lfl", "84.lfl", "98.lfl"])),
            (Dialect::V3_256, game("indy3").with_files(&["98.lfl", "84.lfl"])),
            (
                Dialect::V3_TOWNS_INDY,
                game("indy3").with_settings("platform=fmtowns\n").with_files(&["98.lfl", "track1.wav"]),
            ),
            (
                Dialect::V3_PCE,
                game("loom")
                    .with_settings("platform=pce\nboot_param=0\n")
                    .with_files(&["99.lfl", "track1.wav"]),
            ),
            (Dialect::V4_EGA, game("pass").with_files(&["901.lfl"])),
            // Without a platform ScummVM takes it for the edition of 256 colours.
            (Dialect::V4, game("monkey").with_files(&["901.lfl"])),
            (Dialect::V4_AMIGA, game("monkey").with_settings("platform=amiga\n").with_files(&["901.lfl"])),
            (Dialect::V5, game("monkey2")),
            (Dialect::V5_AMIGA, game("monkey2").with_settings("platform=amiga\n")),
            (Dialect::V5_TOWNS, game("monkey2").with_settings("platform=fmtowns\n")),
            (Dialect::V6, game("tentacle")),
            (Dialect::HE60, game("puttputt")),
            (Dialect::V7, game("dig")),
            (Dialect::V8, game("comi")),
            // 16 bits a pixel, as only the ids of some games have them.
            (Dialect::humongous(99).with_high_colour(), game("freddicove")),
        ];
        let found = classic.into_iter().find(|(known, _)| *known == dialect).map(|(_, game)| game);
        // Those of 10.0 and 10.1 have 16 bits a pixel. Of titles with 8, ScummVM takes unknown files for older
        // editions.
        let plays = |version: u8| match version {
            100.. => Dialect::humongous(version).with_high_colour(),
            _ => Dialect::humongous(version),
        };
        let humongous = || HUMONGOUS.into_iter().find(|(version, _)| plays(*version) == dialect);
        found.or_else(|| humongous().map(|(_, game)| game))
    }

    /// A game of this id. Its machine is in its section too, so that ScummVM tells its edition by more than the files.
    #[must_use]
    pub fn named(game_id: &'static str, dialect: &Dialect) -> Self {
        let settings = Self::of(dialect).map_or("", |known| known.settings);
        Self { game_id, settings, companions: &[] }
    }

    /// The name that a file of an index and disks gets here: `sample.000` becomes `monkey2.000`. Others keep theirs.
    #[must_use]
    pub fn file_name(&self, name: &str, dialect: &Dialect) -> String {
        match name.rsplit_once('.') {
            Some((_, ending)) if dialect.files == FileLayout::Disks => format!("{}.{ending}", self.game_id),
            _ => name.to_owned(),
        }
    }

    /// Returns the further files of games of this kind.
    #[must_use]
    pub fn more_files(&self, dialect: &Dialect) -> Vec<NamedFile> {
        let bytes = |name: &str| {
            if name.ends_with(".wav") {
                return Vec::new();
            }
            let mut bytes = vec![0; CHARSET.into()];
            if dialect.blocks == BlockHeaders::Bare {
                // It begins with its length, and every bit is the other way round.
                for (byte, length) in bytes.iter_mut().zip(CHARSET.to_le_bytes()) {
                    *byte = length;
                }
                bytes.iter_mut().for_each(|byte| *byte ^= 0xFF);
            }
            bytes
        };
        self.companions.iter().map(|name| ((*name).to_owned(), bytes(name))).collect()
    }

    /// A section of `scummvm.ini` that starts the game in the folder `path` under the name `target`. It switches the
    /// interpreter's own improvements off.
    #[must_use]
    pub fn section(&self, target: &str, description: &str, path: &str) -> String {
        let Self { game_id, settings, .. } = self;
        format!(
            "[{target}]\ndescription={description}\nengineid=scumm\ngameid={game_id}\npath={path}\n\
             original_gui=false\nenable_enhancements=false\n{settings}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_that_is_written_has_a_game_and_no_two_kinds_are_taken_for_one_another() {
        let mut known: Vec<(&str, &str, FileLayout)> = Vec::new();
        let humongous = [70, 71, 72, 73, 74, 80, 85, 90, 95, 98, 99].map(Dialect::humongous);
        let high = [99, 100, 101].map(|version| Dialect::humongous(version).with_high_colour());
        let later = [Dialect::V7, Dialect::V8].into_iter().chain(humongous).chain(high);
        for dialect in Dialect::CLASSIC.into_iter().chain(later) {
            let game = KnownGame::of(&dialect).unwrap_or_else(|| panic!("{dialect:?}"));
            let files = dialect.files;
            // v1 and v2, v3 in 16 and 256 colours: their files tell them.
            let tells = (game.game_id, game.settings, files);
            assert!(!known.contains(&tells) || dialect == Dialect::V3_256, "{dialect:?}");
            known.push(tells);
        }
        for dialect in [100, 101].map(Dialect::humongous) {
            assert!(KnownGame::of(&dialect).is_none(), "{dialect:?}");
        }
    }

    #[test]
    fn files_get_the_names_of_a_known_game() {
        let game = KnownGame::of(&Dialect::V7).unwrap();
        assert_eq!(game.file_name("sample.la0", &Dialect::V7), "dig.la0");
        let game = KnownGame::of(&Dialect::V3).unwrap();
        assert_eq!(game.file_name("00.lfl", &Dialect::V3), "00.lfl");
        let more = game.more_files(&Dialect::V3);
        assert_eq!(more.len(), 3);
        assert_eq!(more[0].1[..3], [0xFF ^ 64, 0xFF, 0xFF], "a length, in other bits");
        assert_eq!(KnownGame::of(&Dialect::V4).unwrap().more_files(&Dialect::V4)[0].1, [0; 64]);
        let section = game.section("mod", "My mod", "/games/mod");
        assert!(section.starts_with("[mod]\n") && section.contains("\ngameid=indy3\npath=/games/mod\n"));
    }
}
