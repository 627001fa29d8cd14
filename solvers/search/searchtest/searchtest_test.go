package searchtest_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
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
	for fault, c := range map[string]struct{ contract, want string }{
		"Branching is too small":               {"search.Problem", "index out of range"},
		"Expand is not deterministic":          {"search.Problem", "and the second time"},
		"Expand changes its argument":          {"search.Problem", "changed the state"},
		"Expand writes behind its end":         {"search.Problem", "or more; Branching is 4"},
		"a cost is 0":                          {"search.Step", "Cost is the cost of the action"},
		"an action is zero":                    {"search.Step", "must not be the zero A"},
		"an action is repeated":                {"search.Step", "Action must be different for each step"},
		"a field is not filled":                {"search.Problem", "and the second time"},
		"an estimate is negative":              {"search.Step", "a goal: 0 or more"},
		"the order depends on the last action": {"search.Problem", "in the same order"},
		"the wrong step is left out":           {"search.Problem", "does not lead back"},
		"two steps are left out":               {"search.Problem", "does not lead back"},
		"a step is always left out":            {"search.Inverter", "does not lead back"},
		"undoing costs more":                   {"search.Inverter", "does not lead back"},
		"the inverse is wrong":                 {"search.Inverter", "the inverse of"},
		"none has an inverse":                  {"search.Inverter", "The inverse of the zero A is the zero A"},
		"the goal has an estimate":             {"search.Step", "want 0"},
		"an estimate is too large":             {"search.Step", "not admissible"},
		"an estimate is not consistent":        {"searchtest.Suite", "not consistent"},
		"estimates depend on the path":         {"search.Problem", "on one path and"},
		"from scratch the estimate differs":    {"search.Problem", "a problem begun at"},
		"two states have one number":           {"search.Problem", "on one path and"},
		"two alike states have one number":     {"search.Packer", "has other steps"},
		"Unpack is wrong":                      {"search.Packer", "packs to"},
		"the reverse begins elsewhere":         {"search.Reversible", "want from a goal"},
		"the reverse ends elsewhere":           {"search.Reversible", "to the start"},
		"the reverse has other estimates":      {"search.Step", "not admissible"},
		"the probe counts all children":        {"search.Probe", "generated"},
		"the probe enters the goal":            {"search.Probe", "expanded"},
		"the probe's path is wrong":            {"search.Probe", "cannot be taken there"},
		"the probe skips a bound":              {"search.Probe", "iterations"},
		"the probe is late":                    {"search.Probe", "expanded"},
	} {
		t.Run(fault, func(t *testing.T) {
			r := &recorder{TB: t}
			searchtest.Check(r, suite(fault))
			if len(r.errors) == 0 {
				t.Fatal("not found")
			}
			if all := strings.Join(r.errors, "\n"); !strings.Contains(all, c.want) || !strings.Contains(all, "the contract of "+c.contract+":") {
				t.Errorf("no complaint contains %q and names %s:\n%s", c.want, c.contract, all)
			}
			for _, complaint := range r.errors {
				quoted(t, complaint)
			}
		})
	}
}

var contract = regexp.MustCompile(`breaks the contract of [\w.]+: (".*")$`)

// quoted checks that a complaint quotes the documentation of what it names.
func quoted(t *testing.T, complaint string) {
	t.Helper()
	m := contract.FindStringSubmatch(complaint)
	if m == nil {
		t.Fatalf("no contract is named: %s", complaint)
	}
	says, err := strconv.Unquote(m[1])
	if err != nil || !strings.Contains(documentation(t), says) {
		t.Errorf("%s is not in the documentation (%v)", m[1], err)
	}
}

// documentation is the text of packages search and searchtest, without line ends.
func documentation(t *testing.T) string {
	var b strings.Builder
	for _, pattern := range []string{"../*.go", "suite.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(data)
		}
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(b.String(), "//", "")), " ")
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
			for _, complaint := range r.errors {
				quoted(t, complaint)
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
