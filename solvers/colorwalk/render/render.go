package render

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"html"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
)

// Drawing says what is shown of a board and of a path from it. The zero
// Drawing is the board alone.
type Drawing struct {
	Path []colorwalk.Color // moves from the board; they may leave cells behind, and may be useless

	// Step is the number of moves of the path that are made on the board that
	// [SVG], [Regions] and [Text] show, and at which
	// [Page] opens.
	Step int

	Palette  Palette // the colours of the cells; the zero Palette is that of the series
	Digits   Digits  // whether cells show the digit of their colour; the zero Digits: on small boards
	Frontier bool    // outline the regions that a next move can remove: [SVG], [Page]

	// Bound are lower bounds on the number of moves left, one before the first
	// move and one after each. [Page] lists them; nil: not known.
	Bound []int

	Every   int    // [Strip], [StripText]: show the boards after so many moves each, and the last; 0: a number that suits the path
	Columns int    // [Strip]: boards in a row; 0: as many as fit a page
	Size    int    // width of the picture in pixels; 0: as it needs
	ANSI    bool   // [Text], [StripText]: use the colours of a terminal
	Title   string // "": the size of the board
	ID      string // prefix of the ids in the drawing; "": derived from what is drawn
}

// Digits says whether cells show the digits of their colours. [SafePalette] has
// them always.
type Digits uint8

// When cells show digits.
const (
	AutoDigits Digits = iota // on boards up to 14x14
	WithDigits
	NoDigits
)

// SVG draws the board after o.Step moves, with a small frame in the cell where
// the blank area began. After a move the cells that it removed are outlined;
// with o.Frontier a broken line goes around the regions that a next move can
// remove. Under the board stand the colours of the path, that of the last move
// framed, and a sentence about this move.
//
// The picture has a title and a description for who cannot see it, follows a
// dark colour scheme, and needs no other file and no script; its style sheet
// touches nothing but itself, so several can stand in one page. The same drawing
// gives the same bytes.
//
// The error says which part of the drawing does not fit the board, or is that
// of w.
func SVG(w io.Writer, b colorwalk.Board, o Drawing) error {
	c, err := newCanvas(b, o, "board", o.Step, o.Frontier)
	if err != nil {
		return err
	}
	c.single()
	return c.writeTo(w, "SVG")
}

const (
	// MaxDrawn is the largest number of rows, and of columns, of a board that
	// is drawn.
	MaxDrawn = 200
	// MaxStepped is the longest path that is drawn.
	MaxStepped = 5_000
	// maxSize is the widest picture, in pixels.
	maxSize = 100_000
)

