//! The writer of costumes of v0, from an owned form that can be edited.
//!
//! ```text
//! u8 K, u16 F, u16 M │ pointers · low bytes · high bytes │ F: limbs · lists · sequences │ M: commands │ pictures
//! ```
//! **Note:** one-byte pointers lead to the bytes of offsets, so there are 2 to 129 pictures. Positions of lists and
//! sequences have one byte, too; if they do not suffice, equal sequences are stored once.

use super::{BASE, LIMBS, V0, V0Order};
use crate::codec::cell_rows;
use crate::dialect::Dialect;
use crate::error::Result;
use crate::model::{PictureKey, PictureSource, PixelSource};
use crate::problem::{Problem, Refused, refuse};

/// Smallest and largest number of pictures.
const PICTURES: std::ops::RangeInclusive<usize> = 2..=129;

/// The end mark of a sequence.
const END: u8 = super::END;

/// A costume of v0 in a form that can be edited, and written with [`V0Source::write`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct V0Source {
    /// The dialect of the costume's game.
    pub dialect: Dialect,
    /// The pictures; horizontal positions and moves are multiples of 8 pixels.
    pub pictures: Vec<PictureSource>,
    /// The sequences of each limb, as numbers of pictures.
    pub limbs: [Vec<Vec<u8>>; LIMBS],
    /// What each command does to each limb.
    pub commands: Vec<[Option<V0Order>; LIMBS]>,
    /// The payload and the parts that this was read from, if its layout is unusual.
    verbatim: Option<Box<(Vec<u8>, V0Source)>>,
}

impl V0Source {
    /// A costume without pictures, sequences and commands.
    #[must_use]
    pub fn new() -> Self {
        Self {
            dialect: Dialect::V0,
            pictures: Vec::new(),
            limbs: Default::default(),
            commands: Vec::new(),
            verbatim: None,
        }
    }

    /// Splits an opened costume into its parts. An unchanged costume is written back byte for byte.
    ///
    /// # Errors
    /// Fails for a picture that leads outside the block.
    pub fn read(costume: &V0) -> Result<Self> {
        let mut source = Self { dialect: *costume.dialect(), ..Self::new() };
        for index in 0..costume.pictures() {
            let picture = costume.picture(PictureKey { limb: 0, index })?;
            let info = picture.info;
            source.pictures.push(PictureSource {
                width: info.width,
                height: info.height,
                x: info.x,
                y: info.y,
                move_x: info.move_x,
                move_y: info.move_y,
                pixels: PixelSource::Encoded(picture.encoded().to_vec()),
            });
        }
        source.commands = (0..costume.commands()).filter_map(|number| costume.command(number)).collect();
        for (number, limb) in (0u8..).zip(&mut source.limbs) {
            let last = costume.sequences_of(number).last().copied();
            let sequences = last.map_or(0..0, |last| 0..last.saturating_add(1));
            *limb = sequences
                .map(|sequence| costume.sequence(number, sequence).unwrap_or_default().to_vec())
                .collect();
        }
        if source.write().map_or(true, |payload| payload != costume.payload()) {
            let parts = source.clone();
            source.verbatim = Some(Box::new((costume.payload().to_vec(), parts)));
        }
        Ok(source)
    }

