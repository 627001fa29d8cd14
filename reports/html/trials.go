package html

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

//go:embed trials.js
var trialsScript string

// firstTrials are what a page of trials shows without its script.
const firstTrials = 100

// WriteTrials writes the trials of a study (see [column.TrialRows]) as a page of their own,
// which its script sorts, filters and turns over; csv is where all columns of theirs are.
func WriteTrials(to io.Writer, title, csv string, columns []reports.Column, rows [][]any, neighbours ...Link) error {
	data := struct {
		Columns []string `json:"columns"`
		Rows    [][]any  `json:"rows"`
	}{Rows: rows}
	classes := make([]string, len(columns))
	for i, c := range columns {
		data.Columns = append(data.Columns, c.Name)
		classes[i] = fragment.Class(c.Kind == reports.Words)
	}
	text, err := json.Marshal(data) // escapes what HTML would take for its own
	if err != nil {
		return fmt.Errorf("html: trials: %w", err)
	}
	script, allowed := scriptElement(trialsScript)
	w := newWriter(&page.Page{})
	w.head("All trials: "+title, allowed)
	w.neighbours(neighbours)
	fmt.Fprintf(w, `<header>
<h1>All trials</h1>
<p class="lead">%s</p>
<p class="ran"><code>puzzlelab show trial STUDY/SET/SIZE/NUMBER/STRATEGY</code> shows one, and <code>puzzlelab rerun</code> runs it again. <a href="%s">All columns (CSV)</a></p>
</header>
<main id="content">
<p class="tools" hidden=""><input type="search" id="filter" placeholder="Filter rows" aria-label="Filter rows"/> <button type="button" id="earlier">Previous</button> <button type="button" id="later">Next</button> <span id="found" role="status"></span></p>
<figure class="table"><div class="scroll" role="region" tabindex="0" aria-label="Trials">
<table>
<thead><tr>`, fragment.Escape(title), fragment.Escape(csv))
	for i, c := range columns {
		fmt.Fprintf(w, `<th scope="col"%s>%s</th>`, classes[i], c.Name)
	}
	w.WriteString("</tr></thead>\n<tbody>\n")
	for _, row := range rows[:min(firstTrials, len(rows))] {
		w.WriteString("<tr>")
		for i := range columns {
			fmt.Fprintf(w, `<td%s>%s</td>`, classes[i], fragment.Escape(fmt.Sprint(row[i])))
		}
		w.WriteString("</tr>\n")
	}
	fmt.Fprintf(w, "</tbody>\n</table>\n</div></figure>\n</main>\n<script type=\"application/json\" id=\"rows\">%s</script>\n%s</body>\n</html>\n", text, script)
	_, err = io.WriteString(to, w.String())
	return err
}
