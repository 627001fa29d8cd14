package execute

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// collector turns the messages about one cell into its outputs.
type collector struct {
	cell  *nbformat.Cell
	shown map[string][]*nbformat.Output // by display id, shared by all cells
	clean *cleaner

	text    strings.Builder // of the last output, while that is a stream
	clear   bool            // the next output replaces all
	flushed bool
	reaches bool // it has changed what another cell shows

	// What the verdict is based on besides the reply.
	failed  *kernelError
	notices []string // messages on stderr that can be GoNB's own, one each
	stderr  strings.Builder
}

// kernelError is the content of an error message.
type kernelError struct {
	Name      string   `json:"ename"`
	Value     string   `json:"evalue"`
	Traceback []string `json:"traceback"`
}

// content is the union of the contents that become outputs.
type content struct {
	Name           string          `json:"name"`
	Text           string          `json:"text"`
	Data           nbformat.Bundle `json:"data"`
	Metadata       nbformat.Object `json:"metadata"`
	ExecutionCount *int            `json:"execution_count"`
	Transient      struct {
		DisplayID string `json:"display_id"`
	} `json:"transient"` // for the front end only: not stored
	Wait bool `json:"wait"`
}

// add takes one message. Messages that are malformed or mean nothing to a
// notebook are ignored, as front ends do.
func (c *collector) add(m jupyter.Message) {
	if m.Channel != jupyter.IOPub {
		return
	}
	if m.Type == "error" {
		var e kernelError
		if json.Unmarshal(m.Content, &e) == nil {
			c.failed = &e // shown once it is judged
		}
		return
	}
	var in content
	d := json.NewDecoder(bytes.NewReader(m.Content))
	d.UseNumber() // a notebook keeps numbers as they are spelled
	if d.Decode(&in) != nil {
		return
	}
	switch m.Type {
	case "execute_input":
		c.cell.ExecutionCount = in.ExecutionCount // also if no reply follows
	case "stream":
		c.stream(in.Name, in.Text)
	case "display_data", "execute_result":
		o := &nbformat.Output{Type: nbformat.OutputType(m.Type), Data: in.Data, Metadata: in.Metadata, ExecutionCount: in.ExecutionCount}
		c.append(o)
		if id := in.Transient.DisplayID; id != "" {
			c.shown[id] = append(c.shown[id], o)
		}
	case "update_display_data":
		for _, o := range c.shown[in.Transient.DisplayID] {
			c.reaches = c.reaches || !slices.Contains(c.cell.Outputs, o)
			o.Data, o.Metadata = in.Data, in.Metadata
		}
	case "clear_output":
		c.clear = true
		if !in.Wait {
			c.clearNow()
		}
	}
}

func (c *collector) stream(name, text string) {
	if name == "stderr" {
		c.stderr.WriteString(text)
		if notice := strings.TrimSpace(text); len(notice) < 200 {
			c.notices = append(c.notices, notice)
		}
	}
	if c.clear || !c.streaming(name) {
		c.append(&nbformat.Output{Type: nbformat.Stream, Name: name})
	}
	c.text.WriteString(text)
	c.flushed = false
}

func (c *collector) streaming(name string) bool {
	n := len(c.cell.Outputs)
	return n > 0 && c.cell.Outputs[n-1].Type == nbformat.Stream && c.cell.Outputs[n-1].Name == name
}

func (c *collector) append(o *nbformat.Output) {
	if c.clear {
		c.clearNow()
	}
	c.endStream()
	c.cell.Outputs = append(c.cell.Outputs, o)
}

func (c *collector) clearNow() {
	c.clear = false
	c.text.Reset()
	c.cell.Outputs = nil
}

// endStream stores the text of the last output if that is a stream.
func (c *collector) endStream() {
	n := len(c.cell.Outputs)
	if n == 0 || c.text.Len() == 0 {
		return
	}
	o := c.cell.Outputs[n-1]
	o.Text = c.text.String()
	if o.Name == "stderr" {
		o.Text = c.clean.text(o.Text)
	}
	c.text.Reset()
}

// flush makes the cell's outputs complete. More messages may follow.
func (c *collector) flush() {
	if n := len(c.cell.Outputs); n > 0 && c.text.Len() > 0 {
		raw := c.text.String()
		c.endStream()
		c.text.WriteString(raw) // a late message may continue it
	}
	c.flushed = true
}

// fail adds the error output that shows the failure.
func (c *collector) fail(e *CellError) {
	c.append(&nbformat.Output{
		Type: nbformat.Error, ErrorName: string(e.Kind), ErrorValue: e.Value,
		Traceback: strings.Split(strings.TrimRight(e.Text, "\n"), "\n"),
	})
}
