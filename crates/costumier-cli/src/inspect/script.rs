//! `script`: a game's scripts as a listing or as JSON.

use std::io::Write;

use anyhow::{Result, bail};
use costumier::Problem;
use costumier::scripts::script::{Level, Operand, Plus, Profile, Script, Variable, lines, name_in, text_of};
use costumier::scripts::{GameScript, Owner, ReadScripts};
use costumier_export::json::script_word;
use serde::Serialize;
use serde_json::{Value, json};

use crate::Outcome;
use crate::args::{GameArg, ScriptArgs};
use crate::disk::whole_file;
use crate::game::open::{self, OpenGame};
use crate::output::failure::hinted;
use crate::output::table::{self, Align};
use crate::output::text::{count, line};

const COLUMNS: [(&str, Align); 6] = [
    ("script", Align::Left),
    ("kind", Align::Left),
    ("room", Align::Left),
    ("bytes", Align::Right),
    ("instructions", Align::Right),
    ("", Align::Left),
];

/// The largest script file that is read, in bytes.
const LARGEST: u64 = 64 << 20;

/// A script as `--json` prints it.
#[derive(Serialize)]
struct ScriptRow {
    owner: Option<&'static str>,
    number: Option<u32>,
    room: Option<u32>,
    file: Option<String>,
    offset: Option<u64>,
    name: Option<String>,
    profile: &'static str,
    verbs: Vec<Value>,
    instructions: Vec<Value>,
    problems: Vec<Problem>,
}

/// Prints a script, or the table of all scripts.
pub(crate) fn run(args: &ScriptArgs, out: &mut dyn Write) -> Result<Outcome> {
    if let (Some(path), Some(profile)) = (&args.file, args.profile) {
        let code = match path.as_os_str() == "-" {
            true => whole_file::read_stdin(LARGEST)?,
            false => whole_file::read(path, LARGEST)?,
        };
        let mut script = Script::read(profile, code, 0, &[]);
        args.encoding.into_iter().for_each(|encoding| script.set_encoding(encoding));
        if args.json {
            crate::output::text::json(out, &row(&script, None))?;
        } else {
            listing(out, &script, &[])?;
        }
        return Ok(outcome(std::iter::once(&script)));
    }
    let Some(name) = args.name.clone() else { bail!("name a game, or a script's file with `--file`") };
    let opened = open::open_plain(&GameArg::plain(&name))?;
    let mut scripts = match args.profile {
        Some(profile) => ReadScripts::new(profile, opened.game.scripts()),
        None => opened.game.read_scripts(),
    };
    args.encoding.into_iter().for_each(|encoding| scripts.set_encoding(encoding));
    open::tell_encoding(args.encoding, scripts.profile, scripts.encoding);
    match &args.script {
        Some(wanted) => one(args, &opened, &scripts, wanted, out),
        None => all(args, &opened, &scripts, out),
    }
}

fn outcome<'a>(scripts: impl Iterator<Item = &'a Script>) -> Outcome {
    let broken = scripts.into_iter().any(|script| !script.problems.is_empty());
    if broken { Outcome::SomeFailed } else { Outcome::Done }
}

fn one(
    args: &ScriptArgs,
    opened: &OpenGame,
    scripts: &ReadScripts,
    wanted: &str,
    out: &mut dyn Write,
) -> Result<Outcome> {
    let script = find(scripts, wanted)?;
    if args.json {
        crate::output::text::json(out, &row(&script.script, Some(script)))?;
    } else {
        line(
            out,
            format_args!(
                "{}, room {}, {} from byte {:#x} on, {}, {}",
                title(script),
                opened.room_text(script.room),
                script.file,
                script.offset + script.script.start() as u64,
                script.script.profile(),
                count(script.script.len(), "instruction"),
            ),
        )?;
        listing(out, &script.script, &verbs(script))?;
    }
    Ok(outcome(std::iter::once(&script.script)))
}

fn all(args: &ScriptArgs, opened: &OpenGame, scripts: &ReadScripts, out: &mut dyn Write) -> Result<Outcome> {
    if args.json {
        let rows: Vec<ScriptRow> =
            scripts.list.iter().map(|script| row(&script.script, Some(script))).collect();
        crate::output::text::json(out, &rows)?;
    } else {
        let rows: Vec<Vec<String>> = scripts
            .list
            .iter()
            .map(|it| {
                vec![
                    script_word(it),
                    it.owner.kind().to_owned(),
                    opened.room_text(it.room),
                    (it.script.code().len() - it.script.start().min(it.script.code().len())).to_string(),
                    it.script.len().to_string(),
                    match it.script.problems.first() {
                        Some(problem) => problem.to_string(),
                        None => object_name(it).map(|name| format!("\"{name}\"")).unwrap_or_default(),
                    },
                ]
            })
            .collect();
        table::write(out, &COLUMNS, &rows)?;
        for problem in &scripts.problems {
            writeln!(out, "{problem}")?;
        }
    }
    Ok(outcome(scripts.list.iter().map(|it| &it.script)))
}

