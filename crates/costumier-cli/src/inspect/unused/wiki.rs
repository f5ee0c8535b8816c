//! `unused --wiki`: the list as a table for a wiki page, with the files of an export.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use costumier::PictureKey;
use costumier_export::json::{UnusedReport, UnusedRow, numbered};
use costumier_export::paths;
use serde_json::Value;

use crate::output::text::line;

/// Prints the table of a wiki page, in the markup of Wikipedia. With the folder of an export, rows name its files.
pub(super) fn print(report: &UnusedReport, export: Option<&Path>, out: &mut dyn Write) -> Result<()> {
    let files = export.map(WrittenFiles::read).transpose()?;
    writeln!(out, "{{| class=\"wikitable\"")?;
    let image = if files.is_some() { " !! File in the export" } else { "" };
    writeln!(out, "! Costume !! What is unused !! How sure{image}")?;
    for one in &report.lines {
        let rows = report.rows(one);
        let Some(first) = rows.first() else { continue };
        let costume = match first.costume {
            Some(id) => numbered(id, first.name.as_deref()),
            None => "–".to_owned(),
        };
        let doubts: Vec<String> =
            first.computed.iter().map(|index| index.saturating_add(1).to_string()).collect();
        let sure = match doubts.len() {
            0 => first.certainty.to_owned(),
            1 => format!("{} (place {} below)", first.certainty, doubts.join(", ")),
            _ => format!("{} (places {} below)", first.certainty, doubts.join(", ")),
        };
        writeln!(out, "|-")?;
        let cells = [costume, report.whole_text(one), sure].map(|cell| escaped(&cell));
        write!(out, "| {}", cells.join(" || "))?;
        if let Some(files) = &files {
            let mut cell = FileCell::default();
            rows.iter().for_each(|row| files.add(row, &mut cell));
            let lines: Vec<String> =
                cell.files.iter().chain(&cell.without).map(|text| escaped(text)).collect();
            write!(out, " || {}", lines.join("<br>"))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "|}}")?;
    if !report.computed.is_empty() {
        writeln!(
            out,
            "\nPlaces where scripts compute a number, so that likely things may be shown after all:\n"
        )?;
        for row in &report.computed {
            line(out, format_args!("# {}", escaped(&row.whole_text())))?;
        }
    }
    let gaps = report.gaps.iter().map(|gap| format!("Nothing is certain: {gap}."));
    for text in gaps.chain(report.unread.iter().map(|text| format!("Not read: {text}."))) {
        // An empty line begins a paragraph.
        writeln!(out)?;
        line(out, format_args!("{}", escaped(&text)))?;
    }
    Ok(())
}

/// Escapes what a wiki would take for markup.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '|' => out.push_str("&#124;"),
            '[' => out.push_str("&#91;"),
            ']' => out.push_str("&#93;"),
            '{' => out.push_str("&#123;"),
            '}' => out.push_str("&#125;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

/// The files of a row in the table.
#[derive(Default)]
struct FileCell {
    files: BTreeSet<String>,
    /// The pictures without a file of their own, each with the reason.
    without: Vec<String>,
}

/// The files of an export, as its manifest lists them.
struct WrittenFiles {
    manifest: Value,
}

impl WrittenFiles {
    fn read(folder: &Path) -> Result<Self> {
        let path: PathBuf = folder.join("manifest.json");
        let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Self { manifest: serde_json::from_slice(&bytes)? })
    }

    /// Adds the files that show an unused thing.
    fn add(&self, row: &UnusedRow, cell: &mut FileCell) {
        if let Some((key, _)) = row.picture.zip(row.same_as) {
            cell.without.push(format!("{}.{}: not exported", key.limb, key.index));
            return;
        }
        let Some(costume) = self.manifest["costumes"]
            .as_array()
            .and_then(|all| all.iter().find(|it| it["id"].as_u64() == row.costume.map(u64::from)))
        else {
            return;
        };
        let paths = |files: &Value| -> Vec<String> {
            let path = |it: &Value| it["path"].as_str().map(str::to_owned);
            files.as_array().into_iter().flatten().filter_map(path).collect()
        };
        match row.kind {
            "costume" => cell.files.extend(paths(&costume["files"])),
            "chore" | "record" => {
                let all = costume["animations"].as_array().map_or(&[][..], Vec::as_slice);
                let facing = row.facing.map(|facing| facing.to_string());
                let is_it = |it: &&Value| {
                    it["chore"].as_u64() == row.chore.map(u64::from)
                        && facing.as_deref().is_none_or(|facing| it["facing"].as_str() == Some(facing))
                };
                cell.files.extend(all.iter().filter(is_it).flat_map(|it| paths(&it["files"])));
            }
            "picture" => {
                let Some(key) = row.picture else { return };
                let all = costume["pictures"].as_array().map_or(&[][..], Vec::as_slice);
                let is_it = |it: &&Value| {
                    (it["limb"].as_u64(), it["index"].as_u64())
                        == (Some(key.limb.into()), Some(key.index.into()))
                };
                let Some(it) = all.iter().find(is_it) else { return };
                let name = format!("{}.{}", key.limb, key.index);
                match it["file"].as_str() {
                    Some(file) if is_own(key, file) => _ = cell.files.insert(file.to_owned()),
                    Some(file) => cell.without.push(format!("{name}: same pixels as {file}")),
                    None if it["status"] == "blank" => {
                        cell.without.push(format!("{name}: no file, it is transparent"));
                    }
                    None => cell.without.push(format!("{name}: no file")),
                }
            }
            _ => {}
        }
    }
}

/// Whether a file is named after this picture. Equal pictures of a costume have one file.
fn is_own(key: PictureKey, file: &str) -> bool {
    Path::new(file).file_stem().is_some_and(|stem| stem == paths::picture(key).as_str())
}
