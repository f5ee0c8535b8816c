//! The game that a call names: finds it, opens it, and finds costumes, rooms and pictures in it.

pub(crate) mod argument_order;
pub(crate) mod block;
pub(crate) mod chores;
pub(crate) mod colours;
pub(crate) mod cut_off;
pub(crate) mod folders;
pub(crate) mod named;
pub(crate) mod open;
pub(crate) mod packing;
pub(crate) mod place;
pub(crate) mod several;
pub(crate) mod suggestion;
