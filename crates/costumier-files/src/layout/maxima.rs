//! `MAXS`: how many of everything a game has. Interpreters allocate memory by it.

use super::{Contents, IndexLayout, Kind, List, NumberFormat};
use crate::bytes::Bytes;
use crate::dialect::Maxima;

/// The meaning of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Maximum {
    /// Something that the index does not list, or that is not known; the number that is written.
    Value(u16),
    /// The number of rows of a table.
    Rows(List),
}

use Maximum::{Rows, Value};

const SCRIPTS: Maximum = Rows(List::Of(Kind::Script));
const SOUNDS: Maximum = Rows(List::Of(Kind::Sound));
const CHARSETS: Maximum = Rows(List::Of(Kind::Charset));
const COSTUMES: Maximum = Rows(List::Of(Kind::Costume));
const OBJECTS: Maximum = Rows(List::Objects);

/// The numbers of a form, in order (`docs/format/containers.md §4.2, §8`). `rooms` is the table of rooms.
fn numbers(form: Maxima, rooms: Maximum) -> Vec<Maximum> {
    match form {
        // Variables, ?, bit variables, local objects, ?, charsets, ?, ?, inventory.
        Maxima::V5 => {
            let [before, behind] = [[800, 16, 2048, 200, 50].as_slice(), &[100, 50, 80]];
            let values = |them: &[u16]| them.iter().copied().map(Value).collect::<Vec<_>>();
            [values(before), vec![CHARSETS], values(behind)].concat()
        }
        // Variables, ?, bit variables, local objects, arrays, ?, verbs, floating objects, inventory.
        Maxima::V6 => {
            let values = [800, 16, 2048, 200, 50, 0, 100, 50, 80].map(Value);
            [values.as_slice(), &[rooms, SCRIPTS, SOUNDS, CHARSETS, COSTUMES, OBJECTS]].concat()
        }
        // Behind those of v6 images; sprites, local scripts, size of the heap; palettes, ?, talkies
        // (`docs/format/humongous-rooms.md §2.3`).
        Maxima::He72 | Maxima::He90 | Maxima::He99 => {
            let [sprites, scripts, heap, palettes, unknown] = [64, 50, 1000, 4, 0].map(Value);
            let more = [Rows(List::Images), sprites, scripts, heap, palettes, unknown, Rows(List::Talkies)];
            let mut all = [numbers(Maxima::V6, rooms).as_slice(), &more].concat();
            all.truncate(form.numbers());
            all
        }
        // Variables, bit variables, ?, objects, local objects, names, verbs, floating objects, inventory, arrays.
        Maxima::V7 => {
            let behind = [200, 50, 100, 50, 80, 50].map(Value);
            let directories = [rooms, SCRIPTS, SOUNDS, CHARSETS, COSTUMES];
            [[800, 2048, 0].map(Value).as_slice(), &[OBJECTS], &behind, &directories].concat()
        }
        // Variables, bit variables, ?, directories, ?, objects, ?, local objects, names, floating objects,
        // inventory, arrays, verbs.
        Maxima::V8 => {
            let directories = [SCRIPTS, SOUNDS, CHARSETS, COSTUMES, rooms, Value(0), OBJECTS];
            let behind = [0, 200, 50, 50, 80, 50, 100].map(Value);
            [[1500, 2048, 0].map(Value).as_slice(), &directories, &behind].concat()
        }
    }
}

impl IndexLayout {
    fn numbers(&self) -> Vec<Maximum> {
        let rooms = self.table(List::Rooms).map_or(List::RoomBlocks, |table| table.list);
        self.maxima.map(|form| numbers(form, Rows(rooms))).unwrap_or_default()
    }

    /// The table whose number of rows each number of `MAXS` repeats; `None` for the other numbers.
    pub(crate) fn counted_lists(&self) -> impl Iterator<Item = Option<List>> {
        self.numbers().into_iter().map(|number| match number {
            Rows(list) => Some(list),
            Value(_) => None,
        })
    }

    /// Position in the payload of `MAXS`, and form, of the number that repeats the number of rows of a table.
    #[must_use]
    pub fn maximum_at(&self, list: List) -> Option<(u64, NumberFormat)> {
        let (form, number) = (self.maxima?, self.counted_lists().position(|counted| counted == Some(list))?);
        let at = form.text().saturating_add(form.width().saturating_mul(number));
        Some((at as u64, NumberFormat::of_width(form.width())?))
    }

    /// Reads the numbers of `MAXS`.
    pub(crate) fn read_maxima(form: Maxima, payload: Bytes<'_>) -> Vec<u32> {
        let numbers = payload.as_slice().get(form.text()..).unwrap_or_default();
        match form.width() {
            2 => numbers.as_chunks().0.iter().map(|number| u16::from_le_bytes(*number).into()).collect(),
            _ => numbers.as_chunks().0.iter().map(|number| u32::from_le_bytes(*number)).collect(),
        }
    }

    /// Writes the payload of `MAXS`.
    pub(super) fn write_maxima(&self, form: Maxima, contents: &Contents) -> Vec<u8> {
        let mut out = vec![0; form.text()];
        for number in self.numbers() {
            let number = match number {
                Value(number) => number.into(),
                Rows(list) => {
                    let rows = contents.rows.get(&list).map_or(0, Vec::len);
                    u32::try_from(rows).unwrap_or(u32::MAX)
                }
            };
            out.extend(number.to_le_bytes().into_iter().take(form.width()));
        }
        out
    }
}
