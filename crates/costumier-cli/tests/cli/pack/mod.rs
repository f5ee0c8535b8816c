//! Writers of the forms that no program of others writes, after the layouts of `docs/format/editions.md`, and
//! the calls of those that others do write.

#![allow(dead_code, reason = "each test file uses a part")]
#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, reason = "what fails here fails the test")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use costumier::game::shelf;
use costumier::{Game, Limits, MemoryFiles, Result};

use crate::support::NamedFiles;

/// Every costume's bytes.
pub(crate) type Costumes = BTreeMap<u32, Vec<u8>>;

pub(crate) fn costumes(
    files: impl IntoIterator<Item = (String, Vec<u8>)>,
    start: Option<&str>,
) -> Result<Costumes> {
    let files: MemoryFiles = files.into_iter().collect();
    let limits = Limits::default();
    let (shelf, index) = shelf(Arc::new(files), start, &limits);
    let game = Game::open(&shelf, index.as_deref(), limits)?;
    game.costume_ids().map(|id| Ok((id, game.costume_bytes(id)?.payload))).collect()
}

#[track_caller]
pub(crate) fn same(what: &str, game: &NamedFiles, files: NamedFiles) {
    let plain = costumes(game.clone(), None).unwrap();
    assert!(!plain.is_empty());
    match costumes(files, None) {
        Ok(found) => assert!(found == plain, "{what}: other costumes"),
        Err(error) => panic!("{what}: {error}"),
    }
}

/// The game's files below a folder, under names in the case that a form is known for.
pub(crate) fn below(folder: &str, game: &NamedFiles) -> NamedFiles {
    game.iter().map(|(name, bytes)| (format!("{folder}{name}"), bytes.clone())).collect()
}

/// Which LPAK to write.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lpak {
    pub(crate) big: bool,
    pub(crate) wide: bool,
    pub(crate) false_names: bool,
}

/// An archive of these members, each at a multiple of 16 (`docs/format/editions.md §2`).
pub(crate) fn lpak(members: &[(String, Vec<u8>)], how: Lpak) -> Vec<u8> {
    let number = |value: usize| {
        let value = u32::try_from(value).unwrap();
        if how.big { value.to_be_bytes() } else { value.to_le_bytes() }
    };
    let (mut entries, mut names, mut data) = (Vec::new(), Vec::new(), Vec::<u8>::new());
    for (name, bytes) in members {
        data.resize(data.len().next_multiple_of(16), 0xCC);
        match (how.wide, how.big) {
            (true, true) => entries.extend([[0; 4], number(data.len())].concat()),
            (true, false) => entries.extend([number(data.len()), [0; 4]].concat()),
            _ => entries.extend(number(data.len())),
        }
        entries.extend(number(if how.false_names { 7 } else { names.len() }));
        entries.extend([number(bytes.len()), number(bytes.len()), [0; 4]].concat());
        names.extend(name.bytes().chain([0]));
        data.extend(bytes);
    }
    let index: Vec<u8> = (0..members.len()).flat_map(number).collect();
    let header = if how.wide { 48 } else { 40 };
    let version: f32 = if how.wide { 1.5 } else { 1.0 };
    let mut out =
        if how.big { [*b"LPAK", version.to_be_bytes()] } else { [*b"KAPL", version.to_le_bytes()] }.concat();
    let (first, second) = if how.wide { (&entries, &index) } else { (&index, &entries) };
    let starts = [header, header + first.len(), header + first.len() + second.len()];
    let data_at = starts[2] + names.len();
    for value in
        [starts[0], starts[1], starts[2], data_at, index.len(), entries.len(), names.len(), data.len()]
    {
        out.extend(number(value));
    }
    out.resize(header, 0);
    [out.as_slice(), first, second, &names, &data].concat()
}

/// A Macintosh data file (§5.2), with gaps.
pub(crate) fn mac_data(members: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut out = vec![0; 8];
    let mut directory = Vec::new();
    for (name, bytes) in members {
        out.extend([0xEE; 5]);
        directory.extend((out.len() as u32).to_be_bytes());
        directory.extend((bytes.len() as u32).to_be_bytes());
        directory.extend(name.bytes().chain([0; 32]).take(32));
        out.extend(bytes);
    }
    let start = (out.len() as u32).to_be_bytes();
    out[..4].copy_from_slice(&start);
    out[4..8].copy_from_slice(&(directory.len() as u32).to_be_bytes());
    out.extend(directory);
    out
}

