package experiments

import (
	"context"
	"errors"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/trial"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// failing is a strategy that fails in the ways a strategy can.
func failing() puzzle.Strategy[climb] {
	return puzzle.Strategy[climb]{Name: "failing", Run: func(_ context.Context, c climb, _ uint64, _ search.Limits) (puzzle.Finding, error) {
		solved := puzzle.Finding{Outcome: search.Solved, Cost: 1, Solution: steppedText(1)}
		switch c.top % 10 {
		case 0:
			panic("out of rope")
		case 1:
			var none []int
			return puzzle.Finding{Cost: none[c.top]}, nil
		case 2:
			return puzzle.Finding{}, errors.New("climbs of size 3 are not supported")
		case 3:
			return puzzle.Finding{}, nil // no outcome
		case 4:
			return puzzle.Finding{Outcome: search.Cancelled}, nil
		case 5:
			solved.Observed = []puzzle.Observation{{Name: "a", Value: 1}, {Name: "b", Value: 2}, {Name: "a", Value: 3}}
		case 6:
			return puzzle.Finding{Outcome: 99}, nil
		case 7:
			return puzzle.Finding{}, errors.New("")
		case 8:
			solved.Observed = []puzzle.Observation{{Name: "", Value: 1}}
		}
		return solved, nil
	}}
}

func TestFailuresBecomeRowsAndTheSweepGoesOn(t *testing.T) {
	store := open(t)
	s := Sweep{
		Study: "failing", Check: checkSteps, Instances: climbs("hills", 3, 10),
		Strategies: puzzle.Erased(failing(), climber("walk", 1, 0)), Code: "v1",
	}
	got := mustRun(t, s, store)
	want := []string{
		"panic: out of rope (run_test.go:", "panic: runtime error: index out of range [31] with length 0 (run_test.go:",
		"climbs of size 3 are not supported", "without an outcome (running)", "reported that it was canceled, but it was not",
		`observed "a" twice`, "without an outcome (outcome(99))", "an error without a message", `observation 0 is named ""`, "",
	}
	for _, trial := range got.Trials {
		if trial.Strategy == "walk" {
			if trial.Error != "" || trial.Outcome != search.Solved {
				t.Errorf("walk on %d: %v %q; want it undisturbed", trial.Index, trial.Outcome, trial.Error)
			}
			continue
		}
		if !strings.Contains(trial.Error, want[trial.Index]) || (trial.Error == "") != (want[trial.Index] == "") {
			t.Errorf("instance %d: error %q, want %q", trial.Index, trial.Error, want[trial.Index])
		}
		if trial.Error != "" && (trial.Outcome != search.Running || trial.Cost != 0) {
			t.Errorf("instance %d failed with outcome %v and cost %d; want none", trial.Index, trial.Outcome, trial.Cost)
		}
	}
	if n := len(got.Failures()); n != 9 {
		t.Errorf("%d failures, want 9", n)
	}
	if s := got.String(); !strings.Contains(s, "9 of 20 trials failed (9 of failing), the first failing/hills/3/0/failing: panic: out of rope") {
		t.Errorf("summary %q does not name the failures", s)
	}
	stored, _ := mustLoad(t, store, "failing")
	if !reflect.DeepEqual(stored, got.Trials) {
		t.Error("the store holds other rows than the summary")
	}
	if again := mustRun(t, s, store); again.Ran != 9 || again.Reused != 11 {
		t.Errorf("again: %v; want the 9 failures run again", again)
	}
	s.Keep = true
	if again := mustRun(t, s, store); again.Ran != 0 {
		t.Errorf("again with Keep: %v; want nothing run", again)
	}
}

func TestAStrategyThatEndsItsGoroutineIsNoticed(t *testing.T) {
	s := Sweep{
		Study: "exit", Instances: climbs("hills", 3, 4), Workers: 2,
		Strategies: puzzle.Erased([]puzzle.Strategy[climb]{{Name: "exit", Run: func(context.Context, climb, uint64, search.Limits) (puzzle.Finding, error) {
			runtime.Goexit()
			return puzzle.Finding{}, nil
		}}}...),
	}
	_, err := s.Run(context.Background(), open(t), nil)
	wantError(t, err, "exit/hills/3/", "Goexit", "without --in-process")
}

func TestCancelKeepsWhatFinishedAndSaysHowToGoOn(t *testing.T) {
	store := open(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var begun atomic.Int64
	s := small()
	s.Workers = 3
	patient := small().Strategies
	for i := range s.Strategies {
		run := patient[i].Run
		s.Strategies[i].Run = func(ctx context.Context, inst puzzle.Instance, seed uint64, limits search.Limits) (puzzle.Finding, error) {
			c := inst.(climb)
			if begun.Add(1) == 20 {
				cancel()
			}
			if ctx.Err() != nil { // claims to have solved it all the same
				return puzzle.Finding{Outcome: search.Solved, Cost: -1}, nil
			}
			return run(ctx, c, seed, limits)
		}
	}
	got, err := s.Run(ctx, store, nil)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want one that is context.Canceled", err)
	}
	wantError(t, err, `study "climbing" stopped with`, "of 72 trials done", "repeat the command to continue")
	if got.Missing == 0 || got.Ran == 0 || got.Ran+got.Missing != got.Total || len(got.Trials) != got.Ran {
		t.Errorf("%+v: counts do not add up", got)
	}
	if !strings.Contains(got.String(), "run the sweep again to go on") {
		t.Errorf("summary %q does not say how to resume", got)
	}
	for _, trial := range got.Trials {
		if trial.Cost == -1 || trial.Outcome == search.Cancelled {
			t.Errorf("a cancelled trial was kept: %+v", trial)
		}
	}
	if stored, _ := mustLoad(t, store, "climbing"); !reflect.DeepEqual(stored, got.Trials) {
		t.Error("the store holds other rows than the summary")
	}
	rest := mustRun(t, small(), store)
	if rest.Reused != got.Ran || csvOf(t, rest.Trials) != csvOf(t, mustRun(t, small(), open(t)).Trials) {
		t.Errorf("resumed: %v; want %d reused and the rows of an undisturbed run", rest, got.Ran)
	}
}

func TestCancelledBeforehandRunsNothing(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("the user went home"))
	got, err := small().Run(ctx, open(t), nil)
	wantError(t, err, "0 of 72", "the user went home")
	if got.Ran != 0 || got.Missing != got.Total {
		t.Errorf("%+v; want nothing run", got)
	}
}

