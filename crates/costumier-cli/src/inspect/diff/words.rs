//! Records and programs in words that are comparable between two games: without positions in the block.
//!
//! **Note:** a mod can number its pictures anew and change every command with them, without a visible difference. So
//! each record has two texts: with the indices of pictures, and with what these show.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use costumier::format::akos::program::{OperandKind, Program};
use costumier::format::cost::{CostCommand, CostEntry};
use costumier::format::nes::Nes;
use costumier::format::v0::V0;
use costumier::{Costume, PictureKey};

use super::side::{PictureShot, short};

/// One record in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) by_number: String,
    pub(super) by_looks: String,
}

/// Returns all records of a costume by chore and facing.
pub(super) fn records(
    costume: &Costume,
    pictures: &BTreeMap<PictureKey, PictureShot>,
) -> BTreeMap<String, Record> {
    let looks = |limb: u8, index: u16| {
        pictures.get(&PictureKey { limb, index }).map_or_else(|| "none".to_owned(), short)
    };
    let actions = costume.actions();
    let named = actions.iter().map(|action| {
        let name = format!("{} {}", action.chore_name(), action.facing.name());
        let both = [false, true].map(|by_looks| match costume {
            Costume::Akos(_) => String::new(),
            Costume::V0(v0) => order_words(v0, action.record, &|index| {
                if by_looks { looks(0, index) } else { index.to_string() }
            }),
            Costume::Nes(nes) => frame_words(nes, action.record, &|limb, index| {
                if by_looks { looks(limb, index) } else { format!("{limb}.{index}") }
            }),
            _ => classic(costume, action.record, &|limb, index| {
                if by_looks { looks(limb, index) } else { index.to_string() }
            }),
        });
        let [by_number, by_looks] = both;
        (name, Record { by_number, by_looks })
    });
    let mut all: BTreeMap<String, Record> = named.collect();
    if let Costume::Akos(akos) = costume {
        for action in &actions {
            let name = format!("{} {}", action.chore_name(), action.facing.name());
            let words = akos
                .record(action.record)
                .map_or_else(|_| "broken".to_owned(), |record| format!("{:?}", record.limbs));
            all.insert(name, Record { by_number: words.clone(), by_looks: words });
        }
        let both = [false, true].map(|by_looks| {
            program(akos, &|index| if by_looks { looks(0, index) } else { index.to_string() })
        });
        let [by_number, by_looks] = both;
        all.insert("programs".to_owned(), Record { by_number, by_looks });
    }
    all
}

/// Returns the words for a command of a v0 costume.
fn order_words(costume: &V0, command: u16, picture: &dyn Fn(u16) -> String) -> String {
    let mut out = String::new();
    for (limb, order) in (0_u8..).zip(costume.command(command).unwrap_or_default()) {
        let Some(order) = order else { continue };
        let flipped = if order.flipped { " flipped" } else { "" };
        let _ = write!(out, "limb {limb}{flipped}");
        for index in costume.sequence(limb, order.sequence).unwrap_or_default() {
            let _ = write!(out, " {}", picture((*index).into()));
        }
        out.push_str("; ");
    }
    out
}

/// Returns the words for a record of a NES costume: its frames, each with its sprites.
fn frame_words(costume: &Nes, record: u16, picture: &dyn Fn(u8, u16) -> String) -> String {
    let Some(frames) = costume.frames(record) else { return "broken".to_owned() };
    let mut out = String::new();
    for frame in frames {
        for sprite in costume.sprites(*frame).into_iter().flatten() {
            let key = costume.key_of(sprite);
            let flipped = if sprite.flipped { " flipped" } else { "" };
            let _ = write!(out, "{} at {},{}{flipped} ", picture(key.limb, key.index), sprite.x, sprite.y);
        }
        out.push_str("; ");
    }
    out
}

/// Returns the words for a record of a COST costume.
fn classic(costume: &Costume, record: u16, picture: &dyn Fn(u8, u16) -> String) -> String {
    let Some(cost) = costume.as_cost() else { return String::new() };
    let Ok(record) = cost.record(record) else { return "broken".to_owned() };
    let mut out = String::new();
    for (limb, entry) in (0_u8..).zip(&record.limbs) {
        match entry {
            None => continue,
            Some(CostEntry::Off) => _ = write!(out, "limb {limb} off; "),
            Some(CostEntry::Window(window)) => {
                let how = if window.play_once { "once" } else { "loop" };
                let _ = write!(out, "limb {limb} {how}");
                for i in 0..u16::from(window.length) {
                    match cost.command(window.start.wrapping_add(i)) {
                        CostCommand::Picture(index) => _ = write!(out, " {}", picture(limb, index.into())),
                        other => _ = write!(out, " {other}"),
                    }
                }
                out.push_str("; ");
            }
        }
    }
    out
}

/// Returns the words for the programs of an AKOS costume. Jumps are given as distances.
fn program(akos: &costumier::format::akos::Akos, picture: &dyn Fn(u16) -> String) -> String {
    let mut out = String::new();
    for item in &Program::of(akos).items {
        let Some(command) = item.command() else {
            let _ = write!(out, "{:?}; ", item.bytes);
            continue;
        };
        let _ = write!(out, "{}", command.name());
        for index in command.pictures() {
            let _ = write!(out, " picture {}", picture(index));
        }
        for (parameter, value) in command.operands() {
            let value =
                if parameter.kind == OperandKind::Target { value - i32::from(item.at) } else { value };
            if command.pictures().next().is_none() {
                let _ = write!(out, " {} {value}", parameter.name);
            }
        }
        out.push_str("; ");
    }
    out
}
