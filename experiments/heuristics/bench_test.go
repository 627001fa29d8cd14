package heuristics

import (
	"context"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
)

// BenchmarkTrials measures what every notebook cell pays: loading the stored
// trials of the whole study. The trials of the standard scale take minutes to
// run; give their folder with -results to measure on those.
func BenchmarkTrials(b *testing.B) {
	setting := experiments.Setting{Root: *resultsFolder, Scale: experiments.Standard}
	if setting.Root == "" {
		setting = experiments.Setting{Root: b.TempDir(), Scale: experiments.Quick}
	}
	first, err := Study{}.Run(context.Background(), setting, nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		summary, err := Study{}.Run(context.Background(), setting, nil)
		if err != nil || summary.Ran > 0 || summary.Total != first.Total {
			b.Fatal(err, summary)
		}
	}
	b.ReportMetric(float64(first.Total), "trials")
}
