package experiments

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// Noise says how far the times of timed trials can be trusted.
type Noise struct {
	Trials    int // timed ones that came to an end
	Contended int // of them: their wall time is more than 1.05 times their CPU time

	// Calibrations is the number of calibrations in all runs. Variation is their largest
	// coefficient of variation in a run, and Drift the change from the beginning to the
	// end of a run that is the largest, as a share: 0.1 if the same work took a tenth
	// longer. Both are 0 where there are fewer than [MinCalibrations], and Drift where
	// it may be chance.
	Calibrations     int
	Variation, Drift float64
}

// ControlOption ends the name of a control arm: a strategy that a timed part runs once more
// on every instance. What it differs by from the first time is what times differ by although
// the work is the same.
const ControlOption = ",control"

// MinCalibrations is the number of calibrations below which a run says nothing of how
// much they vary.
const MinCalibrations = 8

// What times are held to: the wall time of a trial by its CPU time, the share of trials
// that may pass it, and how much calibrations may vary and drift.
const (
	contention  = 1.05
	mostOfRun   = 0.05
	mostCalibre = 0.05
)

// NoiseOf returns the noise of the timed ones among trials. Trials without [trial.Conditions]
// are in Trials and Contended alone.
func NoiseOf(trials iter.Seq[*trial.Trial]) Noise {
	var n Noise
	var timed []*trial.Trial
	for t := range trials {
		if t.Mode != trial.Timed {
			continue
		}
		timed = append(timed, t)
		if t.Error == "" && t.Killed == "" && t.CPU > 0 {
			n.Trials++
			if t.Wall > contention*t.CPU {
				n.Contended++
			}
		}
	}
	for _, run := range TimedRuns(timed) {
		n.add(run)
	}
	return n
}

// TimedRuns divides trials into the runs that timed them, in the order of hosts and times:
// a run ends where the number of a trial in its run does not rise. Trials without
// [trial.Conditions] are in none.
func TimedRuns(trials []*trial.Trial) (runs [][]*trial.Trial) {
	rows := slices.DeleteFunc(slices.Clone(trials), func(t *trial.Trial) bool { return t.Conditions.Order == 0 })
	slices.SortFunc(rows, func(a, b *trial.Trial) int {
		return cmp.Or(strings.Compare(a.Conditions.Host, b.Conditions.Host), cmp.Compare(a.Conditions.Start, b.Conditions.Start))
	})
	for i, t := range rows {
		if i == 0 || rows[i-1].Conditions.Host != t.Conditions.Host || rows[i-1].Conditions.Order >= t.Conditions.Order {
			runs = append(runs, nil)
		}
		last := len(runs) - 1
		runs[last] = append(runs[last], t)
	}
	return runs
}

// add takes the calibrations of one run into account.
func (n *Noise) add(run []*trial.Trial) {
	var at, x []float64 // place in the run, and logarithm of the time
	for _, t := range run {
		if c := t.Conditions; c.Calibration > 0 {
			at, x = append(at, float64(c.Order)), append(x, math.Log(c.Calibration))
		}
	}
	n.Calibrations += len(x)
	if len(x) < MinCalibrations {
		return
	}
	n.Variation = max(n.Variation, deviation(x))
	if slope, sure := trend(at, x); sure {
		if drift := math.Expm1(slope * (at[len(at)-1] - at[0])); math.Abs(drift) > math.Abs(n.Drift) {
			n.Drift = drift
		}
	}
}

// deviation returns the standard deviation of logarithms, which is the coefficient of
// variation of the numbers as long as that is small.
func deviation(x []float64) float64 {
	mean, squares := 0.0, 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		squares += (v - mean) * (v - mean)
	}
	return math.Sqrt(squares / float64(len(x)-1))
}

// trend returns the slope of x over at, which rises: the median of the slopes of all pairs
// (Theil 1950; Sen 1968), which outliers do not move. It is sure if Kendall's test
// (Mann 1945) gives p < 0.01 by the normal approximation.
func trend(at, x []float64) (slope float64, sure bool) {
	var slopes []float64
	score := 0.0
	for i := range x {
		for j := range i {
			slopes = append(slopes, (x[i]-x[j])/(at[i]-at[j]))
			score += float64(cmp.Compare(x[i], x[j]))
		}
	}
	slices.Sort(slopes)
	k := float64(len(x))
	z := (math.Abs(score) - 1) / math.Sqrt(k*(k-1)*(2*k+5)/18)
	return slopes[len(slopes)/2], z > 2.576
}

// String says what was measured, good or bad: "300 timed, of which 3 took more than 1.05
// times as long as they computed; 25 calibrations, which vary by 1.2 %".
func (n Noise) String() string {
	text := fmt.Sprintf("%s timed, of which %s took more than %g times as long as they computed; %s", count(n.Trials), count(n.Contended), contention,
		numerals.Plural(n.Calibrations, "calibration", numerals.Comma))
	if n.Variation > 0 {
		text += fmt.Sprintf(", which vary by %.1f %%", 100*n.Variation)
		if n.Drift != 0 {
			text += fmt.Sprintf(" and drift by %+.1f %%", 100*n.Drift)
		}
	}
	return text
}

// Notices returns what a reader of the times must know, a sentence each; nothing if the
// times are as good as they look. They name no metric, which pages would explain only
// where they are noisy.
func (n Noise) Notices() []string {
	var list []string
	if share := float64(n.Contended) / float64(max(n.Trials, 1)); n.Contended > 0 && share >= mostOfRun {
		list = append(list, fmt.Sprintf("%s of %s (%.0f %%) had to wait for a core.",
			count(n.Contended), numerals.Plural(n.Trials, "timed trial", numerals.Comma), 100*share))
	}
	if n.Variation > mostCalibre {
		list = append(list, fmt.Sprintf("Times of the same work vary by %.1f %%.", 100*n.Variation))
	}
	if math.Abs(n.Drift) > mostCalibre {
		list = append(list, fmt.Sprintf("The same work took %.0f %% %s at the end of a run than at its beginning.", 100*math.Abs(n.Drift), map[bool]string{true: "longer", false: "less time"}[n.Drift > 0]))
	}
	return list
}
