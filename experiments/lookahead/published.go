package lookahead

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// figures holds the numbers that the series prints for the games of an algorithm: moves as whole
// numbers, and their mean and standard deviation with one decimal.
type figures struct {
	least     int
	mean      float64
	most      int
	deviation float64
}

// unit is the value of the last printed digit in a mean or a deviation.
const unit = 0.1

// algorithm is a row of the series' table.
type algorithm struct {
	title string // title as printed
	figures
	clean   string // the corresponding strategy of ours
	literal string // name of our strategy in a batch
	leaves  bool   // whether the program leaves a stray move to the next game
	note    string // what was tried if the batch does not agree
}

// Searches in the blog series' table. The series stops the depth-first search after a fixed time.
// The node limit here was chosen to give the published mean.
const (
	breadthFirst = "bfs-gla-5"
	depthFirst   = "dfs-gla-5,nodes=30000"
)

// published is the table in part 8 of the series (S. Koblenski, "Explore Simple Game Algorithms
// with Color Walk", 2017–2018), with 100 games for each algorithm. If a row could not be
// reproduced, its note says what was tried.
var published = study.Read(files, "published.csv", func(row []string) (a algorithm) {
	a.title, a.clean, a.literal, a.leaves, a.note = row[1], row[2], row[3], row[4] == "yes", row[9]
	study.Scan(strings.Join(row[5:9], " "), &a.least, &a.mean, &a.most, &a.deviation)
	return a
})

// nearNote is the note for rows that agree within one digit.
const nearNote = "The program shows two decimals; the series does not say how it rounded them."

// row returns the row in the series' table for one of our strategies.
func row(clean string) algorithm {
	return published[slices.IndexFunc(published, func(a algorithm) bool { return a.clean == clean })]
}

func (f figures) String() string {
	return fmt.Sprintf("%d/%.1f/%d/%.1f", f.least, f.mean, f.most, f.deviation)
}

// quoted is a number that the text of part 8 prints about its experiments, and what to measure for
// comparison with a strategy: its "moves" on board 1, the positions "stored" on that board, or the
// "deviation" of the moves in its batch.
type quoted struct{ what, printed, strategy, measure, note string }

var quotations = study.Read(files, "quotations.csv", func(row []string) quoted {
	return quoted{row[1], row[2], row[3], row[4], row[5]}
})

// ours returns the measured number: NaN if there is none, infinity if the strategy found no
// solution.
func (q quoted) ours(trials frame.Frame) float64 {
	rows := trials.Where(onSeries.Pass, frame.Index.Is(0), frame.Strategy.Is(q.strategy))
	switch {
	case q.measure == "deviation":
		return summarize(batchOf(trials, q.strategy)).deviation
	case q.measure == "stored":
		return stats.Median(rows.Match(q.strategy).Solved().Values(trial.Stored, 0))
	case rows.Count(func(t *trial.Trial) bool { return t.Outcome == search.Incomplete }) > 0:
		return math.Inf(1)
	}
	return stats.Median(movesOf(rows, q.strategy))
}

// publishedTable compares every number of moves printed in part 8 with ours.
func publishedTable(trials frame.Frame) (reports.Table, error) {
	type line struct{ what, printed, ours, agrees, note string }
	var lines []line
	for _, a := range published {
		s, agrees := a.reproduced(trials)
		l := line{a.title, a.figures.String(), "", agrees.String(), a.note}
		if s.n > 0 {
			l.ours = s.String()
		}
		if agrees == near {
			l.note = nearNote
		}
		lines = append(lines, l)
	}
	for _, q := range quotations {
		l := line{q.what, q.printed, "", "", q.note}
		if x := q.ours(trials); !math.IsNaN(x) {
			l.ours, l.agrees = strings.Replace(strconv.FormatFloat(math.Round(100*x)/100, 'f', -1, 64), "+Inf", "none", 1), none.String()
			if l.ours == q.printed || claim.Agrees(q.printed, x) {
				l.agrees = exactly.String()
			}
		}
		lines = append(lines, l)
	}
	return column.Fill(reports.Table{ID: "published", Title: "Published results and ours", Caption: "The four numbers in a cell are the minimum, mean, maximum and standard deviation of the number of moves in 100 games. Our games follow the rules of the series' program."}, lines,
		column.Words("figure", func(l line) string { return l.what }), column.Words("published", func(l line) string { return l.printed }),
		column.Cells("ours", reports.Words, func(l line) reports.Cell { return study.Cell(l.ours) }),
		column.Words("agrees", func(l line) string { return l.agrees }).Doc("“yes” if all figures match the published ones at the printed precision, “within a digit” if each figure differs by less than one unit in the last digit, and “mean only” if only the mean differs by less than 0.1"),
		column.Words("difference", func(l line) string { return l.note }).Doc("why our number differs or is missing, or what its agreement shows"),
	), nil
}