/// A file in MacBinary II (§5.4).
pub(crate) fn mac_binary(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![0; 128];
    out[1] = name.len() as u8;
    out[2..2 + name.len()].copy_from_slice(name.as_bytes());
    out[83..87].copy_from_slice(&(bytes.len() as u32).to_be_bytes());
    out[122] = 129;
    out[123] = 129;
    let mut sum = 0u16;
    for byte in &out[..124] {
        sum ^= u16::from(*byte) << 8;
        for _ in 0..8 {
            sum = if sum & 0x8000 != 0 { (sum << 1) ^ 0x1021 } else { sum << 1 };
        }
    }
    out[124..126].copy_from_slice(&sum.to_be_bytes());
    out.extend(bytes);
    out.resize(out.len().next_multiple_of(128), 0);
    out
}

/// An image's sectors as a CD has them: mode 1, or 2 with its sub-header (§6.5).
pub(crate) fn raw_sectors(iso: &[u8], mode: u8) -> Vec<u8> {
    let mut out = Vec::new();
    let decimal = |value: usize| (value / 10 * 16 + value % 10) as u8;
    for (at, sector) in iso.chunks(2048).enumerate() {
        let frame = at + 150;
        out.extend([0]);
        out.extend([0xFF; 10]);
        out.extend([0, decimal(frame / 75 / 60), decimal(frame / 75 % 60), decimal(frame % 75), mode]);
        if mode == 2 {
            out.extend([0; 8]);
        }
        out.extend(sector);
        out.resize((at + 1) * 2352, 0);
    }
    out
}

/// A CD image of 2,048 bytes a sector, with these files in its root folder (`docs/format/editions.md §6.5`).
pub(crate) fn iso(files: &NamedFiles) -> Vec<u8> {
    let both = |value: usize| {
        let value = u32::try_from(value).unwrap();
        [value.to_le_bytes(), value.to_be_bytes()].concat()
    };
    let record = |name: &[u8], sector: usize, size: usize, is_folder: bool| {
        let mut record = vec![0; 33 + name.len() + (name.len() + 1) % 2];
        record[0] = u8::try_from(record.len()).unwrap();
        record[2..10].copy_from_slice(&both(sector));
        record[10..18].copy_from_slice(&both(size));
        record[25] = if is_folder { 2 } else { 0 };
        record[32] = u8::try_from(name.len()).unwrap();
        record[33..33 + name.len()].copy_from_slice(name);
        record
    };
    let root = |name: &[u8]| record(name, 18, 2048, true);
    let (mut folder, mut data) = ([root(&[0]), root(&[1])].concat(), Vec::new());
    for (name, bytes) in files {
        folder.extend(record(format!("{name};1").as_bytes(), 19 + data.len() / 2048, bytes.len(), false));
        data.extend(bytes);
        data.resize(data.len().next_multiple_of(2048), 0);
    }
    assert!(folder.len() <= 2048, "one sector holds the folder");
    let mut image = vec![0; 16 * 2048];
    image.extend(b"\x01CD001\x01");
    image.resize(16 * 2048 + 156, 0);
    image.extend(root(&[0]));
    image.resize(17 * 2048, 0);
    image.extend(b"\xffCD001\x01");
    image.resize(18 * 2048, 0);
    image.extend(folder);
    image.resize(19 * 2048, 0);
    [image, data].concat()
}

