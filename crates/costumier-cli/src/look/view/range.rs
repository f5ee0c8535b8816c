//! The header `Range: bytes=…` of a request: one range of a file.

use std::ops::Range;

/// The part of a file to answer with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RequestedRange {
    /// The whole file: the request has no range, or one that is not understood.
    All,
    /// These bytes.
    Part(Range<u64>),
    /// No bytes: the range begins behind the end of the file.
    Outside,
}

/// Parses the range of a request for a file of this length.
pub(super) fn wanted(header: Option<&str>, length: u64) -> RequestedRange {
    let Some(ranges) = header.and_then(|header| header.trim().strip_prefix("bytes=")) else {
        return RequestedRange::All;
    };
    // A request for several ranges may be answered with the whole file.
    let Some((from, to)) = ranges.split_once('-').filter(|_| !ranges.contains(',')) else {
        return RequestedRange::All;
    };
    let part = match (from.trim(), to.trim()) {
        ("", last) => match last.parse::<u64>() {
            Ok(last) => length.saturating_sub(last)..length,
            Err(_) => return RequestedRange::All,
        },
        (from, to) => {
            let last = if to.is_empty() { Ok(u64::MAX) } else { to.parse::<u64>() };
            match (from.parse::<u64>(), last) {
                (Ok(from), Ok(last)) if from <= last => from..last.saturating_add(1).min(length),
                _ => return RequestedRange::All,
            }
        }
    };
    if part.start < part.end { RequestedRange::Part(part) } else { RequestedRange::Outside }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_http_has_them() {
        let it = |ranges| wanted(Some(ranges), 100);
        assert_eq!(it("bytes=0-0"), RequestedRange::Part(0..1));
        assert_eq!(it("bytes=10-19"), RequestedRange::Part(10..20));
        assert_eq!(it("bytes=90-1000"), RequestedRange::Part(90..100));
        assert_eq!(it("bytes=90-"), RequestedRange::Part(90..100));
        assert_eq!(it("bytes=-10"), RequestedRange::Part(90..100));
        assert_eq!(it("bytes=-1000"), RequestedRange::Part(0..100));
        for outside in ["bytes=100-", "bytes=100-200", "bytes=-0"] {
            assert_eq!(it(outside), RequestedRange::Outside, "{outside}");
        }
        for other in [
            "",
            "bytes=",
            "bytes=5-3",
            "bytes=a-b",
            "bytes=0-1,3-4",
            "lines=0-1",
            "bytes=99999999999999999999-",
        ] {
            assert_eq!(it(other), RequestedRange::All, "{other}");
        }
        assert_eq!(wanted(None, 100), RequestedRange::All);
        assert_eq!(wanted(Some("bytes=0-"), 0), RequestedRange::Outside);
    }
}
