//! Timing in rounds: in each round everything that is compared runs once, so that a noisy neighbour hits all
//! alike.
//!
//! A *ratio* is the median over the rounds of (time of the one ÷ time of the other in the same round).

use std::time::{Duration, Instant};

/// Something to time: one call is one pass over the corpus.
pub type Pass<'a> = Box<dyn FnMut() + 'a>;

/// Samples of several passes, one per round each.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Seconds per pass: for each pass, for each round.
    seconds: Vec<Vec<f64>>,
}

/// Times all passes in `rounds` rounds. Each sample takes at least `least`, by repeating short passes.
#[must_use]
pub fn time(passes: &mut [Pass<'_>], rounds: usize, least: Duration) -> Samples {
    let mut seconds = vec![Vec::with_capacity(rounds); passes.len()];
    for round in 0..=rounds {
        for (pass, seconds) in passes.iter_mut().zip(&mut seconds) {
            let start = Instant::now();
            let mut count = 0_u32;
            let elapsed = loop {
                pass();
                count += 1;
                let elapsed = start.elapsed();
                if elapsed >= least {
                    break elapsed;
                }
            };
            // Round 0 warms up.
            if round > 0 {
                seconds.push(elapsed.as_secs_f64() / f64::from(count));
            }
        }
    }
    Samples { seconds }
}

impl Samples {
    /// Median seconds of a pass.
    #[must_use]
    pub fn median(&self, pass: usize) -> f64 {
        middle(self.seconds[pass].clone())
    }

    /// How many times faster `pass` is than `than`: median of the rounds.
    #[must_use]
    pub fn ratio(&self, pass: usize, than: usize) -> f64 {
        middle(self.seconds[pass].iter().zip(&self.seconds[than]).map(|(own, other)| other / own).collect())
    }
}

fn middle(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
