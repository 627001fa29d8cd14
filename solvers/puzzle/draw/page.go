package draw

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"text/template"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// Page is a document that steps through a path: a stage with a picture that
// changes; buttons to play, to pause and to step, a slider, and keys (the space
// bar plays, arrows step, Home and End go to the ends); a sentence about the
// last move; facts; the moves in a row; and, folded away, a table of all steps.
//
// It needs no other file. Without script it shows the stage before the first
// move, the board after the last, and the table. It follows a dark colour scheme
// and a wish for less motion, and fits a telephone and a printed page.
//
// The stage is drawn once: what changes in it are the attributes with a [Track].
type Page struct {
	Title  string
	Style  string // rules for the stage
	Stage  string // SVG as it is before the first move
	End    string // SVG after the last move, whose ids are not those of the stage
	Open   int    // the step that is shown first
	Checks []Check
	Facts  []string // names of the facts
	Steps  []Step   // Steps[0] is before the first move; if it is alone, there is nothing to play
}

// Step is what the page says when a number of moves have been made.
type Step struct {
	Said   string   // a sentence
	Facts  []string // one for each name; "" if there is none
	Label  string   // the move in a few characters
	Ground string   // colour behind the label, #rrggbb; "": none
}

// Check is a box on the page that gives the stage a class while it is checked.
type Check struct {
	Class, Label string
	On           bool
}

var (
	//go:embed page.html
	pageHTML string
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string
)

// Moves returns the steps after the first.
func (p *Page) Moves() []Step { return p.Steps[1:] }

// Play returns the stage, its style and what is said of each step, for a page that steps
// through the path among other things.
func (p *Page) Play() (stage, style string, said []string) {
	return p.Stage, p.Style, wording.Each(p.Steps, func(s Step) string { return s.Said })
}

// Save writes the document to w. The error, which begins with a prefix, is that
// of w.
func (p *Page) Save(w io.Writer, prefix string) error {
	// Parsed here, not when the program starts: notebook cells that draw a board
	// do without templates.
	page := template.Must(template.New("page").Funcs(template.FuncMap{
		"css": func() string { return pageStyle }, "js": func() string { return pageScript }, "ink": InkOn,
		"text": func(s string) string { return Escape(cmp.Or(s, "–")) },
	}).Parse(pageHTML))
	var c Canvas
	if err := page.Execute(&c.out, p); err != nil {
		return fmt.Errorf("%s: %w", prefix, err)
	}
	return c.Save(w, prefix)
}
