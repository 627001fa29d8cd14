package idastar

import (
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

// swept runs strategies on boards in a folder of their own.
func swept(t testing.TB, p study.Part) []trial.Trial {
	t.Helper()
	kept, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	sweep := experiments.Sweep{Study: Name, Instances: p.Instances, Mode: p.Mode, Limits: p.Limits, Seed: rootSeed, Code: "test", Check: render.Puzzle().Check}
	for _, name := range p.Strategies {
		s, err := strategy(name)
		if err != nil {
			t.Fatal(err)
		}
		sweep.Strategies = append(sweep.Strategies, s)
	}
	summary, err := experiments.RunAll(t.Context(), kept, nil, sweep)
	if err != nil {
		t.Fatal(err)
	}
	if failed := summary.Failures(); len(failed) > 0 {
		t.Fatalf("%d trials failed, the first, %s: %s", len(failed), failed[0].Strategy, failed[0].Error)
	}
	return summary.Trials
}

// Trials of every part on the three easiest boards, run once for all tests. A
// memory limit stops A* on the hardest of the three.
var (
	threeOnce sync.Once
	threeRows []trial.Trial
)

func threeBoards(t testing.TB) []trial.Trial {
	t.Helper()
	threeOnce.Do(func() {
		add := func(mode trial.Mode, bytes uint64, strategies ...string) {
			threeRows = append(threeRows, swept(t, study.Part{Instances: easiest(3), Strategies: strategies, Mode: mode, Limits: search.Limits{Bytes: bytes}})...)
		}
		add(trial.Timed, 2<<20, memoryStrategies...)
		add(trial.Budget, 0, slices.Concat([]string{mustManhattan, lowG, "mm/lc-wd", "rbfs/manhattan"}, suboptimal(), anytime(), ordered())...)
	})
	if threeRows == nil {
		t.Fatal("the trials could not be run")
	}
	return slices.Clone(threeRows)
}

// The counts of Korf's boards 9, 12 and 93 were taken by another program.
func TestMustExpandAgreesWithAnotherProgram(t *testing.T) {
	want := map[int]uint64{9: 262_571, 12: 32_090, 93: 281_678}
	rows := swept(t, study.Part{Instances: sliding.Known("korf100", numbers(9, 12, 93)), Strategies: []string{mustManhattan}})
	for i := range rows {
		if got := rows[i].Meter.Expanded; got != want[rows[i].Index+1] {
			t.Errorf("Korf %d: %d positions must be expanded, want %d", rows[i].Index+1, got, want[rows[i].Index+1])
		}
	}
	if len(rows) != len(want) {
		t.Errorf("%d trials, want %d", len(rows), len(want))
	}
}

// On the 8-puzzle the distances of all positions from the start are found by
// breadth-first search, and the positions counted by the definition.
func TestMustExpandCountsByItsDefinition(t *testing.T) {
	boards, err := sliding.Drawn(uniformSet, 3, 3, 4, rootSeed)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range []tiles.Heuristic{tiles.Manhattan, tiles.LinearConflict} {
		for i, row := range swept(t, study.Part{Instances: boards, Strategies: []string{mustPrefix + h.Name}}) {
			board, err := boards[row.Index].Puzzle.(experiments.Made)()
			if err != nil {
				t.Fatal(err)
			}
			p, err := tiles.New(board.(tiles.Board), h)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := row.Meter.Expanded, countBelow(p, int32(row.Cost)); got != want {
				t.Errorf("board %d, %s: %d positions, want %d", i, h.Name, got, want)
			}
		}
	}
}

// countBelow counts the positions with distance from the start + estimate below
// a bound.
func countBelow(p search.Problem[tiles.State, tiles.Move], bound int32) uint64 {
	start, h := p.Start()
	seen := map[tiles.State]bool{start: true}
	layer := []search.Step[tiles.State, tiles.Move]{{State: start, H: h}}
	count := uint64(0)
	steps := make([]search.Step[tiles.State, tiles.Move], p.Branching())
	for g := int32(0); len(layer) > 0 && g < bound; g++ {
		var next []search.Step[tiles.State, tiles.Move]
		for i := range layer {
			if g+layer[i].H < bound {
				count++
			}
			for _, s := range steps[:p.Expand(&layer[i].State, layer[i].Action, steps)] {
				if !seen[s.State] {
					seen[s.State] = true
					next = append(next, s)
				}
			}
		}
		layer = next
	}
	return count
}

func TestMustExpandIsALowerBoundOfOptimalSearches(t *testing.T) {
	rows := frame.Of(threeBoards(t))
	for _, name := range []string{"astar/manhattan", lowG} {
		for _, c := range rows.Match(name, mustManhattan).Solved() {
			if got, must := c.Trials[0].Meter.Expanded, c.Trials[1].Meter.Expanded; got <= must {
				t.Errorf("Korf %d: %s expands %d, of which it must %d", c.Index+1, name, got, must)
			}
		}
	}
	for _, c := range rows.Match("idastar/manhattan", mustManhattan) {
		if n, must := lastComplete.Value(c.Trials[0]), trial.Expanded.Value(c.Trials[1]); !(n >= must) {
			t.Errorf("Korf %d: the last complete iteration expands %v, of which it must %v", c.Index+1, n, must)
		}
	}
}

func TestMustExpandRefusesWhatItCannotCount(t *testing.T) {
	for _, name := range []string{mustPrefix + "no-such", mustPrefix} {
		if _, err := strategy(name); err == nil {
			t.Errorf("%q is a strategy", name)
		}
	}
}

func TestMemoryItemsShowCappedRuns(t *testing.T) {
	rows := threeBoards(t)
	table, err := memoryTable(frame.Of(rows))
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Rows) != 4 {
		t.Fatalf("%d rows, want one for each of A* and IDA* with two heuristics", len(table.Rows))
	}
	capped, most := table.Rows[0][3], table.Rows[0][5]
	if capped.Number < 1 || !most.Censored {
		t.Errorf("A* with Manhattan distance within 2 MiB: %v capped, most expanded %+v; want a lower bound", capped.Number, most)
	}
}

