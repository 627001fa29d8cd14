// Package drawn renders the figures that notebook cells send as data. So the cells themselves need
// not link any code that can draw.
package drawn

import (
	"encoding/json"
	"fmt"

	"github.com/puzzlelab/puzzlelab/plots/chart"
	_ "github.com/puzzlelab/puzzlelab/plots/draw" // draws the figures
	"github.com/puzzlelab/puzzlelab/reports"
)

// Figure renders all pictures of a figure. If the figure is data, the pictures replace the data. If
// a picture comes from another program and cannot be converted to PNG, it stays as it is.
func Figure(f reports.Figure) (reports.Figure, error) {
	d, err := chart.Drawable()
	if err != nil {
		return f, err
	}
	if f.Chart == nil {
		if len(f.SVG) > 0 && len(f.PNG) == 0 {
			f.PNG, _ = d.Raster(f.SVG)
		}
		return f, nil
	}
	var s chart.Sheet
	if err := json.Unmarshal(f.Chart, &s); err != nil {
		return f, fmt.Errorf("figure %q: %w", f.ID, err)
	}
	s.ID, s.Title, s.Alt = f.ID, f.Title, f.Alt
	for _, form := range []struct {
		name string
		to   *[]byte
	}{{"svg", &f.SVG}, {"png", &f.PNG}, {"narrow", (*[]byte)(&f.Narrow)}, {"linear", (*[]byte)(&f.Linear)}} {
		if *form.to, err = d.Draw(s, form.name); err != nil {
			return f, fmt.Errorf("reports: draw figure %q as %s: %w", f.ID, form.name, err)
		}
	}
	f.Chart = nil
	return f, f.Check()
}
