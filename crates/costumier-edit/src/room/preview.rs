//! The picture of a whole room, `preview.png`: the background with its objects, and the walk boxes as lines.

use std::io::Cursor;

use costumier::Result;
use costumier::game::{ObjectStates, Room};

use crate::pictures::Rgb;

/// The colours of walk boxes, by the plane of the actors in them.
pub(super) const LINES: [Rgb; 4] = [[255, 255, 255], [255, 220, 0], [0, 230, 255], [255, 80, 220]];

/// Largest number of walk boxes that are drawn.
const MOST_BOXES: usize = 256;

/// Draws a room with its objects in these states. Returns `None` if it cannot be drawn.
pub(super) fn draw(room: &Room, states: &ObjectStates, colours: &[Rgb]) -> Result<Option<Vec<u8>>> {
    let scenery = room.scenery(states)?;
    let colour = |pixel: &u8| colours.get(usize::from(*pixel)).copied().unwrap_or_default();
    let mut pixels: Vec<Rgb> = scenery.pixels.iter().map(colour).collect();
    let stride = usize::from(room.width);
    for found in room.boxes.iter().skip(room.first_box).take(MOST_BOXES) {
        let line_colour = LINES.get(usize::from(found.mask) % LINES.len()).copied().unwrap_or_default();
        let [a, b, c, d] = found.corners;
        for (from, to) in [(a, b), (b, c), (c, d), (d, a)] {
            line(from, to, |x, y| {
                let at = y.checked_mul(stride).and_then(|at| at.checked_add(x));
                if let Some(pixel) = at.filter(|_| x < stride).and_then(|at| pixels.get_mut(at)) {
                    *pixel = line_colour;
                }
            });
        }
    }
    Ok(written(pixels.as_flattened(), png::ColorType::Rgb, (room.width, room.height)))
}

/// Visits the pixels of a line that may be in a room.
fn line(from: (i16, i16), to: (i16, i16), mut visit: impl FnMut(usize, usize)) {
    let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(i64::from);
    let steps = (x2 - x1).abs().max((y2 - y1).abs());
    for step in 0..=steps {
        let along = |start: i64, end: i64| start + (end - start) * step / steps.max(1);
        if let (Ok(x), Ok(y)) = (usize::try_from(along(x1, x2)), usize::try_from(along(y1, y2))) {
            visit(x, y);
        }
    }
}

/// Writes pixels without a palette.
pub(super) fn written(pixels: &[u8], form: png::ColorType, (width, height): (u16, u16)) -> Option<Vec<u8>> {
    let mut out = Cursor::new(Vec::new());
    let mut encoder = png::Encoder::new(&mut out, width.into(), height.into());
    encoder.set_color(form);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(pixels).ok()?;
    writer.finish().ok()?;
    Some(out.into_inner())
}
