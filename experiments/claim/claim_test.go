package claim

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

var exhaustive = flag.Bool("exhaustive", false, "simulate every cell of the calibration 10,000 times")

// ran returns the trials of two strategies on the same boards: what each expanded,
// and a negative number where it was stopped there.
func ran(a, b []int) frame.Frame {
	var trials []experiments.Trial
	for k, nodes := range [][]int{a, b} {
		for i, n := range nodes {
			t := experiments.Trial{
				Set: "drawn", Size: 9, Index: i, Instance: fmt.Sprint(i), Strategy: string(rune('a' + k)), Mode: experiments.Budget,
				Outcome: search.Solved, Meter: search.Meter{Expanded: uint64(max(n, -n))},
			}
			if n < 0 {
				t.Outcome = search.LimitNodes
			}
			trials = append(trials, t)
		}
	}
	return frame.Of(trials)
}

// decided is the verdict alone, without the work of describing it.
func decided(t testing.TB, f frame.Frame, ask func(f frame.Frame) Answer) Verdict {
	t.Helper()
	c := Claim{ID: "it", Ask: func(f frame.Frame) (Answer, error) { return ask(f), nil }}
	asked, err := NewFamily(c).ask(f)
	if err != nil {
		t.Fatal(err)
	}
	return verdict(c, asked.answers[0], asked.adjusted[0])
}

