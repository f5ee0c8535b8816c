//! Tar and gzip by others, and archives that mean harm: as whole games on the command line.

use std::fs;
use std::time::{Duration, Instant};

use crate::pack::{self, below, costumes, run, same, store};
use crate::support::{NamedFiles, folder, generated, run_in};

fn sample() -> NamedFiles {
    generated().into_iter().find(|(name, _)| name == "sample v5").unwrap().1
}

#[test]
#[ignore = "needs GNU tar, gzip, python3"]
fn tar_by_others_in_every_dialect_plain_and_in_gzip() {
    for (name, game) in generated() {
        let at = folder(&format!("tar {name}"));
        let long = "A long name of a folder, as those have who keep forty games/".repeat(3);
        store(&at.join("in"), &below("My Game/", &game));
        store(&at.join("long"), &below(&long, &game));
        let mut made = Vec::new();
        for format in ["v7", "ustar", "gnu", "pax"] {
            let tar = format!("{format}.tar");
            run(&at.join("in"), "tar", &["--format", format, "-cf", &format!("../{tar}"), "."]);
            made.push(tar);
        }
        // Three folders deep, and with more letters than the head has.
        for format in ["gnu", "pax"] {
            let tar = format!("long-{format}.tar");
            run(&at.join("long"), "tar", &["--format", format, "-cf", &format!("../{tar}"), "."]);
            made.push(tar);
        }
        run(&at.join("in"), "tar", &["-czf", "../game.tgz", "."]);
        made.push("game.tgz".into());
        fs::copy(at.join("ustar.tar"), at.join("named.tar")).unwrap();
        run(&at, "gzip", &["-9", "named.tar"]);
        made.push("named.tar.gz".into());
        // Padded to whole blocks, as tapes do; and packed in parts that were strung together.
        let mut padded = fs::read(at.join("game.tgz")).unwrap();
        padded.resize(padded.len().next_multiple_of(10_240), 0);
        fs::write(at.join("padded.tgz"), padded).unwrap();
        let tar = fs::read(at.join("ustar.tar")).unwrap();
        let mut row = Vec::new();
        for (number, part) in tar.chunks(tar.len().div_ceil(3)).enumerate() {
            let file = format!("part{number}");
            fs::write(at.join(&file), part).unwrap();
            run(&at, "gzip", &[&file]);
            row.extend(fs::read(at.join(format!("{file}.gz"))).unwrap());
        }
        fs::write(at.join("row.tar.gz"), row).unwrap();
        made.extend(["padded.tgz".into(), "row.tar.gz".into()]);
        let script = "import tarfile; tarfile.open('python.tar.gz', 'w:gz').add('in/My Game', 'My Game')";
        run(&at, "python3", &["-c", script]);
        made.push("python.tar.gz".into());
        for file in made {
            let bytes = fs::read(at.join(&file)).unwrap();
            same(&format!("{name}, {file}"), &game, vec![(file.clone(), bytes.clone())]);
            let by_name = costumes(vec![(file.clone(), bytes)], Some(&file)).unwrap();
            assert!(by_name == costumes(game.clone(), None).unwrap(), "{name}, {file} by its name");
        }
    }
}

#[test]
#[ignore = "needs gzip"]
fn each_file_of_a_game_in_gzip_and_amiga_disks_in_it() {
    for (name, game) in generated().into_iter().filter(|(name, _)| name.contains("v5") || name == "v2") {
        let at = folder(&format!("gzip {name}"));
        store(&at, &game);
        let each = game.iter().enumerate();
        store(
            &at,
            &each
                .map(|(number, file)| {
                    (
                        format!("Game (Disk {} of 9).adf", number + 1),
                        pack::adf(std::slice::from_ref(file), true),
                    )
                })
                .collect::<NamedFiles>(),
        );
        let files: Vec<String> =
            fs::read_dir(&at).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
        let mut packed: NamedFiles = Vec::new();
        let mut disks: NamedFiles = Vec::new();
        for file in files {
            run(&at, "gzip", &["-n", &file]);
            let bytes = fs::read(at.join(format!("{file}.gz"))).unwrap();
            match file.strip_suffix(".adf") {
                Some(stem) => disks.push((format!("{stem}.adz"), bytes)),
                None => packed.push((format!("{file}.gz"), bytes)),
            }
        }
        same(&format!("{name}, every file in gzip"), &game, packed);
        disks.sort();
        let first = disks[0].0.clone();
        let set = costumes(disks.clone(), Some(&first)).unwrap();
        assert!(set == costumes(game.clone(), None).unwrap(), "{name}: one packed disk means its set");
        same(&format!("{name}, packed disks"), &game, disks);
    }
}

