package fragment

import (
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
)

// Caption returns the title and caption of a figure and how it is made as HTML, for
// a cell that shows the picture as a picture. It is empty if the figure has none.
func Caption(f reports.Figure) (string, error) {
	var title string
	if f.Title != "" {
		title = "<b>" + Escape(f.Title) + ".</b> "
	}
	var labels *reports.Labels
	caption, err := labels.Expand(f.Caption, Escape, func(l reports.Label) string { return Escape(l.String()) })
	if err != nil {
		return "", err
	}
	text := strings.TrimSpace(title + caption)
	if text != "" {
		text = `<p style="max-width:60em;margin:.2em 0 1em">` + text + "</p>\n"
	}
	return text + Made(f.Source), nil
}
