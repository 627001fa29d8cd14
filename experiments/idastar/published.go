package idastar

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/programs"
)

var simonItems = []study.Item{
	study.Block("published", publishedTable),
	study.Claim(claims, "simon531-exact").Whole(), study.Block("simon531-programs", simonProgramsTable),
	study.Block("simon531-seconds", simonSecondsTable), study.Claim(claims, "simon531-update").Whole(),
}

var simonClaims = []claim.Claim{
	{ID: "simon531-exact", Of: ofSimon, Ask: func(f frame.Frame) (claim.Answer, error) {
		return agreeing("row", simonEntries(f, ofSimon.Strategies...), simonAgree, ofSimon.Strategies...), nil
	}},
	{ID: "simon531-update", Timing: true, Exploratory: true, Of: ofSimon, Ask: ratio(claim.Below, 1, trial.Seconds, simonProgram, simonEngine)},
}

// printed is a number in a write-up with the number that this study measures, and the reason if the
// two differ. If trials cannot give our number, the reason says why.
type printed struct {
	of, quantity    string
	published, ours reports.Cell
	why, unmeasured string
}

// difference says why the two numbers differ.
func (p printed) difference() string {
	switch p.ours {
	case reports.Cell{}:
		return p.unmeasured
	case p.published:
		return "none"
	}
	return p.why
}

// publishedTable compares every number in both write-ups with ours.
func publishedTable(trials frame.Frame) (reports.Table, error) {
	all := append(simonPrinted(trials), lemteaPrinted(trials)...)
	ran := slices.DeleteFunc(slices.Clone(all), func(p printed) bool { return p.ours == reports.Cell{} && p.unmeasured == "" })
	text := "“C” is Simon531 (2019), whose program we reimplemented. “C++” is lemtea8, which writes boards row by row in hexadecimal. We give a length only if every search that finished found it. Our counts include the root of each iteration."
	if left := len(all) - len(ran); left > 0 {
		text += fmt.Sprintf(" A larger scale adds %s.", study.Plural(left, "row"))
	}
	return column.Fill(reports.Table{ID: "published", Title: "Published results and ours", Timing: true, Groups: 1, Caption: text}, ran,
		column.Words("board", func(p printed) string { return p.of }), column.Words("number", func(p printed) string { return p.quantity }),
		column.Cells("published", reports.Words, func(p printed) reports.Cell { return p.published }).Full().Digits(4),
		column.Cells("ours", reports.Words, func(p printed) reports.Cell { return p.ours }).Full().Digits(4),
		column.Words("difference", printed.difference),
	), nil
}

// simonRates lists the nodes per second printed in the C write-up.
var simonRates = []int{14_211_627, 13_751_593, 14_276_552, 13_260_319, 13_540_551, 14_512_743}

// simonPrinted returns the numbers in the C write-up: those in its table and one in its text.
func simonPrinted(trials frame.Frame) (all []printed) {
	for i, e := range simonEntries(trials, simonProgram, simonEngine) {
		t, speed := &trial.Trial{}, "the machine and language differ"
		ran := e.trials[0] != nil && solved(e.trials[0])
		if ran {
			t = e.trials[0]
		}
		if engine := e.trials[1]; engine != nil && engine.CPU > 0 {
			speed += fmt.Sprintf("; our engine performs the same search in %.3g s", engine.CPU)
		}
		board := fmt.Sprintf("C %d (%s)", e.Number, e.title())
		add := func(quantity string, published, ours reports.Cell, why string) {
			p := printed{board, quantity, published, ours, why, "no times were measured"}
			if !ran {
				p.ours, p.unmeasured = reports.Cell{}, ""
			}
			all = append(all, p)
		}
		inWords := func(bounds []int) reports.Cell { return reports.Str(strings.Trim(fmt.Sprint(bounds), "[]")) }
		all = append(all, printed{board, "estimate", reports.Int(e.Thresholds[0]), reports.Int(tiles.Manhattan.Of(e.Board)), "wrong", ""})
		add("bounds", inWords(e.Thresholds), inWords(boundsOf(t)), "not explained")
		add("length", reports.Int(e.Optimal), reports.Int(t.Cost), "not explained")
		add("generated", reports.Int(e.Generated), reports.Int(t.Meter.Generated), "not explained")
		add("expanded", reports.Int(e.Expanded), reports.Int(t.Meter.Expanded), fmt.Sprintf("different convention: the program does not count the roots of its %d iterations; without them, our count is %s",
			len(t.Meter.Iterations), study.Grouped(programs.Simon531Expanded(t.Meter))))
		add("seconds", reports.Str(strconv.FormatFloat(e.Seconds, 'f', 2, 64)), reports.Num(positive(t.CPU)), speed)
		add("expanded per second", reports.Int(simonRates[i]), reports.Num(math.Round(quotient(float64(t.Meter.Expanded), t.CPU))), "the machine and language differ")
	}
	places := movesByPlace()
	most := slices.Max(places[:])
	return append(
		all,
		printed{of: "C, text", quantity: "positions to be searched", published: reports.Num(1e13), unmeasured: "rounded, and printed as 1013; half of the 16! arrangements (10 461 394 944 000) can be solved"},
		printed{of: "C, text", quantity: "time of an exhaustive search", published: reports.Str("tens of minutes to tens of hours"), unmeasured: "an estimate, tested neither by the write-up nor by us: that many positions do not fit in memory"},
		printed{"C, text", "largest number of moves from a position, including and excluding the move back", reports.Str("4, 3"), reports.Str(fmt.Sprintf("%d, %d", most, most-1)), "wrong", ""},
	)
}

