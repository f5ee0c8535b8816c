//! JSON in lines for people: outer levels have a field or an element per line, inner levels are on one line
//! without spaces.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Formatter;

/// Number of levels with a field per line.
const OUTER: usize = 4;

/// Appends a value as JSON, indented by `level` levels.
pub(crate) fn append(out: &mut Vec<u8>, level: usize, what: &impl Serialize) -> serde_json::Result<()> {
    let lines = Lines { level, has_content: false };
    what.serialize(&mut serde_json::Serializer::with_formatter(out, lines))
}

/// Begins a line at this level.
pub(crate) fn begin_line(out: &mut Vec<u8>, level: usize) {
    // Writing to memory does not fail.
    let _ = new_line(out, level);
}

struct Lines {
    level: usize,
    has_content: bool,
}

fn new_line(out: &mut (impl Write + ?Sized), level: usize) -> io::Result<()> {
    out.write_all(b"\n")?;
    (0..level).try_for_each(|_| out.write_all(b"  "))
}

impl Lines {
    fn open(&mut self, out: &mut (impl Write + ?Sized), bracket: &[u8]) -> io::Result<()> {
        self.level += 1;
        self.has_content = false;
        out.write_all(bracket)
    }

    fn close(&mut self, out: &mut (impl Write + ?Sized), bracket: &[u8]) -> io::Result<()> {
        self.level -= 1;
        if self.has_content && self.level < OUTER {
            new_line(out, self.level)?;
        }
        out.write_all(bracket)
    }

    fn item(&mut self, out: &mut (impl Write + ?Sized), first: bool) -> io::Result<()> {
        if self.level <= OUTER {
            if !first {
                out.write_all(b",")?;
            }
            return new_line(out, self.level);
        }
        if first { Ok(()) } else { out.write_all(b",") }
    }
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.item(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_content = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.item(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(if self.level <= OUTER { b": " } else { b":" })
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_content = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outer_levels_have_lines_and_inner_ones_none() {
        let value =
            serde_json::json!({ "a": [{ "b": { "c": [1, { "d": [2, 3], "e": {} }] } }, []], "f": {} });
        let mut out = Vec::new();
        append(&mut out, 0, &value).unwrap();
        let text = String::from_utf8(out).unwrap();
        let expected = "{\n  \"a\": [\n    {\n      \"b\": {\n        \"c\": [1,{\"d\":[2,3],\"e\":{}}]\n      \
            }\n    },\n    []\n  ],\n  \"f\": {}\n}";
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
        let mut inner = Vec::new();
        append(&mut inner, 4, &value).unwrap();
        assert!(!inner.contains(&b'\n'));
    }
}
