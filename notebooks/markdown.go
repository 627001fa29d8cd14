package notebooks

import (
	"cmp"
	"io/fs"
	"strings"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

// markdownBlocks returns the text of a Markdown cell as blocks; source is the cell's source without
// front matter. The first level-one heading becomes the report's title, and the paragraph after it
// the lead.
func markdownBlocks(r *reports.Report, c *nbformat.Cell, beside fs.FS, source string) ([]reports.Block, error) {
	source = takeImages(r, c, beside, source)
	title, lead, text := page.Opening(source, r.Title != "")
	if title != "" {
		r.Title, r.Lead = title, lead
	}
	text = strings.TrimRight(text, "\n")
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	return []reports.Block{reports.Text{Markdown: text, Timing: c.HasTag(TagTiming)}}, nil
}

// slug turns the beginning of a title into an ID of lower-case letters and digits, with hyphens in between.
func slug(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9')
	})
	const most = 100 // names of files have up to 255 characters
	id := strings.Join(words, "-")
	return cmp.Or(strings.TrimRight(id[:min(len(id), most)], "-"), "report")
}
