package idastar

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/programs"
)

var simonItems = []study.Item{
	study.Block("published", publishedTable),
	study.Claim(claims, "simon531-exact"), study.Block("simon531-programs", simonProgramsTable),
	study.Block("simon531-seconds", simonSecondsTable), study.Claim(claims, "simon531-update"),
}

var simonClaims = []claim.Claim{
	{
		ID: "simon531-exact", Statement: "Lengths, bounds and nodes of all six boards of the write-up in C come out to the last digit, in its program and in our engine.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			return agreeing("row", simonEntries(f, simonProgram, simonEngine), simonAgree), nil
		},
	},
	{
		ID: "simon531-update", Timing: true, Statement: "On each of the six boards the engine makes the same search faster than the write-up's program, rewritten.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			boards := simonRows(f).Match(simonProgram, simonEngine).Solved()
			ratios := boards.Quotients(experiments.Seconds, 1, 0)
			against := len(boards.Where(func(c frame.Case) bool {
				program, engine := c.Trials[0], c.Trials[1]
				return !(program.CPU > engine.CPU) || program.Meter.Generated != engine.Meter.Generated
			}))
			return claim.Every("board", len(sliding.Boards("simon531")), len(boards), against).
				Saying("CPU time of the program over that of the engine: %.1f to %.1f.", stats.Quantile(ratios, 0), stats.Quantile(ratios, 1)), nil
		},
	},
}

// printed is a number that a write-up prints, ours beside it, and why the two
// differ if they do.
type printed struct {
	of, quantity    string
	published, ours reports.Cell
	why             string
}

// difference says why the two numbers differ.
func (p printed) difference() string {
	switch p.ours {
	case reports.Cell{}:
		return "not at this scale"
	case p.published:
		return "none"
	}
	return p.why
}

// publishedTable sets every number of both write-ups beside ours.
func publishedTable(trials frame.Frame) (reports.Table, error) {
	text := "C: Simon531 (2019); ours is its program, rewritten. C++: lemtea8, boards row by row in hexadecimal digits; a length is ours if every search that finished found it. Expanded: ours counts the root of each iteration."
	return column.Fill(reports.Table{ID: "published", Title: "Published and ours", Timing: true, Groups: 1, Caption: text}, append(simonPrinted(trials), lemteaPrinted(trials)...),
		column.Words("board", func(p printed) string { return p.of }), column.Words("number", func(p printed) string { return p.quantity }),
		column.Cells("published", reports.Words, func(p printed) reports.Cell { return p.published }).Full().Digits(4),
		column.Cells("ours", reports.Words, func(p printed) reports.Cell { return p.ours }).Full().Digits(4),
		column.Words("difference", printed.difference),
	), nil
}

// simonRates are the nodes per second that the write-up in C prints.
var simonRates = []int{14_211_627, 13_751_593, 14_276_552, 13_260_319, 13_540_551, 14_512_743}

// simonPrinted are the numbers of the write-up in C: its table, and one of its text.
func simonPrinted(trials frame.Frame) (all []printed) {
	for i, e := range simonEntries(trials, simonProgram, simonEngine) {
		t, speed := &experiments.Trial{}, "machine and language"
		ran := e.trials[0] != nil && solved(e.trials[0])
		if ran {
			t = e.trials[0]
		}
		if engine := e.trials[1]; engine != nil {
			speed += fmt.Sprintf("; our engine makes the same search in %.3g s", engine.CPU)
		}
		board := fmt.Sprintf("C %d (%s)", e.Number, e.title())
		add := func(quantity string, published, ours reports.Cell, why string) {
			if !ran {
				ours = reports.Cell{}
			}
			all = append(all, printed{board, quantity, published, ours, why})
		}
		inWords := func(bounds []int) reports.Cell { return reports.Str(strings.Trim(fmt.Sprint(bounds), "[]")) }
		all = append(all, printed{board, "estimate", reports.Int(e.Thresholds[0]), reports.Int(tiles.Manhattan.Of(e.Board)), "wrong"})
		add("bounds", inWords(e.Thresholds), inWords(boundsOf(t)), "not explained")
		add("length", reports.Int(e.Optimal), reports.Int(t.Cost), "not explained")
		add("generated", reports.Int(e.Generated), reports.Int(t.Meter.Generated), "not explained")
		add("expanded", reports.Int(e.Expanded), reports.Int(t.Meter.Expanded), fmt.Sprintf("convention: it does not count the roots of %d iterations; without them ours is %s",
			len(t.Meter.Iterations), study.Grouped(programs.Simon531Expanded(t.Meter))))
		add("seconds", reports.Str(strconv.FormatFloat(e.Seconds, 'f', 2, 64)), reports.Num(t.CPU), speed)
		add("expanded per second", reports.Int(simonRates[i]), reports.Num(math.Round(float64(t.Meter.Expanded)/t.CPU)), "machine and language")
	}
	return append(all, printed{
		"C, text", "positions to be searched", reports.Num(1e13), reports.Int(countsOf(shape{4, 4}).Positions()),
		"rounded, and printed as 1013; half of the 16! arrangements can be solved",
	})
}

