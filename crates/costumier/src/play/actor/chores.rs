//! The actions of scripts on an actor: starting chores, facing, turning (`docs/format/animation.md §5–§8`).

use super::Actor;
use crate::Role;
use crate::costume::Costume;
use crate::dialect::{ChoreNumbers, Turns};
use crate::play::limbs::Limbs;
use crate::play::v0::{self, V0Limbs, V0Mouth};
use crate::{Direction, Facing};

const ALL_LIMBS: u16 = 0xFFFF;

impl Actor {
    /// Starts a chore by number. 56 to 60 stand for the actor's own init, walk, stand, talk-start and talk-stop
    /// chores; in v7 and v8 1001 to 1005 do, in Humongous games from 10.0 on 1024 to 1028
    /// ([`ChoreNumbers`](crate::format::dialect::ChoreNumbers)).
    ///
    /// Limbs that the chore's record does not name continue. The init chore empties all limbs first (from v3 on). A
    /// chore without a record for this facing changes no limb. 62 does nothing, since the interpreter forbids it;
    /// in v7 and v8 it is an ordinary chore.
    pub fn start(&mut self, chore: u16) {
        if let Limbs::Akos(limbs) = &mut self.limbs {
            limbs.set_gone(false);
        }
        self.start_chore(chore);
    }

    /// Starts a chore for a script or for a program of the actor itself.
    pub(super) fn start_chore(&mut self, chore: u16) {
        let numbers = self.costume.dialect().chores;
        if chore == 0x3E && numbers != ChoreNumbers::Thousands {
            return;
        }
        let chore = numbers.role(chore).map_or(chore, |role| self.roles.chore(role));
        self.begin_period();
        self.counter = 0;
        if let Limbs::V0(limbs) = &mut self.limbs {
            // Mouths have no commands that last: one is given in every loop.
            if chore == u16::from(self.roles.talk_start) {
                if V0Limbs::can_talk(self.number) {
                    limbs.set_mouth(V0Mouth::Talking(false));
                }
            } else if chore == u16::from(self.roles.talk_stop) {
                limbs.set_mouth(V0Mouth::Shut);
            }
        }
        if chore == u16::from(self.roles.init) && self.rules().init_empties {
            self.limbs.reset();
        }
        self.decode(chore, ALL_LIMBS);
        self.chore = chore;
    }

    /// Starts the chore of a role.
    pub fn start_role(&mut self, role: Role) {
        self.start(self.roles.chore(role));
    }

    /// Performs the operand of the script operation "animate actor".
    ///
    /// Up to v6 and in Humongous games, 252 to 255 stand and stop turning, 248 to 251 face at once, 244 to 247 turn
    /// (`docs/format/animation.md §6`). In v7 and v8, 2000 stands, 3000 + angle faces, 4000 + angle turns
    /// (`docs/format/akos.md §8.3`). All other numbers are chores.
    ///
    /// In v0, the low byte is a command of the costume (254 keeps the mouth open, 253 shuts it, 255 changes
    /// nothing). The high byte is the number of repetitions of what the command starts (255: without end;
    /// `docs/format/old-rooms.md §6.4`).
    pub fn animate(&mut self, operand: u16) {
        if matches!(self.limbs, Limbs::V0(_)) {
            self.animate_v0(operand);
            return;
        }
        let direction = || Direction::from_number(operand.to_le_bytes()[0]).into();
        let angle = || Facing::from_angle(i32::from(operand % 1000));
        match (self.costume.dialect().chores, operand) {
            (ChoreNumbers::Thousands, 255 | 2000..=2999)
            | (ChoreNumbers::Bytes | ChoreNumbers::BytesAndThousands, 252..=255) => {
                // The actor stops moving, and turning is a way of moving.
                self.turning_to = None;
                self.start_role(Role::Stand);
            }
            (ChoreNumbers::Thousands, 3000..=3999) => self.face_at_once(angle()),
            (ChoreNumbers::Thousands, 4000..=4999) => self.turn(angle()),
            (ChoreNumbers::Bytes | ChoreNumbers::BytesAndThousands, 248..=251) => {
                self.face_at_once(direction());
            }
            (ChoreNumbers::Bytes | ChoreNumbers::BytesAndThousands, 244..=247) => self.turn(direction()),
            // In v1 and v2 the operand is chore × 4 plus a direction that is ignored.
            _ => self.start(operand >> self.rules().operand_shift),
        }
    }

    fn animate_v0(&mut self, operand: u16) {
        let [command, repeats] = operand.to_le_bytes();
        let (Costume::V0(costume), Limbs::V0(limbs)) = (&*self.costume, &mut self.limbs) else { return };
        match command {
            0xFF => {}
            0xFE => limbs.set_mouth(V0Mouth::Open),
            0xFD => limbs.set_mouth(V0Mouth::Shut),
            _ => {
                limbs.give(costume, command.into(), repeats.cast_signed());
                self.chore = u16::from(command >> 2);
                if u16::from(command) < v0::FACING {
                    self.facing = Direction::from_number(command).into();
                }
            }
        }
    }

