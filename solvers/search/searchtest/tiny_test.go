package searchtest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/searchtest"
)

// graph is a problem drawn by hand: its states are numbers, an action is the number of an
// edge among those of its state, from 1. It has no abilities but those that every problem
// needs, and leaves out no step.
type graph struct {
	start    int
	goals    []int
	steps    map[int][]edge
	estimate map[int]int32 // 0 where it says nothing
}

type edge struct {
	to   int
	cost int32
}

func (g graph) Start() (int, int32) { return g.start, g.estimate[g.start] }
func (g graph) Goal(s *int) bool    { return slices.Contains(g.goals, *s) }

func (g graph) Branching() int {
	most := 0
	for _, list := range g.steps {
		most = max(most, len(list))
	}
	return most
}

func (g graph) Expand(s *int, _ uint8, dst []search.Step[int, uint8]) int {
	for i, e := range g.steps[*s] {
		dst[i] = search.Step[int, uint8]{State: e.to, Action: uint8(i + 1), Cost: e.cost, H: g.estimate[e.to]}
	}
	return len(g.steps[*s])
}

const large = 1 << 30 // two of them are beyond an int32

// tiny are correct problems at the edges of what a problem may be.
var tiny = []struct {
	name       string
	graph      graph
	cost       int
	unsolvable bool
	ends       bool
}{
	{name: "one move from the goal", graph: graph{goals: []int{1}, steps: map[int][]edge{0: {{1, 1}}, 1: {{0, 1}}}}, cost: 1},
	{name: "one move among many", graph: graph{goals: []int{3}, steps: map[int][]edge{0: {{1, 1}, {2, 1}, {3, 1}}, 1: {{0, 1}}}}, cost: 1},
	{name: "two moves from the goal", graph: graph{goals: []int{2}, steps: map[int][]edge{0: {{1, 1}}, 1: {{0, 1}, {2, 1}}}}, cost: 2},
	{name: "one way to the goal", graph: graph{goals: []int{1}, steps: map[int][]edge{0: {{1, 7}}}}, cost: 7, ends: true},
	{name: "at the goal, alone", graph: graph{goals: []int{0}}, ends: true},
	{name: "at the goal, among others", graph: graph{goals: []int{0}, steps: map[int][]edge{0: {{1, 1}}, 1: {{0, 1}}}}},
	{name: "one state, unsolvable", graph: graph{}, unsolvable: true, ends: true},
	{name: "one state, with a step to itself", graph: graph{steps: map[int][]edge{0: {{0, 1}}}}, unsolvable: true},
	{name: "a step to itself and one to the goal", graph: graph{goals: []int{1}, steps: map[int][]edge{0: {{0, 1}, {1, 2}}}}, cost: 2},
	{name: "unsolvable, round and round", graph: graph{steps: map[int][]edge{0: {{1, 1}}, 1: {{0, 1}}}}, unsolvable: true},
	{name: "unsolvable, ends", graph: graph{steps: map[int][]edge{0: {{1, 1}, {2, 1}}, 1: {{2, 3}}}}, unsolvable: true, ends: true},
	{name: "unsolvable, and known to be", graph: graph{steps: map[int][]edge{0: {{1, 1}}, 1: {{0, 1}}}, estimate: map[int]int32{0: search.Infinite, 1: search.Infinite}}, unsolvable: true},
	{name: "a dead end beside the goal", graph: graph{goals: []int{2}, steps: map[int][]edge{0: {{1, 1}, {2, 5}}, 1: {{1, 1}}}, estimate: map[int]int32{0: 5, 1: search.Infinite}}, cost: 5},
	{name: "two actions to one state", graph: graph{goals: []int{1}, steps: map[int][]edge{0: {{1, 3}, {1, 2}}}}, cost: 2, ends: true},
	{name: "several goals, a near one last", graph: graph{goals: []int{1, 2, 3}, steps: map[int][]edge{0: {{1, 9}, {2, 8}, {3, 2}}, 1: {{0, 1}}}, estimate: map[int]int32{0: 2}}, cost: 2},
	{name: "a goal behind a goal", graph: graph{goals: []int{1, 2}, steps: map[int][]edge{0: {{1, 4}}, 1: {{2, 1}}}, estimate: map[int]int32{0: 4}}, cost: 4, ends: true},
	{name: "a large cost", graph: graph{goals: []int{1}, steps: map[int][]edge{0: {{1, large}}, 1: {{0, large}}}}, cost: large},
	{name: "a large cost beside a small one", graph: graph{goals: []int{2}, steps: map[int][]edge{0: {{1, large}, {2, 3}}, 1: {{2, large}}}}, cost: 3, ends: true},
	{name: "the largest cost that a path may have", graph: graph{goals: []int{2}, steps: map[int][]edge{0: {{1, large}}, 1: {{2, large - 2}}}}, cost: int(search.Infinite) - 1, ends: true},
}

