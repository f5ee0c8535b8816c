//! The table of AKSQ's codes: which command each code is, and where its operands are
//! (`docs/format/akos-programs.md §4`).
//!
//! ```text
//! byte  < 80          picture, one byte
//! word  8000 … 8FFF   picture, low twelve bits; two bytes, BIG-endian
//!       9000 … BFFF   nothing
//!       C000 … FFFF   command, known ones below; its operands follow, LITTLE-endian
//! ```
//! A macro makes reading, writing and naming of commands from the table, so that each operand's place is written
//! once. The compiler reports commands of [`AkosCommand`] that the table lacks, and missing operands.
//!
//! Some commands store their own length, counted from their first byte. Two kinds differ between generations: C089
//! has one operand more in v7 and v8, and the lengths of C0A4 and C0A5 are not certain (taken as 4, like those of
//! C0A1 and C0A2).

use super::bytes::{byte, short, word};
use super::command::{AkosCommand, Comparison};
use super::draws::Draw;
use super::opcode::{Effect, Layout, Opcode, OperandKind, Parameter};
use crate::dialect::AkosRules;

/// Largest number of operands of a command other than draw commands.
pub(super) const MOST: usize = 3;

/// Places operands one after the other, the first at `at`.
#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "the compiler runs it")]
const fn placed<const N: usize>(mut at: usize, operands: [(&'static str, OperandKind); N]) -> [Parameter; N] {
    let mut placed = [Parameter { name: "", kind: OperandKind::Byte, at: 0 }; N];
    let mut i = 0;
    while i < N {
        let (name, kind) = operands[i];
        placed[i] = Parameter { name, kind, at };
        at += kind.size();
        i += 1;
    }
    placed
}

/// A type that is stored as an operand.
trait Operand: Copy {
    fn read(bytes: &[u8], at: usize) -> Self;
    fn from_value(value: i32) -> Option<Self>;
}

macro_rules! operand {
    ($type:ty, $read:ident) => {
        impl Operand for $type {
            #[inline(always)]
            fn read(bytes: &[u8], at: usize) -> Self {
                $read(bytes, at)
            }
            fn from_value(value: i32) -> Option<Self> {
                value.try_into().ok()
            }
        }
    };
}
operand!(u8, byte);
operand!(i16, short);
operand!(u16, word);

/// Reads operands in order.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    #[inline(always)]
    fn next<T: Operand>(&mut self) -> T {
        let at = self.at;
        self.at = at.saturating_add(size_of::<T>());
        T::read(self.bytes, at)
    }
}

/// Position of the first operand in commands without a stored length.
pub(super) const FIXED: usize = 2;
/// Position of the first operand in commands with a stored length.
pub(super) const COUNTED: usize = 3;

macro_rules! text {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $name:literal) => {
        $name
    };
}

macro_rules! opcode {
    ($code:literal $name:literal $effect:ident, $layout:ident $first:ident,
     $($field:ident: $kind:ident $($called:literal)?),*) => {
        Opcode {
            code: $code,
            name: $name,
            effect: Effect::$effect,
            layout: Layout::$layout(&placed($first, [$((text!($field $($called)?), OperandKind::$kind)),*])),
        }
    };
}

