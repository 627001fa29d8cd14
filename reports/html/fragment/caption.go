package fragment

import (
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
)

// Caption returns the title and caption of a figure and how it is made as HTML, for
// a cell that shows the picture as a picture. It is empty if the figure has none.
func Caption(f reports.Figure) (string, error) {
	var w Writer
	text := w.unlinked(f.Caption)
	if f.Title != "" {
		text = strings.TrimSpace("<b>" + Escape(f.Title) + ".</b> " + text)
	}
	if text != "" {
		text = `<p style="max-width:60em;margin:.2em 0 1em">` + text + "</p>\n"
	}
	return text + Made(f.Source), w.Err
}
