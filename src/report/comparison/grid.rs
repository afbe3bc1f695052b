//! SEMu with each of its parameters at two values (Titcheu Chekam et al., §5.4.2): the share of stubborn mutants that each configuration kills,
//! what each parameter is worth, and what a configuration chosen on some programs is worth on others.

use serde::{Deserialize, Serialize};

use crate::report::share;
use crate::report::table::Table;

/// A parameter with the two values that are tried.
pub type Axis = (&'static str, [&'static str; 2]);

/// Programs are put in so many buckets.
const BUCKETS: usize = 5;

/// One configuration on all programs.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct Configuration {
    /// By axis: which of its values.
    pub values: Vec<usize>,
    /// By program: stubborn mutants that it kills.
    pub killed: Vec<usize>,
    /// Tests that it made in all, and its effort.
    pub generated: u64,
    pub effort: u64,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct Grid {
    pub axes: Vec<(String, [String; 2])>,
    pub programs: Vec<String>,
    /// By program: what some configuration kills and the initial suite does not.
    pub stubborn: Vec<usize>,
    pub configurations: Vec<Configuration>,
}

impl Grid {
    fn all(&self) -> usize {
        self.stubborn.iter().sum()
    }

    fn share(&self, configuration: &Configuration) -> f64 {
        configuration.killed.iter().sum::<usize>() as f64 / self.all().max(1) as f64
    }

    /// On the programs of a bucket, or on all others.
    fn killed_in(&self, configuration: &Configuration, bucket: usize, within: bool) -> usize {
        let own = configuration.killed.iter().enumerate();
        own.filter(|(program, _)| (program % BUCKETS == bucket) == within).map(|(_, killed)| killed).sum()
    }

    /// For each bucket: the configuration that kills the most on the others, and what it kills on this one, of how many.
    fn left_out(&self) -> Vec<(&Configuration, usize, usize)> {
        let of_bucket = |bucket: usize| {
            let own = self.stubborn.iter().enumerate().filter(|(program, _)| program % BUCKETS == bucket);
            let all: usize = own.map(|(_, n)| n).sum();
            let best = self
                .configurations
                .iter()
                .rev()
                .max_by_key(|configuration| self.killed_in(configuration, bucket, false))?;
            Some((best, self.killed_in(best, bucket, true), all))
        };
        (0..BUCKETS.min(self.programs.len())).filter_map(of_bucket).collect()
    }

    fn name(&self, configuration: &Configuration) -> String {
        let values = configuration.values.iter().zip(&self.axes);
        values
            .map(|(&value, (name, values))| format!("{name} {}", values[value]))
            .collect::<Vec<_>>()
            .join(", ")
    }

    pub fn render(&self) -> String {
        let mut text = format!(
            "SEMu with {} configurations on {}: {} stubborn mutants\n",
            self.configurations.len(),
            crate::report::count::count(self.programs.len(), "program"),
            self.all()
        );
        let mut best: Vec<&Configuration> = self.configurations.iter().collect();
        best.sort_by(|a, b| self.share(b).total_cmp(&self.share(a)).then(a.generated.cmp(&b.generated)));
        let mut table = super::tables::table(&["configuration"], ["killed", "share", "tests", "effort/1000"]);
        for configuration in best {
            table.row(vec![
                self.name(configuration),
                configuration.killed.iter().sum::<usize>().to_string(),
                share::text(self.share(configuration)),
                configuration.generated.to_string(),
                configuration.effort.div_ceil(1000).to_string(),
            ]);
        }
        super::tables::section(&mut text, "Configurations, the best first", &table);
        super::tables::section(&mut text, "Mean share by value of each parameter", &self.effects());
        let mut table = super::tables::table(&["bucket", "best on the others"], ["killed", "stubborn"]);
        for (bucket, (configuration, killed, all)) in self.left_out().into_iter().enumerate() {
            let number = (bucket + 1).to_string();
            table.row(vec![number, self.name(configuration), killed.to_string(), all.to_string()]);
        }
        super::tables::section(&mut text, "Chosen without a fifth of the programs, on these", &table);
        text
    }

    fn effects(&self) -> Table {
        let mut table = super::tables::table(&["parameter"], ["first", "share", "second", "share", "effect"]);
        for (at, (name, values)) in self.axes.iter().enumerate() {
            let mean = |value: usize| {
                let own: Vec<f64> = self
                    .configurations
                    .iter()
                    .filter(|c| c.values[at] == value)
                    .map(|c| self.share(c))
                    .collect();
                own.iter().sum::<f64>() / own.len().max(1) as f64
            };
            let (first, second) = (mean(0), mean(1));
            table.row(vec![
                name.clone(),
                values[0].clone(),
                share::text(first),
                values[1].clone(),
                share::text(second),
                format!("{:+.3}", second - first),
            ]);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_are_means_and_each_bucket_has_the_best_of_the_others() {
        let configuration = |value, killed: [usize; 2]| Configuration {
            values: vec![value],
            killed: killed.into(),
            ..Configuration::default()
        };
        let grid = Grid {
            axes: vec![("CW".to_owned(), ["0".to_owned(), "3".to_owned()])],
            programs: vec!["A".to_owned(), "B".to_owned()],
            stubborn: vec![4, 4],
            configurations: vec![configuration(0, [4, 1]), configuration(1, [2, 2])],
        };
        let left_out: Vec<(usize, usize)> =
            grid.left_out().iter().map(|&(_, killed, all)| (killed, all)).collect();
        // Without A the second is better, which kills 2 there; without B the first, which kills 1.
        assert_eq!(left_out, [(2, 4), (1, 4)]);
        assert_eq!(grid.effects().rows().count(), 1);
        assert!(grid.render().contains("-0.125"), "{}", grid.render());
    }
}
