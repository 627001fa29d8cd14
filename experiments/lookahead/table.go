package lookahead

import (
	"fmt"
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
)

var tableItems = []study.Item{
	study.Block("series-table", seriesTable), study.Claim(claims, "series-agrees"),
	study.Claim(claims, "series-bfs"),
}

var tableClaims = []claim.Claim{
	{
		ID: "series-agrees", Statement: "Ten of the thirteen rows of the series' table can be computed again under one reading of the rules: all but Greedy Look-Ahead-2, Path-Area Hybrid Look-Ahead-4 and the depth-first search agree in all four figures to less than a unit of the last digit.",
		Said: claim.Forms{
			Holds: "Ten of the thirteen rows of the series' table come out again to less than a unit of the last digit ([[table:series-table]])",
			Fails: "Fewer than ten of the thirteen rows of the series' table come out again ([[table:series-table]])",
		},
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
		ID: "series-bfs", Statement: "The published figures of the breadth-first search contain a stray move: with it ours agree to less than a unit of the last digit, without it they do not.",
		Said: claim.Forms{
			Holds: "The published figures of its breadth-first search contain a fault of its program, a stray move ([[claim:series-bfs]])",
			Fails: "A stray move does not explain the published figures of its breadth-first search ([[claim:series-bfs]])",
		},
		Ask: func(f frame.Frame) (claim.Answer, error) {
			a := row(breadthFirst)
			with, without := summarize(batchOf(f, a.literal+strayOption)), summarize(batchOf(f, a.literal))
			agrees, differs := a.compare(with), a.compare(without)
			return claim.Every("batch", 2, one(agrees != unknown)+one(differs != unknown), one(agrees != unknown && agrees < near)+one(differs >= near)).
				Saying("Published %v; with the stray move %s, without it %s. The move is in the program, and was read there before these figures were computed.", a.figures, with, without), nil
		},
	},
	{
		ID: "stray-cost", Statement: "The left-over move makes a game longer on average, by less than a whole move.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			return claim.Equivalent(claim.Mean("moves with the left-over move, less those without,", "game", strays(f)), 0, 1), nil
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

var strayItems = []study.Item{
	figure("stray", strayFigure), study.Claim(claims, "stray-cost"),
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
	case ends && rounded(f.mean, s.mean.Value) && rounded(f.deviation, s.deviation):
		return exactly
	case ends && within(f.mean, s.mean.Value) && within(f.deviation, s.deviation):
		return near
	case within(f.mean, s.mean.Value):
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

// seriesTable sets our figures beside those of the series.
func seriesTable(trials frame.Frame) (reports.Table, error) {
	t := reports.Table{
		ID: "series-table", Title: "The series' table beside ours", Groups: 1,
		Columns: []reports.Column{
			{Name: "algorithm"},
			{Name: "figures"},
			{Name: "min", Kind: reports.Count},
			{Name: "mean", Kind: reports.Number, Digits: 4},
			{Name: "max", Kind: reports.Count},
			{Name: "sd", Kind: reports.Number, Digits: 3, Doc: "standard deviation, with n − 1"},
			{Name: "games", Kind: reports.Count},
			{Name: "agrees", Doc: "with the published figures: yes, all four as printed; within a digit, each to less than one unit of its last digit; mean only, that to less than 0.1"},
		},
		Caption: "Moves of a game. Published: from part 8 of the series. Literal: the hundred games as its program plays them. Stray move: the same, with the move that is left over from the game before. Clean: each board by itself, on those that were run. Intervals are 95 %, bootstrap over games.",
	}
	add := func(name, kind string, s summary, agrees reports.Cell) {
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Str(name), reports.Str(kind), reports.Int(int(s.least)), reports.Est(s.mean.Firm()), reports.Int(int(s.most)), reports.Num(s.deviation), reports.Int(s.n), agrees,
		})
	}
	for _, a := range published {
		name, _, _ := strings.Cut(a.clean, ",")
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Str(name), reports.Str("published"), reports.Int(a.least), reports.Str(fmt.Sprintf("%.1f", a.mean)), reports.Int(a.most),
			reports.Str(fmt.Sprintf("%.1f", a.deviation)), reports.Int(batchGames),
			{},
		})
		note := 0
		if a.note != "" && len(batchOf(trials, a.literal)) > 0 {
			t.Notes = append(t.Notes, a.note)
			note = len(t.Notes)
		}
		for _, kind := range []struct{ name, batch string }{{"literal", a.literal}, {"stray move", a.literal + strayOption}} {
			if s := summarize(batchOf(trials, kind.batch)); s.n > 0 {
				add(name, kind.name, s, reports.Str(a.compare(s).String()).WithNote(note))
			}
		}
		if s := summarize(movesOf(onSeries(trials), a.clean)); s.n > 0 {
			add(name, "clean", s, reports.Cell{})
		}
	}
	if s := summarize(movesOf(onSeries(trials), exact)); s.n > 0 {
		add("optimum", "proved", s, reports.Cell{})
	}
	return t, nil
}

// strays returns by how many moves the games of the breadth-first search change
// if each begins with what the one before it left over.
func strays(trials frame.Frame) []float64 {
	with, without := batchOf(trials, row(breadthFirst).literal+strayOption), batchOf(trials, row(breadthFirst).literal)
	if len(with) != len(without) {
		return nil
	}
	return minus(with, without)
}

// strayFigure shows what the left-over move does to single games.
func strayFigure(trials frame.Frame) (plots.Figure, error) {
	each := strays(trials)
	var series []plots.Counts
	if len(each) > 0 {
		low, high := int(stats.Quantile(each, 0)), int(stats.Quantile(each, 1))
		counts := plots.Counts{Name: breadthFirst, First: low, Counts: make([]float64, high-low+1)}
		for _, x := range each {
			counts.Counts[int(x)-low]++
		}
		series = append(series, counts)
	}
	f, err := plots.Histogram("stray", "What the left-over move does to a game", plots.HistogramOptions{
		XLabel: "moves more than without it", YLabel: "games", Steps: true, Height: 2.6 * 72,
	}, series)
	return f.Captioned("The %d games of the series' batch, each with and without the move that the game before it left over. The first game has none.", len(each)), err
}