// decideOne decides one claim alone.
func decideOne(t testing.TB, f frame.Frame, ask func(f frame.Frame) Answer) Result {
	t.Helper()
	r, err := NewFamily(Claim{ID: "it", Statement: "It is so.", Ask: func(f frame.Frame) (Answer, error) { return ask(f), nil }}).Decide(f, "it")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func less(f frame.Frame) Answer {
	return Below(Ratio(f, experiments.Expanded, "a", "b", "board"), 1)
}

func TestSamples(t *testing.T) {
	several := func(n, x int) []int { return slices.Repeat([]int{x}, n) }
	for _, c := range []struct {
		name     string
		a, b     []int
		want     Verdict
		evidence string
	}{
		{"less on every board", several(20, 100), several(20, 50), Holds, ": 0.5 (95 %: 0.5 to 0.5, 20 boards); sign-flip test, p < 0.001"},
		{"more on every board", several(20, 50), several(20, 100), Fails, ": 2 ("},
		{"one board more of a", several(21, 100), several(20, 50), Holds, "above on 0. Left out, without both values: 1 board."},
		{"too few", several(9, 100), several(9, 50), Undecided, "Fewer than 10 boards decide nothing."},
		{"too few that differ", several(20, 100), append(several(15, 100), several(5, 50)...), Undecided, "Only 5 of 20 boards differ"},
		{"the same", several(20, 100), several(20, 100), Undecided, "Only 0 of 20 boards differ"},
		{"nothing ran", nil, nil, Undecided, NotRun},
		{"a stopped wherever b solves", several(20, -1000), several(20, 50), Holds, "On 20 a limit stopped a run"},
		{"both stopped", several(20, -1000), several(20, -1000), Undecided, "Only 0 of 20"},
		{"alone on some", several(20, 100), several(15, 50), Holds, "above on 0. Left out, without both values: 5 boards."},
		// Faster on 70, but on the other 30 stopped beyond a hundred times of what
		// the other needs: in truth it needs more, if anything.
		{"faster on most and stopped on the rest", append(several(70, 2000), several(30, 10_000)...), append(several(70, 1000), several(30, -1_000_000)...), Undecided, "On 30 a limit"},
	} {
		r := decideOne(t, ran(c.a, c.b), less)
		if r.Verdict != c.want || !strings.Contains(r.Evidence, c.evidence) {
			t.Errorf("%s: verdict %d, want %d; %s (want %q in it)", c.name, r.Verdict, c.want, r.Evidence, c.evidence)
		}
	}
}

// A stopped run rules out a value only if what was counted does.
func TestStoppedRunsAreComparedWithTheValueTested(t *testing.T) {
	several := func(n, x int) []int { return slices.Repeat([]int{x}, n) }
	third := func(f frame.Frame) Answer { return Below(Ratio(f, experiments.Expanded, "a", "b", "board"), 1./3) }
	hundred := func(f frame.Frame) Answer {
		return Above(Ratio(f, experiments.Expanded, "a", "b", "board"), 100)
	}
	for _, c := range []struct {
		name     string
		ask      func(frame.Frame) Answer
		a, b     []int
		want     Verdict
		evidence string
	}{
		{"stopped at four times", third, several(20, -1000), several(20, 250), Holds, "signed-rank test"},
		{"stopped at twice", third, several(20, -1000), several(20, 500), Undecided, "on 20 boards the limits leave open on which side of 0.333 it is, and the worse is taken"},
		{"stopped at twice on half", third, several(20, -1000), append(several(10, 500), several(10, 250)...), Undecided, "on 10 boards"},
		{"stopped at twice on two", third, several(20, -1000), append(several(2, 500), several(18, 250)...), Holds, "on 2 boards"},
		{"both stopped", hundred, several(20, -1000), several(20, -1000), Undecided, "Only 0 of 20"},
		{"stopped at ten times", hundred, several(20, 10), several(20, -100), Undecided, "on 20 boards"},
		{"stopped at a thousand times", hundred, several(20, 10), several(20, -10_000), Holds, ""},
	} {
		if r := decideOne(t, ran(c.a, c.b), c.ask); r.Verdict != c.want || !strings.Contains(r.Evidence, c.evidence) {
			t.Errorf("%s: %s, want %s; %s (want %q in it)", c.name, r.Verdict, c.want, r.Evidence, c.evidence)
		}
	}
}

func TestFailedRunsDecideNothing(t *testing.T) {
	f := ran(slices.Repeat([]int{100}, 20), slices.Repeat([]int{50}, 20))
	f.First().Error = "lost" // the frame is this test's own
	if r := decideOne(t, f, less); r.Verdict != Undecided || !strings.Contains(r.Evidence, "On 1 board a run failed") {
		t.Errorf("%d: %s", r.Verdict, r.Evidence)
	}
}

func TestCensus(t *testing.T) {
	for _, c := range []struct {
		name             string
		of, ran, against int
		want             Verdict
		evidence         string
	}{
		{"all ran and agree", 6, 6, 0, Holds, ""},
		{"some did not run", 6, 2, 0, Undecided, "So far 2 of 6 rows ran."},
		{"a counterexample among some", 6, 2, 1, Fails, ""},
		{"a counterexample among all", 6, 6, 1, Fails, ""},
		{"none ran", 6, 0, 0, Undecided, NotRun},
	} {
		r := decideOne(t, frame.Frame{}, func(frame.Frame) Answer { return Every("row", c.of, c.ran, c.against) })
		if r.Verdict != c.want || !strings.Contains(r.Evidence, c.evidence) || !math.IsNaN(r.P) {
			t.Errorf("%s: verdict %d, p %v, %q, want %d, no p-value, and %q", c.name, r.Verdict, r.P, r.Evidence, c.want, c.evidence)
		}
	}
}

func TestTotalsAreBoundsWhereRunsWereStopped(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b []int
		want Verdict
	}{
		{"less", []int{10, 20}, []int{5, 20}, Holds},
		{"as much", []int{10, 20}, []int{10, 20}, Fails},
		{"a is at least more", []int{10, -20}, []int{5, 20}, Holds},
		{"b is at least more", []int{10, 20}, []int{5, -90}, Fails},
		{"b may be more", []int{10, 20}, []int{5, -8}, Undecided},
		{"both stopped", []int{10, -20}, []int{5, -90}, Undecided},
		{"not all ran", []int{10}, []int{5}, Undecided},
	} {
		r := decideOne(t, ran(c.a, c.b), func(f frame.Frame) Answer { return Totals(f, experiments.Expanded, "a", "b", "board", 2) })
		if r.Verdict != c.want {
			t.Errorf("%s: verdict %d, want %d; %s", c.name, r.Verdict, c.want, r.Evidence)
		}
	}
}

func TestAgreesToTheLastDigit(t *testing.T) {
	for _, c := range []struct {
		printed string
		x       float64
		want    bool
	}{{"32.68", 32.6849, true}, {"32.68", 32.69, false}, {"27", 27, true}, {"9,777,810", 9777810, true}, {"304.8", 304.75, true}, {"304.8", 304.74, false}, {"many", 3, false}} {
		if got := Agrees(c.printed, c.x); got != c.want {
			t.Errorf("Agrees(%q, %v) = %t", c.printed, c.x, got)
		}
	}
}

