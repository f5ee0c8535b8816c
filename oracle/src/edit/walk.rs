//! The sizes of a data file's blocks, by a walk that knows nothing of how they were written: whatever a size
//! claims has to end where the next block, or its parent, says so.

/// Whether all sizes fit; files without a tree of blocks always do.
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
    use super::sizes;

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
}
