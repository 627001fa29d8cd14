package experiments

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// ownText declares, as far as its code goes, the two strategies below.
const ownText = `package experiments

func firstOwn() run { walk := steps; return climb.draw(walk) } // neither the function walk nor draw

var steps = 3

func secondOwn() run { return walk }

// walk goes up.
func walk() int { return 1 }

func draw() {}

func climber() {}
`

func firstOwn() func(context.Context, climb, uint64, search.Limits) (puzzle.Finding, error) {
	return func(ctx context.Context, c climb, seed uint64, l search.Limits) (puzzle.Finding, error) {
		return upwards(ctx, c, seed, l)
	}
}

func secondOwn() func(context.Context, climb, uint64, search.Limits) (puzzle.Finding, error) {
	return func(ctx context.Context, c climb, seed uint64, l search.Limits) (puzzle.Finding, error) {
		return upwards(ctx, c, seed, l)
	}
}

func upwards(_ context.Context, c climb, _ uint64, _ search.Limits) (puzzle.Finding, error) {
	return puzzle.Finding{Outcome: search.Measured, Meter: search.Meter{Expanded: uint64(c.top)}}, nil
}

// TestOwnStrategiesRunAgainWhenWhatDeclaresThemChanges edits one declaration at a time.
func TestOwnStrategiesRunAgainWhenWhatDeclaresThemChanges(t *testing.T) {
	store := open(t)
	sweep := func(text string) Sweep {
		s := small()
		s.Strategies = append(s.Strategies[:1], puzzle.Erased(puzzle.Strategy[climb]{Name: "first", Run: firstOwn()}, puzzle.Strategy[climb]{Name: "second", Run: secondOwn()})...)
		s.Files = fstest.MapFS{"own.go": {Data: []byte(text)}, "own_test.go": {Data: []byte("package experiments // a test")}}
		return s
	}
	n := len(small().Instances) * max(small().Repeats, 1)
	mustRun(t, sweep(ownText), store)
	for _, c := range []struct {
		name, old, now string
		runs           int
	}{
		{"nothing", "", "", 0},
		{"a comment", "// walk goes up.", "// walk climbs.", 0},
		{"what draws", "func draw() {}", "func draw() { println() }", 0},
		{"what the first uses", "steps = 3", "steps = 4", n},
		{"it, back", "", "", 0},
		{"the second", "return walk }", "return walk() }", n},
		{"what the second uses", "return 1", "return 2", n},
	} {
		text := strings.Replace(ownText, c.old, c.now, 1)
		if got := mustRun(t, sweep(text), store).Ran; got != c.runs {
			t.Errorf("%s changed: %d trials ran, want %d", c.name, got, c.runs)
		}
	}
	broken := sweep("package experiments\n\nfunc {")
	if _, err := broken.Run(t.Context(), store, nil); err == nil {
		t.Error("files that are no Go were taken")
	}
	without := sweep(ownText)
	if without.Files = nil; mustRun(t, without, store).Ran != 3*n {
		t.Error("strategies without their files have the code of those with them")
	}
}
