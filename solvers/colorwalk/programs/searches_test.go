package programs

import (
	"bufio"
	"context"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// searchExamples returns a name of each of the write-up's programs that search.
func searchExamples() []string {
	var names []string
	for i := range searchers {
		names = append(names, grammar.Example(len(movers)+i))
	}
	return names
}

// seriesMoves solves the series' boards.
func seriesMoves(t *testing.T, name string) []int {
	t.Helper()
	s := mustStrategy(t, name)
	var moves []int
	for _, k := range mustSet(t, "series") {
		r := s.Solve(t.Context(), k.Board, 0, search.Limits{})
		if r.Outcome != search.Solved {
			t.Errorf("%s on board %d: %v", name, k.Number, r.Outcome)
		}
		moves = append(moves, r.Cost)
	}
	return moves
}

// The figures of an independent program on the series' boards: least, mean and
// most moves, and their standard deviation (n−1), as far as it gave them. The
// published figures of breadth-first are those with stray moves, see [Batch]; the
// published minute of depth-first has a mean of 34.8.
func TestSearchesTakeAsManyMovesAsAnIndependentProgram(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		strategy, want string
		long           bool // half a second or more: with -exhaustive only
	}{
		{strategy: "bfs-gla-5,literal", want: "25/32.07/39/2.78"},
		{strategy: "bfs-gla-5", want: "/32.05/", long: true},
		{strategy: "dfs-gla-5,literal,nodes=5000", want: "/35.39/"},
		{strategy: "dfs-gla-5,literal,nodes=10000", want: "/35.19/", long: true},
		{strategy: "dfs-gla-5,literal,nodes=20000", want: "25/34.91/46/4.03", long: true},
		{strategy: "dfs-gla-5,literal", want: "25/34.58/45/4.07", long: true},
		{strategy: "dfs-gla-5,literal,nodes=200000", want: "/34.06/", long: true},
		{strategy: "dijkstra-20", want: "/35.01/"},
		{strategy: "dijkstra-25", want: "29/33.02/38/1.85", long: true},
		{strategy: "dijkstra-28", want: "/32.14/", long: true},
		{strategy: "gla-5+dijkstra,scale=20", want: "/33.94/"},
		{strategy: "gla-5+dijkstra", want: "25/32.73/39/2.27", long: true},
		{strategy: "gla-5+dijkstra,scale=28", want: "/32.29/", long: true},
		{strategy: "dijkstra+gla-5", want: "27/33.83/40/2.37", long: true},
		{strategy: "dijkstra+dijkstra", want: "27/33.18/40/2.35", long: true},
		// Our own figure, to detect changes: what the default could be to meet
		// the published mean.
		{strategy: "dfs-gla-5,literal,nodes=30000", want: "/34.76/", long: true},
	} {
		if row.long && !*exhaustive {
			continue
		}
		if got := summary(seriesMoves(t, row.strategy)); !strings.Contains(got, row.want) {
			t.Errorf("%s: %s, want %s", row.strategy, got, row.want)
		}
	}
}

// testdata/series-games.txt has the games as the published program plays them.
func TestSearchesPlayAsThePublishedProgram(t *testing.T) {
	t.Parallel()
	file, err := os.Open("testdata/series-games.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	series := mustSet(t, "series")
	games := 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if words[0] == "#" {
			continue
		}
		number, err := strconv.Atoi(words[1])
		if err != nil {
			t.Fatal(err)
		}
		if !*exhaustive && number > 5 {
			continue
		}
		games++
		r := mustStrategy(t, words[0]).Solve(t.Context(), series[number-1].Board, 0, search.Limits{})
		if got := colorwalk.FormatPath(r.Path); got != words[2] {
			t.Errorf("%s on board %d: %s, want %s", words[0], number, got, words[2])
		}
	}
	if games < 40 {
		t.Errorf("only %d games", games)
	}
}

func TestExamplesTakeAsManyMovesBreadthFirstAsTheyShould(t *testing.T) {
	s := mustStrategy(t, "bfs-gla-5")
	for _, k := range mustSet(t, "examples") {
		want := k.Lengths["bfs-gla-5"]
		if r := s.Solve(t.Context(), k.Board, 0, search.Limits{}); r.Cost != want || want == 0 {
			t.Errorf("board %s: %d moves, want %d", k.Name, r.Cost, want)
		}
	}
}