func TestStorageFitLeavesOutUnknownMedians(t *testing.T) {
	var cases frame.Cases
	for g := range 8 {
		for i := range 3 {
			nodes := math.Exp2(float64(10+g)) * (1.1 + 0.3*float64(i))
			a := &trial.Trial{Outcome: search.Solved, Meter: search.Meter{Stored: uint64(300 * math.Pow(nodes, 0.8))}}
			if g >= 6 && i > 0 { // two of three stopped at the limit
				a.Meter.Stored, a.Outcome = uint64(300*math.Pow(math.Exp2(16), 0.8)), search.LimitMemory
			}
			cases = append(cases, frame.Case{Trials: []*trial.Trial{a, {Outcome: search.Solved, Meter: search.Meter{Expanded: uint64(nodes)}}}})
		}
	}
	fit, hardest := storageFit(cases)
	if fit.N != 6 || math.Abs(fit.B-0.8) > 0.01 || hardest < math.Exp2(15) || hardest > math.Exp2(16) {
		t.Errorf("exponent %.3f from %d groups up to %v nodes, want 0.8 from 6 up to about 45,000", fit.B, fit.N, hardest)
	}
	if n := len(cases.Where(outgrown)); n != 4 {
		t.Errorf("%d boards capped, want 4", n)
	}
}

func TestBoardsComeEasiestFirst(t *testing.T) {
	rows := frame.Of(threeBoards(t))
	want := []int{79, 12, 42} // by the published counts of IDA* with Manhattan distance
	var got []int
	for _, c := range matched(rows, "idastar/manhattan", "greedy/manhattan") {
		got = append(got, c.Index+1)
	}
	if !slices.Equal(got, want) {
		t.Errorf("boards %v, want %v", got, want)
	}
	if got := matched(rows, "idastar/manhattan", "no-such"); len(got) > 0 {
		t.Errorf("boards %v of a strategy that did not run", got)
	}
}

func BenchmarkMustExpand(b *testing.B) {
	board := korfBoards()[11].Board
	p, err := tiles.New(board, tiles.Manhattan)
	if err != nil {
		b.Fatal(err)
	}
	total := 0.0
	for b.Loop() {
		m, outcome := below(p, 45, search.NewGuard(b.Context(), search.Limits{}))
		if outcome != search.Solved || m.Expanded != 32_090 {
			b.Fatalf("%v with %d positions, want 32090", outcome, m.Expanded)
		}
		total += float64(m.Expanded)
	}
	b.ReportMetric(total/b.Elapsed().Seconds(), "nodes/s")
}

func TestMustExpandStopsAtItsLimit(t *testing.T) {
	p, err := tiles.New(korfBoards()[11].Board, tiles.Manhattan)
	if err != nil {
		t.Fatal(err)
	}
	m, outcome := below(p, 45, search.NewGuard(t.Context(), search.Limits{Expanded: 1000}))
	if outcome != search.LimitNodes || m.Expanded != 1000 {
		t.Errorf("%v after %d positions, want limit-nodes after 1000", outcome, m.Expanded)
	}
}