func TestTimedTrialsRunAloneAndAreRepeated(t *testing.T) {
	var running, most atomic.Int64
	var garbage []byte
	s := small()
	s.Mode, s.Workers, s.Repeats = trial.Timed, 8, 1
	s.Instances = s.Instances[:2]
	for i := range s.Strategies {
		run := s.Strategies[i].Run
		s.Strategies[i].Run = func(ctx context.Context, inst puzzle.Instance, seed uint64, limits search.Limits) (puzzle.Finding, error) {
			c := inst.(climb)
			if n := running.Add(1); n > most.Load() {
				most.Store(n)
			}
			defer running.Add(-1)
			garbage = make([]byte, 1<<22)
			return run(ctx, c, seed, limits)
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := mustRun(t, s, open(t))
	runtime.ReadMemStats(&after)
	if n := int(after.NumGC - before.NumGC); n < got.Total-1 {
		t.Errorf("%d garbage collections for %d timed trials that leave %d bytes each, want one between two", n, got.Total, len(garbage))
	}
	if most.Load() != 1 {
		t.Errorf("%d timed trials at a time, want 1", most.Load())
	}
	for _, row := range got.Trials {
		total := row.Wall * float64(row.Runs)
		if row.Runs < 2 && row.Wall < shortTrial.Seconds() || row.Runs > 1 && total < enoughTime.Seconds()*0.999 {
			t.Errorf("%s: %d runs of %g s", row.Strategy, row.Runs, row.Wall)
		}
		if row.Mode != trial.Timed || !(row.CPU > 0) {
			t.Errorf("%s: mode %s, CPU %g s", row.Strategy, row.Mode, row.CPU)
		}
	}
}

func TestTimedTrialsThatChangeTheirMindAreErrors(t *testing.T) {
	var calls int
	s := Sweep{
		Study: "fickle", Check: checkSteps, Instances: climbs("hills", 3, 20), Mode: trial.Timed, // of which a busy machine may run some once
		Strategies: puzzle.Erased([]puzzle.Strategy[climb]{{Name: "fickle", Run: func(context.Context, climb, uint64, search.Limits) (puzzle.Finding, error) {
			calls++
			return puzzle.Finding{Outcome: search.Solved, Cost: calls, Solution: steppedText(calls)}, nil
		}}}...),
	}
	got := mustRun(t, s, open(t))
	named := regexp.MustCompile(`solved with cost \d+ after 0 nodes, then solved with cost \d+`)
	if !slices.ContainsFunc(got.Trials, func(t trial.Trial) bool { return named.MatchString(t.Error) }) {
		t.Errorf("error %q, want one to name both runs", got.Trials[0].Error)
	}
}

func TestRerunGivesTheSameRow(t *testing.T) {
	s := small()
	got := mustRun(t, s, open(t))
	for i := range got.Trials {
		again, err := s.Rerun(context.Background(), &got.Trials[i])
		if err != nil {
			t.Fatal(err)
		}
		if diff := trial.Diff(&again, &got.Trials[i]); len(diff) > 0 {
			t.Errorf("%+v: rerun differs: %q", got.Trials[i].Key(), diff)
		}
	}
	other := got.Trials[0]
	other.Strategy = "fly"
	_, err := s.Rerun(context.Background(), &other)
	wantError(t, err, "rerun fly on hills/3/0", "no strategy fly of version 1")
	other = got.Trials[0]
	other.Instance = "0000000000000000"
	_, err = s.Rerun(context.Background(), &other)
	wantError(t, err, "no such instance with digest 0000000000000000")
}

func TestDiffNamesTheColumns(t *testing.T) {
	a := sample()
	b := a
	b.CPU, b.Wall, b.Runs = 9, 9, 9
	if diff := trial.Diff(&a, &b); len(diff) > 0 {
		t.Errorf("times count as a difference: %q", diff)
	}
	b.Cost, b.Meter.Expanded = 50, 1
	b.Observed = []puzzle.Observation{{Name: "solutions", Value: 3}, {Name: "share", Value: 0.1}, {Name: "gap", Value: -1e-300}}
	want := []string{"cost: 49, 50", "expanded: 1234567, 1", "observed:solutions: 2, 3"}
	if diff := trial.Diff(&a, &b); !slices.Equal(diff, want) {
		t.Errorf("diff %q, want %q", diff, want)
	}
}

// deepening is a strategy that reports a bound and iterations: one for every
// five of the climb's height.
func deepening() puzzle.Strategy[climb] {
	return puzzle.Strategy[climb]{Name: "deepening", Version: 1, Run: func(_ context.Context, c climb, _ uint64, limits search.Limits) (puzzle.Finding, error) {
		found := puzzle.Finding{Outcome: search.Solved, Cost: c.top, Solution: steppedText(c.top)}
		for bound := 5; found.Bound < c.top; bound += 5 {
			found.Bound = min(bound, c.top)
			it := search.Iteration{Bound: found.Bound, Expanded: uint64(found.Bound), Generated: 2 * uint64(found.Bound)}
			found.Meter.Expanded += it.Expanded
			found.Meter.Generated += it.Generated
			found.Meter.Iterations = append(found.Meter.Iterations, it)
			if limits.Expanded > 0 && found.Meter.Expanded >= limits.Expanded {
				found.Outcome, found.Cost, found.Solution = search.LimitNodes, 0, nil
				break
			}
		}
		return found, nil
	}}
}

func TestBoundsAndIterationsAreStoredAndCompared(t *testing.T) {
	store := open(t)
	s := Sweep{
		Study: "deepening", Instances: climbs("hills", 3, 5), Strategies: puzzle.Erased(deepening()),
		Limits: search.Limits{Expanded: 105}, Code: "v1", Check: checkSteps, Mode: trial.Timed, // timed: run often, and compared
	}
	got := mustRun(t, s, store)
	stored, _ := mustLoad(t, store, "deepening")
	if !reflect.DeepEqual(stored, got.Trials) {
		t.Errorf("stored %+v\nran    %+v", stored, got.Trials)
	}
	for i, row := range stored {
		if row.Error != "" || row.Outcome == search.Solved && row.Bound != row.Cost ||
			row.Outcome != search.Solved && row.Bound != 30 || len(row.Meter.Iterations) != 6 {
			t.Errorf("climb of %d: %v %q, bound %d, iterations %v", 30+i, row.Outcome, row.Error, row.Bound, row.Meter.Iterations)
		}
		again, err := s.Rerun(t.Context(), &stored[i])
		if diff := trial.Diff(&row, &again); err != nil || diff != nil {
			t.Errorf("climb of %d: rerun differs: %q %v", 30+i, diff, err)
		}
	}
}

func TestFindingsThatContradictThemselvesAreErrors(t *testing.T) {
	meter := search.Meter{Expanded: 3, Generated: 5, Iterations: []search.Iteration{{Bound: 1, Expanded: 1, Generated: 2}, {Bound: 3, Expanded: 2, Generated: 3}}}
	short, many := meter, meter
	short.Expanded++
	many.Generated--
	for _, c := range []struct {
		name    string
		finding puzzle.Finding
		want    string // "" for none
	}{
		{"consistent", puzzle.Finding{Outcome: search.Solved, Solution: steppedText(3), Cost: 3, Bound: 3, Meter: meter}, ""},
		{"bound without solution", puzzle.Finding{Outcome: search.LimitTime, Bound: 9, Meter: meter}, ""},
		{"negative bound", puzzle.Finding{Outcome: search.LimitNodes, Bound: -1}, "lower bound -1"},
		{"bound above the cost", puzzle.Finding{Outcome: search.Solved, Solution: steppedText(3), Cost: 3, Bound: 4}, "a solution of cost 3, but claims that no solution costs less than 4"},
		{"expanded", puzzle.Finding{Outcome: search.Measured, Meter: short}, "2 iterations expanded 3 and generated 5 nodes, but its meter reports 4 and 5"},
		{"generated", puzzle.Finding{Outcome: search.Measured, Meter: many}, "but its meter reports 3 and 4"},
	} {
		switch err := checkFinding(&c.finding); {
		case c.want != "":
			wantError(t, err, c.want)
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestRunsThatDifferInBoundOrIterationsAreNotTheSame(t *testing.T) {
	of := func(bound int, expanded uint64) *puzzle.Finding {
		return &puzzle.Finding{Outcome: search.LimitNodes, Bound: bound, Meter: search.Meter{Iterations: []search.Iteration{{Bound: 1, Expanded: expanded}}}}
	}
	if !same(of(1, 2), of(1, 2)) {
		t.Error("equal findings are not the same")
	}
	if same(of(1, 2), of(2, 2)) || same(of(1, 2), of(1, 3)) {
		t.Error("findings that differ are the same")
	}
}
