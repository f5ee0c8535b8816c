//! A room as a map for Tiled: layers of pictures, objects with their states, walk boxes as polygons.
//!
//! (`doc.mapeditor.org/en/stable/reference/tmx-map-format`, version 1.10.)
//!
//! **Note:** a map has a grid; here its cells are strips of 8 × 8 pixels, and no layer has tiles. Tiled places pictures
//! of objects by their lower left corner.

use std::fmt::Write as _;

use super::Scene;

/// Width and height of a cell of the grid, in pixels.
const CELL: u16 = 8;

pub(super) fn write(scene: &Scene) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write_to(&mut out, scene);
    out
}

fn write_to(out: &mut String, scene: &Scene) -> std::fmt::Result {
    let (width, height) = scene.size;
    let layers = 3 + scene.fronts.len();
    let objects = 1 + scene.objects.len() + scene.boxes.len();
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(
        out,
        "<map version=\"1.10\" tiledversion=\"1.10.2\" orientation=\"orthogonal\" renderorder=\"right-down\" \
         width=\"{}\" height=\"{}\" \
         tilewidth=\"{CELL}\" tileheight=\"{CELL}\" infinite=\"0\" nextlayerid=\"{}\" nextobjectid=\"{objects}\">",
        width.div_ceil(CELL),
        height.div_ceil(CELL),
        layers + 1,
    )?;
    writeln!(out, " <properties>")?;
    writeln!(out, "  <property name=\"room\" type=\"int\" value=\"{}\"/>", scene.id)?;
    writeln!(out, "  <property name=\"name\" value=\"{}\"/>", escaped(scene.name))?;
    for (number, [scale1, y1, scale2, y2]) in scene.slots() {
        writeln!(
            out,
            "  <property name=\"scale-slot-{number}\" value=\"{scale1} at {y1}, {scale2} at {y2}\"/>"
        )?;
    }
    writeln!(out, " </properties>")?;
    if !scene.objects.is_empty() {
        let most = |side: fn(&(usize, usize)) -> usize| {
            scene.objects.iter().map(|it| side(&it.size)).max().unwrap_or(0)
        };
        writeln!(
            out,
            " <tileset firstgid=\"1\" name=\"objects\" tilewidth=\"{}\" tileheight=\"{}\" tilecount=\"{}\" \
             columns=\"0\">\n  <grid orientation=\"orthogonal\" width=\"1\" height=\"1\"/>",
            most(|size| size.0),
            most(|size| size.1),
            scene.objects.len()
        )?;
        for (id, it) in scene.objects.iter().enumerate() {
            let (width, height) = it.size;
            writeln!(
                out,
                "  <tile id=\"{id}\">\n   <image width=\"{width}\" height=\"{height}\" source=\"{}\"/>\n  </tile>",
                it.file
            )?;
        }
        writeln!(out, " </tileset>")?;
    }
    picture(out, 1, "background", "background.png", scene.size)?;
    writeln!(out, " <objectgroup id=\"2\" name=\"objects\" draworder=\"index\">")?;
    for (at, it) in scene.objects.iter().enumerate() {
        let ((left, top), (width, height)) = (it.corner, it.size);
        let name = it.name.map_or_else(|| format!("object {}", it.id), escaped);
        let hidden = if it.is_shown { "" } else { " visible=\"0\"" };
        let bottom = i64::from(top) + i64::try_from(height).unwrap_or(0);
        writeln!(
            out,
            "  <object id=\"{}\" name=\"{name}\" gid=\"{}\" x=\"{left}\" y=\"{bottom}\" width=\"{width}\" \
             height=\"{height}\"{hidden}>",
            at + 1,
            at + 1,
        )?;
        properties(out, &[("object", it.id.into()), ("state", it.state.into())])?;
        writeln!(out, "  </object>")?;
    }
    writeln!(out, " </objectgroup>")?;
    for (at, front) in scene.fronts.iter().enumerate() {
        picture(out, 3 + at, front.trim_end_matches(".png"), front, scene.size)?;
    }
    writeln!(out, " <objectgroup id=\"{layers}\" name=\"walk boxes\" color=\"#00e6ff\" visible=\"0\">")?;
    for (at, (number, walk_box)) in scene.boxes.iter().enumerate() {
        let [first, ..] = walk_box.corners;
        let points = walk_box.corners.map(|(x, y)| {
            format!("{},{}", i32::from(x) - i32::from(first.0), i32::from(y) - i32::from(first.1))
        });
        writeln!(
            out,
            "  <object id=\"{}\" name=\"box {number}\" x=\"{}\" y=\"{}\">",
            1 + scene.objects.len() + at,
            first.0,
            first.1
        )?;
        properties(out, &Scene::properties_of(walk_box))?;
        writeln!(out, "   <polygon points=\"{}\"/>\n  </object>", points.join(" "))?;
    }
    writeln!(out, " </objectgroup>\n</map>")
}

/// Writes a layer with a picture.
fn picture(
    out: &mut String,
    id: usize,
    name: &str,
    file: &str,
    (width, height): (u16, u16),
) -> std::fmt::Result {
    writeln!(
        out,
        " <imagelayer id=\"{id}\" name=\"{name}\">\n  <image source=\"{file}\" width=\"{width}\" \
         height=\"{height}\"/>\n </imagelayer>"
    )
}

/// Writes properties of an object.
fn properties(out: &mut String, list: &[(&str, i64)]) -> std::fmt::Result {
    writeln!(out, "   <properties>")?;
    for (name, value) in list {
        writeln!(out, "    <property name=\"{name}\" type=\"int\" value=\"{value}\"/>")?;
    }
    writeln!(out, "   </properties>")
}

/// Writes a name as a value in XML. Characters that XML cannot have are left out.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars().filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}