    fn face_at_once(&mut self, facing: Facing) {
        self.turning_to = None;
        self.set_facing(facing);
    }

    /// Starts the chores that a game starts when the actor appears: init; in v1 and v2 stand, init and talk stop,
    /// on empty limbs (`docs/format/animation.md §9`).
    pub fn show(&mut self) {
        let rules = self.rules();
        if !rules.init_empties {
            self.limbs.reset();
        }
        rules.on_show.iter().for_each(|role| self.start_role(*role));
    }

    /// Changes the facing at once. Each limb restarts its own last chore for the new facing; counters continue.
    ///
    /// In v7 and v8 a turn follows, which takes a costume with four facings from a diagonal to the facing whose art
    /// it shows ([`Turns::Eighths`](crate::format::dialect::Turns::Eighths)).
    pub fn face(&mut self, facing: Facing) {
        if self.rules().turns == Turns::Eighths {
            self.turn(facing);
        }
        self.set_facing(facing);
    }

    /// Begins the turn that follows in v7 and v8 when a script has set the facing.
    pub(crate) fn turn_on(&mut self) {
        if self.rules().turns == Turns::Eighths {
            self.turning_to = Some(self.facing);
        }
    }

    /// Changes the facing and begins no turn.
    pub(super) fn set_facing(&mut self, facing: Facing) {
        if let (Costume::V0(costume), Limbs::V0(limbs)) = (&*self.costume, &mut self.limbs) {
            // The actor stands in the new facing.
            let direction = facing.direction();
            self.facing = direction.into();
            limbs.give(costume, v0::STAND | u16::from(direction.number()), v0::FOREVER);
            return;
        }
        if facing == self.facing {
            return;
        }
        self.facing = facing;
        let direction = u16::from(facing.direction().number());
        for limb in 0..16u8 {
            let record = match &self.limbs {
                Limbs::Cost(limbs) => limbs.record_of(limb),
                Limbs::V0(_) => return,
                Limbs::Nes(limbs) => limbs.record().filter(|_| limb == 0),
                Limbs::Akos(limbs) => {
                    if let Some(chore) = limbs.chore_of(limb) {
                        self.decode(chore, 1 << limb);
                    }
                    continue;
                }
            };
            let Some(record) = record else { continue };
            if !self.rules().refacing_all {
                if record & 3 != direction {
                    self.decode(record >> 2, 1 << limb);
                }
            } else if record & 3 != direction || record >> 2 != self.chore {
                self.chore = record >> 2;
                self.decode(record >> 2, ALL_LIMBS);
            }
        }
    }

    /// Turns to another facing by a quarter per loop, or by an eighth in costumes of eight facings in v7 and v8
    /// ([`Turns`](crate::format::dialect::Turns)).
    pub fn turn(&mut self, facing: Facing) {
        if matches!(self.limbs, Limbs::V0(_)) {
            self.face(facing);
            return;
        }
        let stays = self.rules().turns == Turns::Eighths && facing == self.facing;
        self.turning_to = Some(facing).filter(|_| !stays);
    }

    /// Whether a turn is not complete yet.
    #[must_use]
    pub fn is_turning(&self) -> bool {
        self.turning_to.is_some()
    }

    /// Whether the part of a loop before drawing changes anything: the actor is turning, or it is one of v0.
    #[must_use]
    pub(crate) fn changes_before_drawing(&self) -> bool {
        self.is_turning() || matches!(self.limbs, Limbs::V0(_))
    }

    fn decode(&mut self, chore: u16, filter: u16) {
        match (&*self.costume, &mut self.limbs) {
            (Costume::Cost(cost), Limbs::Cost(limbs)) => {
                let direction = u16::from(self.facing.direction().number());
                if let Some(record) = chore.checked_mul(4) {
                    limbs.decode(cost, record | direction, filter);
                }
            }
            (Costume::V0(costume), Limbs::V0(limbs)) => {
                let direction = u16::from(self.facing.direction().number());
                let is_mouth = [self.roles.talk_start, self.roles.talk_stop].map(u16::from).contains(&chore);
                if let Some(command) = chore.checked_mul(4).filter(|_| !is_mouth) {
                    limbs.give(costume, command | direction, v0::FOREVER);
                }
            }
            (Costume::Nes(costume), Limbs::Nes(limbs)) => {
                let direction = u16::from(self.facing.direction().number());
                if let Some(record) = chore.checked_mul(4) {
                    limbs.decode(costume, record | direction);
                }
            }
            (Costume::Akos(akos), Limbs::Akos(limbs)) => {
                if let Some(record) = akos.record_of(chore, self.facing) {
                    limbs.apply(akos, record, chore, filter);
                }
            }
            _ => {}
        }
    }
}
