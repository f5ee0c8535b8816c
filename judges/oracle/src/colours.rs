//! The screen's colours after each entered room, by Costumier and by the model. They are kept here because colours
//! that a room does not set are those of the rooms before it.

/// Red, green and blue of the 256 palette entries.
pub(crate) type Colours = [[u8; 3]; 256];

/// Number of palette entries that are compared: all before those for the frame's number and the first actor's state.
/// Pictures use no others.
pub(crate) const COMPARED: usize = 251;

/// The palette of a screen.
#[derive(Clone, Debug)]
pub(crate) struct ScreenColours {
    room: Option<u32>,
    /// The palette that the room shows.
    palette: u16,
    colours: Colours,
}

impl ScreenColours {
    /// The colours before the first room: black.
    pub(crate) fn new() -> Self {
        Self { room: None, palette: 0, colours: [[0; 3]; 256] }
    }

    /// The colours while a room shows one of its palettes, where `show` makes them of those that were there before: a
    /// room is entered with its first.
    pub(crate) fn of(
        &mut self,
        (room, palette): (Option<u32>, u16),
        show: impl Fn(u16, &Colours) -> Colours,
    ) -> &Colours {
        if self.room != room {
            (self.room, self.palette) = (room, 0);
            self.colours = show(0, &self.colours);
        }
        if self.palette != palette {
            self.palette = palette;
            self.colours = show(palette, &self.colours);
        }
        &self.colours
    }
}

/// The first compared palette entry that differs between two palettes.
pub(crate) fn first_different<'a>(
    wanted: &'a Colours,
    found: impl Fn(u8) -> [u8; 3] + 'a,
) -> Option<(u8, [u8; 3], [u8; 3])> {
    let pairs = (0..=u8::MAX).zip(wanted).take(COMPARED);
    pairs.map(|(entry, wanted)| (entry, *wanted, found(entry))).find(|(_, wanted, found)| wanted != found)
}
