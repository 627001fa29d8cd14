package lookahead

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

// figures are what the series prints of the games of an algorithm: moves, in
// whole numbers, and their mean and standard deviation with one decimal.
type figures struct {
	least     int
	mean      float64
	most      int
	deviation float64
}

// unit is the last digit that is printed of a mean or a deviation.
const unit = 0.1

// algorithm is a row of the series' table.
type algorithm struct {
	title string // as it is printed
	figures
	clean   string // our strategy
	literal string // its name in a batch
	leaves  bool   // the program leaves a stray move to the next game
	note    string // where the batch does not agree: what was tried
}

// The searches of the series' table. The limit on the nodes of the depth-first
// one, which the series stops by the clock, was chosen for the published mean.
const (
	breadthFirst = "bfs-gla-5"
	depthFirst   = "dfs-gla-5,nodes=30000"
)

// published is the table of part 8 of the series (S. Koblenski, "Explore Simple
// Game Algorithms with Color Walk", 2017–2018): 100 games each. The notes say what was
// tried where it could not be computed again.
var published = study.Read(files, "published.csv", func(row []string) (a algorithm) {
	a.title, a.clean, a.literal, a.leaves, a.note = row[1], row[2], row[3], row[4] == "yes", row[9]
	study.Scan(strings.Join(row[5:9], " "), &a.least, &a.mean, &a.most, &a.deviation)
	return a
})

// nearNote is that of rows that agree within a digit.
const nearNote = "The program shows two decimals; how they became one is not said."

// row returns the row of one of our strategies.
func row(clean string) algorithm {
	return published[slices.IndexFunc(published, func(a algorithm) bool { return a.clean == clean })]
}

func (f figures) String() string {
	return fmt.Sprintf("%d/%.1f/%d/%.1f", f.least, f.mean, f.most, f.deviation)
}

// quoted is a number that the text of part 8 prints of its experiments, beside ours;
// NaN if it was not run.
type quoted struct {
	what, printed string
	ours          func(frame.Frame) float64
	note          string
}

// The searches depth-first on board 1, after as many nodes as the series counts.
var quotedSearches = []string{"dfs,literal,nodes=550", "dfs,literal,nodes=5000", "dfs,literal,nodes=6800"}

var quotations = []quoted{
	{"GLA-6 on board 1: moves", "34", onFirst("gla-6"), "Not explained. The program as it is published makes 32 too, with its over-counted areas and without; 34 is what it makes, as ours does, with four moves of look-ahead and with five."},
	{"DFS on board 1, a minute, 550 nodes: moves", "42", onFirst(quotedSearches[0]), ""},
	{"DFS on board 1, ten minutes, 5,000 nodes: moves", "42", onFirst(quotedSearches[1]), ""},
	{"DFS on board 1, 6,800 nodes: moves, if at most 30", "none", onFirst(quotedSearches[2]), "Lines are cut at 30 moves there, and here at 49: the shortest one found is longer than 30. Cut at 30, ours finds none in so many nodes either."},
	{"DFS behind 18 moves: largest number of moves allowed", "48", func(frame.Frame) float64 { return longestLine }, ""},
	{"DFS with GLA-5, 100 games: mean", "34.8", func(f frame.Frame) float64 { return stats.Mean(batchOf(f, row(depthFirst).literal)) }, "Without the stray move: the limit was chosen for this."},
	{"DFS with GLA-5, 100 games: standard deviation", "3.85", func(f frame.Frame) float64 { return summarize(batchOf(f, row(depthFirst).literal)).deviation }, "A limit on nodes in place of the clock: see the row of the table."},
	{"positions on level 10 of a binary tree", "1,024", func(frame.Frame) float64 { return 1 << 10 }, ""},
}

// onFirst returns the moves of a strategy on board 1.
func onFirst(strategy string) func(frame.Frame) float64 {
	return func(f frame.Frame) float64 {
		return stats.Median(movesOf(onSeries(f).Where(frame.Index.Is(0)), strategy))
	}
}

// publishedTable sets every number that part 8 prints of moves beside ours.
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
			l.ours, l.agrees = strconv.FormatFloat(math.Round(100*x)/100, 'f', -1, 64), none.String()
			if claim.Agrees(q.printed, x) || q.printed == "none" && x > 30 {
				l.agrees = exactly.String()
			}
		}
		lines = append(lines, l)
	}
	return column.Fill(reports.Table{ID: "published", Title: "Published and ours", Caption: "Four figures are the smallest number of moves, mean, largest number and standard deviation of 100 games, ours as the program plays them."}, lines,
		column.Words("figure", func(l line) string { return l.what }), column.Words("published", func(l line) string { return l.printed }), column.Words("ours", func(l line) string { return l.ours }),
		column.Words("agrees", func(l line) string { return l.agrees }).Doc("yes, as printed; within a digit, each to less than one unit of its last digit; mean only, that to less than 0.1"),
		column.Words("difference", func(l line) string { return l.note }).Doc("why ours is another number, or what its agreement is worth"),
	), nil
}

// timedSearch is the search of which the time of a node is measured.
var timedSearch = fmt.Sprintf("dfs,nodes=%d", timedNodes)

const timedNodes = 100_000

