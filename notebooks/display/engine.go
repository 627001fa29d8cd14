//go:build puzzlelab_engine

package display

import (
	"encoding/gob"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/puzzlelab/puzzlelab/reports"
)

// complete leaves it to package engine to draw a figure.
func complete(f reports.Figure) (reports.Figure, error) { return f, nil }

// connection is that to package engine, which speaks gonbui's protocol. A cell that it
// compiles links this in place of gonbui, whose thirty packages, with net and so cgo
// among them, are a quarter of what it takes to link. Of cells that use gonbui
// themselves it compiles the other file: the pipe must have one encoder.
var connection struct {
	sync.Mutex
	to   *gob.Encoder
	from *gob.Decoder
}

// transmit hands over what to display, and returns once the engine has it.
func transmit(d *protocol.DisplayData) error {
	c := &connection
	c.Lock()
	defer c.Unlock()
	if c.to == nil {
		to, err := os.OpenFile(os.Getenv(protocol.GONB_PIPE_ENV), os.O_WRONLY, 0)
		if err != nil {
			return fmt.Errorf("display: %w", err)
		}
		from, err := os.Open(os.Getenv(protocol.GONB_PIPE_BACK_ENV))
		if err != nil {
			return fmt.Errorf("display: %w", err)
		}
		c.to, c.from = gob.NewEncoder(to), gob.NewDecoder(from)
	}
	sync := &protocol.DisplayData{Data: map[protocol.MIMEType]any{
		protocol.MIMECommValue: &protocol.CommValue{Address: protocol.GonbuiSyncAddress, Value: 0},
	}}
	for _, d := range []*protocol.DisplayData{d, sync} {
		if err := c.to.Encode(d); err != nil {
			return fmt.Errorf("display: the notebook does not take output any more: %w", err)
		}
	}
	var confirmed protocol.CommValue
	if err := c.from.Decode(&confirmed); err != nil {
		return fmt.Errorf("display: the notebook did not confirm output: %w", err)
	}
	if wrong, ok := confirmed.Value.(string); ok {
		return errors.New(wrong)
	}
	return nil
}

func uniqueID() string { return fmt.Sprintf("%016x", rand.Uint64()) }