// The searches whose time per node is measured; the second stops at 30 moves.
var timedSearches = []string{fmt.Sprintf("dfs,nodes=%d", timedNodes), fmt.Sprintf("dfs,bound=30,nodes=%d", timedNodes)}

const timedNodes = 100_000

// publishedTimes compares the times in part 8 with ours. If no time was measured, ours is missing.
func publishedTimes(trials frame.Frame) (reports.Table, error) {
	type line struct{ what, printed, ours, difference string }
	rows := timed(trials)
	mean := func(strategy string) float64 {
		return stats.Mean(rows.Where(frame.Strategy.Is(strategy)).Values(trial.Seconds))
	}
	rate := func(strategy string) float64 { // on board 1
		if t := rows.Where(frame.Index.Is(0), frame.Strategy.Is(strategy)).First(); t != nil {
			return trial.NodesPerSecond.Value(t)
		}
		return math.NaN()
	}
	text := func(x float64, write func(float64) string) string {
		if !(x > 0) {
			return ""
		}
		return write(x)
	}
	seconds := func(x float64) string {
		return text(x, func(x float64) string { return time.Duration(study.Rounded(1e9*x, 3)).String() })
	}
	count := func(x float64) string {
		return text(x, func(x float64) string { return study.Grouped(study.Rounded(x, 2)) })
	}
	whole, cut := rate(timedSearches[0]), rate(timedSearches[1])
	const machine = "the machine, the language and the work per node differ"
	const rated = machine + "; ours is extrapolated from a short run"
	lines := []line{
		{"DFS on board 1: nodes per minute", "550", count(60 * whole), rated},
		{"DFS on board 1: nodes in ten minutes", "5,000", count(600 * whole), rated},
		{"DFS on board 1, cut off at 30 moves: nodes per minute", "6,800", count(60 * cut), rated},
		{"DFS on board 1: nodes per minute, cut off at 30 moves ÷ not cut off", "more than 10", text(cut/whole, func(x float64) string { return fmt.Sprintf("%.2g", x) }), "in the series' program, deeper nodes take longer"},
		{"DFS on board 1: time per node", "> 100 ms", seconds(1 / whole), machine},
		{"DFS on board 1: time per node at moves 20, 30, 40 and 47", "< 1, 15, 100, > 500 ms", seconds(1 / whole), "ours is the mean over all depths"},
		{"DFS with GLA-5: time per search", "60 s", seconds(mean(depthFirst)), "their search stops after a minute, and ours after 30 000 nodes"},
		{"DFS with GLA-5: time for 100 games", "> 1.5 h", seconds(100 * mean(depthFirst)), "ours is a hundred times our mean search time"},
		{"breadth-first search: time to a shortest solution", "thousands of years", seconds(mean(exact)), "theirs is an estimate; our search keeps equal positions only once and uses a bound"},
	}
	caption := fmt.Sprintf("Our times are CPU times. On board 1, we ran %s and %s. Our time in the last row is for %s, and includes the proof. [[table:marking-table]] shows the work per node in the series' program.", timedSearches[0], timedSearches[1], exact)
	return column.Fill(reports.Table{ID: "published-times", Title: "Published times and ours", Timing: true, Caption: caption}, lines,
		column.Words("figure", func(l line) string { return l.what }), column.Words("published", func(l line) string { return l.printed }),
		column.Cells("ours", reports.Words, func(l line) reports.Cell { return study.Cell(l.ours) }), column.Words("difference", func(l line) string { return l.difference }),
	), nil
}

var tableItems = []study.Item{
	study.Block("published", publishedTable), study.Block("published-times", publishedTimes), study.Block("series-table", seriesTable),
	study.Claim(claims, "series-agrees"), study.Claim(claims, "series-bfs"),
}

