// Package sent defines the values that cells send to the notebook. Package display sends them, and
// package drawn converts them to outputs. Every cell with displays links this package, so it has
// few dependencies.
package sent

import (
	"encoding/json"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/drawing"
)

// Value is a value to show. It is plain text unless one of the other forms is set.
type Value struct {
	ID     string `json:",omitempty"` // ID of the display to create or replace; "" for an ordinary output
	Plain  string `json:",omitempty"`
	Status bool   `json:",omitempty"` // whether Plain is a message about the progress of a cell

	Markdown string           `json:",omitempty"` // paragraph in Markdown
	Drawing  *drawing.Drawing `json:",omitempty"`

	MIME     string          `json:",omitempty"` // media type of a block of package reports
	Block    json.RawMessage `json:",omitempty"`
	SVG, PNG []byte          `json:",omitempty"` // pictures of Block, if it is a figure
}

// These functions are in packages that only some cells link. Package engine adds these packages to
// programs that may need them. Without the engine, package display always links them.
var (
	// Block converts a value from package reports, or a value with such a form, to a Value to send.
	// It returns nil for other values. Package notebooks/display/blocks sets Block.
	Block func(v any) (*Value, error)
	// Trials returns the frame of a study's trials and shows progress in line. If there is an
	// error, it ends the program. Package notebooks/display/trials sets Trials.
	Trials func(study any, line Line) any
)

// Line is a line of text that is updated in place, such as display.Status.
type Line interface {
	Set(text string)
	Done(text string)
}

// Escape escapes plain text for Markdown. For example, A* then does not begin an emphasis.
func Escape(s string) string { return escaper.Replace(s) }

var escaper = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `\<`, "[", `\[`, "|", `\|`, "$", `\$`)
