package drawn

import (
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/reports"
)

func TestWhatACellLeavesOutIsDrawn(t *testing.T) {
	const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="#ff0000"/></svg>`
	for name, c := range map[string]struct {
		figure reports.Figure
		forms  string // that it has
		wrong  string
	}{
		"data":               {figure: reports.Figure{Chart: []byte(`{"version":2,"width":300,"height":72,"notice":"no data"}`)}, forms: "svg png"},
		"a picture":          {figure: reports.Figure{SVG: []byte(picture)}, forms: "svg png"},
		"a strange picture":  {figure: reports.Figure{SVG: []byte("<svg><video/></svg>")}, forms: "svg"},
		"a form of tomorrow": {figure: reports.Figure{Chart: []byte(`{"version":3}`)}, wrong: `figure "f": version 3 of its data (want 2)`},
		"a mark of tomorrow": {figure: reports.Figure{Chart: []byte(`{"version":2,"charts":[{"over":[{"marks":[{"pie":{}}]}]}]}`)}, wrong: `figure "f": chart: the mark "pie" is unknown`},
	} {
		c.figure.ID = "f"
		f, err := Figure(c.figure)
		if c.wrong != "" {
			if err == nil || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("%s: error %v (want %s)", name, err, c.wrong)
			}
			continue
		}
		forms := ""
		if len(f.SVG) > 0 {
			forms = "svg"
		}
		if len(f.PNG) > 0 {
			forms += " png"
		}
		if forms != c.forms || f.Chart != nil || err != nil {
			t.Errorf("%s has %q, %d bytes of data, %v (want %q)", name, forms, len(f.Chart), err, c.forms)
		}
	}
}