// movesByPlace returns, for each kind of cell, the number of moves of a 4x4 board whose blank is on
// that kind of cell.
func movesByPlace() (moves [len(cellKinds)]int) {
	for _, k := range korfBoards() {
		n := 0
		for _, m := range []tiles.Move{tiles.Up, tiles.Down, tiles.Left, tiles.Right} {
			if _, ok := k.Board.Apply(m); ok {
				n++
			}
		}
		moves[kindOf(k.Board.Blank(), 4, 4)] = n
	}
	return moves
}

// Strategies for the boards of the write-up about a C program: the original program, and this
// module's IDA* with the same move order.
const (
	simonProgram = "idastar-simon531"
	simonEngine  = "idastar/manhattan,order=lrud"
)

// ofSimon selects the trials of these searches on the write-up's boards, which ran one at a time.
var ofSimon = frame.Selection{Sets: []string{"simon531"}, Mode: trial.Timed, Strategies: []string{simonProgram, simonEngine}}

// simonEntries returns the write-up's boards with the trials that ran one at a time.
func simonEntries(trials frame.Frame, strategies ...string) []entry {
	return entries(trials.Where(frame.Mode.Is(trial.Timed)), "simon531", strategies...)
}

// boundsOf returns the bounds of the iterations of a trial.
func boundsOf(t *trial.Trial) []int {
	return study.Map(t.Meter.Iterations, func(i search.Iteration) int { return i.Bound })
}

// agreeing answers the claim that every program of a write-up gives the published counts on each of
// its boards. agree returns this for each program that finished a board, by name.
func agreeing(noun string, boards []entry, agree func(entry) map[string]bool, names ...string) claim.Answer {
	found := map[string]bool{}
	for _, e := range boards {
		for name, equal := range agree(e) {
			found[e.title()+", "+name] = equal
		}
	}
	return claim.Every(noun, combined(study.Map(boards, entry.title), names), found)
}

// simonAgree returns, for each program that finished a board, whether it gives the published
// counts.
func simonAgree(e entry) map[string]bool {
	equal := map[string]bool{}
	for _, t := range e.trials {
		if t != nil && t.Outcome.Answered() {
			equal[t.Strategy] = t.Cost == e.Optimal && slices.Equal(boundsOf(t), e.Thresholds) && t.Meter.Generated == e.Generated && programs.Simon531Expanded(t.Meter) == e.Expanded
		}
	}
	return equal
}

// simonProgramsTable shows the effect of another move order and of a better heuristic on the same
// boards.
func simonProgramsTable(trials frame.Frame) (reports.Table, error) {
	return column.Fill(reports.Table{ID: "simon531-programs", Title: "Number of nodes generated on the write-up's boards", Caption: "IDA* tries the blank's moves in two different orders, and also runs with a second heuristic."},
		tried(simonEntries(trials, simonEngine, "idastar/manhattan", "idastar/lc-wd")),
		column.Words("board", entry.title),
		counter("left right up down", 0, trial.Generated).Full().Doc("number of nodes with Manhattan distance and moves in the write-up's order"),
		counter("up left right down", 1, trial.Generated).Full().Doc("number of nodes with Manhattan distance, if moves are tried in the order that matches Korf's counts"),
		times("÷", 1, 0, trial.Generated).Doc("number of nodes with the second order, divided by the number with the first"),
		counter("lc-wd", 2, trial.Generated).Full().Doc("number of nodes with lc-wd, if moves are tried in the order that matches Korf's counts"),
		times("lc-wd ÷ Manhattan", 2, 1, trial.Generated),
	), nil
}

// simonSecondsTable compares the write-up's times with ours.
func simonSecondsTable(trials frame.Frame) (reports.Table, error) {
	seconds := func(name string, i int) column.Of[entry] {
		return counter(name, i, trial.Seconds).Kind(reports.Seconds)
	}
	text := "The program recomputes the Manhattan distance at every node; the engine updates it with each move."
	return column.Fill(reports.Table{ID: "simon531-seconds", Title: "The write-up's times and ours", Timing: true, Caption: text},
		tried(simonEntries(trials, simonProgram, simonEngine, "idastar/manhattan", "idastar/lc-wd")),
		column.Words("board", entry.title), column.Numbers("published", reports.Seconds, func(e entry) float64 { return e.Seconds }),
		seconds("program", 0).Doc("CPU time of our reimplementation of the write-up's program"),
		seconds("engine", 1).Doc("CPU time of our engine with moves in the write-up's order"),
		times("faster by", 0, 1, trial.Seconds).Doc("time of the program divided by the time of the engine, for the same nodes on the same machine"),
		seconds("Korf's order", 2).Doc("CPU time of the engine with generated code for this order of the blank's moves: up, left, right, down"),
		column.Numbers("nodes per second", reports.Count, func(e entry) float64 {
			return quotient(e.answered(2, trial.Generated), e.answered(2, trial.Seconds))
		}).Doc("number of nodes generated per second, in Korf's order"),
		seconds("lc-wd", 3).Doc("CPU time of the engine with lc-wd, in Korf's order"),
	), nil
}
