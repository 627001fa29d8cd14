package claim

import (
	"errors"
	"flag"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

var exhaustive = flag.Bool("exhaustive", false, "simulate every cell of the calibration 4,000 times")

// ran returns the trials of two strategies on the same boards, from the numbers of expanded nodes;
// a negative number means that the run was stopped there.
func ran(a, b []int) frame.Frame {
	var trials []trial.Trial
	for k, nodes := range [][]int{a, b} {
		for i, n := range nodes {
			t := trial.Trial{
				Set: "drawn", Size: 9, Index: i, Instance: fmt.Sprint(i), Strategy: string(rune('a' + k)), Mode: trial.Budget,
				Outcome: search.Solved, Meter: search.Meter{Expanded: uint64(max(n, -n))},
			}
			if n < 0 {
				t.Outcome, t.Limits.Expanded = search.LimitNodes, t.Meter.Expanded
			}
			trials = append(trials, t)
		}
	}
	return frame.Of(trials)
}

// decided returns only the verdict, without the work of describing it.
func decided(t testing.TB, f frame.Frame, ask func(f frame.Frame) Answer) Verdict {
	t.Helper()
	c := Claim{ID: "it", Ask: func(f frame.Frame) (Answer, error) { return ask(f), nil }}
	asked, err := NewFamily(c).ask(f)
	if err != nil {
		t.Fatal(err)
	}
	return asked.verdict(0)
}

// decideOne decides a single claim.
func decideOne(t testing.TB, f frame.Frame, ask func(f frame.Frame) Answer) Result {
	t.Helper()
	r, err := NewFamily(Claim{ID: "it", Statement: "It is so.", Ask: func(f frame.Frame) (Answer, error) { return ask(f), nil }}).Decide(f, "it")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func less(f frame.Frame) Answer {
	return Below(Ratio(f, trial.Expanded, "a", "b", "board"), 1)
}

func several(n, x int) []int { return slices.Repeat([]int{x}, n) }

func TestWhatALimitLeavesOutDecidesNothing(t *testing.T) {
	answered := trial.Metric{Name: "cost", AnsweredOnly: true, Value: func(t *trial.Trial) float64 {
		if !t.Outcome.Answered() {
			return math.NaN()
		}
		return float64(t.Meter.Expanded)
	}}
	asks := map[string]func(f frame.Frame) Answer{
		"ratio":      func(f frame.Frame) Answer { return Below(Ratio(f, answered, "a", "b", "board"), 1) },
		"restricted": func(f frame.Frame) Answer { return Below(Restricted(f, answered, "a", "b", "board"), 1) },
		"if solved": func(f frame.Frame) Answer {
			cases := f.Match("a", "b")
			return Below(Mean("moves", "board", cases.Solved().Differences(trial.Expanded, 0, 1)).IfSolved(cases), 0)
		},
	}
	for name, ask := range asks {
		if r := decideOne(t, ran(several(40, 100), several(40, 50)), ask); r.Verdict != Holds {
			t.Errorf("%s, all solved: verdict %s, want holds; %s", name, r.Verdict, r.Evidence)
		}
		b := append(several(39, 50), -1000)
		if r := decideOne(t, ran(several(40, 100), b), ask); r.Verdict != Undecided || !strings.Contains(r.Evidence, "the other runs alone cannot decide the claim") {
			t.Errorf("%s, one stopped: verdict %s, want undecided and why; %s", name, r.Verdict, r.Evidence)
		}
	}
}

func TestSamples(t *testing.T) {
	for _, c := range []struct {
		name     string
		a, b     []int
		want     Verdict
		evidence string
	}{
		{"less on every board", several(30, 100), several(30, 50), Holds, " is 0.5 (95 % interval 0.5 to 0.5) over 30 boards (sign-flip and bootstrap-t tests, p < 0.001)"},
		{"more on every board", several(30, 50), several(30, 100), Fails, " is 2 ("},
		{"one board more of a", several(31, 100), several(30, 50), Holds, "below 1 on 30 boards. The estimate excludes 1 board without values for both strategies."},
		{"too few", several(29, 100), several(29, 50), Undecided, "At least 30 boards are needed to decide the claim."},
		{"too few that differ", several(30, 100), append(several(25, 100), several(5, 50)...), Undecided, "Only 5 of 30 boards differ"},
		{"the same", several(30, 100), several(30, 100), Undecided, "Only 0 of 30 boards differ"},
		{"nothing ran", nil, nil, Undecided, NotRun},
		{"alone on some", several(40, 100), several(35, 50), Holds, "below 1 on 35 boards. The estimate excludes 5 boards without values for both strategies."},
	} {
		r := decideOne(t, ran(c.a, c.b), less)
		if r.Verdict != c.want || !strings.Contains(r.Evidence, c.evidence) {
			t.Errorf("%s: verdict %d, want %d; %s (want %q in it)", c.name, r.Verdict, c.want, r.Evidence, c.evidence)
		}
	}
}

// A stopped run supports only its side of the ratio; at a common limit its count is the value of a
// search that is given up there.
func TestStoppedRunsDecideInTheirDirection(t *testing.T) {
	side := func(of func(frame.Frame, trial.Metric, string, string, string) Estimate, side func(Estimate, float64) Answer, x float64) func(frame.Frame) Answer {
		return func(f frame.Frame) Answer { return side(of(f, trial.Expanded, "a", "b", "board"), x) }
	}
	mixed := func(of ...[]int) []int { return slices.Concat(of...) }
	for _, c := range []struct {
		name     string
		ask      func(frame.Frame) Answer
		a, b     []int
		want     Verdict
		evidence string
	}{
		{"a stopped, below", less, several(30, -1000), several(30, 50), Holds, "at most 0.05 (95 % interval up to 0.05)"},
		{"a stopped, above", side(Ratio, Above, 0.01), several(30, -1000), several(30, 50), Undecided, "at most"},
		{"b stopped, above", side(Ratio, Above, 10), several(30, 10), several(30, -1000), Holds, "at least 100 (95 % interval from 100 upward)"},
		{"b stopped, below", less, several(30, 100), mixed(several(29, 50), several(1, -51)), Undecided, "at least"},
		{"both stopped", less, several(30, -1000), mixed(several(29, 50), several(1, -1000)), Undecided, "not known"},
		{"90 at 0.95, 9 at 100 and one stopped at 20", less, several(100, 1000), mixed(several(90, 950), several(9, 100_000), several(1, -20_000)), Fails, "at least"},
		{"99 at 0.95 and one stopped at 20", less, several(100, 1000), mixed(several(99, 950), several(1, -20_000)), Undecided, "at least"},
		{"given up at one limit", side(Restricted, Below, 1), mixed(several(25, 1000), several(5, -5000)), mixed(several(27, 500), several(3, -5000)), Holds, " is 0.481 (95 % interval 0.382 to 0.548) over 30 boards"},
		{"given up at two limits", side(Restricted, Below, 1), mixed(several(25, 1000), several(5, -5000)), mixed(several(27, 500), several(3, -6000)), Undecided, "The runs did not have the same limit."},
		{"given up before the others ended", side(Restricted, Below, 1), mixed(several(25, 1000), several(5, -5000)), mixed(several(27, 500), several(3, 6000)), Undecided, "The runs did not have the same limit."},
		{"nothing given up", side(Restricted, Below, 1), several(30, 1000), several(30, 500), Holds, "(b ÷ a) is 0.5"},
	} {
		if r := decideOne(t, ran(c.a, c.b), c.ask); r.Verdict != c.want || !strings.Contains(r.Evidence, c.evidence) {
			t.Errorf("%s: %s, want %s; %s (want %q in it)", c.name, r.Verdict, c.want, r.Evidence, c.evidence)
		}
	}
}

// A claim on a sample of 10 to 29 may be about most boards.
func TestMostIsDecidedByTheSignTest(t *testing.T) {
	most := func(f frame.Frame) Answer {
		return Above(Most(f, trial.Expanded, "a", "b", "board", 1), 0.5)
	}
	for _, c := range []struct {
		name string
		a, b []int
		want Verdict
	}{
		{"less on all", several(10, 100), several(10, 50), Holds},
		{"less on all of nine", several(9, 100), several(9, 50), Undecided},
		{"more on all", several(10, 50), several(10, 100), Fails},
		{"ties for neither", several(20, 100), append(several(11, 100), several(9, 50)...), Undecided},
		{"all ties", several(20, 100), several(20, 100), Undecided},
		{"a stopped above", several(12, -100), several(12, 50), Holds},
		{"a stopped below", several(12, -100), several(12, 500), Undecided},
		{"b stopped below", several(12, 100), several(12, -50), Undecided},
		{"b stopped at as much", several(12, 100), several(12, -100), Fails},
		{"both stopped", several(12, -100), several(12, -100), Undecided},
	} {
		if r := decideOne(t, ran(c.a, c.b), most); r.Verdict != c.want {
			t.Errorf("%s: %s, want %s; %s", c.name, r.Verdict, c.want, r.Evidence)
		}
	}
}

func TestCopiesOfABoardAreOneBoard(t *testing.T) {
	var trials []trial.Trial
	for x := range ran(several(50, 100), several(50, 50)).All() {
		row := *x
		row.Instance = "the same"
		trials = append(trials, row)
	}
	if r := decideOne(t, frame.Of(trials), less); r.Verdict != Undecided || !strings.Contains(r.Evidence, " over 1 board") {
		t.Errorf("%s: %s", r.Verdict, r.Evidence)
	}
}

func TestNamesThatNoTrialHasAreErrors(t *testing.T) {
	f := ran(several(30, 100), several(30, 50))
	for _, c := range []struct {
		of   frame.Selection
		m    trial.Metric
		want string
	}{
		{frame.Selection{Sets: []string{"drwan"}}, trial.Expanded, `the set "drwan"`},
		{frame.Selection{Sets: []string{"dra*"}, Strategies: []string{"a", "c"}}, trial.Expanded, `the strategy "c"`},
		{frame.Selection{Sets: []string{"dra*"}}, trial.Observed("cycles", "", ""), `the metric "cycles"`},
		{frame.Selection{Sets: []string{"dra*"}, Strategies: []string{"a", "b"}}, trial.Expanded, ""},
	} {
		fam := NewFamily(Claim{ID: "it", Of: c.of, Ask: func(f frame.Frame) (Answer, error) { return Below(Ratio(f, c.m, "a", "b", "board"), 1), nil }})
		_, err := fam.Decide(f, "it")
		if got := fmt.Sprint(err); (err != nil) != (c.want != "") || !strings.Contains(got, c.want) {
			t.Errorf("%v: %v, want %q in it", c.of, err, c.want)
		}
		fam = fam.With(Record{Known: func(string) bool { return true }})
		if _, err := fam.Decide(f, "it"); err != nil && c.m.Name == trial.Expanded.Name {
			t.Errorf("%v, known to the study: %v", c.of, err)
		}
	}
}

func TestOnlyUnseenInstancesDecide(t *testing.T) {
	ask := func(f frame.Frame) (Answer, error) { return less(f), nil }
	fam := NewFamily(Claim{ID: "it", Of: frame.Selection{Sets: []string{"drawn"}}, Ask: ask})
	f := ran(several(60, 100), several(60, 50))
	for i := range f.Whole().All() {
		i.Instance = fmt.Sprint("board ", i.Index) // the frame is this test's own
	}
	seen := func(n int) func(uint64) (map[string]bool, error) {
		return func(seed uint64) (map[string]bool, error) {
			digests := map[string]bool{}
			for i := range n {
				digests[fmt.Sprint("board ", i)] = seed == 1
			}
			return digests, nil
		}
	}
	question := fam.Question("it")
	for _, c := range []struct {
		name     string
		record   Record
		want     Verdict
		evidence string
	}{
		{"unseen", Record{Declared: map[string]Declaration{"it": {question, []uint64{2}}}, Instances: seen(60)}, Holds, "60 boards"},
		{"some seen", Record{Declared: map[string]Declaration{"it": {question, []uint64{2, 1}}}, Instances: seen(6)}, Holds, " over 54 boards"},
		{"more than a tenth seen", Record{Declared: map[string]Declaration{"it": {question, []uint64{1}}}, Instances: seen(7)}, Undecided, seenBefore},
		{"all seen", Record{Declared: map[string]Declaration{"it": {question, []uint64{1}}}, Instances: seen(60)}, Undecided, seenBefore},
		{"another question", Record{Declared: map[string]Declaration{"it": {"0123456789abcdef", nil}}, Instances: seen(0)}, Undecided, notBefore},
		{"no question", Record{Declared: map[string]Declaration{}, Instances: seen(0)}, Undecided, notBefore},
	} {
		r, err := fam.With(c.record).Decide(f, "it")
		if err != nil || r.Verdict != c.want || !strings.Contains(r.Evidence, c.evidence) {
			t.Errorf("%s: %s, %v; %s (want %q in it)", c.name, r.Verdict, err, r.Evidence, c.evidence)
		}
	}
}

// A different side, value, metric, strategy, set, size or test makes a different question; a
// different wording does not.
func TestQuestionsAreDigestsOfWhatIsAsked(t *testing.T) {
	question := func(c Claim) string {
		c.ID = "it"
		return NewFamily(c).Question("it")
	}
	of := func(of frame.Selection, ask func(f frame.Frame) Answer) Claim {
		return Claim{Of: of, Ask: func(f frame.Frame) (Answer, error) { return ask(f), nil }}
	}
	drawn := frame.Selection{Sets: []string{"drawn"}, Sizes: []int{9}}
	first := of(drawn, less)
	worded := first
	worded.Statement, worded.Population = "It needs less.", "boards"
	if question(first) != question(worded) {
		t.Error("another wording is another question")
	}
	digests := map[string]bool{question(first): true}
	timing := first
	timing.Timing = true
	for i, c := range []Claim{
		timing,
		of(frame.Selection{Sets: []string{"other"}, Sizes: []int{9}}, less),
		of(frame.Selection{Sets: []string{"drawn"}, Sizes: []int{16}}, less),
		of(drawn, func(f frame.Frame) Answer { return Above(Ratio(f, trial.Expanded, "a", "b", "board"), 1) }),
		of(drawn, func(f frame.Frame) Answer { return Below(Ratio(f, trial.Expanded, "a", "b", "board"), 2) }),
		of(drawn, func(f frame.Frame) Answer { return Below(Ratio(f, trial.Stored, "a", "b", "board"), 1) }),
		of(drawn, func(f frame.Frame) Answer { return Below(Ratio(f, trial.Expanded, "a", "c", "board"), 1) }),
		of(drawn, func(f frame.Frame) Answer { return Below(Restricted(f, trial.Expanded, "a", "b", "board"), 1) }),
		of(drawn, func(f frame.Frame) Answer { return Above(Most(f, trial.Expanded, "a", "b", "board", 1), 0.5) }),
		of(drawn, func(f frame.Frame) Answer { return All(less(f), less(f)) }),
		of(drawn, func(f frame.Frame) Answer { return Whole(less(f), 100) }),
		of(drawn, func(f frame.Frame) Answer { return Every("board", []string{"x"}, nil) }),
		of(drawn, func(f frame.Frame) Answer { return Every("board", []string{"y"}, nil) }),
	} {
		if q := question(c); digests[q] {
			t.Errorf("question %d is one of the others", i)
		} else {
			digests[q] = true
		}
	}
}

func TestFailedRunsDecideNothing(t *testing.T) {
	f := ran(several(30, 100), several(30, 50))
	f.First().Error = "lost" // the frame is this test's own
	if r := decideOne(t, f, less); r.Verdict != Undecided || !strings.Contains(r.Evidence, "On 1 board, a run failed") {
		t.Errorf("%d: %s", r.Verdict, r.Evidence)
	}
}

func TestCensus(t *testing.T) {
	list := []string{"1", "2", "3", "4", "5", "6"}
	found := func(ran, against int) map[string]bool {
		found := map[string]bool{"7": false} // which is not on the list
		for i, name := range list[:ran] {
			found[name] = i >= against
		}
		return found
	}
	for _, c := range []struct {
		name         string
		ran, against int
		want         Verdict
		evidence     string
	}{
		{"all ran and agree", 6, 0, Holds, ""},
		{"some did not run", 4, 0, Undecided, "Only 4 of 6 rows have been run. These are missing: 5 and 6."},
		{"a counterexample among some", 2, 1, Fails, "The claim is false for 1 of 2 rows: 1."},
		{"a counterexample among all", 6, 1, Fails, "The claim is false for 1 of 6 rows: 1."},
		{"none ran", 0, 0, Undecided, NotRun},
	} {
		r := decideOne(t, frame.Frame{}, func(frame.Frame) Answer { return Every("row", list, found(c.ran, c.against)) })
		if r.Verdict != c.want || !strings.Contains(r.Evidence, c.evidence) || !math.IsNaN(r.P) {
			t.Errorf("%s: verdict %d, p %v, %q, want %d, no p-value, and %q", c.name, r.Verdict, r.P, r.Evidence, c.want, c.evidence)
		}
	}
}

func TestAWholeListNeedsNoTest(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b []int
		side func(Estimate, float64) Answer
		want Verdict
	}{
		{"all", several(5, 100), []int{50, 50, 50, 50, 120}, Below, Holds},
		{"all, on the other side", several(5, 100), []int{50, 50, 50, 50, 120}, Above, Fails},
		{"some", several(4, 100), several(4, 50), Below, Undecided},
		{"one stopped of a", []int{100, 100, 100, 100, -100}, several(5, 50), Below, Holds},
		{"one stopped of b", several(5, 100), []int{50, 50, 50, 50, -50}, Below, Undecided},
		{"one stopped of b, above", several(5, 100), []int{500, 500, 500, 500, -50}, Above, Holds},
	} {
		r := decideOne(t, ran(c.a, c.b), func(f frame.Frame) Answer {
			return Whole(c.side(Ratio(f, trial.Expanded, "a", "b", "board"), 1), 5)
		})
		if r.Verdict != c.want || !math.IsNaN(r.P) {
			t.Errorf("%s: %s, want %s; p %v, %s", c.name, r.Verdict, c.want, r.P, r.Evidence)
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
		r := decideOne(t, ran(c.a, c.b), func(f frame.Frame) Answer { return Totals(f, trial.Expanded, "a", "b", "board", 2) })
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
		{"the larger of two samples", Above(Superiority("the chance", "board", x, x[:10]), 0.3), Holds},
		{"the smaller of two samples", Above(Superiority("the chance", "board", []float64{0, 1, 0, 1, 0, 1, 0, 1, 0, 1}, x), 0.5), Fails},
		{"two samples alike", Above(Superiority("the chance", "board", x, x), 0.5), Undecided},
		{"nine of one sample", Above(Superiority("the chance", "board", x[:9], []float64{0, 1, 0, 1, 0, 1, 0, 1, 0, 1}), 0.5), Undecided},
		{"one sample alone", Above(Superiority("the chance", "board", x, nil), 0.5), Undecided},
	} {
		if r := decideOne(t, frame.Frame{}, func(frame.Frame) Answer { return c.a }); r.Verdict != c.want {
			t.Errorf("%s: verdict %d, want %d; %s", c.name, r.Verdict, c.want, r.Evidence)
		}
	}
}

func TestManyPartsAreDescribedByTheOneThatDecides(t *testing.T) {
	x := make([]float64, 30)
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
		if !strings.Contains(r.Evidence, c.want) || strings.Count(r.Evidence, "The mean of") != c.count {
			t.Errorf("of %d parts: %s; want %d described, %q too", len(c.parts), r.Evidence, c.count, c.want)
		}
	}
}

func TestFamiliesAreCorrected(t *testing.T) {
	// On its own, 9 of 10 boards give p = 0.012; Holm's correction over three raises it to 0.064.
	weak := Claim{ID: "weak", Ask: func(frame.Frame) (Answer, error) { return Above(Share("share", "board", 9, 10), 0.5), nil }}
	silent := func(id string) Claim {
		return Claim{ID: id, Ask: func(frame.Frame) (Answer, error) { return Answer{}, nil }}
	}
	timed := silent("timed")
	timed.Timing = true
	weakTime := weak
	weakTime.Timing = true
	chosen := weak
	chosen.ID, chosen.Exploratory = "chosen", true
	census := func(found map[string]bool) Claim {
		return Claim{ID: "census", Ask: func(frame.Frame) (Answer, error) { return Every("row", []string{"1", "2"}, found), nil }}
	}
	for _, c := range []struct {
		name     string
		fam      *Family
		adjusted float64
		want     Verdict
	}{
		{"alone", NewFamily(weak), 22.0 / 1024, Holds},
		{"among claims that did not run", NewFamily(silent("x"), weak, silent("y")), 66.0 / 1024, Undecided},
		{"beside a census", NewFamily(weak, census(map[string]bool{"1": true, "2": true})), 22.0 / 1024, Holds},
		{"beside a census that did not run", NewFamily(weak, census(nil)), 22.0 / 1024, Holds},
		{"beside one about times", NewFamily(weak, timed), 22.0 / 1024, Holds},
		{"about times beside one that is not", NewFamily(weakTime, silent("x")), 22.0 / 1024, Undecided},
		{"about times alone", NewFamily(weakTime), 22.0 / 1024, Holds},
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

// timedTrial is a run of a strategy on a board with the given time.
func timedTrial(strategy string, board int, seconds float64, order int) trial.Trial {
	return trial.Trial{
		Set: "drawn", Size: 9, Index: board, Instance: fmt.Sprint(board), Strategy: strategy, Mode: trial.Timed, Outcome: search.Solved,
		CPU: seconds, Wall: seconds, Runs: 1, Conditions: trial.Conditions{Host: "here", Start: int64(order), Order: order, Calibration: 0.004},
	}
}

// rowsOf yields the rows of a frame.
func rowsOf(f frame.Frame) iter.Seq[trial.Trial] {
	return func(yield func(trial.Trial) bool) {
		for t := range f.All() {
			if !yield(*t) {
				return
			}
		}
	}
}

func containsFold(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(part))
}

// A stopped run in the numerator gives a lower bound; a stopped run in the denominator gives an
// upper bound, which Growth cannot use.
func TestQuotientsAreLowerBoundsOrLeftOut(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b []int
		want string
	}{
		{"none stopped", []int{10, 20}, []int{5, 40}, "[0.05 0.1]"},
		{"b stopped", []int{10, 20}, []int{-5, 40}, "[≥ 0.05 0.1]"},
		{"a stopped", []int{10, -20}, []int{5, 40}, "[]"},
		{"a is zero", []int{10, 0}, []int{5, 40}, "[]"},
		{"b is zero", []int{10, 20}, []int{0, 40}, "[]"},
		{"alone on one", []int{10, 20}, []int{5}, "[0.05]"},
		{"nothing ran", nil, nil, "[]"},
	} {
		if got := fmt.Sprint(Quotients(ran(c.a, c.b), trial.Expanded, "a", "b", 2)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestGrowthIsOverTheSizesWithSamples(t *testing.T) {
	grow := func(sizes int, stopped ...int) Answer {
		var x []float64
		var samples [][]frame.Bounded
		for k := range 8 {
			x, samples = append(x, float64(k)), append(samples, nil)
			for i := range 9 {
				if v := math.Exp2(float64(k)) * (1 + 0.01*float64((i+3*k)%5)); k < sizes {
					samples[k] = append(samples[k], frame.Bounded{Value: v, Lower: slices.Contains(stopped, k)})
				}
			}
		}
		return Above(Growth("growth", "board", stats.Exponential, x, samples), 1.5)
	}
	for _, c := range []struct {
		name     string
		a        Answer
		want     Verdict
		evidence string
	}{
		{"all sizes", grow(8), Holds, "72 boards"},
		{"some sizes", grow(6), Holds, "The estimate excludes 2 sizes, where some instances have neither values nor lower bounds."},
		{"few sizes", grow(4), Undecided, "At least 5 sizes are needed to decide the claim."},
		{"the largest is at least so much", grow(8, 7), Holds, "at least 2 ("},
		{"the smallest is at least so much", grow(8, 0), Undecided, "at most 2 ("},
		// Of six sizes with values, the fourth is among the larger ones; of all eight it is not.
		{"one above the center of those with values", grow(6, 3), Holds, "at least 2 ("},
		{"no size", grow(0), Undecided, NotRun},
	} {
		if r := decideOne(t, frame.Frame{}, func(frame.Frame) Answer { return c.a }); r.Verdict != c.want || !strings.Contains(r.Evidence, c.evidence) {
			t.Errorf("%s: %s, want %s; %s (want %q in it)", c.name, r.Verdict, c.want, r.Evidence, c.evidence)
		}
	}
}

func TestNearerNeedsTheBootstrapAndTheHeldOutSizes(t *testing.T) {
	for _, c := range []struct {
		name     string
		choice   stats.ModelChoice
		want     Verdict
		evidence string
	}{
		{"the first", stats.ModelChoice{N: 9, Difference: 8, P: 0.001, Agrees: true}, Holds, "The difference is 8 over 90 boards. If the model that fits worse were true, the difference would be below 3 in 97.5 % of samples (parametric bootstrap, p = 0.001)."},
		{"the second", stats.ModelChoice{N: 9, Difference: -8, P: 0.001, Agrees: true}, Fails, "The difference is −8 over 90 boards. If the model that fits worse were true, the difference would be above −3 in 97.5 % of samples (parametric bootstrap, p = 0.001). On held-out medians, the average error is a factor of 2 for the model named first and 1 for the other."},
		{"by chance", stats.ModelChoice{N: 9, Difference: 2.5, P: 0.2, Agrees: true}, Undecided, "p = 0.2"},
		{"the held-out sizes say otherwise", stats.ModelChoice{N: 9, Difference: 8, P: 0.001}, Undecided, "The model that fits better predicts worse, so the claim remains undecided."},
		{"few sizes", stats.ModelChoice{N: 4, P: math.NaN()}, Undecided, "At least 5 sizes are needed to decide the claim."},
		{"no choice", stats.ModelChoice{N: 9, P: math.NaN(), Warnings: []string{"no choice"}}, Undecided, "The claim is not decided: no choice."},
	} {
		c.choice.ByChance, c.choice.HeldOut = 3, [2]float64{0, math.Ln2}
		r := decideOne(t, frame.Frame{}, func(frame.Frame) Answer { return Nearer("It", "difference", "board", 90, c.choice) })
		if r.Verdict != c.want || !strings.Contains(r.Evidence, c.evidence) {
			t.Errorf("%s: %s, want %s; %s (want %q in it)", c.name, r.Verdict, c.want, r.Evidence, c.evidence)
		}
	}
	if r := decideOne(t, frame.Frame{}, func(frame.Frame) Answer {
		return Nearer("It", "difference", "board", 0, stats.ModelChoice{P: math.NaN()})
	}); r.Evidence != NotRun {
		t.Errorf("without trials: %s", r.Evidence)
	}
}

func TestAnAnswersIntervalIsBesideTheLinkToItsClaim(t *testing.T) {
	level := stats.Interval{Low: 0.5, High: 0.75, Level: 0.95}
	for _, c := range []struct {
		form  string
		value float64
		want  string
	}{
		{"It saves {saving} of the nodes ([[claim:a]])", 0.625, "It saves 37.5 % of the nodes (95 % interval 25 to 50 %, 30 boards; [[claim:a]])"},
		{"It saves {saving}, in sum", 0.625, "It saves 37.5 % (95 % interval 25 to 50 %, 30 boards), in sum"},
		{"It solves {share} of the boards ([[claim:a]])", 1, "It solves 100 % of the boards (95 % interval 50 to 75 %, 30 boards; [[claim:a]])"},
		{"{said}, or {less} less ([[claim:a]])", -2, "Two moves, or 2.00 less (95 % interval −0.75 to −0.50, 30 boards; [[claim:a]])"},
		{"It is open ([[claim:a]])", 1, "It is open ([[claim:a]])"},
	} {
		r := Result{Claim: Claim{Said: Forms{Holds: c.form}}, Verdict: Holds, Cases: "30 boards", Added: "Two moves.", Estimate: &stats.Estimate{Value: c.value, BCa: level}}
		if got := r.Sentence(); got != c.want {
			t.Errorf("%s: got %q, want %q", c.form, got, c.want)
		}
	}
	if got := (Result{Claim: Claim{Said: Forms{Holds: "Fast. {said} ([[claim:a]])"}}, Verdict: Holds}).Sentence(); got != "" {
		t.Errorf("an answer that adds nothing: got %q, want no sentence", got)
	}
}
