// Package sample holds a small report with a block of every kind, for the
// tests of the writers. Its numbers are made up.
package sample

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
)

// Report returns the report. Each call makes a new one.
func Report() reports.Report {
	return reports.Report{
		ID:    "sample",
		Title: "Does A* expand fewer nodes than IDA*?",
		Lead:  "It does at every size tried, by a factor that grows with the board ([[fig:growth]]). It pays for that in memory, which is counted in [[table:totals]].",
		Key:   "growth", Headlines: []string{"fewer-nodes", "less-memory"},
		Glossary: []reports.Term{
			{Name: "IDA*", Kind: "strategy", Text: "depth-first search again and again, each time with a larger bound"},
			{Name: "IDA", Kind: "strategy", Text: "not used on this page"},
		},
		Blocks: []reports.Block{
			reports.Text{ID: "question", Markdown: question},
			reports.Claim{
				ID: "fewer-nodes", Holds: reports.Holds,
				Statement: "A* expands fewer nodes than IDA* in total.",
				Evidence:  "0.463 times as many over 240 paired instances; it wins 231, loses 4, ties 5.",
				Estimate:  &reports.Estimate{Value: 0.4632, Low: 0.41234, High: 0.5219, N: 240},
				Source:    "claim.Claim{\n\tID: \"fewer-nodes\",\n\tAsk: less, // a < b & c\n}",
			},
			reports.Claim{
				ID: "less-memory", Holds: reports.Fails,
				Statement: "A* stores fewer nodes than IDA*.",
				Evidence:  "It stores more on 240 of 240 instances.",
			},
			reports.Claim{
				ID: "all-solved", Holds: reports.Undecided,
				Statement: "Both solve every board of 24 tiles.",
				Evidence:  "7 of 120 runs were stopped by the limit (row 4 of [[table:totals]]).",
			},
			reports.Text{Markdown: "## What was found\n\nThe medians in [[fig:growth]] lie on straight lines, so the growth is exponential. `[[fig:growth]]` in code stays as it is."},
			reports.Code{
				Source: "// Medians of both strategies.\nvar trials = study.Trials()\nfor _, s := range []string{\"astar\", \"idastar\"} {\n\tfmt.Println(s, len(trials)) // < 400 & > 0\n}\n!echo done",
				Output: "astar 240\nidastar 240\n",
			},
			Figure("growth", "Nodes against size.", "Median of 60 instances a size, with quartiles; limit 60\u202f000 nodes. Values in [[table:totals]].", false),
			Totals(),
			reports.Text{Markdown: "## How long it took\n\nTimes differ from machine to machine."},
			Times(),
			Figure("times", "CPU time against size.", "Median of 60 instances a size.", true),
			reports.Code{Source: "fmt.Println(elapsed)", Output: "1.31 s", Timing: true},
			reports.Text{Markdown: "The whole sweep took about *two* seconds.", Timing: true},
		},
		Provenance: reports.Provenance{Sections: []reports.Section{
			{Title: "Results computed by", Pairs: []reports.Pair{
				{Key: "revision", Value: "0123456789abcdef0123456789abcdef01234567"},
				{Key: "Go", Value: "go1.26.8"},
				{Key: "root seed", Value: "1"},
				{Key: "limits", Value: "60 000 nodes, no time"},
				{Key: "gonum.org/v1/gonum", Value: "v0.17.0 h1:VbpOemQlsSMrYmn7T2OUvQ4dqxQXU+ouZFQsZOx50z4="},
			}},
			{Title: "Rendered by", Pairs: []reports.Pair{{Key: "system", Value: "linux/amd64"}}},
		}},
	}
}

const question = `## The question

Best-first search keeps what it has seen; depth-first search *forgets* it. For a
branching factor of *b* the two differ by a factor of b/(b − 1) in theory[^1],
and by more in practice (see [[claim:fewer-nodes]]).

| strategy | memory |
| --- | --- |
| A\* | all nodes |
| IDA\* | one path |

H<sub>2</sub> is a heuristic; <b>this</b> is not a tag.

[^1]: Korf, Depth-first iterative-deepening, 1985.
`

