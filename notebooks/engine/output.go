package engine

import (
	"bytes"
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

// LimitVariable is the environment variable with the number of megabytes that a cell may show, of
// which a display takes a tenth of its size; %env sets it, too. Of text beyond it the end is shown.
const LimitVariable = "PUZZLELAB_OUTPUT_MB"

const (
	defaultLimit = 1
	displayShare = 10 // of a display the limit counts one byte in so many
	tailShare    = 64 // of the limit, for the end of a text that is cut
)

// output passes on what a cell shows, up to a limit.
type output struct {
	emit  func(Output)
	limit int    // bytes
	left  int    // of these
	path  string // of the file for the rest; "" to drop it
	cut   bool
	rest  *os.File // nil if there is none

	stream  string // in which the text was written last that was cut
	tail    []byte // its end
	dropped int    // bytes of text before that
}

func newOutput(in Cell, limit, path string) *output {
	o := &output{emit: in.Emit, limit: defaultLimit << 20}
	if n, err := strconv.ParseFloat(limit, 64); err == nil && n >= 0 {
		o.limit = int(n * (1 << 20))
	}
	if o.left = o.limit; in.Rest {
		o.path = path
	}
	return o
}

// pass counts text and displays. An update takes the place of what has been counted.
func (o *output) pass(shown Output) {
	size := 0
	for mime := range shown.Data {
		text, _ := shown.Data.Text(mime)
		size += len(text)
	}
	size = size/displayShare + len(shown.Text)
	_, notice := shown.Data[statusType]
	if shown.Update || notice || !o.cut && size <= o.left {
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
	text := shown.Text[begin:]
	if shown.Type != nbformat.Stream {
		data, _ := json.Marshal(shown.Data)
		text = string(data) + "\n"
	} else {
		o.stream, o.tail = shown.Name, append(o.tail, text...)
		over := max(0, len(o.tail)-o.limit/tailShare)
		o.tail, o.dropped = o.tail[over:], o.dropped+over
	}
	if o.rest != nil {
		_, _ = o.rest.WriteString(text)
	}
}

// stop passes on the beginning of a text, and says where the rest is.
func (o *output) stop(shown Output, end int) {
	o.cut = true
	where := LimitVariable + " sets how many megabytes a cell may show"
	if o.path != "" {
		var err error
		where = "all of the rest is in " + o.path + " until the kernel ends"
		if o.rest, err = os.Create(o.path); err != nil {
			where = "the rest is lost: " + err.Error()
		}
	}
	if shown.Text = shown.Text[:end]; end > 0 {
		o.emit(shown)
	}
	Cell{Emit: o.emit}.say("stderr", "\n… output cut here; "+where+"\n")
}

// close shows the end of the text that was cut, from the beginning of a line if it has one.
func (o *output) close() {
	if o.rest != nil {
		_ = o.rest.Close()
	}
	begin := bytes.IndexByte(o.tail, '\n') + 1
	if o.dropped == 0 || begin == len(o.tail) {
		begin = 0
	}
	if begin < len(o.tail) {
		Cell{Emit: o.emit}.sayf(o.stream, "\n… %d bytes later:\n%s", o.dropped+begin, o.tail[begin:])
	}
}