    /// Whether the costume has this writer's layout, or was not read from a block.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        self.verbatim.is_none()
    }

    /// Writes the payload of the block: everything behind its header.
    ///
    /// # Errors
    /// All the reasons why the costume cannot be written.
    pub fn write(&self) -> Result<Vec<u8>, Refused> {
        if let Some((payload, parts)) = self.verbatim.as_deref()
            && self.pictures == parts.pictures
            && self.limbs == parts.limbs
            && self.commands == parts.commands
        {
            return Ok(payload.clone());
        }
        let mut problems = Vec::new();
        let pictures = self.encode(&mut problems);
        let lists = match self.lists(false).or_else(|| self.lists(true)) {
            Some(lists) => lists,
            None => {
                let text = "lists and sequences of all limbs have more than 256 bytes";
                refuse(&mut problems, "limbs", text);
                Vec::new()
            }
        };
        self.check(&mut problems);
        Refused::unless_empty(std::mem::take(&mut problems))?;
        let count = self.pictures.len();
        let commands: Vec<u8> = self
            .commands
            .iter()
            .flat_map(|orders| orders.iter().map(|order| order.map_or(END, V0Order::to_byte)))
            .collect();
        let lists_at = count.saturating_mul(3);
        let commands_at = lists_at.saturating_add(lists.len());
        let mut at = commands_at.saturating_add(commands.len());
        let mut lows = Vec::with_capacity(count);
        let mut highs = Vec::with_capacity(count);
        for picture in &pictures {
            let [low, high, rest @ ..] = at.to_le_bytes();
            if rest.iter().any(|byte| *byte != 0) {
                refuse(&mut problems, "pictures", "offsets have 16 bits");
            }
            lows.push(low);
            highs.push(high);
            at = at.saturating_add(picture.len());
        }
        Refused::unless_empty(problems)?;
        let byte = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
        let word = |number: usize| u16::try_from(number).unwrap_or(u16::MAX).to_le_bytes();
        let mut out = Vec::with_capacity(at.saturating_add(BASE));
        out.push(byte(count.saturating_add(2)));
        out.extend(word(lists_at));
        out.extend(word(commands_at));
        out.extend((0..count).map(|number| byte(count.saturating_sub(2).saturating_add(number))));
        out.extend(lows);
        out.extend(highs);
        out.extend(lists);
        out.extend(commands);
        pictures.iter().for_each(|picture| out.extend(picture));
        Ok(out)
    }

    /// Returns the limbs' lists with their sequences behind them; `None` if positions of one byte do not suffice.
    fn lists(&self, share: bool) -> Option<Vec<u8>> {
        let mut lists_at = LIMBS;
        let mut out = Vec::new();
        for limb in &self.limbs {
            out.push(u8::try_from(lists_at).ok()?);
            lists_at = lists_at.checked_add(limb.len())?;
        }
        let mut sequences: Vec<u8> = Vec::new();
        for sequence in self.limbs.iter().flatten() {
            let ended: Vec<u8> = sequence.iter().copied().chain([END]).collect();
            let found = sequences.windows(ended.len()).position(|part| part == ended).filter(|_| share);
            let at = found.unwrap_or(sequences.len());
            if found.is_none() {
                sequences.extend(ended);
            }
            out.push(u8::try_from(lists_at.checked_add(at)?).ok()?);
        }
        out.extend(sequences);
        Some(out)
    }

    fn check(&self, problems: &mut Vec<Problem>) {
        if !PICTURES.contains(&self.pictures.len()) {
            let (low, high) = (PICTURES.start(), PICTURES.end());
            let text = format!("{}; there are {low} to {high}", self.pictures.len());
            refuse(problems, "pictures", text);
        }
        if self.commands.is_empty() || self.commands.len() > usize::from(END) {
            refuse(problems, "commands", format!("{}; there are 1 to 255", self.commands.len()));
        }
        for (limb, sequences) in self.limbs.iter().enumerate() {
            for (number, sequence) in sequences.iter().enumerate() {
                if sequence.iter().any(|picture| usize::from(*picture) >= self.pictures.len()) {
                    let path = format!("limb {limb} / sequence {number}");
                    refuse(problems, path, "shows a picture that is not there");
                }
            }
            for (command, orders) in self.commands.iter().enumerate() {
                let order = orders.get(limb).copied().flatten();
                if order.is_some_and(|order| usize::from(order.sequence) >= sequences.len()) {
                    let text = format!("plays a sequence that limb {limb} does not have");
                    refuse(problems, format!("command {command}"), text);
                }
                if order == Some(V0Order { sequence: 127, flipped: true }) {
                    let text = "sequence 127, flipped, is the byte that leaves a limb alone";
                    refuse(problems, format!("command {command}"), text);
                }
            }
        }
    }

    /// Returns each picture's header and rows.
    fn encode(&self, problems: &mut Vec<Problem>) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        for (number, picture) in self.pictures.iter().enumerate() {
            let path = || format!("picture {number}");
            let cells = |pixels: i16| pixels.checked_div(8).filter(|_| pixels % 8 == 0);
            let low = |number: Option<i16>| number.and_then(|number| u8::try_from(number).ok());
            let signed = |number: Option<i16>| {
                number.and_then(|number| i8::try_from(number).ok()).map(i8::cast_unsigned)
            };
            let header = [
                low(i16::try_from(picture.width).ok().and_then(cells)),
                u8::try_from(picture.height).ok(),
                low(cells(picture.x)),
                low(Some(picture.y.saturating_neg())),
                signed(cells(picture.move_x)),
                signed(Some(picture.move_y)),
            ];
            let names = ["width", "height", "x", "y", "move x", "move y"];
            for (name, _) in names.iter().zip(header).filter(|(_, field)| field.is_none()) {
                let text = format!(
                    "its {name} does not fit: across, cells of 8 pixels, not left of the anchor; \
                     down, not below it; each in a byte"
                );
                refuse(problems, path(), text);
            }
            let mut out: Vec<u8> = header.into_iter().flatten().collect();
            let wanted = usize::from(picture.width / 8).saturating_mul(picture.height.into());
            match &picture.pixels {
                PixelSource::Encoded(data) if data.len() == wanted => out.extend(data),
                PixelSource::Rows(rows) if rows.len() == wanted.saturating_mul(8) => {
                    match cell_rows::encode(rows, picture.width.into()) {
                        Ok(data) => out.extend(data),
                        Err(e) => refuse(problems, path(), e.kind().to_string()),
                    }
                }
                _ => refuse(problems, path(), format!("its pixels are not those of {wanted} cells' rows")),
            }
            all.push(out);
        }
        all
    }
}

impl Default for V0Source {
    fn default() -> Self {
        Self::new()
    }
}
