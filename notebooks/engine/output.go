package engine

import (
	"encoding/json"
	"os"
	"strconv"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// Output is something that a cell shows. Text of a stream comes in pieces.
type Output struct {
	nbformat.Output
	ID     string // of a display; "" if it has none
	Update bool   // it takes the place of what is shown with the ID, and is not shown itself
}

// valid is text as JSON has it.
func valid(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return string([]rune(text))
}

// LimitVariable is the environment variable with the number of megabytes that a cell
// may show before the rest goes into a file; %env sets it, too.
const LimitVariable = "PUZZLELAB_OUTPUT_MB"

const defaultLimit = 10

// output passes on what a cell shows, up to a limit.
type output struct {
	emit func(Output)
	left int // bytes
	cut  bool
	rest *os.File // nil if there is none
}

func newOutput(in Cell, limit string) *output {
	o := &output{emit: in.Emit, left: defaultLimit << 20}
	if n, err := strconv.ParseFloat(limit, 64); err == nil && n >= 0 {
		o.left = int(n * (1 << 20))
	}
	return o
}

// pass counts text and displays. An update takes the place of what has been counted.
func (o *output) pass(shown Output) {
	size := len(shown.Text)
	for mime := range shown.Data {
		text, _ := shown.Data.Text(mime)
		size += len(text)
	}
	if shown.Update || !o.cut && size <= o.left {
		if !shown.Update {
			o.left -= size
		}
		o.emit(shown)
		return
	}
	begin := 0
	if !o.cut {
		for begin = min(o.left, len(shown.Text)); begin > 0 && !utf8.RuneStart(shown.Text[begin]); {
			begin--
		}
		o.stop(shown, begin)
	}
	switch {
	case o.rest == nil:
	case shown.Type == nbformat.Stream:
		_, _ = o.rest.WriteString(shown.Text[begin:])
	default:
		_ = json.NewEncoder(o.rest).Encode(shown.Data)
	}
}

// stop passes on the beginning of a text, and says where the rest is.
func (o *output) stop(shown Output, end int) {
	file, err := os.CreateTemp("", "puzzlelab-output-*.txt")
	where := "the rest is lost: "
	if err != nil {
		where += err.Error()
	} else {
		where = "the rest is in " + file.Name()
	}
	o.cut, o.rest = true, file
	if shown.Text = shown.Text[:end]; end > 0 {
		o.emit(shown)
	}
	Cell{Emit: o.emit}.say("stderr", "\n… output cut here; "+where+"\n")
}

func (o *output) close() {
	if o.rest != nil {
		_ = o.rest.Close()
	}
}