// Totals is a table with groups, intervals, lower bounds and footnotes.
func Totals() reports.Table {
	n := func(x float64) reports.Cell { return reports.Num(x) }
	t := reports.Table{
		ID: "totals", Title: "Work by size.", Source: drawn, Caption: "60 instances a size; the picture is [[fig:growth]].",
		Groups: 1,
		Columns: []reports.Column{
			{Name: "size", Unit: "tiles", Kind: reports.Count, Full: true},
			{Name: "strategy"},
			{Name: "nodes expanded", Kind: reports.Count, Best: reports.Smallest, Tested: true, Doc: "Nodes expanded: the root and every node the search went on to."},
			{Name: "ratio", Kind: reports.Ratio},
			{Name: "solved", Kind: reports.Percent, Best: reports.Largest},
			{Name: "memory", Kind: reports.Bytes},
			{Name: "p", Kind: reports.PValue},
		},
		Rows: [][]reports.Cell{
			{reports.Int(8), reports.Str("astar/manhattan"), n(1204), {}, n(1), n(81920), {}},
			{reports.Int(8), reports.Str("idastar/manhattan"), n(2596), reports.Between(2.1561, 1.9162, 2.4252), n(1), n(2048), n(0.00002)},
			{reports.Int(15), reports.Str("astar/manhattan"), n(39871), {}, n(1), n(1.5e9).WithNote(1), {}},
			{reports.Int(15), reports.Str("idastar/manhattan"), reports.AtLeast(60000), reports.Between(12.05, 9.871, 15.02), n(0.9417), n(4096), n(0.031)},
			{reports.Int(24), reports.Str("idastar/manhattan"), n(1234567), {}, n(0.99971), n(6144), {}},
		},
		Notes: []string{"Counted by the solver; see [[claim:less-memory]]."},
	}
	t.Rows[0][2].Best, t.Rows[2][2].Best = true, true
	return t
}

// Times is a table of measured times.
func Times() reports.Table {
	return reports.Table{
		ID: "times", Title: "CPU time of one run.", Timing: true,
		Columns: []reports.Column{{Name: "strategy"}, {Name: "CPU time", Kind: reports.Seconds, Best: reports.Smallest}},
		Rows: [][]reports.Cell{
			{reports.Str("astar/manhattan"), reports.Num(0.01234)},
			{reports.Str("idastar/manhattan"), reports.Num(0.000456)},
		},
	}
}

// Figure draws two curves as a small SVG, whose ids begin with the figure's.
func Figure(id, title, caption string, timing bool) reports.Figure {
	return reports.Figure{
		ID: id, Title: title, Caption: caption, Timing: timing, Source: drawn,
		Alt: "Two rising curves on a logarithmic axis; that of IDA* lies above that of A*.",
		SVG: []byte(fmt.Sprintf(strings.TrimLeft(picture, "\n"), id)),
	}
}

// drawn is the source of several blocks.
const drawn = "// draw draws.\nfunc draw() {}"

const picture = `
<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="504pt" height="252pt" viewBox="0 0 504 252" role="img" aria-labelledby="%[1]s-t %[1]s-d" font-family="Liberation Sans, Arial, Helvetica, sans-serif" font-size="9">
<title id="%[1]s-t">Nodes against size</title>
<desc id="%[1]s-d">Two rising curves on a logarithmic axis.</desc>
<path d="M40 10V220H480" fill="none" stroke="#15181d" stroke-width=".8"/>
<path d="M40 200L190 150L340 96L480 40" fill="none" stroke="#bb4004" stroke-width="1.6"/>
<path d="M40 204L190 172L340 138L480 102" fill="none" stroke="#0b5494" stroke-width="1.6" stroke-dasharray="6 3"/>
<text x="484" y="43" fill="#15181d">IDA*</text><text x="484" y="105" fill="#15181d">A*</text>
<text x="260" y="244" text-anchor="middle" fill="#15181d">tiles</text>
</svg>
`
