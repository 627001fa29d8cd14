//go:build !puzzlelab_engine

package display

import (
	"fmt"
	"os"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	_ "github.com/puzzlelab/puzzlelab/notebooks/display/blocks"
	_ "github.com/puzzlelab/puzzlelab/notebooks/display/trials"
	"github.com/puzzlelab/puzzlelab/notebooks/drawn"
	"github.com/puzzlelab/puzzlelab/notebooks/internal/sent"
)

func newSink() sink {
	if os.Getenv(protocol.GONB_PIPE_ENV) != "" {
		return notebook{}
	}
	return plain{}
}

// transmit sends a value to show, and returns when the kernel has received it. Displays that are
// still being sent when the program ends would be lost.
func transmit(v sent.Value) error {
	outputs, err := drawn.Outputs(v)
	if err != nil {
		return err
	}
	for _, forms := range outputs {
		d := &protocol.DisplayData{Data: map[protocol.MIMEType]any{}, DisplayID: v.ID}
		for mime, form := range forms {
			d.Data[protocol.MIMEType(mime)] = form
		}
		gonbui.SendData(d)
		if err := gonbui.Error(); err != nil {
			return fmt.Errorf("display: the notebook does not take output any more: %w", err)
		}
		if err := confirm(); err != nil {
			return err
		}
	}
	return nil
}

// syncTimeout is far longer than a kernel needs, which is less than a millisecond.
const syncTimeout = 30 * time.Second

// confirm waits for the kernel. The function in gonbui does not return if the connection breaks
// while it waits.
func confirm() error {
	done := make(chan struct{})
	go func() {
		gonbui.Sync()
		close(done)
	}()
	timer := time.NewTimer(syncTimeout)
	defer timer.Stop()
	select {
	case <-done:
		return nil
	case <-timer.C:
		return fmt.Errorf("display: the kernel did not confirm output within %v", syncTimeout)
	}
}

func uniqueID() string { return gonbui.UniqueId() }
