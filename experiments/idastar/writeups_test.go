package idastar

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/study/studytest"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/programs"
)

func TestTheTableOfTheWriteUpInCComesOut(t *testing.T) {
	boards := []int{2}
	if *studytest.Exhaustive {
		boards = []int{1, 2, 3, 4, 5, 6}
	}
	trials := swept(t, study.Part{
		Instances: sliding.Known("simon531", numbers(boards...)), Mode: trial.Timed, Strategies: []string{simonProgram, simonEngine},
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
			case strings.HasPrefix(d, "different convention: ") && strings.HasSuffix(d, "our count is "+study.Grouped(uint64(row[2].Number))):
				rows["converted"]++
			case strings.HasPrefix(d, "the machine"):
				rows["timed"]++
			}
		}
	}
	n, left := len(boards), 6-len(boards)
	if want := map[string]int{"equal": 4*n + left, "converted": n, "timed": 2 * n}; left > 0 && !maps.Equal(rows, want) {
		t.Errorf("%v, want %v", rows, want)
	}
}

func TestTheCountsOfTheWriteUpInCPlusPlusComeOut(t *testing.T) {
	boards := []int{1, 2, 3, 4}
	if *studytest.Exhaustive {
		boards = []int{1, 2, 3, 4, 5, 6}
	}
	trials := swept(t, study.Part{
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
		if equal := callsAgree(e); len(equal) != 2 || !equal[lemteaPrograms[0]] || !equal[lemteaPrograms[1]] {
			t.Errorf("board %d: the counts agree: %v, want both", e.Number, equal)
		}
	}
	table, err := publishedTable(frame.Of(trials))
	if err != nil {
		t.Fatal(err)
	}
	lengths := slices.DeleteFunc(table.Rows, func(row []reports.Cell) bool { return row[1].Text != "moves" })
	if len(lengths) != len(boards) || !strings.Contains(table.Caption, " A larger scale adds ") {
		t.Fatalf("%d lengths, want those of %d boards alone: %s", len(lengths), len(boards), table.Caption)
	}
	for i, row := range lengths {
		if row[4].Text != "none" {
			t.Errorf("board %d: difference %q, want none", i+1, row[4].Text)
		}
	}
}

// Frozen trials have no times.
func TestTimesThatWereNotMeasuredAreMissing(t *testing.T) {
	table, err := publishedTable(frame.Of(studytest.Frozen(t, ".")))
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, row := range table.Rows {
		if quantity := row[1].Text; strings.HasPrefix(row[0].Text, "C 2") && (quantity == "seconds" || quantity == "expanded per second") {
			rows++
			if row[3].Form != reports.Missing || row[4].Text != "no times were measured" {
				t.Errorf("%s: ours %+v, difference %q", quantity, row[3], row[4].Text)
			}
		}
		if row[3].Form == reports.Missing && row[4].Text == "" {
			t.Errorf("%s, %s: no number of ours, and no reason", row[0].Text, row[1].Text)
		}
	}
	if rows != 2 {
		t.Errorf("%d rows of times, want 2", rows)
	}
}

// A number published of a board that others counted is none of ours.
func TestOursIsWhatThisStudyMeasures(t *testing.T) {
	table, err := publishedTable(frame.Frame{})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range table.Rows {
		computed := row[1].Text == "estimate" || strings.HasPrefix(row[1].Text, "largest number of moves from a position") || strings.HasPrefix(row[1].Text, "number of moves with the blank")
		if (row[3].Form != reports.Missing) != computed || computed && row[4].Text != "none" {
			t.Errorf("without trials, %s, %s: published %+v, ours %+v, difference %q", row[0].Text, row[1].Text, row[2], row[3], row[4].Text)
		}
	}
	if n := len(simonPrinted(frame.Frame{})) + len(lemteaPrinted(frame.Frame{})); n != 6*7+3+10+6 {
		t.Errorf("%d rows, want 7 for each of 6 boards, 3 of the text in C, 10 lengths and 6 of the text in C++", n)
	}
}

func TestWordsOfTheWriteUpInCPlusPlusStandBesideNumbers(t *testing.T) {
	queue, long := studytest.Ran("lemtea8", 16, 3, "astar-lemtea8", 10), studytest.Ran("lemtea8", 16, 8, "idastar-lemtea8", 123)
	queue.Meter.Stored, long.Outcome = 77, search.LimitNodes
	table, err := publishedTable(frame.Of([]trial.Trial{queue, long}))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]reports.Cell{}
	for _, row := range table.Rows {
		got[row[1].Text] = row[3]
	}
	for quantity, want := range map[string]reports.Cell{"number of boards in A*'s queue": reports.Num(77), "number of nodes that IDA* expands on a board that needs more than 60 moves": reports.AtLeast(123)} {
		if got[quantity] != want {
			t.Errorf("%s: %+v, want %+v", quantity, got[quantity], want)
		}
	}
}

func TestQuotientsByALowerBoundAreMissing(t *testing.T) {
	ran := func(strategy string, seconds float64, outcome search.Outcome) trial.Trial {
		x := studytest.Ran("lemtea8", 16, 1, strategy, 10)
		x.Mode, x.CPU, x.Runs, x.Outcome = trial.Timed, seconds, 1, outcome
		return x
	}
	for _, c := range []struct {
		name           string
		program, other trial.Trial
		want           reports.Cell
	}{
		{"both solved", ran("idastar-lemtea8", 2, search.Solved), ran("idastar-lemtea8,all-moves", 1, search.Solved), reports.Num(0.5)},
		{"the other stopped", ran("idastar-lemtea8", 2, search.Solved), ran("idastar-lemtea8,all-moves", 4, search.LimitNodes), reports.AtLeast(2)},
		{"the program stopped", ran("idastar-lemtea8", 2, search.LimitNodes), ran("idastar-lemtea8,all-moves", 1, search.Solved), reports.Cell{}},
		{"both stopped", ran("idastar-lemtea8", 2, search.LimitNodes), ran("idastar-lemtea8,all-moves", 1, search.LimitNodes), reports.Cell{}},
		{"no time of the program", ran("idastar-lemtea8", 0, search.Solved), ran("idastar-lemtea8,all-moves", 1, search.Solved), reports.Cell{}},
	} {
		table, err := ablationsTable(frame.Of([]trial.Trial{c.program, c.other}))
		if err != nil {
			t.Fatal(err)
		}
		row := table.Rows[slices.IndexFunc(table.Rows, func(row []reports.Cell) bool { return row[1].Text == "path list" })]
		if got := row[len(row)-1]; got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// What only costs time makes the same search.
func TestAblationsShowWhichSearchesAreTheSame(t *testing.T) {
	trials := swept(t, study.Part{
		Instances: sliding.Known("lemtea8", numbers(2)), Strategies: ablated(), Mode: trial.Timed, Limits: search.Limits{Expanded: 1000},
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
