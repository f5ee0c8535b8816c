//! Tests of archives that are made here: valid, unusual and hostile.

use super::*;
use crate::ErrorKind;

/// The CRC of a member's contents.
fn sum_of(method: u16, stored: &[u8]) -> u32 {
    match method {
        8 => crc32fast::hash(&miniz_oxide::inflate::decompress_to_vec(stored).unwrap()),
        _ => crc32fast::hash(stored),
    }
}

/// An archive of these members, each with name, method, stored bytes and full size.
fn archive(before: &[u8], members: &[(&str, u16, Vec<u8>, u32)], comment: &[u8]) -> Vec<u8> {
    let mut out = before.to_vec();
    let mut directory = Vec::new();
    for (name, method, stored, full) in members {
        let offset = u32::try_from(out.len() - before.len()).unwrap();
        let common = [
            [20u16, 0, *method, 0, 0].iter().flat_map(|it| it.to_le_bytes()).collect::<Vec<u8>>(),
            [sum_of(*method, stored), u32::try_from(stored.len()).unwrap(), *full]
                .iter()
                .flat_map(|it| it.to_le_bytes())
                .collect(),
            u16::try_from(name.len()).unwrap().to_le_bytes().to_vec(),
        ]
        .concat();
        // The member's own header has an extra field that the directory does not have.
        out.extend([b"PK\x03\x04".as_slice(), &common, &[4, 0], name.as_bytes(), &[9; 4], stored].concat());
        let rest = [[0; 10].as_slice(), &offset.to_le_bytes()].concat();
        directory
            .extend([b"PK\x01\x02\x14\x00".as_slice(), &common, &[0; 2], &rest, name.as_bytes()].concat());
    }
    let offset = u32::try_from(out.len() - before.len()).unwrap();
    let count = u16::try_from(members.len()).unwrap();
    let size = u32::try_from(directory.len()).unwrap();
    out.extend(directory);
    out.extend([b"PK\x05\x06\0\0\0\0".as_slice(), &count.to_le_bytes(), &count.to_le_bytes()].concat());
    out.extend([size.to_le_bytes(), offset.to_le_bytes()].concat());
    out.extend(u16::try_from(comment.len()).unwrap().to_le_bytes());
    out.extend(comment);
    out
}

fn open(bytes: &[u8]) -> Result<Vec<(String, Result<Vec<u8>>)>> {
    let source: Shared = Arc::new(Arc::<[u8]>::from(bytes));
    let list = members(&source)?;
    Ok(list.iter().map(|(name, it)| (name.to_owned(), read_vec(&**it, 0, it.len(), 1 << 24, "x"))).collect())
}

fn two() -> Vec<(&'static str, u16, Vec<u8>, u32)> {
    let text = b"costumes, costumes, costumes, costumes".to_vec();
    let packed = miniz_oxide::deflate::compress_to_vec(&text, 9);
    vec![
        ("Game/A.000", 0, b"stored".to_vec(), 6),
        ("Game/A.001", 8, packed, u32::try_from(text.len()).unwrap()),
    ]
}

#[test]
fn stored_and_deflated_members_are_read_also_behind_a_script() {
    for (before, comment) in [(&b""[..], &b""[..]), (b"#!/bin/sh\n# Makeself\n", b"a comment")] {
        let found = open(&archive(before, &two(), comment)).unwrap();
        assert_eq!(found[0], ("Game/A.000".into(), Ok(b"stored".to_vec())));
        assert_eq!(found[1].1.as_deref(), Ok(&b"costumes, costumes, costumes, costumes"[..]));
    }
}

#[test]
fn names_that_lead_elsewhere_are_left_out_and_hidden_ones_too() {
    let list = ["../../etc/passwd", "C:\\x", "__MACOSX/._a", ".git/x", "folder/", "ok"]
        .map(|name| (name, 0, vec![1], 1));
    let names: Vec<String> =
        open(&archive(b"", &list, b"")).unwrap().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["ok"]);
}

#[test]
fn what_is_not_read_says_why() {
    let found = open(&archive(b"", &[("a", 12, vec![0; 9], 9), ("b", 0, vec![0; 9], 9)], b"")).unwrap();
    let error = found[0].1.clone().unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::Unsupported(_)) && error.to_string().contains("bzip2"),
        "{error}"
    );
    let mut secret = archive(b"", &[("a", 0, vec![0; 9], 9)], b"");
    let at = secret.windows(4).position(|it| it == b"PK\x01\x02").unwrap();
    secret[at + 8] = 1;
    assert!(open(&secret).unwrap()[0].1.clone().unwrap_err().to_string().contains("password"));
}

#[test]
fn a_byte_that_changed_is_told_by_the_sum() {
    let whole = archive(b"", &two(), b"");
    let mut bent = whole.clone();
    let at = bent.windows(6).position(|it| it == b"stored").unwrap();
    bent[at] ^= 1;
    let source: Shared = Arc::new(Arc::<[u8]>::from(bent));
    let list = members(&source).unwrap();
    let (_, file) = list.iter().next().unwrap();
    // A range alone cannot be checked; the whole file is, at once or in pieces.
    assert!(file.read_at(0, &mut [0; 3]).is_ok());
    assert!(file.read_at(3, &mut [0; 3]).unwrap_err().to_string().contains("CRC"));
    assert!(file.read_at(0, &mut [0; 6]).is_err() && file.read_at(1, &mut [0; 5]).is_ok());
    // Damage the directory's checksum of both members.
    let mut bent = whole;
    for (at, _) in bent.clone().windows(4).enumerate().filter(|(_, it)| *it == b"PK\x01\x02") {
        bent[at + 16] ^= 1;
    }
    for (name, bytes) in open(&bent).unwrap() {
        assert!(bytes.unwrap_err().to_string().contains("CRC"), "{name}");
    }
}

#[test]
fn a_bomb_is_refused_when_it_is_read_and_by_name() {
    let bomb = miniz_oxide::deflate::compress_to_vec(&vec![0; 40 << 20], 9);
    let found = open(&archive(b"", &[("bomb", 8, bomb, 40 << 20)], b"")).unwrap();
    assert!(matches!(found[0].1.clone().unwrap_err().kind(), ErrorKind::Limit(_)));
}

#[test]
fn cut_and_bent_archives_do_no_harm() {
    let whole = archive(b"#!", &two(), b"");
    for len in 0..whole.len() {
        assert!(open(&whole[..len]).is_err(), "{len}");
    }
    for at in 0..whole.len() {
        for value in [0, 1, 0x7f, 0xff] {
            let mut bent = whole.clone();
            bent[at] = value;
            let _ = open(&bent);
        }
    }
}

#[test]
fn old_names_have_the_letters_that_dos_showed() {
    assert_eq!(name_of(b"T\x99FFZOO.HE0", 0), "TÖFFZOO.HE0");
    assert_eq!(name_of("TÖFF".as_bytes(), 0x800), "TÖFF");
}
