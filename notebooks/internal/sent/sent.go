// Package sent defines the values that cells send to the notebook. Package display sends them, and
// package drawn converts them to outputs. Every cell that shows values links this package, so it
// has few dependencies.
package sent

import (
	"encoding/json"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/drawing"
)

// Value is a value to show. It is plain text unless another form is set.
type Value struct {
	ID     string `json:",omitempty"` // ID of the display to create or update; "" for an ordinary output
	Plain  string `json:",omitempty"`
	Status bool   `json:",omitempty"` // whether Plain is a message about the progress of a cell

	Markdown string           `json:",omitempty"` // Markdown text of a paragraph
	Drawing  *drawing.Drawing `json:",omitempty"`

	MIME     string          `json:",omitempty"` // media type of Block
	Block    json.RawMessage `json:",omitempty"`
	SVG, PNG []byte          `json:",omitempty"` // pictures of Block, if it is a figure
}

// Functions that are defined in other packages, which only some cells link. Package engine adds
// these packages to programs that may need them. Without the engine, package display always links
// them.
var (
	// Block converts a value to a Value to send, if the value is a block of a report or can be
	// converted to one. It returns nil for other values. Package notebooks/display/blocks sets
	// Block.
	Block func(v any) (*Value, error)
	// Trials runs the missing trials of a study and returns the frame of all its trials. It shows
	// the progress in the given line. If an error occurs, it ends the program. Package
	// notebooks/display/trials sets Trials.
	Trials func(study any, line Line) any
)

// Line is a line of text that is updated in place, such as a display.Status.
type Line interface {
	Set(text string)
	Done(text string)
}

// Escape escapes plain text so that Markdown shows it unchanged. For example, A* does not start
// emphasis.
func Escape(s string) string { return escaper.Replace(s) }

var escaper = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `\<`, "[", `\[`, "|", `\|`, "$", `\$`)
