//! Any bytes are applied as a patch, its checksums set right so that what lies behind them is reached; and as they
//! are.

use costumier_edit::patch::bps;

/// The most that a patch may make here.
const MOST: u64 = 1 << 16;

pub(crate) fn run(input: &[u8]) {
    let source: std::sync::Arc<[u8]> = (0..=u8::MAX).collect();
    let _ = bps::apply(input, &source, MOST);
    // Magic, the length of the source (256, as the format has it), then what is to be tried.
    let mut patch = b"BPS1\x00\x81".to_vec();
    patch.extend_from_slice(input);
    patch.extend(crc32fast::hash(&source).to_le_bytes());
    patch.extend([0; 4]);
    patch.extend(crc32fast::hash(&patch).to_le_bytes());
    if let Ok(made) = bps::apply(&patch, &source, MOST) {
        assert!(made.len() as u64 <= MOST);
    }
}
