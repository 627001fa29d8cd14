package idastar

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// onKorf returns the trials on Korf's boards of the named strategies.
func onKorf(trials frame.Frame, strategies ...string) frame.Frame {
	return trials.Where(frame.Set.Is("korf100"), frame.Strategy.Is(strategies...))
}

// memoryTrials returns the trials of A* and IDA* on the same boards: those that
// ran one at a time.
func memoryTrials(trials frame.Frame) frame.Frame {
	return onKorf(trials, memoryStrategies()...).Where(frame.Mode.Is(experiments.Timed))
}

// korfBoards returns Korf's hundred boards in the order of their numbers.
var korfBoards = sync.OnceValue(func() []tiles.Known { return sliding.Boards("korf100") })

// shortest returns the optimal length of the board of a trial on Korf's boards,
// which was proved for all of them; 0 of any other.
func shortest(t *experiments.Trial) int {
	if boards := korfBoards(); t.Set == "korf100" && t.Index >= 0 && t.Index < len(boards) {
		return boards[t.Index].Optimal
	}
	return 0
}

// byBoard returns one trial of a strategy for each board, by index. Of trials of
// both modes the one under a budget counts, as in package analysis.
func byBoard(trials frame.Frame, strategy string) map[int]*experiments.Trial {
	found := map[int]*experiments.Trial{}
	for t := range trials.All() {
		if t.Strategy != strategy || t.Error != "" {
			continue
		}
		if other := found[t.Index]; other == nil || other.Mode == experiments.Timed && t.Mode == experiments.Budget {
			found[t.Index] = t
		}
	}
	return found
}

// boardsOf returns the indices of the boards that all of the named strategies
// have a trial on, the easiest for IDA* with Manhattan distance first.
func boardsOf(trials frame.Frame, strategies ...string) []int {
	count := map[int]int{}
	for _, s := range strategies {
		for index := range byBoard(trials, s) {
			count[index]++
		}
	}
	var boards []int
	for _, k := range korfBoards() {
		if index := k.Number - 1; count[index] == len(strategies) && len(strategies) > 0 {
			boards = append(boards, index)
		}
	}
	slices.SortStableFunc(boards, func(a, b int) int {
		return cmp.Compare(korfBoards()[a].Manhattan.Generated, korfBoards()[b].Manhattan.Generated)
	})
	return boards
}

// finishedBy returns the boards among them that all the strategies solved.
func finishedBy(trials frame.Frame, strategies ...string) []int {
	boards := boardsOf(trials, strategies...)
	for _, s := range strategies {
		of := byBoard(trials, s)
		boards = slices.DeleteFunc(boards, func(index int) bool { return of[index].Outcome != search.Solved })
	}
	return boards
}

// limitsOf says under which limits trials ran, and how many these ended.
func limitsOf(trials frame.Frame) string {
	var nodes, bytes uint64
	for t := range trials.All() {
		nodes, bytes = max(nodes, t.Limits.Expanded), max(bytes, t.Limits.Bytes)
	}
	phrase := ""
	switch {
	case nodes == 0 && bytes == 0:
		return "No limit was set."
	case nodes == 0:
		phrase = "Runs stop at " + binary(bytes) + " of memory"
	case bytes == 0:
		phrase = fmt.Sprintf("Runs stop after %s nodes", study.Grouped(nodes))
	default:
		phrase = fmt.Sprintf("Runs stop after %s nodes or at %s of memory", study.Grouped(nodes), binary(bytes))
	}
	return fmt.Sprintf("%s, which ended %s of %s.", phrase, study.Grouped(uint64(trials.Count(frame.Limited))), study.Grouped(uint64(trials.Len())))
}

// binary writes bytes with a binary prefix, in full.
func binary(bytes uint64) string {
	const units = "KMGT"
	if bytes < 1<<10 || bytes%(1<<10) != 0 {
		return study.Grouped(bytes) + " B"
	}
	unit := -1
	for bytes >= 1<<10 && bytes%(1<<10) == 0 && unit+1 < len(units) {
		bytes, unit = bytes>>10, unit+1
	}
	return fmt.Sprintf("%s %ciB", study.Grouped(bytes), units[unit])
}

// easiestBoards says which of Korf's boards there are trials on, as all parts
// of the study choose them.
func easiestBoards(trials frame.Frame) string {
	switch n := trials.Instances(); n {
	case 0:
		return "No boards"
	case len(korfBoards()):
		return "All of Korf's hundred boards"
	default:
		return fmt.Sprintf("The %s of Korf's hundred that IDA* with Manhattan distance solves with the fewest nodes", study.Plural(n, "board"))
	}
}

var nan = math.NaN()

// over returns the metric's value of the strategy's trial on each board.
func over(trials frame.Frame, m experiments.Metric, strategy string, boards []int) []float64 {
	of := byBoard(trials, strategy)
	values := make([]float64, len(boards))
	for i, index := range boards {
		values[i] = math.NaN()
		if t := of[index]; t != nil {
			values[i] = m.Value(t)
		}
	}
	return values
}

// boardName names a published board in a table: "Korf 14".
func boardName(k tiles.Known) string {
	name := k.Name
	if name == "" {
		name = fmt.Sprintf("%s-%d", k.Set, k.Number)
	}
	return strings.Replace(name, "korf100-", "Korf ", 1)
}

// counted is a counter of a trial: a lower bound if a limit ended it.
func counted(t *experiments.Trial, n uint64) reports.Cell {
	if t.Outcome.Limited() {
		return reports.AtLeast(float64(n))
	}
	return reports.Int(n)
}

// quotient is x/y, missing unless both are positive.
func quotient(x, y float64) reports.Cell {
	if x <= 0 || y <= 0 {
		return reports.Cell{}
	}
	return reports.Num(x / y)
}

// span is the range of an increasing list: "41 to 57".
func span(x []int) string {
	switch len(x) {
	case 0:
		return ""
	case 1:
		return fmt.Sprint(x[0])
	}
	return fmt.Sprintf("%d to %d", x[0], x[len(x)-1])
}
