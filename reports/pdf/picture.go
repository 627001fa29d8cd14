package pdf

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/internal/svg"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

// Size is that of a page, in points.
type Size struct{ Width, Height float64 }

// The usual sizes of paper.
var (
	A4     = Size{595.28, 841.89}
	Letter = Size{612, 792}
)

// Picture returns an SVG picture of this project, such as a figure, as a PDF of its
// size: drawn in vectors, its fonts embedded, with nothing of the hour in it. A character
// that the fonts do not have is printed as its code, which the subject of the document says.
func Picture(picture []byte) ([]byte, error) {
	p, err := svg.Read(picture)
	if err != nil {
		return nil, fmt.Errorf("pdf: %w", err)
	}
	size := Size{p.Width, p.Height}
	d := newDocument(p.Title, size)
	d.AddPage()
	d.picture(p, 0, 0, 1)
	if d.codes {
		d.SetSubject(page.Codes, false)
	}
	out, err := d.bytes()
	if err != nil {
		return nil, fmt.Errorf("pdf: picture %q: %w", p.Title, err)
	}
	return out, nil
}
