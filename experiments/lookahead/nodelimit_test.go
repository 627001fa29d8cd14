package lookahead

import (
	"math"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// limited are searches under a limit on a hundred boards with about so many
// moves.
func limited(nodes int, moves float64) []experiments.Trial {
	var each []int
	for i := range batchGames {
		n := math.Floor(moves)
		if float64(i%10) < 10*(moves-n) {
			n++
		}
		each = append(each, int(n)+i/10%3-1)
	}
	return gamesOf(limitedName(nodes), each...)
}

func TestLimitsAreThoseOfTheProgramsSearch(t *testing.T) {
	for _, c := range []struct {
		nodes int
		want  string
	}{{1000, "dfs-gla-5,literal,nodes=1000"}, {1_000_000, "dfs-gla-5,literal,nodes=1000000"}} {
		if got := limitedName(c.nodes); got != c.want {
			t.Errorf("%d nodes: %q, want %q", c.nodes, got, c.want)
		}
	}
}

// Nothing found means that the game has 18 moves and then a line of 30 at least.
func TestBoardsWithoutASolutionAreNotDropped(t *testing.T) {
	trials := limited(1000, 35)
	trials[7].Outcome, trials[7].Cost = search.Incomplete, 0
	runs := limitedRuns(frame.Of(trials))
	if len(runs) != 1 || runs[0].none != 1 || len(runs[0].values) != batchGames || runs[0].values[7] != 48 {
		t.Fatalf("%d runs, %d boards without a solution, board 8 counts %v", len(runs), runs[0].none, runs[0].values[7])
	}
	table, err := NodeLimitTable(frame.Of(trials))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"mean": true, "max": true, "min": false} {
		j := slices.IndexFunc(table.Columns, func(c reports.Column) bool { return c.Name == name })
		if got := table.Rows[0][j].Censored; got != want {
			t.Errorf("%s is a lower bound: %v, want %v", name, got, want)
		}
	}
}

// Means of 36, 35 and 34 at 1,000, 10,000 and 100,000 nodes are 34.5 half way
// between the last two, on a logarithmic scale.
func TestTheCrossingIsBetweenLogarithms(t *testing.T) {
	runs := []limitedRun{{limit: 1000, values: []float64{36, 36}}, {limit: 10_000, values: []float64{34, 36}}, {limit: 100_000, values: []float64{34, 34}}}
	for _, c := range []struct{ level, want float64 }{
		{34.5, math.Sqrt(10_000 * 100_000)}, {35, 10_000}, {34, 100_000}, {33, math.NaN()}, {36, math.NaN()},
	} {
		got := crossing(runs, []int{0, 1}, c.level)
		if math.IsNaN(got) != math.IsNaN(c.want) || math.Abs(got-c.want) > 1e-6*c.want {
			t.Errorf("level %v is crossed at %v, want %v", c.level, got, c.want)
		}
	}
	for _, c := range []struct {
		x    float64
		want uint64
	}{{25_432, 25_000}, {99_900, 100_000}, {7, 7}} {
		if got := study.Rounded(c.x, 2); got != c.want {
			t.Errorf("%v rounded to two digits is %d, want %d", c.x, got, c.want)
		}
	}
}

func TestClaimsOfTheLimitFollowTheData(t *testing.T) {
	usual := slices.Concat(limited(1000, 36), limited(10_000, 35.2), limited(100_000, 34.4))
	for _, c := range []struct {
		name   string
		ask    func(frame.Frame) (reports.Claim, error)
		trials []experiments.Trial
		want   reports.Verdict
	}{
		{"the minute is between", MinuteClaim, usual, reports.Holds},
		{"the minute is earlier", MinuteClaim, slices.Concat(limited(1000, 35), limited(10_000, 34.5), limited(100_000, 34.4)), reports.Fails},
		{"no crossing", MinuteClaim, slices.Concat(limited(1000, 36), limited(10_000, 35.2)), reports.Undecided},

		{"behind the look-ahead", BehindClaim, slices.Concat(usual, gamesOf(opening, slices.Repeat([]int{33}, batchGames)...)), reports.Holds},
		{"before the look-ahead", BehindClaim, slices.Concat(usual, gamesOf(opening, slices.Repeat([]int{36}, batchGames)...)), reports.Fails},
		{"no look-ahead", BehindClaim, usual, reports.Undecided},
	} {
		t.Run(c.name, func(t *testing.T) {
			claim, err := c.ask(frame.Of(c.trials))
			if err != nil || claim.Holds != c.want {
				t.Errorf("%s: %v, %v; want %v (%s)", claim.ID, claim.Holds, err, c.want, claim.Evidence)
			}
		})
	}
	// The first boards have another mean than all.
	var few []experiments.Trial
	for _, trial := range usual {
		if trial.Index < 20 {
			few = append(few, trial)
		}
	}
	if claim, err := MinuteClaim(frame.Of(few)); err != nil || claim.Holds != reports.Undecided {
		t.Errorf("twenty boards: %v, %v", claim.Holds, err)
	}
}
