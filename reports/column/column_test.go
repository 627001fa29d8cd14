package column_test

import (
	"fmt"
	"os"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func ExampleFill() {
	var trials []trial.Trial
	for i, nodes := range []uint64{40, 60, 1000} {
		t := trial.Trial{Set: "planted", Size: 30, Index: i, Strategy: "pruning", Outcome: search.Solved, Meter: search.Meter{Expanded: nodes}}
		if t.Limits.Expanded = 1000; nodes == 1000 {
			t.Outcome = search.LimitNodes
		}
		trials = append(trials, t)
	}
	cells := frame.Of(trials).Summarize(trial.Expanded)
	t := column.Fill(reports.Table{ID: "nodes", Title: "Nodes expanded"}, cells, append([]column.Of[frame.Cell]{
		column.Size("n"), column.Instances("rings"), column.Capped(), column.Median("median").Smallest(), column.Total("total").Doc("of all rings"),
	}, column.Penalised(cells)...)...)
	if err := t.CSV(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// n,rings,capped,median,total,total censored,coverage (fraction),PAR2,PAR10
	// 30,3,1,60,1100,true,0.6666666667,700,3366.666667
}

func ExampleFill_warnings() {
	var trials []trial.Trial
	for i := range 2 {
		trials = append(trials, trial.Trial{Set: "planted", Size: 30, Index: i, Strategy: "pruning", Version: i + 1, Outcome: search.Solved, Meter: search.Meter{Expanded: 40}})
	}
	t := column.Fill(reports.Table{ID: "nodes", Title: "Nodes expanded", Groups: 1}, frame.Of(trials).Summarize(trial.Expanded),
		column.Size("n"), column.Strategy(), column.Total("total"))
	if err := t.Text(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Nodes expanded
	//
	//  n  strategy     total
	// ──  ───────────  ─────
	// 30  pruning [a]     80
	//
	// [a] pruning at size 30: summed up together although they differ in version (1, 2).
}
