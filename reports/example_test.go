package reports_test

import (
	"fmt"
	"os"

	"github.com/puzzlelab/puzzlelab/reports"
)

func ExampleTable_Text() {
	t := reports.Table{
		ID: "totals", Title: "Work by strategy",
		Columns: []reports.Column{
			{Name: "strategy"},
			{Name: "nodes expanded", Kind: reports.Count, Best: reports.Smallest},
			{Name: "ratio", Kind: reports.Ratio},
		},
		Rows: [][]reports.Cell{
			{reports.Str("pruning"), reports.Int(812), {}},
			{reports.Str("pruning+sorting"), reports.Int(634), reports.Between(0.7808, 0.744, 0.813)},
		},
	}
	if err := t.Text(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Work by strategy
	//
	// strategy         nodes expanded                  ratio
	// ───────────────  ──────────────  ─────────────────────
	// pruning                    812   –
	// pruning+sorting            634*  0.781× [0.744, 0.813]
	//
	// * marks the smallest value in a column.
}

func ExampleTable_CSV() {
	t := reports.Table{
		ID:      "times",
		Columns: []reports.Column{{Name: "strategy"}, {Name: "CPU time", Kind: reports.Seconds}},
		Rows:    [][]reports.Cell{{reports.Str("A*"), reports.AtLeast(12.34)}, {reports.Str("IDA*"), reports.Num(0.5)}},
	}
	if err := t.CSV(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// strategy,CPU time (s),CPU time censored
	// A*,12.34,true
	// IDA*,0.5,false
}

func ExampleMarshalBlock() {
	mime, data, err := reports.MarshalBlock(reports.Claim{
		ID: "fewer-nodes", Statement: "Sorting saves nodes.", Holds: reports.Holds,
		Estimate: &reports.Estimate{Value: 0.78, Low: 0.74, High: 0.81, N: 200},
	})
	fmt.Println(mime, err)
	fmt.Println(string(data))
	// Output:
	// application/vnd.puzzlelab.claim+json <nil>
	// {"id":"fewer-nodes","statement":"Sorting saves nodes.","evidence":"","holds":"holds","timing":false,"estimate":{"value":0.78,"low":0.74,"high":0.81,"n":200}}
}

func ExampleReport_Labels() {
	r := reports.Report{ID: "demo", Title: "Does it grow?", Blocks: []reports.Block{
		reports.Figure{ID: "growth", SVG: []byte("<svg/>")},
		reports.Text{Markdown: "[[fig:growht]] shows it."},
	}}
	labels, err := r.Labels()
	fmt.Println(labels.Warnings(), err)
	// Output:
	// [block 2: line 1: reference [[fig:growht]] has no target (want one of fig:growth) (shown as written)] <nil>
}

func ExampleColumn_Print() {
	nodes := reports.Column{Kind: reports.Count}
	fmt.Println(nodes.Print(reports.Int(812)), nodes.Print(reports.Int(1234567)), nodes.Print(reports.Cell{}))
	// Output: 812 1.23M –
}
