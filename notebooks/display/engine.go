//go:build puzzlelab_engine

package display

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"

	"github.com/puzzlelab/puzzlelab/notebooks/internal/sent"
)

func newSink() sink { return notebook{} }

// connection is the connection to package engine. The engine compiles a cell with this file instead
// of gonbui and the code that makes the forms for notebooks, because linking takes most of a cell's
// time. For cells that use gonbui themselves, it compiles the other file, because the pipe must
// have only one encoder.
var connection struct {
	sync.Mutex
	to   *json.Encoder
	from *json.Decoder
}

// transmit sends a value to show, and returns when the engine has received it.
func transmit(v sent.Value) error {
	c := &connection
	c.Lock()
	defer c.Unlock()
	if c.to == nil {
		to, err := os.OpenFile(os.Getenv("GONB_PIPE"), os.O_WRONLY, 0)
		if err != nil {
			return fmt.Errorf("display: %w", err)
		}
		from, err := os.Open(os.Getenv("GONB_PIPE_BACK"))
		if err != nil {
			return fmt.Errorf("display: %w", err)
		}
		c.to, c.from = json.NewEncoder(to), json.NewDecoder(from)
	}
	if err := c.to.Encode(v); err != nil {
		return fmt.Errorf("display: the notebook does not take output any more: %w", err)
	}
	var wrong string
	if err := c.from.Decode(&wrong); err != nil {
		return fmt.Errorf("display: the notebook did not confirm output: %w", err)
	}
	if wrong != "" {
		return errors.New(wrong)
	}
	return nil
}

func uniqueID() string { return fmt.Sprintf("%016x", rand.Uint64()) }