var tableClaims = []claim.Claim{
	{ID: "series-agrees", Of: ofBatches, Ask: func(f frame.Frame) (claim.Answer, error) {
		var rows []string
		comesOut := map[string]bool{}
		for _, a := range published {
			if a.note != "" {
				continue
			}
			rows = append(rows, a.title)
			if _, agrees := a.reproduced(f); agrees != unknown {
				comesOut[a.title] = agrees >= near
			}
		}
		return claim.Every("row", rows, comesOut).Saying("[[table:published]] shows which rows match the published values at the printed precision."), nil
	}},
	{ID: "series-bfs", Of: ofBatches, Ask: func(f frame.Frame) (claim.Answer, error) {
		a := row(breadthFirst)
		with, without := summarize(batchOf(f, a.literal+strayOption)), summarize(batchOf(f, a.literal))
		agrees := map[string]bool{}
		if with.n == batchGames {
			agrees["with it"] = a.compare(with) >= near
		}
		if without.n == batchGames {
			agrees["without it"] = a.compare(without) < near
		}
		return claim.Every("row", []string{"with it", "without it"}, agrees).
			Saying("The published figures are %v; ours are %s with the stray move and %s without it. We had found the stray move in the program before we computed these figures.", a.figures, with, without), nil
	}},
}

// agreement says how well our numbers agree with the printed ones.
type agreement uint8

const (
	unknown  agreement = iota // there is nothing to compare
	none                      // not even the mean agrees
	meanOnly                  // the mean agrees to within one unit of its last digit
	near                      // all numbers agree to within one unit of their last digit
	exactly                   // all numbers agree as printed
)

func (a agreement) String() string {
	return [...]string{"", "no", "mean only", "within a digit", "yes"}[a]
}

// compare says how well the moves agree with the printed numbers.
func (f figures) compare(s summary) agreement {
	if s.n != batchGames {
		return unknown
	}
	within := func(printed, x float64) bool { return math.Abs(printed-x) < unit }
	rounded := func(printed, x float64) bool { return math.Round(printed/unit) == math.Round(x/unit) }
	ends := s.least == float64(f.least) && s.most == float64(f.most)
	switch {
	case ends && rounded(f.mean, s.mean) && rounded(f.deviation, s.deviation):
		return exactly
	case ends && within(f.mean, s.mean) && within(f.deviation, s.deviation):
		return near
	case within(f.mean, s.mean):
		return meanOnly
	}
	return none
}

// reproduced returns the summary of the batch for a row in the series' table, and how well it
// agrees with the row. The batch includes the stray move if the program leaves one.
func (a algorithm) reproduced(trials frame.Frame) (summary, agreement) {
	name := a.literal
	if a.leaves {
		name += strayOption
	}
	s := summarize(batchOf(trials, name))
	return s, a.compare(s)
}

// seriesTable shows our games of the algorithms in the series' table.
func seriesTable(trials frame.Frame) (reports.Table, error) {
	type line struct {
		name, kind string
		summary
	}
	var lines []line
	add := func(name, kind string, moves []float64) {
		if name, _, _ := strings.Cut(name, ","); len(moves) > 0 {
			lines = append(lines, line{name, kind, summarize(moves)})
		}
	}
	for _, a := range published {
		add(a.clean, "literal", batchOf(trials, a.literal))
		add(a.clean, "stray move", batchOf(trials, a.literal+strayOption))
		add(a.clean, "clean", movesOf(trials.Where(onSeries.Pass), a.clean))
	}
	add(optimum, "proved", movesOf(trials.Where(onSeries.Pass), exact))
	return column.Fill(reports.Table{ID: "series-table", Title: "Number of moves in our games with the series' algorithms", Groups: 1, Caption: "Literal games follow the series' program. Games with a stray move also begin with the move left over from the previous game. In clean games, each board is played by itself."}, lines,
		column.Words("algorithm", func(l line) string { return l.name }), column.Words("kind of game", func(l line) string { return l.kind }),
		column.Numbers("min", reports.Count, func(l line) float64 { return l.least }), column.Estimates("mean", reports.Number, func(l line) stats.Estimate { return l.interval() }).Digits(4),
		column.Numbers("max", reports.Count, func(l line) float64 { return l.most }), column.Numbers("sd", reports.Number, func(l line) float64 { return l.deviation }).Digits(3).Doc("standard deviation (with n − 1)"),
		column.Counts("games", func(l line) int { return l.n }),
	), nil
}
