package plots

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// MultiplesOptions sets the layout of a [Multiples] figure.
type MultiplesOptions struct {
	Columns int // number of panels per row; 0 means 3; figures for narrow screens always have 2

	Height Length // height of the figure; 0 means the height that the panels need
}

// Multiples draws figures of the same kind side by side with the same axes (Tufte, The Visual
// Display of Quantitative Information, 1983). Each panel has its figure's title above it, and only
// the outer panels have numbers on their axes. The names of series and the color scale are drawn
// once for all panels. If a series occurs in only one panel, its name is omitted, because it
// repeats the panel's title.
//
// Figures without data are omitted. If none remain, the resulting figure says so. Multiples returns
// an error if the axes of the figures show different quantities.
func Multiples(id, title string, opt MultiplesOptions, figures ...Figure) (Figure, error) {
	ch := newDraft("Multiples", id, title, opt.Height)
	var panels []chart.Chart
	var names []string
	for _, f := range figures {
		if len(f.sheet.Charts) != 1 {
			continue
		}
		p := f.sheet.Charts[0]
		p.Panel = f.Title
		if panels == nil {
			ch.X, ch.Y = p.X, p.Y
		}
		x, y := &ch.X, &ch.Y
		ch.check(x.Label == p.X.Label && x.Log == p.X.Log && y.Label == p.Y.Label && y.Log == p.Y.Log && slices.Equal(y.Rows, p.Y.Rows),
			"the axes of %q are not those of %q; draw figures of one kind and quantity", f.Title, append(panels, p)[0].Panel)
		x.Lo, x.Hi, y.Lo, y.Hi = min(x.Lo, p.X.Lo), max(x.Hi, p.X.Hi), min(y.Lo, p.Y.Lo), max(y.Hi, p.Y.Hi)
		for _, s := range p.Series {
			if !s.Ruler {
				names = append(names, s.Name)
			}
		}
		names, panels = append(names, p.Names...), append(panels, p)
		ch.data = ch.data.beside(f.Title, f.data)
		ch.say(" Panel %s: %s", f.Title, f.Alt)
	}
	if len(panels) == 0 || ch.err != nil {
		return ch.missing("")
	}
	for i := range panels {
		panels[i].X, panels[i].Y, panels[i].Names = ch.X, ch.Y, names
	}
	ch.Caption = fmt.Sprintf("The %s panels have the same axes.", number.Count(len(panels)))
	ch.Alt = strings.TrimSpace(ch.Alt)
	return ch.finished(chart.Sheet{Charts: panels, Columns: cmp.Or(opt.Columns, 3)})
}
