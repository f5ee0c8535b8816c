//! Checks sizes and directories by a walk that is independent of the writer: each block must end where the next block
//! or its parent's end is, and at each offset of a directory a block of its kind must begin.

/// Whether all sizes are right. Files without a tree of blocks have none.
pub(crate) fn sizes(bytes: &[u8]) -> Result<(), String> {
    for key in [0, 0x69] {
        let plain = |at: usize| bytes.get(at).map(|byte| byte ^ key);
        let four = |at: usize| Some([plain(at)?, plain(at + 1)?, plain(at + 2)?, plain(at + 3)?]);
        if four(0) == Some(*b"LECF") {
            let size = |at| four(at + 4).map(|size| u32::from_be_bytes(size) as usize);
            let tag = |at| four(at).unwrap_or_default();
            return tree(bytes.len(), 8, &size, &|at| matches!(&tag(at), b"LECF" | b"LFLF"));
        }
        // v3 (256 colours) and v4: the size in front of two characters.
        if plain(4).zip(plain(5)) == Some((b'L', b'E')) {
            let size = |at| four(at).map(|size| u32::from_le_bytes(size) as usize);
            let tag = |at: usize| [plain(at + 4), plain(at + 5)];
            let parent = |at: usize| {
                let tag = tag(at);
                tag == [Some(b'L'), Some(b'E')] || tag == [Some(b'L'), Some(b'F')]
            };
            return tree(bytes.len(), 6, &size, &parent);
        }
    }
    Ok(())
}

/// Returns the number of charsets in an index (v5 and later), if all of them are at their offsets. The test games
/// write no text with them, so playing does not show whether they are there.
pub(crate) fn charsets(index: &[u8], data: &[u8]) -> Result<usize, String> {
    let mut found = 0;
    for key in [0, 0x69] {
        let data = Plain { bytes: data, key };
        if data.tag(0) != Some(*b"LECF") || data.tag(8) != Some(*b"LOFF") {
            continue;
        }
        let rooms = usize::from(data.byte(16).unwrap_or(0));
        let room_at = |room: u8| {
            let entry = (0..rooms).map(|entry| 17 + 5 * entry).find(|at| data.byte(*at) == Some(room))?;
            data.little(entry + 1, 4)
        };
        for key in [0, 0x69] {
            let index = Plain { bytes: index, key };
            let Some(at) = index.find(*b"DCHR") else { continue };
            let size = index.big(at + 4).unwrap_or(0);
            let entries = |width| index.little(at + 8, width).filter(|count| 8 + width + 5 * count == size);
            let Some((count, rooms)) =
                entries(2).map(|count| (count, at + 10)).or(entries(4).map(|count| (count, at + 12)))
            else {
                return Err("DCHR: its count and its size do not fit".to_owned());
            };
            for entry in 0..count {
                let room = index.byte(rooms + entry).unwrap_or(0);
                let offset = index.little(rooms + count + 4 * entry, 4).unwrap_or(0);
                if room != 0 && room_at(room).and_then(|start| data.tag(start + offset)) != Some(*b"CHAR") {
                    return Err(format!("charset {entry}: none begins at {offset:#x} of room {room}"));
                }
                found += usize::from(room != 0);
            }
        }
    }
    Ok(found)
}

/// How many blocks a Humongous index with directories of its own (7.0 and later) names in this file, if each is as
/// long as it says. Nothing in play tells: ScummVM takes lengths from the blocks themselves.
pub(crate) fn directories(index: &[u8], data: &[u8]) -> Result<usize, String> {
    let mut found = 0;
    for (index_key, key) in [(0, 0), (0, 0x69), (0x69, 0), (0x69, 0x69)] {
        let (index, data) = (Plain { bytes: index, key: index_key }, Plain { bytes: data, key });
        let Some(starts) = index.find(*b"DLFL").filter(|_| data.tag(0) == Some(*b"LECF")) else { continue };
        // Rooms on another disk do not begin here.
        let room_at = |room: usize| {
            let start = index.little(starts + 10 + 4 * room, 4)?;
            (data.tag(start.checked_sub(8)?) == Some(*b"LFLF")).then_some(start)
        };
        let mut at = 0;
        while let (Some(tag), Some(size)) = (index.tag(at), index.big(at + 4).filter(|size| *size >= 8)) {
            let count = index.little(at + 8, 2).filter(|_| tag.starts_with(b"DIR")).unwrap_or(0);
            let count = if size == 10 + 9 * count { count } else { 0 };
            for entry in 0..count {
                let number = |table: usize| index.little(at + 10 + table * count + 4 * entry, 4).unwrap_or(0);
                let room = index.byte(at + 10 + entry).map_or(0, usize::from);
                let Some(start) = room_at(room).filter(|_| room != 0) else { continue };
                let (offset, said) = (number(1), number(5));
                if data.big(start + offset + 4) != Some(said) {
                    let tag = tag.escape_ascii();
                    return Err(format!(
                        "{tag} {entry}: no block of {said} bytes at {offset:#x} of room {room}"
                    ));
                }
                found += 1;
            }
            at += size;
        }
    }
    Ok(found)
}

