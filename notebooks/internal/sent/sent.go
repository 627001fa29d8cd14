// Package sent is what cells hand over to be shown: package display sends it, and package drawn
// makes the forms for notebooks of it. It links little, as each cell that shows something links it.
package sent

import (
	"encoding/json"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/drawing"
)

// Value is one thing to show: plain text, unless one of the other forms is set.
type Value struct {
	ID     string `json:",omitempty"` // of the display that it replaces, or creates
	Plain  string `json:",omitempty"`
	Status bool   `json:",omitempty"` // Plain says how far a cell is

	Markdown string           `json:",omitempty"` // a paragraph
	Drawing  *drawing.Drawing `json:",omitempty"`

	MIME     string          `json:",omitempty"` // media type of a block of package reports
	Block    json.RawMessage `json:",omitempty"`
	SVG, PNG []byte          `json:",omitempty"` // pictures of a block that is a figure
}

// Functions of packages that only some cells link. Package engine adds those packages to a program
// that may need them; without the engine, package display links them always.
var (
	// Block returns a value of package reports, or one that has such a form, nil for others. It is
	// set by package notebooks/display/blocks.
	Block func(v any) (*Value, error)
	// Trials returns the frame of a study's trials and shows the progress; it ends the program if
	// there is an error. It is set by package notebooks/display/trials.
	Trials func(study any, line Line) any
)

// Line is a line of text that is rewritten in place.
type Line interface {
	Set(text string)
	Done(text string)
}

// Escape makes plain words safe as Markdown, in which A* would begin emphasis.
func Escape(s string) string { return escaper.Replace(s) }

var escaper = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `\<`, "[", `\[`, "|", `\|`, "$", `\$`)