macro_rules! commands {
    (
        fixed { $($fc:literal $fname:literal $feffect:ident: $f:ident $([$fset:ident: $($fis:tt)+])? {
            $($ff:ident: $fk:ident $($fcalled:literal)?),* })* }
        counted { $($cc:literal $cname:literal $ceffect:ident: $c:ident {
            $($cf:ident: $ck:ident $($ccalled:literal)?),* })* }
        short { $sc:literal $sname:literal $seffect:ident: $s:ident {
            $($sf:ident: $sk:ident $($scalled:literal)?),* } }
        draws { $($dc:literal $dname:literal { conditions: $dconditions:literal, moves: $dmoves:literal })* }
    ) => {
        /// All rows but that of C089 in Humongous games.
        const ROWS: &[Opcode] = &[
            $(opcode!($fc $fname $feffect, Fixed FIXED, $($ff: $fk $($fcalled)?),*),)*
            $(opcode!($cc $cname $ceffect, Counted COUNTED, $($cf: $ck $($ccalled)?),*),)*
            $(Opcode {
                code: $dc,
                name: $dname,
                effect: Effect::Rest,
                layout: Layout::Draw { conditions: $dconditions, moves: $dmoves },
            },)*
        ];

        /// The row of C089 in Humongous games.
        pub(super) const SHORT: Opcode = opcode!($sc $sname $seffect, Fixed FIXED, $($sf: $sk $($scalled)?),*);

        /// Returns the command of a code, and its length in bytes.
        #[inline]
        pub(super) fn decode<'a>(code: u16, bytes: &'a [u8], rules: &AkosRules) -> Option<(AkosCommand<'a>, usize)> {
            let mut fixed = Reader { bytes, at: FIXED };
            let mut counted = Reader { bytes, at: COUNTED };
            let command = match code {
                $sc if !rules.sound_settings => AkosCommand::$s { $($sf: fixed.next()),* },
                $($fc => AkosCommand::$f { $($fset: $($fis)+,)? $($ff: fixed.next()),* },)*
                $($cc => {
                    let command = AkosCommand::$c { $($cf: counted.next()),* };
                    return Some((command, usize::from(byte(bytes, 2))));
                })*
                $($dc => {
                    let (draw, length) = Draw::read(bytes, $dconditions, $dmoves);
                    return Some((AkosCommand::Draw(draw), length));
                })*
                _ => return None,
            };
            Some((command, fixed.at))
        }

        /// Makes a command from its operands; `None` if one does not fit, and for draw commands.
        fn from_values(opcode: &Opcode, values: [i32; MOST]) -> Option<AkosCommand<'static>> {
            let mut values = values.into_iter();
            if *opcode == SHORT {
                return Some(AkosCommand::$s { $($sf: Operand::from_value(values.next()?)?),* });
            }
            Some(match opcode.code {
                $($fc => AkosCommand::$f {
                    $($fset: $($fis)+,)? $($ff: Operand::from_value(values.next()?)?),*
                },)*
                $($cc => AkosCommand::$c { $($cf: Operand::from_value(values.next()?)?),* },)*
                _ => return None,
            })
        }

        impl AkosCommand<'_> {
            /// The command's two-byte code; `None` for pictures.
            #[must_use]
            pub fn code(&self) -> Option<u16> {
                Some(match self {
                    Self::Picture { .. } => return None,
                    Self::Draw(draw) => draw.code(),
                    Self::$s { .. } => $sc,
                    $(Self::$f { $($fset: $($fis)+,)? .. } => $fc,)*
                    $(Self::$c { .. } => $cc,)*
                })
            }

            /// The command's operands, and their number.
            pub(super) fn values(&self) -> ([i32; MOST], usize) {
                let mut values = [0; MOST];
                let mut count: usize = 0;
                let mut add = |value: i32| {
                    if let Some(slot) = values.get_mut(count) {
                        *slot = value;
                    }
                    count = count.saturating_add(1);
                };
                match *self {
                    Self::Picture { .. } | Self::Draw(_) => {}
                    Self::$s { $($sf),* } => { $(add($sf.into());)* }
                    $(Self::$f { $($fset: $($fis)+,)? $($ff),* } => { $(add($ff.into());)* })*
                    $(Self::$c { $($cf),* } => { $(add($cf.into());)* })*
                }
                (values, count)
            }
        }
    };
}