// The searches of the write-up in C: its program, and the engine in its order.
const (
	simonProgram = "idastar-simon531"
	simonEngine  = "idastar/manhattan,order=lrud"
)

// simonRows returns the trials on the boards of the write-up that ran one at a time.
func simonRows(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is("simon531"), frame.Mode.Is(experiments.Timed))
}

// simonEntries returns the boards of the write-up with these trials.
func simonEntries(trials frame.Frame, strategies ...string) []entry {
	return entries(simonRows(trials), "simon531", strategies...)
}

// boundsOf returns the bounds of the iterations of a trial.
func boundsOf(t *experiments.Trial) []int {
	return study.Map(t.Meter.Iterations, func(i search.Iteration) int { return i.Bound })
}

// agreeing is the answer to the claim that both programs of a write-up count what is
// published on each of its boards.
func agreeing(noun string, boards []entry, agree func(entry) (equal, ran int)) claim.Answer {
	equal, ran := 0, 0
	for _, e := range boards {
		same, of := agree(e)
		equal, ran = equal+same, ran+of
	}
	return claim.Every(noun, 2*len(boards), ran, ran-equal).Saying("%d of %d agree.", equal, ran)
}

// simonAgree returns how many trials finished a board, and how many of them count
// what is published.
func simonAgree(e entry) (equal, ran int) {
	for _, t := range e.trials {
		if t == nil || !t.Outcome.Answered() {
			continue
		}
		ran++
		if t.Cost == e.Optimal && slices.Equal(boundsOf(t), e.Thresholds) && t.Meter.Generated == e.Generated && programs.Simon531Expanded(t.Meter) == e.Expanded {
			equal++
		}
	}
	return equal, ran
}

// simonProgramsTable shows what another order of moves and a better heuristic
// do to the same boards.
func simonProgramsTable(trials frame.Frame) (reports.Table, error) {
	return column.Fill(reports.Table{ID: "simon531-programs", Title: "Nodes generated on the write-up's boards", Caption: "The order of the blank's moves changes the last iteration only, the heuristic all of them."},
		tried(simonEntries(trials, simonEngine, "idastar/manhattan", "idastar/lc-wd")),
		column.Words("board", entry.title),
		counter("left right up down", 0, experiments.Generated).Full().Doc("Manhattan distance, the order of the write-up"),
		counter("up left right down", 1, experiments.Generated).Full().Doc("Manhattan distance, the order of Korf's counts"),
		times("÷", 1, 0, experiments.Generated).Doc("second order over first"),
		counter("lc-wd", 2, experiments.Generated).Full().Doc("in the order of Korf's counts"),
		times("lc-wd ÷ Manhattan", 2, 1, experiments.Generated),
	), nil
}

// simonSecondsTable sets the write-up's seconds beside ours.
func simonSecondsTable(trials frame.Frame) (reports.Table, error) {
	seconds := func(name string, i int) column.Of[entry] {
		return counter(name, i, experiments.Seconds).Kind(reports.Seconds)
	}
	text := "Program and engine make the same search; the program computes the Manhattan distance anew on every node, the engine updates it with each move."
	return column.Fill(reports.Table{ID: "simon531-seconds", Title: "The write-up's seconds beside ours", Timing: true, Caption: text},
		simonEntries(trials, simonProgram, simonEngine, "idastar/manhattan", "idastar/lc-wd"),
		column.Words("board", entry.title), column.Numbers("published", reports.Seconds, func(e entry) float64 { return e.Seconds }),
		seconds("program", 0).Doc("the write-up's, rewritten"),
		seconds("engine", 1).Doc("in the write-up's order"),
		times("faster by", 0, 1, experiments.Seconds).Doc("program over engine: the same nodes on the same machine"),
		seconds("Korf's order", 2).Doc("the engine with blank moves up, left, right, down, for which it has generated code"),
		column.Numbers("nodes per second", reports.Count, func(e entry) float64 {
			return quotient(e.answered(2, experiments.Generated), e.answered(2, experiments.Seconds))
		}).Doc("generated, in Korf's order"),
		seconds("lc-wd", 3).Doc("the engine with that heuristic, in Korf's order"),
	), nil
}
