//! The part of ScummVM's display that is compared, in its dots. Screens with two dots a pixel are larger than the
//! game's.

use costumier::screen::Screen;

use super::Engine;

/// A part of the display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Area {
    /// The part of an engine's display that is compared.
    pub(crate) fn of(engine: &Engine) -> Self {
        let (width, height) = engine.screen();
        match engine.shown_on {
            Some(Screen::CgaBw) => {
                Self { left: 0, top: 2 * engine.top(), width: 2 * width, height: 2 * height }
            }
            Some(Screen::Hercules | Screen::HerculesAmber) if engine.has_cells() => {
                Self { left: 40, top: engine.top(), width: 2 * width, height: 2 * height }
            }
            Some(Screen::Hercules | Screen::HerculesAmber) => {
                Self { left: 40, top: engine.top() * 7 / 4, width: 2 * width, height: height * 7 / 4 }
            }
            Some(Screen::Ega) if engine.is_dithered() => {
                Self { left: 0, top: 2 * engine.top(), width: 2 * width, height: 2 * height }
            }
            _ => Self { left: 0, top: engine.top(), width, height },
        }
    }
}
