//! Godot 4's `SpriteFrames` over the sheet, in its text format.
//!
//! Put the folder into a project and give the file to an `AnimatedSprite2D`. Every frame is a part of the sheet with the whole canvas as its
//! size, so all frames line up; to stand on its feet, the sprite is not centred and gets the offset that the file holds as metadata:
//! ```gdscript
//! sprite.centered = false
//! sprite.offset = -Vector2(sprite.sprite_frames.get_meta("anchor"))
//! ```
//! The speed is in ticks per second, a frame's duration in ticks, so the timing is exact.

use std::fmt::Write as _;

use crate::options::JIFFIES_PER_SECOND;
use crate::sheet::data::SheetData;

/// The resource file.
#[must_use]
pub fn write(data: &SheetData) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write_to(&mut out, data);
    out
}

fn write_to(out: &mut String, data: &SheetData) -> std::fmt::Result {
    // Frames that stand at the same place of sheet and canvas share a texture.
    let mut parts: Vec<_> =
        data.frames.iter().map(|it| (it.frame.top, it.frame.left, it.source.top, it.source.left)).collect();
    parts.sort_unstable();
    parts.dedup();
    let part = |it: &crate::sheet::data::SheetFrame| {
        parts.binary_search(&(it.frame.top, it.frame.left, it.source.top, it.source.left)).unwrap_or(0)
    };
    writeln!(out, "[gd_resource type=\"SpriteFrames\" load_steps={} format=3]\n", parts.len() + 2)?;
    writeln!(out, "[ext_resource type=\"Texture2D\" path=\"{}\" id=\"1\"]", data.image)?;
    let mut written = vec![false; parts.len()];
    for frame in &data.frames {
        let number = part(frame);
        match written.get_mut(number) {
            Some(done) if !*done => *done = true,
            _ => continue,
        }
        let (at, from) = (frame.frame, frame.source);
        writeln!(
            out,
            "\n[sub_resource type=\"AtlasTexture\" id=\"part_{number}\"]\natlas = ExtResource(\"1\")\n\
             region = Rect2({}, {}, {}, {})\nmargin = Rect2({}, {}, {}, {})\nfilter_clip = true",
            at.left,
            at.top,
            at.width(),
            at.height(),
            from.left,
            from.top,
            data.canvas.0 - from.width(),
            data.canvas.1 - from.height(),
        )?;
    }
    writeln!(out, "\n[resource]\nanimations = [")?;
    for (i, tag) in data.tags.iter().enumerate() {
        writeln!(out, "{}{{\n\"frames\": [", if i == 0 { "" } else { ", " })?;
        for (j, frame) in data.frames.get(tag.from..=tag.to).unwrap_or_default().iter().enumerate() {
            let comma = if j == 0 { "" } else { ", " };
            writeln!(
                out,
                "{comma}{{\n\"duration\": {}.0,\n\"texture\": SubResource(\"part_{}\")\n}}",
                frame.ticks,
                part(frame)
            )?;
        }
        writeln!(
            out,
            "],\n\"loop\": {},\n\"name\": &\"{}\",\n\"speed\": {:?}\n}}",
            tag.endless,
            tag.name,
            f64::from(JIFFIES_PER_SECOND) / f64::from(data.jiffies_per_tick.max(1)),
        )?;
    }
    writeln!(out, "]\nmetadata/anchor = Vector2i({}, {})", data.anchor.0, data.anchor.1)
}