func TestEstimatesAgainstValues(t *testing.T) {
	x := make([]float64, 30)
	for i := range x {
		x[i] = 2 + float64(i%7-3)/10
	}
	mean := Mean("moves", "board", x)
	for _, c := range []struct {
		name string
		a    Answer
		want Verdict
	}{
		{"above 1", Above(mean, 1), Holds},
		{"below 1", Below(mean, 1), Fails},
		{"above 2", Above(mean, 2), Undecided},
		{"from 1.5 to 2.5", Equivalent(mean, 1.5, 2.5), Holds},
		{"from 1.97 to 3", Equivalent(mean, 1.97, 3), Undecided},
		{"from 3 to 4", Equivalent(mean, 3, 4), Fails},
		{"from 0 to 1", Equivalent(mean, 0, 1), Fails},
		{"all", All(Above(mean, 1), Below(mean, 3)), Holds},
		{"all, of which one is open", All(Above(mean, 1), Above(mean, 2)), Undecided},
		{"all, of which one is false", All(Above(mean, 1), Above(mean, 3)), Fails},
		{"all, of which two are false", All(Above(mean, 3), Above(mean, 1), Above(mean, 4)), Fails},
		{"all of none", All(), Undecided},
		{"a geometric mean", Above(GeoMean("factors", "board", x), 1), Holds},
		{"most", Above(Share("the share solved", "board", 25, 30), 0.5), Holds},
		{"nine in ten, of seven", Above(Share("the share", "median", 7, 7), 0.9), Undecided},
		{"nine in ten, of forty", Above(Share("the share", "median", 20, 40), 0.9), Fails},
	} {
		if r := decideOne(t, frame.Frame{}, func(frame.Frame) Answer { return c.a }); r.Verdict != c.want {
			t.Errorf("%s: verdict %d, want %d; %s", c.name, r.Verdict, c.want, r.Evidence)
		}
	}
}

func TestManyPartsAreDescribedByTheOneThatDecides(t *testing.T) {
	x := make([]float64, 20)
	for i := range x {
		x[i] = 2 + 0.1*float64(i%5)
	}
	var parts []Answer
	for _, at := range []float64{0, 1, 2, 1.5, 0.5} {
		e := Mean("moves", "board", x)
		e.Note = fmt.Sprintf("Above %v.", at)
		parts = append(parts, Above(e, at))
	}
	for _, c := range []struct {
		parts []Answer
		want  string
		count int
	}{
		{parts, "Above 2.", 1},
		{parts[:maxDescribed], "Above 1.5.", maxDescribed},
	} {
		r := decideOne(t, frame.Frame{}, func(frame.Frame) Answer { return All(c.parts...) })
		if !strings.Contains(r.Evidence, c.want) || strings.Count(r.Evidence, "Mean of") != c.count {
			t.Errorf("of %d parts: %s; want %d described, %q too", len(c.parts), r.Evidence, c.count, c.want)
		}
	}
}

func TestFamiliesAreCorrected(t *testing.T) {
	// By itself p = 0.02, which Holm's correction over three takes to 0.06.
	x := []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, -1}
	weak := Claim{ID: "weak", Ask: func(frame.Frame) (Answer, error) { return Above(Mean("moves", "board", x), 0), nil }}
	silent := func(id string) Claim {
		return Claim{ID: id, Ask: func(frame.Frame) (Answer, error) { return Answer{}, nil }}
	}
	timed := silent("timed")
	timed.Timing = true
	chosen := weak
	chosen.ID, chosen.Exploratory = "chosen", true
	census := func(ran int) Claim {
		return Claim{ID: "census", Ask: func(frame.Frame) (Answer, error) { return Every("row", 6, ran, 0), nil }}
	}
	for _, c := range []struct {
		name     string
		fam      *Family
		adjusted float64
		want     Verdict
	}{
		{"alone", NewFamily(weak), 22.0 / 1024, Holds},
		{"among claims that did not run", NewFamily(silent("x"), weak, silent("y")), 66.0 / 1024, Undecided},
		{"beside a census", NewFamily(weak, census(6)), 22.0 / 1024, Holds},
		{"beside a census that did not run", NewFamily(weak, census(0)), 22.0 / 1024, Holds},
		{"beside one about times", NewFamily(weak, timed), 22.0 / 1024, Holds},
		{"beside an exploratory one", NewFamily(weak, chosen), 22.0 / 1024, Holds},
	} {
		r, err := c.fam.Decide(ran([]int{1}, nil), "weak")
		if err != nil || r.Verdict != c.want || math.Abs(r.Adjusted-c.adjusted) > 1e-12 {
			t.Errorf("%s: verdict %d, adjusted p %v, %v; want %d, %v", c.name, r.Verdict, r.Adjusted, err, c.want, c.adjusted)
		}
	}
	if r, _ := NewFamily(weak, chosen).Decide(frame.Frame{}, "chosen"); r.Verdict != Undecided || !strings.Contains(r.Evidence, "chosen after looking") {
		t.Errorf("an exploratory claim: %d, %s", r.Verdict, r.Evidence)
	}
	broken := Claim{ID: "broken", Ask: func(frame.Frame) (Answer, error) { return Answer{}, errors.New("no") }}
	if _, err := NewFamily(weak, broken).Decide(frame.Frame{}, "weak"); err == nil || !strings.Contains(err.Error(), `"broken"`) {
		t.Errorf("a question that fails: %v", err)
	}
}

