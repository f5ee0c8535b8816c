//! Exports: files, byte for byte the command line's.
