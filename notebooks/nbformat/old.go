package nbformat

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/unicode"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// utf8Of converts UTF-16 with a byte order mark to UTF-8, and returns other text unchanged.
func utf8Of(data []byte) []byte {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		data, _ = unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder().Bytes(data) // replaces what is invalid
	}
	return data
}

// notNumbers matches strings, and what Python's json writes for numbers that JSON cannot represent.
var notNumbers = lazy.Regexp(`"(?:\\.|[^"\\])*"|-?\b(?:NaN|Infinity)\b`)

// withoutNaN returns JSON text in which null replaces NaN and infinite numbers, as in JavaScript.
func withoutNaN(data []byte) []byte {
	return notNumbers().ReplaceAllFunc(data, func(token []byte) []byte {
		if token[0] == '"' {
			return token
		}
		return []byte("null")
	})
}

// oldest is the oldest format that can be read. Its differences from format 3 do not matter here.
const oldest = 2

// upgradeTree converts the data of a notebook in format 2 or 3 to format 4, as nbformat does
// (nbformat/v4/convert.py). Even newer notebooks may contain old kinds of cells.
func upgradeTree(root Object, major int) {
	if major < Major {
		var cells []any
		for _, sheet := range objects(root["worksheets"]) {
			list, _ := sheet["cells"].([]any)
			cells = append(cells, list...)
		}
		root["cells"] = cells
		delete(root, "worksheets")
	}
	metadata, _ := root["metadata"].(map[string]any)
	for _, c := range objects(root["cells"]) {
		if major < Major {
			move(c, "input", "source")
			move(c, "prompt_number", "execution_count")
			if metadata != nil && metadata["language_info"] == nil && c["language"] != nil {
				metadata["language_info"] = map[string]any{"name": c["language"]}
			}
			delete(c, "language")
			delete(c, "collapsed")
		}
		for _, o := range objects(c["outputs"]) {
			if kind := o["output_type"]; major < Major || kind == "pyout" || kind == "pyerr" {
				upgradeOutput(o)
			}
		}
		switch c["cell_type"] {
		case "heading":
			level, _ := strconv.Atoi(fmt.Sprint(c["level"]))
			text, _ := joinLines(c["source"])
			c["cell_type"], c["source"] = "markdown", strings.Repeat("#", min(max(level, 1), 6))+" "+strings.Join(strings.Fields(text), " ")
			delete(c, "level")
		case "html":
			c["cell_type"] = "markdown"
		}
	}
}

// oldForms maps the keys for the forms of an output in format 3 to MIME types.
var oldForms = map[string]string{
	"text": "text/plain", "html": "text/html", "svg": "image/svg+xml", "png": "image/png", "jpeg": "image/jpeg",
	"latex": "text/latex", "json": "application/json", "javascript": "application/javascript",
}

func upgradeOutput(o Object) {
	switch o["output_type"] {
	case "stream":
		move(o, "stream", "name")
		return
	case "pyerr":
		o["output_type"] = "error"
		return
	case "pyout":
		o["output_type"] = "execute_result"
		move(o, "prompt_number", "execution_count")
	}
	data := Object{}
	for old, mime := range oldForms {
		if v, ok := o[old]; ok {
			data[mime] = v
			delete(o, old)
		}
	}
	if o["data"] == nil {
		o["data"] = map[string]any(data)
	}
}

// move renames a key.
func move(o Object, from, to string) {
	if v, ok := o[from]; ok {
		o[to] = v
		delete(o, from)
	}
}

// objects returns the objects of a list.
func objects(v any) (all []map[string]any) {
	list, _ := v.([]any)
	for _, item := range list {
		if o, ok := item.(map[string]any); ok {
			all = append(all, o)
		}
	}
	return all
}
