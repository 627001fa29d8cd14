package programs

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// The published table, to the last digit: thresholds, length, generated, and
// expanded without the roots.
//
// Row 2 is searched in every run, the others with -exhaustive: 82 million to 6
// billion nodes.
func TestSimon531CountsAsPublished(t *testing.T) {
	t.Parallel()
	s := mustParse(t, "idastar-simon531")
	checked := 0
	for _, k := range knownBoards(t, "simon531") {
		if !*exhaustive && k.Generated > 20_000_000 {
			continue
		}
		checked++
		r := s.Solve(t.Context(), k.Board, search.Limits{})
		var thresholds []int
		for _, i := range r.Iterations {
			thresholds = append(thresholds, i.Bound)
		}
		if r.Cost != k.Optimal || r.Generated != k.Generated || Simon531Expanded(r.Meter) != k.Expanded || !slices.Equal(thresholds, k.Thresholds) {
			t.Errorf("row %d: length %d, generated %d, expanded %d, thresholds %v, want %d, %d, %d, %v",
				k.Number, r.Cost, r.Generated, Simon531Expanded(r.Meter), thresholds, k.Optimal, k.Generated, k.Expanded, k.Thresholds)
		}
	}
	if checked == 0 {
		t.Error("no row was checked")
	}
}

// The counts were taken from the write-up's program, as it is and with the root
// put on its list of the path.
func TestLemtea8CountsAsItsProgram(t *testing.T) {
	t.Parallel()
	checked := 0
	for _, k := range knownBoards(t, "lemtea8") {
		for _, c := range []struct {
			name string
			want uint64
		}{
			{"idastar-lemtea8", k.Calls},
			{"idastar-lemtea8,root-on-path", k.CallsRepaired},
		} {
			if c.want == 0 || !*exhaustive && c.want > 1_000_000 {
				continue
			}
			checked++
			r := mustParse(t, c.name).Solve(t.Context(), k.Board, search.Limits{})
			if got := Lemtea8Count(r.Meter); r.Cost != k.Optimal || got != c.want {
				t.Errorf("%s on %s: %d moves, count %d, want %d, %d", c.name, k.Name, r.Cost, got, k.Optimal, c.want)
			}
		}
	}
	if checked < 8 {
		t.Errorf("only %d counts were checked, want 8 or more", checked)
	}
}

// The write-up's listing of A*, compiled with g++ 12 and -O2, was made to count
// the nodes it takes from the heap, the goal not counted, and those it puts on
// it, the root not counted. Its heap lets ties fall as ours does.
func TestLemtea8AStarCountsAsItsProgram(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		board, name   string
		taken, pushed uint64
		moves         int
	}{
		{board: "2348170c56ab9def", name: "astar-lemtea8", taken: 15, pushed: 32, moves: 15},
		{board: "2348170c56ab9def", name: "astar-lemtea8,repaired", taken: 15, pushed: 32, moves: 15},
		{board: "51309af4d7b826ec", name: "astar-lemtea8", taken: 460, pushed: 952, moves: 25},
		{board: "51309af4d7b826ec", name: "astar-lemtea8,repaired", taken: 443, pushed: 916, moves: 25},
		{board: "1f3452d8a70b96ec", name: "astar-lemtea8", taken: 24_073, pushed: 47_540, moves: 30},
		{board: "1f3452d8a70b96ec", name: "astar-lemtea8,repaired", taken: 20_962, pushed: 41_077, moves: 30},
		{board: "12345dc8796eba0f", name: "astar-lemtea8", taken: 73_226, pushed: 146_191, moves: 33},
		{board: "12345dc8796eba0f", name: "astar-lemtea8,repaired", taken: 71_356, pushed: 140_103, moves: 33},
	} {
		r := mustParse(t, c.name).Solve(t.Context(), mustBoard(t, c.board), search.Limits{})
		if r.Cost != c.moves || r.Expanded != c.taken || r.Stored != c.pushed+1 {
			t.Errorf("%s on %s: %d moves, %d expanded, %d stored, want %d, %d, %d and the root", c.name, c.board, r.Cost, r.Expanded, r.Stored, c.moves, c.taken, c.pushed)
		}
	}
}

