//! The commands of README and docs, run: their output is what stands there. `TRYCMD=overwrite cargo test -p
//! costumier-cli --test cli transcripts` writes it anew.

#[test]
fn the_documents_tell_the_truth() {
    trycmd::TestCases::new().case("../../README.md").case("../../docs/*.md");
}
