// Package drawing describes figures that can draw themselves, to programs that link neither
// reports nor plots.
package drawing

import (
	"cmp"
	"fmt"
)

// Drawn is a figure that can draw itself; those of package plots can. One that has
// other forms, for narrow screens or on linear axes, has methods Narrow and Linear, which
// return them as SVG, or nothing.
type Drawn interface {
	Describe() (id, title, caption, alt string, timing bool)
	SVG() ([]byte, error)
	PNG() ([]byte, error)
}

// Drawing is a figure with its pictures, or with the data to draw them from.
type Drawing struct {
	ID, Title, Caption, Alt  string
	Timing                   bool
	SVG, PNG, Narrow, Linear []byte
	Chart                    []byte // JSON (package plots/chart); nil if it is drawn
}

// Of draws d in all its forms. Where the program has nothing to draw with, as in cells of
// notebooks, the drawing has data instead of pictures, if d has a method Undrawn that returns
// some.
func Of(d Drawn) (f Drawing, err error) {
	f.ID, f.Title, f.Caption, f.Alt, f.Timing = d.Describe()
	if data, ok := d.(interface{ Undrawn() ([]byte, error) }); ok {
		if f.Chart, err = data.Undrawn(); f.Chart != nil || err != nil {
			return f, err
		}
	}
	if f.SVG, err = d.SVG(); err != nil {
		return f, fmt.Errorf("reports: draw figure %q as SVG: %w", f.ID, err)
	}
	if f.PNG, err = d.PNG(); err != nil {
		return f, fmt.Errorf("reports: draw figure %q as PNG: %w", f.ID, err)
	}
	if more, ok := d.(interface {
		Narrow() ([]byte, error)
		Linear() ([]byte, error)
	}); ok {
		var wrong error
		f.Narrow, err = more.Narrow()
		f.Linear, wrong = more.Linear()
		if err = cmp.Or(err, wrong); err != nil {
			return f, fmt.Errorf("reports: draw another form of figure %q: %w", f.ID, err)
		}
	}
	return f, nil
}