// A program of another hand (Python, with the heap of the course's library) was
// made to count the same: expanded, enqueued, and the most on the queue at a
// time. The two boards of the 8-puzzle are the course's.
func TestCourseraCountsAsAnotherProgram(t *testing.T) {
	for _, c := range []struct {
		board, name              string
		moves                    int
		expanded, enqueued, peak uint64
	}{
		{"1 2 7 0 4 3 6 5 8", "manhattan", 19, 305, 517, 213},
		{"1 2 7 0 4 3 6 5 8", "manhattan,closed-list", 19, 304, 494, 191},
		{"1 2 7 0 4 3 6 5 8", "manhattan,no-critical", 19, 22_868, 59_523, 36_656},
		{"1 2 7 0 4 3 6 5 8", "hamming", 19, 2_985, 5_166, 2_182},
		{"1 2 7 0 4 3 6 5 8", "hamming,closed-list", 19, 2_199, 3_588, 1_390},
		{"8 1 3 4 0 2 7 6 5", "manhattan", 14, 79, 136, 58},
		{"8 1 3 4 0 2 7 6 5", "manhattan,closed-list", 14, 58, 101, 44},
		{"8 1 3 4 0 2 7 6 5", "manhattan,no-critical", 14, 424, 1_164, 741},
		{"8 1 3 4 0 2 7 6 5", "hamming", 14, 348, 619, 272},
		{"8 1 3 4 0 2 7 6 5", "hamming,closed-list", 14, 267, 438, 172},
		{"8 1 3 4 0 2 7 6 5", "hamming,no-critical", 14, 19_129, 56_059, 36_931},
		{"0 3 2 1", "hamming", 6, 11, 12, 2},
		{"0 3 2 1", "hamming,no-critical", 6, 18, 36, 19},
		{"2348170c56ab9def", "manhattan,no-critical", 15, 15, 46, 32},
		{"2348170c56ab9def", "hamming", 15, 15, 32, 18},
	} {
		r := mustParse(t, "astar-coursera/"+c.name).Solve(t.Context(), mustBoard(t, c.board), search.Limits{})
		if r.Cost != c.moves || r.Expanded != c.expanded || r.Generated != c.enqueued || r.Stored != c.peak {
			t.Errorf("astar-coursera/%s on %s: %d moves, %d expanded, %d enqueued, %d at a time, want %d, %d, %d, %d",
				c.name, c.board, r.Cost, r.Expanded, r.Generated, r.Stored, c.moves, c.expanded, c.enqueued, c.peak)
		}
	}
}

// The C program's loop and the engine count alike, and the C++ program's does
// but for the rule of its path list: with the root on it, the list leaves out
// what the engine leaves out, the move back, and cycles of 12 moves and more.
func TestWriteUpProgramsCountAsTheEngineInTheirOrder(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 31))
	engine := mustParse(t, "idastar/manhattan,order=lrud")
	upDownLeftRight := mustParse(t, "idastar/manhattan,order=udlr")
	longCycles := false
	for i := range 20 {
		b := wander(t, r, 4, 4, tiles.Goals()[i%2], 15+2*i)
		want := engine.Solve(t.Context(), b, search.Limits{Expanded: 50_000})
		got := mustParse(t, "idastar-simon531").Solve(t.Context(), b, search.Limits{Expanded: 50_000})
		if got.Outcome != want.Outcome || got.Cost != want.Cost || got.Bound != want.Bound || !slices.Equal(got.Iterations, want.Iterations) || !slices.Equal(got.Path, want.Path) {
			t.Errorf("%v: simon531 %+v, the engine %+v", b, got, want)
		}
		want = upDownLeftRight.Solve(t.Context(), b, search.Limits{})
		listed := mustParse(t, "idastar-lemtea8,root-on-path").Solve(t.Context(), b, search.Limits{})
		plain := mustParse(t, "idastar-lemtea8").Solve(t.Context(), b, search.Limits{})
		if !slices.Equal(listed.Path, want.Path) || listed.Generated > want.Generated || plain.Cost != want.Cost || plain.Generated < listed.Generated {
			t.Errorf("%v: lemtea8 with the root on the path %+v, without %+v, the engine %+v", b, listed, plain, want)
		}
		longCycles = longCycles || listed.Generated < want.Generated
		if want.MaxDepth < 12 && listed.Generated != want.Generated {
			t.Errorf("%v: %d generated, the engine %d, though no cycle is that short", b, listed.Generated, want.Generated)
		}
	}
	if !longCycles {
		t.Error("no board was hard enough for a cycle of 12 moves")
	}
}

