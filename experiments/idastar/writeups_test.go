package idastar

import (
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/study/studytest"
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
	table, err := simonTable(frame.Of(trials))
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
	// The counts without a list are of another program, in the same order of
	// moves: C++, parent check only.
	want := []uint64{27, 616, 101_412, 392_874, 6_769_916, 49_668_456}
	for _, e := range tried(callEntries(frame.Of(trials))) {
		if got := programs.Lemtea8Count(e.trials[2].Meter); got != want[e.Number-1] {
			t.Errorf("board %d without a list: %d nodes, want %d", e.Number, got, want[e.Number-1])
		}
	}
	for _, e := range tried(callEntries(frame.Of(trials))) {
		if equal, compared := callsAgree(e); equal != compared || compared != 2 {
			t.Errorf("board %d: %d of %d counts agree, want both", e.Number, equal, compared)
		}
	}
	table, err := lemteaTable(frame.Of(trials))
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