#[test]
#[ignore = "needs zip"]
fn a_damaged_byte_in_a_zip_is_told() {
    let game = sample();
    let at = folder("zip damaged");
    store(&at.join("in"), &game);
    run(&at.join("in"), "zip", &["-qr0", "../game.zip", "."]);
    let mut bytes = fs::read(at.join("game.zip")).unwrap();
    // A byte of a name in the index: nothing but the sum can tell.
    let index = &game[0].1;
    let start = bytes.windows(index.len()).position(|it| it == index).unwrap();
    bytes[start + 12] ^= 1;
    fs::write(at.join("game.zip"), bytes).unwrap();
    fs::remove_dir_all(at.join("in")).unwrap();
    run_in(&at, &["list", "game.zip"]).fails(2, &["game.zip/", "CRC", "damaged"]);
}

#[test]
#[ignore = "needs zip"]
fn zips_in_parts_or_with_a_password_are_named_with_the_step_that_helps() {
    let at = folder("zip odd");
    store(&at.join("in"), &sample());
    let zip = |options: &[&str], name: &str| {
        run(&at.join("in"), "zip", &[options, &["-qr", &format!("../{name}"), "."]].concat());
    };
    zip(&["-s", "64k"], "parts.zip");
    zip(&["-P", "secret"], "secret.zip");
    for (file, says) in [
        ("parts.zip", ["the last part of a split zip", "zip -s 0 parts.zip --out whole.zip"]),
        ("parts.z01", ["the first part of a split zip", "zip -s 0 NAME.zip"]),
        ("secret.zip", ["has a password", "unpack it"]),
    ] {
        run_in(&at, &["list", file]).fails(2, &says);
    }
}

#[test]
#[ignore = "needs python3"]
fn archives_that_mean_harm_end_soon_and_say_why() {
    let at = folder("harm");
    let script = r#"
import gzip, io, tarfile, zipfile
from struct import pack
# 200 MB of nothing; and the same, one packed in the other.
def bomb(name, size):
    with zipfile.ZipFile(name, 'w', zipfile.ZIP_DEFLATED, compresslevel=9) as z:
        with z.open('monkey.000', 'w', force_zip64=True) as f:
            for _ in range(size >> 24): f.write(bytes(1 << 24))
bomb('bomb.zip', 200 << 20)
with gzip.open('bomb.tar.gz', 'wb', 9) as f:
    for _ in range(200 >> 4): f.write(bytes(1 << 24))
inner = open('bomb.zip', 'rb').read()
for depth in range(6):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_STORED) as z: z.writestr(f'level{depth}.zip', inner)
    inner = out.getvalue()
open('deep.zip', 'wb').write(inner)
with tarfile.open('links.tar', 'w') as t:
    for name, kind, to in [('a', tarfile.SYMTYPE, 'b'), ('b', tarfile.SYMTYPE, 'a'), ('c', tarfile.LNKTYPE, 'c'),
                           ('../../above', tarfile.REGTYPE, ''), ('/etc/absolute', tarfile.REGTYPE, '')]:
        info = tarfile.TarInfo(name); info.type = kind; info.linkname = to
        t.addfile(info, io.BytesIO(b''))
with zipfile.ZipFile('above.zip', 'w') as z:
    for name in ['../../above', '/etc/absolute', 'C:\\windows\\x', '..\\x']: z.writestr(name, b'x')
# By hand: zipfile takes seconds for these.
def empty(name, count):
    heads, directory, at = [], [], 0
    for number in range(count):
        file = str(number).encode()
        heads.append(pack('<4s5H3I2H', b'PK\3\4', 20, 0, 0, 0, 33, 0, 0, 0, len(file), 0) + file)
        rest = [20, 20, 0, 0, 0, 33, 0, 0, 0, len(file), 0, 0, 0, 0, 0, at]
        directory.append(pack('<4s6H3I5H2I', b'PK\1\2', *rest) + file)
        at += len(heads[-1])
    size = sum(map(len, directory))
    end = pack('<4sQ2H2I4Q', b'PK\6\6', 44, 45, 45, 0, 0, count, count, size, at)
    end += pack('<4sIQI', b'PK\6\7', 0, at + size, 1)
    end += pack('<4s4H2IH', b'PK\5\6', 0, 0, 65535, 65535, size, at, 0)
    with open(name, 'wb') as f: f.write(b''.join(heads + directory) + end)