commands! {
    fixed {
        0xC001 "empty" Rest: Empty {}
        0xC010 "set" Perform: Set { value: Short, var: Var }
        0xC015 "sound" Perform: Sound { sound: Byte }
        0xC016 "if-var-sound-goto" Jump: IfVarSoundGoto [plays: true] { to: Target, var: Var }
        0xC017 "if-not-var-sound-goto" Jump: IfVarSoundGoto [plays: false] { to: Target, var: Var }
        0xC018 "if-sound-goto" Jump: IfSoundGoto [plays: true] { to: Target, sound: Byte }
        0xC019 "if-not-sound-goto" Jump: IfSoundGoto [plays: false] { to: Target, sound: Byte }
        0xC030 "goto" Jump: Goto { to: Target }
        0xC031 "if-var-clear-goto" Jump: IfVarClearGoto { to: Target, var: Var }
        0xC040 "add" Perform: Add { value: Short, var: Var }
        0xC042 "soft-sound" Perform: SoftSound { sound: Byte }
        0xC044 "soft-var-sound" Perform: SoftVarSound { var: Var }
        0xC050 "script" Perform: Script { script: Byte }
        0xC060 "increment" Perform: Increment {}
        0xC061 "first-sound" Perform: FirstSound {}
        0xC070 "if-eq-goto" Jump: IfGoto [how: Comparison::Equal] { to: Target, var: Var, value: Short }
        0xC071 "if-ne-goto" Jump: IfGoto [how: Comparison::NotEqual] { to: Target, var: Var, value: Short }
        0xC072 "if-lt-goto" Jump: IfGoto [how: Comparison::Less] { to: Target, var: Var, value: Short }
        0xC073 "if-le-goto" Jump: IfGoto [how: Comparison::LessOrEqual] { to: Target, var: Var, value: Short }
        0xC074 "if-gt-goto" Jump: IfGoto [how: Comparison::Greater] { to: Target, var: Var, value: Short }
        0xC075 "if-ge-goto" Jump: IfGoto [how: Comparison::GreaterOrEqual] { to: Target, var: Var, value: Short }
        0xC080 "chore" Perform: Chore { chore: Byte }
        0xC081 "var-chore" Perform: VarChore { var: Var }
        0xC082 "random" Perform: Random { least: Short, most: Short, var: Var }
        0xC083 "plane" Perform: Plane { plane: Byte }
        0xC084 "actor-chore" Perform: ActorChore { actor_var: Var "actor-var", chore_var: Var "chore-var" }
        0xC085 "actor-set" Perform: ActorSet { actor_var: Var "actor-var", var: Var, value: Short }
        0xC086 "leave" Perform: Leave {}
        0xC087 "offset" Perform: Offset { x: Short, y: Short }
        0xC088 "goto-table" Jump: GotoTable { var: Var }
        0xC089 "sound-setting" Perform: SoundSetting { sound: Short, setting: Short, value: Short }
        0xC08A "flip" Perform: Flip { value: Short }
        0xC08B "action" Perform: Action { a: Short, b: Short }
        0xC08C "var-script" Perform: VarScript { var: Var }
        0xC08D "var-sound" Perform: VarSound { var: Var }
        0xC08E "frame" Rest: Frame { frame: Short }
        0xC090 "if-eq" Perform: If [how: Comparison::Equal] { value: Short, var: Var }
        0xC091 "if-ne" Perform: If [how: Comparison::NotEqual] { value: Short, var: Var }
        0xC092 "if-lt" Perform: If [how: Comparison::Less] { value: Short, var: Var }
        0xC093 "if-le" Perform: If [how: Comparison::LessOrEqual] { value: Short, var: Var }
        0xC094 "if-gt" Perform: If [how: Comparison::Greater] { value: Short, var: Var }
        0xC095 "if-ge" Perform: If [how: Comparison::GreaterOrEqual] { value: Short, var: Var }
        0xC09F "end-if" Perform: EndIf {}
        0xC0A0 "talk" Perform: Talk { line: Byte, b: Byte }
        0xC0A1 "if-talking-goto" Jump: IfTalkingGoto [talks: true] { to: Target }
        0xC0A2 "if-not-talking-goto" Jump: IfTalkingGoto [talks: false] { to: Target }
        0xC0A3 "var-talk" Perform: VarTalk { var: Var }
        0xC0A4 "if-any-talking-goto" Jump: IfAnyTalkingGoto [talks: true] { to: Target }
        0xC0A5 "if-none-talking-goto" Jump: IfAnyTalkingGoto [talks: false] { to: Target }
        0xC0A6 "if-talking-pick" Unknown: IfTalkingPick [talks: true] {}
        0xC0A7 "if-not-talking-pick" Unknown: IfTalkingPick [talks: false] {}
        0xC0FF "end" Rest: End {}
    }
    counted {
        0xC045 "set-user-condition" Perform: SetUserCondition { condition: Byte, var: Var }
        0xC046 "get-user-condition" Perform: GetUserCondition { condition: Byte, var: Var }
        0xC047 "set-talk-state" Perform: SetTalkState { state: Byte }
        0xC048 "get-talk-state" Perform: GetTalkState { state: Byte, var: Var }
    }
    short {
        0xC089 "sound-setting" Perform: SoundSettingIgnored { sound: Short, setting: Short }
    }
    draws {
        0xC020 "draw" { conditions: false, moves: false }
        0xC021 "draw-if" { conditions: true, moves: false }
        0xC022 "draw-if-move" { conditions: true, moves: true }
        0xC025 "draw-move" { conditions: false, moves: true }
    }
}

/// For each low byte of a code, its position in [`ROWS`] plus one; 0 for unknown codes.
#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "the compiler runs it")]
const INDEX: [u8; 256] = {
    let mut index = [0; 256];
    let mut place = 0;
    let mut entry = 1u8;
    while place < ROWS.len() {
        index[(ROWS[place].code & 0xFF) as usize] = entry;
        entry += 1;
        place += 1;
    }
    index
};

impl Opcode {
    /// All known commands, by rising code. C089 is that of v7 and v8.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        (0..=u8::MAX).filter_map(Self::row)
    }

    pub(super) fn row(low: u8) -> Option<&'static Self> {
        let place = INDEX.get(usize::from(low))?.checked_sub(1)?;
        ROWS.get(usize::from(place))
    }

    /// The row of a code; `None` if the code is unknown.
    #[must_use]
    pub fn of(code: u16, rules: &AkosRules) -> Option<&'static Self> {
        if code == SHORT.code && !rules.sound_settings {
            return Some(&SHORT);
        }
        let [high, low] = code.to_be_bytes();
        if high == 0xC0 { Self::row(low) } else { None }
    }

    /// The row of the command with this name; `None` if there is none.
    #[must_use]
    pub fn from_name(name: &str, rules: &AkosRules) -> Option<&'static Self> {
        let found = Self::all().find(|opcode| opcode.name == name)?;
        Self::of(found.code, rules)
    }

    /// Makes the command with these operands, in order; `None` if one does not fit, and for draw commands.
    pub(super) fn command(&self, values: [i32; MOST]) -> Option<AkosCommand<'static>> {
        from_values(self, values)
    }
}
