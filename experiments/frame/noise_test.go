package frame

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// timedRun is a run of n timed trials on a host, with a calibration before each; time gives its
// duration.
func timedRun(host string, start int64, n int, time func(i int) float64) []trial.Trial {
	var trials []trial.Trial
	for i := range n {
		trials = append(trials, trial.Trial{
			Mode: trial.Timed, CPU: 1, Wall: 1.01,
			Conditions: trial.Conditions{Host: host, Start: start + int64(i), Order: i + 1, Calibration: time(i)},
		})
	}
	return trials
}

func TestNoticesOfTimes(t *testing.T) {
	steady := func(level float64) func(int) float64 {
		return func(i int) float64 { return level * (1 + 0.01*float64(i*7%5-2)) }
	}
	waiting := func(trials []trial.Trial, every int) []trial.Trial {
		for i := 0; i < len(trials); i += every {
			trials[i].Wall = 1.1
		}
		return trials
	}
	failed := trial.Trial{Mode: trial.Timed, CPU: 1, Wall: 9, Error: "x"}
	for _, c := range []struct {
		name   string
		trials []trial.Trial
		want   []string // how the notices begin
	}{
		{"none", nil, nil},
		{"of good times", timedRun("a", 0, 40, steady(1)), nil},
		{"trials that are not timed", []trial.Trial{{Mode: trial.Budget, CPU: 1, Wall: 2}, failed}, nil},
		{"few trials that waited", waiting(timedRun("a", 0, 42, steady(1)), 21+1), nil},
		{"trials that waited", waiting(timedRun("a", 0, 42, steady(1)), 21-1), []string{"Of 42 timed trials, 3 (7 %) had to wait for a core."}},
		{"trials of before 0.4.0", []trial.Trial{{Mode: trial.Timed, CPU: 1, Wall: 2}}, []string{"Of 1 timed trial, 1 (100 %)"}},
		{"two machines of which one is twice as fast", append(timedRun("a", 0, 20, steady(1)), timedRun("b", 5, 20, steady(2))...), nil},
		{"two runs, between which the machine got slower", append(timedRun("a", 0, 20, steady(1)), timedRun("a", 50, 20, steady(2))...), nil},
		{"drift", timedRun("a", 0, 41, func(i int) float64 { return math.Pow(1.1, float64(i)/40) }), []string{"The same work took 10 % longer at the end"}},
		{"drift the other way, and trials that are apart", timedRun("a", 0, 41, func(i int) float64 {
			if i%2 == 1 {
				return 0 // no calibration
			}
			return math.Pow(0.9, float64(i)/40)
		}), []string{"The same work took 10 % less time at the end"}},
		{"noise", timedRun("a", 0, 40, func(i int) float64 { return 1 + 0.06*float64(i%2*2-1) }), []string{"Times for the same work vary by 6.1 %."}},
		{"too few calibrations", timedRun("a", 0, MinCalibrations-1, func(i int) float64 { return float64(1 + i) }), nil},
	} {
		got := Of(c.trials).Noise().Notices()
		if len(got) != len(c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
			continue
		}
		for i := range got {
			if !strings.HasPrefix(got[i], c.want[i]) {
				t.Errorf("%s: %q, want %q", c.name, got[i], c.want[i])
			}
			for _, m := range trial.Metrics() {
				if strings.Contains(got[i], m.Name) {
					t.Errorf("%s: %q names the metric %s", c.name, got[i], m.Name)
				}
			}
		}
	}
}

func TestNoiseIsThatOfTheWorstRun(t *testing.T) {
	slower := func(by float64) func(int) float64 { return func(i int) float64 { return math.Pow(by, float64(i)/20) } }
	trials := append(append(timedRun("a", 0, 21, slower(0.8)), timedRun("a", 100, 21, slower(1.1))...), timedRun("b", 50, 21, slower(1.05))...)
	got := Of(trials).Noise()
	if math.Abs(got.Drift+0.2) > 1e-9 || got.Calibrations != 63 || got.Trials != 63 {
		t.Errorf("%+v, want a drift of −0.2 in 63 calibrations", got)
	}
	if want := "63 timed trials, 0 of which had a wall time above 1.05 times their CPU time; 63 calibrations, whose times vary by 6.9 % and drift by -20.0 %"; got.String() != want {
		t.Errorf("%v\nwant %s", got, want)
	}
	trials[0], trials[30] = trials[30], trials[0]
	if again := Of(trials).Noise(); !reflect.DeepEqual(got, again) {
		t.Errorf("in another order %+v, want %+v", again, got)
	}
}

// At most one in a hundred runs without a drift shows one by chance, however much its calibrations
// vary.
func TestNoiseIsSeldomTakenForDrift(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const runs = 2000
	wrong := 0
	for range runs {
		n := Of(timedRun("a", 0, 30, func(int) float64 { return math.Exp(0.2 * rng.NormFloat64()) })).Noise()
		if n.Drift != 0 {
			wrong++
		}
	}
	if wrong > runs*15/1000 {
		t.Errorf("a drift in %d of %d runs without one", wrong, runs)
	}
}
