package pruning

import (
	"fmt"
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
)

// published are the figures printed in the write-up (B. Pitney, 2013, "Results"):
// total seconds of a C# program over 50 rings of its own, each size another sample.
// Contraction is ours.
var published = study.Read(files, "published.csv", func(row []string) (p printed) {
	p.strategy = row[2]
	study.Scan(row[1]+" "+row[3], &p.size, &p.seconds)
	return p
})

type printed struct {
	size     int
	strategy string
	seconds  float64 // 0 for none
}

// publishedSaving is what the write-up concludes from its two totals at 100
// nodes: sorting saves 8 % of the time.
const publishedSaving = 1 - 280.5/304.8

// publishedValues are those that the hand stands on in the write-up's drawing of
// a solution.
const publishedValues = "2 2 1 2 2 3"

// publishedTable sets every number that the write-up prints beside ours.
func publishedTable(trials frame.Frame) (reports.Table, error) {
	t := reports.Table{
		ID: "published", Title: "Published and ours", Timing: true, Groups: 1,
		Caption: fmt.Sprintf("The write-up's totals are of a C# program on %d rings of its own, ours on %[1]d others from the same generator, one run at a time.", growthInstances),
		Columns: []reports.Column{
			{Name: "figure"},
			{Name: "n", Kind: reports.Count},
			{Name: "strategy"},
			{Name: "published", Kind: reports.Number},
			{Name: "ours", Kind: reports.Number},
			{Name: "our median", Kind: reports.Seconds},
			{Name: "nodes per second", Kind: reports.Count, Doc: "nodes expanded ÷ CPU time, over all rings"},
			{Name: "difference"},
		},
	}
	add := func(cells ...reports.Cell) { t.Rows = append(t.Rows, cells) }
	none := reports.Cell{}
	ring, path, err := solvedExample()
	if err != nil {
		return t, err
	}
	values := make([]string, len(path))
	for i, node := range path {
		values[i] = fmt.Sprint(ring.Values[node])
	}
	add(reports.Str("values along the drawn solution"), reports.Int(ring.Size()), none, reports.Str(publishedValues), reports.Str(strings.Join(values, " ")), none, none, reports.Str("none"))
	ours := map[string]frame.Bounded{} // totals at the last size
	for _, p := range published {
		rows := timed(trials).Where(frame.Size.Is(p.size), frame.Strategy.Is(p.strategy))
		c := rows.Summary(experiments.Seconds)
		theirs, difference := none, "ours alone"
		if p.seconds > 0 {
			theirs, difference = reports.Str(fmt.Sprintf("%.1f", p.seconds)), fmt.Sprintf("%.2g times as fast: another machine, language and rings", p.seconds/c.Total.Value)
		}
		switch {
		case c.N == 0:
			difference = "not run"
		case c.Censored > 0:
			difference = fmt.Sprintf("a lower bound: %d of %s stopped after %s nodes", c.Censored, study.Plural(c.N, "run"), study.Grouped(rows.NodeLimit()))
		}
		add(reports.Str("total time, s"), reports.Int(p.size), reports.Str(p.strategy), theirs, reports.Bounded(c.Total), reports.Bounded(c.Median),
			reports.Num(math.Round(rows.Summary(experiments.Expanded).Total.Value/c.Total.Value)), reports.Str(difference))
		ours[p.strategy] = c.Total
	}
	with, without := ours["pruning+sorting"], ours["pruning"]
	saving, difference := reports.Num(100*(1-with.Value/without.Value)), fmt.Sprintf("other rings; %d are too few to tell", growthInstances)
	if with.Lower || without.Lower {
		saving, difference = none, "not known while runs are stopped"
	}
	add(reports.Str("time saved by sorting, %"), reports.Int(100), reports.Str("pruning+sorting"), reports.Str(fmt.Sprintf("%.0f", 100*publishedSaving)), saving, none, none, reports.Str(difference))
	return t, nil
}
