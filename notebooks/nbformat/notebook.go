package nbformat

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// Major is the version of the notebook format that this package reads and writes. Minor is the
// newest minor version that it knows.
const (
	Major = 4
	Minor = 5
)

// Object is a JSON object. Its values are nil or of type bool, string, json.Number, []any or
// map[string]any. Numbers keep their notation.
type Object map[string]any

// Notebook is the content of an .ipynb file.
type Notebook struct {
	Metadata Object
	Minor    int // minor version of the format; cells have IDs from version 5 on
	Cells    []*Cell
	Extra    Object // top-level keys that the format does not define

	Beside fs.FS  // folder that contains the notebook's file; nil if the notebook was not read from a file
	Name   string // name of the notebook's file without its extension; "" if the notebook was not read from a file
}

// elsewhere matches the beginning of kernel names of other languages, where a notebook names no
// language, as in Colab.
var elsewhere = lazy.Regexp(`^(python|julia|javascript|bash|rust|xcpp|ir$)`)

// Language returns the language of the code cells in lower case, and the name of the kernel. If the
// metadata contains neither, the language is "go".
func (nb *Notebook) Language() (language, kernel string) {
	var spec struct{ Name, Language string }
	var info struct{ Name string }
	_ = errors.Join(nb.Metadata.Get("kernelspec", &spec), nb.Metadata.Get("language_info", &info)) // ignores malformed metadata
	return strings.ToLower(cmp.Or(spec.Language, info.Name, elsewhere().FindString(spec.Name), "go")), spec.Name
}

