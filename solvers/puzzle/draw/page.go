package draw

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// Page is a document that steps through a path. It shows:
//
//   - a stage with a picture that changes;
//   - buttons to play, pause and step, and a slider;
//   - a sentence about the last move, and a list of facts;
//   - the moves in a row, and a collapsed table of all steps.
//
// The space bar plays and pauses, the arrow keys step, and Home and End jump to the first and the
// last step.
//
// The page needs no other files. Without scripts, it shows the stage before the first move, the
// board after the last move, and the table. It respects the reader's preferences for a dark color
// scheme and reduced motion, and fits phones and printed pages.
//
// The stage is drawn once; after that, only attributes with a [Track] change.
type Page struct {
	Title  string
	Style  string // CSS rules for the stage, which is the picture that changes
	Stage  string // stage before the first move, as SVG
	End    string // stage after the last move, as SVG; it must not contain IDs that Stage contains
	Open   int    // step at which the page opens
	Checks []Check
	Facts  []string // names of the facts that the page lists for each step
	Steps  []Step   // texts for each step; Steps[0] is the step before the first move, and a page with only this step has no controls
}

// Step holds the texts that a page shows after a number of moves.
type Step struct {
	Said   string   // sentence about the last move
	Facts  []string // value for each name in Page.Facts; "" if unknown
	Label  string   // name of the last move in a few characters
	Ground string   // color behind the label, as #rrggbb; "" means none
}

// Check is a checkbox on the page. While it is checked, the stage has the CSS class Class.
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

// Play returns the stage, its style sheet and a sentence for each step, for a caller that embeds
// them in another page.
func (p *Page) Play() (stage, style string, said []string) {
	return p.Stage, p.Style, wording.Each(p.Steps, func(s Step) string { return s.Said })
}

// moving matches the parts of the template that only pages with moves contain.
var moving = lazy.Regexp(`(?s)\{\{if moves\}\}(.*?)\{\{end\}\}`)

// Save writes the document to w. If writing fails, it returns w's error with the given prefix.
func (p *Page) Save(w io.Writer, prefix string) error {
	// A template package would make the linker keep all methods of all types in every
	// notebook cell that can draw a board.
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
	page = moving().ReplaceAllString(page, kept)
	var c Canvas
	_, _ = strings.NewReplacer(
		"{{title}}", text(p.Title), "{{css}}", pageStyle, "{{style}}", p.Style, "{{stage}}", p.Stage, "{{last}}", fmt.Sprint(len(p.Steps)-1),
		"{{open}}", fmt.Sprint(p.Open), "{{checks}}", checks.String(), "{{said}}", text(p.Steps[0].Said), "{{facts}}", facts.String(),
		"{{moves}}", moves.String(), "{{names}}", names.String(), "{{steps}}", steps.String(), "{{end state}}", p.End, "{{js}}", pageScript,
	).WriteString(&c.out, page)
	return c.Save(w, prefix)
}
