package searchtest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/searchtest"
)

var (
	house = []string{
		".....#...",
		"..##...#.",
		".S.#.###.",
		"...#...G.",
		".#...#...",
	}
	island = []string{
		"....#..",
		".S..#G.",
		"....#..",
	}
	hall = []string{
		strings.Repeat(".", 100),
		"S" + strings.Repeat(".", 98) + "G",
		strings.Repeat(".", 100),
	}
)

func suite(fault string) searchtest.Suite[spot, turn] {
	return searchtest.Suite[spot, turn]{
		Small: []searchtest.Instance[spot, turn]{
			{Name: "house", Problem: newMaze(fault, house...), Cost: 25}, // as a program in another language finds
			{Name: "island", Problem: newMaze(fault, island...), Unsolvable: true},
			{Name: "at the goal", Problem: atGoal(fault)},
		},
		Large: []searchtest.Instance[spot, turn]{{Name: "hall", Problem: newMaze(fault, hall...)}},
		Begin: func(p search.Problem[spot, turn], s spot) search.Problem[spot, turn] {
			m := *p.(*maze)
			m.start = s
			if fault == "from scratch the estimate differs" {
				m.end.x++
			}
			return &m
		},
		Consistent: fault != "an estimate is too large",
		MaxNodes:   20_000,
	}
}

func atGoal(fault string) *maze {
	m := newMaze(fault, house...)
	m.start = m.end
	return m
}

func TestASoundProblemPasses(t *testing.T) {
	searchtest.Run(t, suite(""))
	searchtest.Run(t, suite("no probe"))
}

// Every fault is found, by the check whose task it is.
func TestEveryFaultIsFound(t *testing.T) {
	for fault, want := range map[string]string{
		"Branching is too small":               "index out of range",
		"Expand is not deterministic":          "and the second time",
		"Expand changes its argument":          "changed the state",
		"Expand writes behind its end":         "or more; Branching is 4",
		"a cost is 0":                          "a cost of 1 or more",
		"an action is zero":                    "a new action that is not zero",
		"an action is repeated":                "a new action that is not zero",
		"a field is not filled":                "and the second time",
		"an estimate is negative":              "an estimate of 0 or more",
		"the order depends on the last action": "in the same order",
		"the wrong step is left out":           "does not lead back",
		"two steps are left out":               "does not lead back",
		"a step is always left out":            "does not lead back",
		"undoing costs more":                   "does not lead back",
		"the inverse is wrong":                 "the inverse of",
		"none has an inverse":                  "the inverse of the zero action",
		"the goal has an estimate":             "want 0",
		"an estimate is too large":             "not admissible",
		"an estimate is not consistent":        "not consistent",
		"estimates depend on the path":         "on one path and",
		"from scratch the estimate differs":    "a problem begun at",
		"two states have one number":           "on one path and",
		"two alike states have one number":     "has other steps",
		"Unpack is wrong":                      "packs to",
		"the reverse begins elsewhere":         "want from a goal",
		"the reverse ends elsewhere":           "to the start",
		"the reverse has other estimates":      "not admissible",
		"the probe counts all children":        "generated",
		"the probe enters the goal":            "expanded",
		"the probe's path is wrong":            "cannot be taken there",
		"the probe skips a bound":              "iterations",
		"the probe is late":                    "expanded",
	} {
		t.Run(fault, func(t *testing.T) {
			r := &recorder{TB: t}
			searchtest.Check(r, suite(fault))
			if len(r.errors) == 0 {
				t.Fatal("not found")
			}
			if all := strings.Join(r.errors, "\n"); !strings.Contains(all, want) {
				t.Errorf("no complaint contains %q:\n%s", want, all)
			}
		})
	}
}

// What the caller claims about an instance is checked as well.
func TestWrongClaimsAreFound(t *testing.T) {
	for _, c := range []struct {
		name, want string
		change     func(*searchtest.Suite[spot, turn])
	}{
		{"cost", "a cheapest path costs", func(s *searchtest.Suite[spot, turn]) { s.Small[0].Cost = 3 }},
		{"solvable", "Unsolvable is false", func(s *searchtest.Suite[spot, turn]) { s.Small[1].Unsolvable = false }},
		{"unsolvable", "Unsolvable is true", func(s *searchtest.Suite[spot, turn]) { s.Small[0].Unsolvable = true }},
		{"small", "more than 10 states", func(s *searchtest.Suite[spot, turn]) { s.MaxStates = 10 }},
		{"few nodes", "take a smaller instance", func(s *searchtest.Suite[spot, turn]) { s.MaxNodes = 5 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := suite("")
			c.change(&s)
			r := &recorder{TB: t}
			searchtest.Check(r, s)
			if all := strings.Join(r.errors, "\n"); !strings.Contains(all, c.want) {
				t.Errorf("no complaint contains %q:\n%s", c.want, all)
			}
		})
	}
}

// recorder is a test that keeps its complaints to itself.
type recorder struct {
	testing.TB
	errors []string
}

func (r *recorder) Helper()                  {}
func (r *recorder) Context() context.Context { return context.Background() }
func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}
