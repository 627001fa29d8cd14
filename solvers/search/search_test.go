package search_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/searchtest"
)

// A solver polls when its own counter reaches Next, before it expands the next
// node; the limit is exact.
func ExampleGuard() {
	g := search.NewGuard(context.Background(), search.Limits{Expanded: 100_000})
	expanded, polls := uint64(0), 0
	next := g.Next()
	for {
		if expanded >= next {
			polls++
			if _, stop := g.Poll(expanded); stop {
				break
			}
			next = g.Next()
		}
		expanded++
	}
	fmt.Println(g.Outcome(), "after", expanded, "nodes and", polls, "polls")
	// Output: limit-nodes after 100000 nodes and 2 polls
}

func TestZeroLimitsNeverStop(t *testing.T) {
	g := search.NewGuard(context.Background(), search.Limits{})
	for _, expanded := range []uint64{0, 1 << 20, 1 << 62} {
		if outcome, stop := g.Poll(expanded); stop {
			t.Errorf("after %d nodes: stopped with %v", expanded, outcome)
		}
	}
	if !g.Fits(1 << 62) {
		t.Error("a zero byte limit refused memory")
	}
}

func TestGuardKeepsItsFirstOutcome(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	g := search.NewGuard(ctx, search.Limits{Expanded: 10, Bytes: 100})
	if g.Fits(101) {
		t.Fatal("101 bytes fit into 100")
	}
	cancel()
	if outcome, stop := g.Poll(10); !stop || outcome != search.LimitMemory {
		t.Errorf("got %v, want limit-memory, the first that stopped it", outcome)
	}
}

func TestGuardStopsForTimeAndCancellation(t *testing.T) {
	late := search.NewGuard(context.Background(), search.Limits{Time: time.Nanosecond})
	time.Sleep(time.Microsecond)
	if outcome, _ := late.Poll(1); outcome != search.LimitTime {
		t.Errorf("past the deadline: %v", outcome)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if outcome, _ := search.NewGuard(ctx, search.Limits{}).Interrupted(); outcome != search.Cancelled {
		t.Errorf("cancelled: %v", outcome)
	}
}

func TestOutcomeNamesAreReadBack(t *testing.T) {
	for o := search.Running; o <= search.Incomplete; o++ {
		got, err := search.ParseOutcome(o.String())
		if err != nil || got != o {
			t.Errorf("%v is read back as %v, %v", o, got, err)
		}
		if o != search.Running && o != search.Incomplete && o.Answered() == o.Limited() {
			t.Errorf("%v is both or neither of answered and limited", o)
		}
	}
	if _, err := search.ParseOutcome("solvd"); err == nil {
		t.Error("solvd is taken for an outcome")
	}
}

func TestDidYouMean(t *testing.T) {
	known := []string{"standard", "pruning", "pruning+sorting", "contraction", "--log"}
	for _, c := range []struct{ typed, want string }{
		{"prunning", `; did you mean "pruning"?`},
		{"contarction", `; did you mean "contraction"?`},
		{"pruning+sort", `; did you mean "pruning+sorting"?`},
		{"Standard", `; did you mean "standard"?`},
		{"", ""},
		{"zzzzzzzz", ""},
		{"--foo", ""},
		{"--lgo", `; did you mean "--log"?`},
	} {
		if got := search.DidYouMean(c.typed, known); got != c.want {
			t.Errorf("DidYouMean(%q) = %q, want %q", c.typed, got, c.want)
		}
	}
}

// The puzzle of the example keeps the contract, whatever the start.
func TestPancakesConform(t *testing.T) {
	searchtest.Run(t, searchtest.Suite[stack, int]{
		Small: []searchtest.Instance[stack, int]{
			{Name: "example", Problem: stack{3, 1, 6, 2, 5, 4}},
			{Name: "hardest", Problem: stack{5, 3, 6, 1, 4, 2}, Cost: 7}, // the pancake number of six: OEIS A058986
			{Name: "sorted", Problem: stack{1, 2, 3, 4, 5, 6}},
		},
		Begin:      func(_ search.Problem[stack, int], s stack) search.Problem[stack, int] { return s },
		Consistent: true,
	})
}
