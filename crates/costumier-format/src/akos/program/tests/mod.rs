mod assembler;
mod code;
mod scan;