/// A file behind its key.
struct Plain<'a> {
    bytes: &'a [u8],
    key: u8,
}

impl Plain<'_> {
    fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).map(|byte| byte ^ self.key)
    }

    fn tag(&self, at: usize) -> Option<[u8; 4]> {
        Some([self.byte(at)?, self.byte(at + 1)?, self.byte(at + 2)?, self.byte(at + 3)?])
    }

    fn big(&self, at: usize) -> Option<usize> {
        self.tag(at).map(|size| u32::from_be_bytes(size) as usize)
    }

    fn little(&self, at: usize, bytes: usize) -> Option<usize> {
        (0..bytes).rev().try_fold(0, |number, byte| Some(number << 8 | usize::from(self.byte(at + byte)?)))
    }

    /// The block with this tag, among blocks back to back.
    fn find(&self, tag: [u8; 4]) -> Option<usize> {
        let mut at = 0;
        while self.tag(at)? != tag {
            at += self.big(at + 4).filter(|size| *size >= 8)?;
        }
        Some(at)
    }
}

/// Blocks back to back from 0 to `end`, those inside parents as well.
fn tree(
    end: usize,
    header: usize,
    size: &dyn Fn(usize) -> Option<usize>,
    parent: &dyn Fn(usize) -> bool,
) -> Result<(), String> {
    let mut open = vec![(0, end)];
    while let Some((mut at, end)) = open.pop() {
        while at < end {
            let found = size(at).filter(|size| *size >= header && at + size <= end);
            let Some(found) = found else {
                return Err(format!("the block at {at:#x} does not fit into what ends at {end:#x}"));
            };
            if parent(at) {
                // The room number stands in front of what is in a v4 room.
                let skip = if header == 6 && at > 0 { 2 } else { 0 };
                open.push((at + header + skip, at + found));
            }
            at += found;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{charsets, directories, sizes};

    #[test]
    fn a_size_that_is_stale_is_seen() {
        let good = b"LECF\0\0\0\x23LOFF\0\0\0\x09\0LFLF\0\0\0\x12ROOM\0\0\0\x0a\0\0".to_vec();
        assert_eq!(sizes(&good), Ok(()));
        for at in [7, 15, 24, 32] {
            let mut bad = good.clone();
            bad[at] += 1;
            assert!(sizes(&bad).is_err(), "{at}");
            bad[at] -= 2;
            assert!(sizes(&bad).is_err(), "{at}");
        }
    }

    #[test]
    fn a_charset_that_is_not_where_the_index_says_is_seen() {
        let data = b"LECF\0\0\0\x32LOFF\0\0\0\x0e\x01\x03\x1e\0\0\0LFLF\0\0\0\x1cROOM\0\0\0\x08CHAR\0\0\0\x0c\0\0\0\0";
        let index = |at: u8| [&b"DCHR\0\0\0\x14\x02\0\0\x03\0\0\0\0"[..], &[at, 0, 0, 0]].concat();
        assert_eq!(charsets(&index(8), data), Ok(1));
        assert!(charsets(&index(9), data).is_err());
        let locked: Vec<u8> = data.iter().map(|byte| byte ^ 0x69).collect();
        assert_eq!(charsets(&index(8), &locked), Ok(1));
        assert!(charsets(&index(7), &locked).is_err());
    }

    #[test]
    fn a_block_that_is_longer_than_its_directory_says_is_seen() {
        let data = b"LECF\0\0\0\x1cLFLF\0\0\0\x14AKOS\0\0\0\x0c\0\0\0\0";
        let index = |at: u8, size: u8| {
            let costumes = [&b"DIRC\0\0\0\x13\x01\0\x01"[..], &[at, 0, 0, 0], &[size, 0, 0, 0]].concat();
            [costumes, b"DLFL\0\0\0\x12\x02\0\0\0\0\0\x10\0\0\0".to_vec()].concat()
        };
        assert_eq!(directories(&index(0, 12), data), Ok(1));
        assert!(directories(&index(0, 11), data).is_err());
        assert!(directories(&index(1, 12), data).is_err());
        let locked: Vec<u8> = index(0, 12).iter().map(|byte| byte ^ 0x69).collect();
        assert_eq!(directories(&locked, data), Ok(1));
    }
}
