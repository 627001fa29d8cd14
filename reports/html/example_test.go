package html_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html"
)

func ExampleWrite() {
	r := reports.Report{
		ID: "demo", Title: "Does A* need fewer nodes?", Lead: "It does; see [[table:nodes]].",
		Blocks: []reports.Block{reports.Table{
			ID:      "nodes",
			Columns: []reports.Column{{Name: "strategy"}, {Name: "nodes", Kind: reports.Count}},
			Rows:    [][]reports.Cell{{reports.Str("A*"), reports.Int(39871)}},
		}},
	}
	var page bytes.Buffer
	if err := html.Write(&page, r); err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(page.String()) {
		if strings.Contains(line, "lead\"") || strings.Contains(line, "<tr><th scope=\"row") {
			fmt.Print(strings.NewReplacer("\u202f", " ", "\u00a0", " ").Replace(line))
		}
	}
	// Output:
	// <p class="lead">It does; see <a class="ref" href="#table-nodes">Table 1</a>.</p>
	// <tr><th scope="row" class="w">A*</th><td>39 871</td></tr>
}
