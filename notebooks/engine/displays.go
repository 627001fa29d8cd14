package engine

import (
	"encoding/base64"
	"encoding/gob"
	"fmt"
	"os"
	"path/filepath"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

func init() {
	gob.Register(map[string]any{})
	gob.Register([]any{})
}

// displays are the connection for displays of one program: GoNB's own, so that gonbui
// works as it is.
type displays struct {
	from, back *os.File // both ends each are held open, so that opening does not wait
	done       chan struct{}
}

// newDisplays makes the pipes and begins to pass on what comes, behind what was written to
// the streams before. The first display after there is a file named result is the value of the cell.
func newDisplays(e *Engine, in Cell, result string, s *streams) (*displays, error) {
	p := &displays{done: make(chan struct{})}
	for name, f := range map[string]**os.File{"display": &p.from, "back": &p.back} {
		path := filepath.Join(e.temp, fmt.Sprintf("%s-%d", name, in.Number))
		if err := mkfifo(path); err != nil {
			return nil, fmt.Errorf("engine: %s: %w", path, err)
		}
		var err error
		if *f, err = os.OpenFile(path, os.O_RDWR, 0); err != nil {
			return nil, fmt.Errorf("engine: %w", err)
		}
	}
	go p.serve(in, result, s)
	return p, nil
}

func (p *displays) environ() []string {
	return []string{protocol.GONB_PIPE_ENV + "=" + p.from.Name(), protocol.GONB_PIPE_BACK_ENV + "=" + p.back.Name()}
}

// close waits until all that was sent is passed on.
func (p *displays) close() {
	// A new stream of gob would need a new decoder; the reader ends at what is none.
	_, _ = p.from.Write([]byte{0x80})
	<-p.done
	for _, f := range []*os.File{p.from, p.back} {
		_ = f.Close()
		_ = os.Remove(f.Name())
	}
}

// serve passes on displays and answers requests to synchronise.
func (p *displays) serve(in Cell, result string, s *streams) {
	defer close(p.done)
	from, back := gob.NewDecoder(p.from), gob.NewEncoder(p.back)
	for {
		var d protocol.DisplayData
		if err := from.Decode(&d); err != nil {
			return
		}
		if value, ok := d.Data[protocol.MIMECommValue].(protocol.CommValue); ok {
			if value.Address == protocol.GonbuiSyncAddress {
				_ = back.Encode(&protocol.CommValue{Address: protocol.GonbuiSyncAckAddress, Value: value.Value})
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
		for key, v := range d.Metadata {
			o.Metadata.Set(key, v)
		}
		if _, err := os.Stat(result); result != "" && err == nil && d.DisplayID == "" {
			o.Type, o.ExecutionCount, result = nbformat.ExecuteResult, &in.Number, ""
		}
		s.each((*stream).now)
		in.Emit(o)
	}
}
