package idastar

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/study"
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
	rows := map[string]int{}
	table, err := publishedTable(frame.Of(trials))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range table.Rows {
		if strings.HasPrefix(row[0].Text, "C ") {
			switch d := row[4].Text; {
			case d == "none":
				rows["equal"]++
			case strings.HasPrefix(d, "convention: ") && strings.HasSuffix(d, "ours is "+study.Grouped(uint64(row[2].Number))):
				rows["converted"]++
			case strings.HasPrefix(d, "machine"):
				rows["timed"]++
			case d == "not at this scale":
				rows["not run"]++
			}
		}
	}
	n, left := len(boards), 6-len(boards)
	if want := map[string]int{"equal": 4*n + left, "converted": n, "timed": 2 * n, "not run": 6 * left}; left > 0 && !maps.Equal(rows, want) {
		t.Errorf("%v, want %v", rows, want)
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
	table, err := publishedTable(frame.Of(trials))
	if err != nil {
		t.Fatal(err)
	}
	lengths := slices.DeleteFunc(table.Rows, func(row []reports.Cell) bool { return row[1].Text != "moves" })
	if len(lengths) != 10 {
		t.Fatalf("%d lengths, want 10", len(lengths))
	}
	for i, row := range lengths {
		want := "not at this scale"
		if i < len(boards) {
			want = "none"
		}
		if row[4].Text != want {
			t.Errorf("board %d: difference %q, want %q", i+1, row[4].Text, want)
		}
	}
}

// What only costs time makes the same search.
func TestAblationsShowWhichSearchesAreTheSame(t *testing.T) {
	trials := swept(t, sliding.Part{
		Instances: sliding.Known("lemtea8", numbers(2)), Strategies: ablated(), Mode: experiments.Timed, Limits: search.Limits{Expanded: 1000},
	})
	table, err := ablationsTable(frame.Of(trials))
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Rows) != len(ablations) {
		t.Fatalf("%d rows, want %d", len(table.Rows), len(ablations))
	}
	for _, row := range table.Rows {
		same := row[5].Text == "yes"
		if want := slices.Contains([]string{"", "blank kept", "estimate updated", "both"}, row[1].Text); same != want {
			t.Errorf("%s without %s: the same search %v, want %v", row[0].Text, row[1].Text, same, want)
		}
	}
}