fn title(script: &GameScript) -> String {
    let name = object_name(script).map(|name| format!(" \"{name}\"")).unwrap_or_default();
    match script.owner {
        Owner::Global(number) => format!("script {number}"),
        Owner::Local(number) => format!("local script {number}"),
        Owner::Object(number) => format!("verbs of object {number}{name}"),
        owner => format!("{} script", owner.kind()),
    }
}

fn object_name(script: &GameScript) -> Option<String> {
    name_in(script.script.profile(), script.script.encoding(), script.name.as_deref()?)
}

fn find<'a>(scripts: &'a ReadScripts, wanted: &str) -> Result<&'a GameScript> {
    if let Some(script) = scripts.list.iter().find(|script| script_word(script) == wanted) {
        return Ok(script);
    }
    let of_rooms: Vec<&GameScript> =
        scripts.list.iter().filter(|script| script.owner.to_string() == wanted).collect();
    let why = match of_rooms.as_slice() {
        [one] => return Ok(one),
        [] => format!("the game has no script {wanted}"),
        several => {
            let rooms: Vec<String> = several.iter().take(5).map(|script| script_word(script)).collect();
            format!(
                "script {wanted} is in {}; name one of {}",
                count(several.len(), "room"),
                rooms.join(", ")
            )
        }
    };
    Err(hinted(anyhow::anyhow!(why), "`costumier script GAME` shows the scripts that exist"))
}

/// Returns the offset and the name of each verb.
fn verbs(script: &GameScript) -> Vec<(u32, String)> {
    let wide = script.script.profile() == Profile::V8;
    let other = if wide { u32::MAX } else { 0xFF };
    let name = |verb: u32| if verb == other { "any other verb".to_owned() } else { format!("verb {verb}") };
    script.verbs.iter().map(|verb| (verb.at, name(verb.verb))).collect()
}

fn listing(out: &mut dyn Write, script: &Script, verbs: &[(u32, String)]) -> Result<()> {
    for row in lines(script) {
        for (_, name) in verbs.iter().filter(|(at, _)| *at == row.at) {
            writeln!(out, "{name}:")?;
        }
        let label = if row.is_target { '>' } else { ' ' };
        line(out, format_args!("{label} {:04x}  {:02x}  {}", row.at, row.code, row.text))?;
    }
    for problem in &script.problems {
        writeln!(out, "{problem}")?;
    }
    Ok(())
}

fn row(script: &Script, of: Option<&GameScript>) -> ScriptRow {
    ScriptRow {
        owner: of.map(|of| of.owner.kind()),
        number: of.and_then(|of| of.owner.number()),
        room: of.map(|of| of.room),
        file: of.map(|of| of.file.clone()),
        offset: of.map(|of| of.offset),
        name: of.and_then(object_name),
        profile: script.profile().name(),
        verbs: of.map_or_else(Vec::new, |of| {
            of.verbs.iter().map(|verb| json!({ "verb": verb.verb, "at": verb.at })).collect()
        }),
        instructions: script
            .instructions()
            .map(|it| {
                json!({
                    "at": it.at,
                    "bytes": it.len,
                    "code": it.code,
                    "name": it.name,
                    "operands": operands(script, it.operands),
                })
            })
            .collect(),
        problems: script.problems.to_vec(),
    }
}

fn operands(script: &Script, flat: &[Operand]) -> Vec<Value> {
    Level::new(flat)
        .map(|(operand, parts)| match operand {
            Operand::Number(number) => json!(number),
            Operand::Value(variable) => json!({ "value": reference(variable) }),
            Operand::Target(variable) => json!({ "variable": reference(variable) }),
            Operand::Jump(to) => json!({ "to": to }),
            Operand::Text { at, len } => {
                json!({ "text": text_of(script.profile(), script.encoding(), script.bytes(at, len)) })
            }
            Operand::Bytes { at, len } => json!({ "bytes": script.bytes(at, len) }),
            Operand::List(_) => json!(operands(script, parts)),
            Operand::Sub { code, name, .. } => {
                json!({ "name": name, "code": code, "operands": operands(script, parts) })
            }
        })
        .collect()
}

fn reference(variable: Variable) -> Value {
    let mut value = json!({ "in": variable.space.name(), "number": variable.number });
    let plus = match variable.plus {
        None => return value,
        Some(Plus::Number(number)) => json!(number),
        Some(Plus::Value(space, number)) => json!({ "in": space.name(), "number": number }),
    };
    if let Value::Object(fields) = &mut value {
        fields.insert("plus".into(), plus);
    }
    value
}
