//! Draws the parts of a contact sheet from top to bottom.

use super::inks::Inks;
use super::lettering;
use super::{Cell, Contents, GAP, GROUP_GAP, MARGIN, ROW_GAP, RowGroup, SIDE_GAP, SWATCH, Sheet};
use crate::image::ImageError;

/// Draws the sheet from top to bottom.
pub(super) struct Pen<'s> {
    pub(super) sheet: &'s mut Sheet,
    pub(super) y: u32,
    pub(super) inks: Inks,
    pub(super) nothing: u8,
    pub(super) most: u64,
}

impl Pen<'_> {
    /// Makes the sheet at least `height` pixels high.
    pub(super) fn grow(&mut self, height: u32) -> Result<(), ImageError> {
        let height = height.max(self.sheet.height);
        let pixels = u64::from(height) * u64::from(self.sheet.width);
        if pixels > self.most {
            let (width, most) = (self.sheet.width, self.most);
            return Err(format!(
                "the sheet would have {width} × {height} pixels; at most {most} are allowed"
            )
            .into());
        }
        self.sheet.height = height;
        self.sheet.pixels.resize(usize::try_from(pixels).unwrap_or(0), self.nothing);
        Ok(())
    }

    pub(super) fn text(&mut self, x: u32, y: u32, size: u32, ink: u8, text: &str) -> Result<(), ImageError> {
        self.grow(y + size * lettering::HEIGHT)?;
        lettering::draw(&mut self.sheet.pixels, self.sheet.width, (x, y), size, ink, text);
        Ok(())
    }

    fn fill(&mut self, left: u32, top: u32, width: u32, height: u32, value: u8) {
        let rows = self.sheet.pixels.chunks_exact_mut(self.sheet.width.max(1) as usize);
        for row in rows.skip(top as usize).take(height as usize) {
            row.iter_mut().skip(left as usize).take(width as usize).for_each(|pixel| *pixel = value);
        }
    }

    pub(super) fn header(&mut self, contents: &Contents<'_>) -> Result<(), ImageError> {
        self.text(MARGIN, self.y, 2, self.inks.strong, &contents.title)?;
        self.y += 2 * lettering::HEIGHT + 3;
        self.text(MARGIN, self.y, 1, self.inks.pale, &contents.subtitle)?;
        self.y += lettering::HEIGHT + 6;
        let per_line = ((self.sheet.width - 2 * MARGIN + 2) / (SWATCH + 2)).max(1);
        let count = u32::try_from(contents.swatches.len()).unwrap_or(0);
        self.grow(self.y + count.div_ceil(per_line) * (SWATCH + 2))?;
        for (i, swatch) in (0u32..).zip(&contents.swatches) {
            let (column, line) = (i % per_line, i / per_line);
            let (x, y) = (MARGIN + column * (SWATCH + 2), self.y + line * (SWATCH + 2));
            if swatch.is_used {
                self.fill(x, y, SWATCH, SWATCH, swatch.value);
                continue;
            }
            self.fill(x, y, SWATCH, SWATCH, self.inks.pale);
            self.fill(x + 1, y + 1, SWATCH - 2, SWATCH - 2, self.nothing);
            (1..SWATCH - 1).for_each(|at| self.fill(x + at, y + SWATCH - 1 - at, 1, 1, self.inks.pale));
        }
        self.y += count.div_ceil(per_line) * (SWATCH + 2);
        Ok(())
    }

    pub(super) fn heading(&mut self, heading: &str, right: u32) -> Result<(), ImageError> {
        self.y += GROUP_GAP - ROW_GAP;
        let lines = text_lines(heading, right.saturating_sub(MARGIN));
        for line in &lines {
            self.text(MARGIN, self.y, 1, self.inks.strong, line)?;
            self.y += lettering::HEIGHT + 2;
        }
        let end = lines.last().map_or(0, |line| lettering::width(line));
        let line = MARGIN + end + GAP;
        let last = self.y - lettering::HEIGHT - 2;
        self.fill(line, last + 4, right.saturating_sub(line), 1, self.inks.pale);
        self.y = last + lettering::HEIGHT + ROW_GAP;
        Ok(())
    }

    pub(super) fn shelf(&mut self, shelf: &RowGroup<'_>) -> Result<(), ImageError> {
        let top = self.y;
        let mut x = MARGIN;
        for block in &shelf.blocks {
            self.text(x, top, 1, self.inks.strong, &block.row.label)?;
            self.text(x, top + lettering::HEIGHT + 2, 1, self.inks.pale, &block.row.note)?;
            let mut y = top + 2 * lettering::HEIGHT + 2;
            for line in &block.lines {
                y += GAP;
                let height = line.iter().map(|cell| cell.height).max().unwrap_or(0);
                self.grow(y + height)?;
                let mut left = x;
                for cell in *line {
                    self.paste(cell, left, y);
                    left += cell.width + GAP;
                }
                y += height;
            }
            self.y = self.y.max(y);
            x += block.width + SIDE_GAP;
        }
        self.y += ROW_GAP;
        Ok(())
    }

    fn paste(&mut self, cell: &Cell<'_>, x: u32, y: u32) {
        let (x, y) = (x + cell.part.left, y + cell.part.top);
        let to = self.sheet.pixels.chunks_exact_mut(self.sheet.width.max(1) as usize).skip(y as usize);
        for (from, to) in cell.pixels.chunks_exact(cell.part.width().max(1) as usize).zip(to) {
            if let Some(to) = to.get_mut(x as usize..x as usize + from.len()) {
                to.copy_from_slice(from);
            }
        }
    }
}

/// Breaks a text behind commas, so that its lines are at most `width` pixels wide. Longer parts are cut off.
fn text_lines(text: &str, width: u32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in text.split_inclusive(", ") {
        match lines.last_mut() {
            Some(line) if lettering::width(line) + lettering::width(part) < width => line.push_str(part),
            _ => lines.push(part.to_owned()),
        }
    }
    lines
}
