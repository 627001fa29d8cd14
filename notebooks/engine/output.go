package engine

import (
	"bytes"
	"encoding/json"
	"os"
	"strconv"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// Output is an output of a cell. The text of a stream may arrive as several outputs.
type Output struct {
	nbformat.Output
	ID     string // ID of a display that can be updated; "" for other outputs
	Update bool   // whether the output replaces an earlier output with the same ID
}

// valid returns text that JSON can represent.
func valid(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return string([]rune(text))
}

// LimitVariable is the name of the environment variable that limits the output of a cell, in MiB.
// The command %env can set it. Text counts in full, and a display counts as a tenth of its size.
// Text beyond the limit is omitted, except for its end.
const LimitVariable = "PUZZLELAB_OUTPUT_MB"

const (
	defaultLimit = 1
	displayShare = 10 // a display counts one byte in this many
	tailShare    = 64 // share of the limit for the end of longer text
)

// output passes on the outputs of a cell, up to a limit.
type output struct {
	emit  func(Output)
	limit int    // in bytes
	left  int    // in bytes
	path  string // of the file for the rest; "" to drop it
	cut   bool
	rest  *os.File // or nil

	stream  string // stream of the last omitted text
	tail    []byte // end of the omitted text
	dropped int    // omitted bytes before tail
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

// pass counts text and displays. Updates replace a display that has already been counted.
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

// close passes on the end of the omitted text, beginning with a full line if possible.
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
