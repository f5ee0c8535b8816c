//! How a game is shown on a screen that was chosen for it: which it was made for, and in which patterns.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::{Game, Room};
use crate::dialect::{ColourRule, Dialect, Interpreter};
use crate::screen::Screen;
use crate::screen::{Pattern, Shades};

/// The pattern in which a screen shows a game of 16 colours; `None` where pixels are shown as they are.
pub(super) fn pattern_on(dialect: &Dialect, screen: Screen) -> Option<Pattern> {
    if !dialect.fixed_colours {
        return None;
    }
    let kind = match dialect.colours {
        ColourRule::Actor { .. } => Shades::V1,
        ColourRule::Sixteen { twelve: Some(_), .. } => Shades::V2,
        ColourRule::Sixteen { twelve: None, .. } => Shades::V3,
        ColourRule::Table | ColourRule::CgaTable | ColourRule::Sprites | ColourRule::Own => Shades::V4,
    };
    Pattern::of_screen(screen, kind)
}

impl Game {
    /// Chooses the interpreter whose rules hold. Rooms and costumes that are opened from now on go by it.
    ///
    /// ```
    /// use costumier::{Game, Interpreter, Limits};
    ///
    /// let mut game = Game::open(&costumier::build::example::files()?, None, Limits::default())?;
    /// assert_eq!(game.interpreter(), Interpreter::Current);
    /// game.set_interpreter(Interpreter::ScummVm2_7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_interpreter(&mut self, interpreter: Interpreter) {
        self.data.assume(self.dialect().interpreted_by(interpreter));
    }

    /// The interpreter whose rules hold.
    #[must_use]
    pub fn interpreter(&self) -> Interpreter {
        self.dialect().interpreter()
    }

    /// Chooses the screen that the game is shown on. Without it, each is shown as the interpreter does by
    /// default: those of 16 colours in EGA, others in the colours of their rooms.
    pub fn set_screen(&mut self, screen: Screen) {
        self.screen = Some(screen);
        self.data.assume(self.dialect().on_screen(screen));
    }

    /// The screen that was chosen.
    #[must_use]
    pub fn screen(&self) -> Option<Screen> {
        self.screen
    }

    /// Whether the game can be shown on this screen: those of 256 colours on EGA, up to v6 but for the
    /// FM-TOWNS; those of 16 colours on EGA, CGA, Amiga and C64, v1, v2 and v4 on Hercules, v1 on the other
    /// kinds of CGA (`reference/10 §2`).
    #[must_use]
    pub fn knows_screen(&self, screen: Screen) -> bool {
        let dialect = &self.dialect();
        match screen {
            _ if dialect.is_nes() || screen == Screen::Nes => dialect.is_nes() && screen == Screen::Nes,
            Screen::Ega => dialect.fixed_colours || dialect.is_mixed_on_ega(),
            _ if screen.dots().is_empty() => dialect.fixed_colours,
            _ => pattern_on(dialect, screen).is_some(),
        }
    }

    /// Whether scenes are shown in [patterns](Self::pattern): on CGA and Hercules, and games of 256 colours on
    /// EGA.
    #[must_use]
    pub fn is_dithered(&self) -> bool {
        let mixed = self.screen == Some(Screen::Ega)
            && self.knows_screen(Screen::Ega)
            && !self.dialect().fixed_colours;
        mixed || self.fixed_pattern().is_some()
    }

    /// The pattern in which the chosen screen shows a room, where it does: games of 256 colours on EGA as the
    /// room says, or as comes nearest.
    #[must_use]
    pub fn pattern(&self, room: &Room) -> Option<Pattern> {
        self.pattern_of(room, 0)
    }

    /// The same where the room shows this one of its palettes.
    pub(crate) fn pattern_of(&self, room: &Room, palette: usize) -> Option<Pattern> {
        let mixed = || Pattern::of_ega(&room.ega_mix(palette));
        self.fixed_pattern().or_else(|| self.is_dithered().then(mixed))
    }

    /// Dots that the chosen screen shows side by side for a pixel, 1 or 2, where it shows patterns.
    #[must_use]
    pub fn dots(&self) -> Option<u8> {
        match self.fixed_pattern() {
            Some(pattern) => Some(if pattern.across() == 2 { 2 } else { 1 }),
            None => self.is_dithered().then_some(2),
        }
    }

    /// The pattern of a game of 16 colours, which is the same in all rooms.
    #[must_use]
    pub fn fixed_pattern(&self) -> Option<Pattern> {
        self.pattern_on(self.screen?)
    }

    /// The pattern of a game of 16 colours on another screen than was chosen.
    #[must_use]
    pub fn pattern_on(&self, screen: Screen) -> Option<Pattern> {
        pattern_on(&self.dialect(), screen)
    }
}
