package engine

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/gob"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/puzzlelab/puzzlelab/notebooks/drawn"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
)

func init() {
	gob.Register(map[string]any{})
	gob.Register([]any{})
}

// displays is the connection through which a program sends displays. It follows GoNB's protocol, so
// that gonbui works unchanged.
type displays struct {
	from       *os.File
	to         *os.File // held open, so that from does not end before the program
	back, seen *os.File // both ends are held open, so that opening them does not block
	waits      bool     // the program waits until its displays are emitted; see gonbuiText
	taken      int      // bytes read from the pipe
	ended      bool     // no more will come
	done       chan struct{}
}

// newDisplays makes the pipes and begins to emit displays, each after the text that the program
// wrote before it. If a file named result exists, the next display is the value of the cell.
func newDisplays(e *Engine, in Cell, result string, s *streams) (*displays, error) {
	p := &displays{waits: e.waits, done: make(chan struct{})}
	for name, f := range map[string]**os.File{"display": &p.to, "back": &p.back, "seen": &p.seen} {
		path := filepath.Join(e.temp, fmt.Sprintf("%s-%d", name, in.Number))
		if err := mkfifo(path); err != nil {
			return nil, fmt.Errorf("engine: %s: %w", path, err)
		}
		var err error
		if *f, err = os.OpenFile(path, os.O_RDWR, 0); err != nil {
			return nil, fmt.Errorf("engine: %w", err)
		}
	}
	var err error
	if p.from, err = os.Open(p.to.Name()); err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	go p.serve(in, result, s)
	return p, nil
}

func (p *displays) environ() []string {
	env := []string{protocol.GONB_PIPE_ENV + "=" + p.to.Name(), protocol.GONB_PIPE_BACK_ENV + "=" + p.back.Name()}
	if p.waits {
		env = append(env, seenVariable+"="+p.seen.Name())
	}
	return env
}

// close waits, after the end of the program, until all displays are emitted.
func (p *displays) close() {
	_ = p.to.Close()
	late := time.AfterFunc(killDelay, func() { _ = p.from.SetReadDeadline(time.Now()) }) // another process holds the pipe open
	<-p.done
	late.Stop()
	_ = p.from.Close()
	for _, f := range []*os.File{p.to, p.back, p.seen} {
		_ = f.Close()
		_ = os.Remove(f.Name())
	}
}

// Read reads from the pipe for the decoder, which asks for more after it has handled what it has.
func (p *displays) Read(b []byte) (n int, err error) {
	if p.waits && p.taken > 0 {
		_ = binary.Write(p.seen, binary.LittleEndian, uint32(p.taken))
	}
	p.taken, err = p.from.Read(b)
	p.ended = err != nil
	return p.taken, err
}

// serve emits displays and answers requests to synchronise.
func (p *displays) serve(in Cell, result string, s *streams) {
	defer close(p.done)
	from, back := gob.NewDecoder(bufio.NewReaderSize(p, 1<<16)), gob.NewEncoder(p.back)
	wrong := "" // error in a display since the last synchronisation
	for {
		var d protocol.DisplayData
		if err := from.Decode(&d); p.ended {
			return
		} else if err != nil {
			in.sayf("stderr", "failed to read from GoNB pipe: %v\n", err)
			continue
		}
		if value, ok := d.Data[protocol.MIMECommValue].(protocol.CommValue); ok {
			if value.Address == protocol.GonbuiSyncAddress {
				answer := &protocol.CommValue{Address: protocol.GonbuiSyncAckAddress, Value: value.Value}
				if wrong != "" {
					answer.Value, wrong = wrong, "" // package display ends the cell with it
				}
				_ = back.Encode(answer)
			}
			continue
		}
		o := Output{ID: d.DisplayID, Output: nbformat.Output{Type: nbformat.DisplayData, Data: nbformat.Bundle{}, Metadata: nbformat.Object{}}}
		for mime, v := range d.Data {
			if b, ok := v.([]byte); ok {
				v = base64.StdEncoding.EncodeToString(b)
			}
			nbformat.Object(o.Data).Set(string(mime), v)
		}
		if err := draw(o.Data); err != nil {
			wrong = err.Error()
			continue
		}
		for key, v := range d.Metadata {
			o.Metadata.Set(key, v)
		}
		if _, err := os.Stat(result); result != "" && err == nil && d.DisplayID == "" {
			o.Type, o.ExecutionCount, result = nbformat.ExecuteResult, &in.Number, ""
		}
		s.each((*stream).now)
		s.each((*stream).before)
		in.Emit(o)
	}
}

