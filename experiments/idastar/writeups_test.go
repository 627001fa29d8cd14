package idastar

import (
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/study/studytest"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/programs"
)

func TestTheTableOfTheWriteUpInCComesOut(t *testing.T) {
	boards := []int{2}
	if *studytest.Exhaustive {
		boards = []int{1, 2, 3, 4, 5, 6}
	}
	trials := swept(t, sliding.Part{
		Instances: sliding.Known("simon531", numbers(boards...)), Mode: experiments.Timed, Strategies: []string{simonProgram, simonEngine},
	})
	claim, err := SimonClaim(frame.Of(trials))
	if err != nil {
		t.Fatal(err)
	}
	if claim.Holds != reports.Holds {
		t.Errorf("%s: %s", claim.Holds, claim.Evidence)
	}
	table, err := SimonTable(frame.Of(trials))
	if err != nil {
		t.Fatal(err)
	}
	agree := 0
	for _, row := range table.Rows {
		if row[len(row)-1].Text == "yes" {
			agree++
		}
	}
	if agree != len(boards) || len(table.Rows) != 6 {
		t.Errorf("%d of %d rows agree, want %d of 6", agree, len(table.Rows), len(boards))
	}

	for name, spoil := range map[string]func(*experiments.Trial){
		"one node more":  func(t *experiments.Trial) { t.Meter.Generated++ },
		"one less":       func(t *experiments.Trial) { t.Meter.Expanded-- },
		"another length": func(t *experiments.Trial) { t.Cost += 2 },
		"another bound":  func(t *experiments.Trial) { t.Meter.Iterations[0].Bound += 2 },
		"a limit":        func(t *experiments.Trial) { t.Outcome = search.LimitNodes },
	} {
		spoilt := slices.Clone(trials)
		spoilt[0].Meter.Iterations = slices.Clone(spoilt[0].Meter.Iterations)
		spoil(&spoilt[0])
		if claim, err := SimonClaim(frame.Of(spoilt)); err != nil || claim.Holds != reports.Fails {
			t.Errorf("%s: %s, %v; want fails", name, claim.Holds, err)
		}
	}
}

func TestTheCountsOfTheWriteUpInCPlusPlusComeOut(t *testing.T) {
	boards := []int{1, 2, 3, 4}
	if *studytest.Exhaustive {
		boards = []int{1, 2, 3, 4, 5, 6}
	}
	trials := swept(t, sliding.Part{
		Instances:  sliding.Known("lemtea8", numbers(boards...)),
		Strategies: []string{"idastar-lemtea8", "idastar-lemtea8,root-on-path", "idastar/manhattan,order=udlr"},
	})
	claim, err := RootClaim(frame.Of(trials))
	if err != nil || claim.Holds != reports.Holds {
		t.Errorf("%s, %v: %s", claim.Holds, err, claim.Evidence)
	}
	// The counts without a list are of another program, in the same order of
	// moves: C++, parent check only.
	want := []uint64{27, 616, 101_412, 392_874, 6_769_916, 49_668_456}
	for _, e := range tried(callEntries(frame.Of(trials))) {
		if got := programs.Lemtea8Count(e.trials[2].Meter); got != want[e.Number-1] {
			t.Errorf("board %d without a list: %d nodes, want %d", e.Number, got, want[e.Number-1])
		}
	}
	trials[0].Meter.Generated++
	if claim, err := RootClaim(frame.Of(trials)); err != nil || claim.Holds != reports.Fails {
		t.Errorf("one node more: %s, %v; want fails", claim.Holds, err)
	}
	table, err := LemteaTable(frame.Of(trials))
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range table.Rows {
		want := "not run"
		if i < len(boards) {
			want = "yes"
		}
		if row[3].Text != want {
			t.Errorf("board %d: agrees %q, want %q", i+1, row[3].Text, want)
		}
	}
}

func TestSixtyMovesAreFiftyEight(t *testing.T) {
	k := sliding.Boards("lemtea8")[sixty-1]
	if k.Published != 60 || k.Optimal != 58 || len(k.Path) != 58 {
		t.Fatalf("board %s: published %d, optimal %d, a path of %d", k.Name, k.Published, k.Optimal, len(k.Path))
	}
	solved := experiments.Trial{Set: "lemtea8", Index: sixty - 1, Strategy: "idastar/lc-wd", Outcome: search.Solved, Cost: 58}
	capped := experiments.Trial{Set: "lemtea8", Index: sixty - 1, Strategy: "bfs", Outcome: search.LimitMemory}
	other := solved
	other.Strategy, other.Cost = "astar/lc-wd", 60
	for _, c := range []struct {
		name   string
		trials []experiments.Trial
		want   reports.Verdict
	}{
		{"nothing run", nil, reports.Undecided},
		{"only a capped run", []experiments.Trial{capped}, reports.Undecided},
		{"solved", []experiments.Trial{capped, solved}, reports.Holds},
		{"solved in 60", []experiments.Trial{other}, reports.Fails},
		{"two lengths", []experiments.Trial{solved, other}, reports.Fails},
	} {
		claim, err := SixtyClaim(frame.Of(c.trials))
		if err != nil || claim.Holds != c.want {
			t.Errorf("%s: %s, %v; want %s", c.name, claim.Holds, err, c.want)
		}
		if !strings.Contains(claim.Evidence, "LULLU") {
			t.Errorf("%s: the evidence does not show the path: %s", c.name, claim.Evidence)
		}
	}
}

func TestAGigabyteIsJudgedByItsOwnRun(t *testing.T) {
	run := func(outcome search.Outcome, bytes, limit uint64) []experiments.Trial {
		return []experiments.Trial{{
			Set: "lemtea8", Index: sixty - 1, Strategy: "astar/lc-wd", Outcome: outcome,
			Meter: search.Meter{Bytes: bytes}, Limits: search.Limits{Bytes: limit},
		}}
	}
	for _, c := range []struct {
		trials []experiments.Trial
		want   reports.Verdict
	}{
		{nil, reports.Undecided},
		{run(search.Solved, 1_012_474_264, 1<<30), reports.Holds},
		{run(search.Solved, 2<<30, 8<<30), reports.Fails},
		{run(search.LimitMemory, 900<<20, 1<<30), reports.Fails},
		{run(search.LimitMemory, 60<<20, 64<<20), reports.Undecided},
	} {
		if claim, err := GigabyteClaim(frame.Of(c.trials)); err != nil || claim.Holds != c.want {
			t.Errorf("%v: %s, %v; want %s", c.trials, claim.Holds, err, c.want)
		}
	}
}
