package execute

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/puzzlelab/puzzlelab/notebooks/engine"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

func stream(name, text string) engine.Output {
	return engine.Output{Output: nbformat.Output{Type: nbformat.Stream, Name: name, Text: text}}
}

func display(id, text string) engine.Output {
	return engine.Output{ID: id, Output: nbformat.Output{Type: nbformat.DisplayData, Data: nbformat.Bundle{"text/plain": text}, Metadata: nbformat.Object{}}}
}

// outputs returns what a notebook with those cells, all collected from the
// messages given for each, holds in the cell of that index.
func outputs(index int, cells ...[]engine.Output) string {
	r := &runner{engine: &engine.Engine{}, shown: map[string][]*nbformat.Output{}}
	nb := nbformat.New()
	for _, messages := range cells {
		c := nbformat.NewCell(nbformat.Code, "")
		nb.Cells = append(nb.Cells, c)
		col := &collector{runner: r, cell: c}
		for _, m := range messages {
			col.add(m)
		}
		col.endStreams()
	}
	var all []string
	for _, o := range nb.Cells[index].Outputs {
		text := o.Text
		if o.Type != nbformat.Stream {
			text, _ = o.Data.Text("text/plain")
		}
		all = append(all, string(o.Type)+" "+o.Name+": "+text)
	}
	raw, _ := json.Marshal(all)
	return string(raw)
}

func TestOutputsAreCollected(t *testing.T) {
	update := display("p", "new")
	update.Update = true
	type cell = []engine.Output
	for _, tc := range []struct {
		name  string
		cells []cell
		index int
		want  string
	}{
		{"between displays each stream is whole", []cell{{stream("stderr", "c"), stream("stdout", "a"), stream("stdout", "b\n"), stream("stderr", "e"), stream("stdout", "d"), display("", "D"), stream("stderr", "f")}}, 0, `["stream stdout: ab\nd","stream stderr: ce","display_data : D","stream stderr: f"]`},
		{"a display separates", []cell{{stream("stdout", "a"), display("", "D"), stream("stdout", "b")}}, 0, `["stream stdout: a","display_data : D","stream stdout: b"]`},
		{"an update changes the display", []cell{{display("p", "old"), display("q", "other"), update}}, 0, `["display_data : new","display_data : other"]`},
		{"an update changes all displays of the id, also in earlier cells", []cell{{display("p", "1"), display("p", "2")}, {update}}, 0, `["display_data : new","display_data : new"]`},
		{"an update is no output itself", []cell{{display("p", "1")}, {update}}, 1, `null`},
		{"an update without display is ignored", []cell{{update}}, 0, `null`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := outputs(tc.index, tc.cells...); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

func TestBundlesAreStoredAsTheFormatWants(t *testing.T) {
	c := nbformat.NewCell(nbformat.Code, "")
	col := &collector{runner: &runner{shown: map[string][]*nbformat.Output{}}, cell: c}
	o := display("x", "")
	o.Data = nbformat.Bundle{
		"application/vnd.puzzlelab.figure+json": "{\"id\":\"growth\",\"ratio\":1.0}",
		"application/x+json":                    map[string]any{"n": json.Number("1e-07")}, "image/png": "aGk=", "text/html": "<b>\n</b>",
	}
	o.Metadata.Set("image/png", map[string]int{"width": 2})
	col.add(o)
	nb := nbformat.New(c)
	nb.Upgrade()
	want := `{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": null,
   "id": "` + c.ID + `",
   "metadata": {},
   "outputs": [
    {
     "data": {
      "application/vnd.puzzlelab.figure+json": "{\"id\":\"growth\",\"ratio\":1.0}",
      "application/x+json": {
       "n": 1e-07
      },
      "image/png": "aGk=",
      "text/html": [
       "<b>\n",
       "</b>"
      ]
     },
     "metadata": {
      "image/png": {
       "width": 2
      }
     },
     "output_type": "display_data"
    }
   ],
   "source": []
  }
 ],
 "metadata": {},
 "nbformat": 4,
 "nbformat_minor": 5
}
`
	if diff := cmp.Diff(want, string(nb.Bytes())); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}
}
