package engine

import (
	"encoding/json"
	"os"
	"strconv"
	"unicode/utf8"
)

// LimitVariable is the environment variable with the number of megabytes that a cell
// may show before the rest goes into a file; %env sets it, too.
const LimitVariable = "PUZZLELAB_OUTPUT_MB"

const defaultLimit = 10

// output passes on what a cell shows, up to a limit.
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

// pass counts text and displays. An update takes the place of what has been counted.
func (o *output) pass(kind string, content any) {
	text, isText := content.(map[string]string)
	shows, _ := content.(map[string]any)
	size := len(text["text"])
	if !isText && kind != "update_display_data" {
		size = sizeOf(shows["data"])
	}
	if !o.cut && size <= o.left || kind == "update_display_data" {
		o.left -= size
		o.emit(kind, content)
		return
	}
	begin := 0
	if !o.cut {
		for begin = min(o.left, len(text["text"])); begin > 0 && !utf8.RuneStart(text["text"][begin]); {
			begin--
		}
		o.stop(text["name"], text["text"][:begin])
	}
	if o.rest == nil {
		return
	}
	if isText {
		_, _ = o.rest.WriteString(text["text"][begin:])
	} else {
		_ = json.NewEncoder(o.rest).Encode(shows["data"])
	}
}

// stop passes on the last text and says where the rest is.
func (o *output) stop(name, last string) {
	file, err := os.CreateTemp("", "puzzlelab-output-*.txt")
	where := "the rest is lost: "
	if err != nil {
		where += err.Error()
	} else {
		where = "the rest is in " + file.Name()
	}
	o.cut, o.rest = true, file
	if last != "" {
		o.emit("stream", map[string]string{"name": name, "text": last})
	}
	o.emit("stream", map[string]string{"name": "stderr", "text": "\n… output cut here; " + where + "\n"})
}

// sizeOf is the size of what a display has.
func sizeOf(data any) (n int) {
	values, _ := data.(map[string]any)
	for _, v := range values {
		text, isText := v.(string)
		if !isText {
			encoded, _ := json.Marshal(v)
			text = string(encoded)
		}
		n += len(text)
	}
	return n
}

func (o *output) close() {
	if o.rest != nil {
		_ = o.rest.Close()
	}
}