// Small boards of all sorts end, also those that the option literal takes apart.
func TestSearchesEndOnSmallBoards(t *testing.T) {
	boards := []colorwalk.Board{}
	for _, line := range []string{
		"0", "1", "01", "10", "0/1", "0/1/1", "01/11", "0/1/2/1/1", "11/11", "12", "121212", "0121212/2121211",
		"01z", "0/z/a/z/z", "0123456789abcdefghijklmnopqrstuvwxyz", "start=2,2 231/213/122",
	} {
		boards = append(boards, mustBoard(t, line))
	}
	rng := rand.New(rand.NewPCG(9, 3))
	for range 40 {
		boards = append(boards, searchBoard(t, rng))
		cells := make([]colorwalk.Color, 36)
		for i := range cells {
			cells[i] = colorwalk.Color(1 + rng.IntN(int(colorwalk.MaxColors)))
		}
		b, err := colorwalk.NewBoard(6, 6, -1, cells)
		if err != nil {
			t.Fatal(err)
		}
		boards = append(boards, b)
	}
	limits := search.Limits{Expanded: 2000} // so many colours take long
	for _, name := range append(searchExamples(), "dijkstra-1", "dfs-gla-1,nodes=1", "bfs-gla-1") {
		for _, literal := range []string{"", ",literal"} {
			s := mustStrategy(t, name+literal)
			solved := 0
			for _, b := range boards {
				r := s.Solve(t.Context(), b, 0, limits)
				switch {
				case r.Outcome == search.Solved:
					solved++
				case r.Outcome == search.LimitNodes && (b.Colors() > 6 || !s.Complete):
				case r.Outcome == search.Incomplete && !s.Complete:
				default:
					t.Errorf("%s on %v: %v", s.Name, b, r.Outcome)
				}
			}
			if solved < 30 {
				t.Errorf("%s solved %d of %d boards", s.Name, solved, len(boards))
			}
		}
	}
}

func TestMemoryLimitsStopASearch(t *testing.T) {
	b := seriesBoard(t, 0)
	for _, name := range searchExamples() {
		s := mustStrategy(t, name)
		r := s.Solve(t.Context(), b, 0, search.Limits{})
		if r.Stored < 5 || r.Bytes < 32<<10 {
			t.Errorf("%s: %d positions in %d bytes", name, r.Stored, r.Bytes)
		}
		for _, limits := range []search.Limits{{Stored: r.Stored}, {Bytes: r.Bytes}} {
			if again := s.Solve(t.Context(), b, 0, limits); again.Outcome != search.Solved || again.Cost != r.Cost {
				t.Errorf("%s with just enough memory, %+v: %v", name, limits, again.Outcome)
			}
		}
		for _, limits := range []search.Limits{{Stored: r.Stored - 1}, {Bytes: r.Bytes - 1}, {Bytes: r.Bytes / 2}, {Bytes: 1}} {
			if again := s.Solve(t.Context(), b, 0, limits); again.Outcome != search.LimitMemory || again.Path != nil || again.Bytes > r.Bytes {
				t.Errorf("%s with too little memory, %+v: %v", name, limits, again.Outcome)
			}
		}
	}
}

func TestSearchesEndSoonAfterTheyAreCancelled(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 4))
	cells := make([]colorwalk.Color, 200*300)
	for i := range cells {
		cells[i] = colorwalk.Color(1 + rng.IntN(6))
	}
	b, err := colorwalk.NewBoard(200, 300, -1, cells)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range searchExamples() {
		r := mustStrategy(t, name).Solve(&patience{Context: t.Context(), left: 30}, b, 0, search.Limits{})
		if r.Outcome != search.Cancelled || r.Path != nil || r.Expanded > 5000 {
			t.Errorf("%s: %v after %d positions", name, r.Outcome, r.Expanded)
		}
	}
}

func TestNodesAreAnOptionOfDepthFirst(t *testing.T) {
	if got := mustStrategy(t, "dfs-gla-5,nodes=50000,literal").Name; got != "dfs-gla-5,literal" {
		t.Errorf("the canonical name is %s", got)
	}
}

func BenchmarkSearches(b *testing.B) {
	board := seriesBoard(b, 0)
	for _, c := range []struct {
		name  string
		moves int // our own figure, to detect changes
	}{
		{"bfs-gla-5", 34}, {"dfs-gla-5", 39}, {"dijkstra-25", 33}, {"gla-5+dijkstra", 35}, {"dijkstra+gla-5", 36}, {"dijkstra+dijkstra", 35},
	} {
		b.Run(c.name, func(b *testing.B) {
			s := mustStrategy(b, c.name)
			expanded := uint64(0)
			for b.Loop() {
				r := s.Solve(context.Background(), board, 0, search.Limits{})
				if r.Cost != c.moves {
					b.Fatalf("%d moves, want %d", r.Cost, c.moves)
				}
				expanded += r.Expanded
			}
			b.ReportMetric(float64(expanded)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
