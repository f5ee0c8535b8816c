//! The fields of a code: its own two bytes, stored lengths and counts, operands, pictures.

use std::ops::Range;

use super::Item;
use super::bytes::byte;
use super::command::AkosCommand;
use super::opcode::Layout;
use super::table::FIXED;

/// Bytes of a code that are one number.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// The field's name in listings.
    pub name: &'static str,
    /// The field's bytes, counted from the first byte of the code; cut where AKSQ or the item ends.
    pub bytes: Range<usize>,
    /// The number that the bytes hold.
    pub value: i32,
}

/// Fields in a row.
struct Fields<'a> {
    bytes: &'a [u8],
    at: usize,
    found: Vec<Field>,
}

impl Fields<'_> {
    /// Adds the next field. A field that is cut has the bytes that are there; a field without bytes is left out.
    fn push(&mut self, name: &'static str, size: usize, value: i32) {
        let end = self.at.saturating_add(size).min(self.bytes.len());
        if self.at < end {
            self.found.push(Field { name, bytes: self.at..end, value });
        }
        self.at = end;
    }

    fn byte(&mut self, name: &'static str) -> u8 {
        let value = byte(self.bytes, self.at);
        self.push(name, 1, value.into());
        value
    }

    fn short(&mut self, name: &'static str, value: i16) {
        self.push(name, 2, value.into());
    }
}

impl Item<'_> {
    /// The fields of the item, in order and without gaps. Bytes that are not a code, and bytes behind the operands,
    /// are one field.
    #[must_use]
    pub fn fields(&self) -> Vec<Field> {
        let mut fields = Fields { bytes: self.bytes, at: 0, found: Vec::new() };
        if let Some(command) = self.code.command() {
            command_fields(command, &mut fields);
        }
        let rest = self.bytes.len().saturating_sub(fields.at);
        fields.push("bytes", rest, 0);
        fields.found
    }
}

fn command_fields(command: &AkosCommand<'_>, fields: &mut Fields<'_>) {
    if let AkosCommand::Picture { index } = command {
        return fields.push("picture", fields.bytes.len(), i32::from(*index));
    }
    let Some(opcode) = command.opcode() else { return };
    fields.push("code", FIXED, opcode.code.into());
    if let Layout::Counted(_) = opcode.layout {
        fields.byte("length");
    }
    for (operand, value) in command.operands() {
        fields.push(operand.name, operand.kind.size(), value);
    }
    let AkosCommand::Draw(draw) = command else { return };
    if let Some(list) = draw.conditions {
        fields.byte("length");
        fields.byte("conditions");
        list.iter().for_each(|condition| fields.push("condition", 1, (*condition).into()));
    }
    if let Some((x, y)) = draw.moves {
        fields.short("move x", x);
        fields.short("move y", y);
    }
    fields.byte("pictures");
    for part in draw.components() {
        fields.short("x", part.x);
        fields.short("y", part.y);
        let size = if byte(fields.bytes, fields.at) < 0x80 { 1 } else { 2 };
        fields.push("picture", size, part.picture.into());
    }
}
