//! What asks the scripts, or two games: `find`, `diff`, `cast`, `script`.

use std::path::PathBuf;

use clap::Args;
use costumier_export::ChoreFilter;

use super::GamesArgs;

#[derive(Debug, Args)]
pub(crate) struct FindArgs {
    #[command(flatten)]
    pub(crate) common: GamesArgs,
    /// Costumes with this in their name, capital letters or not
    #[arg(long = "name", value_name = "TEXT")]
    pub(crate) by_name: Option<String>,
    /// Costumes with so many palette entries
    #[arg(long, visible_alias = "colors", value_name = "N")]
    pub(crate) colours: Option<usize>,
    /// Costumes with so many limbs that have pictures
    #[arg(long, value_name = "N")]
    pub(crate) limbs: Option<usize>,
    /// Costumes with a picture of this size, such as 24x48
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size)]
    pub(crate) size: Option<(u16, u16)>,
    /// Costumes that have this chore: init, walk, stand, talk-start, talk-stop, a number, or a name as the page
    /// shows it
    #[arg(long, value_name = "CHORE")]
    pub(crate) chore: Option<ChoreFilter>,
    /// Costumes whose limbs use this command: a code such as C021 (AKOS), or count, sound, hide, stop, start
    #[arg(long, value_name = "COMMAND")]
    pub(crate) uses: Option<String>,
    /// Costumes whose actors get this sound from scripts, or that play this entry of their actor's sounds (`sound`
    /// in `dump`)
    #[arg(long, value_name = "N")]
    pub(crate) sound: Option<i32>,
    /// Costumes that scripts put on this actor
    #[arg(long, value_name = "N")]
    pub(crate) actor: Option<i32>,
    /// Costumes that scripts show in this room
    #[arg(long, value_name = "N")]
    pub(crate) in_room: Option<u32>,
    /// Pictures like the one in this PNG file: the same, mirrored, in other colours, or with it as a part
    #[arg(long, value_name = "PNG", conflicts_with = "same_as")]
    pub(crate) like: Option<PathBuf>,
    /// Pictures that this game has too: the same, mirrored, or in other colours; GAME itself: those that it
    /// has twice
    #[arg(long, value_name = "GAME2")]
    pub(crate) same_as: Option<String>,
}

impl FindArgs {
    /// Whether anything is looked for.
    pub(crate) fn asks(&self) -> bool {
        self.asks_costumes() || self.like.is_some() || self.same_as.is_some()
    }

    /// Whether anything is asked of costumes, beside their pictures.
    pub(crate) fn asks_costumes(&self) -> bool {
        self.by_name.is_some()
            || self.colours.is_some()
            || self.limbs.is_some()
            || self.size.is_some()
            || self.chore.is_some()
            || self.uses.is_some()
            || self.sound.is_some()
            || self.actor.is_some()
            || self.in_room.is_some()
    }
}

/// Reads a size.
fn size(text: &str) -> Result<(u16, u16), String> {
    let parts = text.split_once('x').map(|(width, height)| (width.parse(), height.parse()));
    match parts {
        Some((Ok(width), Ok(height))) => Ok((width, height)),
        _ => Err("use two numbers, such as 24x48: width and height".into()),
    }
}

#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// The game as it was: a folder, its index file, an archive or image, `sample`, or a costume folder
    #[arg(value_name = "A")]
    pub(crate) before: String,
    /// The game as it is, likewise
    #[arg(value_name = "B")]
    pub(crate) after: String,
    /// Write pictures that differ into this folder: before, after, and what differs in red
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Write into a folder that holds other things
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CastArgs {
    /// Behind one GAME, a costume's id: everything about it, with evidence
    #[command(flatten)]
    pub(crate) common: GamesArgs,
}

impl CastArgs {
    /// The costume that is asked for: a number behind one game, unless something there is called so.
    pub(crate) fn take_id(&mut self) -> Option<u32> {
        let [_, last] = self.common.names.as_slice() else { return None };
        let id = last.parse().ok().filter(|_| !std::path::Path::new(last).exists())?;
        self.common.names.pop();
        Some(id)
    }
}

#[derive(Debug, Args)]
pub(crate) struct ScriptArgs {
    /// A game folder, its index file, an archive or image, or `sample`
    #[arg(value_name = "GAME", required_unless_present = "file")]
    pub(crate) name: Option<String>,
    /// Which script
    #[arg(value_name = "SCRIPT", conflicts_with = "file")]
    pub(crate) script: Option<String>,
    /// Read a bare script from this file instead, `-` for stdin: instructions from the first byte on
    #[arg(long, value_name = "BYTES", requires = "profile", conflicts_with = "name")]
    pub(crate) file: Option<PathBuf>,
    /// The set of instructions: v0, v1, v2, v2-nes, v3, v3-indy, v3-mac, v3-towns, v3-towns-indy, v3-pce, v4
    /// … v8, he60, he70 … he73, he80, he90, he98 … he101 [default: the game's]. v2-nes and v3-pce serve bare
    /// scripts alone: games of the NES and the PC-Engine are not opened
    #[arg(long, value_name = "NAME")]
    pub(crate) profile: Option<costumier::scripts::script::Profile>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