// publishedTimes sets the times of part 8 beside ours.
func publishedTimes(trials frame.Frame) (reports.Table, error) {
	type line struct{ what, printed, ours string }
	rows := timed(trials)
	mean := func(strategy string, factor float64) float64 {
		return factor * stats.Mean(rows.Where(frame.Strategy.Is(strategy)).Values(experiments.Seconds))
	}
	seconds := func(x float64) string { return time.Duration(study.Rounded(1e9*x, 3)).String() }
	node := mean(timedSearch, 1./timedNodes)
	nodes := func(minutes float64) string { return study.Grouped(study.Rounded(minutes*60/node, 2)) }
	lines := []line{
		{"DFS on board 1: nodes in a minute", "550", nodes(1)},
		{"DFS on board 1: nodes in ten minutes", "5,000", nodes(10)},
		{"DFS on board 1: nodes in a minute, at most 30 moves", "6,800", nodes(1)},
		{"DFS on board 1: a node", "> 100 ms", seconds(node)},
		{"DFS on board 1: a node at move 20, 30, 40, 47", "< 1, 15, 100, > 500 ms", seconds(node) + " on average"},
		{"DFS with GLA-5: a search", "60 s", seconds(mean(depthFirst, 1))},
		{"DFS with GLA-5: 100 games", "> 1.5 h", seconds(mean(depthFirst, 100))},
		{"breadth-first search to the shortest solution", "thousands of years", seconds(mean(exact, 1))},
	}
	if math.IsNaN(node) {
		lines = nil
	}
	text := fmt.Sprintf("Ours are CPU times; the nodes of board 1 are those of %s, and the last row is %s, with proof.", timedSearch, exact)
	return column.Fill(reports.Table{ID: "published-times", Title: "Published times and ours", Timing: true, Caption: text}, lines,
		column.Words("figure", func(l line) string { return l.what }), column.Words("published", func(l line) string { return l.printed }), column.Words("ours", func(l line) string { return l.ours }),
	), nil
}

var tableItems = []study.Item{
	study.Block("published", publishedTable), study.Block("published-times", publishedTimes), study.Block("series-table", seriesTable),
	study.Claim(claims, "series-agrees"), study.Claim(claims, "series-bfs"),
}

var tableClaims = []claim.Claim{
	{
		ID: "series-agrees", Statement: "All rows of the series' table but Greedy Look-Ahead-2, Path-Area Hybrid Look-Ahead-4 and the depth-first search come out again, in all four figures to less than a unit of the last digit.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			of, ran, printed, off := 0, 0, 0, 0
			for _, a := range published {
				if a.note != "" {
					continue
				}
				_, agrees := a.reproduced(f)
				of++
				ran += one(agrees != unknown)
				printed += one(agrees == exactly)
				off += one(agrees != unknown && agrees < near)
			}
			return claim.Every("row", of, ran, off).Saying("%s agree as printed.", study.Capitalised(study.Plural(printed, "row"))), nil
		},
	},
	{
		ID: "series-bfs", Statement: "The published figures of the breadth-first search agree with ours to less than a unit of the last digit with a stray move, and not without it.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			a := row(breadthFirst)
			with, without := summarize(batchOf(f, a.literal+strayOption)), summarize(batchOf(f, a.literal))
			agrees, differs := a.compare(with), a.compare(without)
			return claim.Every("batch", 2, one(agrees != unknown)+one(differs != unknown), one(agrees != unknown && agrees < near)+one(differs >= near)).
				Saying("Published %v; with the stray move %s, without it %s. The move was read in the program before these figures were computed.", a.figures, with, without), nil
		},
	},
}

// one counts a property.
func one(has bool) int {
	if has {
		return 1
	}
	return 0
}

// agreement says how well figures agree with printed ones.
type agreement uint8

const (
	unknown  agreement = iota // there are none to compare
	none                      // not even the mean
	meanOnly                  // the mean to less than a unit of its last digit
	near                      // all of them to less than a unit of the last digit
	exactly                   // all of them, as printed
)

func (a agreement) String() string {
	return [...]string{"", "no", "mean only", "within a digit", "yes"}[a]
}

// compare says how well the moves agree with the printed figures.
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

// reproduced returns the agreement of a row of the series' table with its
// batch, with the stray move where the program leaves one.
func (a algorithm) reproduced(trials frame.Frame) (summary, agreement) {
	name := a.literal
	if a.leaves {
		name += strayOption
	}
	s := summarize(batchOf(trials, name))
	return s, a.compare(s)
}

// seriesTable gives our games of the algorithms of the series' table.
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
		add(a.clean, "clean", movesOf(onSeries(trials), a.clean))
	}
	add(optimum, "proved", movesOf(onSeries(trials), exact))
	return column.Fill(reports.Table{ID: "series-table", Title: "Our games of the series' algorithms", Groups: 1, Caption: "Literal: as the series' program plays. Stray move: with the move left over from the game before. Clean: each board by itself."}, lines,
		column.Words("algorithm", func(l line) string { return l.name }), column.Words("games as", func(l line) string { return l.kind }),
		column.Numbers("min", reports.Count, func(l line) float64 { return l.least }), column.Estimates("mean", reports.Number, func(l line) stats.Estimate { return l.interval().Firm() }).Digits(4),
		column.Numbers("max", reports.Count, func(l line) float64 { return l.most }), column.Numbers("sd", reports.Number, func(l line) float64 { return l.deviation }).Digits(3).Doc("standard deviation, with n − 1"),
		column.Counts("games", func(l line) int { return l.n }),
	), nil
}
