package drawtest

import (
	"html"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Doc is the content of a page that steps through a path, as parsed by [Page].
type Doc struct {
	Heads []string   // headings of the table's columns
	Rows  [][]string // rows of the table, with "–" where there is no value
	Said  []string   // one sentence for each row of the table
	Moves []string   // labels of the moves
	Open  int        // step at which the page opens; 0 for a page without controls
	End   string     // picture after the last move, for readers without scripts

	stage string
}

// Stage returns the picture after the given number of moves. It does in Go what the page's script
// does in a browser.
func (d *Doc) Stage(step int) string {
	value := func(first, later string) string {
		for entry := range strings.SplitSeq(later, "|") {
			from, v, _ := strings.Cut(entry, " ")
			if n, _ := strconv.Atoi(from); n > step {
				break
			}
			first = v
		}
		return first
	}
	s := trackedText.ReplaceAllStringFunc(d.stage, func(found string) string {
		m := trackedText.FindStringSubmatch(found)
		return ">" + value(m[2], m[1]) + "<"
	})
	return tracked.ReplaceAllStringFunc(s, func(found string) string {
		m := tracked.FindStringSubmatch(found)
		return " " + m[1] + `="` + value(m[2], m[3]) + `"`
	})
}

var (
	tracked     = regexp.MustCompile(` ([a-z]+)="([^"]*)" data-at-[a-z]+="([^"]*)"`)
	trackedText = regexp.MustCompile(` data-at-text="([^"]*)">([^<]*)<`)
	tableHead   = regexp.MustCompile(`<th scope="col">([^<]*)</th>`)
	tableRow    = regexp.MustCompile(`<tr data-said="([^"]*)">(.*)</tr>`)
	tableCell   = regexp.MustCompile(`<td>([^<]*)</td>`)
	moveLabel   = regexp.MustCompile(`<span[^>]*>([^<]*)</span> `)
	opensAt     = regexp.MustCompile(`id="step" min="0" max="(\d+)" value="(\d+)"`)
	button      = regexp.MustCompile(`<(?:button|select|input type="range")[^>]*>`)
	pageID      = regexp.MustCompile(` id="([^"]*)"`)
)

// Page parses a page. It fails the test if the page has external references, if IDs are not unique,
// if controls lack names or are visible without scripts, or if pictures are incomplete.
func Page(t testing.TB, page string) *Doc {
	t.Helper()
	if outside.MatchString(strings.ReplaceAll(page, "http://www.w3.org/2000/svg", "")) || !strings.HasSuffix(page, "</html>\n") {
		t.Error("the page refers to something outside, or has no end")
	}
	if strings.Count(page, "<script>") != 1 || !strings.Contains(page, `<figcaption id="controls" hidden>`) {
		t.Error("the page has not one script, or shows its controls without it")
	}
	for _, b := range button.FindAllString(page, -1) {
		if !strings.Contains(b, "aria-label=") {
			t.Errorf("%s has no name", b)
		}
	}
	ids := map[string]bool{}
	for _, m := range pageID.FindAllStringSubmatch(page, -1) {
		if ids[m[1]] {
			t.Errorf("two elements have the id %q", m[1])
		}
		ids[m[1]] = true
	}
	d := &Doc{}
	_, rest, _ := strings.Cut(page, "<figure id=\"stage\">\n")
	d.stage, rest, _ = strings.Cut(rest, "<figcaption")
	checkImage(t, d.stage)
	if _, end, ok := strings.Cut(page, "<noscript>"); ok {
		end, _, _ = strings.Cut(end, "</noscript>")
		d.End = end[strings.Index(end, "<svg"):]
		checkImage(t, d.End)
	}
	if m := opensAt.FindStringSubmatch(page); m != nil {
		d.Open, _ = strconv.Atoi(m[2])
	}
	for _, m := range tableHead.FindAllStringSubmatch(rest, -1) {
		d.Heads = append(d.Heads, html.UnescapeString(m[1]))
	}
	for _, m := range moveLabel.FindAllStringSubmatch(rest, -1) {
		d.Moves = append(d.Moves, html.UnescapeString(m[1]))
	}
	for _, m := range tableRow.FindAllStringSubmatch(rest, -1) {
		var row []string
		for _, cell := range tableCell.FindAllStringSubmatch(m[2], -1) {
			row = append(row, html.UnescapeString(cell[1]))
		}
		d.Rows = append(d.Rows, row)
		d.Said = append(d.Said, html.UnescapeString(m[1]))
	}
	return d
}

// checkImage fails the test unless the text is a single SVG image with a label.
func checkImage(t testing.TB, text string) {
	t.Helper()
	elements, _ := parse(t, text)
	if elements["svg"] != 1 || elements["title"] < 1 || elements["desc"] != 1 {
		t.Errorf("elements %v", elements)
	}
	if bad := badText.FindString(text); bad != "" {
		t.Errorf("the picture contains %q", bad)
	}
}
