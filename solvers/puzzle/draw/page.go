package draw

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"regexp"
	"strings"

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

// Play returns the stage, its style and what is said of each step, for a page that steps
// through the path among other things.
func (p *Page) Play() (stage, style string, said []string) {
	return p.Stage, p.Style, wording.Each(p.Steps, func(s Step) string { return s.Said })
}

// moving matches the parts of the document for pages with moves.
var moving = regexp.MustCompile(`(?s)\{\{if moves\}\}(.*?)\{\{end\}\}`)

// Save writes the document to w. The error, which begins with a prefix, is that
// of w.
func (p *Page) Save(w io.Writer, prefix string) error {
	// No package for templates: it would keep all methods of all types in every notebook
	// cell that can draw a board.
	text := func(s string) string { return Escape(cmp.Or(s, "–")) }
	var checks, facts, moves, names, steps strings.Builder
	for _, c := range p.Checks {
		on := ""
		if c.On {
			on = " checked"
		}
		fmt.Fprintf(&checks, "\n<p><label><input type=\"checkbox\" data-class=\"%s\"%s> %s</label></p>", c.Class, on, text(c.Label))
	}
	for i, fact := range p.Steps[0].Facts {
		fmt.Fprintf(&facts, "\n<div><dt>%s</dt><dd>%s</dd></div>", text(p.Facts[i]), text(fact))
	}
	for _, name := range p.Facts {
		fmt.Fprintf(&names, `<th scope="col">%s</th>`, text(name))
	}
	for i, s := range p.Steps {
		fmt.Fprintf(&steps, "\n<tr data-said=\"%s\"><td>%d</td>", text(s.Said), i)
		for _, fact := range s.Facts {
			fmt.Fprintf(&steps, "<td>%s</td>", text(fact))
		}
		steps.WriteString("</tr>")
		ground := ""
		if s.Ground != "" {
			ground = fmt.Sprintf(` style="background:%s;color:%s"`, s.Ground, InkOn(s.Ground))
		}
		if i > 0 {
			fmt.Fprintf(&moves, "<span%s>%s</span> ", ground, text(s.Label))
		}
	}
	page, kept := pageHTML, "$1"
	if len(p.Steps) == 1 {
		kept = ""
	}
	page = moving.ReplaceAllString(page, kept)
	var c Canvas
	_, _ = strings.NewReplacer(
		"{{title}}", text(p.Title), "{{css}}", pageStyle, "{{style}}", p.Style, "{{stage}}", p.Stage, "{{last}}", fmt.Sprint(len(p.Steps)-1),
		"{{open}}", fmt.Sprint(p.Open), "{{checks}}", checks.String(), "{{said}}", text(p.Steps[0].Said), "{{facts}}", facts.String(),
		"{{moves}}", moves.String(), "{{names}}", names.String(), "{{steps}}", steps.String(), "{{end state}}", p.End, "{{js}}", pageScript,
	).WriteString(&c.out, page)
	return c.Save(w, prefix)
}
