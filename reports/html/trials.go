package html

import (
	_ "embed"
	"encoding/json"
	"fmt"
	unescape "html"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

//go:embed explore.js
var exploreScript string

// Explore is the Rel of a [Link] to the page written by [WriteExplorer]. If a report page has such
// a link, its figures link to that page too.
const Explore = "explore"

// explored returns a function that links a figure with two or more strategies to the explorer page
// at href. The link selects the first two strategies and the value on the axes. The function reads
// these from the picture, because an executed notebook keeps nothing else of a drawn figure.
func explored(href string, terms []reports.Term) func(reports.Figure) string {
	strategies := map[string]bool{}
	for _, t := range terms {
		strategies[t.Name] = strategies[t.Name] || t.Kind == "strategy"
	}
	return func(f reports.Figure) string {
		var chosen []string
		value := ""
		for _, m := range named().FindAllSubmatch(f.SVG, -1) {
			name := unescape.UnescapeString(string(m[1]))
			if _, of, ok := strings.Cut(string(m[2]), ", "); ok {
				name = unescape.UnescapeString(of)
			}
			if strategies[name] && !slices.Contains(chosen, name) {
				chosen = append(chosen, name)
			}
			if counted := counts().FindSubmatch(m[2]); counted != nil && value == "" {
				value = string(counted[1])
			}
		}
		if len(chosen) < 2 {
			return ""
		}
		choice := url.Values{"x": chosen[:1], "y": chosen[1:2]}
		if value != "" {
			choice.Set("value", value)
		}
		return fmt.Sprintf(` <a class="explore" href="%s#%s">Explore these instances</a>`, fragment.Escape(href), fragment.Escape(choice.Encode()))
	}
}

// named matches the name of a series or axis in a picture. counts matches, in the title of an axis,
// a quantity that trials record.
var (
	named  = lazy.Regexp(`data-name="([^"]*)"|data-[xy]="([^"]*)"`)
	counts = lazy.Regexp(`\b(expanded|generated|stored|cost)\b`)
)

// Explored holds the trials of a study as returned by [column.TrialRows].
type Explored struct {
	Study   string              `json:"study"`
	Columns []reports.Column    `json:"columns"`
	Rows    [][]any             `json:"rows"`
	Texts   map[string][]string `json:"texts"`   // text of each instance and text of its first solution; keys have the form SET/SIZE/NUMBER; see [column.Texts]
	Undrawn []string            `json:"undrawn"` // keys of Texts for which [WritePictures] has no picture, such as instances that the study generates
}

// WriteExplorer writes a page that compares the strategies of a study side by side, with one row
// per instance. The page's script filters the rows, plots any two columns against each other, and
// links points and rows to instances. Without the script, the page shows a table of the first
// instances.
func WriteExplorer(to io.Writer, title string, e Explored, neighbours ...Link) error {
	text, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("html: explorer: %w", err)
	}
	strategies, instances := e.sideBySide()
	w := newWriter(&page.Page{})
	w.add("explore", struct {
		Title, Packed string
		Strategies    []string
		Instances     [][]string
	}{title, reports.Packed(text).String(), strategies, instances})
	return w.finish(to, "Explore: "+title, exploreScript, neighbours)
}

// sideBySide returns the strategies of the set with the most trials. instances holds rows with the
// name of one of the first instances and what each strategy expanded on it.
func (e Explored) sideBySide() (strategies []string, instances [][]string) {
	at := func(row []any, column string) string {
		return fmt.Sprint(row[slices.IndexFunc(e.Columns, func(c reports.Column) bool { return c.Name == column })])
	}
	sets, largest := map[string]int{}, ""
	for _, row := range e.Rows {
		set := at(row, "set")
		if sets[set]++; sets[set] > sets[largest] {
			largest = set
		}
	}
	expanded := map[[2]string]string{}
	for _, row := range e.Rows {
		name, strategy := at(row, "set")+"/"+at(row, "size")+"/"+at(row, "number"), at(row, "strategy")
		if at(row, "set") != largest || at(row, "repeat") != "0" {
			continue
		}
		if !slices.Contains(strategies, strategy) {
			strategies = append(strategies, strategy)
		}
		if len(instances) < firstTrials && !slices.ContainsFunc(instances, func(cells []string) bool { return cells[0] == name }) {
			instances = append(instances, []string{name})
		}
		expanded[[2]string{name, strategy}] = at(row, "expanded")
	}
	for i := range instances {
		for _, s := range strategies {
			instances[i] = append(instances[i], expanded[[2]string{instances[i][0], s}])
		}
	}
	return strategies, instances
}

//go:embed pictures.js
var picturesScript string

// WritePictures writes a page with the pictures of a study's instances. The keys of the map have
// the form SET/SIZE/NUMBER, and its values are SVG. The page's script shows the picture whose key
// matches the URL fragment.
func WritePictures(to io.Writer, title string, pictures map[string]string, neighbours ...Link) error {
	text, err := json.Marshal(pictures)
	if err != nil {
		return fmt.Errorf("html: pictures: %w", err)
	}
	w := newWriter(&page.Page{})
	w.add("pictures", struct{ Title, Packed string }{title, reports.Packed(text).String()})
	return w.finish(to, "Pictures: "+title, picturesScript, neighbours)
}

//go:embed trials.js
var trialsScript string

// firstTrials is the number of rows that a page of trials shows without its script.
const firstTrials = 100

// WriteTrials writes a separate page with the trials of a study (see [column.TrialRows]). The
// page's script sorts and filters the trials and shows them page by page. The argument csv is the
// address of a file that contains all columns.
func WriteTrials(to io.Writer, title, csv string, columns []reports.Column, rows [][]any, neighbours ...Link) error {
	names, classes := make([]string, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		if names[i] = c.Name; c.Kind == reports.Words {
			classes[i] = fragment.Attribute("class", "w")
		}
	}
	data, err := json.Marshal(struct { // escapes characters that have a meaning in HTML
		Columns []string `json:"columns"`
		Rows    [][]any  `json:"rows"`
	}{names, rows})
	if err != nil {
		return fmt.Errorf("html: trials: %w", err)
	}
	w := newWriter(&page.Page{})
	w.add("trials", struct {
		Title, CSV, JSON string
		Names, Classes   []string
		First            [][]any
	}{title, csv, string(data), names, classes, rows[:min(firstTrials, len(rows))]})
	return w.finish(to, "All trials: "+title, trialsScript, neighbours)
}
