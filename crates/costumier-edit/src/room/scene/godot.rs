//! A room as a scene for Godot 4, in its text format: sprites for pictures, polygons for walk boxes, metadata for the
//! rest.
//!
//! **Note:** what planes put in front of actors lies above them (`z_index` 1). In the game only the plane of the
//! actor's walk box hides it, so an engine shows that one and hides the others.

use std::fmt::Write as _;

use super::Scene;
use crate::room::preview::LINES;

pub(super) fn write(scene: &Scene) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write_to(&mut out, scene);
    out
}

fn write_to(out: &mut String, scene: &Scene) -> std::fmt::Result {
    let files = ["background.png"].into_iter().chain(scene.objects.iter().map(|it| it.file.as_str()));
    let files: Vec<&str> = files.chain(scene.fronts.iter().map(String::as_str)).collect();
    writeln!(out, "[gd_scene load_steps={} format=3]\n", files.len() + 1)?;
    for (id, file) in (1..).zip(&files) {
        writeln!(out, "[ext_resource type=\"Texture2D\" path=\"{file}\" id=\"{id}\"]")?;
    }
    writeln!(
        out,
        "\n[node name=\"{}\" type=\"Node2D\"]\ntexture_filter = 1\nmetadata/room = {}",
        node_name(scene.name),
        scene.id
    )?;
    for (number, [scale1, y1, scale2, y2]) in scene.slots() {
        writeln!(out, "metadata/scale_slot_{number} = [{scale1}, {y1}, {scale2}, {y2}]")?;
    }
    let mut texture = 0;
    let mut sprite = |out: &mut String, name: &str, parent: &str, rest: &str| {
        texture += 1;
        writeln!(
            out,
            "\n[node name=\"{name}\" type=\"Sprite2D\" parent=\"{parent}\"]\n{rest}texture = \
             ExtResource(\"{texture}\")\ncentered = false"
        )
    };
    sprite(out, "Background", ".", "")?;
    writeln!(out, "\n[node name=\"Objects\" type=\"Node2D\" parent=\".\"]")?;
    for it in &scene.objects {
        let name = it.name.map(node_name).filter(|name| !name.trim().is_empty());
        // Names of nodes are unique in their parent.
        let name = format!("{} {}-{}", name.as_deref().unwrap_or("object"), it.id, it.state);
        let shown = if it.is_shown { "" } else { "visible = false\n" };
        let rest = format!("{shown}position = Vector2({}, {})\n", it.corner.0, it.corner.1);
        sprite(out, &name, "Objects", &rest)?;
        writeln!(out, "metadata/object = {}\nmetadata/state = {}", it.id, it.state)?;
    }
    writeln!(out, "\n[node name=\"Front\" type=\"Node2D\" parent=\".\"]\nz_index = 1")?;
    for (number, _) in (1..).zip(&scene.fronts) {
        sprite(out, &format!("plane {number}"), "Front", "")?;
        writeln!(out, "metadata/plane = {number}")?;
    }
    writeln!(out, "\n[node name=\"WalkBoxes\" type=\"Node2D\" parent=\".\"]\nvisible = false\nz_index = 2")?;
    for (number, walk_box) in &scene.boxes {
        let colour = LINES.get(usize::from(walk_box.mask) % LINES.len()).copied().unwrap_or_default();
        let colour = colour.map(|part| format!("{:.3}", f32::from(part) / 255.0)).join(", ");
        let points = walk_box.corners.map(|(x, y)| format!("{x}, {y}")).join(", ");
        writeln!(
            out,
            "\n[node name=\"box {number}\" type=\"Polygon2D\" parent=\"WalkBoxes\"]\ncolor = Color({colour}, \
             0.4)\npolygon = PackedVector2Array({points})\nmetadata/box = {number}"
        )?;
        for (name, value) in Scene::properties_of(walk_box) {
            writeln!(out, "metadata/{} = {value}", name.replace('-', "_"))?;
        }
    }
    Ok(())
}

/// Returns a name of a node: those must not contain dots, colons, at signs, slashes, quotes and percent signs.
fn node_name(text: &str) -> String {
    text.chars().map(|c| if c.is_alphanumeric() || " -_".contains(c) { c } else { '_' }).collect()
}