/// An Amiga disk with these files, in drawers where their names have slashes (§6.1).
pub(crate) fn adf(files: &[(String, Vec<u8>)], fast: bool) -> Vec<u8> {
    let mut disk = Adf { bytes: vec![0; 901_120], free: 2, fast };
    disk.bytes[..4].copy_from_slice(&[b'D', b'O', b'S', u8::from(fast)]);
    disk.put(880, 0, 2);
    disk.put(880, 508, 1);
    let mut drawers: Vec<(String, usize)> = Vec::new();
    for (path, bytes) in files {
        let (mut at, mut name) = (880, path.as_str());
        if let Some((drawer, base)) = path.split_once('/') {
            name = base;
            let found = drawers.iter().find(|(of, _)| of == drawer).map(|(_, block)| *block);
            at = found.unwrap_or_else(|| {
                let block = disk.header(880, drawer, 2);
                drawers.push((drawer.to_owned(), block));
                block
            });
        }
        let mut header = disk.header(at, name, 0xFFFF_FFFD);
        disk.put(header, 324, bytes.len() as u32);
        let (skip, most) = if fast { (0, 512) } else { (24, 488) };
        for (slot, part) in bytes.chunks(most).enumerate() {
            if slot > 0 && slot % 72 == 0 {
                let extension = disk.block();
                disk.put(header, 504, extension as u32);
                disk.put(extension, 0, 16);
                header = extension;
            }
            let block = disk.block();
            disk.put(header, 308 - slot % 72 * 4, block as u32);
            let from = block * 512 + skip;
            disk.bytes[from..from + part.len()].copy_from_slice(part);
        }
    }
    disk.bytes
}

struct Adf {
    bytes: Vec<u8>,
    free: usize,
    fast: bool,
}

impl Adf {
    fn put(&mut self, block: usize, at: usize, value: u32) {
        self.bytes[block * 512 + at..block * 512 + at + 4].copy_from_slice(&value.to_be_bytes());
    }

    /// Every other block, so that nothing lies together by chance.
    fn block(&mut self) -> usize {
        self.free += if self.fast { 1 } else { 2 };
        if self.free >= 880 && self.free < 884 {
            self.free = 885;
        }
        self.free %= 1760;
        self.free
    }

    /// A header in a drawer, at the head of a chain that goes by the name's length.
    fn header(&mut self, drawer: usize, name: &str, kind: u32) -> usize {
        let block = self.block();
        let head = drawer * 512 + 24 + name.len() % 72 * 4;
        let next: [u8; 4] = self.bytes[head..head + 4].try_into().unwrap();
        self.put(block, 0, 2);
        self.put(block, 496, u32::from_be_bytes(next));
        self.put(block, 508, kind);
        self.put(drawer, 24 + name.len() % 72 * 4, block as u32);
        self.bytes[block * 512 + 432] = name.len() as u8;
        self.bytes[block * 512 + 433..][..name.len()].copy_from_slice(name.as_bytes());
        block
    }
}

/// An installer's archive in parts of that many bytes (§6.3), its files packed as literals.
pub(crate) fn lfg(files: &[(String, Vec<u8>)], part: usize) -> NamedFiles {
    let mut stream = b"GAME___A.XXX\0\0".to_vec();
    stream.extend([0; 6]);
    for (name, bytes) in files {
        let packed = implode(bytes);
        stream.extend(b"FILE");
        stream.extend((packed.len() as u32 + 24).to_le_bytes());
        stream.extend(name.bytes().chain([0; 14]).take(14));
        stream.extend((bytes.len() as u32).to_le_bytes());
        stream.extend([2, 0, 1, 0, 0, 0]);
        stream.extend(packed);
    }
    stream[14] = stream.len().div_ceil(part) as u8;
    let parts = stream.chunks(part).zip('A'..='Z');
    parts
        .map(|(part, letter)| {
            let head = [b"LFG!".as_slice(), &(part.len() as u32 + 8).to_le_bytes()].concat();
            (format!("GAME___{letter}.XXX"), [head.as_slice(), part].concat())
        })
        .collect()
}

fn implode(plain: &[u8]) -> Vec<u8> {
    let literal = |byte: &u8| {
        std::iter::once(false).chain((0..8).map({
            let byte = *byte;
            move |at| byte >> at & 1 == 1
        }))
    };
    let end = std::iter::once(true).chain([false; 7]).chain([true; 8]);
    let bits: Vec<bool> = plain.iter().flat_map(literal).chain(end).collect();
    let byte =
        |bits: &[bool]| bits.iter().enumerate().fold(0u8, |byte, (at, bit)| byte | u8::from(*bit) << at);
    [0, 4].into_iter().chain(bits.chunks(8).map(byte)).collect()
}

/// Runs a program of others in a folder.
#[track_caller]
pub(crate) fn run(folder: &Path, program: &str, args: &[&str]) {
    let output = Command::new(program).args(args).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{program} {args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Stores files in a folder, and in folders in it.
pub(crate) fn store(at: &Path, files: &[(String, Vec<u8>)]) {
    for (name, bytes) in files {
        let path = at.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}
