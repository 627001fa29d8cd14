package frame

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// Noise measures how reliable the times of timed trials are.
type Noise struct {
	Trials    int // number of timed trials that neither failed nor were killed
	Contended int // number of timed trials that waited for a core: their wall time is more than 1.05 times their CPU time

	// Calibrations is the number of calibrations in all runs; a calibration times a fixed piece of
	// work. Variation is the largest coefficient of variation of these times within a run. Drift is
	// the largest relative change of these times from the beginning to the end of a run; 0.1 means
	// that the work took 10 % longer at the end. Both ignore runs with fewer than [MinCalibrations]
	// calibrations, and Drift ignores changes that may be due to chance.
	Calibrations     int
	Variation, Drift float64
}

// ControlOption is the suffix that marks a strategy's name in a control arm. A control arm runs a
// timed strategy a second time on every instance. The difference between the two runs shows how
// much times vary for the same work.
const ControlOption = ",control"

// MinCalibrations is the smallest number of calibrations in a run from which [Frame.Noise]
// estimates their variation and drift.
const MinCalibrations = 8

// Thresholds for the ratio of a trial's wall time to its CPU time, for the share of trials that may
// exceed that ratio, and for the variation and drift of calibrations.
const (
	contention  = 1.05
	mostOfRun   = 0.05
	mostCalibre = 0.05
)

// Noise measures the noise of the timed trials in the frame. Trials without [trial.Conditions]
// affect only the fields Trials and Contended.
func (f Frame) Noise() Noise {
	var n Noise
	var timed []*trial.Trial
	for t := range f.Where(Mode.Is(trial.Timed)).All() {
		timed = append(timed, t)
		if t.Error == "" && t.Killed == "" && t.CPU > 0 {
			n.Trials++
			if t.Wall > contention*t.CPU {
				n.Contended++
			}
		}
	}
	for _, run := range timedRuns(timed) {
		n.add(run)
	}
	return n
}

// timedRuns groups trials by the run that timed them, ordered by host and time. A new run begins
// where the trial numbers stop increasing. It leaves out trials without [trial.Conditions].
func timedRuns(trials []*trial.Trial) (runs [][]*trial.Trial) {
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

// add includes the calibrations of one run.
func (n *Noise) add(run []*trial.Trial) {
	var at, x []float64 // position in the run, and logarithm of the time
	for _, t := range run {
		if c := t.Conditions; c.Calibration > 0 {
			at, x = append(at, float64(c.Order)), append(x, math.Log(c.Calibration))
		}
	}
	n.Calibrations += len(x)
	if len(x) < MinCalibrations {
		return
	}
	n.Variation = max(n.Variation, stats.StdDev(x)) // of logarithms, it approximates that of the times
	if slope, sure := trend(at, x); sure {
		if drift := math.Expm1(slope * (at[len(at)-1] - at[0])); math.Abs(drift) > math.Abs(n.Drift) {
			n.Drift = drift
		}
	}
}

// trend returns the median slope between all pairs of points (at, x), where at must increase (Theil
// 1950; Sen 1968). This slope is robust to outliers. The result sure reports whether Kendall's test
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

// String describes the noise on one line, as in "300 timed trials, 3 of which had a wall time
// above 1.05 times their CPU time; 25 calibrations, whose times vary by 1.2 %". It does so even if
// the times are reliable.
func (n Noise) String() string {
	text := fmt.Sprintf("%s, %s of which had a wall time above %g times their CPU time; %s", numerals.Counted(n.Trials, "timed trial"), numerals.Grouped(n.Contended), contention,
		numerals.Counted(n.Calibrations, "calibration"))
	if n.Variation > 0 {
		text += fmt.Sprintf(", whose times vary by %.1f %%", 100*n.Variation)
		if n.Drift != 0 {
			text += fmt.Sprintf(" and drift by %+.1f %%", 100*n.Drift)
		}
	}
	return text
}

// Notices returns one sentence for each problem that readers of the times must know about, and
// nothing if the times are reliable. The sentences do not name any metrics, so that a page does not
// have to explain metrics that appear only in a notice.
func (n Noise) Notices() []string {
	var list []string
	if share := float64(n.Contended) / float64(max(n.Trials, 1)); n.Contended > 0 && share >= mostOfRun {
		list = append(list, fmt.Sprintf("Of %s, %s (%.0f %%) had to wait for a core.",
			numerals.Counted(n.Trials, "timed trial"), numerals.Grouped(n.Contended), 100*share))
	}
	if n.Variation > mostCalibre {
		list = append(list, fmt.Sprintf("Times for the same work vary by %.1f %%.", 100*n.Variation))
	}
	if math.Abs(n.Drift) > mostCalibre {
		list = append(list, fmt.Sprintf("The same work took %.0f %% %s at the end of a run than at its beginning.", 100*math.Abs(n.Drift), map[bool]string{true: "longer", false: "less time"}[n.Drift > 0]))
	}
	return list
}
