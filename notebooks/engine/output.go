package engine

import (
	"os"
	"strconv"
	"unicode/utf8"
)

// LimitVariable is the environment variable with the number of megabytes of text that
// a cell may write before the rest goes into a file; %env sets it, too.
const LimitVariable = "PUZZLELAB_OUTPUT_MB"

const defaultLimit = 10

// output passes on what a cell shows, and cuts what it writes.
type output struct {
	emit func(kind string, content any)
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

func (o *output) pass(kind string, content any) {
	text, ok := content.(map[string]string)
	if !ok || kind != "stream" || len(text["text"]) <= o.left && !o.cut {
		if ok {
			o.left -= len(text["text"])
		}
		o.emit(kind, content)
		return
	}
	whole := text["text"]
	if !o.cut {
		file, err := os.CreateTemp("", "puzzlelab-output-*.txt")
		where := "the rest is in "
		if err != nil {
			where = "the rest is lost: " + err.Error()
		} else {
			where += file.Name()
		}
		at := o.left
		for at > 0 && !utf8.RuneStart(whole[at]) {
			at--
		}
		cut := whole[:at]
		whole = whole[at:]
		o.cut, o.rest = true, file
		o.emit(kind, map[string]string{"name": text["name"], "text": cut})
		o.emit(kind, map[string]string{"name": "stderr", "text": "\n… output cut here; " + where + "\n"})
	}
	if o.rest != nil {
		_, _ = o.rest.WriteString(whole)
	}
}

func (o *output) close() {
	if o.rest != nil {
		_ = o.rest.Close()
	}
}
