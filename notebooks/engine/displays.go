package engine

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/puzzlelab/puzzlelab/notebooks/drawn"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/internal/sent"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

func init() {
	gob.Register(map[string]any{})
	gob.Register([]any{})
}

// displays is the connection through which a program sends displays: values of package display, or
// those of gonbui by GoNB's protocol.
type displays struct {
	from       *os.File
	to         *os.File // held open, so that reading from does not end before the program does
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

// Read reads from the pipe. It first tells the program that the bytes returned by the previous call
// have been handled.
func (p *displays) Read(b []byte) (n int, err error) {
	if p.waits && p.taken > 0 {
		_ = binary.Write(p.seen, binary.LittleEndian, uint32(p.taken))
	}
	p.taken, err = p.from.Read(b)
	p.ended = err != nil
	return p.taken, err
}

// serve emits displays and answers requests to synchronize. Package display sends values as JSON.
// Programs that use gonbui send gob, whose first message never begins with a brace.
func (p *displays) serve(in Cell, result string, s *streams) {
	defer close(p.done)
	from := bufio.NewReaderSize(p, 1<<16)
	emit := func(id string, forms map[string]any, metadata map[string]any) {
		o := Output{ID: id, Output: nbformat.Output{Type: nbformat.DisplayData, Data: nbformat.Bundle{}, Metadata: nbformat.Object{}}}
		for mime, v := range forms {
			if b, ok := v.([]byte); ok {
				v = base64.StdEncoding.EncodeToString(b)
			}
			nbformat.Object(o.Data).Set(mime, v)
		}
		for key, v := range metadata {
			o.Metadata.Set(key, v)
		}
		if _, err := os.Stat(result); result != "" && err == nil && id == "" {
			o.Type, o.ExecutionCount, result = nbformat.ExecuteResult, &in.Number, ""
		}
		s.each((*stream).now)
		s.each((*stream).before)
		in.Emit(o)
	}
	if first, _ := from.Peek(1); string(first) == "{" {
		p.values(json.NewDecoder(from), json.NewEncoder(p.back), emit)
		return
	}
	gobs, back := gob.NewDecoder(from), gob.NewEncoder(p.back)
	for {
		var d protocol.DisplayData
		if err := gobs.Decode(&d); p.ended {
			return
		} else if err != nil {
			in.sayf("stderr", "failed to read from GoNB pipe: %v\n", err)
			continue
		}
		if value, ok := d.Data[protocol.MIMECommValue].(protocol.CommValue); ok {
			if value.Address == protocol.GonbuiSyncAddress {
				_ = back.Encode(&protocol.CommValue{Address: protocol.GonbuiSyncAckAddress, Value: value.Value})
			}
			continue
		}
		forms := map[string]any{}
		for mime, v := range d.Data {
			forms[string(mime)] = v
		}
		emit(d.DisplayID, forms, d.Metadata)
	}
}

// values emits the values of package display. It confirms each by the text of the error in it,
// which is empty if there is none.
func (p *displays) values(from *json.Decoder, back *json.Encoder, emit func(id string, forms, metadata map[string]any)) {
	for {
		var v sent.Value
		if err := from.Decode(&v); err != nil {
			return // the program has ended
		}
		outputs, err := drawn.Outputs(v)
		wrong := ""
		if err != nil {
			wrong = err.Error()
		}
		for _, forms := range outputs {
			emit(v.ID, forms, nil)
		}
		_ = back.Encode(wrong)
	}
}

// extensions lists packages that can show values of other packages, or make such values. Package
// display links them only under GoNB; a program of the engine imports those that it may need.
var extensions = []struct{ of, by string }{
	{"reports", "/blocks"}, {"experiments/claim", "/blocks"}, {"experiments/analysis", "/blocks"}, {"experiments", "/trials"},
}

// extend imports the extensions that a program with some imports may need.
func (e *Engine) extend(c *checked, imports []string) {
	all := e.packages.closure(imports)
	if e.packages.shared || all[install.DisplayPackage] == nil {
		return
	}
	var paths []string
	for _, x := range extensions {
		if all[strings.TrimSuffix(install.DisplayPackage, "notebooks/display")+x.of] != nil {
			paths = append(paths, install.DisplayPackage+x.by)
		}
	}
	slices.Sort(paths)
	for _, path := range slices.Compact(paths) {
		c.imports = append(c.imports, fmt.Sprintf("_ %q", path))
	}
}

// seenVariable is the environment variable that names a pipe. The engine writes to it how many
// bytes it has read from the pipe for displays.
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

// waiting returns a statement and functions that make a program's gonbui wait. They are empty if l
// is nil because the program does not use gonbui, or if this version of gonbui is different.
func (e *Engine) waiting(l *listed) (statement, functions string) {
	e.waits = false
	if l != nil {
		text, _ := os.ReadFile(filepath.Join(l.Dir, "gonbui.go"))
		e.waits = bytes.Contains(text, []byte("\n\tgonbWriterPipe, ")) && bytes.Contains(text, []byte("\n\tgonbEncoder *gob.Encoder"))
	}
	if !e.waits {
		return "", ""
	}
	return "puzzlelab_wait()", gonbuiText
}