func TestTinyProblemsPass(t *testing.T) {
	for _, c := range tiny {
		t.Run(c.name, func(t *testing.T) {
			instance := []searchtest.Instance[int, uint8]{{Name: "it", Problem: c.graph, Cost: c.cost, Unsolvable: c.unsolvable}}
			// Also among the large ones, which are looked at on walks.
			searchtest.Run(t, searchtest.Suite[int, uint8]{Small: instance, Large: instance, Consistent: true, Ends: c.ends})
		})
	}
}

// Mazes have every ability that a problem can have.
func TestTinyMazesPass(t *testing.T) {
	for _, plan := range [][]string{{"SG"}, {"GS"}, {"S", "G"}, {"S.G"}, {"S"}, {"S."}, {"S#G"}, {"S#", "#G"}, {"S.#.G"}} {
		t.Run(strings.Join(plan, "/"), func(t *testing.T) {
			for _, fault := range []string{"", "no probe"} {
				s, m := suite(fault), newMaze(fault, plan...)
				instance := searchtest.Instance[spot, turn]{Name: "maze", Problem: m, Unsolvable: strings.Contains(plan[0], "#")}
				s.Small, s.Large = []searchtest.Instance[spot, turn]{instance}, []searchtest.Instance[spot, turn]{instance}
				searchtest.Run(t, s)
			}
		})
	}
}

// A small instance hides no fault, and the complaint names the contract that is broken.
func TestTinyFaultsAreFound(t *testing.T) {
	for _, c := range []struct {
		name, contract string
		graph          graph
	}{
		{"a move that costs nothing", `search.Step: "Cost is the cost of the action`, graph{goals: []int{1}, steps: map[int][]edge{0: {{1, 0}}}}},
		{"a goal with an estimate", `search.Step: "H is an admissible estimate`, graph{goals: []int{0}, estimate: map[int]int32{0: 1}}},
		{"an estimate above the only move", `search.Step: "H is an admissible estimate`, graph{goals: []int{1}, steps: map[int][]edge{0: {{1, 1}}}, estimate: map[int]int32{0: 2}}},
		{"a dead end that is none", `search.Step: "H is an admissible estimate`, graph{goals: []int{1}, steps: map[int][]edge{0: {{1, 1}}}, estimate: map[int]int32{0: search.Infinite}}},
		{"an unsolvable instance that is not said to be", `searchtest.Instance: `, graph{steps: map[int][]edge{0: {{0, 1}}}}},
		{"no path below Infinite", `searchtest.Instance: `, graph{goals: []int{2}, steps: map[int][]edge{0: {{1, large}}, 1: {{2, large}}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := &recorder{TB: t}
			searchtest.Check(r, searchtest.Suite[int, uint8]{Small: []searchtest.Instance[int, uint8]{{Problem: c.graph}}})
			if len(r.errors) != 1 || !strings.Contains(r.errors[0], c.contract) {
				t.Fatalf("complaints %q, want one that names %s", r.errors, c.contract)
			}
			quoted(t, r.errors[0])
		})
	}
}