// What the C++ programs are without one of their optimisations: two only take
// longer, a parent check searches what the engine does, and the others search
// more, or let ties fall otherwise.
func TestLemtea8WithoutItsOptimisations(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 35))
	engine := mustParse(t, "idastar/manhattan,order=udlr")
	for i := range 12 {
		b := wander(t, r, 4, 4, tiles.Goals()[i%2], 6+2*(i/2))
		solve := func(name string) search.Result[tiles.Move] {
			return mustParse(t, name).Solve(t.Context(), b, search.Limits{})
		}
		for _, program := range []string{"idastar-lemtea8", "astar-lemtea8"} {
			want := solve(program)
			for _, options := range []string{",find-blank", ",recompute", ",find-blank,recompute"} {
				if got := solve(program + options); !got.Meter.Equal(want.Meter) || !slices.Equal(got.Path, want.Path) {
					t.Errorf("%s%s on %v: %+v, the program %+v", program, options, b, got, want)
				}
			}
		}
		want := engine.Solve(t.Context(), b, search.Limits{})
		if got := solve("idastar-lemtea8,undo-only"); !slices.Equal(got.Iterations, want.Iterations) || !slices.Equal(got.Path, want.Path) {
			t.Errorf("undo-only on %v: %+v, the engine %+v", b, got, want)
		}
		if got := solve("idastar-lemtea8,all-moves"); got.Cost != want.Cost || got.Generated < want.Generated {
			t.Errorf("all-moves on %v: %+v, the engine %+v", b, got, want)
		}
		if got := solve("astar-lemtea8,no-map"); got.Cost != want.Cost || got.Stored != got.Generated+1 {
			t.Errorf("no-map on %v: %+v, want %d moves and every child stored", b, got, want.Cost)
		}
		if got := solve("astar-lemtea8,buckets"); got.Cost != want.Cost || !got.Optimal {
			t.Errorf("buckets on %v: %+v, want %d moves", b, got, want.Cost)
		}
	}
}

// However ties fall, a tree search by A* expands all nodes with f below the
// cost, and none above. The nodes are counted here by walking the tree.
func TestCourseraExpandsTheTreeBelowTheCost(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 32))
	for i := range 40 {
		b := wander(t, r, 3, 3, tiles.Goals()[i%2], 5+i%16)
		for _, h := range []tiles.Heuristic{tiles.Hamming, tiles.Manhattan} {
			got := mustParse(t, "astar-coursera/"+h.Name).Solve(t.Context(), b, search.Limits{})
			var must, may uint64
			var walk func(b tiles.Board, g int, last tiles.Move)
			walk = func(b tiles.Board, g int, last tiles.Move) {
				f := g + h.Of(b)
				if f > got.Cost {
					return
				}
				may++
				if f < got.Cost {
					must++
				}
				for m := tiles.Up; m <= tiles.Right; m++ {
					if child, ok := b.Apply(m); ok && m != last.Inverse() {
						walk(child, g+1, m)
					}
				}
			}
			walk(b, 0, tiles.NoMove)
			if got.Expanded < must || got.Expanded > may {
				t.Errorf("%s on %v: %d expanded, want %d to %d", h.Name, b, got.Expanded, must, may)
			}
		}
	}
}

func TestCourseraTwinDecidesSolvability(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 33))
	for i := range 40 {
		n := 2 + i%2
		b := wander(t, r, n, n, tiles.Goals()[i/2%2], 3+i%9)
		plain := mustParse(t, "astar-coursera/manhattan")
		mirrored := mustParse(t, "astar-coursera/manhattan,twin")
		one, both := plain.Solve(t.Context(), b, search.Limits{}), mirrored.Solve(t.Context(), b, search.Limits{})
		// One step each in turn: when the goal is taken from the board's queue,
		// the twin has taken as many nodes as the board expanded.
		if both.Outcome != search.Solved || !slices.Equal(both.Path, one.Path) || both.Expanded != 2*one.Expanded {
			t.Errorf("%v: with the twin %+v, without %+v", b, both, one)
		}
		odd := twin(b)
		if odd.Solvable() || twin(odd) != b {
			t.Fatalf("%v: the twin %v is solvable, or is not undone", b, odd)
		}
		for _, options := range []string{"", ",closed-list", ",recompute", ",no-critical"} {
			// The tree of no-critical grows fast. The program's twin of the twin is
			// b only if it need not turn the board first.
			if options == ",no-critical" && (b.Goal() == tiles.BlankFirst || one.Cost > 6) {
				continue
			}
			s := mustParse(t, "astar-coursera/manhattan,twin"+options)
			if got := s.Solve(t.Context(), odd, search.Limits{}); got.Outcome != search.Unsolvable || got.Path != nil || got.Bound != 0 || got.Expanded == 0 && !twin(odd).Solved() {
				t.Errorf("%s on %v: %+v, want unsolvable", s.Name, odd, got)
			}
		}
	}
}