empty('many.zip', 120000)
empty('most.zip', 99999)
"#;
    fs::write(at.join("make.py"), script).unwrap();
    run(&at, "python3", &["make.py"]);
    fs::remove_file(at.join("make.py")).unwrap();
    for (file, says) in [
        ("bomb.zip", "above the bounds"),
        ("bomb.tar.gz", "above the bounds"),
        ("deep.zip", "unpack the outer ones"),
        ("links.tar", "no index of a SCUMM game in it"),
        ("above.zip", "names in it lead elsewhere"),
        ("many.zip", "more than 100000 files"),
        ("most.zip", "(zip, 99999 files)"),
    ] {
        let start = Instant::now();
        run_in(&at, &["info", file]).fails(2, &[says]);
        assert!(start.elapsed() < Duration::from_secs(20), "{file}: {:?}", start.elapsed());
    }
    // Nothing was unpacked anywhere.
    let there: Vec<_> = fs::read_dir(&at).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(there.len(), 7, "{there:?}");
    assert!(!at.parent().unwrap().join("above").exists());
}

#[test]
#[ignore = "needs genisoimage, mtools"]
fn folders_that_hold_themselves_on_a_cd_and_on_floppies() {
    let game = sample();
    let at = folder("circles");
    store(&at.join("in"), &below("GAME/", &game));
    run(&at, "genisoimage", &["-quiet", "-o", "cd.iso", "in"]);
    let mut cd = fs::read(at.join("cd.iso")).unwrap();
    // The folder's sector becomes that of the root.
    let number = |at: usize, cd: &[u8]| u32::from_le_bytes(cd[at..at + 4].try_into().unwrap());
    let root = number(16 * 2048 + 156 + 2, &cd);
    let start = root as usize * 2048;
    let name = cd[start..start + 2048].windows(5).position(|it| it == b"\x04GAME").unwrap();
    let entry = start + name - 32;
    cd[entry + 2..entry + 6].copy_from_slice(&root.to_le_bytes());
    fs::write(at.join("circle.iso"), cd).unwrap();
    let begun = Instant::now();
    run_in(&at, &["info", "circle.iso"]).fails(2, &["circle.iso was opened"]);
    assert!(begun.elapsed() < Duration::from_secs(20));
    run(&at, "mformat", &["-C", "-f", "1440", "-i", "disk.img", "::"]);
    run(&at, "mmd", &["-i", "disk.img", "::/GAME", "::/GAME/AGAIN"]);
    let mut disk = fs::read(at.join("disk.img")).unwrap();
    // The inner folder starts where the outer one does.
    let find = |name: &[u8; 11]| disk.windows(11).position(|it| it == name).unwrap();
    let (outer, inner) = (find(b"GAME       "), find(b"AGAIN      "));
    let first = [disk[outer + 26], disk[outer + 27]];
    disk[inner + 26..inner + 28].copy_from_slice(&first);
    fs::write(at.join("circle.img"), disk).unwrap();
    let begun = Instant::now();
    run_in(&at, &["info", "circle.img"]).fails(2, &["was opened (DOS floppies, 0 files)"]);
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_file_that_is_nothing_is_described_and_compared_with_names_of_games() {
    let at = folder("nothing");
    fs::write(at.join("monk2.dat"), [&[0xAB; 4][..], &[7; 3000]].concat()).unwrap();
    for arg in ["monk2.dat", "."] {
        run_in(&at, &["info", arg]).fails(
            2,
            &["monk2.dat is nothing that is known: 3004 bytes", "ab ab ab ab 07", "Monkey Island 2"],
        );
    }
    fs::write(at.join("letter.txt"), "Dear sir").unwrap();
    run_in(&at, &["info", "letter.txt"]).fails(2, &["8 bytes, beginning 44 65 61 72"]);
    run_in(&at, &["info", "."]).fails(2, &["none of 2 files opens like a SCUMM index"]);
}