// Digest returns a SHA-256 hash, in hex, of the types and sources of the cells. It does not depend
// on outputs, metadata or cell IDs.
func (nb *Notebook) Digest() string {
	h := sha256.New()
	for _, c := range nb.Cells {
		fmt.Fprintf(h, "%s %d\n%s\n", c.Type, len(c.Source), c.Source)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// CellType is the type of a cell.
type CellType string

// Types of cells.
const (
	Code     CellType = "code"
	Markdown CellType = "markdown"
	Raw      CellType = "raw"
)

// Cell is one cell of a notebook. Only code cells have Outputs and an ExecutionCount.
type Cell struct {
	ID       string // 1 to 64 ASCII letters, digits, hyphens or underscores, unique in the notebook; "" before minor version 5
	Type     CellType
	Source   string
	Metadata Object

	Outputs        []*Output
	ExecutionCount *int // number that Jupyter shows in brackets; nil if the cell has not run

	Attachments map[string]Bundle // images in a Markdown or raw cell, by file name
	Extra       Object            // keys of the cell that the format does not define
}

// OutputType is the type of an output.
type OutputType string

// Types of outputs.
const (
	Stream        OutputType = "stream"
	DisplayData   OutputType = "display_data"
	ExecuteResult OutputType = "execute_result"
	Error         OutputType = "error"
)

// Output is one output of a code cell. Its Type determines which other fields are used.
type Output struct {
	Type OutputType

	Name, Text string // for Stream: Name is "stdout" or "stderr", and Text is the text written to that stream

	Data           Bundle // for DisplayData and ExecuteResult: the value in several representations
	Metadata       Object // for DisplayData and ExecuteResult: metadata about the representations
	ExecutionCount *int   // for ExecuteResult: execution count of the cell

	ErrorName  string // for Error: ErrorName, ErrorValue and Traceback describe the error
	ErrorValue string
	Traceback  []string

	Extra Object // keys that the format does not define, or all keys of an output of unknown type
}

// fields reads or writes the keys of a notebook, except the version.
func (nb *Notebook) fields(f *form) {
	f.sub("metadata", &nb.Metadata)
	each(f, "cells", &nb.Cells, (*Cell).fields)
	f.rest(&nb.Extra)
}

func (c *Cell) fields(f *form) {
	if _, there := f.object["id"]; there || c.ID != "" {
		f.text("id", &c.ID)
	}
	f.text("cell_type", (*string)(&c.Type))
	f.lines("source", &c.Source)
	f.sub("metadata", &c.Metadata)
	switch c.Type {
	case Code:
		f.integer("execution_count", &c.ExecutionCount)
		each(f, "outputs", &c.Outputs, (*Output).fields)
	default:
		c.attached(f)
	}
	f.rest(&c.Extra)
}

// attached reads or writes the attachments of a cell.
func (c *Cell) attached(f *form) {
	if !f.written {
		v, ok := f.take("attachments")
		if !ok {
			return
		}
		c.Attachments = map[string]Bundle{}
		files := f.enter("attachments", v)
		for _, name := range slices.Sorted(maps.Keys(files.object)) {
			c.Attachments[name] = readBundle(Bundle(files.enter(name, files.object[name]).object))
		}
	} else if c.Attachments != nil {
		files := Object{}
		for name, b := range c.Attachments {
			files[name] = b.tree()
		}
		f.object["attachments"] = files
	}
}

func (o *Output) fields(f *form) {
	f.text("output_type", (*string)(&o.Type))
	switch o.Type {
	case Stream:
		if o.Name = cmp.Or(o.Name, "stdout"); f.written || f.object["name"] != nil {
			f.text("name", &o.Name)
		}
		f.lines("text", &o.Text)
	case ExecuteResult, DisplayData:
		if o.Type == ExecuteResult {
			f.integer("execution_count", &o.ExecutionCount)
		}
		f.sub("metadata", &o.Metadata)
		f.bundle("data", &o.Data)
	case Error:
		f.text("ename", &o.ErrorName)
		f.text("evalue", &o.ErrorValue)
		f.strings("traceback", &o.Traceback)
	}
	f.rest(&o.Extra)
}

// New returns a notebook in the newest format with the given cells.
func New(cells ...*Cell) *Notebook {
	return &Notebook{Metadata: Object{}, Minor: Minor, Cells: cells}
}

// NewCell returns a cell with the given type, source and tags. The cell has no ID until
// [Notebook.Upgrade] assigns one.
func NewCell(t CellType, source string, tags ...string) *Cell {
	c := &Cell{Type: t, Source: source, Metadata: Object{}}
	if len(tags) > 0 {
		c.Metadata.Set("tags", tags)
	}
	return c
}

// Upgrade converts the notebook to the newest format that this package knows, and reports whether
// it changed anything. A cell without an ID, or with the ID of an earlier cell, gets a new ID. New
// IDs depend only on content and position, so upgrading the same file twice gives the same bytes.
// Upgrade does not change notebooks with newer minor versions.
func (nb *Notebook) Upgrade() bool {
	changed := nb.Minor < Minor
	nb.Minor = max(nb.Minor, Minor)
	used := map[string]bool{}
	for _, c := range nb.Cells {
		if used[c.ID] {
			c.ID = ""
		}
		used[c.ID] = true
	}
	for i, c := range nb.Cells {
		for salt := 0; c.ID == ""; salt++ {
			sum := sha256.Sum256(fmt.Appendf(nil, "%d %d %s %s", salt, i, c.Type, c.Source))
			if id := fmt.Sprintf("%x", sum[:4]); !used[id] {
				c.ID, used[id], changed = id, true, true
			}
		}
	}
	return changed
}

// Lasting returns the cell's metadata without the entries that Jupyter, its extensions and
// papermill add during execution.
func (c *Cell) Lasting() Object {
	meta := maps.Clone(c.Metadata)
	for _, key := range []string{"execution", "ExecuteTime", "papermill"} {
		delete(meta, key)
	}
	return meta
}

// HasTag reports whether the cell has the given tag. Malformed tags in the metadata are ignored.
func (c *Cell) HasTag(tag string) bool {
	var tags []string
	return c.Metadata.Get("tags", &tags) == nil && slices.Contains(tags, tag)
}

// Get decodes the value of a key into v, as [json.Unmarshal] does. If the key is missing, v does
// not change.
func (o Object) Get(key string, v any) error {
	value, ok := o[key]
	if !ok {
		return nil
	}
	raw, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, v)
}

// Set encodes v as [json.Marshal] does and stores the result under key. It panics if v cannot be
// encoded as JSON.
func (o Object) Set(key string, v any) {
	raw, err := json.Marshal(v)
	if err == nil {
		o[key], err = decode(raw)
	}
	if err != nil {
		panic("nbformat: Object.Set " + key + ": " + err.Error())
	}
}

// decode parses one JSON value and keeps the spelling of numbers.
func decode(raw []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err = d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err = d.Token(); err != io.EOF {
		return nil, errors.New("more than one JSON value")
	}
	return v, nil
}
