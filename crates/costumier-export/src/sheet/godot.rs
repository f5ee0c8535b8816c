//! Godot 4's `SpriteFrames` for a sheet, in Godot's text format.
//!
//! A user puts the folder into a project, and the scene `sprite.tscn` into a level: an `AnimatedSprite2D` that stands
//! on its feet. Every frame is a part of the sheet with the whole canvas as its size, so all frames line up. The
//! sprite is not centred, and its offset is the anchor's; the resource stores the anchor as metadata too, for other
//! sprites. Animations that end have `"loop": false`.
//!
//! The speed is in ticks per second, and a frame's duration in ticks, so the timing is exact.

use std::fmt::Write as _;

use crate::options::JIFFIES_PER_SECOND;
use crate::sheet::data::SheetData;

/// Returns the resource file.
#[must_use]
pub fn write(data: &SheetData) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write_to(&mut out, data);
    out
}

/// Returns a scene: an `AnimatedSprite2D` with the resource file in the same folder. Its origin is the anchor.
#[must_use]
pub fn scene(data: &SheetData, resource: &str, name: &str) -> String {
    // Names of nodes must not contain dots, colons, at signs, slashes, quotes and percent signs.
    let name: String =
        name.chars().map(|c| if c.is_alphanumeric() || " -_".contains(c) { c } else { '_' }).collect();
    let first = data.tags.first().map(|tag| format!("animation = &\"{}\"\nautoplay = \"{0}\"\n", tag.name));
    format!(
        "[gd_scene load_steps=2 format=3]\n\n[ext_resource type=\"SpriteFrames\" path=\"{resource}\" id=\"1\"]\n\n\
         [node name=\"{name}\" type=\"AnimatedSprite2D\"]\ntexture_filter = 1\nsprite_frames = ExtResource(\"1\")\n{}\
         centered = false\noffset = Vector2({}, {})\n",
        first.unwrap_or_default(),
        -i64::from(data.anchor.0),
        -i64::from(data.anchor.1),
    )
}

fn write_to(out: &mut String, data: &SheetData) -> std::fmt::Result {
    // Frames with the same place on sheet and canvas share a texture.
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
