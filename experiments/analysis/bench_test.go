package analysis

import (
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// BenchmarkQuestions asks each question of 15,000 trials, about what a study
// holds: 3 sizes of 2,500 instances under two strategies.
func BenchmarkQuestions(b *testing.B) {
	trials := simulated(1, []int{30, 40, 50}, 2500, 1.2, 0, []string{"a", "b"}, []float64{10, 8})
	for _, c := range []struct {
		name string
		ask  func() error
	}{
		{"compare", func() error { _, err := Compare(frame.Of(trials), trial.Expanded, "a", "b"); return err }},
		{"scaling", func() error { _, err := Scaling(frame.Of(trials), trial.Expanded, "a"); return err }},
		{"summarize", func() error { frame.Of(trials).Summarize(trial.Expanded); return nil }},
		{"share", func() error {
			frame.Of(trials).Share(func(t *trial.Trial) bool { return t.Outcome.Answered() })
			return nil
		}},
	} {
		b.Run("trials=15000/"+c.name, func(b *testing.B) {
			for b.Loop() {
				if err := c.ask(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