// draw adds the missing pictures to a figure.
func draw(data nbformat.Bundle) error {
	text, ok := data[reports.MIMEFigure].(string)
	if !ok {
		return nil
	}
	b, err := reports.UnmarshalBlock(reports.MIMEFigure, []byte(text))
	f, is := b.(reports.Figure)
	if err != nil || !is {
		return nil // readers of the figure report it
	}
	picture, _ := data.Text("image/svg+xml")
	if _, has := data.Text("image/png"); has || f.Chart == nil && picture == "" {
		return nil
	}
	f.SVG = []byte(picture)
	if f, err = drawn.Figure(f); err != nil {
		return err
	}
	_, encoded, err := reports.MarshalBlock(f)
	if err != nil {
		return err
	}
	set := nbformat.Object(data).Set
	set(reports.MIMEFigure, string(encoded))
	set("image/svg+xml", string(f.SVG))
	if f.PNG != nil {
		set("image/png", base64.StdEncoding.EncodeToString(f.PNG))
	}
	return nil
}

// seenVariable is the environment variable with the name of a pipe to which the engine writes the
// number of bytes that it has read from the pipe for displays.
const seenVariable = "PUZZLELAB_SEEN"

// gonbuiText makes gonbui wait, as package display does, until its displays are emitted, so that
// later text of the program follows them. Both variables are used for everything that gonbui shows.
const gonbuiText = `
//go:linkname puzzlelab_pipe github.com/janpfeifer/gonb/gonbui.gonbWriterPipe
var puzzlelab_pipe *puzzlelab_os.File

//go:linkname puzzlelab_encoder github.com/janpfeifer/gonb/gonbui.gonbEncoder
var puzzlelab_encoder *puzzlelab_gob.Encoder

type puzzlelab_waiting struct{ seen *puzzlelab_os.File }

func (w puzzlelab_waiting) Write(b []byte) (n int, err error) {
	n, err = puzzlelab_pipe.Write(b)
	var taken uint32
	for left := n; left > 0 && err == nil; left -= int(taken) {
		err = puzzlelab_binary.Read(w.seen, puzzlelab_binary.LittleEndian, &taken)
	}
	return n, err
}

func puzzlelab_wait() {
	f, err := puzzlelab_os.Open(puzzlelab_os.Getenv("` + seenVariable + `"))
	puzzlelab_os.Unsetenv("` + seenVariable + `")
	if err == nil {
		puzzlelab_pipe, err = puzzlelab_os.OpenFile(puzzlelab_os.Getenv("` + protocol.GONB_PIPE_ENV + `"), puzzlelab_os.O_WRONLY, 0)
	}
	if err == nil {
		puzzlelab_encoder = puzzlelab_gob.NewEncoder(puzzlelab_waiting{f})
	}
}
`

// waiting returns a statement and functions that make a program's gonbui wait. They are empty if
// the program does not use gonbui, or if this version of gonbui is different.
func (e *Engine) waiting(ctx context.Context, program string) (statement, functions string, err error) {
	imports, err := e.packages.imported(ctx, program)
	e.waits = false
	if l := e.packages.closure(imports)[gonbui]; err == nil && l != nil {
		text, _ := os.ReadFile(filepath.Join(l.Dir, "gonbui.go"))
		e.waits = bytes.Contains(text, []byte("\n\tgonbWriterPipe, ")) && bytes.Contains(text, []byte("\n\tgonbEncoder *gob.Encoder"))
	}
	if !e.waits {
		return "", "", err
	}
	return "puzzlelab_wait()", gonbuiText, nil
}
