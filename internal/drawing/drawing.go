// Package drawing describes figures that can draw themselves, for programs that do not import
// reports or plots.
package drawing

import (
	"cmp"
	"fmt"
)

// Drawn is a figure that can draw itself, such as a figure of package plots. It may also have the
// methods Narrow and Linear, which return an SVG for narrow screens and an SVG with linear axes.
type Drawn interface {
	Describe() (id, title, caption, alt string, timing bool)
	SVG() ([]byte, error)
	PNG() ([]byte, error)
}

// Drawing holds the pictures of a figure, or the data from which they can be drawn.
type Drawing struct {
	ID, Title, Caption, Alt  string
	Timing                   bool
	SVG, PNG, Narrow, Linear []byte
	Chart                    []byte // figure as JSON for package plots/chart; nil if there are pictures
}

// Of draws the figure d in all formats that it offers. In a program that cannot draw, such as a
// notebook cell, d may have a method Undrawn that returns data. The result then holds this data
// instead of pictures.
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
