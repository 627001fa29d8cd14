package formats

import (
	"fmt"
	"slices"
	"sync"

	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/internal/svg"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/block"
	"github.com/puzzlelab/puzzlelab/reports/markdown"
	"github.com/puzzlelab/puzzlelab/reports/pdf"
)

// Figures lists the file formats for figures, in the order in which files are returned.
var Figures = []string{"svg", "pdf", "png", "csv"}

// Options sets the file formats, width and theme of figures, for example for a paper.
type Options struct {
	Formats []string
	Width   float64 // width in points; 0 means the natural width
	Theme   string  // "paper" for black text without a grid; "" for the theme used on screens
}

// suffix distinguishes the folder of these figures from the report's: "-89mm-paper".
func (o Options) suffix() (s string) {
	for _, part := range []string{numerals.Millimetres(o.Width), o.Theme} {
		if part != "" {
			s += "-" + part
		}
	}
	return s
}

// printable is a figure that can be drawn again for a printed page and has its data, as figures of
// package plots do.
type printable interface {
	block.Drawn
	// Print draws the figure as "svg" or "png" with the given width in points and theme. A width of
	// 0 means the natural width, and the theme "" means the theme for screens.
	Print(format string, width float64, theme string) ([]byte, error)
	// CSV returns the figure's data as a table, or nil if there are none.
	CSV() ([]byte, error)
}

// Drawn renders a drawing in the formats of the options and returns the files.
func (o Options) Drawn(d block.Drawn) ([]File, error) {
	data, ok := d.(printable)
	draw := func(format string, draw func() ([]byte, error)) func() ([]byte, error) {
		return sync.OnceValues(func() ([]byte, error) {
			if ok && o.suffix() != "" {
				return data.Print(format, o.Width, o.Theme)
			}
			return draw()
		})
	}
	content := map[string]func() ([]byte, error){"svg": draw("svg", d.SVG), "png": draw("png", d.PNG)}
	if content["pdf"] = content["svg"]; ok {
		content["csv"] = data.CSV
	}
	id, _, _, _, timing := d.Describe()
	return o.files(id, timing, content)
}

// Block returns the files of a table, or of a figure that has already been drawn. If the figure
// cannot be as narrow as requested, note explains why; otherwise note is "".
func (o Options) Block(b reports.Block) (made []File, note string, err error) {
	f, ok := b.(reports.Figure)
	if !ok {
		made, err = markdown.Files(b)
		return made, "", err
	}
	if o.Width > 0 && len(f.SVG) > 0 {
		narrow, smallest, err := svg.Narrowed(f.SVG, o.Width)
		const least = 5 // points
		switch {
		case err != nil:
			return nil, "", err
		case smallest > 0 && smallest < least:
			note = fmt.Sprintf("left wider than %s, at which its text would be %.2g pt high", numerals.Millimetres(o.Width), smallest)
		default:
			f.SVG = narrow
		}
	}
	vector := func() ([]byte, error) { return f.SVG, nil }
	made, err = o.files(f.ID, f.Timing, map[string]func() ([]byte, error){
		"svg": vector, "pdf": vector, "png": func() ([]byte, error) { return f.PNG, nil },
	})
	return made, note, err
}

// files returns the files of a figure, in all formats that it has.
func (o Options) files(id string, timing bool, content map[string]func() ([]byte, error)) (made []File, err error) {
	folder := "figures"
	if timing {
		folder = "timing"
	}
	for _, format := range Figures {
		if content[format] == nil || !slices.Contains(o.Formats, format) {
			continue
		}
		data, err := content[format]()
		if err == nil && format == "pdf" && len(data) > 0 {
			data, err = pdf.Picture(data)
		}
		if err != nil {
			return nil, err
		}
		if len(data) > 0 {
			made = append(made, File{Name: folder + o.suffix() + "/" + id + "." + format, Data: data})
		}
	}
	return made, nil
}