// identical returns what two runs of the same strategy need on n boards, with
// difficulties of deviation 1 and runs of the given one, where limits stop about
// that share of the runs.
func identical(random *rand.Rand, n int, deviation, stopped, ratio float64) frame.Frame {
	limit := math.Inf(1)
	if stopped > 0 {
		limit = 1e6 * math.Exp(math.Hypot(1, deviation)*quantile(1-stopped))
	}
	run := func(mean float64) int {
		x := mean * math.Exp(deviation*random.NormFloat64())
		if x >= limit {
			return -int(limit)
		}
		return 1 + int(x)
	}
	a, b := make([]int, n), make([]int, n)
	for i := range n {
		difficulty := 1e6 * math.Exp(random.NormFloat64())
		a[i], b[i] = run(difficulty), run(ratio*difficulty)
	}
	return ran(a, b)
}

// quantile is that of the standard normal distribution.
func quantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }

func TestIdenticalStrategiesAreNotDecided(t *testing.T) {
	runs, sizes, deviations := 300, []int{10, 50}, []float64{1}
	if *exhaustive {
		runs, sizes, deviations = 10_000, []int{10, 20, 50, 100, 300}, []float64{0.5, 1, 2}
	}
	worst := 0.0
	for _, n := range sizes {
		for _, deviation := range deviations {
			for _, stopped := range []float64{0, 0.2, 0.4} {
				random := rand.New(rand.NewPCG(uint64(n), uint64(10*deviation+100*stopped)))
				wrong := 0
				for range runs {
					if decided(t, identical(random, n, deviation, stopped, 1), less) != Undecided {
						wrong++
					}
				}
				share := float64(wrong) / float64(runs)
				worst = max(worst, share)
				t.Logf("%3d pairs, deviation %.1f, %2.0f %% stopped: %.1f %% decided", n, deviation, 100*stopped, 100*share)
			}
		}
	}
	// Three standard errors of a share of 5 %, which are 0.7 % with 10,000 runs.
	if most := 0.05 + 3*math.Sqrt(0.05*0.95/float64(runs)); worst > most || *exhaustive && worst > 0.06 {
		t.Errorf("up to %.1f %% are decided, want at most 5 %%", 100*worst)
	}
}

func TestFamiliesOfIdenticalStrategiesAreNotDecided(t *testing.T) {
	runs, members := 60, 16
	if *exhaustive {
		runs = 2000
	}
	random := rand.New(rand.NewPCG(16, 1))
	wrong := 0
	for range runs {
		var claims []Claim
		for m := range members {
			f := identical(random, 25, 1, 0, 1)
			claims = append(claims, Claim{ID: fmt.Sprint(m), Ask: func(frame.Frame) (Answer, error) { return less(f), nil }})
		}
		fam, f := NewFamily(claims...), ran([]int{1}, nil)
		asked, err := fam.ask(f)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Min(asked.adjusted) <= level {
			wrong++
		}
	}
	share := float64(wrong) / float64(runs)
	t.Logf("%.1f %% of %d families of %d have a false verdict", 100*share, runs, members)
	if share > 0.05+3*math.Sqrt(0.05*0.95/float64(runs)) {
		t.Error("want at most 5 %")
	}
}

// Of a hundred pairs with a true ratio of 0.8 and a deviation 1 of the log ratio,
// more than half decide.
func TestPower(t *testing.T) {
	runs := 200
	if *exhaustive {
		runs = 2000
	}
	random := rand.New(rand.NewPCG(8, 1))
	right := 0
	for range runs {
		if decided(t, identical(random, 100, math.Sqrt(0.5), 0, 0.8), less) == Holds {
			right++
		}
	}
	share := float64(right) / float64(runs)
	t.Logf("%.0f %% are decided", 100*share)
	if share < 0.5 || *exhaustive && share < 0.55 {
		t.Errorf("%.0f %% are decided, want 55 %%", 100*share)
	}
}