func TestCourseraRecomputingChangesNoCounter(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 34))
	for i := range 30 {
		b := wander(t, r, 3, 3, tiles.BlankLast, 4+i%14)
		for _, name := range []string{"astar-coursera/hamming", "astar-coursera/manhattan", "astar-coursera/manhattan,closed-list"} {
			cached := mustParse(t, name).Solve(t.Context(), b, search.Limits{})
			anew := mustParse(t, name+",recompute").Solve(t.Context(), b, search.Limits{})
			if !anew.Meter.Equal(cached.Meter) || !slices.Equal(anew.Path, cached.Path) {
				t.Errorf("%s on %v: %+v cached, %+v recomputed", name, b, cached, anew)
			}
		}
	}
}

// A board of rows is another way to keep the same board: it takes more memory, at
// least twice as much, and nothing else changes.
func TestCourseraRowsChangeBytesAlone(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 35))
	for i := range 30 {
		n := 2 + i%3
		b := wander(t, r, n, n, tiles.Goals()[i/3%2], 4+i%9)
		for _, name := range []string{"astar-coursera/hamming", "astar-coursera/manhattan,closed-list", "astar-coursera/manhattan,recompute", "astar-coursera/manhattan,twin"} {
			flat := mustParse(t, name).Solve(t.Context(), b, search.Limits{})
			rows := mustParse(t, name+",rows").Solve(t.Context(), b, search.Limits{})
			bytes := rows.Bytes
			rows.Bytes = flat.Bytes
			if !rows.Meter.Equal(flat.Meter) || !slices.Equal(rows.Path, flat.Path) || bytes <= flat.Bytes {
				t.Errorf("%s on %v: %+v in one array, %+v and %d bytes in rows", name, b, flat, rows, bytes)
			}
		}
	}
	b := mustBoard(t, "1f3452d8a70b96ec")
	flat, rows := mustParse(t, "astar-coursera/hamming").Solve(t.Context(), b, search.Limits{Expanded: 1_500}), mustParse(t, "astar-coursera/hamming,rows").Solve(t.Context(), b, search.Limits{Expanded: 1_500})
	if rows.Bytes < 2*flat.Bytes {
		t.Errorf("%v: %d bytes in one array, %d in rows; want at least twice as many", b, flat.Bytes, rows.Bytes)
	}
}

// The best-first programs of the write-ups hold what they say they hold: a byte
// less than that is too little, and a node less as well.
func TestWriteUpProgramsKeepTheirMemoryLimit(t *testing.T) {
	t.Parallel()
	b := mustBoard(t, "1f3452d8a70b96ec")
	for _, name := range []string{
		"astar-lemtea8", "astar-lemtea8,repaired", "astar-lemtea8,no-map", "astar-lemtea8,buckets",
		"astar-coursera/manhattan", "astar-coursera/manhattan,twin", "astar-coursera/manhattan,closed-list", "astar-coursera/manhattan,rows",
	} {
		s := mustParse(t, name)
		free := s.Solve(t.Context(), b, search.Limits{Expanded: 1_500})
		for _, c := range []struct {
			limits search.Limits
			want   search.Outcome
		}{
			{search.Limits{Expanded: 1_500, Bytes: free.Bytes, Stored: free.Stored}, free.Outcome},
			{search.Limits{Expanded: 1_500, Bytes: free.Bytes - 1}, search.LimitMemory},
			{search.Limits{Expanded: 1_500, Stored: free.Stored - 1}, search.LimitMemory},
		} {
			r := s.Solve(t.Context(), b, c.limits)
			if r.Outcome != c.want || r.Bytes > free.Bytes || r.Stored > free.Stored || r.Bound > 30 {
				t.Errorf("%s within %d bytes and %d nodes: %v, %d bytes, %d nodes, bound %d; want %v; free it takes %d bytes, %d nodes",
					name, c.limits.Bytes, c.limits.Stored, r.Outcome, r.Bytes, r.Stored, r.Bound, c.want, free.Bytes, free.Stored)
			}
		}
	}
	for _, name := range []string{"idastar-lemtea8", "idastar-simon531"} {
		s := mustParse(t, name)
		if r := s.Solve(t.Context(), b, search.Limits{Stored: 31}); r.Outcome != search.Solved || r.Stored != 31 || r.MaxDepth != 30 {
			t.Errorf("%s with 31 nodes on the path: %+v", name, r)
		}
		if r := s.Solve(t.Context(), b, search.Limits{Stored: 20}); r.Outcome != search.LimitMemory || r.Stored != 20 {
			t.Errorf("%s with 20 nodes on the path: %+v", name, r)
		}
	}
}