// checkDrawing reports the first part of the drawing that cannot be drawn.
func checkDrawing(b colorwalk.Board, o Drawing) error {
	switch {
	case b.Cells() == 0:
		return errors.New("colorwalk: draw: the zero Board is no board; make one with NewBoard or a parser")
	case b.Rows() > MaxDrawn || b.Cols() > MaxDrawn:
		return fmt.Errorf("colorwalk: draw: a board of %dx%d is too large for a picture (want at most %dx%d)", b.Rows(), b.Cols(), MaxDrawn, MaxDrawn)
	case o.Size < 0 || o.Size > maxSize:
		return fmt.Errorf("colorwalk: draw: a picture cannot be %d pixels wide (want 1 to %d, or 0 for the width it needs)", o.Size, maxSize)
	case o.Every < 0:
		return fmt.Errorf("colorwalk: draw: cannot show a board for every %d moves (want 1 or more)", o.Every)
	case o.Columns < 0:
		return fmt.Errorf("colorwalk: draw: cannot put %d boards in a row (want 1 or more)", o.Columns)
	case int(o.Palette) >= len(palettes):
		return fmt.Errorf("colorwalk: draw: there is no palette %d (want series or safe)", o.Palette)
	case o.Digits > NoDigits:
		return fmt.Errorf("colorwalk: draw: Digits cannot be %d (want AutoDigits, WithDigits or NoDigits)", o.Digits)
	case len(o.Path) > MaxStepped:
		return fmt.Errorf("colorwalk: draw: a path of %d moves is too long for a picture (want at most %d)", len(o.Path), MaxStepped)
	case o.Step < 0 || o.Step > len(o.Path):
		return fmt.Errorf("colorwalk: draw: step %d is not in the path (want 0 to %d)", o.Step, len(o.Path))
	case o.Bound != nil && len(o.Bound) != len(o.Path)+1:
		return fmt.Errorf("colorwalk: draw: %d bounds for a path of %d moves (want %d)", len(o.Bound), len(o.Path), len(o.Path)+1)
	case strings.Trim(o.ID, "-_.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != "":
		return fmt.Errorf("colorwalk: draw: ID %q has characters other than letters, digits, '-', '_' and '.'", o.ID)
	}
	for i, move := range o.Path {
		if move == colorwalk.Blank || move > colorwalk.MaxColors {
			return fmt.Errorf("colorwalk: draw: move %d is %d (want 1 to %d)", i+1, uint8(move), colorwalk.MaxColors)
		}
	}
	return nil
}

// digits reports whether the cells of a board show digits.
func (o Drawing) digits(b colorwalk.Board) bool {
	const small = 14
	return o.Palette == SafePalette || o.Digits == WithDigits ||
		o.Digits == AutoDigits && b.Rows() <= small && b.Cols() <= small
}

// canvas is a drawing in the making.
type canvas struct {
	Drawing
	*course
	outliner outliner
	out      bytes.Buffer
}

// newCanvas checks and completes the drawing. Drawings that differ in kind, or
// in the other things given, have different ids.
func newCanvas(b colorwalk.Board, o Drawing, kind string, distinct ...any) (*canvas, error) {
	if err := checkDrawing(b, o); err != nil {
		return nil, err
	}
	c := &canvas{Drawing: o, course: newCourse(b, o.Path), outliner: newOutliner(b)}
	if c.Title == "" {
		c.Title = fmt.Sprintf("Color Walk, %dx%d", b.Rows(), b.Cols())
	}
	if c.ID == "" {
		h := sha256.New()
		cells := make([]uint8, b.Cells())
		for cell := range cells {
			cells[cell] = uint8(b.Color(cell))
		}
		_, _ = fmt.Fprintln(h, b.Rows(), b.Cols(), b.Start(), cells, o.Path, o.Palette, o.digits(b), o.Size, o.Title, distinct)
		c.ID = fmt.Sprintf("colorwalk-%s-%x", kind, h.Sum(nil)[:5])
	}
	return c, nil
}

func (c *canvas) printf(format string, args ...any) { _, _ = fmt.Fprintf(&c.out, format, args...) }

// writeTo writes what was drawn.
func (c *canvas) writeTo(w io.Writer, format string) error {
	if _, err := w.Write(c.out.Bytes()); err != nil {
		return fmt.Errorf("colorwalk: write %s: %w", format, err)
	}
	return nil
}

// open begins the svg element of a picture, with a style sheet of its own and
// that of the dark scheme, and paints its background.
func (c *canvas) open(width, height int, description, style string) {
	shownWidth, shownHeight := width, height
	if c.Size > 0 {
		shownWidth, shownHeight = c.Size, max(1, (height*c.Size+width/2)/width)
	}
	c.printf(`<svg xmlns="http://www.w3.org/2000/svg" id="%s" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-labelledby="%s-title %s-desc" font-family="Liberation Sans, Arial, Helvetica, sans-serif" text-anchor="middle">`+"\n",
		c.ID, shownWidth, shownHeight, width, height, c.ID, c.ID)
	c.printf("<title id=\"%s-title\">%s</title>\n", c.ID, escape(c.Title))
	c.printf("<desc id=\"%s-desc\">%s</desc>\n", c.ID, escape(description))
	c.printf("<style>%s%s</style>\n", style, c.darkStyle())
	c.printf("<rect class=\"paper\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", width, height, paperColor)
}

// escape makes a text fit for SVG and HTML. What XML does not allow, such as
// control characters, becomes U+FFFD.
func escape(s string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0xfffe || r == 0xffff {
			return utf8.RuneError
		}
		return r
	}, s))
}

// short writes a length with two decimals at most.
func short(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}
