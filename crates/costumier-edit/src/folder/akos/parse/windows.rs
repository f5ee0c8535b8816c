//! Parses what a limb plays: a place in the program, or steps in the text itself.

use std::collections::{BTreeMap, BTreeSet};

use costumier::format::akos::{AkosEntry, Mode};

use super::Reader;
use crate::folder::akos::program::{self, Assembled};
use crate::folder::akos::source::{ProgramPlace, Start, WindowEntry};
use crate::folder::{TEXT, words};

impl Reader<'_> {
    pub(super) fn window(
        &mut self,
        window: &WindowEntry,
        pictures: &BTreeMap<&str, usize>,
        program: &mut Assembled,
        numeric: &mut BTreeSet<String>,
        path: &str,
    ) -> Option<AkosEntry> {
        let named = [
            (Mode::Loop, &window.looped),
            (Mode::Once, &window.once),
            (Mode::Run, &window.run),
            (Mode::Still, &window.still),
            (Mode::Delta, &window.delta),
            (Mode::Empty, &window.empty),
        ];
        let mut modes: Vec<(Mode, &Start)> =
            named.into_iter().filter_map(|(mode, start)| Some((mode, start.as_ref()?))).collect();
        if let (Some(mode), Some(start)) = (window.mode, &window.start) {
            modes.push((Mode::from_byte(mode), start));
        }
        let [(mode, start)] = modes.as_slice() else {
            let text = "has no action; add one of loop, once, run, still, delta, empty = \"LABEL\", or mode = \
                N with start = \"LABEL\"";
            self.refuse(path, text);
            return None;
        };
        if !mode.has_window() {
            self.refuse(
                path,
                format!("has mode {}, which takes no start; write \"{}\"", mode.byte(), mode.name()),
            );
            return None;
        }
        let start = match start {
            Start::Label(label) => self.label(label, program, path),
            Start::At(at) => {
                numeric.insert(path.to_owned());
                *at
            }
            Start::Steps(steps) => {
                if !matches!(mode, Mode::Loop | Mode::Once | Mode::Still) || window.to.is_some() {
                    let text =
                        "has steps in brackets, which only loop, once and still can have, without `to`";
                    self.refuse(path, text);
                    return None;
                }
                let (start, length) = self.steps(steps, pictures, program, path)?;
                return Some(AkosEntry { mode: *mode, start, length });
            }
        };
        let length = match (&window.to, window.length) {
            (None, length) => length.unwrap_or(0),
            (Some(to), _) => {
                let to = match to {
                    ProgramPlace::Label(label) => self.label(label, program, path),
                    ProgramPlace::At(at) => self.short(*at, path),
                };
                to.checked_sub(start).unwrap_or_else(|| {
                    self.refuse(path, format!("ends at {to:#06x}, before its start"));
                    0
                })
            }
        };
        Some(AkosEntry { mode: *mode, start, length })
    }

    /// Finds steps of the text in the program, or adds them at its end.
    fn steps(
        &mut self,
        steps: &[String],
        pictures: &BTreeMap<&str, usize>,
        program: &mut Assembled,
        path: &str,
    ) -> Option<(u16, u16)> {
        let mut bytes = Vec::new();
        let mut last = 0;
        for step in steps {
            // Names of pictures are one word, so none ends with a count.
            let (step, times) = words::repeated(step, |_| false);
            let statement = match step.strip_prefix('@') {
                Some(command) => command.to_owned(),
                None => {
                    let number = pictures.get(step).copied();
                    if number.is_none() {
                        let meant = self.suggestions.meant(step, pictures.keys().copied());
                        self.refuse(
                            path,
                            format!("no picture has the name {step:?}; commands begin with @{meant}"),
                        );
                    }
                    format!("picture {}", number?)
                }
            };
            let code = program::one(&statement, &self.dialect.akos, &format!("{TEXT}: {path}"), self.report);
            if code.len() > 2 || code.is_empty() {
                self.refuse(path, format!("{step:?} cannot be a step; steps have codes of one or two bytes"));
                return None;
            }
            for _ in 0..times {
                last = bytes.len();
                bytes.extend(&code);
            }
            if bytes.len() > program::MOST {
                break;
            }
        }
        if bytes.is_empty() {
            self.refuse(path, "has no steps; add at least one");
            return None;
        }
        let start = program::place(&mut program.bytes, &bytes);
        let length = u16::try_from(last).ok();
        if start.is_none() || length.is_none() {
            let text =
                "the program is too long for these steps: offsets are 16 bits wide; remove some commands";
            self.refuse(path, text);
        }
        Some((start?, length?))
    }
}