func BenchmarkWriteUps(b *testing.B) {
	korf2 := mustBoard(b, "goal=blank-first 13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6")
	easy := mustBoard(b, "1f3452d8a70b96ec")
	for _, c := range []struct {
		name      string
		board     tiles.Board
		generated uint64
	}{
		{"idastar-simon531", korf2, 18_983_862},
		{"idastar-lemtea8", easy, 178_481},
		{"astar-lemtea8", easy, 73_516},
		{"astar-coursera/hamming", mustBoard(b, "1 2 7 0 4 3 6 5 8"), 5_166},
		{"astar-coursera/hamming,recompute", mustBoard(b, "1 2 7 0 4 3 6 5 8"), 5_166},
		{"astar-coursera/hamming,closed-list", mustBoard(b, "1 2 7 0 4 3 6 5 8"), 3_588},
	} {
		s := mustParse(b, c.name)
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if r := s.Solve(b.Context(), c.board, search.Limits{}); r.Generated != c.generated {
					b.Fatalf("%d generated, want %d", r.Generated, c.generated)
				}
			}
			b.ReportMetric(float64(c.generated)*float64(b.N)/b.Elapsed().Seconds(), "generated/s")
		})
	}
}

var exhaustive = flag.Bool("exhaustive", false, "also what takes minutes")

// tested is a strategy that reports what tests look at.
type tested struct{ puzzle.Strategy[tiles.Board] }

// Solve returns the result of a run, and panics if the board does not fit.
func (s tested) Solve(ctx context.Context, b tiles.Board, limits search.Limits) search.Result[tiles.Move] {
	f, err := s.Run(ctx, b, 0, limits)
	if err != nil {
		panic(err)
	}
	path, _ := f.Solution.(tiles.Path)
	return search.Result[tiles.Move]{Outcome: f.Outcome, Cost: f.Cost, Path: path, Optimal: f.Optimal, Bound: f.Bound, Meter: f.Meter}
}

func mustParse(t testing.TB, name string) tested {
	t.Helper()
	s, err := puzzle.NewGrammar("tiles", "heuristic", slices.Concat(tiles.Strategies(), Strategies())).Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return tested{s}
}

func knownBoards(t testing.TB, set string) []tiles.Known {
	t.Helper()
	known, err := tiles.KnownInstances(set)
	if err != nil || len(known) == 0 {
		t.Fatalf("set %s: %d boards, %v", set, len(known), err)
	}
	return known
}

// wander returns the goal after a random walk that never turns back at once.
func wander(t testing.TB, r *rand.Rand, width, height int, goal tiles.Goal, moves int) tiles.Board {
	t.Helper()
	b, err := tiles.Solved(width, height, goal)
	if err != nil {
		t.Fatal(err)
	}
	for last := tiles.NoMove; moves > 0; {
		m := tiles.Up + tiles.Move(r.IntN(4))
		if next, ok := b.Apply(m); ok && m != last.Inverse() {
			b, last = next, m
			moves--
		}
	}
	return b
}

func mustBoard(t testing.TB, line string) tiles.Board {
	t.Helper()
	b, err := tiles.ParseBoard(line, tiles.BlankLast)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
