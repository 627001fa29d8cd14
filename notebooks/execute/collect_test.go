package execute

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

func message(kind, content string) jupyter.Message {
	return jupyter.Message{Channel: jupyter.IOPub, Type: kind, Content: json.RawMessage(content)}
}

func stream(name, text string) jupyter.Message {
	content, _ := json.Marshal(map[string]string{"name": name, "text": text})
	return message("stream", string(content))
}

func display(id, text string) jupyter.Message {
	return message("display_data", `{"data":{"text/plain":"`+text+`"},"metadata":{},"transient":{"display_id":"`+id+`"}}`)
}

// outputs returns what a notebook with those cells, all collected from the
// messages given for each, holds in the cell of that index.
func outputs(index int, cells ...[]jupyter.Message) string {
	shown := map[string][]*nbformat.Output{}
	nb := nbformat.New()
	for _, messages := range cells {
		c := nbformat.NewCell(nbformat.Code, "")
		nb.Cells = append(nb.Cells, c)
		col := &collector{cell: c, shown: shown, clean: newCleaner("/tmp/k/t", "")}
		for _, m := range messages {
			col.add(m)
		}
		col.flush()
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
	update := message("update_display_data", `{"data":{"text/plain":"new"},"metadata":{},"transient":{"display_id":"p"}}`)
	clear := message("clear_output", `{"wait":false}`)
	clearLater := message("clear_output", `{"wait":true}`)
	type cell = []jupyter.Message
	for _, tc := range []struct {
		name  string
		cells []cell
		index int
		want  string
	}{
		{"adjacent pieces of a stream are joined", []cell{{stream("stdout", "a"), stream("stdout", "b\n"), stream("stderr", "c"), stream("stdout", "d")}}, 0, `["stream stdout: ab\n","stream stderr: c","stream stdout: d"]`},
		{"a display separates", []cell{{stream("stdout", "a"), display("", "D"), stream("stdout", "b")}}, 0, `["stream stdout: a","display_data : D","stream stdout: b"]`},
		{"an update changes the display", []cell{{display("p", "old"), display("q", "other"), update}}, 0, `["display_data : new","display_data : other"]`},
		{"an update changes all displays of the id, also in earlier cells", []cell{{display("p", "1"), display("p", "2")}, {update}}, 0, `["display_data : new","display_data : new"]`},
		{"an update is no output itself", []cell{{display("p", "1")}, {update}}, 1, `null`},
		{"an update without display is ignored", []cell{{update}}, 0, `null`},
		{"clear", []cell{{stream("stdout", "a"), clear, stream("stdout", "b")}}, 0, `["stream stdout: b"]`},
		{"clear at the end", []cell{{display("", "a"), stream("stdout", "b"), clear}}, 0, `null`},
		{"clear waits for the next output", []cell{{stream("stdout", "a"), clearLater, stream("stdout", "b")}}, 0, `["stream stdout: b"]`},
		{"clear that waits for ever", []cell{{stream("stdout", "a"), clearLater}}, 0, `["stream stdout: a"]`},
		{"other messages", []cell{{message("status", `{"execution_state":"busy"}`), message("execute_input", `{"code":"x"}`), message("stream", `{`), message("display_data", `[]`)}}, 0, `null`},
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
	col := &collector{cell: c, shown: map[string][]*nbformat.Output{}, clean: newCleaner("/tmp/k/t", "")}
	col.add(message("display_data", `{"data":{
		"application/vnd.puzzlelab.figure+json":"{\"id\":\"growth\",\"ratio\":1.0}",
		"application/x+json":{"n":1e-07}, "image/png":"aGk=", "text/html":"<b>\n</b>"},
		"metadata":{"image/png":{"width":2}},"transient":{"display_id":"x"}}`))
	col.flush()
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

func TestTextsAreCleanedOfWhatChanges(t *testing.T) {
	c := newCleaner("/tmp/puzzlelab-1/t", "/home/me/lab")
	check := func(in, want string) {
		t.Helper()
		if got := c.text(in); got != want {
			t.Errorf("text(%q)\n got %q\nwant %q", in, got, want)
		}
	}
	check("\t \x1b[7m[[ Cell [3] Line 2 ]]\x1b[0m /tmp/puzzlelab-1/t/gonb_0a1b2c3d/main.go:14 +0x53\n", "\tcell[3]:2\n")
	check("# gonb_0a1b2c3d\n./main.go:3:1: x\n", "./main.go:3:1: x\n")
	check("/tmp/puzzlelab-1/t/gonb_0a1b2c3d/main.go:3:1: x", "main.go:3:1: x")
	check("open /tmp/puzzlelab-1/t/gonb_0a1b2c3d/x: no", "open $GONB_TMP_DIR/x: no")
	check("open /tmp/puzzlelab-1/t/x: no", "open $TMPDIR/x: no")
	check("module gonb_0a1b2c3d", "module notebook")
	check("main.f(0xc000012345, {0x4a80af?, 0x1})\n\t/home/me/lab/tiles/board.go:7 +0x1d\n", "main.f(...)\n\ttiles/board.go:7\n")
	check("tiles.(*Board).Move(...)\n", "tiles.(*Board).Move(...)\n")
	check("f(12) is left alone +0x1d\n", "f(12) is left alone +0x1d\n")
	check("[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x4a80af]\n", "[signal SIGSEGV: segmentation violation code=0x1 addr=0x0]\n")
}
